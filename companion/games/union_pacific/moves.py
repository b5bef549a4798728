"""The moves of Union Pacific, each described once."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.union_pacific.box import ALL, BUILDERS, CARDS
from companion.vocabulary.moves import Move, choice, count, move, shares, text
from companion.words.values import Railroad

_NAMES = tuple(map(str, ALL))
_WORDS = 40


@move("reveal", "First investment", "Preparation")
class Reveal(Move):
    """The share a player lays down first; it stays sealed until everybody has chosen."""

    company: Railroad = choice("Company", among=_NAMES)


@move("build", "Build track", "Building track")
class Build(Move):
    """A train is placed. `dividend_cards` with it: the share is drawn already, and so many were turned up."""

    company: Railroad = choice("Company", among=tuple(map(str, BUILDERS)))
    dividend_cards: int | None = count("Dividend cards turned up", optional=True, most=CARDS)
    track: str = text("Type of track", most=_WORDS, optional=True)
    from_: str = text("From", most=_WORDS, optional=True)
    to: str = text("To", most=_WORDS, optional=True)


@move("draw_share", "Draw a share", "Draw a share card")
class DrawShare(Move):
    """A share is drawn; all dividend cards that it turned up count, those of a new display too."""

    dividend_cards: int = count("Dividend cards turned up", most=CARDS)


@move("invest", "Invest", "Play one or more share cards")
class Invest(Move):
    """Any number of shares of one company, or one share of each of two."""

    shares: Mapping[str, int] = shares("Shares", among=_NAMES)


@move("pass_turn", "Pass", "Playing the game")
class PassTurn(Move):
    """Neither built nor invested. `no card fits` (and there is no share to invest), `by choice`, or other words."""

    reason: str = text("Why", most=200, optional=True)


@move("third_player", "The imaginary third player", "Special rules for playing with two players")
class ThirdPlayer(Move):
    """The face-up shares, the rest of the deck and the Union Pacific's stack, by company."""

    shares: Mapping[str, int] = shares("Shares", among=_NAMES)


MOVES = (Reveal, Build, DrawShare, Invest, PassTurn, ThirdPlayer)
