"""A player's keyring: one folder, which only its owner can read.

    keyring.yaml        the owner's name, the signing key to use, its public line
    secret.key          twelve words, from which the chain and the age identity of each game are derived
    ssh.key, ssh.pub    the signing key, if it was made here; else keyring.yaml names the owner's file or agent
    age.pub             the public half of the age identity that belongs to no game
    chains/<game>.pub   what a game knows of its owner: the anchor of the chain, the age recipient; then the hash of the
                        game's one charter, once it is known
    machine             a number from 1 to 99, where the keyring was restored: orders from here are numbered apart

A keyring of the old sort, keyring/1, has no secret.key. It has instead:

    age.key             the age identity for all games; the chains of games joined from now on are derived from it
    age.pub             its public half, if age.key is locked
    chains/<game>.top   the secret top of a chain in that game (PROTOCOL 3.3), never used for a second one; sealed to
                        age.key if that is locked

One passphrase locks the signing key and secret.key, or age.key. The keyring knows files and keys. It knows nothing of
games beyond their names, and nothing of the command line.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pbem import strict_yaml
from pbem.base.errors import Kind, PbemError, bad
from pbem.base.files import read_file, write_atomic
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.programs import started
from pbem.base.records import dataclass
from pbem.trust import twelve_words
from pbem.trust.locked import forget, is_locked, lock, passphrase_of, unlock
from pbem.trust.primitives.chain import Chain
from pbem.trust.primitives.forms import check_hex32
from pbem.trust.private_files import (
    MOST_KEY_FILE,
    check_private,
    make_private_folder,
    read_secret,
    write_new_secret,
)
from pbem.trust.seal.seal import check_recipient, public_of, read_identities, seal, unseal
from pbem.trust.ssh.agent import connect
from pbem.trust.ssh.sshkeys import (
    Ed25519Signer,
    Passphrase,
    PublicKey,
    SigningKey,
    check_enrolment,
    ed25519_from_seed,
    load_private,
    parse_public,
    private_text,
)

if TYPE_CHECKING:
    import subprocess
else:
    subprocess = later("subprocess")

#: PROTOCOL 3.2: a game's name ends in six random hex digits; as a file name it can leave no folder.
GAME = pattern(r"(?=.{6,40}\Z)[a-z0-9-]*[0-9a-f]{6}")
FORMAT, OLD_FORMAT = "keyring/2", "keyring/1"
SECRET, OLD_SECRET, MACHINE = "secret.key", "age.key", "machine"
#: Orders from a restored machine are numbered in steps of this many, each machine from a place of its own.
MACHINES = 100
#: Below it the machine where the keys were made numbers its own orders of a phase: 1, 2, 3.
FIRST = 10
AGENT = "agent"
FIELDS = ("pbem", "name", "key", "ssh")
MOST_NAME = 60
PASSPHRASE_COMMAND = "PBEM_PASSPHRASE_COMMAND"  # noqa: S105 - the name of a variable
SECONDS_FOR_PASSPHRASE = 120
#: What helps somebody without their keys, here and on the moderator's machine.
RESTORE = "the right keys are on another machine, or in a backup? 'pbem key restore' brings them to an empty PBEM_HOME"
REPLACE = """pbem replace DIR SEAT --address YOUR-ADDRESS --reason "keys lost\""""
LOST = f"""lost for good? Your moderator can give your seat new keys. They run: {REPLACE}"""
TAKE = "with the keys that you have here, answer the invitation that then comes: pbem join LETTER --dir FOLDER"
NO_KEYS = f"""first time here? Make keys: pbem key new --name NAME
keys on another machine, or a backup? Bring them here: pbem key restore
{LOST}
you run: pbem key new --name NAME, and then: pbem join LETTER, on the invitation that comes"""


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
    old: bool = False  # of the old sort, without a secret of twelve words

    @classmethod
    def open(cls, home: Path | None = None) -> Keyring:
        """The keyring of this folder, or of the usual one."""
        folder = home or default_home()
        path = folder / "keyring.yaml"
        if not path.exists():
            raise bad("there are no keys here", file=str(folder), hint=NO_KEYS, kind=Kind.UNKNOWN)
        fields = read_fields(path)
        check_name(fields["name"])
        old = fields["pbem"] == OLD_FORMAT
        return cls(folder, fields["name"], fields["key"], parse_public(fields["ssh"], str(path)), old)

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
        words: str = "",
    ) -> Keyring:
        """A new keyring of twelve fresh words, or of the words of a backup.

        A key derived from them signs, or else the player's own key file, or an agent's key by its fingerprint.
        """
        folder = home or default_home()
        check_no_keys(folder)
        check_name(name)
        owned = adopted(ssh_key, agent, ask)
        make_private_folder(folder)
        secret = words or twelve_words.new_words()
        make_secret(folder, secret, new_passphrase)
        key, public = owned or make_ssh_key(folder, secret, name, new_passphrase)
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

    @property
    def secret_path(self) -> Path:
        """The file from which all else is derived."""
        return self.home / (OLD_SECRET if self.old else SECRET)

    def words(self) -> str:
        """The twelve words; those of the old sort have none."""
        if self.old:
            raise bad("keys were made by an older pbem and do not fit into words", file=str(self.home),
                      hint="they fit into a file: 'pbem key backup --out FILE'", kind=Kind.UNKNOWN)
        data = self.unlocked(self.secret_path)
        return twelve_words.check_words(data.decode("ascii", "replace").removesuffix("\n"))

    def root(self) -> str:
        """The secret that keys are derived from: the twelve words, or the age identity of the old sort."""
        return self.old_identity() if self.old else self.words()

    def identity_for(self, label: str) -> str:
        """The age identity of a label that no game's letters are sealed to."""
        return twelve_words.identity_for(self.root(), label)

    def old_identity(self) -> str:
        """The one age identity of a keyring of the old sort."""
        path = self.secret_path
        found = read_identities(self.unlocked(path), str(path))
        if len(found) != 1:
            raise bad(f"holds {len(found)} age identities where one belongs", file=str(path))
        return found[0]

    def age_identity(self, game: str = "") -> str:
        """The age identity of this player in a game, or outside of games."""
        return self.old_identity() if self.old else twelve_words.identity_of(self.words(), game)

    def identities(self) -> tuple[str, ...]:
        """Every secret line that may open something: the one outside of games, and one for each game joined here."""
        return tuple(dict.fromkeys(self.age_identity(game) for game in ("", *self.games())))

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
        """Tells if a passphrase locks the secret, and with it what opens letters and the chains."""
        return is_locked(read_secret(self.secret_path))

    def age_public(self, game: str = "") -> str:
        """The recipient that others seal to; the one outside of games is known without a passphrase."""
        if not self.locked or (game and not self.old):
            return public_of(self.age_identity(game))
        return check_recipient(read_file(self.home / "age.pub", MOST_KEY_FILE).decode("ascii", "replace").strip())

    def games(self) -> tuple[str, ...]:
        """The games that were joined with these keys on this machine, by name."""
        found = [path for kind in ("*.top", "*.pub") for path in (self.home / "chains").glob(kind)]
        return tuple(sorted({path.stem for path in found}))

    def tops(self) -> dict[str, Path]:
        """The chains that lie in files of their own: those of the old sort."""
        return {path.stem: path for path in sorted((self.home / "chains").glob("*.top"))}

    def chain(self, game: str) -> Chain:
        """The chain of a game: derived, the same on every machine; or as it was made, where it is of the old sort."""
        path = self.chain_path(game)
        if not path.exists():
            return twelve_words.chain_of(self.root(), game)
        top = self.read_top(path)
        for other, beside in self.tops().items():
            if other != game and self.read_top(beside) == top:
                hint = "a chain is for one game only"
                raise bad(f"is the chain of game '{other}' as well", file=str(path), hint=hint)
        return Chain(top)

    def read_top(self, path: Path) -> str:
        """The secret top of a chain."""
        data = read_secret(path)
        if is_locked(data):
            data = unseal(self.age_identity(), data)  # what lies here is no game's letter
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
        for path in self.tops().values():
            data = read_secret(path)
            if not is_locked(data):
                self.read_top(path)
                write_atomic(path, seal([recipient], data).encode("ascii"))
                done.append(f"chains/{path.name}")
        path = self.secret_path
        if not self.locked:
            locked = lock(read_secret(path), passphrase)
            write_atomic(self.home / "age.pub", f"{recipient}\n".encode(), shared=True)
            write_atomic(path, locked)
            done.append(path.name)
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
        data, done = self.unlocked(self.secret_path), []
        for path in self.tops().values():
            if is_locked(read_secret(path)):
                write_atomic(path, f"{self.read_top(path)}\n".encode())
                done.append(f"chains/{path.name}")
        if self.locked:
            write_atomic(self.secret_path, data)
            done.append(self.secret_path.name)
        return done

    def public(self, game: str) -> PublicPart:
        """Returns the part for an acceptance and a charter, and notes that the game was joined: this is enrolment."""
        made = PublicPart(self.name, self.ssh.line(), self.age_public(game), self.chain(game).anchor)
        self.note(game, made, self.charter_known(game))
        return made

    def note(self, game: str, made: PublicPart, charter: str) -> None:
        """Notes what a game knows of its owner, and the game's charter."""
        path = self.chain_path(game).with_suffix(".pub")
        make_private_folder(path.parent)
        write_atomic(path, " ".join([made.chain, made.age, *([charter] if charter else [])]).encode() + b"\n")

    def charter_known(self, game: str) -> str:
        """The hash of the charter by which a game is played with these keys; empty where none was noted."""
        return self.noted(game)[2]

    def noted(self, game: str) -> tuple[str, str, str]:
        """The anchor, the recipient and the charter noted of a game; empty where it was not joined here."""
        path = self.chain_path(game).with_suffix(".pub")
        if not path.exists():
            return "", "", ""
        anchor, age, charter = (*read_file(path, MOST_KEY_FILE).decode("ascii", "replace").split(), "", "", "")[:3]
        check_hex32(anchor, "anchor of a chain")
        return anchor, check_recipient(age), check_hex32(charter, "hash of a charter") if charter else ""

    def keep_to(self, game: str, charter: str) -> None:
        """Plays a game by one charter; raises at another of the same name, where values of the chain are known."""
        known = self.charter_known(game)
        if known and known != charter:
            hint = f"the charter that you play by has the hash {known[:16]}..., this one {charter[:16]}...; "
            hint += "another game needs another name, or all would know your part of its dice: tell the moderator"
            raise bad(f"there is another game '{game}', and these keys play it", hint=hint, kind=Kind.MISMATCH)
        if not known:
            self.note(game, self.public(game), charter)

    def known_public(self, game: str) -> tuple[str, str]:
        """Returns the chain's anchor and the age recipient of a game, without a passphrase where it was joined here."""
        anchor, age, _ = self.noted(game)
        return (anchor, age) if anchor else (self.chain(game).anchor, self.age_public(game))

    @property
    def machine(self) -> int:
        """The number of this machine among those of its owner: 0 where the keys were made, another where restored."""
        path = self.home / MACHINE
        text = read_file(path, MOST_KEY_FILE).decode("ascii", "replace").strip() if path.exists() else "0"
        if not re.fullmatch(r"[0-9]{1,2}", text):
            raise bad("holds no number of a machine", file=str(path), hint="write a number from 1 to 99 into it")
        return int(text)

    def on_another_machine(self) -> None:
        """Numbers this machine by chance, apart from all others of the owner."""
        write_atomic(self.home / MACHINE, f"{secrets.randbelow(MACHINES - FIRST) + FIRST}\n".encode())

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
    if not isinstance(value, dict) or sorted(value) != sorted(FIELDS) or value["pbem"] not in (FORMAT, OLD_FORMAT):
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


def check_no_keys(folder: Path) -> None:
    """Raises where a keyring is, since keys are never written over."""
    if (folder / "keyring.yaml").exists():
        raise bad("there are keys already", file=str(folder), hint="see them with 'pbem key show'")


def make_secret(folder: Path, words: str, passphrase: bytes) -> None:
    """Writes the twelve words, locked where there is a passphrase, and the public half of what opens letters."""
    data = f"{twelve_words.check_words(words)}\n".encode("ascii")
    write_new_secret(folder / SECRET, lock(data, passphrase) if passphrase else data)
    public = public_of(twelve_words.identity_of(words))
    write_atomic(folder / "age.pub", f"{public}\n".encode(), shared=True)


def make_ssh_key(folder: Path, words: str, name: str, passphrase: bytes) -> tuple[str, PublicKey]:
    """The derived signing key and its public line, in the files that ssh-keygen would read."""
    signer = ed25519_from_seed(twelve_words.signing_seed(words), name)
    write_new_secret(folder / "ssh.key", private_text(signer, passphrase))
    write_atomic(folder / "ssh.pub", f"{signer.public.line()}\n".encode(), shared=True)
    return "ssh.key", signer.public


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
