"""22.0 to 22.4: raids, invasions, and the Channel."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, Fought, load_board, play, position

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.ch05_events import judge_events
from pbem.adjudicator.glory.rules.ch21_objectives import indies_raids
from pbem.adjudicator.glory.rules.ch22_invasions import (
    alexandria_calls,
    channel,
    invade,
    may_invade,
    naples_overland,
    port_falls,
    watch_barges,
)
from pbem.adjudicator.glory.rules.ch22_markers import show_raid
from pbem.adjudicator.glory.rules.ch22_raids import raid_site, raids_and_invasions, sites
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Raid, State, Vessel

PITT = {"naples": 6, "malta": 7, "alexandria": 8, "bantry-bay": 3, "west-indies": 5, "north-sea": 4}
MANPOWER = {"british": 0, "french": 0, "spanish": 0}
#: Every French ship of the line, more than any raid needs.
MANY = 20


def raiding(place: str = "bantry-bay", area: str = "inshore", number: int = 12, block: str = "brest-fleet",
            **fields: Any) -> State:  # fmt: skip
    state = position({block: (place, area, FRENCH_74S[:number], ["ganteaume"])}, **fields)
    state.napoleon, state.pitt = dict(PITT), dict(PITT)
    return state


def raid(state: State, place: str = "bantry-bay", dice: list[int] | None = None, **said: Any) -> Fought:
    falls = {f"raid/{place}": [dice]} if dice else None
    return play(raid_site, state, place, dice=falls, **said)


@pytest.mark.parametrize(
    ("place", "area", "spec"),
    [("bantry-bay", "inshore", "3d6"), ("bantry-bay", "loose", "2d6"), ("1501", "sea", "2d6")],
)
def test_22_2_dice_by_the_part_of_the_zone(place: str, area: str, spec: str) -> None:
    assert raid(raiding(place, area), place).specs("raid") == [spec]


def test_22_2_not_from_off_station_nor_from_the_sea_off_a_port() -> None:
    assert not raid(raiding(area="off")).specs("raid")
    state = raiding()
    state.blocks["brest-fleet"].at, state.blocks["brest-fleet"].area = "0204", "sea"
    assert not raid(state).specs("raid")


def test_22_2_command_is_added_and_the_defence_must_be_reached() -> None:
    # 12 French 74s: firepower 36 (column 36-40). Defence of Bantry Bay 8; Ganteaume has Command 2.
    state = raiding()
    assert state.board.losses(8, 36) == 8
    assert state.board.losses(7, 36) == 7
    assert raid(state, dice=[2, 2, 2]).events("landing")[0]["done"] == "yes"
    assert state.raids["bantry-bay"] == Raid(done=True)
    state = raiding()
    raid(state, dice=[1, 2, 2])
    assert state.raids["bantry-bay"] == Raid(done=False)


def test_22_2_wrecks_do_not_count() -> None:
    state = raiding()
    for ship in FRENCH_74S[:6]:
        state.ships[ship].damaged = state.ships[ship].wrecked = True
    assert raid(state).events("landing")[0]["firepower"] == 18


def test_22_2_the_british_see_dice_and_a_marker_and_nothing_else() -> None:
    told = []
    for dice in ([6, 6, 6], [1, 1, 1]):
        done = raid(raiding(), dice=dice)
        heard = [note for note in done.notes if note.heard_by("british")]
        assert not any(note.throw and note.throw.shift for note in heard)
        told.append([(note.event, note.text) for note in heard if not note.throw])
    assert told[0] == told[1]


def test_22_2_a_rumour_throws_the_same_dice_and_fails() -> None:
    state = raiding(block="fog-1", number=0)
    fleet = raid(raiding(), dice=[6, 6, 6])
    rumour = raid(state, dice=[6, 6, 6])
    heard = [[note.text for note in done.notes if note.heard_by("british")] for done in (fleet, rumour)]
    assert heard[0] == heard[1]
    assert state.raids["bantry-bay"] == Raid(done=False)


def test_22_2_several_blocks_try_in_an_order_drawn_in_the_owners_lane_and_leave_one_marker() -> None:
    state = raiding()
    state.blocks["fog-1"] = state.blocks["brest-fleet"].__class__("bantry-bay", "inshore")
    done = raid(state)
    assert [roll.lane for roll in done.rolls if roll.label.startswith("turn-order")] == ["side:allied"]
    assert done.specs("raid") == ["3d6", "3d6"]
    assert len(done.events("raid_marker")) == 1


def test_22_2_a_shown_or_invaded_place_is_not_raided() -> None:
    assert not raid(raiding(raids={"bantry-bay": Raid(done=True, shown=True)})).specs("raid")
    assert not raid(raiding(invaded=["bantry-bay"])).specs("raid")


def test_22_2_the_owner_may_keep_still() -> None:
    state = raiding()
    assert not raid(state, allied={"raid/bantry-bay": "none"}).specs("raid")
    assert not state.raids


def test_22_2_a_raid_that_fulfils_the_directive_is_shown_at_once() -> None:
    state = raiding(directive="bantry-bay", directives=["malta"])
    raid(state, dice=[6, 6, 6])
    assert state.raids["bantry-bay"].shown
    assert state.scored == ["directive/bantry-bay", "napoleon/bantry-bay"]
    assert state.directive == "malta"


def test_22_1_sites() -> None:
    indies = {"jamaica", "antigua", "barbados", "trinidad"}
    assert set(sites(position({}))) == {"bantry-bay", "naples", "malta", "alexandria", "1501"} | indies
    assert set(sites(position({}, scenario="trafalgar"))) == {"bantry-bay", "1501"}


# ------------------------------------------------------------------------------------------- invasions


def landing(port: str = "malta", **fields: Any) -> State:
    return raiding(port, "inshore", MANY, "french-transport", **fields)


def test_22_3_the_transport_inshore_lands_by_default_with_three_dice() -> None:
    done = raid(landing(), "malta")
    assert done.specs("invade") == ["3d6"]
    assert not done.specs("raid")


def test_22_3_the_owner_of_the_transport_may_wait() -> None:
    assert not raid(landing(), "malta", allied={"raid/malta": "none"}).rolls


def test_22_2_the_owner_hears_that_a_rumour_only_pretended() -> None:
    done = raid(raiding(block="fog-1", number=0))
    assert [(note.to, note.facts["done"]) for note in done.notes if note.event == "landing"] == [("allied", "no")]


def test_22_3_success_scores_both_objectives_and_the_port_is_allied() -> None:
    state = landing(raids={"malta": Raid(done=False)})
    play(invade, state, "french-transport", "malta", dice={"invade/malta": [[6, 6, 6]]})
    assert state.scored == ["napoleon/malta", "pitt/malta"]
    assert "malta" not in state.raids
    assert state.friendly("malta", "allied")
    assert not state.friendly("malta", "british")
    assert state.readiness["french-transport"] == 0
    assert state.place(state.ships[FRENCH_74S[0]].at) == "malta/inshore"


def test_22_3_failure_leaves_no_marker() -> None:
    state = landing()
    raid(state, "malta", allied={"raid/malta": "invade"})
    assert not state.raids


def test_22_3_only_inshore() -> None:
    state = landing()
    state.blocks["french-transport"].area = "loose"
    assert not raid(state, "malta").specs("invade")


def test_22_3_a_rumour_pretends_to_land_and_fails() -> None:
    state = raiding("malta", "inshore", 0, "fog-2")
    done = raid(state, "malta", allied={"raid/malta": "invade"})
    assert done.specs("invade") == ["3d6"]
    assert not state.invaded
    assert not state.raids
    assert [(note.to, note.facts["done"]) for note in done.notes if note.event == "landing"] == [("allied", "no")]


def test_22_1_a_place_is_invaded_once() -> None:
    assert may_invade(position({}), "allied", "naples")
    assert not may_invade(position({}, invaded=["naples"]), "allied", "naples")
    assert not may_invade(position({}), "allied", "jamaica")


def test_22_1_the_british_may_land_at_algiers_only_on_their_mission() -> None:
    state = position({"craig": ("algiers", "inshore", BRITISH_74S[:20], ["nelson"])}, manpower=dict(MANPOWER))
    assert not play(raids_and_invasions, state).specs("invade")
    state.events["barbary"] = AdmiraltyEvent(10)
    done = play(raids_and_invasions, state, dice={"invade/algiers": [[6, 6, 6]]})
    assert done.specs("invade") == ["3d6"]
    assert state.algiers == "british"


def test_5_10_troops_at_algiers_fulfil_the_mission_for_good() -> None:
    state = position({"craig": ("algiers", "inshore", BRITISH_74S[:20], [])}, turn=10, manpower=dict(MANPOWER))
    state.events["barbary"] = AdmiraltyEvent(10)
    done = play(raids_and_invasions, state, dice={"invade/algiers": [[6, 6, 6]]})
    assert (state.events["barbary"].status, state.events["barbary"].open) == ("done", True)
    assert [facts["event"] for facts in done.events("event_done")] == ["barbary"]
    assert state.manpower["spanish"] == len(state.board.manpower["spanish"]) - 1, "Spain drafts its seamen (5.2.1)"
    play(judge_events, state)
    assert state.algiers == "british", "a mission that succeeded fails no more as it falls due"


def test_22_3_1_ships_driven_out_sortie_and_wrecks_are_taken() -> None:
    state = landing()
    state.ships[BRITISH_74S[0]] = Vessel("malta")
    state.ships[BRITISH_74S[1]] = Vessel("malta", damaged=True, ordinary=True)
    state.ships = {name: state.ships[name] for name in state.board.ships if name in state.ships}
    done = play(port_falls, state, "malta", british={"sortie-forced/malta": "inshore"})
    assert state.lost[BRITISH_74S[1]].how == "taken"
    assert state.place(state.ships[BRITISH_74S[0]].at) == "malta/inshore"
    assert done.events("invaded")


def driven_out(**said: Any) -> tuple[State, Fought]:
    """Malta falls with two British fleets in its port."""
    state = landing()
    for block, ships in (("channel-fleet", BRITISH_74S[:3]), ("cape-fleet", BRITISH_74S[3:5])):
        state.blocks[block].at, state.blocks[block].area = "malta", "port"
        for ship in ships:
            state.ships[ship] = Vessel(block)
    state.admirals["calder"].at = "cape-fleet"
    state.ships = {name: state.ships[name] for name in state.board.ships if name in state.ships}
    return state, play(port_falls, state, "malta", **said)


def test_22_3_1_all_fleets_of_the_port_leave_together() -> None:
    state, _ = driven_out()
    left = [block for block in ("channel-fleet", "cape-fleet") if state.place(block)]
    assert len(left) == 1
    assert state.place(left[0]) == "malta/loose"
    assert state.ships_in(left[0]) == state.in_board_order(BRITISH_74S[:5])
    assert state.admirals["calder"].at == left[0]


def test_22_3_1_an_expedition_in_the_port_takes_the_ships_out() -> None:
    state = landing()
    for block in ("channel-fleet", "moore"):
        state.blocks[block].at, state.blocks[block].area = "malta", "port"
    state.ships[BRITISH_74S[0]] = Vessel("channel-fleet")
    state.ships = {name: state.ships[name] for name in state.board.ships if name in state.ships}
    done = play(port_falls, state, "malta")
    assert state.ships_in("moore") == [BRITISH_74S[0]]
    assert state.place("moore") == "malta/loose"
    assert state.place("channel-fleet") == ""
    assert not [each for each in done.events("fate") if each["what"] == "taken"]


def test_22_3_1_frigates_go_off_station_and_empty_expeditions_to_start() -> None:
    state = landing()
    state.blocks["frigate-1"].at, state.blocks["frigate-1"].area = "malta", "port"
    state.blocks["moore"].at, state.blocks["moore"].area = "malta", "port"
    play(port_falls, state, "malta")
    assert state.place("frigate-1") == "malta/off"
    assert state.readiness["moore"] == 0
    assert state.place("moore") == ""


def test_22_3_1_an_allied_fleet_of_the_zone_may_look_for_them() -> None:
    state = landing()
    state.ships[BRITISH_74S[0]] = Vessel("malta")
    state.ships = {name: state.ships[name] for name in state.board.ships if name in state.ships}
    done = play(port_falls, state, "malta", allied={"search/malta": "all"})
    assert "search/malta" in done.topics("allied")


def test_22_3_2_alexandria_calls_two_dice_of_sound_ships_away() -> None:
    state = position({
        "channel-fleet": ("brest", "loose", BRITISH_74S[:6], []),
        "west-indies-fleet": ("jamaica", "port", BRITISH_74S[6:9], []),
        "north-sea": ("", "", BRITISH_74S[9:11], []),
    })  # fmt: skip
    state.ships[BRITISH_74S[0]].damaged = True
    done = play(alexandria_calls, state, dice={"alexandria": [[1, 2]]})
    assert len(state.lost) == 3
    assert {loss.how for loss in state.lost.values()} == {"unscored"}
    assert set(state.lost) < set(BRITISH_74S[1:6])
    assert {note.to for note in done.notes if note.event == "called_off"} == {"british"}


def test_22_3_2_ships_ready_in_home_ports_may_be_called_and_those_of_the_north_sea_not() -> None:
    state = position({"north-sea": ("", "", BRITISH_74S[:2], [])})
    for ship in BRITISH_74S[2:5]:
        state.ships[ship] = Vessel("plymouth", ordinary=ship == BRITISH_74S[4])
    state.ships = {name: state.ships[name] for name in state.board.ships if name in state.ships}
    play(alexandria_calls, state, dice={"alexandria": [[6, 6]]})
    assert set(state.lost) == set(BRITISH_74S[2:4])


def test_22_3_3_naples_falls_overland() -> None:
    state = raiding()
    play(naples_overland, state)
    assert state.scored == ["napoleon/naples", "pitt/naples"]


# ------------------------------------------------------------------------------------------- the Channel


def crossing(turn: int = 13, **fields: Any) -> State:
    """More than 100 of firepower in the Channel: 40 French 74s have 120."""
    ships = [*FRENCH_74S]
    state = position({"brest-fleet": ("1403", "sea", ships, ["ganteaume"])}, turn, barges="boulogne")
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def test_22_4_thirty_twice_wins_the_game() -> None:
    state = crossing()
    play(channel, state, dice={"channel": [[6, 6]]})
    assert (state.barges, state.winner) == ("1403", "")
    state.turn += 1
    play(channel, state, dice={"channel": [[6, 6]]})
    assert (state.winner, state.ended) == ("allied", "channel")


def test_22_4_below_thirty_the_barges_stay() -> None:
    state = crossing()
    done = play(channel, state, dice={"channel": [[1, 1]]})
    assert state.barges == "boulogne"
    assert [(note.to, note.facts["barges"]) for note in done.notes if note.event == "channel"] == [("all", "boulogne")]


def test_22_4_uncovered_barges_are_destroyed() -> None:
    state = crossing(barges="1403")
    watch_barges(Table(), state)
    assert state.barges == "1403"
    state.blocks["brest-fleet"].at = "1303"
    table = Table()
    watch_barges(table, state)
    assert state.barges == "destroyed"
    assert [(note.to, note.event) for note in table.story] == [("all", "barges")]


def test_22_4_not_after_aug_ii_nor_with_russia_resolved_nor_the_barges_gone() -> None:
    resolved = {"russia": AdmiraltyEvent(10, "done")}
    for state in (crossing(24), crossing(events=resolved), crossing(barges="destroyed"), crossing(marched=True),
                  crossing(scenario="trafalgar")):  # fmt: skip
        assert not play(channel, state).rolls
    assert play(channel, crossing(23)).rolls


def test_22_4_rumours_cannot_cross() -> None:
    state = position({"fog-1": ("1403", "sea", [], [])}, barges="boulogne")
    assert not play(channel, state).rolls


def test_22_0_raids_come_before_invasions_of_the_channel_and_each_place_has_its_turn() -> None:
    state = crossing()
    state.blocks["fog-1"] = state.blocks["brest-fleet"].__class__("malta", "loose")
    done = play(raids_and_invasions, state)
    assert [roll.label.split("/")[0] for roll in done.rolls][:2] == ["raid", "channel"]


# ------------------------------------------------------------------------------------------- to the last ship


def great(at: str, area: str, firepower: int, block: str = "brest-fleet", admirals: list[str] | None = None) -> State:
    """A French fleet with exactly this firepower: 74s with 3 each, and as many 80s with 4 as that needs."""
    of_80 = [ship.id for ship in load_board().ships.values() if ship.nation == "french" and ship.attack == 4]
    fours = firepower % 3 + (3 if firepower > 114 else 0)
    ships = of_80[:fours] + FRENCH_74S[: (firepower - 4 * fours) // 3]
    state = position({block: (at, area, ships, admirals or [])}, barges="boulogne")
    assert state.firepower(ships) == firepower
    state.napoleon, state.pitt = dict(PITT), dict(PITT)
    return state


@pytest.mark.parametrize(("firepower", "more"), [(100, 0), (110, 1), (120, 2)])
def test_18_2_firepower_above_100_adds_to_a_raid_and_to_the_crossing(firepower: int, more: int) -> None:
    """Ganteaume has Command 2: 3 and 3 and 2 make 8 in the column of 100."""
    state = great("1501", "sea", firepower, admirals=["ganteaume"])
    raided = raid(state, "1501", dice=[3, 3]).events("landing")[0]
    assert (raided["firepower"], raided["result"]) == (firepower, state.board.losses(8 + more, 100))
    state = great("1403", "sea", firepower, admirals=["ganteaume"])
    crossed = play(channel, state, dice={"channel": [[3, 3]]}).events("channel")[0]
    assert crossed["result"] == state.board.losses(8 + more, 100)


def test_22_4_thirty_exactly_is_enough() -> None:
    """12 in the column of 100 is 30: 10 and Command 2."""
    for dice, barges in (([5, 5], "1403"), ([5, 4], "boulogne")):
        state = great("1403", "sea", 100, admirals=["ganteaume"])
        assert state.board.losses(12, 100) == 30
        told = play(channel, state, dice={"channel": [dice]}).events("channel")
        assert (state.barges, [each["barges"] for each in told]) == (barges, [barges])


def test_22_4_the_landing_in_england_is_told_to_all() -> None:
    state = great("1403", "sea", 100, admirals=["ganteaume"])
    state.barges = "1403"
    told = [note for note in play(channel, state, dice={"channel": [[5, 5]]}).notes if note.event == "game_over"]
    assert [(note.to, note.facts["winner"], note.facts["how"]) for note in told] == [("all", "allied", "channel")]


def test_22_1_algiers_is_told_to_all() -> None:
    state = position({"craig": ("algiers", "inshore", BRITISH_74S[:20], ["nelson"])}, manpower=dict(MANPOWER))
    state.events["barbary"] = AdmiraltyEvent(10)
    done = play(invade, state, "craig", "algiers", dice={"invade/algiers": [[6, 6, 6]]})
    assert [(note.to, note.facts["side"]) for note in done.notes if note.event == "algiers"] == [("all", "british")]


def test_21_4_2_a_port_that_falls_fulfils_the_directive() -> None:
    state = landing(directive="malta", directives=["naples"])
    play(port_falls, state, "malta")
    assert state.scored == ["napoleon/malta", "pitt/malta", "directive/malta"]
    assert state.directive == "naples"


def in_malta(**blocks: list[str]) -> State:
    """Malta, about to fall, with blocks in its port and ships in them."""
    state = landing()
    for name, ships in blocks.items():
        block = name.replace("_", "-")
        state.blocks[block].at, state.blocks[block].area = "malta", "port"
        for ship in ships:
            state.ships[ship] = Vessel(block)
    state.settle()
    return state


def test_22_3_1_all_see_who_comes_out_and_hear_what_is_taken() -> None:
    """A fleet comes out, a frigate goes Off Station, and a ship without a crew is lost to the Allies."""
    state = in_malta(channel_fleet=BRITISH_74S[:1], frigate_1=[])
    state.ships[BRITISH_74S[1]] = Vessel("malta", ordinary=True)
    state.settle()
    done = play(port_falls, state, "malta")
    seen = [(each["side"], each["was"], each["now"]) for each in done.events("sail") if each["side"] == "british"]
    assert seen == [("british", "malta/port", "malta/off"), ("british", "malta/port", "malta/inshore"),
                    ("british", "malta/inshore", "malta/loose")]  # fmt: skip
    assert [(each["what"], each["ships"]) for each in done.events("fate")] == [("taken", [BRITISH_74S[1]])]


def test_22_3_1_the_blocks_that_are_left_behind_are_free_for_later_use_but_an_expedition_goes_to_start() -> None:
    state = in_malta(moore=[BRITISH_74S[0]], craig=[BRITISH_74S[1]], channel_fleet=[BRITISH_74S[2]])
    state.admirals["calder"].at, state.admirals["nelson"].at = "malta", "channel-fleet"
    play(port_falls, state, "malta")
    out = next(block for block in ("craig", "moore") if state.place(block))
    assert state.ships_in(out) == state.in_board_order(BRITISH_74S[:3])
    assert {state.admirals[name].at for name in ("calder", "nelson")} == {out}
    behind = {"craig", "moore", "channel-fleet"} - {out}
    assert {state.place(block) for block in behind} == {""}
    assert {state.blocks[block].at for block in behind} == {""}
    assert [state.readiness.get(name) for name in ("craig", "moore") if name != out] == [0]


def test_22_3_1_who_is_driven_out_is_searched_for_as_one_that_sorties() -> None:
    """14.2.2: in the zone the Allies Inshore look with +3."""
    state = in_malta(channel_fleet=BRITISH_74S[:2])
    state.blocks["brest-fleet"].at, state.blocks["brest-fleet"].area = "malta", "inshore"
    state.ships[FRENCH_74S[25]] = Vessel("brest-fleet")
    state.settle()
    done = play(port_falls, state, "malta", allied={"search/malta": "all"}, dice={"search": [[1, 1], [1, 1]]})
    looked = [note.throw for note in done.notes if note.throw and note.throw.label.startswith("search")]
    assert [[each.amount for each in throw.shift if each.rule == "14.6"] for throw in looked] == [[3], [3]]
    assert [each["now"] for each in done.events("sail") if each["side"] == "british"] == [
        "malta/inshore", "malta/loose"]  # fmt: skip


def test_22_3_2_by_default_ships_in_port_are_called_before_those_of_the_same_worth_at_sea() -> None:
    state = position({"channel-fleet": ("brest", "loose", BRITISH_74S[:1], [])})
    state.ships[BRITISH_74S[5]] = Vessel("plymouth")
    state.ships[BRITISH_74S[6]] = Vessel("plymouth")
    state.settle()
    done = play(alexandria_calls, state, dice={"alexandria": [[1, 1]]})
    assert set(state.lost) == {BRITISH_74S[5], BRITISH_74S[6]}
    assert [(note.to, note.facts["number"]) for note in done.notes if note.event == "called"] == [("all", 2)]


def test_22_3_2_a_fleet_whose_ships_are_all_called_off_is_gone() -> None:
    state = position({
        "channel-fleet": ("brest", "loose", BRITISH_74S[:2], []),
        "cape-fleet": ("brest", "loose", BRITISH_74S[2:9], []),
    })  # fmt: skip
    play(alexandria_calls, state, dice={"alexandria": [[1, 1]]}, british={"alexandria": BRITISH_74S[:2]})
    assert state.place("channel-fleet") == ""
    assert state.place("cape-fleet") == "brest/loose"


def test_21_4_3_only_raids_whose_markers_were_shown_count_for_the_pitt_objective() -> None:
    """Three ports were raided; two markers are turned up."""
    state = position({}, raids={port: Raid(done=True) for port in ("antigua", "barbados", "jamaica")})
    state.napoleon, state.pitt = dict(PITT), dict(PITT)
    for number, port in enumerate(("antigua", "barbados", "jamaica"), 1):
        show_raid(Table(), state, port)
        assert ("pitt/west-indies" in state.scored) is (number == 3)


def test_21_4_3_failed_raids_and_other_places_do_not_count() -> None:
    raids = {"antigua": Raid(done=True, shown=True), "barbados": Raid(done=False, shown=True),
             "malta": Raid(done=True, shown=True)}  # fmt: skip
    assert indies_raids(position({}, raids=raids), shown=True) == 1
    assert indies_raids(position({}, raids=raids)) == 1
