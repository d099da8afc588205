"""Every message within Discord's limits, whatever people are called, in every state that a match can reach."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from bot.discord.send import files, layout
from bot.features.challenges import screens as challenge
from bot.features.data import screens as data
from bot.features.leaderboard import screens as leaderboard
from bot.features.me.feature import MOST_BLOCKED
from bot.features.me.screens import me_screen
from bot.features.results.screens import choice_of, question_screen
from bot.features.rules.pages import PAGES
from bot.features.rules.screens import guide_screen
from bot.features.settings.screens import MOST_CHANNELS, Shown, settings_screen
from bot.features.table import result_screens as results
from bot.features.table import small_screens
from bot.features.table.panel_screen import panel_screen
from bot.features.table.play_screen import play_screen
from bot.features.table.table_screen import table_screen, table_words, void_screen
from bot.ids import ComponentId
from bot.preferences import CLOCKS, Blocked, PersonSettings, ServerSettings
from bot.results import BestDeal, Figures, MatchResult, Opponent, Page, Standing
from bot.screens import words
from bot.screens.columns import columns
from bot.screens.faces import FACES
from bot.screens.message import MOST_SAID, PHONE, Button, Picture, Screen, width
from bot.screens.names import plain_name, shown_name
from bot.screens.panel import PanelState
from bot.screens.reader import PLAIN_READER, Reader
from bot.screens.spots import Added
from bot.texts import ENGLISH as T
from bot.values import Challenge, ChallengeState, NewChallenge, Person
from bot.values import Player as AtSeat
from bridgette import BIDS, Action, Bid, Deal, Discard, Group, Match, MatchView, Pair, Phase, view
from bridgette.format import LENGTHS
from bridgette.record import write_record
from tests.bot.conftest import Club, NewWorld
from tests.bot.driver import BY_SYMBOL, Player, start
from tests.game import playouts
from tests.game.notation import auction, call, deck
from tests.support.limits import COMPONENTS_V2, TEXT, V2_TEXT, Payload, check_message, walk
from tests.support.seen import Seen

NAMES = {
    "markup": "*" * 32,
    "back-ticks": "`" * 32,
    "everyone": "@everyone @here <@&1> <@1> <#1>",
    "spoiler": "||x|| ~~y~~ __z__ [a](http://b.c)",
    "emoji": "\U0001f0a1" * 32,
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 6,
    "right to left": "\u202eevil\u202c \u200f\u05e9\u05dc\u05d5\u05dd\u2067\u0627\u0644\u0639",
    "zero width": "\u200b\u200c\u200d\ufeff\u2060",
    "lines": "# a\n> b\r\n- c\u2028d",
    "brackets": "<>[]()\\:#@" * 3,
    "combining": "Z\u0334\u0335\u0336\u0321\u0322" * 6,
    "plain": "alice",
}
LONGEST_ID = 10**18 - 1
ADDED = Added(("One more line that a feature adds.",), (Button("One more button", ComponentId("more", LONGEST_ID)),))
"""What a feature may add to every screen."""
LONGEST_NUMBER = 10**6 - 1
WIDEST_BLOCK = 36
ROW_OF_A_PHONE = 26
"""Letters on the buttons of one row that fit the width of a phone, as far as letters tell."""


TAUGHT = Added(("x" * 200, *ADDED.lines), ADDED.buttons)
"""What a panel holds besides in a player's first deals."""

EMOJI = {name: f"<:{name}:{10**19 - 1 - place}>" for place, name in enumerate(FACES)}
"""All faces as emoji, with the longest ids."""
PICTURE = Picture("picture.png", b"png", "x" * MOST_SAID)

IN_WORDS = Reader(words=True)


def payload(screen: Screen, emoji: Mapping[str, str]) -> Payload:
    """What Discord is sent for a screen."""
    attached = [{"id": str(n), "filename": one.filename} for n, one in enumerate(files(screen))]
    view = layout(screen, emoji)
    return {"flags": COMPONENTS_V2, "components": view.to_components(), "attachments": attached}


def check(screen: Screen, what: str) -> None:
    """Within every limit, with emoji and with labels; the text also when it is counted as JavaScript does, where an
    emoji is two. No block of code is wider than a phone shows, and no row of a panel.
    """
    for emoji in ({}, EMOJI):
        message = payload(screen, emoji)
        complaints = check_message(message)
        assert not complaints, f"{what}: {complaints}"
        written = "".join(part["content"] for part in walk(message["components"]) if part["type"] == TEXT)
        units = len(written.encode("utf-16-le")) // 2
        assert units <= V2_TEXT, f"{what}: {units} characters"
        parts = written.split("```")
        assert len(parts) % 2, f"{what}: a block of code does not end"
        for line in "\n".join(parts[1::2]).split("\n"):
            assert columns(line) <= WIDEST_BLOCK, f"{what}: {line}"
    if what.startswith("panel"):
        wraps = [row for row in screen.blocks if isinstance(row, tuple) and width(row) > PHONE]
        assert not wraps, f"{what}: {wraps}"
    content = [block.content for block in screen.blocks if hasattr(block, "content")]
    assert all(len(one) < 8 * 2**20 for one in content), what


def screens(match: Match) -> Iterator[tuple[str, Screen]]:
    """Every screen that can be shown in this state of a match."""
    watched = view(match, None)
    for index, deal in enumerate(watched.deals):
        if deal.reveal is not None and index >= len(watched.deals) - 2:
            for picture in (None, PICTURE):
                yield "deal", results.deal_screen(T, LONGEST_ID, watched, index, ADDED, picture)
                yield "play", play_screen(T, watched, index, picture)
            assert 0 < len(results.result_words(T, watched, index)) <= MOST_SAID
    if match.needs_deck:
        return  # the next deal begins with the act that ends one, so nobody is shown this state
    for seat in (0, 1):
        yield from panels(view(match, seat))
        yield "resign", small_screens.resign_screen(T, LONGEST_ID, view(match, seat))
        yield "resign elsewhere", small_screens.resign_screen(T, LONGEST_ID, view(match, seat), f"<#{LONGEST_ID}>")
    if match.ended is not None:
        for winner in (None, f"<@{LONGEST_ID}>"):
            yield "match", results.match_screen(T, LONGEST_ID, watched, winner, ADDED)
        yield "record", results.record_screen(T, LONGEST_ID, write_record(match))
        return
    for picture in (None, PICTURE):
        yield "table", table_screen(T, LONGEST_ID, watched, ADDED, picture)
    assert table_words(T, watched).count("\n") >= 5, "not cut in the middle of the words"
    assert len(table_words(T, watched)) <= MOST_SAID
    yield from typed(match)
    yield "notice", small_screens.notice_screen(T, LONGEST_ID, watched, 0, f"<@{LONGEST_ID}>")
    link = f"https://discord.com/channels/{LONGEST_ID}/{LONGEST_ID}/{LONGEST_ID}"
    yield "direct", small_screens.direct_screen(T, watched, 0, link)


def typed(match: Match) -> Iterator[tuple[str, Screen]]:
    """What is said about an act that was typed, in the match's channel and in another."""
    for seat in sorted(match.to_act):
        deal = match.deals[-1]
        action: Action = Discard(deal.hand(seat)[: deal.to_discard(seat)])
        if deal.phase is not Phase.EXCHANGE:
            action = (deal.legal_calls(seat) or deal.legal_cards(seat))[-1]
        yield "typed", small_screens.did_screen(T, LONGEST_ID, small_screens.did(T, action))
        where = view(match, seat), action, f"<#{LONGEST_ID}>"
        yield "typed elsewhere", small_screens.elsewhere_screen(T, LONGEST_ID, LONGEST_NUMBER, *where)


def panels(own: MatchView) -> Iterator[tuple[str, Screen]]:
    """A player's panel, with nothing chosen and with all that can be, each with the longest note on top."""
    states = [PanelState(LONGEST_ID, LONGEST_NUMBER)]
    deal = own.deal
    if own.ended is None and own.seat in own.to_act and deal.own is not None:
        if deal.phase is Phase.EXCHANGE:
            size = len(deal.own.hand)
            states += [
                PanelState(LONGEST_ID, LONGEST_NUMBER, marked=(1 << n) - 1) for n in (1, deal.own.to_discard, size)
            ]
        elif deal.phase is Phase.AUCTION:
            states += [PanelState(LONGEST_ID, LONGEST_NUMBER, level=level) for level in range(8)]
            states += [
                PanelState(LONGEST_ID, LONGEST_NUMBER, level=one.level if isinstance(one, Bid) else None, asks=str(one))
                for one in deal.own.calls
            ]
        else:
            states += [PanelState(LONGEST_ID, LONGEST_NUMBER, asks=str(one)) for one in deal.own.cards]
    if own.ended is None:
        finished = [index for index, one in enumerate(own.deals) if one.result is not None]
        for index in finished[-2:]:
            screen = panel_screen(T, PanelState(LONGEST_ID, LONGEST_NUMBER, result=index), own)
            yield "panel result", screen
            yield "panel result with a note", screen.with_note("x" * 200)
    for state in states:
        yield f"panel {deal.phase.value}", panel_screen(T, state, own)
        for reader in (PLAIN_READER, IN_WORDS):
            screen = panel_screen(T, state, own, reader, TAUGHT)
            yield f"panel {deal.phase.value} with all there can be", screen.with_note("x" * 200)


def named(match: Match, names: Pair[str]) -> Match:
    return Match(names, match.deals, match.cut_short)


@pytest.mark.parametrize("first", NAMES)
async def test_random_matches_in_every_state(first: str) -> None:
    names = NAMES[first], NAMES["back-ticks"]
    rng = random.Random(first)
    seen: set[str] = set()
    temper = rng.choice(playouts.TEMPERS)
    for number, match in enumerate(playouts.match_states(rng, temper)):
        # Every state of the last deal and of a random one: what differs between deals are the totals alone.
        if match.deals and (len(match.deals) in (1, 7) or match.ended or number % 5 == 0):
            for what, screen in screens(named(match, names)):
                seen.add(what)
                check(screen, f"{what} of {first}")
    panels_seen = {f"panel {phase.value}" for phase in Phase}
    assert seen >= {"deal", "play", "match", "record", "table", "notice", "resign", "resign elsewhere", *panels_seen}
    assert seen >= {"typed", "typed elsewhere", "panel result"}


# --------------------------------------------------------------------------- the extremes


LONGEST_HANDS = "AK2.QJ4.AT9.A65+L", "QJT.AK9.KQJ.KQJ+R"
"""Both may bid anything but a jump in a suit."""


@cache
def longest_deal() -> Deal:
    """Every bid there is, each doubled and redoubled: 110 calls; then 13 tricks; the dealer exchanged 12 cards."""
    cards = deck(LONGEST_HANDS)
    stock = list(cards[26:])
    ace = next(card for card in stock if card.group is Group.ACES)
    stock.remove(ace)
    deal = Deal.begin(0, (*cards[:26], ace, *stock))
    for seat in (0, 1):
        deal = deal.after(seat, Discard(deal.drawn(seat)))
    deal = call(deal, "Pass")
    for bid in BIDS:
        deal = call(deal, f"{bid} X XX")
    deal = call(deal, "Pass")
    rng = random.Random(1)
    while deal.to_act:
        (seat,) = deal.to_act
        deal = deal.after(seat, rng.choice(deal.legal_cards(seat)))
    return deal


def prefixes(deal: Deal) -> Iterator[Deal]:
    """The deal at every step of its auction and play."""
    now = Deal.begin(deal.dealer, deal.deck)
    yield now
    for seat in (0, 1):
        now = now.after(seat, Discard(deal.discards[seat] or ()))
        yield now
    assert deal.auction is not None
    for action in (*deal.auction.calls, *(deal.play.plays if deal.play else ())):
        now = now.after(next(iter(now.to_act)), action)
        yield now


@pytest.mark.parametrize("name", NAMES)
async def test_the_longest_auction_with_the_longest_names(name: str) -> None:
    deal = longest_deal()
    assert deal.auction is not None
    assert len(deal.auction.calls) == 110
    assert deal.to_discard(0) == 12
    names = NAMES[name], NAMES[name]
    # The deals before it: nobody ever scored more.
    for state in [deal] if name != "markup" else [*prefixes(deal)][::4]:
        for earlier in ((), (deal,) * 2):
            for what, screen in screens(Match(names, (*earlier, state))):
                check(screen, f"{what} after {len(state.auction.calls) if state.auction else 0} calls, {name}")


@pytest.mark.parametrize("name", NAMES)
async def test_a_match_of_two_hundred_passed_out_deals(name: str) -> None:
    """R18 sets no limit to them."""
    played, passed = longest_deal(), call(auction(*LONGEST_HANDS), "Pass Pass")
    deals = (*(passed,) * 100, played, *(passed,) * 100, *(played,) * 6)
    match = Match((NAMES[name], NAMES[name]), deals)
    assert match.counted == 7
    assert match.ended is not None
    for index in (0, 99, 100, 150, 206):
        check(results.deal_screen(T, LONGEST_ID, view(match, None), index, ADDED), f"deal {index} of many")
        check(play_screen(T, view(match, None), index), f"the play of deal {index} of many")
    check(results.match_screen(T, LONGEST_ID, view(match, None), f"<@{LONGEST_ID}>", ADDED), "a long match")
    check(results.record_screen(T, LONGEST_ID, write_record(match)), "its record")
    going_on = Match(match.players, deals[:200])
    for what, screen in screens(going_on.begin_deal(played.deck)):
        check(screen, f"{what} after many passed-out deals")


async def test_a_hand_with_thirty_calls_and_an_exchange_of_twelve() -> None:
    names = NAMES["emoji"], NAMES["markup"]
    for what, screen in screens(Match(names, (auction("AKQ2.K543.7654.2", "J3.AQ7.AKQ3.AK+RL"),))):
        check(screen, what)
    deal = Deal.begin(0, longest_deal().deck)
    assert len(deal.hand(0)) == 25
    for what, screen in screens(Match(names, (deal,))):
        check(screen, what)


def challenged(new: NewChallenge) -> Challenge:
    """The challenge that was made so."""
    when = datetime(2099, 1, 1, tzinfo=UTC)
    people = {"challenger": new.challenger, "opponent": new.opponent, "message_id": None, "match_id": None}
    where = {"id": LONGEST_ID, "guild_id": new.guild_id, "channel_id": new.channel_id}
    rest = {"state": "open", "shown": "open", "length": new.length, "is_rematch": new.is_rematch, "clock": new.clock}
    return Challenge(**people, **where, created_at=when, expires_at=when, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
async def test_boards_figures_lists_and_challenges(name: str) -> None:
    odd = NAMES[name]
    big = 10**7 - 1
    line = Standing(big, LONGEST_ID, odd, big, big, big, big, big, 1)
    for page in (0, 1, 10**6):
        shown = Page([line] * leaderboard.PAGE, 10**8)
        for private in (False, True):
            check(leaderboard.leaderboard_screen(T, shown, page, can_show=private), "leaderboard")
    check(leaderboard.leaderboard_screen(T, Page([], 0), 0, can_show=True), "empty leaderboard")
    check(void_screen(T, LONGEST_ID, odd, odd, ADDED), "void")
    best = BestDeal(9999, "7NTXX", False, 1, 1, odd)
    met = [Opponent(LONGEST_ID, odd, big, big, big)] * 10
    check(leaderboard.figures_screen(T, odd, Figures(line, big, big, best, met), can_show=True), "figures")
    check(leaderboard.figures_screen(T, odd, None, can_show=True), "no figures")
    for page in range(3):
        link, rests = f"https://discord.com/channels/{LONGEST_ID}/{LONGEST_ID}", small_screens.Turn.NOBODYS
        listed = [small_screens.Listed(LONGEST_ID - one, odd, None if one < 4 else link, rests) for one in range(60)]
        check(small_screens.matches_screen(T, listed, page), "hand list")
    for guide in PAGES:
        for with_pictures in (True, False):
            check(guide_screen(T, guide, with_pictures=with_pictures), "rules")
    list_of_blocked = [Blocked(f"{number:064x}", odd if number % 2 else None) for number in range(MOST_BLOCKED)]
    for settings in (PersonSettings(), PersonSettings(False, True, True, False, True)):
        for page in (0, 1, 999_999_999):
            note = words.refusal(T, "me-block-done", {"name": odd})
            check(me_screen(T, settings, list_of_blocked, page).with_note(note), "settings")
        check(me_screen(T, settings, [], 0), "settings")
    players, when = (AtSeat("person", 1, odd), AtSeat("person", 2, odd)), datetime(2099, 1, 1, tzinfo=UTC)
    for how, winner, voided in itertools.product(("played", "resigned", "claimed"), (0, None), (False, True)):
        result = MatchResult(LONGEST_ID, 1, players, how, winner, (big, big), when, voided)  # type: ignore[arg-type]
        check(question_screen(T, result), "result")
        assert 1 <= len(choice_of(T, result)) <= 100
    for count in (0, 1, 1000):
        mine = [LONGEST_ID] * count
        check(data.forget_screen(T, mine), "forget")
        check(data.again_screen(T, mine), "forget again")
        check(data.data_screen(T, "bridgette-my-data.json", b"{}", count), "my data")
    person = Person(LONGEST_ID, odd)
    for opponent, length, rematch, clock in itertools.product(
        (None, person), LENGTHS, (False, True), (None, CLOCKS[-1])
    ):
        new = NewChallenge(LONGEST_ID, LONGEST_ID, person, opponent, length, rematch, clock)
        sentence = words.refusal(T, "refused-busy", {"first": odd, "second": odd})
        check(challenge.thread_screen(T, sentence, new), "thread")
        made = challenged(new)
        assert challenge.read_thread_detail(challenge.thread_detail(new)) == (rematch, clock, None)
        check(challenge.open_challenge_screen(T, made, ADDED, clock), "challenge")
        states: tuple[ChallengeState, ...] = ("accepted", "declined", "withdrawn")
        for state in states:
            check(challenge.closed_challenge_screen(T, replace(made, state=state), odd), state)
        accepted = replace(made, state="accepted", commitment="f" * 64)
        check(challenge.closed_challenge_screen(T, accepted, odd, f"<#{LONGEST_ID}>"), "accepted in a thread")
        check(challenge.closed_challenge_screen(T, replace(made, state="expired"), None), "expired")
    assert 1 <= len(T("thread-name", name=plain_name(odd))) <= 100
    both = {"first-name": plain_name(odd), "second-name": plain_name(odd)}
    assert 1 <= len(T("thread-name-match", **both)) <= 100


def test_the_panel_of_the_settings_in_every_state() -> None:
    many = tuple(LONGEST_ID - number for number in range(MOST_CHANNELS))
    for clock, channels, role, is_on in itertools.product(
        (None, *CLOCKS), ((), many[:1], many), (None, LONGEST_ID), (False, True)
    ):
        chosen = ServerSettings(clock, frozenset(channels), is_on, role, is_on)
        for there, is_here in itertools.product((channels, channels[1:], ()), (None, False, True)):
            for shown in (Shown(chosen, there, role, is_here), Shown(chosen, there, None, is_here)):
                screen = settings_screen(T, shown)
                check(screen, "settings")
                rows = [[one.label for one in row] for row in screen.blocks if isinstance(row, tuple)]
                assert all(sum(map(len, row)) <= ROW_OF_A_PHONE for row in rows), rows


# ------------------------------------------------------------------------------ the names

ISOLATED = re.compile("\u2068([^\u2068\u2069]*)\u2069")
INERT = re.compile(r"(?:\\[\\*_~`|<>\[\]()#:@]|[^\\*_~`|<>\[\]()#:@\n\r])*")
DIRECTION = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize("name", NAMES)
def test_a_shown_name_is_inert_and_keeps_to_itself(name: str) -> None:
    shown = shown_name(NAMES[name])
    found = ISOLATED.fullmatch(shown)
    assert found is not None
    assert INERT.fullmatch(found[1]), found[1]
    assert not DIRECTION.search(found[1])
    assert re.sub(r"\\(.)", r"\1", found[1]) == plain_name(NAMES[name])
    assert 1 <= len(plain_name(NAMES[name])) <= 32
    assert plain_name(NAMES[name]).strip()


IN_CODE = re.compile("\u2066([^\u2066\u2069]*)\u2069 *")
"""A name in a block of code, with what fills up its column."""


def outline(screen: Screen) -> list[object]:
    """The screen with every name taken out; what a picture says is plain text, in which a name breaks nothing."""
    shown: list[object] = []
    for block in screen.blocks:
        if isinstance(block, Picture):
            shown += [replace(block, said="", instead=""), block.instead]
        else:
            shown.append(block)
    blocks = [IN_CODE.sub("NAME", block) if isinstance(block, str) else block for block in shown]
    return [ISOLATED.sub("NAME", block) if isinstance(block, str) else block for block in blocks]


@pytest.mark.parametrize("name", NAMES)
async def test_every_screen_is_the_same_but_for_the_names(name: str) -> None:
    """With each name taken out, what is left does not depend on it: so no name breaks the markup around it.

    Only where the two look alike is there more: the marks, as for any two names that are equal.
    """
    for odd, plain in (((NAMES[name], NAMES[name]), ("bob", "bob")), ((NAMES[name], "zoe"), ("bob", "zoe"))):
        compare_outlines(odd, plain)


def compare_outlines(odd: Pair[str], plain: Pair[str]) -> None:
    """Every screen of a match is the same for the one names as for the others, but for these."""
    for number, match in enumerate(playouts.match_states(random.Random(5), playouts.modest)):
        if not match.deals or (number % 9 and match.ended is None):
            continue
        pairs = zip(screens(named(match, odd)), screens(named(match, plain)), strict=True)
        for (what, one), (_, other) in pairs:
            if what == "record":
                continue  # its file holds the names as they are
            assert outline(one) == outline(other), what
            texts = [block for block in one.blocks if isinstance(block, str)]
            assert all(INERT.fullmatch(inner) for text in texts for inner in ISOLATED.findall(text))
            assert not any(re.search("[`\n]", inner) for text in texts for inner in IN_CODE.findall(text))


# ------------------------------------------------------------------------- through Discord


async def short_match(world: Club, first: Player, second: Player) -> None:
    """From the challenge to the result, with refusals on the way, an opening lead and a resignation."""
    channel, carol = world.channel, world["carol"]
    await start(world, first, second)
    for result in (
        await carol.slash(channel, "bridgette challenge", opponent=first.member),
        await world.press(carol, "My hand"),
        await carol.slash(channel, "bridgette table"),
        await first.member.slash(channel, "bridgette play", card="@everyone `x` <@&1>"),
        await first.member.slash(channel, "bridgette call", call="||1H||\n@here"),
        await first.member.slash(channel, "bridgette hand"),
    ):
        world.assert_answered(result)
    first.take(world.panel(first.member))
    for player in (first, second):
        hand = [option["label"] for option in player.panel().selects[0]["options"]]
        most = player.panel().selects[0]["max_values"]
        for label in hand[:most]:
            await player.press(label)
        await player.confirm()
    bidder, leader = (first, second) if "Pass" in first.enabled() else (second, first)
    await bidder.press(next(label for label in bidder.enabled() if label != "Pass" and not label.endswith(" bids")))
    await leader.press("Pass")
    await leader.press(next(label for label in leader.enabled() if label in BY_SYMBOL))
    world.assert_answered(await second.member.slash(channel, "bridgette resign"))
    world.assert_answered(await world.press(second.member, "Resign the match"))
    for result in (
        await carol.slash(channel, "bridgette leaderboard"),
        await world.press(carol, "Show to all"),
        await carol.slash(channel, "bridgette stats", member=first.member),
        await carol.slash(channel, "bridgette stats", member=second.member),
        await carol.slash(channel, "bridgette stats"),
        await world.press(carol, "Match record"),
        await world.press(first.member, "Rematch"),
    ):
        world.assert_answered(result)
    world.assert_answered(await world.press(second.member, "Decline"))


def mentions_allowed(world: Club) -> Iterator[tuple[str, dict[str, Any]]]:
    """The mentions that each message sent or edited allows, with its text."""
    for entry in world.env.http_requests:
        body = entry.json
        if not isinstance(body, dict):
            continue
        message = body.get("data") if entry.path.endswith("/callback") else body
        if isinstance(message, dict) and message.get("components") is not None:
            assert "allowed_mentions" in message, f"{entry.method} {entry.path} does not say whom it may ping"
            yield json.dumps(message["components"]), message["allowed_mentions"]


@pytest.mark.parametrize(("first", "second"), list(zip(list(NAMES)[::2], list(NAMES)[1::2], strict=True)))
async def test_names_break_nothing_and_ping_nobody(first: str, second: str, new_world: NewWorld) -> None:
    async with new_world(members=("carol",)) as world:
        one = Player(world, world.join("one", nick=NAMES[first]))
        two = Player(world, world.join("two", nick=NAMES[second]))
        await short_match(world, one, two)
        players = {one.member.id, two.member.id}
        allowed = list(mentions_allowed(world))
        assert len(allowed) > 20
        for text, mentions in allowed:
            assert mentions.get("parse", []) == []
            assert mentions.get("roles", []) == []
            assert not mentions.get("replied_user")
            users = {int(user) for user in mentions.get("users", [])}
            assert len(users) <= 1
            # Who may be pinged is one of the two, and is addressed in the text.
            assert users <= players
            assert all(f"<@{user}>" in text for user in users)
        # The challenge, and the rematch asked for by its loser's opponent.
        assert len(world.pinged(two.member)) == 2
        # The start, whose panel nobody asked for; the result, since the other's act ended the match.
        assert len(world.pinged(one.member)) == 2
        assert world.pinged(world["carol"]) == []
        for message in everything(world):
            assert not json.loads(message.raw.partition("\n")[0]).get("mention_everyone")
            for inner in ISOLATED.findall(message.text):
                assert INERT.fullmatch(inner)
            if message.ephemeral:
                continue
            parts = message.text.split("```")
            assert len(parts) in (1, 3)  # one block of code at most, which no name in it can end
            bare = ISOLATED.sub("", "".join(parts[::2]))
            for name in (NAMES[first], NAMES[second]):
                assert name == "alice" or name.strip() == "" or name not in bare


def everything(world: Club) -> list[Seen]:
    """All messages of the channel, whoever sees them."""
    found = {one.id: one for member in world.members.values() for one in world.sees(member)}
    return list(found.values())
