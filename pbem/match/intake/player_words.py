"""Players' words beside their orders: a signed `word/1`, one thing in each, and who takes which.

A word changes how the game goes on, so it is signed under the namespace of changes, `pbem-amend` (PROTOCOL 3.2): one
of `pbem-seen` only says that something was read. It names its game and seat and counts up, so that neither a word of
another game nor an old one said again has any effect. A new word is a field of the schema and a line of WORDS.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from hashlib import sha256

from pbem.base.errors import Kind, bad
from pbem.base.records import dataclass, replace
from pbem.match.deadlines import phase_times
from pbem.match.folder.office import Office
from pbem.match.intake.change_of_address import take_address, take_confirm
from pbem.match.intake.resend import take_again
from pbem.match.intake.signed_word import Word
from pbem.match.people import substitutes, team
from pbem.schema import read_document
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

HEADER = "word/1"
NAMESPACE = sshsig.namespace("amend")
#: What says whose word it is, and when; all else in the file is the word.
HEAD = ("pbem", "game", "seat", "seq", "phase")
#: An absence beyond this is a seat given up; the players had better know.
MOST_ABSENCES = 12


@dataclass(frozen=True, slots=True)
class Heard:
    """Holds the answer to a seat's word."""

    seat: str
    seq: int
    text: str


#: A function that does what the word says and returns the answer. It raises whatever is wrong with the word.
Taker = Callable[[Office, Word], str]


def hear(office: Office, data: bytes, signature: bytes, file: str = "word.yaml") -> Heard:
    """A word taken in; the same one again is answered as it was, and changes nothing."""
    data = lf_form(data)
    word = replace(read_word(data, file), data=data, signature=lf_form(signature))
    check_speaker(office, word, data, signature)
    digest = sha256(data).hexdigest()
    #: A player who takes a seat over begins at 1. Each member of a team has their own count.
    speaker = f"{word.seat} {sshsig.signer(signature).fingerprint()}"
    said = office.book.words.get(speaker)
    if said and said["sha256"] == digest:
        return Heard(word.seat, word.seq, said["text"])
    if said and word.seq <= said["seq"]:
        hint = f"the next has seq {said['seq'] + 1}"
        raise bad(f"word no. {word.seq} of {word.seat} comes after no. {said['seq']}", hint=hint, kind=Kind.LATE)
    text = WORDS[word.name](office, word)
    office.book.words[speaker] = {"seq": word.seq, "sha256": digest, "text": text}
    office.say(f"{word.seat}: {text}")
    return Heard(word.seat, word.seq, text)


def read_word(data: bytes, file: str = "word.yaml") -> Word:
    """The word of a file, which holds exactly one."""
    found = read_document("word", data, file)
    names = [name for name in found.value if name not in HEAD]
    if len(names) != 1:
        listed = " and ".join(f"'{name}'" for name in names)
        said = f"says {listed} at once" if names else "says nothing"
        raise bad(f"word {said}", file=file, hint=f"one of {', '.join(WORDS)} in each file")
    head = {key: found[key] for key in ("game", "seat", "seq")}
    return Word(**head, name=names[0], value=found[names[0]], phase=found.get("phase") or "", file=file)


def check_speaker(office: Office, word: Word, data: bytes, signature: bytes) -> None:
    """A word is of this game and signed by its seat. After the end only lost letters are still of use."""
    over = office.book.stage == "over"
    if office.book.stage != "playing" and not (over and word.name == "again"):
        raise bad("the game is over" if over else "the game has not begun", kind=Kind.LATE if over else Kind.ILLEGAL)
    game = office.charter.game
    if word.game != game:
        raise bad(f"word is for the game '{word.game}', not for '{game}'", file=word.file, kind=Kind.MISMATCH)
    if word.seat not in office.charter.seat_names:
        raise bad(f"'{word.seat}' has no seat in this game", file=word.file, kind=Kind.UNKNOWN)
    substitutes.former_player(office, word.seat, signature)
    office.charter.seat(word.seat).check(data, "amend", signature)


# ------------------------------------------------------------------------------------------------------------ the words
def take_wait(office: Office, word: Word) -> str:
    """Do not run early, or do."""
    step = office.book.step
    if word.phase != office.book.phase:
        named = f"word is about phase '{word.phase}'" if word.phase else "word names no phase"
        raise bad(f"{named}; '{office.book.phase}' is open", file=word.file, kind=Kind.LATE)
    if step.locked:
        raise bad(f"orders for '{word.phase}' have been locked already", file=word.file, kind=Kind.LATE)
    others = [seat for seat in step.wait if seat != word.seat]
    step.wait = sorted([*others, word.seat]) if word.value else others
    if word.value:
        return f"{word.phase} is not run before its deadline"
    if not office.terms.calendar.early:
        return f"{word.phase} is not run before its deadline all the same, for the charter keeps it"
    return f"as far as you are concerned, {word.phase} may run as soon as all is in"


def take_away(office: Office, word: Word) -> str:
    """An absence announced."""
    first, last = days_of(word)
    today = office.terms.calendar.local(office.now).date().isoformat()
    if last.isoformat() < today:
        raise bad(f"absence ended on {last.isoformat()}, and it is {today}", file=word.file, kind=Kind.LATE)
    office.book.absences = phase_times.not_over(office, office.book.absences)
    own = [each for each in office.book.absences if each["seat"] == word.seat and each["last"] >= today]
    if len(own) >= MOST_ABSENCES:
        hint = "'pbem word back' takes them back"
        raise bad(f"{MOST_ABSENCES} absences are announced already", file=word.file, hint=hint)
    fresh = {"seat": word.seat, "first": first.isoformat(), "last": last.isoformat()}
    if fresh not in office.book.absences:
        office.book.absences.append(fresh)
    noted = f"absence from {first.isoformat()} to {last.isoformat()} noted"
    moves = "the next deadline it meets, once" if office.terms.calendar.absence_days else "no deadline in this game"
    return f"{noted}; it puts off {moves}{still_open(office, word.seat)}"


def still_open(office: Office, seat: str) -> str:
    """Say that an absence does not move a deadline that is set already."""
    step = office.book.step if office.book.stage == "playing" else None
    if step is None or step.locked or seat not in phase_times.missing(office, step):
        return ""
    until = phase_times.taken_until(office, step)
    return f". {office.book.title} keeps its deadline, {until}: send your orders before you go"


def days_of(word: Word) -> tuple[date, date]:
    """The first and the last day of an absence."""
    first, last = (day_of(word, which) for which in ("from", "to"))
    if last < first:
        raise bad(f"absence ends on {last.isoformat()}, before it begins on {first.isoformat()}", file=word.file)
    return first, last


def day_of(word: Word, which: str) -> date:
    """A day of an absence."""
    try:
        return date.fromisoformat(word.value[which])
    except ValueError:
        raise bad(f"'{word.value[which]}' is no day of the calendar", file=word.file) from None


def take_back(office: Office, word: Word) -> str:
    """Absences taken back, as far as no deadline has been moved by them."""
    own = [each for each in office.book.absences if each["seat"] == word.seat]
    office.book.forget_absences(word.seat)
    return f"{len(own)} {'absence' if len(own) == 1 else 'absences'} taken back"


def take_agree(office: Office, word: Word) -> str:
    """One of a team stands behind orders that another has sent."""
    return team.agree(office, office.charter.seat(word.seat), word.value, word.data, word.signature)


#: Word -> its taker.
WORDS: dict[str, Taker] = {
    "wait": take_wait, "away": take_away, "back": take_back, "agree": take_agree, "again": take_again,
    "address": take_address, "confirm": take_confirm,
}  # fmt: skip
