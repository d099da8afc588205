"""A Discord server for tests: members act, and we ask what each of them can see.

The bot is the real one; Discord is SimCord. What people can do goes through SimCord's public actors, what only
Discord itself (or a stranger with a script) can do through `Wire`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import discord
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor
from simcord.backend.access import message_accessible
from simcord.builders import UserHandle

from .seen import Seen, Wanted, seen, texts
from .wire import MessageLike, Ping, Wire

__all__ = ["Ping", "Seen", "World"]

APART = 500
"""Ids that lie between two worlds that share their people."""


A_WHILE = 600.0
"""Seconds of simulated time for each of which the simulation takes its own thirty real ones, on a slow machine too."""


class World(Wire):
    """One server with members, and the bot in it.

    `clients` builds a new bot object, for the start and for every restart. `apart`: which one it is of several worlds,
    from 1 on, in which the same people meet on servers of their own, each served by another process of one bot.
    """

    def __init__(
        self,
        clients: Callable[[], discord.Client],
        *,
        members: Sequence[str] = ("alice", "bob", "carol"),
        channels: Sequence[str] = ("bridge", "lounge"),
        settle_timeout: float = 30.0,
        apart: int = 0,
    ) -> None:
        self.clients = clients
        self.client = clients()
        # Of several processes one tells Discord of the commands.
        env = Env(self.client, shard_count=1, settle_timeout=settle_timeout, strict_sync=apart <= 1)
        super().__init__(env)
        users = {name: self.env.create_user(name) for name in members} if apart else {}
        for _ in range(apart * APART):
            self.env.backend.snowflake()
        self.guild: GuildHandle = self.env.create_guild("Bridge Club")
        self.channels: dict[str, ChannelHandle] = {name: self.guild.create_text_channel(name) for name in channels}
        self.channel = self.channels[channels[0]]
        self.members: dict[str, MemberActor] = {}
        for name in members:
            self.join(name, users.get(name))
        self._old: list[discord.Client] = []
        self._looked = 0

    # ------------------------------------------------------------------ life

    async def __aenter__(self) -> World:
        await self.start()
        return self

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        await self.close(check=kind is None)

    async def start(self) -> None:
        """Log the bot in. (`async with World(...)` does this and also closes.)"""
        await self.env.start()

    async def restart(self, *, crash: bool = False) -> None:
        """A new bot process in the same Discord. A crash gives the old one no chance to say goodbye."""
        if not crash:
            await self.client.close()
        else:
            self._old.append(self.client)
        self.client = self.clients()
        await self.env.restart_bot(self.client)

    async def close(self, *, check: bool = True) -> None:
        """Stop everything; with `check`, an exception that the bot let out and nobody looked at is raised."""
        await self.client.close()
        await self.env.shutdown()
        for client in self._old:
            await client.close()
        unseen = self.errors()
        if check and unseen:
            raise BaseExceptionGroup("the bot let out exceptions", unseen)

    def errors(self) -> list[BaseException]:
        """What the bot let out since the last look; what has been looked at does not fail the test."""
        found = list(self.env.errors_since(self._looked))
        self._looked = self.env.error_cursor
        return found

    async def advance(self, seconds: float) -> None:
        """Let time pass: timers fire, tokens run out, challenges expire."""
        while seconds > A_WHILE:
            await self.env.advance_time(A_WHILE)
            seconds -= A_WHILE
        await self.env.advance_time(seconds)

    def now(self) -> datetime:
        """The simulated moment. (In a test's own code the library's clock is the real one.)"""
        return self.env.now()

    def join(self, name: str, user: UserHandle | None = None, *, nick: str | None = None) -> MemberActor:
        """A new member of the server, who may be somebody that is known already."""
        actor = self.guild.add_member(user or self.env.create_user(name), nick=nick)
        self.members[name] = actor
        return actor

    def __getitem__(self, name: str) -> MemberActor:
        return self.members[name]

    # ------------------------------------------------------------ what is seen

    def sees(self, member: MemberActor, channel: ChannelHandle | None = None) -> list[Seen]:
        """All messages that this member can see in a channel now, oldest first, private answers included."""
        backend, where = self.env.backend, channel or self.channel
        return [
            seen(self.env, message)
            for message in sorted(backend.messages.get(where.id, {}).values(), key=lambda one: one.id)
            if message_accessible(backend, where.id, message, member.id, history=True)
        ]

    def reads(self, member: MemberActor, channel: ChannelHandle | None = None) -> str:
        """All the text that this member can see in a channel."""
        return "\n".join(one.text for one in self.sees(member, channel))

    def find(
        self,
        member: MemberActor,
        button: Wanted | None = None,
        *,
        text: str | None = None,
        private: bool | None = None,
        channel: ChannelHandle | None = None,
    ) -> Seen:
        """The newest message that the member sees with this button, this text, private or not."""
        for one in reversed(self.sees(member, channel)):
            if private is not None and one.ephemeral != private:
                continue
            if text is not None and text not in one.text:
                continue
            if button is not None and one.button(button) is None:
                continue
            return one
        shown = self.reads(member, channel)
        raise AssertionError(f"{member.name} sees no message with {button!r} / {text!r}; they see:\n{shown}")

    def panel(self, member: MemberActor, channel: ChannelHandle | None = None) -> Seen:
        """The member's newest private message."""
        return self.find(member, private=True, channel=channel)

    # --------------------------------------------------------------- what is done

    async def press(
        self,
        member: MemberActor,
        button: Wanted,
        *,
        on: MessageLike | None = None,
        channel: ChannelHandle | None = None,
    ) -> InteractionResult:
        """Press a button, named by label or custom_id, on a message (by default the newest that has it)."""
        target = self.look(on) if on is not None else self.find(member, button, channel=channel)
        found = target.button(button)
        if found is None:
            raise AssertionError(f"no button {button!r} on:\n{target.text}\n{target.buttons}")
        return await member.click(target.handle, custom_id=found.custom_id)

    # --------------------------------------------------------------------- answers

    def callbacks(self, result: InteractionResult) -> int:
        """How many times the bot tried to answer this interaction (followups and edits not counted)."""
        prefix = f"/interactions/{result._interaction.id}/"
        return sum(1 for entry in self.env.http_requests if entry.path.startswith(prefix))

    def assert_answered(self, result: InteractionResult, contains: str | None = None) -> InteractionResult:
        """The interaction got exactly one answer; with `contains`, one that says this."""
        tries = self.callbacks(result)
        assert result.acknowledged, f"not answered ({tries} tries): {result!r}"
        assert tries == 1, f"{tries} answers to one interaction: {result!r}"
        if contains is not None:
            assert contains in self.answer(result), self.answer(result)
        return result

    def answer(self, result: InteractionResult) -> str:
        """All the text of the answer: the message made or edited, its followups, the modal, the choices."""
        said = [seen(self.env, one._message).text for one in (result.response, *result.followups) if one]
        said += texts(result.modal or {})
        said += [choice["name"] for choice in result.autocomplete_choices or []]
        return "\n".join(said)
