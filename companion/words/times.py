"""Moments as they are written."""

from datetime import datetime


def written_moment(moment: datetime) -> str:
    """A moment in UTC as the journal and the contract write it: RFC 3339, with milliseconds and a Z."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
