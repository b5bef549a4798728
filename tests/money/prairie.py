"""Prairie Railroads, from its rulebook."""

from __future__ import annotations

from tests.money.plain import BANK, BOX, TABLE, Lot, Move, Plain, cube, railroad, seat, share, up

ORDER = ("CRIP", "ATSF", "KP", "MKT", "SLSF", "MP")
STARTS = ("Troy", "Atchison", "Leavenworth", "Kansas City", "Fort Scott", "Paola", "Columbus", "Girard")
PAPER = 50 * 1 + 35 * 5 + 35 * 10 + 35 * 25 + 10 * 100
ORANGE = "cube:development"


class Prairie(Plain):
    def set_up(self) -> None:
        cash = {3: 80, 4: 70, 5: 60}[self.number]
        self.held[BANK, "money"] = PAPER - cash * self.number
        self.held[BOX, ORANGE] = 40
        for one in self.seats:
            self.held[seat(one), "money"] = cash
        self.segments: dict[str, list[tuple[str, str]]] = {name: [] for name in ORDER}
        for name in ORDER:
            self.held[railroad(name), share(name)] = 5
            self.held[railroad(name), cube(name)], self.held[TABLE, cube(name)] = 31, 1
        self.western: list[str] = []
        self.grown: set[str] = set()
        self.cards = 0
        self.row, self.asked = "", False
        self.to_start = list(ORDER)
        self.open(self.options["first_bidder"])

    def figures(self) -> dict[tuple[str, str], int]:
        each = {(railroad(name), "income"): self.income(name) for name in ORDER}
        return each | {(railroad(name), "value"): self.value(name) for name in ORDER}

    def income(self, name: str) -> int:
        whole = sum(self.city(end) for segment in self.segments[name] for end in segment)
        return whole + self.added[railroad(name), "income"]

    def city(self, name: str) -> int:
        printed = self.board("cities").get(name, {})
        if name in STARTS or printed.get("start"):
            return 0
        if name in self.grown:
            return int(printed.get("grown") or printed["income"] + 1)
        return int(printed["income"])

    def value(self, name: str) -> int:
        built = 5 * len(self.segments[name]) + 25 * (name in self.western)
        return built + self.added[railroad(name), "value"]

    # --- the first shares

    def open(self, opener: int) -> None:
        least = 0 if self.rulings["initial_zero_bid"] == "bid" else 1
        self.put_up(self.to_start[0], opener, least, self.begun)

    def begun(self, lot: Lot) -> None:
        self.sell(lot, lot.winner or lot.opener, lot.price or 0)

    def build_start(self, move: Move) -> None:
        self.lay(self.to_start.pop(0), move["from"], move["to"])
        if self.to_start:
            self.open(move["seat"])

    def lay(self, name: str, from_: str, to: str) -> None:
        self.segments[name].append((from_.removesuffix(" (2)"), to.removesuffix(" (2)")))
        self.post(railroad(name), TABLE, 1, cube(name))

    # --- cards

    def play_card(self, move: Move) -> None:
        if move["card"] == "PD":
            self.cards += 1
            for name in ORDER if self.cards < 8 else ():
                self.to_holders(name, up(self.income(name), 5))

    def offer_share(self, move: Move) -> None:
        name, least = move["railroad"], up(self.value(move["railroad"]), 5)
        if move["from"] == "treasury":
            self.put_up(name, move["seat"], least, self.offered)
            return
        if self.rulings["own_share_minimum"] == "none":
            least = 1
        seller = move["seat"]
        self.put_up(name, self.left_of(seller), least, self.offered, pays_to=seat(seller), seller=seller)

    def offered(self, lot: Lot) -> None:
        if lot.winner:
            self.sell(lot, lot.winner, lot.price or 0)

    def roll_growth(self, move: Move) -> None:
        if self.held[BOX, ORANGE] or self.rulings["growth_exhausted"] != "nothing":
            self.row, self.asked = "".join(map(str, move["dice"])), False

    def choose_growth(self, move: Move) -> None:
        self.row = ""
        if move.get("city"):
            self.grow(move["city"])

    def look_again(self) -> None:
        """A row of the growth chart that was rolled may be known by now. Once the player is asked for a city, one that
        is read out of that row late grows only when they confirm it."""
        printed = self.board("growth").get(self.row, {})
        for city in (printed.get("primary"), printed.get("secondary")):
            if city and city not in self.grown and self.row and not self.asked:
                self.row = ""
                self.grow(city)
        self.asked = bool(self.row and printed.get("primary"))

    def grow(self, city: str) -> None:
        self.grown.add(city)
        if self.held[BOX, ORANGE]:
            self.post(BOX, TABLE, 1, ORANGE)

    def build_track(self, move: Move) -> None:
        name = move["railroad"]
        self.post(railroad(name), BANK, {1: 5, 2: 15}[len(move["segments"])])
        for segment in move["segments"]:
            self.lay(name, segment["from"], segment["to"])

    def western_build(self, move: Move) -> None:
        name = move["railroad"]
        self.post(railroad(name), BANK, 15 + 5 * len(self.western))
        self.western.append(name)
        self.post(railroad(name), TABLE, 1, cube(name))
        self.to_holders(name, up(self.income(name), 5))

    def end(self) -> None:
        for name in ORDER:
            if self.sold(name):
                self.to_holders(name, up(self.value(name) + self.income(name), self.sold(name)))
            self.post(railroad(name), BANK, self.money(railroad(name)))
