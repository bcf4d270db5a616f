"""Every template can be filled in: from a played position of each title, and by the names that it asks for.

Templates are callers that no linter sees. A method that only a template calls must not be taken for a dead one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import nodes
from pages import TOP
from rules.stages import Stage, stage_of

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Game, Match
from pbem.adjudicator.titles import GAMES, load_game
from pbem.base import text_templates
from pbem.base.resources import shipped
from pbem.page import club_templates, house_pages

TEMPLATES = {path.relative_to(shipped("templates")).as_posix(): path for path in shipped("templates").rglob("*.j2")}
#: How many phases lead to a report with a story, dice, a position and orders to write.
PHASES = {"jenkins": 4, "lions": 3, "glory": 2, "guerra": 3, "yellowjack": 3}
#: Read by what is no report; their own tests fill them in.
ELSEWHERE = {"answers.yaml.j2", "text/_at_length.txt.j2", "text/_questions.txt.j2"}


# ------------------------------------------------------------------------------------------------------- filled in
def played(game: Game) -> Iterator[tuple[Match, Stage]]:
    """The first phases of a title's first scenario, between two steady bots."""
    scenario = next(iter(game.scenarios))
    match = game.begin(scenario, {}, None)
    bots = {seat: game.bot("steady", seat, SeededChance(seat)) for seat in game.seats_of(scenario)}
    for _ in range(PHASES[game.name]):
        phase = match.phase()
        assert phase is not None
        texts = {seat: bot.orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat, bot in bots.items()}
        files = {seat: [game.read_orders(text.encode(), "orders.yaml")] for seat, text in texts.items()}
        stage = stage_of(match, files, texts, "templates")
        yield match, stage
        match = game.restore(stage.after, {}, None)


def frame_of(stage: Stage) -> dict[str, object]:
    """All that a game folder adds to a report."""
    return {
        "game": "autumn-3f9a1c", "title": "The club's game", "phase": stage.phase, "phase_title": stage.title,
        "deadline": "2026-11-20T20:00:00Z", "tier": "moderated", "statement": "No one can choose the dice.",
        "charter": "a" * 40, "hashes": [["t00", "b" * 64]],
    }  # fmt: skip


def filled_in(game: Game) -> set[str]:
    """The templates that a title's reports, pages and order files are made with, by every reader."""
    text_templates.environment.cache_clear()
    house_pages.house_environment.cache_clear()
    done = []
    for match, stage in played(game):
        done.append(stage)
        for seat in (*stage.files, None):
            reading = game.reading(match.view(seat), stage.told, frame_of(stage))
            assert game.report(reading).strip()
            game.appendix(reading)
            if len(done) < PHASES[game.name]:
                continue
            page = club_templates.report_page(game.name, stage.title, game.page(reading), Path("no-club"))
            assert "<h2" in page.html
            if seat:
                assert game.order_template(match.view(seat), {"seat": seat, "phase": stage.phase})
    caches = (text_templates.environment().cache, house_pages.house_environment().cache)
    return {str(name) for cached in caches if cached is not None for _, name in cached.keys()}  # noqa: SIM118 - no dict


@pytest.mark.parametrize("name", list(GAMES))
def test_a_report_a_page_and_an_order_file_of_each_title_ask_for_nothing_that_is_not_there(name: str) -> None:
    used = filled_in(load_game(name))
    own = {each for each in TEMPLATES if each.startswith((f"{name}/", "text/")) and each not in ELSEWHERE}
    assert own - used == set()


# ------------------------------------------------------------------------------------------------ the names they say
@cache
def known_names() -> frozenset[str]:
    """Whatever our code calls something: functions, fields, keys and arguments; and what Python's own values have."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((TOP / "pbem").rglob("*.py")))
    ours = {*re.findall(r"def (\w+)", text), *re.findall(r"(\w+)[\"']? ?[:=]", text)}
    python = {name for kind in (str, list, dict, tuple, int, set) for name in dir(kind)}
    return frozenset(ours | python | {"first", "last", "index", "index0"})


@cache
def macros() -> frozenset[str]:
    """The macros that templates share."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES.values())
    return frozenset(re.findall(r"{%-? macro (\w+)\(", texts))


def asked_for(path: Path) -> set[str]:
    """The attributes and keys that a template asks of its values, without those of its own macros."""
    html = path.name.endswith(".html.j2")
    made = house_pages.house_environment() if html else text_templates.environment()
    tree = made.parse(path.read_text(encoding="utf-8"))
    found = {node.attr for node in tree.find_all(nodes.Getattr)}
    keys = [node.arg.value for node in tree.find_all(nodes.Getitem) if isinstance(node.arg, nodes.Const)]
    return (found | {key for key in keys if isinstance(key, str)}) - macros()


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_template_asks_for_names_that_are_defined_somewhere(name: str) -> None:
    assert asked_for(TEMPLATES[name]) - known_names() == set()
