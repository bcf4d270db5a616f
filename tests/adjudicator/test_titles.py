"""What each title declares: parts that lie where it says; the register is the one place that lists titles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from duel import Duel
from pages import TOP

from pbem.adjudicator.game import Bot, Game
from pbem.adjudicator.title_check import faults_of
from pbem.adjudicator.titles import GAMES, load_game

HOUSE = TOP / "pbem"


class Slip(Duel):
    """A title whose author has made slips."""


def with_parts(**parts: str) -> Game:
    """The duel with these parts; places are looked for in a folder of the house."""
    game = Slip()
    game.parts = parts
    return game


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_every_title_lies_where_it_says(name: str) -> None:
    assert faults_of(load_game(name)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_title_is_called_as_it_is_registered_and_has_bots(name: str) -> None:
    game = load_game(name)
    assert game.name == name
    assert "random" in game.bots()


@pytest.mark.parametrize("name", GAMES)
def test_a_title_and_its_table_of_orders_are_called_alike(name: str) -> None:
    game = load_game(name)
    assert (game.order_table().title, game.order_table().schema_name) == (game.title, game.order_schema)


def test_a_part_that_nobody_asks_for_is_a_slip() -> None:
    assert faults_of(with_parts(reprot="duel:Duel")) == ["duel: nobody asks for a part 'reprot'"]


@pytest.mark.parametrize("place", ["nowhere:report", "duel:nothing"])
def test_a_part_that_lies_nowhere_is_a_slip(place: str) -> None:
    assert faults_of(with_parts(report=place)) == [f"duel: there is no {place} for 'report'"]


def test_a_part_that_takes_something_else_is_a_slip() -> None:
    (fault,) = faults_of(with_parts(desk="duel:foe"))
    assert fault == "duel: duel:foe takes ['seat'], not ['reading', 'head']"


def test_a_match_that_is_no_match_is_a_slip() -> None:
    assert faults_of(with_parts(match="duel:Duel")) == ["duel: duel:Duel is no Match"]


def test_a_title_without_rules_and_orders_says_all_that_it_lacks() -> None:
    class Bare(Game):
        name, title, edition, version = "bare", "Bare", "none", "1.0"
        seats = ("one",)
        scenarios: Mapping[str, str] = {"only": "The only one"}

    faults = faults_of(Bare())
    assert [re.sub(r".*'(\w+)', and no.*", r"\1", fault) for fault in faults] == [
        "match", "legal", "bare has no order_schema, and no method 'read_orders' of its own",
    ]  # fmt: skip
    assert Bare().bots() == ("random",)


def test_a_captain_that_is_no_bot_is_a_slip() -> None:
    game = Slip()
    game.captains = {"random": "duel:Duel", "steady": "duel:DuelBot"}
    assert faults_of(game) == ["duel: duel:Duel is no Bot"]
    assert issubclass(game.fetched("duel:DuelBot"), Bot)


def test_nothing_outside_the_register_lists_the_titles() -> None:
    """A second list would have to be found by whoever adds a title. A command may name one title as its default."""
    named = re.compile(rf"""["'.]({"|".join(GAMES)})["'.]""")
    others = [path for path in (*HOUSE.rglob("*.py"), TOP / "docs" / "generate.py") if not own(path)]
    assert len(others) > 300
    found = [path.relative_to(TOP).as_posix() for path in others
             if len({name for line in code(path) for name in named.findall(line)}) > 1]  # fmt: skip
    assert found == ["pbem/adjudicator/titles.py"]


def own(path: Path) -> bool:
    """Whether a file is a title's own."""
    return any(f"/adjudicator/{name}/" in path.as_posix() for name in GAMES)


def code(path: Path) -> list[str]:
    """The lines of a module without its comments and without prose."""
    text = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [line.partition("#")[0] for line in text.split("\n")]
