"""4.4, 15.2: what a side remembers of others is what it was told, and each unit where it was seen last."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from rules.jenkins import positions as jenkins_positions
from rules.lions import lions_stages
from rules.lions.lions_playing import position
from rules.lions.lions_seats import GAME as LIONS

from pbem.adjudicator.engine.memory import (
    PUBLIC,
    STALE,
    Glimpse,
    Memories,
    News,
    by_turn,
    ghosts,
    gone,
    news_by,
    remember,
)
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.jenkins.board.board import Board, load_board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME as JENKINS
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.state.state import Vessel
from pbem.adjudicator.lions.view.view import view
from pbem.adjudicator.titles import load_game

MAIN, LAST = Glimpse("G10", "spain", (("first-1", "first-rate 1"), ("", "2 forts")), 1), 3


def jenkins_news(board: Board, turn: int) -> News:
    return news_by(JenkinsMatch.signs, turn, lambda name: board.counters[name].label)


def lions_news(turn: int) -> News:
    return news_by(LionsMatch.signs, turn)


def seen(place: str, turn: int, *units: str, side: str = "spain") -> Glimpse:
    return Glimpse(place, side, tuple((unit, f"the {unit}") for unit in units), turn)


def places(known: Sequence[Glimpse]) -> Mapping[str, list[str]]:
    return {each.place: each.words for each in known}


# ------------------------------------------------------------------------------------------------ what is remembered


def test_a_unit_is_remembered_where_it_was_seen_last() -> None:
    known = remember((), [seen("G10", 1, "a", "b"), seen("H11", 2, "b")])
    assert places(known) == {"G10": ["the a"], "H11": ["the b"]}
    assert [each.turn for each in known] == [1, 2]


def test_the_newest_word_on_a_place_is_the_only_one_for_each_side() -> None:
    known = remember((), [seen("G10", 1, "a"), seen("G10", 1, "x", side="france"), seen("G10", 2, "b")])
    assert [(each.side, each.words) for each in known] == [("france", ["the x"]), ("spain", ["the b"])]
    assert remember((seen("G10", 1, "a"),), [seen("G10", 2)]) == ()


def test_points_that_nobody_can_tell_apart_stay_where_they_were_shown() -> None:
    known = remember((MAIN,), [seen("H11", 2, "first-1")])
    assert places(known) == {"G10": ["2 forts"], "H11": ["the first-1"]}


def test_what_is_seen_in_part_says_nothing_of_the_rest() -> None:
    top = Glimpse("G10", "spain", (("a", "the a"), ("c", "the c")), 2, part=True)
    known = remember((), [Glimpse("G10", "spain", (("a", "the a, damaged"), ("b", "the b")), 2), top])
    assert known == (Glimpse("G10", "spain", (("a", "the a, damaged"), ("b", "the b"), ("c", "the c")), 2),)
    assert remember(known, [top]) == known
    older = remember((seen("G10", 1, "a", "b"),), [top])
    assert [(each.turn, each.words) for each in older] == [(1, ["the b"]), (2, ["the a", "the c"])]
    assert remember(older, [seen("G10", 2, "d")]) == (seen("G10", 2, "d"),)


def test_what_is_lost_is_remembered_nowhere() -> None:
    assert remember((seen("G10", 1, "a"),), [seen("", 2, "a")]) == ()


def test_to_hear_of_a_phase_twice_changes_nothing() -> None:
    story = [seen("G10", 1, "a", "b"), seen("H11", 1, "b"), seen("", 1, "a")]
    assert remember(remember((), story), story) == remember((), story)


def test_memories_survive_a_position_at_rest() -> None:
    memories = Memories({"english": (MAIN,), PUBLIC: ()})
    assert Memories.from_plain(json.loads(json.dumps(memories.to_plain()))) == memories


def test_ghosts_have_an_age_and_fade() -> None:
    memory = [seen(f"G{turn}", turn, "a").to_plain() for turn in range(1, 6)]
    ages = [(each.place, age) for each, age in gone({"turn": 5, "memory": memory}, [("G4", "spain")])]
    assert ages == [("G3", 2), ("G5", 0)]
    assert max(age for _, age in ages) == STALE


def test_whoever_has_left_is_a_ghost_although_others_of_his_side_have_come() -> None:
    memories = Memories({"england": (seen("G10", 1, "a"), seen("H11", 1, "b"))})
    memories.keep([("H11", "spain")])
    memories.keep([("G10", "spain"), ("H11", "spain")])
    view = {"turn": 2, "memory": memories.view("england")}
    assert [each.place for each, _ in gone(view, [("G10", "spain"), ("H11", "spain")])] == ["G10"]
    memories.listen([Note("15.2", ALL, "", "revealed", {"power": "spain", "square": "G10", "shown": [["a", "the a"]]})],
                    lions_news(2))  # fmt: skip
    assert [each.left for each in memories.heard("england") if each.place == "G10"] == [False]


def test_a_map_shows_the_last_ghost_of_a_side_in_a_place_where_it_is_not_now() -> None:
    left = replace(seen("H11", 2, "c"), left=True)
    known = [seen("G10", 1, "b"), seen("G10", 1, "x", side="france"), seen("G10", 2, "a"), left]
    view = {"turn": 3, "memory": [each.to_plain() for each in known]}
    assert [(each.words, age) for each, age in ghosts(view, [("H11", "spain")])] == [(["the a"], 1), (["the x"], 2)]


def test_what_was_seen_is_listed_turn_by_turn_the_newest_first() -> None:
    known = [seen("G10", 0, "a"), seen("H11", 3, "b"), seen("I12", 3, "c")]
    assert by_turn(known, lambda each: each.place) == ["Seen in turn 3: H11; I12.", "Seen in the set-up: G10."]


# ------------------------------------------------------------------------------------------------ who remembers what


#: The turn of a phase, what was told in it, and what everybody sees of who is where after it.
Played = tuple[int, Sequence[Note], Sequence[tuple[str, str]]]


def heard_only(seats: Sequence[str], stories: Sequence[Played], seat: str, title: str) -> Memories:
    """A memory that was given nothing but what this seat heard, and everybody sees."""
    memories = Memories.of(seats)
    board = load_board()
    ears = ALL if seat == PUBLIC else seat
    for turn, story, present in stories:
        news = jenkins_news(board, turn) if title == "jenkins" else lions_news(turn)
        memories.listen([note for note in story if note.heard_by(ears)], news)
        memories.keep(present)
    return memories


def stories_of(title: str) -> tuple[Sequence[str], Sequence[Played], Mapping[str, Any]]:
    """Seats, what was told in each phase of a game, and the position after the last."""
    if title == "jenkins":
        found = jenkins_positions.stages("haze")
        told = [(int(each.phase[1:3]), each.story, seen_by_all("jenkins", each.after)) for each in found]
        return SIDES, told, found[-1].after
    years = lions_stages.stages("four-players")
    told = [(int(each.phase[1:3]), each.told.notes, seen_by_all("lions", each.after)) for each in years]
    return LIONS.seats_of("four-players"), told, years[-1].after


def seen_by_all(title: str, after: Mapping[str, Any]) -> list[tuple[str, str]]:
    """In which places the public sees somebody of which side."""
    public = load_game(title).restore(after, {}, None).view(None)
    if title == "jenkins":
        return [(each["hex"], each["side"]) for each in public["sightings"]]
    return [(each["square"], each["power"]) for each in public["presence"]]


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_4_4_15_2_a_memory_is_made_of_what_its_seat_heard_and_of_nothing_else(title: str) -> None:
    seats, stories, after = stories_of(title)
    kept = Memories.from_plain(after["memory"])
    for seat in (*seats, PUBLIC):
        assert kept.known[seat] == heard_only(seats, stories, seat, title).known[seat]
        assert all(each.side != seat for each in kept.known[seat])
    assert all(kept.known[seat] for seat in seats)


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_4_4_15_2_what_others_remember_changes_no_byte_of_what_a_seat_reads(title: str) -> None:
    seats, _, after = stories_of(title)
    game, seat = load_game(title), seats[0]
    secret = Glimpse("2307" if title == "jenkins" else "G10", seats[-1], (("x", "a secret"),), LAST).to_plain()
    memory = dict(after["memory"])
    changed = {**after, "memory": {who: [*seen, secret] if who != seat else seen for who, seen in memory.items()}}
    one, other = (game.restore(plain, {}, None).view(seat) for plain in (after, changed))
    assert one == other
    assert game.page(game.reading(one)) == game.page(game.reading(other))
    assert game.restore(changed, {}, None).view(seats[1]) != game.restore(after, {}, None).view(seats[1])


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_4_4_15_2_a_memory_has_no_word_that_its_seat_has_not_read(title: str) -> None:
    seats, stories, after = stories_of(title)
    kept = Memories.from_plain(after["memory"])
    for seat in (*seats, PUBLIC):
        ears = ALL if seat == PUBLIC else seat
        read = " ".join(note.text for _, story, _ in stories for note in story if note.heard_by(ears))
        unread = [words for each in kept.known[seat] for words in each.words if words not in read]
        assert unread == []


def test_4_4_a_stack_that_came_upon_a_side_is_remembered_whole_though_its_top_is_told_after_it() -> None:
    board, hex_id = load_board(), "2717"
    stack = [name for name, counter in board.counters.items() if counter.side == "english"][:3]
    shown = {"hex": hex_id, "side": "english", "counters": stack}
    story = [
        Note("4.4", "spanish", "The English stack at 2717 is shown.", "shown", shown),
        Note("7.0", ALL, "English ships sail from 2719 to 2717.", "sailed",
             {"side": "english", "trail": ["2719", hex_id], "top": stack[0]}),
    ]  # fmt: skip
    memories = Memories.of(SIDES)
    memories.listen(story, jenkins_news(board, 3))
    assert [[unit for unit, _ in each.units] for each in memories.heard("spanish")] == [stack]
    assert [[unit for unit, _ in each.units] for each in memories.heard(PUBLIC)] == [stack[:1]]


def test_6_3_an_inspected_stack_is_remembered_by_whoever_inspected_it() -> None:
    stages = jenkins_positions.stages("haze")
    told = [(each, note) for each in stages for note in each.story if note.event == "inspected"]
    assert told
    for stage, note in told:
        memories = Memories.of(SIDES)
        memories.listen([note], jenkins_news(load_board(), int(stage.phase[1:3])))
        [glimpse] = memories.heard(note.to)
        assert all(words in note.text for words in glimpse.words)
        assert glimpse.place == note.facts["hex"]
        assert memories.heard(PUBLIC) == memories.heard(stage.side) == ()


def test_15_2_a_battle_shows_its_forces_and_no_pirates() -> None:
    facts = {"square": "G10", "shown": [["spain-1st-1", "Spanish first-rate 1"]], "ships": ["spain-1st-1"]}
    notes = [Note("15.2", ALL, "Spain: Spanish first-rate 1.", "revealed", {"power": power, **facts})
             for power in ("spain", "pirates")]  # fmt: skip
    memories = Memories({"england": (seen("G10", 1, "x"),)})
    memories.listen(notes, lions_news(2))
    assert [(each.side, each.turn) for each in memories.heard("england")] == [("spain", 1), ("spain", 2)]


def test_9_13_what_a_spy_sees_is_remembered_by_his_master_alone() -> None:
    note = Note("9.13", "england", "Spain at G10: Spanish first-rate 1.", "spied",
                {"power": "spain", "square": "G10", "shown": [["spain-1st-1", "Spanish first-rate 1"]]})  # fmt: skip
    memories = Memories.of(("england", "spain", "france"))
    memories.listen([note], lions_news(2))
    memories.keep([("G10", "spain")])
    assert {seat: len(known) for seat, known in memories.known.items()} == {
        "england": 1, "spain": 0, "france": 0, PUBLIC: 0}


def test_while_a_phase_is_played_a_view_remembers_what_was_told_so_far() -> None:
    memories, story = Memories.of(("england",)), list[Note]()
    memories.listen(story, lions_news(1))
    facts = {"power": "spain", "square": "G10", "shown": [["", "1 fort points"]]}
    story.append(Note("15.2", ALL, "Spain at G10: 1 fort points.", "revealed", facts))
    assert [each["place"] for each in memories.view("england")] == ["G10"]
    assert memories.known["england"] == ()


# ------------------------------------------------------------------------------------------------ in a report


def test_15_2_a_report_lists_what_was_seen_before_with_its_turn_and_who_has_gone() -> None:
    state = position(4, ships={"england-1st-1": "C12", "spain-1st-1": "F11"})
    state.turn = 4
    memory = [seen("F11", 2, "Spanish first-rate 1").to_plain(), seen("G10", 3, "Spanish third-rate 2").to_plain()]
    text = " ".join(LIONS.report(LIONS.reading(view(state, "england") | {"memory": memory})).split())
    assert "Seen before (15.2) ------------------ Seen in turn 2: Lisbon F11, Spain: the first-rate 1." in text
    assert "No longer there. Seen in turn 3: G10, Spain: the third-rate 2." in text


def test_23_1_treasure_that_lies_open_on_the_map_is_not_listed_where_it_was_before() -> None:
    state = position(4, ships={"england-1st-1": "C12", "spain-1st-1": "F11"})
    fleet = next(iter(state.board.treasure_fleets))
    state.turn, state.ships[fleet] = 4, Vessel("C12")
    memory = [Glimpse("F11", "spain", ((fleet, "Spanish treasure"), ("spain-1st-1", "Spanish first-rate 1")), 3),
              Glimpse("G10", "spain", ((fleet, "Spanish treasure"),), 3)]  # fmt: skip
    known = view(state, "england") | {"memory": [each.to_plain() for each in memory]}
    text = " ".join(LIONS.report(LIONS.reading(known)).split())
    assert "Seen in turn 3: Lisbon F11, Spain: first-rate 1." in text
    assert "No longer there" not in text


def test_4_4_a_report_lists_counters_seen_before_and_leaves_out_those_in_sight() -> None:
    match = jenkins_positions.restored(jenkins_positions.stages("haze")[-1].after)
    known = match.view("english")
    top = known["sightings"][0]
    memory = [Glimpse("2307", "spanish", ((top["counters"][0], "In sight"), ("x", "Out of sight")), 1).to_plain()]
    text = " ".join(JENKINS.report(JENKINS.reading(known | {"memory": memory})).split())
    assert re.search(r"Seen in turn 1: [^:]*2307: Out of sight\.", text)
    assert "In sight" not in text


def test_9_13_a_look_at_somebodys_markers_shows_no_unit() -> None:
    bids = Note("9.13", "england", "Up for bids: Rum.", "spied", {"markers": ["rum"]})
    hand = Note("9.13", "england", "Spain holds Rum.", "spied", {"power": "spain"})
    assert [list(lions_news(1)(note)) for note in (bids, hand)] == [[], []]
