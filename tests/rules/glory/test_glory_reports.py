"""Reports of 1805: Sea of Glory: what they say and leave out, the map in letters, battle cards, the book's annals."""

from __future__ import annotations

import pytest
from page_kit import html_of
from rules.glory.glory_positions import at_sea, moved, reading, set_up

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, Note, Throw
from pbem.adjudicator.glory.reports import battle_cards
from pbem.adjudicator.glory.reports.annals import annals, telling
from pbem.adjudicator.glory.reports.chart import chart
from pbem.adjudicator.glory.reports.report import contents
from pbem.adjudicator.glory.reports.story import UNBEGUN, in_brief
from pbem.adjudicator.glory.reports.textmap import lettered
from pbem.adjudicator.glory.state.state import Block, Foul
from pbem.adjudicator.reports.chart_model import Standing
from pbem.adjudicator.reports.report_page import page_of, report_of
from pbem.chart import svg

SEATS = ("british", "allied", None)
CHIT = Note("6.1", ALL, "Chit 1: a north-east wind in the North Atlantic.", "chit", {"chit": "NE", "left": 18})
BATTLE = [
    Note("16.0", ALL, "Battle at sea in 0706.", "battle", {"place": "0706"}),
    Note("17.3", ALL, "The British fleet has the weather gauge.", "gauge", {"place": "0706", "windward": "british"}),
    Note("18.2", ALL, "British fire: 20.", "fire", {"place": "0706", "round": 1, "side": "british"}),
    Note("18.2", ALL, "Allied fire: 12.", "fire", {"place": "0706", "round": 1, "side": "allied"}),
    Note("20.1", ALL, "Sunk: Héros.", "fate",
         {"place": "0706", "side": "allied", "what": "sunk", "ships": ["f-heros"]}),
    Note("16.0", ALL, "The battle is over.", "battle_over",
         {"place": "0706", "rounds": 1, "denied": "no", "status": {"british": "victorious", "allied": "withdrew"}}),
]  # fmt: skip


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("seed", range(3))
def test_a_report_fits_in_78_columns_and_so_does_its_map(seat: str | None, seed: int) -> None:
    state = at_sea(SeededChance(f"text {seed}"))
    state.foul = [Foul("weather-zone-1", ["western_approaches", "bay_of_biscay"], 6, "storm")]
    text = report_of("glory", reading(state, seat, [CHIT]), contents)
    assert max(map(len, text.split("\n"))) <= 78
    assert "storm of severity 6" in text


def test_2_3_the_enemys_blocks_have_no_names_in_a_report() -> None:
    state = at_sea(SeededChance("names"))
    for seat in ("british", None):
        text = report_of("glory", reading(state, seat, moved("allied", "brest-fleet", "0706", "0606")), contents)
        hidden = ("Finisterre", "Fog of War", "Ganteaume", "Imperial", "Villeneuve")
        assert not any(word in text for word in hidden)


def test_15_0_a_frigate_that_is_away_past_the_last_turn_comes_back_in_the_next_year() -> None:
    state = at_sea(SeededChance("privateers"))
    frigate = next(name for name in state.blocks_of("british") if state.is_frigate(name))
    state.blocks[frigate] = Block("turn-37")
    text = report_of("glory", reading(state, "british", [CHIT]), contents)
    assert "comes back in the next year" in " ".join(text.split())


def test_the_owner_reads_of_a_block_once_and_by_its_name() -> None:
    state = set_up()
    there = {"was": "", "now": "0706"}
    story = [CHIT, Note("9.0", ALL, "An Allied sail moves.", "sail", {"side": "allied", **there}),
             Note("9.0", "allied", "Brest: moves.", "block", {"block": "brest-fleet", **there})]  # fmt: skip
    own, others = (report_of("glory", reading(state, seat, story), contents) for seat in ("allied", "british"))
    assert "Brest: moves." in own
    assert "An Allied sail moves." not in own
    assert "An Allied sail moves." in others
    assert "Brest: moves." not in others


def test_16_0_a_battle_is_one_card_with_its_losses() -> None:
    entries = battle_cards.told([CHIT, *BATTLE, CHIT], "british")
    assert [bool(entry.inside) for entry in entries] == [False, True, False]
    card = entries[1]
    assert "Allied 1 sunk" in card.text
    assert len(card.inside) == len(BATTLE) - 1
    assert card.inside[1].run == card.inside[2].run == 1


def test_16_0_a_battle_that_stopped_for_letters_is_told_line_by_line() -> None:
    entries = battle_cards.told(BATTLE[:3], "british")
    assert [entry.text for entry in entries] == [note.text for note in BATTLE[:3]]


def test_13_5_counts_that_say_the_same_are_told_once_and_together() -> None:
    counts = [Note("13.5", "british", f"Counted in {port}.", "masts") for port in ("Brest", "Ferrol", "Brest")]
    entries = battle_cards.told([counts[0], CHIT, *counts[1:]], "british")
    assert [entry.text for entry in entries] == ["Counted in Brest.", "Counted in Ferrol.", CHIT.text]
    assert entries[0].run == entries[1].run != 0


def test_17_0_the_dice_of_a_round_stand_in_its_paragraph() -> None:
    signal = Throw("command/0706/british/r2/n1", (3,))
    rolled = Note("17.6", ALL, "", "roll", {}, signal, "Nelson signals")
    assert battle_cards.round_of(rolled) == 2
    assert battle_cards.round_of(Note("17.3", ALL, "", "roll", {}, Throw("gauge/0706/british/n1", (3,)))) == 0


def test_24_3_a_report_of_trafalgar_speaks_of_its_own_objectives_and_sea() -> None:
    state = set_up()
    state.scenario, state.scored = "trafalgar", ["trafalgar/brest"]
    text = report_of("glory", reading(state, "british"), contents)
    assert "Brest (scored), East of the straits" in text
    assert "Mistral" not in text.partition("The cup")[0]
    assert "manpower" not in text


def test_the_book_counts_the_battle_and_its_guns() -> None:
    found = annals(reading(set_up(), None, BATTLE), ())
    assert found.battles[0].losses == (("british", 0), ("allied", 1))
    assert "74" in found.battles[0].lines[-1]
    assert [note.event for note in telling([*BATTLE, Note("9.0", "allied", "Brest moves.", "block")])] == [
        note.event for note in BATTLE]  # fmt: skip


def test_the_captains_eye_says_no_more_than_was_told() -> None:
    state = set_up()
    eye = contents(reading(state, "british", [CHIT, *BATTLE]))["first"]
    assert any("north-east" in line for line in eye[0].lines)
    assert any("One battle" in line and "Allied 1 sunk" in line for line in eye[0].lines)
    assert contents(reading(state, "british"))["first"] == []


def test_3_0_before_the_first_turn_a_report_says_that_nothing_has_sailed_yet() -> None:
    told = reading(set_up(), "british")
    seen = told.seen.__class__(told.seen.board, {**told.seen.known, "step": "setup"})
    assert in_brief(seen, []) == [UNBEGUN]


def test_a_report_always_sums_up_the_phase_before_the_captains_letter() -> None:
    state = set_up()
    quiet = report_of("glory", reading(state, "british"), contents)
    assert "In brief:\n  - Nothing came out, nothing was fought, nothing lost." in quiet
    story = [CHIT, *moved("allied", "brest-fleet", "brest/port", "0706"), *BATTLE]
    text = report_of("glory", reading(state, "british", story), contents)
    assert text.index("In brief:") < text.index("CHANNEL FLEET, off Ushant") < text.index("WHAT HAPPENED")
    assert "  - One Allied sail stood out of Brest.\n  - Battle at sea in 0706: 1 round. Lost: Allied 1 sunk.\n" in text


def test_the_head_of_a_report_names_scenario_and_date() -> None:
    text = report_of("glory", reading(set_up(), "british"), contents)
    head = text.split("\n")[1:8]
    assert head[0].endswith("Turn 5, Feb II")
    assert head[1].startswith("The year 1805")
    assert "Feb II" in " ".join(head[4:])


def test_yards_with_nothing_to_do_are_no_decision() -> None:
    state = set_up()
    for ship in state.ships.values():
        ship.damaged = ship.ordinary = False
    assert "In the yards" not in report_of("glory", reading(state, "british"), contents)


def test_3_0_the_set_up_asks_for_frigates_and_stations_and_for_nothing_of_a_later_turn() -> None:
    told = reading(set_up(), "british")
    told.view = {**told.view, "step": "setup"}
    text = report_of("glory", told, contents)
    wanted = text.partition("What you decide next:")[2].partition("WHAT YOU SEE")[0]
    assert "Where your frigates begin" in " ".join(wanted.split())
    assert "In the yards" not in wanted


def test_11_4_the_berths_of_a_zone_lie_apart_on_the_map() -> None:
    state = set_up()
    for name, part in (("channel-fleet", "inshore"), ("frigate-1", "loose"), ("frigate-2", "off")):
        state.blocks[name] = Block("brest", part)
    stacks = [each for each in chart(reading(state, "british")).stacks if each.cell.startswith("brest/")]
    assert len({each.at for each in stacks}) == 3
    assert all(each.small for each in stacks)


def test_12_1_a_sail_on_a_track_stands_in_its_box() -> None:
    state = set_up()
    state.blocks["brest-fleet"] = Block("west-2", "track", "martinique", "a")
    drawn = chart(reading(state, "british"))
    sail = next(each for each in drawn.stacks if each.standing is Standing.FOE)
    box = next(each for each in drawn.boxes if each.id == "west-2")
    assert sail.at == box.at
    assert "[2:1]" in "\n".join(lettered(reading(state, "british").seen))


def test_the_map_in_letters_shows_the_busiest_waters_at_large() -> None:
    state = set_up()
    lines = lettered(reading(state, "british").seen)
    codes = " ".join(lines[lines.index("") + 1 : lines.index("") + 6])
    assert ":BR:" in "\n".join(lines[:30])
    names = [word for word in codes.replace(",", "").split() if len(word) == 2 and word.isupper()]
    assert len(set(names)) == len(names) == 17


def test_9_4_the_wind_that_blows_stands_out() -> None:
    winds = {each.name: each for each in chart(reading(set_up(), None)).winds}
    assert [name for name, each in winds.items() if each.blows] == ["W", "Ms", "E"]
    assert winds["NE"].costs == (2, 2, 1, 1, 1, 1)


def test_the_drawing_holds_both_sheets_and_is_no_heavier_than_it_must_be() -> None:
    drawn = svg.standalone(chart(reading(at_sea(SeededChance("draw")), "british")))
    assert "frame-0" in drawn
    assert "frame-1" in drawn
    assert len(drawn) < 200_000


@pytest.mark.parametrize("seat", SEATS)
def test_the_page_has_what_the_text_has(seat: str | None) -> None:
    read = reading(at_sea(SeededChance("page")), seat, [CHIT])
    page = page_of(read, {}, contents, chart)
    assert page["map"] is not None
    assert "Winds and weather" in html_of(page)
    assert {part["name"] for part in page["position"]} >= {"weather", "cup", "year", "scores"}
