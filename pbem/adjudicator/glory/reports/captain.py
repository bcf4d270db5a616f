"""The captain's eye: the ten days in a few sentences, every number in them data that the report below has too.

It is made from the notes its reader heard, so it cannot say more than they.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.reports.battle_cards import OVER, SAIL, losses, lost_in_words
from pbem.adjudicator.glory.reports.told_places import NAVIES, force, label, place, waters
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, PORT
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.phrases import count, listed
from pbem.adjudicator.reports.voices import one

BLEW = {
    "NE": "north-east", "W": "west", "SW": "south-west", "Ms": "the Mistral", "Sc": "the Scirocco",
    "Lv": "the Levanter", "E": "the trades",
}  # fmt: skip
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def eye(seen: Picture, notes: Sequence[Note], phase: str) -> list[str]:
    """The sentences."""
    return [sentence for part in (winds, weather, out_of_port, spotted, battles, missions, own_losses)
            for sentence in part(seen, notes, phase)]  # fmt: skip


def facts_of(notes: Sequence[Note], event: str) -> Iterator[Mapping[str, Any]]:
    """The facts of all notes of an event."""
    return (note.facts for note in notes if note.event == event)


def many(number: int, word: str) -> str:
    """'three sails': small numbers in letters."""
    return f"{NUMBERS[number]} {word}{'' if number == 1 else 's'}" if number < len(NUMBERS) else count(number, word)


def capital(text: str) -> str:
    """A sentence begins."""
    return text[:1].upper() + text[1:]


def winds(seen: Picture, notes: Sequence[Note], phase: str) -> Iterator[str]:
    """The winds that came, each where it came first."""
    drawn = [seen.board.chits[str(each["chit"])].wind for each in facts_of(notes, "chit")]
    blew = list(dict.fromkeys(BLEW[wind] for wind in drawn if wind))
    if blew:
        first, *others = blew
        opened = "The ten days opened with the wind at" if first[0] != "t" else "The ten days opened with"
        then = f"; then came {listed(others)}" if others else ""
        yield f"{opened} {first}{then}."
    elif drawn:
        yield one(("There was no wind to speak of.", "Ten days of calms and catspaws."), phase, "calm")


def weather(seen: Picture, notes: Sequence[Note], phase: str) -> Iterator[str]:
    """The weather of the ten days."""
    struck = [f"a {each['kind']} on {waters(seen.board, each['zones'])}"
              for each in facts_of(notes, "weather") if each.get("zones")]  # fmt: skip
    if struck:
        yield f"The glass fell: {listed(list(dict.fromkeys(struck)))}."
    sunk = [label(seen.board, str(each["ship"])) for each in facts_of(notes, "foundered")]
    if sunk:
        yield f"The sea took {listed(sunk)}."


def out_of_port(seen: Picture, notes: Sequence[Note], phase: str) -> Iterator[str]:
    """Sails that came out of ports, and those that were lost to sight."""
    out: dict[tuple[str, str], int] = {}
    for each in facts_of(notes, SAIL):
        was, now = str(each["was"]), str(each["now"])
        if was.endswith(f"/{PORT}") and now and not now.endswith(f"/{PORT}"):
            key = (str(each["side"]), was.partition("/")[0])
            out[key] = out.get(key, 0) + 1
    for (side, port), number in out.items():
        sails = many(number, "sail")
        told = f"{sails} of ours" if side == seen.side else sails.replace("sail", f"{NAVIES[side]} sail")
        yield f"{capital(told)} stood out of {label(seen.board, port)}."


def spotted(seen: Picture, notes: Sequence[Note], phase: str) -> Iterator[str]:
    """Forces that were made out, and masts that were counted."""
    made_out: dict[tuple[str, str], Mapping[str, Any]] = {}
    for each in facts_of(notes, "spotted"):
        for part, sides in each["areas"].items():
            there = place(seen.board, str(each["place"]) if part == "sea" else f"{each['place']}/{part}")
            made_out |= {(there, side): told for side, told in sides.items() if side != seen.side}
    for (there, side), told in made_out.items():
        yield f"{capital(there)} {NAVIES[side]} blocks were made out: {as_word(seen.board, told)}."
    counted = {str(each["port"]): each for each in facts_of(notes, "masts")
               if each["by"] == seen.side and each["inshore"] != "yes"}  # fmt: skip
    said = [f"{as_word(seen.board, told)} in {label(seen.board, port)}" for port, told in counted.items()]
    if said:
        yield f"The masts said {'; '.join(said)}."


def as_word(board: Board, told: Mapping[str, Any]) -> str:
    """A told force in words."""
    low, high = board.range_ends(str(told.get("ships", "")))
    least, most = board.range_ends(str(told.get("ordinary", "")))
    return force({**{key: told.get(key) == "yes" for key in ("frigates", "convoy", "gold")}, "low": low, "high": high,
                  "ordinary_low": least, "ordinary_high": most})  # fmt: skip


def battles(seen: Picture, notes: Sequence[Note], phase: str) -> Iterator[str]:
    """Battles and what they cost."""
    number = sum(1 for note in notes if note.event == OVER)
    denied = sum(1 for note in notes if note.event == OVER and note.facts.get("denied") == "yes")
    if number:
        fought = f"{many(number, 'battle').capitalize()} {'was' if number == 1 else 'were'} offered"
        refused = f", {NUMBERS[min(denied, 9)]} declined" if denied else ""
        yield f"{fought}{refused}. {lost_in_words(losses(notes)) or 'No ship was lost in them.'}"


def missions(seen: Picture, notes: Sequence[Note], phase: str) -> Iterator[str]:
    """Raids, invasions and objectives."""
    for note in notes:
        if note.event in ("raid_shown", "scored", "directive_done", "gold_home", "channel", "game_over"):
            yield note.text


def own_losses(seen: Picture, notes: Sequence[Note], phase: str) -> Iterator[str]:
    """The reader's ships that the weather hurt and that went home."""
    if not seen.side:
        return
    hurt = [str(ship) for each in facts_of(notes, "weather_loss") for ship in each["ships"]]
    home = [str(ship) for each in facts_of(notes, "relocated") for ship in each["ships"]]
    if hurt:
        names = [label(seen.board, ship) for ship in dict.fromkeys(hurt)]
        yield f"The weather hurt {many(len(names), 'ship')} of ours: {listed(names)}."
    if home:
        yield f"{many(len(home), 'ship').capitalize()} went into port to be mended."


def letter_head(side: str) -> str:
    """From where a reader's letter is written."""
    return {BRITISH: "CHANNEL FLEET, off Ushant", ALLIED: "MINISTRY OF MARINE, Paris"}.get(side, "THE GAZETTES")
