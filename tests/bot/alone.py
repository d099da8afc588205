"""What the tests of a match alone share: where somebody plays, the one message, and a whole match by clicks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from simcord import InteractionResult, MemberActor

from bot.features.table import verbs
from bridgette import Call, Card, Discard, Match
from tests.game import playouts
from tests.support.seen import Payload, Seen
from tests.support.world import World

from .scene import Scene, controls, core_of

ELSEWHERE = "999999999999999999"
"""A server that the bot is not on."""

PRIVATE_CHANNEL = 2
"""Discord's number for a direct message or a group that the bot is not part of."""


class Direct:
    """A member in the bot's own direct messages, as one acts in a channel."""

    def __init__(self, member: MemberActor) -> None:
        self.user = member.user
        self.id, self.name, self.mention = member.id, member.name, member.mention
        self.channel = member.user.dm_channel
        self.click, self.select = self.user.click, self.user.select

    async def slash(self, _channel: Any, name: str, **options: Any) -> InteractionResult:
        """A command in the direct messages."""
        return await self.user.slash(name, **options)


@contextmanager
def installed_by(world: World, member: Any, change: Callable[[Payload], Payload]) -> Iterator[None]:
    """Inside, what the member does comes as from somebody who has installed the bot for themselves."""

    def rewritten(payload: Payload) -> Payload:
        owners = {"authorizing_integration_owners": {"1": str(member.id)}}
        return change(dict(payload)) | owners

    with world.rewriting(rewritten):
        yield


def on_another_server(payload: Payload) -> Payload:
    """On a server that the bot is not on; there the bot may do nothing."""
    return payload | {"guild_id": ELSEWHERE, "app_permissions": "0"}


def between_people(payload: Payload) -> Payload:
    """In a direct message of two people, or in a group."""
    payload["user"] = payload.pop("member", payload)["user"]
    for key in ("guild_id", "guild_locale"):
        payload.pop(key, None)
    return payload | {"context": PRIVATE_CHANNEL, "app_permissions": "0"}


async def solo(world: World, name: str = "alice", where: Any = None, **options: Any) -> Scene:
    """A match alone, begun as people do it: the command, then Deal."""
    who, channel = where or (world[name], world.channel)
    world.assert_answered(await who.slash(channel, "bridgette solo", **options))
    world.assert_answered(await world.press(who, "Deal", channel=channel))
    offer = await core_of(world).store.solos.of(who.id)
    assert offer is not None
    assert offer.match_id is not None
    return Scene(world, offer.match_id, (who, who), channel)


async def play(scene: Scene, stop: Callable[[Match], bool] = lambda _: False, seed: int = 3) -> None:
    """Play at seat 0 by clicks on the one message, until the match is as wanted, or over."""
    rng = random.Random(seed)
    while (match := await scene.match()).ended is None and not stop(match):
        if 0 not in match.to_act:
            await scene.world.settle()
            continue
        seat, action = playouts.action(rng, match.deals[-1], playouts.modest)
        if seat == 0:
            await click(scene, action)


async def click(scene: Scene, action: Discard | Call | Card) -> Seen:
    """One act by clicks; the message afterwards."""
    if isinstance(action, Discard):
        panel = await scene.on_the_deal(0)
        (select,) = panel.selects
        chosen = list(map(str, action.cards))
        result = await scene.players[0].select(panel.handle, chosen, custom_id=select["custom_id"])
        scene.world.assert_answered(result)
        await scene.confirm(0)
    else:
        await scene.press(0, verbs.PLAY if isinstance(action, Card) else verbs.CALL, str(action))
    return scene.panel(0)


def message_ids(scene: Scene) -> set[int]:
    """The messages that the player sees where the match is played."""
    return {one.id for one in scene.world.sees(scene.players[0], scene.channel)}


def is_over(seen: Seen) -> bool:
    """Whether the message shows the end of the match."""
    return bool(seen.button("Play again")) and not controls(seen, verbs.PLAY)
