"""Southern Pacific, from its rulebook."""

from __future__ import annotations

from collections import Counter

from tests.money.plain import BANK, TABLE, Lot, Move, Plain, cube, railroad, seat, share

ORDER = ("SP", "TP", "MP", "MKT", "SLSF", "GHH")
PAPER = 44 * 1 + 24 * 5 + 24 * 25 + 6 * 100


class Southern(Plain):
    def set_up(self) -> None:
        cash = {3: 33, 4: 25, 5: 20}[self.number]
        self.held[BANK, "money"] = PAPER - cash * self.number
        for one in self.seats:
            self.held[seat(one), "money"] = cash
        for name in ORDER:
            self.held[railroad(name), share(name)] = 5
            self.held[railroad(name), cube(name)], self.held[TABLE, cube(name)] = 15, 1
        self.links: dict[str, list[frozenset[str]]] = {name: [] for name in ORDER}
        self.president: dict[str, int] = {}
        self.to_come, self.again = list(ORDER), set[str]()
        self.first: str | None = None
        self.running = 0
        """Whose operation it is, by Railroad Order; 6: the Bull Market."""
        self.waiting = 0
        self.proposed: Move | None = None
        self.put_up(ORDER[0], self.options["first_bidder"], 0, self.begun)

    def figures(self) -> dict[tuple[str, str], int]:
        return {(railroad(name), "income"): self.income(name) for name in ORDER}

    def reached(self, name: str) -> set[str]:
        ends = {end for link in self.links[name] for end in link}
        home = self.board("homes").get(name, {}).get("city")
        if home and (self.links[name] or self.rulings["home_counts"] != "first_link"):
            ends.add(home)
        return ends

    def income(self, name: str) -> int:
        connect = Counter(city for other in ORDER for city in self.reached(other))
        cities = self.reached(name)
        whole = sum({1: 3, 2: 2}.get(connect[city], 1) for city in cities) if cities else 3
        return max(0, whole + self.added[railroad(name), "income"])

    # --- the President's shares

    def begun(self, lot: Lot) -> None:
        name = self.to_come.pop(0)
        if lot.winner is None and self.rulings["initial_all_pass"] == "again" and name not in self.again:
            self.again.add(name)
            self.to_come.append(name)
            self.next_one(lot.opener)
            return
        winner = lot.winner or lot.opener
        self.sell(lot, winner, lot.price or 0)
        self.president[name], self.first = winner, name

    def next_one(self, opener: int) -> None:
        if self.to_come:
            self.put_up(self.to_come[0], opener, 0, self.begun)

    def no_link(self, move: Move) -> None:
        self.first = None
        self.next_one(move["seat"])

    # --- an operation

    def offer_share(self, move: Move) -> None:
        name = ORDER[self.running]
        self.put_up(name, self.president[name], 0, self.offered)

    def offered(self, lot: Lot) -> None:
        if lot.winner:
            self.sell(lot, lot.winner, lot.price or 0)
            held = self.shares(lot.what)
            most = max(held, key=lambda one: held[one])
            if held[most] > held.get(self.president[lot.what], 0):
                self.president[lot.what] = most

    def build_link(self, move: Move) -> None:
        link = frozenset((plain_end(move["from"]), plain_end(move["to"])))
        if self.first is not None:
            self.own(self.first, link)
            self.no_link(move)
            return
        name = ORDER[self.running]
        self.post(railroad(name), BANK, 5)
        self.own(name, link)

    def own(self, name: str, link: frozenset[str]) -> None:
        self.links[name].append(link)
        self.post(railroad(name), TABLE, 1, cube(name))

    def buy_link(self, move: Move) -> None:
        self.proposed = move
        if move.get("agreed") or self.president[move["seller"]] == self.president[ORDER[self.running]]:
            self.accept_sale(move)

    def accept_sale(self, move: Move) -> None:
        sale, self.proposed = self.proposed, None
        assert sale is not None
        buyer, seller = ORDER[self.running], sale["seller"]
        link = frozenset((plain_end(sale["from"]), plain_end(sale["to"])))
        self.post(railroad(buyer), railroad(seller), sale["price"])
        self.links[seller].remove(link)
        self.post(TABLE, railroad(seller), 1, cube(seller))
        self.own(buyer, link)

    def pay_dividend(self, move: Move) -> None:
        name = ORDER[self.running]
        self.post(BANK, railroad(name), self.income(name))
        self.to_holders(name, move["per_share"], railroad(name))
        self.operated()

    def end_operation(self, move: Move) -> None:
        name = ORDER[self.running]
        if self.rulings["income_without_dividend"] == "always":
            self.post(BANK, railroad(name), self.income(name))
        self.operated()

    def operated(self) -> None:
        self.running += 1
        self.waiting = self.number

    # --- the Bull Market

    def bull_offer(self, move: Move) -> None:
        self.put_up(move["railroad"], self.left_of(move["seat"]), 0, self.bull_sold, once=True)

    def bull_sold(self, lot: Lot) -> None:
        self.offered(lot)
        self.waiting -= 1

    def bull_pass(self, move: Move) -> None:
        self.waiting -= 1

    def look_again(self) -> None:
        """The Bull Market is over when all have had their offer, or no share is left."""
        if self.running == len(ORDER) and self.lot is None:
            left = sum(self.held[railroad(name), share(name)] for name in ORDER)
            if not self.waiting or not left:
                self.running = 0


def plain_end(name: str) -> str:
    """A city, whichever of parallel links leads there."""
    head, mark, number = name.rpartition(" (")
    return head if mark and number.rstrip(")").isdecimal() else name
