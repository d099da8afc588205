"""Keeps the application's emoji in step with the faces in ``bot/art/emoji``, beside everything else.

Nothing waits for it: until an emoji is there, its label is shown. An emoji is one of ours if it is named as a face, or
as a face with the beginning of its picture's SHA-256. Since two cannot have one name, that second name is for a picture
that takes the place of another one: the new emoji comes before the old one goes. Emoji of other names are left alone.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from importlib.resources import files

import discord

from bot.discord.emoji import Emoji
from bot.discord.failures import DISCORD_FAILS, hope_for, name_of
from bot.discord.pauses import Pauses
from bot.screens.faces import FACES
from bot.store import Store, StoreError, Uploaded

LOOK = timedelta(hours=1)
"""Between two looks at whether all are still there, as long as nothing tells of the contrary."""

MARK = 6
"""Hexadecimal digits of the SHA-256 in the name of an emoji whose face's own name was taken."""

_PICTURES = files("bot").joinpath("art", "emoji")
_OURS = re.compile(rf"({'|'.join(FACES)})(_[0-9a-f]{{{MARK}}})?")
_SYNC = "sync"

log = logging.getLogger(__name__)


def picture_of(face: str) -> bytes:
    """The PNG that a face's emoji is made of."""
    return _PICTURES.joinpath(f"{face}.png").read_bytes()


class EmojiUpkeep:
    """Uploads what is missing, and looks again where Discord has refused a message for its emoji."""

    def __init__(self, client: discord.Client, store: Store, emoji: Emoji, clock: Callable[[], datetime]) -> None:
        self._client, self._store, self._emoji, self._clock = client, store, emoji, clock
        self._pauses: Pauses[str] = Pauses()
        self._in_step_at: datetime | None = None  # when all was found, or made, to be as it should
        self._refusals = 0
        self._made: dict[str, Uploaded] = {}  # by this process, whether or not the database has taken it
        emoji.listen(self._refused)

    async def go_round(self) -> None:
        """See to it, if it is time. What fails is tried again later, with longer and longer pauses."""
        now = self._clock()
        if self._pauses.is_waiting(_SYNC, now):
            return
        if self._in_step_at is not None:
            if timedelta(0) <= now - self._in_step_at < LOOK:
                return
            self._pauses.worked(_SYNC)  # all has been well for that long
        refusals, self._in_step_at = self._refusals, None
        try:
            is_all_there = await self._sync()
        except (*DISCORD_FAILS, StoreError) as error:
            reason = error if isinstance(error, StoreError) else name_of(error)
            log.warning("the emoji are not all there yet failure=%s", reason)
            self._pauses.failed(_SYNC, self._clock(), hope_for(error))
            return
        if not is_all_there:
            self._pauses.failed(_SYNC, self._clock())
        elif refusals == self._refusals:
            self._in_step_at = self._clock()

    def _refused(self) -> None:
        """A message was refused for its emoji. If that goes on after a look, the next looks come later and later."""
        self._refusals += 1
        self._in_step_at = None
        self._pauses.failed(_SYNC, self._clock())

    async def _sync(self) -> bool:
        """Make it as it should be, or, where that is another process's work, use what there is; whether that is all.

        Raises ``StoreError`` and what Discord's failures are.
        """
        there = {one.id: one for one in await self._client.fetch_application_emojis()}
        known = await self._store.emoji.all()
        for face, made in self._made.items():
            if known.get(face) != made:
                await self._store.emoji.note(face, made)
        known |= self._made
        usable = {face: known[face] for face in FACES if face in known and known[face].emoji_id in there}
        for face in FACES:
            if face in usable:
                self._emoji.have(face, str(there[usable[face].emoji_id]))
            else:
                self._emoji.lack(face)
        if not self._store.lease.covers(None):
            return len(usable) == len(FACES)
        for face in FACES:
            picture = picture_of(face)
            digest = hashlib.sha256(picture).hexdigest()
            current = usable.get(face)
            if current is None or current.sha256 != digest:
                taken = {one.name: one for one in there.values()}
                current = await self._make(face, picture, digest, taken)
            for one in list(there.values()):
                found = _OURS.fullmatch(one.name)
                if found is not None and found[1] == face and one.id != current.emoji_id:
                    await self._delete(there.pop(one.id))
        return True

    async def _make(self, face: str, picture: bytes, digest: str, taken: dict[str, discord.Emoji]) -> Uploaded:
        """Upload a face, show it from now on, and note it."""
        marked = f"{face}_{digest[:MARK]}"
        emoji = taken.get(marked)  # made of this very picture, by a process that ended before it was noted
        if emoji is None:
            name = marked if face in taken else face
            emoji = await self._client.create_application_emoji(name=name, image=picture)
        self._made[face] = uploaded = Uploaded(emoji.id, digest)
        self._emoji.have(face, str(emoji))
        await self._store.emoji.note(face, uploaded)
        return uploaded

    @staticmethod
    async def _delete(emoji: discord.Emoji) -> None:
        """Delete an emoji in whose place there is another one now."""
        try:
            await emoji.delete()
        except discord.NotFound:
            log.debug("an old emoji was gone already emoji=%s", emoji.id)
