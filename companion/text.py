"""What the companion says: an English template and its facts, put into words only at the border.

The template is the key of the gettext catalogues, so a language is added without touching a rule.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.values import Seat


@dataclass(frozen=True, slots=True)
class Who:
    """A player, named by the name that stands at the seat when the text is read."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence: `template` with `{fact}` places, and the facts. `also`: sentences that follow it."""

    template: str
    facts: tuple[tuple[str, Fact], ...] = ()
    also: tuple[Text, ...] = ()
    joint: str = "; "

    def __str__(self) -> str:
        return render(self, {})


Fact = str | int | Text | Who | tuple[Who, ...] | tuple[str, ...]

Translate = Callable[[str], str]


def say(template: str, /, **facts: Fact) -> Text:
    """A sentence from its template and facts: `say("{who} passes", who=Who(seat))`."""
    return Text(template, tuple(facts.items()))


def joined(sentences: list[Text] | tuple[Text, ...], joint: str = "; ") -> Text:
    """Several sentences as one, such as a move's summary."""
    if not sentences:
        return Text("")
    first, *rest = sentences
    return first if not rest else Text(first.template, first.facts, tuple(rest), joint)


def render(text: Text, names: Mapping[Seat, str], translate: Translate = str) -> str:
    """The sentence in words. `names`: who sits where; a nameless seat reads "seat 3"."""

    words = translate(text.template) if text.template else ""
    if text.facts:
        words = words.format_map({name: _shown(fact, names, translate) for name, fact in text.facts})
    if text.also:
        words = text.joint.join([words, *(render(part, names, translate) for part in text.also)])
    return words


def _shown(fact: Fact, names: Mapping[Seat, str], translate: Translate) -> str:
    # Most facts are plain; the order of the questions is for speed.
    if isinstance(fact, str | int):
        return str(fact)
    if isinstance(fact, Who):
        return names.get(fact.seat) or translate("seat {n}").format(n=fact.seat)
    if isinstance(fact, Text):
        return render(fact, names, translate)
    return _listed([_shown(part, names, translate) for part in fact], translate)


def _listed(parts: list[str], translate: Translate) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return translate("{list} and {last}").format(list=", ".join(parts[:-1]), last=parts[-1])


@lru_cache(4096)
def plain(name: str) -> str:
    """A name as it is compared: without case, accents, punctuation and blanks."""
    bare = unicodedata.normalize("NFKD", name)
    return "".join(c for c in bare if c.isalnum()).casefold()
