"""The vectors of ledger grammar 2 hold: tests/vectors/ledger2.json, described in docs/protocol.md, 27."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ledger2_cases import CASES
from public_folder import MemoryFolder

from pbem.base.errors import PbemError
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.grammar.verdict import Verdict
from pbem.trust.orders.account import parse_seen
from pbem.trust.orders.lock import parse_lock
from pbem.trust.orders.second_letter import parse_open
from pbem.trust.people.charter import parse_charter
from pbem.trust.people.reopening import parse_reopening
from pbem.trust.primitives.chain import leads_to
from pbem.trust.verify import examine

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "ledger2.json").read_text(encoding="utf-8")
)
RECORDS: dict[str, Any] = VECTORS["records"]
READERS: dict[str, Callable[[bytes], object]] = {
    "lock": parse_lock, "open": parse_open, "seen": parse_seen, "reopen": parse_reopening, "charter": parse_charter,
}  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_has_the_verdict_the_words_and_the_events_of_its_vector(name: str) -> None:
    due = RECORDS[name]
    report = examine(MemoryFolder({path: text.encode() for path, text in due["files"].items()}), "", (DEMO_NETWORK,))
    told = report.as_json()
    assert [f"{fault.file}:{fault.line}: {fault.message}" for fault in report.faults] == due["faults"]
    for key in ("tier", "verdict", "exit", "words", "events", "confirmed", "waiting"):
        assert told[key] == due[key], key


@pytest.mark.parametrize("name", RECORDS)
def test_a_vector_says_what_the_case_of_its_name_says(name: str) -> None:
    case, due = CASES[name], RECORDS[name]
    said = [due["words"], *due["faults"], *(event["words"] for event in due["events"])]
    assert Verdict(due["exit"]) is case.verdict
    assert any(case.words in each for each in said)


def test_the_vectors_are_about_attempts_chains_and_strikes_with_all_three_verdicts() -> None:
    found = {(each["about"], each["verdict"]) for each in RECORDS.values()}
    verdicts = ("matches", "choice", "mismatch")
    assert found == {(about, each) for about in ("attempts", "chains", "strikes") for each in verdicts}


@pytest.mark.parametrize("text", VECTORS["texts"], ids=lambda text: f"{text['kind']} {text['taken']}")
def test_a_text_is_taken_or_refused(text: dict[str, Any]) -> None:
    try:
        READERS[text["kind"]](text["text"].encode())
    except PbemError:
        assert not text["taken"]
    else:
        assert text["taken"]


def test_3_a_chain_has_1024_values() -> None:
    assert {chain["index"]: chain["leads"] for chain in VECTORS["chains"]}[1024]
    for chain in VECTORS["chains"]:
        assert leads_to(chain["value"], chain["index"], chain["anchor"]) == chain["leads"], chain
