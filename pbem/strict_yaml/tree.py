"""Any text of strict YAML from the events of a YAML parser: nodes where it can be read, every fault where it cannot."""

from __future__ import annotations

import re
from typing import Any

from yaml.error import MarkedYAMLError, YAMLError
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from pbem.base.errors import Fault
from pbem.base.patterns import pattern
from pbem.strict_yaml.nodes import MOST_NODES, Mapping, Node, Scalar, Sequence
from pbem.strict_yaml.syntax import EASY, Place, Stream, blame_syntax, quick_events
from pbem.strict_yaml.text import DEPTH, TOO_DEEP, Page
from pbem.strict_yaml.writing import KEY, KEY_RULE

#: Unquoted, other YAML readers take these for something else than text (3.14).
NEEDS_QUOTES = frozenset({"", "~", "<<", "="})
SURROGATE = pattern("[\ud800-\udfff]")


class GivenUp(Exception):
    """Ours: the page holds the reason already."""


def read_anything(page: Page, *, shipped: bool) -> Node | None:
    """The nodes of a page; where it cannot be read, none, and its faults are on the page.

    There is one normative parser (3.14). Libyaml reads what is written in forms where both read the same, and files of
    our own; whatever libyaml or the tree finds fault with is read again by the normative one.
    """
    quick = read_quickly(page) if shipped or EASY.fullmatch(page.text) else None
    return quick or Tree(page, Stream(page.text)).root()


def read_quickly(page: Page) -> Node | None:
    """The nodes of a text by libyaml; None if there is anything to say about it."""
    events = quick_events(page.text)
    if events is None or page.faults:
        return None
    draft = Page(page.file, page.text)
    try:
        node = Tree(draft, events).document()
    except (GivenUp, YAMLError):
        return None
    return None if draft.faults else node


class Tree:
    """Builds the nodes of one page from the events of its text."""

    __slots__ = ("count", "page", "said", "stream")

    def __init__(self, page: Page, stream: Any) -> None:
        self.page = page
        self.stream = stream
        self.count = 0
        self.said: set[tuple[str, int]] = set()

    def root(self) -> Node | None:
        """The one document; None where the text cannot be read on."""
        try:
            return self.document()
        except GivenUp:
            return None
        except MarkedYAMLError as error:
            blame_syntax(self.page, error, self.stream)
            return None
        except (ValueError, OverflowError):  # PyYAML hands chr() whatever number an escape names
            here: Place = self.stream.get_mark()
            self.blame("an escape names no character", here, hint="Unicode ends at \\U0010FFFF")
            return None

    def document(self) -> Node:
        """Exactly one document, without '---' and '...' (3.14)."""
        self.next()  # the start of the stream
        event = self.next()
        if isinstance(event, StreamEndEvent):
            self.page.add(Fault("holds no text", file=self.page.file, hint="the file may have been cut off"))
            raise GivenUp
        self.refuse_marker(event)
        node = self.node(self.next(), 1)
        event = self.next()
        while not isinstance(event, StreamEndEvent):
            self.refuse_marker(event)
            event = self.next()
            if not isinstance(event, StreamEndEvent | DocumentEndEvent):
                self.refuse_marker(event)
                raise GivenUp
        return node

    def next(self) -> Any:
        """The parser's next event."""
        return self.stream.get_event()

    def refuse_marker(self, event: Any) -> None:
        """A '---' or '...' line, told once."""
        if event.explicit and ("marker", 0) not in self.said:
            self.said.add(("marker", 0))
            self.blame("one plain document only", event.start_mark, 3, hint="take the '---' and '...' lines out")

    def node(self, event: Any, depth: int) -> Node:
        """The node that begins with this event."""
        self.count += 1
        if self.count > MOST_NODES:
            self.give_up(f"holds more than {MOST_NODES} values", event.start_mark)
        kind = type(event)
        if kind is ScalarEvent:
            return self.scalar(event)
        if kind is AliasEvent:
            return self.alias(event)
        if event.anchor is not None or event.tag is not None:
            self.refuse_properties(event)
        if depth > DEPTH:
            self.give_up(TOO_DEEP, event.start_mark)
        return self.mapping(event, depth) if kind is MappingStartEvent else self.sequence(event, depth)

    def scalar(self, event: Any) -> Scalar:
        """A text; one that YAML readers disagree about must be quoted."""
        text, start, end = event.value, event.start_mark, event.end_mark
        if event.anchor is not None or event.tag is not None:
            self.refuse_properties(event)
        elif not event.style and text in NEEDS_QUOTES:
            self.refuse_unquoted(text, start)
        elif event.style == '"' and SURROGATE.search(text):
            self.blame("an escape names half a character", start, hint="write the letter itself, or \\U and 8 digits")
        return Scalar(text, start.line + 1, start.column + 1, bool(event.style), end.index - start.index)

    def alias(self, event: Any) -> Scalar:
        """An alias stands for nothing here."""
        start = event.start_mark
        self.once("aliases are not allowed", start, event.end_mark.index - start.index, (
            "write the value out; quote a text that begins with '*'"
        ))
        return Scalar(f"*{event.anchor}", start.line + 1, start.column + 1)

    def sequence(self, event: Any, depth: int) -> Sequence:
        """A list, to its end."""
        start, items = event.start_mark, []
        event = self.next()
        while type(event) is not SequenceEndEvent:
            items.append(self.node(event, depth + 1))
            event = self.next()
        return Sequence(tuple(items), start.line + 1, start.column + 1)

    def mapping(self, event: Any, depth: int) -> Mapping:
        """A mapping, to its end; of a key given twice the first stands, and the second is a fault."""
        start = event.start_mark
        entries: dict[str, tuple[Scalar, Node]] = {}
        event = self.next()
        while type(event) is not MappingEndEvent:
            key = self.key(event, depth)
            value = self.node(self.next(), depth + 1)
            if key.text not in entries:
                entries[key.text] = key, value
            elif not self.page.is_blamed(key.line, key.column):
                first = entries[key.text][0].line
                self.page.blame(
                    f"duplicate key '{key.text}'", key.line, key.column, key.width,
                    hint=f"it stands on line {first} already; keep one of the two",
                )
            event = self.next()
        return Mapping(tuple(entries.values()), start.line + 1, start.column + 1)

    def key(self, event: Any, depth: int) -> Scalar:
        """Reads a key as protocol section 21 demands; a bad key is replaced after it was blamed, so that a schema can
        read on.
        """
        start, end = event.start_mark, event.end_mark
        if type(event) is ScalarEvent and KEY.fullmatch(event.value) and event.anchor is event.tag is None:
            self.count += 1
            return Scalar(event.value, start.line + 1, start.column + 1, False, end.index - start.index)
        return self.bad_key(event, depth)

    def bad_key(self, event: Any, depth: int) -> Scalar:
        """Blames a node that cannot be a key."""
        start = event.start_mark
        if type(event) not in (ScalarEvent, AliasEvent):
            self.node(event, depth + 1)
            self.blame("a list or mapping cannot be a key", start, hint="a key is a word: key: value")
            return Scalar("", start.line + 1, start.column + 1)
        self.count += 1
        if type(event) is AliasEvent or event.anchor is not None or event.tag is not None:
            return self.alias(event) if type(event) is AliasEvent else self.scalar(event)
        mended = re.sub(r"[^a-z0-9_]", "_", event.value.strip().lower())[:40]
        width = event.end_mark.index - start.index
        if event.value == "<<":
            self.blame("merge keys are not allowed", start, width, hint="write the keys out")
        else:
            hint = f"did you mean {mended}?" if KEY.fullmatch(mended) else KEY_RULE
            self.blame(f"bad key '{event.value[:60]}'", start, width, hint=hint)
        return Scalar(mended, start.line + 1, start.column + 1)

    def refuse_properties(self, event: Any) -> None:
        """Anchors and tags; the value behind them is read on."""
        if event.anchor is not None:
            self.once("anchors are not allowed", event.start_mark, 1, "quote a value that begins with '&'")
        if event.tag is not None:
            self.once("tags are not allowed", event.start_mark, 1, "quote a value that begins with '!'")

    def refuse_unquoted(self, text: str, start: Place) -> None:
        """Refuses unquoted text that some readers take for null, a merge or a default value."""
        shown = f"'{text}'" if text else "an empty value"
        hint = f"write '{text}' if you mean the sign itself" if text else "write '' for no text, or leave the key out"
        self.blame(f"{shown} needs quotes", start, len(text), hint=hint)

    def once(self, message: str, start: Place, width: int, hint: str) -> None:
        """Reports such a fault once a line, because an alias bomb would fill a thousand lines."""
        told = message, start.line
        self.page.blamed.add((start.line + 1, start.column + 1))
        if told not in self.said:
            self.said.add(told)
            self.blame(message, start, width, hint=hint)

    def blame(self, message: str, start: Place, width: int = 1, *, hint: str = "") -> None:
        """A fault at a place of the parser's."""
        self.page.blame(message, start.line + 1, start.column + 1, width, hint=hint)

    def give_up(self, message: str, start: Place) -> None:
        """A limit is passed: nothing more is read."""
        self.blame(message, start, hint="orders never need that")
        raise GivenUp
