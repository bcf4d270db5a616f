"""PROTOCOL 3.7: the seed file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.trust.dice.seed import MOST_BYTES, Drand, Link, Seed, parse_seed

SEEDS = {vector["name"]: vector for vector in VECTORS["dice"]["seeds"]}
GOOD = SEEDS["beacon-and-seats"]["file"]
VALUE = "ab" * 32

hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
links = st.builds(Link, st.integers(0, 1024), hashes)
seat_names = st.from_regex(r"[a-z][a-z0-9-]{0,15}", fullmatch=True)
seat_lines = st.dictionaries(seat_names, links, max_size=16).map(lambda seats: tuple(sorted(seats.items())))
signatures = st.sampled_from([48, 96]).flatmap(lambda n: st.binary(min_size=n, max_size=n)).map(bytes.hex)
drands = st.builds(Drand, hashes, st.integers(1, 10**15 - 1), signatures)


@st.composite
def seeds(draw: st.DrawFn) -> Seed:
    """Any seed that may exist."""
    seats = draw(seat_lines)
    return Seed(
        game=draw(hashes),
        phase=draw(st.from_regex(r"[a-z0-9][a-z0-9.-]{0,39}", fullmatch=True)),
        attempt=draw(st.integers(1, 10**15 - 1)),
        mod=draw(st.builds(Link, st.integers(1, 1024), hashes)),
        seats=seats,
        drand=draw(st.none() | drands if seats else drands),
    )


def faults_of(text: str | bytes) -> list[str]:
    """What is said of a file that is refused."""
    with pytest.raises(BadInput) as refused:
        parse_seed(text.encode() if isinstance(text, str) else text, "t03.seed")
    assert all(fault.file == "t03.seed" for fault in refused.value.faults)
    return [fault.render().splitlines()[0].removeprefix("pbem: error: t03.seed:") for fault in refused.value.faults]


@pytest.mark.parametrize("vector", SEEDS.values(), ids=SEEDS)
def test_3_7_a_published_seed_gives_its_key_and_itself_back(vector: Any) -> None:
    seed = parse_seed(vector["file"].encode())
    assert seed.key.hex() == vector["key"]
    assert seed.to_bytes() == vector["file"].encode()


def test_3_7_the_sample_phase_has_its_key() -> None:
    sample = VECTORS["sample_phase"]
    assert parse_seed(sample["seed_file"].encode()).key.hex() == sample["phase_key"]


@pytest.mark.parametrize("vector", VECTORS["dice"]["bad_seeds"], ids=lambda v: v["why"])
def test_3_7_a_published_bad_seed_is_refused(vector: Any) -> None:
    assert faults_of(vector["file"])


def test_3_7_what_a_seed_holds_can_be_read_from_it() -> None:
    seed = parse_seed(GOOD.encode())
    assert (seed.phase, seed.attempt, seed.mod.index) == ("t03.allied-combat", 1, 18)
    assert [(seat, link.index) for seat, link in seed.seats] == [("allied", 10), ("axis", 9)]
    assert seed.drand is not None
    assert seed.drand.round == 657413


@given(seeds())
def test_3_7_every_seed_written_is_read_back_as_it_was(seed: Seed) -> None:
    assert len(seed.to_bytes()) <= MOST_BYTES
    assert parse_seed(seed.to_bytes()) == seed


@given(
    at=st.integers(0, len(GOOD) - 1),
    character=st.sampled_from(" \n\r\t0aAzZ-.\x00\x7fé"),
    how=st.sampled_from(["put", "swap", "cut"]),
)
def test_3_7_a_seed_changed_in_one_character_is_refused_or_another_seed(at: int, character: str, how: str) -> None:
    rest = GOOD[at + (how != "put") :]
    changed = (GOOD[:at] + ("" if how == "cut" else character) + rest).encode()
    try:
        seed = parse_seed(changed)
    except BadInput:
        return
    assert seed.to_bytes() == changed
    assert (seed == parse_seed(GOOD.encode())) == (changed == GOOD.encode())


@given(st.binary(max_size=200))
def test_3_7_rubbish_is_refused_in_words(data: bytes) -> None:
    assert faults_of(data)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pbem-seed/1\n", "", "the line 'pbem-seed/1' is missing"),
        ("pbem-seed/1\n", "pbem-seed/1 \n", "1:1: 'pbem-seed/1 ' has not the words of its line"),
        ("attempt 1", "attempt 0", "4:1: 'attempt 0' counts no attempt"),
        ("attempt 1", "attempt 1\nattempt 1", "5:1: 'attempt' stands twice"),
        ("mod 18", "mod 0", "5:1: the moderator's chain is not opened"),
        ("mod 18", "mod 65536", "5:1: 65536 is no chain index"),
        ("seat axis", "seat Axis", "7:6: 'Axis' is no seat"),
        ("seat axis", "seat aardvark", "7:1: seat 'aardvark' stands after 'allied'"),
        ("seat axis", "seat  axis", "7:1: "),
        ("seat axis", "seat abcdefghijklmnopq", "7:6: 'abcdefghijklmnopq' is no seat"),
        ("phase t03.allied-combat", "phase -t03", "3:7: '-t03' is no phase"),
        ("657413", "0", "8:1: 0 is no beacon round"),
        ("657413", "+657413", "8:72: '+657413' is no beacon round"),
        ("b713718a", "", "8:79: "),
        ("game ", "note x\ngame ", "2:1: 'note' begins no line of a seed"),
    ],
)
def test_3_7_a_fault_names_its_line_and_word(old: str, new: str, said: str) -> None:
    assert any(fault.strip().startswith(said) for fault in faults_of(GOOD.replace(old, new, 1)))


def test_3_7_lines_stand_in_one_order_only() -> None:
    lines = GOOD.splitlines(keepends=True)
    for i in range(len(lines) - 1):
        swapped = [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]
        assert faults_of("".join(swapped)), i


def test_3_7_all_faults_are_told_at_once() -> None:
    broken = GOOD.replace("attempt 1", "attempt 01").replace("seat axis 9", "seat axis -9").replace("game 9", "game X")
    assert [fault.split(":")[0] for fault in faults_of(broken)] == ["2", "4", "7"]


def test_3_7_a_crlf_file_is_told_off_once() -> None:
    assert faults_of(GOOD.replace("\n", "\r\n")) == ["1: a line ends in CR LF"]


def test_3_7_a_file_that_is_too_long_is_not_looked_at() -> None:
    assert faults_of(GOOD + "x" * MOST_BYTES) == [f" the text is larger than {MOST_BYTES} bytes"]


def test_3_7_a_silent_seat_may_stand_with_its_anchor() -> None:
    seed = replace(parse_seed(GOOD.encode()), seats=(("axis", Link(0, VALUE)),))
    assert parse_seed(seed.to_bytes()) == seed


def test_3_7_sixteen_seats_may_contribute_and_seventeen_may_not() -> None:
    seats = tuple((f"s{n:02}", Link(1, VALUE)) for n in range(17))
    sixteen = replace(parse_seed(GOOD.encode()), seats=seats[:16])
    assert parse_seed(sixteen.to_bytes()) == sixteen
    one_more = sixteen.to_bytes().replace(b"drand", f"seat s16 1 {VALUE}\ndrand".encode())
    assert faults_of(one_more) == [" 17 seats contribute"]


@pytest.mark.parametrize("change", [
    {"game": "AB" * 32}, {"phase": "T03"}, {"attempt": 0}, {"mod": Link(0, VALUE)}, {"seats": (), "drand": None},
    {"seats": (("b", Link(1, VALUE)), ("a", Link(1, VALUE)))}, {"seats": (("a", Link(1, VALUE)),) * 2},
    {"seats": (("A", Link(1, VALUE)),)},
])  # fmt: skip
def test_3_7_a_seed_that_could_not_be_read_back_cannot_be_made(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        replace(parse_seed(GOOD.encode()), **change)


@pytest.mark.parametrize(("index", "value"), [(-1, VALUE), (65_536, VALUE), (1, "AB" * 32), (1, "ab" * 31)])
def test_3_7_a_link_is_an_index_and_a_hash(index: int, value: str) -> None:
    with pytest.raises(BadInput):
        Link(index, value)
