"""People of a club: each with one set of keys, a folder for every game, and habits. They act on what they have read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from year_world import World, lot

from pbem import strict_yaml
from pbem.base.errors import PbemError
from pbem.base.files import write_atomic
from pbem.cabin.waiting import State, waits_of
from pbem.match.own_folder.player import Player, charter_of, order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.player.agree_to_go_back import agree
from pbem.match.player.give_seat import hand_over
from pbem.match.player.join import join
from pbem.match.player.open_letter import open_letter
from pbem.match.player.seal_orders import open_part, seal_orders
from pbem.match.post.game_letter import read_letter
from pbem.trial.company import answers
from pbem.trust.keyring import Keyring
from pbem.trust.record import layout

if TYPE_CHECKING:
    from year_tables import Table

#: One step in so many is forgotten until a reminder comes; one in so many of those for good.
FORGETS, FOR_GOOD = 9, 2


@dataclass(slots=True)
class Person:
    """A player, guardian or moderator to be."""

    world: World
    name: str
    ring: Keyring
#: Tables that this person has left; moments until which they write nothing anywhere.
    left: set[str] = field(default_factory=set)
    away_until: datetime | None = None
    #: How long this person lends a seat that is accepted, by table: phases, 0 for good.
    lends: dict[str, int] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)
    letters: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    def folder(self, table: Table) -> Path:
        return self.world.place / "players" / self.name / table.name

    def player(self) -> Player:
        return Player(self.ring, self.ring.signer(), self.world.now)

    # --------------------------------------------------------------------------------------------------------- reading
    def receive(self, table: Table, path: Path, name: str) -> None:
        """Reads a letter that has come; it is answered when its reader finds time."""
        self.letters.append(f"{table.name} {name}")
        received = read_letter(path)
        parts, folder = received.parts, self.folder(table)
        if "-trial" in name:
            self.world.after(self.pace(table, name), lambda: self.prove(table, path))
        elif "reopen.yaml" in parts and self not in table.crew.values():
            self.later(table, name, lambda: agree(self.player(), read_letter(path), folder, insist=True))
        elif {"invitation.yaml", layout.CHARTER, "rotate.yaml"} & parts.keys():
            self.later(table, name, lambda: join(self.player(), read_letter(path), folder))
        elif "acceptance.yaml" in parts:
            self.later(table, name, lambda: hand_over(
                self.player(), Seat.at(folder), read_letter(path), phases=self.lends.get(table.name, 0),
                reason="A long voyage."))
        elif "public.zip" in parts or any(each.endswith((".proof", ".age")) for each in parts):
            open_letter(self.player(), received, folder)
            self.plan(table)
            self.read_orders(table, parts)
            if "-moderator-" in name:
                self.world.after(self.pace(table, name), lambda: self.send_again(table))
        elif "-reminder" in name:
            self.remember(table, name)

    def read_orders(self, table: Table, parts: Mapping[str, bytes]) -> None:
        """Agrees to the captain's orders as a member of a team; leaves the writing to the captain."""
        if self in table.crew.values() and any(name.endswith(".pbem") for name in parts):
            self.world.after(3, lambda: noted(table, "team", self.say(table, "word", "agree")))

    def later(self, table: Table, name: str, write: object) -> None:
        """An answer that needs no thought."""
        assert callable(write)
        self.world.after(self.pace(table, name), lambda: self.world.mail(write(), table))

    def pace(self, table: Table, *about: object) -> float:
        """Returns the hours a person takes."""
        return 2 + lot(self.name, table.name, *about) % 40

    def prove(self, table: Table, path: Path) -> None:
        """Opens a guardian's trial file and mails the output."""
        said = self.world.command(self.ring, "escrow", "test", path)
        head = f"From: {self.address}\nTo: {table.house.address}\nMessage-ID: <{self.name}.{table.name}@example.org>\n"
        written = path.with_suffix(".proof.eml")
        written.write_text(f"{head}Subject: my word\n\n{said}", encoding="utf-8")
        self.world.mail(written, table)

    # --------------------------------------------------------------------------------------------------------- writing
    def to_do(self, table: Table) -> str:
        """Returns what the inbox asks of a person in this game: '', 'orders' or 'open'."""
        folder = self.folder(table)
        waits = waits_of(folder, self.world.now, zone="UTC")
        assert not waits.fault, waits
        if table.name in self.left or self in table.crew.values() or waits.stage != "playing" or not waits.todo:
            return ""
        seat = Seat.at(folder)
        if self.player().key.public not in [keys.ssh for keys in charter_of(seat).seat(seat.seat).people]:
            return ""
        done = any(line.startswith("pbem send") for line in waits.todo)
        return "" if done else "open" if any("orders open" in line for line in waits.todo) else "orders"

    def step_of(self, table: Table, asked: str) -> str:
        """Returns what is open, as far as the person knows, and what is asked."""
        seat = Seat.at(self.folder(table))
        questions = [each["key"] for each in seat.questions]
        return f"{order_file(seat).stem} {asked} {seat.deadline} {questions}"

    def plan(self, table: Table) -> None:
        """Plans when the person will write what is asked, unless they forget it."""
        asked = self.to_do(table)
        step = self.step_of(table, asked) if asked else ""
        if not asked or f"{table.name} {step}" in self.pending:
            return
        self.pending.add(f"{table.name} {step}")
        if lot(self.name, table.name, step, "forgets") % FORGETS == 0 and not table.careful:
            self.world.happened["forgotten"] += 1
            return
        self.world.after(self.pace(table, step), lambda: self.write(table, step))

    def remember(self, table: Table, name: str) -> None:
        """A reminder helps, mostly."""
        asked = self.to_do(table)
        if asked and lot(self.name, table.name, name) % FOR_GOOD:
            step = self.step_of(table, asked)
            self.world.after(5, lambda: self.write(table, step))

    def write(self, table: Table, step: str) -> None:
        """Writes what is asked, if it is still asked."""
        if self.away_until and self.world.now < self.away_until:
            self.world.at(self.away_until, lambda: self.write(table, step))
            return
        asked = self.to_do(table)
        if not asked or self.step_of(table, asked) != step:
            return
        seat = Seat.at(self.folder(table))
        if asked == "open":
            self.world.mail(open_part(self.player(), seat), table)
            return
        path = order_file(seat)
        text = answers(seat) if seat.questions else table.bot(seat.seat).orders(seat.view(), seat.head())
        write_atomic(path, text.encode())
        if seat.check(path).faults:  # another's turn: nothing to say
            write_atomic(path, strict_yaml.write({"pbem": "orders/1", **seat.head()}).encode())
        self.world.mail(seal_orders(self.player(), seat, path)[1], table)

    def send_again(self, table: Table) -> None:
        """Sends again what the former moderator lost, and what was still on its way to them."""
        waits, seat = waits_of(self.folder(table), self.world.now, zone="UTC"), Seat.at(self.folder(table))
        if any(line.startswith("pbem send") and "open-" in line for line in waits.todo):
            self.world.mail(open_part(self.player(), seat), table)
        elif waits.orders == State.READY.value:
            self.world.happened["sealed again"] += 1
            self.world.mail(seal_orders(self.player(), seat, order_file(seat))[1], table)

    def say(self, table: Table, *words: object) -> bool:
        """A command in the folder of a game, whose letter is mailed; whether there was a way to do it."""
        try:
            printed = self.world.command(self.ring, *words, "--dir", self.folder(table))
        except AssertionError as error:
            if isinstance(error.args[0][-1], PbemError):
                return False
            raise
        self.world.mail(Path(printed.splitlines()[-1]), table)
        return True


def noted(table: Table, what: str, done: bool = True) -> bool:
    """Something has befallen the club."""
    table.world.happened[what] += done
    return done


def absence(world: World, days: int) -> tuple[str, str]:
    """From tomorrow on, so many days."""
    first = world.now + timedelta(days=1)
    return first.date().isoformat(), (first + timedelta(days=days)).date().isoformat()
