"""The Track Decision: what may be built, and building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.atlas.form import Record
from companion.games.texas_pacific import box, decisions, hexes, west
from companion.games.texas_pacific.box import HEX_COST, ORDER, PRINTED_INCOMES, TP
from companion.games.texas_pacific.hexes import HEADING
from companion.games.texas_pacific.moves import DecideTrack
from companion.games.texas_pacific.state import Hex, State
from companion.mechanisms.income import tell
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BANK, BOARD, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, When, narrowed
from companion.words.errors import RuleError, forbidden, too_poor
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Railroad, Seat


def offer(state: State) -> Offer:
    """Build for a railroad one holds, go west with it, or both."""
    refusals = {railroad: _no_use(state, state.active, railroad) for railroad in ORDER}
    enabled = [railroad for railroad in ORDER if not refusals[railroad]]
    able = [railroad for railroad in enabled if not _no_build(state, railroad)]
    choices = tuple(Choice(r, Text(r), hint=_hint(state, r), disabled=refusals[r]) for r in ORDER)
    own = [refusal for railroad, refusal in refusals.items() if state.held(state.active, railroad)]
    none = Refusal("rule", say("No certificate, so no railroad to build for"))
    return decisions.offer(
        state,
        DecideTrack,
        narrowed(DecideTrack, "railroad", choices=choices),
        later=(
            *(_hexes_field(state, railroad) for railroad in able),
            *west.fields(state, able, [railroad for railroad in enabled if railroad not in able]),
        ),
        help=_help(state, able),
        unchecked=("adjacency",),
        disabled=None if enabled else next(iter(own), none),
        tiles="railroad",
    )


def _help(state: State, able: list[Railroad]) -> Text:
    """What the railroads that can build may do, and what that costs them. able: none of them can only go west."""
    if not able:
        return say("Go west: dividends now, no more track.")
    words = phrase("Build up to {n} hexes at ${cost} × railroads in the hex.")
    if TP in able:
        words = phrase("Build up to {n} hexes, TP any number, at ${cost} × railroads in the hex.")
    return say(words, n=box.MOST_BUILDS, cost=HEX_COST)


@part
def _hint(state: State, railroad: Railroad) -> Text:
    return say("treasury ${n}, {c} cubes", n=state.treasury(railroad), c=state.cubes_left(railroad))


@part
def _no_use(state: State, seat: Seat, railroad: Railroad) -> Refusal | None:
    """Why this player can do nothing on the board with this railroad."""
    if not state.is_open(railroad):
        return Refusal("rule", say("The {r} is not open yet", r=railroad))
    if not state.held(seat, railroad):
        return Refusal("rule", say("No certificate of the {r}", r=railroad))
    return None if west.may_go(state, seat, railroad) else _no_build(state, railroad)


@part
def _no_build(state: State, railroad: Railroad) -> Refusal | None:
    """Why the railroad cannot build at all."""
    if railroad in state.west:
        return Refusal("rule", say("The {r} has gone west; its cubes are out of the game", r=railroad))
    if not state.cubes_left(railroad):
        return Refusal("rule", say("The {r} has no cube left", r=railroad))
    treasury, cost = state.treasury(railroad), HEX_COST
    if treasury >= cost:
        return None
    words = phrase("The {r} has ${treasury} and a hex costs at least ${cost}")
    return Refusal("insufficient-funds", say(words, r=railroad, treasury=treasury, cost=cost))


@part
def _hexes_field(state: State, railroad: Railroad) -> OfferField:
    """The hexes, one small form each. None is needed where a railroad may go west as it stands."""
    most, refusal = _most(state, railroad)
    payable = min(hexes.most_there(state, railroad), state.treasury(railroad) // HEX_COST)
    kinds = tuple(Choice(kind, words, box.KIND_HINTS.get(kind)) for kind, words in box.KIND_TITLES.items())
    asked = OfferField("rank", say("Railroads in hex, with yours"), "count", least=1)
    return narrowed(
        DecideTrack,
        "hexes",
        label=say("Hexes for the {r}", r=railroad)
        if railroad == TP
        else say("Hexes for the {r} (at most {n})", r=railroad, n=most),
        required=True,
        least=0 if west.ready(state, railroad) else 1,
        most=most,
        # A city is called by its name, which says the rest; other hexes seldom have one.
        fields=(
            OfferField("kind", say("Kind of hex"), "choice", choices=kinds),
            *(_name_field(state, railroad, kind) for kind in PRINTED_INCOMES),
            *_known_ranks(state, railroad, replace(asked, most=payable)),
            *_fewer_ranks(state, railroad, replace(asked, most=payable)),
            replace(asked, most=payable, choices=_priced(payable)),
            *_known_incomes(state, railroad),
            *(_income_field(kind) for kind in PRINTED_INCOMES),
            *(_name_field(state, railroad, kind) for kind in box.KINDS if kind not in PRINTED_INCOMES),
        ),
        # A hex costs money, so no kind is taken beforehand, nor how many railroads are there, which is the price.
        when={"railroad": railroad},
        too_much=refusal,
    )


_NO_CITIES = tuple(kind for kind in box.KINDS if kind != "city")
"""In all of them there can be as many."""


def _fewer_ranks(state: State, railroad: Railroad, asked: OfferField) -> Iterator[OfferField]:
    """In other hexes than cities there can be fewer, where others have begun in a city."""
    most = hexes.most_there(state, railroad, _NO_CITIES[0])
    if asked.most and most < asked.most:
        yield replace(asked, most=most, choices=_priced(most), when={"kind": _NO_CITIES})


def _priced(most: int) -> tuple[Choice, ...]:
    """So many railroads in a hex at most, each with what it costs then: a bare number would be taken for an income."""
    return tuple(Choice(n, Text(str(n)), say("${cost}", cost=box.cost(n))) for n in range(1, most + 1))


def _most(state: State, railroad: Railroad) -> tuple[int, Refusal]:
    """How many hexes at most, and why no more."""
    treasury, left = state.treasury(railroad), state.cubes_left(railroad)
    cubes_left = counted("The {r} has {n} cube left", "The {r} has {n} cubes left", n=left, r=railroad)
    money = say("The {r} has ${treasury}", r=railroad, treasury=treasury)
    payable = treasury // HEX_COST
    limits = [(left, Refusal("rule", cubes_left)), (payable, Refusal("insufficient-funds", money))]
    if railroad != TP:
        many = say("At most {n} hexes per Track Decision", n=box.MOST_BUILDS)
        limits.insert(0, (box.MOST_BUILDS, Refusal("rule", many)))
    return min(limits, key=lambda limit: limit[0])


def _income_field(kind: str) -> OfferField:
    """The income of a hex of which it is not known."""
    least, most = min(PRINTED_INCOMES[kind]), max(PRINTED_INCOMES[kind])
    return OfferField("income", say("Income"), "count", least=least, most=most, when={"kind": kind})


@part
def _open_names(state: State, railroad: Railroad) -> list[tuple[str, Record]]:
    """The hexes known by name that the railroad may enter, with what is known of them."""
    rows = state.atlas.rows("hexes").items()
    return [(name, record) for name, record in rows if not hexes.no_entry(state, railroad, name)]


def _known_ranks(state: State, railroad: Railroad, asked: OfferField) -> Iterator[OfferField]:
    """How many railroads are in the hexes of which the table has heard it all: filled in and folded away, for the hint
    of the name says it, and open to change. Each name has a field of its own, so that what is corrected for one hex
    does not stand in the form for another."""
    for name, record in _open_names(state, railroad):
        if rank := hexes.certain_rank(state, railroad, name):
            most = max(rank, asked.most or rank)
            when: When = {"kind": record["kind"], "name": name}
            yield replace(asked, least=rank, most=most, default=rank, when=when, aside=True)


def _known_incomes(state: State, railroad: Railroad) -> Iterator[OfferField]:
    """Where the income of a hex with a name is known there is nothing to ask."""
    found: dict[tuple[str, int], list[str]] = {}
    for name, record in _open_names(state, railroad):
        kind, income = record.get("kind"), record.get("income")
        if kind in PRINTED_INCOMES and income is not None:
            found.setdefault((kind, income), []).append(name)
    for (kind, income), names in found.items():
        when: When = {"kind": kind, "name": tuple(names)}
        yield replace(_income_field(kind), least=income, most=income, when=when)


@part
def _name_field(state: State, railroad: Railroad, kind: str) -> OfferField:
    """The hexes of the kind that are known by name, with their incomes and which railroad there this one would be; the
    hexes that it may enter come first."""
    choices: list[Choice] = []
    for name, record in state.atlas.rows("hexes").items():
        if record.get("kind") == kind:
            hint = _there(state, railroad, name)
            if (income := record.get("income")) is not None:
                hint = joined([say("income {income}", income=income), hint], ", ")
            barred = hexes.no_entry(state, railroad, name)
            refusal = Refusal("rule", barred) if barred else None
            choices.append(Choice(name, say("{name}", name=name), hint=hint, disabled=refusal))
    choices.sort(key=lambda choice: choice.disabled is not None)
    return OfferField(
        "name", say("Name"), "place", required=False, open=True, choices=tuple(choices), when={"kind": kind}
    )


def _there(state: State, railroad: Railroad, name: str) -> Text:
    """How many railroads are known to be in a hex. Where one may be that was built without the name it is asked for,
    and nobody says that there is none."""
    if there := hexes.heard_of(state, name):
        return counted("{n} railroad there", "{n} railroads there", n=there)
    if hexes.certain_rank(state, railroad, name) or hexes.no_entry(state, railroad, name):
        return say("no railroad yet")
    return say("no railroad entered yet")


def check_possible(state: State, move: DecideTrack) -> None:
    """Can a railroad that may do something on the board do what it is told? Its form leaves out what it cannot do,
    and has no words for it.

    :raises RuleError: `insufficient-funds` or `rule`.
    """
    if _no_use(state, move.seat, move.railroad) is not None:
        return
    if not move.hexes:
        if not move.westward:
            raise forbidden(say("Nothing is built; for that, only slide a cube"), HEADING)
        west.check(state, move)
    elif refusal := _no_build(state, move.railroad):
        raise RuleError(refusal.code, refusal.text, rule=HEADING)


def decide(minutes: Minutes[State], move: DecideTrack) -> int:
    """The railroad builds, and goes west if it is to; how many dollars players are paid for that."""
    before = minutes.state
    check_possible(before, move)
    if move.hexes:
        _build(minutes, move, hexes.read(before, move.railroad, move.hexes))
    tell(minutes, before.incomes(), minutes.state.incomes(), first=(move.railroad,))
    west.check(minutes.state, move)
    return sum(west.go(minutes, railroad) for railroad in move.westward)


def _build(minutes: Minutes[State], move: DecideTrack, built: tuple[Hex, ...]) -> None:
    """The railroad pays the bank for each hex, and a cube goes there (Track Decision: Building Costs).

    :raises RuleError: `insufficient-funds`.
    """
    r, account, colour = move.railroad, railroad_account(move.railroad), box.COLOURS[move.railroad]
    treasury, costs = minutes.state.treasury(r), [box.cost(each.rank) for each in built]
    total = priced = say("${total}", total=sum(costs))
    if len(built) > 1:
        priced = say("${sums} = ${total}", sums=" + $".join(map(str, costs)), total=sum(costs))
    if sum(costs) > treasury:
        words = say("The {r} has ${treasury}; that costs {priced}", r=r, treasury=treasury, priced=priced)
        raise too_poor(words, HEADING)
    places = [hexes.words(each) for each in built]
    # In all it has room in one line; what each costs stands with the payments.
    several = phrase("{r} builds into {n} hexes for {priced}: {where}")
    told = hexes.listed(built)
    line = several if len(told) > 1 else phrase("{r} builds into {where} for {priced}")
    said = say(line, who=Who(move.seat), r=r, where=told, n=len(built), priced=total)
    minutes.say_own(said, _short(r, built, sum(costs)))
    hexes.learn(minutes, built)
    for each, where in zip(built, places, strict=True):
        why = say("{where}: $2 × {rank}", where=where, rank=each.rank)
        minutes.pay(account, BANK, box.cost(each.rank), why)
        minutes.pay(account, BOARD, 1, say("track"), cubes(r))
        put = say("Put a {colour} {r} cube on {where}", colour=colour, r=r, where=where)
        minutes.hands("place_cube", put, cube=r, place=each.name or each.kind)
    minutes.state = minutes.state.with_track(r, (*minutes.state.tracks[r], *built))


def _short(railroad: Railroad, built: tuple[Hex, ...], total: int) -> Text:
    """What was built, and what it cost in all, in dollars: for a preview that goes on with the dividends."""
    if len(built) > 1:
        return say("{r} builds {n} hexes, ${total}", r=railroad, n=len(built), total=total)
    words = (
        phrase("{r} builds in {where}, ${total}") if built[0].name else phrase("{r} builds {where}, ${total}")
    )
    return say(words, r=railroad, where=hexes.words(built[0]), total=total)
