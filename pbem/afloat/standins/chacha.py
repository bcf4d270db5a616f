"""ChaCha20-Poly1305 (RFC 8439) in plain Python, many blocks at a time.

One large integer holds the same word of every block, each in a lane of 64 bits. An addition or a shift of that integer
is one for all blocks, so 64 KiB take about as many steps as a single block would. Its time depends on lengths alone as
far as Python's whole numbers do; docs/decisions tells what that means.
"""

from __future__ import annotations

import hmac
from array import array

BLOCK, WORDS, ROUNDS = 64, 16, 10
TAG = 16
PRIME = 2**130 - 5
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
CONSTANT = b"expand 32-byte k"
QUARTERS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip


class BadTag(ValueError):
    """The sealed bytes were not made with this key, or were changed."""


def key_stream(key: bytes, nonce: bytes, blocks: int) -> bytes:
    """The first blocks of the stream, counted from 0 (RFC 8439, 2.3 and 2.4)."""
    ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * blocks, "little")
    mask = ones * 0xFFFFFFFF
    fixed = array("I", CONSTANT + key + bytes(4) + nonce)
    start = [word * ones for word in fixed]
    start[12] = int.from_bytes(array("Q", range(blocks)).tobytes(), "little")
    s = list(start)
    for _ in range(ROUNDS):
        for a, b, c, d in QUARTERS:
            w, x, y, z = s[a], s[b], s[c], s[d]
            w = w + x & mask
            z ^= w
            z = (z << 16 | z >> 16) & mask
            y = y + z & mask
            x ^= y
            x = (x << 12 | x >> 20) & mask
            w = w + x & mask
            z ^= w
            z = (z << 8 | z >> 24) & mask
            y = y + z & mask
            x ^= y
            x = (x << 7 | x >> 25) & mask
            s[a], s[b], s[c], s[d] = w, x, y, z
    stream = array("I", bytes(BLOCK * blocks))
    for place in range(WORDS):
        lanes = array("I", ((s[place] + start[place]) & mask).to_bytes(8 * blocks, "little"))
        stream[place::WORDS] = lanes[::2]
    return stream.tobytes()


def authenticator(key: bytes, message: bytes) -> bytes:
    """Poly1305 under a key for this message alone (RFC 8439, 2.5)."""
    r, total = int.from_bytes(key[:16], "little") & CLAMP, 0
    whole = len(message) - len(message) % 16
    for place in range(0, whole, 16):
        total = (total + int.from_bytes(message[place : place + 16], "little") + (1 << 128)) * r % PRIME
    if rest := message[whole:]:
        total = (total + int.from_bytes(rest + b"\1", "little")) * r % PRIME
    return ((total + int.from_bytes(key[16:], "little")) % (1 << 128)).to_bytes(16, "little")


def tag_of(stream: bytes, data: bytes, cipher: bytes) -> bytes:
    """The tag of a sealed text with its associated data (RFC 8439, 2.8)."""
    gap, end = bytes(-len(data) % 16), bytes(-len(cipher) % 16)
    lengths = len(data).to_bytes(8, "little") + len(cipher).to_bytes(8, "little")
    return authenticator(stream[:32], data + gap + cipher + end + lengths)


def mixed(stream: bytes, text: bytes) -> bytes:
    """The text xored with the stream behind its first block."""
    pad = int.from_bytes(stream[BLOCK : BLOCK + len(text)], "little")
    return (int.from_bytes(text, "little") ^ pad).to_bytes(len(text), "little")


class ChaCha20Poly1305:
    """The cipher under one key, with the methods of the library's class."""

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError("a key has 32 bytes")
        self.key = key

    def encrypt(self, nonce: bytes, text: bytes, data: bytes | None) -> bytes:
        """The sealed text with its tag."""
        stream = self.stream(nonce, len(text))
        cipher = mixed(stream, text)
        return cipher + tag_of(stream, data or b"", cipher)

    def decrypt(self, nonce: bytes, sealed: bytes, data: bytes | None) -> bytes:
        """The plain text, or BadTag."""
        cipher, tag = sealed[:-TAG], sealed[-TAG:]
        stream = self.stream(nonce, len(cipher))
        if len(sealed) < TAG or not hmac.compare_digest(tag_of(stream, data or b"", cipher), tag):
            raise BadTag
        return mixed(stream, cipher)

    def stream(self, nonce: bytes, length: int) -> bytes:
        """Enough of the stream, with the block of the tag's key before it."""
        if len(nonce) != 12:
            raise ValueError("a nonce has 12 bytes")
        return key_stream(self.key, nonce, 1 + -(-length // BLOCK))
