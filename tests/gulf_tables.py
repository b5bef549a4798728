"""Tables of Gulf, Mobile & Ohio where the tests of what it says want to be."""

from __future__ import annotations

HEAD = "game gulf-mobile-ohio players Ed Dave Pete start_player=1\n"
SC = """
Ed: charter railroad=SC
Ed: auction_result winner=Dave amount=12
Dave: expand rural=1 cities=Charleston,Savannah
"""
"""Dave is president of the SC, and has built."""
