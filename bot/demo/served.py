"""What the demo adds to the page that SimCord serves: a script and a style of its own (`static/`), and its address.

The page's own files stay as they are. A SimCord that serves them in another way is told of in the log, and its page
works as it comes.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from simcord import Preview

log = logging.getLogger(__name__)

ADDED = {"/demo.js": "application/javascript", "/demo.css": "text/css"}
RUN = "/demo-run"
"""Says which run of the demo it is: an open tab that hears of another one than its own begins anew."""
HEAD_ENDS = "</head>"


def add_to_page(preview: Preview, key: str) -> None:
    """Serve the preview's page with what the demo adds to it, and its address with that key. Before it is entered."""
    inside = cast(Any, preview)
    server: Any = getattr(inside, "_server", None)
    if not (hasattr(inside, "capability") and hasattr(server, "_static") and hasattr(server, "_STATIC_FILES")):
        log.warning("this SimCord's preview is served differently: its page comes without what the demo adds to it")
        return
    inside.capability = key
    # The server makes a route for each of these, and has all of them answered by `_static`.
    server._STATIC_FILES = {**server._STATIC_FILES, **{path: path for path in (*ADDED, RUN)}}
    server._static = _with_ours(server._static)


def _with_ours(serve: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    from aiohttp import web

    run = secrets.token_hex(8)
    static = files(__package__).joinpath("static")
    head = static.joinpath("head.html").read_text("utf-8")
    ours = {path: static.joinpath(path[1:]).read_text("utf-8") for path in ADDED} | {RUN: run}

    async def answer(request: Any) -> Any:
        if request.path in ours:
            kind = ADDED.get(request.path, "text/plain")
            return web.Response(text=ours[request.path], content_type=kind, headers={"Cache-Control": "no-store"})
        page = await serve(request)
        if request.path == "/":
            if HEAD_ENDS not in page.text:
                log.warning("this SimCord's page is built differently: it comes without what the demo adds to it")
            page.text = page.text.replace(HEAD_ENDS, head + HEAD_ENDS, 1)
        return page

    return answer
