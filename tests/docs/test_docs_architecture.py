"""The recipe of docs/architecture.md, followed: its files laid into a copy of the house, and the game played."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages import TOP

PAGE = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`([\w/.-]+\.(?:py|json))`\n\n```(?:python|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^    (\"freight\": .*,)$", re.MULTILINE)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house with the recipe's files in it, as a reader would have it who followed the page."""
    top = tmp_path_factory.mktemp("house")
    for part in ("pbem", "schemas", "templates"):
        shutil.copytree(TOP / part, top / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in FILE.findall(PAGE):
        (top / name).parent.mkdir(exist_ok=True)
        (top / name).write_text(text, encoding="utf-8")
    (top / "pbem/adjudicator/freight/__init__.py").touch()
    game, (line,) = top / "pbem/adjudicator/titles.py", LINE.findall(PAGE)
    game.write_text(game.read_text(encoding="utf-8").replace("GAMES = {", f"GAMES = {{\n    {line}"), encoding="utf-8")
    return top


def run(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of that house."""
    environment = os.environ | {"PYTHONPATH": str(house), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=house, env=environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=300, check=False)  # fmt: skip


def pbem(house: Path, *arguments: str) -> str:
    done = run(house, "-m", "pbem", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_recipe_names_the_files_of_its_five_steps() -> None:
    assert [name for name, _ in FILE.findall(PAGE)] == [
        "pbem/adjudicator/freight/ch01_bids.py", "pbem/adjudicator/freight/match.py",
        "pbem/adjudicator/freight/game.py", "schemas/orders-freight.schema.json",
    ]  # fmt: skip


def test_the_game_of_the_recipe_is_played_checked_and_replayed(house: Path) -> None:
    *games, totals = pbem(house, "soak", "freight", "--games", "20", "--seed", "1").splitlines()
    assert len(games) == 20
    assert json.loads(games[0])["replayed"] is True
    assert {json.loads(line)["winner"] for line in games} == {"larboard", "starboard"}
    assert json.loads(totals)["totals"]


def test_a_rumour_is_in_its_hearers_view_alone(house: Path) -> None:
    script = (
        "from pbem.adjudicator.freight.match import FreightMatch\n"
        "one, two = (FreightMatch.restore({'day': 2, 'pounds': {'larboard': 4, 'starboard': 9},\n"
        "            'heard': {'larboard': heard, 'starboard': 5}}, {}, None) for heard in (3, 9))\n"
        "assert one.view('starboard') == two.view('starboard')\n"
        "assert one.view(None) == two.view(None)\n"
        "assert one.view('larboard') != two.view('larboard')\n"
    )
    done = run(house, "-c", script)
    assert done.returncode == 0, done.stderr


def test_an_order_that_bids_too_much_is_refused_at_its_place(house: Path) -> None:
    script = (
        "from pbem.adjudicator.titles import load_game\n"
        "game = load_game('freight')\n"
        "text = b'pbem: orders/1\\nseat: larboard\\nphase: t01.sale\\nbid: \"11\"\\n'\n"
        "known = game.begin('harbour', {}, None).view('larboard')\n"
        "fault, = game.check(known, game.read_orders(text, 'bid.yaml'), 'bid.yaml').faults\n"
        "print(fault.line, fault.message)\n"
    )
    done = run(house, "-c", script)
    assert done.stdout == "4 '11' is more than the 10 pounds you have\n", done.stderr


def test_what_the_title_does_not_name_the_house_does(house: Path) -> None:
    """A template from the schema, a report of what was told, a position of a case, an answer by chance."""
    script = (
        "from pbem.adjudicator.engine.chance import SeededChance\n"
        "from pbem.adjudicator.engine.phase import Told\n"
        "from pbem.adjudicator.engine.table import ALL, Note\n"
        "from pbem.adjudicator.freight.ch01_bids import State, bid\n"
        "from pbem.adjudicator.engine.table import Table\n"
        "from pbem.adjudicator.titles import load_game\n"
        "game = load_game('freight')\n"
        "print(game.order_template({}, {'seat': 'larboard', 'phase': 't01.sale'}))\n"
        "match, play = game.pose({'day': 3})\n"
        "told = Told((Note('1.2', ALL, 'Bids: none.'), Note('1.1', 'starboard', 'They say 7.')), ())\n"
        "frame = {'phase_title': match.phase().title, 'statement': 'Trust nobody.'}\n"
        "print(game.report(game.reading(match.view('larboard'), told, frame)))\n"
        "question = bid(Table(), State(), 'larboard')\n"
        "print(game.bot('random', 'larboard', SeededChance('x')).answer({}, question) in question.options)\n"
    )
    done = run(house, "-c", script)
    assert done.stdout.split("\n") == [
        "pbem: orders/1", "seat: larboard", "phase: t01.sale", "# bid: Pounds for the freight of the day", "",
        "Day 3", "Bids: none.", "Trust nobody.", "", "True", "",
    ], done.stderr  # fmt: skip


def test_helpers_that_the_page_names_exist() -> None:
    (table,) = re.findall(r"^\| for \| there is \|\n(.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)
    named = [name for name in re.findall(r"`([\w/]+)`", table) if not name.startswith("templates/")]
    assert len(named) > 15
    places = [TOP / "pbem", TOP / "pbem" / "adjudicator"]
    assert [name for name in named if not any((place / f"{name}.py").is_file() for place in places)] == []


def test_the_stretches_that_stand_in_both_games_do_stand_there() -> None:
    (table,) = re.findall(r"^\| stretch \| why \|\n(.*?)\Z", PAGE, re.MULTILINE | re.DOTALL)
    named = re.findall(r"`([\w/]+\.py)`", table)
    for title in ("jenkins", "lions", "glory", "guerra", "yellowjack"):
        assert [name for name in named if not (TOP / "pbem" / "adjudicator" / title / name).is_file()] == []
