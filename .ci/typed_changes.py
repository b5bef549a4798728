"""For mypy: `state.changed(name=value)` takes the fields of that state, each with a value of its type.

The method itself is one for the states of all games and takes anything by name (`GameState.changed`); what it takes of
this state is known from its dataclass.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_NAMED_OPT, Var
from mypy.plugin import MethodSigContext, Plugin
from mypy.types import CallableType, Instance, get_proper_type

CHANGED = "companion.mechanisms.game_state.GameState.changed"


class TypedChanges(Plugin):
    """What mypy asks."""

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], CallableType] | None:
        return _of_its_fields if fullname.endswith(".changed") else None


def _of_its_fields(context: MethodSigContext) -> CallableType:
    """The signature of `changed` for the state it is called on; as it is written where that is no game's."""
    written = context.default_signature
    state = get_proper_type(context.type)
    if not isinstance(state, Instance) or "dataclass" not in state.type.metadata:
        return written
    method = state.type.get_method("changed")
    if method is None or method.fullname != CHANGED:
        return written
    names = [field["name"] for field in state.type.metadata["dataclass"]["attributes"]]
    members = {name: state.type[name].node for name in names}
    types = {name: one.type for name, one in members.items() if isinstance(one, Var) and one.type is not None}
    return written.copy_modified(
        arg_names=list(types), arg_types=list(types.values()), arg_kinds=[ARG_NAMED_OPT] * len(types)
    )


def plugin(_version: str) -> type[Plugin]:
    """Where mypy begins."""
    return TypedChanges
