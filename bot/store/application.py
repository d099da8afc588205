"""Which application's matches a database holds: ids of messages and servers mean nothing to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import OtherApplication

if TYPE_CHECKING:
    from .store import Store

KEY = "application"


async def application_of_database(store: Store) -> int | None:
    """The id of the application that the database belongs to; None for one that none has served yet."""
    value = await store.meta.get(KEY)
    return None if value is None else int(value)


async def adopt(store: Store, application: int) -> None:
    """Hand the database over to an application, whatever it belonged to."""
    await store.meta.set(KEY, str(application))


async def check_application(store: Store, application: int) -> None:
    """Claim the database for the application that serves it. Raises OtherApplication when it belongs to another."""
    stored = await application_of_database(store)
    if stored is None:
        await adopt(store, application)
    elif stored != application:
        raise OtherApplication(stored, application)
