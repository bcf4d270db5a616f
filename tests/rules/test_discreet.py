"""A phase that stops, or does not stop, tells nobody what is hidden from them.

The same phase is played twice: as it is, and on a position with all changed that one seat cannot see. Until the seat
hears of something else in one of them, a question of another that stops the one must stop the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from rules.glory import glory_stages as glory
from rules.guerra import guerra_stages as guerra
from rules.guerra.guerra_fields import field as field_of
from rules.guerra.guerra_fields import stack
from rules.guerra.guerra_letters import match_of
from rules.jenkins import positions as jenkins
from rules.lions import lions_stages as lions
from rules.lions.lions_peeking import HIDDEN
from rules.stages import Waits

from pbem.adjudicator.engine.chance import SeededChance, sample
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import ALL, Decision, Note, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.state.terms import SEATS
from pbem.adjudicator.titles import load_game
from pbem.trust.dice.dice import Dice

PAGE = Path(__file__).parents[2] / "docs" / "decisions"
#: Plans, which are asked for until their owner ends them: how often says what the owner chose, not what is hidden.
PLANS = ("move", "operation", "leader")
#: What a seat notices: words, or that another seat is waited for.
Event = tuple[str, str]


@dataclass(slots=True)
class Noticed(list[Note]):
    """A story that one seat listens to, stops among it."""

    seat: str
    events: list[Event] = field(default_factory=list)

    def append(self, note: Note) -> None:
        if note.heard_by(self.seat) or note.to == ALL:
            self.events.append(("hears", note.text))


@dataclass(slots=True)
class Player:
    """Plans as it did before, and lets defaults stand; notes each question that would stop the phase."""

    noticed: Noticed
    said: dict[str, Plain]
    topics: dict[str, list[bool]]

    def answer(self, decision: Decision) -> tuple[Plain, str]:
        if not decision.discreet and decision.side != self.noticed.seat and decision.topic not in PLANS:
            self.noticed.events.append(("waits", f"{decision.side} {decision.topic}"))
        self.topics.setdefault(decision.topic.partition("/")[0], []).append(decision.discreet)
        if decision.topic not in (*PLANS, "setup", "buy"):
            return decision.default_answer(), "the default"  # which means the same in both
        said = self.said.setdefault(decision.key, sample(decision, SeededChance(decision.key)))
        return (said if not decision.faults(said) else decision.default_answer()), "as before"

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing is recalled."""


def noticed_by(seat: str, seats: Sequence[str], match: Match, said: dict[str, Plain], topics: dict[str, list[bool]],
               ) -> list[Event]:  # fmt: skip
    """What a seat hears of a phase, and when it is told that another is waited for."""
    noticed, table, phase = Noticed(seat), Table(), match.phase()
    assert phase is not None
    table.story = noticed
    dice = Dice(sha256(phase.id.encode()).digest())
    player = Player(noticed, said, topics)
    driver = Driver(Transcript(), lambda roll: dice.roll(roll.label, roll.spec), {name: [player] for name in seats})
    assert isinstance(driver.run(match.play(table)), Closed)
    return noticed.events


def leak(one: Sequence[Event], other: Sequence[Event]) -> str:
    """The stop that only one of them has while all else was alike; empty if there is none.

    A stop that the other comes to as well, once the seat has heard of something there, tells no more than was heard.
    """
    for at, (mine, its) in enumerate(zip([*one, ("", "")], [*other, ("", "")], strict=False)):
        if mine != its:
            stops = {next((words for kind, words in events[at:] if kind == "waits"), "") for events in (one, other)}
            return next((words for kind, words in (mine, its) if kind == "waits" and len(stops) > 1), "")
    return ""


def pairs(title: str) -> list[tuple[str, Sequence[str], Mapping[str, Any]]]:
    """A seat that looks on, all seats, a position."""
    if title == "jenkins":
        sides = ("english", "spanish")
        seeds = ("mist", "haze", "gale", "calm", "swell", "spray")
        stages = [stage for seed in seeds for stage in jenkins.stages(seed)[2:]]
        return [(side, sides, stage.before) for stage in stages for side in sides]
    winds = ("trade wind", "monsoon", "mistral")
    years = [stage for seed in winds for stage in lions.stages("four-players", seed, 6)[2:]]
    seats = load_game("lions").seats_of("four-players")
    return [(seat, seats, stage.after) for stage in years for seat in seats]


def twins(title: str, plain: Mapping[str, Any], seat: str) -> Iterator[Match]:
    """Positions that look the same to this seat."""
    chance = SeededChance(seat)
    if title == "jenkins" and (other := jenkins.twin(jenkins.restored(plain), seat, chance)):
        yield other
    for change in HIDDEN if title == "lions" else ():
        match = lions.restored(plain)
        if change(match.state, seat, chance):
            yield match


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_a_stop_tells_nothing_that_is_hidden(title: str) -> None:
    compared = 0
    topics: dict[str, list[bool]] = {}
    for seat, seats, plain in pairs(title):
        said: dict[str, Plain] = {}
        match = jenkins.restored(plain) if title == "jenkins" else lions.restored(plain)
        one = noticed_by(seat, seats, match, said, topics)
        for other in twins(title, plain, seat):
            two = noticed_by(seat, seats, other, said, topics)
            assert not leak(one, two), f"{seat} {plain.get('step', '')}: {leak(one, two)}"
            compared += sum(1 for kind, _ in one if kind == "waits")
    assert compared > 20
    assert {topic for topic, marks in topics.items() if any(marks)} <= listed(title)


def test_in_1805_only_halts_and_battles_stop_and_they_ask_both_seats_at_once() -> None:
    """2.3: what a seat has, and what it wishes, decides about nearly every question; so nearly none stops a phase."""
    seats, stopping = ("british", "allied"), listed("glory")
    topics: dict[str, list[bool]] = {}
    for stage in glory.stages("campaign", "s2", 9, "steady")[1:]:
        for seat in seats:
            match, other = glory.restored(stage.before), glory.twin(stage.before, seat, SeededChance(seat))
            for each in (match, other):
                waits = [what for kind, what in noticed_by(seat, seats, each, {}, topics) if kind == "waits"]
                assert not waits, f"{stage} {seat}"
    assert len(topics) > 15
    assert all(all(marks) for topic, marks in topics.items() if topic not in stopping)


@dataclass(slots=True)
class Listener:
    """Notes each question that could stop the phase for another seat, and leaves the answer to the orders."""

    noticed: Noticed
    topics: dict[str, list[bool]]

    def answer(self, decision: Decision) -> None:
        if not decision.discreet and decision.side != self.noticed.seat:
            self.noticed.events.append(("waits", f"{decision.side} {decision.topic}"))
        self.topics.setdefault(decision.topic.partition("/")[0], []).append(decision.discreet)

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing is recalled."""


def overheard(
    seat: str, match: GuerraMatch, texts: Mapping[str, str], topics: dict[str, list[bool]], road: int = 0
) -> list[Event]:  # fmt: skip
    """What a seat hears of a phase of Guerra a Muerte by these orders, and when another is waited for."""
    noticed, table, phase = Noticed(seat), Table(), match.phase()
    assert phase is not None
    table.story = noticed
    files = {name: guerra.read(texts[name]) if name in texts else [] for name in SEATS}
    for name in SEATS:
        match.adopt(name, files[name])
    sources = {name: [Listener(noticed, topics), *match.sources(name, files[name]), Waits()]
               for name in SEATS}  # fmt: skip
    dice = Dice(sha256(phase.id.encode()).digest())

    def thrown(roll: Roll) -> tuple[int, ...]:
        return (road,) if road and roll.label.startswith("attrition/") else dice.roll(roll.label, roll.spec)

    driver = Driver(Transcript(), thrown, sources)
    assert isinstance(driver.run(match.play(table)), Closed)
    return noticed.events


def changed_places(norte: str, sur: str, **fields: Any) -> tuple[GuerraMatch, GuerraMatch]:
    """Two positions alike to the Royalist: two armies under markers, one in hostile Mojos, the other way round too."""
    both = []
    for units in ((norte, sur), (sur, norte)):
        state = field_of(stack("norte", "mojos", units[0]), stack("sur", "rio-de-la-plata", units[1]), turn=5)
        state.purse |= fields.get("purse", {})
        both.append(match_of(state, fields.get("step", "patriot")))
    return both[0], both[1]


@pytest.mark.parametrize(("topic", "norte", "sur", "fields"), [
    ("losses", "p1 p2", "p3", {}), ("attrition", "p1", "bv", {"purse": {"plata": 20}}),
    ("collect", "p1 lp", "p1c p2", {"step": "council"}),
])  # fmt: skip
def test_in_guerra_a_muerte_what_lies_under_a_marker_decides_what_is_asked_and_nobody_is_waited_for(
    topic: str, norte: str, sur: str, fields: dict[str, Any]
) -> None:
    topics: dict[str, list[bool]] = {}
    one, two = changed_places(norte, sur, **fields)
    heard = [overheard("royalist", match, {}, topics, road=6) for match in (one, two)]
    assert not leak(*heard)
    assert topics[topic]


def test_in_guerra_a_muerte_no_question_that_could_stop_a_phase_tells_what_lies_under_a_marker() -> None:
    """5.1.3: two armies have changed places under their markers, and have other losses; the same orders are played."""
    topics: dict[str, list[bool]] = {}
    compared = 0
    for scenario, phases in (("opening-guns", 12), ("empire-strikes-back", 11), ("end-of-empire", 8)):
        for stage in guerra.stages(scenario, "s3", phases)[2:]:
            for seat in SEATS:
                other = guerra.twin(stage.before, seat)
                if other is not None:
                    match = guerra.under_markers(guerra.restored(stage.before))
                    one = overheard(seat, match, stage.files, topics)
                    two = overheard(seat, other, stage.files, topics)
                    assert not leak(one, two), f"{stage} {seat}: {leak(one, two)}"
                    compared += sum(1 for kind, _ in one if kind == "waits")
    assert compared > 100
    assert {topic for topic, marks in topics.items() if any(marks)} <= listed("guerra")


def listed(title: str) -> set[str]:
    """The topics that the page lists as discreet."""
    (page,) = PAGE.glob("*-forced-and-discreet.md")
    rows = re.findall(rf"^\| {title} \| `([\w/.-]+)`", page.read_text("utf-8"), re.MULTILINE)
    return {row.partition("/")[0] for row in rows}
