"""Discord's limits on messages and modals, beyond what its description of the API states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

Payload = dict[str, Any]

COMPONENTS_V2 = 1 << 15
CONTENT, V2_TEXT, V2_COMPONENTS, V1_ROWS, ROW_BUTTONS, OPTIONS = 2000, 4000, 40, 5, 5, 25
ATTACHMENTS, DESCRIPTION, MODAL_PARTS = 10, 1024, 5
ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE = 1, 2, 3, 4, 9, 10, 11, 12, 13
LABEL = 18
SELECTS = {3, 5, 6, 7, 8}
V2_ONLY = {9, 10, 11, 12, 13, 14, 17}
LINK, PREMIUM = 5, 6
FILE_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}\Z")  # what Discord leaves as it is
LENGTHS = {"label": 80, "custom_id": 100, "placeholder": 150}


def check_message(message: Payload) -> list[str]:
    """What Discord would object to in a message (a send, an edit or an interaction's answer); empty when fine."""
    return list(_message(message))


def check_modal(modal: Payload) -> list[str]:
    """What Discord would object to in a modal; empty when fine."""
    return list(_modal(modal))


def walk(components: list[Payload] | None) -> Iterator[Payload]:
    """Every component, nested ones included, in reading order."""
    for part in components or []:
        yield part
        yield from walk(part.get("components"))
        yield from walk([part[name] for name in ("accessory", "component") if part.get(name)])


def _message(message: Payload) -> Iterator[str]:
    roots = message.get("components") or []
    parts = list(walk(roots))
    content = message.get("content") or ""
    if len(content) > CONTENT:
        yield f"content of {len(content)} characters, {CONTENT} allowed"
    if (message.get("flags") or 0) & COMPONENTS_V2 or any(part["type"] in V2_ONLY for part in parts):
        yield from _v2(message, parts)
    else:
        if len(roots) > V1_ROWS:
            yield f"{len(roots)} rows, {V1_ROWS} allowed"
        yield from (f"component {root['type']} outside a row" for root in roots if root["type"] != ROW)
    yield from _controls(parts)
    yield from _attachments(message, parts)


def _v2(message: Payload, parts: list[Payload]) -> Iterator[str]:
    if message.get("content") or message.get("embeds"):
        yield "a message of components holds content or embeds as well"
    if len(parts) > V2_COMPONENTS:
        yield f"{len(parts)} components, {V2_COMPONENTS} allowed"
    written = sum(len(part["content"]) for part in parts if part["type"] == TEXT)
    if written > V2_TEXT:
        yield f"{written} characters of text, {V2_TEXT} allowed"
    for part in parts:
        if part["type"] == TEXT and not part["content"].strip():
            yield "an empty text"
        if part["type"] == SECTION and not 1 <= len(part["components"]) <= 3:
            yield f"a section of {len(part['components'])} texts, 1 to 3 allowed"


def _controls(parts: list[Payload]) -> Iterator[str]:
    """Rows, buttons and selects, alike in messages and modals."""
    ids = Counter(part["custom_id"] for part in parts if part.get("custom_id") is not None)
    yield from (f"custom_id {name!r} used {count} times" for name, count in ids.items() if count > 1)
    for part in parts:
        kind, name = part["type"], part.get("custom_id") or part.get("label") or part.get("url")
        if kind == ROW:
            yield from _row(part["components"])
        if kind == BUTTON:
            yield from _button(part, name)
        if kind in {BUTTON, TEXT_INPUT, *SELECTS}:
            for key, longest in LENGTHS.items():
                if len(part.get(key) or "") > longest:
                    yield f"{key} of {len(part[key])} characters on {name!r}, {longest} allowed"
            if part.get("custom_id") == "":
                yield "an empty custom_id"
        if kind in SELECTS:
            yield from _select(part, name)


def _row(children: list[Payload]) -> Iterator[str]:
    kinds = {child["type"] for child in children}
    if not children:
        yield "an empty row"
    elif kinds == {BUTTON}:
        if len(children) > ROW_BUTTONS:
            yield f"{len(children)} buttons in a row, {ROW_BUTTONS} allowed"
    elif len(children) > 1:
        yield f"a row mixes {len(children)} parts of kinds {sorted(kinds)}; one select fills a row"


def _button(button: Payload, name: object) -> Iterator[str]:
    style = button.get("style")
    if not (button.get("label") or button.get("emoji") or style == PREMIUM):
        yield f"button {name!r} shows neither label nor emoji"
    wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style or 0, "custom_id")
    for key in ("url", "sku_id", "custom_id"):
        if bool(button.get(key)) != (key == wanted):
            yield f"button {name!r} of style {style} with{'out' if key == wanted else ''} {key}"


def _select(select: Payload, name: object) -> Iterator[str]:
    fewest, most = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= fewest <= most or not 1 <= most <= OPTIONS:
        yield f"select {name!r} asks for {fewest} to {most} values"
    if select["type"] != STRING_SELECT:
        return
    options = select.get("options") or []
    if not 1 <= len(options) <= OPTIONS:
        yield f"select {name!r} of {len(options)} options, 1 to {OPTIONS} allowed"
    if most > len(options):
        yield f"select {name!r} allows {most} values of {len(options)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield f"select {name!r} has more options chosen beforehand than it allows ({most})"
    values = Counter(option["value"] for option in options)
    yield from (f"select {name!r} has value {value!r} {n} times" for value, n in values.items() if n > 1)
    for option in options:
        for key in ("label", "value", "description"):
            if len(option.get(key) or "") > 100:
                yield f"{key} of {len(option[key])} characters in select {name!r}, 100 allowed"
        if not option["label"] or not option["value"]:
            yield f"select {name!r} has an option without label or value"


def _attachments(message: Payload, parts: list[Payload]) -> Iterator[str]:
    attachments = message.get("attachments") or []
    names = [one["filename"] for one in attachments if one.get("filename")]
    if len(attachments) > ATTACHMENTS:
        yield f"{len(attachments)} files, {ATTACHMENTS} allowed"
    yield from (f"file name {name!r} would be changed" for name in names if not FILE_NAME.match(name))
    yield from (f"file name {name!r} used twice" for name, n in Counter(names).items() if n > 1)
    described = [*attachments, *(item for part in parts for item in part.get("items") or [])]
    described += [part for part in parts if part["type"] == THUMBNAIL]
    for one in described:
        if len(one.get("description") or "") > DESCRIPTION:
            yield f"description of {len(one['description'])} characters, {DESCRIPTION} allowed"
    shown = {url for part in parts for url in _media(part)}
    for url in shown:
        if url.startswith("attachment://") and "attachments" in message:
            name = url.removeprefix("attachment://")
            if name not in names and any(one.get("filename") for one in attachments):
                yield f"{url} is shown but not attached"


def _media(part: Payload) -> Iterator[str]:
    if part["type"] == FILE:
        yield part["file"]["url"]
    if part["type"] == THUMBNAIL:
        yield part["media"]["url"]
    if part["type"] == GALLERY:
        yield from (item["media"]["url"] for item in part["items"])


def _modal(modal: Payload) -> Iterator[str]:
    if not 1 <= len(modal.get("title") or "") <= 45:
        yield f"modal title {modal.get('title')!r}, 1 to 45 characters allowed"
    if not 1 <= len(modal.get("custom_id") or "") <= 100:
        yield f"modal custom_id {modal.get('custom_id')!r}, 1 to 100 characters allowed"
    roots = modal.get("components") or []
    if not 1 <= len(roots) <= MODAL_PARTS:
        yield f"a modal of {len(roots)} parts, 1 to {MODAL_PARTS} allowed"
    parts = list(walk(roots))
    yield from _controls(parts)
    for part in parts:
        if part["type"] in {LABEL, TEXT_INPUT} and len(part.get("label") or "") > 45:
            yield f"label {part['label']!r}, 45 characters allowed"
        if part["type"] == LABEL and len(part.get("description") or "") > 100:
            yield f"description {part['description']!r}, 100 characters allowed"
        if part["type"] == TEXT_INPUT and len(part.get("value") or "") > 4000:
            yield f"text of {len(part['value'])} characters in {part['custom_id']!r}, 4000 allowed"
