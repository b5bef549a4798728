"""How players are called where there is little room, as friends call one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def called_names(names: Sequence[str], fits: Callable[[str], bool]) -> dict[str, str]:
    """Each name in full where it fits; else its first word, or that with initials, or its part before a hyphen, as
    long as no other is called so; else in full, whatever room there is."""
    known = {name: [name] if fits(name) else _choices(name) for name in names}

    def taken(called: str, name: str) -> bool:
        return any(called == other or called in known[other] for other in names if other != name)

    return {
        name: next((called for called in all_ if fits(called) and not taken(called, name)), name)
        for name, all_ in known.items()
    }


def _choices(name: str) -> list[str]:
    first, *rest = name.split() or [name]
    initials = [f"{word[0]}." for word in rest]
    longer = [" ".join((first, *initials[:many])) for many in range(len(rest) + 1)]
    return [*longer, first.replace("–", "-").split("-")[0]]
