"""4.4: nothing a player is shown depends on what he cannot see; and what he can see shows.

A few hundred positions of random games here; PBEM_SECRECY_GAMES=100 looks at tens of thousands.
"""

from __future__ import annotations

import os
import re
from collections import Counter as Tally

import pytest
from looking_on import Peek, shown
from rules.jenkins.peeking import (
    HIDDEN,
    OPEN,
    Change,
    Watch,
    as_heard,
    audience,
    copied,
    disembark_the_enemy,
    peek_at_game,
    reorder_below_the_top,
)

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Decision, Note
from pbem.adjudicator.engine.transcript import canonical
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.rules.ch04_stacking import seen
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.adjudicator.jenkins.view.view import view
from pbem.adjudicator.titles import load_game

GAMES = int(os.environ.get("PBEM_SECRECY_GAMES", "2"))
#: Notes that name an enemy counter because it lies face up when they are heard: what is bought (3.2), lost (9.3),
#: in combat (4.4), on top of ships that pass (4.4), inspected by whom the sea favours (6.3), come from Spain (11.9).
FACE_UP = {
    "bought", "eliminated", "to_pool", "gone", "called_home", "scuttled", "revealed", "shown", "no_dice", "inflicted",
    "engaged", "naval_over", "land_over", "inspected", "sailed", "isidro", "isidro_lost", "isidro_arrives",
}  # fmt: skip
COME_TO_LIGHT = frozenset({"revealed", "shown", "eliminated", "called_home"})
#: Dice of combat and of what is lost; no other die names anybody.
FACE_UP_DICE = ("9.1", "9.2", "9.3", "11.2", "11.7", "11.9")
#: Questions of a combat, where both sides' counters are face up, and of the sea, which lets the enemy inspect (6.3).
OF_COMBAT = ("engage", "leader-dice", "deception", "losses/naval", "losses/land", "retreat", "prey/perilous")


def peek(what: Peek) -> None:
    for number in range(GAMES):
        peek_at_game(f"secrecy {number}", what)


def seen_by(state: State, side: str) -> str:
    return canonical(view(state, side))


@pytest.mark.parametrize("change", HIDDEN, ids=lambda change: change.__name__)
def test_4_4_a_view_does_not_change_with_what_is_hidden(change: Change) -> None:
    chance, compared = SeededChance(change.__name__), Tally[str]()

    def compare(state: State, decision: Decision) -> None:
        for side in SIDES:
            other = copied(state)
            if change(other, side, chance):
                assert seen_by(other, side) == seen_by(state, side)
                compared[side] += 1

    peek(Peek(at_question=compare))
    assert min(compared[side] for side in SIDES) >= 100


@pytest.mark.parametrize("change", OPEN, ids=lambda change: change.__name__)
def test_4_4_a_view_changes_with_what_is_seen(change: Change) -> None:
    chance, compared = SeededChance(change.__name__), Tally[str]()

    def compare(state: State, decision: Decision) -> None:
        for side in SIDES:
            other = copied(state)
            if change(other, side, chance):
                assert seen_by(other, side) != seen_by(state, side)
                compared[side] += 1

    peek(Peek(at_question=compare))
    assert min(compared[side] for side in SIDES) >= 100


def test_4_4_the_public_sees_the_tops_of_both_sides_and_no_more() -> None:
    chance, compared = SeededChance("public"), Tally[bool]()

    def compare(match: JenkinsMatch) -> None:
        for side in SIDES:
            for change in (*HIDDEN, *OPEN):
                other, hidden = copied(match.state), change in HIDDEN or change.__name__ == "reorder_own_stack"
                if change(other, side, chance):
                    same = canonical(view(other, None)) == canonical(view(match.state, None))
                    assert same is hidden, change.__name__
                    compared[hidden] += 1

    peek(Peek(at_close=compare))
    assert min(compared.values()) >= 100


def test_4_4_a_question_does_not_change_with_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, facts, legal answers, default and sample: made again on a changed position, they are the same bytes."""
    watch = Watch(HIDDEN)
    watch.over(monkeypatch)
    peek(Peek())
    assert watch.compared >= 1000


def test_4_4_a_question_names_no_counter_that_its_owner_cannot_see() -> None:
    asked = Tally[str]()

    def compare(state: State, decision: Decision) -> None:
        if decision.topic not in OF_COMBAT:
            text = shown(decision)
            for name in unseen(state, decision.side):
                assert f'"{name}"' not in text, decision.key
            asked[decision.topic] += 1

    peek(Peek(at_question=compare))
    assert {"setup", "buy", "move", "intercept", "prey/fortunes"} <= set(asked)


def test_4_4_a_note_names_no_counter_that_its_hearer_cannot_see() -> None:
    heard = Tally[str]()

    def compare(state: State, note: Note) -> None:
        if note.event in FACE_UP or (note.event == "roll" and note.rule in FACE_UP_DICE):
            return
        for side in audience(note):
            labels = [state.board.counters[name].label for name in unseen(state, side)]
            named = [label for label in labels if re.search(rf"\b{re.escape(label)}(?!\w)", note.text)]
            assert not named, note.text
            heard[note.event] += 1

    peek(Peek(at_note=compare))
    assert {"captured", "storm", "missed", "roll", "ashore", "funds"} <= set(heard)


@pytest.mark.parametrize("change", [reorder_below_the_top, disembark_the_enemy], ids=lambda change: change.__name__)
def test_4_4_a_phase_goes_the_same_way_whatever_is_hidden_until_it_shows(change: Change) -> None:
    """Not only what is asked, but whether: all that a side hears, until enemy counters come to light."""
    chance, compared = SeededChance(change.__name__), Tally[str]()

    def compare(match: JenkinsMatch) -> None:
        for side in SIDES if match.phase() else ():
            one, other = (JenkinsMatch.restore(match.to_plain(), {}, None) for _ in range(2))
            if change(other.state, side, chance):
                first = as_heard(one, side, COME_TO_LIGHT)
                assert first == as_heard(other, side, COME_TO_LIGHT)
                compared[side] += len(first)

    peek(Peek(at_close=compare))
    assert min(compared[side] for side in SIDES) >= 100


def unseen(state: State, side: str) -> list[str]:
    """Enemy counters on the map or on the turn track that this side does not see."""
    foe = enemy(side)
    visible = [name for hex_id in state.hexes(foe) for name in seen(state, hex_id, side)]
    return [name for name in (*state.on_map(foe), *state.track)
            if state.board.counters[name].side == foe and name not in visible]  # fmt: skip


def test_4_4_a_view_does_not_change_with_the_enemys_orders() -> None:
    """Standing orders, adopted orders and sealed order files of one side leave the other's view as it was."""
    game = load_game("jenkins")
    for side in SIDES:
        match = game.begin("campaign", {}, None)
        before = canonical(match.view(side))
        text = game.bot("steady", enemy(side), SeededChance("x")).orders(
            {**match.view(enemy(side)), "phase_side": enemy(side)},
            {"seat": enemy(side), "phase": f"t00.{enemy(side)}"},
        )
        orders = game.read_orders(text.encode(), "orders")
        match.adopt(enemy(side), [orders])
        assert match.sources(enemy(side), [orders])
        assert canonical(match.view(side)) == before
        assert canonical(match.view(None)) != canonical(match.view(enemy(side)))
        assert match.view(enemy(side))["standing"]


def test_7_4_ships_on_their_way_round_the_horn_are_known_to_their_owner_alone() -> None:
    match = JenkinsMatch.begin(SIDES, {}, None)
    match.state.track["boyne"] = ["3", "pacific"]
    assert view(match.state, "english")["track"] == {"boyne": ["3", "pacific"]}
    assert "boyne" not in canonical([entry for name, entry in view(match.state, "spanish").items() if name != "pool"])
