"""Something between the bot and its database that can be cut, or swallow whatever is sent."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .postgres import free_port

PIECE = 65536


class Proxy:
    """Passes on what comes to ``port`` of 127.0.0.1; threads of its own do it, so that no clock of a test matters."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._sockets: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self._swallows = threading.Event()
        self._cut_after: tuple[bytes, bytes] | None = None
        self._lock = threading.Lock()
        self.lost = 0
        """Answers that were cut off by :meth:`lose_the_answer_to`."""

    def open(self) -> None:
        """Take connections, and pass everything on."""
        self._swallows.clear()
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen()
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def cut(self) -> None:
        """Close every connection, and take none."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self._drop()

    def swallow(self) -> None:
        """Keep the connections, take new ones, and pass nothing on any more."""
        self._swallows.set()

    def lose_the_answer_to(self, statement: bytes, *, of: bytes = b"") -> None:
        """Once: pass this statement on, and cut its connection when the answer has come.

        ``of``: what must have been sent by the same connection before.
        """
        self._cut_after = of, statement

    def _drop(self) -> None:
        with self._lock:
            sockets, self._sockets = self._sockets, []
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # the server itself is away
                near.close()
                continue
            with self._lock:
                self._sockets += [near, far]
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        is_last, is_of = False, False
        try:
            while True:
                for one in select.select([near, far], [], [])[0]:
                    piece = one.recv(PIECE)
                    if not piece:
                        raise OSError
                    if self._swallows.is_set():
                        continue
                    if one is near and self._cut_after is not None:
                        of, statement = self._cut_after
                        is_of = is_of or of in piece
                        if is_of and statement in piece:
                            is_last, self._cut_after = True, None
                    elif one is far and is_last:
                        self.lost += 1
                        raise OSError
                    (far if one is near else near).sendall(piece)
        except (OSError, ValueError):
            for one in (near, far):
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()


@contextmanager
def proxy(target: int) -> Iterator[Proxy]:
    """A proxy before a port, open."""
    one = Proxy(target)
    one.open()
    try:
        yield one
    finally:
        one.cut()
