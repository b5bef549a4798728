"""A railroad operates: Offer Stock, Build/Buy Track, Pay Dividends, in this order, each of them optional."""

from __future__ import annotations

from dataclasses import replace

from companion.games.southern_pacific import bull, links, sales
from companion.games.southern_pacific.box import ORDER, SHARES
from companion.games.southern_pacific.moves import EndOperation, OfferShare, PayDividend
from companion.games.southern_pacific.state import Operating, State
from companion.mechanisms.correction import adjusted
from companion.mechanisms.dividend import pay_each_share
from companion.vocabulary.ledger import BANK, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Offer, OfferField, Refusal, narrowed
from companion.words.text import Who, say
from companion.words.values import Money, Railroad

HEADING = "Pay Dividends"


def offers(state: State, operating: Operating) -> tuple[Offer, ...]:
    """What the president may still do in this operation."""
    railroad, president = operating.railroad, state.presidents[operating.railroad]
    share = Offer(
        OfferShare,
        president,
        say("Offer a share of the {r}", r=railroad),
        help=say("You bid first, and need not bid."),
        disabled=_no_offer(state, operating),
    )
    earned, most = state.income(railroad), most_per_share(state, railroad)
    dividend = Offer(
        PayDividend,
        president,
        say("Pay Dividends"),
        (_per_share(state, railroad),),
        help=say("Takes in ${earned}, pays up to ${most} a share, and ends.", earned=earned, most=most),
    )
    always = state.ruled("income_without_dividend", "always")
    tip = say("Takes in ${earned}.", earned=earned) if always else say("No income comes in.")
    end = Offer(EndOperation, president, say("End without a dividend"), help=tip)
    track = (links.build_offer(state, operating), sales.buy_offer(state, operating))
    return (share, *track, dividend, end)


def _no_offer(state: State, operating: Operating) -> Refusal | None:
    if operating.offered:
        return Refusal("rule", say("One share is offered in an operation"))
    if operating.builds or operating.purchases:
        return Refusal("rule", say("A share is offered before track is built or bought"))
    if not state.unsold(operating.railroad):
        return Refusal("rule", say("All {n} shares are sold", n=SHARES))
    return None


def funds(state: State, railroad: Railroad) -> int:
    """The treasury with this operation's income, in dollars."""
    return state.ledger.treasury(railroad) + state.income(railroad)


def most_per_share(state: State, railroad: Railroad) -> Money:
    """The highest dividend a share: the treasury with its income over the shares held, rounded down."""
    held = state.sold(railroad)
    return Money(funds(state, railroad) // held if held else 0)


def _per_share(state: State, railroad: Railroad) -> OfferField:
    most = most_per_share(state, railroad)
    least = 1 if most and state.ruled("dividend_zero", "least_one") else 0
    words = say(
        "The {r} will have ${funds}: at most ${most} a share",
        r=railroad,
        funds=funds(state, railroad),
        most=most,
    )
    return narrowed(
        PayDividend,
        "per_share",
        label=say("A share"),
        least=least,
        most=most,
        default=most,
        too_much=Refusal("insufficient-funds", words),
    )


def pay_dividend(minutes: Minutes[State], operating: Operating, move: PayDividend) -> None:
    """Income from the bank into the treasury, then so much to each share out of it (Pay Dividends)."""
    railroad = operating.railroad
    earned = _take_income(minutes, railroad)
    paid = pay_each_share(
        minutes,
        railroad=railroad,
        seats=minutes.state.seats,
        per_share=move.per_share,
        payer=railroad_account(railroad),
        formula=say("${each} a share", each=move.per_share),
    )
    left = minutes.state.ledger.treasury(railroad)
    minutes.say(
        say(
            "{who}: the {r} takes in ${earned} and pays ${each} a share, ${paid} in all; its treasury is ${left}",
            who=Who(minutes.state.presidents[railroad]),
            r=railroad,
            earned=earned,
            each=move.per_share,
            paid=paid,
            left=left,
        )
    )
    _next_railroad(minutes, railroad)


def _take_income(minutes: Minutes[State], railroad: Railroad) -> int:
    """From the bank into the treasury; how much."""
    earned, computed = minutes.state.income(railroad), minutes.state.computed_incomes()[railroad]
    why = say("income of the {r}", r=railroad)
    if earned != computed:
        why = say("income of the {r}: {told}", r=railroad, told=adjusted(earned, computed))
    minutes.pay(BANK, railroad_account(railroad), earned, why)
    return earned


def end(minutes: Minutes[State], operating: Operating) -> None:
    """Without a dividend; whether income comes in all the same is a ruling."""
    minutes.say(
        say(
            "{who} pays no dividend for the {r}",
            who=Who(minutes.state.presidents[operating.railroad]),
            r=operating.railroad,
        )
    )
    if minutes.state.ruled("income_without_dividend", "always"):
        earned = _take_income(minutes, operating.railroad)
        minutes.say(say("the {r} takes in ${earned}", r=operating.railroad, earned=earned))
    _next_railroad(minutes, operating.railroad)


def _next_railroad(minutes: Minutes[State], railroad: Railroad) -> None:
    """The next railroad in Railroad Order; after the last one the Bull Market (Sequence of Play)."""
    following = ORDER.index(railroad) + 1
    if following < len(ORDER):
        minutes.state = replace(minutes.state, phase=Operating(ORDER[following]))
    else:
        bull.begin(minutes)
