"""Changes of player: substitutes invited, seats handed over or lent, loans that end by themselves.

Exactly one key signs for a seat at any time. A change takes effect at once, but never between the lock of a step and
its dice: the player who locked orders opens them too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from pbem import strict_yaml
from pbem.base.clock import parse_time, show_time
from pbem.base.counting import counted
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, PbemError, bad
from pbem.mail.compose import address as mail_address
from pbem.mail.letter import File
from pbem.match import wording
from pbem.match.folder import zipped
from pbem.match.folder.book import Held, Step
from pbem.match.folder.held_orders import busy, envelope_of
from pbem.match.folder.office import Office
from pbem.match.people import terms_in_words as agreed
from pbem.match.people.welcome import tell_change
from pbem.match.post import addresses as places
from pbem.match.post import press
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.record.rulings import check_begun, check_reason
from pbem.match.terms.papers import INVITATION, OTHER_KEYS, offer_hash, read_acceptance
from pbem.schema import read_as
from pbem.trust.dice.seed import Link
from pbem.trust.people.charter import MODERATOR, Seat
from pbem.trust.people.rotation import (
    Acceptance,
    How,
    Rotation,
    Tenures,
    hash_of,
    key_faults,
    lending_faults,
    paper_faults,
    read_rotation,
    taker,
    tenures,
)
from pbem.trust.people.rotation import read_acceptance as keys_accepted
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import PublicKey
from pbem.trust.ssh.transport import lf_form

HAND_OVER = "hand-over/1"
PAPERS = "hand-over.zip"
AMEND = sshsig.namespace("amend")


# -------------------------------------------------------------------------------------- a substitute the moderator asks
def replace(
    office: Office, seat: str, address: str, reason: str, *, until: datetime | None = None, phases: int = 0
) -> None:
    """Invite somebody to the seat of a silent player; once they accept, their keys count. With an end it is a loan."""
    if office.book.stage != "playing":
        raise bad("the game is not being played", hint="seats are filled before, and over after", kind=Kind.ILLEGAL)
    check_begun(office)
    name = office.charter.seat(seat).name or seat
    check_reason(reason)
    check_terms(until, phases, office.now)
    to = mail_address(address)
    addresses = {**office.book.addresses, seat: to}
    paper = invitation(office, seat, addresses, {"instead_of": name})
    signature = sshsig.sign(office.ring.signer(), paper, sshsig.namespace("charter"))
    office.book.offers[seat] = {
        "address": to, "reason": reason.strip(), "until": show_time(until) if until else "", "phases": phases,
        "offer": offer_hash(signature),
    }  # fmt: skip
    fields = office.book.draft
    text = wording.SUBSTITUTE.format(
        seat=seat, name=name, game=agreed.named(fields["title"], fields["rules"]), address=addresses[MODERATOR],
        duration=terms_in_words(until, phases), terms=agreed.indented(office.charter.fields, seat),
    )  # fmt: skip
    parts = {"invitation.yaml": paper, "invitation.yaml.sig": signature.encode("ascii")}
    post(office, seat, "invitation", Letter(to, f"{fields['title']}: will you play the {seat} seat?", text, parts))
    office.say(f"{to} is asked to play the {seat} seat")


def check_terms(until: datetime | None, phases: int, now: datetime) -> None:
    """A loan has one end, and it lies ahead."""
    if until and phases:
        raise bad("a loan ends at a time or after so many phases, not both", hint="choose one")
    if until and until <= now:
        raise bad(f"a loan until {show_time(until)} is over before it begins")
    if not 0 <= phases <= 999:
        raise bad(f"{phases} phases are no loan", hint="1 to 999")


def terms_in_words(until: datetime | None, phases: int) -> str:
    """For how long a seat is taken."""
    if until:
        return f"until {show_time(until)}"
    return f"for {counted(phases, 'phase')}" if phases else "until the end of the game"


def invitation(office: Office, seat: str, addresses: Mapping[str, str], more: Mapping[str, str]) -> bytes:
    """The same paper that the first player got, and what is different now."""
    fields = office.book.draft
    keys = office.charter.moderator
    moderator = {"name": keys.name, "ssh": keys.ssh.line(), "age": keys.age, "chain": keys.chain}
    known = [{"seat": who, "address": address} for who, address in sorted(addresses.items())]
    paper = {"pbem": INVITATION, "game": fields["game"], "seat": seat, "title": fields["title"]}
    paper |= {"rules": fields["rules"], "tier": fields["tier"], "moderator": moderator, "addresses": known}
    return strict_yaml.write({**paper, **more}).encode()


def take_substitute(office: Office, data: bytes, signature: bytes) -> str:
    """An invitation to a seat that is played has been accepted; the moderator's ruling puts the keys in force."""
    accepted = read_acceptance(data, signature)
    seat, offer = accepted["seat"], office.book.offers.get(accepted["seat"])
    if accepted["game"] != office.charter.game:
        raise bad(f"acceptance is for the game '{accepted['game']}', not for this one", kind=Kind.MISMATCH)
    if offer is None and waits_already(office, seat, data):
        return str(seat)
    if offer is None and same_key(accepted["ssh"], office.charter.seat(seat).ssh):
        hint = "'pbem open' the letter that welcomed you; 'pbem word again' in its folder asks for it once more"
        raise bad(f"seat '{seat}' is yours already", kind=Kind.LATE, hint=hint)
    if offer is None:
        raise bad(f"acceptance has come, and seat '{seat}' is offered to nobody", kind=Kind.LATE)
    if accepted.get("offer", "") != offer["offer"]:
        hint = "accept with the newest invitation, as it came"
        raise bad("acceptance does not answer the invitation that was sent", kind=Kind.MISMATCH, hint=hint)
    until = parse_time(offer["until"]) if offer["until"] else None
    made = Rotation(
        game=office.charter.game, charter=office.charter.sha256, who=seat, number=held(office).next_number(seat),
        how=How.RULING, accepted=hash_of(data), until=until, phases=offer["phases"], reason=offer["reason"],
    )  # fmt: skip
    text = made.to_bytes()
    signatures = {MODERATOR: sshsig.sign(office.ring.signer(), text, AMEND), taker(seat): plain(signature)}
    change(office, text, lf_form(data), signatures, offer["address"])
    office.book.offers.pop(seat, None)
    return seat


def waits_already(office: Office, seat: str, data: bytes) -> bool:
    """Tells if this acceptance came before and waits for the dice."""
    return any(each["who"] == seat and each["accepted"].encode() == lf_form(data) for each in office.book.pending)


def same_key(line: str, key: PublicKey) -> bool:
    """Tells if a line of text is this key, regardless of its comment."""
    return line.split()[:2] == key.line().split()[:2]


# ----------------------------------------------------------------------------------------- a seat its player hands over
def take_hand_over(office: Office, data: bytes, signature: bytes, files: tuple[File, ...]) -> str:
    """Take in the papers by which a player gives the seat away: their own, and the new player's acceptance."""
    data = lf_form(data)
    fields = read_as("hand-over", data, "hand-over.yaml")
    if office.book.stage != "playing":
        raise bad("the game is not being played", kind=Kind.ILLEGAL)
    if fields["game"] != office.charter.game:
        raise bad(f"hand-over is for the game '{fields['game']}', not for this one", kind=Kind.MISMATCH)
    seat = fields["seat"]
    sshsig.verify(office.charter.seat(seat).ssh, data, AMEND, signature)
    papers = next((zipped.unpack(file.data, file.name) for file in files if file.name == PAPERS), None)
    if papers is None or sorted(papers) != sorted(PARTS):
        raise bad(f"letter lacks its attachment '{PAPERS}'", hint="send the letter as it was written")
    text, accepted = papers["rotate.yaml"], papers["acceptance.yaml"]
    if sha256(text).hexdigest() != fields["paper"]:
        raise bad("hand-over is about another paper than the one that came with it", kind=Kind.MISMATCH)
    made = read_rotation(text)
    if (made.who, made.how) != (seat, How.HAND_OVER):
        raise bad(f"hand-over of '{seat}' comes with a paper about '{made.who}'", kind=Kind.MISMATCH)
    signatures = {seat: plain(papers["rotate.yaml.sig"]), taker(seat): plain(papers["acceptance.yaml.sig"])}
    change(office, text, accepted, signatures, mail_address(fields["address"]))
    return str(seat)


#: What lies in the parcel of a hand-over.
PARTS = ("rotate.yaml", "rotate.yaml.sig", "acceptance.yaml", "acceptance.yaml.sig")


def plain(signature: bytes) -> str:
    """A signature as it is kept."""
    return lf_form(signature).decode("ascii", "replace")


# --------------------------------------------------------------------------------------------------- in force, and over
def held(office: Office) -> Tenures:
    """Returns the holders of every place's keys over time."""
    return tenures(office.signed_charter, office.record.ledger, office.desk.read)


def change(office: Office, text: bytes, accepted: bytes, signatures: Mapping[str, str], address: str) -> None:
    """Checked; entered now, or when the step that is being opened is over."""
    if office.book.succession or office.book.handed:
        raise bad("the game is between two moderators", hint="try again when it has one", kind=Kind.LATE)
    check_change(office, text, accepted, signatures)
    who = read_rotation(text).who
    if busy(office, who):
        fields = {"text": text.decode(), "accepted": accepted.decode(), "signatures": dict(signatures)}
        office.book.pending = [each for each in office.book.pending if each["who"] != who]
        office.book.pending.append({"who": who, "address": address, **fields})
        office.say(f"{who} changes hands as soon as the dice of {office.book.step.phase} have fallen")
    else:
        enter(office, text, accepted, signatures, address)


def check_change(office: Office, text: bytes, accepted: bytes, signatures: Mapping[str, str]) -> None:
    """Checks a change of keys before it is entered, as everybody will check it afterwards."""
    made, now_held, before = read_rotation(text), held(office), tuple(office.record.ledger)
    faults = [*paper_faults(now_held, made, before, office.t), *lending_faults(now_held, made, before)]
    if accepted:
        found = keys_accepted(accepted)
        if not faults:
            check_fresh(now_held, found)
        faults += key_faults(now_held, made, found)
        sshsig.verify(found.keys.ssh, accepted, sshsig.namespace("charter"), signatures[taker(made.who)])
    if faults:
        raise CheckFailed(Fault(f"paper {wrong}", file="rotate.yaml", kind=Kind.MISMATCH) for wrong in faults)
    for giver in made.givers():
        sshsig.verify(office.charter.keys(giver).ssh, text, AMEND, signatures[giver])


def check_fresh(now_held: Tenures, found: Acceptance) -> None:
    """Raises if the keys had a place in this game before.

    A chain serves one place and one tenure, because all know what it has opened. A player who takes another seat, or
    returns to theirs, reads what to do about it.
    """
    if found.seat in now_held.charter.seat_names and found.keys.chain in now_held.anchors():
        text = f"keys that accept seat '{found.seat}' have, or had, a place in this game already"
        raise bad(text, hint=OTHER_KEYS, kind=Kind.ILLEGAL)


def enter(office: Office, text: bytes, accepted: bytes, signatures: Mapping[str, str], address: str = "") -> None:
    """Enters a change of keys: from here on the new keys and the new address count, and everybody hears of it."""
    made, book = read_rotation(text), office.book
    seat, former = made.who, book.addresses[made.who]
    told = (former, *book.fellows.get(seat, ()))
    with office.record.step(office.now) as step:
        step.rotated(text, accepted, signatures)
    office.renew()
    if made.how is How.RETURN:
        owner = book.guests.pop(seat)
        address, book.values[seat] = owner["address"], owner["value"]
    else:
        owner = book.guests.pop(seat, {
            "address": former, "value": book.values.get(seat, 0), "fellows": book.fellows.get(seat, []),
            "notes": press.notes(office, seat),
        })
        book.guests |= {seat: {**owner, "until": show_time(made.until) if made.until else ""}} if made.lends else {}
        book.values[seat] = 0
    book.addresses[seat] = address
    forget(office, seat, owner.get("notes", ()) if made.how is How.RETURN else ())
    if made.how is How.RETURN and owner["fellows"]:
        book.fellows[seat] = owner["fellows"]
    tell_change(office, made, told)
    office.say(f"{seat} is played by {office.charter.seat(seat).name or seat} from now on")


def purse(team: Seat, link: Link | None) -> str:
    """Under which name values of this chain are counted: the seat's own, or one for each member of its team."""
    owner = team.whose(link.value, link.index) if link else None
    numbers = [number for number, keys in enumerate(team.members, 1) if owner and keys.chain == owner.chain]
    return f"{team.seat} {numbers[0]}" if numbers else team.seat


def next_index(office: Office, seat: str, link: Link | None) -> int:
    """The value that is due of the chain that somebody has opened."""
    return office.book.values.get(purse(office.charter.seat(seat), link), 0) + 1


def note_value(office: Office, seat: str, link: Link) -> None:
    """A value that everybody knows from here on, and that nobody may open again."""
    office.book.values[purse(office.charter.seat(seat), link)] = link.index


def use_value(office: Office, step: Step, seat: str, orders: Held) -> None:
    """A lock that counts has used up a value of its writer's chain, who may have left the seat since."""
    book, link, now = office.book, None, office.charter.seat(seat)
    if now.members or office.record.ledger.entries("rotate", who=seat):
        link = envelope_of(office, step, seat, orders).lock.value
    if link is None or now.whose(link.value, link.index):
        book.values[purse(now, link)] = next_index(office, seat, link)
    elif seat in book.guests and (owner := owner_of(office, seat)).whose(link.value, link.index):
        name = purse(owner, link)  # a member's values are counted on while the team's seat is lent
        if name == seat:
            book.guests[seat]["value"] += 1
        else:
            book.values[name] = book.values.get(name, 0) + 1


def owner_of(office: Office, seat: str) -> Seat:
    """Returns the owner of a seat that is lent, or the player of any other seat."""
    loan = held(office).loans.get(seat) if seat in office.book.guests else None
    return loan.owner if loan and isinstance(loan.owner, Seat) else office.charter.seat(seat)


def forget(office: Office, seat: str, notes: Sequence[str]) -> None:
    """Drop what binds only the former player of a seat; an owner who returns gets their notes back."""
    book = office.book
    press.forget(office, seat, notes)
    places.forget(office, seat)
    book.fellows.pop(seat, None)
    book.step.drafts.pop(seat, None)
    book.offers.pop(seat, None)
    book.forget_absences(seat)
    book.step.wait = [each for each in book.step.wait if each != seat]
    book.proposal.get("sigs", {}).pop(seat, None)


def settle(office: Office) -> bool:
    """Enters one change that waited for the dice, or one loan's end; tells if there was one."""
    book = office.book
    if book.stage != "playing" or book.succession or book.handed:
        return False
    if book.step.locked and office.charter.grammar == 1:
        return False
    waiting = next((each for each in book.pending if not busy(office, each["who"])), None)
    if waiting:
        book.pending.remove(waiting)
        enter_late(office, waiting)
        return True
    loans = held(office).loans if book.guests else {}
    for seat, loan in sorted(loans.items()):
        if not busy(office, seat) and loan.over(tuple(office.record.ledger), office.t):
            give_back(office, seat)
            return True
    return False


def enter_late(office: Office, waiting: dict[str, Any]) -> None:
    """A change that had to wait; where it no longer holds, that is said."""
    papers = (waiting["text"].encode(), waiting["accepted"].encode(), waiting["signatures"])
    try:
        check_change(office, *papers)
    except PbemError as error:
        tell_unchanged(office, waiting["who"], waiting["address"], error.faults[0].message)
    else:
        enter(office, *papers, waiting["address"])


def tell_unchanged(office: Office, seat: str, address: str, why: str) -> None:
    """Tells the giver of a seat, its intended player and the moderator that the seat does not change hands."""
    text = wording.UNCHANGED.format(seat=seat, why=why)
    subject = f"{office.charter.game}: {seat} does not change hands"
    told = {seat: office.book.addresses[seat], "substitute": address, MODERATOR: office.book.addresses[MODERATOR]}
    for who, to in told.items():
        post(office, who, f"unchanged-{seat}", Letter(to, subject, text))
    office.say(f"{seat} does not change hands: {why}")


def give_back(office: Office, seat: str) -> None:
    """The loan is over."""
    made = Rotation(
        game=office.charter.game, charter=office.charter.sha256, who=seat, number=held(office).next_number(seat),
        how=How.RETURN,
    )  # fmt: skip
    text = made.to_bytes()
    enter(office, text, b"", {MODERATOR: sshsig.sign(office.ring.signer(), text, AMEND)})


class Former(BadInput):
    """A paper is signed by somebody who has had the seat. The record says so to all, so they may be told."""


def former_player(office: Office, seat: str, armour: str | bytes) -> None:
    """Say so where a letter is signed with a key that the seat has had, and has no more."""
    if seat not in office.charter.seat_names or not office.record.ledger.entries("rotate", who=seat):
        return
    try:
        signer = sshsig.signer(armour)
    except (PbemError, ValueError):
        return
    keys = [each.ssh for charter in held(office).charters for each in charter.seat(seat).people]
    if signer in keys and signer not in [each.ssh for each in office.charter.seat(seat).people]:
        line = office.record.ledger.entries("rotate", who=seat)[-1].n
        raise Former(Fault(f"seat '{seat}' is no longer played with this key", kind=Kind.LATE,
                           hint=f"entry {line} of the ledger gave the seat to another key"))
