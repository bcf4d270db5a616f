"""The ledger: one spelling a line, and the first bad line named (PROTOCOL 3.10)."""

from __future__ import annotations

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.record.checkpoint import parse_checkpoint
from pbem.trust.record.ledger import KINDS, MOST_INTEGER, READ, Ledger, canonical, parse_ledger, read_line

T = "2026-11-18T20:00:00Z"
HEAD = b'{"k":"charter","n":0,"sha256":"00","t":"2026-11-18T20:00:00Z"}\n'

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.integers(-MOST_INTEGER, MOST_INTEGER) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), inner),
    max_leaves=12,
)


@pytest.fixture
def sample(vectors: Any) -> bytes:
    """The sample ledger as a file."""
    return "".join(line + "\n" for line in vectors["sample_phase"]["ledger"]).encode()


@given(VALUES)
def test_canonical_form_is_that_of_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    "value", [1.0, True, None, b"x", 2**53, -(2**53), {"é": "x"}, {1: "x"}, ["\ud800"], [[[[[[[[["deep"]]]]]]]]]]
)
def test_what_languages_disagree_on_is_refused(value: Any) -> None:
    with pytest.raises(BadInput):
        canonical(value)


@pytest.mark.parametrize(
    "t", ["٢٠٢٦-١١-١٨T٢٠:٠٠:٠٠Z", "2026-02-30T20:00:00Z", "2026-11-18T24:00:00Z", "2026-11-18T20:00:60Z"]
)
def test_a_time_that_other_languages_read_otherwise_is_refused(t: str) -> None:
    with pytest.raises(BadInput, match="time"):
        parse_ledger(HEAD.replace(T.encode(), t.encode()))


def test_the_sample_ledger_reads_and_writes_itself(sample: bytes, vectors: Any) -> None:
    ledger = parse_ledger(sample)
    assert ledger.to_bytes() == sample
    for name in ("checkpoint_phase_open", "checkpoint_locked", "checkpoint_result"):
        checkpoint = parse_checkpoint(vectors["sample_phase"][name].encode())
        assert ledger.root_at(checkpoint.size) == checkpoint.root
    assert ledger.root == parse_checkpoint(vectors["sample_phase"]["checkpoint_result"].encode()).root


def test_entries_are_found_by_kind_and_fields(sample: bytes) -> None:
    ledger = parse_ledger(sample)
    assert [entry["seat"] for entry in ledger.entries("lock", phase="t03.axis-combat")] == ["allied", "axis"]
    assert ledger.entries("lock", seat="axis")[0].n == 6
    assert ledger.entries("lock", phase="t04") == ()
    assert len(ledger.entries(phase="t03.axis-combat")) == 9
    locked = ledger.entries("locked")[0]
    assert len(locked.texts("locks")) == 2
    assert locked.number("attempt") == 1
    for ask in (
        lambda: locked.text("attempt"),
        lambda: locked.number("k"),
        lambda: locked.texts("k"),
        lambda: locked["x"],
    ):
        with pytest.raises(BadInput, match="entry 7 of kind 'locked'"):
            ask()


def test_appending_writes_what_reading_takes() -> None:
    ledger = Ledger()
    ledger.append("charter", T, sha256="00")
    entry = ledger.append("ruling", T, sha256="ab", title="Größe é \u2028 \x7f", list=[1, {"a": "b"}])
    assert entry.n == 1
    again = parse_ledger(ledger.to_bytes())
    assert [found.line for found in again] == [found.line for found in ledger]
    assert again.root == ledger.root


@pytest.mark.parametrize(
    ("kind", "t", "fields"),
    [
        ("gossip", T, {}),
        ("ruling", "2026-11-18 20:00", {}),
        ("ruling", "2026-02-30T20:00:00Z", {}),
        ("ruling", T, {"Big": "x"}),
        ("charter", T, {}),
        ("ruling", T, {"x": 0.5}),
        ("ruling", T, {"x": "y" * 70_000}),
    ],
)
def test_what_cannot_be_read_is_not_appended(kind: str, t: str, fields: dict[str, Any]) -> None:
    ledger = Ledger()
    ledger.append("charter", T, sha256="00")
    with pytest.raises(BadInput):
        ledger.append(kind, t, **fields)
    assert len(ledger) == 1


def root_or_bad_line(data: bytes) -> bytes | int:
    """The root of a ledger that can be read, else the number of its first bad line."""
    try:
        return parse_ledger(data).root
    except BadInput as error:
        return error.faults[0].line


def test_every_changed_byte_of_a_line_is_refused_or_changes_the_root(sample: bytes) -> None:
    whole = parse_ledger(sample)
    start = sample.index(b'{"attempt":1,"k":"locked"')
    for place in range(start, sample.index(b"\n", start) + 1):
        spoilt = bytearray(sample)
        spoilt[place] ^= 1
        assert root_or_bad_line(bytes(spoilt)) not in (whole.root, 1, 2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z" }', "not in canonical form"),
        (b'{"n":1,"k":"ack","t":"2026-11-18T20:00:00Z"}', "not in canonical form"),
        (b'{"k":"\\u0061ck","n":1,"t":"2026-11-18T20:00:00Z"}', "not in canonical form"),
        (b'{"k":"ack","k":"ack","n":1,"t":"2026-11-18T20:00:00Z"}', "has a key twice"),
        (b'{"k":"ack","n":2,"t":"2026-11-18T20:00:00Z"}', "states the number 2 where 1 is due"),
        (b'{"k":"ack","t":"2026-11-18T20:00:00Z"}', "states the number nothing"),
        (b'{"k":"gossip","n":1,"t":"2026-11-18T20:00:00Z"}', "unknown kind 'gossip'"),
        (b'{"k":["ack"],"n":1,"t":"2026-11-18T20:00:00Z"}', "unknown kind"),
        (b'{"k":"ack","n":1}', "has no time"),
        (b'{"k":"ack","n":1,"t":"2026-13-18T20:00:00Z"}', "no time of the calendar"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z","x":1.0}', "holds the number 1.0"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z","x":NaN}', "holds the number NaN"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z","x":true}', "no bool"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z","x":null}', "no NoneType"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z","x":9007199254740992}', "too large"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z","x":' + b"9" * 9000 + b"}", "too large"),
        (b'{"K":1,"k":"ack","n":1,"t":"2026-11-18T20:00:00Z"}', "field named 'K'"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z"}\r', "not in canonical form"),
        (b'{"k":"charter","n":1,"t":"2026-11-18T20:00:00Z"}', "of kind 'charter'"),
        (b"[1]", "is no JSON object"),
        (b"", "is no JSON object"),
        (b"\xff", "is not UTF-8"),
        (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "longer than"),
        (b"[" * 30_000, "is no JSON object"),
        (b'"\\ud800"', "is no JSON object"),
        (b'{"k":"ack","n":1,"t":"2026-11-18T20:00:00Z","x":"\\ud800"}', "surrogate"),
    ],
)
def test_the_first_bad_line_is_named_with_its_reason(line: bytes, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_ledger(HEAD + line + b"\nworse\n", "ledger.jsonl")
    fault = caught.value.faults[0]
    assert words in fault.message
    assert (fault.file, fault.line) == ("ledger.jsonl", 2)


def test_a_ledger_begins_with_its_charter() -> None:
    with pytest.raises(BadInput, match="of kind 'ack'"):
        Ledger().append("ack", T)


def test_a_last_line_without_its_end_was_cut_off(sample: bytes) -> None:
    with pytest.raises(BadInput, match="cut off") as caught:
        parse_ledger(sample[:-1])
    assert caught.value.faults[0].line == 13


def test_a_rewritten_or_shortened_ledger_is_found_out_by_what_was_seen(sample: bytes) -> None:
    ledger = parse_ledger(sample)
    ledger.check_prefix(8, ledger.root_at(8))
    with pytest.raises(CheckFailed, match="another root at 8 lines"):
        ledger.check_prefix(8, ledger.root_at(9))
    shorter = parse_ledger(b"".join(sample.splitlines(keepends=True)[:9]))
    with pytest.raises(CheckFailed, match="has 9 lines; 13 were seen"):
        shorter.check_prefix(13, ledger.root)


def test_a_line_that_is_not_there_is_a_fault(sample: bytes) -> None:
    ledger = parse_ledger(sample)
    for ask in (lambda: ledger[13], lambda: ledger[-1], lambda: ledger.root_at(14)):
        with pytest.raises(BadInput):
            ask()


def test_every_kind_is_listed_once() -> None:
    assert len(set(KINDS)) == len(KINDS) == 22


def test_fields_cannot_be_changed_afterwards(sample: bytes) -> None:
    entry = parse_ledger(sample)[1]
    with pytest.raises(TypeError):
        entry.fields["who"] = "axis"  # type: ignore[index]
    assert json.loads(entry.line) == dict(entry.fields)


# --------------------------------------------------------------------- lines read at once, and one by one
FIRST = b'{"k":"charter","n":0,"sha256":"00","t":"2026-11-02T20:00:00Z"}'
SECOND = b'{"a":[1],"k":"ack","n":1,"t":"2026-11-02T20:00:00Z"}'
#: What one reader of JSON takes and another does not, in place of the list of a line, or of its whole.
ODD_VALUES = (
    b"1.0", b"1e2", b"-0", b"01", b"true", b"[false]", b"null", b"NaN", b"-Infinity", b"9007199254740991",
    b"9007199254740992", b"-9007199254740992", b"12345678901234567890", b'"\\u0041"', b'"\\ud800"', b'"\\/"',
    '"\u00e4"'.encode(), b'"\xff"', b"[1 ]", b"{}", b'{"b":1,"a":2}', b'{"a":1,"a":1}', '{"\u00e4":1}'.encode(),
    b"[[[[[[[[1]]]]]]]]", b"[[[[[[[1]]]]]]]", b'"[[[[[[[[["', b'"true"', b'1},{"a":1', b'"',
    b'"' + b"a" * 66_000 + b'"',
)  # fmt: skip


def one_by_one(data: bytes) -> list[Any]:
    """The fields of each line as the careful reader finds them, and its words at the first that it refuses."""
    found: list[Any] = []
    for number, line in enumerate(data.split(b"\n")[:-1]):
        try:
            found.append(dict(read_line(line, number).fields))
        except BadInput as error:
            return [*found, f"line {number}: {error.faults[0].message}"]
    return found


def at_once(data: bytes) -> list[Any]:
    """The same of the reader of whole ledgers."""
    READ.clear()
    try:
        return [dict(entry.fields) for entry in parse_ledger(data)]
    except BadInput as error:
        fault = error.faults[0]
        before = b"".join(line + b"\n" for line in data.split(b"\n")[: (fault.line or 1) - 1])
        return [*at_once(before), fault.message]


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: repr(value[:24]))
def test_lines_read_at_once_are_taken_as_one_by_one(value: bytes) -> None:
    odd = SECOND.replace(b"[1]", value)
    third = SECOND.replace(b'"n":1', b'"n":2')
    for lines in ([FIRST, odd], [FIRST, odd, third], [odd], [FIRST, value], [FIRST, odd, odd]):
        data = b"".join(line + b"\n" for line in lines)
        assert at_once(data) == one_by_one(data)


def test_two_lines_that_are_one_object_only_together_are_refused() -> None:
    for cut in range(1, len(SECOND)):
        data = b"\n".join([FIRST, SECOND[:cut], SECOND[cut:], b""])
        assert at_once(data) == one_by_one(data)
    data = b"\n".join([FIRST, SECOND + b"," + SECOND, b'{"a":"x', b'y"}', b""])
    assert at_once(data) == one_by_one(data)


def test_the_lines_of_a_true_ledger_are_read_at_once(sample: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    READ.clear()
    monkeypatch.setattr("pbem.trust.record.ledger.read_line", None)
    assert parse_ledger(sample).to_bytes() == sample


@given(st.data())
def test_a_changed_ledger_is_read_at_once_as_one_by_one(data: st.DataObject) -> None:
    lines = b"".join(line + b"\n" for line in (FIRST, SECOND, SECOND.replace(b'"n":1', b'"n":2')))
    at = data.draw(st.integers(0, len(lines) - 2))
    put = data.draw(st.sampled_from([b"", *(bytes([byte]) for byte in b'{}[],:"\\ \n019-.eEntua')]))
    changed = lines[:at] + put + lines[at + data.draw(st.integers(0, 2)) : -1] + b"\n"
    assert at_once(changed) == one_by_one(changed)
