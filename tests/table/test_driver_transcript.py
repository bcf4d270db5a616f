"""The record as a file: one hash stands for all of it, and no line can be cut, mended, added or moved."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table.small_rules import ANSWERS, REPLY, Scripted, driver, duel

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import START, Transcript, canonical, parse_transcript
from pbem.base.errors import BadInput, CheckFailed, PbemError


def file() -> bytes:
    run = driver(red=[Scripted(ANSWERS)], blue=[Scripted(REPLY)])
    run.run(duel(Table()))
    return run.transcript.to_bytes()


def test_a_transcript_comes_back_from_its_file() -> None:
    assert parse_transcript(file()).to_bytes() == file()


def test_an_empty_record_has_the_chains_start_as_its_head() -> None:
    assert Transcript().head == START
    assert list(parse_transcript(Transcript().to_bytes())) == []


@pytest.mark.parametrize("number", range(5))
def test_a_changed_line_breaks_the_chain(number: int) -> None:
    lines = file().decode().splitlines()
    record = json.loads(lines[number])
    record["rule"] = "7.7"
    lines[number] = canonical(record)
    with pytest.raises(CheckFailed, match="do not come to the head"):
        parse_transcript("\n".join(lines).encode() + b"\n")


@pytest.mark.parametrize("number", range(5))
def test_a_line_left_out_breaks_the_chain(number: int) -> None:
    lines = file().decode().splitlines()
    del lines[number]
    with pytest.raises(CheckFailed, match="do not come to the head"):
        parse_transcript("\n".join(lines).encode() + b"\n")


def test_two_lines_exchanged_break_the_chain() -> None:
    lines = file().decode().splitlines()
    lines[1], lines[2] = lines[2], lines[1]
    with pytest.raises(CheckFailed, match="do not come to the head"):
        parse_transcript("\n".join(lines).encode() + b"\n")


def test_a_file_without_its_head_is_cut_short() -> None:
    with pytest.raises(BadInput, match="cut short"):
        parse_transcript(b"\n".join(file().splitlines()[:-1]) + b"\n")


def test_a_line_in_another_form_is_named() -> None:
    lines = file().decode().splitlines()
    lines[2] = lines[2].replace('"answer"', ' "answer"')
    with pytest.raises(CheckFailed, match="not in canonical form") as caught:
        parse_transcript("\n".join(lines).encode())
    assert caught.value.faults[0].line == 3


@given(st.integers(0, len(file()) - 2), st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(place: int, flip: int) -> None:
    data = bytearray(file())
    data[place] ^= flip
    with pytest.raises(PbemError):
        parse_transcript(bytes(data))


@given(st.binary(max_size=200))
def test_whatever_bytes_come_only_a_fault_goes_out(data: bytes) -> None:
    with pytest.raises(PbemError) as caught:
        parse_transcript(data)
    assert caught.value.faults


@pytest.mark.parametrize("deep", ['{"k":' + "[" * 100_000 + "]" * 100_000 + "}", '{"a":' * 90_000 + "1" + "}" * 90_000])
def test_a_transcript_nested_too_deeply_is_refused_by_its_name(deep: str) -> None:
    """Review D9: the file is named, and nothing recurses out of the reader."""
    with pytest.raises(BadInput, match="nested deeper") as caught:
        parse_transcript(f'{deep}\n{{"head":"{"0" * 64}"}}\n'.encode(), "t01.transcript.jsonl")
    assert caught.value.faults[0].file == "t01.transcript.jsonl"
