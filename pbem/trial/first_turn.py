"""Tells a first turn by mail in about forty lines; the games, letters, keys and dice behind it are real."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from textwrap import wrap

from pbem.adjudicator.titles import load_game
from pbem.base.counting import counted
from pbem.base.errors import bad
from pbem.base.records import dataclass, field
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.people.enrolment import Plan
from pbem.trial.company import Carried, Company
from pbem.trial.demo import AGO, SET_UP, gathered, in_first_turn, plan_of
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.people.charter import Tier
from pbem.trust.verify import verify_folder

Say = Callable[[str], None]
WIDTH = 78
#: How much of an order file and of a report's summary is shown.
ORDER_LINES, BRIEF_LINES = 3, 3
BRIEF = "In brief:"
#: Lines of an order file that only name it.
HEAD = ("pbem:", "game:", "seat:", "phase:")


@dataclass(slots=True)
class Telling:
    """The story so far: the output, the player it follows, the number of letters written."""

    say: Say
    place: Path
    seat: str
    letters: list[Carried] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)  # what the watched seat wrote last
    steps: int = 0

    def carried(self, letter: Carried) -> None:
        """Take note of a letter, and of the orders in it while their file is the newest."""
        self.letters.append(letter)
        if letter.sender == self.seat and "orders" in letter.path.name:
            text = order_file(Seat.at(self.place / self.seat)).read_text(encoding="utf-8")
            self.orders = [line for line in text.splitlines() if not line.startswith(HEAD)]

    def step(self, text: str) -> None:
        """Begin a numbered step."""
        self.steps += 1
        self.say("")
        self.lines(text, f"{self.steps}. ", "   ")

    def lines(self, text: str, first: str = "   ", rest: str = "   ") -> None:
        """Say a text in lines that fit a terminal."""
        for line in wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest):
            self.say(line)

    def quote(self, lines: list[str], most: int) -> None:
        """Show the beginning of a file."""
        for line in lines[:most]:
            self.say(f"     | {line}"[:WIDTH].rstrip())
        if len(lines) > most:
            self.say(f"     | ... and {counted(len(lines) - most, 'more line')}")


def play(name: str, tier: Tier, place: Path, say: Say, now: datetime) -> Path | None:
    """Plays the first turn of a game, tells it, and returns the page of the last report."""
    if place.exists() and any(place.iterdir()):
        raise bad("is not empty", file=str(place), hint="name a folder that is still to be made")
    game = load_game(name)
    place.mkdir(parents=True, exist_ok=True)
    seats = game.seats_of(next(iter(game.scenarios)))
    telling = Telling(say, place, seats[0])
    company = gathered(game, place, now - AGO, telling.carried, unheard)
    telling.lines(f"{game.title}, played by mail: the set-up and the first turn, with a bot at each of {len(seats)} "
                  "seats. Letters, keys, seals and dice are real. Nothing leaves this machine.", "", "")  # fmt: skip
    invite(telling, company, plan_of(game, tier, seats))
    play_turn(telling, company)
    check(telling)
    return page_of(telling)


def unheard(command: str, said: str) -> None:
    """Leave out what the moderator's commands print."""


def invite(telling: Telling, company: Company, plan: Plan) -> None:
    """Tell how a game begins."""
    company.begin(plan)
    telling.step(
        f"The moderator opens a game and mails an invitation to each player. They accept, and all sign the charter: "
        f"who plays, by which rules, and how dice are made. Nobody can change it alone afterwards "
        f"({counted(len(telling.letters), 'letter')})."
    )


def play_turn(telling: Telling, company: Company) -> None:
    """Tell each phase: what the seat that is watched wrote, and what it read afterwards."""
    turns = {SET_UP}
    while in_first_turn(company, turns) and (state := company.status())["stage"] != "over":
        if company.runs_on():
            break
        title, before, telling.orders = state["phase_title"], len(telling.letters), []
        while in_first_turn(company, turns) and company.status().get("phase_title") == title and company.step():
            pass
        telling.step(f"{title}: {counted(len(telling.letters) - before, 'letter')}.")
        if telling.orders:
            telling.lines(f"The {telling.seat.title()} player fills in the order file, and pbem mails it sealed:")
            telling.quote(telling.orders, ORDER_LINES)
        if brief := brief_of(telling):
            telling.lines("The orders are locked, the dice are made, and each side gets its own report. "
                          f"To the {telling.seat.title()} player it says:")  # fmt: skip
            telling.quote(brief, BRIEF_LINES)


def brief_of(telling: Telling) -> list[str]:
    """Give the summary of the newest report of the watched seat, wrapped anew."""
    letters = [each for each in telling.letters if each.reader == telling.seat and each.outcome]
    lines = [line.strip() for line in letters[-1].outcome.splitlines()] if letters else []
    if BRIEF not in lines:
        return []
    brief = lines[lines.index(BRIEF) + 1 :]
    points = " ".join(brief[: brief.index("")] if "" in brief else brief).split("- ")
    return [line for point in points[1:] for line in wrap(f"- {point}", WIDTH - 7, subsequent_indent="  ")]


def check(telling: Telling) -> None:
    """Tell what every player can check, and what happens when one die is altered."""
    public = telling.place / telling.seat / PUBLIC
    report = verify_folder(public, extra_networks=(DEMO_NETWORK,))
    telling.step(
        f"Any player can check everything at any time, and so can anybody else. 'pbem verify' recomputes "
        f"{counted(report.count('public rolls'), 'roll')}, {counted(report.count('signatures'), 'signature')} and "
        f"{counted(report.count('ledger lines'), 'line')} of the record: "
        f"{'everything matches' if report.ok else report.faults[0].message}."
    )
    log = next(path for path in sorted((public / "rolls").iterdir()) if path.stat().st_size)
    data = log.read_bytes()
    line, _, rest = data.partition(b"\n")
    log.write_bytes(line[:-1] + (b"1" if line[-1:] != b"1" else b"2") + b"\n" + rest)
    found = verify_folder(public, extra_networks=(DEMO_NETWORK,)).faults[0]
    log.write_bytes(data)
    telling.lines("If somebody changes one die of the record, it says:")
    telling.quote(wrap(f"{found.file}, line {found.line}: {found.message}", WIDTH - 7), 3)
    again = verify_folder(public, extra_networks=(DEMO_NETWORK,))
    telling.lines("The die is put back, and everything matches again." if again.ok else again.faults[0].message)


def page_of(telling: Telling) -> Path | None:
    """Find the newest page of a report of the watched seat."""
    pages = sorted((telling.place / telling.seat / "reports").glob("*.html"), key=lambda path: path.stat().st_mtime_ns)
    return pages[-1] if pages else None
