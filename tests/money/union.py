"""Union Pacific, from its rulebook. Money is in millions."""

from __future__ import annotations

from tests.money.plain import BANK, BOX, TABLE, Move, Plain, railroad, seat, share

TRAINS = {
    "WW": 7,
    "MRR": 8,
    "KCC": 9,
    "ESL": 10,
    "UMR": 11,
    "SFRB": 13,
    "DM": 14,
    "MS": 17,
    "BNL": 19,
    "EPRG": 23,
}
SHARES = {
    "WW": 6, "MRR": 6, "KCC": 7, "ESL": 7, "UMR": 8, "SFRB": 9, "DM": 10, "MS": 12, "BNL": 15, "EPRG": 18, "UP": 20,
}  # fmt: skip
NOTES = 60 * 1 + 50 * 5 + 40 * 10


class Union(Plain):
    def set_up(self) -> None:
        self.held[BANK, "money"] = NOTES
        for name, number in TRAINS.items():
            placed = 2 if name == "EPRG" else 1
            self.held[TABLE, f"train:{name}"], self.held[railroad(name), f"train:{name}"] = (
                placed,
                number - placed,
            )
        for name, number in SHARES.items():
            self.held[railroad(name), share(name)] = number
        self.paid = 0
        self.chosen: dict[int, str] = {}
        self.last = 3 if self.number == 2 else 4
        self.third_row = 0

    def counts(self, whose: str, what: str) -> bool:
        """Nobody counts what is in the box."""
        return whose != BOX

    def figures(self) -> dict[tuple[str, str], int]:
        return {(railroad(name), "value"): self.value(name) for name in TRAINS}

    def value(self, name: str) -> int:
        return max(0, self.held[TABLE, f"train:{name}"] + 1 + self.added[railroad(name), "value"])

    def reveal(self, move: Move) -> None:
        self.chosen[move["seat"]] = move["company"]
        if len(self.chosen) == self.number:
            for one, name in self.chosen.items():
                self.lay_down(one, name, 1)

    def lay_down(self, one: int, name: str, number: int) -> None:
        """Shares beyond the printed number come from the box: somebody has miscounted."""
        there = min(number, self.held[railroad(name), share(name)])
        self.post(railroad(name), seat(one), there, share(name))
        self.post(BOX, seat(one), number - there, share(name))

    def build(self, move: Move) -> None:
        self.post(railroad(move["company"]), TABLE, 1, f"train:{move['company']}")
        if move.get("dividend_cards") is not None:
            self.draw_share(move)

    def invest(self, move: Move) -> None:
        for name, number in move["shares"].items():
            self.lay_down(move["seat"], name, number)

    # --- dividends

    def draw_share(self, move: Move) -> None:
        due = min(move["dividend_cards"], self.last - self.paid)
        rows = list(range(self.paid + 1, self.paid + due + 1))
        if self.rulings["double_dividend"] == "same_twice":
            rows = [self.paid + due] * due
        if self.number == 2 and self.paid + due == self.last and rows:
            self.third_row = rows.pop()
        for row in rows:
            self.dividend(row)

    def third_player(self, move: Move) -> None:
        self.seats = range(1, 4)
        for name, number in move["shares"].items():
            self.lay_down(3, name, number)
        self.dividend(self.third_row)

    def dividend(self, row: int) -> None:
        self.paid += 1
        for name in TRAINS:
            value, held = self.value(name), self.shares(name)
            if len(held) == 1:
                self.post(BANK, seat(next(iter(held))), value + value // 2)
            elif held:
                self.by_place(held, [value, value // 2])
        if row > 1 and self.shares("UP"):
            places = self.board("up_dividends").get(str(row), {})
            self.by_place(self.shares("UP"), [places[place] for place in PLACES])

    def by_place(self, held: dict[int, int], pays: list[int]) -> None:
        """Players with equally many share the payments of their places, rounded down."""
        at = 0
        for number in sorted(set(held.values()), reverse=True):
            tied = [one for one in held if held[one] == number]
            for one in tied:
                self.post(BANK, seat(one), sum(pays[at : at + len(tied)]) // len(tied))
            at += len(tied)


PLACES = ("1", "2", "3", "4", "5")
