"""The games of a year, one after another at each table, and what befalls each of them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from year_people import Person, absence, noted
from year_world import DAY, House, World

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Bot
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.errors import Waiting

#: Around Christmas and Easter nothing closes in Madrid.
REST = ("2026-12-24", "2026-12-25", "2026-12-31", "2027-01-01", "2027-01-06", "2027-03-26")
GUARDIANS = ("dora", "emil", "fred")
#: Reads the public reports of some games.
NEWSPAPER = "gazette@example.org"


@dataclass(slots=True)
class Table:
    """A game of a house, and who plays it."""

    world: World
    house: House
    name: str
    game: str
    tier: str
    seats: dict[str, Person]
    days: int
    opened: datetime
    #: Nobody forgets anything, so that what is to befall it does.
    careful: bool = False
    more: tuple[str, ...] = ()
    #: Runs as soon as all is in; where that would leave no time for what is to befall it, it waits for its deadlines.
    early: bool = True
#: The moderator moves a deadline that most seats have missed; other held phases run with what there is.
    patient: bool = False
    bots: dict[str, Bot] = field(default_factory=dict)
    #: Who plays a seat beside its captain; two of each such team have to agree.
    crew: dict[str, Person] = field(default_factory=dict)

    @property
    def desk(self) -> Path:
        return self.house.root / "games" / self.name

    def found(self) -> None:
        """The game is opened; its timer sees it."""
        seats = [f"--seat={seat}={person.address}" for seat, person in self.seats.items()]
        beacon = ("--beacon", "demo", "--margin-hours", "13") if self.tier == "beacon" else ()
        rest = [f"--rest={day}" for day in REST]
        self.house.run(
            "new", self.desk, "--game", self.game, "--tier", self.tier, "--title", self.name.title(), "--address",
            self.house.address, "--zone", "Europe/Madrid", "--days", self.days, "--hour", "02:30", "--weekdays",
            "sun,wed,fri", *rest, "--grace-hours", "12", "--hold-minutes", "30", "--reminder-hours", "48", "--press",
            "both", "--press-when", "at_once", "--show-late", *seats, *beacon,
            *([] if self.early else ["--no-early"]), *self.more, *self.teams(),
        )  # fmt: skip
        self.house.wake(self.world.now)

    def teams(self) -> list[str]:
        """The options that make seats of several people."""
        members = [f"--member={seat}={person.address}" for seat, person in self.crew.items()]
        return [*members, *(f"--member-needs={seat}=2" for seat in self.crew)]

    @property
    def people(self) -> list[Person]:
        """Everybody who plays."""
        return [*self.seats.values(), *self.crew.values()]

    def bot(self, seat: str) -> Bot:
        """Returns the bot that thinks for a seat."""
        if seat not in self.bots:
            game = load_game(self.game)
            self.bots[seat] = game.bot(game.bots()[0], seat, SeededChance(f"{self.name} {seat}"))
        return self.bots[seat]

    def act(self, name: str, *words: object) -> str:
        """The moderator does something; the timer sees that it has changed."""
        said = self.house.run(name, self.desk, *words)
        self.house.wake(self.world.now)
        return said

    def status(self) -> dict[str, Any]:
        """Returns what `pbem status` says, as data."""
        found: dict[str, Any] = json.loads(self.house.run("status", self.desk, "--json"))
        return found

    def insists(self) -> None:
        """The moderator has read that a phase was held back, and nothing has come of it since."""
        state = self.status()
        if not self.patient and "paused" not in state and "silent at the deadline" in state.get("why", ""):
            try:
                self.act("run", "--anyway")
            except AssertionError as error:
                if not isinstance(error.args[0][-1], Waiting):  # the next phase waits for its orders
                    raise
            self.house.wake(self.world.now)
            noted(self, "run anyway")

    def open_and(self, days: float, act: Callable[[Table], bool], most: int = 90) -> None:
        """In so many days, once play can be acted upon; tried again each day until it has been done."""
        def later() -> None:
            state = self.status()
            if state["stage"] == "over":
                return
            free = state["stage"] == "playing" and "paused" not in state and not self.world.down
            if not (free and act(self)) and most:
                self.open_and(1, act, most - 1)

        self.world.after(24 * days, later)

    def move(self, house: House) -> None:
        """Another house runs the game from here on."""
        self.house = house
        house.wake(self.world.now)


# ---------------------------------------------------------------------------------------------------- what befalls them
def nothing(table: Table) -> None:
    """A quiet game that a newspaper follows, with letters between its players, one of whom travels."""
    first, *others = table.seats.values()
    plays_in_company(table)
    table.more = (*table.more, "--observer", f"The newspaper={NEWSPAPER}")

    def reads(table: Table) -> bool:
        told = any((letter.table, letter.to) == (table.name, NEWSPAPER) for letter in table.world.sent)
        return noted(table, "observer", told)

    table.open_and(12, reads)

    def speaks(table: Table) -> bool:
        words = table.world.place / f"{table.name}.txt"
        words.write_text("Shall we rest? <b>&amp; \u2026</b>\nSay so.\n", encoding="utf-8")
        done = first.say(table, "press", words, "--to", "all") and others[0].say(table, "press", words, "--to", "all",
                                                                                "--grey")  # fmt: skip
        return noted(table, "press", done)

    table.open_and(4, speaks)
    table.open_and(5, lambda table: noted(table, "asked to wait", first.say(table, "word", "wait")))
    table.open_and(6, lambda table: noted(table, "let go", first.say(table, "word", "go")))
    travels(table)


def plays_in_company(table: Table) -> None:
    """Somebody joins the player of the last seat, and they have to agree."""
    table.crew[list(table.seats)[-1]] = stranger(table)


def travels(table: Table) -> None:
    """Lets a player announce an absence and be absent."""
    person = next(iter(table.seats.values()))

    def goes(table: Table) -> bool:
        done = person.say(table, "word", "away", *absence(table.world, 18))
        if done:
            person.away_until = table.world.now + 12 * DAY
        return noted(table, "absence", done)

    table.open_and(7, goes)


def abandons(table: Table) -> None:
    """Makes a player vanish; a bot plays for them."""
    table.early = False
    table.more = (*table.more, "--abandoned-after", "1", "--disorder", f"bot:{load_game(table.game).bots()[0]}")
    person = list(table.seats.values())[-1]
    table.open_and(1, lambda table: not person.left.add(table.name))  # type: ignore[func-returns-value]

    def counted(table: Table) -> bool:
        told = any(letter.table == table.name and "-abandoned" in letter.name for letter in table.world.sent)
        return noted(table, "abandoned", told)

    table.open_and(10, counted)


def is_replaced(table: Table) -> None:
    """A player is silent, and somebody else is asked to play."""
    table.careful, table.early = True, False
    seat, person = list(table.seats.items())[-1]

    def asked(table: Table) -> bool:
        other = stranger(table)
        if not any(entry["what"] == "orders" and entry["seat"] == seat for entry in timeouts(table)):
            return False
        table.act("replace", seat, "--address", other.address, "--reason", "three weeks without a letter")
        table.seats[seat] = other
        table.open_and(4, opens_again)
        return noted(table, "replaced")

    def opens_again(table: Table) -> bool:
        """Tier two-step: nobody but the former player could open this phase, so all agree to open it again."""
        state = table.status()
        if state["what"] == "opens":
            table.act("rollback", "--to", state["phase"], "--reason", "The player who left cannot open.")
        return True

    table.open_and(1, lambda table: not person.left.add(table.name))  # type: ignore[func-returns-value]
    table.open_and(3, asked)


def timeouts(table: Table) -> list[dict[str, Any]]:
    """Returns the seats that are on record as silent."""
    lines = (json.loads(line) for line in (table.desk / "ledger.jsonl").read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line["k"] == "timeout"]


def stranger(table: Table) -> Person:
    """Somebody of the club who does not play here."""
    return next(each for each in table.world.people.values() if each not in table.people
                and not (each.folder(table)).exists() and each.name not in GUARDIANS)  # fmt: skip


def lends(phases: int, what: str) -> Callable[[Table], None]:
    """Lets a player give their seat to another, for a while or for good."""
    def begins(table: Table) -> None:
        table.careful, table.early = True, False
        person = next(iter(table.seats.values()))

        def offers(table: Table) -> bool:
            other = stranger(table)
            person.lends[table.name] = phases
            return noted(table, what, person.say(table, "hand-over", "--offer", other.address))

        table.open_and(2, offers)
    return begins


def changes_moderator(table: Table) -> None:
    """The moderator hands the game over to the other house."""
    table.careful, table.early = True, False
    world, other = table.world, table.world.houses["annex"]

    def hands_over(table: Table) -> bool:
        if table.tier == "beacon" and table.status()["what"] == "beacon":
            return False
        file, old = world.place / f"{table.name}.game", table.desk
        table.house.run("hand-over-game", old, "--to", other.ring.age_public(), "--out", file)
        other.run("take-over", file, "--dir", other.root / "games" / table.name, "--address", other.address)
        shutil.move(old, world.place / f"{table.name}.former")
        table.move(other)
        return noted(table, "moderator handed over")

    table.open_and(8, hands_over)


def is_saved(table: Table) -> None:
    """Lets the moderator vanish with their machine; two of three guardians give the game to the other house."""
    table.careful, table.early = True, False
    world, other = table.world, table.world.houses["annex"]
    rings = {name: world.people[name].ring for name in GUARDIANS}
    table.more = (*table.more, *(f"--guardian={name.title()}:{name}@example.org={ring.age_public()}"
                                 for name, ring in rings.items()))  # fmt: skip

    def vanishes(table: Table) -> bool:
        closed = table.status()["closed"]
        if not closed or table.status()["what"] != "orders" or table.house.waiting():
            return False
        public = next(iter(table.seats.values())).folder(table) / "game"
        share = public / "public" / "escrow" / "escrow-1+3.age"
        for name in ("dora", "fred"):
            out = world.place / f"{table.name}-{name}.age"
            world.command(rings[name], "escrow", "share", share, "--to", other.ring.age_public(), "--out", out)
            share = out
        shutil.rmtree(table.desk)
        other.run("escrow", "recover", public, "--share", share, "--dir", other.root / "games" / table.name,
                  "--address", other.address)  # fmt: skip
        table.move(other)
        return noted(table, "saved by guardians")

    table.open_and(8, vanishes)


def is_paused(table: Table) -> None:
    """Cuts the moderator's line for some days; then they give more time."""
    def pauses(table: Table) -> bool:
        table.act("pause", "--reason", "The server moves.")
        table.world.after(60, resumes)
        return True

    def resumes() -> None:
        noted(table, "pause", bool(table.act("resume", "--reason", "It is back.")))

    def extends(table: Table) -> bool:
        state = table.status()
        if state["what"] not in ("orders", "answers") or table.tier == "beacon":
            return table.tier == "beacon"
        table.act("extend", "--hours", 48, "--reason", "A long weekend.")
        return noted(table, "extension")

    table.open_and(3, pauses)
    table.open_and(8, extends)


def goes_back(table: Table) -> None:
    """A phase that was played is taken back, and all sign; of a team its captain."""
    table.careful, table.early = True, False
    plays_in_company(table)

    def proposes(table: Table) -> bool:
        state = table.status()
        if not state["closed"] or state["what"] != "orders":
            return False
        table.act("rollback", "--to", state["closed"][-1], "--reason", "An order file was misread.")
        return noted(table, "rollback")

    table.open_and(6, proposes)


def falls_silent(table: Table) -> None:
    """Stops everybody's letters: the phase is held back, and the moderator gives it more time."""
    def silent(table: Table) -> bool:
        for person in table.seats.values():
            person.away_until = table.world.now + (table.days + 12) * DAY
        return True

    def extends(table: Table) -> bool:
        told = [each for each in table.world.sent if each.table == table.name and "-silence" in each.name]
        if not told:
            return False
        until = max(parse_time(table.status()["until"]), table.world.now) + timedelta(days=16)
        table.act("extend", "--until", f"{until:%Y-%m-%dT%H:%M:%SZ}", "--reason", "The mail was down.")
        return noted(table, "held back")

    if table.tier == "beacon":
        return  # its round is fixed beforehand: nothing can be put off beyond it
    table.careful, table.early, table.patient = True, False, True
    table.open_and(0.5, silent)
    table.open_and(2, extends)


FATES: dict[str, Callable[[Table], None]] = {
    "paused": is_paused, "replaced": is_replaced, "abandoned": abandons, "lent": lends(1, "stand-in"),
    "succeeded": changes_moderator, "saved": is_saved, "back": goes_back, "silent": falls_silent,
    "quiet": nothing, "given": lends(0, "handed over"),
}
