"""The demo's pages: what keeps SimCord's preview live for two people at once, and loses none of their clicks.

A page of the preview shows what was last published to it, and one act at a time is served; whatever comes meanwhile,
or from a page that is not the newest, is refused. Here acts wait for their turn instead, each keeps the moment at
which it was made, and a click means what its page showed, as on Discord: the button with that custom_id, wherever it
is now, and even when it is gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from datetime import datetime

    from simcord import Env, Preview

    from bot.demo.clock import Clock

log = logging.getLogger(__name__)

HOOKS = ("_action", "_publish", "_open_page", "_pages")
REMEMBERED = 30
"""Publications of a page that a click may still come from."""
LEASE = 3600.0
"""Seconds that a page may be silent, as hidden tabs are, before the preview forgets it."""
KEPT = 200
"""Entries kept of SimCord's records of all traffic, which would otherwise grow by some 20 kB with each click."""

Controls = dict[str, str]
"""The custom_id of each control on a page, by the key that the preview gives it."""


class Pages:
    """All open pages of one preview. Whoever acts on the simulated Discord holds `turn`."""

    def __init__(self, env: Env, preview: Preview, clock: Clock) -> None:
        self.env = env
        self.turn = asyncio.Lock()
        self.waiting: list[datetime] = []
        """When the acts that wait for their turn were made, the oldest first."""
        self._clock = clock
        self._preview = cast(Any, preview)
        self._recorded = len(env.backend.transcript)
        self._shown: dict[str, dict[int, Controls]] = {}
        self._pressed: str | None = None
        if not all(hasattr(preview, name) for name in HOOKS):
            log.warning("this SimCord's preview is built differently: clicks made at the same moment may be refused")
            return
        self._act, self._publish, self._open = (getattr(preview, name) for name in HOOKS[:3])
        self._emit = env.backend.emit
        self._preview._action, self._preview._publish = self._act_in_turn, self._publish_and_remember
        self._preview._open_page = self._open_for_the_other
        self._preview._PAGE_LEASE_SECONDS = LEASE
        env.backend.emit = self._send  # type: ignore[method-assign]

    async def beat(self) -> bool:
        """Keep time going, and every page up to date; no when the preview is closed.

        Time does not overtake an act that waits: its moment is still to come.
        """
        async with self.turn:
            await self._clock.move_on(min([self._clock.present(), *self.waiting]))
            return await self.refresh()

    async def refresh(self) -> bool:
        """Show on every page what happened since the last time, with `turn` held; no when the preview is closed."""
        records = self.env.backend.transcript
        if self._preview._closed:
            return False
        if len(records) != self._recorded:
            await self._preview.refresh()
            for record in (records, self.env.http_requests):
                del record[:-KEPT]
            self._recorded = len(records)
        return True

    # ------------------------------------------------------------------- what a page shows

    def _publish_and_remember(self, page: Any, **options: Any) -> None:
        self._publish(page, **options)
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = dict(_controls(page.snapshot.get("messages", {})))
        for revision in sorted(shown)[:-REMEMBERED]:
            del shown[revision]
        for gone in self._shown.keys() - self._preview._pages.keys() - {page.id}:
            del self._shown[gone]

    def _open_for_the_other(self, viewer_id: Any = None, target_id: Any = None) -> Any:
        """A new page is for whoever it names, else for whoever has the fewest: a second tab is the second player's."""
        if str(viewer_id) not in {str(viewer.id) for viewer in self._preview.viewers}:
            pages = Counter(page.viewer.id for page in self._preview._pages.values() if page.id != "python")
            viewer_id = min((viewer.id for viewer in self._preview.viewers), key=lambda viewer: pages[viewer])
        return self._open(viewer_id, target_id)

    # ------------------------------------------------------------------------ what it sends

    async def _act_in_turn(self, page_id: str | None, body: Any) -> Any:
        made = self._clock.present()
        self.waiting.append(made)
        try:
            await self.turn.acquire()
        finally:
            self.waiting.remove(made)
        try:
            await self._clock.move_on(made)
            page = self._preview._pages.get(page_id)
            if page is not None and isinstance(body, dict):
                body = self._as_meant(page, self._in_order(page, body))
            return await self._act(page_id, body)
        finally:
            self._pressed = None
            self.turn.release()

    def _in_order(self, page: Any, body: dict[str, Any]) -> dict[str, Any]:
        """The act numbered as the page's next one: several may have been sent before the first was answered."""
        latest = page.latest_action
        is_repeat = latest is not None and latest.request_id == body.get("request_id")
        return body if is_repeat else {**body, "sequence": page.last_sequence + 1}

    def _as_meant(self, page: Any, body: dict[str, Any]) -> dict[str, Any]:
        """The act as the newest page would send it."""
        if not isinstance(revision := body.get("published_revision"), int):
            return body
        meant = {**body, "published_revision": page.revision}
        if body.get("kind") not in {"click", "select"}:
            return meant
        pressed = self._shown.get(page.id, {}).get(revision, {}).get(str(body.get("control_key")))
        if pressed is None:
            return body
        components = self._components(page.channel_id, body.get("target_id"))
        offered = {part.get("custom_id"): part for part in components if not part.get("disabled")}
        stand_in = offered.get(pressed)
        if stand_in is None and body["kind"] == "click":
            # It is gone or off by now. Discord delivers the click all the same, and the bot says what is so.
            stand_in = next((part for part in components if _is_live_button(part)), None)
            self._pressed = pressed
        if stand_in is not None and stand_in.get("id"):
            meant["control_key"] = f"message:{body.get('target_id')}:component:{stand_in['id']}"
        return meant

    def _components(self, channel_id: int, message_id: Any) -> list[dict[str, Any]]:
        message = self.env.backend.messages.get(channel_id, {}).get(int(message_id or 0))
        return list(_parts(message.components)) if message is not None else []

    def _send(self, event: str, payload: Any) -> None:
        if self._pressed is not None and event == "INTERACTION_CREATE":
            payload = {**payload, "data": {**payload["data"], "custom_id": self._pressed}}
        self._emit(event, payload)


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every component in a tree of them."""
    if isinstance(value, list):
        for child in value:
            yield from _parts(child)
    elif isinstance(value, dict):
        yield value
        yield from _parts(value.get("components"))
        yield from _parts(value.get("accessory"))


def _is_live_button(part: dict[str, Any]) -> bool:
    return part.get("type") == 2 and bool(part.get("custom_id")) and not part.get("disabled")


def _controls(messages: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for message in messages.values():
        for part in _parts(message.get("components")):
            if part.get("control_key") and part.get("custom_id"):
                yield part["control_key"], part["custom_id"]
