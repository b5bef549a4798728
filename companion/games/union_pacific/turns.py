"""A turn: build track and draw a share, or invest. Dividend cards that were drawn are paid at once."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from companion.atlas.asking import facts_needed, need
from companion.games.union_pacific import cards, dividends, investing
from companion.games.union_pacific.box import ALL, BUILDERS, CARDS, UP, UP_TABLE
from companion.games.union_pacific.moves import Build, DrawShare, ThirdPlayer
from companion.games.union_pacific.state import Drawing, Over, State, Third, Turn, trains, up_row
from companion.vocabulary.ledger import BOARD, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.errors import forbidden
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Railroad, Seat, clockwise

HEADING = "Building track"
_BUILD = say("A train for any company, then a share. Without the dividend cards, the draw is asked for next.")


# --- what may be done --------------------------------------------------------------------------------


def offer(state: State, seat: Seat) -> Offer:
    """A train for any company."""
    choices = tuple(_company(state, company) for company in BUILDERS)
    stuck = all(choice.disabled for choice in choices)
    return Offer(
        Build,
        seat,
        say("Build track"),
        (
            narrowed(Build, "company", choices=choices),
            _cards(state, Build),
            *(narrowed(Build, name) for name in ("track", "from", "to")),
        ),
        help=joined([_BUILD, cards.REMOVED, cards.EXCHANGED], " "),
        unchecked=("adjacency", "hand"),
        disabled=Refusal("rule", say("Every train is on the board")) if stuck else None,
    )


def _company(state: State, company: Railroad) -> Choice:
    left = state.trains_left(company)
    hint = say("value ${value}M, {n} trains left", value=state.value(company), n=left)
    none = Refusal("rule", say("All its trains are on the board"))
    return Choice(company, Text(company), hint=hint, disabled=None if left else none)


def _cards(state: State, move: type[Build | DrawShare]) -> OfferField:
    default = 0 if move is DrawShare else None
    return narrowed(move, "dividend_cards", most=CARDS - state.paid, default=default)


def draw_offers(state: State, phase: Drawing) -> tuple[Offer, ...]:
    """How many dividend cards were turned up."""
    tip = say("Every dividend card that was turned up counts, also while the display was filled up.")
    help_ = joined([tip, cards.REMOVED, cards.EXCHANGED], " ")
    return (Offer(DrawShare, phase.seat, say("Draw a share"), (_cards(state, DrawShare),), help=help_),)


def third_offers(state: State) -> tuple[Offer, ...]:
    """Either player, or the host, enters what the imaginary third player has."""
    choices = tuple(
        Choice(company, Text(company), hint=investing.left_hint(state, company)) for company in ALL
    )
    field = narrowed(ThirdPlayer, "shares", choices=choices, default={})
    tip = say(
        "Sort the face-up shares, the rest of the deck and the rest of the UP by company. Your hands stay out."
    )
    label = say("The imaginary third player's shares")
    return tuple(
        Offer(ThirdPlayer, Seat(n), label, (field,), help=tip, unchecked=("hand",))
        for n in range(1, state.seats + 1)
    )


# --- what it needs to be known -----------------------------------------------------------------------


def asked(state: State, number: int) -> None:
    """The Union Pacific's row is asked for when it is to pay, and not before.

    :raises RuleError: `facts-needed`.
    """
    rows = state.rows_due(number)
    if state.seats == 2 and state.paid + len(rows) == state.last:
        rows = rows[:-1]  # the last payment waits for the imaginary third player, and asks then
    if state.on_table(UP):
        ask_rows(state, rows)


def ask_rows(state: State, rows: Iterable[int]) -> None:
    """:raises RuleError: `facts-needed` for rows of the Union Pacific's table that nobody has read out."""
    unknown = [row for row in dict.fromkeys(rows) if up_row(state.atlas, row) is None]
    needs = [
        need(
            UP_TABLE,
            str(row),
            fact.name,
            say("{nth} dividend of the UP, place {place}", nth=dividends.nth(row), place=fact.name),
        )
        for row in unknown
        for fact in UP_TABLE.facts
        if state.atlas.get(UP_TABLE.name, str(row), fact.name) is None
    ]
    if needs:
        raise facts_needed(
            say("What does the Union Pacific pay? Read it off the table of its dividends."), needs
        )


def odd_rows(state: State) -> tuple[Text, ...]:
    """What is unlikely to be printed so: a later place that pays more, a later dividend that pays less."""
    told = {row: paid for row in range(2, CARDS + 1) if (paid := up_row(state.atlas, row)) is not None}
    odd = [
        say("check the UP's {nth} dividend: a later place pays more", nth=dividends.nth(row))
        for row, paid in told.items()
        if any(later > earlier for earlier, later in itertools.pairwise(paid))
    ]
    rows = sorted(told)
    odd += [
        say("check the UP's {nth} dividend: a place pays less than before", nth=dividends.nth(row))
        for before, row in itertools.pairwise(rows)
        if any(now < then for then, now in zip(told[before], told[row], strict=True))
    ]
    return tuple(odd)


# --- carrying it out ---------------------------------------------------------------------------------


def build(minutes: Minutes[State], move: Build) -> None:
    """A train is placed; the share is drawn with it, or asked for next (Building track)."""
    company, account = move.company, railroad_account(move.company)
    if not minutes.state.trains_left(company):
        raise forbidden(say("All trains of the {company} are on the board", company=company), HEADING)
    before = minutes.state.value(company)
    minutes.pay(account, BOARD, 1, say("a train of the {company}", company=company), trains(company))
    minutes.say(
        say(
            "{who}: {company} builds{where}; value {old} → {new}",
            who=Who(move.seat),
            company=company,
            where=_where(move),
            old=before,
            new=minutes.state.value(company),
        )
    )
    if move.from_ and move.to:
        told = (*minutes.state.sections.get(company, ()), f"{move.from_}-{move.to}")
        minutes.state = replace(minutes.state, sections={**minutes.state.sections, company: told})
    words = say("{who} puts a track card face up on the discards", who=Who(move.seat))
    minutes.hands("discard_track", words, seat=move.seat)
    minutes.hands(
        "place_train",
        say(
            "Place a train of the {company}{where}; it has {placed} on the board",
            company=company,
            where=_where(move),
            placed=minutes.state.trains_placed(company),
        ),
        railroad=company,
    )
    _draws(minutes, move.seat)
    if move.dividend_cards is None:
        minutes.state = replace(minutes.state, phase=Drawing(move.seat, company))
    else:
        drawn(minutes, move.seat, move.dividend_cards)


def _draws(minutes: Minutes[State], seat: Seat) -> None:
    words = say("{who} draws a share; the display is filled up", who=Who(seat))
    minutes.hands("draw_share", words, seat=seat)


def _where(move: Build) -> Text:
    track = say(", {track}", track=move.track) if move.track else Text("")
    if move.from_ and move.to:
        return say(" {from_}-{to}{track}", from_=move.from_, to=move.to, track=track)
    return track


def draw(minutes: Minutes[State], phase: Drawing, move: DrawShare) -> None:
    """A share is drawn, with so many dividend cards before it."""
    minutes.say(say("{who} draws a share", who=Who(phase.seat)))
    if phase.company is None:
        _draws(minutes, phase.seat)
    drawn(minutes, phase.seat, move.dividend_cards)


def next_turn(minutes: Minutes[State], seat: Seat) -> None:
    """The turn passes to the left of the player who took it."""
    begin_turn(minutes, clockwise(minutes.state.seats, seat)[0])


def begin_turn(minutes: Minutes[State], seat: Seat) -> None:
    """Every turn begins with a track card (Playing the game)."""
    minutes.hands("draw_track", say("{who} draws a track card", who=Who(seat)), seat=seat)
    minutes.state = replace(minutes.state, phase=Turn(seat))


def drawn(minutes: Minutes[State], seat: Seat, number: int) -> None:
    """A share was drawn and dividend cards were turned up: a payment for each, up to the last of the game (Dividend
    payments; Game end)."""
    minutes.state = cards.with_hand(replace(minutes.state, drawn=minutes.state.drawn + 1), seat, 1)
    state = minutes.state
    rows = state.rows_due(number)
    if number:
        words = say("a dividend card") if number == 1 else say("{n} dividend cards", n=number)
        minutes.say(say("{cards} turned up", cards=words))
        if remark := cards.too_early(state, state.paid + number):
            minutes.say(remark)
    if number > len(rows):
        minutes.say(
            say("the {nth} dividend is the last: a later card is not paid", nth=dividends.nth(state.last))
        )
    ends = state.paid + len(rows) == state.last
    third = ends and state.seats == 2
    for row in rows[:-1] if third else rows:
        dividends.pay(minutes, row)
    if number:
        words = counted(
            "Put the dividend card into the box", "Put the {n} dividend cards into the box", n=number
        )
        minutes.hands("discard", words, number=number)
    if third:
        minutes.say(say("the imaginary third player joins the last payment"))
        minutes.state = replace(minutes.state, phase=Third(rows[-1]))
    elif ends:
        finish(minutes)
    else:
        next_turn(minutes, seat)


def third_player(minutes: Minutes[State], phase: Third, move: ThirdPlayer) -> None:
    """The third player's shares, then the last payment (Special rules for playing with two players)."""
    state = minutes.state
    third = Seat(state.seats + 1)
    minutes.state = replace(state, third=True)
    laid = {Railroad(company): n for company, n in move.shares.items() if n}
    if laid:
        investing.lay_down(minutes, third, laid)
    dividends.pay(minutes, phase.row)
    finish(minutes)


def finish(minutes: Minutes[State]) -> None:
    """The game is over (Game end)."""
    minutes.say(say("the game is over"))
    minutes.state = replace(minutes.state, phase=Over())
