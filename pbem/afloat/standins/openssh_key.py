"""OpenSSH private key files, read and written (OpenSSH, PROTOCOL.key), but for what differs from kind to kind."""

from __future__ import annotations

import base64
import secrets

from pbem.afloat.standins import aes
from pbem.afloat.standins.engine import ENGINE
from pbem.trust.ssh.wire import Reader, string

BEGIN, END = b"-----BEGIN OPENSSH PRIVATE KEY-----\n", b"-----END OPENSSH PRIVATE KEY-----\n"
MAGIC, CIPHER, HASH = b"openssh-key-v1\0", b"aes256-ctr", b"bcrypt"
ROUNDS, SALT, COLUMNS = 16, 16, 70
#: A file may ask for so many rounds and no more: each takes some milliseconds.
MOST_ROUNDS = 1024


class Unsupported(Exception):
    """The file holds another kind of key, or is locked by another cipher."""


def load(data: bytes, passphrase: bytes | None) -> tuple[bytes, Reader]:
    """The public key, and the private part where its kind begins; ValueError if the file or the passphrase is wrong."""
    lines = data.replace(b"\r\n", b"\n").strip(b"\n").split(b"\n")
    reader = Reader(base64.b64decode(b"".join(lines[1:-1]), validate=True))
    if reader.take(len(MAGIC)) != MAGIC:
        raise ValueError("is no OpenSSH private key")
    cipher, hash_name, options, count = reader.string(), reader.string(), reader.string(), reader.number()
    if count != 1:
        raise ValueError(f"holds {count} keys")
    public = reader.string()
    inside = Reader(opened(cipher, hash_name, options, reader.string(), passphrase))
    reader.end()
    if inside.take(4) != inside.take(4):  # two equal numbers, by which a right passphrase is known
        raise ValueError("passphrase does not fit")
    return public, inside


def opened(cipher: bytes, hash_name: bytes, options: bytes, sealed: bytes, passphrase: bytes | None) -> bytes:
    """The private part, taken out of its lock if it has one."""
    if cipher == b"none":
        return sealed
    if (cipher, hash_name) != (CIPHER, HASH):
        raise Unsupported("cipher")
    if passphrase is None:
        raise TypeError("needs a passphrase")
    reader = Reader(options)
    salt, rounds = reader.string(), reader.number()
    reader.end()
    if not 0 < rounds <= MOST_ROUNDS:
        raise Unsupported("number of rounds")
    return aes.counter_mode(*key_and_counter(passphrase, salt, rounds), sealed)


def key_and_counter(passphrase: bytes, salt: bytes, rounds: int) -> tuple[bytes, bytes]:
    """Makes the key of the cipher and its first counter from a passphrase and a salt."""
    made = ENGINE[0].bcrypt_pbkdf(passphrase, salt, rounds, 32 + aes.BLOCK)
    return made[:32], made[32:]


def comment_at_end(reader: Reader) -> str:
    """Reads the comment after the key, and checks the bytes that fill the last block."""
    comment = reader.string()
    rest = reader.take(len(reader.data) - reader.place)
    if rest != bytes(range(1, len(rest) + 1)):
        raise ValueError("has a wrong end")
    return comment.decode("utf-8", "replace")


def write(public: bytes, private: bytes, passphrase: bytes = b"", comment: bytes = b"") -> bytes:
    """The file of a key's two halves, each with the name of its kind; locked where there is a passphrase."""
    check = secrets.token_bytes(4)
    inside = check + check + private + string(comment)
    inside += bytes(range(1, 1 + -len(inside) % (aes.BLOCK if passphrase else 8)))
    cipher, hash_name, options = b"none", b"none", b""
    if passphrase:
        salt = secrets.token_bytes(SALT)
        cipher, hash_name, options = CIPHER, HASH, string(salt) + ROUNDS.to_bytes(4, "big")
        inside = aes.counter_mode(*key_and_counter(passphrase, salt, ROUNDS), inside)
    outside = MAGIC + string(cipher) + string(hash_name) + string(options) + (1).to_bytes(4, "big")
    text = base64.b64encode(outside + string(public) + string(inside))
    lines = b"".join(text[start : start + COLUMNS] + b"\n" for start in range(0, len(text), COLUMNS))
    return BEGIN + lines + END
