"""Replaces the moderator: shows new keys to the seats, collects their signatures, goes on with the record.

Chain, lanes and log key stay as they were, so the dice do too (docs/protocol.md, 13). Nothing is played or ruled until
the replacement is in the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pbem import strict_yaml
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.mail.compose import address as mail_address
from pbem.match import wording
from pbem.match.deadlines import phase_times as hours
from pbem.match.deadlines.more_time import extend_as_for_question
from pbem.match.folder.office import Office
from pbem.match.post.addresses import addresses_paper
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians
from pbem.match.terms.papers import ACCEPTANCE
from pbem.trust.people.charter import MODERATOR, Tier
from pbem.trust.people.rotation import (
    UNANSWERED,
    How,
    Rotation,
    Tenures,
    hash_of,
    key_faults,
    paper_faults,
    read_acceptance,
    read_rotation,
    taker,
    tenures,
)
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

AMEND = sshsig.namespace("amend")
#: PROTOCOL 3.11: a seat has so long to answer, unless the charter says otherwise.
HOURS = 72


def held(office: Office) -> Tenures:
    """Returns the holders of every place's keys over time."""
    return tenures(office.signed_charter, office.record.ledger, office.desk.read)


def check_begun(office: Office) -> None:
    """A game that is played can get another moderator."""
    if office.book.stage != "playing":
        raise bad("the game is not being played", hint="it has a moderator from its first phase to its last",
                  kind=Kind.ILLEGAL)
    if office.book.succession:
        raise bad("the seats are still asked to agree to you", kind=Kind.ILLEGAL)


def acceptance(office: Office) -> tuple[bytes, str]:
    """The successor's own keys and the game's chain, for this replacement, signed by the successor."""
    ring = office.ring
    fields: dict[str, Any] = {"pbem": ACCEPTANCE, "game": office.charter.game, "seat": MODERATOR, "name": ring.name}
    fields |= {"ssh": ring.ssh.line(), "age": ring.age_public(), "chain": office.charter.moderator.chain}
    fields |= {"number": held(office).next_number(MODERATOR)}
    data = strict_yaml.write(fields).encode()
    return data, sshsig.sign(ring.signer(), data, sshsig.namespace("charter"))


def propose(office: Office, text: bytes, signatures: Mapping[str, str], address: str) -> None:
    """Ask every seat to sign; without a paper of the former moderator it is a succession by guardians."""
    accepted, own = acceptance(office)
    if not text:
        text = Rotation(
            game=office.charter.game, charter=office.charter.sha256, who=MODERATOR, how=How.SUCCESSION,
            accepted=hash_of(accepted), number=held(office).next_number(MODERATOR),
        ).to_bytes()  # fmt: skip
    check(office, text, accepted, signatures)
    hours = int(office.charter.fields.get("timeouts", {}).get("result_hours", HOURS))
    office.book.addresses[MODERATOR] = mail_address(address)
    office.book.succession = {
        "text": text.decode(), "accepted": accepted.decode(), "signatures": {**signatures, taker(MODERATOR): own},
        "until": show_time(office.now + timedelta(hours=hours)),
    }  # fmt: skip
    ask(office)


def check(office: Office, text: bytes, accepted: bytes, signatures: Mapping[str, str]) -> None:
    """Checks a hand-over as the seats and every verifier will check it."""
    made, now_held = read_rotation(text), held(office)
    faults = [*paper_faults(now_held, made, tuple(office.record.ledger), office.t)]
    faults += key_faults(now_held, made, read_acceptance(accepted))
    if faults:
        raise CheckFailed(Fault(f"paper {wrong}", file="rotate.yaml", kind=Kind.MISMATCH) for wrong in faults)
    for giver in made.givers():
        sshsig.verify(office.charter.keys(giver).ssh, text, AMEND, signatures[giver])


def ask(office: Office) -> None:
    """The letter to every seat: who it is, on what grounds, and until when to sign."""
    plan, ring = office.book.succession, office.ring
    made = read_rotation(plan["text"].encode())
    parts = {"rotate.yaml": plan["text"].encode(), "acceptance.yaml": plan["accepted"].encode(),
             "acceptance.yaml.sig": plan["signatures"][taker(MODERATOR)].encode("ascii")}  # fmt: skip
    if MODERATOR in plan["signatures"]:
        parts["rotate.yaml.sig"] = plan["signatures"][MODERATOR].encode("ascii")
    text = wording.SUCCESSOR.format(name=ring.name, why=wording.SUCCESSION[made.how.value],
                                    until=hours.in_words(office, parse_time(plan["until"])),
                                    address=office.book.addresses[MODERATOR])
    subject = f"{office.charter.game}: a new moderator"
    for seat in office.charter.seat_names:
        post(office, seat, f"successor-{made.number}", Letter(office.book.addresses[seat], subject, text, parts))
    office.say(f"every seat is asked to agree until {plan['until']}")


def take_assent(office: Office, data: bytes, signature: bytes) -> str:
    """A seat agrees: it has signed the acceptance."""
    plan = office.book.succession
    if not plan:
        raise bad("nobody asks to be agreed to as moderator", kind=Kind.LATE)
    if lf_form(data) != plan["accepted"].encode():
        raise bad("is another acceptance than the one that was sent", file="acceptance.yaml", kind=Kind.MISMATCH)
    signer = sshsig.signer(signature)
    seat = next((each.seat for each in office.charter.seats if each.ssh == signer), "")
    if not seat:
        raise bad("acceptance is signed by nobody who has a seat", file="acceptance.yaml", kind=Kind.UNKNOWN)
    sshsig.verify(signer, lf_form(data), AMEND, signature)
    plan["signatures"][seat] = lf_form(signature).decode("ascii", "replace")
    office.say(f"{seat} agrees to the new moderator")
    return seat


def why(office: Office) -> str:
    """Returns the reason that nothing is played during a change of moderator, or an empty string."""
    if office.book.handed:
        return f"the game was handed over at {office.book.handed}"
    plan = office.book.succession
    absent = hours.unsigned(office) if plan else []
    late = bool(plan) and hours.over(office, parse_time(plan["until"]))
    if not absent or (late and hours.half_agree(office)):
        return ""
    so_far = f"since {plan['until']}: half of the seats have to agree" if late else f"until {plan['until']}"
    return f"the new moderator waits for the signature of {', '.join(absent)} {so_far}"


def waits(office: Office) -> str:
    """The same; where the seats have agreed, the replacement is entered."""
    reason = why(office)
    if not reason and office.book.succession:
        enter(office, hours.unsigned(office))
        give_time(office)
    return reason


def give_time(office: Office) -> None:
    """Orders may have to be sealed again, and letters that open them go to another address; where no time is left for
    it there is as much as for a question. The end of a pause gives its own time, and a beacon waits for nobody."""
    step = office.book.step
    due = step.open_by if step.locked else step.deadline
    if office.book.paused or step.round or not due or (step.locked and not hours.unopened(office, step)):
        return
    extend_as_for_question(office, "the game has a new moderator")


def enter(office: Office, absent: list[str]) -> None:
    """Enters the seats that did not answer, and the new moderator, who signs from the next line on."""
    plan, book, former = office.book.succession, office.book, office.charter.moderator
    with office.record.step(office.now) as step:
        for seat in absent:
            step.enter("timeout", seat=seat, what=UNANSWERED)
        step.rotated(plan["text"].encode(), plan["accepted"].encode(), plan["signatures"])
    office.renew()
    book.succession = {}
    book.proposal = {}  # the former moderator signed it; the game stays paused until the new one acts
    keys = office.charter.moderator
    if keys.age != former.age:
        ask_anew(office)
    book.draft["moderator"] = {"name": keys.name, "ssh": keys.ssh.line(), "age": keys.age, "chain": keys.chain}
    guardians.keep_up(office)
    public, papers = parcels(office), addresses_paper(office)
    text = wording.NEW_MODERATOR.format(name=keys.name, address=book.addresses[MODERATOR])
    for seat in office.charter.seat_names:
        subject = f"{office.charter.game}: {keys.name} is the moderator"
        parts = {"public.zip": public.of(seat), **papers}
        post(office, seat, f"moderator-{len(office.record.ledger) - 1}",
             Letter(book.addresses[seat], subject, text, parts))
    office.say(f"{keys.name} is the moderator from now on")


def ask_anew(office: Office) -> None:
    """Tier beacon: orders that are not locked yet are waited for once more, for only the moderator of before could open
    them when their round is out. Where none come anew they count, and are no orders, on record (threat 15)."""
    step = office.book.step
    if office.charter.tier is not Tier.BEACON or step.locked:
        return
    for held in (*step.held.values(), *(draft for drafts in step.drafts.values() for draft in drafts)):
        held.former = True
    step.complete = ""
