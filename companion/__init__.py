"""The companion of a table that plays a physical railway stock game."""

__version__ = "1.0.0"
