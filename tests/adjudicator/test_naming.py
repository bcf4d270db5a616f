"""Names as players type them, and dice read against numbers."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pbem.adjudicator.board.die_checks import DieCheck, Holds
from pbem.adjudicator.board.naming import Label, fold, named, names_of, nearest


@dataclass(frozen=True, slots=True)
class Ship(Label):
    """A ship with a name."""

    id: str
    name: str


SHIPS = {"ajax": Ship("ajax", "Ajax"), "st-louis-1": Ship("st-louis-1", "St. Louis"),
         "st-louis-2": Ship("st-louis-2", "St. Louis")}  # fmt: skip


@pytest.mark.parametrize("text", ["ajax", "AJAX", " A-jax."])
def test_a_name_may_lack_capitals_blanks_and_points(text: str) -> None:
    assert named(text, SHIPS) is SHIPS["ajax"]


@pytest.mark.parametrize("text", ["Ajax", "st louis", "St. Louis 2", "st-louis-1", "", "-", "orion"])
def test_a_name_looked_up_means_what_the_same_name_means_to_a_search(text: str) -> None:
    assert names_of(SHIPS).get(fold(text)) is named(text, SHIPS)


@pytest.mark.parametrize("text", ["Córdoba", "cordoba", "CORDOBA", "Co\u0301rdoba"])
def test_accents_may_be_written_or_left_out(text: str) -> None:
    places = {"cordoba": Ship("cordoba", "Córdoba"), "ajax": SHIPS["ajax"]}
    assert named(text, places) is places["cordoba"]


@pytest.mark.parametrize("text", ["", "st louis", "aja", "-"])
def test_a_name_that_means_none_or_two_means_nothing(text: str) -> None:
    assert named(text, SHIPS) is None


def test_an_id_means_itself_where_the_names_are_alike() -> None:
    assert named("st-louis-2", SHIPS) is SHIPS["st-louis-2"]


def test_the_nearest_names_are_offered() -> None:
    assert nearest("ajxa", SHIPS) == "did you mean ajax?"
    assert nearest("victory", SHIPS) == ""


@pytest.mark.parametrize(
    ("compare", "faces"),
    [(Holds.AT_MOST, [1, 2, 3]), (Holds.BELOW, [1, 2]), (Holds.ABOVE, [4, 5, 6]), (Holds.AT_LEAST, [3, 4, 5, 6])],
)
def test_a_die_is_compared_as_the_data_say(compare: Holds, faces: list[int]) -> None:
    check = DieCheck("luck", "1d6", compare, "3", None, "1.0")
    assert [die for die in range(1, 7) if check.holds(die)] == faces


def test_a_face_that_never_counts() -> None:
    check = DieCheck("luck", "1d6", Holds.AT_LEAST, "5", 6, "1.0")
    assert [die for die in range(1, 7) if check.holds(die)] == [5]


def test_a_number_told_goes_before_the_printed_one_and_one_must_be_there() -> None:
    assert DieCheck("luck", "1d6", Holds.AT_MOST, "3", None, "1.0").holds(5, 5)
    with pytest.raises(TypeError, match="leader value"):
        DieCheck("luck", "1d6", Holds.AT_MOST, "leader value", None, "1.0").holds(5)
