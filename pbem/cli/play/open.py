"""pbem open: opens a letter, a sealed report or an envelope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli import declared
from pbem.cli.passphrase import ask
from pbem.cli.telling import say, say_bytes, say_json, tell

if TYPE_CHECKING:
    from pbem.match.own_folder.player import Player
    from pbem.match.own_folder.seat import Seat
    from pbem.match.player.open_letter import OpenedLetter
    from pbem.trust.orders.open_sealed import Opened


@declared.command("open")
@declared.argument("file", type=declared.PATH)
@declared.option("--key", type=declared.PATH, help="Age identity file (default: your own age key).")
@declared.option("--beacon", help="For time-locked files: the beacon, as a file or as '<round> <signature>'.")
@declared.option("--commitment", default="", help="Check the content against this hash from the ledger.")
@declared.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@declared.option("--dir", "folder", type=declared.PATH,
              help="For a letter: your game folder (default: found from the letter).")
@declared.option("--keyring", type=declared.PATH, help="For a letter: folder of your keys.")
def command(
    file: Path, key: Path | None, beacon: str | None, commitment: str, as_json: bool, folder: Path | None,
    keyring: Path | None,
) -> None:
    """Read FILE: a letter from the moderator, a sealed report, or an envelope with orders.

    pbem unpacks a letter into your folder: it checks the public record, shows your report, and drafts your next order
    file. Opening a letter twice is harmless. If FILE is not a letter, its content is printed.

    If the ledger holds a hash of the content, pbem checks that they match: for an envelope it compares the lock, for
    anything else what you give with --commitment. Exit code 3 means that a time-lock is still closed, 4 that something
    does not match.
    """
    from pbem.base.files import read_file
    from pbem.match.own_folder.sorts_of_file import check_sealed_file
    from pbem.match.player.saved_part import in_words, open_part
    from pbem.match.post.game_letter import is_letter
    from pbem.trust.orders.open_sealed import Means
    from pbem.trust.seal.seal import MOST_ARMOUR

    if is_letter(file):
        open_mail(file, folder, keyring, as_json)
        return
    check_sealed_file(file)
    means = Means(lambda: keys(key), read_beacon(beacon) if beacon else None)
    opened = open_part(read_file(file, MOST_ARMOUR), means, str(file), commitment)
    show(opened if as_json else in_words(opened), as_json)


def open_mail(file: Path, named: Path | None, keyring: Path | None, as_json: bool) -> None:
    """Opens a letter into the player's folder; prints its report, and on stderr what was checked."""
    from pbem.base import clock
    from pbem.base.errors import bad
    from pbem.cabin.register import folder_for, note_opened, remember
    from pbem.match.own_folder.player import Player
    from pbem.match.own_folder.sorts_of_file import check_joined
    from pbem.match.player.join import asks_for_answer
    from pbem.match.player.open_letter import open_letter
    from pbem.match.post.game_letter import read_letter
    from pbem.trust.keyring import Keyring

    ring = Keyring.open(keyring)
    received = read_letter(file)
    if asks_for_answer(received.parts):
        raise bad("is a letter to answer, and holds nothing to open", file=str(file), hint=f"pbem join {file}")
    folder = named or folder_for(ring.home, received.letter.subject)
    check_joined(folder, received)
    player = Player(ring, ring.signer_when_asked(ask), clock.now())
    opened = open_letter(player, received, folder)
    lay_proof_beside(opened)
    remember(ring.home, folder)
    note_opened(folder, received.letter.id, received.letter.message_id)
    if named is None and folder != Path():
        say(f"opened in {folder}", err=True)
    if as_json:
        places = {what: str(path) for what, path in opened.places()}
        found = {"folder": str(folder), "content": opened.report, "notes": list(opened.notes), "places": places}
        checked = dict(opened.checked)
        say_json({**found, "checked": checked})
    else:
        say(opened.report, nl=False)
    if opened.checked:
        tell("checked: " + ", ".join(f"{count} {what}" for what, count in opened.checked), err=True)
    for note in opened.notes:
        tell(f"note: {note}", err=True)
    say_what_it_asks(player, opened.seat, file, received.parts)
    for what, path in opened.places():
        tell(f"{what}: {path}", err=True)
    if opened.checked:
        say_what_is_next(folder)


def say_what_it_asks(player: Player, seat: Seat, file: Path, parts: Mapping[str, bytes]) -> None:
    """Confirms a new address if the letter asks for it. A letter that asks to go back: says how to agree."""
    from pbem.match.terms.papers import CONFIRM_FILE, REOPEN_FILE

    if CONFIRM_FILE in parts:
        from pbem.match.player.send_word import confirm

        written = confirm(player, seat, parts)
        tell(f"mail this letter, and the address is confirmed: {written}", err=True)
    if REOPEN_FILE in parts:
        from pbem.match.player.agree_to_go_back import left_to_captain

        captains = left_to_captain(player, seat)
        what = "the captain of your team signs for all" if captains else f"if you agree to go back: pbem agree {file}"
        tell(what, err=True)


def lay_proof_beside(opened: OpenedLetter) -> None:
    """Lays the proof page beside the reports, or adds to it; not before there is a report that has a page."""
    from pbem.match.own_folder.seat import PUBLIC
    from pbem.proof.beside_reports import PAGE, lay_proof

    reports = opened.seat.folder / "reports"
    with_page = any(path.suffix == ".html" for _, path in opened.places())
    if with_page or (opened.marks and (reports / PAGE).is_file()):
        lay_proof(opened.seat.folder / PUBLIC, reports, opened.report_name, opened.marks)


def say_what_is_next(folder: Path) -> None:
    """Prints what `pbem inbox` says of the folder."""
    from pbem.base import clock
    from pbem.cabin.waiting import waits_of
    from pbem.match.folder.report_parts import DESK

    waits = waits_of(folder, clock.now())
    for line in filter(None, (waits.paused, *waits.todo)):
        tell(f"next: {line}", err=True)
    if waits.idle:
        tell(f"next: {waits.idle}", err=True)
    if waits.phase and waits.todo and not waits.paused:
        tell(f"due: {waits.local}", err=True)
    if waits.drafted and (folder / DESK).is_file():
        tell(f"or by mouse: {folder / DESK}", err=True)


def keys(path: Path | None) -> Sequence[str]:
    """Returns the secret age keys of the named file, else the reader's own."""
    from pbem.base.files import read_file
    from pbem.trust.keyring import Keyring
    from pbem.trust.seal.seal import read_identities

    return read_identities(read_file(path), str(path)) if path else Keyring.open().identities()


def read_beacon(text: str) -> tuple[int, str]:
    """Reads a beacon from a file of that name, else from the text itself."""
    from pbem.trust.beacon.beacon import read_beacon as read

    path = Path(text)
    return read(path if len(text) < 200 and path.is_file() else text)


def show(opened: Opened, as_json: bool) -> None:
    """Prints the content to the byte or as JSON, and on stderr what was checked."""
    if as_json:
        text = opened.content.decode("utf-8", errors="replace")
        fields = {"content": text, "purpose": opened.purpose, "salt": opened.salt, "commitment": opened.commitment}
        say_json(fields)
    else:
        say_bytes(opened.content)
    if opened.purpose:
        say(f"commitment {opened.commitment} for {opened.purpose}", err=True)
    if opened.demo:
        say("the time-lock belongs to the demonstration beacon, which proves nothing", err=True)
