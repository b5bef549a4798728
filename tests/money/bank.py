"""The bank alone, from its design."""

from __future__ import annotations

from tests.money.plain import BANK, Lot, Move, Plain, railroad, seat, share, up


class Bank(Plain):
    def set_up(self) -> None:
        box, cash = self.options["box"], self.options["starting_cash"]
        treasuries = sum(company["treasury"] for company in box["companies"])
        limit = self.options.get("bank_limit") or box.get("paper_total") or 0
        self.held[BANK, "money"] = limit - cash * self.number - treasuries
        self.printed = {company["id"]: company["certificates"] for company in box["companies"]}
        for one in self.seats:
            self.held[seat(one), "money"] = cash
        for company in box["companies"]:
            self.held[railroad(company["id"]), "money"] = company["treasury"]
            self.held[railroad(company["id"]), share(company["id"])] = company["certificates"]
        self.asked: dict[int, Move] = {}
        self.requests = 0

    def may_begin_again(self) -> bool:
        return False

    def look_again(self) -> None:
        """Whoever can no longer afford the next bid is out of the auction."""
        self.go_on()

    def pay(self, move: Move) -> None:
        for target in move["to"]:
            self.post(move.get("from") or seat(move["seat"]), target, move["amount"])

    # --- asking, and trading

    def request_money(self, move: Move) -> None:
        self.requests += 1
        self.asked[self.requests] = move

    def accept_request(self, move: Move) -> None:
        asked = self.asked.pop(move["request"])
        if asked["type"] == "trade":
            self.carry_out(asked)
        else:
            self.post(asked["from"], seat(asked["seat"]), asked["amount"])

    def decline_request(self, move: Move) -> None:
        del self.asked[move["request"]]

    def trade(self, move: Move) -> None:
        two = move["from"].startswith("seat:") and move["to"].startswith("seat:")
        free = self.by_host or self.options["act_for"] == "anyone"
        if two and not (free if move.get("agreed") is None else move["agreed"]):
            self.request_money(move)
        else:
            self.carry_out(move)

    def carry_out(self, move: Move) -> None:
        paid_to = move.get("paid_to") or move["from"]
        if paid_to != move["to"]:
            self.post(move["to"], paid_to, move.get("price") or 0)
        self.post(move["from"], move["to"], move["count"], share(move["company"]))

    def dividend(self, move: Move) -> None:
        name, total = move["company"], move.get("total")
        each = move.get("per_share") or 0
        if total is not None:
            number = {"sold": self.outside(name), "all": self.printed[name], "number": move.get("number")}
            parts = number[move["divisor"]] or 0
            each = up(total, parts) if move["rounding"] == "up" else total // parts
        payer = BANK if move["payer"] == "bank" else railroad(name)
        for (whose, what), held in list(self.held.items()):
            if what == share(name) and whose not in (payer, BANK):
                if whose == railroad(name) and not move.get("treasury_too"):
                    continue
                self.post(payer, whose, each * held)

    def outside(self, name: str) -> int:
        """Certificates that its own treasury does not hold."""
        return sum(
            n for (whose, what), n in self.held.items() if what == share(name) and whose != railroad(name)
        )

    # --- auctions, and the end

    def auction(self, move: Move) -> None:
        company = move.get("company")
        opener, once = move.get("opener") or move["seat"], move["style"] == "once_around"
        to = move.get("pays_to") or (railroad(company) if company else BANK)
        self.put_up(company or "", opener, move.get("minimum") or 0, self.knocked, pays_to=to, once=once)

    def knocked(self, lot: Lot) -> None:
        if lot.winner:
            self.post(seat(lot.winner), lot.pays_to, lot.price or 0)
            if lot.what:
                self.post(railroad(lot.what), seat(lot.winner), 1, share(lot.what))

    def end_game(self, move: Move) -> None:
        for name, value in (move.get("values") or {}).items():
            self.to_holders(name, value)
