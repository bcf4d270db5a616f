"""The watch of a game: what was seen and what became of one's own blocks, read from the notes as they are made.

A match keeps it beside the position. While a phase is played it reads on in the story whenever it is asked; so a
condition of a leg knows all that its owner has heard by then, and nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.plain_state import plain, read
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.rules.telling import BLOCK, hidden
from pbem.adjudicator.glory.state.state import State, place_parts
from pbem.adjudicator.glory.state.terms import PORT, SEATS
from pbem.adjudicator.glory.view.sails import SPOTTED, Ear, Lookout, Sails, first_sight
from pbem.base.records import dataclass, field

TURN, LINE, FATE = "turn", "line", "fate"


@dataclass(slots=True)
class Course:
    """The story of one block as its owner heard it: its place, the port that it left, when it was spotted."""

    place: str = ""
    left: str = ""
    sortied: int = 0  # the turn in which it left that port
    spotted: int = 0  # the last turn in which the enemy spotted it


@dataclass(slots=True)
class Shown:
    """A ship as her last battle showed her (17.9)."""

    place: str
    condition: str
    turn: int


@dataclass(slots=True)
class Watch:
    """All that was told, as far as views need it."""

    turn: int = 0
    lookout: Lookout = field(default_factory=Lookout)
    own: dict[str, dict[str, Course]] = field(default_factory=dict)  # seat -> block -> its course
    shown: dict[str, Shown] = field(default_factory=dict)  # ships that stood in a line of battle, of both sides
    story: Sequence[Note] = ()
    read: int = 0  # how many notes of the story have been read
    state: State | None = None

    @classmethod
    def begin(cls, state: State) -> Watch:
        """The watch at the start of a game: blocks in sight are seen where they lie."""
        places = [(state.owner(block), state.place(block)) for block in state.blocks if state.on_map(block)]
        sights = [(side, place) for side, place in places if not hidden(state, place, side)]
        return cls(state.turn, first_sight(sights, bool), {seat: {} for seat in SEATS})

    @classmethod
    def from_plain(cls, known: Mapping[str, Any]) -> Watch:
        """The inverse of `to_plain`."""
        own = read(dict[str, dict[str, Course]], known["own"])
        return cls(known["turn"], Lookout.from_plain(known["lookout"]), own, read(dict[str, Shown], known["shown"]))

    def to_plain(self) -> dict[str, Any]:
        """Returns the part that outlives a phase."""
        return {"turn": self.turn, "lookout": self.lookout.to_plain(), "own": plain(self.own),
                "shown": plain(self.shown)}  # fmt: skip

    def listen(self, state: State, story: Sequence[Note]) -> None:
        """A phase begins, and its story grows from now on."""
        self.state, self.story, self.read = state, story, 0
        for seat in SEATS:
            courses = self.own.setdefault(seat, {})
            for block in state.blocks_of(seat):
                courses.setdefault(block, Course()).place = state.place(block)

    def up_to_date(self) -> Watch:
        """Itself, when all that was told so far has been read."""
        if self.state is not None:
            ear = self.ear(self.state)
            for note in self.story[self.read :]:
                self.hear(ear, note)
                ear = ear if ear.turn == self.turn else self.ear(self.state)
            self.read = len(self.story)
        return self

    def ear(self, state: State) -> Ear:
        """The reader of notes for this turn."""
        return Ear(self.turn, SEATS, lambda place: not hidden(state, place, ""), state.board.range_ends)

    def hear(self, ear: Ear, note: Note) -> None:
        """One note."""
        facts = note.facts
        if note.event == TURN:
            self.turn = int(facts["turn"])
        ear.hear(self.lookout, note)
        if note.event == BLOCK and note.to in SEATS:
            self.moved(note.to, facts)
        elif note.event == SPOTTED:
            self.found(facts)
        elif note.event == LINE:
            self.lined_up(facts)
        elif note.event == FATE:
            for ship in facts["ships"]:
                self.shown.pop(str(ship), None)

    def moved(self, seat: str, facts: Mapping[str, Any]) -> None:
        """An own block has moved: a new one begins a new course, one that leaves a port is known by it."""
        name, was, now = str(facts["block"]), str(facts.get("was", "")), str(facts.get("now", ""))
        course = self.own[seat].setdefault(name, Course())
        if not was or not now:
            course = self.own[seat][name] = Course()
        course.place = now
        (port, before), (_, after) = place_parts(was), place_parts(now)
        if before == PORT and now and after != PORT:
            course.left, course.sortied, course.spotted = port, self.turn, 0

    def found(self, facts: Mapping[str, Any]) -> None:
        """A place was seen into: own blocks that lie there have been spotted."""
        at = str(facts["place"])
        for part, sides in facts["areas"].items():
            place = at if part == "sea" else f"{at}/{part}"
            for course in (course for side in sides for course in self.own.get(side, {}).values()):
                if course.place == place:
                    course.spotted = self.turn

    def lined_up(self, facts: Mapping[str, Any]) -> None:
        """A line of battle has formed before both: every ship with the side of her counter."""
        for ship, *_, condition in facts["ships"]:
            self.shown[str(ship)] = Shown(str(facts["place"]), str(condition), self.turn)

    def sails_of(self, side: str) -> Sails:
        """A side's sails as all others see them."""
        return self.lookout.sails.get(side, Sails())


def strayed(state: State, watch: Watch) -> list[str]:
    """Compares sails with blocks in sight, side by side; a difference means that a move was told wrong."""
    found = []
    for side in SEATS:
        places = [state.place(name) for name in state.blocks_of(side)]
        blocks = sorted(place for place in places if not hidden(state, place, side))
        seen = sorted(sail.place for sail in watch.up_to_date().sails_of(side).seen.values())
        found += [f"{side} blocks in sight are at {blocks}, and sails at {seen}"] if blocks != seen else []
    return found
