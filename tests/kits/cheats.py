"""Cheats that a moderator can commit with their own pen and log key: named ones, and random changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from honest_game import DEADLINE, LANE, Entries, falsified, honest
from hypothesis import strategies as st
from public_folder import MemoryFolder
from small_game import small_game

from pbem.base.clock import show_time

KINDS = (
    "ack", "phase", "lock", "locked", "open", "seed", "rolls", "srolls", "report", "reveal", "amend", "timeout",
    "stray", "seen", "reopen", "ruling",
)  # fmt: skip
WORDS = st.sampled_from([
    "", "britain", "france", "t01.plot", "t02.plot", "mod", "side:britain", "pub", "2019-12-30T12:00:00Z", "ab" * 32,
    "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "open", "abandoned", "orders", "seal", "missed", "return", "t01",
    "../../etc/passwd", "a/b/c", "x" * 300, "\x00", "½",
])  # fmt: skip
VALUES: st.SearchStrategy[Any] = st.one_of(
    WORDS, st.integers(-(2**53) + 1, 2**53 - 1), st.lists(st.one_of(WORDS, st.integers(-1, 3)), max_size=3),
    st.dictionaries(st.sampled_from(["a", "b"]), WORDS, max_size=2),
)  # fmt: skip
KEYS = st.sampled_from([
    "phase", "attempt", "seat", "seq", "lock", "orders", "locks", "sha256", "lane", "root", "key", "deadline", "round",
    "reveal", "who", "sig", "sigs", "commit", "purpose", "k", "alone", "needs", "what",
    "acts", "reason", "by", "without", "opens_by", "of", "dice", "withdraws", "until", "grammar", "t",
])  # fmt: skip


def only(entries: Entries, kind: str, **fields: Any) -> dict[str, Any]:
    """The first entry of a kind."""
    return next(e for e in entries if e["k"] == kind and all(e.get(k) == v for k, v in fields.items()))


def edited(tier: str, change: Callable[[Entries], object]) -> MemoryFolder:
    """The honest game with another ledger."""
    return falsified(honest(tier), small_game(tier), change)


def swap(entries: Entries, one: dict[str, Any], other: dict[str, Any]) -> None:
    """Two entries in each other's place; times stay where they are."""
    i, j = entries.index(one), entries.index(other)
    one["t"], other["t"] = other["t"], one["t"]
    entries[i], entries[j] = entries[j], entries[i]


def silenced(entries: Entries, what: str) -> None:
    """In the second phase France is on record as not having answered, and did not open."""
    opened = only(entries, "open", seat="france", phase="t02.plot")
    place = entries.index(opened)
    entries[place] = {"k": "timeout", "t": opened["t"], "phase": "t02.plot", "seat": "france", "what": what}


CHEATS: dict[str, tuple[str, Callable[[Entries], object], str]] = {
    "a lock is left out (threats 7 and 10)": (
        "moderated", lambda e: only(e, "locked")["locks"].pop(), "leaves out the lock of seat 'france'"),
    "a lock counts that its seat replaced": (
        "moderated", lambda e: only(e, "locked").update(
            locks=[only(e, "lock", seat="britain")["lock"], only(e, "lock", seat="france")["lock"]]),
        "counts the lock of entry 5, which entry 7 replaced"),
    "a lock counts that never came": (
        "beacon", lambda e: only(e, "locked")["locks"].append("ab" * 32), "which never came in"),
    "a lock comes after the seed": (
        "moderated", lambda e: swap(e, only(e, "lock", seat="france"), only(e, "seed")),
        "comes after the phase was locked"),
    "a lock comes after locking, tier two-step": (
        "two-step", lambda e: swap(e, only(e, "lock", seat="france"), only(e, "locked")),
        "comes after the phase was locked"),
    "a seed comes before locking": (
        "beacon", lambda e: swap(e, only(e, "locked"), only(e, "seed")), "is there though no orders were locked"),
    "a second seed (threat 6)": (
        "moderated", lambda e: e.append({**only(e, "seed"), "t": e[-1]["t"]}), "is a second seed of phase 't01.plot'"),
    "another attempt without a reason (threat 6)": (
        "moderated", lambda e: e.append({**only(e, "phase"), "attempt": 2, "t": e[-1]["t"]}),
        "without a reason on record"),
    "a phase is opened twice": (
        "moderated", lambda e: e.append({**only(e, "phase"), "t": e[-1]["t"]}), "a second time"),
    "an entry of a phase that was never opened": (
        "moderated", lambda e: e.append({**e[-1], "phase": "t09"}),
        "which has not been opened"),
    "a die before everybody signed (threat 29)": (
        "moderated", lambda e: e.remove(only(e, "ack", who="france")), "though 'france' has not signed the charter"),
    "a stranger signs": (
        "moderated", lambda e: only(e, "ack", who="france").update(who="spain"), "who has no part in this game"),
    "one signs twice": (
        "moderated", lambda e: e.insert(4, dict(only(e, "ack", who="france"))), "is the second by 'france'"),
    "a time goes back": (
        "moderated", lambda e: e[-1].update(t="2019-01-01T00:00:00Z"), "which is before the entry above it"),
    "a lane the charter does not have": (
        "moderated", lambda e: only(e, "srolls").update(lane="side:spain"), "which the charter does not have"),
    "two logs of one lane (threat 8)": (
        "moderated", lambda e: e.append({**only(e, "srolls"), "t": e[-1]["t"]}), f"is the second log of lane '{LANE}'"),
    "dice without a seed": (
        "moderated", lambda e: swap(e, only(e, "rolls"), only(e, "seed")), "is there though the phase has no seed"),
    "a field is missing": (
        "moderated", lambda e: only(e, "lock").pop("orders"), "has no proper 'orders'"),
    "a field is of another kind": (
        "moderated", lambda e: only(e, "lock").update(seq="1"), "has no proper 'seq'"),
    "two locks with one seq (threat 14)": (
        "moderated", lambda e: e.insert(7, {**only(e, "lock", seat="france"), "lock": "ab" * 32}),
        "is the second of seat"),
    "a phase of tier beacon names no round": (
        "beacon", lambda e: only(e, "phase").pop("round"), "names no round"),
    "a round that is out too soon (PROTOCOL 3.6)": (
        "beacon", lambda e: only(e, "phase").update(deadline=show_time(DEADLINE.replace(hour=13))), "too soon"),
    "a false moment for a round": (
        "beacon", lambda e: only(e, "phase").update(reveal="2020-01-02T00:00:00Z"), "says '2020-01-02T00:00:00Z'"),
    "a second letter of no lock": (
        "two-step", lambda e: only(e, "open").update(lock="ab" * 32),
        "names another lock than the one that was counted"),
    "a second letter in another tier": (
        "moderated", lambda e: e.append({**only(e, "lock"), "k": "open", "sha256": "ab" * 32, "t": e[-1]["t"]}),
        "which tier moderated does not do"),
    "a second letter twice": (
        "two-step", lambda e: e.insert(10, dict(only(e, "open"))), "is the second of seat"),
    "orders count whose seat has not opened (threats 2 and 4)": (
        "two-step", lambda e: e.remove(only(e, "open", seat="france")),
        "counts the orders of seat 'france', who has not opened"),
    "a seat that has sent no orders is not asked for its part of the dice (threat 2)": (
        "two-step", lambda e: e.remove(only(e, "open", seat="france", phase="t02.plot")),
        "is made without seat 'france', who has not opened"),
    "a seat is not asked for its part of the dice while another acts alone (threat 2)": (
        "alone", lambda e: e.remove(only(e, "open", seat="france")),
        "is made without seat 'france', who has not opened"),
    "a seat is called silent so as not to be asked (threat 2)": (
        "two-step", lambda e: silenced(e, "orders"), "is made without seat 'france', who has not opened"),
    "a seat is not asked again after one refusal": (
        "two-step", lambda e: silenced(e, "open"), "is made without seat 'france', who has not opened"),
    "a seat acts alone, on which nobody agreed": (
        "two-step", lambda e: only(e, "phase").update(alone="britain"), "which nobody has agreed to"),
    "a stranger acts alone": (
        "alone", lambda e: only(e, "phase").update(alone="spain"), "says that 'spain' acts alone"),
    "a seat locks while another acts alone": (
        "alone", lambda e: only(e, "phase").update(alone="france"), "'france' acts alone in phase 't01.plot'"),
    "a value is shown by a seat that does not act alone": (
        "alone", lambda e: only(e, "phase").pop("alone"), "lock opens a chain value before all orders are locked"),
    "a seat that acts alone opens a second time": (
        "alone", lambda e: e.insert(e.index(only(e, "seed")), {**only(e, "open"), "seat": "britain"}),
        "is of seat 'britain', whose lock has opened already"),
    "a seat that acts alone locks again once the others may open": (
        "alone", lambda e: swap(e, only(e, "lock", seq=2), only(e, "locked")), "comes after the phase was locked"),
    "a seat acts alone that is no text": (
        "alone", lambda e: only(e, "phase").update(alone=1), "has no proper 'alone'"),
    "a report nobody can read": (
        "moderated", lambda e: e[-1].update(sha256="ab" * 32), "is not the report whose hash entry 21"),
    "a report for all that hides something for nobody": (
        "moderated", lambda e: e[-1].update(commit="ab" * 32), "has no proper 'seat'"),
    "a ruling nobody can read": (
        "moderated", lambda e: e.append({"k": "ruling", "sha256": "ab" * 32, "t": e[-1]["t"]}),
        "states the hash of a ruling that public/ does not hold"),
    "a ruling that moves the deadline of no attempt": (
        "moderated", lambda e: e.append({
            "k": "ruling", "sha256": "ab" * 32, "what": "extend", "phase": "t01.plot", "t": e[-1]["t"]}),
        "moves the deadline of no phase that was opened"),
    "a ruling that brings a deadline forward": (
        "moderated", lambda e: e.append({
            "k": "ruling", "sha256": "ab" * 32, "what": "extend", "phase": "t01.plot", "attempt": 1,
            "until": "2019-12-30T13:00:00Z", "t": e[-1]["t"]}),
        "brings the deadline of phase 't01.plot' forward"),
    "play goes back to a phase that was never opened": (
        "moderated", lambda e: e.append({
            "k": "reopen", "sha256": "ab" * 32, "sigs": [], "phase": "t09", "dice": "same", "t": e[-1]["t"]}),
        "goes back to phase 't09', which has not been opened"),
    "a seed is kept that nobody agreed to keep": (
        "moderated", lambda e: only(e, "seed").update(of=1), "keeps the seed of attempt 1, which nobody has agreed to"),
    "an amendment nobody can read": (
        "moderated", lambda e: e.append({"k": "amend", "sha256": "ab" * 32, "sigs": [], "t": e[-1]["t"]}),
        "speaks of 'amends/22.txt', which is missing"),
}  # fmt: skip


@st.composite
def strokes(draw: st.DrawFn) -> list[tuple[str, int, str, Any]]:
    """A few strokes of the pen: set a field, drop one, copy a line, take one out."""
    return draw(st.lists(st.tuples(
        st.sampled_from(["set", "set", "set", "drop", "copy", "cut"]), st.integers(0, 30), KEYS, VALUES), min_size=1,
        max_size=4))  # fmt: skip


def apply(entries: Entries, made: list[tuple[str, int, str, Any]]) -> None:
    """The strokes, on whatever lines there are; the first stays a charter, and every line has a time."""
    for what, line, key, value in made:
        at = 1 + line % (len(entries) - 1)
        if what == "copy":
            entries.insert(at, json.loads(json.dumps(entries[at])))
        elif what == "cut" and len(entries) > 2:
            del entries[at]
        elif what == "drop" and key not in ("k", "t"):
            entries[at].pop(key, None)
        elif what == "set":
            entries[at][key] = KINDS[line % len(KINDS)] if key == "k" else value
