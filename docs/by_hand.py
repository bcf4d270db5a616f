"""Turns played as people play them: what each person runs, mails and gets, counted beside what it once took.

    python docs/by_hand.py                      two turns of Jenkins, by the doctrine that the order file switches on
    python docs/by_hand.py --ask                the same by people who want to be asked everything
    python docs/by_hand.py --game lions --turns 1 --tell

A moderator and the players each have a home, a Maildir and settings for their mail; each command is a process of its
own, on 80 columns. In the evening each person runs `pbem sync --edit`, which opens the order file in their editor. What
they write there are the plans of the title's novice; answers are the draft that came with the question. In the first
turn everybody makes a slip, and one letter with a report is lost. It ends with 1 where a person and turn took more than
the bounds allow; who asks to be asked everything has no bound.
"""

from __future__ import annotations

import argparse
import email
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import getaddresses
from pathlib import Path
from time import sleep

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Bot
from pbem.adjudicator.orders.grammar import HEAD
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time, show_time
from pbem.match.own_folder.seat import Seat
from pbem.trust.record.ledger import parse_ledger

START, CLUB = "2026-11-20T18:00:00Z", "club"
#: The most that a person's turn may take: commands, letters mailed, bytes received.
MOST = (6, 3, 600_000)
#: What it took once, in the first turn of Jenkins, without standing orders: commands, letters saved, mailed, bytes.
ONCE = {"english": (23, 13, 5, 8_000_000), "spanish": (17, 11, 3, 8_200_000)}
#: An order that asks for every choice by letter, whatever a doctrine could answer.
ASK = {"ask": ["everything"]}
TURN = re.compile(r"t([0-9]{2})\.")
#: The subjects of letters that ask something of their reader.
ASKS = re.compile("your orders for|you are asked")
#: The subject of a letter that somebody else has to answer: nobody sits down for it.
OTHERS = re.compile("waits for an answer")
#: What a letter says of a phase in which silence is an order.
RUNS_ON = b"If you send nothing, what you ordered before goes on"
#: The players' editor: it leaves the name of the file, and waits until somebody has written it.
EDITOR = """#!/bin/sh
printf '%s' "$1" > "$HOME/editing.part"
mv "$HOME/editing.part" "$HOME/editing"
while [ -e "$HOME/editing" ]; do sleep 0.02; done
"""
#: So long nobody needs for anything; the game has come to a standstill.
MOST_DAYS = 60


@dataclass(slots=True)
class Person:
    """A person with a home, and what each turn took them."""

    seat: str
    home: Path
    bot: Bot
    commands: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    mailed: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    got: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    asked: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    #: Letters in the box that nobody has looked at, by their turn.
    unread: list[int] = field(default_factory=list)
    folder: Path = Path()
    has_erred: bool = False
    #: Whether the newest letter says that silence is an order.
    may_be_silent: bool = False

    @property
    def box(self) -> Path:
        """The person's mailbox."""
        return self.home / "Maildir"


@dataclass(slots=True)
class Table:
    """A game, its people, the clock and the post between them."""

    place: Path
    game: str
    ask: bool
    tell: bool
    people: dict[str, Person]
    now: str = START
    lost: str = ""

    # ------------------------------------------------------------------------------------------------- what people do
    def pbem(self, home: Path, *words: object, turn: int | None = None, person: Person | None = None) -> str:
        """A command as somebody runs it at their terminal; what it says."""
        line = " ".join(str(word).replace(f"{home}/", "") for word in words)
        if person is not None and turn is not None:
            person.commands[turn].append(line)
        environment = {
            **os.environ, "HOME": str(home), "PBEM_HOME": str(home / "keys"), "PBEM_NOW": self.now, "COLUMNS": "80",
            "VISUAL": str(self.place / "editor"),
        }  # fmt: skip
        with tempfile.TemporaryFile("w+") as told:
            running = subprocess.Popen(
                [sys.executable, "-m", "pbem", *map(str, words)], cwd=home, env=environment, stdin=subprocess.PIPE,
                stdout=told, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
            while running.poll() is None:
                sleep(0.02)
                if person is not None and (home / "editing").exists():
                    self.edit(person, running)
            told.seek(0)
            said = told.read()
        if self.tell:
            print(f"\n{self.now} {home.name}$ pbem {line}\n{said}", end="")
        sure(running.returncode in (0, 1, 3, 6), said)
        return said

    def edit(self, person: Person, command: subprocess.Popen[str]) -> None:
        """Writes the file that is open in a person's editor, and answers what will be asked about it."""
        asked = person.home / "editing"
        seat = Seat.at(person.folder)
        file, turn = Path(asked.read_text(encoding="utf-8")), turn_of(seat.phase)
        writes = True
        if seat.questions:
            person.asked[turn] += len(seat.questions)
        else:
            writes = self.write(person, seat, file, turn)
        assert command.stdin is not None  # noqa: S101 - it is a pipe
        command.stdin.write("y\n" if writes else "n\n")
        command.stdin.flush()
        asked.unlink()

    def tick(self) -> None:
        """The moderator's timer goes off, and the post goes round."""
        self.carry()
        self.pbem(self.place / "moderator", "tick", "game", "--mail", f"maildir:{self.place / CLUB}", "--to", "out")
        self.carry()

    def carry(self) -> None:
        """Brings every letter to those it is for."""
        for owner in ("moderator", *self.people):
            for path in sorted((self.place / owner / "out").glob("*.eml")):
                message = email.message_from_bytes(path.read_bytes())
                turn = turn_of(path.name)
                if owner in self.people:
                    self.people[owner].mailed[turn] += 1
                for _, address in getaddresses(message.get_all("To", []) + message.get_all("Cc", [])):
                    self.put(address.partition("@")[0], f"{owner}-{path.name}", path.read_bytes(), turn,
                             str(message["Subject"]))
                path.rename(self.place / "gone" / f"{owner}-{path.name}")

    def put(self, who: str, name: str, letter: bytes, turn: int, subject: str) -> None:
        """Leaves a letter in somebody's box; one report of the first turn that asks nothing is lost on the way."""
        person, asks = self.people.get(who), ASKS.search(" ".join(subject.split())) is not None
        if person is not None and turn == 1 and not self.lost and "-report-" in name and not asks:
            self.lost = name
            return
        box = person.box if person else self.place / who
        if not person and who != CLUB:
            return  # the moderator's own box, and nobody's
        (box / "new" / name).write_bytes(letter)
        if person is not None:
            person.got[turn].append(len(letter))
            if asks:
                person.may_be_silent = RUNS_ON in b" ".join(letter.split())
            others = "-receipt-" in name or name.startswith(tuple(self.people)) or OTHERS.search(subject)
            if not others:
                person.unread.append(turn)  # a receipt and another's sealed orders call nobody to the desk

    # ---------------------------------------------------------------------------------------------------- a whole game
    def begin(self) -> None:
        """Keys, an invitation, an acceptance, the charter and its signature, for everybody."""
        players = [word for seat in self.people for word in ("--seat", f"{seat}={seat}@mail.example.net")]
        moderator = self.place / "moderator"
        self.pbem(moderator, "key", "new", "--name", "Mo")
        scenario = load_game(self.game).scenario_for(self.people)
        self.pbem(moderator, "new", "game", "--game", self.game, "--scenario", scenario, "--deadline-hours", "96",
                  "--question-hours", "48", "--address", f"{CLUB}@mail.example.net", "--title", "By hand",
                  "--moderator", "mo@mail.example.net", *players)  # fmt: skip
        for person in self.people.values():
            self.pbem(person.home, "key", "new", "--name", person.seat.title())
            settings = {"pbem": "post/1", "in": {"from": f"maildir:{person.box}"},
                        "out": {"to": f"folder:{person.home / 'out'}"}}  # fmt: skip
            (person.home / "keys" / "post.yaml").write_text(strict_yaml.write(settings), encoding="utf-8")
        for paper in ("invitation", "charter"):
            self.tick()
            for person in self.people.values():
                (letter,) = (person.box / "new").glob(f"*-{paper}.eml")
                self.pbem(person.home, "join", letter, "--dir", "war")
                self.pbem(person.home, "sync", "--no-open")
                person.folder = person.home / "war"
        self.tick()

    def turn(self) -> int:
        """The turn that is open; beyond every turn when the game is over."""
        ledger = parse_ledger((self.place / "moderator/game/ledger.jsonl").read_bytes(), "ledger")
        return 99 if ledger.entries("final") else turn_of(ledger.entries("phase")[-1].text("phase"))

    def play(self, turns: int) -> None:
        """People look at their mail every evening, until so many turns are over and read."""
        for _ in range(MOST_DAYS * turns):
            for person in self.people.values():
                if person.unread:
                    self.evening(person)
            if self.turn() > turns:
                return
            self.now = show_time(parse_time(self.now) + timedelta(hours=12))
            self.tick()
        raise AssertionError("the game has come to a standstill")

    def evening(self, person: Person) -> None:
        """A person reads what has come, and writes what is asked of them."""
        had_erred = person.has_erred
        said = self.pbem(person.home, "sync", "--edit", "--no-open", turn=max(person.unread), person=person)
        sure(had_erred == person.has_erred or "did you mean losses?" in said, said)
        person.unread.clear()

    def write(self, person: Person, seat: Seat, file: Path, turn: int) -> bool:
        """Writes the orders of a phase; the first time with a slip, which the check shows. Who has nothing to order
        where silence is an order writes nothing.
        """
        text = person.bot.orders(seat.view(), seat.head())
        body = strict_yaml.plain(strict_yaml.read(text.encode(), "orders"))
        assert isinstance(body, dict)  # noqa: S101 - a bot writes an order file
        if self.ask:
            body = {name: part for name, part in body.items() if name != "doctrine"} | ASK
        if person.may_be_silent and set(body) <= {*HEAD, "doctrine"}:
            return False
        plain = strict_yaml.write(body)
        if turn == 1 and not person.has_erred:
            person.has_erred = True
            file.write_text(f"{plain}losess: {{any: [nobody]}}\n", encoding="utf-8")
            return True
        file.write_bytes(plain.replace("\n", "\r\n").encode("utf-16"))  # as an editor of Windows may save it
        return True

    # ------------------------------------------------------------------------------------------------------- the table
    def lines(self, turns: int) -> Iterator[str]:
        """The table, a line for each person and turn."""
        yield "| turn | person | commands | letters mailed | letters received | bytes received | questions |"
        yield "| --- | --- | --- | --- | --- | --- | --- |"
        if self.game == "jenkins":
            for seat, (commands, saved, mailed, size) in ONCE.items():
                yield f"| 1, once | {seat} | {commands} | {mailed} | {saved} | {size:,} | 5 |"
        for turn in range(1, turns + 1):
            for person in self.people.values():
                got = person.got[turn]
                took = (turn, person.seat, len(person.commands[turn]), person.mailed[turn], len(got), f"{sum(got):,}")
                yield f"| {' | '.join(map(str, took))} | {person.asked[turn]} |"

    def broken(self, turns: int) -> list[str]:
        """Says where a person and turn took more than the bounds allow."""
        found = []
        for turn in range(1, turns + 1):
            for person in self.people.values():
                took = (len(person.commands[turn]), person.mailed[turn], sum(person.got[turn]))
                if any(each > most for each, most in zip(took, MOST, strict=True)):
                    found.append(f"turn {turn}, {person.seat}: {took}, and {MOST} are allowed: {person.commands[turn]}")
        return found


def sure(holds: bool, said: str) -> None:
    """Ends the story where something went otherwise than people expect, and shows what was said."""
    if not holds:
        raise RuntimeError(said)


def turn_of(name: str) -> int:
    """The turn that a phase, or a letter about one, belongs to; 0 before the first."""
    found = TURN.search(name)
    return int(found[1]) if found else 0


def main() -> int:
    """Plays, prints the table, and says what is beyond the bounds."""
    parser = argparse.ArgumentParser(description="Play turns as people do, and count what they take.")
    parser.add_argument("--game", default="jenkins")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--seed", default="1", help="for the players' plans; dice fall as they fall")
    parser.add_argument("--ask", action="store_true", help="be asked everything, in place of a doctrine")
    parser.add_argument("--tell", action="store_true", help="show every command and what it says")
    given = parser.parse_args()
    game = load_game(given.game)
    seats = min((game.seats_of(name) for name in game.scenarios), key=len)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        people = {seat: Person(seat, place / seat, game.bot("novice", seat, SeededChance(f"{given.seed} {seat}")))
                  for seat in seats}  # fmt: skip
        for owner in ("moderator", *people):
            (place / owner / "out").mkdir(parents=True)
        (place / "gone").mkdir()
        (place / "editor").write_text(EDITOR, encoding="ascii")
        (place / "editor").chmod(0o755)
        for box in (place / CLUB, *(person.box for person in people.values())):
            for part in ("new", "cur", "tmp"):
                (box / part).mkdir(parents=True)
        table = Table(place, given.game, given.ask, given.tell, people)
        table.begin()
        table.play(given.turns)
        print("\n".join(table.lines(given.turns)))
        broken = table.broken(given.turns) if not given.ask else []
    print("\n".join(broken), file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
