"""A player's secret: twelve words, from which the keys of all games are derived (docs/protocol.md, section 3).

Twelve words chosen at random from the list of 2048 are 132 bits. A thirteenth word checks them and says which key
signs: one that is derived from the words too, or an SSH key of the player's own, which no word holds.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from pbem.base.errors import Kind, bad
from pbem.base.later import later
from pbem.trust.primitives.chain import Chain
from pbem.trust.primitives.word_list import WORDS
from pbem.trust.seal.seal import bech32_text

if TYPE_CHECKING:
    import difflib
else:
    difflib = later("difflib")

COUNT = 12
LISTED = frozenset(WORDS)
#: What the thirteenth word says of the signing key: it was made from the words, or it is the player's own.
MADE, OWN = "made", "own"
LABEL = b"pbem-key/1 "
CHECK = "pbem-words/1 {kind} {words}"
CHECK_BITS = 11


# ----------------------------------------------------------------------------------------------------------- the words
def new_words() -> str:
    """Twelve words by the system's randomness, with a blank between them."""
    return " ".join(secrets.choice(WORDS) for _ in range(COUNT))


def check_words(text: str) -> str:
    """The twelve words again; raises if they are not twelve of the list."""
    words = tuple(text.split(" "))
    if len(words) != COUNT or not LISTED.issuperset(words):
        raise bad("holds no twelve words of the list", hint="restore it from your backup: 'pbem key restore'")
    return text


def check_word(words: str, kind: str) -> str:
    """The thirteenth word, which tells a slip of the pen, and which key signs."""
    digest = sha256(CHECK.format(kind=kind, words=words).encode("ascii")).digest()
    return WORDS[int.from_bytes(digest, "big") >> (256 - CHECK_BITS)]


def on_paper(words: str, kind: str) -> tuple[str, ...]:
    """The thirteen words of a backup."""
    return (*words.split(" "), check_word(words, kind))


def read_words(text: str) -> tuple[str, str]:
    """The twelve words of a backup, and which key signs. Numbers and signs between the words are passed over."""
    given = numbered(text) or re.findall(r"[a-z]+", text.lower())
    check_listed(given)
    if len(given) != COUNT + 1:
        hint = "give all of them, in their order"
        raise bad(f"a backup has {COUNT + 1} words, and these are {len(given)}", hint=hint)
    words = " ".join(given[:COUNT])
    for kind in (MADE, OWN):
        if check_word(words, kind) == given[COUNT]:
            return words, kind
    hint = "compare each word with your backup, and their order; the thirteenth word checks the twelve before it"
    raise bad("these words do not fit together", hint=hint, kind=Kind.MISMATCH)


def numbered(text: str) -> list[str]:
    """The words of a whole sheet, as a backup prints it; none where they have no numbers."""
    found = re.findall(r"(?<!\S)(\d{1,2})[.)]?\s+([a-z]+)(?!\S)", text.lower())
    for start in range(len(found) - COUNT):
        row = found[start : start + COUNT + 1]
        if [int(number) for number, _ in row] == [*range(1, COUNT + 2)]:
            return [word for _, word in row]
    return []


def check_listed(given: Sequence[str]) -> None:
    """Raises at the first word that is not on the list, with the words that it may be."""
    for number, word in enumerate(given, 1):
        if word not in WORDS:
            near = difflib.get_close_matches(word, WORDS, n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else "all words are in docs/words.txt"
            raise bad(f"word {number}, '{word[:30]}', is not on the list", hint=hint)


# ----------------------------------------------------------------------------------------------------- what is derived
def derived(secret: str, label: str) -> bytes:
    """32 bytes for one purpose. Who knows them learns nothing about the secret, nor about those of another label."""
    return hmac.digest(secret.encode("ascii"), LABEL + label.encode("ascii"), "sha256")


def chain_of(secret: str, game: str) -> Chain:
    """The chain of a game, the same on every machine that has the secret."""
    return Chain(derived(secret, f"chain {game}").hex())


def identity_of(secret: str, game: str = "") -> str:
    """The age identity that opens what a game seals to the player; without a game, what is sealed to them elsewhere."""
    return identity_for(secret, f"seal {game}" if game else "seal")


def identity_for(secret: str, label: str) -> str:
    """The age identity of a label."""
    return bech32_text("age-secret-key-", derived(secret, label)).upper()


def signing_seed(secret: str) -> bytes:
    """The 32 bytes of the Ed25519 key that signs, where the player has no key of their own."""
    return derived(secret, "sign")
