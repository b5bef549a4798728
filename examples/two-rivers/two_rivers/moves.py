"""What a player can do in Two Rivers."""

from __future__ import annotations

from companion.mechanisms import auction
from companion.mechanisms.box_file import railroads_of, read_box
from companion.vocabulary.moves import Move, choice, move
from companion.words.values import Railroad

BOX = read_box(__package__)
ORDER = tuple(railroad.id for railroad in railroads_of(BOX))


@move("put_up", "Put up a share", "A turn")
class PutUp(Move):
    """A share comes under the hammer; whoever put it up bids first."""

    railroad: Railroad = choice("Railroad", among=ORDER)


@move("build", "Build", "Building")
class Build(Move):
    """A railroad pays for a cube on the board and earns more from then on."""

    railroad: Railroad = choice("Railroad", among=ORDER)


@move("rest", "Do nothing", "A turn")
class Rest(Move):
    """The turn is over."""


MOVES = (PutUp, Build, Rest, *auction.MOVES)
