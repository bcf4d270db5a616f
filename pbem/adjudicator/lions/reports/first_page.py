"""The first page of a report: how near everybody is to victory, and what came of each order of the reader's queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Note, dice_in_words
from pbem.adjudicator.lions.orders.conditions import FORM, Look, unmet
from pbem.adjudicator.lions.reports.gist import STORY_ALONE, came_of, led, sentence
from pbem.adjudicator.lions.reports.story import Operation, Step, opens_turn
from pbem.adjudicator.lions.rules.ch04_sequence import WATCH
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.parts import Part
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.counting import counted
from pbem.base.patterns import pattern

#: A verdict names so many missing ports, and counts them where there are more.
MOST_NAMED = 3
#: So many conditions at most are told of entries that wait for them.
MOST_CONDITIONS = 4
MOVEMENT = "movement/"
#: A word that may be the id of a port or of a treasure fleet.
IDS = pattern(r"[a-z]+(?:-[a-z]+)*")


# ------------------------------------------------------------------------------------------------ the queue


def queue(seen: Picture, notes: Sequence[Note], steps: Sequence[Step]) -> Part:
    """Each entry of the reader's queue with its dice and its result (13.2)."""
    file = next((each for each in seen.known.get("queue", ()) if "operations" in each["body"]), None)
    if file is None:
        return Part("queue", "")
    at = turns_of(seen, notes, steps)
    items, before, idle = [], [], dict[str, list[str]]()
    for number, entry in enumerate(file["body"]["operations"], 1):
        turns, used = file["turns"][number - 1], file["used"][number - 1]
        done = [outcome(seen, at[turn]) for turn in turns if turn in at]
        if done:
            items.append(f"{number}. {named(seen, ordered(seen, entry))}: {' '.join(done)}")
        elif used and not turns:
            before.append(str(number))
        elif "pass_until" not in entry:
            idle.setdefault(why_not(seen, entry), []).append(str(number))
    later = "Still to come" if seen.known.get("step") == WATCH else "Not carried out"
    lines = [f"Carried out in earlier watches: {', '.join(before)}."] if before else []
    lines += [f"{later}: {named(seen, waiting(idle))}."] if idle else []
    return Part("queue", "Your queue, entry by entry (13.1)", lines=tuple(lines), items=tuple(items))


def waiting(idle: Mapping[str, Sequence[str]]) -> str:
    """Lists entries by the condition they wait for; with many conditions, only the entries that wait for none."""
    if len(idle) <= MOST_CONDITIONS:
        return ", ".join(f"{listed(numbers)}{why}" for why, numbers in idle.items())
    ready, held = idle.get("", ()), sum(len(numbers) for why, numbers in idle.items() if why)
    first = f"{listed(ready)}; " if ready else ""
    return f"{first}{counted(held, 'entry waits', 'entries wait')} for a condition"


def ordered(seen: Picture, entry: Mapping[str, Any]) -> str:
    """An entry of the queue in short: its force, and what it was to do, without its conditions."""
    deeds = FORM.phrases.said("deeds", entry).removeprefix("sails ")
    who = FORM.phrases.said("who", entry).removeprefix(f"{seen.side}-")
    return f"{who} {deeds}"


def named(seen: Picture, text: str) -> str:
    """Replaces the ids of ports and treasure fleets in a text by their names."""
    fleets = {fleet.id: f"the {fleet.name} treasure" for fleet in seen.board.treasure_fleets.values()}
    names = {**{port.id: port.name for port in seen.board.ports.values()}, **fleets}
    return IDS.sub(lambda found: names.get(found[0], found[0]), text)


def turns_of(seen: Picture, notes: Sequence[Note], steps: Sequence[Step]) -> dict[int, Operation]:
    """The reader's operations by the number of the turn in which it was asked for one."""
    began = {id(each.begun): each for step in steps for each in step.operations}
    found: dict[int, Operation] = {}
    turn, newest = 0, ""
    for note in notes:
        power = str(note.facts.get("power", ""))
        if opens_turn(seen, note):
            newest = power
            turn += power == seen.side
            if power == seen.side and id(note) in began:
                found[turn] = began[id(note)]
        elif note.event == "passed":
            failed = newest == power and power == seen.side and found.get(turn) and found[turn].instead
            turn += power == seen.side and not note.facts.get("forced") and not failed
            newest = ""
    return found


def outcome(seen: Picture, each: Operation) -> str:
    """'Operation 17, 2 pounds, [3] [4] = 7: to Loanda P14.'"""
    throws = [dice_in_words(note.throw) for note in each.notes
              if note.throw is not None and note.throw.label.startswith(MOVEMENT)]  # fmt: skip
    pounds = each.begun.facts.get("pounds")
    paid = f", {count(int(pounds), 'pound')}" if pounds is not None else ""
    came = " ".join([sentence(led(seen, each.notes)), *came_of(seen, each.notes, but=STORY_ALONE)]).strip()
    return f"Operation {each.number}{paid}{f', {throws[0]}' if throws else ''}: {came or 'nothing came of it.'}"


def why_not(seen: Picture, entry: Mapping[str, Any]) -> str:
    """The condition for which an entry waits, as its owner sees it now; empty where none holds it up."""
    reason = unmet(Look(seen.board, lambda: seen.known, {}), entry.get("if", ()))
    return f" ({reason})" if reason else ""
