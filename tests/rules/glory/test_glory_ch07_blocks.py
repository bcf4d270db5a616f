"""Chapter 7: blocks and what all see of them, ships picked from a fleet, fleets and rumours that come and go."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, SPANISH_74S, play, position
from rules.glory.test_glory_ch09_movement import sail, sea

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules import ch07_blocks as blocks
from pbem.adjudicator.glory.rules import ch07_fleets as fleets
from pbem.adjudicator.glory.rules import ch07_rumours as rumours
from pbem.adjudicator.glory.rules import ch08_admirals as admirals
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.selecting import by_worth, chosen_ships
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import Block, State, Vessel

# ------------------------------------------------------------------------------------------- what all see


@pytest.mark.parametrize(("was", "now", "how", "words"), [
    ("brest/loose", "brest/off", "off", "is blown Off Station at Brest"),
    ("brest/loose", "", "gone", "is gone from Loose Blockade off Brest"),
    ("0610", "", "gone", "is gone from 0610"),
    ("", "0610", "appear", "is seen in 0610"),
    ("brest/port", "0807", "sail", "comes out of Brest and is in 0807"),
    ("brest/port", "brest/inshore", "sortie", "moves from Brest and is Inshore off Brest"),
    ("0610", "0610", "face", "is laid on its face in 0610"),
    ("0610", "0610", "sail", "stays in 0610"),
    ("0610", "0611", "sail", "moves from 0610 and is in 0611"),
    ("east-2", "east-3", "track", "moves from box 2 on the way to Europe and is in box 3 on the way to Europe"),
])  # fmt: skip
def test_7_4_a_sail_is_told_by_where_it_was_and_is_and_never_by_its_name(
    was: str, now: str, how: str, words: str
) -> None:
    state = sea({"channel-fleet": "0610"}, {"brest-fleet": "0610"})
    names = {hex_: str(state.board.hexes[hex_]) for hex_ in ("0610", "0611", "0807")}
    for block, who in (("channel-fleet", "A British sail"), ("brest-fleet", "An Allied sail")):
        table = Table()
        tell_move(table, state, "9.1", block, was, now, how)
        told = table.story[0].text
        for hex_, name in names.items():
            told = told.replace(name, hex_)
        assert told == f"{who} {words}."


# ------------------------------------------------------------------------------------------- ships picked


def test_3_2_the_best_ships_are_the_sound_ones_and_then_those_of_most_guns() -> None:
    state = sea({"channel-fleet": "0610"})
    hurt, sound = state.ships_in("channel-fleet")
    state.ships[hurt].damaged = True
    assert by_worth(state, [hurt, sound]) == [sound, hurt]


@pytest.mark.parametrize(("wanted", "places"), [
    ({"best": "2"}, [1, 2]), ({"worst": "2"}, [0, 3]), ({"worst": "1"}, [0]), (["best"], [1, 2, 3, 0]),
    ("damaged", [0]), ("sound", [1, 2, 3]), ("all", [0, 1, 2, 3]), (None, [0, 1, 2, 3]), ("nobody", []),
])  # fmt: skip
def test_3_2_ships_are_picked_by_name_by_worth_and_by_what_they_suffered(wanted: Any, places: list[int]) -> None:
    """Four 74s of one value, in the order of the board; the first is damaged."""
    state = sea({"channel-fleet": "0610", "cape-fleet": "0610"})
    pool = BRITISH_74S[:4]
    state.ships[pool[0]].damaged = True
    assert chosen_ships(state, pool, wanted) == [pool[place] for place in places]


def picked(number: int) -> tuple[list[str], int]:
    """What is picked of three names, and how often somebody was asked."""

    async def ask(table: Table) -> list[str]:
        options = {name: name for name in "abc"}
        return await questions.pick(table, "6.9.1", BRITISH, "pick", {}, options, number, ["c", "b", "a"], "Which?")

    done = play(ask)
    return done.outcome, len(done.asked[BRITISH])


@pytest.mark.parametrize(("number", "names", "asked"), [
    (-1, [], 0), (0, [], 0), (1, ["c"], 1), (2, ["c", "b"], 1), (3, ["a", "b", "c"], 0), (4, ["a", "b", "c"], 0),
])  # fmt: skip
def test_2_3_nobody_is_asked_where_none_or_all_must_be_taken(number: int, names: list[str], asked: int) -> None:
    assert picked(number) == (names, asked)


# ------------------------------------------------------------------------------------------- blocks without ships


def at_sea(block: str, *ships: str, **fields: Any) -> State:
    return position({block: ("0710", "sea", list(ships), [])}, **fields)


@pytest.mark.parametrize(("block", "readiness", "at"), [
    ("french-transport", {"french-transport": 0}, ""), ("spanish-gold", {}, "gone"), ("brest-fleet", {}, ""),
])  # fmt: skip
def test_7_2_a_convoy_without_ships_goes_back_to_start_and_the_gold_for_good(
    block: str, readiness: dict[str, int], at: str
) -> None:
    state = at_sea(block)
    play(blocks.empty_block, state, block)
    assert (state.readiness, state.blocks[block].at, state.place(block)) == (readiness, at, "")
    state = at_sea(block, FRENCH_74S[0])
    play(blocks.escort_left, state, block)
    assert state.blocks[block].at == at


def test_7_1_the_owner_hears_which_admiral_is_lost_with_the_last_ship() -> None:
    state = at_sea("brest-fleet")
    state.admirals["allemand"].at = "brest-fleet"
    told = [note for note in play(blocks.empty_block, state, "brest-fleet").notes if note.event == "admiral_gone"]
    assert [(note.to, note.facts["admiral"]) for note in told] == [(ALLIED, "allemand")]


def test_7_3_all_hear_that_the_gold_has_come_home() -> None:
    state = position({"spanish-gold": ("cadiz", "port", SPANISH_74S[:6], [])})
    told = [note for note in play(blocks.gold_home, state, "spanish-gold").notes if note.event == "gold_home"]
    assert [(note.to, note.facts["port"]) for note in told] == [(ALL, "cadiz")]


def test_7_7_all_see_that_a_frigate_is_gone() -> None:
    state, table = position({"frigate-1": ("brest", "loose", [], [])}), Table()
    blocks.frigate_away(table, state, "frigate-1", 3, "6.8")
    assert [(note.to, note.facts["was"], note.facts["now"]) for note in table.story if note.event == "sail"] == [
        (ALL, "brest/loose", "")]  # fmt: skip


# ------------------------------------------------------------------------------------------- fleets in port


def in_port(**fleets_: list[str]) -> State:
    """British fleets in Plymouth, with these ships."""
    return position({name.replace("_", "-"): ("plymouth", "port", ships, []) for name, ships in fleets_.items()})


def formed(state: State, *orders: dict[str, Any]) -> Any:
    return play(fleets.form_fleets, state, BRITISH, ["plymouth"], british={"fleets/plymouth": list(orders)})


def test_7_6_a_port_with_one_ship_that_is_ready_is_asked_about_and_one_without_is_not() -> None:
    state = position({})
    state.ships[BRITISH_74S[0]] = Vessel("plymouth", ordinary=True)
    assert formed(state).topics(BRITISH) == []
    state.ships[BRITISH_74S[1]] = Vessel("plymouth")
    assert formed(state).topics(BRITISH) == ["fleets/plymouth"]


def test_7_6_a_block_whose_ships_were_taken_is_free_for_later_use() -> None:
    state = in_port(downs_fleet=BRITISH_74S[:1], biscay_fleet=BRITISH_74S[1:2])
    formed(state, {"block": "downs-fleet", "ships": BRITISH_74S[:2]})
    assert (state.ships_in("downs-fleet"), state.place("biscay-fleet")) == (BRITISH_74S[:2], "")


def test_7_6_an_order_without_ships_keeps_those_of_the_block_and_fills_an_empty_one() -> None:
    state = in_port(downs_fleet=BRITISH_74S[:1])
    state.ships[BRITISH_74S[5]] = Vessel("plymouth")
    formed(state, {"block": "downs-fleet"})
    assert state.ships_in("downs-fleet") == BRITISH_74S[:1]
    formed(state, {"block": "biscay-fleet"})
    assert state.ships_in("biscay-fleet") == [BRITISH_74S[5]]


def test_7_6_a_block_in_another_port_is_not_formed_here() -> None:
    state = in_port(downs_fleet=BRITISH_74S[:1])
    assert fleets.why_not_formed(state, BRITISH, "portsmouth", "downs-fleet") == "Downs is not in Portsmouth"
    assert fleets.why_not_formed(state, BRITISH, "plymouth", "downs-fleet") == ""


def test_9_7_ships_that_are_ready_move_once_along_the_coast_and_those_in_ordinary_never() -> None:
    state = position({})
    state.ships[BRITISH_74S[0]] = Vessel("plymouth")
    state.ships[BRITISH_74S[1]] = Vessel("plymouth", ordinary=True)
    play(fleets.transfer, state, british={"transfer": [{"to": "portsmouth"}, {"to": "plymouth"}]})
    assert [state.ships[ship].at for ship in BRITISH_74S[:2]] == ["portsmouth", "plymouth"]
    state.ships[BRITISH_74S[0]].ordinary = True
    assert play(fleets.transfer, state).topics(BRITISH) == []


def test_6_3_the_ports_of_a_half_are_the_friendly_ones_of_its_sea() -> None:
    atlantic = fleets.own_ports(sea(), ALLIED, "north_atlantic")
    assert atlantic == ["brest", "rochefort", "ferrol", "cadiz"]


# ------------------------------------------------------------------------------------------- divided and joined


def divided(state: State, block: str, order: dict[str, Any]) -> Any:
    async def rule(table: Table) -> str:
        return fleets.split(table, state, block, order)  # type: ignore[arg-type]

    return play(rule)


@pytest.mark.parametrize(("place", "scenario", "divides"), [
    ("0710", "campaign", False), ("brest/port", "campaign", True), ("0710", "trafalgar", True),
])  # fmt: skip
def test_7_6_allied_fleets_divide_in_port_only_but_in_trafalgar(place: str, scenario: str, divides: bool) -> None:
    state = sea(allied={"brest-fleet": place}, scenario=scenario)
    done = divided(state, "brest-fleet", {"block": "magon-fleet", "ships": {"best": "1"}})
    assert (done.outcome == "magon-fleet") is divides
    assert [note.text for note in done.notes if note.event == "lapsed"] == (
        [] if divides else ["Brest does not divide: Allied fleets divide in port only."])  # fmt: skip


def test_7_6_all_see_one_sail_more_where_a_fleet_divides() -> None:
    state = sea({"channel-fleet": "0710"})
    done = divided(state, "channel-fleet", {"block": "cape-fleet", "ships": {"best": "1"}})
    assert [(each["was"], each["now"], each["how"]) for each in done.events("sail")] == [("", "0710", "split")]


def test_13_3_no_more_ships_are_detached_than_need_not_stay() -> None:
    state = position({"channel-fleet": ("brest", "loose", BRITISH_74S[:8], []),
                      "brest-fleet": ("brest", "port", FRENCH_74S[:6], [])})  # fmt: skip
    for number, divides in ((3, False), (2, True)):
        order = {"block": "cape-fleet", "ships": {"best": str(number)}}
        assert (divided(state, "channel-fleet", order).outcome == "cape-fleet") is divides


@pytest.mark.parametrize("take", ["best", "worst"])
def test_7_6_where_as_many_are_to_stay_as_there_are_nobody_goes(take: str) -> None:
    state = sea({"channel-fleet": "0710"})
    order: Any = {"keep": "2", "take": take}
    assert fleets.going_ships(state, "channel-fleet", order) == []


@pytest.mark.parametrize(("firebrand", "going"), [("yes", ["cochrane"]), ("no", ["calder", "cochrane"])])
def test_8_6_cochrane_goes_with_five_sound_ships_without_the_senior_admiral_if_so_ordered(
    firebrand: str, going: list[str]
) -> None:
    state = position({"channel-fleet": ("0710", "sea", BRITISH_74S[:8], ["calder", "cochrane"])})
    ships: Any = BRITISH_74S[:5]
    order: Any = {"ships": ships, "admirals": ["cochrane"], "firebrand": firebrand}
    found = fleets.going_admirals(state, BRITISH, "channel-fleet", ships, BRITISH_74S[5:8], order)
    assert sorted(found) == going
    few = fleets.going_admirals(state, BRITISH, "channel-fleet", ships[:4], BRITISH_74S[4:8], order)
    assert few == ["cochrane"]


@pytest.mark.parametrize(("one", "two", "joins"), [
    ("brest-fleet", "fog-1", False), ("fog-1", "fog-2", True), ("fog-1", "brest-fleet", True),
    ("brest-fleet", "magon-fleet", False), ("channel-fleet", "cape-fleet", True), ("brest-fleet", "brest-fleet", False),
    ("brest-fleet", "channel-fleet", False), ("brest-fleet", "nobody", False), ("toulon-fleet", "brest-fleet", False),
])  # fmt: skip
def test_7_5_who_may_be_absorbed_by_whom(one: str, two: str, joins: bool) -> None:
    """All lie in one hex with destinations of their own; the Toulon fleet is off the map."""
    state = sea({"channel-fleet": "0710", "cape-fleet": "0710"}, {"brest-fleet": "0710", "magon-fleet": "0710"})
    state.blocks["fog-1"], state.blocks["fog-2"] = Block("0710", "sea"), Block("0710", "sea")
    for number, name in enumerate(("channel-fleet", "cape-fleet", "brest-fleet", "magon-fleet", "fog-1", "fog-2")):
        state.blocks[name].bound = str(number)
    assert (fleets.why_not_joined(state, one, two) == "") is joins
    state.scenario = "trafalgar"
    assert fleets.why_not_joined(state, "brest-fleet", "magon-fleet") == ""


# ------------------------------------------------------------------------------------------- rumours


def rumours_of(state: State, *numbers: int) -> list[tuple[str, str, int]]:
    """The rumours raised beside the Brest fleet, so many at a time: name, destination, number."""
    for number in numbers:
        play(rumours.raise_rumours, state, "brest-fleet", number, "sortie")
    return [(name, block.bound, block.number) for name, block in state.blocks.items() if block.beside]


def test_7_8_rumours_that_come_up_later_have_the_next_numbers_and_other_destinations() -> None:
    state = sea(allied={"brest-fleet": "0710"})
    state.blocks["brest-fleet"].bound = "martinique"
    made = rumours_of(state, 2, 1)
    assert [number for _, _, number in made] == [1, 2, 3]
    assert sorted(bound for _, bound, _ in made) == ["bantry-bay", "ferrol", "lisbon"]


def test_7_8_a_destination_of_a_rumour_of_another_fleet_may_be_had_again() -> None:
    state = sea(allied={"brest-fleet": "0710", "magon-fleet": "0710"})
    state.blocks["brest-fleet"].bound = "martinique"
    state.blocks["fog-8"] = Block("0710", "sea", "lisbon", beside="magon-fleet", number=1)
    assert len([bound for name, bound, _ in rumours_of(state, 3) if name != "fog-8" and bound]) == 3


@pytest.mark.parametrize(("place", "fits"), [("0710", True), ("w22", False), ("west-2", False)])
def test_12_6_destinations_with_an_asterisk_are_for_fleets_in_europe(place: str, fits: bool) -> None:
    state = sea(allied={"brest-fleet": place})
    assert rumours.fits(state, "brest-fleet", "malta") is fits
    assert rumours.fits(state, "brest-fleet", "cadiz")


@pytest.mark.parametrize(("british", "allied", "made"), [
    ("0711", "0710", 1), ("0710", "0710", 0), ("brest/loose", "0807", 0), ("0711", "west-2", 0),
])  # fmt: skip
def test_7_8_a_bonus_move_raises_a_rumour_where_no_british_block_is_in_the_hex(
    british: str, allied: str, made: int
) -> None:
    state = sea({"frigate-1": british}, {"brest-fleet": allied})
    assert len(play(rumours.rumour_of_bonus, state, "brest-fleet").outcome) == made


def test_7_8_a_rumour_that_comes_up_on_a_track_is_bound_across_the_ocean() -> None:
    state = sea(allied={"brest-fleet": "0120"})
    state.blocks["brest-fleet"].bound = "martinique"
    sail(state, ALLIED, "brest-fleet")
    assert (state.place("brest-fleet"), state.place("fog-1")) == ("west-1", "west-1")
    assert rumours.suits_track(state, "fog-1")
    assert state.blocks["brest-fleet"].bound == "martinique"


@pytest.mark.parametrize(("bound", "to", "arrives"), [
    ("lisbon", "guadeloupe", "guadeloupe"), ("havana", "", "havana"), ("havana", "guadeloupe", "havana"),
    ("lisbon", "", "martinique"),
])  # fmt: skip
def test_12_1_a_rumour_goes_where_its_order_to_cross_says_unless_it_is_bound_across_already(
    bound: str, to: str, arrives: str
) -> None:
    state = sea(allied={"fog-1": "0120"})
    state.blocks["fog-1"].bound = bound
    for number in range(2, 9):
        state.blocks[f"fog-{number}"] = Block("gone")
    sail(state, ALLIED, "fog-1", {"cross": {"to": to} if to else {}})
    assert (state.place("fog-1"), state.blocks["fog-1"].bound) == ("west-1", arrives)


def test_7_8_a_rumour_at_sea_is_on_no_track() -> None:
    state = sea(allied={"fog-1": "0120"})
    state.blocks["fog-1"].bound = "martinique"
    assert not rumours.suits_track(state, "fog-1")


# ------------------------------------------------------------------------------------------- admirals


def test_8_3_in_a_small_fleet_too_a_fleet_admiral_commands_before_a_squadron_commander() -> None:
    assert admirals.commander(sea(), BRITISH, BRITISH_74S[:5], ["cochrane", "calder"]).id == "calder"
    assert admirals.commander(sea(), BRITISH, BRITISH_74S[:5], ["cochrane"]).id == "cochrane"


@pytest.mark.parametrize(("at", "there"), [
    ("north-sea", True), ("plymouth", True), ("turn-12", False), ("gone", False),
])  # fmt: skip
def test_8_1_a_successor_joins_a_port_or_the_north_sea_fleet(at: str, there: bool) -> None:
    assert admirals.is_there(sea(), at) is there


def test_8_1_by_default_a_successor_joins_the_port_with_most_ships() -> None:
    state = position({})
    for ship, port in zip(FRENCH_74S[:3], ("toulon", "brest", "brest"), strict=True):
        state.ships[ship] = Vessel(port)
    state.settle()
    assert play(admirals.new_port, state, "rosily-mesros").outcome == "brest"
