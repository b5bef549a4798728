"""Tables and seats: what is created, who is let in, and the keys that do it."""

from __future__ import annotations

from api.described import shapes
from api.described.tables import any_table


class CreatedSchema(shapes.Closed):
    """A new table, with the keys to it. They are told once, here, and never again."""

    code = shapes.text("The table's, in its address: whoever knows it may look on")
    host_key = shapes.secret("Whoever has it is the host")
    join_key = shapes.secret("Whoever has it may take a free seat; it is what the QR code holds")
    join_url = shapes.address("What the QR code says. A secret: it holds the join key")
    table = any_table()


class HostKeySchema(shapes.Closed):
    """A new host key; the old one ends."""

    host_key = shapes.secret("Whoever has it is the host")
    join_key = shapes.secret("As before")


class JoinKeySchema(shapes.Closed):
    """What the table's QR holds, for somebody who has read the digits off the host's screen."""

    join_key = shapes.secret("Whoever has it may take a free seat")


class FoundTableSchema(shapes.Closed):
    """The table whose digits somebody has read off its host's screen, and what its QR holds."""

    code = shapes.text("The table's, in its address")
    join_key = shapes.secret("Whoever has it may take a free seat")


class NextTableSchema(shapes.Closed):
    """Where the people of a table play again, and the way in."""

    code = shapes.text("The new table's, in its address")
    join_key = shapes.secret("Whoever has it may take a free seat there")
    join_url = shapes.address("What the new table's QR says")


class SeatedSchema(shapes.Closed):
    """A seat, and the table as its phone sees it."""

    seat = shapes.seat()
    table = any_table()


class HandedOverSchema(shapes.Closed):
    """A seat's own way to another phone. Using it ends the key of the old one."""

    handover_key = shapes.secret("Lets one phone take that seat")
    url = shapes.address("What the QR code says. A secret: it holds the key")
    qr_svg = shapes.text("The QR code as a picture (SVG)")


class PrivateNotesSchema(shapes.Closed):
    """What a player has written for themselves."""

    text = shapes.text("May be empty")


class AskedSchema(shapes.Closed):
    """A phone has asked for a seat that is on another phone."""

    id = shapes.text("Of the request")
    pin = shapes.text("Two digits, to compare with what the other phones show")
    seat = shapes.seat()
    until = shapes.moment("When it lapses")


class AnsweredSchema(shapes.Closed):
    """A phone that asked has its answer."""

    id = shapes.text("Of the request")
    seat = shapes.seat()
    approved = shapes.flag()


class AddressSchema(shapes.Closed):
    """A way in which phones may reach this server."""

    url = shapes.address("Where the server is")
    join_url = shapes.address("What a QR code for it says. A secret: it holds the join key")
    qr = shapes.text("Where its QR code is, from the server's root")


class AddressesSchema(shapes.Closed):
    """The ways in which phones may reach this server."""

    items = shapes.several(shapes.one(AddressSchema), "The usual one first")


class WatchedSchema(shapes.Closed):
    """An evening to watch."""

    code = shapes.text("The table's, in its address")
    game = shapes.text("The slug of its game")


class TableItemSchema(shapes.Closed):
    """A table in a list."""

    code = shapes.text()
    game = shapes.text("The slug of its game")
    created_at = shapes.moment("When it was created")
    players = shapes.several(shapes.text(), "Their names in seating order")
    status = shapes.text(among=("running", "finished"))


class TablePageSchema(shapes.Closed):
    """A page of tables."""

    items = shapes.several(shapes.one(TableItemSchema), "Newest first")
    next = shapes.text("What to ask for as `before`; null: that was all", maybe=True)
