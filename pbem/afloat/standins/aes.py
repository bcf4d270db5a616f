"""AES-256 in counter mode (FIPS 197, SP 800-38A), for the few hundred bytes of an OpenSSH private key."""

from __future__ import annotations

from functools import cache

BLOCK, ROUNDS = 16, 14


def times_x(value: int) -> int:
    """The product with x in the field of AES."""
    return (value << 1) ^ (0x11B if value & 0x80 else 0)


@cache
def substitution() -> bytes:
    """The S-box (FIPS 197, 5.1.1): the inverse in the field, then the affine map."""
    box, p, q = bytearray(256), 1, 1
    while True:
        p ^= times_x(p)
        for shift in (1, 2, 4):
            q = (q ^ q << shift) & 0xFF
        q ^= 0x09 if q & 0x80 else 0
        turned = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4)
        box[p] = (turned & 0xFF) ^ 0x63
        if p == 1:
            break
    box[0] = 0x63
    return bytes(box)


def round_keys(key: bytes) -> list[bytes]:
    """The keys of all rounds (FIPS 197, 5.2)."""
    box, words = substitution(), [key[place : place + 4] for place in range(0, 32, 4)]
    constant = 1
    while len(words) < 4 * (ROUNDS + 1):
        last = words[-1]
        if len(words) % 8 == 0:
            last = bytes([box[last[1]] ^ constant, box[last[2]], box[last[3]], box[last[0]]])
            constant = times_x(constant)
        elif len(words) % 8 == 4:
            last = bytes(box[byte] for byte in last)
        words.append(xor(words[-8], last))
    return [b"".join(words[place : place + 4]) for place in range(0, len(words), 4)]


def xor(one: bytes, other: bytes) -> bytes:
    """Two texts of one length xored."""
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def encrypted(keys: list[bytes], block: bytes) -> bytes:
    """One block (FIPS 197, 5.1)."""
    box, state = substitution(), xor(block, keys[0])
    for number in range(1, ROUNDS + 1):
        moved = [box[state[(place + 4 * (place % 4)) % BLOCK]] for place in range(BLOCK)]
        if number < ROUNDS:
            moved = [byte for start in range(0, BLOCK, 4) for byte in mixed(moved[start : start + 4])]
        state = xor(bytes(moved), keys[number])
    return state


def mixed(column: list[int]) -> list[int]:
    """One column mixed (FIPS 197, 5.1.3)."""
    total = column[0] ^ column[1] ^ column[2] ^ column[3]
    return [column[i] ^ total ^ times_x(column[i] ^ column[(i + 1) % 4]) for i in range(4)]


def counter_mode(key: bytes, first: bytes, text: bytes) -> bytes:
    """The text xored with the encrypted counters; doing it twice undoes it."""
    keys, start = round_keys(key), int.from_bytes(first, "big")
    count = -(-len(text) // BLOCK)
    blocks = (encrypted(keys, ((start + n) % 2**128).to_bytes(BLOCK, "big")) for n in range(count))
    return xor(text, b"".join(blocks)[: len(text)])
