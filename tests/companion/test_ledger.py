"""The ledger: nothing is made, nothing is lost, and only the bank may run short, or money that is unseen."""

from __future__ import annotations

from random import Random

import pytest

from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    MONEY,
    Account,
    Ledger,
    Posting,
    account_owner,
    certificates,
    cubes,
    railroad_account,
    seat_account,
)
from companion.words.errors import RuleError
from companion.words.text import render, say
from companion.words.values import Railroad, Seat

KP = Railroad("KP")
ED, KPS = seat_account(Seat(1)), railroad_account(KP)
WHY = say("a test")


def opened() -> Ledger:
    return Ledger.opened([(BANK, MONEY, 100), (ED, MONEY, 20), (KPS, certificates(KP), 5), (BOARD, MONEY, 0)])


def test_a_posting_takes_here_and_gives_there() -> None:
    ledger = opened().post(
        Posting(ED, KPS, 16, WHY),
        Posting(KPS, ED, 1, WHY, certificates(KP)),
    )
    assert ledger.cash(Seat(1)) == 4
    assert ledger.treasury(KP) == 16
    assert ledger.of(ED, certificates(KP)) == 1
    assert ledger.of(KPS, certificates(KP)) == 4
    assert dict(ledger.holders(certificates(KP))) == {ED: 1, KPS: 4}


@pytest.mark.parametrize(
    ("taken", "wanted", "words"),
    [(3, 3, "3 is too many: the KP has only 2 left"), (5, 1, "1 is too many: no share of the KP is left")],
)
def test_shares_that_a_railroad_no_longer_has_are_refused_in_words(
    taken: int, wanted: int, words: str
) -> None:
    ledger = opened().post(Posting(KPS, ED, taken, WHY, certificates(KP)))
    with pytest.raises(RuleError) as refused:
        ledger.post(Posting(KPS, ED, wanted, WHY, certificates(KP)))
    assert render(refused.value.text, {}) == words


def test_what_was_never_there_is_nothing() -> None:
    assert opened().of(KPS) == 0
    assert opened().of(Account("seat:9"), cubes(KP)) == 0


def test_an_account_emptied_is_as_if_it_never_was() -> None:
    emptied = opened().post(Posting(ED, BANK, 20, WHY))
    assert (ED, MONEY) not in emptied.holdings
    assert emptied == Ledger.opened([(BANK, MONEY, 120), (KPS, certificates(KP), 5)])


def test_money_that_nobody_sees_is_no_reason_to_refuse() -> None:
    """It would reveal how much Ed has; of anything open he gives no more than he has, like everybody else."""
    ledger = Ledger.opened([(BANK, MONEY, 100), (ED, MONEY, 20)], unseen=[ED])
    assert ledger.post(Posting(ED, BANK, 21, WHY)).cash(Seat(1)) == -1
    assert ledger.post(Posting(ED, BANK, 21, WHY)).post(Posting(ED, KPS, 1, WHY)).cash(Seat(1)) == -2
    for posting in (Posting(ED, BANK, 1, WHY, certificates(KP)), Posting(KPS, ED, 1, WHY)):
        with pytest.raises(RuleError) as refused:
            ledger.post(posting)
        assert refused.value.code == "insufficient-funds"


def test_nobody_pays_more_than_they_have() -> None:
    with pytest.raises(RuleError) as refused:
        opened().post(Posting(ED, BANK, 21, WHY))
    assert refused.value.code == "insufficient-funds"
    assert render(refused.value.text, {Seat(1): "Ed"}) == "$21 is too much: Ed has $20"


def test_nobody_gives_a_certificate_they_have_not() -> None:
    with pytest.raises(RuleError) as refused:
        opened().post(Posting(ED, KPS, 1, WHY, certificates(KP)))
    assert refused.value.code == "insufficient-funds"


def test_postings_stand_in_order_and_all_together() -> None:
    before = opened()
    with pytest.raises(RuleError):
        before.post(Posting(ED, KPS, 20, WHY), Posting(ED, BANK, 1, WHY))
    assert before == opened()


def test_the_bank_may_run_short() -> None:
    ledger = opened().post(Posting(BANK, ED, 130, WHY))
    assert ledger.of(BANK) == -30
    assert ledger.cash(Seat(1)) == 150
    assert ledger.totals()[MONEY] == 120


def test_the_bank_lends_no_certificates_it_has_not() -> None:
    """Only money may be printed: a share that the bank does not hold cannot be given."""
    with pytest.raises(RuleError):
        opened().post(Posting(BANK, ED, 1, WHY, certificates(KP)))


def test_a_posting_of_less_than_nothing_is_a_mistake_in_the_program() -> None:
    with pytest.raises(ValueError, match="swap"):
        opened().post(Posting(ED, BANK, -1, WHY))


def test_nothing_is_made_or_lost_whatever_is_posted() -> None:
    chance = Random(7)
    accounts = [BANK, ED, KPS, BOARD, seat_account(Seat(2))]
    ledger = opened()
    totals = ledger.totals()
    refused = 0
    for _ in range(2_000):
        source, target = chance.sample(accounts, 2)
        what = chance.choice([MONEY, certificates(KP)])
        try:
            ledger = ledger.post(Posting(source, target, chance.randint(0, 12), WHY, what))
        except RuleError:
            refused += 1
        assert ledger.totals() == totals
        assert all(amount > 0 or account == BANK for (account, _), amount in ledger.holdings.items())
    assert 0 < refused < 2_000


@pytest.mark.parametrize(
    ("account", "words"),
    [(ED, "Ed"), (seat_account(Seat(2)), "seat 2"), (KPS, "the KP"), (BANK, "the bank")],
)
def test_accounts_in_words(account: Account, words: str) -> None:
    assert render(account_owner(account), {Seat(1): "Ed"}) == words
