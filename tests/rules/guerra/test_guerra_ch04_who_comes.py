"""4.8, 4.10 and 8.3: whom a Royalist port or a Patriot country takes in, who is told, and the ships that come free."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import Played, play, position, put_stack

from pbem.adjudicator.guerra.rules import ch04_arrivals as arrivals
from pbem.adjudicator.guerra.state.state import Force, Siege, State


def due(state: State, *names: str) -> State:
    """Units and leaders that come this turn."""
    for name in names:
        (state.leaders if name in state.leaders else state.units)[name].at = "due"
    return state


def land(state: State, seat: str, *entries: dict[str, Any], **more: Any) -> Played:
    return play(arrivals.arrivals, state, seat, list(entries), **more)


def inside_of(state: State, name: str) -> tuple[str, str]:
    """The area of a unit or leader, and the port that it is inside."""
    force = state.forces[state.force_of(name)]
    return force.at, force.inside


# ------------------------------------------------------------------------------------------------ the Royalist


def test_4_8_each_unit_lands_at_the_first_place_that_takes_it() -> None:
    state = due(position({"lima": ["rl"]}, turn=6), "tv1", "le1")
    played = land(state, "royalist", {"units": ["tv1", "le1"], "at": "lima", "or": [{"port": "callao"}]})
    assert inside_of(state, "tv1") == ("lima", "")
    assert inside_of(state, "le1") == ("lima", "callao")
    assert played.told("lapsed") == []
    assert [(facts["units"], facts["port"], facts["at"]) for facts in played.facts("landed")] == [
        (["tv1"], "", "lima"), (["le1"], "callao", "")]  # fmt: skip


@pytest.mark.parametrize(("port", "lands"), [("callao", True), ("la-habana", False)])
def test_4_8_a_unit_with_areas_of_its_own_lands_in_their_ports_alone(port: str, lands: bool) -> None:
    state = due(position({"lima": ["rl"], "cuba": ["lh1"]}, turn=5), "tv1")
    assert arrivals.may_land(state, "tv1", port) is lands


@pytest.mark.parametrize(("units", "leaders", "text"), [
    (["le1"], [], "León lands at El Callao."), (["le1"], ["morillo"], "León, Morillo land at El Callao."),
    (["le1", "vy"], [], "León, Valencey land at El Callao."),
])  # fmt: skip
def test_4_8_everybody_hears_who_lands(units: list[str], leaders: list[str], text: str) -> None:
    state = due(position({"lima": ["rl"]}, turn=6), *units, *leaders)
    played = land(state, "royalist", {"units": units, "leaders": leaders, "port": "callao"})
    assert played.told("landed") == [text]
    assert played.to("landed") == ["all"]
    assert played.facts("landed") == [{"units": units, "leaders": leaders, "port": "callao", "at": "",
                                       "seat": "royalist"}]  # fmt: skip


def test_4_8_a_leader_who_sails_with_a_frigate_alone_steps_ashore_at_her_port() -> None:
    state = due(position({"lima": ["rl"]}, turn=6), "r-f2", "morillo")
    land(state, "royalist", {"units": ["r-f2"], "leaders": ["morillo"], "port": "callao"})
    assert state.units["r-f2"].at == "callao"
    assert inside_of(state, "morillo") == ("lima", "callao")


def test_4_8_who_is_not_due_does_not_land_and_a_seat_without_arrivals_hears_nothing() -> None:
    state = due(position({"lima": ["rl"]}, turn=6), "le1")
    played = land(state, "royalist", {"units": ["vy", "le1"], "port": "callao"})
    assert played.told("lapsed") == ["Valencey is not due."]
    assert state.units["vy"].at == "pool"
    assert land(position({"lima": ["rl"]}), "royalist").notes == []


# ------------------------------------------------------------------------------------------------ convoys


def watched(**fields: Any) -> State:
    """León is due at Montevideo, before which an El Plata frigate is on station."""
    state = position({"banda-oriental/montevideo": ["dba"]},
                     **{"turn": 6, "stations": {"pla-f1": "atlantic-1"}, **fields})  # fmt: skip
    state.units["pla-f1"].at = "buenos-aires"
    return due(state, "le1")


@pytest.mark.parametrize(("die", "result", "text"), [
    (1, "back", "The convoy for Montevideo sails back to Spain."),
    (5, "lost", "The convoy for Montevideo is taken at sea."),
])  # fmt: skip
def test_4_8_everybody_hears_what_became_of_a_convoy(die: int, result: str, text: str) -> None:
    played = land(watched(), "royalist", {"units": ["le1"], "port": "montevideo", "if_met": "press_on"},
                  dice={"transports": [die]})  # fmt: skip
    assert played.told("convoy") == [text]
    assert played.facts("convoy") == [{"port": "montevideo", "result": result, "units": ["le1"]}]


def test_4_8_a_convoy_that_was_met_does_not_try_another_port() -> None:
    state = watched()
    state.put(["lh1"], state.new_force("royalist", "cuba", "la-habana"))
    played = land(state, "royalist", {"units": ["le1"], "port": "montevideo", "or": [{"port": "la-habana"}],
                                      "if_met": "press_on"}, dice={"transports": [5]})  # fmt: skip
    assert state.units["le1"].at == "pool"
    assert played.told("landed") == []
    assert played.told("lapsed") == []


def options_of(played: Played) -> list[str]:
    """What the convoy could do that found the enemy before its port."""
    [asked] = [each for each in played.asked if each.topic == "convoy"]
    return list(asked.options)  # type: ignore[attr-defined]


def test_4_8_the_escort_that_arrives_may_fight_its_way_in() -> None:
    state = due(watched(), "r-s1")
    state.put(["lh1"], state.new_force("royalist", "cuba", "la-habana"))
    entry = {"units": ["le1", "r-s1"], "port": "montevideo", "or": [{"port": "la-habana"}]}
    played = land(state, "royalist", entry, royalist={"convoy": "fight"},
                  dice={"broadside/r-s1": [1, 1], "broadside/pla-f1": [10, 10]})  # fmt: skip
    assert options_of(played) == ["fight", "press_on", "other_port", "wait"]
    assert inside_of(state, "le1") == ("banda-oriental", "montevideo")
    assert (state.units["r-s1"].at, state.units["pla-f1"].at) == ("montevideo", "pool")
    assert state.stations == {}


def test_4_8_an_escort_that_is_not_to_fight_leaves_the_transports_to_their_die() -> None:
    state = due(watched(), "r-s1")
    played = land(state, "royalist", {"units": ["le1", "r-s1"], "port": "montevideo", "if_met": "press_on"},
                  dice={"transports": [3]})  # fmt: skip
    assert played.rolled == ["transports/montevideo"]
    assert state.units["r-s1"].at == "montevideo"


def test_4_8_ships_on_station_there_may_fight_and_then_nobody_runs_for_the_port_alone() -> None:
    state = watched(stations={"pla-f1": "atlantic-1", "r-f1": "atlantic-1"})
    state.units["r-f1"].at = "montevideo"
    played = land(state, "royalist", {"units": ["le1"], "port": "montevideo"})
    assert options_of(played) == ["fight", "other_port", "wait"]


@pytest.mark.parametrize(("fire", "wins"), [((1, 10), True), ((10, 1), False), ((10, 10), True)])
def test_4_8_the_transports_run_alone_only_if_the_escort_is_beaten(fire: tuple[int, int], wins: bool) -> None:
    state = watched(stations={"pla-f1": "atlantic-1", "r-f1": "atlantic-1"})
    state.units["r-f1"].at = "montevideo"
    ours, theirs = fire
    dice = {"broadside/r-f1": [ours] * 2, "broadside/pla-f1": [theirs] * 2}
    entry = {"units": ["le1"], "port": "montevideo", "if_met": "fight"}
    played = land(state, "royalist", entry, dice=dice if wins else {**dice, "transports": [3]})
    assert ("transports/montevideo" in played.rolled) is not wins
    assert inside_of(state, "le1") == ("banda-oriental", "montevideo")
    assert set(state.stations) == {"r-f1" if wins else "pla-f1"}


def test_4_8_of_two_seas_before_a_port_the_convoy_takes_that_with_fewer_enemies() -> None:
    stations = {"gco-f1": "pacific-6", "chl-f1": "pacific-6", "pla-f1": "caribbean-3"}
    state = due(position({"panama/panama-port": ["pm"]}, turn=6, stations=stations), "le1")
    played = land(state, "royalist", {"units": ["le1"], "port": "panama-port"})
    assert [each.facts["sea"] for each in played.asked if each.topic == "convoy"] == ["caribbean-3"]
    state.stations.pop("pla-f1")
    played = land(state, "royalist", {"units": ["le1"], "port": "panama-port"})
    assert played.asked == []
    assert inside_of(state, "le1") == ("panama", "panama-port")


# ------------------------------------------------------------------------------------------------ the Patriot


@pytest.mark.parametrize(("entries", "at", "lapses"), [
    ([{"at": "salta"}], "salta", []), ([], "cordoba", []),
    ([{"at": "lima"}], "cordoba", ["Cazadores cannot enter where you said."]),
    ([{"at": "northern-chile"}], "cordoba", ["Cazadores cannot enter where you said."]),
    ([{"at": "lima", "or": [{"port": "buenos-aires"}]}], "rio-de-la-plata", []),
])  # fmt: skip
def test_4_10_a_free_unit_enters_where_its_owner_says_if_it_may(
    entries: list[dict[str, Any]], at: str, lapses: list[str]
) -> None:
    held = {"salta": ["p3"], "cordoba": ["p1", "p2"], "rio-de-la-plata": ["bsf"], "lima": ["rl"],
            "northern-chile": ["chi1"]}  # fmt: skip
    state = due(position(held, turn=3, house={"patriot_arrivals": "free"}), "c")
    played = land(state, "patriot", *({"units": ["c"], **entry} for entry in entries))
    assert state.place_of("c") == at
    assert played.told("lapsed") == lapses
    assert set(played.to("lapsed")) <= {"patriot"}
    assert played.facts("landed") == [{"units": ["c"], "port": "", "at": at, "seat": "patriot"}]


@pytest.mark.parametrize(("unit", "area", "may"), [
    ("c", "salta", True), ("c", "cordoba", True), ("c", "misiones", False), ("c", "lima", False),
    ("c", "northern-chile", False), ("c", "nowhere", False), ("ng1", "santa-fe", True), ("ng1", "maracaibo", False),
    ("vc", "maracaibo", True), ("uv", "united-states", True), ("uv", "tejas", False), ("uv", "durango", False),
    ("m", "tejas", False), ("m", "yucatan", True),
])  # fmt: skip
def test_4_10_where_a_patriot_reinforcement_may_enter(unit: str, area: str, may: bool) -> None:
    state = position({"salta": ["p1"], "cordoba": ["p2"], "cordoba#": ["ne"], "northern-chile": ["chi1"],
                      "lima": ["rl"], "santa-fe": ["cn-g"], "maracaibo": ["lg"], "durango": ["tp"],
                      "tejas": ["mx"]})  # fmt: skip
    assert arrivals.may_arrive(state, unit, area) is may


@pytest.mark.parametrize(("pool", "text", "instead"), [
    (True, "Morelos is lost: Militia infantry brigade comes instead of Tlalpujahua.", "mex-mi1"),
    (False, "Morelos is lost: Tlalpujahua does not come, and nobody comes instead.", ""),
])  # fmt: skip
def test_4_10_everybody_hears_of_the_lost_cause(pool: bool, text: str, instead: str) -> None:
    state = due(position({"durango": ["mex-mc1"]}, turn=3), "tp")
    state.leaders["morelos"].at = "gone"
    for number in range(1 if not pool else 13, 13):
        state.units[f"mex-mi{number}"].at = "gone"
    played = land(state, "patriot")
    assert played.told("lost-cause") == [text]
    assert played.facts("lost-cause") == [{"unit": "tp", "instead": instead}]
    assert bool(instead) is bool(played.told("landed"))


def test_10_3_a_leader_stands_in_an_area_or_in_haiti_and_aboard_a_ship_in_none() -> None:
    state = position({"salta": ["belgrano"], "box-haiti": ["bolivar"], "chiloe": ["cochrane"]})
    state.forces["patria-9"] = Force("patriot", "pacific-9", ships=["chl-f1"])
    state.leaders["san-martin"].at = "patria-9"
    leaders = ("belgrano", "bolivar", "san-martin", "paez", "nobody")
    assert [arrivals.area_of_leader(state, leader) for leader in leaders] == ["salta", "box-haiti", "", "", ""]


# ------------------------------------------------------------------------------------------------ ships


def fitted(state: State, **entry: Any) -> Played:
    """A frigate of El Plata comes free."""
    return land(due(state, "pla-f1"), "patriot", *([{"units": ["pla-f1"], **entry}] if entry else []))


@pytest.mark.parametrize(("entry", "at"), [
    ({}, "buenos-aires"), ({"port": "montevideo"}, "montevideo"), ({"port": "valparaiso"}, "buenos-aires"),
])  # fmt: skip
def test_4_10_a_free_frigate_comes_to_the_port_named_if_it_is_her_countrys(entry: dict[str, str], at: str) -> None:
    state = position({"rio-de-la-plata": ["p1"], "banda-oriental": ["p3"], "northern-chile": ["chi1"]}, turn=2)
    played = fitted(state, **entry)
    assert state.units["pla-f1"].at == at
    assert played.facts("landed") == [{"units": ["pla-f1"], "port": at, "at": "", "seat": "patriot"}]
    assert played.told("no-port") == []


def test_4_10_a_free_frigate_without_a_port_is_told_to_all() -> None:
    played = fitted(position({"cordoba": ["p1"]}, turn=2))
    assert played.told("no-port") == ["No port of its country is open to El Plata frigate: it joins the pool."]
    assert played.facts("no-port") == [{"unit": "pla-f1"}]
    assert played.told("landed") == []


def cochrane(held: dict[str, list[str]], entry: dict[str, Any] | None = None, **at: str) -> tuple[State, Played]:
    """Cochrane comes; ships that are not named are out of the game."""
    state = due(position(held, turn=9), "cochrane")
    for name, counter in state.board.units.items():
        if counter.naval:
            state.units[name].at = at.get(name.replace("-", "_"), "gone")
    entries = [{"leader": "cochrane", **entry}] if entry is not None else []
    return state, play(arrivals.leaders_arrive, state, "patriot", entries)


BOTH = {"rio-de-la-plata": ["p1", "p2"], "northern-chile": ["chi1"], "southern-chile": ["chi2"]}
POOLED = {"pla_f1": "pool", "chl_f1": "pool", "chl_s1": "pool"}


@pytest.mark.parametrize(("entry", "ship", "port"), [
    (None, "chl-s1", "valparaiso"), ({"brings": "pla-f1"}, "pla-f1", "buenos-aires"),
    ({"brings": "chl-f1", "port": "talcahuano"}, "chl-f1", "talcahuano"),
    ({"brings": "chl-s1", "port": "buenos-aires"}, "chl-s1", "valparaiso"),
])  # fmt: skip
def test_8_3_with_cochrane_comes_the_ship_that_is_named_else_chiles_best(
    entry: dict[str, Any] | None, ship: str, port: str
) -> None:
    state, played = cochrane(BOTH, entry, **POOLED)
    assert state.leaders["cochrane"].at == ship
    assert state.units[ship].at == port
    assert played.told("lapsed") == []
    assert played.facts("leader-comes") == [{"leader": "cochrane", "at": port}]


def test_8_3_a_ship_that_is_not_in_the_pool_does_not_come_with_him() -> None:
    state, played = cochrane(BOTH, {"brings": "chl-f2"}, **POOLED)
    assert played.told("lapsed") == ["Chilean frigate cannot be fitted out."]
    assert state.leaders["cochrane"].at == "chl-s1"


def test_8_3_with_no_ship_to_come_he_goes_aboard_a_patriot_ship_in_port_chiles_first() -> None:
    state, played = cochrane(BOTH, gco_f1="pampatar", pla_f1="buenos-aires", chl_f1="valparaiso", r_f1="callao")
    assert state.leaders["cochrane"].at == "chl-f1"
    assert played.told("leader-comes") == ["Cochrane hoists the flag in Chilean frigate at Santiago (Valparaíso)."]


def test_8_3_without_a_ship_cochrane_waits_and_his_owner_hears_why() -> None:
    state, played = cochrane(BOTH, r_f1="callao", chl_f1="pacific-9")
    assert state.leaders["cochrane"].at == "due"
    assert played.told("lapsed") == ["Cochrane finds no ship, and waits."]
    assert played.to("lapsed") == ["patriot"]


# ------------------------------------------------------------------------------------------------ leaders


def test_4_10_a_leader_who_is_not_due_does_not_come_and_one_who_is_comes_without_a_word() -> None:
    state = due(position({"salta": ["p1"]}, turn=7), "belgrano")
    entries = [{"leader": "san-martin", "at": "salta"}, {"leader": "belgrano", "at": "salta"}]
    played = play(arrivals.leaders_arrive, state, "patriot", entries)
    assert played.told("lapsed") == ["San Martín is not due."]
    assert state.place_of("belgrano") == "salta"
    assert state.leaders["san-martin"].at == "out"


def test_4_10_a_leader_looks_to_his_own_country_before_a_greater_army_abroad() -> None:
    state = due(position({"salta": ["p3"], "lima": ["p1", "p2"]}, turn=7), "belgrano")
    play(arrivals.leaders_arrive, state, "patriot", [])
    assert state.place_of("belgrano") == "salta"


def test_4_10_a_leader_joins_the_largest_open_stack_in_the_field() -> None:
    state = due(position(turn=7), "belgrano")
    put_stack(state, "hills:rio-de-la-plata", ["pla-mi1", "pla-mi2"])
    put_stack(state, "rio-de-la-plata/buenos-aires", ["p1", "p6"])
    put_stack(state, "rio-de-la-plata", ["p2", "dp", "p1c"], marker="norte")
    small, large = put_stack(state, "rio-de-la-plata", ["p7"]), put_stack(state, "rio-de-la-plata", ["p8", "bsf"])
    found = []
    for force in (large, small, "norte", "patria-2", "patria-1"):
        found.append(arrivals.best_force(state, "belgrano", "rio-de-la-plata"))
        assert found[-1] == force
        for unit in state.units_in(force):
            state.units[unit].at = "pool"


def test_4_10_a_leader_may_come_into_a_port_that_nobody_besieges() -> None:
    state = due(position({"rio-de-la-plata/buenos-aires": ["p1"]}, turn=7), "belgrano")
    assert arrivals.best_force(state, "belgrano", "rio-de-la-plata") == "patria-1"
    state.sieges["buenos-aires"] = Siege("royalist", ["royal-1"])
    assert arrivals.best_force(state, "belgrano", "rio-de-la-plata") == ""
