"""Our quick records and patterns behave as those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base import patterns, records


@records.dataclass(frozen=True, slots=True)
class Ours:
    """A record of each kind of field."""

    name: str
    guns: int = 74
    crew: tuple[str, ...] = ()
    log: list[str] = records.field(default_factory=list)
    seen: int = records.field(default=0, compare=False, repr=False)
    flag: str = records.field(default="blue", kw_only=True)
    made: list[int] = dataclasses.field(default_factory=list, init=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The same by the standard library."""

    name: str
    guns: int = 74
    crew: tuple[str, ...] = ()
    log: list[str] = dataclasses.field(default_factory=list)
    seen: int = dataclasses.field(default=0, compare=False, repr=False)
    flag: str = dataclasses.field(default="blue", kw_only=True)
    made: list[int] = dataclasses.field(default_factory=list, init=False)


@records.dataclass(order=True)
class Ranked:
    """A record with an order."""

    rank: int
    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.name or f"no {self.rank}"


@records.dataclass(frozen=True)
class Keyed:
    """A record that says itself what makes it equal."""

    key: int
    rest: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@records.dataclass(frozen=True, slots=True)
class Child(Ours):
    """A record that adds to another."""

    tons: int = 1600


FIELDS = st.fixed_dictionaries(
    {"name": st.sampled_from(["boyne", "ogle"])},
    optional={
        "guns": st.integers(0, 2), "crew": st.tuples(st.just("x")), "seen": st.integers(0, 2), "flag": st.just("red"),
    },
)


@given(FIELDS, FIELDS)
def test_equality_hash_and_text_are_those_of_the_library(one: dict[str, Any], other: dict[str, Any]) -> None:
    ours, theirs = (Ours(**one), Ours(**other)), (Theirs(**one), Theirs(**other))
    assert (ours[0] == ours[1]) is (theirs[0] == theirs[1])
    assert repr(ours[0]) == repr(theirs[0]).replace("Theirs", "Ours")
    assert ours[0] != theirs[0]  # type: ignore[comparison-overlap]
    changed = dataclasses.replace(ours[0], guns=3)
    assert (changed.guns, changed.name, ours[0].log is changed.log) == (3, ours[0].name, True)


@given(FIELDS)
def test_what_is_asked_of_a_record_is_answered_as_by_the_library(one: dict[str, Any]) -> None:
    ours, theirs = Ours(**one), Theirs(**one)
    assert records.asdict(ours) == dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert [each.name for each in records.fields(ours)] == [each.name for each in dataclasses.fields(theirs)]
    assert records.fields(Ours) == dataclasses.fields(Ours)
    assert records.replace(ours, crew=("x", "y")) == dataclasses.replace(ours, crew=("x", "y"))
    assert [records.is_dataclass(each) for each in (Ours, ours, "boyne")] == [True, True, False]
    nested = records.asdict(Keyed(1, Ours("a", crew=("b",))))  # type: ignore[arg-type]
    assert nested["rest"]["crew"] == ("b",)


def test_the_library_makes_a_record_of_one_of_ours() -> None:
    @dataclasses.dataclass(frozen=True)
    class Later(Ours):
        tons: int = 1600

    one = Later("boyne", flag="red")
    assert (one.guns, one.log, one.made, one.tons, one.flag) == (74, [], [], 1600, "red")
    assert one.log is not Later("ogle").log
    with pytest.raises(TypeError):
        Later()  # type: ignore[call-arg]


def test_a_frozen_record_can_be_a_key_and_cannot_be_changed() -> None:
    record = Ours("boyne", log=())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        hash(record)  # `made` holds a list, as in the library
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.guns = 3  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del record.guns
    assert not hasattr(record, "__dict__")
    assert {Keyed(1, "a"), Keyed(1, "b")} == {Keyed(1)}


def test_defaults_made_anew_are_not_shared() -> None:
    assert Ours("a").log is not Ours("b").log
    assert Ours("a").made == []
    with pytest.raises(TypeError):
        Ours("a", made=[])  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Ours()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Ours("a", 1, (), [], 0, "red")  # type: ignore[call-arg]


def test_copies_and_pickles_hold_every_field() -> None:
    record = Child("boyne", guns=80, tons=3, flag="red")
    for copied in (copy.deepcopy(record), pickle.loads(pickle.dumps(record)), dataclasses.replace(record)):  # noqa: S301
        assert copied == record
        assert (copied.tons, copied.flag) == (3, "red")


def test_order_and_what_follows_the_constructor() -> None:
    assert sorted([Ranked(2), Ranked(1, "z"), Ranked(1, "a")]) == [Ranked(1, "a"), Ranked(1, "z"), Ranked(2, "no 2")]
    assert Ranked(1) <= Ranked(1) < Ranked(2) > Ranked(1) >= Ranked(1)
    with pytest.raises(TypeError):
        hash(Ranked(1))


def test_a_pattern_is_one_of_the_library_from_its_first_use() -> None:
    late = patterns.pattern(r"(?P<hex>\d{4})", re.ASCII)
    assert late.fullmatch("2214")["hex"] == "2214"  # type: ignore[index]
    assert late.sub("x", "a2214b") == "axb"
    assert (late.pattern, late.groups, late.groupindex["hex"]) == (r"(?P<hex>\d{4})", 1, 1)
    assert pickle.loads(pickle.dumps(late)).findall("22142215") == ["2214", "2215"]  # noqa: S301
    assert patterns.pattern(rb"\d").search(b"a1") is not None
