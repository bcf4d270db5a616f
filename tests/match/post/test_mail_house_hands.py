"""Four admirals write to each other through Postfix and Dovecot; one is replaced, one lets another play for a phase.

Set-up and the first turn; PBEM_HANDS_TURNS=3 plays to the end.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hands_company import NEWCOMERS, HandsCompany, hands_at, names
from house_company import CLUB
from mail_clients import CLIENTS
from mail_house import House, open_house
from proof_kit import lines_of, node_with_program

from pbem.adjudicator.titles import load_game
from pbem.match.own_folder.seat import PUBLIC
from pbem.match.people.enrolment import Plan
from pbem.trust.folder.read_folder import open_folder
from pbem.trust.record.ledger import parse_ledger
from pbem.trust.verify import verify_folder

pytestmark = [pytest.mark.tools, pytest.mark.long]
TURNS = int(os.environ.get("PBEM_HANDS_TURNS", "1"))
#: The fewest turns that a charter may agree on (3.4).
LAST = 3


@pytest.fixture
def company(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HandsCompany]:
    """The game at an open house, before its first letter."""
    monkeypatch.setattr("os.fsync", lambda handle: None)  # no power fails here, and disks are slow
    with open_house(*names()) as house, hands_at(house, tmp_path) as found:
        found.begin(plan(house))
        yield found


def plan(house: House) -> Plan:
    """What the moderator settles: a short war, two days a phase."""
    addresses = {seat: house.address(seat) for seat in load_game("lions").seats}
    return Plan(game="lions", seats=addresses, hours=48, address=house.address(CLUB), house={"turns": str(LAST)})


def test_admirals_come_and_go_and_the_game_is_proved_from_every_folder(company: HandsCompany) -> None:
    play_phase(company, "t00.setup")
    company.substitute("carol", "spain", "three weeks without a letter")
    company.lend("netherlands", "dave", "--phases", "1", "--reason", "at sea")
    for person in NEWCOMERS:
        assert "t01.bids" in order_desk(company, person)
    play_phase(company, "t01.bids")
    company.give_back("netherlands")
    while company.turn() <= TURNS and company.step():
        pass
    assert (company.status()["stage"] == "over") == (TURNS >= LAST)
    everybody_played_when_it_was_his_turn(company)
    everything_matches(company)
    everybody_can_read_and_order(company)
    the_page_finds_the_same(company)


def play_phase(company: HandsCompany, phase: str) -> None:
    """One phase."""
    assert company.status()["phase"] == phase
    while company.status()["phase"] == phase:
        assert company.step()


def everybody_played_when_it_was_his_turn(company: HandsCompany) -> None:
    """The ledger says who took which seat, who got his own back, and that no phase went without orders."""
    ledger = parse_ledger((company.desk / "ledger.jsonl").read_bytes())
    assert [entry["who"] for entry in ledger.entries("rotate")] == ["spain", "netherlands", "netherlands"]
    phases = len(ledger.entries("phase"))
    assert len(ledger.entries("lock")) >= 4 * (phases - (TURNS < LAST))
    assert not ledger.entries("timeout")
    for person, seat in NEWCOMERS.items():
        locked = [path.name for path in sorted((company.folder(person) / "sent").iterdir())]
        assert any("t01.bids" in name for name in locked), (seat, locked)
    assert set(company.status()["post"]) <= {"handed over", "acknowledged"}
    assert {client for client, _ in company.mailed} == {client.__name__ for client in CLIENTS}


def everything_matches(company: HandsCompany) -> None:
    """The moderator's folder and those of all who still play; and the game played again."""
    for who, folder in playing(company):
        assert "everything matches" in company.pbem(who, "verify", folder)
    assert "every hash the same" in company.pbem("moderator", "audit", company.desk)


def playing(company: HandsCompany) -> list[tuple[str, Path]]:
    """Whoever plays, with the record as he holds it."""
    people = [company.hands.get(seat, seat) for seat in load_game("lions").seats]
    return [("moderator", company.desk), *((who, company.folder(who) / PUBLIC) for who in people)]


def everybody_can_read_and_order(company: HandsCompany) -> None:
    """Each report as a page beside its text, but what another was told at the seat; the order desk for what is open."""
    second_hand = {"carol": {"t00.setup"}, "netherlands": {"t01.bids"}}
    for who, _ in playing(company)[1:]:
        reports = company.folder(who) / "reports"
        texts, pages = ({path.stem for path in reports.glob(f"*.{kind}")} for kind in ("txt", "html"))
        texts = {name for name in texts if not name.endswith(".dice")}  # the page has the appendix in it
        assert "t01.year" in pages
        assert texts - pages == second_hand.get(who, set())
        assert (TURNS >= LAST) or f"t0{TURNS + 1}.bids" in order_desk(company, who)


def order_desk(company: HandsCompany, who: str) -> str:
    """The page that somebody orders on."""
    return (company.folder(who) / "order-desk.html").read_text(encoding="utf-8")


def the_page_finds_the_same(company: HandsCompany) -> None:
    """`pbem proof` of the substitute's folder, and its program in Node.js."""
    folder = company.folder("carol") / PUBLIC
    page = company.place / "proof.html"
    assert "open it in a browser" in company.pbem("carol", "proof", folder, "--out", page)
    assert page.stat().st_size > 100_000
    shown, ours = open_folder(folder), verify_folder(folder)
    with node_with_program(company.place) as node:
        theirs = node.verify_files({name: shown.read(name) for name in shown.names})
    assert lines_of(theirs) == lines_of(ours) == []
    assert theirs["counts"] == dict(ours.checked)
    assert theirs["counts"]["keys replaced"] == 3
