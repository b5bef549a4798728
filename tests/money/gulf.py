"""Gulf, Mobile & Ohio, from its rulebook."""

from __future__ import annotations

from collections import Counter

from tests.money.plain import BANK, BOX, TABLE, Lot, Move, Plain, cube, railroad, seat

CUBES = {"green": 32, "yellow": 26, "red": 20, "blue": 16, "black": 12, "purple": 6}
EIGHT = ("SC", "VC", "N&P", "GM&O", "M&C", "CEN", "W&W", "NO&J")
PLUS = ("VC", "M&C", "GM&O")
NAMED = (*EIGHT, "WP")
"""The railroads whose start cities the rulebook names."""


class Gulf(Plain):
    def set_up(self) -> None:
        cash = {3: 40, 4: 30, 5: 24}[self.number]
        self.held[BANK, "money"] = -cash * self.number
        for one in self.seats:
            self.held[seat(one), "money"] = cash
        for colour, number in CUBES.items():
            self.held[BOX, cube(colour)] = number
        self.colour: dict[str, str] = {}
        self.cities: dict[str, list[str]] = {}
        self.met: dict[str, set[str]] = {}
        self.points: Counter[int] = Counter()
        self.marker = 0
        self.building: tuple[str, str, int] | None = None
        """Which railroad builds with a bid, of which share, and its President or who has bought."""

    def figures(self) -> dict[tuple[str, str], int]:
        return {(seat(one), "victory_points"): max(0, self.points[one]) for one in self.seats}

    def counts(self, whose: str, what: str) -> bool:
        """Shares that nobody has come out of the stack when they are looked up."""
        return not (whose.startswith("railroad:") and what.startswith(("charter:", "common:")))

    def owner(self, name: str, kind: str) -> int | None:
        return next((one for one in self.seats if self.held[seat(one), f"{kind}:{name}"]), None)

    def colours_in(self, city: str) -> set[str]:
        return {self.colour[name] for name, there in self.cities.items() if city in there}

    # --- Charter a Railroad

    def charter(self, move: Move) -> None:
        self.put_up(move["railroad"], move["seat"], 0, self.charter_sold)

    def charter_sold(self, lot: Lot) -> None:
        name, winner, price = lot.what, lot.winner, lot.price
        if winner is None or price is None or price < 9:
            return
        self.post(seat(winner), railroad(name), price)
        self.post(railroad(name), seat(winner), 1, f"charter:{name}")
        self.building = (name, "charter", winner)
        most = max(self.held[BOX, cube(colour)] for colour in CUBES)
        tied = [colour for colour in CUBES if self.held[BOX, cube(colour)] == most]
        if not most:
            self.cancel_charter({})
        elif len(tied) == 1:
            self.choose_colour({"colour": tied[0]})

    def choose_colour(self, move: Move) -> None:
        assert self.building is not None
        name, colour = self.building[0], move["colour"]
        self.post(BOX, railroad(name), 1, cube(colour))
        self.colour[name], self.cities[name], self.met[name] = colour, [], set()
        starts = list(self.board("railroads").get(name, {}).get("start_cities") or ())
        usable = starts if name in EIGHT else [city for city in starts if self.colours_in(city)]
        barred = bool(usable) and all(colour in self.colours_in(city) for city in usable)
        if (barred and name in NAMED) or self.held[BOX, cube(colour)] < 3:
            self.cancel_charter({})

    def cancel_charter(self, move: Move) -> None:
        """Money, share and cube go back."""
        assert self.building is not None
        name, _, winner = self.building
        self.building = None
        self.post(railroad(name), seat(winner), self.money(railroad(name)))
        self.post(seat(winner), railroad(name), 1, f"charter:{name}")
        if colour := self.colour.pop(name, None):
            self.post(railroad(name), BOX, 1, cube(colour))
            del self.cities[name], self.met[name]

    # --- Auction a Common Share

    def auction_common(self, move: Move) -> None:
        self.put_up(move["railroad"], move["seat"], 0, self.common_sold)

    def common_sold(self, lot: Lot) -> None:
        if lot.winner is None and self.rulings["common_all_pass"] == "unsold":
            return
        name, winner, price = lot.what, lot.winner or lot.opener, lot.price or 0
        self.post(seat(winner), railroad(name), price)
        self.post(railroad(name), seat(winner), 1, f"common:{name}")
        self.building = (name, "common", winner)
        if price < 3 or not self.held[BOX, cube(self.colour[name])]:
            self.built()

    def expand(self, move: Move) -> None:
        assert self.building is not None
        name, kind, builder = self.building
        if kind == "charter":
            self.points[builder] += 1 + (name in PLUS or self.bonus(name))
        self.place(move, name, railroad(name))
        self.built()

    def bonus(self, name: str) -> int:
        return int(self.board("railroads").get(name, {}).get("bonus") or 0) if name not in NAMED else 0

    def built(self) -> None:
        """What is left of the bid goes to the bank; every second Common sold pays dividends."""
        assert self.building is not None
        name, kind, _ = self.building
        self.building = None
        self.post(railroad(name), BANK, self.money(railroad(name)))
        if kind == "common":
            self.marker += 1
        if self.marker == 2:
            self.marker = 0
            for each in self.colour:
                charter, common = self.owner(each, "charter"), self.owner(each, "common")
                if charter:
                    self.post(BANK, seat(charter), 3 if common else 5)
                if common:
                    self.post(BANK, seat(common), 3)

    # --- Railroad Expansion

    def presidential_expansion(self, move: Move) -> None:
        self.place(move, move["railroad"], seat(move["seat"]))

    def place(self, move: Move, name: str, purse: str) -> None:
        cities, colour = list(move.get("cities") or ()), self.colour[name]
        number = len(cities) + move["rural"]
        self.post(purse, BANK, 3 * number)
        self.post(BOX, TABLE, number, cube(colour))
        for city in cities:
            new = self.colours_in(city) - self.met[name] - {colour}
            self.points[move["seat"]] += (2 if city == "Atlanta" else 1) + len(new)
            self.met[name] |= new
        for other, there in self.cities.items():
            if other != name and set(there) & set(cities) and self.rulings["passive_connection"] == "both":
                self.met[other].add(colour)
        self.cities[name] += cities
