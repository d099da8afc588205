"""Two people who play by what they are shown: they press what the messages offer, and note what came of it."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.features.solo.verbs import DEAL
from bot.ids import ComponentId

from . import payloads
from .databases import Beside
from .gateway import Gateway
from .interactions import Interaction
from .limits import walk
from .payloads import Payload
from .processes import until
from .seen import texts
from .verbs import Verb

COMMAND = "bridgette"
SUBCOMMAND, STRING, USER = 1, 3, 6
"""Kinds of options."""

BUTTON = 2
LIVE, LONGEST = 1.0, 20.0
"""Seconds after which somebody asks for a panel that does not change, and that they go on asking."""
ACTS = (Verb.DISCARD, Verb.SURE, Verb.SURE_PLAY, Verb.PLAY, Verb.CALL)
"""What decides something, in the order in which it is looked for."""


class Act(NamedTuple):
    """An act that is saved: what, and whose; the house's have no id."""

    kind: str
    value: str
    user_id: int | None


@dataclass(frozen=True)
class Part:
    """A button or menu that can be used."""

    id: ComponentId
    raw: Payload


def parts(message: Payload) -> Iterator[Part]:
    """The buttons and menus of a message that can be used."""
    for one in walk(message.get("components")):
        read = ComponentId.parse(one.get("custom_id") or "")
        if read is not None and not one.get("disabled"):
            yield Part(read, one)


@dataclass
class Tally:
    """What clicks came to."""

    took: list[float] = field(default_factory=list)
    """Seconds until the answer, of those that were answered."""
    failed: int = 0
    """Never answered."""
    repeated: int = 0
    """Answered more than once."""
    acts: int = 0
    """Decisions that were saved, as the panel and the database say."""
    lost: int = 0
    """Decisions whose panel went on, and that are not in the database."""
    twice: int = 0
    """Decisions for which there is more in the database than one act."""
    refused: int = 0
    """Decisions that were answered by a no."""

    @property
    def clicks(self) -> int:
        """All of them."""
        return len(self.took) + self.failed

    def note(self, one: Interaction) -> Interaction:
        """Count an interaction that has ended."""
        if one.answered_at is None:
            self.failed += 1
        else:
            self.took.append(one.took)
        self.repeated += len(one.kinds) + one.refused > 1
        return one


class Pair:
    """Two people in a channel, of whom the second may be nobody: then the first plays alone."""

    def __init__(
        self,
        gateway: Gateway,
        database: Beside,
        guild_id: int | None,
        channel_id: int,
        seed: int = 1,
        tally: Tally | None = None,
    ) -> None:
        self.gateway, self.guild_id, self.channel_id = gateway, guild_id, channel_id
        self.people = [payloads.user(channel_id * 10 + number, f"p{channel_id * 10 + number}") for number in (1, 2)]
        self.tally = tally or Tally()
        self.match_id = 0
        self._database = database
        self._rng = random.Random(seed)

    # ------------------------------------------------------------------ what they do

    async def command(self, who: int, name: str, *options: Payload) -> Interaction:
        """A command."""
        resolved = {str(one["id"]): one for one in self.people}
        data: Payload = {"id": self.gateway.command_id(COMMAND), "name": COMMAND, "type": 1} | {
            "options": [{"type": SUBCOMMAND, "name": name, "options": list(options)}],
            "resolved": {"users": resolved, "members": {key: payloads.member(one) for key, one in resolved.items()}},
        }
        return await self._do(who, data)

    async def press(self, who: int, message: Payload, part: Part) -> Interaction:
        """A button; as many of a menu's options as it takes."""
        data = {"custom_id": str(part.id), "component_type": part.raw["type"]}
        if part.raw["type"] != BUTTON:
            values = [option["value"] for option in part.raw["options"]]
            data["values"] = self._rng.sample(values, part.raw.get("max_values", 1))
        return await self._do(who, data, message["id"])

    async def _do(self, who: int, data: Payload, pressed: int | None = None) -> Interaction:
        one = await self.gateway.act(self.people[who], self.channel_id, self.guild_id, data, pressed)
        return self.tally.note(one)

    async def begin(self) -> None:
        """A challenge that is taken up; each has a panel."""
        asked = await self.command(0, "challenge", {"type": USER, "name": "opponent", "value": self.people[1]["id"]})
        assert asked.answered_at is not None, "the challenge was not answered"
        challenge = self.gateway.messages[asked.message_id or 0]
        (accept,) = (part for part in parts(challenge) if part.id.verb == Verb.ACCEPT)
        accepted = await self.press(1, challenge, accept)
        assert accepted.answered_at is not None, "Accept was not answered"
        query = "SELECT id FROM matches WHERE channel_id = ? AND ended_how IS NULL"
        ((self.match_id,),) = self._database.execute(query, (self.channel_id,)).fetchall()
        await until(lambda: self.panel(0) and self.panel(1), what="both have a panel")

    async def act(self) -> bool:
        """One decision by whoever can make one; whether somebody could."""
        for who in self._order():
            if (found := self._due(self.panel(who))) is not None:
                await self._decide(who, found)
                return True
        return False

    async def play(self, count: int) -> None:
        """So many decisions. Raises AssertionError where nobody can decide anything for long."""
        for _ in range(count):
            await self.ready()
            await self.act()

    async def ready(self, within: float = LONGEST) -> None:
        """Wait until somebody can decide something; who waits for their panel asks for it below the table."""
        begun = time.monotonic()
        while True:
            with contextlib.suppress(AssertionError):
                await until(self.can_act, LIVE)
                return
            assert time.monotonic() - begun < within, f"nobody can do anything in match {self.match_id}"
            for who in self._order():
                await self.hand(who)

    def can_act(self) -> bool:
        """Whether somebody can decide something."""
        return any(self._due(self.panel(who)) is not None for who in (0, 1))

    async def hand(self, who: int) -> Payload | None:
        """My hand; the panel, if that was answered."""
        for message in reversed(self.gateway.shown(self.channel_id)):
            for part in parts(message):
                if part.id.verb == Verb.HAND and part.id.subject == self.match_id:
                    pressed = await self.press(who, message, part)
                    return None if pressed.answered_at is None else self.panel(who)
        raise AssertionError("there is no table")

    def panel(self, who: int) -> Payload | None:
        """The newest private message of somebody that is about the match."""
        for message in reversed(self.gateway.private(int(self.people[who]["id"]), self.channel_id)):
            if any(part.id.subject == self.match_id for part in parts(message)):
                return message
        return None

    def read(self, who: int) -> str:
        """What the panel says, without its countdown."""
        panel = self.panel(who)
        lines = [] if panel is None else "\n".join(texts(panel["components"])).splitlines()
        return "\n".join(line for line in lines if "<t:" not in line)

    # ------------------------------------------------------------------ how they decide

    def _order(self) -> list[int]:
        return self._rng.sample((0, 1), 2)

    def _due(self, panel: Payload | None) -> tuple[Payload, Part] | None:
        """What is to be pressed next on this panel."""
        if panel is None:
            return None
        found: dict[str, list[Part]] = {}
        for part in parts(panel):
            if part.id.subject == self.match_id:
                found.setdefault(part.id.verb, []).append(part)
        for verb in (Verb.NEXT, *ACTS[:3], Verb.PICK, *ACTS[3:]):
            if verb in found:
                return panel, self._rng.choice(found[verb])
        return None

    async def _decide(self, who: int, due: tuple[Payload, Part] | None) -> None:
        """Press until something was decided, or the answer is no, or none."""
        while due is not None:
            panel, part = due
            before = self.acts()
            pressed = await self.press(who, panel, part)
            if pressed.answered_at is None:
                return
            due = self._due(self.panel(who))
            if part.id.verb not in ACTS:
                continue
            if due is not None and due[1].id.verb in (Verb.SURE, Verb.SURE_PLAY):
                continue  # asked first
            self._note(who, part, self.acts()[len(before) :], due)
            return

    def _note(self, who: int, part: Part, new: list[Act], due: tuple[Payload, Part] | None) -> None:
        """Count a decision, given what is new in the database and what is to be decided next."""
        went_on = due is None or due[1].id.at != part.id.at
        is_discard = part.id.verb == Verb.DISCARD
        mine = [
            one
            for one in new
            if one.user_id == int(self.people[who]["id"])
            and (one.kind == "discard" if is_discard else one.value == part.id.detail)
        ]
        self.tally.acts += bool(mine)
        self.tally.twice += len(mine) > 1
        self.tally.lost += not mine and went_on
        self.tally.refused += not mine and not went_on

    def acts(self) -> list[Act]:
        """The acts of the match, as they are in the database."""
        query = "SELECT acts.kind, value, user_id FROM acts LEFT JOIN seats USING (match_id, seat) WHERE match_id = ?"
        found = self._database.execute(f"{query} ORDER BY number", (self.match_id,))
        return [Act(*row) for row in found.fetchall()]


class Alone(Pair):
    """Somebody who plays the house, wherever they are just now: on a server, or nowhere (``None``)."""

    async def begin(self, strength: str = "novice") -> None:
        """The offer, and Deal."""
        offered = await self.command(0, "solo", {"type": STRING, "name": "strength", "value": strength})
        assert offered.answered_at is not None, "the command was not answered"
        message = self.gateway.messages[offered.message_id or 0]
        (deal,) = (part for part in parts(message) if part.id.verb == DEAL)
        dealt = await self.press(0, message, deal)
        assert dealt.answered_at is not None, "Deal was not answered"
        query = "SELECT match_id FROM solo_offers WHERE user_id = ?"
        ((self.match_id,),) = self._database.execute(query, (int(self.people[0]["id"]),)).fetchall()

    async def hand(self, who: int) -> Payload | None:
        """The match is brought back by its command, to where its player is now."""
        if who:
            return None
        brought = await self.command(0, "solo")
        return None if brought.answered_at is None else self.panel(0)
