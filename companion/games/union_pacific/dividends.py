"""Dividends: which cards bring one, what each company pays and to whom, how it is rounded, and how the game ends. All
of it in words, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.atlas.asking import facts_needed, need
from companion.games.union_pacific import box, moves, preparation, turns
from companion.games.union_pacific.box import ALL, UP, UP_TABLE, nth
from companion.games.union_pacific.state import Paid, State, Third
from companion.mechanisms.game_state import Over
from companion.mechanisms.majority import Award, awards
from companion.vocabulary.ledger import BANK, seat_account
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer, OfferField, When, narrowed
from companion.words.errors import Need
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Money, Railroad, Seat

ON_ONE_LINE = 3
"""Amounts whose sum a narrow phone has room for."""


def due(state: State, company: Railroad, row: int, holders: Iterable[tuple[Seat, int]] | None = None) -> Paid:
    """What a company pays if a dividend comes now, by that row; nothing of the Union Pacific while it is not known.
    holders: who would hold its shares then, else as they are held."""
    number = state.paid + 1
    holders = state.holders(company) if holders is None else holders
    if company == UP:
        return of_up(number, row, box.up_row(state.atlas, row) or (), holders)
    return of_company(number, row, company, state.value(company), holders, state.adjustments.get(company, 0))


def of_company(
    number: int,
    row: int,
    company: Railroad,
    value: Money,
    holders: Iterable[tuple[Seat, int]],
    added: int = 0,
) -> Paid:
    """A company's: the value to the first, half of it, rounded down, to the second; a sole investor gets both (Special
    considerations of dividend payments). added: what of the value the host has added."""
    return Paid(number, row, company, value, awards(holders, (value, value // 2), sole_takes_all=True), added)


def of_up(number: int, row: int, pays: Sequence[int], holders: Iterable[tuple[Seat, int]]) -> Paid:
    """The Union Pacific's: five places, those unused are not paid. pays: what each place does, in millions."""
    return Paid(number, row, UP, None, awards(holders, pays, sole_takes_all=False))


def head(paid: Paid) -> Text:
    """Of what it is paid, and how much that is worth."""
    if paid.value is None:
        if paid.row == paid.number:
            return say("{company}", company=paid.company)
        return say("{company}, as in the {nth} dividend", company=paid.company, nth=nth(paid.row))
    corrected = say(" [{added} corrected]", added=f"{paid.added:+}") if paid.added else Text("")
    half, rounded = paid.value // 2, _rounded(paid.value % 2)
    words = phrase("{company} ${value}M{corrected}; 2nd place ${half}M{rounded}")
    return say(words, company=paid.company, value=paid.value, corrected=corrected, half=half, rounded=rounded)


def payees(paid: Paid, *, bare: bool = False) -> Text:
    """Who gets what of a company, and why; who stands behind all paying places is not named. bare: as `how` has it."""
    lines = []
    for award in paid.awards:
        if award.alone or any(award.pays):
            words = phrase("{who} ${each}M each: {how}") if award.tied else phrase("{who} ${each}M: {how}")
            why = how(award, bare=bare)
            lines.append(say(words, who=tuple(map(Who, award.seats)), each=award.each, how=why))
    return joined(lines) if lines else say("nothing")


def how(award: Award, *, bare: bool = False) -> Text:
    """How an amount comes about: the place, the tie, the rounding. bare: sums as what hands do has always told them,
    and programs read them; else as on paper, where no line ends within one."""
    shares = _shares(award.held)
    if award.alone:
        words = phrase("the only investor, with {shares}: {sum}")
        return say(words, shares=shares, sum=_sum(award.pays, bare=bare))
    if not award.tied:
        return say("{nth} with {shares}", nth=nth(award.place), shares=shares)
    paying = tuple(amount for amount in award.pays if amount)
    if not paying:
        return say(
            "tied for {nth} with {shares} each, which pays nothing", nth=nth(award.place), shares=shares
        )
    pool = _sum(paying, bare=bare)
    pool = say("({sum})", sum=pool) if len(paying) > 1 else pool
    words = (
        phrase("tied for {nth} with {shares} each: {pool} ÷ {number}{rounded}")
        if bare
        else phrase("tied for {nth} with {shares} each: {pool}\u00a0÷\u00a0{number}{rounded}")
    )
    number, rounded = len(award.seats), _rounded(award.pool % len(award.seats))
    return say(words, nth=nth(award.place), shares=shares, pool=pool, number=number, rounded=rounded)


def reckoned(paid: Paid, award: Award) -> Text:
    """How an amount comes about, and of what; a place of the Union Pacific says what it pays."""
    if paid.value is not None or award.tied:
        return say("{head}: {how}", head=head(paid), how=how(award))
    words = (
        phrase("{head}: {nth} place pays ${amount}M ({shares})")
        if award.each
        else phrase("{head}: {nth} place pays nothing ({shares})")
    )
    return say(words, head=head(paid), nth=nth(award.place), amount=award.each, shares=_shares(award.held))


def _shares(number: int) -> Text:
    return say("1 share") if number == 1 else say("{n} shares", n=number)


def _rounded(rest: int) -> Text:
    return say(", rounded down") if rest else Text("")


def _sum(amounts: tuple[int, ...], *, bare: bool) -> Text:
    """One that is longer than a narrow line may go on in the next, with its sign first."""
    if bare:
        return joined([say("{amount}", amount=amount) for amount in amounts], " + ")
    sign = "\u00a0+\u00a0" if len(amounts) <= ON_ONE_LINE else " +\u00a0"
    return joined([say("${amount}M", amount=amount) for amount in amounts], sign)


def check_facts(state: State, move: Move) -> None:
    """The Union Pacific's places are asked for when they are to pay, and not before.

    :raises RuleError: `facts-needed` for those that nobody has read out.
    """
    rows: tuple[int, ...] = ()
    match (state.phase, move):
        case (_, moves.Build(dividend_cards=int() as number)) | (_, moves.DrawShare(dividend_cards=number)):
            rows = state.rows_at_once(number) if state.sold(UP) else ()
        case (Third(row=row), moves.ThirdPlayer(shares=shares)) if shares.get(UP) or state.sold(UP):
            rows = (row,)
    if needs := [
        asked for row in dict.fromkeys(rows) if row in box.UP_ROWS for asked in _unread_of(state, row)
    ]:
        words = say("What does the Union Pacific pay? Read it from its dividend table.")
        raise facts_needed(words, needs)


def _unread_of(state: State, row: int) -> Iterator[Need]:
    """What of a row nobody has read out yet: asked for in one line, as it stands on the board."""
    told = say("{nth} dividend of the UP, in $M", nth=nth(row))
    for place, amount in zip(UP_TABLE.facts, box.up_places(state.atlas, row), strict=True):
        if amount is None:
            yield _place_of(row, place.name, told)


def _place_of(row: int, place: str, told: Text) -> Need:
    words = say("{nth} dividend of the UP, place {place}", nth=nth(row), place=place)
    return need(UP_TABLE, str(row), place, words) | {"row": told, "column": nth(int(place))}


def odd_fields(state: State, most: int) -> Iterator[OfferField]:
    """What has been read out, is unlikely to be printed so and would be paid now: it stands in the form once more, by
    how many cards are turned up. An undo takes nothing away that was read, so a slip of the finger would stay."""
    odd = box.odd_rows(state.atlas)
    for number in range(1, most + 1):
        rows = [row for row in state.rows_at_once(number) if row in odd] if state.sold(UP) else []
        if needs := tuple(asked for row in rows for asked in _read_again(state, row, odd[row])):
            when: When = {"dividend_cards": number}
            yield OfferField(
                "facts", say("Dividends of the UP"), "facts", required=False, needs=needs, when=when
            )


def _read_again(state: State, row: int, odd: Text) -> Iterator[Need]:
    told = say("Check the {nth} dividend of the UP, in $M: {odd}", nth=nth(row), odd=odd)
    for place, amount in zip(UP_TABLE.facts, box.up_places(state.atlas, row), strict=True):
        yield _place_of(row, place.name, told) | {"default": amount}


def turned_up(minutes: Minutes[State], seat: Seat, number: int, *, drawing: bool = False) -> None:
    """A share was drawn and dividend cards were turned up: a payment for each, up to the last of the game (Dividend
    payments; Game end). drawing: nothing else was done."""
    minutes.state = state = minutes.state.changed(drawn=minutes.state.drawn + 1).with_hand(seat, 1)
    paid = state.paid + number
    if number:
        words = say("a dividend card") if number == 1 else say("{n} dividend cards", n=number)
        who = say("{who} turns up {cards}", who=Who(seat), cards=words) if drawing else None
        minutes.say_sums(say("{cards} turned up", cards=words), who)
    if paid > state.last:
        minutes.say("the {nth} dividend is the last: later cards pay nothing", nth=nth(state.last))
    rows = state.rows_at_once(number)
    brief = _told_together(state, len(rows))
    for row in rows:
        brief = NOTHING if pay(minutes, row, brief, alone=len(rows) == 1) else brief
    if number:
        put = counted(
            "Put the dividend card into the box", "Put the {n} dividend cards into the box", n=number
        )
        minutes.hands("discard", put, number=number)
    if paid < state.last:
        turns.next_turn(minutes, seat)
    elif state.seats == 2:
        minutes.say("the imaginary third player joins the last payment")
        minutes.state = minutes.state.changed(phase=Third(state.rows_due(number)[-1]))
    else:
        finish(minutes)
    if number and (remark := preparation.too_early(state, paid)):
        # A preview begins with it; once the move stands, nothing is to be checked.
        minutes.say_late(remark, NOTHING, say("very early: check the deck"))


def _told_together(state: State, payments: int) -> Text:
    """Dividends that are paid one after the other, in a few words; and that the game is over then."""
    first, last = state.paid + 1, state.paid + payments
    words = phrase("{first} and {last} dividends") if payments == 2 else phrase("{first} to {last} dividends")
    told = (
        say(words, first=nth(first), last=nth(last))
        if payments > 1
        else say("{nth} dividend", nth=nth(first))
    )
    return say("{told}, the end", told=told) if last >= state.last and state.seats > 2 else told


def pay(minutes: Minutes[State], row: int, brief: Text, *, alone: bool = True) -> bool:
    """One dividend, of every company somebody has invested in, each rounded by itself (Dividend payments). row: the
    one the Union Pacific pays by; brief: what is said of it where the sums stand beside it; alone: with no other beside
    it. False: it paid nobody, and says so."""
    number = minutes.state.paid + 1
    got = dict.fromkeys(minutes.state.all_seats, 0)
    for company in ALL:
        paid = due(minutes.state, company, row)
        if not paid.awards:
            continue
        worth = head(paid)
        for award in paid.awards:
            why = say("{head}: {how}", head=worth, how=how(award))
            if not alone:
                why = say("{nth} dividend: {told}", nth=nth(number), told=why)
            for seat in award.seats:
                got[seat] += award.each
                minutes.pay(BANK, seat_account(seat), award.each, why)
        words = say("{head}: {told}", head=worth, told=payees(paid, bare=True))
        line = say("{nth} dividend: {told}", nth=nth(number), told=words)
        minutes.hands("pay_dividend", line, railroad=company, dividend=number, told=True)
        minutes.state = minutes.state.changed(history=(*minutes.state.history, paid))
    minutes.state = minutes.state.changed(paid=number)
    sums = [say("{who} ${sum}M", who=Who(seat), sum=amount) for seat, amount in got.items() if amount]
    told = joined(sums, ", ") if sums else say("nothing")
    words = say("{nth} dividend: {sums}", nth=nth(number), sums=told)
    minutes.say_large(words, brief if sums else None)
    return bool(sums)


def third_offers(state: State) -> tuple[Offer, ...]:
    """Either player, or the host, enters what the imaginary third player has."""
    move, label = moves.ThirdPlayer, say("The imaginary third player's shares")
    shares = narrowed(move, "shares", choices=turns.share_choices(state))
    tip = say(
        "Sort the face-up shares, the rest of the deck and the rest of the UP by company. Your hands stay out."
    )
    return tuple(Offer(move, seat, label, (shares,), tip, unchecked=("hand",)) for seat in state.to_act)


def third_player(minutes: Minutes[State], phase: Third, move: moves.ThirdPlayer) -> None:
    """The third player's shares, then the last payment (Special rules for playing with two players)."""
    minutes.state = minutes.state.changed(third=True)
    if laid := {Railroad(company): n for company, n in move.shares.items() if n}:
        turns.lay_down(minutes, minutes.state.all_seats[-1], laid)
    pay(minutes, phase.row, say("{nth} dividend, the end", nth=nth(minutes.state.last)))
    finish(minutes)


def finish(minutes: Minutes[State]) -> None:
    """The game is over (Game end)."""
    minutes.say_sums(say("the game is over"), NOTHING)
    minutes.state = minutes.state.changed(phase=Over())
