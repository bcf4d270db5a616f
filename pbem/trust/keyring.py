"""A player's keyring: one folder, which only its owner can read.

    keyring.yaml        the owner's name, the signing key to use, its public line
    ssh.key, ssh.pub    the signing key, if it was made here; else keyring.yaml names the owner's file or agent
    age.key             the age identity that reports are sealed to; locked by the same passphrase as the signing key
    age.pub             its public half, if age.key is locked
    chains/<game>.top   the secret top of a chain in that game (PROTOCOL 3.3), never used for a second one; sealed to
                        age.key if that is locked

Knows files and keys; nothing of games beyond their names, and nothing of the command line.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem import strict_yaml
from pbem.base.errors import Kind, PbemError, bad
from pbem.base.files import read_file, write_atomic
from pbem.base.programs import started
from pbem.trust.locked import forget, is_locked, lock, passphrase_of, unlock
from pbem.trust.primitives.chain import Chain
from pbem.trust.seal.seal import check_recipient, new_identity, public_of, read_identities, seal, unseal
from pbem.trust.ssh.agent import connect
from pbem.trust.ssh.sshkeys import (
    Ed25519Signer,
    Passphrase,
    PublicKey,
    SigningKey,
    check_enrolment,
    load_private,
    new_ed25519,
    parse_public,
    private_text,
)

#: PROTOCOL 3.2: a game's name ends in six random hex digits; as a file name it can leave no folder.
GAME = re.compile(r"(?=.{6,40}\Z)[a-z0-9-]*[0-9a-f]{6}")
FORMAT = "keyring/1"
AGENT = "agent"
FIELDS = ("pbem", "name", "key", "ssh")
MOST_KEY_FILE = 64 * 1024
MOST_NAME = 60
PASSPHRASE_COMMAND = "PBEM_PASSPHRASE_COMMAND"  # noqa: S105 - the name of a variable
SECONDS_FOR_PASSPHRASE = 120


@dataclass(frozen=True, slots=True)
class PublicPart:
    """The public part of a player in one game: name, and the three lines of a charter."""

    name: str
    ssh: str
    age: str
    chain: str

    def as_json(self) -> dict[str, str]:
        """The same by name."""
        return {"name": self.name, "ssh": self.ssh, "age": self.age, "chain": self.chain}


@dataclass(frozen=True, slots=True)
class SignerWhenAsked:
    """A signing key that is known by its public half, and opened for each signature."""

    public: PublicKey
    opened: Callable[[], SigningKey]

    def sign(self, data: bytes) -> bytes:
        """A raw SSH signature by the key itself."""
        return self.opened().sign(data)


@dataclass(frozen=True, slots=True)
class Keyring:
    """The keys of one person on this machine. Secrets are read from their files when they are asked for."""

    home: Path
    name: str
    key: str
    ssh: PublicKey

    @classmethod
    def open(cls, home: Path | None = None) -> Keyring:
        """The keyring of this folder, or of the usual one."""
        folder = home or default_home()
        path = folder / "keyring.yaml"
        if not path.exists():
            hint = "make them with 'pbem key new'; or put the copy of yours there, if you had some"
            raise bad("there are no keys yet", file=str(folder), hint=hint, kind=Kind.UNKNOWN)
        fields = read_fields(path)
        check_name(fields["name"])
        return cls(folder, fields["name"], fields["key"], parse_public(fields["ssh"], str(path)))

    @classmethod
    def create(
        cls,
        name: str,
        ssh_key: Path | None = None,
        *,
        home: Path | None = None,
        agent: str = "",
        new_passphrase: bytes = b"",
        ask: Passphrase = None,
    ) -> Keyring:
        """A new keyring: with a fresh Ed25519 key, the player's own key file, or an agent's key by its fingerprint."""
        folder = home or default_home()
        if (folder / "keyring.yaml").exists():
            raise bad("there are keys already", file=str(folder), hint="see them with 'pbem key show'")
        check_name(name)
        owned = adopted(ssh_key, agent, ask)
        make_private_folder(folder)
        key, public = owned or make_ssh_key(folder, name, new_passphrase)
        make_age_key(folder, new_passphrase)
        record = {"pbem": FORMAT, "name": name, "key": key, "ssh": public.line()}
        write_atomic(folder / "keyring.yaml", strict_yaml.write(record).encode())
        return cls(folder, name, key, public)

    def signer(self, ask: Passphrase = None) -> SigningKey:
        """The signing key, opened; its passphrase is asked for only where it has one."""
        source = self.ssh.fingerprint() if self.key == AGENT else str(self.home / self.key)
        asked = passphrase_of(self.home, ask, command_passphrase)
        try:
            found = signing_key(source, asked)
        except PbemError:
            forget(self.home)
            raise
        if found.public != self.ssh:
            hint = f"keyring.yaml names {self.ssh.fingerprint()}"
            raise bad("is another key than the one enrolled", file=source, hint=hint, kind=Kind.MISMATCH)
        return found

    def signer_when_asked(self, ask: Passphrase = None) -> SigningKey:
        """Returns a signer that opens the key at the first signature; for readers it stays locked."""
        return SignerWhenAsked(self.ssh, lambda: self.signer(ask))

    def age_identity(self) -> str:
        """The secret line that opens what is sealed to this player."""
        path = self.home / "age.key"
        found = read_identities(self.unlocked(path), str(path))
        if len(found) != 1:
            raise bad(f"holds {len(found)} age identities where one belongs", file=str(path))
        return found[0]

    def unlocked(self, path: Path) -> bytes:
        """A secret file's content; where it is locked, by the passphrase of this keyring."""
        data = read_secret(path)
        if not is_locked(data):
            return data
        try:
            return unlock(data, passphrase_of(self.home, None, command_passphrase)(), str(path))
        except PbemError:
            forget(self.home)
            raise

    @property
    def locked(self) -> bool:
        """Tells if a passphrase locks the age identity, and with it the chains."""
        return is_locked(read_secret(self.home / "age.key"))

    def age_public(self) -> str:
        """The recipient that others seal to; known without a passphrase."""
        path = self.home / "age.pub"
        if not self.locked:
            return public_of(self.age_identity())
        return check_recipient(read_file(path, MOST_KEY_FILE).decode("ascii", "replace").strip())

    def games(self) -> tuple[str, ...]:
        """The games that have a chain here, by name."""
        return tuple(sorted(path.stem for path in (self.home / "chains").glob("*.top")))

    def chain(self, game: str) -> Chain:
        """The chain of a game that was joined with these keys."""
        path = self.chain_path(game)
        if not path.exists():
            hint = f"on joining, 'pbem key new --game {game}' makes one; later a copy of your old keys helps, or else "
            hint += "the moderator, who can give you your seat anew"
            raise bad(f"there is no chain for game '{game}'", file=str(path), hint=hint, kind=Kind.UNKNOWN)
        top = self.read_top(path)
        for other in self.games():
            if other != game and self.read_top(self.chain_path(other)) == top:
                hint = "a chain is for one game only"
                raise bad(f"is the chain of game '{other}' as well", file=str(path), hint=hint)
        return Chain(top)

    def new_chain(self, game: str) -> Chain:
        """A fresh chain for a game; never over one that is there."""
        path = self.chain_path(game)
        make_private_folder(path.parent)
        top = secrets.token_hex(32)
        data = f"{top}\n".encode()
        write_new_secret(path, seal([self.age_public()], data).encode("ascii") if self.locked else data)
        return Chain(top)

    def read_top(self, path: Path) -> str:
        """The secret top of a chain."""
        data = read_secret(path)
        if is_locked(data):
            data = unseal(self.age_identity(), data)
        text = data.decode("ascii", "replace").removesuffix("\n")
        if not re.fullmatch(r"[0-9a-f]{64}", text):
            hint = "restore it from a copy; if it is empty, delete it"
            raise bad("holds no top of a chain", file=str(path), hint=hint)
        return text

    def lock(self, passphrase: bytes) -> list[str]:
        """Locks every secret of this folder by the signing key's passphrase, and returns their names.

        Each file is replaced by one that was seen to open. If the command is interrupted, some files are locked and
        some are not; all can be read, and running it again finishes the work.
        """
        done = [self.lock_signing_key(passphrase)] if self.key == "ssh.key" else []
        recipient = self.age_public()
        for path in [self.chain_path(game) for game in self.games()]:
            data = read_secret(path)
            if not is_locked(data):
                self.read_top(path)
                write_atomic(path, seal([recipient], data).encode("ascii"))
                done.append(f"chains/{path.name}")
        path = self.home / "age.key"
        if not self.locked:
            locked = lock(read_secret(path), passphrase)
            write_atomic(self.home / "age.pub", f"{recipient}\n".encode(), shared=True)
            write_atomic(path, locked)
            done.append("age.key")
        forget(self.home)
        return [name for name in done if name]

    def lock_signing_key(self, passphrase: bytes) -> str:
        """The signing key that was made here under the passphrase; refused where it has another one already."""
        path = self.home / self.key
        data = read_secret(path)
        try:
            key = load_private(data, b"", str(path), comment_beside(path))
        except PbemError:  # it is locked: the others go under the same passphrase
            load_private(data, passphrase, str(path))
            return ""
        if not isinstance(key, Ed25519Signer):
            return ""
        write_atomic(path, private_text(key, passphrase))
        return self.key

    def unlock(self) -> list[str]:
        """All secrets but the signing key as they are, for a machine that nobody sits at; the names of the files."""
        identity, done = self.age_identity(), []
        for path in [self.chain_path(game) for game in self.games()]:
            if is_locked(read_secret(path)):
                write_atomic(path, f"{self.read_top(path)}\n".encode())
                done.append(f"chains/{path.name}")
        path = self.home / "age.key"
        if self.locked:
            write_atomic(path, f"# public key: {public_of(identity)}\n{identity}\n".encode())
            done.append("age.key")
        return done

    def public(self, game: str) -> PublicPart:
        """Returns the part for an acceptance and a charter. Makes the chain the first time: this is enrolment."""
        chain = self.chain(game) if self.chain_path(game).exists() else self.new_chain(game)
        return PublicPart(self.name, self.ssh.line(), self.age_public(), chain.anchor)

    def chain_path(self, game: str) -> Path:
        """The file of a game's chain."""
        if not GAME.fullmatch(game):
            hint = "up to 40 of a-z, 0-9 and -, the last six of them hex digits"
            raise bad(f"'{game}' is no name of a game", hint=hint)
        return self.home / "chains" / f"{game}.top"


def default_home() -> Path:
    """PBEM_HOME, or the folder where this system keeps a program's own files."""
    given = os.environ.get("PBEM_HOME")
    return Path(given) if given else platform_home(sys.platform, os.environ, Path.home())


def platform_home(platform: str, environment: Mapping[str, str], user: Path) -> Path:
    """The folder as each system has it."""
    if platform == "win32":
        return Path(environment.get("APPDATA") or user) / "pbem"
    if platform == "darwin":
        return user / "Library" / "Application Support" / "pbem"
    return Path(environment.get("XDG_CONFIG_HOME") or user / ".config") / "pbem"


def read_fields(path: Path) -> dict[str, str]:
    """The four fields of keyring.yaml."""
    value = strict_yaml.plain(strict_yaml.read(read_secret(path), str(path)))
    if not isinstance(value, dict) or sorted(value) != sorted(FIELDS) or value["pbem"] != FORMAT:
        hint = f"it holds the fields {', '.join(FIELDS)}, the first being {FORMAT}"
        raise bad("is no keyring", file=str(path), hint=hint)
    if not all(isinstance(item, str) for item in value.values()):
        raise bad("has a field that is no text", file=str(path))
    return value


def check_name(name: str) -> None:
    """A name that fits on one line of a letter."""
    if not name.strip() or name != name.strip() or len(name) > MOST_NAME or not name.isprintable():
        raise bad(f"'{name}' is no name", hint=f"one line of up to {MOST_NAME} printable characters")


def adopted(ssh_key: Path | None, agent: str, ask: Passphrase) -> tuple[str, PublicKey] | None:
    """The key a player has already, tried once, and where it is found; nothing if a new one is to be made."""
    if ssh_key is not None and agent:
        raise bad("a key file and an agent's key cannot both be the signing key", hint="choose one")
    if ssh_key is None and not agent:
        return None
    key = signing_key(agent or str(ssh_key), ask)
    check_enrolment(key.public, str(ssh_key or ""))
    in_file = ssh_key is not None and not is_public(read_file(ssh_key, MOST_KEY_FILE))
    return (str(ssh_key.absolute()) if ssh_key is not None and in_file else AGENT), key.public


def make_ssh_key(folder: Path, name: str, passphrase: bytes) -> tuple[str, PublicKey]:
    """A fresh key and its public line, in the files that ssh-keygen would read."""
    signer = new_ed25519(name)
    write_new_secret(folder / "ssh.key", private_text(signer, passphrase))
    write_atomic(folder / "ssh.pub", f"{signer.public.line()}\n".encode(), shared=True)
    return "ssh.key", signer.public


def make_age_key(folder: Path, passphrase: bytes) -> None:
    """A fresh identity, in the form age-keygen writes; under a passphrase where the signing key is."""
    secret, public = new_identity()
    data = f"# public key: {public}\n{secret}\n".encode()
    if passphrase:
        write_atomic(folder / "age.pub", f"{public}\n".encode(), shared=True)
    write_new_secret(folder / "age.key", lock(data, passphrase) if passphrase else data)


def signing_key(source: str, ask: Passphrase = None) -> SigningKey:
    """The key that some words name: an agent's fingerprint, a private key file, or a .pub file whose key an agent has.

    Without a way to ask, the passphrase comes from PBEM_PASSPHRASE_COMMAND.
    """
    if source.startswith("SHA256:"):
        return connect().key(source)
    path = Path(source)
    data = read_file(path, MOST_KEY_FILE)
    if is_public(data):
        return connect().key(parse_public(data, source).fingerprint())
    check_private(path)
    return load_private(data, ask or command_passphrase, source, comment_beside(path))


def is_public(data: bytes) -> bool:
    """Tells if a key file holds a public line."""
    return data.startswith((b"ssh-", b"ecdsa-", b"sk-"))


def comment_beside(path: Path) -> str:
    """The comment of the .pub file beside a private key; a missing or odd one changes nothing."""
    try:
        return parse_public(read_file(path.with_name(path.name + ".pub"), MOST_KEY_FILE)).comment
    except PbemError:
        return ""


def command_passphrase() -> bytes:
    """Returns the output of PBEM_PASSPHRASE_COMMAND, or nothing if there is no such command."""
    command = os.environ.get(PASSPHRASE_COMMAND, "")
    if not command.strip():
        return b""
    try:
        done = subprocess.run(started(command), stdout=subprocess.PIPE, check=True, timeout=SECONDS_FOR_PASSPHRASE)
    except (OSError, ValueError, subprocess.SubprocessError):
        message = f"{PASSPHRASE_COMMAND} gives no passphrase"
        raise bad(message, file=command, hint="try the command by hand") from None
    return done.stdout.removesuffix(b"\n").removesuffix(b"\r")


def read_secret(path: Path) -> bytes:
    """A file that nobody else can have read."""
    data = read_file(path, MOST_KEY_FILE)
    check_private(path)
    return data


def check_private(path: Path) -> None:
    """Refuse a secret that others on this machine may read; systems without such rights are left in peace."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        hint = f"chmod 600 {shlex.quote(str(path))}"
        raise bad("is a secret that others on this machine can read", file=str(path), hint=hint)


def make_private_folder(folder: Path) -> None:
    """A folder for the owner alone; one that is there and open to others is tightened only while it is empty."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            if any(folder.iterdir()):
                hint = f"chmod 700 {shlex.quote(str(folder))}, or choose another folder"
                raise bad("is a folder that others on this machine can enter", file=str(folder), hint=hint)
            folder.chmod(0o700)
    except OSError as error:
        raise bad(f"cannot be made: {error.strerror}", file=str(folder)) from None


def write_new_secret(path: Path, data: bytes) -> None:
    """Write a secret that must not be there yet: the name is claimed first, so that two at once cannot both win."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        hint = "a secret is never written over; move it away first"
        raise bad("is there already", file=str(path), hint=hint) from None
    except OSError as error:
        raise bad(f"cannot be written: {error.strerror}", file=str(path)) from None
    write_atomic(path, data)
