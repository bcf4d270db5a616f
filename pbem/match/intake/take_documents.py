"""The documents of a letter taken in, each kind by what it is: seats filled, signatures, orders, openings.

Whatever is wrong is raised, and nothing is changed; what has to be answered is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.transcript import canonical
from pbem.base.errors import Kind, bad
from pbem.base.records import dataclass, field
from pbem.mail.documents import AGE_BEGIN
from pbem.mail.letter import File, Part
from pbem.match import wording
from pbem.match.deadlines import phase_times, stale_copy
from pbem.match.folder.book import Held
from pbem.match.folder.held_orders import read_held, read_orders
from pbem.match.folder.office import Office
from pbem.match.intake.player_words import hear
from pbem.match.moderator import going_back
from pbem.match.people import new_moderator, substitutes, team
from pbem.match.people.enrolment import accept, all_signed, take_signature
from pbem.match.phase import late_letters
from pbem.match.phase.opening import begin_play
from pbem.match.phase.second_letters import brought_key, index_due, take_open
from pbem.match.post import press
from pbem.match.record import guardians
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.standing import value_due
from pbem.trust.orders.account import check_seen_word
from pbem.trust.orders.envelope import (
    Envelope,
    Expected,
    check_envelope,
    identity_faults,
    open_envelope,
    parse_envelope,
    signature_faults,
)
from pbem.trust.people.charter import Tier
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry, goes_back
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

SEALED_KEY = ".key.age"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers a seat. `elsewhere` is the text for an address that is not the one on file."""

    seat: str
    kind: str
    subject: str
    text: str
    elsewhere: str
    parts: Mapping[str, bytes] = field(default_factory=dict)


Files = tuple[File, ...]
Taker = Callable[[Office, Part, Files], Answer | None]


def take_document(office: Office, part: Part, files: Files) -> Answer | None:
    """One document, by its kind."""
    if part.kind not in TAKERS:
        raise bad(f"letter brings '{part.kind}', which is for players", hint="attach your orders", kind=Kind.UNKNOWN)
    if office.book.handed:  # the new moderator's record would know nothing of it
        hint = "mail it to the new moderator once they have written to you"
        raise bad("the game was handed over to another moderator", hint=hint, kind=Kind.LATE)
    return TAKERS[part.kind](office, part, files)


def signature_of(part: Part) -> bytes:
    """A document's signature, which has to be there; with our line ends, for it may go into the public folder."""
    if not part.signature:
        name = part.name or part.kind
        hint = "'pbem orders seal' signs and seals it: mail the letter that it writes" if part.kind == "orders" else ""
        raise bad(f"'{name}' came without its signature", kind=Kind.UNSIGNED,
                  hint=hint or f"attach '{name}.sig' as well")
    return lf_form(part.signature)


def take_acceptance(office: Office, part: Part, files: Files) -> Answer | None:
    """A player takes a seat, or takes it over."""
    if office.book.succession:
        new_moderator.take_assent(office, part.data, signature_of(part))
    elif office.book.stage == "playing":
        seat = substitutes.take_substitute(office, part.data, signature_of(part))
        return has_to_wait(office, seat, wording.YOURS_LATER, to="")  # the address on file is another's yet
    else:
        accept(office, part.data, signature_of(part))
    return None


def has_to_wait(office: Office, seat: str, words: str, to: str) -> Answer | None:
    """Answers a hand-over that takes effect later. One that takes effect now has letters of its own."""
    if all(each["who"] != seat for each in office.book.pending):
        return None
    text = words.format(seat=seat, title=office.book.title)
    return Answer(to, f"later-{seat}", f"{office.charter.game}: {seat} changes hands later", text, text)


def take_charter_signature(office: Office, part: Part, files: Files) -> None:
    """A seat signs the charter; which one, its key says."""
    armour = signature_of(part)
    if office.book.stage != "inviting" and lf_form(part.data) != office.charter.data:
        raise bad("is another charter than the one that was sent", file=layout.CHARTER, kind=Kind.MISMATCH)
    signer = sshsig.signer(armour).line()
    keys = {fields["ssh"]: seat for seat, fields in office.book.joined.items()}
    blobs = {" ".join(line.split()[:2]): seat for line, seat in keys.items()}
    seat = blobs.get(" ".join(signer.split()[:2]), "")
    if office.book.stage != "inviting" and not seat:
        raise bad("charter is signed by nobody who has a seat", file=layout.CHARTER, kind=Kind.UNKNOWN)
    take_signature(office, seat, armour)
    for file in files:
        if seat and file.name == f"{seat}-chain.age" and office.book.grammar == 2:
            office.book.chains[seat] = file.data.decode("ascii", "replace")
    if all_signed(office):
        begin_play(office)


def take_opening(office: Office, part: Part, files: Files) -> Answer | None:
    """The second letter of tier two-step; in grammar 2 it gets a receipt."""
    in_play(office)
    digest = sha256(lf_form(part.data)).hexdigest()
    known = office.record.ledger.entries("open", sha256=digest) if office.charter.grammar == 2 else ()
    if known:
        return receipt_of_opening(office, known[0].text("seat"), layout.occasion_of(known[0]))
    seat = take_open(office, part.data, signature_of(part), sealed_key(files))
    occasion = office.book.step.occasion
    entered = office.record.ledger.entries("open", sha256=digest)
    if office.charter.grammar == 2 and entered:
        return receipt_of_opening(office, seat, occasion)
    return None


def receipt_of_opening(office: Office, seat: str, occasion: Occasion) -> Answer:
    """The proof that an opening stands in the ledger."""
    name = layout.open_receipt_file(seat, occasion)
    words = wording.OPEN_RECEIPT.format(phase=occasion.phase)
    subject = f"{office.charter.game}: receipt for your opening of {occasion.stem}"
    return Answer(seat, f"receipt-open-{occasion.stem}", subject, words, words,
                  {name.rpartition("/")[2]: office.desk.read(name)})


def take_seen(office: Office, part: Part, files: Files) -> None:
    """Grammar 2: a seat's word about what it has seen of the ledger; also after the end of the game."""
    if office.charter.grammar == 1:
        raise bad("this game has no such word", kind=Kind.ILLEGAL)
    armour = signature_of(part)
    word = check_seen_word(part.data, armour, office.charter)
    late_letters.check_account(office, word.account, part.name or "seen.txt")
    if office.record.ledger.entries("seen", seat=word.seat, sha256=word.sha256):
        return
    with office.record.step(office.now) as entries:
        entries.seen(word, armour.decode("ascii", "replace"))
    office.say(f"{word.seat} has seen {word.account.size} lines of the ledger")


def in_play(office: Office) -> None:
    """Orders need a game in progress."""
    if office.book.stage != "playing":
        over = office.book.stage == "over"
        raise bad("the game is over" if over else "the game has not begun", kind=Kind.LATE if over else Kind.ILLEGAL)


def take_envelope(office: Office, part: Part, files: Files) -> Answer:
    """Orders in an envelope; one that has come before is answered as it was then."""
    envelope = parse_envelope(part.data, part.name)
    lock = envelope.lock
    known = office.record.ledger.entries("lock", lock=lock.sha256) if office.desk.has(layout.LEDGER) else ()
    if known:
        occasion, copies = layout.occasion_of(known[0]), team.copies(office.charter, envelope, files)
        return receipt(office, lock.seat, occasion, Held(lock.seq, lock.sha256), copies, fate_of(office, known[0]))
    in_play(office)
    step = office.book.step
    substitutes.former_player(office, lock.seat, envelope.signature)
    stale_copy.check(office, envelope)
    if office.charter.grammar == 2 and (late := check_grammar_2(office, envelope)):
        return late
    check_envelope(envelope, office.charter, expected(office, lock.seat, lock.value))
    phase_times.check_in_time(office)
    team.check_copy(office.charter, envelope, files)
    held, seat = read_envelope(office, envelope, files), office.charter.seat(lock.seat)
    instead = team.put_forward(step, seat, held, sshsig.signer(envelope.signature))
    if step.alone and lock.value and office.charter.grammar == 1:  # in tier two-step
        substitutes.note_value(office, lock.seat, lock.value)
    with office.record.step(office.now) as entries:
        entries.lock_received(envelope)
    stale_copy.forget(office, lock.seat)
    phase_times.note_complete(office)
    office.say(f"{lock.seat}: orders no. {lock.seq} for {office.book.phase}{instead}")
    return receipt(office, lock.seat, step.occasion, held, team.copies(office.charter, envelope, files))


def check_grammar_2(office: Office, envelope: Envelope) -> Answer | None:
    """Refuses what no verifier would take: an account of another ledger, or orders that the phase does not want. A
    lock that came too late and has shown a value is entered as a stray, or its sender could not go on."""
    lock, step = envelope.lock, office.book.step
    if any(identity_faults(lock, office.charter)):
        return None  # of another game: what is wrong with it is said below
    late_letters.check_account(office, lock.account, envelope.name)
    attempt = office.walk.phases[step.occasion]
    if Occasion(lock.phase, lock.attempt) != step.occasion or (step.locked and office.charter.tier is Tier.TWO_STEP):
        sound = not signature_faults(envelope, office.charter.seat(lock.seat))
        if sound and late_letters.take_lock(office, envelope):
            words = wording.STRAY.format(phase=lock.phase)
            subject = f"{office.charter.game}: your orders for {lock.phase} came too late"
            return Answer(lock.seat, f"stray-{lock.phase}-{lock.seq}", subject, words, words)
        return None
    late_letters.check_covers(lock.account, attempt.opening, envelope.name)
    check_wanted(office, lock.seat)
    return None


def check_wanted(office: Office, seat: str) -> None:
    """Grammar 2: before orders are locked, only the seats that act in a phase send any."""
    attempt = office.walk.phases[office.book.step.occasion]
    if attempt.first_locked is None and seat in office.charter.seat_names and seat not in attempt.acts:
        hint = "your standing orders hold, and what is asked of you later comes as a question"
        if not attempt.alone:
            raise bad(f"'{seat}' sends no orders in phase '{attempt.occasion.phase}'", hint=hint, kind=Kind.ILLEGAL)


def read_envelope(office: Office, envelope: Envelope, files: Files) -> Held:
    """The envelope as the moderator keeps it. Orders that can be opened at once have to be sound."""
    held = Held(envelope.lock.seq, envelope.lock.sha256)
    if key := key_to(office, files):
        held.opened = open_envelope(envelope, [key]).to_bytes().decode("utf-8", "replace")
        read_held(office, envelope.lock.seat, held)
    return held


def key_to(office: Office, files: Files) -> str:
    """Returns the key that opens orders as they come; empty if none does.

    In tier moderated it is the moderator's own key. A seat that acts alone sends a one-time key along.
    """
    if office.charter.tier is Tier.MODERATED:
        return office.desk.identity
    with_lock = office.charter.tier is Tier.TWO_STEP and office.book.step.alone
    return brought_key(office, sealed_key(files), "pbem orders seal") if with_lock else ""


def sealed_key(files: Files) -> bytes | None:
    """The one-time key among the files of a letter; where its name was changed on the way or lost, the one file that
    may be it. Whether it is, it shows itself.
    """
    named = [file.data for file in files if file.name.lower().endswith(SEALED_KEY)]
    likely = [file.data for file in files if may_be_key(file)]
    return named[0] if named else likely[0] if len(likely) == 1 else None


def may_be_key(file: File) -> bool:
    """Tells if a sealed file may be the key, because its name is no other sealed file's."""
    name = file.name.lower()
    return AGE_BEGIN.encode() in file.data[:100] and (".key" in name or not name.endswith(".age"))


def expected(office: Office, seat: str, value: Link | None = None) -> Expected:
    """States what an envelope has to fit just now. Each member of a team has a chain of their own."""
    step, tier = office.book.step, office.charter.tier
    moderated = tier is Tier.MODERATED
    answer: bool | None = None
    if office.charter.grammar == 2 and moderated:
        attempt = office.walk.phases[step.occasion]
        answer = attempt.first_locked is not None
        shows = value is not None and not answer
        index = value_due(office.walk, seat, attempt) if shows else None
    else:
        index = substitutes.next_index(office, seat, value) if moderated else index_due(office, seat, value)
    sent = office.record.ledger.entries("lock", seat=seat, **step.occasion.fields)
    above = max((entry.number("seq") for entry in sent), default=0)
    return Expected(
        phase=step.phase, attempt=step.attempt, above_seq=above, round=step.round or None, next_index=index,
        alone=step.alone, answer=answer,
    )  # fmt: skip


def take_plain_orders(office: Office, part: Part, files: Files) -> Answer:
    """A signed order file from a player without the tool; tier moderated alone can take it (PROTOCOL 3.5)."""
    in_play(office)
    if office.charter.tier is not Tier.MODERATED:
        hint = "'pbem orders seal' makes an envelope"
        raise bad(f"tier {office.charter.tier.value} takes orders in an envelope only", kind=Kind.ILLEGAL, hint=hint)
    name = part.name or "orders.yaml"
    data, armour = lf_form(part.data), signature_of(part)
    step = office.book.step
    orders = office.orders_in(data, name)
    seat = orders.seat
    substitutes.former_player(office, seat, armour)
    office.charter.seat(seat).check(data, "orders", armour)
    check_addressed(office, orders, name)
    if office.charter.seat(seat).needs > 1:
        hint = "'pbem orders seal' makes an envelope, which the others can open and agree to"
        raise bad(f"team of '{seat}' has to agree, which takes an envelope", kind=Kind.ILLEGAL, hint=hint)
    if office.charter.grammar == 2:
        if not office.charter.seat(seat).plain:
            hint = "'pbem orders seal' makes an envelope"
            raise bad(f"by the charter '{seat}' sends orders in an envelope", kind=Kind.ILLEGAL, hint=hint)
        check_wanted(office, seat)
    before = step.held.get(seat)
    if before and before.lock == sha256(data).hexdigest():
        return receipt(office, seat, step.occasion, before)
    check_unheard(office, seat, data, name)
    phase_times.check_in_time(office)
    read_orders(office, seat, data, name)
    seq = expected(office, seat).above_seq + 1
    text = data.decode("utf-8")
    held = Held(seq, sha256(data).hexdigest(), text, plain=True, signature=armour.decode("ascii", "replace"))
    step.held[seat] = held
    with office.record.step(office.now) as entries:
        entries.plain_orders_received(step.occasion, seat, seq, data)
    phase_times.note_complete(office)
    office.say(f"{seat}: plain orders no. {seq} for {step.phase}")
    return receipt(office, seat, step.occasion, held)


def check_addressed(office: Office, orders: Orders, file: str) -> None:
    """Plain orders have no lock around them: what game and phase they are for, nothing says but they themselves."""
    game = str(orders.body.get("game") or "")
    if game and orders.phase and game == office.charter.game:
        return
    if not (game and orders.phase):
        hint = f"begin with the lines 'game: {office.charter.game}' and 'phase: {office.book.phase}', and sign it again"
        raise bad(f"names no {'phase' if game else 'game'}", file=file, hint=hint)
    raise bad(f"orders are for the game '{game}', not for '{office.charter.game}'", file=file, kind=Kind.MISMATCH)


def check_unheard(office: Office, seat: str, data: bytes, file: str) -> None:
    """Plain orders have no number either: those that came once, and have been overtaken, are not orders any more."""
    for entry in office.record.ledger.entries("lock", seat=seat, lock=sha256(data).hexdigest()):
        hint = "if you mean them again, change something, a comment for instance, and sign the file anew"
        words = f"these orders have come before, as no. {entry.number('seq')} of '{entry.text('phase')}'"
        raise bad(words, file=file, hint=hint, kind=Kind.LATE)


def receipt(
    office: Office, seat: str, occasion: Occasion, held: Held, copies: Mapping[str, bytes] | None = None, fate: str = ""
) -> Answer:
    """The proof that the lock stands in the ledger, and what was read where it can be read already. `fate` says what
    has become of orders that came before.

    The hash of the orders as read goes to the address on file alone: short orders could be guessed from it.
    """
    name = layout.receipt_file(seat, occasion, held.seq)
    step = office.book.step if office.book.steps else None
    kept = (team.known(step, seat, held.lock) if step else None) or held
    read = wording.SEALED
    if kept.text:
        read = sha256(canonical(dict(read_held(office, seat, kept).body)).encode()).hexdigest()
    whose = wording.WHOSE[bool(office.charter.seat(seat).members)]
    is_open = occasion.phase == office.book.phase and bool(office.book.title)
    phase = office.book.title if is_open else occasion.phase
    words = {"whose": whose, "phase": phase, "seq": held.seq, "lock": held.lock}
    words |= {"more": fate or newer(office, occasion)}
    of_team = team.receipt_words(step, seat, kept) if step else ""
    parts = {name.rpartition("/")[2]: office.desk.read(name), **(copies or {})}
    return Answer(
        seat=seat, kind=f"receipt-{occasion.phase}-{held.seq}",
        subject=f"{office.charter.game}: receipt for {phase}, no. {held.seq}",
        text=wording.RECEIPT.format(**words, orders=read) + of_team,
        elsewhere=wording.RECEIPT.format(**words, orders=wording.ON_FILE), parts=parts,
    )  # fmt: skip


def fate_of(office: Office, lock: Entry) -> str:
    """Returns why orders that come a second time no longer count; empty if they do, or may."""
    if office.book.stage != "playing":
        return ""
    if went_back_since(office, lock):
        until = phase_times.taken_until(office, office.book.step)
        return wording.WITHDRAWN.format(title=office.book.title, until=until)
    seat, seq = lock.text("seat"), lock.number("seq")
    steps = [step for step in office.book.steps if step.ordered == layout.occasion_of(lock) and seat in step.held]
    counted = sorted(step.held[seat].seq for step in steps if step.held[seat].seq >= seq)
    return wording.OVERTAKEN.format(seq=counted[0]) if counted and counted[0] > seq else ""


def went_back_since(office: Office, lock: Entry) -> bool:
    """Tells if all players have since withdrawn the phase of these orders."""
    step = lock.text("phase")
    returns = (each for each in office.record.ledger.entries("reopen") if goes_back(each) and each.n > lock.n)
    return any(f"{step}.".startswith(f"{phase}.") for each in returns for phase in each.texts("withdraws"))


def newer(office: Office, occasion: Occasion) -> str:
    """Gives the time until which a newer letter replaces this one; empty if none can."""
    step = office.book.step if office.book.stage == "playing" else None
    if step is None or step.locked or step.occasion != occasion:
        return ""
    return wording.NEWER.format(until=phase_times.taken_until(office, step))


def take_word(office: Office, part: Part, files: Files) -> Answer:
    """Take in a player's word."""
    heard = hear(office, part.data, signature_of(part), part.name or "word.yaml")
    return Answer(
        seat=heard.seat, kind=f"word-{heard.seq}", subject=f"{office.charter.game}: your word no. {heard.seq}",
        text=wording.WORD.format(seq=heard.seq, text=heard.text),
        elsewhere=wording.WORD.format(seq=heard.seq, text=wording.ON_FILE), parts=team.proof(office, part.data),
    )  # fmt: skip


def take_press(office: Office, part: Part, files: Files) -> Answer:
    """A letter between seats, or a note to oneself."""
    sealed = [file.data for file in files if file.name.endswith(".age")]
    accepted = press.take_press(office, part.data, sealed, part.name or "press.yaml")
    return Answer(
        seat=accepted.seat, kind=f"press-{accepted.seq}", subject=f"{office.charter.game}: your press",
        text=wording.PRESS_TAKEN.format(seq=accepted.seq, text=accepted.text),
        elsewhere=wording.PRESS_TAKEN.format(seq=accepted.seq, text=wording.ON_FILE),
    )  # fmt: skip


def take_agreement(office: Office, part: Part, files: Files) -> Answer:
    """A seat agrees to go back to an earlier phase."""
    phase = office.book.proposal.get("phase", "")
    seat = going_back.take_agreement(office, part.data, signature_of(part))
    words = wording.AGREED.format(phase=phase)
    return Answer(seat, f"agreed-{phase}", f"{office.charter.game}: going back to {phase}", words, words)


def take_hand_over(office: Office, part: Part, files: Files) -> Answer | None:
    """Take in the paper by which a player gives the seat to another."""
    seat = substitutes.take_hand_over(office, part.data, signature_of(part), files)
    return has_to_wait(office, seat, wording.GIVEN_LATER, to=seat)


def take_guardian(office: Office, part: Part, files: Files) -> Answer:
    """Take in a guardian's proof of being able to open what is sealed to them."""
    name = guardians.take_word(office, part.data)
    if all_signed(office):
        begin_play(office)
    words = wording.PROVED.format(name=name)
    return Answer("", "guardian", f"{office.book.draft['game']}: your trial file", words, words)


#: What a moderator takes from a letter, by the word of the document's header; the first kind found in a letter counts.
TAKERS: dict[str, Taker] = {
    "lock": take_envelope,
    "acceptance": take_acceptance,
    "charter": take_charter_signature,
    "open": take_opening,
    "orders": take_plain_orders,
    "word": take_word,
    "hand-over": take_hand_over,
    "guardian": take_guardian,
    "reopen": take_agreement,
    "press": take_press,
    "seen": take_seen,
}
