"""Letters in the cabin: taken from files of every sort, opened in their order, answered, and drafted."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.afloat.acts.berth import LETTERS, Berth
from pbem.base.errors import Kind, PbemError, bad
from pbem.base.files import read_file, write_atomic
from pbem.cabin import register
from pbem.cabin.drafts import as_draft
from pbem.cabin.overview import seats_of
from pbem.cabin.sending import Sent, recipients
from pbem.cabin.syncing import record_size
from pbem.cabin.unopened import game_of, known
from pbem.mail import mime
from pbem.mail.mime import LIMITS
from pbem.mail.sources import split_mbox
from pbem.match.folder import zipped
from pbem.match.own_folder.seat import Seat
from pbem.match.own_folder.sorts_of_file import check_joined, is_letter
from pbem.match.people.terms_in_words import papers_in_words, seat_invited
from pbem.match.player.join import asks_for_answer, join
from pbem.match.player.open_letter import open_letter
from pbem.match.player.send_word import confirm
from pbem.match.post.game_letter import Received, check_form, parse_letter
from pbem.trust.record import layout

NOBODY = "attachments@cabin.invalid"


def sorted_in(berth: Berth, files: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Takes files as they were dropped: letters, mailbox exports, or the attachments of one letter.

    Gives the letters that are to be opened, in their order; those that ask for an answer are kept until it is given.
    """
    letters, told = letters_in(files)
    seats, found = seats_of(register.folders(berth.keys)), []
    for received in letters:
        game = game_of(received.letter, seats)
        if game is None:
            told.append({"name": received.file, "said": "is no letter of a game that is played here"})
            continue
        seat = seats.get(game)
        if known_already(received, seat):
            told.append({"name": received.file, "said": "was opened here before; nothing is new", "calm": True})
            continue
        found.append((game, record_size(received), received))
    found.sort(key=lambda each: (each[0], each[1], each[2].letter.id))
    return {"letters": [kept(berth, received) for _, _, received in found], "told": told}


def known_already(received: Received, seat: Seat | None) -> bool:
    """Tells if a letter was opened, or answered, before."""
    return seat is not None and known(received, seat)


def letters_in(files: Sequence[Mapping[str, str]]) -> tuple[list[Received], list[dict[str, Any]]]:
    """The letters in some files, and what is to be said of files that are none."""
    letters: list[Received] = []
    told: list[dict[str, Any]] = []
    loose: dict[str, bytes] = {}
    for each in files:
        name, data = str(each["name"]), b64decode(each["data"])
        try:
            check_form(Path(name), data)
            if data.startswith(b"From "):
                letters += [parse_letter(letter, name) for letter in split_mbox(data) if b"pbem" in letter]
            elif is_letter(data):
                letters.append(parse_letter(data[: LIMITS.size + 1], name))
            else:
                loose[name] = data
        except PbemError as error:
            told += [{"name": name, "said": fault.message, "hint": fault.hint} for fault in error.faults]
    if loose:
        letters.append(from_attachments(loose))
    return letters, told


def from_attachments(files: Mapping[str, bytes]) -> Received:
    """One letter that brings these files, as the mail program had it before they were saved from it."""
    message = EmailMessage()
    message["From"], message["To"] = NOBODY, NOBODY
    message["Subject"] = f"{game_named(files.values())}: attachments"
    message.set_content("Attachments.\n")
    for name, data in sorted(files.items()):
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return parse_letter(bytes(message), " ".join(sorted(files)))


def game_named(files: Iterable[bytes]) -> str:
    """The game that some papers are of: the first that a line names, else nothing."""
    for data in (text for each in files for text in texts_of(each)):
        for line in data[:4096].decode("utf-8", "replace").splitlines():
            if line.startswith("game: "):
                return line.removeprefix("game: ").strip().strip("'\"")
    return "letter"


def texts_of(data: bytes) -> Iterable[bytes]:
    """The file itself; of the public parcel, which is a .zip, the charter in it."""
    if not data.startswith(b"PK"):
        return (data,)
    with suppress(PbemError):
        return (zipped.unpack(data).get(layout.CHARTER, b""),)
    return ()


def kept(berth: Berth, received: Received) -> dict[str, Any]:
    """A letter laid by until it is opened or answered; its name is its hash."""
    name = sha256(received.data).hexdigest()[:24]
    write_atomic(berth.home / LETTERS / f"{name}.eml", received.data)
    return {"id": name, "subject": received.letter.subject, "file": received.file,
            "answer": asks_for_answer(received.parts) or "invitation.yaml" in received.parts}  # fmt: skip


def letter_of(berth: Berth, name: str) -> tuple[Path, Received]:
    """A letter that was laid by."""
    path = berth.home / LETTERS / f"{name}.eml"
    if not path.is_file() or path.parent != berth.home / LETTERS:
        raise bad("letter is not here any more", kind=Kind.UNKNOWN, hint="drop it again")
    return path, parse_letter(read_file(path, LIMITS.size + 1), path.name)


def waiting(berth: Berth) -> list[dict[str, Any]]:
    """The letters that wait for an answer, each with what the answer agrees to."""
    found = []
    for path in sorted((berth.home / LETTERS).glob("*.eml")):
        received = parse_letter(read_file(path, LIMITS.size + 1), path.name)
        try:
            terms = papers_in_words(received.parts)
        except PbemError as error:
            terms = [fault.message for fault in error.faults]
        kind = "invitation" if "invitation.yaml" in received.parts else "charter"
        found.append({"id": path.stem, "subject": received.letter.subject, "terms": terms, "kind": kind,
                      "text": received.letter.text})  # fmt: skip
    return found


def open_one(berth: Berth, name: str) -> dict[str, Any]:
    """Opens one letter into its game's folder, and lets the letter itself go."""
    path, received = letter_of(berth, name)
    player = berth.player()
    folder = folder_of(berth, received)
    check_joined(folder, received)
    opened = open_letter(player, received, folder)
    register.note_opened(folder, received.letter.id, received.letter.message_id)
    answer = confirm(player, opened.seat, received.parts)
    path.unlink()
    note_clock(berth)
    return {"game": folder.name, "report": opened.report_name, "text": opened.report, "notes": list(opened.notes),
            "checked": [f"{count} {what}" for what, count in opened.checked],
            "answer": answer.stem if answer else ""}  # fmt: skip


def folder_of(berth: Berth, received: Received) -> Path:
    """The folder of a letter's game."""
    seats = seats_of(register.folders(berth.keys))
    game = game_of(received.letter, seats) or ""
    if game not in seats:
        raise bad("letter is for a game that you have not joined here", file=received.file, kind=Kind.UNKNOWN,
                  hint="accept its invitation first")  # fmt: skip
    return seats[game].folder


def note_clock(berth: Berth) -> None:
    """Remembers the newest time at which a letter was opened, by which a clock that was set back is known."""
    berth.note(opened=max(berth.at, str(berth.notes().get("opened", ""))))


def answer(berth: Berth, name: str) -> dict[str, Any]:
    """Accepts an invitation or signs a charter; gives the letter that says so."""
    path, received = letter_of(berth, name)
    words = "\n".join(data.decode("utf-8", "replace") for part, data in received.parts.items()
                      if part in ("invitation.yaml", "charter.yaml", "rotate.yaml"))  # fmt: skip
    folder = register.folder_of(berth.keys, words, seat_invited(received.parts))
    if "invitation.yaml" not in received.parts:
        check_joined(folder or Path(), received)
    written = join(berth.player(), received, folder)
    register.remember(berth.keys, written.parent.parent)
    path.unlink()
    return {"game": written.parent.parent.name, "letter": written.stem}


def decline(berth: Berth, name: str) -> dict[str, Any]:
    """Lays a letter away unanswered."""
    letter_of(berth, name)[0].unlink()
    return {}


# ---------------------------------------------------------------------------------------------------------- outwards
def draft(berth: Berth, game: str, letter: str) -> dict[str, Any]:
    """A letter of the outbox as a draft for a mail program, with its readers and its attachments by themselves."""
    path = outbox(berth, game, letter)
    data = read_file(path, LIMITS.size)
    sender, to = recipients(data, path.name)
    received = parse_letter(data, path.name)
    return {"draft": text_of(as_draft(data)), "from": sender, "to": to, "subject": received.letter.subject,
            "text": received.letter.text, "name": f"{game}-{letter}.eml",
            "parts": [{"name": name, "data": text_of(part)} for name, part in received.parts.items()]}  # fmt: skip


def outbox(berth: Berth, game: str, letter: str) -> Path:
    """The file of a letter that was written here."""
    path = berth.folder(game) / "outbox" / f"{letter}.eml"
    if path.name != f"{letter}.eml" or not path.is_file():
        raise bad(f"no letter '{letter}' was written", kind=Kind.UNKNOWN)
    return path


def text_of(data: bytes) -> str:
    """Bytes as the page's script takes them."""
    return b64encode(data).decode("ascii")


def sent(berth: Berth, game: str, letter: str) -> dict[str, Any]:
    """Notes that the person has sent a letter: the page cannot know it."""
    data = read_file(outbox(berth, game, letter), LIMITS.size)
    _, to = recipients(data, letter)
    Sent(berth.keys).note("sent", data, berth.now, to=to, text="by the person, from the cabin")
    berth.note(sent=berth.at)
    return {}


def written_letters(berth: Berth, game: str) -> list[dict[str, Any]]:
    """The letters that were written in a game, each with whether it was sent."""
    events, found = Sent(berth.keys).events, []
    for path in sorted((berth.folder(game) / "outbox").glob("*.eml")):
        data = read_file(path, LIMITS.size)
        event = events.get(sha256(data).hexdigest(), {})
        subject = mime.header(mime.open_head(data), "subject")
        found.append({"name": path.stem, "subject": subject, "sent": event.get("event") == "sent",
                      "when": event.get("t", "")})  # fmt: skip
    return found


