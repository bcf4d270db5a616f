"""The book: what a moderator knows of a running game beside the public files, in one sealed file (decision 0011)."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.plain_state import plain
from pbem.base.records import dataclass, field
from pbem.trust.record.layout import Occasion


@dataclass(slots=True)
class Held:
    """The newest orders that a seat has sent for a step."""

    seq: int
    #: The hash of the lock.
    lock: str
    #: The preimage of the commitment, or a plain order file; empty while it is sealed.
    opened: str = ""
    #: Whether it came as a signed file without an envelope; then `signature` is its signature.
    plain: bool = False
    signature: str = ""
    #: Whether it counts no more: it cannot be opened or read, or its sender has lost the seat.
    void: bool = False
    #: How many of a team have to stand behind it, and the keys of those who do.
    needs: int = 1
    behind: list[str] = field(default_factory=list)
    #: Whether it is sealed to an earlier moderator.
    former: bool = False

    @property
    def text(self) -> str:
        """The order file as its sender wrote it; empty while it is sealed."""
        return self.opened if self.plain else self.opened.split("\n", 2)[2] if self.opened else ""


@dataclass(slots=True)
class Step:
    """One step of the open phase: its orders, or the answers to one question, until its dice have fallen."""

    number: int
    #: The name it has in the record.
    phase: str
    #: When it was opened, when it closes, and whose orders it waits for.
    opened: str
    deadline: str
    waits: list[str]
    #: The attempt that its dice belong to; `run` is the attempt with which its orders were asked for.
    attempt: int = 1
    #: Tier beacon: the round that opens its orders and makes its dice.
    round: int = 0
    #: The seat that acts alone and sends its part of the dice with its lock.
    alone: str = ""
    #: The orders that count so far, by seat.
    held: dict[str, Held] = field(default_factory=dict)
    #: When the orders were locked, and who had sent none then.
    locked: str = ""
    silent: list[str] = field(default_factory=list)
    #: Tier two-step: the one-time keys that opened orders, by seat.
    keys: dict[str, str] = field(default_factory=dict)
    #: Seats whose orders could not be opened or read; seats that did not open in time; seats that did; until when.
    refused: list[str] = field(default_factory=list)
    forfeits: list[str] = field(default_factory=list)
    opens: list[str] = field(default_factory=list)
    open_by: str = ""
    #: The seed, once the dice are open.
    seed: str = ""
    #: How many records the transcript held when it ended.
    mark: int = 0
    run: int = 1
    #: The round's signature, of a phase that is played again with the seed it had.
    beacon: str = ""
    #: Whether silence is an order: nobody is at fault who sends nothing (`Phase.free`).
    free: bool = False
    #: Seats that have asked not to run early.
    wait: list[str] = field(default_factory=list)
    #: When the last awaited orders came.
    complete: str = ""
    #: Why the deadline is where it is, in words.
    reasons: list[str] = field(default_factory=list)
    #: Messages that were sent and are sent only once: "reminder", "late", "silence".
    told: list[str] = field(default_factory=list)
    #: Whether it was not run because most seats were silent, and whether the moderator runs it all the same.
    held_back: bool = False
    anyway: bool = False
    #: Orders of teams that too few stand behind so far, oldest first, by seat.
    drafts: dict[str, list[Held]] = field(default_factory=dict)

    @property
    def occasion(self) -> Occasion:
        """The phase and attempt that its seed belongs to."""
        return Occasion(self.phase, self.attempt)

    @property
    def ordered(self) -> Occasion:
        """The phase and attempt that its locks, reports and position belong to."""
        return Occasion(self.phase, self.run)


@dataclass(slots=True)
class Book:
    """A running game as its moderator knows it. A field that is added has a default, so that earlier books open."""

    #: "inviting", "signing", "playing" or "over".
    stage: str
    #: Where each seat and the moderator is written to.
    addresses: dict[str, str]
    #: The charter's fields, without the seats' keys until all have accepted.
    draft: dict[str, Any]
    #: Who has accepted, with their keys, and which seats have signed the charter.
    joined: dict[str, dict[str, str]] = field(default_factory=dict)
    signed: list[str] = field(default_factory=list)
    #: The letters that were taken in, by their hash; how many came of late, by sender.
    taken: list[str] = field(default_factory=list)
    caps: dict[str, list[str]] = field(default_factory=dict)
    #: How many letters were written.
    letters: int = 0
    #: The newest chain value that each seat has shown, and how many of the moderator's are used.
    values: dict[str, int] = field(default_factory=dict)
    links: int = 0
    #: The open phase: its name, its title, the position it began with, its steps, the records of what was played of it.
    phase: str = ""
    title: str = ""
    position: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    #: The phases that were played, in their order.
    closed: list[str] = field(default_factory=list)
    #: Since when and why the game is paused; the text that all are asked to sign so that play goes back.
    paused: dict[str, str] = field(default_factory=dict)
    proposal: dict[str, Any] = field(default_factory=dict)
    #: What a ruling has changed in the position, by its line in the ledger and by reader.
    notices: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    #: The attempt under which each phase was played last.
    runs: dict[str, int] = field(default_factory=dict)
    #: Letters between players: what was passed on, how often each has written, what waits for a report.
    press: dict[str, Any] = field(default_factory=dict)
    #: The newest word of each player, with the answer it got.
    words: dict[str, dict[str, Any]] = field(default_factory=dict)
    #: Absences that were announced; those that have moved a deadline, with its phase.
    absences: list[dict[str, str]] = field(default_factory=list)
    spent: list[dict[str, str]] = field(default_factory=list)
    #: When the moderator was told that the clock was set back.
    clock_told: str = ""
    #: Seats offered to somebody else; seats on loan, with their owners; changes of keys that wait for a step to end.
    offers: dict[str, dict[str, Any]] = field(default_factory=dict)
    guests: dict[str, dict[str, Any]] = field(default_factory=dict)
    pending: list[dict[str, Any]] = field(default_factory=list)
    #: The phase in which each seat had its free pass.
    passes: dict[str, str] = field(default_factory=dict)
    #: When the game was handed to another moderator, of this folder; what the new one waits for.
    handed: str = ""
    succession: dict[str, Any] = field(default_factory=dict)
    #: Guardians, with the hash of the word in their trial file and the word; papers that their deposits hold already.
    guardians: dict[str, dict[str, str]] = field(default_factory=dict)
    deposited: list[str] = field(default_factory=list)
    #: Teams: the addresses of the members beside the captain, and those who have accepted, with their keys.
    fellows: dict[str, list[str]] = field(default_factory=dict)
    crew: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    #: Addresses: those that wait to be confirmed, those of before, and the wishes of the last day that cost letters.
    moves: dict[str, dict[str, str]] = field(default_factory=dict)
    former: dict[str, list[str]] = field(default_factory=dict)
    asked: dict[str, list[list[str]]] = field(default_factory=dict)
    #: Seats whose letters come back.
    unreached: dict[str, dict[str, str]] = field(default_factory=dict)
    #: How many of a team have to stand behind orders.
    needs: dict[str, int] = field(default_factory=dict)
    #: Seats that have seen another record than this folder's, with the moderator's decision about each.
    ahead: dict[str, str] = field(default_factory=dict)
    #: The hash of each invitation, which an acceptance names.
    invited: dict[str, str] = field(default_factory=dict)
    #: Open seats, each with the time since which it is kept for somebody who asked; empty where it is kept for nobody.
    offered: dict[str, str] = field(default_factory=dict)
    #: Seats that are mailed the order desk.
    desks: list[str] = field(default_factory=list)
    #: How many lists of addresses have been signed: each has a number, so that an old one is known.
    lists: int = 0
    #: The ledger grammar of the game; the seats that write plain files; the chains that captains share, sealed.
    grammar: int = 1
    plain: list[str] = field(default_factory=list)
    chains: dict[str, str] = field(default_factory=dict)

    @property
    def step(self) -> Step:
        """The step that is open."""
        return self.steps[-1]

    def mark_before(self, step: Step) -> int:
        """Returns the number of records in the transcript when a step began."""
        return self.steps[step.number - 2].mark if step.number > 1 else 0

    def forget_absences(self, seat: str) -> None:
        """Forget the absences of a seat whose player is back or has changed."""
        self.absences = [each for each in self.absences if each["seat"] != seat]
        self.spent = [each for each in self.spent if each["seat"] != seat]

    def to_plain(self) -> dict[str, Any]:
        """The book as plain data."""
        found: dict[str, Any] = plain(self)
        return found

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Book:
        """A book from plain data, of this version or an earlier one."""
        steps = [
            Step(**{
                **step, "held": {seat: Held(**held) for seat, held in step["held"].items()},
                "drafts": {seat: [Held(**held) for held in drafts] for seat, drafts in step.get("drafts", {}).items()},
            })
            for step in plain["steps"]
        ]  # fmt: skip
        plain = {name: value for name, value in plain.items() if name != "posted"}  # of a game from before
        passes = plain.get("passes", {})
        if isinstance(passes, list):  # of a game from before their phases were kept
            passes = dict.fromkeys(passes, "")
        return cls(**{**plain, "steps": steps, "passes": passes})


# ---------------------------------------------------------------------------------------- orders of teams
def state_of(draft: Held, counts: Held | None) -> str:
    """Say how many of a team stand behind orders, and whether these count."""
    count = len(draft.behind)
    told = f"{count} of {draft.needs} {'stands' if count == 1 else 'stand'} behind orders no. {draft.seq}"
    if counts and counts.seq == draft.seq:
        return f"{told}, which count"
    return f"{told}; no. {counts.seq} count" if counts else f"{told}, which do not count yet"


def waiting_drafts(step: Step) -> dict[str, list[str]]:
    """Say in words which orders of teams may still come to count, newest last, by seat."""
    found: dict[str, list[str]] = {}
    for seat, drafts in sorted(step.drafts.items()):
        counts = step.held.get(seat)
        newer = [state_of(each, counts) for each in drafts if counts is None or each.seq > counts.seq]
        if newer and not step.locked:
            found[seat] = newer
    return found
