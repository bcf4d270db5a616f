"""The shipped doctrines: what each does where ships meet, in Battle and before a Port."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rules.yellowjack.yellowjack_letters import doctrine_of
from rules.yellowjack.yellowjack_looks import asked
from rules.yellowjack.yellowjack_views import at_sea, besieged

from pbem.adjudicator.engine.order_parts import Entries

DOCTRINES = ("cautious", "steady", "bold")


def meets(name: str, own: int, enemy: int, kind: str = "flag", who: str = "br-flag-j1") -> str:
    """The stance of a doctrine at these numbers of Squadrons."""
    facts = {"who": who, "place": "s53", "own_squadrons": str(own), "enemy_squadrons": str(enemy),
             "enemies": [{"marker": "z-01", "kind": kind, "squadrons": str(enemy), "spotted": "yes"}]}  # fmt: skip
    said: Any = doctrine_of(at_sea(), "british").shipped_answer(name, asked("stance", **facts))
    return str(said.get("do", ""))


@pytest.mark.parametrize(("own", "enemy", "wanted"), [
    (2, 1, ["accept", "accept", "seek"]), (1, 1, ["avoid", "accept", "seek"]), (1, 2, ["avoid", "", "accept"]),
])  # fmt: skip
def test_r7_4_the_bolder_a_doctrine_the_sooner_it_fights(own: int, enemy: int, wanted: list[str]) -> None:
    assert [meets(name, own, enemy) for name in DOCTRINES] == wanted


def test_r7_4_convoys_avoid_and_escorts_stand_by_them_under_every_doctrine() -> None:
    assert [meets(name, 9, 1, who="br-troops-1") for name in DOCTRINES] == ["avoid"] * 3
    assert [meets(name, 1, 9, who="br-flag-j2") for name in DOCTRINES] == ["accept"] * 3


def test_r7_4_the_steady_attack_convoys() -> None:
    assert [meets(name, 1, 2, kind="convoy") for name in DOCTRINES] == ["avoid", "seek", "accept"]


@pytest.mark.parametrize(("third", "wanted"), [("0", ["no", "no"]), ("1", ["yes", "no"]), ("2", ["yes", "yes"])])
def test_r8_14_the_cautious_break_off_worn_and_the_steady_battered(third: str, wanted: list[str]) -> None:
    question = asked("battle", who="br-flag-j1", own_third=third, round="1")
    eyes = doctrine_of(at_sea(), "british")
    said: list[Any] = [eyes.shipped_answer(name, question) for name in DOCTRINES]
    assert [each["break"] for each in said] == [*wanted, "usual"]
    assert [each["intensity"] for each in said] == ["1", "2", "3"]


@pytest.mark.parametrize(("own", "wanted"), [(6, ["wait", "wait", "storm"]), (8, ["wait", "storm", "storm"]),
                                             (12, ["storm", "storm", "storm"]), (5, ["wait"] * 3)])  # fmt: skip
def test_3_441_a_port_is_stormed_at_the_odds_of_the_doctrine(own: int, wanted: list[str]) -> None:
    question = asked("escalade", port="porto-bello", own_strength=str(own), enemy_strength="4",
                     units=["fleet-marines-a"])  # fmt: skip
    eyes = doctrine_of(besieged(), "british")
    said: list[Any] = [eyes.shipped_answer(name, question) for name in DOCTRINES]
    assert [each["do"] for each in said] == wanted


def test_2_577_only_the_bourbon_marches_by_doctrine() -> None:
    question = Entries(rule="2.575", side="british", key="march/n1", topic="march", prompt="",
                       facts={"units": ["fijo-panama"]})  # fmt: skip
    state = besieged()
    state.units["fijo-panama"].at = "lb-panama"
    bourbon = doctrine_of(state, "bourbon").shipped_answer("steady", replace(question, side="bourbon"))
    assert bourbon == [{"unit": "fijo-panama", "to": "porto-bello"}]
    assert doctrine_of(state, "british").shipped_answer("steady", question) == []
    assert doctrine_of(state, "bourbon").deed(question, bourbon) == "let Units march"
    assert doctrine_of(state, "bourbon").deed(question, []) == ""
