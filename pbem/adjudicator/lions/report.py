"""The report of a phase: what happened, what its reader sees now, what is asked of him, how to answer.

Made from his view, the notes he heard and what the game folder knows, and from nothing else: what he cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.adjudicator.game import Told
from pbem.adjudicator.lions import in_words
from pbem.adjudicator.lions.state import State
from pbem.adjudicator.lions.template import TITLE, place, seen, whereabouts
from pbem.adjudicator.lions.views import board_seen, seen_state
from pbem.adjudicator.order_file import yaml_lines
from pbem.report import render
from pbem.strict_yaml_write import one_line
from pbem.table import Note

TEMPLATE = "lions/report.txt.j2"
#: What the log holds against this report, and how it is called.
HASHES = (("Charter", "charter"), ("Your orders", "orders"), ("Checkpoint", "checkpoint"))
TEXTS = ("game", "title", "tier", "statement", "phase", "phase_title", "deadline", "next_phase", "moderator")


@dataclass(slots=True)
class Chapter:
    """One step of the turn as its reader heard it: the rule and the words of each event."""

    title: str
    entries: list[tuple[str, str]] = field(default_factory=list)


def report(view: Mapping[str, Any], told: Told, frame: Mapping[str, Any]) -> str:
    """The report of a phase to one seat, or with the public's view to everybody; the frame is Jenkins'."""
    state = seen_state(board_seen(view), view)
    return render(
        TEMPLATE, game_name=TITLE, view=view, reader=reader_of(state, view), over=outcome(state),
        chapters=chapters(told.notes), lapses=lapses(told, frame), position=list(position(state, view)),
        standing=[str(line) for line in frame.get("standing", ())] if view["seat"] else [],
        in_force=[in_words.standing(order) for order in view.get("standing", ())],
        questions=[question(each) for each in frame.get("questions", ())], head=head(view, frame),
        waiting_for=waiting_for(state, frame), waits=bool(frame.get("waits")), **framed(view, frame),
    )  # fmt: skip


def framed(view: Mapping[str, Any], frame: Mapping[str, Any]) -> dict[str, Any]:
    """What the game folder knows, with an empty text for what it does not say."""
    texts = {name: str(frame.get(name) or "") for name in TEXTS}
    texts["phase"] = texts["phase"] or str(view.get("phase", ""))
    proof = [entry.values() if isinstance(entry, Mapping) else entry for entry in frame.get("proof", ())]
    hashes = [(words, str(frame[name])) for words, name in HASHES if frame.get(name)]
    return {**texts, "proof": [tuple(map(str, entry)) for entry in proof], "hashes": hashes}


def reader_of(state: State, view: Mapping[str, Any]) -> str:
    """To whom it is written."""
    return f"To the player of {state.name(view['seat'])}, for his eyes only" if view["seat"] else "To everybody"


def waiting_for(state: State, frame: Mapping[str, Any]) -> list[str]:
    """Who is waited for, by name."""
    waiting = frame.get("waiting_for") or ()
    names = [waiting] if isinstance(waiting, str) else waiting
    return [state.name(name) if name in state.board.powers else str(name) for name in names]


def outcome(state: State) -> str:
    """How the game ended, if it has."""
    if not state.ended:
        return ""
    names = " and ".join(state.name(power) for power in state.winners)
    how = state.ended.replace("_", " ")
    return f"The game is over by {how}: {f'{names} has won' if names else 'it is drawn'}."


# -------------------------------------------------------------------------------------------------- what happened


def chapters(notes: Iterable[Note]) -> list[Chapter]:
    """The notes, parted where a step of the turn begins; steps of which nothing was heard are left out."""
    found = [Chapter("What happened")]
    for note in notes:
        if note.event == "step":
            found.append(Chapter(note.text))
        else:
            found[-1].entries.append((note.rule, note.text))
    return [chapter for chapter in found if chapter.entries]


def lapses(told: Told, frame: Mapping[str, Any]) -> list[str]:
    """Orders that had no effect, and why."""
    own = [f"{lapse.source}: {'; '.join(lapse.reasons)} (rule {lapse.decision.rule})" for lapse in told.lapses]
    return [*own, *map(str, frame.get("lapses", ()))]


# -------------------------------------------------------------------------------------------------- the position


def position(state: State, view: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[str]]]:
    """What the reader sees, table by table."""
    money = [f"  {state.name(power)}: {pounds} pounds, {view['markers'][power]} campaign markers"
             for power, pounds in view["money"].items()]  # fmt: skip
    yield "Treasuries and hands (8.1, 9.5)", money
    if view["seat"]:
        held = ", ".join(state.label(name) for name in view["hand"]) or "nothing"
        yield "Your hand", [f"  {held}"]
        yield "Your units", list(whereabouts(state, view["seat"]))
    yield "Others on the map, fleets by number, what a port yields behind =", list(seen(state, view))
    afloat = [f"  {state.label(name)}: {place(state, entry['at'])}, {escort(state, entry)}"
              for name, entry in view["treasure"].items()]  # fmt: skip
    marks = [f"  {word}: {', '.join(place(state, square) for square in view[name])}"
             for word, name in (("plundered", "plundered"), ("colonies", "colonies")) if view[name]]  # fmt: skip
    yield "Treasure fleets (23.0)", afloat
    yield "Markers on the map (21.6, 24.1)", marks


def escort(state: State, entry: Mapping[str, Any]) -> str:
    """Who has a treasure fleet with him."""
    if not entry["power"]:
        return "no escort"
    force = f"fleet {entry['fleet']}" if entry["fleet"] else "a ship"
    return f"with {force} of {state.name(entry['power'])}"


# -------------------------------------------------------------------------------------------------- questions


def question(asked: Mapping[str, Any]) -> dict[str, Any]:
    """One question with the lines that answer it as silence would."""
    legal = asked.get("legal", {})
    offered = legal.get("choose", legal.get("pick", {}))
    how = f"{legal['least']} to {legal['most']} of, in order:" if "pick" in legal else "One of:" if offered else ""
    rest = [] if offered else [(str(name), plainly(value)) for name, value in legal.items()]
    return {
        "key": str(asked["key"]), "rule": str(asked.get("rule", "")), "prompt": str(asked.get("prompt", "")),
        "how": how, "options": [(str(name), str(words)) for name, words in offered.items()] or rest,
        "lines": yaml_lines([{"key": str(asked["key"]), "answer": asked.get("default")}]),
    }  # fmt: skip


def plainly(value: Any) -> str:
    """What is legal, where it is no list of choices, as text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {plainly(inner)}" for name, inner in value.items())
    return ", ".join(map(plainly, value)) if isinstance(value, list | tuple) else str(value)


def head(view: Mapping[str, Any], frame: Mapping[str, Any]) -> list[str]:
    """The first lines of an order file that answers."""
    heads = {"game": frame.get("game"), "seat": view["seat"], "phase": frame.get("phase") or view.get("phase")}
    return ["pbem: orders/1", *(f"{name}: {one_line(str(value))}" for name, value in heads.items() if value)]
