"""Makes ledger2.json: the vectors of ledger grammar 2 for other implementations (docs/protocol.md, 27).

    PYTHONPATH=tests/kits python tests/vectors/make_ledger2.py

Keys are made anew each time, so every run gives other bytes with the same verdicts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ledger2 import SECRET, charter_of, log_key, one_time, person
from ledger2_cases import CASES, THREE, TWO
from public_folder import MemoryFolder

from pbem import strict_yaml
from pbem.base.errors import PbemError
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.orders.account import MOST_AMISS, Account, Seen, parse_seen
from pbem.trust.orders.lock import Lock, parse_lock
from pbem.trust.orders.second_letter import Open, parse_open
from pbem.trust.people.charter import parse_charter
from pbem.trust.people.reopening import Reopening, parse_reopening
from pbem.trust.primitives.chain import LONGEST, step
from pbem.trust.verify import Report, examine

OUT = Path(__file__).parent / "ledger2.json"
ABOUT = "Ledger grammar 2 of pbem. All keys are published here and must never be used in a game. docs/protocol.md, 27."
#: The records, by what they are about.
RECORDS: dict[str, tuple[str, ...]] = {
    "attempts": (
        "t: two phases, all confirmed", "t: a missed opening, once more without it",
        "t: the missing opening comes as a stray and changes no line of the seed",
        "t: a timeout that an opening healed",
        "t: an attempt without a seat that opened", "t: an attempt before openings could no more come",
        "t: an attempt of whose missing seat nothing is said", "t: one of two is left out",
        "t: an attempt in a game that waits", "m: an attempt after a timeout", "b: an attempt after a timeout",
        "t: an attempt once the one before has its seed", "t: an attempt without a reason",
        "t: a lock after a missed opening", "t: an opening for an attempt that is over",
        "t: a seat is left out that is asked",
        "t: a return with fresh dice", "m: after a return the same seed", "m: after a return the seed says attempt 2",
        "b: a return with fresh dice, a new round and deadline", "t: two attempts by one return",
    ),
    "chains": (
        "m: two phases, all confirmed", "m: the moderator's first value is the second",
        "b: the moderator leaves a value out",
        "t: a seat leaves a value out", "t: a seat shows a value twice", "m: a lock that repeats its value",
        "m: a lock with a further value", "m: an answer without a value", "m: an answer with a value",
        "m: a seat that writes plain files", "m: a silent seat", "m: a silent seat that confirms it",
        "m: nobody but one has shown a value", "t alone: the lock is the opening",
    ),
    "strikes": (
        "m: orders are struck", "t: orders are struck that everybody can open", "t: hidden orders are struck",
        "t: struck orders are shown, and fit", "t: a key that does not fit, and the orders are struck",
        "t: a key that does not fit, and nothing is said", "t alone: the orders are struck",
        "a lock on record is left out",
        "a lock dated after the deadline and before `locked` is left out",
        "a lock dated after the deadline and before `locked` counts", "b: orders locked when the round was out",
        "b: a seat heard of the phase when its round was out", "t: an opening over another list",
    ),
}  # fmt: skip
AT, ROOT = "2026-11-18T20:00:00Z", "A" * 43 + "="
READERS: dict[str, Callable[[bytes], object]] = {
    "lock": parse_lock, "open": parse_open, "seen": parse_seen, "reopen": parse_reopening, "charter": parse_charter,
}  # fmt: skip


def expected(report: Report) -> dict[str, Any]:
    """What every verifier has to say of a record."""
    told = report.as_json()
    return {
        "tier": report.tier, "verdict": told["verdict"], "exit": told["exit"], "words": told["words"],
        "faults": [f"{fault.file}:{fault.line}: {fault.message}" for fault in report.faults],
        "events": told["events"], "confirmed": told["confirmed"], "waiting": told["waiting"],
    }  # fmt: skip


def records() -> dict[str, Any]:
    """Each record with all its files, but for earlier checkpoints, which no verdict hangs on."""
    made = {}
    for about, names in RECORDS.items():
        for name in names:
            table = CASES[name].play()
            files = {path: data for path, data in sorted(table.folder().files.items())
                     if not path.startswith("checkpoints/")}  # fmt: skip
            report = examine(MemoryFolder(files), networks=(DEMO_NETWORK,))
            texts = {path: data.decode() for path, data in files.items()}
            made[name] = {"about": about, **expected(report), "files": texts}
    return made


def keys() -> dict[str, Any]:
    """Everybody's secrets, for who wants to write further records."""
    told: dict[str, Any] = {
        name: {"age": person(name).age[0], "chain_top": person(name).chain.top, "one_time": one_time(name)[0],
               **person(name).public}
        for name in ("moderator", "britain", "france", "spain")
    }  # fmt: skip
    return {**told, "lane_secret": SECRET.hex(), "log": log_key().vkey}


def chains() -> list[dict[str, Any]]:
    """Chain values and whether they lead to their anchor: 1024 is the last."""
    chain = person("britain").chain
    anchor, top = chain.anchor, chain.top
    longer = [step(anchor), chain.value(1), chain.value(2), top]
    told = [(0, anchor, True), (1, longer[1], True), (2, longer[2], True), (LONGEST, top, True), (1, longer[2], False),
            (2, longer[1], False), (LONGEST + 1, top, False)]  # fmt: skip
    return [{"anchor": anchor, "index": index, "value": value, "leads": leads} for index, value, leads in told]


def texts() -> list[dict[str, Any]]:
    """Documents of grammar 2, taken or refused, each with the one spelling it has."""
    account = Account(41, ROOT, AT, ("ab" * 32,), ((3, AT), (40, AT)))
    full = Account(999_999_999, ROOT, AT, ("ab" * 32,) * MOST_AMISS, ((999_999, AT),) * MOST_AMISS)
    lock = Lock("lions-4f1c9a", "ab" * 32, "t01", 1, "britain", 2, "cd" * 32, "ef" * 32, "step2",
                key=person("britain").age[1], account=account)  # fmt: skip
    opened = Open("lions-4f1c9a", "ab" * 32, "t01", 1, "britain", Link(7, "12" * 32), "cd" * 32, account=account)
    seen = Seen("lions-4f1c9a", "ab" * 32, "britain", account)
    back = Reopening(
        game="lions-4f1c9a", charter="ab" * 32, phase="t02", withdraws=("t02", "t03"), dice="same", lines=41,
        root="cd" * 32, reason="The wind was forgotten: all agree.",
    )  # fmt: skip
    fresh = replace(back, dice="fresh", round=657413, deadline=AT)
    whole = [("lock", each.to_bytes()) for each in (lock, replace(lock, key="", account=full, opens="now",
             value=Link(7, "12" * 32)))]  # fmt: skip
    whole += [("open", each.to_bytes()) for each in (opened, replace(opened, account=full, lock=""))]
    whole += [("seen", seen.to_bytes()), ("seen", replace(seen, account=full).to_bytes())]
    whole += [("reopen", back.to_bytes()), ("reopen", fresh.to_bytes())]
    broken = [(kind, text.replace(*swap)) for kind, text, swap in [
        ("lock", lock.to_bytes(), (b"missing1:", b"missing2:")), ("lock", lock.to_bytes(), (b"at: ", b"at:  ")),
        ("lock", lock.to_bytes(), (b"late2: 40", b"late2: 040")),
        ("lock", lock.to_bytes(), (f"seen: 41 {ROOT}\n".encode(), b"")),
        ("open", opened.to_bytes(), (f"at: {AT}\n".encode(), b"")), ("seen", seen.to_bytes(), (b"late1:", b"late3:")),
        ("seen", seen.to_bytes(), (b"seat: britain", b"seat: Britain")),
        ("reopen", back.to_bytes(), (b"same", b"other")),
        ("reopen", fresh.to_bytes(), (b"round: 657413\n", b"")),
    ]]  # fmt: skip
    every = [*whole, *broken, *charters()]
    return [{"kind": kind, "taken": taken(kind, text), "text": text.decode()} for kind, text in every]


def charters() -> list[tuple[str, bytes]]:
    """Charters of each tier, and what a charter/2 does not have."""
    good = [charter_of("moderated", TWO), charter_of("two-step", TWO), charter_of("two-step", THREE),
            charter_of("beacon", TWO)]  # fmt: skip
    fields: dict[str, Any] = strict_yaml.plain(strict_yaml.read(good[1].data))
    spain = {key: value for key, value in person("spain").public.items() if key != "chain"}
    team = [{**fields["seats"][0], "members": [{"name": "Bo", **spain}]}, fields["seats"][1]]
    changes: list[dict[str, Any]] = [
        {"seats": team}, {"unopened": "without"}, {"witnesses": [good[1].log.vkey]},
        {"readers": [{"name": "Bo", **spain}]}, {"mailbox": "box@club.example"},
    ]  # fmt: skip
    changed = [strict_yaml.write({**fields, **change}).encode() for change in changes]
    return [("charter", data) for data in (*(each.data for each in good), *changed)]


def taken(kind: str, text: bytes) -> bool:
    """Whether a reader takes a text."""
    try:
        READERS[kind](text)
    except PbemError:
        return False
    return True


def main() -> None:
    """Writes the file."""
    made = {"about": ABOUT, "keys": keys(), "chains": chains(), "texts": texts(), "records": records()}
    OUT.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
