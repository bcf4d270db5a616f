"""Letters that ask for a seat: a person writes a subject to the club, and the program answers.

    Subject: seats                   answered by the open seats of all games
    Subject: seat winter english     answered by an invitation to that seat

No signature is needed for that: an invitation binds nobody, goes to the address that asked, and one letter at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from pbem.base.errors import Fault, Kind, PbemError
from pbem.base.files import write_atomic
from pbem.base.records import dataclass
from pbem.club.club_turn import Turn
from pbem.club.settings import SENT
from pbem.club.strays import MACHINES, kept_at
from pbem.mail.compose import Draft, compose
from pbem.mail.delivery import Deliveries
from pbem.mail.letter import Letter
from pbem.match import wording
from pbem.match.folder.office import at_work
from pbem.match.people.open_seats import still_open, take_seat
from pbem.match.post.game_letter import Received

LIST, TAKE = "seats", "seat"


@dataclass(frozen=True, slots=True)
class Wish:
    """A request in a letter: for the list of seats, or for a seat of a game."""

    game: str = ""
    seat: str = ""


def wish_of(letter: Letter) -> Wish | None:
    """Reads the subject; a letter with documents is about a game, and asks for nothing here."""
    words = letter.subject.lower().removeprefix("re:").split()
    if letter.parts or not words:
        return None
    if words == [LIST]:
        return Wish()
    return Wish(words[1], words[2]) if words[0] == TAKE and len(words) == 3 else None


def grant(turn: Turn, received: Received, wish: Wish) -> str:
    """Answers the letter, keeps it, and says what was done."""
    letter, club = received.letter, turn.club
    try:
        name = taken(turn, wish, letter.reply_to) if wish.game else ""
        text = "" if name else listed(turn)
    except PbemError as error:
        name, text = "", wording.NO_SEAT.format(why=error.faults[0].told(), seats=listed(turn))
    if not name:
        queue(turn, letter, text)
    write_atomic(kept_at(club, letter, MACHINES), received.data)
    return f"an invitation to {wish.seat} of {name}" if name else "answered with the open seats"


def queue(turn: Turn, letter: Letter, text: str) -> None:
    """The answer, under a name of the letter's own: after a kill in between it is the same one."""
    now, name = turn.clock(), f"seats-{letter.id[:16]}"
    draft = Draft(
        sender=turn.club.address, to=letter.reply_to, subject=f"{turn.club.title}: open seats", date=now,
        text=wording.OPEN_SEATS.format(seats=text, address=turn.club.address) if text == listed(turn) else text,
        identity=f"seats/{letter.id}", in_reply_to=letter.message_id,
    )  # fmt: skip
    Deliveries(turn.club.root / SENT).queue(name, compose(draft), now, kind=name)


def taken(turn: Turn, wish: Wish, address: str) -> str:
    """The folder of the game whose seat was asked for, once its invitation lies in the outbox."""
    row = next((row for row in turn.index.rows() if wish.game in (row["name"].lower(), row["game"])), None)
    if row is None:
        raise PbemError([Fault(f"there is no game '{wish.game}' here", kind=Kind.UNKNOWN)])
    name = str(row["name"])
    with at_work(turn.folder(name), turn.ring, turn.clock()) as office:
        take_seat(office, wish.seat, address)
        office.save()
    turn.touched.add(name)
    return name


def listed(turn: Turn) -> str:
    """The open seats of all games, a line for each."""
    return "\n".join(lines(turn)) or "No seat is open now."


def lines(turn: Turn) -> Iterator[str]:
    """A line for each open seat, as it is asked for."""
    for row in turn.index.rows():
        for seat in open_seats(row, turn.clock()):
            yield f"{TAKE} {row['name']} {seat}    {row['title']} ({row['rules']})"


def open_seats(row: Mapping[str, Any], now: datetime) -> list[str]:
    """The seats of a game that may be asked for."""
    return still_open(row.get("offered", {}), now)
