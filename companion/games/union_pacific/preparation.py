"""Preparation: what lies where before the first move, what hands lay out, how the share deck is built (rulings
`edition` and `deck`) and when its dividend cards can come; and what only the table knows when all is packed up."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.union_pacific import box
from companion.games.union_pacific.box import BUILDERS
from companion.games.union_pacific.state import State, trains
from companion.mechanisms import box_file
from companion.mechanisms.correction import move
from companion.vocabulary import ledger
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.vocabulary.box import Setup
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, counted, joined, phrase, say
from companion.words.values import Railroad, Seat

_SETUP = box.BOX["setup"]


def setup(setup: Setup) -> State:
    """Trains on their starting cities, all shares off the table, and nobody has any money (Preparation)."""
    pieces = [(company, "shares", ledger.certificates(company), 0) for company in box.ALL]
    pieces += [(company, "trains", trains(company), box.START_TRAINS[company]) for company in BUILDERS]
    holdings = [(ledger.BANK, ledger.MONEY, box.PAPER_TOTAL)]
    for company, name, what, placed in pieces:
        total, own = box.printed(setup.atlas, company, name), ledger.railroad_account(company)
        holdings += [(ledger.BOARD, what, placed), (own, what, total - placed)]
        # More than are printed only lie in the box.
        holdings.append((ledger.BOX, what, box.PIECES - total))
    # Money that the others do not see, the imaginary third player's too (ruling `cash_visibility`).
    hidden = setup.rulings["cash_visibility"] == "hidden"
    unseen = [ledger.seat_account(Seat(n)) for n in range(1, setup.seats + 2)] if hidden else []
    opened = ledger.Ledger.opened(holdings, box.BOX["money"]["suffix"], unseen=unseen)
    first = Seat(setup.options["first_player"])
    return State(seats=setup.seats, rulings=setup.rulings, ledger=opened, atlas=setup.atlas, first=first)


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Trains and cards, up to the first investments (Preparation); the bank notes stay in the box."""
    return box_file.setting_up(box.BOX)


def recount(minutes: Minutes[State], company: Railroad) -> None:
    """What is in play stays there; the rest of the printed pieces is the company's, all others lie in the box."""
    state, account = minutes.state, ledger.railroad_account(company)
    for what, name, used in (
        (trains(company), "trains", state.trains_placed(company)),
        (ledger.certificates(company), "shares", state.sold(company)),
    ):
        more = max(0, box.printed(state.atlas, company, name) - used) - state.ledger.of(account, what)
        move(minutes, account, ledger.BOX, more, what, say("recounted"))


def share_deck(state: State) -> tuple[Instruction, ...]:
    """The display and the deck, once everybody has turned up a first share: nobody chooses knowing the display
    (Preparation; Dividend card variant)."""
    first, second, left = _SETUP["first_group"], _SETUP["second_group"], deck(state)
    display = say("Lay {n} shares face up beside the board", n=_SETUP["face_up"])
    if state.ruled("edition", "second"):
        return lay_out(display, say("Build the share deck as in the second edition's rulebook"))
    if state.ruled("deck", "variant"):
        words = phrase(
            "Make {n} roughly equal stacks of the other {rest} shares and shuffle a dividend card into each"
        )
        return lay_out(
            display,
            say("Make {n} stacks of {size} shares without a dividend card", n=box.CARDS, size=first),
            say(words, n=box.CARDS, rest=left - box.CARDS * first),
            say(
                "Build the share deck from the bottom up: a stack with a dividend card, one without, and so on"
            ),
        )
    words = phrase("Shuffle three dividend cards into {n} of the other shares: the bottom of the share deck")
    top = phrase(
        "Shuffle the fourth dividend card into {n} shares and put them on it, then {top} shares without one on top"
    )
    return lay_out(display, say(words, n=left - first - second), say(top, n=second, top=first))


def deck(state: State) -> int:
    """Shares that are left for the deck when everybody has some and the display is full."""
    all_shares = sum(box.printed(state.atlas, company, "shares") for company in BUILDERS)
    return int(all_shares - box.DEALT * state.seats - _SETUP["face_up"])


def earliest(state: State) -> Mapping[int, int]:
    """With which share from the deck so many dividend cards can have come at the earliest; of the second edition's deck
    nothing is known (Preparation; Dividend card variant)."""
    if state.ruled("edition", "second"):
        return {}
    group = int(_SETUP["first_group"])
    if state.ruled("deck", "printed"):
        # The card in the second group may be its first, those in the third may follow one another.
        third = group + int(_SETUP["second_group"]) + 1
        return {1: group + 1, **dict.fromkeys(range(2, box.CARDS + 1), third)}
    # The smallest stacks with a dividend card may lie on top, and in each the card may be the first.
    small, larger = divmod(deck(state) - box.CARDS * group, box.CARDS)
    sizes = [small] * (box.CARDS - larger) + [small + 1] * larger
    return {card: card * group + sum(sizes[: card - 1]) + 1 for card in range(1, box.CARDS + 1)}


def too_early(state: State, number: int) -> Text | None:
    """What is remarked upon when so many dividend cards of the game have come up too early. Only four equal shares in
    the display bring more shares from the deck than are drawn, and no move tells of them."""
    if state.drawn >= earliest(state).get(number, 0):
        return None
    return say("very early for a dividend card: check the deck")


def unseen(state: State) -> tuple[Unseen, ...]:
    """Where the trains are, as far as no build said so, and all the cards. Hands stay secret."""
    envelope = say(
        "Put it in an envelope with the name on it. Where is the envelope? Its contents stay secret"
    )
    in_order = say("How many cards does each have? Keep them in order, a band around each")
    players = state.all_seats[: state.seats]
    return (
        *(trains for company in BUILDERS if (trains := _trains(state, company))),
        Unseen("display", say("Shares face up beside the board"), ask=say("Which are they?")),
        Unseen("decks", say("Share deck, UP stack and track cards"), ask=in_order),
        *(Unseen(f"hand:{seat}", say("Cards in hand"), ask=envelope, seat=seat) for seat in players),
    )


def _trains(state: State, company: Railroad) -> Unseen | None:
    """A company's trains besides those on its coloured spaces; None: there are none."""
    sections = [say("{section}", section=section) for section in state.sections.get(company, ())]
    placed = state.trains_placed(company) - box.START_TRAINS[company]
    if placed <= 0:
        return None
    untold = placed - len(sections)
    ask = counted("{n} train: on which section?", "{n} trains: on which sections?", n=untold)
    label = say("Trains of the {company}", company=company)
    so_far = joined(sections, ", ") if sections else None
    return Unseen(f"trains:{company}", label, ask if untold > 0 else None, so_far, company)
