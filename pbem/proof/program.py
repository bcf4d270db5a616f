"""The page's program: the modules of templates/proof/js behind one another, and the forms of files from our schemas.

There is no build tool: what a browser runs is what stands in those files, comments and all.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from typing import Any

from pbem.page.single_file import source
from pbem.schema.shape import Schema, load, resolve

#: What needs nothing of what follows stands first; the last one shows things and needs a browser.
CHECKING = (
    "base", "sha256", "forms", "promises", "merkle", "dice", "ledger", "edwards", "sshkeys", "sshsig", "notes",
    "bls_fields", "bls_curves", "hash_to_g1", "beacon", "age", "yaml", "charter", "rotation", "letters", "accounts",
    "seed", "layout", "audit", "check_record", "check_sequence", "check_keys", "check_letters", "check_throws",
    "check_shown", "forms2", "walk_attempts", "walk_orders", "walk_dice", "check_post", "check_later", "events",
    "verify", "folder", "search", "shell",
)  # fmt: skip
#: Files that are read by their schema; every other one has a form of its own in the modules.
SHAPES = ("charter", "charter-2", "rotate", "acceptance", "reopen-2")
SHOWING = ("build", "show_game", "show_findings", "show_rolls", "show_change", "start")


def module(name: str) -> str:
    """One source file of the page."""
    return source(f"proof/js/{name}.js")


def checking_program() -> str:
    """Everything that checks and nothing that shows: it runs wherever there are WebCrypto and DecompressionStream."""
    shapes = [f"const {name.upper().replace('-', '_')}_SHAPE = {shape_text(name)};" for name in SHAPES]
    return "\n".join(['"use strict";', "// What these files hold, from schemas/.", *shapes, *map(module, CHECKING)])


def shape_text(name: str) -> str:
    """A schema's shape as JavaScript reads it."""
    return json.dumps(shape_of(load(name)), separators=(",", ":"))


@cache
def program() -> str:
    """The whole program of the page."""
    return "\n".join([checking_program(), *(module(name) for name in SHOWING)])


@cache
def packed_program() -> bytes:
    """The same in raw deflate, as DecompressionStream("deflate-raw") undoes it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(program().encode()) + packer.flush()


def shape_of(schema: Schema) -> Any:
    """Returns the constraints of a schema, without its words for people."""
    schema = resolve(schema)
    assert schema.kind != "oneOf", schema.where  # noqa: S101 - the page reads no alternatives
    shape: dict[str, Any] = {
        "kind": schema.kind, "title": schema.title, "choices": list(schema.choices), "least": schema.least,
        "most": schema.most, "pattern": schema.pattern.pattern if schema.pattern else None, "unique": schema.unique,
        "uniqueBy": schema.unique_by,
    }  # fmt: skip
    told = {key: value for key, value in shape.items() if value not in ("", None, []) and value is not False}
    if schema.kind == "object":
        told["properties"] = {key: shape_of(inner) for key, inner in schema.properties.items()}
        told["required"] = list(schema.required)
        told["rest"] = shape_of(schema.rest) if isinstance(schema.rest, Schema) else schema.rest
    if schema.items is not None:
        told["items"] = shape_of(schema.items)
    return told
