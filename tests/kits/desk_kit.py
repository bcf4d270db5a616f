"""Order desks of real positions, and a player's folder in which what they make is checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from rules.glory.glory_stages import restored as glory_restored
from rules.glory.glory_stages import stages as glory_stages
from rules.jenkins.positions import restored, stages, view_at
from rules.lions.lions_seats import begun

from pbem.adjudicator.game import Game
from pbem.adjudicator.glory.game import GAME as GLORY
from pbem.adjudicator.titles import load_game
from pbem.cli import root
from pbem.page.order_desk import desk_page

#: Every kind of phase: set-up, own phase, the enemy's; set-up, bids, year.
PHASES = ("t00.english", "t00.spanish", "t01.english", "t01.spanish", "t00.setup", "t01.bids", "t01.year")
LIONS = {"t00.setup": 0, "t01.bids": 1, "t01.year": 2}
BUSY = 5


def game_of(phase: str) -> Game:
    """Returns the game of the phase."""
    return load_game("lions" if phase in LIONS else "jenkins")


def seat_of(phase: str) -> str:
    """Returns the seat at the desk."""
    return "england" if phase in LIONS else phase.partition(".")[2]


@cache
def view_of(phase: str) -> Mapping[str, Any]:
    """Returns the view of that seat."""
    return begun(phases=LIONS[phase]).view("england") if phase in LIONS else view_at(phase)


def head_of(phase: str) -> dict[str, str]:
    """Returns the first lines of that seat's order file."""
    return {"game": "autumn-4f1c9a", "seat": seat_of(phase), "phase": phase}


def form_of(phase: str) -> dict[str, Any]:
    """Returns the form of that seat's desk."""
    found = game_of(phase).desk(game_of(phase).reading(view_of(phase)), head_of(phase))
    assert found
    return found


def page_of(phase: str) -> str:
    """Returns that seat's desk."""
    found = desk_page(game_of(phase), game_of(phase).reading(view_of(phase)), head_of(phase))
    assert found is not None
    return found


def waged() -> tuple[dict[str, Any], dict[str, str]]:
    """Returns the view of the seat to move, well into a random war, and the head that goes with it."""
    match = restored(stages("mist")[BUSY].after)
    phase = match.phase()
    assert phase is not None
    seat = phase.id.partition(".")[2]
    return match.view(seat), {"game": "autumn-4f1c9a", "seat": seat, "phase": phase.id}


def player_folder(folder: Path, phase: str) -> Path:
    """A player's folder in which this phase is open."""
    folder.mkdir(parents=True, exist_ok=True)
    moderator = {"name": "The Moderator", "address": "moderator@example.org"}
    rules = "lions 1.0" if phase in LIONS else "jenkins 1.0"
    desk = {"rules": rules, "addresses": {}, "moderator": moderator, **head_of(phase)}
    (folder / "desk.json").write_text(json.dumps(desk), encoding="utf-8")
    (folder / "view.json").write_text(json.dumps(view_of(phase)), encoding="utf-8")
    return folder


def checked(folder: Path, phase: str, text: str) -> str:
    """Returns the echo of `pbem orders check` for an order file without faults."""
    player_folder(folder, phase)
    path = folder / "orders.yaml"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(root, ["orders", "check", str(path), "--dir", str(folder)])
    assert result.exit_code == 0, (result.output, result.exception, text)
    return result.output


# ------------------------------------------------------------------------------------------- 1805: Sea of Glory


@cache
def sea_turn(seat: str) -> tuple[Mapping[str, Any], dict[str, str], str]:
    """Returns a turn of 1805: Sea of Glory in midwinter: the seat's view, the head of its orders, its desk."""
    stage = glory_stages("campaign", "s2", 9, "steady")[5]
    match = glory_restored(stage.after)
    phase = match.phase()
    assert phase is not None
    head = {"game": "autumn-4f1c9a", "seat": seat, "phase": phase.id}
    made = desk_page(GLORY, GLORY.reading(match.view(seat)), head)
    assert made is not None
    return match.view(seat), head, made
