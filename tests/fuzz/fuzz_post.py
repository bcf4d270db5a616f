"""Any bytes as what reaches a post office besides letters: reports, routes, parcels, papers; a result, or a fault.

Beyond that no crash: a parcel's names stay in their folder, a report names nobody that cannot be printed, and a letter
leads to no game that the index has not.
"""

from __future__ import annotations

import sqlite3

from driver import fuzz
from mail_corpus import corpus
from mail_kit import ANNE, HOME, OUR_ID, SIGNATURE, bounce_report

from pbem.base.errors import PbemError
from pbem.club.index import TABLES, Index, Row, Stamps
from pbem.club.routing import route
from pbem.mail.bounce import prose_bounce
from pbem.mail.letter import read_letter
from pbem.match.folder import zipped
from pbem.match.intake import player_words
from pbem.match.post import press
from pbem.match.terms.papers import read_acceptance, read_invitation

MOST_SEED = 4000
GAME = "bulge-2023-09-4f1c9a"


def index() -> Index:
    """An index with one game."""
    link = sqlite3.connect(":memory:")
    link.executescript(TABLES)
    made = Index(link)
    told = {"stamps": Stamps("", ""), "addresses": (ANNE,), "threads": (OUR_ID,)}
    made.put(Row(name="winter", game=GAME, stage="playing", **told))  # type: ignore[arg-type]
    return made


INDEX = index()


def routes(data: bytes) -> None:
    """To the one game there is, or to none."""
    found = route(INDEX, HOME, read_letter(data))
    assert found.names in ((), ("winter",))
    assert found.unknown.isprintable()


def reports(data: bytes) -> None:
    """The bytes as the letter that a delivery report returns, and as a report in prose."""
    for bounce in read_letter(bounce_report("failed", "5.1.1", data)).bounces:
        assert bounce.recipient.isprintable()
        assert bounce.text.isprintable()
    assert all(bounce.message_id for bounce in prose_bounce(data.decode("utf-8", "replace"), HOME.own_ids))


def parcels(data: bytes) -> None:
    """Names that lead nowhere else; what is read is packed as the same files."""
    found = zipped.unpack(data)
    assert not any(".." in name or name.startswith("/") for name in found)
    assert zipped.unpack(zipped.pack(found)) == found


def papers(data: bytes) -> None:
    """The papers of enrolment, under a signature that is somebody else's."""
    for read in (read_acceptance, read_invitation):
        try:
            read(data, SIGNATURE)
        except PbemError:
            continue


def said(data: bytes) -> None:
    """A player's word, and a letter as it was sealed."""
    try:
        player_words.read_word(data)
    except PbemError:
        press.read_written(data)


READERS = (routes, reports, parcels, papers, said)


def one_input(data: bytes) -> None:
    """The first byte says what the rest is taken for."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> list[bytes]:
    """The corpus as far as it is short, and a start for each other reader."""
    short = [b"\0" + case.raw for case in corpus().values() if len(case.raw) < MOST_SEED]
    head = f"game: {GAME}\nseat: axis\n"
    word = f"pbem: word/1\n{head}seq: 1\nphase: t03\nwait: true\n".encode()
    acceptance = f"pbem: acceptance/1\n{head}name: A\nssh: ssh-ed25519 A\nage: age1\nchain: x\n".encode()
    return [*short, b"\1x", b"\2" + zipped.pack({"a/b.txt": b"x", "c": b""}), b"\3" + acceptance, b"\4" + word]


if __name__ == "__main__":
    for seed in seeds():
        one_input(seed)
    fuzz(one_input, "post", seeds())
