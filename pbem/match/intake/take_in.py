"""Takes letters in: judges, answers and files each one once. After a fault nothing else changes.

The hash of its bytes tells if a letter came before. `mail.guards` recognises robots, lists, reports, our own letters
and floods, and they get no answer. Orders in such a letter count all the same, because the signature says whose they
are. Anybody can make a flood in another's name, so a signed document in the midst of one is answered, once. An answer
about a seat goes to the address on file. If the letter came from another address, that one gets an answer too, without
anything that is the seat's alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pbem import strict_yaml
from pbem.base.errors import BadInput, Fault, Kind, PbemError, slip
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, replace
from pbem.mail import guards, letter
from pbem.mail.guards import Caps, Home, Sort, Verdict
from pbem.mail.imap import ImapBox
from pbem.mail.letter import How, Part
from pbem.mail.mime import ATTACH, LIMITS
from pbem.mail.sources import Inbox, Pipe
from pbem.match import wording
from pbem.match.deadlines import (
    bounced,
    mailbox_down,
    phase_times,
    stale_copy,
)
from pbem.match.folder.book import waiting_drafts
from pbem.match.folder.kinds import INBOX, PRIVATE, WORDS
from pbem.match.folder.office import Office
from pbem.match.intake.resend import UNSIGNED, asks_again
from pbem.match.intake.take_documents import TAKERS, Answer, signature_of, take_document
from pbem.match.people.substitutes import Former, settle
from pbem.match.post import observers
from pbem.match.post.addresses import Place, on_file, players
from pbem.match.post.game_letter import Letter, Received, parse_letter, read_letter
from pbem.match.post.outbox import home_of, post
from pbem.match.post.send_outbox import note_bounces
from pbem.match.terms.papers import read_acceptance
from pbem.trust.orders.envelope import parse_envelope, signature_faults
from pbem.trust.people.charter import MODERATOR
from pbem.trust.ssh import transport
from pbem.trust.ssh.transport import lf_form

#: Not even read: what lies in them is ours, or about ours.
UNREAD = (Sort.LOOP, Sort.BOUNCE)
OURS = Fault(
    "the program has stumbled over this document, and the fault is its own",
    hint="the moderator has been told, and finds your letter in the inbox; write the orders in another way if you can",
)
#: For the sender of a document that was changed on its way; other letters ask the reader to ask for it again.
PASTED = f"mailers change what is pasted: {ATTACH}"
GAME = pattern(rb"^game: ([^\s\"']{1,100})\r?$", re.MULTILINE)
SEQ = pattern(rb"^seq: ([0-9]{1,9})\r?$", re.MULTILINE)
#: Where an answer goes that concerns no seat.
STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Taken:
    """Records what became of a letter. `silence` says why it got no answer."""

    file: str
    seat: str
    error: PbemError | None = None
    twice: bool = False
    silence: str = ""


def take_in(office: Office, path: Path) -> Taken:
    """One letter, from a file."""
    return take_letter(office, read_letter(path))


def take_box(office: Office, box: Inbox) -> Iterator[Taken]:
    """Every letter of a box; one is acknowledged to the box once it is filed and its answer lies in the outbox. Nobody
    knows since when it has lain there, so no time is over before all are read; a pipe hands over what has just come.
    """
    wrong: OSError | PbemError | None = None
    fetched = not isinstance(box, Pipe)
    office.read = mailbox_down.NEVER if fetched else None
    try:
        for handle, data in box.letters():
            yield take_letter(office, parse_letter(data, f"letter {handle}" if handle != "-" else "standard input"))
            try:
                box.done(handle)
            except (OSError, PbemError) as error:  # it comes again and changes nothing; the others come now
                wrong = wrong or error
    finally:
        if isinstance(box, ImapBox):
            box.close()
    if fetched:
        office.read = office.now
        mailbox_down.clear(office.desk.root / PRIVATE)
    if wrong is not None:
        raise wrong


def take_letter(office: Office, received: Received, hush: str = "") -> Taken:
    """One letter: read, judged, answered and filed, all at once or not at all. `hush` says why it is not answered."""
    found = received.letter
    while settle(office):  # a loan whose time is up is over before a letter of its owner is read
        office.save()
    if found.id in office.book.taken:
        return Taken(received.file, "", twice=True)
    verdict = judged(office, found, hush)
    office.book.taken.append(found.id)
    for line in note_bounces(office.desk.root, verdict.bounces, office.now):
        office.say(line)
    if verdict.bounces:
        bounced.attend(office)
    if verdict.sort in UNREAD or (verdict.sort is not Sort.LETTER and not found.parts):
        return passed_over(office, received, verdict)
    inviting = office.book.stage == "inviting"
    reading = read_documents(office, received)
    if verdict.sort is Sort.FLOOD and not is_waited_for(office, reading):
        return passed_over(office, received, verdict, reading.error)
    if inviting and reading.fresh and reading.part is not None and reading.part.kind == "acceptance":
        note_other_address(office, found, reading.part)
    named = named_seat(office, reading.part)
    seat = reading.answer.seat if reading.answer else named or sending_seat(office, found)
    answer, error = reading.answer, reading.error
    if isinstance(error, stale_copy.Ahead):
        stale_copy.note(office, named, error)
    if error and observers.writes(office, (found.reply_to,)):
        named, seat, error = "", "", observers.refusal().at(Path(received.file).name)
    if error:
        told_apart = bool(named) and not isinstance(error, Former)
        answer = faults_answer(office, received, seat, error, told_apart=told_apart)
    answered = verdict.sort in (Sort.LETTER, Sort.FLOOD)
    if answered and (answer := with_the_rest(office, received, reading, answer)):
        send_answer(office, received, verdict, answer)
    file_away(office, received, WORDS if verdict.sort is Sort.LETTER and not found.parts else "")
    return Taken(received.file, seat, error, silence="" if answered else verdict.reason)


def note_other_address(office: Office, found: letter.Letter, part: Part) -> None:
    """Tell the moderator of an acceptance that comes from elsewhere than the invitation went to."""
    paper = read_acceptance(part.data, signature_of(part))
    address = on_file(office, Place(paper["seat"], int(paper.get("member", 0))))
    senders = {found.reply_to.lower(), guards.from_address(found).lower()}
    if address and address.lower() not in senders:
        sender = guards.from_address(found) or found.reply_to
        office.say(wording.OTHER_ADDRESS.format(seat=paper["seat"], sender=sender, address=address))


def passed_over(office: Office, received: Received, verdict: Verdict, error: PbemError | None = None) -> Taken:
    """A letter that is not answered. Of a flood nothing is kept: it has changed nothing, and may be ten thousand."""
    if verdict.sort is not Sort.FLOOD:
        file_away(office, received)
    return Taken(received.file, "", error, silence=verdict.reason)


def judged(office: Office, found: letter.Letter, hush: str = "") -> Verdict:
    """Say what sort of letter it is; what its sender wrote within the hour counts too (mail.guards.Caps)."""
    caps = Caps()
    caps.remember(office.book.caps)
    verdict = caps.judge(found, guards.judge(found, home_of(office.book.addresses)), office.clock)
    office.book.caps = caps.plain()
    return Verdict(Sort.FLOOD, hush) if hush and verdict.answered else verdict


@dataclass(frozen=True, slots=True)
class Reading:
    """Records what became of a letter's documents: the one that was taken in, or the first that was refused.

    `fresh` means that it has changed something, so it has not come before. `left` are other documents of the letter,
    about which nobody gets an answer.
    """

    answer: Answer | None = None
    error: PbemError | None = None
    part: Part | None = None
    fresh: bool = False
    left: tuple[Part, ...] = ()


def read_documents(office: Office, received: Received) -> Reading:
    """The first document that is taken in and has not come before; where there is none, what is wrong with the first
    of them, else what was said to the one that came again. A letter may bring old orders above new ones.
    """
    first: Reading | None = None
    again: Reading | None = None
    every = in_order(received.letter.parts)
    for part in every:
        before = office.book.to_plain()
        try:
            answer = take_document(office, part, received.letter.files)
            if office.desk.staged or office.book.to_plain() != before:
                return Reading(answer, None, part, fresh=True, left=left_beside(office, part, every))
            again = again or Reading(answer, None, part)
            every = [each for each in every if each is not part]
            continue
        except PbemError as error:
            told = for_its_writer(part, error).at(Path(received.file).name)
        except OSError:
            raise
        except Exception as error:  # a slip of ours about one document must not stop the post of a game
            office.say(f"{received.file}: a fault of the program: {slip(error)}")
            told = BadInput(OURS).at(Path(received.file).name)
        office.undo(before)
        if not (again and part.how is How.FORWARDED):  # what is only copied below says nothing new
            first = first or Reading(None, told, part)
    faults = (UNSIGNED,) if asks_again(received.letter) else received.letter.faults
    return first or again or Reading(None, BadInput(faults).at(Path(received.file).name))


def left_beside(office: Office, taken: Part, every: list[Part]) -> tuple[Part, ...]:
    """The documents of a letter besides the one that was taken in; orders beside orders are older ones, or a copy, and
    what names another game of a club is read there.
    """
    games = (str(office.book.draft["game"]), "")
    orders = ("lock", "orders")
    same = orders if taken.kind in orders else (taken.kind,)
    others = (part for part in every if part.kind in TAKERS and part.kind not in same)
    return tuple(part for part in others if part.how is not How.FORWARDED and named_game(part) in games)


def named_game(part: Part) -> str:
    """The game that a document says it is of."""
    found = GAME.search(part.data[:2000])
    return found[1].decode("ascii", "replace") if found else ""


def for_its_writer(part: Part, error: PbemError) -> PbemError:
    """The faults of a document that was spoilt on its way, with what its sender can do about it."""
    pasted = part.how is How.INLINE
    return type(error)(
        replace(fault, hint=PASTED)
        if fault.hint == transport.ATTACH or (pasted and fault.kind is Kind.MISMATCH and not fault.hint)
        else fault
        for fault in error.faults
    )


def is_waited_for(office: Office, reading: Reading) -> bool:
    """Tells if a document in a flood gets an answer: it counts, or a seat has signed it and it is new.

    A refused document gets its answer once; a copy of it, sent by anybody who has seen it, gets none.
    """
    if reading.fresh:
        return True
    if reading.part is None or reading.error is None or not is_signed(office, reading.part):
        return False
    known = sha256(reading.part.data + reading.part.signature).hexdigest()
    if known in office.book.taken:
        return False
    office.book.taken.append(known)
    return True


def is_signed(office: Office, part: Part) -> bool:
    """Tells if orders bear the signature of the seat they name."""
    try:
        if part.kind == "lock":
            envelope = parse_envelope(part.data)
            return not signature_faults(envelope, office.charter.seat(envelope.lock.seat))
        if part.kind == "orders":
            office.charter.seat(named_seat(office, part)).check(lf_form(part.data), "orders", part.signature)
            return True
    except PbemError:
        pass
    return False


def in_order(parts: tuple[Part, ...]) -> list[Part]:
    """The documents of a letter: what is written before what is forwarded, of each the kinds we take first, and of
    envelopes the newest.
    """
    kinds = list(TAKERS)
    rank = {kind: number for number, kind in enumerate(kinds)}
    return sorted(parts, key=lambda part: (part.how is How.FORWARDED, rank.get(part.kind, len(kinds)), -seq_of(part)))


def seq_of(part: Part) -> int:
    """Which letter of its seat an envelope says it is."""
    found = SEQ.search(part.data[:2000]) if part.kind == "lock" else None
    return int(found[1]) if found else 0


def file_away(office: Office, received: Received, mark: str = "") -> None:
    """The letter into the inbox, in the same breath as all that it has changed; one that is too large is not kept."""
    if len(received.data) <= LIMITS.size:
        office.desk.put(f"{INBOX}/{received.letter.id[:16]}{mark}{received.suffix}", received.data)
    office.save()


# -------------------------------------------------------------------------------------------------------------- answers
def send_answer(office: Office, received: Received, verdict: Verdict, answer: Answer) -> None:
    """To the address on file, and where the letter came from another one, there as well."""
    on_file = office.book.addresses.get(answer.seat, "")
    thread = received.letter.message_id
    if on_file:
        told = Letter(on_file, answer.subject, answer.text, answer.parts, answers=thread)
        post(office, answer.seat, answer.kind, told)
    reply = received.letter.reply_to
    known = [on_file, *office.book.fellows.get(answer.seat, ())]
    if not verdict.answered or reply.lower() in [each.lower() for each in known]:
        return
    if concerns_us(office, received.letter):
        copy = Letter(reply, answer.subject, answer.elsewhere, answer.parts, answers=thread)
        post(office, answer.seat or STRANGER, f"{answer.kind}-copy", copy)


def concerns_us(office: Office, found: letter.Letter) -> bool:
    """Tells if a stranger's letter is about this game. Other letters get no answer."""
    home: Home = home_of(office.book.addresses)
    threads = f"{found.header('in-reply-to')} {found.header('references')}"
    named = str(office.book.draft["game"]) in found.subject
    watching = observers.writes(office, (found.reply_to,))
    return named or watching or bool(found.parts) or home.own_ids.search(threads) is not None


def with_the_rest(office: Office, received: Received, reading: Reading, answer: Answer | None) -> Answer | None:
    """The answer, with what else the letter brought: one document of a letter is taken in."""
    if not reading.left:
        return answer
    words = wording.LEFT.format(names=", ".join(f"'{part.name or part.kind}'" for part in reading.left))
    if answer:
        return replace(answer, text=f"{answer.text}\n{words}")
    subject = f"{office.book.draft['game']}: not all of your letter was read"
    return Answer(named_seat(office, reading.part), f"left-{received.letter.id[:8]}", subject, words, words)


def faults_answer(office: Office, received: Received, seat: str, error: PbemError, *, told_apart: bool) -> Answer:
    """The faults, in words. Those of a seat's document are for the seat alone: they may tell of what only it can see.
    To any other address a seat is named only if the document named it: whose address From gives is not told.
    """
    faults = "\n".join(fault.told(Path(received.file).name) for fault in error.faults)
    words = wording.FAULTS.format(faults=faults) + ("" if received.letter.parts else wording.WORDS_ONLY)
    return Answer(
        seat=seat, kind=f"faults-{received.letter.id[:8]}",
        subject=f"{office.book.draft['game']}: your letter could not be used",
        text=words + stands(office, seat), elsewhere=wording.ELSEWHERE.format(seat=seat) if told_apart else words,
    )  # fmt: skip


def stands(office: Office, seat: str) -> str:
    """Tells a seat whose orders were refused what is open, and if older orders are in."""
    step = office.book.step if office.book.stage == "playing" else None
    if step is None or step.locked or seat not in phase_times.awaited(office, step):
        return ""
    held = step.held.get(seat)
    held = None if held and held.former else held
    shown = {"title": office.book.title, "until": phase_times.taken_until(office, step), "seq": held.seq if held else 0}
    if phase_times.shut(office, step):
        return wording.CLOSED[bool(held)].format(**{**shown, "until": phase_times.until(office, step)})
    if waits := waiting_drafts(step).get(seat):
        return wording.TEAM_STANDS.format(state="; ".join(waits), **shown)
    return wording.STANDS[bool(held)].format(**shown)


def named_seat(office: Office, part: Part | None) -> str:
    """The seat that a document says it is of."""
    for line in part.data[:2000].split(b"\n") if part else ():
        seat = line.strip().removeprefix(b"seat: ").decode("ascii", "replace")
        if line.startswith(b"seat: ") and seat in office.book.addresses and seat != MODERATOR:
            return seat
    return spelt_otherwise(office, part.data) if part else ""


def spelt_otherwise(office: Office, data: bytes) -> str:
    """The same of a file that a person has written: quoted, with a remark behind it, or far below."""
    try:
        found = strict_yaml.plain(strict_yaml.read(lf_form(data), ""))
    except PbemError:
        return ""
    seat = found.get("seat") if isinstance(found, dict) else None
    return seat if isinstance(seat, str) and seat in office.book.addresses and seat != MODERATOR else ""


def sending_seat(office: Office, found: letter.Letter) -> str:
    """The seat whose address a letter comes from, as it says."""
    senders = (found.reply_to.lower(), guards.from_address(found).lower())
    return next((place.seat for place, address in players(office) if address.lower() in senders), "")
