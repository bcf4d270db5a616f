"""The work of guardians: rebuilds a game whose moderator does not answer (PROTOCOL 3.11).

guardian: pbem escrow test LETTER             before the game: proves that they can open their share
guardian: pbem escrow share FILE --to AGE     removes one layer; the last of k makes the key, sealed to the successor
successor: pbem escrow recover ...            rebuilds the folder from the files that all seats have
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem import strict_yaml
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file
from pbem.match.folder import zipped
from pbem.match.folder.office import BOOK, KEYS, Office
from pbem.match.people.estate import Estate, read_json, settle_in
from pbem.match.post.game_letter import read_letter
from pbem.match.record.guardians import ESCROW, FILLING, GUARDIAN, TRIAL
from pbem.trust.folder.read_folder import open_folder
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import parse_charter
from pbem.trust.people.escrow import TEST_HEADER, peel
from pbem.trust.record import layout
from pbem.trust.seal import seal

#: Letters that were sent and are not known of again: numbers begin so far beyond them.
GAP = 1000


def prove(ring: Keyring, path: Path) -> bytes:
    """The word of a trial file, as it is mailed back."""
    data = read_file(path)
    sealed = data if data.startswith((seal.BEGIN, seal.MAGIC)) else read_letter(path).parts.get(TRIAL)
    if sealed is None:
        raise bad("holds no trial file", file=str(path), hint=f"it came with the letter, as '{TRIAL}'")
    word = seal.unseal(ring.age_identity(), sealed).decode("utf-8", "replace").strip()
    header, _, rest = word.partition(" ")
    if header != TEST_HEADER:
        raise bad("is no guardian's trial file", file=str(path))
    return strict_yaml.write({"pbem": GUARDIAN, "game": rest.partition(" ")[0], "word": word}).encode()


def pass_on(ring: Keyring, path: Path, to: str) -> bytes:
    """A share with one's own layer off: for the next guardian, or, where none is left, for the successor alone."""
    inside = peel(ring.age_identity(), read_file(path))
    if inside.encode("ascii").startswith(seal.BEGIN):
        return inside.encode("ascii")
    if not to:
        hint = "--to with the age key of the person who will run the game"
        raise bad("share is open: the key of the game lies in it", file=str(path), hint=hint)
    return seal.seal([seal.check_recipient(to)], f"{inside}\n".encode()).encode("ascii")


def recover(public: Path, share: Path, root: Path, ring: Keyring, now: datetime, address: str) -> Office:
    """The game's folder from the public one that any seat has and the key that the guardians have opened."""
    plain = seal.unseal(ring.age_identity(), read_file(share)).decode("ascii", "replace").strip()
    secret = seal.check_identity(plain)
    folder = open_folder(public)
    files = {name: folder.read(name) for name in folder.names}
    charter = parse_charter(files.get(layout.CHARTER, b""), layout.CHARTER)
    if seal.public_of(secret) != charter.fields.get("escrow"):
        raise CheckFailed(Fault("opens the escrow of another game", file=str(share), kind=Kind.MISMATCH))
    estate = Estate.of(files, deposited(files, secret))
    estate.book.letters += GAP
    return settle_in(root, ring, now, address, estate)


def deposited(files: Mapping[str, bytes], secret: str) -> dict[str, Any]:
    """Everything private, from all deposits in their order."""
    found: dict[str, Any] = {}
    for name in sorted(files):
        if name.startswith(f"{ESCROW}/") and name.rpartition("/")[2][:6].isdigit():
            for each, data in zipped.unpack(seal.unseal(secret, files[name]), name).items():
                found[each.removesuffix(".json")] = read_json(data)
    found.pop(FILLING, None)
    if not {KEYS, BOOK} <= set(found):
        raise bad("has no state of the moderator's in it", file=ESCROW, hint="the game had not begun")
    return found
