"""The council's sections as answers: purses beside their purchases, points in halves, what holds later."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.adjudicator.engine.table import Decision
from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.orders.council import council_answers as answers
from pbem.adjudicator.guerra.view.look import Look


def look(seat: str, **known: Any) -> Look:
    return Look(load_board(), lambda: {"seat": seat, "turn": 3, "purse": {"royalist": 8, "plata": 4}, **known}, {})


def question(topic: str, seat: str, **facts: Any) -> Decision:
    return Decision(rule="4.7", side=seat, key=f"{topic}/{seat}", topic=topic, prompt="?", facts=facts)


def muster(seat: str, section: dict[str, Any]) -> Any:
    return answers.muster(question("muster", seat), section, look(seat))


def test_4_2_a_purchase_carries_the_purse_that_it_stands_under() -> None:
    said = muster("patriot", {"build": {"plata": [{"unit": "chi4", "at": "northern-chile"}]}})
    assert said == {"build": [{"unit": "chi4", "at": "northern-chile", "purse": "plata"}]}


@pytest.mark.parametrize(("wanted", "later"), [(6, "6"), ({"nation": "plata", "rp": 2}, "2")])
def test_4_6_what_the_purse_must_hold_is_judged_when_the_purchase_is_due(wanted: Any, later: str) -> None:
    entry = {"unit": "p6", "at": "cordoba", "if": [{"purse_at_least": wanted}]}
    said = muster("patriot", {"build": {"plata": [entry]}})
    assert said["build"][0]["purse_at_least"] == later


def test_4_6_another_nations_purse_is_judged_at_once() -> None:
    entry = {"unit": "p6", "at": "cordoba", "if": [{"purse_at_least": {"nation": "colombia", "rp": 2}}]}
    assert muster("patriot", {"build": {"plata": [entry]}}) == {}


@pytest.mark.parametrize(("keep", "said"), [
    ("4", {"royalist": "8"}), ("2.5", {"royalist": "5"}),
    ({"plata": "2", "mexico": "1"}, {"plata": "4", "mexico": "2"}),
])  # fmt: skip
def test_4_1_what_is_kept_is_told_in_half_points(keep: Any, said: dict[str, str]) -> None:
    assert muster("royalist", {"keep": keep}) == {"keep": said}


def test_4_8_ports_that_are_only_named_become_places() -> None:
    entry = {"units": ["a"], "port": "veracruz", "or": ["la-habana", {"at": "cuba"}], "if_met": "wait"}
    said = muster("royalist", {"arrive": [entry]})
    assert said["arrive"] == [{**entry, "or": [{"port": "la-habana"}, {"at": "cuba"}]}]


def test_4_2_an_area_collects_for_the_nation_that_the_muster_names() -> None:
    section = {"collect": [{"area": "charcas", "for": "plata"}]}
    asked = question("collect", "patriot", area="charcas")
    assert answers.collect(asked, section, look("patriot")) == "plata"
    assert answers.collect(question("collect", "patriot", area="mojos"), section, look("patriot")) is None


def test_9_3_an_area_whose_condition_fails_gives_way_to_what_stands_in_its_stead() -> None:
    cuzco = {"area": "cuzco", "unit": "infantry", "if": [{"turn": 4}]}
    section: list[dict[str, Any]] = [cuzco | {"else": {"area": "arequipa", "unit": "cavalry"}},
                                     {"area": "quito", "if": [{"turn": 3}]}]  # fmt: skip
    said = answers.uprisings(question("uprisings", "patriot"), section, look("patriot"))
    assert said == [{"area": "arequipa", "unit": "cavalry"}, {"area": "quito"}]
