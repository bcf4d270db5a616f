"""The ledger of a game: one canonical JSON object a line, the same file for every seat (PROTOCOL 3.10).

The leaf of a line is its exact bytes without the line end, so a reader that takes only the canonical form and a
Merkle root over the lines leave no room for two ledgers that mean the same. Lines are only ever added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from pbem.base.clock import TIME, parse_time
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.record import merkle

Value: TypeAlias = "str | int | Sequence[Value] | Mapping[str, Value]"

#: What may happen in a game, in the order in which it mostly does.
KINDS = (
    "charter", "ack", "phase", "lock", "locked", "open", "stray", "seen", "seed", "rolls", "srolls", "report",
    "state", "reveal", "ruling", "protest", "amend", "reopen", "timeout", "escrow", "rotate", "final",
)  # fmt: skip
#: Those that only a game of grammar 2 has.
SINCE_GRAMMAR_2 = ("stray", "seen")
#: JSON numbers are exact in every language below 2^53 (RFC 8785, 3.2.2.3).
MOST_INTEGER = 2**53 - 1
MOST_DEPTH = 8
MOST_LINE = 64 * 1024
MOST_LINES = 100_000
#: What a `reopen` says of the dice where play goes back: the seed of the phase stays.
SAME_DICE = "same"
KEY = pattern(r"[a-z][a-z0-9_]{0,39}")
#: What a ledger does not hold, and the writer of its lines.
ODD = pattern(rb"true|false|null")
WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
#: Ledgers that were parsed in this process, by their bytes; and how many of them are kept.
READ: dict[bytes, Ledger] = {}
MOST_READ = 2
#: Of a ruling's entry, what is not also in the text that the moderator signs.
BESIDE_TEXT = ("k", "n", "t", "sha256", "sig")


def canonical(value: Value) -> bytes:
    """The one spelling of a value: RFC 8785, narrowed to what a ledger may hold."""
    check_value(value, MOST_DEPTH)
    try:
        return WRITER.encode(value).encode("utf-8")
    except UnicodeEncodeError:
        raise bad("a text of the ledger holds half a surrogate pair") from None


def check_value(value: Any, depth: int) -> None:
    """Strings, whole numbers below 2^53, lists, and objects with plain ASCII keys; nothing else, nothing deep."""
    if isinstance(value, str):
        return
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > MOST_INTEGER:
            raise bad(f"number {value} is too large for a ledger", hint="numbers stay below 2^53")
    elif depth == 0:
        raise bad(f"values are nested deeper than {MOST_DEPTH}")
    elif isinstance(value, list | tuple):
        for item in value:
            check_value(item, depth - 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            check_key(key)
            check_value(item, depth - 1)
    else:
        raise bad(f"a ledger holds texts, whole numbers, lists and objects, but no {type(value).__name__}")


def check_key(key: object) -> None:
    """Keys sort the same in every language only while they are ASCII."""
    if not isinstance(key, str) or not key.isascii():
        raise bad(f"key '{key}' is not ASCII text")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a ledger: its fields, and the exact bytes that are its leaf."""

    fields: Mapping[str, Any]
    line: bytes

    @property
    def n(self) -> int:
        """Its number, counted from 0."""
        number: int = self.fields["n"]
        return number

    @property
    def kind(self) -> str:
        """Returns the kind of event."""
        kind: str = self.fields["k"]
        return kind

    @property
    def t(self) -> str:
        """When the moderator says it happened."""
        moment: str = self.fields["t"]
        return moment

    def __getitem__(self, key: str) -> Any:
        if key not in self.fields:
            raise self.fault(f"lacks '{key}'")
        return self.fields[key]

    def get(self, key: str) -> Any:
        """A field, or nothing."""
        return self.fields.get(key)

    def text(self, key: str) -> str:
        """A field that has to be text."""
        value = self.fields.get(key)
        if not isinstance(value, str):
            raise self.fault(f"has a '{key}' that is no text" if key in self.fields else f"lacks '{key}'")
        return value

    def number(self, key: str) -> int:
        """A field that has to be a whole number."""
        value = self.fields.get(key)
        if not isinstance(value, int):
            raise self.fault(f"has a '{key}' that is no number" if key in self.fields else f"lacks '{key}'")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A field that has to be a list of texts."""
        value = self[key]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fault(f"has a '{key}' that is no list of texts")
        return tuple(value)

    def fault(self, what: str) -> BadInput:
        """A fault of this line."""
        return bad(f"entry {self.n} of kind '{self.kind}' {what}", line=self.n + 1)


def as_text(value: Any) -> Any:
    """Plain data with every number as its digits, as strict YAML reads it."""
    if isinstance(value, Mapping):
        return {key: as_text(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_text(item) for item in value]
    return str(value)


def goes_back(entry: Entry) -> bool:
    """Tells if an entry is a return to an earlier phase: one that keeps dice, or in grammar 2 any."""
    return entry.kind == "reopen" and (entry.get("dice") == SAME_DICE or "withdraws" in entry.fields)


def by_kind(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Entries in their order, those of each kind together."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.fields["k"], []).append(entry)
    return found


class Ledger:
    """Lines that only grow, with their Merkle tree."""

    __slots__ = ("_by_kind", "_entries", "_tree")

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self._entries: list[Entry] = []
        self._tree = merkle.Frontier()
        #: The entries by their kind, once somebody has asked. Copies share it; who adds a line has their own from then.
        self._by_kind: dict[str, tuple[Entry, ...]] = {}
        for entry in entries:
            self._add(entry)

    def copy(self) -> Ledger:
        """The same lines, to go on from."""
        made = Ledger()
        made._entries, made._tree, made._by_kind = list(self._entries), self._tree.copy(), self._by_kind
        return made

    def _add(self, entry: Entry) -> None:
        self._entries.append(entry)
        known = self._by_kind
        self._by_kind = {**known, entry.kind: (*known.get(entry.kind, ()), entry)} if known else {}

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries))

    def __getitem__(self, index: int) -> Entry:
        if not 0 <= index < len(self._entries):
            raise bad(f"the ledger has no line {index}; it has {len(self._entries)}")
        return self._entries[index]

    @property
    def root(self) -> bytes:
        """The RFC 6962 root over all lines; they are hashed when somebody asks for it."""
        for entry in self._entries[self._tree.size :]:
            self._tree.append(entry.line)
        return self._tree.root()

    def root_at(self, size: int) -> bytes:
        """The root the ledger had when it was `size` lines long."""
        if not 0 <= size <= len(self):
            raise bad(f"the ledger has {len(self)} lines, not {size}")
        return self.root if size == len(self) else merkle.root(self.leaves(size))

    def leaves(self, size: int | None = None) -> list[bytes]:
        """The leaves of the first `size` lines, of all by default."""
        return [entry.line for entry in self._entries[:size]]

    def append(self, kind: str, t: str, **fields: Value) -> Entry:
        """A new last line. What it states is the caller's business; that it can be written is checked here."""
        whole = {**fields, "k": kind, "n": len(self), "t": t}
        line = canonical(whole)
        entry = read_line(line, len(self))
        self._add(entry)
        return entry

    def entries(self, kind: str | None = None, **wanted: Value) -> tuple[Entry, ...]:
        """The entries of a kind whose fields are all as wanted: `entries("lock", phase="t03", attempt=1)`."""
        found = tuple(self._entries) if kind is None else self.of_kind(kind)
        for key, value in wanted.items():
            found = tuple([entry for entry in found if entry.fields.get(key) == value])
        return found

    def of_kind(self, kind: str) -> tuple[Entry, ...]:
        """All entries of a kind; those of all kinds are gathered at once."""
        if not self._by_kind:
            self._by_kind |= {each: tuple(entries) for each, entries in by_kind(self._entries).items()}
        return self._by_kind.get(kind, ())

    def to_bytes(self) -> bytes:
        """The file: every line ended by LF."""
        return b"".join(entry.line + b"\n" for entry in self._entries)

    def check_prefix(self, size: int, root: bytes) -> None:
        """Raise unless the first `size` lines have that root, as a checkpoint or a `seen` line claims."""
        if size > len(self):
            raise failed(f"ledger has {len(self)} lines; {size} were seen before", hint="lines have been taken away")
        if self.root_at(size) != root:
            raise failed(f"ledger has another root at {size} lines than was seen before", hint="it has been rewritten")


def failed(message: str, **fields: Any) -> CheckFailed:
    """A check of the ledger that did not hold."""
    return CheckFailed(Fault(message, kind=Kind.MISMATCH, **fields))


def parse_ledger(data: bytes, file: str = "", sure: int = 0) -> Ledger:
    """The ledger, if every line is exactly as `append` would have written it; else its first bad line and why.

    So many lines at its beginning are `sure`: the caller knows that these very bytes have been read before. The same
    bytes are parsed once; what is returned is the caller's own, to be appended to.
    """
    found = READ.get(data)
    if found is None:
        found = read_lines(data, file, sure)
        while len(READ) >= MOST_READ:
            del READ[next(iter(READ))]
        READ[data] = found
    return found.copy()


def read_lines(data: bytes, file: str, sure: int) -> Ledger:
    """The ledger of these bytes."""
    lines = data.split(b"\n")
    if lines.pop():
        raise bad("the last line is cut off: it has no line end", file=file, line=len(lines) + 1)
    if len(lines) > MOST_LINES:
        raise bad(f"has {len(lines)} lines; the most is {MOST_LINES}", file=file)
    known = zip(objects(lines[:sure]), lines, strict=False)
    entries = [Entry(MappingProxyType(fields), line) for fields, line in known]
    for number, line, fields in all_at_once(lines, len(entries)):
        if fields is not None and is_plain(fields, line, number):
            entries.append(Entry(MappingProxyType(fields), line))
            continue
        try:
            entries.append(read_line(line, number))
        except BadInput as error:
            raise bad(
                f"line {number}: {error.faults[0].message}", file=file, line=number + 1,
                excerpt=line[:400].decode("utf-8", errors="replace"), hint=error.faults[0].hint,
            ) from None  # fmt: skip
    return Ledger(entries)


def objects(lines: Sequence[bytes], **hooks: Any) -> list[dict[str, Any]]:
    """The objects of lines, all at once."""
    found: list[dict[str, Any]] = json.loads(b"[%b]" % b",".join(lines), **hooks)
    return found


# -------------------------------------------------------------------------------------------------- lines read quickly
def all_at_once(lines: Sequence[bytes], first: int) -> Iterator[tuple[int, bytes, Any]]:
    """Numbers, lines and their objects from one line on, as far as all can be read at once; else without objects."""
    found: Sequence[Any] = ()
    with suppress(ValueError, RecursionError, BadInput):
        found = objects(lines[first:], parse_int=small, parse_float=no_number, parse_constant=no_number)
    fitting = found if len(found) == len(lines) - first else [None] * (len(lines) - first)
    return zip(range(first, len(lines)), lines[first:], fitting, strict=True)


def is_plain(fields: Any, line: bytes, number: int) -> bool:
    """Tells, in a fraction of the time that `read_line` takes, that it would take this line; else nobody knows.

    `fields` may be of another line: they are this one's if the line is their canonical form. In a line of ASCII all
    keys are ASCII, and with so few brackets nothing is nested too deeply.
    """
    if not isinstance(fields, dict) or not line.isascii() or len(line) > MOST_LINE or ODD.search(line):
        return False
    if line.count(b"{") + line.count(b"[") > MOST_DEPTH or WRITER.encode(fields).encode("ascii", "replace") != line:
        return False
    kind, moment = fields.get("k"), fields.get("t")
    fits = fields.get("n") == number and kind in KINDS and (kind == KINDS[0]) == (number == 0)
    return fits and all(map(is_key, fields)) and isinstance(moment, str) and is_time(moment)


def small(text: str) -> int:
    """A number that a ledger may hold."""
    value = int(text) if len(text) <= 17 else MOST_INTEGER + 1
    if abs(value) > MOST_INTEGER:
        raise ValueError
    return value


@lru_cache(maxsize=256)
def is_key(name: str) -> bool:
    """Tells if a field may be called so."""
    return KEY.fullmatch(name) is not None


@lru_cache(maxsize=256)
def is_time(moment: str) -> bool:
    """Tells if this is a time of the calendar."""
    try:
        check_time(moment)
    except BadInput:
        return False
    return True


# ------------------------------------------------------------------------------------------------------ and one by one
@lru_cache(maxsize=4096)
def read_line(line: bytes, number: int) -> Entry:
    """One line, which has to be the canonical form of an object with the common fields k, n and t. One letter has the
    same lines read several times: they are kept.
    """
    fields = read_object(line)
    if canonical(fields) != line:
        raise bad("is not in canonical form", hint="keys sorted, no blanks, shortest escapes (RFC 8785)")
    for key in fields:
        if not KEY.fullmatch(key):
            raise bad(f"has a field named '{key}'", hint="small letters, digits and '_', a letter first")
    if fields.get("n") != number:
        raise bad(f"states the number {fields.get('n', 'nothing')} where {number} is due", hint="lines count from 0")
    if fields.get("k") not in KINDS:
        raise bad(f"is of unknown kind '{fields.get('k', '')}'", hint=f"kinds are {', '.join(KINDS)}")
    if (fields["k"] == KINDS[0]) != (number == 0):
        raise bad(f"is of kind '{fields['k']}'", hint="a ledger begins with its charter, and has no other")
    check_time(fields.get("t"))
    return Entry(MappingProxyType(fields), line)


def check_time(t: object) -> None:
    """The moderator's claim of the time is at least a time."""
    if not isinstance(t, str) or not TIME.fullmatch(t):
        raise bad(f"has no time 't': '{t}'", hint="written in UTC like 2026-11-18T20:00:00Z")
    parse_time(t)


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object of a line, read without floats, constants or doubled keys."""
    if len(line) > MOST_LINE:
        raise bad(f"is longer than {MOST_LINE} bytes")
    try:
        value = json.loads(
            line.decode("utf-8"),
            object_pairs_hook=once,
            parse_int=integer,
            parse_float=no_number,
            parse_constant=no_number,
        )
    except UnicodeDecodeError:
        raise bad("is not UTF-8") from None
    except (json.JSONDecodeError, RecursionError):
        raise bad("is no JSON object") from None
    if not isinstance(value, dict):
        raise bad("is no JSON object")
    return value


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys come once each."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise bad("has a key twice")
    return found


def integer(text: str) -> int:
    """A whole number of a length that cannot keep a reader busy."""
    if len(text) > 17:
        raise bad(f"number {text[:20]}... is too large for a ledger", hint="numbers stay below 2^53")
    return int(text)


def no_number(text: str) -> NoReturn:
    """Floats are written differently by different programs."""
    raise bad(f"holds the number {text[:40]}", hint="a ledger holds whole numbers only")
