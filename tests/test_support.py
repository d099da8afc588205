"""The test helpers themselves: what they show, what they refuse, what they let through."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from tests.support.limits import check_message, check_modal
from tests.support.openapi import RequestLog, check_request, needs_openapi
from tests.support.world import World


class Toy(discord.AutoShardedClient):
    """A client of the bot's shape: one command, buttons handled by custom_id, views that are not kept."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.clicks: list[str] = []
        self.tree.command(name="panel", description="A private panel")(self.panel)
        self.tree.command(name="poke", description="Pings a member")(self.poke)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def panel(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=layout("your hand"), ephemeral=True)

    async def poke(self, interaction: discord.Interaction, member: discord.Member) -> None:
        assert member.resolved_permissions is not None
        allowed = discord.AllowedMentions(users=[member])
        await interaction.response.send_message(f"Hello {member.mention}", allowed_mentions=allowed)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            custom_id = (interaction.data or {}).get("custom_id", "")
            self.clicks.append(f"{interaction.locale} {custom_id}")
            if not interaction.response.is_done():
                await interaction.response.edit_message(view=layout(f"pressed {custom_id}"))


def layout(text: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        ui.Button(label="One", custom_id="toy:1"), ui.Button(label="Two", custom_id="toy:2", disabled=True)
    )
    view.add_item(ui.Container(ui.TextDisplay(text), row))
    view.stop()
    return view


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World(Toy) as found:
        yield found


async def test_a_private_answer_is_seen_by_its_reader_only(world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    world.assert_answered(await alice.slash(world.channel, "panel"), contains="your hand")
    assert "your hand" in world.reads(alice)
    assert world.sees(bob) == []
    assert [one.disabled for one in world.panel(alice).buttons] == [False, True]


async def test_a_press_edits_the_panel_and_still_works_after_a_restart(world: World) -> None:
    alice = world["alice"]
    await alice.slash(world.channel, "panel")
    first = world.client
    world.assert_answered(await world.press(alice, "One"), contains="pressed toy:1")
    await world.advance(16 * 60)
    await world.restart()
    assert world.client is not first
    world.assert_answered(await world.press(alice, "toy:1"), contains="pressed toy:1")


async def test_forged_doubled_and_simultaneous_clicks_reach_the_bot(world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    client: Any = world.client
    await alice.slash(world.channel, "panel")
    panel = world.panel(alice)
    world.locales[alice.id] = "fi"
    world.assert_answered(await world.forge(alice, panel, "toy:2"))
    await world.forge(bob, panel, "toy:evil", ["x", "x"])
    assert client.clicks == ["fi toy:2", "en-US toy:evil"]
    doubled = await world.deliver_twice(alice, panel, "toy:1")
    assert len(client.clicks) == 4
    await world.deliver_again(doubled)
    await world.together((alice, panel, "toy:1"), (bob, panel, "toy:1"))
    with world.copies(0):
        assert not (await world.forge(alice, panel, "toy:1")).acknowledged
    assert len(client.clicks) == 7
    world.errors()  # the doubled ones are answered twice by this toy


async def test_pings_are_counted_when_sent(world: World) -> None:
    bob = world["bob"]
    await world["alice"].slash(world.channel, "poke", member=bob)
    assert len(world.pinged(bob)) == 1
    assert world.pinged(world["carol"]) == []


async def test_an_outage_and_a_new_session(world: World) -> None:
    guild = world.client.get_guild(world.guild.id)
    async with world.outage():
        assert guild is not None
        assert guild.unavailable
    await world.reconnect()
    world.assert_answered(await world["alice"].slash(world.channel, "panel"))


@needs_openapi
async def test_requests_are_held_against_discords_description(world: World) -> None:
    requests = RequestLog(world.env)
    await world["alice"].slash(world.channel, "panel")
    assert requests.check() == []
    sent = world.env.http_requests[-1]
    sent.json["data"]["contents"] = "typed wrongly"
    sent.json["data"]["components"][0]["components"][1]["components"][0]["label"] = "x" * 81
    complaints = "\n".join(check_request(sent))
    assert "'contents' was unexpected" in complaints
    assert "components/0/components/1/components/0/label" in complaints


def test_limits_of_messages() -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "a", "custom_id": "same"}] * 6}
    text = {"type": 10, "content": "x" * 1000}
    assert check_message({"content": "x" * 2000}) == []
    assert check_message({"content": "x" * 2001}) == ["content of 2001 characters, 2000 allowed"]
    assert check_message({"flags": 1 << 15, "components": [text] * 4}) == []
    complaints = check_message({"flags": 1 << 15, "content": "x", "components": [row, *[text] * 40]})
    assert complaints == [
        "a message of components holds content or embeds as well",
        "47 components, 40 allowed",
        "40000 characters of text, 4000 allowed",
        "custom_id 'same' used 6 times",
        "6 buttons in a row, 5 allowed",
    ]
    select = {"type": 3, "custom_id": "s", "max_values": 3, "options": [{"label": "1", "value": "1"}] * 2}
    assert check_message({"components": [{"type": 1, "components": [select]}]}) == [
        "select 's' allows 3 values of 2 options",
        "select 's' has value '1' 2 times",
    ]
    assert check_message({"attachments": [{"id": "0", "filename": "a b.txt"}]}) == [
        "file name 'a b.txt' would be changed"
    ]


def test_limits_of_modals() -> None:
    box = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "a", "style": 1}}
    assert check_modal({"title": "T", "custom_id": "m", "components": [box]}) == []
    assert check_modal({"title": "", "custom_id": "m", "components": [box] * 6}) == [
        "modal title '', 1 to 45 characters allowed",
        "a modal of 6 parts, 1 to 5 allowed",
        "custom_id 'a' used 6 times",
    ]
