"""Lists what only the moderator can settle. `pbem tick` says it each time and ends with an exit code of its own."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pbem.base.clock import parse_time
from pbem.match.deadlines import bounced, mailbox_down, phase_times, stale_copy
from pbem.match.folder.kinds import PRIVATE
from pbem.match.folder.office import Office
from pbem.match.play.play_phase import step_id


def needs(office: Office) -> list[str]:
    """Everything that waits for the moderator, in words; nothing where the game goes on by itself."""
    book = office.book
    if book.stage == "over" or book.handed:
        return []
    found = [f"letters to {each}" for each in bounced.undecided(office)]
    if why := phase_times.clock_behind(office):
        found.append(why)
    if why := mailbox_needs(office.desk.root / PRIVATE, office.clock):
        found.append(why)
    if book.stage == "playing":
        found += [why for why in (stale_copy.why(office), held_back(office)) if why]
    return found


def mailbox_needs(private: Path, now: datetime) -> str:
    """That a mailbox has not been read for so long that somebody has to look after it."""
    known = mailbox_down.kept(private)
    late = known is not None and now - parse_time(known.since) >= mailbox_down.PATIENCE
    return known.words if known and late else ""


def held_back(office: Office) -> str:
    """That the open step is not run before the moderator has decided."""
    step = office.book.step
    if step.locked or not step.held_back or step.anyway:
        return ""
    silent = phase_times.missing(office, step)
    name = step_id(office.book.phase, step.number)
    why = phase_times.why_held_back(office, step, silent)
    return f"{name} is not run: {why} ({', '.join(silent)}); 'pbem run --anyway' runs it, 'pbem extend' gives time"
