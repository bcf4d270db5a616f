"""Chapters 7.8, 13 and 14 more closely: rumours raised and told, masts, who searches, what adds, who fights."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, load_board, play, position

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules import ch07_rumours as rumours
from pbem.adjudicator.glory.rules import ch13_blockade as blockade
from pbem.adjudicator.glory.rules import ch14_entering as entering
from pbem.adjudicator.glory.rules import ch14_search as searching
from pbem.adjudicator.glory.rules.course import Course
from pbem.adjudicator.glory.state.state import Block, Raid, State, Vessel
from pbem.adjudicator.glory.state.terms import NORTH_SEA_BOX

BOARD = load_board()
CONSEIL = {"a": "martinique", "b": "lisbon", "c": "bantry-bay", "d": "ferrol"}
WINDS = {"north_atlantic": "NE", "mediterranean": "Ms", "west_indies": "E"}


def sea(british: dict[str, str] | None = None, allied: dict[str, str] | None = None, **more: Any) -> State:
    """Fleets of two ships each at these places, in summer."""
    here: dict[str, Any] = {}
    for side, ships in ((british or {}, iter(BRITISH_74S)), (allied or {}, iter(FRENCH_74S))):
        for name, place in side.items():
            at, _, part = place.partition("/")
            area = part or ("track" if at.startswith(("west-", "east-")) else "sea")
            here[name] = (at, area, [] if name.startswith(("frigate", "fog")) else [next(ships), next(ships)], [])
    return position(here, **{"turn": 17, "rose": dict(WINDS), "initiative": BRITISH, "conseil": dict(CONSEIL), **more})


def course(state: State, block: str, spent: int = 0, **more: Any) -> Course:
    """A block that has been activated where it lies."""
    place = state.place(block)
    return Course(block, state.owner(block), "NE", 9 - spent, place, place, **{"spent": spent, **more})


# ------------------------------------------------------------------------------------------------ 7.8


def at_sea() -> State:
    state = sea(allied={"brest-fleet": "0710"})
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "martinique", "a"
    return state


def test_7_8_rumours_come_up_beside_the_fleet_as_sails_that_all_can_see() -> None:
    state = at_sea()
    fought = play(rumours.raise_rumours, state, "brest-fleet", 2, "sortie")
    assert fought.outcome == ["fog-1", "fog-2"]
    assert [(facts["was"], facts["now"]) for facts in fought.events("sail")] == [("", "0710"), ("", "0710")]
    assert [(state.blocks[name].beside, state.blocks[name].number) for name in fought.outcome] == [
        ("brest-fleet", 1), ("brest-fleet", 2)]  # fmt: skip


def test_7_8_no_rumour_has_the_fleets_own_destination_nor_another_rumours() -> None:
    state = at_sea()
    play(rumours.raise_rumours, state, "brest-fleet", 3, "sortie")
    roles = [state.blocks[name].bound for name in ("fog-1", "fog-2", "fog-3")]
    assert sorted(roles) == ["bantry-bay", "ferrol", "lisbon"]


def test_7_8_where_no_rumour_is_left_or_none_is_wanted_none_comes_up() -> None:
    state = at_sea()
    assert play(rumours.raise_rumours, state, "brest-fleet", 2, "sortie", allied={"fog/sortie": "none"}).outcome == []
    for number in range(1, 9):
        state.blocks[f"fog-{number}"] = Block("0620", "sea")
    assert play(rumours.raise_rumours, state, "brest-fleet", 2, "sortie").outcome == []


@pytest.mark.parametrize(("seat", "block", "spotted", "number"), [
    (ALLIED, "brest-fleet", False, 2), (ALLIED, "brest-fleet", True, 0), (BRITISH, "channel-fleet", False, 0),
])  # fmt: skip
def test_7_8_an_allied_fleet_that_comes_out_unseen_is_joined_by_two_rumours(
    seat: str, block: str, spotted: bool, number: int
) -> None:
    state = sea({"channel-fleet": "0710"}, {"brest-fleet": "0710"})
    made = play(rumours.rumours_of_sortie, state, course(state, block, spotted=spotted)).outcome
    assert (len(made), state.owner(block)) == (number, seat)


@pytest.mark.parametrize(("bound", "box", "suits"), [
    ("martinique", "west-2", True), ("martinique", "east-2", False), ("ferrol", "east-2", True),
    ("ferrol", "west-2", False), ("", "west-2", False),
])  # fmt: skip
def test_7_8_a_rumour_on_a_track_is_bound_across_the_ocean(bound: str, box: str, suits: bool) -> None:
    state = sea()
    state.blocks["fog-1"] = Block(box, "track", bound)
    assert rumours.suits_track(state, "fog-1") is suits


def test_7_8_as_many_destinations_are_drawn_as_rumours_come_up_in_their_owners_lane() -> None:
    fought = play(rumours.raise_rumours, at_sea(), "brest-fleet", 1, "bonus")
    assert [(roll.spec, roll.lane) for roll in fought.rolls] == [("draw:1of3", "side:allied")]


@pytest.mark.parametrize(("conseil", "spec"), [(CONSEIL, "draw:1of1"), ({"a": "lisbon", "b": "ferrol"}, "")])
def test_7_8_a_rumour_on_a_track_is_bound_for_a_place_on_the_conseil_if_one_lies_across(
    conseil: dict[str, str], spec: str
) -> None:
    state = sea(conseil=dict(conseil))
    state.blocks["fog-1"] = Block("west-1", "track", "ferrol")
    fought = play(rumours.bind_across, state, "fog-1", "")
    assert rumours.suits_track(state, "fog-1")
    assert (fought.rolls[0].spec == spec) is bool(spec)


# ------------------------------------------------------------------------------------------------ 13.5


def test_13_5_the_gold_is_told_when_it_is_spotted_and_other_convoys_always() -> None:
    state = sea({"craig": "brest/inshore"}, {"spanish-gold": "w07/inshore", "brest-fleet": "brest/loose"})
    state.blocks["spanish-gold"] = Block("havana", "inshore")
    assert blockade.as_told(state, ["spanish-gold"], gold=True)["gold"] == "yes"
    assert "gold" not in blockade.as_told(state, ["spanish-gold"])
    assert "gold" not in blockade.as_told(state, ["brest-fleet", "craig"], gold=True)
    assert blockade.as_told(state, ["craig"])["convoy"] == "yes"


@pytest.mark.parametrize(("block", "place", "raided", "counts"), [
    ("channel-fleet", "brest/inshore", False, True), ("channel-fleet", "lisbon/loose", False, False),
    ("channel-fleet", "bantry-bay/loose", False, False), ("channel-fleet", "bantry-bay/loose", True, True),
    ("brest-fleet", "malta/inshore", False, True), ("fog-1", "malta/inshore", False, False),
    ("channel-fleet", "0710", False, False),
])  # fmt: skip
def test_13_5_a_block_counts_before_an_enemy_port_and_where_a_raid_marker_lies(
    block: str, place: str, raided: bool, counts: bool
) -> None:
    british = block == "channel-fleet"
    state = sea({block: place} if british else {}, {} if british else {block: place},
                raids={"bantry-bay": Raid(done=True)} if raided else {})  # fmt: skip
    assert blockade.counts_here(state, block) is counts


def test_13_5_one_frigate_among_fleets_is_told_and_none_where_there_is_none() -> None:
    state = sea({"channel-fleet": "brest/inshore", "frigate-1": "brest/inshore"})
    assert blockade.as_told(state, ["channel-fleet", "frigate-1"])["frigates"] == "yes"
    assert "frigates" not in blockade.as_told(state, ["channel-fleet"])


def test_13_5_masts_in_words() -> None:
    assert blockade.in_words({"ships": "16-20", "ordinary": "1-5"}) == "16 to 20 ships, 1 to 5 In Ordinary"
    assert blockade.in_words({"ships": BOARD.range_of(0), "frigates": "yes"}) == "no ships, frigates"


def test_13_5_masts_of_18_and_2_are_told_to_both_as_printed() -> None:
    state = sea()
    for ship in FRENCH_74S[:18]:
        state.ships[ship] = Vessel("brest")
    for ship in FRENCH_74S[18:20]:
        state.ships[ship] = Vessel("brest", ordinary=True)
    table = Table()
    told = blockade.count_port(table, state, BRITISH, "brest")
    assert (told["ships"], told["ordinary"]) == ("16-20", "1-5")
    assert [note.to for note in table.story] == [BRITISH, ALLIED]
    assert [note.text for note in table.story] == [
        "Counted in Brest: 16 to 20 ships, 1 to 5 In Ordinary.",
        "The enemy counted in Brest: 16 to 20 ships, 1 to 5 In Ordinary.",
    ]


@pytest.mark.parametrize(("seat", "shown"), [(BRITISH, True), (ALLIED, False)])
def test_22_2_a_raid_marker_is_turned_up_by_a_british_count(seat: str, shown: bool) -> None:
    state = sea(raids={"malta": Raid(done=False)})
    blockade.count_port(Table(), state, seat, "malta")
    assert ("malta" not in state.raids or state.raids["malta"].shown) is shown


@pytest.mark.parametrize(("who", "where", "counts"), [
    ("ship", "inshore", True), ("frigate", "inshore", True), ("nobody", "inshore", False), ("ship", "loose", False),
])  # fmt: skip
def test_13_5_a_port_with_a_ship_or_a_frigate_counts_what_lies_inshore(who: str, where: str, counts: bool) -> None:
    state = sea(allied={"toulon-fleet": f"malta/{where}"})
    if who == "ship":
        state.ships[BRITISH_74S[9]] = Vessel("malta", ordinary=True)
    if who == "frigate":
        state.blocks["frigate-1"] = Block("malta", "port")
    assert blockade.ports_that_count(state, BRITISH, ["malta", "naples"]) == (["malta"] if counts else [])


# ------------------------------------------------------------------------------------------------ 14.1, 14.4


@pytest.mark.parametrize(("place", "spent", "track", "may"), [
    ("0710", 5, False, True), ("0710", 6, False, False), ("0710", 0, True, False), ("brest/loose", 9, False, True),
    ("brest/inshore", 9, True, True), ("brest/off", 0, False, False), ("plymouth/port", 0, False, False),
])  # fmt: skip
def test_14_1_a_block_searches_at_sea_after_five_points_at_most_and_in_a_zone_always(
    place: str, spent: int, track: bool, may: bool
) -> None:
    state = sea({"channel-fleet": place})
    assert entering.may_search(state, course(state, "channel-fleet", spent, from_track=track)) is may


def test_14_0_rumours_and_blocks_off_the_map_never_search() -> None:
    state = sea(allied={"fog-1": "0710"})
    assert not entering.may_search(state, course(state, "fog-1"))
    state.blocks["frigate-1"] = Block()
    assert not entering.may_search(state, course(state, "frigate-1"))


@pytest.mark.parametrize(("place", "spent", "track", "word"), [
    ("brest/loose", 5, False, ""), ("brest/loose", 6, False, "far"), ("brest/inshore", 2, True, "track"),
])  # fmt: skip
def test_14_4_a_long_sail_or_a_track_makes_searching_harder(place: str, spent: int, track: bool, word: str) -> None:
    state = sea({"channel-fleet": place})
    moved = course(state, "channel-fleet", spent, from_track=track)
    moved.began, moved.went_to_sea = "0706", True
    assert entering.place_modifier(state, moved) == word


# ------------------------------------------------------------------------------------------------ 14.0


@pytest.mark.parametrize(("block", "place", "engages"), [
    ("channel-fleet", "brest/loose", True), ("channel-fleet", "0710", True), ("channel-fleet", "brest/off", False),
    ("frigate-1", "brest/loose", False),
])  # fmt: skip
def test_14_0_fleets_fight_and_frigates_and_blocks_off_station_do_not(block: str, place: str, engages: bool) -> None:
    assert searching.fights(sea({block: place}), block) is engages


def test_14_7_the_north_sea_fleet_fights_while_it_has_ships() -> None:
    state = sea()
    assert not searching.fights(state, NORTH_SEA_BOX)
    state.ships[BRITISH_74S[0]] = Vessel(NORTH_SEA_BOX)
    assert searching.fights(state, NORTH_SEA_BOX)


def test_14_7_the_north_sea_fleet_searches_the_channel_first_and_is_named() -> None:
    state = sea(allied={"brest-fleet": "1403", "toulon-fleet": "1501"})
    state.ships[BRITISH_74S[0]] = Vessel(NORTH_SEA_BOX)
    fought = play(searching.north_sea_search, state, dice={"search": [(1, 1)]})
    assert fought.outcome is True
    thrown = [note for note in fought.notes if note.throw is not None]
    assert [note.throw.label.split("/")[1] for note in thrown if note.throw] == ["1403"]
    assert thrown[0].why.startswith("The North Sea Fleet searches")
    assert play(searching.north_sea_search, sea()).outcome is False


def test_14_0_the_barges_make_a_fleet_in_the_channel_a_convoy() -> None:
    state = sea(allied={"brest-fleet": "1403", "toulon-fleet": "1501"}, barges="1403")
    assert searching.holds_convoy(state, ["brest-fleet", "toulon-fleet"])
    assert not searching.holds_convoy(state, ["toulon-fleet"])
    assert not searching.holds_convoy(sea(allied={"brest-fleet": "1403"}), ["brest-fleet"])


@pytest.mark.parametrize(("seat", "words"), [(BRITISH, "You have been spotted."), (ALLIED, "You have spotted them.")])
def test_14_0_the_allied_player_hears_which_blocks_were_found(seat: str, words: str) -> None:
    state = sea({"frigate-1": "0710"}, {"brest-fleet": "0710"})
    table = Table()
    target = "brest-fleet" if seat == BRITISH else "frigate-1"
    searching.reveal(table, state, searching.Scene(seat, seat, "0710", (target,)))
    assert [(note.to, note.text) for note in table.story if note.event == "spotted_blocks"] == [(ALLIED, words)]


@pytest.mark.parametrize(("mover", "moment"), [("brest-fleet", "entering"), ("", "active")])
def test_14_0_the_allied_player_hears_if_the_target_comes_in_or_lies_there(mover: str, moment: str) -> None:
    state = sea({"frigate-1": "0710"}, {"brest-fleet": "0710"})
    scene = searching.Scene(ALLIED, ALLIED, "0710", ("frigate-1",), "", mover)
    fought = play(searching.search, state, scene, [searching.Look("brest-fleet")])
    assert [each.facts["moment"] for each in fought.asked[ALLIED]] == [moment]
    assert not [note for note in fought.notes if note.throw]
