"""Whole games through Postfix and Dovecot, over TLS, with letters that mutt, s-nail, swaks and Python made.

The first turns of one game, and with PBEM_LONG=1 of another, and a third to its end; PBEM_HOUSE_TURNS=11 plays all to
their end, and PBEM_HOUSE_GAMES="jenkins lions glory guerra yellowjack" plays all games.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from house_company import CLUB, HouseCompany, company_at
from mail_house import House, open_house

from pbem.adjudicator.titles import load_game
from pbem.mail.guards import Sort, judge
from pbem.mail.letter import read_letter
from pbem.match.people.enrolment import Plan
from pbem.match.post.outbox import home_of

TURNS = int(os.environ.get("PBEM_HOUSE_TURNS", "2"))
NAMES = os.environ.get("PBEM_HOUSE_GAMES", "guerra glory").split()
#: How many turns of these are played at most: 1805 may end before its last one.
FEW = {"glory": 3, "guerra": 2, "yellowjack": 2}
#: The first turn of a game, and the one that ends it, in its first scenario.
FIRST = {"glory": 20}
LAST = {"jenkins": 10, "lions": 6, "glory": 30, "guerra": 5, "yellowjack": 4}

#: All but the first are long where nobody has named the games.
NAMES_LATER: list[str] = [] if "PBEM_HOUSE_GAMES" in os.environ else NAMES[1:]
LONGER = pytest.mark.long

PLAYED = [
    *(pytest.param(name, min(TURNS, FEW.get(name, TURNS)), id=name, marks=LONGER if name in NAMES_LATER else ())
      for name in NAMES),
    pytest.param("jenkins", LAST["jenkins"], id="jenkins, whole", marks=pytest.mark.long),
]


@pytest.fixture
def company(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HouseCompany]:
    """A game at an open house, before its first letter."""
    monkeypatch.setattr("os.fsync", lambda handle: None)  # no power fails here, and disks are slow
    game = load_game(request.param)
    seats = game.seats_of(next(iter(game.scenarios)))
    with open_house(CLUB, *seats) as house, company_at(house, tmp_path, seats, game.name, "steady") as found:
        found.begin(plan(house, game.name, seats))
        yield found


def plan(house: House, game: str, seats: tuple[str, ...]) -> Plan:
    """What the moderator settles: two days a phase, everybody at the house."""
    addresses = {seat: house.address(seat) for seat in seats}
    return Plan(game=game, seats=addresses, hours=48, address=house.address(CLUB))


@pytest.mark.parametrize(("company", "turns"), PLAYED, indirect=["company"])
def test_a_game_goes_through_real_servers_with_letters_of_real_mailers(company: HouseCompany, turns: int) -> None:
    name = company.status()["game"].partition("-")[0]
    last = FIRST.get(name, 1) - 1 + turns
    while company.turn() <= last and company.step():
        pass
    assert (company.status()["stage"] == "over") == (LAST[name] <= last)
    for who, folder in company.public_folders():
        assert "everything matches" in company.pbem(who, "verify", folder)
    assert "every hash the same" in company.pbem("moderator", "audit", company.desk)
    every_mailer_was_used(company)
    nothing_was_lost(company)


def every_mailer_was_used(company: HouseCompany) -> None:
    """All four, and each letter says whose work it is."""
    kept = company.letters_kept()
    assert len(kept) == len(company.mailed)
    marks = {"by_mutt": rb"(?m)^User-Agent: Mutt", "by_s_nail": rb"(?m)^User-Agent: s-nail",
             "by_swaks": rb"(?m)^X-Mailer: swaks", "by_python": rb"(?m)^Message-ID:\s*<pbem-letter\."}  # fmt: skip
    for name, mark in marks.items():
        assert sum(bool(re.search(mark, data)) for data in kept) == sum(each == name for each, _ in company.mailed) > 0
    assert {inline for _, inline in company.mailed} == {True, False}


def nothing_was_lost(company: HouseCompany) -> None:
    """Every letter of the club arrived once, every player's was taken, and each copy reached the others."""
    post = company.status()["post"]
    assert set(post) <= {"handed over", "acknowledged"}
    came = [path for path in (company.place / "came").rglob("*.eml") if b"\nFrom: club@" in path.read_bytes()]
    assert len(came) == sum(post.values())
    subjects = [read_letter(path.read_bytes()).subject for path in came]
    assert not any("again" in subject for subject in subjects)
    with company.box(CLUB) as box:
        assert list(box.letters()) == []
    assert company.copies
    home = home_of({"moderator": company.house.address(CLUB)})
    assert all(judge(read_letter(data), home).sort is Sort.LETTER for data in company.letters_kept())
