"""Secrets that rest under a passphrase: an age file, as `age -p` writes and `age -d` opens it.

A passphrase is asked for once by a process and kept in its memory. Where nobody can be asked (pbem.base.asking), the
command in PBEM_PASSPHRASE_COMMAND has to give it.

The work of a passphrase is fixed. A library that measures the machine first refuses the right passphrase while the
machine is busy, and on a second machine that is slower.
"""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.base.asking import KNOWN, WAYS, Way
from pbem.base.errors import Kind, PbemError, bad
from pbem.trust.seal import age_format, seal
from pbem.trust.seal.age_format import FILE_KEY_BYTES, Stanza
from pbem.trust.ssh.sshkeys import Passphrase

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

#: 2**17 rounds of scrypt, 128 MiB and less than a second; `age` opens up to 2**22, which takes 4 GiB.
WORK, MOST_WORK = 17, 22
SALT_BYTES = 16
SALT_LABEL = b"age-encryption.org/v1/scrypt"
#: The file key is wrapped once under each key, so its nonce never changes (age-encryption.org/v1).
NONCE = bytes(12)


def passphrase_of(home: Path, ask: Passphrase, otherwise: Way) -> Way:
    """Asks for the passphrase of a keyring, once; `ask` is the caller's own way, or the passphrase itself."""

    def asked() -> bytes:
        if isinstance(ask, bytes):
            return ask
        if ask is not None and ask not in WAYS:
            return ask()
        if home not in KNOWN:
            KNOWN[home] = (ask or (WAYS[-1] if WAYS else otherwise))()
        return KNOWN[home]

    return asked


def forget(home: Path) -> None:
    """Asks for the passphrase of a keyring again when it is needed: it was wrong, or is another one now."""
    KNOWN.pop(home, None)


def is_locked(data: bytes) -> bool:
    """Tells if a secret file is an age file, not the secret itself."""
    return data.startswith(seal.BEGIN)


def lock(secret: bytes, passphrase: bytes) -> bytes:
    """A secret under a passphrase, opened once to see that nothing is lost."""
    if not passphrase:
        raise bad("an empty passphrase locks nothing")
    file_key, salt = secrets.token_bytes(FILE_KEY_BYTES), secrets.token_bytes(SALT_BYTES)
    wrapped = cipher(passphrase, salt, WORK).encrypt(NONCE, file_key, None)
    words = ("scrypt", b64encode(salt).rstrip(b"=").decode("ascii"), str(WORK))
    sealed = seal.armour(age_format.encrypt(file_key, [Stanza(words, wrapped)], secret)).encode("ascii")
    if unlock(sealed, passphrase) != secret:
        raise bad("does not open again as it was locked", kind=Kind.MISMATCH)
    return sealed


@lru_cache(maxsize=8)
def unlock(data: bytes, passphrase: bytes, file: str = "") -> bytes:
    """The secret; the answer is kept, since each opening takes up to a second by design."""
    from cryptography.exceptions import InvalidTag

    parsed = age_format.parse(seal.dearmour(data, file))
    salt, work = scrypt_terms(parsed.stanzas, file)
    try:
        file_key = cipher(passphrase, salt, work).decrypt(NONCE, parsed.stanzas[0].body, None)
    except InvalidTag:
        raise bad("passphrase does not open this key", file=file, kind=Kind.MISMATCH) from None
    try:
        return age_format.decrypt(parsed, file_key)
    except PbemError as error:
        raise bad(f"is damaged: its {error.faults[0].message}", file=file, kind=Kind.MISMATCH,
                  hint="restore it from a copy") from None  # fmt: skip


def scrypt_terms(stanzas: tuple[Stanza, ...], file: str) -> tuple[bytes, int]:
    """Returns the salt of a locked file and the work that its passphrase takes, as a power of two."""
    kind, *terms = stanzas[0].words
    if kind != "scrypt" or len(stanzas) != 1 or len(terms) != 2 or not terms[1].isdecimal() or len(terms[1]) > 2:
        raise bad("is not locked by a passphrase", file=file, kind=Kind.MISMATCH)
    try:
        salt = b64decode(terms[0] + "==", validate=True)
    except ValueError:
        salt = b""
    if len(salt) != SALT_BYTES or not 1 <= int(terms[1]) <= MOST_WORK:
        raise bad("is locked as no age file is", file=file, kind=Kind.MISMATCH, hint="restore it from a copy")
    return salt, int(terms[1])


def cipher(passphrase: bytes, salt: bytes, work: int) -> ChaCha20Poly1305:
    """The cipher under the key of a passphrase, which scrypt makes as age has it."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # most keyrings have no passphrase
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    key = Scrypt(salt=SALT_LABEL + salt, length=32, n=1 << work, r=8, p=1).derive(text_of(passphrase).encode())
    return ChaCha20Poly1305(key)


def text_of(passphrase: bytes) -> str:
    """A passphrase as age takes it."""
    try:
        return passphrase.decode("utf-8")
    except UnicodeDecodeError:
        raise bad("passphrase is not UTF-8") from None
