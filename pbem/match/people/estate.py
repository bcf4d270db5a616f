"""Packs a whole game into one sealed file for its next moderator, and rebuilds the folder from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file
from pbem.base.records import dataclass
from pbem.mail.delivery import sent_by
from pbem.match.folder import zipped
from pbem.match.folder.book import Book
from pbem.match.folder.office import BOOK, KEYS, Office, OfficeKeys
from pbem.match.folder.process_lock import hold
from pbem.match.folder.vault import PRIVATE, Desk, make_folder
from pbem.match.people import new_moderator
from pbem.match.post.outbox import hand_on, take_back
from pbem.match.post.send_outbox import OUTBOX
from pbem.match.post.unsent import SENT
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR, Tier
from pbem.trust.people.rotation import How, Rotation
from pbem.trust.record import layout
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.verify import examine

#: What goes along beside the public files: letters on their way, and those that have come.
BOXES = ("inbox", "outbox", "sent")
#: The new moderator sends these as their own: few servers take a letter from an address that is not its sender's.
LETTERS = (f"{OUTBOX}/", f"{SENT}/letters/")
TEXT, SIGNATURE = "hand-over/rotate.yaml", "hand-over/rotate.yaml.sig"
#: A whole game with all its letters; a folder of years stays far below.
MOST_ESTATE = 1024 * 1024 * 1024
UNREADABLE = "holds a private file that cannot be read"


@dataclass(frozen=True, slots=True)
class Packed:
    """The public files of a parcel, as the checks read a folder."""

    files: Mapping[str, bytes]

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, sorted."""
        return tuple(sorted(self.files))

    def read(self, name: str) -> bytes:
        """One of them."""
        return self.files[name]


# --------------------------------------------------------------------------------------------------- giving a game away
def hand_over(office: Office, to: str) -> bytes:
    """Everything there is of the game, sealed to one age key; from now on nothing is run here."""
    new_moderator.check_begun(office)
    step = office.book.step
    if office.charter.tier is Tier.BEACON and step.locked:
        hint = f"hand the game over once the dice of '{step.phase}' have fallen"
        raise bad("orders that are locked are sealed to your key", hint=hint, kind=Kind.ILLEGAL)
    seal.check_recipient(to)
    made = Rotation(
        game=office.charter.game, charter=office.charter.sha256, who=MODERATOR, how=How.HAND_OVER, age=to,
        number=new_moderator.held(office).next_number(MODERATOR),
    )  # fmt: skip
    text = made.to_bytes()
    armour = sshsig.sign(office.ring.signer(), text, sshsig.namespace("amend"))
    contents = {**everything(office.desk), TEXT: text, SIGNATURE: armour.encode("ascii")}
    hand_on(office)
    office.book.handed = office.t
    office.say("nothing runs here any more; 'pbem hand-over-game --withdraw' takes the game back")
    return seal.seal_own(to, zipped.pack(contents))


def everything(desk: Desk) -> dict[str, bytes]:
    """All files of a game folder, the private ones opened. Settings of this machine stay here."""
    found = {name: desk.read(name) for name in desk.public_names()}
    for box in BOXES:
        for path in sorted((desk.root / box).rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                found[path.relative_to(desk.root).as_posix()] = read_file(path)
    for name in desk.secret_names():
        found[f"{PRIVATE}/{name}.json"] = canonical(desk.secret(name)).encode()
    return found


def withdraw(office: Office) -> None:
    """The game is run here again; what was handed over is not taken up, or the seats will see two moderators."""
    if not office.book.handed:
        raise bad("the game has not been handed over", kind=Kind.ILLEGAL)
    office.book.handed = ""
    take_back(office)
    office.say("the game runs here again")


# ------------------------------------------------------------------------------------------------------- taking it over
def take_over(file: Path, root: Path, ring: Keyring, now: datetime, address: str) -> Office:
    """The game folder made again under one's own key, and the letter that asks every seat to agree."""
    given = read_file(file, MOST_ESTATE)
    sealed = seal.dearmour(given, str(file)) if given.startswith(seal.BEGIN[:10]) else given
    contents = zipped.unpack(seal.unseal_own(ring.age_identity(), sealed), str(file), MOST_ESTATE)
    if not {TEXT, SIGNATURE, f"{PRIVATE}/{KEYS}.json", f"{PRIVATE}/{BOOK}.json"} <= set(contents):
        raise bad("holds no game", file=str(file), hint="'pbem hand-over-game' makes one")
    papers = {name: contents.pop(name) for name in (TEXT, SIGNATURE)}
    private = {name: contents.pop(name) for name in sorted(contents) if name.startswith(f"{PRIVATE}/")}
    start, end = len(f"{PRIVATE}/"), -len(".json")
    secrets = {name[start:end]: read_json(data) for name, data in private.items()}
    signature = papers[SIGNATURE].decode("ascii", "replace")
    return settle_in(root, ring, now, address, Estate.of(contents, secrets, papers[TEXT], {MODERATOR: signature}))


def read_json(data: bytes) -> Any:
    """A private file of a parcel."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise bad(UNREADABLE) from None


@dataclass(frozen=True, slots=True)
class Estate:
    """The parcel for a new moderator: files, secrets, and the signed paper that hands the game over.

    A successor appointed by guardians has no paper.
    """

    files: Mapping[str, bytes]
    secrets: Mapping[str, Any]
    keys: OfficeKeys
    book: Book
    paper: bytes
    signatures: Mapping[str, str]

    @classmethod
    def of(
        cls, files: Mapping[str, bytes], secrets: Mapping[str, Any], paper: bytes = b"",
        signatures: Mapping[str, str] | None = None,
    ) -> Estate:  # fmt: skip
        """The same, if the secrets are those of a game."""
        try:
            keys, book = OfficeKeys.from_plain(secrets[KEYS]), Book.from_plain(secrets[BOOK])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise bad(UNREADABLE) from None
        return cls(files, secrets, keys, book, paper, signatures or {})


def settle_in(root: Path, ring: Keyring, now: datetime, address: str, estate: Estate) -> Office:
    """A folder with all of it, and the seats asked; nothing is written unless the record holds."""
    check_record(estate.files)
    if not is_hollow(root):
        make_folder(root)
    with hold(root / PRIVATE):
        desk = Desk(root, ring.age_identity())
        for name, data in estate.files.items():
            desk.put(name, sent_by(data, address) if name.startswith(LETTERS) else data)
        for name, value in estate.secrets.items():
            if name != BOOK:
                desk.put_secret(name, value)
        estate.book.handed = ""
        office = Office(desk, ring, now, estate.keys, estate.book)
        new_moderator.propose(office, estate.paper, estate.signatures, address)
        office.save()
    return office


def is_hollow(root: Path) -> bool:
    """Tells if a killed command left only empty folders and drafts here."""
    if not (root / PRIVATE).is_dir():
        return False
    return all(path.is_dir() or path.name.startswith(".") for path in root.rglob("*"))


def check_record(files: Mapping[str, bytes]) -> None:
    """The public record is whole before anybody takes it over."""
    public = {name: data for name, data in files.items() if name.split("/")[0] not in (*BOXES, PRIVATE)}
    if layout.CHARTER not in public or layout.LEDGER not in public:
        raise CheckFailed(Fault("lacks charter or ledger", file="the game handed over", kind=Kind.MISMATCH))
    report = examine(Packed(public), "", (DEMO_NETWORK,))
    if report.faults:
        raise CheckFailed(report.faults)
