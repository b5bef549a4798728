"""Taking a snapshot of a table every so many lines, in a thread beside the moves; and opening a table from one."""

from __future__ import annotations

import contextlib
import threading

from companion.documents.table_document import RECENT
from companion.service.folding import check_every_line
from companion.service.live import Live
from companion.service.shared import SharedLive
from companion.store import Standing, Store, StoredTable, StoreUnavailableError
from companion.table.journal import Line, Node
from companion.table.snapshots import Snapshot, SnapshotError, state_of, taken, to_take

EVERY = 200
"""Lines from one snapshot to the next; at most twice as many are played anew when a table is opened."""


def take_up(store: Store, stored: StoredTable, join_key: str) -> Live:
    """A table from the store, from its last snapshot on; one that there is any doubt about is thrown away, and all of
    the table is played anew.

    :raises DamagedError: its first line is damaged.
    """
    snapshot = store.snapshot(stored.code)  # before the lines: another process may be writing both
    live = _opened(store, stored, join_key, snapshot)
    if snapshot is not None and live.snapshot_at != snapshot.revision:
        with contextlib.suppress(StoreUnavailableError):
            store.drop_snapshot(stored.code)
    return live


def _opened(store: Store, stored: StoredTable, join_key: str, snapshot: Snapshot | None) -> Live:
    standing = store.sharing.standing(stored.code) if store.sharing is not None else None
    if store.sharing is None or standing is None:
        return Live(store, stored, store.lines(stored.code), join_key, snapshot)
    return SharedLive(store, store.sharing, standing, join_key, snapshot)


def begun(store: Store, stored: StoredTable, lines: list[Line], join_key: str) -> Live:
    """A table that is new in the store."""
    if store.sharing is None:
        return Live(store, stored, lines, join_key)
    return SharedLive(store, store.sharing, Standing(stored, lines, [], frozenset()), join_key)


def put_down(live: Live) -> None:
    """Keep a snapshot, if it is time for one; written by another thread, while the table is played on."""
    if live.table.revision < live.snapshot_at + EVERY or live.damaged is not None:
        return
    live.snapshot_at = live.table.revision
    node = to_take(live.table, RECENT)
    if node is not None:
        threading.Thread(target=_keep, args=(live.store, live.stored, node), daemon=True).start()


def _keep(store: Store, table: StoredTable, node: Node) -> None:
    state = node.state
    if state is not None:
        # a state that cannot be written is played anew, and a store that is away has other worries
        with contextlib.suppress(TypeError, StoreUnavailableError):
            snapshot = taken(node.line.revision, node.line.digest, state, table.game)
            store.keep_snapshot(table.code, snapshot)


def compared(store: Store, stored: StoredTable) -> tuple[Live, str]:
    """A table as its lines alone give it, and why its snapshot is not what they give; empty: it is, or there is none.
    One that is not is thrown away.

    :raises DamagedError: one of the lines does not give what was recorded with it.
    """
    snapshot = store.snapshot(stored.code)
    live = Live(store, stored, store.lines(stored.code), "")
    check_every_line(live.table, live.damaged)
    if snapshot is None:
        return live, ""
    try:
        state = state_of(snapshot, live.table)
        if state == live.table.state_at(live.table.journal.heads[snapshot.revision - 1]):
            return live, ""
        why = f"line {snapshot.revision} led to another state"
    except SnapshotError as error:
        why = str(error)
    store.drop_snapshot(stored.code)
    return live, why
