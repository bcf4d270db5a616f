"""Backups of a keyring: thirteen words on paper, or one file that holds the keyring as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem import strict_yaml
from pbem.base.errors import Kind, PbemError, bad
from pbem.base.files import read_file, write_atomic
from pbem.base.patterns import pattern
from pbem.trust.keyring import AGENT, FORMAT, OLD_FORMAT, Keyring, check_no_keys, signing_key
from pbem.trust.private_files import MOST_KEY_FILE, make_private_folder, read_secret, write_new_secret
from pbem.trust.ssh.sshkeys import Passphrase
from pbem.trust.twelve_words import MADE, OWN, on_paper, read_words

BACKUP = "key-backup/1"
#: The files of a keyring that a backup holds: what `key lock` has locked is in it as it is, locked.
NAME = pattern(r"keyring\.yaml|(secret|ssh|age)\.key|(ssh|age)\.pub|chains/[a-z0-9-]{0,34}[0-9a-f]{6}\.(top|pub)")


# ------------------------------------------------------------------------------------------------------------ on paper
def words_of(ring: Keyring) -> tuple[str, ...]:
    """The thirteen words of a keyring."""
    return on_paper(ring.words(), kind_of(ring))


def kind_of(ring: Keyring) -> str:
    """Tells if the signing key is derived from the words, or is the player's own."""
    return MADE if ring.key == "ssh.key" else OWN


def left_out(ring: Keyring) -> list[str]:
    """Names each key that the words do not bring back."""
    told = []
    if ring.key == AGENT:
        told.append(f"the key that signs, {ring.ssh.fingerprint()}: it is in your ssh-agent; keep a copy of it there")
    elif ring.key != "ssh.key":
        told.append(f"the key that signs: it is your own, {ring.key}; keep a copy of that file as well")
    return told


def from_words(
    text: str, name: str, ssh_key: Path | None, *, home: Path, agent: str = "", passphrase: bytes = b"",
    ask: Passphrase = None,
) -> Keyring:  # fmt: skip
    """The keyring of thirteen words; a signing key that is not in them has to be named."""
    check_no_keys(home)
    words, kind = read_words(text)
    if kind == OWN and not (ssh_key or agent):
        hint = "name it: --ssh-key FILE, or --agent FINGERPRINT for a key in your ssh-agent"
        raise bad("these words belong to keys that sign with an SSH key of your own", hint=hint)
    if kind == MADE and (ssh_key or agent):
        raise bad("these words hold the key that signs", hint="leave out --ssh-key and --agent")
    ring = Keyring.create(name, ssh_key, home=home, agent=agent, new_passphrase=passphrase, ask=ask, words=words)
    ring.on_another_machine()
    return ring


# ----------------------------------------------------------------------------------------------------------- as a file
def write_backup(ring: Keyring, target: Path) -> None:
    """Writes the keyring into one file, which only its owner can read, and never over another."""
    files = [{"name": name, "text": read_file(ring.home / name, MOST_KEY_FILE).decode("utf-8")}
             for name in names_in(ring.home)]  # fmt: skip
    write_new_secret(target, strict_yaml.write({"pbem": BACKUP, "files": files}).encode())


def names_in(home: Path) -> Iterator[str]:
    """Yields the names of the files that make a keyring."""
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home).as_posix()
        if NAME.fullmatch(name) and path.is_file():
            yield name


def is_backup(data: bytes) -> bool:
    """Tells if a file is a backup, and not a list of words."""
    return data.lstrip().startswith(b"pbem:")


def from_file(path: Path, home: Path, ssh_key: Path | None, agent: str = "", ask: Passphrase = None) -> Keyring:
    """The keyring of a backup file; a signing key of the player's own may lie elsewhere on this machine."""
    check_no_keys(home)
    files = read_backup(path)
    make_private_folder(home)
    written: list[Path] = []
    try:
        for name, text in sorted(files.items()):
            make_private_folder((home / name).parent)
            write_new_secret(home / name, text.encode())
            written.append(home / name)
        ring = signing_here(Keyring.open(home), ssh_key, agent, ask)
    except PbemError:  # nothing half restored is taken for keys
        for each in written:
            each.unlink()
        raise
    ring.on_another_machine()
    return ring


def read_backup(path: Path) -> dict[str, str]:
    """The files of a backup by name, none but those of a keyring."""
    value = strict_yaml.plain(strict_yaml.read(read_file(path, strict_yaml.MOST_BYTES), str(path)))
    if not isinstance(value, dict) or value.get("pbem") != BACKUP or not isinstance(value.get("files"), list):
        raise bad("is not a backup of keys", file=str(path), hint="'pbem key backup --out FILE' writes one")
    files: dict[str, str] = {}
    for entry in value["files"]:
        if not isinstance(entry, dict) or sorted(entry) != ["name", "text"]:
            raise bad("is not as 'pbem key backup' wrote it", file=str(path))
        if not NAME.fullmatch(str(entry["name"])):
            raise bad(f"holds a file that belongs to no keyring: '{entry['name']}'", file=str(path))
        files[str(entry["name"])] = str(entry["text"])
    if "keyring.yaml" not in files or not {"secret.key", "age.key"} & set(files):
        raise bad("lacks part of the keys", file=str(path), hint="take another copy of your backup", kind=Kind.UNKNOWN)
    return files


def signing_here(ring: Keyring, ssh_key: Path | None, agent: str, ask: Passphrase) -> Keyring:
    """The keyring with the place of the signing key on this machine; it has to be the key that signed before."""
    read_secret(ring.secret_path)
    if not (ssh_key or agent):
        if ring.key not in ("ssh.key", AGENT) and not Path(ring.key).is_file():
            hint = "copy that file to this machine, and name it: --ssh-key FILE"
            raise bad("is your own key, which signs and is not in the backup", file=ring.key, hint=hint)
        return ring
    if signing_key(agent or str(ssh_key), ask).public != ring.ssh:
        hint = f"the backup names {ring.ssh.fingerprint()}"
        raise bad("is another key than the one that signs for these keys", file=agent or str(ssh_key), hint=hint,
                  kind=Kind.MISMATCH)  # fmt: skip
    key = AGENT if agent or ssh_key is None else str(ssh_key.absolute())
    record = {"pbem": OLD_FORMAT if ring.old else FORMAT, "name": ring.name, "key": key, "ssh": ring.ssh.line()}
    write_atomic(ring.home / "keyring.yaml", strict_yaml.write(record).encode())
    return Keyring.open(ring.home)
