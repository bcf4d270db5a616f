"""PROTOCOL 3.14 by its published vectors, and by a file of each kind that mail and editors spoil."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from pbem.base.errors import BadInput, Fault
from pbem.strict_yaml import DEPTH, MOST_NODES, plain, read

HERE = Path(__file__).parent
VECTORS = json.loads((HERE.parent / "vectors" / "trust.json").read_text(encoding="utf-8"))["strict_yaml"]
GOOD = "pbem: orders/1\nseat: axis\nships:\n  - {ship: ajax, to: C4}\n  - {ship: ceres, to: C5}\nnote: a b c\n"


def faults(data: bytes | str) -> tuple[Fault, ...]:
    """Every fault of a file that must have some."""
    with pytest.raises(BadInput) as caught:
        read(data, "red.yaml")
    return caught.value.faults


def said(data: bytes | str) -> list[tuple[int, int, str]]:
    """Line, column and message of every fault."""
    return [(fault.line, fault.column, fault.message) for fault in faults(data)]


@pytest.mark.parametrize("vector", VECTORS["accept"], ids=lambda vector: vector["name"])
def test_3_14_every_scalar_is_the_text_that_was_written(vector: dict[str, Any]) -> None:
    assert plain(read(vector["doc"])) == vector["value"]
    assert plain(read(vector["doc"].encode())) == vector["value"]


@pytest.mark.parametrize("vector", VECTORS["reject"], ids=lambda vector: vector["name"])
def test_3_14_a_refused_file_names_the_reason_and_its_line(vector: dict[str, Any]) -> None:
    first = faults(vector["doc"].encode())[0]
    line, reason = re.fullmatch(r"(?:line (\d+): )?(.*)", vector["why"]).groups()  # type: ignore[union-attr]
    assert first.message == reason
    assert line is None or first.line == int(line)
    assert first.hint


@pytest.mark.parametrize("envelope", ["allied", "axis"])
def test_3_5_the_orders_of_the_sample_phase_are_read(envelope: str, vectors: Any) -> None:
    text = vectors["sample_phase"]["envelopes"][envelope]["orders_preimage"].split("\n", 2)[2]
    assert plain(read(text))["seat"] == envelope


SPOILT: dict[str, tuple[bytes, str, int]] = {
    "truncated in a word": (GOOD[:-5].encode(), "the last line does not end in a line feed", 6),
    "truncated in a mapping": (GOOD[:60].encode(), "the last line does not end in a line feed", 5),
    "truncated after a comma": (b"a: [b, c,\n", "a bracket is opened here and never closed", 1),
    "missing comma": (b"a: [b, 'c' d]\n", "the list in brackets is not closed", 1),
    "truncated in quotes": (b'a: "b c\n', "a quotation mark is opened here and never closed", 1),
    "truncated in a letter": ("a: Se\xf1".encode()[:-1], "the file ends inside a character", 1),
    "empty": (b"", "holds no text", 0),
    "comments alone": (b"# nothing\n", "holds no text", 0),
    "CRLF": (GOOD.replace("\n", "\r\n").encode(), "6 lines end in CRLF instead of LF", 1),
    "quoted": (
        "".join(f"> {line}\n" for line in GOOD.split("\n")).encode(),
        "the lines begin with '>', as a mail program quotes them",
        1,
    ),
    "re-wrapped": (GOOD.replace("a b c", "a b\nc").encode(), "this line is neither 'key: value' nor a list item", 7),
    "BOM": (("\ufeff" + GOOD).encode(), "forbidden character U+FEFF at offset 0", 1),
    "duplicate key": ((GOOD + "seat: red\n").encode(), "duplicate key 'seat'", 7),
    "NUL": (b"a: b\0c\n", "forbidden character U+0000 at offset 4", 1),
    "bidi": ("a: \u202eb\n".encode(), "forbidden character U+202E at offset 3", 1),
    "zero width": ("a: b\u200bc\n".encode(), "forbidden character U+200B at offset 4", 1),
    "lone CR": (b"a: b\rc: d\n", "forbidden character U+000D at offset 4", 1),
    "UTF-16": (GOOD.encode("utf-16"), "is UTF-16 or UTF-32 text, not UTF-8", 0),
    "UTF-16 without BOM": (GOOD.encode("utf-16-be"), "is UTF-16 or UTF-32 text, not UTF-8", 0),
    "Latin-1": ("a: Se\xf1or\n".encode("latin-1"), "byte 0xF1 at offset 5 is no UTF-8", 1),
    "decomposed": ("a: e\u0301\n".encode(), "text is not in composed form (NFC)", 1),
    "too large": (b"a" * 262_145, "is larger than 256 KiB", 0),
    "directive": (b"%YAML 1.1\n", "directives are not allowed", 1),
    "second document": (b"a: b\n...\n", "one plain document only", 2),
    "unknown tag": (b"a: !foo!x b\n", "tags are not allowed", 1),
    "two colons": (b"a: b: c\n", "a ':' cannot stand here", 1),
    "two colons in braces": (b"a: {b: c: d}\n", "a ':' cannot stand here", 1),
    "sign at the start": (b"a: @b\n", "a value cannot begin with this sign", 1),
    "bad escape": (b'a: "\\q"\n', "there is no such escape in double quotes", 1),
    "escape beyond Unicode": (b'a: "\\UFFFFFFFF"\n', "an escape names no character", 1),
    "half a character": (b'a: "\\ud800"\n', "an escape names half a character", 1),
    "block sign with text": (b"a: | b\n", "'|' and '>' open a block of text that begins on the next line", 1),
    "keys out of line": (b"a:\n    b: c\n  d: e\n", "this line is not in line with those above", 3),
    "list as key": (b"? [a]\n: b\n", "a list or mapping cannot be a key", 1),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_file_is_told_in_one_clear_fault(name: str) -> None:
    data, message, line = SPOILT[name]
    (only,) = faults(data)
    assert (only.message, only.line, only.file) == (message, line, "red.yaml")
    assert only.hint


def test_3_13_a_crlf_file_says_how_to_convert_it_and_what_else_is_wrong() -> None:
    first, second = faults((GOOD + "seat: red\n").replace("\n", "\r\n").encode())
    assert "sed -i" in first.hint
    assert (second.message, second.line) == ("duplicate key 'seat'", 7)
    assert second.excerpt == "seat: red"


def test_all_faults_are_told_in_one_go() -> None:
    text = "a: ~\nb:\nSeat: x\na: c\nd: =\n'1': x\ne: *f\ng: &h i\nj: !k l\n"
    assert said(text) == [
        (1, 4, "'~' needs quotes"),
        (2, 3, "an empty value needs quotes"),
        (3, 1, "bad key 'Seat'"),
        (4, 1, "duplicate key 'a'"),
        (5, 4, "'=' needs quotes"),
        (6, 1, "bad key '1'"),
        (7, 4, "aliases are not allowed"),
        (8, 4, "anchors are not allowed"),
        (9, 4, "tags are not allowed"),
    ]


def test_several_forbidden_characters_do_not_hide_what_stands_on_other_lines() -> None:
    assert said("a:\tb\nc: \u2066d\ne: f\ne: g\n") == [
        (1, 3, "forbidden character U+0009 at offset 2"),
        (2, 4, "forbidden character U+2066 at offset 8"),
        (4, 1, "duplicate key 'e'"),
    ]


def test_a_run_of_one_character_is_one_fault_with_its_width() -> None:
    (only,) = faults("a:\n\t\t\tb: c\n")
    assert (only.line, only.column, only.width) == (2, 1, 3)


def test_the_caret_stands_under_the_words() -> None:
    (only,) = faults("a: b\nlonger: ~\n")
    assert only.render().split("\n")[1:3] == ["    2 | longer: ~", "      |         ^"]


def test_quoted_signs_are_texts() -> None:
    assert plain(read("a: '~'\nb: \"\"\nc: '<<'\nd: '='\n")) == {"a": "~", "b": "", "c": "<<", "d": "="}


def test_depth_16_is_read_and_17_is_not() -> None:
    assert plain(read("[" * DEPTH + "]" * DEPTH + "\n")) is not None
    block = "".join("  " * depth + "a:\n" for depth in range(16)) + "  " * 16 + "a: b\n"
    for text in ("[" * 17 + "]" * 17 + "\n", block):
        assert [fault.message for fault in faults(text)] == ["lists and mappings are nested deeper than 16"]


def test_20_000_nodes_are_read_and_one_more_is_not() -> None:
    assert len(plain(read(f"[{','.join('a' * (MOST_NODES - 1))}]\n"))) == MOST_NODES - 1
    assert faults(f"[{','.join('a' * MOST_NODES)}]\n")[0].message == "holds more than 20000 values"


def test_faults_without_end_are_counted_not_listed() -> None:
    found = faults("\n".join(f"a{n}: ~" for n in range(1000)) + "\n")
    assert len(found) == 101
    assert found[-1].message == "900 more faults are left out"


BOMBS = {
    "100 kB of brackets": "[" * 100_000,
    "100 kB of brackets, spaced, after a key": "a: " + "[ " * 50_000 + "\n",
    "braces": "{a: " * 25_000 + "\n",
    "brackets with items": "[a," * 33_000 + "\n",
    "dashes": "- " * 50_000 + "\n",
    "question marks": "? " * 50_000 + "\n",
    "aliases": "a: &a [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join(['*a'] * 9)}]\n" for n in range(20)),
    "NULs": "a: b\n" + "\0x" * 60_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_within_milliseconds(name: str) -> None:
    best = 1.0
    for _ in range(3):
        start = time.process_time()
        found = faults(BOMBS[name])
        best = min(best, time.process_time() - start)
    assert found[0].line
    assert best < 0.1, f"{best * 1000:.1f} ms"
