"""Building track: a train is placed, and a share is drawn. The track itself is seen on the board, and a build need not
tell its section."""

from __future__ import annotations

from companion.games.union_pacific import dividends
from companion.games.union_pacific.box import BUILDERS, CARDS
from companion.games.union_pacific.moves import Build, DrawShare
from companion.games.union_pacific.state import Drawing, State, trains
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BOARD, railroad_account
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.errors import forbidden
from companion.words.text import Text, Who, joined, phrase, plain, say
from companion.words.values import Railroad, Seat

REMOVED = say("If four face-up shares are of one company, put them in the box and turn up four new ones.")
EXCHANGED = say("You may swap a share of your hand (into the box) for one of the UP stack.")
"""What may follow a draw (Draw a share card; The Union Pacific railway company)."""
_BUILD = say("Draw a track card, play one, place a train, then draw a share.")
_ASKED_NEXT = say("Later: you are asked when you draw a share.")
"""Why a build need not say how many dividend cards were turned up."""
_COUNT = say("Draw and refill first, then count the dividend cards turned up.")


def offer(state: State, seat: Seat) -> Offer:
    """A train for any company."""
    choices = tuple(_company(state, company) for company in BUILDERS)
    fields = (
        narrowed(Build, "company", choices=choices),
        narrowed(Build, "dividend_cards", most=CARDS - state.paid, help=_ASKED_NEXT, aside=True),
        *dividends.odd_fields(state, CARDS - state.paid),
        *(narrowed(Build, name, aside=True) for name in ("track", "from", "to")),
    )
    stuck = all(choice.disabled for choice in choices)
    none = Refusal("rule", say("Every train is on the board")) if stuck else None
    return Offer(
        Build,
        seat,
        say("Build track"),
        fields,
        _BUILD,
        unchecked=("adjacency", "hand"),
        disabled=none,
        sought=True,
    )


@part
def _company(state: State, company: Railroad) -> Choice:
    left = state.trains_left(company)
    # the trains left, in few words: a longer line would fold ten companies on a phone
    hint = joined(
        [
            say("value ${value}M", value=state.value(company)),
            say("{n} left", n=left),
        ],
        " · ",
    )
    none = Refusal("rule", say("All its trains are on the board"))
    return Choice(company, Text(company), hint=hint, disabled=None if left else none)


def draw_offer(state: State, seat: Seat) -> Offer:
    """How many dividend cards were turned up."""
    number = narrowed(DrawShare, "dividend_cards", most=CARDS - state.paid, default=0)
    tip = joined([_COUNT, REMOVED, EXCHANGED], "\n")
    # None stands there from the start: the button says so, and whoever has turned one up sees it
    none, when = say("No dividend card"), {"dividend_cards": 0}
    fields = (number, *dividends.odd_fields(state, CARDS - state.paid))
    return Offer(DrawShare, seat, say("Draw a share"), fields, tip, confirm=none, confirm_when=when)


def check_new(state: State, move: Move) -> None:
    """A company has no train on a section yet, and a section connects two cities (Select a company/train). How many
    spaces it has is seen on the board.

    :raises RuleError: `rule`.
    """
    if not isinstance(move, Build) or not (move.from_ and move.to):
        return
    heading, a, b = "Select a company/train", plain(move.from_), plain(move.to)
    if a == b:
        raise forbidden(say("A section connects two cities"), heading)
    for section in state.sections.get(move.company, ()):
        if plain(section) in (a + b, b + a):
            words = phrase("The {company} already has a train on {section}")
            raise forbidden(say(words, company=move.company, section=section), heading)


def build(minutes: Minutes[State], move: Build) -> None:
    """A train is placed; the share is entered with it, or asked for next (Building track)."""
    company, who, before = move.company, Who(move.seat), minutes.state
    why = say("a train of the {company}", company=company)
    minutes.pay(railroad_account(company), BOARD, 1, why, trains(company))
    where = say(", {track}", track=move.track) if move.track else Text("")
    if move.from_ and move.to:
        where = say(" {from_}-{to}{track}", from_=move.from_, to=move.to, track=where)
        there = (*before.sections.get(company, ()), f"{move.from_}-{move.to}")
        minutes.state = minutes.state.changed(sections={**before.sections, company: there})
    old, new = before.value(company), minutes.state.value(company)
    words = phrase("{who} builds for {company}{where}. Value ${old}M → ${new}M")
    minutes.say(words, who=who, company=company, where=where, old=old, new=new)
    discarded = say("{who} puts a track card face up on the discards", who=who)
    own = say("Put a track card face up on the discards")
    minutes.hands("discard_track", discarded, own, seat=move.seat)
    words = phrase("Place a train of the {company}{where}; it has {placed} on the board")
    placed = minutes.state.trains_placed(company)
    train = say(words, company=company, where=where, placed=placed)
    minutes.hands("place_train", train, None, ("placed",), seat=move.seat, railroad=company)
    _fill_up(minutes, move.seat)
    if move.dividend_cards is None:
        minutes.state = minutes.state.changed(phase=Drawing(move.seat, company))
    else:
        dividends.turned_up(minutes, move.seat, move.dividend_cards)


def _fill_up(minutes: Minutes[State], seat: Seat) -> None:
    words = say("{who} draws a share; refill the display", who=Who(seat))
    minutes.hands("draw_share", words, say("Draw a share; refill the display"), seat=seat)


def draw(minutes: Minutes[State], phase: Drawing, move: DrawShare) -> None:
    """A share is drawn, with so many dividend cards before it (Draw a share card)."""
    who = Who(phase.seat)
    if move.dividend_cards:
        minutes.say_sums(say("{who} draws a share", who=who), NOTHING)
    elif phase.company:  # the news of a turn have room for its last entry
        words = phrase("{who} built for {company} and drew a share (no dividend card)")
        minutes.say(words, who=who, company=phase.company)
    else:
        minutes.say("{who} draws a share (no dividend card)", who=who)
    if phase.company is None:
        _fill_up(minutes, phase.seat)
    dividends.turned_up(minutes, phase.seat, move.dividend_cards, drawing=True)
