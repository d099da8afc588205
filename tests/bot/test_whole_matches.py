"""Whole matches through Discord, from the challenge to the leaderboard, played by two members who click.

Ten follow a sample record, so that between them they meet every rule; the others are random.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from simcord import MemberActor

from bridgette import Deal, Match, Pair, Phase, Trick
from bridgette.record import read_record
from tests.bot.conftest import Club, NewWorld
from tests.bot.driver import (
    SUIT_SIGNS,
    Action,
    Chance,
    Player,
    RandomPlayer,
    Way,
    call_word,
    follow,
    spoken,
    start,
    symbol,
)
from tests.bot.features import ALL, features
from tests.support.openapi import needs_openapi
from tests.support.seen import Seen

VECTORS = Path(__file__).parents[1] / "vectors"
MARKS = "①②"
NAMES = ("alice", "bob")


async def anyhow(player: Player, action: Action) -> object:
    """Now with the menu, now by buttons, now typed."""
    way = random.Random(str(action)).choice((Player.choose, Player.click, Player.type))
    return await way(player, action)


WAYS: dict[str, Way] = {
    "0000": Player.choose,
    "0001": Player.click,
    "0003": anyhow,
    "0005": Player.choose,
    "0006": Player.click,
    "0008": anyhow,
    "0010": Player.choose,
    "0011": Player.click,
    "0012": Player.type,
    "0013": anyhow,
}
"""The sample records that are played, and how."""


def sample(number: str) -> Match:
    return read_record((VECTORS / f"legal-{number}.json").read_bytes())


def test_the_matches_meet_every_rule() -> None:
    """What is stored equals the sample, as the tests below find, so the samples tell what is met."""
    met = frozenset[str]().union(*(features(sample(number)) for number in WAYS))
    assert met >= ALL, sorted(ALL - met)
    assert len(WAYS) >= 10


@pytest.mark.parametrize("number", WAYS)
async def test_a_sample_match_is_played_to_the_leaderboard(number: str, new_world: NewWorld) -> None:
    record = sample(number)
    chance = Chance(record.deals[0].dealer, [deal.deck for deal in record.deals])
    async with new_world(below=chance) as world:
        players = Player(world, world["alice"]), Player(world, world["bob"])
        await start(world, *players)
        check_table(world, Match(record.players).begin_deal(record.deals[0].deck, record.deals[0].dealer))
        steps = 0
        async for match, _, _ in follow(players, record, WAYS[number], dealer_first=number in ("0001", "0008")):
            steps += 1
            deal = match.deals[-1]
            if match.ended is None and (steps % 4 == 0 or (deal.play is not None and deal.play.barred)):
                check_table(world, match)
        stored = await check_end(world, players)
        assert stored.deals == record.deals
        assert stored.ended == record.ended


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_random_match_is_played_to_the_leaderboard(seed: int, new_world: NewWorld) -> None:
    rng = random.Random(seed)
    async with new_world(below=rng.randrange) as world:
        players = RandomPlayer(world, world["alice"], rng), RandomPlayer(world, world["bob"], rng)
        await start(world, *players)
        while not any("The match is over" in player.panel().text for player in players):
            assert any([await player.act() for player in players]), world.reads(world["carol"])
        await check_end(world, players)


@needs_openapi
def test_every_request_is_held_against_discords_description() -> None:
    """Every test with a world does so where the description is there; this one shows, skipped, where it is not."""


# ------------------------------------------------------------------------------ the table


TEXT_STYLE = "\ufe0e"
"""After a suit, where it takes no room."""


def plain(text: str) -> str:
    """What is said, without how it looks: no bold, no underline, no marks around names."""
    return re.sub("\\*\\*|__|[\u2066\u2068\u2069]", "", text)


def table_of(world: Club) -> Seen:
    """The one table of the channel with buttons, as somebody who watches sees it."""
    tables = [one for one in world.sees(world["carol"]) if one.button("My hand") and "Up-card" in one.text]
    assert len(tables) == 1, [one.text for one in tables]
    return tables[0]


def check_table(world: Club, match: Match) -> None:
    """The table says how things stand: whose turn, what was called, tricks won, the trick, what is barred."""
    text, deal = plain(table_of(world).text), match.deals[-1]
    for wanted in expected_table(match, deal):
        assert wanted in text, f"{wanted!r} is missing in:\n{text}"
    assert ("Barred:" in text) == (deal.play is not None and deal.play.lead is None and deal.play.barred is not None)
    assert ("Last trick:" in text) == (deal.play is not None and len(deal.play.plays) > 1)


def expected_table(match: Match, deal: Deal) -> list[str]:
    first, second = match.totals
    found = [
        f"Dealer: {NAMES[deal.dealer]}. Up-card: {spoken(deal.up_card)}, ",
        f"Totals: alice {first:,} · bob {second:,}",
        expected_turn(deal),
    ]
    if deal.phase is Phase.EXCHANGE:
        states = ["still has to choose" if gone is None else "has chosen what goes" for gone in deal.discards]
        found += [f"{NAMES[seat]} drew {deal.to_discard(seat)} cards and {states[seat]}" for seat in (0, 1)]
    if deal.auction is not None:
        found.append(f"Cards exchanged: alice {deal.to_discard(0)} · bob {deal.to_discard(1)}")
        found.append(expected_auction(deal, most=8))
    play = deal.play
    if play is not None and deal.auction is not None and deal.auction.contract is not None:
        bid, doubling = deal.auction.contract
        contract = call_word(bid) + ("", " doubled", " redoubled")[doubling]
        found += [
            f"Contract: {contract} · {NAMES[play.declarer]} needs {6 + bid.level} tricks",
            f"Tricks won: alice {play.won[0]} · bob {play.won[1]}",
        ]
        if play.lead is not None:
            found.append(f"{NAMES[1 - play.turn]} led {spoken(play.lead)}")
        elif play.barred is not None:
            suit = SUIT_SIGNS[str(play.barred)]
            found.append(f"Barred: {NAMES[play.turn]} may not lead {suit} {play.barred.name.lower()}")
        last = [trick for trick in play.tricks() if trick.follow is not None][-1:]
        found += [f"Last trick: {expected_trick(trick)}" for trick in last]
    return found


def expected_trick(trick: Trick) -> str:
    assert trick.follow is not None
    assert trick.winner is not None
    leader, follower, winner = (NAMES[seat] for seat in (trick.leader, 1 - trick.leader, trick.winner))
    return f"{leader} {symbol(trick.lead)}, {follower} {symbol(trick.follow)}; {winner} won"


def expected_turn(deal: Deal) -> str:
    if len(deal.to_act) == 2:
        return "alice · bob: choose your discards."
    (seat,) = deal.to_act
    if deal.phase is Phase.EXCHANGE:
        return f"{NAMES[seat]}: choose your discards."
    if deal.phase is Phase.AUCTION:
        return f"{NAMES[seat]}: your call."
    return f"{NAMES[seat]}: {'lead' if deal.play and deal.play.lead is None else 'play'} to the trick."


def expected_auction(deal: Deal, most: int = 1000) -> str:
    """The calls below the names, by seat; of a long auction the last rows."""
    calls = deal.auction.calls if deal.auction else ()
    if not calls:
        return "Auction: no call yet"
    cells = ["–"] * deal.dealer + [call_word(call) for call in calls]
    cells += ["?"] if deal.phase is Phase.AUCTION else []
    rows = [
        f"{cells[at]}{' ' * (14 - len(cells[at].replace(TEXT_STYLE, '')))}{''.join(cells[at + 1 : at + 2])}".rstrip()
        for at in range(0, len(cells), 2)
    ]
    left_out = 2 * max(0, len(rows) - most) - deal.dealer
    before = "" if left_out <= 0 else f": … and {left_out} calls before" if left_out > 1 else ": … and one call before"
    return "\n".join([f"Auction{before}", "```", "① alice       ② bob", *rows[-most:], "```"])


# -------------------------------------------------------------------------------- the end


async def check_end(world: Club, players: Pair[Player]) -> Match:
    """All that must hold once a match was played out; the stored match, read from the file that anybody may take."""
    carol = world["carol"]
    last = world.find(carol, "Rematch")
    assert not json.loads(last.raw.partition("\n")[0])["attachments"], "the file comes when it is asked for"
    world.assert_answered(await world.press(carol, "Match record"))
    (attachment,) = json.loads(world.panel(carol).raw.partition("\n")[0])["attachments"]
    assert re.fullmatch(r"bridgette-match-\d+\.json", attachment["filename"])
    data = world.env.backend.cdn.get(attachment["url"])
    assert data is not None
    match = read_record(data)
    document = json.loads(data)
    ended = match.ended
    assert ended is not None
    assert document["ended"] == {"how": "played", "by": None, "winner": ended.winner}
    assert document["players"] == ["alice", "bob"]
    assert document["deals"][-1]["score"] == list(match.deals[-1].result.score if match.deals[-1].result else ())
    check_replay(data, match)
    await check_results(world, match, last)
    for player in players:
        panel = player.panel()
        assert "The match is over" in panel.text
        assert panel.buttons == []
    await check_standings(world, players, match)
    return match


def check_replay(data: bytes, match: Match) -> None:
    """The command line replays the file, and finds the same totals."""
    command = [sys.executable, "-m", "bridgette", "replay", "-", "--trace"]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    final = json.loads(done.stdout.splitlines()[-1])
    assert match.ended is not None
    assert final == {"phase": "match", "totals": list(match.totals), "winner": match.ended.winner}


async def check_results(world: Club, match: Match, last: Seen) -> None:
    """A message for each deal, with its score and hands; all that was hidden behind its button; one for the match."""
    carol = world["carol"]
    shown = [one for one in world.sees(carol) if one.button("Show the play") and not one.ephemeral]
    assert len(shown) == len(match.deals)
    totals = [0, 0]
    for number, (deal, message) in enumerate(zip(match.deals, shown, strict=True)):
        assert [one.label for one in message.buttons] == ["Show the play", "Analysis"]
        assert deal.result is not None
        totals = [total + points for total, points in zip(totals, deal.result.score, strict=True)]
        after = f"totals: alice {totals[0]:,} · bob {totals[1]:,}"
        for wanted in [*expected_result(deal), after]:
            assert wanted in plain(message.text), f"deal {number}: {wanted!r} is missing in:\n{message.text}"
        answer = world.assert_answered(await world.press(carol, "Show the play", on=message))
        assert answer.ephemeral
        for wanted in [*expected_result(deal), *expected_play(deal), after]:
            assert wanted in plain(world.answer(answer)), f"{wanted!r} is missing in:\n{world.answer(answer)}"
    assert match.ended is not None
    assert match.ended.winner is not None
    winner = match.ended.winner
    winners = (NAMES[winner], f"<@{world[NAMES[winner]].id}>")
    said = [f"{name} wins, {totals[winner]:,} to {totals[1 - winner]:,}!" for name in winners]
    assert any(one in plain(last.text) for one in said), last.text
    assert re.findall(r"^-# (\d\. .*)$", plain(last.text), re.MULTILINE) == [*expected_deals(match)]


def expected_deals(match: Match) -> Iterator[str]:
    """The line for each deal, numbered as people count; those passed out before it share one."""
    number, passed_out = 1, 0
    for deal in match.deals:
        result = deal.result
        assert result is not None
        if result.contract is None or result.declarer is None:
            passed_out += 1
            continue
        if passed_out:
            yield f"{number}. passed out {'once' if passed_out == 1 else f'{passed_out} times'}, dealt again"
        passed_out, over = 0, result.margin
        how = " exactly" if over == 0 else f", {over} over" if over > 0 else f", {-over} short"
        contract = call_word(result.contract.bid) + ("", " X", " XX")[result.contract.doubling]
        scorer = f" for {NAMES[1 - result.declarer]}" if over < 0 else ""
        yield f"{number}. {NAMES[result.declarer]} {contract}{how}: {max(result.score):,}{scorer}"
        number += 1


def expected_result(deal: Deal) -> list[str]:
    """What everybody in the channel is shown of a deal that is over."""
    result = deal.result
    assert result is not None
    found = [f"{NAMES[seat]}: {' '.join(map(symbol, deal.kept(seat)))}" for seat in (0, 1)]
    if result.contract is None or result.declarer is None:
        return [*found, f"Passed out: nobody scores, and {NAMES[deal.dealer]} deals again"]
    over, points, declarer = result.margin, max(result.score), NAMES[result.declarer]
    contract = call_word(result.contract.bid) + ("", " doubled", " redoubled")[result.contract.doubling]
    if over < 0:
        short = "one" if over == -1 else str(-over)
        said = f"{declarer} is {short} short in {contract}: {points:,} for {NAMES[1 - result.declarer]}"
        return [*found, said, f"{points:,} for {-over} short"]
    how = "exactly" if over == 0 else f"with {'one' if over == 1 else over} over"
    return [*found, f"{declarer} makes {contract} {how}: {points:,}", f"{result.lines[0].value:,} contract"]


def expected_play(deal: Deal) -> list[str]:
    """What whoever asks is shown besides."""
    gone = [" ".join(map(symbol, cards or ())) for cards in deal.discards]
    found = [expected_auction(deal), *(f"{NAMES[seat]} discarded {gone[seat]}" for seat in (0, 1))]
    if deal.play is not None:
        found.append(f"Tricks: {NAMES[1 - deal.play.declarer]} led first")
        for number, trick in enumerate(deal.play.tricks(), 1):
            assert trick.follow is not None
            assert trick.winner is not None
            found.append(f"{number}: {symbol(trick.lead)} {symbol(trick.follow)} → {NAMES[trick.winner]}")
    return found


async def check_standings(world: Club, players: Pair[Player], match: Match) -> None:
    """The leaderboard and both players' figures, as the record gives them."""
    carol = world["carol"]
    answer = world.assert_answered(await carol.slash(world.channel, "bridgette leaderboard"))
    board = plain(world.answer(answer))
    assert match.ended is not None
    winner = match.ended.winner
    assert winner is not None
    for place, seat in enumerate((winner, 1 - winner)):
        won = int(seat == winner)
        mine, theirs = match.totals[seat], match.totals[1 - seat]
        average = round(mine / match.counted)
        shown = board.splitlines()
        at = next(at for at, one in enumerate(shown) if one.split() == [str(place + 1), NAMES[seat]])
        assert shown[at + 1].split() == ["1", str(won), str(1 - won), f"{100 * won}%"]
        assert shown[at + 2].strip() == f"{mine:,} : {theirs:,} · {average:,}"
        assert all(len(one) <= 26 for one in shown[at : at + 3])
        stats = await figures_of(world, players[seat].member)
        declared = [deal.result for deal in match.deals if deal.result and deal.result.declarer == seat]
        made = sum(1 for result in declared if result.margin >= 0)
        best = max(deal.result.score[seat] for deal in match.deals if deal.result)
        for wanted in (
            f"Rank {place + 1} on this server · matches 1 · wins {won} · losses {1 - won} · share won {100 * won}%",
            f"Points {mine:,} for, {theirs:,} against · {average:,} a deal over {match.counted} deals",
            f"Contracts bid {len(declared)} · made {made}",
            f"{NAMES[1 - seat]}: {won} won, {1 - won} lost",
            f"Best deal: {best:,} points" if best else NAMES[seat],
        ):
            assert wanted in stats, f"{wanted!r} is missing in:\n{stats}"


async def figures_of(world: Club, member: MemberActor) -> str:
    result = await world["carol"].slash(world.channel, "bridgette stats", member=member)
    return plain(world.answer(world.assert_answered(result)))
