"""The guide: every page by clicks and for one's own eyes, opened where one is, and true to the rules it tells of."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image
from simcord import InteractionResult

from bot.discord.send import layout
from bot.features.rules import examples
from bot.features.rules.pages import PAGES, Page, page_for
from bot.features.rules.pictures import picture
from bot.features.rules.screens import guide_screen
from bot.preferences import Pictures
from bot.screens.columns import WIDTH
from bot.screens.faces import FACES, with_emoji, with_labels
from bot.screens.message import MOST_CHARACTERS, PHONE, Picture, Screen
from bot.store import StoreUnavailable
from bot.texts import ENGLISH as T
from bridgette import Auction, Bid, Card, Deal, Match, Phase, PlainCall, Play, Strain, parse_call, parse_card, view
from tests.game.notation import cards, dealt, hand
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World
from tools.art.files import ART, rendered

from .conftest import Club, NewWorld
from .scene import button_id, controls, core_of, in_phase, public, start

TITLES = {page: T(f"guide-{page.value}-title").removeprefix("## ") for page in PAGES}
PICTURED = (Page.MINUTE, Page.CARDS, Page.EXCHANGE, Page.AUCTION, Page.PLAY, Page.COLONS)
EMOJI = {face: f"<:{face}:{10**18 - 1}>" for face in FACES}
NAMES = {page: T(f"guide-go-{page.value}") for page in PAGES}


def words(page: Page, *, with_pictures: bool = True) -> str:
    """What is written on a page, without emoji."""
    return with_labels(written(guide_screen(T, page, with_pictures=with_pictures)))


def written(screen: Screen) -> str:
    return "\n".join(block for block in screen.blocks if isinstance(block, str))


def page_of(seen: Seen) -> Page:
    """The page that a message shows."""
    (found,) = [page for page, title in TITLES.items() if f"## {title}\n" in seen.text]
    return found


def attached(seen: Seen) -> list[str]:
    """The files of a message."""
    return [one["filename"] for one in seen.handle._message.attachments]


async def ask(world: World, who: str) -> Seen:
    """The guide, by the command."""
    result = world.assert_answered(await world[who].slash(world.channel, "bridgette rules"))
    assert result.ephemeral
    assert result.response is not None
    return world.look(result.response)


def opened(world: World, result: InteractionResult) -> Page:
    """The page that was opened by a press, in private."""
    world.assert_answered(result)
    assert result.ephemeral
    assert result.response is not None
    return page_of(world.look(result.response))


# ------------------------------------------------------------------------------------ by clicks


async def test_next_and_previous_lead_through_all_pages_of_one_private_message(new_world: NewWorld) -> None:
    async with new_world(pictures=Pictures.RESULTS) as world:
        await turn_all(world)


async def turn_all(world: World) -> None:
    guide = await ask(world, "carol")
    for label, order in (("Next ▶", PAGES), ("◀ Previous", PAGES[::-1])):
        for place, page in enumerate(order):
            now = world.look(guide)
            assert page_of(now) is page
            assert attached(now) == ([f"{page.value}.png"] if page in PICTURED else []), "the one before is gone"
            button = now.button(label)
            assert button is not None
            assert button.disabled == (place == len(PAGES) - 1)
            if not button.disabled:
                world.assert_answered(await world.press(world["carol"], label, on=guide))
    assert len(world.sees(world["carol"])) == 1
    assert not world.sees(world["alice"])
    assert not world.sees(world["bob"])


async def test_every_page_is_one_press_away_without_a_select(world: World) -> None:
    guide = await ask(world, "alice")
    assert not guide.selects
    for page in (*PAGES[1:], PAGES[0]):
        world.assert_answered(await world.press(world["alice"], NAMES[page], on=guide))
        now = world.look(guide)
        assert page_of(now) is page
        button = now.button(NAMES[page])
        assert button is not None
        assert button.disabled, "and one sees where one is"
        assert f"Page {PAGES.index(page) + 1} of {len(PAGES)}" in now.text


async def test_two_who_turn_pages_at_once_turn_their_own(world: World) -> None:
    guides = {who: await ask(world, who) for who in ("alice", "bob")}
    clicks = [("alice", Page.SCORE), ("bob", Page.PLAY), ("bob", Page.PLAY)]
    turned = [(world[who], guides[who], button_id(Verb.TURN, 0, PAGES.index(page))) for who, page in clicks]
    for result in await world.together(*turned):
        world.assert_answered(result)
    assert page_of(world.look(guides["alice"])) is Page.SCORE
    assert page_of(world.look(guides["bob"])) is Page.PLAY


async def test_where_the_host_wants_no_pictures_there_are_none(world: World) -> None:
    guide = await ask(world, "carol")
    for page in PAGES:
        now = world.look(guide)
        assert page_of(now) is page
        assert not attached(now)
        if page is not PAGES[-1]:
            world.assert_answered(await world.press(world["carol"], "Next ▶", on=guide))


# ------------------------------------------------------------------------------------ where it opens


async def test_a_challenge_tells_newcomers_of_it_and_it_opens_at_its_beginning(world: World) -> None:
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge"))
    asked = world.find(world["bob"], "Rules")
    assert "New to Bridgette? **Rules** shows how it is played." in asked.text
    for who in ("alice", "bob", "carol"):
        assert opened(world, await world.press(world[who], "Rules", on=asked)) is Page.MINUTE
    assert world.look(asked).text == asked.text


async def test_at_a_table_it_opens_at_what_is_going_on(world: World) -> None:
    scene = await start(world)
    for phase, page in ((Phase.EXCHANGE, Page.EXCHANGE), (Phase.AUCTION, Page.AUCTION), (Phase.PLAY, Page.PLAY)):
        await scene.until(in_phase(phase))
        await scene.tell()
        for who in ("bob", "carol"):
            assert opened(world, await world.press(world[who], "Rules", on=scene.table())) is page
    await scene.until(lambda match: view(match, None).deal.barred is not None)
    await scene.tell()
    assert opened(world, await world.press(world["carol"], "Rules", on=scene.table())) is Page.COLONS


def test_without_a_deal_and_after_one_it_opens_at_the_beginning_and_at_the_score() -> None:
    match = Match(("a", "b"))
    assert page_for(None) is page_for(view(match, None)) is Page.MINUTE
    rest = match.begin_deal(dealt("AK32.AK3.AK32.A+G", "QJT9.QJT.QJT9.K+R").deck, 0).resign(0)
    assert page_for(view(rest, None)) is Page.SCORE


async def test_beside_a_hand_it_is_a_message_of_its_own(world: World) -> None:
    """Nobody loses what they were choosing by looking something up."""
    scene = await start(world)
    await scene.open_panels()
    (mark, *_) = controls(scene.panel(0), Verb.MARK)
    await world["alice"].click(scene.panel(0).handle, custom_id=mark.custom_id)
    panel = scene.panel(0)
    assert opened(world, await world.press(world["alice"], "Rules", on=panel)) is Page.EXCHANGE
    assert world.look(panel).raw == panel.raw
    guide = world.panel(world["alice"])
    assert guide.id != panel.id
    world.assert_answered(await world.press(world["alice"], "Next ▶", on=guide))
    assert page_of(world.look(guide)) is Page.AUCTION
    assert world.look(panel).raw == panel.raw


# ------------------------------------------------------------------------------------ what strangers send


@pytest.mark.parametrize("at", [9, 999_999_999])
async def test_a_page_that_is_not_there_is_the_last_one(at: int, world: World) -> None:
    guide = await ask(world, "carol")
    for verb in (Verb.TURN, Verb.RULES):
        result = await world.forge(world["carol"], guide, button_id(verb, 0, at))
        world.assert_answered(result)
    assert page_of(world.look(guide)) is PAGES[-1]


async def test_a_page_cannot_be_turned_in_the_place_of_anything_else(world: World) -> None:
    scene = await start(world)
    await scene.open_panels()
    before, panel = public(world), scene.panel(0)
    for on, who in ((scene.table(), "carol"), (scene.table(), "alice"), (panel, "alice")):
        assert opened(world, await world.forge(world[who], on, button_id(Verb.TURN, scene.id, 7))) is Page.SCORE
    assert public(world) == before
    assert world.look(panel).raw == panel.raw


@pytest.mark.parametrize("detail", ["x", "step.9", "A" * 50])
async def test_a_detail_that_means_nothing_changes_nothing(detail: str, world: World) -> None:
    guide = await ask(world, "carol")
    world.assert_answered(await world.forge(world["carol"], guide, button_id(Verb.TURN, 10**18, 2, detail)))
    assert page_of(world.look(guide)) is Page.EXCHANGE


async def test_after_a_restart_old_messages_still_open_it(world: Club) -> None:
    guide = await ask(world, "carol")
    scene = await start(world)
    await world.restart()
    world.assert_answered(await world.press(world["carol"], "Next ▶", on=guide))
    assert page_of(world.look(guide)) is Page.CARDS
    # As it stood under the tables of before.
    old = await world.forge(world["bob"], scene.table(), button_id(Verb.RULES, scene.id))
    assert opened(world, old) is Page.MINUTE


# ------------------------------------------------------------------------------------ when something fails


async def test_the_database_is_not_needed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    guide, scene = await ask(world, "carol"), await start(world)
    for name in ("read", "write"):
        monkeypatch.setattr(core_of(world).store._database, name, _failing)
    world.assert_answered(await world.press(world["carol"], "Next ▶", on=guide))
    assert page_of(world.look(guide)) is Page.CARDS
    assert opened(world, await world.press(world["bob"], "Rules", on=scene.table())) is Page.EXCHANGE
    monkeypatch.undo()


def _failing() -> Any:
    raise StoreUnavailable("no")


async def test_a_page_that_discord_does_not_take_is_told(world: Club) -> None:
    guide = await ask(world, "carol")
    world.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    result = await world.press(world["carol"], "Next ▶", on=guide)
    world.excuse(result)
    assert page_of(world.look(guide)) is Page.MINUTE
    assert "Discord did not take my answer" in world.answer(result)
    world.assert_answered(await world.press(world["carol"], "Next ▶", on=guide))
    assert page_of(world.look(guide)) is Page.CARDS


# ------------------------------------------------------------------------------------ how it looks


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("with_pictures", [True, False])
def test_a_page_fits_with_emoji_and_a_phone(page: Page, with_pictures: bool) -> None:
    screen = guide_screen(T, page, with_pictures=with_pictures)
    shown = with_emoji(written(screen), EMOJI)
    assert len(shown) <= MOST_CHARACTERS
    assert ("<:" in shown) == (page in (Page.CARDS, Page.EXCHANGE, Page.BIDS, Page.PLAY, Page.COLONS))
    assert with_labels(written(screen)) == words(page, with_pictures=not with_pictures), "complete without pictures"
    ids = [str(button.id) for row in screen.blocks if isinstance(row, tuple) for button in row]
    assert len(set(ids)) == len(ids) == len(PAGES) + 2
    assert layout(screen, EMOJI).total_children_count <= 40
    for row in screen.blocks:
        if isinstance(row, tuple):
            assert sum(len(button.label) for button in row) <= PHONE
    for paragraph in re.sub("```.*?```", "", words(page), flags=re.DOTALL).split("\n"):
        assert len(paragraph) <= 330, "short paragraphs"


def tables(page: Page) -> list[list[list[str]]]:
    """The tables of a page, cell by cell."""
    found = re.findall("```\n(.*?)\n```", words(page).replace("\ufe0e", ""), flags=re.DOTALL)
    for table in found:
        assert all(len(line) <= WIDTH for line in table.split("\n"))
        assert len({len(line) for line in table.split("\n")}) == 1, "columns are flush"
    return [[line.split() for line in table.split("\n")] for table in found]


def test_pictures_have_words_beside_them_and_none_in_them() -> None:
    for page in PAGES:
        pictures = [block for block in guide_screen(T, page).blocks if isinstance(block, Picture)]
        assert bool(pictures) == (page in PICTURED)
        for one in pictures:
            assert 40 <= len(one.said) <= 200
        assert not any(isinstance(block, Picture) for block in guide_screen(T, page, with_pictures=False).blocks)


def test_the_pictures_are_those_that_their_source_draws() -> None:
    drawn = {path.stem: found for path, found in rendered().items() if path.parent == ART / "guide"}
    assert set(drawn) == {page.value for page in PICTURED} == {path.stem for path in (ART / "guide").iterdir()}
    for name, found in drawn.items():
        kept = picture(name)
        assert kept is not None
        assert len(kept) <= 60_000
        image = Image.open(io.BytesIO(kept))
        assert image.height * 390 / image.width <= 300, "not higher than a hand on a phone"
        assert image.convert("RGBA").tobytes() == found.tobytes(), f"{name}: make the pictures anew"


def test_a_page_without_a_picture() -> None:
    assert picture("score") is None


# ------------------------------------------------------------------------------------ what it says is so


def test_the_minute_and_the_cards() -> None:
    assert "You are dealt 13 cards" in words(Page.MINUTE)
    assert "A match is 6 deals" in words(Page.MINUTE)
    said = words(Page.CARDS)
    assert said.startswith("## The cards\n55 cards: the usual four suits and three **colons**.")
    assert "♠︎A ♠︎K ♠︎Q ♠︎J ♠︎10 ♠︎9 ♠︎8 ♠︎7 ♠︎6 ♠︎5 ♠︎4 ♠︎3 ♠︎2" in said
    for line in ("the Grand Colon: **A**", "the Royal Colon: **K Q J**", "the Little Colon: **10 to 2**"):
        assert line in said
    assert "So ♠︎K is of the group of the Royal Colon." in said
    assert said.split("\n")[-2].endswith("from low to high: ♣︎ ♦︎ ♥︎ ♠︎ NT")


@pytest.mark.parametrize(
    ("up", "drawn", "said"),
    [
        ("S2", 4, "10 to 2, or the Little Colon: **4 cards**"),
        ("LC", 4, "10 to 2, or the Little Colon: **4 cards**"),
        ("SK", 8, "K Q J, or the Royal Colon: **8 cards**"),
        ("RC", 8, "K Q J, or the Royal Colon: **8 cards**"),
        ("DA", 12, "A, or the Grand Colon: **12 cards**"),
        ("GC", 12, "A, or the Grand Colon: **12 cards**"),
    ],
)
def test_r9_to_r11_the_exchange_is_as_the_page_says(up: str, drawn: int, said: str) -> None:
    first, second = "AQ43.A432.T432.Q", "T98.KT98.K98.A32"
    deal: Deal = dealt(first, second, dealer=1, stock=up)
    assert (deal.to_discard(0), deal.to_discard(1)) == (2, drawn)
    assert parse_card(up) in deal.hand(0), "the dealer's opponent draws the up-card"
    assert said in words(Page.EXCHANGE)
    assert "The dealer's opponent draws 2 cards" in words(Page.EXCHANGE)
    if parse_card(up) is examples.UP_CARD:
        assert f"♠︎K is turned up: the dealer draws {drawn} cards, the other player 2." in words(Page.EXCHANGE)


def test_r13_the_auction_is_as_the_page_says() -> None:
    assert tables(Page.AUCTION) == [
        [["level", *"01234567"], ["tricks", "6", "7", "8", "9", "10", "11", "12", "13"]],
    ]
    said = words(Page.AUCTION)
    assert "1♠︎ promises 7 tricks" in said
    assert "**0NT** is the lowest bid: 6 tricks" in said
    assert "by a later place in ♣︎ ♦︎ ♥︎ ♠︎ NT" in said
    legal = Auction.begin(0, (hand("KQ32.K32.K32.K32"), hand("AJT9.AJT9.AJ9.AJ"))).legal
    assert legal[0] == Bid(0, Strain.NO_TRUMP)
    assert [call.level for call in legal if isinstance(call, Bid)].count(0) == 1, "level 0 has no other"


def test_r14_and_r15_the_examples_of_bids_are_so() -> None:
    """The hand of the page in real auctions: as the first call, and over a bid of the opponent's."""
    other = hand("KJT8.AQJ.AKQ.AKQ")
    first = Auction.begin(0, (examples.BIDDER, other))
    may = {str(bid) for bid in examples.TRIED if bid in first.legal}
    assert may == {"0NT", "1H", "1S", "1NT", "2S"}
    assert "you may bid 0NT, 1♥︎, 1♠︎, 1NT, 2♠︎. You may not bid 2♥︎: that is a jump, and you have 2 hearts." in words(
        Page.BIDS
    )
    objection = first.objection(parse_call("2H"))
    assert objection is not None
    assert objection.rule == "R15"
    second = Auction.begin(1, (examples.BIDDER, other)).after(parse_call("1NT"))
    assert parse_call("2H") in second.legal
    assert "Over your opponent's 1NT you may bid 2♥︎" in words(Page.BIDS)
    assert PlainCall.DOUBLE in second.legal


def test_r14_and_r15_the_least_cards_of_a_bid_are_so() -> None:
    other = hand("KJT8.AQJ.AKQ.AKQ")

    def legal(text: str) -> set[str]:
        return {str(call) for call in Auction.begin(0, (hand(text), other)).legal}

    assert "if you hold 2 cards of it" in words(Page.BIDS)
    assert "if you hold 4 cards of it" in words(Page.BIDS)
    assert "1S" not in legal("A.765432.T98.T98")
    assert "1S" in legal("A2.65432.T98.T98")
    assert "2S" not in legal("A32.6543.T98.T98")
    assert "2S" in legal("A432.543.T98.T98")
    assert "0NT" not in legal("A5432.65432..T98+G")
    assert "4NT" in legal("A5432.65432.T.98")


def playing(first: str, second: str) -> Play:
    """The last cards of two players with spades as trumps; the first one leads."""
    return Play.begin(1, examples.TRUMP, (cards(first), cards(second)))


@pytest.mark.parametrize(
    ("lead", "follow", "winner", "said"),
    [
        ("HK", "HA", 1, "♥︎K ♥︎A → the second card wins"),
        ("HK", "S2", 1, "♥︎K ♠︎2 → the second card wins"),
        ("HK", "CA", 0, "♥︎K ♣︎A → the lead wins"),
        ("RC", "DQ", 1, "Royal ♦︎Q → the second card wins"),
        ("RC", "S2", 1, "Royal ♠︎2 → the second card wins"),
        ("RC", "DA", 0, "Royal ♦︎A → the lead wins"),
    ],
)
def test_r24_and_r25_the_examples_of_tricks_are_so(lead: str, follow: str, winner: int, said: str) -> None:
    page = Page.COLONS if lead == "RC" else Page.PLAY
    assert said in words(page)
    play = playing(f"{lead} D5", f"{follow} C4").after_all(cards(f"{lead} {follow}"))
    assert play.won[winner] == 1
    assert play.barred is None


def test_r21_and_r22_the_example_of_following_is_so() -> None:
    assert "♥︎7 is led, and you hold ♥︎A ♥︎4 ♠︎9 Little. You may play ♥︎A ♥︎4 Little:" in words(Page.PLAY)
    play = playing("H7 D5 D4 D3", "HA H4 S9 LC").after(parse_card("H7"))
    assert set(play.legal) == set(cards("HA H4 LC"))


def test_r22_and_r23_the_example_of_catching_is_so() -> None:
    said = words(Page.COLONS)
    assert "♥︎K is led, Royal catches it. The leader wins and still holds ♥︎A ♥︎4 ♠︎9." in said
    assert "Barred from the next lead: ♥︎ hearts. So it must be ♠︎9." in said
    play = playing("HK HA H4 S9", "RC HQ D4 D3").after(parse_card("HK"))
    assert parse_card("RC") in play.legal, "although a heart is held"
    play = play.after(parse_card("RC"))
    assert play.won == (1, 0)
    assert list(map(str, play.legal)) == ["S9"]
    only = playing("HK HA H4", "RC HQ D4").after_all(cards("HK RC"))
    assert set(only.legal) == set(cards("HA H4")), "whoever has nothing else may lead it"


R26 = """
♣♦    ♥♠    NT    +
0                 150   250
1     150   150   250   250
2     250   250   250   250
3     250   250   750   250
4     250   750   750   250
5     750   750   1,500 250
6     1,500 1,500 2,200 100
7     2,200 2,200 2,500 –
"""
R31 = """
short –     X     XX
1     100   200   300
2     200   500   700
3     300   800   1,100
4     400   1,100 1,500
5     700   2,000 2,700
6+    1,000 3,000 4,000
"""


def test_r26_to_r31_the_score_is_as_the_rules_have_it() -> None:
    assert tables(Page.SCORE) == [[line.split() for line in table.strip().split("\n")] for table in (R26, R31)]
    said = words(Page.SCORE)
    assert "Exactly three tricks more than bid: **350** more." in said
    assert "Made doubled (X): **400** more, then all of it × 2." in said
    assert "Made redoubled (XX): **1,000** more, then all of it × 4." in said


def test_the_examples_of_the_score_are_so() -> None:
    said = words(Page.SCORE)
    assert "1♥︎, 10 tricks: 150 + 350 = **500**" in said
    assert "4♠︎ X, 10 tricks: (750 + 250 + 400) × 2 = **2,800**" in said
    assert "3NT X, 6 tricks, 3 short: **800** to the opponent" in said
    assert [played.result.score for played in examples.SCORES] == [(500, 0), (2800, 0), (0, 800)]


def test_the_cards_of_the_examples_are_different_ones() -> None:
    for held in (examples.BIDDER, examples.FOLLOWER, (*examples.LEADER, *examples.CAUGHT)):
        assert len(set(held)) == len(held)
        assert all(isinstance(card, Card) for card in held)
    assert len(examples.BIDDER) == 13
