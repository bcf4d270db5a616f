"""Letters of the club's mailbox, each to its game or to nobody's; acknowledged once all whom it concerns have it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

from pbem.base.clock import show_time
from pbem.base.counting import counted
from pbem.base.errors import PbemError, bad
from pbem.base.files import write_atomic
from pbem.club.club_turn import Turn
from pbem.club.routing import route
from pbem.club.seats_by_letter import Wish, grant, wish_of
from pbem.club.settings import SENT, Club
from pbem.club.strays import STRAYS, is_kept, take_stray, to_read
from pbem.mail.delivery import Deliveries
from pbem.mail.guards import Caps, Sort, Verdict, judge
from pbem.mail.imap import ImapBox
from pbem.mail.sources import Inbox
from pbem.match.deadlines import mailbox_down
from pbem.match.folder.office import at_work
from pbem.match.intake.take_in import take_letter
from pbem.match.post.game_letter import Letter, Received, parse_letter, write_letter

CAPS = "caps.json"


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
    """Every letter of the box."""
    caps = kept_caps(turn.club)
    try:
        for handle, data in box.letters():
            with turn.apart(f"letter {handle}"):  # one at fault stops no other
                if take(turn, parse_letter(data, f"letter {handle}"), caps):
                    box.done(handle)
    finally:
        if turn.strays:
            waiting = counted(to_read(turn.club), "letter")
            turn.say(f"club: {waiting} of no game for you to read in {turn.club.private / STRAYS}")
        with suppress(OSError):  # a full disk forgets how much was written, and that is all
            write_atomic(turn.club.private / CAPS, json.dumps(caps.plain()).encode())
        if isinstance(box, ImapBox):
            box.close()


def take(turn: Turn, received: Received, caps: Caps) -> bool:
    """One letter; whether all whom it concerns have it safely. What its sender and everybody write within the hour,
    over all games, is counted; a letter that comes again, because a game could not take it or the box does not let it
    be acknowledged, once.
    """
    letter, now = received.letter, turn.clock()
    known = bool(turn.index.of_letter(letter.id)) or is_kept(turn.club, letter)
    done = brought(turn, received, caps.judge(letter, judge(letter, turn.club.home), now))
    if known or not done:
        caps.take_back(letter, now)
    return done


def brought(turn: Turn, received: Received, verdict: Verdict) -> bool:
    """A letter to its games, or among the strays; whether it is safe with all of them."""
    if verdict.sort is Sort.LETTER and verdict.answered and (wish := wish_of(received.letter)):
        return is_kept(turn.club, received.letter) or granted(turn, received, wish)
    where = route(turn.index, turn.club.home, received.letter)
    if where.unknown and turn.unopened():
        turn.say(f"{received.file} waits: it may be for one of the games that cannot be opened")
        return False
    if turn.twins.intersection(where.names):
        turn.say(f"{received.file} waits: it is for a game that has two folders")
        return False
    if not where.names or verdict.sort is Sort.LOOP:
        with turn.apart("club") as met:
            silence = take_stray(turn.club, turn.index, received, verdict, where, turn.clock())
            turn.strays |= verdict.sort is Sort.LETTER
            turn.say(f"{received.file}: " + (f"not answered, {silence}" if silence else "belongs to no game, answered"))
        return not met
    hush = verdict.reason if verdict.sort is Sort.FLOOD else ""
    failed = [name for name in where.names if hand_in(turn, name, received, hush)]
    return not failed


def granted(turn: Turn, received: Received, wish: Wish) -> bool:
    """A letter that asks for a seat, answered."""
    with turn.apart("club") as met:
        turn.say(f"{received.file}: {grant(turn, received, wish)}")
    return not met


def hand_in(turn: Turn, name: str, received: Received, hush: str) -> bool:
    """One letter into one game; whether that went wrong. The game is indexed once all letters are in, when it is played
    on: its row takes longer to make than a letter to take in, and there may be thousands.
    """
    with turn.apart(name) as met, at_work(turn.folder(name), turn.ring, turn.clock()) as office:
        office.read = mailbox_down.NEVER
        taken = take_letter(office, received, hush)
        turn.touched.add(name)
        lines = [*office.said, *(fault.message for fault in (taken.error.faults[:1] if taken.error else ()))]
        lines += [f"not answered, {taken.silence}"] if taken.silence else []
        for line in lines:
            turn.say(f"{name}: {received.file}: {line}")
    if met:
        turn.failed.add(name)
    return bool(met)


def kept_caps(club: Club) -> Caps:
    """Loads the counts of letters; a file that cannot be read counts as none."""
    caps = club.caps()
    with suppress(OSError, ValueError, AttributeError, TypeError, RecursionError):
        caps.remember(json.loads((club.private / CAPS).read_bytes()))
    return caps
