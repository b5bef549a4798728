"""Write `docs/players/GAME.md` and `docs/rules/rulings.md` anew, from the games' help and boxes: `make docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.documents.help import help_document
from companion.games import GAMES, package_of
from companion.vocabulary.box import Ruling
from companion.vocabulary.rules import Rules

DOCS = Path(__file__).resolve().parent.parent / "docs"
WRITTEN = "<!-- Written by `make docs` from {source}: change it there. -->"
OURS = "Told in our own words; the rulebook in your box has the last word."
CHOSEN = (
    "Where the rulebook leaves something open, the table chooses when it is created. "
    "What holds unless it does is set in bold."
)


def pages() -> dict[Path, str]:
    """Every page that is written, by where it stands."""
    found = {DOCS / "players" / f"{rules.box.slug}.md": "\n".join(_guide(rules)) for rules in GAMES}
    found[DOCS / "rules" / "rulings.md"] = "\n".join(_rulings())
    return found


def _guide(rules: Rules[Any]) -> Iterator[str]:
    """What a player reads before an evening, and in it: set-up, a turn, the end; rule by rule; what a table decides."""
    box, told = rules.box, help_document(rules, "en")
    source = f"companion/games/{package_of(box.slug).rpartition('.')[2]}/help/en.toml"
    yield f"# {box.name}\n\n{WRITTEN.format(source=source)}\n"
    yield f"{told['lead']}\n\n{box.least_players} to {box.most_players} players. {OURS}\n"
    if (DOCS / "pictures" / f"{box.slug}.png").exists():
        yield f"![{box.name} on the board view, in the middle of an evening](../pictures/{box.slug}.png)\n"
    for chapter in told["guide"]:
        yield f"## {chapter['title']}\n"
        steps = (step.replace("\n", "\n    ") for step in chapter["steps"])  # choices belong to their step
        yield from (f"{n}. {step}" for n, step in enumerate(steps, 1))
        yield ""
    yield "## The rules, step by step\n"
    for topic in told["topics"]:
        yield from _topic(topic)
    if box.rulings:
        yield "## What a table decides\n"
        yield f"{CHOSEN}\n"
        yield from _of_game(rules)
    yield "## When something is wrong\n"
    yield "A wrong figure, a wrong move, a phone that is gone: [what to do](when-something-is-wrong.md).\n"
    rules_page = f"[the rules of {box.name}](../rules/{box.slug}.md)"
    yield f"Which code does what, paragraph by paragraph of the rulebook: {rules_page}.\n"


def _topic(topic: dict[str, Any]) -> Iterator[str]:
    other = [heading for heading in topic["headings"] if heading != topic["title"]]
    yield f"### {topic['title']}\n"
    if other:
        yield f"In the rulebook: *{', '.join(other)}*\n"
    yield f"{topic['what']}\n"
    if topic["cost"]:
        yield f"**Cost.** {topic['cost']}\n"
    if topic["when"]:
        yield "**When**\n"
        yield from (f"- {condition}" for condition in topic["when"])
        yield "\n**Limits**\n"
    yield from (f"- {limit}" for limit in topic["limits"])
    yield f"\n*Example.* {topic['example']}\n"


def _of_game(rules: Rules[Any]) -> Iterator[str]:
    for ruling in rules.box.rulings:
        yield from _ruling(ruling)


def _ruling(ruling: Ruling) -> Iterator[str]:
    """What the rulebook says, or does not say; and how it may be played."""
    yield f"*{ruling.rule}.* {ruling.settles}\n" if ruling.rule else f"{ruling.settles}\n"
    (_, default), *others = ruling.choices
    yield f"- **{default}**"
    yield from (f"- {words}" for _, words in others)
    yield ""


def _rulings() -> Iterator[str]:
    """Every ruling of every game."""
    yield f"# Rulings\n\n{WRITTEN.format(source='the boxes of the games')}\n"
    yield "Where a rulebook is silent or contradicts itself, the companion takes the reading in bold, and a table"
    yield "may choose another one when it is created."
    yield "How each was decided: [the rules, and how they are read](README.md).\n"
    for rules in GAMES:
        if rules.box.rulings:
            yield f"## {rules.box.name}\n"
            yield from _of_game(rules)


def main() -> None:
    """Every page."""
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
