"""Sealing to native age keys, and the armour a sealed file travels in.

Only X25519 recipients are taken, checked by shape and checksum before a typed constructor sees them: no string from a
charter can name a plugin, and so none can start a program (PROTOCOL 2, threat 26).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import xor
from typing import TYPE_CHECKING

from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.trust.seal import age_format
from pbem.trust.ssh.transport import as_bytes, damage, lf_form, strict_base64

if TYPE_CHECKING:
    import pyrage  # type: ignore[import-untyped]  # it ships none
else:
    pyrage = later("pyrage")

RECIPIENT = pattern(r"age1[02-9ac-hj-np-z]{58}")
IDENTITY = pattern(r"AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}")
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
#: What each value of the five bits that leave the remainder adds to it.
ADDED = [reduce(xor, (each for bit, each in enumerate(GENERATORS) if top >> bit & 1), 0) for top in range(32)]

#: The order of X25519's field, and the points that give every sender the same, known secret (RFC 7748, 6.1).
FIELD = 2**255 - 19
SMALL_ORDER = (
    0,
    1,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
    FIELD - 1,
)

MAGIC = age_format.VERSION
BEGIN, END = age_format.BEGIN, age_format.END
armour = age_format.armour
#: A sealed report or a moderator's state; orders are held far lower by their own limit (PROTOCOL 3.14).
MOST_PLAIN = 16 * 1024 * 1024
MOST_SEALED = MOST_PLAIN + MOST_PLAIN // 256 + 64 * 1024
MOST_ARMOUR = MOST_SEALED * 3 // 2
MOST_RECIPIENTS = 32


def bech32_bytes(text: str) -> bytes:
    """The 32 bytes of a bech32 string (BIP 173) of one case; a wrong checksum or stray padding is refused."""
    prefix, _, coded = text.lower().rpartition("1")
    values = [BECH32.index(character) for character in coded]
    spread = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    number = 0
    for value in values[:-6]:
        number = number << 5 | value
    if checksum(spread + values) != 1 or number & 15:
        raise ValueError(text)
    return (number >> 4).to_bytes(32, "big")


def bech32_text(prefix: str, data: bytes) -> str:
    """The bech32 string (BIP 173) of 32 bytes, in lower case."""
    number = int.from_bytes(data, "big") << 4
    values = [number >> 5 * (51 - place) & 31 for place in range(52)]
    spread = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    rest = checksum([*spread, *values, *[0] * 6]) ^ 1
    tail = [rest >> 5 * (5 - place) & 31 for place in range(6)]
    return prefix + "1" + "".join(BECH32[value] for value in values + tail)


def checksum(values: list[int]) -> int:
    """The remainder of BIP 173; 1 for a string without a slip."""
    remainder = 1
    for value in values:
        remainder = (remainder & 0x1FFFFFF) << 5 ^ value ^ ADDED[remainder >> 25]
    return remainder


def check_recipient(text: str) -> str:
    """The recipient again, if it is a native age key that only its owner can open."""
    recipient(text)
    return text


@lru_cache(maxsize=256)
def recipient(text: str) -> pyrage.x25519.Recipient:
    """The typed recipient. Remembered, since a game seals to the same few keys all its life."""
    if not RECIPIENT.fullmatch(text):
        raise bad(f"'{text[:80]}' is no native age key", hint="an age key is 'age1' and 58 more characters, lower case")
    try:
        point = int.from_bytes(bech32_bytes(text), "little")
        key = pyrage.x25519.Recipient.from_str(text)
    except (ValueError, pyrage.RecipientError):
        raise bad(f"age key '{text}' has a wrong checksum", hint="copy the whole key again") from None
    if point >= FIELD or point in SMALL_ORDER:
        raise bad(f"age key '{text}' is weak: anybody could open what is sealed to it", kind=Kind.ILLEGAL)
    return key


def check_identity(text: str) -> str:
    """The secret age key again, if it is one; the text itself is never quoted in a fault."""
    identity(text)
    return text


def identity(text: str) -> pyrage.x25519.Identity:
    """The typed secret key."""
    try:
        if not IDENTITY.fullmatch(text):
            raise ValueError
        bech32_bytes(text)
        return pyrage.x25519.Identity.from_str(text)
    except (ValueError, pyrage.IdentityError):
        raise bad("this is no secret age key", hint="it begins with AGE-SECRET-KEY-1") from None


def new_identity() -> tuple[str, str]:
    """A fresh age key: the secret and its public recipient."""
    key = pyrage.x25519.Identity.generate()
    return str(key), str(key.to_public())


def public_of(secret: str) -> str:
    """The public recipient that belongs to a secret key."""
    return str(identity(secret).to_public())


def read_identities(data: bytes, file: str = "") -> tuple[str, ...]:
    """The secret keys of an identity file as age-keygen writes it: one a line, comments and blank lines between."""
    lines = lf_form(data[:MOST_ARMOUR]).decode("utf-8", errors="replace").split("\n")
    found: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            found.append(check_identity(line.strip()))
        except BadInput as error:
            raise bad(error.faults[0].message, file=file, line=number, hint=error.faults[0].hint) from None
    if not found:
        raise bad("holds no secret age key", file=file, hint="it is the file age-keygen or 'pbem key new' wrote")
    return tuple(found)


def seal_binary(recipients: Sequence[str], plain: bytes) -> bytes:
    """The plain text sealed to all recipients, without armour."""
    return bytes(pyrage.encrypt(plain, keys_for(recipients, plain)))


def seal_own(recipient_text: str, plain: bytes) -> bytes:
    """Seals a file of our own, of any size, to ourselves or to a successor."""
    return bytes(pyrage.encrypt(plain, [recipient(recipient_text)]))


def unseal_own(identity_text: str, data: bytes) -> bytes:
    """The plain text of such a file."""
    if not data.startswith(MAGIC):
        raise bad("is not a sealed file, or was cut or altered")
    try:
        return bytes(pyrage.decrypt(data, [identity(identity_text)]))
    except pyrage.DecryptError as error:
        raise CheckFailed(refusal(str(error))) from None


def seal(recipients: Sequence[str], plain: bytes) -> str:
    """The plain text sealed to all recipients, in armour fit for mail."""
    return bytes(pyrage.encrypt(plain, keys_for(recipients, plain), armored=True)).decode("ascii")


def keys_for(recipients: Sequence[str], plain: bytes) -> list[pyrage.x25519.Recipient]:
    """Typed recipients, with both sizes inside their limits."""
    if not 0 < len(recipients) <= MOST_RECIPIENTS:
        raise bad(f"{len(recipients)} recipients; a sealed file has 1 to {MOST_RECIPIENTS}")
    if len(plain) > MOST_PLAIN:
        raise bad(f"{len(plain)} bytes are too many to seal; the most is {MOST_PLAIN}")
    return [recipient(text) for text in recipients]


def unseal(identity_text: str, data: bytes | str) -> bytes:
    """The plain text of a sealed file, armoured or not."""
    return unseal_any((identity_text,), data)


def unseal_any(identities: Sequence[str], data: bytes | str) -> bytes:
    """The plain text, opened by whichever of the keys fits."""
    keys = [identity(text) for text in identities]
    sealed = sealed_bytes(data)
    try:
        plain = bytes(pyrage.decrypt(sealed, keys))
    except pyrage.DecryptError as error:
        raise CheckFailed(refusal(str(error))) from None
    if len(plain) > MOST_PLAIN:
        raise bad(f"holds {len(plain)} bytes; the most is {MOST_PLAIN}")
    return plain


def refusal(words: str) -> Fault:
    """Returns the reason that a seal does not open: it was made for another key, or it is damaged."""
    if "No matching keys" in words:
        return Fault(
            "the seal does not open with this key", kind=Kind.MISMATCH,
            hint="it was sealed to other keys than yours, or its key lines were altered",
        )
    return Fault("the seal is broken: it was cut or altered after it was made", kind=Kind.MISMATCH)


def sealed_bytes(data: bytes | str) -> bytes:
    """The binary age file, taken out of its armour if it is in one."""
    raw = as_bytes(data)
    if not raw.startswith(MAGIC):
        raw = dearmour(raw)
    if len(raw) > MOST_SEALED:
        raise bad(f"is larger than any sealed file of ours; the most is {MOST_SEALED} bytes")
    return raw


def dearmour(text: bytes | str, file: str = "") -> bytes:
    """The bytes inside an armour. Exactly one armour stands for given bytes, so every altered character is refused."""
    raw = as_bytes(text)
    if len(raw) > MOST_ARMOUR:
        raise bad(f"is larger than any sealed file of ours; the most is {MOST_ARMOUR} bytes", file=file)
    form = lf_form(raw)
    sealed = strict_base64(form[len(BEGIN) : -len(END)].replace(b"\n", b""))
    if sealed and armour(sealed).encode("ascii") == form:
        return sealed
    raise BadInput(damage(raw, BEGIN, END, "the sealed part").at(file))
