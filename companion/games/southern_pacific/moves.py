"""The moves of Southern Pacific, each described once."""

from __future__ import annotations

from companion.games.southern_pacific.box import ORDER
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.moves import Move, choice, dice, flag, money, move, place, text
from companion.words.values import Money, Railroad


@move("build_link", "Build a Track Link", "Build/Buy Track")
class BuildLink(Move):
    """A link that nobody owns: $5 to the bank, or free when it is the railroad's first."""

    from_: str = place("From")
    to: str = place("To")


@move("no_link", "Every link is taken", "Initial Auctions")
class NoLink(Move):
    """Every link out of the home city is taken; the railroad begins without one."""

    reason: str = text("Why", most=200, optional=True)


@move("offer_share", "Offer Stock", "Offer Stock")
class OfferShare(Move):
    """A share of the operating railroad comes under the hammer; its president bids first."""


@move("buy_link", "Buy a Track Link", "Build/Buy Track")
class BuyLink(Move):
    """Another railroad's link at an agreed price. `agreed`: both presidents have said so aloud."""

    seller: Railroad = choice("Buy from", among=ORDER)
    from_: str = place("From")
    to: str = place("To")
    price: Money = money("Price")
    agreed: bool = flag("Both presidents have agreed")


@move("accept_sale", "Accept the sale", "Build/Buy Track")
class AcceptSale(Move):
    """The selling railroad's president agrees."""


@move("decline_sale", "Decline the sale", "Build/Buy Track")
class DeclineSale(Move):
    """The selling railroad's president does not agree."""


@move("withdraw_sale", "Withdraw the offer", "Build/Buy Track")
class WithdrawSale(Move):
    """The buying railroad's president takes the proposal back."""


@move("pay_dividend", "Pay Dividends", "Pay Dividends")
class PayDividend(Move):
    """Income comes into the treasury, then so much a share goes out. It ends the operation."""

    per_share: Money = money("Per share")


@move("end_operation", "End the operation", "Sequence of Play")
class EndOperation(Move):
    """Without a dividend."""


@move("bull_offer", "Offer a share", "Bull Market Auction")
class BullOffer(Move):
    """An unsold share of any railroad comes under the hammer, once around."""

    railroad: Railroad = choice("Railroad", among=ORDER)


@move("bull_pass", "Offer nothing", "Bull Market Auction")
class BullPass(Move):
    """No share is offered."""


@move("roll_card", "Roll for the Bull Market card", "Bull Market Auction")
class RollCard(Move):
    """A die decides who of the tied players gets the card (ruling `bull_tie_first_none`)."""

    dice: tuple[int] | None = dice("Die", draw="bull_market_card", count=1)


_INITIAL = (Bid, Pass, AuctionResult, BuildLink, NoLink)
_OPERATION = (OfferShare, BuyLink, AcceptSale, DeclineSale, WithdrawSale, PayDividend, EndOperation)
_BULL_MARKET = (BullOffer, BullPass, RollCard)
MOVES = (*_INITIAL, *_OPERATION, *_BULL_MARKET)
