"""The guides are true: every command of play.md and moderate.md is run in order, with the rest of the club beside it.

What a page tells its reader to mail or to save is carried here: the moderator and the other player are in this process.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from pages import TOP, Block, run_block, shell_blocks
from samples import place_of
from tools import need

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.match.people.enrolment import Plan, new_game
from pbem.trial.company import Company, keyrings
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR

START = "2026-11-02T20:00:00Z"
SEATS = {"english": "anne@club.example", "spanish": "bob@club.example"}
SCRIPTS = Path(sys.executable).parent


def club(place: Path, kind: type[Company]) -> Company:
    """Everybody but the reader of the page."""
    game = load_game("jenkins")
    bots = {seat: game.bot("steady", seat, SeededChance(seat)) for seat in SEATS}
    return kind(place, keyrings(place, tuple(SEATS)), bots, parse_time(START))


def run(block: Block, place: Path, home: Path) -> str:
    """A block as its reader runs it: his keys, our clock."""
    path = f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PBEM_HOME": str(home), "PBEM_NOW": START}
    words = re.sub(r"(?m)^pbem (verify|audit) .*", r"\g<0> || test $? = 5", block.text)  # 5: somebody had a choice
    return run_block(Block(block.page, block.line, words, None), place, env)


# ------------------------------------------------------------------------------------------------------------- play.md
class Table(Company):
    """The moderator and Bob; what is for Anne waits until her page asks for it."""

    def read(self, seat: str, path: Path) -> None:
        if seat == "english":
            shutil.copy(path, self.place / f"for-anne-{path.name}")
        else:
            super().read(seat, path)

    def bring(self, name: str) -> None:
        """The letter that the page calls by this name, made by what leads to it."""
        sent = self.place / "war" / "outbox"
        if name == "invitation":
            new_game(self.desk, Plan(game="jenkins", seats=SEATS), self.rings[MODERATOR], self.now)
        elif name in ("charter", "report"):
            self.take("english", sent / {"charter": "acceptance.eml", "report": "charter.eml"}[name])
        elif name == "receipt":
            self.take("english", sent / "orders-t00.english-1.eml")
        elif name == "result":
            self.run()
        self.carry()
        kind = {"result": "report-t00", "report": "report-start"}.get(name, name)
        newest = max(path for path in self.place.glob("for-anne-*.eml") if kind in path.name)
        newest.rename(self.place / f"{name}.eml")


@pytest.mark.tools
def test_the_players_first_hour_goes_as_the_page_says(tmp_path: Path) -> None:
    need("bash")
    table = club(tmp_path, Table)
    assert isinstance(table, Table)
    printed = []
    for block in shell_blocks(TOP / "docs" / "play.md"):
        for name in re.findall(r"(\w+)\.eml", block.text):
            table.bring(name)
        printed.append(run(block, tmp_path, tmp_path / "anne"))
    assert any("To the English player, for your eyes only." in text for text in printed)
    assert any("English set-up" in text for text in printed)
    assert "everything matches" in printed[-1]
    assert (tmp_path / "war/reports/t00.english.txt").is_file()


# --------------------------------------------------------------------------------------------------------- moderate.md
class Players(Company):
    """Anne and Bob; what they mail lands in the folder that the page names next."""

    @property
    def desk(self) -> Path:
        return self.place / "winter"

    def take(self, seat: str, path: Path) -> None:
        shutil.copy(path, self.box / f"{seat}-{path.name}")

    def fill(self, box: str) -> None:
        """What has come by the time the page hands this folder in."""
        self.box = self.place / box
        self.box.mkdir()
        for path in sorted((self.place / "post").glob("*.eml")):
            self.read(path.name.split("-")[1], path)
            path.unlink()
        if box in ("orders", "mail"):
            seat = "english" if box == "orders" else "spanish"
            self.take(seat, self.order(seat))


@pytest.mark.tools
def test_the_moderators_evening_goes_as_the_page_says(tmp_path: Path) -> None:
    need("bash")
    players = club(tmp_path, Players)
    assert isinstance(players, Players)
    shutil.rmtree(tmp_path / "keys-moderator")
    printed = []
    for block in shell_blocks(TOP / "docs" / "moderate.md"):
        for box in re.findall(r"(?:in winter|--mail) (\w+)", block.text):
            players.fill(box)
        waits = re.sub(r"(?m)^pbem run .*", r"\g<0> || test $? = 3", block.text)  # 3: it waits, as the page says
        printed.append(run(Block(block.page, block.line, waits, None), tmp_path, tmp_path / "keys-moderator"))
    told = "\n".join(printed)
    for words in ("t00.english: played", "t00.spanish: played", "everything matches", "2 phases played again"):
        assert words in told, words
    assert Keyring.open(tmp_path / "keys-moderator").name == "The Admiralty"


# ------------------------------------------------------------------------------------------------ samples and files
@pytest.mark.tools
def test_the_five_minutes_of_the_sample_games_go_as_their_page_says() -> None:
    need("bash")
    (block,) = shell_blocks(TOP / "sample_games" / "README.md")
    printed = run(block, TOP, TOP / "none")
    assert printed.count("everything matches") == 2
    assert "22 phases played again" in printed


def test_every_file_of_a_finished_game_is_named_on_the_page_of_files() -> None:
    page = (TOP / "docs" / "files.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w<>./+*-]+)`", page)
    for tier in ("moderated", "two-step", "beacon"):
        folder = place_of(f"jenkins/{tier}")
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            assert path.is_dir() or any(fits(name, pattern) for pattern in named), name


def fits(name: str, pattern: str) -> bool:
    """Whether a file is one of those that a pattern of the page stands for; a folder's name stands for all in it."""
    shape = re.sub(r"<\w+>", r"[^/]+", re.escape(pattern).replace(r"\<", "<").replace(r"\>", ">"))
    return re.fullmatch(shape + ("[^/]*" if pattern.endswith("/") else r"(\.sig)?"), name) is not None
