"""Reports of Yellow Jack: the Turn in ten lines, logs by MPI, cards, the order board, strips of 78 columns."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_views import BOARD, at_sea, besieged, reading, set_up, story

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.reports.report_page import report_of
from pbem.adjudicator.yellowjack.reports import logs, strips
from pbem.adjudicator.yellowjack.reports import story as tale
from pbem.adjudicator.yellowjack.reports.position import LAST_WORD, port_words, sieges, to_come
from pbem.adjudicator.yellowjack.reports.report import contents, named
from pbem.adjudicator.yellowjack.reports.told_places import formation, order_name, place, turn_words
from pbem.adjudicator.yellowjack.state.pieces import Campaign, Gale, Hurricane
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, SEATS
from pbem.adjudicator.yellowjack.view.picture import picture


def text(state: State, seat: str | None, phase: str = "y39t13.ops") -> str:
    return report_of("yellowjack", reading(state, seat, story(), phase), contents)


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_a_report_fits_78_columns_and_has_its_parts_in_their_order(seat: str | None) -> None:
    told = text(besieged(), seat)
    assert max(map(len, told.splitlines())) <= 78
    parts = ["In brief:", "WHAT HAPPENED", "WHAT YOU SEE NOW", "Weather", "Ports", "Sieges (3.42)", "Prestige",
             "The map in strips"]  # fmt: skip
    found = [told.index(f"\n{part}\n") for part in parts]
    assert found == sorted(found)


def test_the_turn_is_told_in_ten_lines_at_most() -> None:
    many = [Note("R7.6", ALL, f"Blockade {number}.", "blockade") for number in range(20)]
    lines = tale.in_brief(many)
    assert len(lines) == 10
    assert lines[-1] == "And 11 things more, below."
    assert tale.in_brief([]) == ["Nothing to report."]


def test_2_461_the_sum_of_a_turn_says_what_corsairs_off_ones_ports_cost_and_what_helps() -> None:
    lay = [Note("2.461", BRITISH, "A Corsair.", "interdicted", {"port": each.lower(), "name": each})
           for each in ("Nassau", "Roatan", "Nassau")]  # fmt: skip
    assert tale.in_brief(lay) == [f"Corsairs off Nassau and Roatan cost you 3 Failed Orders (2.461). {tale.HELP}"]


def test_each_own_formation_has_its_log_by_impulse_and_mpi() -> None:
    part = logs.logs(reading(at_sea(), BRITISH).seen, [each for each in story() if each.heard_by(BRITISH)])
    assert [(group.caption, group.rows) for group in part.groups] == [
        ("Edward Vernon (br-flag-j2)", (("1", "1 puts to sea; 2 to Portland Point (s40)"),))
    ]


def test_a_log_is_its_owners_alone() -> None:
    assert "puts to sea" in text(at_sea(), BRITISH)
    assert "puts to sea" not in text(at_sea(), BOURBON)
    assert "puts to sea" not in text(at_sea(), None)


def test_the_way_of_a_marker_is_told_to_the_other_side_and_not_to_its_own() -> None:
    assert "b-01  Port Royal (Jamaica) > Portland Point (s40)." in text(at_sea(), BOURBON)
    moved = logs.sightings(reading(at_sea(), BRITISH).seen, story())
    assert [row[0] for row in moved.rows] == ["z-01"]
    public = logs.sightings(reading(at_sea(), None).seen, story())
    assert [row[0] for row in public.rows] == ["b-01", "z-01"]


def test_r8_16_a_battle_is_one_card_and_each_side_hears_its_own_damage() -> None:
    british, bourbon = text(at_sea(), BRITISH), text(at_sea(), BOURBON)
    assert "Battle off Santa Marta (s53). Lost: Bourbon 1 Sail." in british
    assert "Brown's ships take 3 DPs." in british
    assert "Brown's ships take 3 DPs." not in bourbon
    assert "The British took a telling fire." in bourbon
    assert british.index("Round 1.") < british.index("The Spanish SOL(D) strikes.", british.index("WHAT HAPPENED"))


def test_the_order_board_shows_target_and_last_turn_to_the_owner_alone() -> None:
    assert "Amphibious Assault (j-aao)" in text(at_sea(), BRITISH)
    assert "target Porto Bello; until Turn 16" in " ".join(text(at_sea(), BRITISH).split())
    assert "j-aao" not in text(at_sea(), BOURBON)


def test_3_42_a_siege_is_a_card_with_both_sides_units() -> None:
    part = sieges(reading(besieged(), BOURBON).seen)
    rows = {row[0]: row[1] for row in part.groups[0].rows}
    assert rows["Town"] == "Regimiento Fijo de Panamá; garrison 1, walls 2"
    assert rows["Ashore"].startswith("British: ")
    assert rows["Harbour"] == "Ready within: no Sail (R3.15)"
    assert rows["Before it"] == "the sail marked b-01, which executes the assault"
    own = {row[0]: row[1] for row in sieges(reading(besieged(), BRITISH).seen).groups[0].rows}
    assert own["Before it"] == "Edward Vernon (br-flag-j2), which executes the assault"


def test_r9_21_a_formation_without_order_or_plan_is_named_among_the_matters_to_decide() -> None:
    lines = tale.to_decide(reading(at_sea(), BRITISH).seen)
    assert "Without Order or plan: Charles Brown (br-flag-j1) and JF1 (jf1) (R9.21)." in lines
    (line,) = [line for line in lines if line.startswith("In hand and not Issued: ")]
    assert line.endswith("They are Issued in administration.")
    assert tale.to_decide(reading(at_sea(), None).seen) == []


def test_the_strips_hold_every_place_of_the_map_once() -> None:
    placed = [place for places in strips.strips().values() for place in places]
    assert sorted(placed) == sorted(BOARD.nodes)


def test_the_strips_fit_78_columns_and_show_who_is_where() -> None:
    lines = strips.lettered(reading(besieged(), BRITISH).seen)
    assert max(map(len, lines)) <= 78
    told = " ".join(" ".join(lines).split())
    assert "@ S Porto Bello br-flag-j2 Ready 2 sq; besieged by British; Units" in told
    assert ". s57 Los Roques z-02?" in told
    assert "THE GULF" not in told


def test_before_the_first_turn_a_report_says_so_and_has_no_story() -> None:
    told = report_of("yellowjack", reading(set_up(), BRITISH, (), "y39t13.setup"), contents)
    assert "My Lords, the squadrons lie at their stations" in told
    assert "WHAT HAPPENED" not in told


def test_the_end_of_a_game_is_told_first() -> None:
    state = at_sea()
    state.over, state.winner, state.level = True, BRITISH, "marginal"
    assert "The game is over: the British player has a marginal victory (1.62)." in text(state, BOURBON)
    state.winner = "draw"
    assert "The game is over, and drawn (1.62)." in text(state, None)


def test_places_and_turns_have_their_names() -> None:
    assert place(BOARD, "s53") == "mouth of the Magdalena (s53)"
    assert place(BOARD, "sz-colombia-basin") == "Colombia Basin Zone"
    assert place(BOARD, "off-map") == "off the map"
    assert turn_words(13) == "Turn 13 of 1739"
    assert turn_words(17) == "Turn 1 of 1740"


def test_an_expedition_before_its_own_port_must_disband() -> None:
    state = at_sea()
    state.ports["porto-bello"].holder = BRITISH
    for name in ("br-flag-j2", "br-troops-1"):
        state.formations[name].at = "porto-bello"
    assert "br-troops-1 must Disband here at the next chance (R10.7)" in " ".join(text(state, BRITISH).split())
    assert "must Disband" not in text(at_sea(), BRITISH)


def test_places_that_an_own_order_aims_at_stand_in_the_strips_of_their_owner_alone() -> None:
    assert "@ S Cartagena de Indias        for Blockade: Cartagena" in text(at_sea(), BRITISH)
    assert "@ S Porto Bello                for Amphibious Assault" in text(at_sea(), BRITISH)
    assert "for Blockade" not in text(at_sea(), BOURBON)
    assert "for Cruise" not in text(at_sea(), None)


def test_r5_7_gales_and_the_hurricane_are_told_with_the_weather() -> None:
    state = at_sea()
    state.gales = [Gale("sw-darien", "sz-darien", 2)]
    state.hurricane = Hurricane(next(iter(BOARD.storms.dots)), strong=True)
    told = " ".join(text(state, None).split())
    assert "A Gale of Force 2 blows at Mar de Darien Zone (R5.7)." in told
    assert "A Hurricane is off the map, northeast (1.51)." in told
    for dot, where in (("d02", "at Barbados"), ("d03", "north of Puerto Rico")):
        state.hurricane = Hurricane(dot, strong=True)
        assert f"A Hurricane is {where} (1.51)." in " ".join(text(state, None).split())


def test_before_the_game_begins_a_seat_is_told_what_to_do_first() -> None:
    state = set_up()
    for seat, words in ((BRITISH, "Issue your first Orders: 3 in hand (R9.5)."), (None, "The fleets are in port")):
        read = reading(state, seat, (), "y39t13.setup")
        first = Reading({**read.view, "step": "setup"}, read.told, read.frame, picture)
        assert words in report_of("yellowjack", first, contents)


def test_a_port_that_an_own_order_aims_at_is_told_with_its_figures() -> None:
    told = " ".join(text(at_sea(), BRITISH).split())
    assert "Spanish; for Amphibious Assault: blockade value 2, garrison 1, walls 2, Prestige 3" in told
    assert "for Amphibious" not in text(at_sea(), BOURBON)
    assert "walls" not in text(at_sea(), None)


def test_a_port_is_told_only_if_there_is_something_to_tell() -> None:
    seen = reading(at_sea(), BRITISH).seen
    assert port_words(seen, "tampico", seen.known["ports"]["tampico"]) == ""
    assert port_words(seen, "cartagena-de-indias", seen.known["ports"]["cartagena-de-indias"]) == "Units are there"


def test_2_58_the_sum_of_a_turn_names_whom_the_fever_took_and_counts_the_sick() -> None:
    struck = [Note("2.583", BRITISH, f"{name} is {how} by the fever.", "fever", {"unit": name, "gone": gone})
              for name, how, gone in (("Marines", "disrupted", False), ("Marines", "eliminated", True),
                                      ("Companies", "disrupted", False))]  # fmt: skip
    assert tale.in_brief(struck) == ["The fever takes Marines and lays 1 Unit low (2.58)."]
    assert tale.in_brief(struck[:1]) == ["The fever lays 1 Unit low (2.58)."]
    assert tale.in_brief(struck[:2]) == ["The fever takes Marines (2.58)."]


def test_2_596_who_recovers_in_the_same_turn_is_not_counted_among_the_sick() -> None:
    struck = [Note("2.583", BRITISH, f"{name} is disrupted by the fever.", "fever", {"unit": name, "gone": False})
              for name in ("Marines", "Companies")]  # fmt: skip
    well = [Note("2.596", BRITISH, f"{note.facts['unit']} is itself again.", "recovered", {"unit": note.facts["unit"]})
            for note in struck]  # fmt: skip
    assert tale.in_brief([*struck, well[0]]) == ["The fever lays 1 Unit low (2.58)."]
    assert tale.in_brief([*struck, *well]) == ["Nothing to report."]


def test_3_312_the_orders_that_are_taken_stand_in_one_line() -> None:
    taken = [Note("3.31", BRITISH, f"You keep {name}.", "received")
             for name in ("Cruise: La Habana", "Blockade: Ponce")]
    drawn = [Note("3.31", ALL, "The British draw 2 Orders.", "drawn")]
    assert tale.in_brief([*drawn, *taken]) == ["New in your hand: Cruise: La Habana, Blockade: Ponce (3.312)."]


def test_r8_16_the_sum_of_a_turn_has_ones_own_damage_and_how_the_enemy_looks() -> None:
    place = {"at": "s53", "result": BOURBON}
    card = [Note("R8.1", ALL, "Battle off Santa Marta.", "battle", place),
            *(Note("R8.6", BRITISH, f"J1 takes {dp}.", "hit", {"dp": dp}) for dp in ("2", "1")),
            Note("R8.6", BRITISH, "The fire of J1 is light.", "hit", {"seen": "light"}),
            Note("R8.16", BRITISH, "After the Battle Cartagena Flag looks worn.", "thirds", {"third": "1"}),
            Note("R8.14", ALL, "The Bourbon side wins the Battle.", "battle-over", place)]  # fmt: skip
    assert tale.in_brief(card) == [
        "The Bourbon side wins the Battle. You take 3 damage points; Cartagena Flag looks worn."
    ]


@pytest.mark.parametrize(("key", "name"), [
    ("rcg-convoy", "The Company's Convoy Order"), ("rvo-jf1", "Rendezvous of JF1"),
    ("escort-br-troops-1", "Escort of British Troop Convoy 1"), ("withdrawal-j1", "Voyage home of J1"),
    ("voluntary-withdrawal-f1", "Voyage home of F1"), ("j-cruise-main", "Cruise: Spanish Main (j-cruise-main)"),
])  # fmt: skip
def test_r9_4_an_order_without_a_chit_has_a_name_and_no_key(key: str, name: str) -> None:
    assert order_name(BOARD, key) == name


def test_a_line_on_a_standing_order_has_times_and_formations_as_reports_call_them() -> None:
    line = "No. 1: did not fire at stance (i1.m3, br flag j1) and stance (i2.m4, jf1): nothing in it applies there"
    assert named(reading(at_sea(), BRITISH).seen, line) == (
        "No. 1: did not fire at stance (Impulse 1, MPI 3, Charles Brown (br-flag-j1)) and stance (Impulse 2, MPI 4, "
        "JF1 (jf1)): nothing in it applies there"
    )


@pytest.mark.parametrize(("turns_left", "step", "active", "said"), [
    (0, "ops", False, True), (1, "ops", False, False), (0, "admin", False, False), (0, "ops", True, False),
])  # fmt: skip
def test_r1_11_the_last_letter_says_that_none_comes_after_it(
    turns_left: int, step: str, active: bool, said: bool
) -> None:  # fmt: skip
    state = at_sea()
    state.date = state.last - turns_left
    state.campaigns = {"georgia": Campaign("neutral", active)}
    lines = to_come(picture({**reading(state, BRITISH).view, "step": step})).lines
    assert (LAST_WORD in lines) == said


@pytest.mark.parametrize(("routine", "step", "said"), [
    (True, "ops", True), (False, "ops", False), (True, "admin", False),
])  # fmt: skip
def test_3_3_who_sleeps_with_orders_in_hand_is_told_how_to_wake(routine: bool, step: str, said: bool) -> None:
    read = reading(at_sea(), BRITISH)
    standing = [{"number": 9, "routine": {"admin": routine}}]
    view = {**read.view, "step": step, "standing": standing}
    assert (tale.ASLEEP in tale.to_decide(picture(view))) == said


def test_r1_9_a_reader_hears_of_their_own_ships_by_name_and_of_others_by_their_marker() -> None:
    state = at_sea()
    name, marker = next((key, one.marker) for key, one in state.formations.items()
                        if one.marker and state.side_of(key) == BRITISH)  # fmt: skip
    told = [Note("R7.6", ALL, f"The sail marked {marker} blockades Porto Bello.", "blockade")]
    own = contents(reading(state, BRITISH, told))["brief"]
    assert own == [f"{formation(reading(state, BRITISH).seen, name)} blockades Porto Bello."]
    for other in (BOURBON, None):
        assert contents(reading(state, other, told))["brief"] == [told[0].text]


def test_r3_7_a_formation_is_told_by_its_leader_and_its_counter() -> None:
    lines = " ".join(text(set_up(), BRITISH).split())
    assert "Edward Vernon (br-flag-j2)" in lines
    assert "2nd Jamaica Flag; J2:" in lines
