"""Any bytes as a letter: read, judged, its mbox split, in bounded time; what is found in it keeps the laws below.

Beyond that no crash: nothing shown can move a terminal, no document is larger than what it came in (base64 apart), an
answered letter has one address that can stand in a header, and reading twice gives the same.
"""

from __future__ import annotations

from driver import fuzz
from mail_corpus import corpus
from mail_kit import HOME, letter

from pbem.mail.guards import judge
from pbem.mail.letter import Letter, check_address, read_letter
from pbem.mail.plain import decode, lines_of, unflow
from pbem.mail.sources import split_mbox

MOST_SEED = 4000


def letters(data: bytes) -> None:
    """The bytes as they are."""
    lawful(data, read_letter(data))


def bodies(data: bytes) -> None:
    """The bytes as the body of a sound letter."""
    letters(letter(data))


def heads(data: bytes) -> None:
    """The bytes as headers of a sound letter."""
    letters(data.replace(b"\n\n", b"\n") + b"\n" + letter(b"hello\n"))


def boxes(data: bytes) -> None:
    """The bytes as an mbox."""
    assert sum(len(each) for each in split_mbox(data)) <= len(data)


def texts(data: bytes) -> None:
    """The bytes as text under a charset they choose themselves."""
    charset, _, rest = data.partition(b"\n")
    text = decode(rest, charset[:20].decode("latin-1"))
    for delsp in (False, True):
        assert len(lines_of(unflow(text, delsp=delsp))) <= text.count("\n") + text.count("\r") + 1


def lawful(data: bytes, found: Letter) -> None:
    """What holds of every letter."""
    verdict = judge(found, HOME)
    assert not verdict.answered or check_address(found.reply_to)
    for words in (found.sender, found.reply_to, found.subject, *(part.name for part in found.parts)):
        assert words.isprintable()
    assert all(len(part.data) + len(part.signature) <= 4 * len(data) + 4 for part in found.parts)
    assert found == read_letter(data)


READERS = (letters, bodies, heads, boxes, texts)


def one_input(data: bytes) -> None:
    """The first byte says what the rest is taken for."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> list[bytes]:
    """The corpus as far as it is short, and a start for each other reader."""
    short = [b"\0" + case.raw for case in corpus().values() if len(case.raw) < MOST_SEED]
    others = (b"\1pbem: orders/1\nseat: axis\n", b"\2Subject: =?utf-8?q?x?=", b"\3From a\n\nFrom b\n")
    return [*short, *others, b"\4utf-8\n> a \nb"]


def sound() -> None:
    """The seeds keep the laws, or the fuzzer would start from nothing."""
    for seed in seeds():
        one_input(seed)


if __name__ == "__main__":
    sound()
    fuzz(one_input, "letter", seeds())
