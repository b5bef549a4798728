"""The moves of Prairie Railroads, each described once."""

from __future__ import annotations

from companion.games.prairie_railroads.box import CARDS, ORDER
from companion.games.prairie_railroads.phases import Source
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.moves import Link, Move, choice, dice, flag, links, move, place, seat, text
from companion.words.values import Railroad, Seat


@move("build_start", "First track segment", "Setting Up The Game")
class BuildStart(Move):
    """The winner of an initial auction has the railroad build its first segment, free."""

    from_: str = place("From")
    to: str = place("To")


@move("play_card", "Play an action card", "Action cards")
class PlayCard(Move):
    """A personal card, or the card that was drawn from the Draw deck."""

    card: str = choice("Card", among=CARDS)
    source: Source = choice("From", among=("hand", "deck"))


@move("offer_share", "Offer a share", "Offer Stock")
class OfferShare(Move):
    """Which share comes under the hammer."""

    railroad: Railroad = choice("Railroad", among=ORDER)
    from_: str = choice("Whose share", among=("treasury", "self"))


@move("no_offer", "Nothing to offer", "Offer Stock")
class NoOffer(Move):
    """No share may be offered; the turn is over."""


@move("roll_growth", "Roll for growth", "Discover Growth")
class RollGrowth(Move):
    """The die, twice: the first is the tens, the second the ones."""

    dice: tuple[int, int] | None = dice("Dice", draw="growth", count=2)


@move("choose_growth", "Choose a city to grow", "Discover Growth")
class ChooseGrowth(Move):
    """Both cities of the row have grown: any ungrown primary, or secondary when all primaries are grown."""

    city: str | None = place("City", nullable=True)
    all_primaries_grown: bool = flag("All primary cities have grown")


@move("build_track", "Build track", "Construct Track")
class BuildTrack(Move):
    """One segment, or two in a row. `decided_by`: the controller who selects, if not the active player.

    `blocked`: what the active player controls can build nowhere (see the ruling `blocked_control`).
    """

    railroad: Railroad = choice("Railroad", among=ORDER)
    segments: tuple[Link, ...] = links("Segments", least=1, most=2)
    decided_by: Seat | None = seat("Decided by", optional=True)
    blocked: bool = flag("None of mine can build: show the others")


@move("western_build", "Western Build", "Construct Track")
class WesternBuild(Move):
    """The Western Build box next to a city that the railroad reached in an earlier turn."""

    railroad: Railroad = choice("Railroad", among=ORDER)
    city: str = place("Next to")
    decided_by: Seat | None = seat("Decided by", optional=True)
    blocked: bool = flag("None of mine can build: show the others")


@move("no_build", "Nothing can be built", "Construct Track")
class NoBuild(Move):
    """The map leaves no legal build."""

    reason: str = text("Why", most=200, optional=True)


@move("deck_empty", "The Draw deck is empty", "Ending/Winning the Game")
class DeckEmpty(Move):
    """A player without personal cards finds no card in the Draw deck."""


_AUCTIONS = (Bid, Pass, AuctionResult, BuildStart)
_CARDS = (PlayCard, OfferShare, NoOffer)
_TRACK = (RollGrowth, ChooseGrowth, BuildTrack, WesternBuild, NoBuild)
MOVES = (*_AUCTIONS, *_CARDS, *_TRACK, DeckEmpty)
