"""A railroad that nobody has chartered after all: its cubes and its Common share go back."""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio.state import State, cubes_of, share_of
from companion.vocabulary.ledger import BOARD, BOX, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.words.text import Who, counted, say
from companion.words.values import Railroad


def take_off(minutes: Minutes[State], railroad: Railroad) -> None:
    """All cubes of a railroad go back to the storage area, that on its Charter too, and its Common share to the
    available area: only a railroad that is chartered has them (Charter a Railroad). Points stay as they are."""
    _cubes_back(minutes, railroad)
    seat = minutes.state.holder(railroad, "common")
    if seat is None:
        return
    account = railroad_account(railroad)
    why = say("the {r} is not chartered", r=railroad)
    minutes.pay(seat_account(seat), account, 1, why, share_of(railroad, "common"))
    minutes.say(say("{who} gives the Common share of the {r} back", who=Who(seat), r=railroad))
    words = say("{who} puts the {r}'s Common share back into the available area", who=Who(seat), r=railroad)
    minutes.hands("return_share", words, railroad=railroad, share="common", seat=seat)


def _cubes_back(minutes: Minutes[State], railroad: Railroad) -> None:
    line = minutes.state.lines.get(railroad)
    if line is None:
        return
    colour, number = line.colour, line.cubes + 1
    why = say("the {r} is not chartered", r=railroad)
    # The host may have taken some of them away already.
    for account, most in ((railroad_account(railroad), 1), (BOARD, line.cubes)):
        held = minutes.state.ledger.of(account, cubes_of(colour))
        minutes.pay(account, BOX, min(most, held), why, cubes_of(colour))
    lines = {one: its for one, its in minutes.state.lines.items() if one != railroad}
    minutes.state = replace(minutes.state, lines=lines)
    minutes.say(say("the {r} is not chartered: it has neither a colour nor cubes", r=railroad))
    words = counted(
        "The {colour} cube of the {r} goes back to the cube storage area",
        "The {n} {colour} cubes of the {r} go back to the cube storage area",
        n=number,
        colour=say(colour),
        r=railroad,
    )
    minutes.hands("return_cubes", words, cube=colour, number=number, railroad=railroad)
