"""Tracks, dice and the end: what is set, rolled, and worth how much."""

from __future__ import annotations

from companion.games.bank.boxes import Track
from companion.games.bank.moves import EndGame, Roll, SetTrack
from companion.games.bank.state import Settled, State
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import BANK, Account, account_owner, seat_account
from companion.vocabulary.minutes import Minutes
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, Who, joined, phrase, say
from companion.words.values import Money, Railroad

INCOME = "income"
"""The track of companies that is shown as what they earn."""
TRACKS = {INCOME: say("Income"), "points": say("Points")}


def track_words(name: str) -> Text:
    """A track's name, with a capital as all names have; those of the games' own boxes are translated."""
    return TRACKS.get(name) or say("{name}", name=name[:1].upper() + name[1:])


def track_of(state: State, move: SetTrack) -> tuple[Track, Account]:
    """Which track of whom a move is about.

    :raises RuleError: `invalid` where there is none.
    """
    whose = Account(move.of or TABLE)
    for track in state.box.tracks:
        if track.name == move.track and (whose, track.name) in state.tracks:
            return track, whose
    words = say("{owner} has no track {name}", owner=_owner(whose), name=move.track)
    raise invalid("of", words)


def _owner(account: Account) -> Text:
    return say("the table") if account == TABLE else account_owner(account)


def set_track(minutes: Minutes[State], move: SetTrack) -> None:
    """The marker stands somewhere else.

    :raises RuleError: `rule` for a number that the track has not.
    """
    state = minutes.state
    track, whose = track_of(state, move)
    if not track.least <= move.value <= track.most:
        name, least, most = track_words(track.name), track.least, track.most
        raise forbidden("{track}: from {least} to {most}", track=name, least=least, most=most)
    minutes.say_large(_moved(state, track, whose, move.value), _noted(state, track, whose, move.value))
    minutes.state = state.changed(tracks={**state.tracks, (whose, track.name): move.value})


def _noted(state: State, track: Track, whose: Account, new: int) -> Text | None:
    """How it is told large that a company earns what it did: that somebody said so is the news."""
    if track.of != "company" or track.name != INCOME or state.on(track, whose) != new:
        return None
    company = account_owner(whose, by_letters=True)
    return say("Income of the {company} noted: {now}", company=company, now=state.priced(new))


def _moved(state: State, track: Track, whose: Account, new: int) -> Text:
    """What a marker did, or that it stays where it is. What a company earns is said as money."""
    name, old = track_words(track.name), state.on(track, whose)
    if track.of == "company" and track.name == INCOME:
        company, was, now = account_owner(whose, by_letters=True), state.priced(old), state.priced(new)
        if old == new:
            return say("{company} income stays {now}", company=company, now=now)
        return say("{company} income {was} → {now}", company=company, was=was, now=now)
    if track.of == "table":
        words = phrase("{track}: {old} → {new}") if old != new else phrase("{track} stays {new}")
        return say(words, track=name, old=old, new=new)
    words = phrase("{owner}: {track} {old} → {new}") if old != new else phrase("{owner}: {track} still {new}")
    return say(words, owner=account_owner(whose, by_letters=True), track=name, old=old, new=new)


def roll(minutes: Minutes[State], move: Roll) -> None:
    """Dice that have fallen.

    :raises RuleError: `rule` for others than the table has.
    """
    dice = minutes.state.dice
    if len(move.dice) != len(dice) or any(face > most for face, most in zip(move.dice, dice, strict=True)):
        raise forbidden("The dice of this table: {dice}", dice=", ".join(f"1–{most}" for most in dice))
    faces = " + ".join(map(str, move.dice))
    if len(dice) == 1:
        minutes.say("{who} rolls {faces}", who=Who(move.seat), faces=faces)
    else:
        minutes.say("{who} rolls {faces} = {sum}", who=Who(move.seat), faces=faces, sum=sum(move.dice))


def end_game(minutes: Minutes[State], move: EndGame) -> None:
    """The bank pays every certificate that a player holds at its value; requests lapse."""
    values = {Railroad(company): Money(value) for company, value in (move.values or {}).items() if value}
    state, held = minutes.state, []
    for seat in state.all_seats:
        for company in state.box.order:
            if (number := state.held(seat, company)) and company in values:
                held.append((seat, company, number))
                why = say(
                    "{n} {company} × {value}",
                    n=number,
                    company=company,
                    value=state.priced(values[company]),
                )
                minutes.pay(BANK, seat_account(seat), number * values[company], why)
    minutes.say("the game is over")
    told = [say("{company} {value}", company=r, value=state.priced(value)) for r, value in values.items()]
    if told:
        minutes.say("value per certificate: {values}", values=joined(told, ", "))
    elif any(state.shares_of(seat, state.box.order) for seat in state.all_seats):
        minutes.say("certificates count for nothing")
    phase = Settled(tuple(values.items()), tuple(held))
    minutes.state = minutes.state.changed(phase=phase, asked=())
    minutes.say_large(_won(minutes.state))


def _won(state: State) -> Text:
    """Who has most, and how much: the first ones share the win."""
    most = max(state.cash(seat) for seat in state.all_seats)
    best = tuple(Who(seat) for seat in state.all_seats if state.cash(seat) == most)
    words = phrase("{who} win with {total} each") if len(best) > 1 else phrase("{who} wins with {total}")
    return say(words, who=best, total=state.priced(most))


def value_formula(state: State, number: int, value: int) -> Text:
    """What somebody's certificates of a company are worth."""
    return say("{n} × {value}", n=number, value=state.priced(value))
