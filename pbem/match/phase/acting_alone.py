"""Says which seat acts alone in a step; that saves letters (docs/protocol.md, 16)."""

from __future__ import annotations

from collections.abc import Collection

from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.people.substitutes import owner_of
from pbem.match.play.play_phase import Played


def acting_alone(office: Office, waits: Collection[str], number: int) -> str:
    """Returns the only seat that a step waits for, if the charter lets that save letters.

    Of more than two seats a question does not show which is asked. A team that has to agree may show a value without
    its orders counting, and an owner may take a lent seat back before orders are locked.
    """
    hidden = number > 1 and len(office.charter.seats) > 2
    if not office.charter.acts_alone or len(waits) != 1 or hidden:
        return ""
    (seat,) = waits
    return seat if owner_of(office, seat).needs <= 1 else ""


def alone_next(office: Office, played: Played, step: Step) -> str:
    """Returns the seat that acts alone after a step, or an empty string."""
    if not played.closed:
        return acting_alone(office, {question.side for question in played.questions}, step.number + 1)
    following = played.match.phase()
    return acting_alone(office, following.active, 1) if following else ""
