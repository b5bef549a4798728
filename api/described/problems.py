"""What is answered when nothing is done: a problem document (RFC 9457)."""

from __future__ import annotations

from api.described import shapes
from api.described.offers import NeedSchema


class ProblemSchema(shapes.Closed):
    """Why it was not done. Nothing has changed."""

    type = shapes.text("`/problems/` and the code: a page that says what it means")
    title = shapes.text("The code in words")
    status = shapes.whole("As in the answer's head")
    detail = shapes.text("A sentence that a person at the table understands")
    code = shapes.text("For programs; one that is not known here is to be treated by its status")
    request = shapes.text("What this request is known by, also in the server's log; as in `X-Request-Id`")
    errors = shapes.named(
        shapes.several(shapes.text()), "By field: what is wrong with it, for people", optional=True
    )
    rule = shapes.text("The rulebook's heading that forbids it", optional=True)
    needs = shapes.several(
        shapes.one(NeedSchema), "Of `facts-needed`: what is asked for, to be sent in `facts`", optional=True
    )
    did_you_mean = shapes.several(shapes.text(), "Names that are nearly the one given", optional=True)
    insist = shapes.named(
        shapes.named(shapes.named(shapes.flag())),
        "By section, name and fact: to be sent as `facts`, if it is another place all the same",
        optional=True,
    )
    revision = shapes.whole("Of the entry that no longer fits, or is damaged", optional=True)
