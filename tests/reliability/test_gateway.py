"""The Discord of the tests with processes does what Discord does, above all where that is unkind to the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.support import payloads
from tests.support.gateway import Gateway, serving
from tests.support.interactions import ANSWERED, IN_PLACE, LATER, MESSAGE, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK
from tests.support.payloads import PRIVATE, Payload
from tests.support.processes import until
from tests.support.sessions import DISPATCH, HELLO, IDENTIFY, INVALID, RESUME, Identify

GUILD, OTHER, CHANNEL = 900 << 22, 901 << 22, 101
ALICE = payloads.user(31, "alice")
COMMAND: Payload = {"id": "7", "name": "x", "type": 1}


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    async with serving(Gateway({GUILD: (CHANNEL,), OTHER: (102,)}, shards=2)) as found:
        yield found


@asynccontextmanager
async def session(gateway: Gateway, shard: int) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A bot's connection for a shard, after its servers were told."""
    async with aiohttp.ClientSession() as client, client.ws_connect(gateway.url) as socket:
        assert (await socket.receive_json())["op"] == HELLO
        await socket.send_json({"op": IDENTIFY, "d": {"shard": [shard, 2]}})
        assert (await socket.receive_json())["t"] == "READY"
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"
        yield socket


async def answer(gateway: Gateway, said: Payload, kind: int = MESSAGE, flags: int = 0) -> tuple[int, Any]:
    """A first answer; status and body."""
    path = f"{gateway.address}/interactions/{said['id']}/{said['token']}/callback"
    body = {"type": kind, "data": {"flags": flags}}
    async with aiohttp.ClientSession() as client, client.post(path, json=body) as response:
        return response.status, await response.json()


async def test_what_nobody_is_there_for_is_lost(gateway: Gateway) -> None:
    async with session(gateway, 1):
        lost = await gateway.act(ALICE, CHANNEL, GUILD, COMMAND)
        assert (lost.reached, lost.answered_at) == (0, None), "that is the shard of the other server"


async def test_every_session_of_the_shard_gets_a_click_and_one_answer_is_taken(gateway: Gateway) -> None:
    async with session(gateway, 0) as one, session(gateway, 0) as other:
        acting = asyncio.ensure_future(gateway.act(ALICE, CHANNEL, GUILD, COMMAND))
        first, second = await one.receive_json(), await other.receive_json()
        assert first["op"] == second["op"] == DISPATCH
        assert first["d"] == second["d"]
        assert (await answer(gateway, first["d"], flags=PRIVATE))[0] == 200
        assert (await answer(gateway, second["d"]))[1]["code"] == ANSWERED
        done = await acting
    assert (done.reached, done.kinds, done.refused) == (2, [MESSAGE], 1)
    assert [one["id"] for one in gateway.private(31, CHANNEL)] == [done.message_id]
    assert gateway.shown(CHANNEL) == []


async def test_an_answer_after_three_seconds_is_none(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.gateway.ANSWER_IN", 0.0)
    monkeypatch.setattr("tests.support.interactions.ANSWER_IN", 0.0)
    async with session(gateway, 0) as socket:
        acting = asyncio.ensure_future(gateway.act(ALICE, CHANNEL, GUILD, COMMAND))
        said = (await socket.receive_json())["d"]
        assert (await answer(gateway, said))[1]["code"] == UNKNOWN_INTERACTION
        assert (await acting).answered_at is None


async def test_an_answer_that_was_promised_comes_by_the_token(gateway: Gateway) -> None:
    async with session(gateway, 0) as socket, aiohttp.ClientSession() as client:
        acting = asyncio.ensure_future(gateway.act(ALICE, CHANNEL, GUILD, COMMAND))
        said = (await socket.receive_json())["d"]
        original = f"{gateway.address}/webhooks/1/{said['token']}/messages/@original"
        async with client.patch(original, json={}) as response:
            assert (await response.json())["code"] == UNKNOWN_WEBHOOK, "nothing was answered yet"
        await answer(gateway, said, LATER, PRIVATE)
        assert not acting.done()
        async with client.patch(
            original, json={"components": [{"type": 10, "content": "here"}], "flags": 0}
        ) as response:
            assert response.status == 200
        done = await acting
    (shown,) = gateway.private(31, CHANNEL)
    assert (done.message_id, shown["components"][0]["content"]) == (shown["id"], "here")


async def test_a_message_that_was_pressed_is_edited_in_place(gateway: Gateway) -> None:
    gateway.keep(500, CHANNEL, {"components": []}, to=31)
    async with session(gateway, 0) as socket:
        acting = asyncio.ensure_future(gateway.act(ALICE, CHANNEL, GUILD, {"custom_id": "x", "component_type": 2}, 500))
        said = (await socket.receive_json())["d"]
        assert said["message"]["edited_timestamp"] is None
        assert (await answer(gateway, said, IN_PLACE))[0] == 200
        assert (await acting).message_id == 500
    assert gateway.message(500, str(CHANNEL))["edited_timestamp"] is not None


async def test_a_session_that_broke_off_may_be_resumed_or_not(gateway: Gateway) -> None:
    async with session(gateway, 0) as socket:
        (lost,) = gateway.sessions
        await socket.close(code=4000)
    await until(lambda: not gateway.sessions)
    for resumes, told in ((True, "RESUMED"), (False, None)):
        gateway.resumes = resumes
        async with aiohttp.ClientSession() as client, client.ws_connect(gateway.url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": RESUME, "d": {"session_id": lost.id}})
            said = await socket.receive_json()
            assert (said.get("t"), said["op"]) == (told, DISPATCH if resumes else INVALID)
            if resumes:
                await socket.close(code=4000)
        await until(lambda: not gateway.sessions)
    assert len(gateway.identifies) == 1


def test_identifies_that_come_too_close_are_found() -> None:
    moments = [Identify(*one, 4) for one in ((0.0, 0), (3.0, 1), (5.0, 2), (8.0, 3), (14.0, 1))]
    for max_concurrency, pairs in ((1, [(0, 1), (1, 2), (2, 3)]), (2, []), (16, [])):
        gateway = Gateway({}, max_concurrency=max_concurrency)
        gateway.identifies = moments
        assert gateway.too_close() == [(moments[one], moments[other]) for one, other in pairs]
    gateway.identifies = [Identify(0.0, 0, 4), Identify(1.0, 0, 4)]
    assert len(gateway.too_close()) == 1
