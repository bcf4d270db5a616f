"""PROTOCOL 3.7, 3.9: the roll log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput, CheckFailed, Kind
from pbem.trust.dice.dice import Dice, Roll, check_log, parse_log

SAMPLE = VECTORS["sample_phase"]
KEY = bytes.fromhex(SAMPLE["phase_key"])
LOG = SAMPLE["roll_log"].encode()

labels = st.from_regex(r"[a-z][a-z0-9-]{0,5}(/[a-z0-9][a-z0-9.+_-]{0,5}){0,3}", fullmatch=True)
specs = st.sampled_from(["1d6", "2d6", "1d100", "3d1000", "draw:3of5", "draw:1of1"])


def faults_of(text: str | bytes) -> list[str]:
    """What is said of a log that is refused."""
    with pytest.raises(BadInput) as refused:
        parse_log(text.encode() if isinstance(text, str) else text, "t03.rolls")
    return [fault.render().splitlines()[0].removeprefix("pbem: error: t03.rolls:") for fault in refused.value.faults]


def test_3_7_the_sample_log_is_what_its_key_gives() -> None:
    assert [made.line() for made in check_log(KEY, LOG)] == LOG.decode().splitlines()
    dice = Dice(KEY)
    for made in reversed(parse_log(LOG)):
        assert dice.roll(made.label, made.spec) == made.values
    assert dice.log() == LOG


@given(st.dictionaries(labels, specs, max_size=20))
def test_3_7_every_log_written_is_read_back_and_checked(asked: dict[str, str]) -> None:
    dice = Dice(KEY)
    for label, spec in asked.items():
        dice.roll(label, spec)
    assert parse_log(dice.log()) == dice.rolls() == check_log(KEY, dice.log())
    assert dice.log().splitlines() == sorted(dice.log().splitlines())
    assert {made.label: made.spec for made in dice.rolls()} == asked


def test_3_7_a_phase_without_rolls_has_an_empty_log() -> None:
    assert check_log(KEY, b"") == ()
    assert Dice(KEY).log() == b""


def test_3_7_the_first_line_that_does_not_match_is_named() -> None:
    wrong = LOG.replace(b"1d6 4", b"1d6 3").replace(b"1d10 4", b"1d10 5")
    with pytest.raises(CheckFailed) as failed:
        check_log(KEY, wrong, "t03.rolls")
    (fault,) = failed.value.faults
    assert (fault.file, fault.line, fault.column, fault.kind) == ("t03.rolls", 2, 25, Kind.MISMATCH)
    assert fault.message == "the log has '3' for 'combat/3417/retreat 1d6', the key gives '4'"
    assert fault.excerpt[fault.column - 1 :] == "3"


def test_3_7_another_key_gives_another_log() -> None:
    with pytest.raises(CheckFailed):
        check_log(bytes(32), LOG)


@given(st.binary(max_size=120))
def test_3_7_whatever_is_taken_for_a_log_is_written_the_same(data: bytes) -> None:
    try:
        rolls = parse_log(data)
    except BadInput:
        return
    assert "".join(f"{made.line()}\n" for made in rolls).encode() == data


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a 1d6 4", "1: the last line is not ended by a line feed"),
        ("a 1d6 4\r\n", "1: a line ends in CR LF"),
        ("\n", "1:1: '' is no roll"),
        ("a 1d6 4\n\n", "2:1: '' is no roll"),
        ("a 1d6\n", "1:1: 'a 1d6' is no roll"),
        ("a  1d6 4\n", "1:1: 'a  1d6 4' is no roll"),
        ("a 1d6 4 \n", "1:1: 'a 1d6 4 ' is no roll"),
        ("A 1d6 4\n", "1:1: 'A' is no label"),
        ("a 0d6 4\n", "1:3: '0d6' is nothing to roll"),
        ("a 1d6 0\n", "1:7: '0' is no result of '1d6'"),
        ("a 1d6 7\n", "1:7: '7' is no result of '1d6'"),
        ("a 2d6 4\n", "1:7: '4' is no result of '2d6'"),
        ("a 1d6 4,4\n", "1:7: '4,4' is no result of '1d6'"),
        ("a 1d6 04\n", "1:7: '04' is no value of a roll"),
        ("a 1d6 +4\n", "1:7: '+4' is no value of a roll"),
        ("a 2d6 4,\n", "1:1: '' is no value of a roll"),
        ("a draw:2of3 1,1\n", "1:13: '1,1' is no result of 'draw:2of3'"),
        ("a draw:2of3 1,3\n", "1:13: '1,3' is no result of 'draw:2of3'"),
        ("b 1d6 4\na 1d6 4\n", "2:1: 'a' stands after 'b'"),
        ("a 1d6 4\na 1d8 4\n", "2:1: label 'a' is rolled twice"),
        ("a 1d6 4\na 1d6 4\n", "2:1: label 'a' is rolled twice"),
        ("é 1d6 4\n", "1:1: 'é' is no printable ASCII character"),
    ],
)
def test_3_7_a_fault_of_a_log_names_its_line_and_word(text: str, said: str) -> None:
    assert [fault.strip().split(" (rule")[0] for fault in faults_of(text)] == [said]


def test_3_7_all_faults_of_a_log_are_told_at_once_up_to_a_page() -> None:
    assert [fault.split(":")[0] for fault in faults_of("b 1d6 9\na 1d6 4\nc 1d6 4\nd 1d6 x\n")] == ["1", "2", "4"]
    assert len(faults_of("x\n" * 5000)) == 100


@pytest.mark.parametrize("line", ["a" * 100_000, "a 1d6 " + "1," * 50_000, "a 1d6 " + "1" * 100_000])
def test_3_7_an_endless_word_is_not_repeated_to_the_reader(line: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_log(f"{line}\n".encode())
    assert len(refused.value.faults[0].render()) < 1000


def test_3_7_a_label_used_again_further_down_is_seen_as_well() -> None:
    assert faults_of("a 1d6 4\nb 1d6 4\na 1d6 4\n") == ["3:1: 'a' stands after 'b'"]


def test_3_7_lines_are_sorted_by_bytes_so_plus_stands_before_slash() -> None:
    rolls = (Roll("a", "1d6", (1,)), Roll("a/b", "1d6", (1,)), Roll("a/b+c", "1d6", (1,)), Roll("a/b/c", "1d6", (1,)))
    text = "".join(f"{made.line()}\n" for made in rolls).encode()
    assert parse_log(text) == rolls
