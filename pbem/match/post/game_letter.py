"""A game's letters: written by `mail.compose`, read by `mail.letter`, and here given the names the game knows them by.

A letter's name, number and date follow from game, seat, occasion and the clock given, so that doing a thing again
makes the same letter. Nothing in a name or in an unsealed part says more than its reader may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from pbem.base import files
from pbem.base.errors import Fault, bad
from pbem.base.records import dataclass, field
from pbem.mail import documents, letter, mime, refusals
from pbem.mail.compose import Attachment, Draft, compose
from pbem.mail.letter import File, How, Part
from pbem.mail.mime import LIMITS
from pbem.mail.sources import read_letter_file
from pbem.trust.ssh.transport import lf_form

#: Files that are documents by themselves, as a mailer saves them; their signatures lie beside them.
BARE = (".pbem", ".yaml", ".yml", ".open")
#: How a .msg begins, and every other file of its kind.
OUTLOOK = bytes.fromhex("d0cf11e0a1b11ae1")
#: Attachments that are text, whose line ends a mailer may change on the way (PROTOCOL 3.13).
OF_LINES = (".yaml", ".sig")


@dataclass(frozen=True, slots=True)
class Letter:
    """Holds a letter to somebody. `answers` is the id of the letter it answers, for mailers that show threads."""

    to: str
    subject: str
    text: str
    parts: Mapping[str, bytes] = field(default_factory=dict)
    copies: tuple[str, ...] = ()
    answers: str = ""
    html: str = ""


@dataclass(frozen=True, slots=True)
class Received:
    """Holds a letter that came: its sender, its bytes, and what `mail.letter` reads in them."""

    file: str
    data: bytes
    letter: letter.Letter
    suffix: str = ".eml"

    @property
    def parts(self) -> dict[str, bytes]:
        """Every file of the letter by its name; a document without one is called after its kind.

        A parcel is the file it is, even where documents were seen inside it. Papers and signatures have our line ends.
        """
        found: dict[str, bytes] = {}
        for each in self.letter.parts:
            name = each.name or f"{each.kind}.yaml"
            found[name] = each.data
            if each.signature:
                found[f"{name}.sig"] = each.signature
        found.update({file.name: file.data for file in self.letter.files})
        return {name: lf_form(data) if name.endswith(OF_LINES) else data for name, data in found.items()}


def write_letter(letter: Letter, sender: str, identity: str, moment: datetime, *, automatic: bool = True) -> bytes:
    """The letter as a file."""
    attachments = tuple(Attachment(name, data) for name, data in letter.parts.items())
    return compose(Draft(
        sender=sender, to=letter.to, copies=letter.copies, subject=letter.subject, text=letter.text, date=moment,
        html=letter.html, identity=identity, in_reply_to=letter.answers, attachments=attachments, automatic=automatic,
    ))  # fmt: skip


def read_letter(path: Path) -> Received:
    """A letter, or a plain file with the signature beside it."""
    if path.suffix.lower() in BARE:
        beside = path.with_name(f"{path.name}.sig")
        signature = files.read_file(beside) if beside.exists() else b""
        return bare(path, files.read_file(path), signature)
    data = read_letter_file(path)
    if data is None:
        raise bad("is not there", file=str(path))
    return parse_letter(data, str(path))


def is_letter(path: Path) -> bool:
    """Tells if a file is a letter, by its name or by its first lines. Mail programs use many names."""
    if path.suffix.lower() == ".eml":
        return True
    with suppress(OSError), path.open("rb") as stream:
        data = stream.read(LIMITS.head)
        check_form(path, data)
        head = mime.open_head(data)
        return all(mime.header(head, name) for name in ("from", "to", "subject"))
    return False


def check_form(path: Path, data: bytes) -> None:
    """Refuses the form in which Outlook for Windows saves a letter, because no other program reads it."""
    if data.startswith(OUTLOOK):
        hint = "save it as .eml: Outlook on the web and the new Outlook do so ('Download', 'Save as')"
        raise bad("is a letter in Outlook's own form", file=str(path), hint=hint)


def parse_letter(data: bytes, file: str = "") -> Received:
    """A letter's bytes, understood."""
    return Received(file, data, letter.read_letter(data))


def bare(path: Path, data: bytes, signature: bytes) -> Received:
    """A document that came without a letter around it, so that there is no sender and nobody to answer."""
    found = documents.in_file(data)
    parts: tuple[Part, ...] = ()
    loose: tuple[File, ...] = ()
    faults: tuple[Fault, ...] = ()
    if found and found[0] != documents.SIGNATURE:
        parts = (documents.split_signature(Part(found[0], found[1], path.name, How.ATTACHED, signature)),)
    else:
        loose, faults = (File(path.name, data),), (refusals.NOTHING,)
    known = letter.Letter(
        id=sha256(data + signature).hexdigest(), sender="", reply_to="", message_id="", date_claimed=None, subject="",
        parts=parts, files=loose, faults=faults,
    )  # fmt: skip
    return Received(str(path), data, known, path.suffix.lower())


def letters_in(paths: list[Path]) -> list[Path]:
    """The letters these paths name: files as they are, of a Maildir or a folder everything in it, sorted."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            boxes = [path / "new", path / "cur"] if (path / "new").is_dir() else [path]
            inside = (file for box in boxes if box.is_dir() for file in box.iterdir())
            letters = (file for file in inside if file.is_file() and takes(file))
            found += sorted(letters, key=lambda file: (file.name, file))
        else:
            found.append(path)
    return found


def takes(path: Path) -> bool:
    """Tells if a file of a folder is a letter; signatures come with what they sign."""
    return not path.name.startswith(".") and path.suffix != ".sig"
