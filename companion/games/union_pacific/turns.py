"""Turns, one after the other; the first investments before them; and a turn in which nothing is built: investing, or
passing. Shares come from the hand onto the table: more than were printed is a warning, never a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.union_pacific import preparation
from companion.games.union_pacific.box import ALL, UP, printed
from companion.games.union_pacific.moves import Invest, PassTurn, Reveal
from companion.games.union_pacific.state import Drawing, Revealing, State, Turn
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BOX, certificates, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.errors import forbidden
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Railroad, Seat, clockwise

BY_CHOICE = "by choice"
REASONS = {"no card fits": phrase("no card fits and no share in hand"), BY_CHOICE: phrase("by choice")}
"""Why somebody passes, as it is told; the journal has the reason in these words, or in the player's own."""
_OFFERED = (
    Choice("no card fits", say("No fitting card, no share")),
    Choice(BY_CHOICE, say("By choice")),
)
"""The same, as it is offered."""


def begin_turn(minutes: Minutes[State], seat: Seat) -> None:
    """Every turn begins with a track card (Playing the game)."""
    words = say("{who} draws a track card", who=Who(seat))
    minutes.hands("draw_track", words, say("Draw a track card"), seat=seat)
    minutes.state = minutes.state.changed(phase=Turn(seat))


def next_turn(minutes: Minutes[State], seat: Seat) -> None:
    """The turn passes to the left of the player who took it."""
    begin_turn(minutes, clockwise(minutes.state.seats, seat)[0])


def discard_track(minutes: Minutes[State], seat: Seat) -> None:
    """Who has not built discards a track card (Discard a track card)."""
    words = say("{who} discards a track card", who=Who(seat))
    minutes.hands("discard_track", words, say("Discard a track card"), seat=seat)


@part
def share_choices(state: State) -> tuple[Choice, ...]:
    """Every company, with how many of its shares are not on the table yet."""
    return tuple(
        Choice(company, Text(company), say("{n} left", n=state.not_invested(company))) for company in ALL
    )


@part
def _first_shares(state: State) -> tuple[Choice, ...]:
    """Every company, with its value and how many shares it has."""
    choices = []
    for company in ALL:
        worth = say("by place") if company == UP else say("value ${value}M", value=state.value(company))
        shares = counted("{n} share", "{n} shares", n=state.not_invested(company))
        choices.append(Choice(company, Text(company), joined([worth, shares], " · ")))
    return tuple(choices)


def reveal_offers(state: State) -> tuple[Offer, ...]:
    """Whoever has not chosen a first share yet may, in any order."""
    label = say("Choose your first investment")
    company = narrowed(Reveal, "company", choices=_first_shares(state))
    tip = say("Choose one of your five shares, the UP included. All are revealed together.")
    return tuple(Offer(Reveal, seat, label, (company,), tip, ("hand",)) for seat in state.to_act)


def reveal(minutes: Minutes[State], phase: Revealing, move: Reveal) -> None:
    """A choice, of one of five shares, face down; with the last one all are turned up at once, and the first player
    begins (Preparation)."""
    phase = Revealing(tuple(sorted((*phase.chosen, (move.seat, move.company)))))
    minutes.state = minutes.state.changed(phase=phase)
    if minutes.state.to_act:
        # whoever chooses reads what; to all others the entry is sealed until the last one has chosen
        large = say("{who} chooses {company}", who=Who(move.seat), company=move.company)
        minutes.say_large(say("{who} has chosen", who=Who(move.seat)), large)
        return
    words = phrase("first investments: {who} {company}")
    for seat, company in phase.chosen:
        lay_down(minutes, seat, {company: 1}, say(words, who=Who(seat), company=company))
        words = phrase("{who} {company}")  # of all who follow in the same list
    minutes.instructions.extend(preparation.share_deck(minutes.state))
    minutes.say("{who} begins", who=Who(minutes.state.first))
    begin_turn(minutes, minutes.state.first)


def invest_offer(state: State, seat: Seat) -> Offer:
    """Any number of one company, or one of each of two."""
    most, choices = state.most_in_hand(seat), share_choices(state)
    none = Refusal("rule", say("By our count you have no share card in hand"))
    too_many = counted(
        "By our count {who} has {n} share card in hand",
        "By our count {who} has {n} share cards in hand",
        n=most,
        who=Who(seat),
    )
    too_much = Refusal("rule", too_many) if most else none
    hand = say("about {n} in your hand", n=most)
    shares = narrowed(Invest, "shares", choices=choices, least=1, most=most, too_much=too_much, help=hand)
    tip = say("Any number of shares of one company, or one each of two.")
    disabled = None if most else none
    return Offer(
        Invest, seat, say("Invest"), (shares,), tip, unchecked=("hand",), disabled=disabled, sought=True
    )


def invest(minutes: Minutes[State], move: Invest) -> None:
    """Shares from the hand, face up (Play one or more share cards).

    :raises RuleError: `rule` for two companies with more than a share each, and for more than two.
    """
    laid = {Railroad(company): n for company, n in move.shares.items() if n}
    if len(laid) > 2 or (len(laid) == 2 and set(laid.values()) != {1}):
        words = say("Shares of one company, or one each of two")
        raise forbidden(words, "Play one or more share cards")
    lay_down(minutes, move.seat, laid)
    minutes.state = minutes.state.with_hand(move.seat, -sum(laid.values()))
    discard_track(minutes, move.seat)
    next_turn(minutes, move.seat)


def lay_down(
    minutes: Minutes[State], seat: Seat, laid: Mapping[Railroad, int], brief: Text | None = None
) -> None:
    """Shares are on the table from now on, and count for dividends. What is beyond the printed number comes out of the
    box, and the table is told to count again. brief: how it is told large, one of several."""
    ordered = [(company, laid[company]) for company in ALL if laid.get(company)]
    shares = tuple(say("{n} {company}", n=n, company=company) for company, n in ordered)
    told = say("{who} invests {shares}", who=Who(seat), shares=shares)
    if brief is None:
        minutes.say(told)
    else:
        minutes.say_large(told, brief)
    beyond = []
    for company, n in ordered:
        account, what, why = railroad_account(company), certificates(company), say("invested")
        there = min(n, minutes.state.ledger.of(account, what))
        minutes.pay(account, seat_account(seat), there, why, what)
        minutes.pay(BOX, seat_account(seat), n - there, why, what)
        if n > there:
            beyond.append(company)
        line = say("{who} plays {n} {company}", who=Who(seat), n=n, company=company)
        own = say("Play {n} {company}", n=n, company=company)
        minutes.hands("invest", line, own, seat=seat, railroad=company, shares=n)
    if beyond:
        doubt = _beyond_print(minutes.state, beyond)
        minutes.say_late(doubt, own=doubt)


def _beyond_print(state: State, companies: list[Railroad]) -> Text:
    """What is to be checked: of two companies in one sentence, so that a phone has room for both."""
    laid = tuple(say("{n} {company}", n=state.sold(company), company=company) for company in companies)
    total = tuple(str(printed(state.atlas, company, "shares")) for company in companies)
    return say("check: {laid}, only {total} exist", laid=laid, total=total)


def pass_offer(state: State, seat: Seat) -> Offer:
    """Neither build nor invest, with the reason: only who can do nothing draws a share for it, where the table plays so
    (ruling `stuck_player`)."""
    reason = narrowed(PassTurn, "reason", kind="choice", choices=_OFFERED, open=True)
    help_ = say("The turn passes to the left.")
    if state.ruled("stuck_player", "draws"):
        help_ = say("If no card fits and you have no share in hand, you still draw a share.")
    return Offer(PassTurn, seat, say("Pass"), (reason,), help=help_, aside=True)


def pass_turn(minutes: Minutes[State], move: PassTurn) -> None:
    """Nothing is done but discarding a track card (ruling `stuck_player`)."""
    reason = (move.reason or "").strip()
    words = Text(REASONS[reason]) if reason in REASONS else say("{reason}", reason=reason)
    why = say(": {reason}", reason=words) if reason else Text("")
    minutes.say("{who} passes{why}", who=Who(move.seat), why=why)
    discard_track(minutes, move.seat)
    # In format 1 every reason was the player's own words, and all of them were stuck.
    chosen = move.format >= 2 and reason == BY_CHOICE
    if minutes.state.ruled("stuck_player", "draws") and not chosen:
        minutes.state = minutes.state.changed(phase=Drawing(move.seat, None))
    else:
        next_turn(minutes, move.seat)
