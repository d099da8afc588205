"""Challenges on Discord: posted, taken up, closed, also in a thread of their own."""

from __future__ import annotations

import logging

import discord
from bot.screens.asides import plain_screen, thread_screen
from bot.screens.challenge import closed_challenge_screen, open_challenge_screen
from bot.screens.screen import Screen
from bot.ui.answers import (
    acknowledge,
    add_panel,
    answer_apart,
    answer_in_place,
    answer_privately,
    answer_publicly,
    is_private,
    shows,
    texts_of,
)
from bot.ui.app import App, person
from bot.ui.failures import ANSWERS_NO_MORE, DISCORD_FAILS, name_of
from bot.ui.layout import NO_PINGS, layout, only

from bot.games import Refused
from bot.ids import ComponentId, Verb
from bot.screens.names import plain_name
from bot.screens.words import refusal
from bot.store import Challenge, Person
from bot.texts import Texts, texts_for

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed in a channel before a match may start there."""


def public_texts(interaction: discord.Interaction) -> Texts:
    """The texts in the server's language."""
    return texts_for((interaction.guild_locale or interaction.locale).value)


def missing_permission(permissions: discord.Permissions, *, in_thread: bool) -> str | None:
    """The first needed permission that the bot lacks."""
    for name in NEEDED:
        needed = "send_messages_in_threads" if in_thread and name == "send_messages" else name
        if not getattr(permissions, needed):
            return needed
    return None


def permission_name(t: Texts, permission: str) -> str:
    """The permission as Discord calls it."""
    return t("permission-" + permission.replace("_", "-"))


def check_place(interaction: discord.Interaction) -> None:
    """Refuse where the bot lacks a permission that a match needs, and name it."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = missing_permission(interaction.app_permissions, in_thread=in_thread)
    if missing is not None:
        raise Refused("refused-bot-permission", permission=permission_name(texts_of(interaction), missing))


async def challenge(app: App, interaction: discord.Interaction, opponent: discord.User | discord.Member | None) -> None:
    """``/bridgette challenge`` and the context menu: post a challenge, or say why not."""
    if interaction.guild_id is None:
        raise Refused("refused-place")
    if opponent is not None:
        check_opponent(interaction, opponent)
    await ask(app, interaction, person(opponent) if opponent else None)


async def ask(app: App, interaction: discord.Interaction, opponent: Person | None, *, rematch: bool = False) -> None:
    """Post the challenge of whoever asks; in a busy channel offer a thread instead."""
    check_place(interaction)
    try:
        await post_challenge(app, interaction, person(interaction.user), opponent, rematch=rematch)
    except Refused as error:
        if error.key != "refused-busy":
            raise
        if opponent is not None and interaction.guild_id is not None:
            # The button that opens a thread holds only an id; the name is read when it is pressed.
            await app.store.members.see(interaction.guild_id, opponent.user_id, opponent.name, app.clock())
        await answer_privately(interaction, busy_screen(interaction, error, opponent))


def check_opponent(interaction: discord.Interaction, opponent: discord.User | discord.Member) -> None:
    """Refuse bots, and people who cannot see the channel."""
    if opponent.bot:
        raise Refused("refused-bot", name=opponent.display_name)
    if opponent.id == interaction.user.id:
        return  # refused as such, with its own reason
    # Who is no member of the server comes as a plain user; of a member, Discord tells what they may do here.
    permissions = opponent.resolved_permissions if isinstance(opponent, discord.Member) else discord.Permissions.none()
    if permissions is not None and not permissions.view_channel:
        raise Refused("refused-cannot-see", name=opponent.display_name)


async def post_challenge(
    app: App, interaction: discord.Interaction, challenger: Person, opponent: Person | None, *, rematch: bool = False
) -> None:
    """Answer with a public challenge that pings the opponent once."""
    now = app.clock()
    offered = await app.challenges.offer(
        interaction.guild_id or 0, interaction.channel_id or 0, challenger, opponent, now
    )
    screen = challenge_screen(public_texts(interaction), offered, rematch=rematch)
    mentions = only(opponent.user_id) if opponent else NO_PINGS
    try:
        message_id = await answer_publicly(interaction, screen, mentions)
    except DISCORD_FAILS:
        await app.store.challenges.close(offered.id, "withdrawn")  # nobody has seen it
        raise
    if message_id is not None:
        await app.store.challenges.set_message(offered.id, message_id)
    if opponent is not None and interaction.guild_id is not None:
        await app.store.members.see(interaction.guild_id, opponent.user_id, opponent.name, now)


def challenge_screen(t: Texts, offered: Challenge, *, rematch: bool = False) -> Screen:
    """An open challenge."""
    mention = f"<@{offered.opponent.user_id}>" if offered.opponent else None
    return open_challenge_screen(t, offered.id, offered.challenger.name, mention, offered.expires_at, rematch=rematch)


def closed_screen(t: Texts, closed: Challenge, state: str, by: str | None) -> Screen:
    """A challenge that is over."""
    opponent = closed.opponent.name if closed.opponent else None
    return closed_challenge_screen(t, closed.challenger.name, opponent, state, by)


def busy_screen(interaction: discord.Interaction, error: Refused, opponent: Person | None) -> Screen:
    """A busy channel: a button opens a thread, or the reason why none can be opened."""
    t = texts_of(interaction)
    reason = thread_obstacle(t, interaction)
    if reason is not None:
        return plain_screen(refusal(t, "refused-busy-no-thread", error.arguments | {"reason": reason}))
    return thread_screen(t, refusal(t, error.key, error.arguments), opponent.user_id if opponent else 0)


def thread_obstacle(t: Texts, interaction: discord.Interaction) -> str | None:
    """Why no thread can be opened here for a new match; ``None`` if it can."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        return t("reason-in-thread" if isinstance(channel, discord.Thread) else "reason-no-threads")
    for name in ("create_public_threads", "send_messages_in_threads"):
        if not getattr(interaction.app_permissions, name):
            return t("reason-bot-permission", permission=permission_name(t, name))
    if not interaction.permissions.send_messages_in_threads:
        return t("reason-user-permission", permission=permission_name(t, "send_messages_in_threads"))
    return None


async def open_thread(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The way out of a busy channel: a thread with the challenge in it, one for each refusal."""
    if not is_private(interaction) or not shows(interaction, Verb.THREAD) or interaction.message is None:
        raise Refused("refused-unknown-button")
    t, public = texts_of(interaction), public_texts(interaction)
    obstacle = thread_obstacle(t, interaction)
    channel = interaction.channel
    if obstacle is not None or not isinstance(channel, discord.TextChannel):
        raise Refused("refused-no-thread", reason=obstacle or "")
    challenger = person(interaction.user)
    opponent = None
    if press.subject:
        names = await app.store.members.names(channel.guild.id, [press.subject])
        if press.subject not in names:
            raise Refused("refused-challenge-unknown")
        opponent = Person(press.subject, names[press.subject])
        if opponent.user_id == challenger.user_id:
            raise Refused("refused-oneself")
    if interaction.message.id in app.threads:
        raise Refused("refused-thread-opened")
    app.threads.add(interaction.message.id)  # before the first request: a second click must not open another
    await acknowledge(interaction, in_place=True)
    name = public("thread-name", name=plain_name(challenger.name))
    try:
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        thread = await channel.create_thread(name=name, type=kind)
    except DISCORD_FAILS as error:
        log.info("no thread failure=%s", name_of(error))
        app.threads.discard(interaction.message.id)
        raise Refused("refused-no-thread", reason=t("reason-discord")) from None
    offered = await app.challenges.offer(channel.guild.id, thread.id, challenger, opponent, app.clock())
    try:
        message = await thread.send(
            view=layout(challenge_screen(public, offered)),
            allowed_mentions=only(opponent.user_id) if opponent else NO_PINGS,
            nonce=f"c{offered.id}",
        )
    except DISCORD_FAILS as error:
        log.info("no challenge in the thread failure=%s", name_of(error))
        await app.store.challenges.close(offered.id, "withdrawn")  # nobody has seen it
        app.threads.discard(interaction.message.id)
        raise Refused("refused-no-thread", reason=t("reason-discord")) from None
    await app.store.challenges.set_message(offered.id, message.id)
    await answer_privately(interaction, plain_screen(t("challenge-in-thread", thread=thread.mention)))


async def accept(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """Accept or join: the match begins, and whoever accepted sees their hand at once."""
    await check_message(app, interaction, press)
    check_place(interaction)
    now = app.clock()
    game = await app.challenges.accept(press.subject, person(interaction.user), now)
    taken = await app.store.challenges.get(press.subject)
    told = True
    if taken is not None:
        screen = closed_screen(public_texts(interaction), taken, "accepted", interaction.user.display_name)
        try:
            await answer_in_place(interaction, screen)
        except DISCORD_FAILS as error:
            log.warning("challenge not edited match=%s failure=%s", game.id, name_of(error))
            told = interaction.response.is_done() or getattr(error, "code", None) in ANSWERS_NO_MORE
    try:
        # The panel is the answer where the challenge could not be edited, because it is gone, say.
        await (add_panel if told else answer_apart)(interaction, app.panels, game, 1)
    except DISCORD_FAILS as error:
        log.info("first panel not shown match=%s failure=%s", game.id, name_of(error))
    await app.publisher.publish(game.id)


async def check_message(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """Refuse a press on a message that is not the challenge's own: the answer will edit the message in place."""
    pressed = await app.store.challenges.get(press.subject)
    on = interaction.message.id if interaction.message else None
    if pressed is not None and pressed.message_id not in (None, on):
        raise Refused("refused-unknown-button")


async def decline(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The challenged person says no."""
    await check_message(app, interaction, press)
    closed = await app.challenges.decline(press.subject, person(interaction.user), app.clock())
    await close(interaction, closed, "declined")


async def withdraw(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The challenger takes it back."""
    await check_message(app, interaction, press)
    closed = await app.challenges.withdraw(press.subject, person(interaction.user), app.clock())
    await close(interaction, closed, "withdrawn")


async def close(interaction: discord.Interaction, closed: Challenge, state: str) -> None:
    """Show that a challenge is over, and by whom."""
    await answer_in_place(
        interaction, closed_screen(public_texts(interaction), closed, state, interaction.user.display_name)
    )


async def show_expired(client: discord.Client, expired: Challenge) -> None:
    """Take the buttons off a challenge whose time is up."""
    guild = client.get_guild(expired.guild_id)
    if expired.message_id is None or guild is None:
        return  # never posted, or on a server that the bot has left
    texts = texts_for(guild.preferred_locale.value)
    channel = client.get_partial_messageable(expired.channel_id, guild_id=expired.guild_id)
    try:
        await channel.get_partial_message(expired.message_id).edit(
            view=layout(closed_screen(texts, expired, "expired", None)), allowed_mentions=NO_PINGS
        )
    except DISCORD_FAILS as error:
        log.info("challenge not edited challenge=%s failure=%s", expired.id, name_of(error))


async def rematch(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """A player of a finished match asks the other for another."""
    game = await app.games.find(press.subject)
    seat = game.seat_of(interaction.user.id)
    if seat is None:
        raise Refused("refused-not-a-player", first=game.people[0].name, second=game.people[1].name)
    if game.is_open:
        raise Refused("refused-match-open")
    if game.channel_id != interaction.channel_id:
        raise Refused("refused-unknown-button")
    await ask(app, interaction, game.people[1 - seat], rematch=True)
