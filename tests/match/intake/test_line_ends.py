"""Papers and signatures whose line ends a mailer has changed hold, and are kept as they were made (protocol 20)."""

from __future__ import annotations

from base64 import encodebytes
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from club import Club
from club import duel_is_known as duel_is_known
from people_club import TIERS

from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.verify import verify_folder


class Changed(Club):
    """A club in which everybody gets papers and signatures with the line ends of another system."""

    def try_to(self, who: str, *words: Any) -> Result:
        letters = {"in": words[2:], "join": words[1:2], "open": words[1:2]}.get(words[0], ())
        for letter in letters:
            change(Path(letter))
        return super().try_to(who, *words)


def change(letter: Path) -> None:
    """LF to CRLF in whatever was attached as text."""
    message = message_from_bytes(letter.read_bytes())
    for part in message.walk():
        data = part.get_payload(decode=True)
        if (part.get_filename() or "").endswith((".sig", ".yaml", ".open")) and isinstance(data, bytes):
            part.set_payload(encodebytes(data.replace(b"\n", b"\r\n")).decode())
    letter.write_bytes(message.as_bytes())


@pytest.mark.parametrize("tier", TIERS)
def test_a_record_is_whole_whatever_line_ends_its_papers_came_with(tier: str, tmp_path: Path) -> None:
    club = Changed(tmp_path, tier)
    club.begin()
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    assert club.ledger().entries("seed")
    assert verify_folder(club.desk, extra_networks=(DEMO_NETWORK,)).faults == ()
