"""Open matches for the benchmarks, begun and played some way without Discord."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.games.acts import Move, write_cards
from bot.store import NewMatch, Place, Player, Store, schema
from bridgette import Action, Discard, Match, Phase, shuffled_deck

MOST_ACTS = 200
"""Of a match that is still open; most matches take a little more."""


async def begin_match(store: Store, rng: Random, guild_id: int, channel_id: int, users: tuple[int, int]) -> int:
    """Begin a match in a channel; returns its id."""
    players = (Player("person", users[0], "alice"), Player("person", users[1], "bob"))
    deck = write_cards(shuffled_deck(rng.randrange))
    new = NewMatch(Place(guild_id, channel_id), 6, "chance", players, rng.randrange(2), deck)
    return (await store.matches.begin(None, new, datetime.now(UTC))).id


def random_action(match: Match, rng: Random) -> tuple[int, Action]:
    """A legal action of one of the seats that must act; low bids, so that auctions are of ordinary length."""
    deal, seat = match.deals[-1], min(match.to_act)
    if deal.phase is Phase.EXCHANGE:
        return seat, Discard(tuple(rng.sample(deal.hand(seat), deal.to_discard(seat))))
    calls = deal.legal_calls(seat)
    return seat, rng.choice([*calls[:4], *calls[-2:]] if calls else deal.legal_cards(seat))


async def write_open_matches(
    url: str, rng: Random, guild_id: int, channels: Sequence[int], users: tuple[int, int]
) -> None:
    """Write an open match for each channel into a database, at any point of its play.

    All at once: through the store, with a durable commit for each act, it would take minutes.
    """
    rows: dict[sa.Table, list[dict[str, Any]]] = {
        schema.matches: [],
        schema.seats: [],
        schema.deals: [],
        schema.acts: [],
    }
    moment = datetime.now(UTC)
    for number, channel_id in enumerate(channels, 1):
        match = Match(("alice", "bob")).begin_deal(shuffled_deck(rng.randrange), rng.randrange(2))
        acts: list[dict[str, Any]] = []
        for act in range(1, rng.randrange(1, MOST_ACTS)):
            seat, action = random_action(match, rng)
            move, deal = Move(seat, action), len(match.deals) - 1
            after = match.after(seat, action)
            if after.ended is not None:
                break
            what = {"deal": deal, "seat": seat, "kind": move.kind, "value": move.value}
            acts.append({"match_id": number, "number": act, **what, "at": moment})
            match = after.begin_deal(shuffled_deck(rng.randrange)) if after.needs_deck else after
        rows[schema.acts] += acts
        rows[schema.deals] += [
            {"match_id": number, "deal": index, "dealer": deal.dealer, "deck": write_cards(deal.deck)}
            for index, deal in enumerate(match.deals)
        ]
        place = {"guild_id": guild_id, "channel_id": channel_id, "length": 6, "decks": "chance"}
        rows[schema.matches].append({"id": number, **place, "started_at": moment})
        rows[schema.seats] += [
            {"match_id": number, "seat": seat, "kind": "person", "user_id": users[seat], "name": name}
            for seat, name in enumerate(("alice", "bob"))
        ]
    await write_rows(url, rows)


async def write_rows(url: str, rows: dict[sa.Table, list[dict[str, Any]]]) -> None:
    """Write rows past the store's own ways; the database must have been made by it."""
    engine = create_async_engine(url.replace("sqlite:", "sqlite+aiosqlite:"))
    async with engine.begin() as connection:
        for table, found in rows.items():
            await connection.execute(sa.insert(table), found)
    await engine.dispose()
