"""The report of a phase: the Turn in ten lines, logs, the story, the position, Orders, questions, how to answer.

It is made from the reader's view, the notes they heard and the game folder's facts alone. Things they cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.open_questions import Asker
from pbem.adjudicator.reports.parts import Part, told_story
from pbem.adjudicator.reports.report_page import usual
from pbem.adjudicator.reports.voices import one
from pbem.adjudicator.yellowjack.board.board import DATA
from pbem.adjudicator.yellowjack.orders.order_table import TABLE
from pbem.adjudicator.yellowjack.reports import logs, story
from pbem.adjudicator.yellowjack.reports.position import position
from pbem.adjudicator.yellowjack.reports.told_places import formation, player, turn_words
from pbem.adjudicator.yellowjack.reports.voice import OPENINGS, SETTING_OUT, VOICE
from pbem.adjudicator.yellowjack.state.words import SETUP, date_from
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.base.patterns import pattern
from pbem.base.records import replace

#: An Impulse and an MPI as the keys of questions have them.
TIME = pattern(r"\bi([1-3])\.m([1-6])\b")
#: Ships at sea as notes name them for everybody.
SAIL = pattern(r"\b[Tt]he sail marked ([bz]-[0-9]+)")


def contents(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says, as text or as a page."""
    seen, notes = reading.seen, reading.notes
    head = usual(reading, TABLE, VOICE, player, Asker.of(DATA / "asking.yaml"))
    phase = head["phase"]
    scenario = seen.board.scenarios[str(seen.known["scenario"])].name
    told, own = Part("winds", "The winds", lines=tuple(logs.winds(seen, notes))), own_sails(seen, notes)
    return {
        **head, "standing": [named(seen, line) for line in head["standing"]], "title": head["title"] or scenario,
        "over": outcome(seen), "opening": opening(seen, phase),
        "position": [logs.logs(seen, notes), logs.sightings(seen, notes), told, *position(seen)],
        **told_story(story.chapters(seen, own, phase), brief(seen, own), story.to_decide(seen)),
    }  # fmt: skip


def own_sails(seen: Picture, notes: Sequence[Note]) -> list[Note]:
    """The notes with the reader's own ships by name, and not by the number that everybody knows them by."""
    own = {one["marker"]: formation(seen, name) for name, one in seen.formations.items() if one["marker"]}

    def called(note: Note) -> Note:
        text = SAIL.sub(lambda found: own.get(found[1], found[0]), note.text)
        return note if text == note.text else replace(note, text=text)

    return [called(note) for note in notes] if own else list(notes)


def named(seen: Picture, line: str) -> str:
    """A line on a standing order with times and own Formations as reports have them: 'i1.m3, br flag j1'."""
    line = TIME.sub(lambda found: f"Impulse {found[1]}, MPI {found[2]}", line)
    for name in sorted(seen.formations, key=len, reverse=True):
        line = line.replace(f", {name.replace('-', ' ')})", f", {formation(seen, name)})")
    return line


def brief(seen: Picture, notes: Sequence[Note]) -> list[str]:
    """The sum of a phase; before the game begins, what is to be done first."""
    return story.in_brief(notes) if notes or str(seen.known["step"]) != SETUP else story.first_words(seen)


def opening(seen: Picture, phase: str) -> str:
    """The first sentence, with the Turn."""
    if phase.endswith(SETUP):
        return one(SETTING_OUT[seen.side], phase, "opening")
    return one(OPENINGS[seen.side], phase, "opening").format(turn=turn_words(date_in(phase, int(seen.known["date"]))))


def date_in(phase: str, otherwise: int) -> int:
    """The Turn of a phase by its id: y39t14.ops."""
    word = phase.partition(".")[0]
    return date_from(word) if word[:1] == "y" and word[3:4] == "t" and word[1:3].isdigit() else otherwise


def outcome(seen: Picture) -> str:
    """Writes the end of the game, if it has ended."""
    if not seen.known["over"]:
        return ""
    level, winner = str(seen.known["level"]), str(seen.known["winner"])
    if not winner or winner == "draw":
        return "The game is over, and drawn (1.62)."
    return f"The game is over: {player(winner)} has a {level} victory (1.62)."
