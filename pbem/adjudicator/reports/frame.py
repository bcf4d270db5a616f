"""The frame of every title's report: the game folder's facts on a phase, and orders given beforehand.

The frame may hold these keys. Each may be left out, and then the report does not mention it:

    game          the game's id                      title        what its players call it
    tier          moderated, two-step or beacon      statement    what that tier proves, and what it does not
    phase         id of the phase reported           phase_title  its name
    seat          whose report it is; else the view's
    deadline      when the next orders are due       waiting_for  seats the game waits for, a list or one text
    others        seats whose orders come next, where none are asked of the reader
    waits         whether the phase waits at all, where it must not be told for whom
    questions     open questions of this seat: mappings of key, rule, prompt, legal, default
    standing      lines on what each standing order did, or why it did not fire
    lapses        lines on orders that lapsed, besides those told in `told`
    proof         what can be checked: pairs or mappings of label and command
    charter       hash of the charter                orders       hash of this seat's orders as they were read
    next_phase    name of the phase that comes       checkpoint   the log's size and root
    moderator     where to send orders
    printed       what players need of the printed game, and how many figures are not its own
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.driver import Lapse
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.phrases import listed
from pbem.adjudicator.reports.voices import Voice

Frame = Mapping[str, Any]
#: What the log holds against a report, and how it is called.
HASHES = (("Charter", "charter"), ("Your orders", "orders"), ("Checkpoint", "checkpoint"))
TEXTS = ("game", "title", "tier", "statement", "phase_title", "deadline", "next_phase", "moderator", "printed")
#: How standing orders tell what they did.
ANSWERED, IDLE, NOTHING = "answered ", "did not fire at ", "nothing called for it"


def headed(
    title: str, reader: str, voice: Voice, view: Mapping[str, Any], frame: Frame, named: Callable[[str], str]
) -> dict[str, Any]:  # fmt: skip
    """Returns a report's head and foot: reader, wording, seats waited for, and the folder's facts."""
    side, phase = str(view["seat"]), phase_of(frame, view)
    return {
        "appendix": None, "closely": False, "game_name": title, "side": side,
        "reader": f"To {reader}, for your eyes only" if side else "To everybody",
        "opening": voice.opening(side, phase, turn_of(phase, view)), "closing": voice.closing(side, phase),
        "waiting_for": [named(seat) for seat in waited_for(frame)],
        "others": [named(seat) for seat in frame.get("others", ())], **framed(frame, phase),
        "title": "" if text_of(frame, "title") == title else text_of(frame, "title"),  # else it would be said twice
    }  # fmt: skip


def framed(frame: Frame, phase: str) -> dict[str, Any]:
    """Returns the game folder's facts, with an empty text for each that is missing."""
    return {
        **{name: text_of(frame, name) for name in TEXTS}, "phase": phase, "waits": bool(frame.get("waits")),
        "proof": [proven(entry) for entry in frame.get("proof", ())],
        "hashes": [(words, text) for words, name in HASHES if (text := text_of(frame, name))],
    }  # fmt: skip


def text_of(frame: Frame, name: str) -> str:
    """A text of the frame, or none."""
    value = frame.get(name)
    return "" if value is None else str(value)


def phase_of(frame: Frame, view: Mapping[str, Any]) -> str:
    """The phase reported; the view's where the frame does not say."""
    return text_of(frame, "phase") or str(view.get("phase", ""))


def turn_of(phase: str, view: Mapping[str, Any]) -> int:
    """The turn a phase belongs to, by its id; the view's where the id says nothing."""
    number = phase[1:3]
    return int(number) if phase[:1] == "t" and number.isascii() and number.isdigit() else int(view["turn"])


def proven(entry: Mapping[str, str] | Sequence[str]) -> tuple[str, str]:
    """Returns the label of something that can be checked, and the command that checks it."""
    label, command = (entry.get("label", ""), entry.get("command", "")) if isinstance(entry, Mapping) else entry
    return str(label), str(command)


def waited_for(frame: Frame) -> list[str]:
    """The seats the game waits for."""
    waiting = frame.get("waiting_for") or ()
    return [waiting] if isinstance(waiting, str) else [str(seat) for seat in waiting]


# ------------------------------------------------------------------------------------------- orders given beforehand


def orders_told(told: Told, notes: Iterable[Note], frame: Frame, seat: str) -> dict[str, list[str]]:
    """Orders that had no effect, and standing orders that had one."""
    if not seat:
        return {"lapses": [], "standing": []}
    return {
        "lapses": lapses(told.lapses, notes, frame.get("lapses", ()), seat),
        "standing": standing_lines(frame.get("standing", ())),
    }


def lapses(given: Iterable[Lapse], notes: Iterable[Note], frame_lines: Iterable[str], seat: str) -> list[str]:
    """Orders that did not come about, each with its reason: refused as answers, or tried and barred."""
    refused = [f"{lapse.source}, for {asked(lapse.decision.key)}: {listed(lapse.reasons)} (rule {lapse.decision.rule})."
               for lapse in given if lapse.decision.side == seat]  # fmt: skip
    barred = [f"{note.text} (rule {note.rule})" for note in notes if note.event == "lapsed" and note.to == seat]
    return [*dict.fromkeys([*refused, *barred]), *map(str, frame_lines)]


def standing_lines(given: Iterable[str]) -> list[str]:
    """Shortens the lines of `StandingOrders.report`: counts like things and joins idle orders.

    'No. 2: answered a; answered b; did not fire at c: why' becomes 'No. 2: answered a and b; did not fire at c: why'.
    Lines on a doctrine are sentences already.
    """
    busy, idle, sentences = [], [], []
    for line in given:
        if not line.startswith("No. "):
            sentences.append(line)
            continue
        number, _, said = str(line).partition(": ")
        if said == NOTHING:
            idle.append(number)
        else:
            busy.append(f"{number}: {'; '.join(counted(said.split('; ')))}")
    return [*busy, *([f"{', '.join(idle)}: {NOTHING}"] if idle else []), *sentences]


def counted(said: Sequence[str]) -> list[str]:
    """Answers in one, and each reason for not firing once."""
    answers = list(dict.fromkeys(asked(each.removeprefix(ANSWERED)) for each in said if each.startswith(ANSWERED)))
    why: dict[str, list[str]] = {}
    for each in said:
        key, _, reason_given = each.removeprefix(IDLE).partition(": ")
        if each.startswith(IDLE):
            why.setdefault(reason_given, []).append(asked(key))
    rest = [each for each in said if not each.startswith((ANSWERED, IDLE))]
    told = [f"{ANSWERED}{listed(answers)}"] if answers else []
    return [*told, *(f"{IDLE}{listed(list(dict.fromkeys(keys)))}: {words}" for words, keys in why.items()), *rest]


def asked(key: str) -> str:
    """A question by its key, in words: 'losses/supply/2716/n1' is 'supply losses (2716)'."""
    parts = [part.replace("-", " ") for part in key.split("/")]
    if len(parts) > 1 and parts[-1][:1] == "n" and parts[-1][1:].isdigit():
        parts.pop()
    topic, *rest = parts
    if len(rest) > 1 and not any(sign.isdigit() for sign in rest[0]):
        topic = f"{rest.pop(0)} {topic}"
    return f"{topic} ({', '.join(rest)})" if rest else topic
