"""What the moderator is told as a person, through Postfix and Dovecot: silence, a dead mailbox, a refused address."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house_company import CLUB, HouseCompany, company_at
from mail_house import House, open_house

from pbem import strict_yaml
from pbem.base.clock import show_time
from pbem.cli import root
from pbem.match.people.enrolment import Plan
from pbem.match.terms.calendar_terms import guarded_block
from pbem.trust.people.charter import MODERATOR

pytestmark = pytest.mark.tools
PERSON, SEATS = "carol", ("english", "spanish")


@pytest.fixture(scope="module")
def opened() -> Iterator[House]:
    """The house, opened once: to start and stop its servers takes longer than a test."""
    with open_house(CLUB, PERSON, *SEATS) as found:
        yield found


@pytest.fixture
def house(opened: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The house with all boxes empty."""
    monkeypatch.setattr("os.fsync", lambda handle: None)
    yield opened
    opened.empty()
    if "dovecot" not in opened.started:  # a test that failed has left it closed
        opened.open_dovecot()


@pytest.fixture
def company(house: House, tmp_path: Path) -> Iterator[HouseCompany]:
    """A game as `pbem new` opens it, after its first reports."""
    with company_at(house, tmp_path, SEATS, "jenkins", "steady") as found:
        found.begin(plan(house))
        with_person(found)
        yield found


def plan(house: House, **addresses: str) -> Plan:
    seats = {seat: house.address(seat) for seat in SEATS} | addresses
    calendar = guarded_block(None, {"hours": 48, "question_hours": 48}, set(), None)
    return Plan(game="jenkins", seats=seats, calendar=calendar, address=house.address(CLUB))


def with_person(company: HouseCompany) -> None:
    settings = company.settings() | {"moderator": company.house.address(PERSON)}
    (company.desk / "private/post.yaml").write_text(strict_yaml.write(settings), encoding="utf-8")


def tick(company: HouseCompany, hours: int = 0) -> Result:
    """The timer goes off so many hours later."""
    company.now += timedelta(hours=hours)
    company.house.settle()
    told = {"PBEM_HOME": str(company.rings[MODERATOR].home), "PBEM_NOW": show_time(company.now)}
    result = CliRunner().invoke(root, ["tick", str(company.desk)], env=told)
    company.house.settle()
    return result


def got(company: HouseCompany) -> list[str]:
    """The subjects of what has come to the moderator as a person."""
    with company.box(PERSON) as box:
        return [str(message_from_bytes(data)["Subject"]) for _, data in box.letters()]


def test_a_game_of_which_nothing_is_heard(company: HouseCompany) -> None:
    assert tick(company).exit_code == 0
    assert tick(company, 25).exit_code == 0  # the players are reminded a day before
    assert tick(company, 24).exit_code == 0  # the deadline has passed, and the grace runs
    assert got(company) == []
    result = tick(company, 12)
    assert result.exit_code == 6
    assert "is not run" in result.stderr
    assert [subject for subject in got(company) if "is not run" in subject]
    assert tick(company, 24).exit_code == 6  # until the moderator decides
    assert len(got(company)) == 1


def test_a_mailbox_that_is_dead(company: HouseCompany) -> None:
    company.house.close_dovecot()
    tick(company)
    result = tick(company, 7)
    assert result.exit_code == 6
    assert "the mailbox has not been read since" in " ".join(result.stderr.split())
    company.house.open_dovecot()
    assert ["the mailbox cannot be read" in subject for subject in got(company)] == [True]
    assert tick(company, 1).exit_code == 0


def test_a_player_whose_address_no_server_takes(house: House, tmp_path: Path) -> None:
    with company_at(house, tmp_path, SEATS, "jenkins", "steady") as company:
        from pbem.match.people.enrolment import new_game

        new_game(company.desk, plan(house, spanish=house.address("nobody")), company.rings[MODERATOR], company.now)
        with_person(company)
        tick(company)
        result = tick(company, 1)
        assert result.exit_code == 6
        assert "letters to spanish at" in " ".join(result.stderr.split())
        assert ["letters to spanish come back" in subject for subject in got(company)] == [True]
