"""Chapters 7.8, 13 and 14 more closely: rumours raised and told, masts, who searches, what adds, who fights."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import (
    ALLIED,
    BRITISH,
    BRITISH_74S,
    FRENCH_74S,
    SPANISH_74S,
    Fought,
    load_board,
    play,
    position,
)

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules import ch07_rumours as rumours
from pbem.adjudicator.glory.rules import ch11_ports as ports
from pbem.adjudicator.glory.rules import ch13_blockade as blockade
from pbem.adjudicator.glory.rules import ch14_entering as entering
from pbem.adjudicator.glory.rules import ch14_search as searching
from pbem.adjudicator.glory.rules.ch09_activation import activate
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.state.state import Block, Foul, Raid, State, Vessel
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


# ------------------------------------------------------------------------------------------------ told and untold


def seen(fought: Fought, side: str) -> list[tuple[str, str, str]]:
    return [(each["was"], each["now"], each["how"]) for each in fought.events("sail") if each["side"] == side]


def moves(state: State, seat: str, block: str, *legs: dict[str, Any], **more: Any) -> Fought:
    """Activates a block with these legs in the North Atlantic."""
    said = {BRITISH: more.pop("british", {}), ALLIED: more.pop("allied", {})}
    said[seat] = {**said[seat], f"leg/{block}": list(legs)}
    half = Half(seat, "north_atlantic", "NE", "NE")
    return play(activate, state, half, block, 9, british=said[BRITISH], allied=said[ALLIED], **more)


def test_14_2_a_block_is_seen_where_it_is_searched_for_coming_out_and_coming_in() -> None:
    state = sea({"frigate-1": "ferrol/inshore", "frigate-2": "lisbon/loose"},
                {"ferrol-fleet": "ferrol/port", "fog-8": "0619"}, chits={"ferrol": "may"})  # fmt: skip
    out = moves(state, ALLIED, "ferrol-fleet", {"sortie": {"bound": "b"}}, dice={"search": [[1, 1]]})
    assert seen(out, ALLIED)[0] == ("ferrol/port", "ferrol/inshore", "sortie")
    into = moves(state, ALLIED, "fog-8", {"make_for": "lisbon", "stop": "loose"}, dice={"search": [[1, 1]]})
    assert seen(into, ALLIED) == [("0619", "lisbon/loose", "sail")]


def test_14_5_a_block_that_passes_a_watched_narrows_is_seen_there() -> None:
    for watch, path in ((True, ["1123", "1222"]), (False, ["1222"])):
        state = sea({"frigate-1": "1123"} if watch else {}, {"fog-1": "1022"})
        fought = moves(state, ALLIED, "fog-1", {"path": ["1123", "1222"], "stop": "sea"}, dice={
            "search": [[1, 1]]} if watch else {})  # fmt: skip
        assert [now for _, now, _ in seen(fought, ALLIED)] == path
        order = [note.event for note in fought.notes if note.event in ("sail", "search")]
        assert order == (["sail", "search", "sail"] if watch else ["sail"])


def test_20_8_a_fleet_that_is_back_in_port_stays_there_and_is_seen_once_to_go_in() -> None:
    run = {"tactic": "general-withdrawal", "sail": "easy"}
    state = sea({"channel-fleet": "brest/inshore"}, {"brest-fleet": "brest/port"}, chits={"brest": "may"})
    for ship in BRITISH_74S[2:9]:
        state.ships[ship] = Vessel("channel-fleet")
    state.settle()
    fought = moves(
        state, ALLIED, "brest-fleet", {"sortie": {"bound": "c"}},
        dice={"search": [[6, 6]], "gauge": [[6], [1]], "command/brest/allied": [[1], [1]],
              "fire/brest/british": [[1, 1]]},
        british={"day": "leave", "signals": {"tactic": "repeat-same", "sail": "easy"}},
        allied={"day": "leave", "signals": run, "withdraw": "yes"},
    )  # fmt: skip
    assert seen(fought, ALLIED) == [
        ("brest/port", "brest/inshore", "sortie"), ("brest/inshore", "brest/port", "enter")]  # fmt: skip
    assert len(fought.specs("search")) == 1


@pytest.mark.parametrize(("over", "at", "area", "inside"), [
    (False, "brest", "loose", True), (True, "brest", "loose", False), (False, "ferrol", "loose", False),
    (False, "brest", "port", False), (False, "brest", "", False),
])  # fmt: skip
def test_14_2_the_parts_of_a_zone_search_while_the_block_is_on_its_way_in_it(
    over: bool, at: str, area: str, inside: bool
) -> None:
    state = sea({"channel-fleet": "brest/loose"})
    here = course(state, "channel-fleet")
    here.over, state.blocks["channel-fleet"].at, state.blocks["channel-fleet"].area = over, at, area
    assert entering.in_zone(state, here, "brest") is inside


def active(state: State, *blocks: str, seat: str = BRITISH) -> Half:
    """A half in which these blocks have been activated where they lie."""
    here = Half(seat, "north_atlantic", "NE", "NE")
    here.courses = [course(state, block) for block in blocks]
    return here


def test_14_4_every_place_where_an_enemy_lies_is_searched_in_its_turn() -> None:
    state = sea({"channel-fleet": "0610", "cape-fleet": "0611", "irish-fleet": "0612"},
                {"fog-1": "0611", "fog-2": "0612"})  # fmt: skip
    here = active(state, "channel-fleet", "cape-fleet", "irish-fleet")
    fought = play(entering.active_searches, state, here, dice={"search": [[1, 1], [1, 1]]})
    assert [each["place"] for each in fought.events("search")] == ["0611", "0612"]


def test_14_0_a_fleet_without_ships_does_not_search() -> None:
    state = sea({"channel-fleet": "0610"})
    for ship in state.ships_in("channel-fleet"):
        state.lose(ship, "sunk", ALLIED)
    assert not entering.may_search(state, course(state, "channel-fleet"))


@pytest.mark.parametrize(("wishes", "throws"), [
    (["none", "all"], 1), (["all", "none"], 1), (["all", "all"], 2), (["all", "until_spotted"], 1),
    (["until_spotted", "until_spotted"], 1), (["none", "until_spotted"], 1),
])  # fmt: skip
def test_14_0_the_allied_player_says_who_searches_and_who_only_if_nobody_has_spotted(
    wishes: list[str], throws: int
) -> None:
    state = sea({"frigate-1": "0710"}, {"brest-fleet": "0710", "magon-fleet": "0710"})
    fleets = ("brest-fleet", "magon-fleet")
    looks = [searching.Look(block, "", wish) for block, wish in zip(fleets, wishes, strict=True)]
    scene = searching.Scene(ALLIED, ALLIED, "0710", ("frigate-1",))
    fought = play(searching.search, state, scene, looks, dice={"search": [[6, 6]] * throws})
    assert len(fought.specs("search")) == throws


@pytest.mark.parametrize(("at", "part", "word"), [("0710", "", "sea"), ("lisbon", "loose", "loose")])
def test_14_0_a_question_of_a_search_tells_the_part_of_the_zone(at: str, part: str, word: str) -> None:
    state = sea({"frigate-1": f"{at}/{part}".strip("/")}, {"brest-fleet": f"{at}/{part}".strip("/")})
    scene = searching.Scene(ALLIED, ALLIED, at, ("frigate-1",), part)
    fought = play(searching.search, state, scene, [searching.Look("brest-fleet")])
    assert [each.facts["part"] for each in fought.asked[ALLIED]] == [word]


@pytest.mark.parametrize(("chits", "turn", "total"), [(0, 17, 0), (1, 17, -1), (2, 17, -2), (3, 17, -2), (0, 2, None)])
def test_14_6_weather_and_season_make_searching_harder(chits: int, turn: int, total: int | None) -> None:
    state = sea({"frigate-1": "0710"}, foul=[Foul("weather", ["bay_of_biscay"], 2, "squall")] * chits, turn=turn)
    scene = searching.Scene(BRITISH, BRITISH, "0710", ("fog-1",))
    winter = BOARD.zones["bay_of_biscay"].search["winter"]
    assert winter
    assert searching.modifiers(state, scene, searching.Look("frigate-1")).total == (winter if total is None else total)


@pytest.mark.parametrize(("at", "part", "place", "fell", "text"), [
    ("0710", "", "0710", [1, 1], "No contact."), ("lisbon", "loose", "lisbon/loose", [6, 6], "Spotted."),
])  # fmt: skip
def test_14_0_all_hear_who_searched_where_and_if_it_spotted(
    at: str, part: str, place: str, fell: list[int], text: str
) -> None:
    state = sea({"frigate-1": f"{at}/{part}".strip("/")}, {"fog-1": f"{at}/{part}".strip("/")})
    scene = searching.Scene(BRITISH, BRITISH, at, ("fog-1",), part)
    fought = play(searching.search, state, scene, [searching.Look("frigate-1")], dice={"search": [fell]})
    [told] = [note for note in fought.notes if note.event == "search"]
    assert (told.to, told.text, told.facts) == (
        ALL, text, {"side": BRITISH, "place": place, "spotted": "yes" if text == "Spotted." else "no"})  # fmt: skip
    assert [each["place"] for each in fought.events("rumour")] == ([at] if text == "Spotted." else [])


def test_14_0_one_convoy_among_several_blocks_makes_them_easier_to_find() -> None:
    state = sea(allied={"brest-fleet": "0710", "french-transport": "0710"})
    assert searching.holds_convoy(state, ["brest-fleet", "french-transport"])
    assert not searching.holds_convoy(state, ["brest-fleet"])


def test_14_0_the_gold_is_told_when_it_is_spotted() -> None:
    state = sea({"frigate-1": "0710"}, {"spanish-gold": "0710"})
    table = Table()
    searching.reveal(table, state, searching.Scene(BRITISH, BRITISH, "0710", ("spanish-gold",)))
    [told] = [note.facts for note in table.story if note.event == "spotted"]
    assert told["areas"]["sea"][ALLIED]["gold"] == "yes"


@pytest.mark.parametrize(("british", "fought"), [("frigate-1", False), ("channel-fleet", True)])
def test_14_0_a_frigate_that_spots_a_fleet_does_not_fight_it(british: str, fought: bool) -> None:
    state = sea({british: "0710"}, {"brest-fleet": "0710"})
    scene = searching.Scene(BRITISH, BRITISH, "0710", ("brest-fleet",))
    done = play(searching.search, state, scene, [searching.Look(british)], dice={"search": [[6, 6]]},
                british={"deny": "yes"}, allied={"deny": "yes"})  # fmt: skip
    assert (done.outcome.spotted, done.outcome.fought) == (True, fought)
    assert [each["area"] for each in done.events("battle")] == ["sea"] * fought


@pytest.mark.parametrize(("sails", "at"), [
    ({}, ""), ({"fog-1": "1501"}, "1501"), ({"fog-1": "1501", "fog-2": "1501", "fog-3": "1602"}, "1501"),
    ({"fog-1": "1501", "fog-2": "1602", "fog-3": "1602"}, "1602"), ({"fog-1": "1403", "fog-2": "1501",
                                                                     "fog-3": "1501"}, "1403"),
])  # fmt: skip
def test_14_7_the_north_sea_fleet_looks_for_most_sails_but_first_in_the_channel(sails: dict[str, str], at: str) -> None:
    state = sea(allied=sails)
    state.ships[BRITISH_74S[0]] = Vessel(NORTH_SEA_BOX)
    fought = play(searching.north_sea_search, state, dice={"search": [[1, 1]]} if at else {})
    assert (fought.outcome, [each["place"] for each in fought.events("search")]) == (bool(at), [at] if at else [])


def test_14_0_a_frigate_that_is_spotted_fights_nobody() -> None:
    state = sea({"frigate-1": "0710"}, {"brest-fleet": "0710"})
    scene = searching.Scene(ALLIED, ALLIED, "0710", ("frigate-1",))
    done = play(searching.search, state, scene, [searching.Look("brest-fleet", "", "all")], dice={"search": [[6, 6]]})
    assert not done.events("battle")


# ------------------------------------------------------------------------------------------------ 11 and 13 again


@pytest.mark.parametrize(("spanish", "why"), [(5, "the gold needs six Spanish ships"), (6, "")])
def test_7_3_the_gold_comes_out_of_havana_with_six_spanish_ships(spanish: int, why: str) -> None:
    state = position({"spanish-gold": ("havana", "port", SPANISH_74S[:spanish], [])}, rose=dict(WINDS))
    assert ports.why_no_sortie(state, "spanish-gold", "E") == why


def test_24_2_a_wreck_that_comes_into_a_port_leaves_trafalgar() -> None:
    for scenario, lost in (("trafalgar", {FRENCH_74S[0]: "unscored"}), ("campaign", {})):
        state = sea(allied={"brest-fleet": "brest/port"}, scenario=scenario)
        state.ships[FRENCH_74S[0]].damaged = state.ships[FRENCH_74S[0]].wrecked = True
        ports.ships_into(Table(), state, state.ships_in("brest-fleet"), "brest", "brest-fleet")
        assert {name: loss.how for name, loss in state.lost.items()} == lost


def test_11_2_a_rumour_in_a_port_with_a_display_is_free_for_later_use_and_in_another_it_lies_there() -> None:
    for port, place in (("brest", ""), ("guadeloupe", "guadeloupe/port")):
        state = sea(allied={"fog-1": f"{port}/port"})
        play(ports.come_in, state, "fog-1")
        assert state.place("fog-1") == place


def test_11_2_a_fleet_that_has_come_in_is_bound_nowhere() -> None:
    state = sea(allied={"brest-fleet": "brest/port"})
    here = state.blocks["brest-fleet"]
    here.bound, here.letter, here.face_down, here.reached = "ferrol", "d", True, True
    play(ports.come_in, state, "brest-fleet")
    assert (here.bound, here.letter, here.face_down, here.reached) == ("", "", False, False)


def test_13_5_ships_in_ordinary_are_told_where_there_are_some() -> None:
    state = sea({"channel-fleet": "0710"})
    assert "ordinary" not in blockade.as_told(state, ["channel-fleet"])


def test_13_3_by_the_charter_the_sound_ships_of_the_other_fleets_count_and_not_ones_own() -> None:
    state = sea({"channel-fleet": "brest/loose", "cape-fleet": "brest/inshore"}, house={"blockade": "together"})
    for ship in BRITISH_74S[4:9]:
        state.ships[ship] = Vessel("cape-fleet")
    state.settle()
    assert blockade.others_that_stay(state, "channel-fleet") == 7
    assert blockade.others_that_stay(state, "cape-fleet") == 2
