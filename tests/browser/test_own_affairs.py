"""A phone shows its player's own affairs: shares, dividend, worth and who is next, and at the end one's place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import left
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import FACTS, auctions, finish, seated, table
from tests.browser.played import ALL, played_at
from tests.browser.test_acting import set_limit
from tests.browser.test_bank_kept import host_at
from tests.server import Client, Server, new_party, thorough

NAMES = ["Ada", "Edmund", "Jo"]
MIDDLE = "(one) => { const { x, width } = one.getBoundingClientRect(); return x + width / 2; }"
TRIED = "**/moves?dry_run=true*"
DEED = "rgb(31, 74, 56)"
"""What can be done, by day: `--deed` of tokens.css."""


def test_what_is_mine_who_is_next_and_who_has_won(browser: Browser, client: Client) -> None:
    party = table(client, NAMES)
    auctions(party)
    seat = int(party.document()["turn"]["seat"])
    phone = seated(browser, party, seat, **PHONE, **STILL)
    own = phone.page.locator(".own")
    expect(own).to_contain_text(re.compile(r"^holds \w+, \w+ Dividend \$2 · worth \$\d+$"))
    after = NAMES[int(party.document()["turn"]["next"]) - 1]
    expect(phone.page.locator(".turn .then")).to_have_text(f"after you: {after}")

    phone.page.route(TRIED, lambda _route: None)  # nobody answers
    with phone.page.expect_request(TRIED):
        phone.choose("Pay Dividends")
    confirm = phone.form.locator(".confirm")
    expect(phone.form.locator(".brief")).to_have_attribute("data-state", "busy")
    expect(confirm).not_to_have_css("background-color", DEED)  # nobody knows yet what would come of it
    phone.page.unroute(TRIED)
    phone.previewed()
    expect(confirm).to_have_css("background-color", DEED)
    own_first = [NAMES[seat - 1], *(name for name in NAMES if name != NAMES[seat - 1])]
    players = " · ".join(f"{name} +$2" for name in own_first)
    expect(phone.form.locator(".brief")).to_have_text(
        f"{players}Dividend 1 of 8: {NAMES[seat - 1]} plays Pay Dividends"
    )
    paid = phone.form.locator("offer-preview .paid-out > li > .figure")
    expect(paid).to_have_text(["+$2", "+$2", "+$2"])

    finish(party)
    expect(phone.page.locator(".finished h2")).to_have_text(re.compile("win"), timeout=PATIENCE_MS)
    expect(phone.page.locator(".place-in-it")).to_have_text(
        re.compile(r"^Your place: (1st|2nd|3rd) of 3, with \$\d+$")
    )
    ranked = party.client.get(f"{party.at}/settlement", party.host).json["seats"]
    rows = [f"{one['rank']}{one['name']}${one['total']}" for one in ranked]
    expect(phone.page.locator(".in-order > li")).to_have_text(rows)
    expect(phone.page.locator(".in-order > [data-own]")).to_contain_text(NAMES[seat - 1])
    expect(phone.page.locator(".own")).to_have_count(0)
    expect(phone.page.locator(".news")).to_be_empty()
    no_faults(phone)


@thorough
def test_a_phone_says_which_railroads_are_presided_over(browser: Browser, client: Client) -> None:
    """Pete has a share of the TP, which Dave presides over, and presides over the MP and the SLSF himself."""
    party = played_at(client, "southern-pacific/whole-evening", 40)
    pete = seated(browser, party, 3, **PHONE, **STILL)
    expect(pete.page.locator(".own-shares")).to_have_text("President: MP, SLSF · holds TP")
    no_faults(pete)


@thorough
def test_who_ties_and_does_not_win_reads_why(browser: Browser, client: Client) -> None:
    party = played_at(client, "texas-pacific/end-ties", ALL)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    expect(ed.page.locator(".finished h2")).to_have_text("Dave and Pete share the win", timeout=PATIENCE_MS)
    expect(ed.page.locator(".finished > .tie-break")).to_have_text(re.compile("fewest certificates, 1 each"))
    no_faults(ed)
    board = seated(browser, party, 0, "/board", **TV, **STILL)
    expect(board.page.locator(".ending-tie")).to_have_text(re.compile("1 each"), timeout=PATIENCE_MS)
    lefts = {
        name: board.page.locator(".podium li", has_text=name).evaluate(
            "li => li.getBoundingClientRect().left"
        )
        for name in ("Dave", "Pete", "Ed")
    }
    assert sorted(lefts, key=lefts.__getitem__) == ["Dave", "Pete", "Ed"]
    no_faults(board)


@thorough
def test_a_tie_below_the_winner_is_told_below_them(browser: Browser, client: Client) -> None:
    """Pete has won by himself; how Dave and Ed were placed stands under the list of places."""
    party = played_at(client, "texas-pacific/end-track-built", ALL)
    board = seated(browser, party, 0, "/board", **TV, **STILL)
    rule = board.page.locator(".ending-tie")
    expect(rule).to_have_text("Ties: fewest certificates, then most ranches", timeout=PATIENCE_MS)
    expect(board.page.locator(".ending-winner .ending-tie")).to_have_count(0)
    no_faults(board)


@thorough
def test_a_bidder_who_waits_finds_their_own_line(browser: Browser, client: Client) -> None:
    party = played_at(client, "texas-pacific/tp-opens", 10)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    lines = ed.page.locator(".bidders li")
    expect(lines.filter(has_text="(you)")).to_have_count(1)
    expect(lines.filter(has_text="(you)")).to_contain_text("bid $6")
    no_faults(ed)


@thorough
def test_where_points_decide_they_stand_at_the_top_at_the_end(browser: Browser, client: Client) -> None:
    party = played_at(client, "gulf-mobile-ohio/end-six-colours", ALL)
    dave = seated(browser, party, 2, **PHONE, **STILL)
    expect(dave.page.locator(".seat-head .cash")).to_have_text("8 VP")
    no_faults(dave)


@thorough
def test_long_news_are_read_whole_after_a_tap_and_nothing_moves(browser: Browser, client: Client) -> None:
    party = played_at(client, "union-pacific/cash-open", 20)
    narrow = {**PHONE, "viewport": {"width": 320, "height": 740}}
    dave = seated(browser, party, 2, **narrow, **STILL)
    news = dave.page.locator(".news")
    cut = "news => [...news.querySelectorAll('[data-unseen]')].some((one) => one.offsetWidth <= 1)"
    expect(news.locator("[data-cut]")).to_have_count(1, timeout=PATIENCE_MS)
    offers = dave.page.locator("offer-list")
    before = offers.bounding_box()
    assert news.evaluate(cut)
    news.click()
    assert not news.evaluate(cut)
    assert offers.bounding_box() == before
    news.click()
    assert news.evaluate(cut)
    no_faults(dave)


@thorough
def test_a_low_phone_says_that_there_are_more_news_and_tells_them_after_a_tap(
    browser: Browser, client: Client
) -> None:
    """What was built, and the dividends that it brought to five players."""
    party = played_at(client, "gulf-mobile-ohio/five-players", 19)
    narrow = {**PHONE, "viewport": {"width": 320, "height": 568}}
    dan = seated(browser, party, int(party.document()["turn"]["seat"]), **narrow, **STILL)
    news = dan.page.locator(".news")
    last = news.locator("[data-part]").last
    more = "news => getComputedStyle(news.querySelector('[data-cut]'), '::after').content"
    expect(news.locator("[data-cut]")).to_have_count(1)
    assert news.evaluate(more) == '"…"'
    assert last.evaluate("({ clientWidth }) => clientWidth") <= 1
    news.click()
    assert news.evaluate(more) == "none"
    assert news.evaluate("news => news.scrollHeight <= news.clientHeight + 1")
    assert last.evaluate("one => getComputedStyle(one).clipPath") == "none"
    no_faults(dan)


@thorough
def test_part_of_a_known_name_finds_it_before_it_is_a_new_one(browser: Browser, own_server: Server) -> None:
    """The row of the growth chart that the dice show is read out: "Ott" is Ottawa. No table has taught that row."""
    party = new_party(own_server.client(), NAMES, facts={"cities": FACTS["cities"]})
    auctions(party)
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=[6, 6])
    seat = int(party.document()["turn"]["seat"])
    phone = seated(browser, party, seat, **PHONE, **STILL)
    field, other = phone.page.locator("facts-field place-field").all()
    first = ["Atchison", "Chanute", "Coffeyville", "Columbus", "Concordia", "Cuba"]
    expect(field.locator(".chip-label")).to_have_text(first)  # all are in order
    others, foot = (
        field.locator(".chip.more").bounding_box(),
        phone.form.locator(".confirm-bar").bounding_box(),
    )
    assert others
    assert foot
    assert others["y"] + others["height"] <= foot["y"], "the key for the others is whole"
    field.locator("input.search").fill("Ott")
    expect(field.locator(".choices button")).to_have_text(["Ottawa", "Fort Scott", "New: Ott"])
    # the second city need not be told: the same places do not stand there twice, unless they are looked for
    expect(other.locator(".chip").first).to_be_hidden()
    other.locator("input.search").focus()
    expect(other.locator(".chip").first).to_have_text("Atchison")
    phone.press(field.locator(".chip").first)
    expect(field.locator(".taken")).to_contain_text("Ottawa")
    phone.press(field.get_by_role("button", name="Change"))
    expect(other.locator(".chip").first).to_be_hidden()
    phone.press(field.locator(".chip").first)
    expect(other.locator(".chip").first).to_have_text("Chanute")  # the first may have any but Atchison
    no_faults(phone)


@thorough
def test_the_way_in_is_copied_where_the_browser_lets_it(browser: Browser, client: Client) -> None:
    party = table(client, NAMES)
    laptop = seated(browser, party, 0, "#lobby", **LAPTOP, permissions=["clipboard-read", "clipboard-write"])
    key = laptop.page.locator("[data-deed=copy]")
    expect(key).to_be_visible(timeout=PATIENCE_MS)
    room = key.bounding_box()
    laptop.press(key)
    expect(key).to_have_text("Copied")
    assert key.bounding_box() == room  # what stands below stays
    expect(key).to_have_text("Copy link", timeout=PATIENCE_MS)
    copied = laptop.page.evaluate("navigator.clipboard.readText()")
    assert copied == party.document(party.host)["join_url"]
    no_faults(laptop)


@thorough
def test_a_laptop_shows_the_companies_below_the_players_where_they_have_room(
    browser: Browser, client: Client
) -> None:
    party = played_at(client, "bank/prairie-with-the-bank", 5)
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    panels = laptop.page.locator(".sheet-page grid-panel > h2")
    expect(panels).to_have_text(["Players", "Companies"], timeout=PATIENCE_MS)
    expect(panels.last.locator("..")).to_be_in_viewport(ratio=1)
    expect(laptop.page.locator(".own-holds")).to_have_css("position", "static")
    expect(laptop.page.locator(".own")).to_have_text("holds KP")
    laptop.page.get_by_role("tab", name="Companies").click()
    expect(panels).to_have_text(["Companies"])
    no_faults(laptop)
    laptop.close()
    low = seated(browser, party, 0, **{**LAPTOP, "viewport": {"width": 1280, "height": 640}}, **STILL)
    expect(low.page.locator(".sheet-page grid-panel > h2")).to_have_text(["Players"], timeout=PATIENCE_MS)
    no_faults(low)


@thorough
def test_what_is_bold_is_explained_where_the_word_has_no_room(browser: Browser, client: Client) -> None:
    party = played_at(client, "union-pacific/dividend-cases-large", 5)
    narrow = {**LAPTOP, "viewport": {"width": 1010, "height": 800}}
    for where, device in (("/board", TV), ("", narrow)):
        screen = seated(browser, party, 0, where, **device, **STILL)
        first = ".board-wide [data-panel='railroads'] .corner" if where else ".sheet-page [data-heads] > h2"
        found = screen.page.locator(first)
        words = "framed: leads / tied"
        expect(found).to_have_attribute("data-framed", words, timeout=PATIENCE_MS)
        assert found.evaluate("one => getComputedStyle(one, '::after').content") == f'"{words}"'
        no_faults(screen)
        screen.close()
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    expect(laptop.page.locator(".sheet-page td strong .hint").first).to_have_text(
        "leads", timeout=PATIENCE_MS
    )
    expect(laptop.page.locator(".sheet-page td strong .hint").first).to_be_visible()
    no_faults(laptop)


@thorough
def test_players_stand_in_a_table_on_a_laptop(browser: Browser, client: Client) -> None:
    """Of six railroads and three kinds of cards, too; a share stands below the badge of its railroad."""
    party = table(client, ["Ada", "Bartholomew", "Josephine", "Ed", "Maximiliane"])
    auctions(party)
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    players = laptop.page.locator("[data-panel=players]")
    expect(players.locator("tbody tr")).to_have_count(5, timeout=PATIENCE_MS)
    expect(players).not_to_have_attribute("data-cards", "")
    expect(players.locator("thead .held")).to_have_count(6)
    share = players.locator("td.held:not([data-empty]) .figure").first
    column = share.evaluate("one => one.closest('td').cellIndex")
    badge = players.locator(f"thead tr > :nth-child({column + 1}) railroad-badge")
    assert abs(share.evaluate(MIDDLE) - badge.evaluate(MIDDLE)) < 3
    no_faults(laptop)


@thorough
def test_who_controls_a_railroad_is_named_beside_the_lamp(browser: Browser, client: Client) -> None:
    """Of several who share it each has a disc of that colour; one has the lamp that stands by the name everywhere."""
    laptop = seated(browser, played_at(client, "prairie-railroads/first-segments", 4), 0, **LAPTOP, **STILL)
    control = laptop.page.locator("[data-panel=railroads] tbody tr").first.locator("td:visible").last
    expect(control.locator(".seat-mark .lamp")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(laptop)


@thorough
def test_a_column_of_remarks_has_a_place_while_there_is_one(browser: Browser, client: Client) -> None:
    """The TP is not open yet, and its note says so; when it has opened no railroad has one."""
    for moves, there in ((1, True), (10, False)):
        party = played_at(client, "texas-pacific/tp-opens", moves)
        laptop = seated(browser, party, 0, **LAPTOP, **STILL)
        heads = laptop.page.locator("[data-panel=railroads] thead th:visible")
        expect(heads.filter(has_text="Built")).to_have_count(1, timeout=PATIENCE_MS)
        expect(heads.filter(has_text="Note")).to_have_count(int(there))
        no_faults(laptop)
        laptop.close()


@thorough
def test_a_host_who_plays_is_you_whomever_they_look_at(browser: Browser, client: Client) -> None:
    """In the row of bidders the same line is theirs, also where it is drawn anew while they act for another."""
    party = played_at(client, "texas-pacific/tp-opens", 10)
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    sits = {"number": 1, "key": party.seats[1]}
    laptop.has_kept({party.code: {"host": party.host, "join": party.join, "started": True, "seat": sits}})
    laptop.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    own = laptop.page.locator(".bidders li", has_text="(you)")
    expect(own).to_have_count(1, timeout=PATIENCE_MS)
    to_act = party.document()["auction"]["to_act"]
    assert to_act != 1
    laptop.press(laptop.page.locator(f"seat-picker button[data-seat='{to_act}']"))
    for _ in range(2):
        auction = party.document()["auction"]
        laptop.until(party.made(auction["to_act"], "bid", amount=auction["high_bid"] + 1)["revision"])
        expect(own).to_have_count(1)
        expect(own).to_contain_text("Ed")
    no_faults(laptop)


@thorough
@pytest.mark.parametrize(("wide", "many"), [(360, 6), (320, 5)])
def test_all_that_one_phone_plays_for_are_in_sight(
    browser: Browser, client: Client, wide: int, many: int
) -> None:
    """Six stand side by side in one line, each with its money; on the narrowest phone five do."""
    names = ["Ada", "Bartholomew", "Josephine", "Ed", "Maximiliane", "Liu"][:many]
    party = new_party(client, names, game="union-pacific", claim=False, options={"act_for": "anyone"})
    low = {**PHONE, "viewport": {"width": wide, "height": 640}}
    phone = seated(browser, party, 0, **low, **STILL)
    picks = phone.page.locator(".seat-pick")
    expect(picks).to_have_count(many, timeout=PATIENCE_MS)
    settled(phone.page)
    before = [pick.bounding_box() for pick in picks.all()]
    for pick in picks.all():
        expect(pick).to_be_in_viewport(ratio=1)
        expect(pick.locator(".figure")).to_be_in_viewport(ratio=1)
    phone.press(picks.last)
    expect(picks.last).to_have_attribute("aria-pressed", "true")
    assert [pick.bounding_box() for pick in picks.all()] == before
    no_faults(phone)


@thorough
def test_what_one_had_before_covers_no_name(browser: Browser, client: Client) -> None:
    """On the narrowest phone, beside the longest name that is called whole."""
    party = new_party(client, ["Ann", "Maximiliane", "Jo"], game="union-pacific")
    party.made(0, "correct", set=[{"of": "seat:2", "name": "cash", "value": 28}])
    phone = seated(browser, party, 2, **{**PHONE, "viewport": {"width": 320, "height": 568}}, **STILL)
    party.made(0, "correct", set=[{"of": "seat:2", "name": "cash", "value": 49}])
    was = phone.page.locator(".cash .was")
    expect(was).to_contain_text("$28M")
    ends = phone.page.locator(".seat-head .name").first.evaluate(
        """name => {
          const words = document.createRange();
          words.selectNodeContents(name.querySelector(".whole").firstChild);
          return words.getBoundingClientRect().right;
        }"""
    )
    assert left(was) >= ends
    no_faults(phone)


@thorough
def test_a_host_who_plays_finds_their_own_railroads_first(browser: Browser, client: Client) -> None:
    """With how many shares of each are theirs, as on the phone of whoever only plays."""
    party = played_at(client, "southern-pacific/katy", 26)
    guest = seated(browser, party, 2, **PHONE, **STILL)
    host = host_at(browser, party, 2, **PHONE)
    told = []
    for screen in (guest, host):
        screen.press(screen.page.get_by_role("tab", name="Railroads"))
        rows = screen.page.locator("grid-panel[data-panel=railroads] tr")
        expect(rows.first).to_be_visible()
        told.append(rows.all_inner_texts())
    assert told[0] == told[1]
    assert told[0][0].split()[-1] == "Mine"
    no_faults(guest, host)


@thorough
def test_whose_auto_bid_passes_is_told_so(browser: Browser, client: Client) -> None:
    """Up to $7, and Dave bids 9: nobody else learns why Pete is out. In the next auction it is over."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="texas-pacific")
    party.made(1, "bid", amount=3)
    dave, pete = (seated(browser, party, seat, **PHONE, **STILL) for seat in (2, 3))
    set_limit(pete, 7)
    said = pete.page.locator(".limit-words")
    expect(said).to_have_text("Auto-bid up to $7. Nobody else sees this.")
    below = pete.page.locator("bid-limit").bounding_box()
    pete.until(party.made(2, "bid", amount=9)["revision"] + 1)
    expect(said).to_have_text("Passed for you, above your auto-bid of $7.")
    dave.until(pete.revision)
    expect(dave.page.locator("body")).not_to_contain_text("auto-bid of")
    moved = pete.page.locator("bid-limit").bounding_box()
    assert below
    assert moved
    assert moved["y"] == below["y"]
    pete.until(party.made(0, "auction_result", winner=2, amount=9)["revision"])
    expect(pete.page.locator("bid-limit")).not_to_contain_text("Passed")
    no_faults(dave, pete)
