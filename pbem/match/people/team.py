"""A team at a seat: orders that count once enough of it stand behind them, and copies for the others to read.

Whoever sends orders stands behind them. The others get the envelope with its receipt, and with it what opens it to the
team: in tier moderated their own keys do, in two-step the one-time key, in beacon the orders themselves, both sealed to
the team by their sender. So whoever agrees has read what he agrees to, and nobody else has read it earlier for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from pbem.base.errors import Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.mail.letter import File
from pbem.match import wording
from pbem.match.deadlines import phase_times
from pbem.match.folder.book import Held, Step
from pbem.match.folder.office import Office
from pbem.match.player.seat import Seat as Folder
from pbem.trust.orders.envelope import Envelope, check_opened, open_envelope, parse_envelope
from pbem.trust.orders.lock import Lock
from pbem.trust.people.charter import Charter, Seat, Tier
from pbem.trust.primitives import commit
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion
from pbem.trust.record.receipt import make_receipt
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import PublicKey
from pbem.trust.ssh.transport import lf_form

COPY = ".team.age"
#: Drafts of one step that are kept for a team to agree to; an older one falls away.
MOST_DRAFTS = 8
#: Where a player keeps what others of his team have sent.
PLACE = "team"
#: The envelopes in a folder; macOS lays a `._NAME` beside each file of a disk that is not its own.
ENVELOPES = "[!.]*.pbem"


# ---------------------------------------------------------------------------------------------- at the moderator's desk
def put_forward(step: Step, seat: Seat, held: Held, signer: PublicKey) -> str:
    """Orders that have come in: they count, or wait for agreement; in words, what else that means."""
    if seat.needs == 1:
        instead = " in place of others" if seat.seat in step.held else ""
        step.held[seat.seat] = held
        return instead
    held.needs, held.behind = seat.needs, [signer.fingerprint()]
    step.drafts[seat.seat] = [*step.drafts.get(seat.seat, ()), held][-MOST_DRAFTS:]
    return f", behind which 1 of {seat.needs} stands"


def agree(office: Office, seat: Seat, lock: str, word: bytes, armour: bytes) -> str:
    """One more of a team stands behind orders that it was sent; what that comes to."""
    step = office.book.step
    draft = next((each for each in step.drafts.get(seat.seat, ()) if each.lock == lock), None)
    if draft is None:
        hint = "it names the orders of the newest receipt: 'pbem open' it, then 'pbem word agree'"
        raise bad(f"no orders of {seat.seat} with this lock wait for agreement", hint=hint, kind=Kind.LATE)
    phase_times.check_in_time(office)
    who = sshsig.signer(armour).fingerprint()
    if who in draft.behind:
        hint = "whoever sends orders stands behind them; others of the team agree"
        raise bad(f"you stand behind orders no. {draft.seq} already", hint=hint, kind=Kind.ILLEGAL)
    draft.behind.append(who)
    with office.record.step(office.now) as entries:
        entries.agreed(step.occasion, seat.seat, lock, word, armour)
    counts = step.held.get(seat.seat)
    if len(draft.behind) >= draft.needs and (counts is None or counts.seq < draft.seq):
        counts = step.held[seat.seat] = draft
        phase_times.note_complete(office)
    return state_of(draft, counts)


def proof(office: Office, word: bytes) -> dict[str, bytes]:
    """What proves to whoever has agreed that his agreement stands in the ledger; nothing for any other word."""
    ledger, digest = office.record.ledger, sha256(lf_form(word)).hexdigest()
    note = office.desk.read(layout.CHECKPOINT)
    entries = ledger.entries("ack", sha256=digest)
    return {f"{each.text('who')}-agreed-{each.n}.proof": make_receipt(ledger, each.n, note) for each in entries}


def state_of(draft: Held, counts: Held | None) -> str:
    """How many stand behind orders, and whether they count."""
    count = len(draft.behind)
    told = f"{count} of {draft.needs} {'stands' if count == 1 else 'stand'} behind orders no. {draft.seq}"
    if counts and counts.seq == draft.seq:
        return f"{told}, which count"
    return f"{told}; no. {counts.seq} count" if counts else f"{told}, which do not count yet"


def waiting(step: Step) -> dict[str, list[str]]:
    """Of each team the orders that might still come to count, newest last, in words."""
    found: dict[str, list[str]] = {}
    for seat, drafts in sorted(step.drafts.items()):
        counts = step.held.get(seat)
        newer = [state_of(each, counts) for each in drafts if counts is None or each.seq > counts.seq]
        if newer and not step.locked:
            found[seat] = newer
    return found


def known(step: Step, seat: str, lock: str) -> Held | None:
    """The orders with this lock as they are held, whether they count or wait."""
    held = [*([step.held[seat]] if seat in step.held else []), *step.drafts.get(seat, ())]
    return next((each for each in held if each.lock == lock), None)


def copies(charter: Charter, envelope: Envelope, files: Iterable[File]) -> dict[str, bytes]:
    """What the others of a team get with the receipt: the envelope, and what its sender sealed to them."""
    if not charter.seat(envelope.lock.seat).members:
        return {}
    brought = {file.name: file.data for file in files if file.name == f"{envelope.name}{COPY}"}
    return {envelope.name: envelope.to_bytes(), **brought}


def check_copy(charter: Charter, envelope: Envelope, files: Iterable[File]) -> None:
    """A team that has to agree must be able to read what to."""
    readable = charter.tier is Tier.MODERATED or charter.seat(envelope.lock.seat).needs == 1
    if not readable and len(copies(charter, envelope, files)) == 1:
        hint = f"attach '{envelope.name}{COPY}', which 'pbem orders seal' has made"
        raise bad("letter brings no copy of the orders for the team to agree to", hint=hint, kind=Kind.UNSIGNED)


def receipt_words(step: Step, seat: str, held: Held) -> str:
    """What a receipt says of agreement."""
    if held.needs == 1:
        return ""
    return wording.TEAM_RECEIPT.format(state=state_of(held, step.held.get(seat)), needs=held.needs, seq=held.seq)


# -------------------------------------------------------------------------------------------------- at a player's table
def sealed_copy(charter: Charter, envelope: Envelope, opened: bytes, one_time: str) -> dict[str, bytes]:
    """What lets the others of a team read an envelope before anybody else can; empty where their own keys do."""
    seat = charter.seat(envelope.lock.seat)
    if not seat.members or charter.tier is Tier.MODERATED:
        return {}
    secret = f"{one_time}\n".encode() if one_time else opened
    return {f"{envelope.name}{COPY}": seal.seal(seat.ages, secret).encode("ascii")}


def take_copies(folder: Folder, charter: Charter, own: PublicKey, identity: str, parts: Mapping[str, bytes]) -> str:
    """Orders that another of the team has sent, kept where they can be read and agreed to; in words."""
    told = []
    for name in sorted(each for each in parts if each.endswith(".pbem")):
        envelope = parse_envelope(parts[name], name)
        seat = charter.seat(folder.seat)
        if envelope.lock.seat != folder.seat or sshsig.signer(envelope.signature) == own:
            continue
        seat.check(envelope.lock_bytes, "lock", envelope.signature)
        copy = parts.get(f"{envelope.name}{COPY}")
        told.append(keep(folder, seat, envelope, copy, identity))
    return "".join(told)


def keep(folder: Folder, seat: Seat, envelope: Envelope, copy: bytes | None, identity: str) -> str:
    """One of them, held against its lock."""
    secret = seal.unseal(identity, copy) if copy else b""
    opened = read_copy(envelope, secret, identity)
    place = folder.folder / PLACE
    write_atomic(place / envelope.name, envelope.to_bytes())
    if is_key(secret):
        write_atomic(place / f"{envelope.name}.key", secret, secret=True)
    path = place / f"{envelope.name.removesuffix('.pbem')}.yaml"
    write_atomic(path, opened.content.rpartition(commit.PAD_OPENS)[0])
    signer = sshsig.signer(envelope.signature)
    name = next((keys.name for keys in seat.people if keys.ssh == signer), "") or "another of your team"
    asked = wording.TEAM_ASKED.format(seq=envelope.lock.seq) if seat.needs > 1 else ""
    return wording.TEAM_COPY.format(seq=envelope.lock.seq, phase=envelope.lock.phase, name=name, path=path) + asked


def read_copy(envelope: Envelope, secret: bytes, identity: str) -> Preimage:
    """The orders of an envelope by what its sender sealed to the team, or by the reader's own key."""
    if secret and not is_key(secret):
        return check_opened(envelope, secret)
    return open_envelope(envelope, [secret.decode("ascii", "replace").strip() or identity])


def is_key(secret: bytes) -> bool:
    """Whether what was sealed to the team is the one-time key of tier two-step, and not the orders."""
    return seal.IDENTITY.fullmatch(secret.decode("ascii", "replace").strip()) is not None


def kept(folder: Folder) -> list[Lock]:
    """The locks of others of the team that this folder has, oldest letter first."""
    found = [parse_envelope(read_file(path), path.name).lock for path in (folder.folder / PLACE).glob(ENVELOPES)]
    return sorted(found, key=lambda lock: (lock.phase, lock.attempt, lock.seq))


def to_agree(folder: Folder, charter: Charter, occasion: Occasion) -> tuple[str, ...]:
    """What a player may do about the newest orders of others of his team that he has not agreed to from this folder."""
    if charter.seat(folder.seat).needs == 1:
        return ()
    words = sorted((folder.folder / "sent").glob(f"{folder.seat}-word-*.yaml"))
    said = b"".join(read_file(path) for path in words)
    newest = [lock for lock in kept(folder) if Occasion(lock.phase, lock.attempt) == occasion][-1:]
    waiting = [lock for lock in newest if lock.sha256.encode() not in said]
    return tuple(f"pbem word agree {lock.seq} --dir {folder.folder}" for lock in waiting)


def lock_to_agree(folder: Folder, occasion: Occasion, number: int) -> str:
    """The hash of the orders that a word of agreement names: of that number, else the newest of the open phase.

    What was sent before play went back is for an attempt that is over: it waits for nobody's agreement.
    """
    open_now = [lock for lock in kept(folder) if Occasion(lock.phase, lock.attempt) == occasion]
    locks = [lock for lock in open_now if number in (0, lock.seq)]
    if not locks:
        which = f"no orders no. {number}" if number else "no orders"
        hint = "open the receipt of whoever has sent some: 'pbem open LETTER'"
        raise bad(f"folder has {which} of others of your team for {occasion}", hint=hint, kind=Kind.UNKNOWN)
    return locks[-1].sha256
