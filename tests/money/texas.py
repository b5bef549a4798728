"""Texas & Pacific, from its rulebook."""

from __future__ import annotations

from typing import Any

from tests.money.plain import BANK, BOX, TABLE, Lot, Move, Plain, cube, railroad, seat, share, up

PRINTED = {
    # certificates, cubes, start city, income
    "GHH": (2, 14, "Galveston", 3),
    "KATY": (4, 18, "Wichita", 4),
    "MP": (5, 20, "Little Rock", 5),
    "SP": (6, 22, "New Orleans", 6),
    "TP": (3, 16, "Dallas", 2),
}
PAPER = 45 * 1 + 35 * 5 + 20 * 25
RANCH = "ranch"


class Texas(Plain):
    def set_up(self) -> None:
        cash = {2: 60, 3: 40, 4: 30, 5: 24, 6: 20}[self.number]
        self.held[BANK, "money"] = PAPER - cash * self.number
        self.held[TABLE, RANCH] = 22
        for one in self.seats:
            self.held[seat(one), "money"] = cash
        for name, (certificates, cubes, _, _) in PRINTED.items():
            self.held[railroad(name), share(name)] = certificates
            self.held[railroad(name), cube(name)] = cubes - 2
            self.held[BOX if name == "TP" else TABLE, cube(name)] = 2
        self.hexes: dict[str, list[Any]] = {name: [] for name in PRINTED}
        self.tp_open = False
        self.slides = {"track": 0, "ranch": 0, "stock": 0}
        self.lengths: dict[str, int] = {}
        self.west: set[str] = set()
        self.to_come = ["GHH", "KATY", "MP", "SP"]
        self.active = 0
        self.acted = False
        """Is a Decision made, and its events to come?"""
        self.open(self.options["first_bidder"])

    def may_begin_again(self) -> bool:
        """No figure says how many cubes a railroad had when it went west."""
        return not self.west

    def figures(self) -> dict[tuple[str, str], int]:
        return {(railroad(name), "income"): self.income(name) for name in PRINTED}

    def income(self, name: str) -> int:
        whole = 0
        if name != "TP" or self.tp_open:
            whole = PRINTED[name][3] + sum(map(self.earns, self.hexes[name]))
        return max(0, whole + self.added[railroad(name), "income"])

    def earns(self, built: Any) -> int:
        known = self.board("hexes").get(built.get("name") or "", {})
        kind = known.get("kind") or built["kind"]
        if kind in ("plain", "ranch"):
            return int(kind == "ranch")
        printed = known.get("income")
        return int(built.get("income") or 0 if printed is None else printed)

    def each(self, name: str) -> int:
        """What a certificate is paid."""
        return up(self.income(name), self.sold(name)) if self.sold(name) else 0

    # --- auctions

    def open(self, opener: int) -> None:
        name = self.to_come[0]
        self.put_up(name, opener, PRINTED[name][3], self.begun)

    def begun(self, lot: Lot) -> None:
        self.to_come.pop(0)
        self.free_if_nobody(lot)
        if self.to_come:
            self.open(lot.winner or lot.opener)

    def free_if_nobody(self, lot: Lot) -> None:
        self.sell(lot, lot.winner or lot.opener, lot.price or 0)

    def decide_stock(self, move: Move) -> None:
        self.slide(move, "stock")
        name = move["railroad"]
        bidders = self.around(move["seat"])
        least = up(self.income(name), self.sold(name) + 1)
        assert move["amount"] >= least
        self.lot = Lot(name, move["seat"], bidders, least, self.free_if_nobody, railroad(name))
        self.lot.winner, self.lot.price = move["seat"], move["amount"]
        self.go_on()

    # --- the other Decisions

    def slide(self, move: Move, track: str) -> None:
        self.active, self.acted = move["seat"], True
        self.slides[track] += 1
        if move.get("at_end"):
            self.lengths[track] = self.slides[track]

    def decide_track(self, move: Move) -> None:
        self.slide(move, "track")
        name = move["railroad"]
        for built in move.get("hexes", ()):
            rank = built.get("rank") or len(self.inside(built["name"])) + 1
            self.post(railroad(name), BANK, 2 * rank)
            self.post(railroad(name), TABLE, 1, cube(name))
            self.hexes[name].append(built)
        going = move.get("go_west") or []
        for gone in [name] if going is True else going:
            self.to_holders(gone, self.each(gone))
            self.west.add(gone)
            self.post(railroad(gone), BANK, self.money(railroad(gone)))
            self.post(railroad(gone), BOX, self.held[railroad(gone), cube(gone)], cube(gone))

    def inside(self, place: str) -> set[str]:
        """Which railroads have a cube there."""
        starts = {name for name, printed in PRINTED.items() if printed[2] == place}
        starts -= set() if self.tp_open else {"TP"}
        return starts | {
            name for name, built in self.hexes.items() if any(one.get("name") == place for one in built)
        }

    def decide_ranch(self, move: Move) -> None:
        self.slide(move, "ranch")
        self.post(TABLE, seat(move["seat"]), 1, RANCH)

    def decide_nothing(self, move: Move) -> None:
        self.slide(move, move["track"])

    # --- events

    def look_again(self) -> None:
        if self.busy():
            return
        if self.acted and not self.tp_open and self.held[TABLE, RANCH] <= 16:
            self.tp_open = True
            self.post(BOX, TABLE, 2, cube("TP"))
            least = 2 if self.rulings["tp_minimum"] == "income" else 1
            self.put_up("TP", self.active, least, self.free_if_nobody)
            if self.busy():
                return
        self.acted = False
        if sum(map(self.in_end, self.slides)) >= 2:
            for name in PRINTED:
                self.to_holders(name, self.each(name))
            for one in self.seats:
                self.post(BANK, seat(one), self.held[seat(one), RANCH])
            self.slides = dict.fromkeys(self.slides, 0)

    def busy(self) -> bool:
        """Is something being auctioned, or still to be?"""
        return self.lot is not None or bool(self.to_come)

    def in_end(self, track: str) -> bool:
        printed = self.board("decision_boxes").get(track, {}).get("boxes")
        return printed is not None and self.slides[track] >= printed
