"""What a stranger might write who has openapi.yaml and a generator, but has never seen this project: the first ten
moves of each game, with a client of their own. `test_stranger.py` generates it, has this file checked against it, and
runs it.

    python ten_moves.py http://localhost:8000/api/v1
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from railway import AuthenticatedClient, Client
from railway.api.moves import make_move
from railway.api.seats import claim_seat
from railway.api.tables import create_table, forget_table
from railway.models import (
    BankPay,
    BankTable,
    Claim,
    CommonAuctionResult,
    CommonBid,
    CommonPass,
    Create,
    Created,
    CreateOptionsType0,
    DecideTrackHexesRow,
    GulfMobileOhioCharter,
    GulfMobileOhioExpand,
    GulfMobileOhioTable,
    Made,
    PrairieRailroadsBuildStart,
    PrairieRailroadsCitiesFacts,
    PrairieRailroadsFacts,
    PrairieRailroadsFactsCities,
    PrairieRailroadsTable,
    Seated,
    SouthernPacificBuildLink,
    SouthernPacificFacts,
    SouthernPacificFactsHomes,
    SouthernPacificTable,
    TexasPacificDecideNothing,
    TexasPacificDecideStock,
    TexasPacificDecideTrack,
    TexasPacificFacts,
    TexasPacificFactsDecisionBoxes,
    TexasPacificTable,
    UnionPacificBuild,
    UnionPacificDrawShare,
    UnionPacificInvest,
    UnionPacificInvestShares,
    UnionPacificReveal,
    UnionPacificTable,
)
from railway.models.decide_track_hexes_row_kind_type_0 import DecideTrackHexesRowKindType0 as Hex
from railway.models.texas_pacific_decide_nothing_track import TexasPacificDecideNothingTrack as Decision
from railway.models.texas_pacific_decide_stock_railroad import TexasPacificDecideStockRailroad as Stock
from railway.models.texas_pacific_decide_track_railroad import TexasPacificDecideTrackRailroad as Builder
from railway.models.union_pacific_build_company import UnionPacificBuildCompany as Line
from railway.models.union_pacific_reveal_company import UnionPacificRevealCompany as Company

PLAYERS = ["Ed", "Dave", "Pete"]
Table = (
    PrairieRailroadsTable
    | SouthernPacificTable
    | TexasPacificTable
    | GulfMobileOhioTable
    | UnionPacificTable
    | BankTable
)
Move = (
    BankPay
    | CommonAuctionResult
    | CommonBid
    | CommonPass
    | GulfMobileOhioCharter
    | GulfMobileOhioExpand
    | PrairieRailroadsBuildStart
    | SouthernPacificBuildLink
    | TexasPacificDecideNothing
    | TexasPacificDecideStock
    | TexasPacificDecideTrack
    | UnionPacificBuild
    | UnionPacificDrawShare
    | UnionPacificInvest
    | UnionPacificReveal
)


class Party:
    """A table with everybody at it, each with a phone."""

    def __init__(self, base: str, game: str, first: str) -> None:
        options = CreateOptionsType0()
        options[first] = 1
        created = create_table.sync(client=Client(base), body=Create(game, PLAYERS, options))
        assert isinstance(created, Created), created
        self.code = created.code
        self.table: Table = created.table
        self.host = AuthenticatedClient(base, created.host_key)
        door = AuthenticatedClient(base, created.join_key)
        self.phones: list[AuthenticatedClient] = []
        for number, name in enumerate(PLAYERS, 1):
            key = f"the-key-on-the-phone-of-{name}"
            seated = claim_seat.sync(self.code, number, client=door, body=Claim(key))
            assert isinstance(seated, Seated), seated
            assert seated.table.you.seat == number
            self.phones.append(AuthenticatedClient(base, key))

    def move(self, move: Move) -> None:
        """The player to act makes it; if it is nobody's turn, or was said aloud, the host does."""
        seat = None if isinstance(move, CommonAuctionResult) else self.table.turn.seat
        phone = self.phones[seat - 1] if seat else self.host
        made = make_move.sync(self.code, client=phone, body=move)
        assert isinstance(made, Made), made
        assert made.revision == made.table.revision == self.table.revision + 1
        assert made.table.recent[-1].summary == made.entry.summary
        self.table = made.table


def sold(winner: int, amount: int) -> CommonAuctionResult:
    return CommonAuctionResult("auction_result", winner=winner, amount=amount)


def the_bank_alone() -> Iterator[Move]:
    """The bank pays each player in turn."""
    for number in range(10):
        yield BankPay(type_="pay", to=[f"seat:{number % len(PLAYERS) + 1}"], amount=number + 1, from_="bank")


def prairie_railroads() -> Iterator[Move]:
    """Five initial auctions, and the first segment of each railroad."""

    def build(start: str, end: str, income: int | None = None) -> PrairieRailroadsBuildStart:
        if income is None:
            return PrairieRailroadsBuildStart("build_start", start, end)
        cities = PrairieRailroadsFactsCities()
        cities[end] = PrairieRailroadsCitiesFacts(income=income)
        return PrairieRailroadsBuildStart(
            "build_start", start, end, facts=PrairieRailroadsFacts(cities=cities)
        )

    yield from (sold(1, 20), build("Troy", "Marysville"))
    yield from (sold(2, 20), build("Atchison", "Topeka", 2))
    yield from (sold(3, 20), build("Leavenworth", "Lawrence", 2))
    yield from (sold(1, 20), build("Paola", "Ottawa", 1))
    yield from (sold(2, 20), build("Columbus", "Coffeyville"))


def southern_pacific() -> Iterator[Move]:
    """Five initial auctions, and the first link of each railroad."""

    def build(start: str, end: str, railroad: str = "") -> SouthernPacificBuildLink:
        homes = SouthernPacificFactsHomes()
        if railroad:
            homes[railroad] = start
        return SouthernPacificBuildLink("build_link", start, end, facts=SouthernPacificFacts(homes=homes))

    yield from (sold(3, 0), build("Beaumont", "Houston"))
    yield from (sold(3, 0), build("Marshall", "Longview", "TP"))
    yield from (sold(1, 0), build("Paris", "Sherman", "MP"))
    yield from (sold(2, 0), build("McAlester", "Oklahoma City"))
    yield from (sold(3, 0), build("Fayetteville", "Rogers", "SLSF"))


def texas_pacific() -> Iterator[Move]:
    """The initial auctions, and the first decisions."""
    boxes = TexasPacificFactsDecisionBoxes()
    boxes["track"], boxes["ranch"], boxes["stock"] = 2, 9, 2
    known = TexasPacificFacts(decision_boxes=boxes)
    plain = DecideTrackHexesRow(kind=Hex.PLAIN, rank=1)
    yield from (sold(1, 10), sold(2, 10), sold(3, 10), sold(1, 10))
    yield TexasPacificDecideTrack("decide_track", Builder.SP, hexes=[plain, plain, plain], facts=known)
    yield TexasPacificDecideNothing("decide_nothing", Decision.TRACK)
    yield TexasPacificDecideStock("decide_stock", Stock.MP, 3)
    yield CommonPass("pass")
    yield CommonPass("pass")
    yield TexasPacificDecideStock("decide_stock", Stock.MP, 2)


def gulf_mobile_ohio() -> Iterator[Move]:
    """Two Charters are bid for, and their railroads begin."""
    yield GulfMobileOhioCharter("charter", "SC")
    yield CommonBid("bid", 0)
    yield CommonBid("bid", 12)
    yield CommonPass("pass")
    yield CommonPass("pass")
    yield GulfMobileOhioExpand("expand", 1, cities=["Charleston", "Augusta"])
    yield GulfMobileOhioCharter("charter", "VC")
    yield CommonBid("bid", 9)
    yield CommonPass("pass")
    yield CommonPass("pass")


def union_pacific() -> Iterator[Move]:
    """Everybody reveals a first share, and then invests, or builds and draws."""

    def invest(company: str, number: int) -> UnionPacificInvest:
        shares = UnionPacificInvestShares()
        shares[company] = number
        return UnionPacificInvest("invest", shares)

    for company in (Company.WW, Company.MS, Company.MS):
        yield UnionPacificReveal("reveal", company)
    yield from (invest("WW", 3), invest("MS", 1), invest("UP", 4), invest("DM", 1))
    yield UnionPacificBuild("build", Line.MS)
    yield UnionPacificDrawShare("draw_share", dividend_cards=0)
    yield UnionPacificBuild("build", Line.MS)


GAMES: tuple[tuple[str, str, Callable[[], Iterator[Move]]], ...] = (
    ("prairie-railroads", "first_bidder", prairie_railroads),
    ("southern-pacific", "first_bidder", southern_pacific),
    ("texas-pacific", "first_bidder", texas_pacific),
    ("gulf-mobile-ohio", "start_player", gulf_mobile_ohio),
    ("union-pacific", "first_player", union_pacific),
    ("bank", "starting_cash", the_bank_alone),
)


def main(base: str) -> None:
    """Play them all, and say how they stand."""
    for game, first, moves in GAMES:
        party = Party(base, game, first)
        for move in moves():
            party.move(move)
        cash = [str(seat.cash) for seat in party.table.seats]
        print(f"{game}: {party.table.revision} entries, cash {' '.join(cash)}")
        forget_table.sync_detailed(party.code, client=party.host)


if __name__ == "__main__":
    main(sys.argv[1])
