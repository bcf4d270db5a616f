"""Chapter 4, arrivals: convoys and who meets them, Mexicans and their lost cause, free frigates, leaders."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import play, position

from pbem.adjudicator.guerra.rules import ch04_arrivals as arrivals
from pbem.adjudicator.guerra.state.state import Siege, State


def due(state: State, *names: str) -> State:
    """Units and leaders that come this turn."""
    for name in names:
        (state.leaders if name in state.leaders else state.units)[name].at = "due"
    return state


def land(state: State, seat: str, *entries: dict[str, Any], dice: Any = None, **answers: Any) -> Any:
    return play(arrivals.arrivals, state, seat, list(entries), dice=dice, **answers)


# ------------------------------------------------------------------------------------------------ the track


def test_2_3_what_the_track_holds_comes_due_or_joins_its_pool() -> None:
    state = position({}, turn=3)
    for name in ("a", "c", "tp", "vdc"):
        state.units[name].at = "track/3"
    state.units["ab"].at, state.leaders["pezuela"].at = "track/4", "track/3"
    arrivals.come_due(state)
    assert [state.units[name].at for name in ("a", "c", "tp", "vdc", "ab")] == ["due", "due", "due", "pool", "track/4"]
    assert state.leaders["pezuela"].at == "due"


def test_4_10_by_the_charter_patriot_reinforcements_come_free() -> None:
    state = position({"salta": ["p1"]}, turn=3, house={"patriot_arrivals": "free"})
    state.units["c"].at = "track/3"
    arrivals.come_due(state)
    land(state, "patriot")
    assert state.place_of("c") == "salta"


# ------------------------------------------------------------------------------------------------ convoys


def montevideo(**fields: Any) -> State:
    """Morillo's corps is due, Montevideo is the Royalist's, an El Plata ship cruises before it."""
    state = position({"banda-oriental/montevideo": ["dba"]},
                     **{"turn": 6, "stations": {"pla-f1": "atlantic-1"}, **fields})  # fmt: skip
    state.units["pla-f1"].at = "buenos-aires"
    return due(state, "le1", "vy", "hf", "art-s1", "morillo")


@pytest.mark.parametrize(("die", "units", "leader"), [
    (1, "track/7", "track/7"), (2, "track/7", "track/7"), (3, "banda-oriental", "banda-oriental"),
    (4, "banda-oriental", "banda-oriental"), (5, "pool", ""), (6, "pool", ""),
])  # fmt: skip
def test_4_8_a_patriot_ship_on_station_meets_the_transports(die: int, units: str, leader: str) -> None:
    state = montevideo()
    entry = {"units": ["le1", "vy", "hf", "art-s1"], "leaders": ["morillo"], "port": "montevideo", "if_met": "press_on"}
    dice: dict[str, list[int]] = {"transports/montevideo": [die]} | ({"leader/morillo": [1]} if die > 4 else {})
    land(state, "royalist", entry, dice=dice)
    assert {state.place_of(unit) for unit in entry["units"]} == {units}
    assert state.place_of("morillo") == (leader or "gone")


def test_4_8_without_enemy_ships_all_land_inside_the_port_as_one_stack() -> None:
    state = montevideo(stations={})
    land(state, "royalist", {"units": ["le1", "vy"], "port": "montevideo", "if_met": "wait"})
    force = state.force_of("le1")
    assert state.forces[force].inside == "montevideo"
    assert state.force_of("vy") == force


@pytest.mark.parametrize(("if_met", "port"), [("other_port", "la-habana"), ("wait", "")])
def test_4_8_a_convoy_makes_another_port_or_waits(if_met: str, port: str) -> None:
    state = montevideo()
    state.put(["lh1"], state.new_force("royalist", "cuba", "la-habana"))
    units = ["le1", "vy", "hf", "art-s1"]
    land(state, "royalist", {"units": units, "port": "montevideo", "or": [{"port": "la-habana"}], "if_met": if_met})
    where = state.forces[state.force_of("le1")].inside if state.force_of("le1") else ""
    assert where == port


def test_4_8_nobody_lands_in_a_besieged_port_or_one_of_the_enemys() -> None:
    state = montevideo(stations={})
    state.sieges["montevideo"] = Siege("patriot", ["patria-1"])
    entries = [{"units": [unit], "port": port} for unit, port in (("le1", "montevideo"), ("vy", "buenos-aires"))]
    played = land(state, "royalist", *entries)
    assert state.units["le1"].at == state.units["vy"].at == "due"
    assert len(played.told("lapsed")) == 2


def test_4_8_by_the_charter_ships_in_port_meet_convoys_and_those_on_station_do_not() -> None:
    state = montevideo(house={"arrivals_met_by": "ports"})
    state.put(["p1"], state.new_force("patriot", "rio-de-la-plata"))
    entry = {"units": ["le1"], "port": "montevideo", "if_met": "press_on"}
    land(state, "royalist", entry, {"units": ["vy", "hf", "art-s1"], "port": "montevideo", "if_met": "wait"},
         dice={"transports": [3]})  # fmt: skip
    assert state.place_of("le1") == "banda-oriental"
    state.units["pla-f1"].at = "pool"
    assert state.place_of("vy") == "due"


def test_4_8_a_convoy_asks_only_what_is_open_to_it() -> None:
    played = land(montevideo(), "royalist", {"units": ["le1", "vy", "hf", "art-s1"], "port": "montevideo"})
    options = [list(each.options) for each in played.asked if each.topic == "convoy"]
    assert options == [["press_on", "other_port", "wait"]]
    assert played.asked[0].default_answer() == "other_port"


def test_4_8_unnamed_spaniards_land_where_most_of_their_own_stand_in_the_open() -> None:
    state = due(position({"lima": ["rl", "cu"], "costa-firme/puerto-cabello": ["r-mi3"]}, turn=3), "a", "as")
    land(state, "royalist")
    assert [state.forces[state.force_of(unit)].inside for unit in ("a", "as")] == ["callao", "callao"]


@pytest.mark.parametrize(("place", "where"), [("lima", "lima"), ("cuba", "due"), ("quito", "due")])
def test_4_8_the_talavera_battalions_land_in_the_viceroyalty_of_peru(place: str, where: str) -> None:
    state = due(position({place: ["rl"]}, turn=5), "tv1")
    land(state, "royalist", {"units": ["tv1"], "at": place})
    assert state.place_of("tv1") == where


# ------------------------------------------------------------------------------------------------ Mexico


def mexicans(*stacks: tuple[str, list[str]], morelos: str = "") -> State:
    state = position(dict(stacks), turn=3)
    if morelos in ("gone", "out"):
        state.leaders["morelos"].at = morelos
    return due(state, "tp", "sp")


def test_4_10_mexicans_join_morelos_by_default() -> None:
    state = mexicans(("tierra-caliente", ["morelos", "mex-mi1"]), ("durango", ["mex-mi2"]))
    land(state, "patriot")
    assert state.force_of("tp") == state.force_of("morelos")


@pytest.mark.parametrize(("at", "enters"), [("durango", "durango"), ("central-mexico", "tierra-caliente"),
                                            ("yucatan", "tierra-caliente")])  # fmt: skip
def test_4_10_mexicans_enter_where_all_is_theirs_and_in_a_recruiting_area(at: str, enters: str) -> None:
    state = mexicans(("tierra-caliente", ["morelos", "mex-mi1"]), ("durango", ["mex-mi2"]), ("yucatan", ["mex-mi3"]),
                     ("central-mexico", ["mex-mi4"]), ("central-mexico#", ["ne"]))  # fmt: skip
    land(state, "patriot", {"units": ["tp", "sp"], "at": at})
    assert state.place_of("tp") == enters


def test_4_10_with_morelos_out_of_play_any_mexican_area_free_of_royalists_will_do() -> None:
    state = mexicans(("central-mexico", ["ne"]), morelos="out")
    land(state, "patriot", {"units": ["tp"], "at": "yucatan"}, {"units": ["sp"], "at": "central-mexico"})
    assert state.place_of("tp") == "yucatan"
    assert state.place_of("sp") != "central-mexico"


def test_4_10_once_morelos_is_lost_militia_come_instead_as_far_as_they_reach() -> None:
    horse = [f"mex-mc{number}" for number in (1, 2, 3, 4, 5)]
    state = mexicans(("durango", horse), morelos="gone")
    land(state, "patriot", {"units": ["tp", "sp"], "at": "durango"})
    assert [state.units[name].at for name in ("tp", "sp")] == ["gone", "gone"]
    came = [unit for unit in state.land_units_at("durango") if unit not in horse]
    assert [(state.is_militia(unit), state.arm(unit)) for unit in came] == [(True, "infantry")]


@pytest.mark.parametrize(("said", "lands"), [("yucatan", "yucatan"), (None, "tejas")])
def test_4_10_mina_lands_on_a_caribbean_coast_of_mexico(said: str | None, lands: str) -> None:
    state = due(position({}, turn=8), "m")
    play(arrivals.mina, state, patriot={"mina": said} if said else {})
    assert state.place_of("m") == lands
    assert play(arrivals.mina, state).asked == []


def test_4_10_mina_is_with_morelos_if_he_is_on_that_coast() -> None:
    state = due(position({"tierra-caliente": ["morelos"]}, turn=8), "m")
    play(arrivals.mina, state)
    assert state.force_of("m") == state.force_of("morelos")


# ------------------------------------------------------------------------------------------------ ships and leaders


@pytest.mark.parametrize(("held", "at"), [("rio-de-la-plata", "buenos-aires"), ("cordoba", "pool")])
def test_4_10_a_frigate_comes_free_to_a_port_of_its_own_country_or_joins_the_pool(held: str, at: str) -> None:
    state = due(position({held: ["p1"]}, turn=2), "pla-f1")
    land(state, "patriot")
    assert state.units["pla-f1"].at == at


def test_8_3_cochrane_brings_a_ship_free_to_a_port_of_hers() -> None:
    state = due(position({"northern-chile": ["chi1"]}, turn=9), "cochrane")
    play(arrivals.leaders_arrive, state, "patriot", [{"leader": "cochrane", "port": "valparaiso", "brings": "chl-s1"}])
    assert state.units["chl-s1"].at == "valparaiso"
    assert state.leaders["cochrane"].at == "chl-s1"


def test_8_3_cochrane_without_a_ship_waits() -> None:
    state = due(position({}, turn=9), "cochrane")
    play(arrivals.leaders_arrive, state, "patriot", [])
    assert state.leaders["cochrane"].at == "due"


@pytest.mark.parametrize(("leader", "stacks", "order", "place"), [
    ("belgrano", {"salta": ["p1"], "cordoba": ["p2", "dp"]}, {}, "cordoba"),
    ("belgrano", {"salta": ["p1"], "cordoba": ["p2", "dp"]}, {"at": "salta"}, "salta"),
    ("belgrano", {"salta": ["p1"], "lima": ["chi1"]}, {"at": "lima"}, "salta"),
    ("boves", {"los-llanos": ["ll1-r"], "banda-oriental": ["spl1"]}, {"at": "banda-oriental"}, "los-llanos"),
    ("san-martin", {}, {}, "cordoba"), ("bolivar", {"box-haiti": ["vc"]}, {}, "box-haiti"),
])  # fmt: skip
def test_4_10_leaders_come_to_their_own_men(
    leader: str, stacks: dict[str, list[str]], order: dict[str, str], place: str
) -> None:
    state = due(position(stacks, turn=7), leader)
    seat = state.side_of(leader)
    play(arrivals.leaders_arrive, state, seat, [{"leader": leader, **order}] if order else [])
    assert state.place_of(leader) == place
