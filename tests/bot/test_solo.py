"""``/bridgette solo``: a match alone against the house, in one private message, wherever its player is."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext

import discord
import pytest

from bot.features.table import verbs
from bot.games import record_of
from bridgette import Match, Phase
from bridgette.record import verify_record
from tests.support.world import World

from .alone import ELSEWHERE, Direct, between_people, installed_by, is_over, message_ids, on_another_server, play, solo
from .conftest import NewWorld
from .scene import controls, core_of, in_phase, public
from .test_secrecy import cards_in, hidden

HOUSE = "⁨House⁩"


def nothing_public(world: World) -> None:
    """Nobody but the player has seen anything, in any channel."""
    for channel in world.channels.values():
        assert public(world, channel) == []
        assert not world.sees(world["carol"], channel)


async def test_the_command_says_what_is_played_and_promises_its_shuffle(new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        result = world.assert_answered(await world["alice"].slash(world.channel, "bridgette solo"))
        assert result.ephemeral
        offer = world.panel(world["alice"])
        assert "6 deals against the house (club)" in offer.text
        assert [one.label for one in offer.buttons] == ["Deal"]
        stored = await core_of(world).store.solos.of(world["alice"].id)
        assert stored is not None
        assert f"`{stored.commitment}`" in offer.text
        nothing_public(world)


@pytest.mark.parametrize(("strength", "deals", "said"), [("novice", 1, "One deal"), ("expert", 4, "4 deals")])
async def test_strength_and_deals_are_chosen(strength: str, deals: int, said: str, world: World) -> None:
    scene = await solo(world, strength=strength, deals=deals)
    game = await scene.game()
    assert game.match.format.deals == deals
    assert game.players[1].strength == strength


async def test_a_whole_match_by_clicks_in_one_message(new_world: NewWorld) -> None:
    """Nothing is posted, the channel stays free, the end can be checked."""
    async with new_world(shuffles=True) as world:
        alice = world["alice"]
        scene = await solo(world, strength="novice", deals=1)
        shown = message_ids(scene)
        commitment = (await core_of(world).store.shuffles.for_the_record(scene.id)).commitment  # type: ignore[union-attr]
        assert len(shown) == 1
        await play(scene)
        assert message_ids(scene) == shown, "one message from the offer to the end"
        nothing_public(world)
        assert await core_of(world).store.matches.open_in(world.channel.id) is None
        end = scene.panel(0)
        assert is_over(end)
        assert [one.label for one in end.buttons] == [
            "Play again",
            "Check the shuffle",
            "Show the play",
            "Match record",
            "Analysis",
        ]
        match = await scene.match()
        assert str(max(match.totals)) in end.text.replace(",", "")
        for label, said in (("Match record", f"bridgette-match-{scene.id}.json"), ("Check the shuffle", commitment)):
            world.assert_answered(await world.press(alice, label, on=end), contains=said)
            assert is_over(world.look(end)), "the end stays as it is"
        document = json.loads(json.dumps(await record_of(core_of(world).store, await scene.game())))
        assert document["shuffle"]["commitment"] == commitment
        verify_record(document)
        assert not world.pinged(alice)


async def test_the_command_tells_the_promise_again_while_the_match_is_open(new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        scene = await solo(world)
        promised = (await core_of(world).store.shuffles.for_the_record(scene.id)).commitment  # type: ignore[union-attr]
        assert promised not in scene.panel(0).text
        result = await world["alice"].slash(world.channel, "bridgette solo")
        world.assert_answered(result, contains=f"The SHA-256 of its secret: `{promised}`")


def two_tricks(match: Match) -> bool:
    """Whether two tricks of the deal are over, and no card lies there beside them."""
    return match.deals[-1].play is not None and len(match.deals[-1].play.plays) >= 4


async def test_every_state_says_what_a_table_would(new_world: NewWorld) -> None:
    async with new_world() as world:
        scene = await solo(world, strength="novice", deals=2)
        assert f"You 0 · {HOUSE} 0 · {HOUSE} has discarded" in scene.panel(0).text
        await play(scene, in_phase(Phase.AUCTION))
        deal = (await scene.match()).deals[-1]
        text = scene.panel(0).text
        assert "Deal 1 of 2 · you 0" in text
        assert re.search(r"Up-card .+: (you dealt|⁨House⁩ dealt), drew (4|8|12); (you|⁨House⁩) 2", text)
        await play(scene, in_phase(Phase.PLAY))
        deal, text = (await scene.match()).deals[-1], scene.panel(0).text
        said = re.search("Auction: (.*)", text)
        assert said is not None
        assert len(said[1].split(" · ")) == len(deal.auction.calls)
        assert "needs" in text
        await play(scene, two_tricks)
        assert re.search("won trick 2", scene.panel(0).text)
        await play(scene, lambda match: len(match.deals) > 1)
        result = scene.panel(0)
        first = [one.label for one in result.buttons]
        assert first == ["Next deal", "Show the play", "Analysis"]
        assert result.text.count(f"{HOUSE}:") == 1, "both hands"
        assert "totals" in result.text
        before = message_ids(scene)
        await world.press(scene.players[0], "Show the play", on=result)
        assert "Tricks:" in scene.panel(0).text
        world.assert_answered(await world.press(scene.players[0], "Next deal", on=result))
        assert len(message_ids(scene)) == len(before) + 1
        assert "Pick" in world.look(result).text, "the next deal comes in the same message"


PLACES = ("server", "mute", "direct", "another server", "group")


@pytest.mark.parametrize("place", PLACES)
async def test_it_works_everywhere(place: str, new_world: NewWorld) -> None:
    async with new_world(channels=("bridge", "lounge")) as world:
        alice = world["alice"]
        direct, where = Direct(alice), None
        if place == "mute":
            deny = discord.PermissionOverwrite(send_messages=False, view_channel=False)
            mute = world.guild.create_text_channel("mute", overwrites={world.client.user: deny})  # type: ignore[dict-item]
            where = alice, mute
        elif place == "direct":
            where = direct, direct.channel
        change = {"another server": on_another_server, "group": between_people}.get(place)
        with nullcontext() if change is None else installed_by(world, alice, change):
            scene = await solo(world, where=where, strength="novice", deals=1)
            await play(scene)
        assert is_over(scene.panel(0))
        nothing_public(world)
        kept = await core_of(world).store.matches.load(scene.id)
        assert kept is not None
        assert (kept.match.place.guild_id, kept.match.place.channel_id) == (None, None)
        names = await core_of(world).store.members.names(int(ELSEWHERE), [alice.id])
        assert names == {}, "nothing is kept of a server that the bot is not on"


@pytest.mark.parametrize("seed", [3, 4])
async def test_nothing_of_what_the_house_holds_is_ever_on_the_message(seed: int, new_world: NewWorld) -> None:
    """All that the client is sent, ids included, at every decision; and what a deal came to comes when it is over."""
    looked = 0
    async with new_world(shuffles=True) as world:
        await core_of(world).store.persons.change(world["alice"].id, knows_game=True)
        scene = await solo(world, strength="novice", deals=2)

        def is_clean(match: Match) -> bool:
            nonlocal looked
            shown = scene.panel(0)
            if not controls(shown, verbs.NEXT):
                looked += 1
                assert not cards_in(f"{shown.text}\n{shown.raw}") & hidden(match, 0)
            return False

        await play(scene, is_clean, seed=seed)
        assert looked > 20
        kept = (await scene.match()).deals[-1].kept(1)
        assert set(kept) <= cards_in(scene.panel(0).text), "and then it is shown"
