"""One turn of the clock for one game: what has come is taken in, played as far as it goes, and sent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pbem.base.errors import Fault, NeedsModerator, PbemError, Waiting, bad
from pbem.match.deadlines import mailbox_down
from pbem.match.deadlines.needs_moderator import needs
from pbem.match.folder.kinds import PRIVATE
from pbem.match.folder.office import Office, at_work
from pbem.match.intake.take_in import Taken, take_box, take_letter
from pbem.match.phase.run_phase import run
from pbem.match.post.game_letter import letters_in, read_letter
from pbem.match.post.send_outbox import send
from pbem.match.post.transports import way_in, way_out
from pbem.match.record.webhook import announce
from pbem.trust.keyring import Keyring


def tick(folder: Path, keyring: Path | None, now: datetime, mail: Path | None, target: str | None) -> Iterator[str]:
    """Does what is due and says so line by line. Letters come once each, from the given folder or the mailbox."""
    try:
        yield from turn(folder, keyring, now, mail, target)
    except OSError as error:  # a full disk, a share that went away: what is done is whole, the rest is still to do
        hint = "what is done is kept; the next tick goes on from there"
        raise bad(f"cannot be worked on: {error.strerror or error}", file=str(folder), hint=hint) from None


def turn(folder: Path, keyring: Path | None, now: datetime, mail: Path | None, target: str | None) -> Iterator[str]:
    """In, run and out. What is wrong with the mailbox or with the game itself keeps no receipt from going out, and is
    raised after that.
    """
    wrong: list[PbemError] = []
    with at_work(folder, Keyring.open(keyring), now) as office:
        try:
            yield from fetched(office, mail)
        except PbemError as error:
            wrong.append(error)
        try:
            told = [run(office)]
        except Waiting as waiting:
            told = [waiting.faults[0].message]
        except PbemError as error:
            told, wrong = [], [*wrong, error]
        yield from office.said
        yield from told
        if calls := needs(office):
            wrong.append(NeedsModerator(Fault(each) for each in calls))
    yield from announce(folder, now)
    way = way_out(folder, target)
    for each in send(folder, way, lambda: now) if way else []:
        yield f"{each.state.value}: {each.name}{f', {each.text}' if each.state.waits else ''}"
    if wrong:
        worst = max(wrong, key=lambda error: error.exit_code)
        raise type(worst)(fault for error in wrong for fault in error.faults)


def fetched(office: Office, mail: Path | None) -> Iterator[str]:
    """The letters taken in. A mailbox at fault stops no game, its letters come with the next turn; but no phase closes
    by the clock before that (match.unread).
    """
    try:
        for taken in letters(office, mail):
            if taken.error:
                yield f"{taken.file}: {taken.error.faults[0].message}"
            elif taken.silence:
                yield f"{taken.file}: not answered, {taken.silence}"
    except PbemError as error:
        if office.read == mailbox_down.NEVER:
            mailbox_down.note(office, error)
        if not isinstance(error, Waiting):
            raise
        yield error.faults[0].message


def letters(office: Office, mail: Path | None) -> Iterator[Taken]:
    """Every letter there is."""
    office.read = mailbox_down.NEVER
    if mail:
        yield from named(office, mail)
    elif (box := way_in(office.desk.root)) is not None:
        yield from take_box(office, box)
    else:
        office.read = None
        mailbox_down.clear(office.desk.root / PRIVATE)


def named(office: Office, mail: Path) -> Iterator[Taken]:
    """Every letter of a folder that was named; of one that cannot be read, nothing is said before the others are in."""
    wrong: PbemError | None = None
    for path in letters_in([mail]):
        try:
            received = read_letter(path)
        except PbemError as error:
            wrong = wrong or error
        else:
            yield take_letter(office, received)
    if wrong is not None:
        raise wrong
    office.read = office.now
    mailbox_down.clear(office.desk.root / PRIVATE)
