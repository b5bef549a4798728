"""How evenings of three begin, up to the end of the first auctions, for tests of what comes after."""

PLAYERS = "players Ed Dave Pete"
PRAIRIE_AUCTIONS = """\
Ed: auction_result winner=Ed amount=20
Ed: build_start from=Troy to=Marysville
Ed: auction_result winner=Dave amount=20
Dave: build_start from=Atchison to=Topeka facts/cities/Topeka/income=2
Dave: auction_result winner=Pete amount=20
Pete: build_start from=Leavenworth to=Lawrence facts/cities/Lawrence/income=2
Pete: auction_result winner=Ed amount=20
Ed: build_start from=Paola to=Ottawa facts/cities/Ottawa/income=1
Ed: auction_result winner=Dave amount=20
Dave: build_start from=Columbus to=Coffeyville
Dave: auction_result winner=Pete amount=20
Pete: build_start from="Fort Scott" to=Chanute facts/cities/Chanute/income=2
"""
"""Prairie Railroads: everybody buys two railroads, and each has begun to build."""
TEXAS = f"""
game texas-pacific {PLAYERS} first_bidder=1
Ed: auction_result winner=Ed amount=10
Ed: auction_result winner=Dave amount=10
Dave: auction_result winner=Pete amount=10
Pete: auction_result winner=Ed amount=10
"""
"""Texas & Pacific, with its four initial auctions."""
