"""Writes letters into the outbox and numbers them; `send_outbox` sends them from there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.base.records import replace
from pbem.mail.guards import Home
from pbem.match.folder.office import Office
from pbem.match.post.game_letter import Letter, write_letter
from pbem.match.post.unsent import AGAIN, in_outbox, with_unsent
from pbem.trust.people.charter import MODERATOR

#: How the kind of a letter begins that brings what could not be sent before it.
RESULT = "report-"


#: Letters that the captain of a team answers for all.
FOR_ONE = ("invitation", "charter")


def post(office: Office, seat: str, kind: str, letter: Letter) -> None:
    """A letter into the outbox. Its name stays here. Its Message-ID holds a secret, or anybody could report it as
    undelivered, and its reader count by it how many letters others have been sent.
    """
    book = office.book
    if kind.startswith(RESULT):
        letter = with_unsent(office.desk, seat, letter)
    book.letters += 1
    name = f"{book.letters:05d}-{seat}-{kind}"
    identity = f"{name}.{book.draft['game']}.{office.keys.salt_for(f'letter/{name}').hex()}"
    data = write_letter(letter, book.addresses[MODERATOR], identity, office.now)
    office.desk.put(f"outbox/{name}.eml", data)
    own = letter.to == book.addresses.get(seat) and kind not in FOR_ONE
    for fellow in book.fellows.get(seat, ()) if own else ():
        post(office, seat, kind, replace(letter, to=fellow))


def again(office: Office, names: Sequence[str], to: str) -> None:
    """Letters that were written before, once more and to this address; an order that lies among the letters, so that it
    is given with all else that a command does, or not at all."""
    if names:
        order(office, {"letters": list(names), "to": to})


def asked_again(office: Office, to: str) -> list[str]:
    """The letters of such orders that have not been carried out yet, to this address."""
    orders = (json.loads(office.desk.read(f"outbox/{name}")) for name in in_outbox(office.desk, AGAIN))
    return [name for each in orders if each.get("to") == to for name in each["letters"]]


def recall(office: Office, names: Sequence[str]) -> None:
    """Letters that are not to be sent any more, or that went in vain: what has been written since is in their place."""
    if names:
        order(office, {"recalled": list(names)})


def hand_on(office: Office) -> None:
    """Gives all written letters away with the game. Only the new moderator sends them, or every player would get
    them twice."""
    order(office, {"handed": office.book.letters})


def take_back(office: Office) -> None:
    """The game is run here again: what waited when it was given away is sent after all."""
    order(office, {"taken_back": office.t})


def order(office: Office, fields: Mapping[str, Any]) -> None:
    """Writes an order about letters that were written before."""
    office.book.letters += 1
    data = json.dumps(fields, indent=1)
    office.desk.put(f"outbox/{office.book.letters:05d}{AGAIN}", f"{data}\n".encode())


def home_of(addresses: Mapping[str, str]) -> Home:
    """Tells how the game knows its own letters when they come back."""
    own = addresses[MODERATOR]
    return Home((own,), own.rpartition("@")[2])

