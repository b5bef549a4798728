"""Set-up, the offers of each phase, how a move is carried out, and what only the table knows when it is packed up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.atlas.asking import facts_needed
from companion.atlas.known import Atlas, Change, known_place
from companion.games.texas_pacific import auctions, box, decisions, hexes, ranch, track, turns, west
from companion.games.texas_pacific.box import COLOURS, LAID_OUT, ORDER, START, START_INCOME, TP, TRACK_NAMES
from companion.games.texas_pacific.moves import DecideNothing, DecideRanch, DecideStock, DecideTrack, Decision
from companion.games.texas_pacific.state import RANCH, Bidding, Deciding, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.game_state import Over
from companion.mechanisms.income import tell
from companion.mechanisms.parts import part
from companion.vocabulary import ledger
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.vocabulary.box import Setup
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.errors import Need, not_now
from companion.words.text import Text, Who, counted, either, joined, phrase, say
from companion.words.values import Railroad, Seat

NO_ACTION = say("Only slide a cube")


def setup(setup: Setup) -> State:
    """Money, certificates, cubes and ranch markers laid out; the GHH's certificate is auctioned (Game Setup)."""
    seats, cash = setup.seats, int(box.BOX["cash"][str(setup.seats)])
    holdings = [
        (ledger.BANK, ledger.MONEY, box.PAPER_TOTAL - cash * seats),
        (ledger.BOARD, RANCH, box.RANCHES),
        *((ledger.seat_account(Seat(n)), ledger.MONEY, cash) for n in range(1, seats + 1)),
    ]
    for r in ORDER:
        account, cubes = ledger.railroad_account(r), ledger.cubes(r)
        # The cubes the TP will open with wait aside.
        aside = ledger.BOX if r == TP else ledger.BOARD
        holdings.append((account, ledger.certificates(r), box.CERTIFICATES[r]))
        holdings += [(account, cubes, box.CUBES[r] - LAID_OUT), (aside, cubes, LAID_OUT)]
    first = Seat(setup.options["first_bidder"])
    opened = ledger.Ledger.opened(holdings)
    state = State(
        seats=seats, rulings=setup.rulings, ledger=opened, atlas=setup.atlas, phase=Over(), active=first
    )
    return auctions.initial(state, first)


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Cubes, certificates, ranch markers and the natural-coloured cubes (Game Setup); the money stays in the box."""
    start = phrase("Put a {colour} {r} cube on {place}, and one at {n} on the Income Track")
    later = phrase("Put all {n} {colour} {r} cubes there too: it opens later")
    return lay_out(
        *(say(start, colour=COLOURS[r], r=r, place=START[r], n=START_INCOME[r]) for r in box.FIRST),
        say("Put the other cubes and the Stock Certificates of each railroad beside its banner"),
        say(later, n=box.CUBES[TP], colour=COLOURS[TP], r=TP),
        say("Put a ranch marker on each of the {n} ranch hexes", n=box.RANCHES),
        say("Put the small natural cube on space 1 of the Round Track"),
        say("Put a large natural cube on the Start box of each of the three Decision Tracks"),
    )


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    if state.auction:
        return hammer.offers(state.auction, state.cash, unbid=hammer.last_pass(state.auction, free=True))
    if state.finished:
        return ()
    return (*_actions(state), _nothing_offer(state))


@part
def _actions(state: State) -> tuple[Offer, ...]:
    """The three Decisions with their actions; those that cannot be taken say why."""
    actions = track.offer(state), ranch.offer(state), auctions.stock_offer(state)
    return tuple(_on_the_way(state, *one) for one in zip(TRACK_NAMES, actions, strict=True))


def _on_the_way(state: State, name: str, offer: Offer) -> Offer:
    """Its help says, too, how far that cube still is from End: whoever chooses decides when everybody is paid, and
    when the game ends. That comes behind the action, as it does at the table."""
    if offer.help is None:
        return offer
    told = [offer.help]
    if way := _at_end(state, name):
        told.append(say("The {track} cube {way}.", track=TRACK_NAMES[name], way=way))
    elif way := decisions.to_end(state, name):
        told.append(say("The cube is {way}.", way=way))
    return replace(offer, help=joined(told, " "))


@part
def idle(state: State) -> bool:
    """Can none of the Decisions be taken with its actions?"""
    return all(offer.disabled for offer in _actions(state))


@part
def open_decisions(state: State) -> Text:
    """The Decisions that can be taken with their actions, and that a cube may slide without one."""
    able = zip(TRACK_NAMES.values(), _actions(state), strict=True)
    names = either([name for name, offer in able if not offer.disabled])
    return say("{one_of}, or only slide a cube", one_of=names) if sliding(state) else names


def _nothing_offer(state: State) -> Offer:
    """A Decision without its actions. Stock: only where ruling `stock_without_bid` allows it."""
    refusals = _stays(state)
    comes = {name: _at_end(state, name) or decisions.to_end(state, name) for name in TRACK_NAMES}
    choices = tuple(Choice(name, words, comes[name], refusals[name]) for name, words in TRACK_NAMES.items())
    ends = (decisions.end_field(state, DecideNothing, name, {"track": name}) for name in TRACK_NAMES)
    boxes = (asked for name in TRACK_NAMES for asked in decisions.boxes_field(state, name, {"track": name}))
    cube = narrowed(DecideNothing, "track", label=say("Cube to slide"), choices=choices)
    fields = (cube, *boxes, *ends)
    names = [_slid(state, name) for name, refusal in refusals.items() if not refusal]
    tip = say("Slide it and do nothing else: {one_of}.", one_of=either(names))
    confirm = say("Only slide the cube")
    return Offer(DecideNothing, state.active, NO_ACTION, fields, tip, confirm=confirm, apart=True)


def _slid(state: State, track: str) -> Text:
    """That Decision Track among those on which a cube may slide for nothing: doing nothing may pay everybody, or end
    the game, and that is read before it is opened."""
    way = _at_end(state, track)
    return say("{track} ({way})", track=TRACK_NAMES[track], way=way) if way else TRACK_NAMES[track]


def _at_end(state: State, track: str) -> Text | None:
    """What comes of it if the next slide brings that cube to End (General Dividends)."""
    if not decisions.reaches_end(state, track):
        return None
    if not decisions.slide_pays(state, track):
        return say("reaches End")
    if turns.ends_when_paid(state):
        return say("reaches End: everybody is paid, and the game ends")
    return say("reaches End: everybody is paid")


def sliding(state: State) -> list[Text]:
    """The Decision Tracks on which a cube may slide without an action."""
    refusals = _stays(state)
    return [words for name, words in TRACK_NAMES.items() if not refusals[name]]


@part
def _stays(state: State) -> Mapping[str, Refusal | None]:
    """By Decision Track, why its cube may not slide without an action."""
    return {name: decisions.unavailable(state, name) or _must_bid(state, name) for name in TRACK_NAMES}


def _must_bid(state: State, name: str) -> Refusal | None:
    if name != "stock" or state.ruled("stock_without_bid", "allowed"):
        return None
    return Refusal("rule", say("The Stock cube slides only with an opening bid"))


def check_facts(state: State, move: Move) -> None:
    """What a Decision has to know of the board: the length of its track, and of hexes what is printed there.

    :raises RuleError: `invalid` for what cannot be read or a name that is a near miss; `facts-needed`;
        `insufficient-funds` or `rule` where an offer has no words.
    """
    if not isinstance(move, Decision):
        return
    boxes, printed = [*decisions.asked(state, move)], list[Need]()
    if isinstance(move, DecideTrack):
        west.check_named(move)
        printed += hexes.asked(state, move)
    if isinstance(move, DecideRanch) and move.hex:
        known_place(state.atlas, move.hex, at="hex", places="hexes")
    if printed:
        labels = dict.fromkeys(label for need in printed if isinstance(label := need["label"], Text))
        raise facts_needed(say("Please read from the board: {what}", what=tuple(labels)), [*boxes, *printed])
    if boxes:
        raise facts_needed(say("Still needed: how many slides there are from Start to End"), boxes)
    if isinstance(move, DecideTrack):
        track.check_possible(state, move)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(state.changed(unable=()))
    if isinstance(state.phase, Bidding):
        auctions.bidding(minutes, state.phase, move)
    elif isinstance(state.phase, Deciding) and isinstance(move, Decision):
        _decide(minutes, move)
    else:
        raise not_now(say("You can't do that now"))
    return minutes.played()


def _decide(minutes: Minutes[State], move: Decision) -> None:
    """The cube slides, what was decided is done, and events follow (Sequence of Play). The TP opens before General
    Dividends are looked at."""
    decisions.slide(minutes, move)
    paid_west = 0
    match move:
        case DecideStock():
            # Its auction ends the turn.
            auctions.decide_stock(minutes, move)
            return
        case DecideTrack():
            paid_west = track.decide(minutes, move)
        case DecideRanch():
            ranch.decide(minutes, move)
        case DecideNothing():
            who, name = Who(move.seat), TRACK_NAMES[move.track]
            minutes.say_own(say("{who} only slides the {track} cube", who=who, track=name))
    decisions.say_end(minutes, move.track)
    if minutes.state.opening_due():
        auctions.open_tp(minutes)
    else:
        turns.finish(minutes, paid_west)


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a changed income moves incomes, a length may show that two cubes stand in End."""
    minutes = Minutes(state.changed(atlas=atlas))
    tell(minutes, state.incomes(), minutes.state.incomes())
    turns.look_again(minutes)
    return minutes.played()


def unseen(state: State) -> tuple[Unseen, ...]:
    """Where the track without a name is, and from which hexes ranch markers were taken."""
    tracks = tuple(_track(state, railroad) for railroad in ORDER if _nameless(state, railroad))
    return (*tracks, _ranches(state)) if state.ranches_built() else tracks


def _nameless(state: State, railroad: Railroad) -> list[Text]:
    """A railroad's hexes that nobody has named: those told, and how many more its cubes say there are."""
    parts = hexes.nameless(state, railroad)
    more = state.built(railroad) - len(state.tracks[railroad])
    return [*parts, say("{n} more", n=more)] if more else parts


def _track(state: State, railroad: Railroad) -> Unseen:
    label = say("Hexes of the {r} without a name", r=railroad)
    ask = say("{hexes}: where are the cubes?", hexes=joined(_nameless(state, railroad), ", "))
    return Unseen(f"hexes:{railroad}", label, ask, railroad=railroad)


def _ranches(state: State) -> Unseen:
    names = [say("{name}", name=name) for name in state.taken]
    nameless = state.ranches_built() - len(names)
    ask = counted(
        "{n} marker was taken from a hex without a name: which?",
        "{n} markers were taken from hexes without a name: which?",
        n=nameless,
    )
    label, so_far = say("Ranch hexes without their marker"), joined(names, ", ") if names else None
    return Unseen("ranches", label, ask if nameless > 0 else None, so_far)
