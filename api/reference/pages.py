"""The pages of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import render_template_string
from markupsafe import Markup

from api.calls import BASE
from api.problems import TITLES
from api.reference import layout, words
from api.reference.contract import Node, Operation, contract, keys, operations, shapes, tags

_EVENTS = "x-events"


@dataclass(frozen=True, slots=True)
class Part:
    """What is sent or answered. head: what it is; says: when it comes; example: as text, or empty."""

    head: str
    says: Markup
    kind: Markup
    members: list[words.Member]
    example: str


def contents() -> str:
    """What there is: every call with its sentence, keys, refusals, shapes."""
    return _page(
        layout.CONTENTS,
        contract=contract(),
        subjects=[(path, tag, list(operations(tag["name"]))) for path, tag in tags().items()],
        keys=keys(),
        refusals=_refusals(),
        shapes=sorted(shapes()),
    )


def subject(name: str) -> str | None:
    """The calls of a tag, named as in its address; None: there is none."""
    tag = tags().get(name)
    if tag is None:
        return None
    return _page(layout.SUBJECT, tag=tag, calls=list(operations(tag["name"])), sent=_sent, answered=_answered)


def shape(name: str) -> str | None:
    """A shape with its members; None: there is none."""
    node = shapes().get(name)
    if node is None:
        return None
    several = [(one, words.resolved(one)) for one in words.choices(node)]
    used = [
        (path, call)
        for path, tag in tags().items()
        for call in operations(tag["name"])
        if name in _named_by(call)
    ]
    return _page(
        layout.SHAPE, name=name, node=node, members=list(words.members(node)), several=several, used=used
    )


def _page(page: str, **more: Any) -> str:
    return render_template_string(
        layout.AROUND.replace("{# page #}", page),
        base=BASE,
        subjects_of_all=tags(),
        prose=words.prose,
        kind=words.kind,
        limits=words.limits,
        named=words.named,
        titles=TITLES,
        **more,
    )


def _part(head: str, says: str, content: Node) -> Part:
    schema = content["schema"]
    whole = words.resolved(schema)
    shown = content.get("example")
    return Part(
        head,
        words.prose(says),
        words.kind(schema),
        list(words.members(whole)),
        "" if shown is None else words.example(shown),
    )


def _sent(call: Operation) -> Iterator[Part]:
    body = call.node.get("requestBody")
    if body is None:
        return
    for media, content in body["content"].items():
        yield _part(f"Send {media}", "" if body["required"] else "Nothing at all will do, too.", content)


def _answered(call: Operation) -> Iterator[Part]:
    for status, answer in call.node["responses"].items():
        if status >= "4":
            continue
        if not answer.get("content"):
            yield Part(status, words.prose(answer["description"]), Markup(), [], "")
        for media, content in answer.get("content", {}).items():
            yield _part(f"{status} {media}", answer["description"], content)
            for name, event in content.get(_EVENTS, {}).items():
                yield _part(f"event: {name}", event["description"], {**event, "schema": event["data"]})


def _named_by(call: Operation) -> set[str]:
    """The shapes that a call sends or answers with."""
    bodies = [call.node.get("requestBody", {}), *call.node["responses"].values()]
    contents_ = [content for body in bodies for content in body.get("content", {}).values()]
    nodes = [content["schema"] for content in contents_]
    nodes += [event["data"] for content in contents_ for event in content.get(_EVENTS, {}).values()]
    return {words.named(one) for node in nodes for one in (node, *words.choices(node))}


def _refusals() -> dict[str, str]:
    """Every code that a call may refuse with, and its status."""
    found = {
        code: status
        for tag in tags().values()
        for call in operations(tag["name"])
        for status, answer in call.node["responses"].items()
        for code in answer.get("x-codes", ())
    }
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))
