"""Sends letters again to a player who asks with a signature, so that nobody has to wake the moderator.

They go to the address on file only, and only if that player was sent them before: what a seat was told while another
played it was sealed to that player's key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbem.base.counting import counted
from pbem.base.errors import Fault, Kind, bad
from pbem.base.patterns import pattern
from pbem.mail.delivery import Delivery, State
from pbem.mail.letter import Letter
from pbem.match.deadlines.silence import QUESTION
from pbem.match.folder.office import Office
from pbem.match.intake.signed_word import Word
from pbem.match.post.addresses import Place, allow, on_file, speaker
from pbem.match.post.outbox import RESULT, again
from pbem.match.post.send_outbox import deliveries

NEWEST = "newest"
#: Letters of one phase, and of all of them, within a day: a phase has a dozen letters, and a mailbox has an end.
MOST_OF_PHASE, MOST_OF_ALL = 3, 12
#: Letters that bring something to keep; reminders, and answers to what somebody wrote, have had their time.
BRINGING = ("report-", "locked-", "receipt-", "ruling-", "reopen-", "again-", "news-", "welcome-", "successor-",
            "moderator-", "press ")  # fmt: skip
#: With this letter a player who takes a seat gets everything that the seat has been told.
WELCOME = "welcome-"
WISH = pattern(r"\b(?:again|re-?sen[dt]|lost|never (?:came|got|arrived)|reenv\w+|otra vez|noch ?mal|erneut)\b", re.I)
UNSIGNED = Fault(
    "letters are sent again only to players who ask with their signature", kind=Kind.UNSIGNED,
    hint="'pbem word again' in your game folder writes the letter that asks",
)  # fmt: skip


def take_again(office: Office, word: Word) -> str:
    """The letters of a phase, or those since the last results, once more."""
    place = speaker(office, word.seat, word.signature)
    phase = office.book.phase or NEWEST if word.value == NEWEST else str(word.value)
    labelled = with_phase(own_letters(office, place), office.book.phase)
    lost = [each.name for each in wanted(labelled, phase, office.book.phase) if not each.state.waits]
    if not lost:
        raise bad(f"there is no letter of '{phase}' to send again", file=word.file, hint=known(labelled))
    allow(office, place, "letters", MOST_OF_ALL)
    times = allow(office, place, f"letters of '{phase}'", MOST_OF_PHASE)
    address = on_file(office, place)
    again(office, lost, address)
    what = counted(len(lost), "letter is", "letters are")
    return f"{what} sent again to {address}, marked [again]; time {times} of {MOST_OF_PHASE} within a day"


def own_letters(office: Office, place: Place) -> list[Delivery]:
    """Lists the letters that the present player was sent, as written, but those that a newer letter contains."""
    addresses = [on_file(office, place), *office.book.former.get(str(place), ())]
    found = [
        each for each in deliveries(office.desk.root).all.values()
        if each.seat == place.seat and each.to in addresses and each.kind.startswith(BRINGING)
    ]  # fmt: skip
    since = max((number for number, each in enumerate(found) if each.kind.startswith(WELCOME)), default=0)
    return [each for each in found[since:] if each.state is not State.SUPERSEDED]


def with_phase(letters: Sequence[Delivery], open_phase: str) -> list[tuple[Delivery, str]]:
    """Each letter with the phase it belongs to: that of the next results, these included."""
    phase, found = open_phase, list[tuple[Delivery, str]]()
    for each in reversed(letters):
        if each.kind.startswith(RESULT):
            phase = QUESTION.sub("", each.kind.removeprefix(RESULT).partition(" ")[0])
        found.append((each, phase))
    return found[::-1]


def wanted(labelled: Sequence[tuple[Delivery, str]], phase: str, open_phase: str) -> list[Delivery]:
    """The letters of a phase; those of the open one begin with the results that opened it."""
    if phase not in (NEWEST, open_phase):
        return [each for each, of in labelled if of == phase]
    before = [number for number, (each, of) in enumerate(labelled) if each.kind.startswith(RESULT) and of != open_phase]
    return [each for each, _ in labelled[before[-1] if before else 0 :]]


def known(labelled: Iterable[tuple[Delivery, str]]) -> str:
    """The phases that there are letters of."""
    phases = dict.fromkeys(phase for _, phase in labelled)
    return f"there are letters of {', '.join(phases)}" if phases else "what waits to be sent is on its way as it is"


def asks_again(letter: Letter) -> bool:
    """Tells if somebody asks in plain words for a letter that did not come."""
    return not letter.parts and WISH.search(f"{letter.subject} {letter.text}") is not None
