"""A seat is taken by whoever has read its invitation: game and seats are known to all who are invited, and to more."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import ADDRESSES, Club
from club import duel_is_known as duel_is_known

from pbem import strict_yaml
from pbem.base.clock import parse_time
from pbem.match.post.game_letter import Letter, write_letter
from pbem.trust.keyring import Keyring
from pbem.trust.ssh import sshsig


def accepted_by_hand(club: Club, **more: str) -> Path:
    """What somebody who knows game and seat can write without an invitation."""
    ring = Keyring.create("Mallory", home=club.home("mallory"))
    game = club.status()["game"]
    public = {**ring.public(game).as_json(), "ssh": ring.signer().public.line()}
    data = strict_yaml.write({"pbem": "acceptance/1", "game": game, "seat": "blue", **public, **more}).encode()
    armour = sshsig.sign(ring.signer(), data, sshsig.namespace("charter")).encode()
    parts = {"acceptance.yaml": data, "acceptance.yaml.sig": armour}
    letter = Letter("moderator@pbem.example", "blue accepts", "", parts)
    path = club.place / "by-hand.eml"
    path.write_bytes(write_letter(letter, ADDRESSES["red"], "by-hand", parse_time(club.now), automatic=False))
    return path


@pytest.mark.parametrize("more", [{}, {"offer": "0" * 64}], ids=["without", "guessed"])
def test_nobody_takes_a_seat_without_its_invitation(tmp_path: Path, more: dict[str, str]) -> None:
    club = Club(tmp_path)
    invitations = club.deliver()
    result = club.take(accepted_by_hand(club, **more))
    assert result.exit_code in (1, 4)
    assert "acceptance does not answer the invitation that was sent" in result.stderr
    for seat, letters in invitations.items():
        answer = club.do(seat, "join", *letters, "--dir", club.folder(seat)).stdout.strip()
        club.do("moderator", "in", club.desk, answer)
    assert club.status()["stage"] == "signing"


def test_whom_an_invitation_has_reached_by_mistake_cannot_take_the_seat(tmp_path: Path) -> None:
    club = Club(tmp_path)
    astray = club.deliver()["blue"][0]
    club.do("moderator", "address", club.desk, "blue", "right@example.org", "--reason", "a slip")
    Keyring.create("Mallory", home=club.home("mallory"))
    answer = Path(club.do("mallory", "join", astray, "--dir", club.folder("mallory")).stdout.strip())
    assert "does not answer the invitation that was sent" in club.take(answer).stderr
    (anew,) = [path for path in club.deliver()["blue"] if "invitation" in path.name]
    club.do("moderator", "in", club.desk, club.do("blue", "join", anew, "--dir", club.folder("blue")).stdout.strip())
    assert club.status()["waits_for"] == ["red"]
