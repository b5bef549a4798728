"""Statistics over evenings that are over: who played, won and came where, against whom, and what stands out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest, nsmallest
from itertools import combinations
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from companion.documents.evening import Body, is_nobody, person, winners
from companion.vocabulary.box import Unit

MOST_INVESTMENTS = 5
"""How many of the best and of the worst, where only one game is asked for; otherwise one of each game."""
MOST_PAIRS = 200
"""Pairs of players, those who met most often."""
MONEY = Unit().prefix
"""What scores are in, where they are money."""
BEST, WORST = 5, 8
"""Where these investments begin in what is kept of a seat (see `Evening.body`)."""
Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """An evening, and what it is known by."""

    code: str
    game: str
    finished_at: str
    body: Body


class _Game(NamedTuple):
    """An evening of one game."""

    evening: Played
    length: int | None
    """None: it was already on when the companion joined it."""
    best: int
    """The best score."""
    margin: int | None
    """How much the best score is above the next, also where it is nobody's; None: there was only one."""


_length, _best, _margin = attrgetter("length"), attrgetter("best"), attrgetter("margin")


@dataclass(slots=True)
class _Scores:
    """What somebody has reached in one game, or everybody."""

    wins: int = 0
    all: list[int] = field(default_factory=list)

    def document(self) -> Document:
        return {
            "games": len(self.all),
            "wins": self.wins,
            "best": max(self.all),
            "mean": round(sum(self.all) / len(self.all)),
            "least": min(self.all),
        }


@dataclass(slots=True)
class _Player:
    """Somebody's evenings."""

    name: str
    """As it was written last."""
    ranks: Counter[int] = field(default_factory=Counter)
    wins: int = 0
    running: int = 0
    """Wins one after another, up to the evening that is being looked at."""
    streak: int = 0
    at_turn: int = 0
    timed: int = 0
    """Evenings of which it is known how long they were at turn."""
    by_game: defaultdict[str, _Scores] = field(default_factory=lambda: defaultdict(_Scores))

    def take(self, game: str, rank: int, won: bool, score: int, at_turn: int | None) -> None:
        """One more evening, later than those before."""
        self.ranks[rank] += 1
        scores = self.by_game[game]
        scores.all.append(score)
        if won:
            self.wins += 1
            scores.wins += 1
            self.running += 1
            if self.running > self.streak:  # ten thousand evenings ask often
                self.streak = self.running
        else:
            self.running = 0
        if at_turn is not None:
            self.at_turn += at_turn
            self.timed += 1


class Statistics:
    """The statistics of some evenings."""

    def __init__(self, evenings: Sequence[Played], names: Mapping[str, str], whom: str | None = None) -> None:
        """evenings: the newest first; names: of the games, by slug; whom: the only one whose encounters, investments
        and streak are asked for, as people are told apart."""
        self._evenings, self._names, self._whom = evenings, names, whom
        self._people: dict[str, _Player] = {}
        self._met: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        """Evenings of two people, and how often each of them came before the other."""
        self._by_game: dict[str, list[_Game]] = defaultdict(list)
        self._keys: dict[str, str] = {}
        """By name, the person (see `person`); empty: the name was removed."""
        for evening in reversed(evenings):
            self._take(evening)

    def _take(self, evening: Played) -> None:
        seats = evening.body["seats"]
        scores = [seat[3] for seat in seats]
        best = max(scores)
        scores = sorted([*scores, *(each[3] for each in evening.body["nobodys"])], reverse=True)
        length = evening.body["length"] if evening.body.get("whole", True) else None
        margin = scores[0] - scores[1] if scores[1:] else None
        self._by_game[evening.game].append(_Game(evening, length, best, margin))
        here: list[tuple[str, int]] = []
        for name, rank, won, score, at_turn, *_ in seats:
            key = self._keys.get(name)
            if key is None:
                key = self._keys[name] = "" if is_nobody(name) else person(name)
            if not key:
                continue
            player = self._people.get(key)
            if player is None:
                player = self._people[key] = _Player(name)
            player.name = name
            player.take(evening.game, rank, won, score, at_turn)
            here.append((key, rank))
        here.sort()
        whom, all_met = self._whom, self._met
        for (one, first), (other, second) in combinations(here, 2):
            if whom is None or whom in (one, other):
                met = all_met[one, other]
                met[0] += 1
                if first < second:
                    met[1] += 1
                elif second < first:
                    met[2] += 1

    def document(self) -> Document:
        """The statistics as JSON."""
        lengths = [evening.body["length"] for evening in self._evenings]
        months = Counter(evening.finished_at[:7] for evening in self._evenings)
        return {
            "evenings": len(self._evenings),
            "seconds": sum(lengths),
            "players": self._players(),
            "games": [self._game(slug) for slug in sorted(self._by_game)],
            "head_to_head": self._pairs(),
            "investments": {"best": self._investments(best=True), "worst": self._investments(best=False)},
            "records": list(self._records()),
            "months": [{"month": month, "evenings": months[month]} for month in sorted(months)],
        }

    def _players(self) -> list[Document]:
        found = sorted(
            self._people.items(), key=lambda each: (-each[1].wins, -each[1].ranks.total(), each[0])
        )
        return [
            {
                "name": player.name,
                "games": player.ranks.total(),
                "wins": player.wins,
                "placings": [player.ranks[rank] for rank in range(1, max(player.ranks) + 1)],
                "streak": player.streak,
                "at_turn": player.at_turn // player.timed if player.timed else None,
                "scores": [
                    {"game": slug, **scores.document()} for slug, scores in sorted(player.by_game.items())
                ],
            }
            for _, player in found
        ]

    def _game(self, slug: str) -> Document:
        played = self._by_game[slug]
        lengths = [item.length for item in played if item.length is not None] or [0]
        scores = [seat[3] for item in played for seat in item.evening.body["seats"]]
        return {
            "game": slug,
            "name": self._names.get(slug, slug),
            "unit": played[-1].evening.body["unit"],
            "money": _money(played[-1].evening.body),
            "evenings": len(played),
            "seconds": {
                "least": min(lengths),
                "mean": round(sum(lengths) / len(lengths)),
                "most": max(lengths),
            },
            "scores": {"least": min(scores), "mean": round(sum(scores) / len(scores)), "most": max(scores)},
        }

    def _pairs(self) -> list[Document]:
        met = sorted(self._met.items(), key=lambda each: (-each[1][0], each[0]))[:MOST_PAIRS]
        return [
            {
                "one": self._people[one].name,
                "other": self._people[other].name,
                "games": games,
                "one_ahead": first,
                "other_ahead": second,
            }
            for (one, other), (games, first, second) in met
        ]

    # --- what stands out ----------------------------------------------------------------------------

    def _investments(self, *, best: bool) -> list[Document]:
        """best: those that gained; otherwise those that lost. Where points decide, money is no measure of either."""
        most = MOST_INVESTMENTS if len(self._by_game) == 1 else 1
        at = BEST if best else WORST
        pick, sign = (nlargest, 1) if best else (nsmallest, -1)
        asked = {name for name, key in self._keys.items() if key and self._whom in (None, key)}
        found = []
        money = [slug for slug, played in self._by_game.items() if played[-1].evening.body["unit"] == MONEY]
        for slug in sorted(money):
            held = (
                (seat[at + 2] - seat[at + 1], seat, item.evening)
                for item in self._by_game[slug]
                for seat in item.evening.body["seats"]
                if seat[at] is not None and sign * (seat[at + 2] - seat[at + 1]) > 0 and seat[0] in asked
            )
            for _, seat, evening in pick(most, held, key=itemgetter(0)):
                found.append(_invested(seat[at : at + 3], seat[0], evening))
        return found

    def _records(self) -> Iterator[Document]:
        for slug in sorted(self._by_game):
            played = self._by_game[slug]
            if whole := [item for item in played if item.length is not None]:
                yield _record("longest", max(whole, key=_length), _length)
                yield _record("shortest", min(whole, key=_length), _length)
            yield _record("highest", max(played, key=_best), _best)
            contested = [item for item in played if item.margin is not None]
            if contested:
                yield _record("closest", min(contested, key=_margin), _margin)
                yield _record("widest", max(contested, key=_margin), _margin)
        streaks = self._people.values()
        best = max((player.streak for player in streaks), default=0)
        holders = sorted(player.name for player in streaks if player.streak == best)
        if best > 1:
            yield {
                "record": "streak",
                "game": None,
                "code": None,
                "at": None,
                "players": holders,
                "value": best,
            }


def _record(name: str, item: _Game, value: Callable[[_Game], Any]) -> Document:
    body = item.evening.body
    best = [seat[0] for seat in body["seats"] if seat[3] == item.best]
    whose = [who for who in (best if name == "highest" else winners(body)) if not is_nobody(who)]
    return {
        "record": name,
        "game": item.evening.game,
        "code": item.evening.code,
        "at": item.evening.finished_at,
        "players": whose,
        "value": value(item),
    }


def _invested(item: Sequence[Any], name: str, evening: Played) -> Document:
    railroad, paid, received = item
    return {
        "game": evening.game,
        "code": evening.code,
        "at": evening.finished_at,
        "player": name,
        "railroad": railroad,
        "paid": paid,
        "received": received,
        "money": _money(evening.body),
    }


def _money(body: Body) -> Document:
    return {"prefix": body["prefix"], "suffix": body["suffix"]}


# --- rows for a spreadsheet -----------------------------------------------------------------------------

COLUMNS = ("of", "game", "player", "other", "figure", "value")
EVENING_COLUMNS = (
    "code",
    "game",
    "began",
    "finished",
    "seconds",
    "seat",
    "player",
    "rank",
    "winner",
    "score",
    "unit",
)
EVENING_NUMBERS = ("seconds", "seat", "rank", "score")


def rows(told: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Statistics as rows: one figure each, of whom or what, and which. A figure that nobody knows has none."""
    for player in told["players"]:
        name = player["name"]
        for figure in ("games", "wins", "streak", "at_turn"):
            if player[figure] is not None:
                yield ("player", "", name, "", figure, str(player[figure]))
        for rank, often in enumerate(player["placings"], 1):
            yield ("player", "", name, "", f"rank {rank}", str(often))
        for scores in player["scores"]:
            for figure in ("games", "wins", "best", "mean", "least"):
                yield ("score", scores["game"], name, "", figure, str(scores[figure]))
    for game in told["games"]:
        yield ("game", game["game"], "", "", "evenings", str(game["evenings"]))
        for of in ("seconds", "scores"):
            for figure, value in game[of].items():
                yield ("game", game["game"], "", "", f"{of} {figure}", str(value))
    for pair in told["head_to_head"]:
        for figure in ("games", "one_ahead", "other_ahead"):
            yield ("pair", "", pair["one"], pair["other"], figure, str(pair[figure]))
    for kind, items in told["investments"].items():
        for item in items:
            for figure in ("paid", "received"):
                whose = (item["game"], item["player"], item["railroad"])
                yield (f"{kind} investment", *whose, figure, str(item[figure]))
    for record in told["records"]:
        who = ", ".join(record["players"])
        yield ("record", record["game"] or "", who, "", record["record"], str(record["value"]))


def evening_rows(evenings: Iterable[Played]) -> Iterator[tuple[str, ...]]:
    """A row for each player of each evening."""
    for evening in evenings:
        body = evening.body
        told = (evening.code, evening.game, body["began"], evening.finished_at, str(body["length"]))
        for n, (name, rank, won, score, *_) in enumerate(body["seats"], 1):
            yield (*told, str(n), name, str(rank), "yes" if won else "no", str(score), body["unit"])
