"""A compiled JSON Schema, the single statement of a file's form (our part of draft 2020-12).

An unknown keyword is our own mistake and stops at load, because a silently skipped check is worse than none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field, replace
from pbem.base.resources import shipped

MISSING: Any = object()
ANNOTATIONS = ("title", "description", "default", "examples", "x-rule", "x-hint")
KEYWORDS = {
    "object": {"properties", "required", "additionalProperties"},
    "array": {"items", "minItems", "maxItems", "uniqueItems", "x-unique-by"},
    "string": {"enum", "const", "pattern", "minLength", "maxLength"},
    "integer": {"enum", "const", "minimum", "maximum"},
    "boolean": {"enum", "const"},
    "oneOf": {"oneOf"},
    "ref": {"$ref"},
}
EVERYWHERE = {"type", "$schema", "$defs", "$comment", *ANNOTATIONS}
#: Schemas made in memory, by a name that is the hash of their content.
MADE: dict[str, dict[str, Any]] = {}
NAME = pattern(r"[a-z][a-z0-9-]{0,63}")


class SchemaError(Exception):
    """One of our own schemas is wrong; no user can cause this."""


@dataclass(frozen=True, slots=True, eq=False)
class Schema:
    """One schema, or a part of one. `kind` is its type, or `oneOf`, or `ref` (see `resolve`)."""

    kind: str
    where: str
    title: str = ""
    description: str = ""
    rule: str = ""
    hint: str = ""
    examples: tuple[Any, ...] = ()
    default: Any = MISSING
    choices: tuple[Any, ...] = ()
    pattern: re.Pattern[str] | None = None
    least: int | None = None
    most: int | None = None
    unique: bool = False
    unique_by: str = ""
    items: Schema | None = None
    properties: Mapping[str, Schema] = field(default_factory=lambda: MappingProxyType({}))
    required: tuple[str, ...] = ()
    rest: Schema | bool = True
    alternatives: tuple[Schema, ...] = ()
    target: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Choice:
    """The way to recognise one of several alternatives: by shape, by the value of one key, or by a key of its own."""

    scalars: Mapping[str, Schema]
    array: Schema | None
    objects: tuple[Schema, ...]
    tag: str = ""
    by_word: Mapping[str, Schema] = field(default_factory=lambda: MappingProxyType({}))


@cache
def load(name: str) -> Schema:
    """The schema of that name. One made in memory is checked as a whole; of the shipped ones a test does it."""
    schema = part(name, "")
    if name in MADE:
        check_whole(schema)
    return schema


def check_whole(schema: Schema) -> None:
    """Checks a schema and all that it refers to."""
    for each in walk(schema, set()):
        check(each)


def schema_of(raw: dict[str, Any]) -> Schema:
    """A schema made in memory, checked like a shipped one."""
    name = f"made-{sha256(json.dumps(raw).encode()).hexdigest()[:16]}"
    MADE[name] = raw
    return load(name)


@cache
def source(name: str) -> dict[str, Any]:
    """The JSON of a shipped schema."""
    if name in MADE:
        return MADE[name]
    if not NAME.fullmatch(name):
        raise SchemaError(f"'{name}' is no name of a schema")
    folder: Path = shipped("schemas")
    path = next((path for end in (".schema.json", ".json") if (path := folder / f"{name}{end}").is_file()), None)
    if path is None:
        raise SchemaError(f"there is no schema {name}")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def part(name: str, pointer: str) -> Schema:
    """The schema at a JSON pointer of a shipped file, compiled once."""
    return compile_part(point(source(name), pointer, name), name, pointer)


def point(raw: Any, pointer: str, name: str) -> Any:
    """Returns the target of a JSON pointer such as /$defs/hex64."""
    for step in pointer.split("/")[1:]:
        listed = raw if isinstance(raw, list) else ()
        inside = raw if isinstance(raw, dict) else {str(n): each for n, each in enumerate(listed)}
        if step not in inside:
            raise SchemaError(f"{name}: nothing at #{pointer}")
        raw = inside[step]
    return raw


def compile_part(raw: Any, name: str, pointer: str) -> Schema:
    """One schema object, its keywords checked against its kind."""
    where = f"{name}#{pointer}"
    if not isinstance(raw, dict):
        raise SchemaError(f"{where}: not an object")
    kind = kind_of(raw, where)
    unknown = sorted(set(raw) - KEYWORDS[kind] - EVERYWHERE)
    if unknown:
        raise SchemaError(f"{where}: unknown for {kind}: {', '.join(unknown)}")
    target = target_of(raw["$ref"], name, where) if kind == "ref" else ("", "")
    return Schema(
        kind, where, raw.get("title", ""), raw.get("description", ""), raw.get("x-rule", ""), raw.get("x-hint", ""),
        tuple(raw.get("examples", ())), raw.get("default", MISSING), target=target,
        **parts_of(kind, raw, name, pointer), **limits_of(kind, raw, where),
    )


def kind_of(raw: dict[str, Any], where: str) -> str:
    """The kind that decides which keywords make sense."""
    for keyword, kind in (("$ref", "ref"), ("oneOf", "oneOf")):
        if keyword in raw:
            return kind
    kind = raw.get("type", "")
    if kind not in ("object", "array", "string", "integer", "boolean"):
        raise SchemaError(f"{where}: type '{kind}'")
    return str(kind)


def target_of(ref: str, name: str, where: str) -> tuple[str, str]:
    """`#/$defs/x` of this file, or `common.json#/$defs/x` of another shipped one."""
    match = re.fullmatch(r"(?:([a-z][a-z0-9-]*)(?:\.schema)?\.json)?#((?:/[^/#]+)*)", ref)
    if not match:
        raise SchemaError(f"{where}: $ref '{ref}'")
    return match[1] or name, match[2]


def parts_of(kind: str, raw: dict[str, Any], name: str, pointer: str) -> dict[str, Any]:
    """The schemas inside: properties, items, alternatives."""
    if kind == "oneOf":
        found = [compile_part(each, name, f"{pointer}/oneOf/{i}") for i, each in enumerate(raw["oneOf"])]
        return {"alternatives": tuple(found)}
    if kind == "array":
        return {"items": compile_part(raw.get("items"), name, f"{pointer}/items")}
    if kind != "object":
        return {}
    properties = {
        key: compile_part(each, name, f"{pointer}/properties/{key}") for key, each in raw.get("properties", {}).items()
    }
    rest = raw.get("additionalProperties")
    if rest is None:
        raise SchemaError(f"{name}#{pointer}: say whether additionalProperties are allowed")
    if not isinstance(rest, bool):
        rest = compile_part(rest, name, f"{pointer}/additionalProperties")
    return {"properties": MappingProxyType(properties), "required": tuple(raw.get("required", ())), "rest": rest}


def limits_of(kind: str, raw: dict[str, Any], where: str) -> dict[str, Any]:
    """The limits of a value: choices, pattern, least and most."""
    if kind in ("ref", "oneOf"):
        return {}
    text = raw.get("pattern")
    if text is not None and not holds_whole(text):
        raise SchemaError(f"{where}: a pattern must hold from ^ to $")
    return {
        "choices": (raw["const"],) if "const" in raw else tuple(raw.get("enum", ())),
        "least": next((raw[word] for word in ("minimum", "minItems", "minLength") if word in raw), None),
        "most": next((raw[word] for word in ("maximum", "maxItems", "maxLength") if word in raw), None),
        "unique": raw.get("uniqueItems", False), "unique_by": raw.get("x-unique-by", ""),
        "pattern": pattern(text) if text else None,
    }  # fmt: skip


def holds_whole(pattern: str) -> bool:
    """Checks that a pattern runs from ^ to $ without | outside parentheses. Other JSON Schema tools search instead of
    matching, so it must mean the same to both.
    """
    bare = re.sub(r"\\.|\[[^]]*\]", "", pattern)
    while (inner := re.sub(r"\([^()]*\)", "", bare)) != bare:
        bare = inner
    return pattern.startswith("^") and pattern.endswith("$") and "|" not in bare


@cache
def resolve(schema: Schema) -> Schema:
    """The schema meant: a `$ref` followed, with the words that stand beside it."""
    if schema.kind != "ref":
        return schema
    meant = resolve(part(*schema.target))
    return replace(
        meant, title=schema.title or meant.title, description=schema.description or meant.description,
        rule=schema.rule or meant.rule, hint=schema.hint or meant.hint, examples=schema.examples or meant.examples,
        default=meant.default if schema.default is MISSING else schema.default,
    )


@cache
def choice(schema: Schema) -> Choice:
    """Finds how to tell the alternatives of a oneOf apart, so that a fault can speak of the intended one."""
    meant = [resolve(each) for each in schema.alternatives]
    scalars = {each.kind: each for each in meant if each.kind in ("string", "integer", "boolean")}
    arrays = [each for each in meant if each.kind == "array"]
    objects = tuple(each for each in meant if each.kind == "object")
    if len(scalars) + len(arrays) + len(objects) != len(meant) or len(arrays) > 1:
        raise SchemaError(f"{schema.where}: two alternatives of one shape")
    array = arrays[0] if arrays else None
    if len(objects) < 2:
        return Choice(scalars, array, objects)
    tagged = by_tag(objects)
    if tagged:
        return Choice(scalars, array, objects, *tagged)
    return Choice(scalars, array, objects, "", by_own_key(schema, objects))


def by_tag(objects: tuple[Schema, ...]) -> tuple[str, Mapping[str, Schema]] | None:
    """A required key whose words differ in every alternative, like `order: move`."""
    for key in objects[0].required:
        words: dict[str, Schema] = {}
        for each in objects:
            inner = each.properties.get(key)
            choices = resolve(inner).choices if inner is not None and key in each.required else ()
            if not choices or any(word in words for word in choices):
                break
            words |= dict.fromkeys(choices, each)
        else:
            return key, words
    return None


def by_own_key(schema: Schema, objects: tuple[Schema, ...]) -> Mapping[str, Schema]:
    """A required key that no other alternative knows, like `move: {...}`."""
    words = {}
    for each in objects:
        others = [other for other in objects if other is not each]
        own = [key for key in each.required if not any(key in other.properties for other in others)]
        if not own:
            raise SchemaError(f"{schema.where}: {each.where} has no key of its own")
        words[own[0]] = each
    return words


def walk(schema: Schema, seen: set[str]) -> Iterator[Schema]:
    """The schema and every schema inside it, each place once."""
    if schema.where in seen:
        return
    seen.add(schema.where)
    yield schema
    inside = [*schema.properties.values(), *schema.alternatives]
    inside += [schema.items] if schema.items is not None else []
    inside += [schema.rest] if isinstance(schema.rest, Schema) else []
    inside += [part(*schema.target)] if schema.kind == "ref" else []
    for each in inside:
        yield from walk(each, seen)


def check(schema: Schema) -> None:
    """Checks what can only be checked once every part is compiled."""
    if schema.kind == "oneOf":
        choice(schema)
    if schema.pattern is not None:
        schema.pattern.fullmatch("")
    unknown = [key for key in schema.required if key not in schema.properties]
    if unknown:
        raise SchemaError(f"{schema.where}: required but not described: {', '.join(unknown)}")
