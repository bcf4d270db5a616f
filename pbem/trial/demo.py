"""`pbem demo GAME --full`: from the invitation to the first turn's reports, each letter as its reader sees it.

Captains without a pulse play; keys, seals, dice and letters are real. Each command that a letter leads to is named,
so that the story can be done again by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Game
from pbem.adjudicator.titles import load_game
from pbem.base.counting import counted
from pbem.base.errors import bad
from pbem.base.records import dataclass, field
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.people.enrolment import Plan
from pbem.trial.company import Carried, Company, keyrings
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.people.charter import MODERATOR, Tier
from pbem.trust.verify import verify_folder

Say = Callable[[str], None]

#: The captain that plays to win; a game without one sends its first.
CAPTAIN = "steady"
#: How much of a report or an order file is shown; the whole lies in the folder.
REPORT_LINES, ORDER_LINES = 30, 12
#: The letters of so many seats are shown at that length, of the others a few lines: they are much alike.
AT_LENGTH, FEW_LINES = 2, 4
#: The number of the set-up, which is shown with the first turn.
SET_UP = 0
#: Far enough back that the whole story lies in the past, whatever its tier waits for.
AGO = timedelta(days=60)
HOURS, MARGIN = 48, 1


@dataclass(slots=True)
class Story:
    """The story of the demo, letter after letter."""

    say: Say
    place: Path
    at_length: tuple[str, ...]
    letters: dict[str, int] = field(default_factory=dict)
    shown: int = 0

    def heading(self, title: str) -> None:
        """A part of the story."""
        self.say(f"\n{title}\n{'=' * len(title)}")

    def letter(self, carried: Carried) -> None:
        """A letter, and what its reader makes of it."""
        self.shown += 1
        self.letters[carried.sender] = self.letters.get(carried.sender, 0) + 1
        message = message_from_bytes(carried.path.read_bytes(), policy=SMTP)
        assert isinstance(message, EmailMessage)  # noqa: S101 - the policy makes nothing else
        self.say(f"\nLetter {self.shown}, {carried.sender} to {carried.reader}: {message['Subject']}")
        for line in body(message):
            self.say(f"  | {line}".rstrip())
        for name, size in attachments(message):
            self.say(f"  + {name}, {size} bytes")
        self.say(f"  $ {carried.command.format(self.name(carried.path))}")
        if carried.sender != MODERATOR and "orders" in carried.path.name:
            self.order_file(carried.sender)
        self.outcome(carried)

    def outcome(self, carried: Carried) -> None:
        """Returns the output of a command; of a report its head, and where the whole lies."""
        lines = carried.outcome.rstrip("\n").split("\n") if carried.outcome else []
        shown = self.most(carried.reader, REPORT_LINES)
        for line in lines[:shown]:
            self.say(f"    {line}".rstrip())
        if len(lines) > shown:
            self.say(f"    ... {counted(len(lines) - shown, 'more line')}: {self.name(self.whole(carried))}")

    def whole(self, carried: Carried) -> Path:
        """Returns the file with the whole outcome: the report that it shows, else the letter."""
        kept = sorted((self.place / carried.reader / "reports").glob("*.txt"))
        return next((path for path in kept if path.read_text(encoding="utf-8") == carried.outcome), carried.path)

    def ran(self, command: str, said: str) -> None:
        """Tells what the moderator does between letters."""
        self.say(f"\n  $ {command}")
        for line in said.split("\n"):
            self.say(f"    {line}")

    def order_file(self, seat: str) -> None:
        """The orders that are inside the envelope, as their writer sees them."""
        path = order_file(Seat.at(self.place / seat))
        lines = path.read_text(encoding="utf-8").splitlines()
        self.say(f"    inside, for the moderator alone: {self.name(path)}")
        shown = self.most(seat, ORDER_LINES)
        for line in lines[:shown]:
            self.say(f"      {line[:100]}")
        if len(lines) > shown:
            self.say(f"      ... {counted(len(lines) - shown, 'more line')}")

    def most(self, who: str, lines: int) -> int:
        """Returns the length at which long texts are cut."""
        return lines if who in (MODERATOR, *self.at_length) else FEW_LINES

    def name(self, path: Path) -> str:
        """Returns the name of a file as seen from the folder of the demonstration."""
        return path.relative_to(self.place).as_posix()


def body(message: EmailMessage) -> list[str]:
    """The words of a letter."""
    part = message.get_body(("plain",))
    words = part.get_content() if part is not None else ""
    return [line for line in str(words).strip().splitlines() if line]


def attachments(message: EmailMessage) -> Iterator[tuple[str, int]]:
    """Name and size of what is attached."""
    for part in message.iter_attachments():
        content = part.get_payload(decode=True)
        yield str(part.get_filename()), len(content) if isinstance(content, bytes) else 0


def play(name: str, tier: Tier, place: Path, say: Say, now: datetime) -> None:
    """The whole story."""
    if place.exists() and any(place.iterdir()):
        raise bad("is not empty", file=str(place), hint="name a folder that is still to be made")
    game = load_game(name)
    place.mkdir(parents=True, exist_ok=True)
    story = Story(say, place, first_seats(game)[:AT_LENGTH])
    company = gathered(game, place, now - AGO, story.letter, story.ran)
    begin(story, company, game, tier)
    play_turns(story, company)
    close(story, company)


def gathered(
    game: Game, place: Path, now: datetime, watch: Callable[[Carried], None], hear: Callable[[str, str], None]
) -> Company:
    """Gather a moderator and a bot for each seat of the first scenario, with keys."""
    captain = CAPTAIN if CAPTAIN in game.bots() else game.bots()[0]
    seats = first_seats(game)
    bots = {seat: game.bot(captain, seat, SeededChance(f"demo {seat}")) for seat in seats}
    return Company(place, keyrings(place, seats), bots, now, watch, hear)


def first_seats(game: Game) -> tuple[str, ...]:
    """The seats of the game's first scenario."""
    return game.seats_of(next(iter(game.scenarios)))


def in_a_row(names: Sequence[str]) -> str:
    """'one and two', or 'one, two, three and four'."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def begin(story: Story, company: Company, game: Game, tier: Tier) -> None:
    """Invitations, the charter, the first reports."""
    story.say(f"{game.title}, tier {tier.value}: a moderator, {in_a_row(tuple(company.bots))}.")
    story.say("Lines with | are a letter's words, + its attachments, $ the command its reader runs, then its output.")
    story.heading("Invitations and charter")
    company.begin(plan_of(game, tier, tuple(company.bots)))


def plan_of(game: Game, tier: Tier, seats: Sequence[str]) -> Plan:
    """Say what the moderator of a demonstration settles."""
    return Plan(
        game=game.name, seats={seat: f"{seat}@example.org" for seat in seats}, tier=tier.value, hours=HOURS,
        margin_hours=MARGIN, beacon=DEMO_NETWORK.chain if tier is Tier.BEACON else "",
    )  # fmt: skip


def play_turns(story: Story, company: Company) -> None:
    """Phase after phase to the end of the first turn, or to where orders of the turn only go on."""
    told, turns = "", {SET_UP}
    while in_first_turn(company, turns) and (state := company.status())["stage"] != "over":
        if company.runs_on():
            break
        if state["phase_title"] != told:
            told = state["phase_title"]
            story.heading(told)
        company.step()


def in_first_turn(company: Company, turns: set[int]) -> bool:
    """Tells if a game is in its set-up or its first turn; `turns` keeps their numbers, for not all begin with 1."""
    turns.add(company.turn())
    return min(turns) >= SET_UP and len(turns) <= len(("the set-up", "the first turn"))


def close(story: Story, company: Company) -> None:
    """Shows what each player can check, and counts the letters."""
    seat = next(iter(company.bots))
    public = company.folder(seat) / PUBLIC
    report = verify_folder(public, extra_networks=(DEMO_NETWORK,))
    story.heading(f"pbem verify {story.name(public)}, by {seat}")
    for line in report.table():
        story.say(f"  {line}")
    story.say("  everything matches" if report.ok else f"  {report.faults[0].render()}")
    for note in report.notes:
        story.say(f"  note: {note}")
    told = ", ".join(f"{who} {count}" for who, count in sorted(story.letters.items()))
    story.say(f"\nLetters written, keys and charter among them: {told}.")
