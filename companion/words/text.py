"""What the companion says: an English template and its facts, put into words only at the border.

The template is the key of the gettext catalogues, so a language is added without touching a rule. What is a
word itself (a label, the name of a card) goes into a sentence as a `Text`, or it would stay English.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.words.values import Seat


@dataclass(frozen=True, slots=True)
class Who:
    """A player, named by the name that stands at the seat when the text is read."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence: `template` with `{fact}` places, and the facts."""

    template: str
    facts: tuple[tuple[str, Fact], ...] = ()
    also: tuple[Text, ...] = ()
    """Sentences that follow it."""
    joint: str = "; "
    one: str = ""
    """The template where `n` is 1; empty: the sentence does not count."""
    brief: Text | None = None
    """What it says where the sums that it names stand beside it; None: the same as everywhere."""
    opens: bool = False
    """It begins a line, with a capital letter; a name stays as it is written."""
    leads: bool = False
    """What matters most of its move: told large, it comes before the others."""
    late: bool = False
    """What matters least: told large, it comes after the others, or not at all where its brief says nothing."""
    own: Text | None = None
    """What the move itself does, in short: a preview says so before what matters most, or not at all where it says
    nothing."""

    def __str__(self) -> str:
        return render(self, {})


Fact = str | int | Text | Who | tuple[Who, ...] | tuple[str, ...] | tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language: `say` translates a template; `count` picks the form for a number, from `one`, `many` and that
    number."""

    say: Callable[[str], str]
    count: Callable[[str, str, int], str]
    money: Callable[[int | str], str] | None = None
    """Writes an amount where a template says `${amount}` and the money is not dollars; None: in dollars, as it
    stands."""


Names = Mapping[Seat, str | Text]
"""Who sits where; a seat at which nobody sits is called by a word of the language."""
ENGLISH = Tongue(str, lambda item, many, n: item if n == 1 else many)


def say(template: str, /, **facts: Fact) -> Text:
    """A sentence from its template and facts.

    >>> render(say("{who} bids ${amount}", who=Who(Seat(2)), amount=12), {Seat(2): "Dave"})
    'Dave bids $12'
    """
    return Text(template, tuple(facts.items()))


def counted(one: str, many: str, /, *, n: int, **facts: Fact) -> Text:
    """A sentence that counts. A language has its own forms for that.

    >>> str(counted("1 link", "{n} links", n=3))
    '3 links'
    """
    return Text(many, (("n", n), *facts.items()), one=one)


def phrase(template: str) -> str:
    """Marks words that are put into a sentence elsewhere, so that they get into the catalogues."""
    return template


_FIRST_OF_ALL = "{first}"
"""Stands for a sentence that has something of its own and others behind it."""


def joined(sentences: list[Text] | tuple[Text, ...], joint: str = "; ") -> Text:
    """Several sentences as one, such as a move's summary.

    >>> str(joined([say("Pratt grows"), say("Ransom grows")]))
    'Pratt grows; Ransom grows'
    """
    if not sentences:
        return Text("")
    first, *rest = sentences
    if not rest:
        return first
    if first.also or first.one or first.brief is not None or first.late or first.own is not None:
        first = Text(_FIRST_OF_ALL, (("first", first),))
    return Text(first.template, first.facts, tuple(rest), joint)


def either(choices: list[Text]) -> Text:
    """One of these, as a sentence lists them.

    >>> str(either([say("Track"), say("Ranch"), say("Stock")]))
    'Track, Ranch or Stock'
    """
    if len(choices) < 2:
        return joined(choices)
    return say("{list} or {last}", list=joined(choices[:-1], ", "), last=choices[-1])


def briefly(text: Text) -> Text:
    """The sentence without the sums that stand beside it; the very same one where it names none.

    >>> str(briefly(joined([say("Pratt grows"), replace(say("Ann gets $3"), brief=say("dividends are paid"))])))
    'Pratt grows; dividends are paid'
    """
    if text.brief is not None:
        return text.brief
    also = tuple(map(briefly, text.also))
    if also == text.also:
        return text
    return replace(text, also=tuple(part for part in also if part.template))


def leading(text: Text) -> Text:
    """The sentence with what matters most first, told briefly, what was before it last; else the very same one.

    >>> str(leading(joined([say("Ed only slides the cube"), replace(say("Dividends: $9"), leads=True)])))
    'Dividends: $9; Ed only slides the cube'
    >>> str(leading(joined([replace(say("Ada is out"), late=True), say("Ed wins")])))
    'Ed wins; Ada is out'
    >>> move = joined([say("Ed draws"), replace(say("1st dividend"), leads=True)])
    >>> str(leading(joined([move, replace(say("check the row"), late=True)])))
    '1st dividend; Ed draws; check the row'
    """
    if text.template == _FIRST_OF_ALL:
        return _led(list(_parts(text))) or text
    for part in text.also:  # nearly always nothing leads, and every line of the log comes by here
        if part.leads or part.late or part.also:
            return _led(list(_parts(text))) or text
    return text


def _led(parts: list[Text]) -> Text | None:
    """The others in their order; what was before the leading one comes after all that follows from it."""
    usual = [part for part in parts if not part.late]
    late = [part.brief or part for part in parts if part.late and (part.brief is None or part.brief.template)]
    for at, part in enumerate(usual):
        if part.leads:
            first = replace(part.brief or part, leads=False)
            return joined([first, *usual[at + 1 :], *usual[:at], *late], parts[0].joint)
    return joined([*usual, *late], parts[0].joint) if usual and len(usual) < len(parts) else None


def weighed(text: Text) -> Text:
    """The sentence with what matters least last, and without what is nothing where it is told large; nothing leads.

    >>> agreed = replace(say("Ed agrees"), brief=Text(""), late=True)
    >>> str(weighed(joined([agreed, say("MKT buys"), say("income 3")])))
    'MKT buys; income 3'
    """
    soon, late = said_late(text)
    told = [part for part in late if part.brief is None or part.brief.template]
    return joined([*soon, *told], text.joint) if late else text


def previewed(text: Text) -> Text | None:
    """The sentence as a preview tells it: what the move itself does, in short, and then what matters most of what
    follows; further sentences of what is said in short come last. None where nothing is, or nothing matters most.

    >>> move = replace(say("Ed builds in Waco for $2"), own=say("Ed builds in Waco, $2"))
    >>> str(previewed(joined([move, say("income 4"), replace(say("Dividends: $9"), leads=True), say("the end")])))
    'Ed builds in Waco, $2; Dividends: $9; the end; income 4'
    """
    parts = list(_parts(text))
    own = [list(_parts(part.own)) for part in parts if part.own is not None and part.own.template]
    if not own or not any(part.leads for part in parts):
        return None
    others = [part for part in parts if part.own is None]
    follows = _led(others)
    told = others if follows is None else _parts(follows)
    further = [sentence for _, *more in own for sentence in more]
    return joined([*(first for first, *_ in own), *told, *further], parts[0].joint)


def remarked(text: Text) -> list[Text]:
    """What is to be checked before a move is confirmed: what matters least once it stands, and first before that. What
    was read from the board with it stands last in the sentence, and is doubted first. Of each the first sentence: what
    speaks for it follows in the preview.

    >>> doubt = say("check the deck")
    >>> [str(one) for one in remarked(joined([say("Ed draws"), replace(doubt, late=True, own=doubt)]))]
    ['check the deck']
    """
    doubts = [part.own for part in _parts(text) if part.late and part.own is not None and part.own.template]
    return [next(_parts(doubt)) for doubt in reversed(doubts)]


def ending_in(text: Text, words: str) -> Text | None:
    """The first of its sentences that ends in these words of its template.

    >>> told = joined([say("Ed plays a card"), say("it is the eighth: the game is over")])
    >>> str(ending_in(told, "the game is over")), ending_in(told, "the deck is empty")
    ('it is the eighth: the game is over', None)
    """
    return next((part for part in _parts(text) if part.template.endswith(words)), None)


def said_late(text: Text) -> tuple[list[Text], list[Text]]:
    """Its sentences, and those of them that matter least.

    >>> soon, late = said_late(joined([replace(say("check the row"), late=True), say("Ed reads")]))
    >>> [str(part) for part in soon], [str(part) for part in late]
    (['Ed reads'], ['check the row'])
    """
    if not text.template:
        return [], []
    parts = list(_parts(text))
    if not any(part.late for part in parts):
        return [text], []
    return [part for part in parts if not part.late], [part for part in parts if part.late]


def _parts(text: Text) -> Iterator[Text]:
    """Its sentences, one by one."""
    first = text.facts[0][1] if text.template == _FIRST_OF_ALL else None
    if isinstance(first, Text) and first.also and first.joint == text.joint:
        yield from _parts(first)
    else:
        yield first if isinstance(first, Text) and not first.also else replace(text, also=())
    for part in text.also:
        yield from _parts(part) if part.joint == text.joint else (part,)


def opening(text: Text) -> Text:
    """The sentence as a line of its own, so with a capital letter unless it begins with a name.

    >>> str(opening(say("{who} → {whom}: $3", who=say("the bank"), whom=say("the KP"))))
    'The bank → the KP: $3'
    """
    # Not `replace`: it takes ten calls, and every line of the log comes by here.
    return Text(text.template, text.facts, text.also, text.joint, text.one, text.brief, True)


_PLAIN = (str, int)
_FIRST = re.compile(r"\{(\w+)\}")
_DOLLARS = re.compile(r"\$\{(\w+)\}")


def render(text: Text, names: Names, tongue: Tongue = ENGLISH) -> str:
    """The sentence in words. `names`: who sits where; a nameless seat reads "seat 3"."""
    if text.one:
        words = tongue.count(text.one, text.template, next(n for _, n in text.facts if isinstance(n, int)))
    else:
        words = tongue.say(text.template) if text.template else ""
    template = words
    if text.facts:
        # Most facts are plain, and stand as they are.
        facts = [(n, fact if type(fact) in _PLAIN else _shown(fact, names, tongue)) for n, fact in text.facts]
        by_name = dict(facts)
        if tongue.money is not None and "${" in words:
            for name in _DOLLARS.findall(words):
                amount = by_name[name]
                by_name[name] = tongue.money(amount if isinstance(amount, int) else str(amount))
            words = _DOLLARS.sub(r"{\1}", words)
        words = words.format_map(by_name)
    if text.opens and words[:1].islower() and not _begins_with_name(template, text, tongue):
        words = words[:1].upper() + words[1:]
    if text.also:
        words = text.joint.join([words, *(render(part, names, tongue) for part in text.also)])
    return words


def _begins_with_name(template: str, text: Text, tongue: Tongue) -> bool:
    """Is its first word somebody's own, such as the name of a player, and not a word of the language?"""
    place = _FIRST.match(template)
    if place is None:
        return False
    fact = dict(text.facts)[place[1]]
    return not isinstance(fact, Text) or _begins_with_name(tongue.say(fact.template), fact, tongue)


def _shown(fact: Fact, names: Names, tongue: Tongue) -> str:
    if isinstance(fact, str | int):
        return str(fact)
    if isinstance(fact, Who):
        name = names.get(fact.seat) or say("seat {n}", n=fact.seat)
        return name if isinstance(name, str) else render(name, names, tongue)
    if isinstance(fact, Text):
        return render(fact, names, tongue)
    return _listed([_shown(part, names, tongue) for part in fact], tongue)


def _listed(parts: list[str], tongue: Tongue) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return tongue.say("{list} and {last}").format(list=", ".join(parts[:-1]), last=parts[-1])


_JOINERS = "\u200c\u200d"
"""Invisible characters that join two others into one, or keep them apart, as in an emoji of a family or in Persian."""
_SKINS = ("\U0001f3fb", "\U0001f3ff")
_LETTERS_OF_FLAGS = ("\U0001f1e6", "\U0001f1ff")
_BLACK_FLAG, _TAGS = "\U0001f3f4", ("\U000e0020", "\U000e007f")
"""The flag of England is a black flag followed by its name in invisible letters."""
_LINES = "\n\r\t"


def unseen(words: str) -> bool:
    """Do these words contain invisible characters by which they may pass for others: control characters, direction
    marks, zero-width spaces? Line breaks and the joiners in emoji do not count."""
    return not words.isprintable() and any(_is_unseen(words, n) for n in range(len(words)))


def _is_unseen(words: str, n: int) -> bool:
    character, around = words[n], words[n - 1 : n] + words[n + 1 : n + 2]
    if unicodedata.category(character) not in ("Cc", "Cf") or character in _LINES:
        return False
    if character in _JOINERS:
        return len(around) < 2 or any(item.isascii() or item in _JOINERS for item in around)
    if _TAGS[0] <= character <= _TAGS[1]:
        return (
            words[:n].rstrip("".join(map(chr, range(ord(_TAGS[0]), ord(_TAGS[1]) + 1))))[-1:] != _BLACK_FLAG
        )
    return True


def letters(words: str) -> int:
    """How many letters a player would count: a letter with its accents is one, and so is an emoji, joined or not.

    >>> letters("Ĝo👩\u200d🚀")
    3
    """
    count, joined, half_flag = 0, False, False
    for character in unicodedata.normalize("NFC", words):
        if character in _JOINERS:
            joined = character == _JOINERS[1]
            continue
        on_top = unicodedata.category(character).startswith("M") or _SKINS[0] <= character <= _SKINS[1]
        of_flag = _LETTERS_OF_FLAGS[0] <= character <= _LETTERS_OF_FLAGS[1]
        if not (on_top or joined or _TAGS[0] <= character <= _TAGS[1] or (of_flag and half_flag)):
            count += 1
        half_flag = of_flag and not half_flag
        joined = False
    return count


@lru_cache(4096)
def plain(name: str) -> str:
    """A name as it is compared: without case, accents, punctuation and spaces.

    >>> plain("St. Francis")
    'stfrancis'
    """
    bare = unicodedata.normalize("NFKD", name)
    return "".join(c for c in bare if c.isalnum()).casefold()
