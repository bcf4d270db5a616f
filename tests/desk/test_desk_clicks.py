"""Orders from clicks alone: a first turn within sixty, and the games of bots composed on the desk."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from browser_kit import Browser
from clerk import HEAD, Clerk

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot, Game
from pbem.adjudicator.jenkins.game import GAME as JENKINS
from pbem.adjudicator.titles import load_game
from pbem.page.order_desk import desk_page
from pbem.strict_yaml import plain, read
from pbem.trial import soak

#: The phases of a game that the suite plays on the desk; PBEM_WHOLE_DESK=1 plays games to their end.
SHORT = {"jenkins": 1, "lions": 2}
WHOLE = bool(os.environ.get("PBEM_WHOLE_DESK"))


@pytest.fixture
def clerk(browser: Browser) -> Iterator[Clerk]:
    """Somebody with a mouse, before a fresh tab."""
    page = browser.new_page()
    yield Clerk(page)
    assert page.complaints == []
    assert page.strangers() == []
    page.close()


class Clicking(Bot):
    """A bot whose order files are composed on the desk; what it answers to letters is its own."""

    def __init__(self, game: Game, bot: Bot, clerk: Clerk, folder: Path) -> None:
        super().__init__(bot.seat, bot.chance)
        self.game, self.bot, self.clerk, self.folder = game, bot, clerk, folder
        self.done: dict[str, str] = {}

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        """The same orders as the bot's, clicked together."""
        if head["phase"] not in self.done:
            wanted = plain(read(self.bot.orders(view, head).encode(), "orders.yaml"))
            assert isinstance(wanted, dict)
            html = desk_page(self.game, self.game.reading(view), head)
            assert html is not None
            self.clerk.sit(html, self.folder / "desk.html")
            body = as_a_person({name: value for name, value in wanted.items() if name not in HEAD})
            self.clerk.compose(body)
            places = dict(self.clerk.page.run("FORM.places"))
            made, body = placed(self.clerk.orders(), places), placed(body, places)
            assert [name for name in {**body, **made} if made.get(name) != body.get(name)] == []
            self.done[head["phase"]] = self.clerk.file
        return self.done[head["phase"]]

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        return self.bot.answer(view, decision)


def as_a_person(body: Mapping[str, Any]) -> dict[str, Any]:
    """A bot's orders as a person gives them: its standing orders are a shipped doctrine, and nothing is left empty."""
    doctrine = {"doctrine": "steady"} if "standing" in body else {}
    said = {name: unempty(value) for name, value in body.items() if name != "standing"}
    return {**{name: value for name, value in said.items() if value not in ([], {})}, **doctrine}


def placed(value: Any, places: Mapping[str, str]) -> Any:
    """Plain data in which every place goes by its cell."""
    if isinstance(value, dict):
        return {key: placed(inner, places) for key, inner in value.items()}
    return [placed(each, places) for each in value] if isinstance(value, list) else places.get(value, value)


def unempty(value: Any) -> Any:
    """Plain data without lists that are empty, which no click writes."""
    if isinstance(value, dict):
        return {key: unempty(inner) for key, inner in value.items() if inner != []}
    return [unempty(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_a_game_is_played_from_clicks_alone(clerk: Clerk, tmp_path: Path, title: str) -> None:
    """Each order file of two steady bots is composed on the desk, checked, and played; nothing is typed."""
    clerk.hurried = True
    game = load_game(title)
    names = soak.bots_for(game, ["steady"])
    seed = "clicked/0"
    bots = {seat: Clicking(game, game.bot(name, seat, SeededChance(f"{seed} {seat}")), clerk, tmp_path)
            for seat, name in names.items()}  # fmt: skip
    played = soak.Played(seed, letters=dict.fromkeys(names, 0), forgotten=dict.fromkeys(names, 0))
    running = soak.Running(game, game.begin(next(iter(game.scenarios)), {}, None), bots, names, played, {})
    while (phase := running.match.phase()) and (WHOLE or played.phases < SHORT[title]):
        soak.play_phase(running, phase)
        if WHOLE:
            print(title, phase.id, clerk.clicks, flush=True)
    assert played.refused == 0
    assert clerk.clicks > 50
    if WHOLE:
        assert running.match.result()


# ------------------------------------------------------------------------------------- a first turn, on the map alone


def first_english_turn() -> tuple[Mapping[str, Any], dict[str, str], dict[str, Any]]:
    """The demonstration's first English phase: the view, the head of its orders, and what its captain orders."""
    names = {"english": "steady", "spanish": "steady"}
    bots = {seat: JENKINS.bot(name, seat, SeededChance(f"demo {seat}")) for seat, name in names.items()}
    played = soak.Played("demo", letters=dict.fromkeys(names, 0), forgotten=dict.fromkeys(names, 0))
    running = soak.Running(JENKINS, JENKINS.begin("campaign", {}, None), bots, names, played, {})
    while (phase := running.match.phase()) and phase.id != "t01.english":
        soak.play_phase(running, phase)
    view, head = running.match.view("english"), {"seat": "english", "phase": "t01.english"}
    wanted = plain(read(bots["english"].orders(view, head).encode(), "orders.yaml"))
    assert isinstance(wanted, dict)
    return view, head, wanted


def ordered_on_the_map(clerk: Clerk, wanted: Mapping[str, Any], hex_of: Mapping[str, str]) -> None:
    """Buys in each port's shop, lays counters on top, and sails with passengers, who land."""
    for place in dict.fromkeys(row["at"] for row in wanted["buy"]):
        clerk.cell(hex_of.get(place, place))
        clerk.click("#act-buy")
        for row in wanted["buy"]:
            if row["at"] == place:
                clerk.click(f"#ware-{row['counter']}")
        for row in wanted["stacks"]:
            if row["hex"] == hex_of.get(place, place):
                clerk.click(f"#top-{row['top'][0]}")
    for row in wanted["moves"]:
        start = clerk.page.call("id => pieceBy(id).at", row["ships"][0])
        clerk.cell(start)
        boxes = clerk.page.run("[...document.querySelectorAll('#here .piece input')].map(e => [e.value, e.checked])")
        sailing = clerk.page.run("pieces().filter(p => p.acts.includes('sail')).map(p => p.id)")
        for name, ticked in boxes:
            if name in sailing and ticked != (name in row["ships"]):
                clerk.click(f"#piece-{name}")
        clerk.click("#act-sail")
        for part in row.get("embark", ()):
            clerk.click(f"#load-{part['counter']}")
        clerk.cell(hex_of.get(row["path"][-1], row["path"][-1]))
        clerk.click("#act-end")


def test_the_first_english_turn_of_the_demonstration_takes_sixty_clicks_at_most(clerk: Clerk, tmp_path: Path) -> None:
    view, head, wanted = first_english_turn()
    html = desk_page(JENKINS, JENKINS.reading(view), head)
    assert html is not None
    clerk.sit(html, tmp_path / "desk.html")
    hex_of = dict(clerk.page.run("FORM.places"))
    ordered_on_the_map(clerk, wanted, hex_of)
    made = clerk.orders()
    for each in (made, wanted):
        each["buy"].sort(key=lambda row: row["counter"])
    assert made["buy"] == wanted["buy"]
    tops = {hex_of.get(row["hex"], row["hex"]): row["top"] for row in made["stacks"]}
    for row in wanted["stacks"]:
        assert row["top"][0] in tops[row["hex"]]
    assert [sorted(row["ships"]) for row in made["moves"]] == [sorted(row["ships"]) for row in wanted["moves"]]
    for mine, theirs in zip(made["moves"], wanted["moves"], strict=True):
        assert hex_of.get(mine["path"][-1], mine["path"][-1]) == theirs["path"][-1]
        assert {part["counter"] for part in mine.get("embark", ())} == {part["counter"] for part in theirs["embark"]}
        assert mine["debark"] == "all"
    told = JENKINS.check_file(view, head, clerk.file.encode(), "orders.yaml")
    assert [fault.message for fault in told.faults] == []
    assert clerk.page.text("#verdict").startswith("Nothing looks wrong")
    assert clerk.clicks <= 60
