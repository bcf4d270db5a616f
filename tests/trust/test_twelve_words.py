"""PROTOCOL 3.1: all keys of a player come from one secret of twelve words, by the published vectors."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.base.errors import BadInput
from pbem.trust import twelve_words
from pbem.trust.primitives.chain import leads_to
from pbem.trust.primitives.word_list import WORDS
from pbem.trust.seal.seal import public_of
from pbem.trust.ssh.sshkeys import ed25519_from_seed
from pbem.trust.twelve_words import MADE, OWN, chain_of, derived, identity_of, new_words, on_paper, read_words

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "keys.json").read_text(encoding="utf-8"))
SECRET, GAME = VECTORS["words"], VECTORS["game"]
PAPER = [*SECRET.split(), VECTORS["check"]["made"]]


def test_3_1_each_key_is_that_of_the_vectors() -> None:
    assert {label: derived(SECRET, label).hex() for label in VECTORS["keys"]} == VECTORS["keys"]
    chain = chain_of(SECRET, GAME)
    assert (chain.top, chain.anchor, chain.value(1)) == (
        VECTORS["keys"][f"chain {GAME}"], VECTORS["anchor"], VECTORS["value_1"]
    )  # fmt: skip
    assert leads_to(VECTORS["value_1"], 1, VECTORS["anchor"])
    assert public_of(identity_of(SECRET, GAME)) == VECTORS["age"]
    assert identity_of(SECRET) != identity_of(SECRET, GAME)
    assert ed25519_from_seed(twelve_words.signing_seed(SECRET)).public.line() == VECTORS["ssh"]


def test_3_1_another_secret_or_label_has_other_keys() -> None:
    other = SECRET.replace("zinc", "zodiac")
    labels = ["sign", "seal", *(f"{kind} {game}" for kind in ("seal", "chain") for game in (GAME, "lions-0b1e55"))]
    keys = {derived(secret, label) for secret in (SECRET, other) for label in labels}
    assert len(keys) == 2 * len(labels)


def test_3_1_a_new_secret_is_twelve_words_drawn_from_the_whole_list() -> None:
    drawn = [new_words() for _ in range(2000)]
    assert {len(words.split(" ")) for words in drawn} == {12}
    assert len({word for words in drawn for word in words.split(" ")}) > 2040  # 24,000 draws leave out 0.02 of 2,048
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("kind", [MADE, OWN])
def test_3_1_the_thirteenth_word_checks_the_others_and_says_which_key_signs(kind: str) -> None:
    words = on_paper(SECRET, kind)
    digest = sha256(f"pbem-words/1 {kind} {SECRET}".encode()).hexdigest()
    assert words[-1] == WORDS[int(digest[:3], 16) >> 1] == VECTORS["check"][kind]
    assert read_words(" ".join(words)) == (SECRET, kind)


@pytest.mark.parametrize("text", [
    " ".join(PAPER), "\n".join(PAPER).upper(), ", ".join(PAPER), "  ".join(f"{n}. {w}" for n, w in enumerate(PAPER, 1)),
    "Keys of Anne, SHA256:abc 3 x\n\n" + "\n".join(f"{n:>2} {w}" for n, w in enumerate(PAPER, 1)) + "\n\nRestore: pbem",
])  # fmt: skip
def test_words_are_read_as_people_write_them(text: str) -> None:
    assert read_words(text) == (SECRET, MADE)


@pytest.mark.parametrize(("words", "message", "hint"), [
    (PAPER[:-1], "has 13 words, and these are 12", "in their order"),
    ([*PAPER, "zinc"], "has 13 words, and these are 14", "in their order"),
    (["ancor", *PAPER[1:]], "word 1, 'ancor', is not on the list", "did you mean anchor"),
    ([PAPER[1], PAPER[0], *PAPER[2:]], "do not fit together", "compare each word"),
    (["acorn", *PAPER[1:]], "do not fit together", "compare each word"),
    ([], "has 13 words, and these are 0", "in their order"),
])  # fmt: skip
def test_a_slip_of_the_pen_is_told(words: list[str], message: str, hint: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        read_words(" ".join(words))
    assert hint in caught.value.faults[0].hint
