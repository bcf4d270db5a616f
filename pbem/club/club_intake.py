"""Letters of the club's mailbox, each to its game or to nobody's; acknowledged once all whom it concerns have it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial

from pbem.base.clock import show_time
from pbem.base.counting import counted
from pbem.base.errors import PbemError, bad
from pbem.base.files import write_atomic
from pbem.base.records import dataclass, replace
from pbem.club.club_turn import Turn
from pbem.club.crew import several
from pbem.club.one_game import Outcome, hand_in
from pbem.club.routing import Route, route
from pbem.club.seats_by_letter import Wish, grant, wish_of
from pbem.club.settings import SENT, Club
from pbem.club.strays import STRAYS, is_kept, take_stray, to_read
from pbem.mail.delivery import Deliveries
from pbem.mail.guards import Caps, Sort, Verdict, judge
from pbem.mail.imap import ImapBox
from pbem.mail.sources import Inbox
from pbem.match.deadlines import mailbox_down
from pbem.match.post.game_letter import Letter, Received, parse_letter, write_letter

CAPS = "caps.json"
#: Letters that are read for each process before games are given them.
AT_ONCE = 32


@dataclass(slots=True)
class Errand:
    """A letter that was judged, on its way to its games or to nobody's."""

    handle: str
    received: Received
    verdict: Verdict
    wish: Wish | None
    where: Route
    #: Whether games are given it.
    goes: bool = False

    @property
    def hush(self) -> str:
        """The reason for which games do not answer it; empty where they may."""
        return self.verdict.reason if self.verdict.sort is Sort.FLOOD else ""


def read_box(turn: Turn, named: Inbox | None) -> None:
    """Every letter of the mailbox, if the club has one. At fault it stops no game, its letters come with the next turn;
    but no phase closes by the clock before that.
    """
    began = turn.clock()
    with turn.apart("club") as met:
        box = named or turn.club.box()
        if box is not None:
            fetch(turn, box)
    if not met:
        turn.read = began if box else None
        mailbox_down.clear(turn.club.private)
        return
    turn.read = mailbox_down.NEVER
    with turn.apart("club"):
        note(turn, met[0])


def note(turn: Turn, error: Exception) -> None:
    """Notes that the mailbox could not be read; tells the moderator in time, once."""
    club, now = turn.club, turn.clock()
    wrong = error if isinstance(error, PbemError) else bad(str(error))
    before, found = mailbox_down.kept(club.private), mailbox_down.met(club.private, wrong, now)
    turn.unread = found.words
    if found.to_be_told(now):
        letter, name = Letter(club.person, *found.told_as(club.title)), f"mailbox-{compact(found.since)}"
        Deliveries(club.root / SENT).queue(name, write_letter(letter, club.address, name, now), now, kind=name)
        found = replace(found, told=show_time(now))
    if found != before:
        write_atomic(club.private / mailbox_down.FILE, found.data)


def compact(moment: str) -> str:
    """Writes a time as a part of a name, so that a letter keeps its name after a kill."""
    return "".join(filter(str.isalnum, moment))


def fetch(turn: Turn, box: Inbox) -> None:
    """Every letter of the box. With several processes, letters of several games are taken in at a time."""
    caps, batch = kept_caps(turn.club), list[Errand]()
    most = AT_ONCE * turn.jobs if turn.jobs > 1 else 1
    try:
        for handle, data in box.letters():
            with turn.apart(f"letter {handle}"):  # one at fault stops no other
                errand = judged(turn, handle, parse_letter(data, f"letter {handle}"), caps)
                if errand.wish:
                    take_all(turn, batch, caps, box)  # a seat is granted after what was written before
                batch.append(errand)
            if len(batch) >= most or (batch and batch[-1].wish):
                take_all(turn, batch, caps, box)
        take_all(turn, batch, caps, box)
    finally:
        if turn.strays:
            waiting = counted(to_read(turn.club), "letter")
            turn.say(f"club: {waiting} of no game for you to read in {turn.club.private / STRAYS}")
        with suppress(OSError):  # a full disk forgets how much was written, and that is all
            write_atomic(turn.club.private / CAPS, json.dumps(caps.plain()).encode())
        if isinstance(box, ImapBox):
            box.close()


def judged(turn: Turn, handle: str, received: Received, caps: Caps) -> Errand:
    """Judges a letter and finds its games. What its sender and everybody write within the hour, over all games, is
    counted.
    """
    letter = received.letter
    verdict = caps.judge(letter, judge(letter, turn.club.home), turn.clock())
    wish = wish_of(letter) if verdict.sort is Sort.LETTER and verdict.answered else None
    return Errand(handle, received, verdict, wish, route(turn.index, turn.club.home, letter))


def take_all(turn: Turn, batch: list[Errand], caps: Caps, box: Inbox) -> None:
    """Gives each game its letters of the batch; then settles the letters in the order in which they came."""
    letters: dict[str, list[tuple[Received, str]]] = {}
    for errand in batch:
        errand.goes = goes_to_games(turn, errand)
        for name in errand.where.names if errand.goes else ():
            letters.setdefault(name, []).append((errand.received, errand.hush))
    given = [(turn.folder(name), each) for name, each in letters.items()]
    outcomes = several(turn.jobs, partial(hand_in, turn.ring, turn.clock), given)
    told = {name: iter(each) for name, each in zip(letters, outcomes, strict=True)}
    for errand in batch:
        with turn.apart(f"letter {errand.handle}"):
            settle(turn, errand, told, caps, box)
    batch.clear()


def goes_to_games(turn: Turn, errand: Errand) -> bool:
    """Tells if a letter is for games that can take it."""
    where = errand.where
    waits = turn.twins.intersection(where.names) or (where.unknown and turn.unopened())
    return bool(where.names) and not (waits or errand.wish or errand.verdict.sort is Sort.LOOP)


def settle(turn: Turn, errand: Errand, told: Mapping[str, Iterator[Outcome]], caps: Caps, box: Inbox) -> None:
    """Acknowledges a letter that all whom it concerns have safely. One that comes again, because a game could not take
    it or the box does not let it be acknowledged, counts once.
    """
    letter = errand.received.letter
    known = bool(turn.index.of_letter(letter.id)) or is_kept(turn.club, letter)
    if errand.goes:
        safe = [heard(turn, name, errand.received, next(told[name])) for name in errand.where.names]
        done = all(safe)
    else:
        done = kept_here(turn, errand)
    if known or not done:
        caps.take_back(letter, turn.clock())
    if done:
        box.done(errand.handle)


def heard(turn: Turn, name: str, received: Received, outcome: Outcome) -> bool:
    """Tells what came of a letter in a game, and if the game has it safely."""
    if outcome.met:
        turn.tell(name, outcome.met)
        turn.failed.add(name)
        return False
    turn.touched.add(name)
    for line in outcome.said:
        turn.say(f"{name}: {received.file}: {line}")
    return True


def kept_here(turn: Turn, errand: Errand) -> bool:
    """A letter that asks for a seat, has to wait, or goes among the strays; tells if it is safe."""
    received, where = errand.received, errand.where
    if errand.wish:
        return is_kept(turn.club, received.letter) or granted(turn, received, errand.wish)
    if where.unknown and turn.unopened():
        turn.say(f"{received.file} waits: it may be for one of the games that cannot be opened")
        return False
    if turn.twins.intersection(where.names):
        turn.say(f"{received.file} waits: it is for a game that has two folders")
        return False
    with turn.apart("club") as met:
        silence = take_stray(turn.club, turn.index, received, errand.verdict, where, turn.clock())
        turn.strays |= errand.verdict.sort is Sort.LETTER
        turn.say(f"{received.file}: " + (f"not answered, {silence}" if silence else "belongs to no game, answered"))
    return not met


def granted(turn: Turn, received: Received, wish: Wish) -> bool:
    """A letter that asks for a seat, answered."""
    with turn.apart("club") as met:
        turn.say(f"{received.file}: {grant(turn, received, wish)}")
    return not met


def kept_caps(club: Club) -> Caps:
    """Loads the counts of letters; a file that cannot be read counts as none."""
    caps = club.caps()
    with suppress(OSError, ValueError, AttributeError, TypeError, RecursionError):
        caps.remember(json.loads((club.private / CAPS).read_bytes()))
    return caps
