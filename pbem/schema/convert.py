"""Strings into typed values by a schema, with every fault gathered: place, words under a caret, rule, hint."""

from __future__ import annotations

import re
from collections.abc import Mapping as Mapped
from copy import deepcopy
from functools import cache
from typing import Any

from pbem.base.errors import Fault, Kind
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.schema.fault_words import add_key, expected, key_alone, limits, listed, nearest, one_of, shape, short
from pbem.schema.shape import MISSING, Choice, Schema, choice, resolve
from pbem.strict_yaml import Mapping, Node, Page, Scalar, Sequence, plain

#: PROTOCOL 3.14: no sign but minus, no leading zeros, at most nine digits.
INTEGER = pattern(r"-?(0|[1-9][0-9]{0,8})")
TRUTH = {"true": True, "false": False}
#: A key that belongs into more lists than these is a slip of another kind.
MOST_INSIDE = 3


def convert(schema: Schema, node: Node, faults: list[Fault], page: Page | None = None) -> Any:
    """Converts a node to its typed value; a value that does not fit becomes a fault, with None or the text in its
    place.
    """
    return Reader(page or Page(""), faults).value(schema, node, "", "")


def child(schema: Schema, node: Node, step: str | int) -> Schema | None:
    """The schema of what stands below a key or index of a node; None where the schema leaves it free."""
    schema = resolve(schema)
    if schema.kind == "oneOf":
        found = alternative(schema, node)
        return child(found, node, step) if found is not None else None
    if isinstance(step, int):
        return schema.items
    if step in schema.properties:
        return schema.properties[step]
    return schema.rest if isinstance(schema.rest, Schema) else None


def alternative(schema: Schema, node: Node) -> Schema | None:
    """The alternative a node belongs to, by its shape and its discriminating key."""
    known = choice(schema)
    if isinstance(node, Scalar):
        return scalar_alternative(known, node.text)
    if isinstance(node, Sequence):
        return known.array
    if len(known.objects) < 2:
        return known.objects[0] if known.objects else None
    if known.tag:
        word = node.get(known.tag)
        return known.by_word.get(word.text) if isinstance(word, Scalar) else None
    found = [known.by_word[key.text] for key, _ in node.entries if key.text in known.by_word]
    return found[0] if len(found) == 1 else None


def scalar_alternative(known: Choice, text: str) -> Schema | None:
    """A number where a number may stand, then truth, then text."""
    if "integer" in known.scalars and INTEGER.fullmatch(text):
        return known.scalars["integer"]
    if "boolean" in known.scalars and text in TRUTH:
        return known.scalars["boolean"]
    return known.scalars.get("string") or next(iter(known.scalars.values()), None)


def keys_within(schema: Schema) -> set[str]:
    """The keys of what stands one level deeper: of a mapping, or of the entries of a list."""
    schema = resolve(schema)
    if schema.kind == "array" and schema.items is not None:
        return keys_within(schema.items)
    inner = [keys_within(each) for each in schema.alternatives]
    return set(schema.properties).union(*inner)


@cache
def defaults(schema: Schema) -> list[tuple[str, Any]]:
    """The keys of a mapping that have a default, each with it."""
    every = [(name, resolve(each).default) for name, each in schema.properties.items()]
    return [(name, default) for name, default in every if default is not MISSING]


@dataclass(frozen=True, slots=True)
class Reader:
    """Walks schema and nodes together; `label` is how a fault calls the value, `rule` the rule it stands under."""

    page: Page
    faults: list[Fault]

    def value(self, schema: Schema, node: Node, label: str, rule: str) -> Any:
        """One value, by the kind of its schema."""
        schema = resolve(schema)
        rule = schema.rule or rule
        if isinstance(node, Scalar) and self.page.is_blamed(node.line, node.column):
            return node.text
        if schema.kind == "oneOf":
            return self.chosen(schema, node, label, rule)
        if schema.kind == "object" and isinstance(node, Mapping):
            return self.mapping(schema, node, label, rule)
        if schema.kind == "array" and isinstance(node, Sequence):
            return self.sequence(schema, node, label, rule)
        if schema.kind in ("object", "array") or not isinstance(node, Scalar):
            return self.misshapen(schema, node, label, rule)
        return self.scalar(schema, node, label, rule)

    def misshapen(self, schema: Schema, node: Node, label: str, rule: str) -> Any:
        """A list where a word should stand, and the like."""
        hint = key_alone(schema, node) or f"it should be {expected(schema)}"
        self.blame(f"{label or 'the file'} is {shape(node)}", node, rule, hint)
        return plain(node)

    def scalar(self, schema: Schema, node: Scalar, label: str, rule: str) -> Any:
        """Text to integer, truth or text, then the limits."""
        value: Any = node.text
        if schema.kind == "integer":
            if not INTEGER.fullmatch(node.text):
                self.blame(f"'{short(node.text)}' is no whole number", node, rule, number_hint(schema, node.text))
                return None
            value = int(node.text)
        elif schema.kind == "boolean":
            if node.text not in TRUTH:
                self.blame(f"'{short(node.text)}' is neither true nor false", node, rule, expected(schema))
                return None
            value = TRUTH[node.text]
        self.limits(schema, value, node, label, rule)
        return value

    def limits(self, schema: Schema, value: Any, node: Scalar, label: str, rule: str) -> None:
        """Choices, bounds, length, pattern."""
        text = short(node.text)
        noun = f"no {schema.title}" if schema.title else f"not allowed for {label}" if label else "not allowed here"
        if schema.choices and value not in schema.choices:
            hint = schema.hint or one_of(schema.choices, node.text)
            self.blame(f"'{text}' is {noun}", node, rule, hint, Kind.UNKNOWN)
        elif schema.pattern is not None and not schema.pattern.fullmatch(node.text):
            self.blame(f"'{text}' is {noun}", node, rule, expected(schema))
        elif schema.kind != "boolean":
            self.bounds(schema, value, node, label, rule)

    def bounds(self, schema: Schema, value: Any, node: Scalar, label: str, rule: str) -> None:
        """A number too low or high, a text too short or long."""
        number = schema.kind == "integer"
        size = value if number else len(value)
        if schema.least is not None and size < schema.least:
            wrong = "low" if number else "short"
        elif schema.most is not None and size > schema.most:
            wrong = "high" if number else "long"
        else:
            return
        hint = expected(schema) if number else f"{limits(schema).strip(' ,')} characters"
        self.blame(f"'{short(node.text)}' is too {wrong} for {label or 'this place'}", node, rule, hint)

    def sequence(self, schema: Schema, node: Sequence, label: str, rule: str) -> list[Any]:
        """Every entry, then how many, then none twice."""
        assert schema.items is not None, schema.where  # noqa: S101
        inner = f"an entry of {label}" if label else "an entry"
        values = [self.value(schema.items, item, inner, rule) for item in node.items]
        count = len(values)
        if schema.least is not None and count < schema.least:
            self.blame(f"{label} has too few entries: {count}", node, rule, f"at least {schema.least} are needed")
        if schema.most is not None and count > schema.most:
            surplus = node.items[schema.most]
            self.blame(f"{label} has too many entries: {count}", surplus, rule, f"at most {schema.most} may stand")
        if schema.unique or schema.unique_by:
            self.repeated(schema, node, label, rule)
        return values

    def repeated(self, schema: Schema, node: Sequence, label: str, rule: str) -> None:
        """Entries that say the same twice, or speak of one thing twice."""
        first: dict[str, Node] = {}
        for item in node.items:
            said = item.get(schema.unique_by) if schema.unique_by and isinstance(item, Mapping) else item
            if said is None or (schema.unique_by and said is item and not isinstance(item, Scalar)):
                continue
            words = said.text if isinstance(said, Scalar) else repr(plain(said))
            if words in first:
                name = f"{schema.unique_by} " if schema.unique_by else ""
                hint = f"it stands on line {first[words].line} already"
                self.blame(f"{name}'{short(words)}' stands twice in {label}", said, rule, hint, Kind.AMBIGUOUS)
            first.setdefault(words, said)

    def mapping(self, schema: Schema, node: Mapping, label: str, rule: str) -> dict[str, Any]:
        """Known keys converted, unknown ones refused or kept plain, missing ones named or filled in."""
        found: dict[str, Any] = {}
        excused: set[str] = set()
        for key, value in node.entries:
            inner = schema.properties.get(key.text, schema.rest)
            if isinstance(inner, Schema):
                found[key.text] = self.value(inner, value, f"'{key.text}'", rule)
            elif inner:
                found[key.text] = plain(value)
            else:
                excused |= self.unknown(schema, key, node, rule)
        if "*" not in excused:
            missing = [name for name in schema.required if name not in found and name not in excused]
            self.missing(schema, missing, node, label, rule)
        for name, default in defaults(schema):
            if name not in found:
                found[name] = deepcopy(default)
        return found

    def missing(self, schema: Schema, names: list[str], node: Mapping, label: str, rule: str) -> None:
        """One fault for each key that must be there, with the line to add."""
        for name in names:
            inner = schema.properties[name]
            inside = f" in {label}" if label else ""
            self.blame(f"'{name}' is missing{inside}", node, resolve(inner).rule or rule, add_key(name, inner))

    def unknown(self, schema: Schema, key: Scalar, node: Mapping, rule: str) -> set[str]:
        """An unknown key; returns the key that was meant, which need not be called missing too ('*': any)."""
        if self.page.is_blamed(key.line, key.column):
            return {"*"}
        meant = nearest(key.text, schema.properties)
        inside = [f"'{name}'" for name, each in schema.properties.items() if key.text in keys_within(each)]
        hint = f"did you mean {meant}?" if meant else f"the keys here: {listed(schema.properties)}"
        if 0 < len(inside) <= MOST_INSIDE and all(node.get(name) for name in schema.required):
            hint = f"it belongs one level deeper, in {' or '.join(inside)}"
        self.blame(f"'{key.text}' is no key here", key, rule, hint, Kind.UNKNOWN)
        return {meant}

    def chosen(self, schema: Schema, node: Node, label: str, rule: str) -> Any:
        """One of several alternatives; a fault speaks of the one that was meant."""
        found = alternative(schema, node)
        if found is not None:
            return self.value(found, node, label, rule)
        known = choice(schema)
        if not isinstance(node, Mapping) or not known.objects:
            return self.misshapen(schema, node, label, rule)
        if known.tag:
            self.untagged(schema, known, node, label, rule)
        else:
            self.unnamed(known.by_word, node, label, rule)
        return plain(node)

    def untagged(self, schema: Schema, known: Choice, node: Mapping, label: str, rule: str) -> None:
        """The key that says which alternative is meant is missing or says something unknown."""
        word = node.get(known.tag)
        if word is None:
            self.blame(f"'{known.tag}' is missing in {label or 'the file'}", node, rule, one_of(known.by_word))
        elif not isinstance(word, Scalar):
            self.blame(f"'{known.tag}' is {shape(word)}", word, rule, one_of(known.by_word))
        elif not self.page.is_blamed(word.line, word.column):
            noun = f"no {schema.title}" if schema.title else f"not allowed for '{known.tag}'"
            self.blame(f"'{short(word.text)}' is {noun}", word, rule, one_of(known.by_word, word.text), Kind.UNKNOWN)

    def unnamed(self, by_word: Mapped[str, Schema], node: Mapping, label: str, rule: str) -> None:
        """None of the keys that say which alternative is meant stands here, or several do."""
        given = [key for key, _ in node.entries if key.text in by_word]
        if given:
            words = " and ".join(f"'{key.text}'" for key in given)
            hint = "give each an entry of its own"
            self.blame(f"{words} stand in one entry", given[1], rule, hint, Kind.AMBIGUOUS)
        elif not node.entries:
            self.blame(f"{label or 'the file'} is empty", node, rule, one_of(by_word))
        elif not self.page.is_blamed(node.entries[0][0].line, node.entries[0][0].column):
            key = node.entries[0][0]
            self.blame(f"'{key.text}' is no key here", key, rule, one_of(by_word, key.text), Kind.UNKNOWN)

    def blame(self, message: str, node: Node, rule: str, hint: str, kind: Kind = Kind.MALFORMED) -> None:
        """Gather one fault at a node, unless its line was found damaged."""
        if node.line not in self.page.damaged:
            self.faults.append(
                self.page.fault(message, node.line, node.column, node.width, rule=rule, hint=hint, kind=kind)
            )


def number_hint(schema: Schema, text: str) -> str:
    """Digits that are written in a way we do not read, or no digits at all."""
    if re.fullmatch(r"[+-]?[0-9][0-9_.,]*", text):
        return f"{expected(schema)}; no leading zeros, no plus, no point, at most nine digits"
    return expected(schema)
