"""A railroad operates: Offer Stock, Build/Buy Track, Pay Dividends, in this order, each of them optional."""

from __future__ import annotations

from companion.games.southern_pacific import bull, links, sales
from companion.games.southern_pacific.box import ORDER, SHARES
from companion.games.southern_pacific.moves import EndOperation, OfferShare, PayDividend
from companion.games.southern_pacific.phases import Operating
from companion.games.southern_pacific.state import State
from companion.mechanisms.dividend import pay_each_share
from companion.mechanisms.parts import part
from companion.mechanisms.tracked import adjusted
from companion.vocabulary.ledger import BANK, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Offer, OfferField, Refusal, narrowed, refused
from companion.words.text import Fact, Who, joined, phrase, say
from companion.words.values import Railroad


def offers(state: State, operating: Operating) -> tuple[Offer, ...]:
    """What the president may still do in this operation."""
    railroad, president = operating.railroad, state.presidents[operating.railroad]
    earned, most = state.income(railroad), state.most_per_share(railroad)
    words, tip = say("Offer a share of the {r}", r=railroad), say("You bid first; you may pass.")
    share = Offer(OfferShare, president, words, help=tip, disabled=_no_offer(state, operating), sought=True)
    collects = phrase("The {r} collects ${earned} and pays up to ${most} per share. This ends the turn.")
    tip = say(collects, r=railroad, earned=earned, most=most)
    dividend = Offer(PayDividend, president, say("Pay Dividends"), (_per_share(state, railroad),), help=tip)
    always = state.ruled("income_without_dividend", "always")
    tip = say("The {r} collects ${earned}.", r=railroad, earned=earned)
    if not always:
        kept = state.ruled("dividend_zero", "allowed") or not most
        lost = phrase("The {r} forgoes its ${earned} income. To keep it, pay a $0 dividend.")
        tip = say(lost if kept else "The {r} forgoes its ${earned} income.", r=railroad, earned=earned)
    words, briefly = say("End without a dividend"), say("End, no dividend")
    end = Offer(EndOperation, president, words, help=tip, confirm=briefly, apart=True)
    return (share, links.build_offer(state, operating), sales.buy_offer(state, operating), dividend, end)


def _no_offer(state: State, operating: Operating) -> Refusal | None:
    if operating.offered:
        return refused("Only one share may be offered per operation")
    if operating.builds or operating.purchases:
        return refused("Only before building or buying track")
    if not state.unsold(operating.railroad):
        return refused("All {n} shares are sold", n=SHARES)
    return None


@part
def _per_share(state: State, railroad: Railroad) -> OfferField:
    funds, most = state.funds(railroad), state.most_per_share(railroad)
    words = say("The {r} will have ${funds}: at most ${most} per share", r=railroad, funds=funds, most=most)
    least = 1 if most and state.ruled("dividend_zero", "least_one") else 0
    label, short = say("Per share"), Refusal("insufficient-funds", words)
    return narrowed(
        PayDividend, "per_share", label=label, least=least, most=most, default=most, too_much=short
    )


def pay_dividend(minutes: Minutes[State], operating: Operating, move: PayDividend) -> None:
    """Income from the bank into the treasury, then so much to each share out of it (Pay Dividends)."""
    railroad, each, seats = operating.railroad, move.per_share, minutes.state.seats
    earned = _take_income(minutes, railroad)
    payer, formula = railroad_account(railroad), say("${each} per share", each=each)
    paid = pay_each_share(
        minutes, railroad=railroad, seats=seats, per_share=each, payer=payer, formula=formula
    )
    told: dict[str, Fact] = {"earned": earned, "paid": paid, "left": minutes.state.treasury(railroad)}
    held = minutes.state.holders(railroad)
    # What each player gets is put behind the brief one: nothing may follow that would read as a player's. One who
    # gets all of it stands in no list.
    if each and len(held) == 1:
        told["holder"] = Who(held[0][0])
        summary = phrase("{r} collects ${earned}, pays {holder} ${paid}. Treasury ${left}")
        if paid != each:  # of one share the sum says it
            summary = phrase(
                "{r} collects ${earned}, pays {holder} ${paid}: ${each} per share. Treasury ${left}"
            )
        words = phrase("{r} collects ${earned}, pays {holder} ${paid}, treasury ${left}")
    elif each:
        summary = phrase("{r} collects ${earned}, pays ${each} per share (${paid}). Treasury ${left}")
        words = phrase("{r} collects ${earned}, pays ${each} per share, treasury ${left}")
    else:
        summary = phrase("{r} collects ${earned}, pays no dividend. Treasury ${left}")
        words = phrase("{r} collects ${earned}, pays no dividend, treasury ${left}")
    who = Who(minutes.state.presidents[railroad])
    minutes.say_large(
        say(summary, who=who, r=railroad, each=each, **told), say(words, r=railroad, each=each, **told)
    )
    _next_railroad(minutes, railroad)


def _take_income(minutes: Minutes[State], railroad: Railroad) -> int:
    """From the bank into the treasury; how much."""
    earned, computed = minutes.state.income(railroad), minutes.state.computed_incomes()[railroad]
    why = say("{r} income", r=railroad)
    if earned != computed:
        why = say("{r} income: {told}", r=railroad, told=adjusted(earned, computed))
    minutes.pay(BANK, railroad_account(railroad), earned, why)
    return earned


def end(minutes: Minutes[State], operating: Operating, move: EndOperation) -> None:
    """Without a dividend; whether income comes in all the same is a ruling."""
    railroad = operating.railroad
    who = Who(minutes.state.presidents[railroad])
    treasury = minutes.state.treasury(railroad)
    told = say("{r} pays no dividend. Treasury ${treasury}", who=who, r=railroad, treasury=treasury)
    brief = [say("{r} pays no dividend", r=railroad), say("treasury ${treasury}", treasury=treasury)]
    minutes.say_large(told, joined(brief))
    if minutes.state.ruled("income_without_dividend", "always"):
        earned = _take_income(minutes, railroad)
        minutes.say("{r} collects ${earned}", r=railroad, earned=earned)
    _next_railroad(minutes, railroad)


def _next_railroad(minutes: Minutes[State], railroad: Railroad) -> None:
    """The next railroad in Railroad Order; after the last one the Bull Market (Sequence of Play)."""
    later = ORDER[ORDER.index(railroad) + 1 :]
    if later:
        minutes.state = minutes.state.changed(phase=Operating(later[0]))
    else:
        bull.begin(minutes)
