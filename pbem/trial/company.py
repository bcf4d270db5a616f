"""Plays a game in one place: a moderator, a bot at every seat, and a postman between them.

Everybody has keys and a folder of their own; everything goes by letter, through the functions that the commands call.
Nobody looks into another's folder. The clock is moved by hand, so a game of months takes as long as its letters do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.adjudicator.game import Bot
from pbem.adjudicator.reports.open_questions import answer_file
from pbem.base.clock import parse_time
from pbem.base.errors import Waiting, bad
from pbem.base.files import write_atomic
from pbem.base.records import dataclass, field
from pbem.match.deadlines.needs_moderator import held_back
from pbem.match.deadlines.phase_times import let_run
from pbem.match.folder.office import at_work
from pbem.match.intake.take_in import take_in
from pbem.match.moderator.status import private_status
from pbem.match.own_folder.player import Player, order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.people.enrolment import Foundation, Plan, new_game
from pbem.match.phase.run_phase import run
from pbem.match.player.join import join
from pbem.match.player.open_letter import open_letter
from pbem.match.player.seal_orders import open_part
from pbem.match.player.seal_orders import seal_orders as seal_file
from pbem.match.post.game_letter import read_letter
from pbem.match.post.send_outbox import deliver
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR
from pbem.trust.record import layout

#: Between two rounds of letters; people answer in the evening.
PAUSE = timedelta(hours=23)
#: What a letter brings that asks for a player's keys; one without, like a reminder, is only read.
ASKING = ("invitation.yaml", layout.CHARTER)


@dataclass(frozen=True, slots=True)
class Carried:
    """A letter that was read: its reader, its place, the command its reader ran on it ({}), and the result."""

    sender: str
    reader: str
    path: Path
    command: str
    outcome: str


def unwatched(letter: Carried) -> None:
    """Nobody looks on."""


def unheard(command: str, said: str) -> None:
    """Nobody listens."""


@dataclass(slots=True)
class Company:
    """The moderator and the players. `rings` holds everybody's keys, `bots` a captain for each seat."""

    place: Path
    rings: Mapping[str, Keyring]
    bots: Mapping[str, Bot]
    now: datetime
    watch: Callable[[Carried], None] = unwatched
    hear: Callable[[str, str], None] = unheard
    #: The words of players' programs that have been mailed.
    confirmed: list[Path] = field(default_factory=list)
    forgotten: list[tuple[str, int, str]] = field(default_factory=list)  # phase, attempt, seat: a letter never sent

    @property
    def desk(self) -> Path:
        """The moderator's game folder; without its private part it is the public one."""
        return self.place / "desk"

    def folder(self, seat: str) -> Path:
        """A player's folder."""
        return self.place / seat

    def player(self, seat: str) -> Player:
        """Returns a player with their keys."""
        ring = self.rings[seat]
        return Player(ring, ring.signer(), self.now)

    # --------------------------------------------------------------------------------------------------- the moderator
    def begin(self, plan: Plan, foundation: Foundation | None = None) -> None:
        """Invitations, acceptances, the charter and its signatures, the first reports."""
        new_game(self.desk, plan, self.rings[MODERATOR], self.now, foundation)
        for _ in ("invitation", "charter", "first report"):
            self.carry()

    def status(self) -> dict[str, Any]:
        """Returns the state of the game as the moderator sees it."""
        return private_status(self.desk, self.rings[MODERATOR].home, self.now)

    def turn(self) -> int:
        """The turn that is open; 0 once the game is over."""
        with at_work(self.desk, self.rings[MODERATOR], self.now) as office:
            phase = office.terms.restore(office.book.position).phase()
            return phase.turn if phase and office.book.stage == "playing" else 0

    def runs_on(self) -> bool:
        """Tells if silence is an order in the open phase: what was ordered before goes on."""
        with at_work(self.desk, self.rings[MODERATOR], self.now) as office:
            return office.book.stage == "playing" and office.book.step.free

    def run(self) -> None:
        """Adjudicates as far as it goes, also where nobody has sent anything."""
        with at_work(self.desk, self.rings[MODERATOR], self.now) as office:
            try:
                if office.book.stage == "playing" and held_back(office):  # killed at its end, a game is over here
                    let_run(office)
                told = run(office)
            except Waiting as waiting:
                told = waiting.faults[0].message
            self.hear(f"pbem run {self.desk.name}", "\n".join([*office.said, told]))

    def take(self, seat: str, path: Path) -> None:
        """A player's letter reaches the moderator, who can use it: a bot makes no mistakes that a check would find."""
        with at_work(self.desk, self.rings[MODERATOR], self.now) as office:
            taken = take_in(office, path)
            if taken.error:
                raise taken.error
            if taken.silence:
                raise bad(f"letter is not one that is answered: {taken.silence}", file=str(path))
            said = "\n".join(office.said)
        self.watch(Carried(seat, MODERATOR, path, f"pbem in {self.desk.name} {{}}", said))

    # ----------------------------------------------------------------------------------------------------- the players
    def carry(self) -> None:
        """Carries every letter of the outbox to its reader, who opens it, and answers if it only asks for keys.

        Letters to the moderator from their own program are for people to read.
        """
        letters = deliver(self.desk, self.place / "post")
        for name in [each for each in letters if not each[6:].startswith(f"{MODERATOR}-")]:
            reader = max((seat for seat in self.bots if name[6:].startswith(f"{seat}-")), key=len)
            self.read(reader, self.place / "post" / name)

    def read(self, seat: str, path: Path) -> None:
        """A letter of the moderator, opened."""
        received = read_letter(path)
        if "public.zip" in received.parts or any(name.endswith(".proof") for name in received.parts):
            opened = open_letter(self.player(seat), received, self.folder(seat))
            self.watch(Carried(MODERATOR, seat, path, f"pbem open {{}} --dir {seat}", opened.report))
            self.confirm(seat)
        elif any(name in received.parts for name in ASKING):
            answer = join(self.player(seat), received, self.folder(seat))
            self.watch(Carried(MODERATOR, seat, path, f"pbem join {{}} --dir {seat}", ""))
            self.take(seat, answer)

    def confirm(self, seat: str) -> None:
        """Mails the words that a player's program has written by itself: how much of the record they have seen."""
        for path in sorted((self.folder(seat) / "outbox").glob("seen-*.eml")):
            if path not in self.confirmed:
                self.confirmed.append(path)
                self.take(seat, path)

    def order(self, seat: str) -> Path:
        """A bot's orders, or its answers, from its own folder; the letter."""
        own = Seat.at(self.folder(seat))
        path = order_file(own)
        write_atomic(path, (answers(own) if own.questions else self.bots[seat].orders(own.view(), own.head())).encode())
        return seal_file(self.player(seat), own, path)[1]

    # ------------------------------------------------------------------------------------------------------- the course
    def step(self) -> bool:
        """One round of letters and what it leads to; False once the game is over."""
        state = self.status()
        if state["stage"] == "over":
            return False
        writing = [seat for seat in state["waits_for"] if not self.forgets(seat, state)]
        for seat in writing:
            opens = state["what"] == "opens"
            self.take(seat, open_part(self.player(seat), Seat.at(self.folder(seat))) if opens else self.order(seat))
        self.now = self.now + PAUSE if writing else max(self.now, self.due(state))
        self.run()
        self.carry()
        return True

    def forgets(self, seat: str, state: Mapping[str, Any]) -> bool:
        """Tells if a bot never sends what it is waited for; the second letter of a phase decides nothing and comes."""
        if state["what"] == "opens" or seat not in self.bots:
            return False
        letter = (str(state["phase"]), int(state["attempt"]), seat)
        if letter not in self.forgotten and self.bots[seat].forgets():
            self.forgotten.append(letter)
        return letter in self.forgotten

    def due(self, state: Mapping[str, Any]) -> datetime:
        """When the game goes on by itself: a deadline, the end of a pause, the beacon."""
        return parse_time(state["due"])


def answers(seat: Seat) -> str:
    """Answers a question from the bot's doctrine; the default answer, which the question names, covers the rest."""
    asker = seat.title.asking(seat.view())
    return answer_file(seat.head(), [asker.asked(question) for question in seat.questions]) + "\n"


def keyrings(place: Path, seats: Sequence[str]) -> dict[str, Keyring]:
    """Fresh keys for the moderator and every seat."""
    return {who: Keyring.create(who.title(), home=place / f"keys-{who}") for who in (MODERATOR, *seats)}
