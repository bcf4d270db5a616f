"""A game of the race by letters, in one process: a moderator, honest players with the project's own program, a postman.

    crew = Crew(place, "two-step", 3)
    crew.begin()
    crew.order_all()
    crew.close()
    ...
    assert crew.verdict() is Verdict.MATCHES

Everybody gets every lock and every opening. A test may keep letters back, lose them, or let the moderator write lines
that an honest one would not: `crew.pen()` is a step of the public record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp
from typing import Any

import pytest
import trio

from pbem import strict_yaml
from pbem.adjudicator import titles
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError, Waiting
from pbem.match.folder.office import Office, at_work
from pbem.match.intake.take_in import Taken, take_in
from pbem.match.moderator.going_back import propose
from pbem.match.own_folder.player import Player, order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.people.enrolment import Plan, new_game
from pbem.match.phase.run_phase import run
from pbem.match.player.agree_to_go_back import agree
from pbem.match.player.join import join
from pbem.match.player.open_letter import OpenedLetter, open_letter
from pbem.match.player.seal_orders import open_part, seal_orders
from pbem.match.post.game_letter import read_letter
from pbem.match.post.send_outbox import deliver
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.grammar.verdict import Verdict
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR
from pbem.trust.record.ledger import Ledger, parse_ledger
from pbem.trust.verify import Report, verify_folder
from pbem.trust.write_folder import Step

START = "2026-11-02T20:00:00Z"


def know_the_race(patch: pytest.MonkeyPatch) -> None:
    """The race among the games there are, and disks that need no syncing."""
    patch.setitem(titles.GAMES, "trio", trio.__name__)
    patch.setattr("os.fsync", lambda handle: None)
    patch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)


@pytest.fixture(autouse=True)
def race_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for every test of a module that imports this."""
    know_the_race(monkeypatch)


class Crew:
    """A moderator and players who answer every letter."""

    def __init__(self, place: Path, tier: str, number: int = 3, **plan: Any) -> None:
        self.place, self.tier, self.now = place, tier, parse_time(START)
        self.seats = trio.SEATS[:number]
        self.rings = {who: Keyring.create(who.title(), home=place / f"keys-{who}") for who in (MODERATOR, *self.seats)}
        of_tier = {"beacon": DEMO_NETWORK.chain, "margin_hours": 12} if tier == "beacon" else {}
        calendar = {"hours": 48, "question_hours": 24, "reminder_hours": 0, "silent_percent": 100}
        self.plan = Plan(game="trio", seats={seat: f"{seat}@example.org" for seat in self.seats}, tier=tier,
                         **{"calendar": calendar, "grammar": 2, **of_tier, **plan})  # fmt: skip
        #: What each seat was told of late, and errors of its program.
        self.told: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.refused: dict[str, list[str]] = {seat: [] for seat in self.seats}
        #: Seats that a letter of a player does not reach: by sender and reader.
        self.lost: set[tuple[str, str]] = set()
        #: The letters that lie unread, by seat.
        self.unread: dict[str, list[Path]] = {seat: [] for seat in self.seats}
        self.mailed: set[str] = set()

    def copied(self, place: Path) -> Crew:
        """The same game in another place."""
        copytree(self.place, place, dirs_exist_ok=True)
        made = Crew.__new__(Crew)
        made.__dict__ |= self.__dict__
        made.place = place
        made.rings = {who: Keyring.open(place / f"keys-{who}") for who in self.rings}
        made.told = {seat: [] for seat in self.seats}
        made.refused = {seat: [] for seat in self.seats}
        made.lost, made.unread = set(), {seat: [] for seat in self.seats}
        made.mailed = set(self.mailed)
        return made

    # --------------------------------------------------------------------------------------------------- the moderator
    @property
    def desk(self) -> Path:
        """The moderator's folder."""
        return self.place / "desk"

    @contextmanager
    def office(self) -> Iterator[Office]:
        """The moderator at work, now."""
        with at_work(self.desk, self.rings[MODERATOR], self.now) as office:
            yield office

    @contextmanager
    def pen(self) -> Iterator[Step]:
        """Any lines that the moderator likes to write, signed with the log key."""
        with self.office() as office:
            with office.record.step(office.now) as step:
                yield step
            office.save()

    def begin(self) -> None:
        """Invitations, the charter, the first reports."""
        new_game(self.desk, self.plan, self.rings[MODERATOR], self.now)
        for _ in range(3):
            self.carry()
            self.read_all()

    def take(self, letter: Path) -> Taken:
        """A letter reaches the moderator."""
        with self.office() as office:
            return take_in(office, letter)

    def run(self) -> str:
        """The moderator's program goes on as far as it can; what it waits for."""
        with self.office() as office:
            try:
                return run(office)
            except Waiting as waiting:
                return waiting.faults[0].message

    def tell(self) -> None:
        """A letter with the newest record to every seat, by the moderator's hand."""
        from pbem.match.post.game_letter import Letter
        from pbem.match.post.outbox import post
        from pbem.match.post.public_parcel import parcels

        with self.office() as office:
            public = parcels(office)
            for seat in self.seats:
                letter = Letter(office.book.addresses[seat], f"{office.charter.game}: the record", "See attached.\n",
                                {"public.zip": public.of(seat)})  # fmt: skip
                post(office, seat, "record", letter)
            office.save()
        self.carry()

    # --------------------------------------------------------------------------------------------------------- the post
    def carry(self) -> None:
        """The moderator's letters come to their readers."""
        for name in deliver(self.desk, self.place / "post"):
            path = self.place / "post" / name
            path = path.rename(path.with_name(f"{len(list(path.parent.iterdir())):05d}-{name}"))
            for seat in self.seats:
                if name[6:].startswith(f"{seat}-"):
                    self.unread[seat].append(path)

    def read_all(self, *seats: str) -> None:
        """Players open what lies there, and their programs answer what they can answer."""
        for seat in seats or self.seats:
            while self.unread[seat]:
                self.read(seat, self.unread[seat].pop(0))

    def read(self, seat: str, path: Path) -> OpenedLetter | None:
        """One letter opened; an invitation or charter is answered."""
        received = read_letter(path)
        if "invitation.yaml" in received.parts or ("charter.yaml" in received.parts):
            answer = join(self.player(seat), received, self.folder(seat))
            assert self.take(answer).error is None
            return None
        try:
            opened = open_letter(self.player(seat), received, self.folder(seat))
        except PbemError as error:
            self.refused[seat] += [fault.message for fault in error.faults]
            return None
        self.told[seat] += [opened.report, *opened.notes]
        self.mail_protests(seat)
        return opened

    def mail_protests(self, seat: str) -> None:
        """Mails at once the letters that a player's program has written by itself."""
        for path in sorted((self.folder(seat) / "outbox").glob("*.eml")):
            if path.name.startswith(("protest", "seen")) and f"{seat}/{path.name}" not in self.mailed:
                self.mailed.add(f"{seat}/{path.name}")
                self.send(seat, path)

    def send(self, seat: str, path: Path, *, to_moderator: bool = True) -> Taken | None:
        """A player's letter goes to the other players and to the moderator."""
        copy = self.place / "letters" / f"{len(self.mailed)}-{seat}-{path.name}"
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes())
        self.mailed.add(str(copy))
        for other in self.seats:
            if other != seat and (seat, other) not in self.lost:
                self.unread[other].append(copy)
        return self.take(copy) if to_moderator and (seat, MODERATOR) not in self.lost else None

    # ------------------------------------------------------------------------------------------------------ the players
    def folder(self, seat: str) -> Path:
        """A player's folder."""
        return self.place / seat

    def player(self, seat: str) -> Player:
        """A player with their keys."""
        return Player(self.rings[seat], self.rings[seat].signer(), self.now)

    def sealed(self, seat: str, stroke: str = "hard") -> Path:
        """Orders sealed: the letter."""
        own = Seat.at(self.folder(seat))
        path = order_file(own)
        path.parent.mkdir(exist_ok=True)
        path.write_text(strict_yaml.write({"pbem": "orders/1", **own.head(), "stroke": stroke}), encoding="utf-8")
        return seal_orders(self.player(seat), own, path)[1]

    def order(self, seat: str, stroke: str = "hard") -> Taken | None:
        """Orders sealed and mailed."""
        return self.send(seat, self.sealed(seat, stroke))

    def order_all(self, but: Sequence[str] = ()) -> None:
        """Everybody orders, but for these."""
        for seat in self.seats:
            if seat not in but:
                self.order(seat)

    def opening(self, seat: str) -> Path:
        """The second letter of tier two-step."""
        return open_part(self.player(seat), Seat.at(self.folder(seat)))

    def open_all(self, but: Sequence[str] = ()) -> None:
        """Everybody opens whose program finds nothing against it, but for these."""
        for seat in self.seats:
            if seat in but:
                continue
            try:
                path = self.opening(seat)
            except PbemError as error:
                self.refused[seat] += [fault.message for fault in error.faults]
            else:
                self.send(seat, path)

    # ------------------------------------------------------------------------------------------------------- the course
    def go_back(self, phase: str) -> None:
        """All agree to go back to a phase."""
        with self.office() as office:
            propose(office, phase, "The supply was counted twice.")
            office.save()
        letters: dict[str, list[Path]] = {seat: [] for seat in self.seats}
        self.carry()
        for seat in self.seats:
            while self.unread[seat]:
                letters[seat].append(self.unread[seat].pop(0))
        for seat in self.seats:
            for path in letters[seat]:
                received = read_letter(path)
                if "reopen.yaml" in received.parts:
                    taken = self.take(agree(self.player(seat), received, self.folder(seat)))
                    assert taken.error is None, taken.error
                else:
                    self.read(seat, path)
        self.carry()
        self.read_all()

    def later(self, hours: float) -> None:
        """Time passes."""
        self.now += timedelta(hours=hours)

    def close(self, but: Sequence[str] = ()) -> None:
        """A phase in which all that comes has come: locked, opened but by these, played, told, read."""
        if self.tier == "beacon":
            self.now = max(self.now, parse_time(self.ledger().entries("phase")[-1].text("deadline")))
        self.run()
        self.carry()
        self.read_all()
        if self.tier == "two-step":
            self.open_all(but)
            self.run()
        elif self.tier == "beacon":
            self.later(13)
            self.run()
        self.carry()
        self.read_all()

    def play(self, phases: int = 3) -> None:
        """Whole phases, everybody at hand."""
        for _ in range(phases):
            self.later(1)
            self.order_all()
            self.later(1)
            self.close()

    def finish(self) -> None:
        """The words that come after the end."""
        self.carry()
        self.read_all()
        self.read_all()

    # ------------------------------------------------------------------------------------------------------ the record
    def ledger(self) -> Ledger:
        """The moderator's ledger."""
        return parse_ledger((self.desk / "ledger.jsonl").read_bytes())

    def kinds(self) -> list[str]:
        """The kinds of its lines."""
        return [entry.kind for entry in self.ledger()]

    def verify(self, held: Path | None = None) -> Report:
        """The findings of anybody who checks the public record."""
        with suppress(FileNotFoundError):
            (self.place / "public").rename(self.place / f"public-{show_time(self.now)}-{len(self.mailed)}")
        return verify_folder(self.desk, extra_networks=(DEMO_NETWORK,), held=held)

    def verdict(self) -> Verdict:
        """The verdict on it."""
        return self.verify().verdict


@cache
def begun(tier: str, number: int) -> Crew:
    """A game whose first phase is open; tests copy it."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_race(patch)
        crew = Crew(Path(mkdtemp(prefix="crew-")), tier, number)
        crew.begin()
    return crew
