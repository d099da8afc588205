"""Holds every request that the bot makes against Discord's published OpenAPI description.

The description is not part of this repository. It is looked for at `$DISCORD_OPENAPI`, then at
`../shared/discord/openapi.json` beside the repository; without it `RequestLog` finds nothing to object to, and
`needs_openapi` marks the tests that would prove nothing then.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError, validators
from simcord import Env, HttpLogEntry

from .limits import check_message, check_modal

Schema = dict[str, Any]

BESIDE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
PATH = Path(os.environ.get("DISCORD_OPENAPI") or BESIDE)
MESSAGE_CALLBACKS, MODAL_CALLBACK = (4, 7), 9
LIBRARY_KEYS = ("tts", "nsfw")
"""Keys that discord.py itself sends with every message or command, which Discord takes and does not describe."""

needs_openapi = pytest.mark.skipif(
    not PATH.is_file(), reason=f"no description of Discord's API: set DISCORD_OPENAPI ({PATH} is absent)"
)


class RequestLog:
    """The requests of one simulated Discord, checked as they come; cheap enough for whole matches."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self.checked = 0
        self.problems: list[str] = []

    def check(self) -> list[str]:
        """Check what came since the last call; all problems so far, each once."""
        entries = self.env.http_requests[self.checked :]
        self.checked += len(entries)
        for entry in entries:
            for problem in check_request(entry):
                if problem not in self.problems:
                    self.problems.append(problem)
        return self.problems


def check_requests(env: Env) -> list[str]:
    """What is wrong with the requests made so far; empty when all is well."""
    return RequestLog(env).check()


def check_request(entry: HttpLogEntry) -> list[str]:
    """What is wrong with one request: endpoint, query, body against the description; messages against the limits."""
    where = f"{entry.method} {entry.path}"
    problems = [f"{where}: {problem}" for problem in _message_problems(entry)]
    api = _api()
    if api is None:
        return problems
    template, operation = api.find(entry.method, entry.path)
    if operation is None:
        return [*problems, f"{where}: no such endpoint"]
    where = f"{entry.method} {template}"
    unknown = sorted(set(entry.params) - operation.query)
    if unknown:
        problems.append(f"{where}: unknown query parameters {unknown}")
    if entry.json is None:
        if operation.body_required:
            problems.append(f"{where}: the body is missing")
    elif operation.validator is None:
        problems.append(f"{where}: takes no body, got {entry.json!r}")
    else:
        problems += [
            f"{where}: {_place(error)}: {_short(error)}" for error in operation.validator.iter_errors(entry.json)
        ]
    return problems


def _message_problems(entry: HttpLogEntry) -> list[str]:
    body, parts = entry.json, entry.path.strip("/").split("/")
    if not isinstance(body, dict) or entry.method not in {"POST", "PATCH"}:
        return []
    if parts[-1] == "callback":
        if body.get("type") in MESSAGE_CALLBACKS:
            return check_message(body.get("data") or {})
        return check_modal(body.get("data") or {}) if body.get("type") == MODAL_CALLBACK else []
    is_message = parts[0] == "webhooks" or (parts[0] == "channels" and "messages" in parts[2:])
    return check_message(body) if is_message and parts[-1] != "threads" else []


# ------------------------------------------------------------------------- the description


class _Operation:
    def __init__(self, shared: list[Schema], spec: Schema) -> None:
        parameters = [*shared, *spec.get("parameters", [])]
        self.query = {one["name"] for one in parameters if one["in"] == "query"}
        body = spec.get("requestBody", {})
        content = body.get("content", {})
        schema = content.get("application/json") or content.get("multipart/form-data")
        self.body_required = bool(body.get("required"))
        self.validator = _Validator(schema["schema"]) if schema else None


class _Api:
    def __init__(self, document: Schema) -> None:
        document = _closed(document)
        schemas = document["components"]["schemas"]
        schemas["SnowflakeType"] = {"type": ["string", "integer"]}  # discord.py sends some ids as numbers
        for schema in schemas.values():
            _inline(schema, schemas)
        self.operations: dict[tuple[str, int], list[tuple[str, list[str], _Operation]]] = {}
        for template, item in document["paths"].items():
            _inline(item, schemas)
            segments = template.strip("/").split("/")
            for method in item.keys() & {"get", "put", "post", "patch", "delete"}:
                operation = _Operation(item.get("parameters", []), item[method])
                self.operations.setdefault((method.upper(), len(segments)), []).append((template, segments, operation))

    def find(self, method: str, path: str) -> tuple[str, _Operation | None]:
        """The endpoint with the most literal match, as `.../@original` before `.../{message_id}`."""
        parts = path.strip("/").split("/")
        best: tuple[int, str, _Operation | None] = (-1, "", None)
        for template, segments, operation in self.operations.get((method, len(parts)), []):
            fits = [name == part for name, part in zip(segments, parts, strict=True)]
            if all(same or name[0] == "{" for same, name in zip(fits, segments, strict=True)):
                best = max(best, (sum(fits), template, operation), key=lambda one: one[0])
        return best[1], best[2]


@functools.cache
def _api() -> _Api | None:
    return _Api(json.loads(PATH.read_text("utf-8"))) if PATH.is_file() else None


def _closed(value: Any) -> Any:
    """The same description with every listed object closed, so that a mistyped key is an error."""
    if isinstance(value, list):
        return [_closed(child) for child in value]
    if not isinstance(value, dict):
        return value
    closed = {key: _closed(child) for key, child in value.items()}
    if isinstance(value.get("properties"), dict) and value.get("type") == "object":
        closed.setdefault("additionalProperties", False)
        closed["properties"] = {**dict.fromkeys(LIBRARY_KEYS, True), **closed["properties"]}
    return closed


def _inline(value: Any, schemas: Schema) -> None:
    """Put the schemas themselves in the place of their references: validation is far faster without look-ups."""
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, child in items:
        if isinstance(child, dict) and str(child.get("$ref", "")).startswith("#/components/schemas/"):
            value[key] = schemas[child["$ref"].rpartition("/")[2]]
        else:
            _inline(child, schemas)


def _union(validator: Any, branches: list[Schema], instance: Any, schema: Schema) -> Iterator[ValidationError]:
    """One of several schemas: the one for this `type` where there is one, so that its own complaints are heard."""
    if all("const" in branch for branch in branches):
        if not any(branch["const"] == instance for branch in branches):
            yield ValidationError(f"{instance!r} is none of {[branch['const'] for branch in branches]}")
        return
    fewest: list[ValidationError] | None = None
    for branch in _for_type(branches, instance):
        complaints = list(validator.descend(instance, branch))
        if not complaints:
            return
        if fewest is None or len(complaints) < len(fewest):
            fewest = complaints
    yield from fewest or []


def _for_type(branches: list[Schema], instance: Any) -> list[Schema]:
    if instance is None:
        return [branch for branch in branches if "null" in branch.get("type", "")] or branches
    branches = [branch for branch in branches if branch.get("type") != "null"]
    if isinstance(instance, dict):
        kinds = [branch.get("properties", {}).get("type", {}).get("enum", []) for branch in branches]
        kind = instance.get("type")
        return [one for one, allowed in zip(branches, kinds, strict=True) if kind in allowed] or branches
    return branches


def _properties(validator: Any, listed: Schema, instance: Any, schema: Schema) -> Iterator[ValidationError]:
    """The usual rule, but most values are plain ones and need no machinery: this halves the time and more."""
    if isinstance(instance, dict):
        for name, value in instance.items():
            if name in listed and not _plainly_fine(value, listed[name]):
                yield from validator.descend(value, listed[name], path=name, schema_path=name)


def _plainly_fine(value: Any, schema: Any) -> bool:
    """Whether a plain value surely meets its schema; when not sure, no."""
    if schema is True:
        return True
    kind = PLAIN.get(type(value))
    if kind is None or kind not in schema.get("type", ()):
        return False
    if "enum" in schema:
        return value in schema["enum"]
    if value is not None and not schema.keys() <= JUDGED:
        return False
    return kind != "string" or schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))


PLAIN = {str: "string", bool: "boolean", int: "integer", type(None): "null"}
JUDGED = {"type", "format", "title", "description", "minLength", "maxLength", "enum"}

_Validator: Any = validators.extend(Draft202012Validator, {"oneOf": _union, "anyOf": _union, "properties": _properties})


def _place(error: ValidationError) -> str:
    return "/".join(str(step) for step in error.absolute_path) or "body"


def _short(error: ValidationError) -> str:
    message = str(error.message)
    return message if len(message) <= 300 else message[:200] + " ... " + message[-80:]
