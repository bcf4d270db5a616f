"""Every record of grammar 2 has the same verdict on the page as in `pbem verify`: words, events and bits included."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
from cheats import apply, strokes
from honest_game import check, falsified
from hypothesis import given, settings
from ledger2 import BEGAN, log_key
from ledger2_cases import CASES
from ledger2_model import ROOT, Model, State
from pages import TOP
from proof_kit import Node, lines_of
from public_folder import MemoryFolder

from pbem.base.clock import show_time
from pbem.base.errors import BadInput
from pbem.trust.grammar.events import Letter, Record, events_of
from pbem.trust.grammar.standing import rounds_of
from pbem.trust.grammar.walk import Walk
from pbem.trust.orders.account import Account
from pbem.trust.people.rotation import Tenures
from pbem.trust.record.ledger import Entry
from pbem.trust.verify import Report

pytestmark = pytest.mark.tools
VECTORS: dict[str, Any] = json.loads((TOP / "tests" / "vectors" / "ledger2.json").read_text(encoding="utf-8"))


def told(report: Report) -> dict[str, Any]:
    """What `pbem verify` says of a record, in the form of the page."""
    found = report.as_json()
    rest = {"words": found["words"], "events": rounded(found["events"]), "waiting": found["waiting"]}
    return rest | {
        "faults": lines_of(report), "notes": list(report.notes), "counts": dict(report.checked),
        "verdict": found["verdict"], "confirmed": [list(each) for each in report.confirmed],
    }  # fmt: skip


def rounded(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events with their bits to nine places: a logarithm may differ in its last digit between two machines."""
    return [each | {"bits": None if each["bits"] is None else round(each["bits"], 9)} for each in events]


def told_by(node: Node, files: dict[str, bytes]) -> dict[str, Any]:
    """The same of the page's program."""
    found = node.verify_files(files)
    found["faults"] = lines_of(found)
    return {key: found[key] for key in found if key != "demo"} | {"events": rounded(found["events"])}


@pytest.mark.parametrize("name", CASES)
def test_25_a_record_has_the_same_verdict_words_and_events_on_the_page(node: Node, name: str) -> None:
    table = CASES[name].play()
    assert told_by(node, table.folder().files) == told(table.check())


# ------------------------------------------------------------------------------------------- a slice of the model
JUDGE = """(charterBytes, ledgers, network) => {
    const charter = parseCharter(charterBytes);
    const roundTime = (round) => network ? timeOfRound(DEMO_NETWORK, round) : null;
    return ledgers.map(({entries, links, letters}) => {
        const blamed = [];
        const tenures = new Tenures(charter);
        const blame = (entry, words) => void blamed.push(`${entry.n} ${words}`);
        const walk = new LedgerWalk(charter, tenures, blame, ({n}) => links[n], roundTime);
        entries.forEach((entry) => walk.take(entry));
        const attempts = [...walk.phases.values()].filter(({seed}) => seed);
        const lines = charter.tier === "beacon" ? [] : attempts.map((attempt) => walk.linksOf(attempt));
        const post = {letters: () => letters, seals: new Map()};
        const game = {entries, charter, tenures};
        const record = new EventRecord(walk, game, post, network ? DEMO_NETWORK : null, new Map());
        return {blamed, lines, events: eventsOf(record), confirmed: record.confirmed()};
    });
}"""
#: Game of the model -> how many of its ledgers are compared.
GAMES: dict[str, dict[str, Any]] = {
    "m, M+P": {"tier": "moderated", "league": ("france",)},
    "t `wait`, M+P": {"tier": "two-step", "league": ("france",)},
    "t `without`, M+P": {"tier": "two-step", "seats": ("britain", "france", "spain"), "league": ("france",)},
    "b, M+P": {"tier": "beacon", "league": ("france",)},
    "two phases, M": {"tier": "moderated", "phases": 2, "attempts": 1},
}
LEDGERS = 600


class Recording(Model):
    """A model that keeps every ledger it tries, those that a verifier refuses among them."""

    def write(self, state: State, kind: str, link: Any = None, letter: Any = None, t: Any = None,
              **fields: Any) -> State:  # fmt: skip
        """The state with one line more, kept whether it is taken or not."""
        last = state.entries[-1].t
        moment = max(show_time(t), last) if t else last
        entry = Entry(MappingProxyType({**fields, "k": kind, "n": len(state.entries), "t": moment}), b"")
        said = (*state.letters, self.letter(entry, letter)) if letter is not None else state.letters
        self.__dict__.setdefault("tried", []).append(((*state.entries, entry), (*state.links, link), said))
        return super().write(state, kind, link, letter, t, **fields)

    def letter(self, entry: Entry, sent: Any) -> Letter:
        """What a letter says of the ledger."""
        late = tuple((line, show_time(BEGAN)) for line in sent.late)
        return Letter(entry.n, sent.seat, Account(sent.size, ROOT, show_time(BEGAN), sent.missing, late))


def sampled(model: Recording, most: int) -> list[Any]:
    """Ledgers along random walks through the game, the same in every run."""
    tried: list[Any] = model.__dict__.setdefault("tried", [])
    walks = 0
    while len(tried) < 12 * most:
        state, walks = model.start(), walks + 1
        for step in range(24):
            following = list(model.follow(state))
            if not following:
                break
            state = following[int(sha256(f"{walks} {step}".encode()).hexdigest(), 16) % len(following)]
    return tried[:: len(tried) // most][:most]


def judged(model: Recording, entries: Any, links: Any, letters: Any) -> dict[str, Any]:
    """What Python says of such a ledger."""
    blamed: list[str] = []
    tenures = Tenures(model.charter)
    walk = Walk(model.charter, tenures, lambda entry, words: blamed.append(f"{entry.n} {words}"),
                lambda entry: links[entry.n], rounds_of(model.network))  # fmt: skip
    for entry in entries:
        walk.take(entry)
    attempts = [attempt for attempt in walk.phases.values() if attempt.seed]
    link_of = walk.link_of
    assert link_of
    lines = [] if model.tier == "beacon" else [
        [{"seat": seat, "link": {"index": link.index, "value": link.value}} for seat, link in walk.links_of(a, link_of)]
        for a in attempts
    ]  # fmt: skip
    record = Record(walk, entries, letters, model.network)
    events = rounded([event.as_json() for event in events_of(record)])
    confirmed = [list(each) for each in record.confirmed.items()]
    return {"blamed": blamed, "lines": lines, "events": events, "confirmed": confirmed}


def sent_over(entries: Any, links: Any, letters: Any) -> dict[str, Any]:
    """A ledger of the model as the page's program takes it."""
    return {
        "entries": [dict(entry.fields) for entry in entries],
        "links": [{"index": link.index, "value": link.value} if link else None for link in links],
        "letters": [
            {"line": each.line, "seat": each.seat, "account": {
                "size": each.account.size, "root": each.account.root, "at": each.account.at,
                "missing": list(each.account.missing), "late": [list(late) for late in each.account.late],
            }} for each in letters
        ],
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_25_a_slice_of_all_small_ledgers_is_judged_alike(node: Node, name: str) -> None:
    model = Recording(**GAMES[name])
    ledgers = sampled(model, LEDGERS)
    theirs = node.ask(JUDGE, model.charter.data, [sent_over(*ledger) for ledger in ledgers], model.network is not None)
    ours = [judged(model, *ledger) for ledger in ledgers]
    for found in theirs:
        found["events"] = rounded(found["events"])
    assert len([each for each in ours if each["blamed"]]) > LEDGERS // 20
    assert len([each for each in ours if not each["blamed"]]) > LEDGERS // 20
    assert theirs == ours


# ---------------------------------------------------------------------------------------------- any ledger at all
#: Records that have something of every rule, from which a pen makes others.
DRAFTS = (
    "m: after a return the same seed", "t: the missing opening comes as a stray and changes no line of the seed",
    "t: a key that does not fit, and the orders are struck", "b: a seat heard of the phase when its round was out",
    "m: a seat changes hands amid a phase",
)  # fmt: skip


@cache
def draft(name: str) -> tuple[MemoryFolder, Any]:
    """A record's folder, and whose it is."""
    table = CASES[name].play()
    return table.folder(), SimpleNamespace(log=log_key(), charter=table.charter)


@pytest.mark.parametrize("name", DRAFTS)
@settings(max_examples=20)
@given(made=strokes())
def test_25_any_ledger_of_grammar_2_gives_the_same_report(
    node: Node, name: str, made: list[tuple[str, int, str, Any]]
) -> None:
    try:
        folder = falsified(*draft(name), lambda entries: apply(entries, made))
    except BadInput:
        return  # such a ledger cannot be written at all
    assert told_by(node, folder.files) == told(check(folder))


# ------------------------------------------------------------------------------------------------------ changed bytes
@pytest.mark.parametrize("name", DRAFTS)
def test_25_a_changed_byte_in_any_file_gives_the_same_verdict_about_the_same_files(node: Node, name: str) -> None:
    files = draft(name)[0].files
    node.keep(name, files)
    for path, data in files.items():
        place = int(sha256(f"{name} {path}".encode()).hexdigest(), 16)
        at = place % max(len(data), 1)
        changed = data[:at] + bytes([(data[at] if data else 0) ^ 1 << (place >> 64) % 7]) + data[at + 1 :]
        ours, theirs = check(MemoryFolder({**files, path: changed})), node.verify(name, {path: changed})
        assert theirs["verdict"] == ours.verdict.name.lower(), path
        assert {fault["file"] for fault in theirs["faults"]} == {fault.file for fault in ours.faults}, path


# ------------------------------------------------------------------------------------------------------- the vectors
READS = """(kind, text) => {
    const readers = {lock: parseLock, open: parseOpen, seen: parseSeen, reopen: parseReopening, charter: parseCharter};
    return !(attempted(() => readers[kind](text, "")) instanceof Refused);
}"""
LEADS = "({anchor, index, value}) => leadsTo({index, value}, anchor)"


@pytest.mark.parametrize("name", VECTORS["records"])
def test_27_a_record_of_the_vectors_has_its_verdict_on_the_page(node: Node, name: str) -> None:
    due = VECTORS["records"][name]
    found = told_by(node, {path: text.encode() for path, text in due["files"].items()})
    for key in ("faults", "verdict", "words", "waiting"):
        assert found[key] == due[key], key
    assert found["events"] == rounded(due["events"])
    assert dict(found["confirmed"]) == due["confirmed"]


def test_27_texts_and_chains_of_the_vectors_are_taken_or_refused_alike(node: Node) -> None:
    for text in VECTORS["texts"]:
        assert node.ask(READS, text["kind"], text["text"].encode()) == text["taken"], text["text"]
    for chain in VECTORS["chains"]:
        assert node.ask(LEADS, chain) == chain["leads"], chain
