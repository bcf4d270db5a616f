"""A ruling on the position: corrects a few values while a phase waits for its first orders.

The ledger commits to the change. It is shown at the end, when the audit makes the same change again. All seats read
the public part of it, and each seat reads the changes in its own view, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.adjudicator.game import Match
from pbem.base.errors import BadInput, Fault, Kind, PbemError, bad
from pbem.base.lettering import hang, heading, tidy
from pbem.match.deadlines.halted import check_playing
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.phase.results import keep
from pbem.match.record import rulings
from pbem.match.record.stretches import MOST_CHANGES, POSITION, changed, told_changes
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record.ledger import Value
from pbem.trust.seal import seal


def rule_position(office: Office, settings: Sequence[str], reason: str) -> None:
    """The values put in place, if the rules can take them; each setting reads PATH=VALUE."""
    step = check_playing(office)
    check_fresh(office, step)
    changes = read_settings(settings)
    before = office.book.position
    match = checked(office, changes)
    told = told_changes(office.terms, before, match.to_plain())
    line = len(office.record.ledger)
    secret = office.committed(f"ruling/{line}", f"{canonical(changes)}\n".encode())
    public: dict[str, Value] = {"public": told[""]} if told[""] else {}
    entry = rulings.enter(office, POSITION, reason, **step.occasion.fields, commit=secret.commitment, **public)
    keep(office, f"ruling-{line}", {"changes": secret.to_bytes().decode()})
    adopt(office, step, match)
    office.book.notices[str(line)] = told
    ruling = rulings.Ruling(entry, reason.strip())
    sealed = {seat: own_view(office, match, seat, ruling, told[seat]) for seat in office.charter.seat_names}
    rulings.tell(office, ruling, " What it means for your own side is in the sealed part of this letter.", sealed)


def check_fresh(office: Office, step: Step) -> None:
    """Raises if orders of the phase were locked already.

    A moderator who changed the position then could know the dice that it meets. So within a phase a value can be
    corrected only after all have signed that the phase begins again (PROTOCOL, threat 6).
    """
    if step.locked or step.number > 1:
        phase, root = office.book.phase, office.desk.root
        hint = (
            f"'pbem rollback {root} --to {phase} --reason TEXT' asks all to begin it again, with the dice it had\n"
            f"once all have signed, 'pbem rule {root} --set ...' puts the value right before they order anew"
        )
        raise bad(f"orders for '{phase}' have been locked already", hint=hint, kind=Kind.LATE)


def read_settings(settings: Sequence[str]) -> list[dict[str, Any]]:
    """PATH=VALUE, where a value that is JSON is taken as such, and else as text."""
    if len(settings) > MOST_CHANGES:
        raise bad(f"a ruling changes {len(settings)} values; the most is {MOST_CHANGES}", hint="rule twice")
    found = []
    for text in settings:
        path, sign, value = text.partition("=")
        if not sign or not path:
            raise bad(f"'{text}' is not of the form PATH=VALUE", hint="as in --set hits.red=2")
        found.append({"path": path, "value": read_value(value)})
    return found


def read_value(text: str) -> Any:
    """Plain data of any kind but fractions, which no position has."""
    try:
        return json.loads(text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return text


def checked(office: Office, changes: Sequence[Mapping[str, Any]]) -> Match:
    """The match with the changed position, if it is a position, and one of the same phase."""
    after = changed(office.book.position, changes)
    match = restored(office, after)
    if wrong := match.invariants():
        raise BadInput(Fault(f"the position would be unsound: {line}", kind=Kind.ILLEGAL) for line in wrong)
    phase = match.phase()
    if phase is None or phase.id != office.book.phase:
        raise bad(f"the position would no longer be one of '{office.book.phase}'", kind=Kind.ILLEGAL)
    if canonical(match.to_plain()) != canonical(after):
        raise bad("the rules do not keep such a value", hint="give it the form that it has in the position")
    if canonical(after) == canonical(office.book.position):
        raise bad("the position is so already")
    return match


def restored(office: Office, position: Mapping[str, Any]) -> Match:
    """The match, or a fault; a value of the wrong kind breaks a rules module in ways it need not foresee."""
    try:
        match = office.terms.restore(position)
        match.to_plain(), match.phase(), match.invariants()
        for seat in (None, *office.terms.game.seats):
            match.view(seat)
    except PbemError:
        raise
    except Exception:
        hint = "give it the form that it has in the position"
        raise bad("the rules cannot read such a position", hint=hint) from None
    return match


def adopt(office: Office, step: Step, match: Match) -> None:
    """The open phase goes on from there; it may wait for others now."""
    phase = match.phase()
    assert phase is not None  # noqa: S101 - checked
    office.book.position, office.book.title = match.to_plain(), phase.title
    step.waits = sorted(phase.active)


def own_view(
    office: Office, match: Match, seat: str, ruling: rulings.Ruling, changes: Sequence[str]
) -> dict[str, bytes]:
    """Returns a seat's sealed paper about a ruling: its view now, and the changes in it."""
    name = f"ruling-{ruling.entry.n}"
    lines = [ruling.sentence(), *(ruling.entry.get("public") or ()), *changes, f"Reason: {ruling.reason}"]
    text = tidy("\n".join([heading("A ruling of the moderator"), *(hang(line, "-", 2) for line in lines)]))
    content = {
        "report": text, "view": match.view(seat), "phase": office.book.phase, "questions": [],
        "deadline": office.book.step.deadline, "orders": "",
    }  # fmt: skip
    purpose = f"{office.charter.game}/report/{seat}/{name}"
    told = Preimage(purpose, office.keys.salt_for(purpose), f"{canonical(content)}\n".encode())
    ages = office.charter.seat(seat).ages
    return {f"{seat}-{name}.age": seal.seal_binary(ages, told.to_bytes())}
