"""Games left to chance: people and moderator do whatever comes into their heads, legal or not, while letters come late,
twice, out of order or never. No command ends but by a word about it, a rehearsal writes nothing, status always says who
takes the game further; and once everybody is prompt again it reaches its end, and the record holds.

PBEM_GAME_CHANCES=N plays N games in place of a few.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from acts_kit import sound, tree
from click.testing import Result
from club import duel_is_known as duel_is_known
from people_club import CAROL, TIERS, People
from year_world import quick

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import SeededChance
from pbem.base.clock import parse_time
from pbem.base.errors import PbemError
from pbem.cabin.waiting import waits_of
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.post.game_letter import read_letter
from pbem.trust.record import layout

SEEDS = range(int(os.environ.get("PBEM_GAME_CHANCES", "3")))
#: How often a letter to the moderator arrives.
TIMES = (0, 2, 1, 1, 1, 1, 1, 1, 1, 1)
STEPS, MOST_ROUNDS = 20, 60
SILENCE = (("--silence", "standing"), ("--silence", "wait"), ("--abandoned-after", "1", "--disorder", "bot:random"))
SOME = ("blue", "red", "carol")
WORDS = (("wait",), ("go",), ("back",), ("again",), ("agree",), ("away", "2026-11-05", "2026-11-08"))
ACTS: tuple[tuple[str, ...], ...] = (
    ("pause",), ("resume",), ("extend", "--hours", "30"), ("rule", "--set", "hits.red=1"), ("rule",),
    ("rule", "--set", "round=9"), ("rollback", "--to", "t01.duel"), ("rollback", "--to", "t02.duel"),
)  # fmt: skip
FATES = ("waits", "writes", "writes", "opens", "says", "presses", "acts", "acts", "replaces", "goes_on", "goes_on")


class Chances(People):
    """A game of two and of Carol, who may be asked to play red; `box` holds what each has not read, `wire` what was
    mailed and not come. Whoever has lost a letter may be at a loss about later ones.
    """

    def __init__(self, place: Path, seed: int) -> None:
        self.chance = SeededChance(f"a life of a game {seed}")
        tier = TIERS[seed % len(TIERS)]
        super().__init__(place, tier, "--press", "both", *self.chance.pick(SILENCE))
        self.box: dict[str, list[Path]] = {name: [] for name in SOME}
        self.wire: list[Path] = []
        self.lost: set[str] = set()
        self.asked = 0
        self.begin()

    def tried(self, who: str, *words: Any) -> Result:
        """A command that is done, or says why not; anything else is a fault of the program."""
        result = self.try_to(who, *words)
        assert result.exception is None or isinstance(result.exception, (PbemError, SystemExit)), (words, result)
        assert result.exit_code in range(5), (words, result.output)
        return result

    def mails(self, who: str, *words: Any) -> None:
        """A command whose letter, if it writes one, is on its way."""
        result = self.tried(who, *words)
        if result.exit_code == 0:
            path = Path(result.stdout.strip().splitlines()[-1])
            self.asked += 1
            self.wire.append(Path(shutil.copy(path, self.place / f"mailed-{self.asked:03d}-{path.name}")))

    # ------------------------------------------------------------------------------------------------ what befalls it
    def step(self) -> None:
        """Somebody does something; some of the post goes, some of it is read."""
        getattr(self, self.chance.pick(FATES))()
        if self.chance.below(5) < 3:
            self.comes()
        for name in SOME:
            if self.chance.below(5) < 3:
                self.reads(name)

    def waits(self) -> None:
        self.later(self.chance.pick((1, 10, 30, 60)))

    def writes(self) -> None:
        name = self.somebody()
        body = {"bid": self.chance.pick(("high", "low", "wild")), "parry": self.chance.pick(("yes", "no"))}
        if (self.folder(name) / "game" / layout.LEDGER).is_file():
            self.mails(name, "orders", "seal", self.write(name, **body), "--dir", self.folder(name))

    def opens(self) -> None:
        name = self.somebody()
        self.mails(name, "orders", "open", "--dir", self.folder(name))

    def says(self) -> None:
        name = self.somebody()
        self.mails(name, "word", *self.chance.pick(WORDS), "--dir", self.folder(name))

    def presses(self) -> None:
        name, text = self.somebody(), self.place / "words.txt"
        text.write_text("Shall we rest?\n", encoding="utf-8")
        self.mails(name, "press", text, "--to", self.chance.pick(("all", "self", "blue")), "--dir", self.folder(name))

    def acts(self) -> None:
        name, *words = self.chance.pick(ACTS)
        self.rehearsed(name, "--reason", "It has come to that.", *words)

    def replaces(self) -> None:
        term = self.chance.pick(((), ("--phases", "1")))
        self.rehearsed("replace", "red", "--address", CAROL, "--reason", "Silent.", *term)

    def goes_on(self) -> None:
        self.tried("moderator", "run", self.desk)

    def rehearsed(self, name: str, *words: str) -> None:
        """An act of the moderator ends as its rehearsal did, which has changed no byte."""
        before = tree(self.desk)
        said = self.tried("moderator", name, self.desk, *words, "--dry-run")
        assert tree(self.desk) == before
        assert self.tried("moderator", name, self.desk, *words).exit_code == said.exit_code, (name, words, said.output)

    def somebody(self) -> str:
        """Whoever has a folder for the game."""
        return self.chance.pick([name for name in SOME if self.folder(name).is_dir()])

    # -------------------------------------------------------------------------------------------------------- the post
    def comes(self, *, well: bool = False) -> None:
        """Letters to and from the moderator arrive; unless all goes well some do so twice, late or never."""
        if not well:
            self.wire = self.chance.some(self.wire, len(self.wire), len(self.wire))
        for path in self.wire[:]:
            self.wire.remove(path)
            for _ in range(1 if well else self.chance.pick(TIMES)):
                self.tried("moderator", "in", self.desk, path)
        self.do("moderator", "out", self.desk, "--to", self.place / "post")
        for path in sorted((self.place / "post").glob("*.eml")):
            self.asked += 1
            kept = path.rename(self.place / f"came-{self.asked:03d}-{path.name}")
            name = str(message_from_bytes(kept.read_bytes())["To"]).partition("@")[0]
            if not well and self.chance.below(20) == 0:
                self.lost.add(name)
            elif name in self.box:
                self.box[name].append(kept)

    def reads(self, name: str) -> None:
        """All that has come, in its order; who misses nothing is refused nothing."""
        for path in self.box[name]:
            parts = read_letter(path).parts
            if "invitation.yaml" in parts:
                self.mails(name, "join", path, "--dir", self.folder(name))
                continue
            opened = self.tried(name, "open", path, "--dir", self.folder(name))
            assert opened.exit_code == 0 or name in self.lost, (path.name, opened.exception)
            if "reopen.yaml" in parts:
                self.mails(name, "agree", path, "--dir", self.folder(name))
        self.box[name].clear()

    # --------------------------------------------------------------------------------------------- all are prompt again
    def told_to(self, name: str) -> Iterator[str]:
        """What somebody's inbox asks of him."""
        if self.folder(name).is_dir():
            waits = waits_of(self.folder(name), parse_time(self.now), zone="UTC")
            assert not waits.fault, waits
            yield from waits.todo if waits.stage == "playing" else ()

    def obeys(self, name: str, told: str) -> None:
        """He does it."""
        folder = self.folder(name)
        if "orders open" in told:
            self.mails(name, "orders", "open", "--dir", folder)
        elif letter := re.search(r"(?:send|mail) (\S+\.eml)", told):
            self.wire.append(Path(letter[1]))
        elif re.search(r"orders (?:new|check|seal)|write your orders", told):
            seat = Seat.at(folder)
            body = {"pbem": "orders/1", **seat.head(), "bid": "low", "parry": "no"}
            order_file(seat).write_text(strict_yaml.write(body), encoding="utf-8")
            self.mails(name, "orders", "seal", order_file(seat), "--dir", folder)

    def finishes(self) -> None:
        """What was lost is asked for, and everybody does what he is told until the game is over."""
        for name in sorted(self.lost & set(SOME)):
            self.mails(name, "word", "again", "--dir", self.folder(name))
        for _ in range(MOST_ROUNDS):
            self.comes(well=True)
            state = self.says_why()
            if state["stage"] == "over":
                return
            for name in SOME:
                self.reads(name)
                for told in self.told_to(name):
                    self.obeys(name, told)
            self.comes(well=True)
            if "paused" in state:
                self.tried("moderator", "resume", self.desk, "--reason", "All are here.")
            self.tried("moderator", "run", self.desk)
            if "the moderator decides" in self.says_why().get("why", ""):
                self.tried("moderator", "run", self.desk, "--anyway")
            after = self.says_why()
            if all(after.get(name) == state.get(name) for name in ("phase", "what", "waits_for")):
                self.now = max(self.now, str(after.get("due", "")))
                self.later(1)
        raise AssertionError(f"the game does not end: {self.status()}")

    def says_why(self) -> Any:
        """Where it stands: why, since when, and who or when takes it further."""
        state = self.status()
        if state["stage"] != "over":
            assert state["why"], state
            assert state["since"], state
            assert state["waits_for"] or "due" in state or "paused" in state or "pbem" in state["why"], state
        return state


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_left_to_chance_comes_to_its_end(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with quick(monkeypatch):
        game = Chances(tmp_path, seed)
        for _ in range(STEPS):
            game.step()
            if game.says_why()["stage"] == "over":
                break
        game.finishes()
        sound(game)
