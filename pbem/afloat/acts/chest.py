"""The sea chest: everything of a cabin in one file, which only its owner can open and nobody can change unseen.

The file is a .zip. `keys/` holds the keyring as it is, locked by the passphrase; `rest.age` holds everything else,
sealed to the keyring's own age key; `sea-chest.json` says whose it is and when it was packed, and carries an
authenticator over all of it by a key that comes from the twelve words.
"""

from __future__ import annotations

import hmac
import json
import shutil
import zipfile
from base64 import b64decode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from pbem.afloat.acts.berth import GAMES, KEYS, Berth
from pbem.afloat.acts.merging import merged
from pbem.afloat.acts.post import text_of
from pbem.base.asking import KNOWN
from pbem.base.errors import CheckFailed, Fault, Kind, PbemError, bad
from pbem.base.files import read_file, write_atomic
from pbem.trust.keyring import Keyring
from pbem.trust.seal.seal import seal_own, unseal_own

HEAD, REST, FORMAT = "sea-chest.json", "rest.age", "sea-chest/1"
#: The files of a keyring that say nothing without the passphrase.
IN_THE_CLEAR = ("keyring.yaml", "secret.key", "ssh.key", "brought.key", "ssh.pub", "age.pub", "machine")
NO_DATE = (1980, 1, 1, 0, 0, 0)
MOST = 512 * 1024 * 1024
MAC_LABEL, STORE_LABEL = "sea chest", "cabin storage"
TWO_CABINS = ("what was here and what the chest has are put together; this cabin now numbers its letters apart from "
              "the one that packed the chest, so both may send; letters opened in one are still to be opened in the "
              "other")  # fmt: skip


def zip_of(files: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """Files in one .zip, in their order, without dates."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", method) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, NO_DATE)
            entry.create_system, entry.external_attr = 3, 0o600 << 16
            packed.writestr(entry, data, method)
    return made.getvalue()


def files_in(data: bytes) -> dict[str, bytes]:
    """The files of a .zip; no name of one can leave the cabin's folder."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            entries = packed.infolist()
            if sum(each.file_size for each in entries) > MOST or not all(inside(each.filename) for each in entries):
                raise ValueError
            return {each.filename: packed.read(each) for each in entries}
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError, EOFError, KeyError):
        raise damaged() from None


def inside(name: str) -> bool:
    """Tells if a name stays below the folder it is unpacked in."""
    parts = name.split("/")
    return bool(name) and all(part not in ("", ".", "..") for part in parts) and "\\" not in name and "\0" not in name


def damaged() -> PbemError:
    """The fault of a file that is no chest, or was one."""
    return bad("is damaged, or is no sea chest", kind=Kind.MISMATCH,
               hint="nothing was changed here; try an older chest, or a copy of this one")  # fmt: skip


def clear_keys(berth: Berth) -> dict[str, bytes]:
    """The locked keyring."""
    return {f"{KEYS}/{name}": read_file(berth.keys / name) for name in IN_THE_CLEAR if (berth.keys / name).is_file()}


def all_else(berth: Berth) -> dict[str, bytes]:
    """Every other file of the cabin."""
    clear = clear_keys(berth)
    found = (path for path in sorted(berth.home.rglob("*")) if path.is_file())
    named = {path.relative_to(berth.home).as_posix(): path for path in found}
    return {name: read_file(path) for name, path in named.items() if name not in clear and name != REST}


def authenticator(ring: Keyring, head: Mapping[str, Any], files: Iterable[tuple[str, bytes]]) -> str:
    """The authenticator of a chest: its head and the hash of each file, under a key of the twelve words."""
    told = json.dumps({**head, "files": {name: sha256(data).hexdigest() for name, data in files}}, sort_keys=True)
    return hmac.digest(ring.identity_for(MAC_LABEL).encode(), told.encode(), "sha256").hex()


# ---------------------------------------------------------------------------------------------------------------- out
def pack(berth: Berth) -> dict[str, Any]:
    """Packs the chest."""
    ring = berth.ring()
    notes = berth.note(exported=berth.at, serial=int(berth.notes().get("serial", 0)) + 1)
    head = {"pbem": FORMAT, "cabin": notes.get("cabin", ""), "serial": notes["serial"], "made": berth.at,
            "name": ring.name, "fingerprint": ring.ssh.fingerprint()}  # fmt: skip
    sealed = seal_own(ring.age_public(), zip_of(all_else(berth), zipfile.ZIP_DEFLATED))
    files = {**clear_keys(berth), REST: sealed}
    head["mac"] = authenticator(ring, head, sorted(files.items()))
    data = zip_of({**files, HEAD: json.dumps(head, indent=1, sort_keys=True).encode()})
    return {"data": text_of(data), "name": f"sea-chest-{berth.at[:10]}-{notes['serial']}.zip"}


# ----------------------------------------------------------------------------------------------------------------- in
def look(berth: Berth, data: str) -> dict[str, Any]:
    """Says whose chest a file is, before a passphrase is asked for."""
    head, _ = head_and_files(b64decode(data))
    here = Keyring.open(berth.keys) if berth.has_keys else None
    if here and head["fingerprint"] != here.ssh.fingerprint():
        raise bad(f"is the chest of {head['name']}, and this cabin is {here.name}'s", kind=Kind.MISMATCH,
                  hint="nothing was changed; open it in a browser, or a browser profile, of its owner")  # fmt: skip
    notes = berth.notes()
    same = bool(here) and head["cabin"] == notes.get("cabin")
    older = bool(here) and ((same and head["serial"] < int(notes.get("serial", 0))) or sent_since(notes, head["made"]))
    return {**{name: head[name] for name in ("name", "made", "serial", "fingerprint")}, "older": older,
            "other": bool(here) and not same, "newest": str(notes.get("sent", ""))}  # fmt: skip


def sent_since(notes: Mapping[str, Any], made: str) -> bool:
    """Tells if a letter was sent here after a chest was packed."""
    return str(notes.get("sent", "")) > made


def head_and_files(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The chest taken apart; nothing is believed yet."""
    files = files_in(data)
    try:
        head = json.loads(files.pop(HEAD, b""))
        right = isinstance(head, dict) and head.get("pbem") == FORMAT and isinstance(head.get("serial"), int)
        texts = right and all(isinstance(head.get(key), str) for key in ("cabin", "made", "name", "fingerprint", "mac"))
    except (ValueError, RecursionError):
        raise damaged() from None
    keys = {f"{KEYS}/{name}" for name in IN_THE_CLEAR}
    if not texts or REST not in files or not {*files} <= {REST, *keys} or f"{KEYS}/keyring.yaml" not in files:
        raise damaged()
    return head, files


def unpack(berth: Berth, data: str, passphrase: str) -> dict[str, Any]:
    """Takes a chest, with what lies here. Everything is looked at before anything is changed."""
    head, files = head_and_files(b64decode(data))
    older = look(berth, data)["older"]
    before, here = dict(berth.notes()), all_else(berth)
    trial = berth.home.with_name(f"{berth.home.name}-chest")
    shutil.rmtree(trial, ignore_errors=True)
    try:
        rest = opened(Berth(trial), head, files, passphrase.encode())
    finally:
        shutil.rmtree(trial, ignore_errors=True)
        KNOWN.pop(trial / KEYS, None)
    keys = {name: data for name, data in files.items() if name != REST}
    put(berth, {**keys, **(merged(here, rest) if older else merged(rest, here))})
    berth.open_with(passphrase.encode())
    moved = not before or before.get("cabin") != head["cabin"]
    if moved:
        berth.ring().on_another_machine()
    after = berth.notes()
    newest = {name: max(str(before.get(name, "")), str(after.get(name, ""))) for name in ("sent", "opened")}
    berth.note(**({"cabin": before["cabin"]} if before.get("cabin") else {}), **newest,
               serial=max(int(before.get("serial", 0)), head["serial"]))  # fmt: skip
    return {"said": TWO_CABINS if moved else ""}


def opened(trial: Berth, head: Mapping[str, Any], files: Mapping[str, bytes], passphrase: bytes) -> dict[str, bytes]:
    """The sealed part of a chest, once its owner's passphrase and its authenticator hold."""
    for name, data in files.items():
        if name != REST:
            write_atomic(trial.home / name, data)
    ring = trial.open_with(passphrase)
    told = {name: value for name, value in head.items() if name != "mac"}
    if not hmac.compare_digest(authenticator(ring, told, sorted(files.items())), str(head["mac"])):
        raise CheckFailed(Fault("was changed after it was packed", kind=Kind.MISMATCH,
                                hint="nothing was changed here; take another copy of the chest"))  # fmt: skip
    rest = files_in(unseal_own(ring.age_identity(), files[REST]))
    rest.pop(REST, None)  # a cabin of before kept the sealed part of the chest it came from, and packed it again
    if any(name in files for name in rest):
        raise damaged()
    return rest


def put(berth: Berth, files: Mapping[str, bytes]) -> None:
    """These files in place of all that lie here."""
    for path in sorted(berth.home.rglob("*")):
        if path.is_file():
            path.unlink()
    for name, data in files.items():
        write_atomic(berth.home / name, data)
    (berth.home / GAMES).mkdir(parents=True, exist_ok=True)


# ----------------------------------------------------------------------------------------- between visits, in a browser
def stow(berth: Berth, place: str) -> dict[str, Any]:
    """Writes what the browser is to keep: the locked keys, and all else, which the page's script seals."""
    folder = Path(place)
    (folder / "keys.zip").write_bytes(zip_of(clear_keys(berth)))
    (folder / "rest.zip").write_bytes(zip_of(all_else(berth)))
    return {}


def take_out(berth: Berth, place: str, which: str) -> dict[str, Any]:
    """Takes what the browser kept."""
    for name, data in files_in((Path(place) / which).read_bytes()).items():
        write_atomic(berth.home / name, data)
    return {}


def storage_key(berth: Berth) -> str:
    """The secret under which the browser keeps the rest, from the twelve words."""
    return text_of(sha256(berth.ring().identity_for(STORE_LABEL).encode()).digest())
