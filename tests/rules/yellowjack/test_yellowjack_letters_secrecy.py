"""Letters of games that differ in what one side may not know: the same files, with the same lengths, for the other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from match.secrecy.test_letters_secrecy import OPAQUE, lengths, outside

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH
from pbem.match.own_folder.seat import Seat
from pbem.match.people.enrolment import Plan
from pbem.trial.company import Company, keyrings
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR

SEATS = (BRITISH, BOURBON)
HEAD = "pbem: orders/1\nseat: {seat}\nphase: {phase}\n"
#: What a seat orders in the set-up and in the first operations.
Said = Mapping[str, str]
#: Letters to each seat, the public files, and the Orders that the Bourbons have under way.
Sent = Mapping[str, list[str]]
#: Orders are Issued and ships are told what to do, and nobody moves.
MUCH: Said = {
    "setup": """issue:
  - {order: k-cruise-main, to: sp-flag-k}
  - {order: k-cruise-caracas, to: rcg}
""",
    "ops": """sail:
  - {who: sp-flag-k, then: [{wait: 54}]}
  - {who: rcg, then: [{wait: 54}]}
stance:
  - {who: all, do: avoid}
battle:
  - {who: all, intensity: 3, break: after_2}
march:
  - {unit: fijo-panama, to: porto-bello, if: [{besieged: porto-bello}]}
""",
}
ORDERED: Mapping[str, Said] = {"nothing": {}, "much": MUCH}


class Sender(Bot):
    """A seat with an order file for each step, an empty one where it has nothing to say."""

    def __init__(self, seat: str, said: Said) -> None:
        super().__init__(seat, SeededChance(seat))
        self.said = said

    def orders(self, view: Mapping[str, object], head: Mapping[str, str]) -> str:
        return HEAD.format(**head) + self.said.get(head["phase"].partition(".")[2], "")

    def answer(self, view: object, decision: Decision) -> Plain:
        raise AssertionError(decision)


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sent]:
    """What is sent in two games that begin as one: in one the Bourbons keep silent, in the other they order much."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda handle: None)
        begun = tmp_path_factory.mktemp("begun")
        addresses = {seat: f"{seat}@example.org" for seat in SEATS}
        company(begun, {}).begin(Plan(game="yellowjack", scenario="porto-bello", seats=addresses))
        return {kept: letters(begun, tmp_path_factory.mktemp(kept), said) for kept, said in ORDERED.items()}


def company(place: Path, said: Said) -> Company:
    """The players in a place; the British say nothing."""
    homes = {who: place / f"keys-{who}" for who in (MODERATOR, *SEATS)}
    known = homes[MODERATOR].is_dir()
    rings = {who: Keyring.open(home) for who, home in homes.items()} if known else keyrings(place, SEATS)
    bots = {BRITISH: Sender(BRITISH, {}), BOURBON: Sender(BOURBON, said)}
    found = Company(place, rings, bots, datetime(2026, 1, 1, tzinfo=UTC))
    found.confirmed += [path for seat in SEATS for path in (place / seat / "outbox").glob("seen-*.eml")]
    return found


def letters(begun: Path, place: Path, said: Said) -> Sent:
    """Plays set-up and operations of a game that has begun; letters and public files, each as its lengths."""
    copytree(begun, place, dirs_exist_ok=True)
    rmtree(place / "post")
    playing = company(place, said)
    while "y39t13.ops" not in playing.status()["closed"]:
        playing.step()
    post = sorted((place / "post").iterdir())
    found = {seat: [outside(path) for path in post if f"-{seat}-" in path.name] for seat in SEATS}
    orders = sorted(Seat.at(playing.folder(BOURBON)).view()["orders"])
    return {**found, "public": in_public(playing.folder(BRITISH) / "game"), "orders": orders}


def in_public(folder: Path) -> list[str]:
    """The files that a player has from the public record, each with its length, and the ledger line by line."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    found = [lengths(path.relative_to(folder).as_posix(), path.read_bytes()) for path in files]
    return [*found, *OPAQUE.sub("-", (folder / "ledger.jsonl").read_text("utf-8")).splitlines()]


def test_4_4_letters_have_the_same_names_and_lengths_whatever_the_enemy_keeps_to_himself(sent: dict[str, Sent]) -> None:
    assert sent["much"][BRITISH] == sent["nothing"][BRITISH]
    assert len(sent["much"][BRITISH]) >= 4


def test_4_4_public_files_and_the_ledger_have_the_same_names_and_lengths(sent: dict[str, Sent]) -> None:
    assert sent["much"]["public"] == sent["nothing"]["public"]


def test_4_4_who_ordered_knows_it(sent: dict[str, Sent]) -> None:
    """Else the two games would be the same."""
    assert (sent["nothing"]["orders"], sent["much"]["orders"]) == ([], ["k-cruise-caracas", "k-cruise-main"])
