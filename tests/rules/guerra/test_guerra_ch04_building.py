"""Chapter 4, building: what is bought where with whose points, upgrades, masses, and the order of a muster."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import BOARD, play, position, put_stack

from pbem.adjudicator.guerra.rules import ch04_building as building
from pbem.adjudicator.guerra.rules import ch04_muster as muster
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.view import view

RICH = dict.fromkeys(("royalist", "plata", "chile", "colombia", "peru", "mexico"), 40)


def mustered(state: State, dice: tuple[int, int] = (6, 1), **orders: Any) -> Any:
    """A muster with the answers of each seat; the Royalist goes first."""
    order = {"muster-order/royalist": [dice[0]], "muster-order/patriot": [dice[1]]}
    said = {seat: {"muster": answer} for seat, answer in orders.items()}
    return play(muster.muster, state, dice=order, royalist=said.get("royalist"), patriot=said.get("patriot"))


def buy(state: State, seat: str, *entries: dict[str, Any], **more: Any) -> Any:
    orders: dict[str, Any] = {seat: {"build": list(entries), **more}}
    return mustered(state, (6, 1), **orders)


# ------------------------------------------------------------------------------------------------ prices


@pytest.mark.parametrize(("unit", "halves"), [
    ("r-mi1", 1), ("r-mc1", 1), ("cp-r", 2), ("ne", 4), ("pr1", 2), ("es", 4), ("art-r1", 4), ("r-f1", 10),
    ("chl-s1", 20),
])  # fmt: skip
def test_4_4_what_units_cost(unit: str, halves: int) -> None:
    assert building.price(position({}), unit) == halves


def test_4_6_a_unit_is_raised_where_control_is_whole_or_partial_and_paid() -> None:
    state = position({"lima": ["rl"], "cuzco": ["cu"], "cuzco#": ["lp"]}, purse=RICH)
    played = buy(state, "royalist", {"unit": "vdc", "at": "lima"}, {"unit": "f", "at": "cuzco"})
    assert [state.place_of(unit) for unit in ("vdc", "f")] == ["lima", "cuzco"]
    assert state.purse["royalist"] == 40 - 8
    assert played.facts("built")[0] == {"seat": "royalist", "nation": "royalist", "unit": "vdc", "at": "lima", "rp": 4}


@pytest.mark.parametrize(("unit", "at", "why"), [
    ("p6", "cordoba", "not yours"), ("p6", "northern-chile", "not on its list"), ("chi2", "salta", "not on its list"),
    ("ng1", "maracaibo", "not on its list"), ("gc1", "guayana", "not on its list"), ("p1", "salta", "not in your pool"),
    ("rl", "salta", "not in your pool"), ("reb-i1", "salta", "not in your pool"), ("tp", "yucatan", "not on its list"),
    ("pla-f1", "rio-de-la-plata", "fitted out in a port"), ("p6", "brazil", "nobody is raised there"),
])  # fmt: skip
def test_4_6_where_a_patriot_unit_is_not_raised(unit: str, at: str, why: str) -> None:
    state = position({"salta": ["p1"], "northern-chile": ["chi1"], "maracaibo": ["vc"], "guayana": ["lg"],
                      "yucatan": ["tp"], "rio-de-la-plata": ["p2"], "central-mexico": ["ec"]}, purse=RICH)  # fmt: skip
    if unit == "tp":
        state.eliminate("tp")
        state.put(["ec"], state.new_force("patriot", "yucatan"))
    played = buy(state, "patriot", {"unit": unit, "at": at})
    assert why in played.told("lapsed")[0]
    assert played.to("lapsed") == ["patriot"]
    assert state.purse["plata"] == 40


@pytest.mark.parametrize(("unit", "purse", "paid"), [
    ("vc", "colombia", True), ("vc", "plata", False), ("p7", "plata", True), ("p7", "chile", False),
    ("chi2", "chile", True), ("chi2", "plata", True), ("chi2", "colombia", False), ("cp-p", "peru", True),
    ("cp-p", "plata", True), ("cp-p", "chile", True), ("cp-p", "colombia", True), ("cp-p", "mexico", False),
    ("ec", "mexico", True), ("ec", "plata", False),
])  # fmt: skip
def test_4_2_whose_units_spend_which_points(unit: str, purse: str, paid: bool) -> None:
    homes = {"vc": "santa-fe", "p7": "salta", "chi2": "chiloe", "cp-p": "lima", "ec": "durango"}
    held = {"santa-fe": ["lg"], "salta": ["p1"], "chiloe": ["chi1"], "lima": ["lp"], "durango": ["tp"]}
    state = position(held, purse=RICH)
    buy(state, "patriot", {"unit": unit, "at": homes[unit], "purse": purse})
    assert (state.purse[purse] == 38) is paid
    assert (state.place_of(unit) == homes[unit]) is paid


@pytest.mark.parametrize(("have", "keep", "built"), [(4, "0", 1), (3, "0", 0), (5, "2", 0), (6, "2", 1)])
def test_4_1_nothing_is_bought_beyond_the_purse_or_from_what_is_kept(have: int, keep: str, built: int) -> None:
    state = position({"lima": ["rl"]}, purse={"royalist": have})
    played = buy(state, "royalist", {"unit": "vdc", "at": "lima"}, keep={"royalist": keep})
    assert len(played.told("built")) == built


def test_4_6_what_the_purse_must_hold_is_judged_when_the_purchase_is_due() -> None:
    state = position({"lima": ["rl"]}, purse={"royalist": 12})
    entries = [{"unit": "vdc", "at": "lima"}, {"unit": "f", "at": "lima", "purse_at_least": "5"}]
    buy(state, "royalist", *entries)
    assert state.place_of("vdc") == "lima"
    assert state.place_of("f") == "pool"


def test_4_6_a_number_of_a_kind_is_bought_while_the_pool_and_the_purse_last() -> None:
    state = position({"lima": ["rl"]}, purse={"royalist": 3})
    buy(state, "royalist", {"kind": "militia-infantry", "at": "lima", "number": "5"})
    raised = [unit for unit in state.land_units_at("lima") if state.is_militia(unit)]
    assert len(raised) == 3
    assert {state.arm(unit) for unit in raised} == {"infantry"}


def test_6_2_nothing_is_raised_in_a_besieged_port() -> None:
    state = position({"lima/callao": ["rl"], "lima": ["p1"]}, purse=RICH)
    entry = {"unit": "vdc", "at": "callao"}
    assert building.why_not_built(state, "royalist", "vdc", entry, {}) == ""
    besiege(state, "callao", "patria-1")
    assert "besieged" in building.why_not_built(state, "royalist", "vdc", entry, {})


def besiege(state: State, port: str, force: str) -> None:
    from pbem.adjudicator.guerra.state.state import Siege

    state.sieges[port] = Siege("patriot", [force])


@pytest.mark.parametrize(("choice", "why"), [("true", ""), ("false", "Spaniards are not raised again")])
def test_4_6_lost_spaniards_are_rebuilt_unless_the_charter_says_no(choice: str, why: str) -> None:
    state = position({"lima": ["rl"]}, purse=RICH, house={"spanish_rebuilt": choice})
    assert why in building.why_not_built(state, "royalist", "vy", {"unit": "vy", "at": "lima"}, {})


@pytest.mark.parametrize("ship", ["r-f2", "r-s1"])
def test_7_0_ships_of_spain_are_fitted_out_in_america_whatever_becomes_of_her_men(ship: str) -> None:
    state = position({"lima": ["rl"]}, purse=RICH, house={"spanish_rebuilt": "false"})
    assert building.why_not_built(state, "royalist", ship, {"unit": ship, "at": "callao"}, {}) == ""


def test_10_6_the_royalist_raises_nobody_where_only_the_legion_stands_beside_el_plata() -> None:
    legion = {"banda-oriental": ["spl1", "spl2"], "banda-oriental#": ["p1"]}
    banda = {"unit": "r-mc2", "at": "banda-oriental"}
    state = position(legion, purse=RICH)
    assert "is not yours" in building.why_not_built(state, "royalist", "r-mc2", banda, {})
    state = position({**legion, "banda-oriental/montevideo": ["dba"]}, purse=RICH)
    assert building.why_not_built(state, "royalist", "r-mc2", banda, {}) == ""


def test_10_6_the_legion_is_never_rebuilt() -> None:
    state = position({"lima": ["rl"]}, purse=RICH)
    assert "never built" in building.why_not_built(state, "royalist", "spl1", {"unit": "spl1", "at": "lima"}, {})


# ------------------------------------------------------------------------------------------------ havens


def test_10_3_bolivar_in_haiti_raises_a_frigate_a_battalion_and_a_regiment_of_horse() -> None:
    state = position({"box-haiti": ["bolivar"]}, purse={"colombia": 16}, turn=7)
    units = {"gco-f1": "les-cayes", "vc": "box-haiti", "hi": "box-haiti"}
    buy(state, "patriot", *({"unit": unit, "at": "box-haiti", "purse": "colombia"} for unit in units))
    assert {unit: state.place_of(unit) for unit in units} == units
    assert state.purse["colombia"] == 16 - 2 * (5 + 1 + 1)


@pytest.mark.parametrize(("first", "unit", "why"), [
    (["vc"], "lg", ""), (["vc", "lg"], "cr", "2 of its arm"), (["hi"], "sd-g", "1 of its arm"),
    (["art-g1"], "art-g2", "1 of its arm"), ([], "ec", "nobody is raised there"), ([], "p6", "nobody is raised there"),
])  # fmt: skip
def test_10_3_what_may_stand_in_a_haven(first: list[str], unit: str, why: str) -> None:
    state = position({"box-haiti": ["bolivar", *first]}, purse=RICH)
    assert why in building.why_not_built(state, "patriot", unit, {"unit": unit, "at": "box-haiti"}, {})


def test_10_3_without_a_leader_nobody_is_raised_in_a_haven() -> None:
    state = position({"united-states": ["ec"]}, purse=RICH)
    entry = {"unit": "tp", "at": "united-states"}
    assert "no leader of Mexico" in building.why_not_built(state, "patriot", "tp", entry, {})
    put_stack(state, "united-states", ["morelos"])
    assert building.why_not_built(state, "patriot", "tp", entry, {}) == ""


# ------------------------------------------------------------------------------------------------ lost steps


@pytest.mark.parametrize(("unit", "place", "cost"), [("ne", "lima", 2), ("r-f1", "lima/callao", 5)])
def test_4_6_a_lost_step_is_bought_back(unit: str, place: str, cost: int) -> None:
    state = position({"lima": ["rl"], place + "#": [unit]}, purse=RICH)
    state.units[unit].steps = 1
    mustered(state, royalist={"replenish": [{"unit": unit}]})
    assert state.units[unit].steps == 2
    assert state.purse["royalist"] == 40 - cost


@pytest.mark.parametrize(("unit", "reduced", "why"), [
    ("ne", False, "lost nothing"), ("mx", True, "not on the map"), ("p1", True, "not on the map"),
])  # fmt: skip
def test_4_6_whose_step_is_not_replaced(unit: str, reduced: bool, why: str) -> None:
    state = position({"lima": ["ne"], "salta": ["p1"]}, purse=RICH)
    state.units[unit].steps -= reduced
    played = mustered(state, royalist={"replenish": [{"unit": unit}]})
    assert why in played.told("lapsed")[0]


def test_4_3_a_step_under_a_marker_is_told_to_its_owner_alone() -> None:
    state = position({}, purse=RICH)
    put_stack(state, "charcas", ["ne"], marker="ejercito-lima")
    state.units["ne"].steps = 1
    played = mustered(state, royalist={"replenish": [{"unit": "ne"}]})
    assert played.to("replenished") == ["royalist"]
    assert played.to("spent") == ["royalist"]  # else the others learn that somebody was made whole
    assert state.purse["royalist"] < 40 == view(state, "patriot")["purse"]["royalist"]
    assert view(state, "royalist")["purse"]["royalist"] == state.purse["royalist"]


def test_4_6_a_step_in_the_open_is_told_and_paid_before_all() -> None:
    state = position({"lima": ["ne"]}, purse=RICH)
    state.units["ne"].steps = 1
    played = mustered(state, royalist={"replenish": [{"unit": "ne"}]})
    assert played.to("replenished") == played.to("spent") == ["all"]
    assert view(state, "patriot")["purse"]["royalist"] == state.purse["royalist"]


# ------------------------------------------------------------------------------------------------ upgrades


def test_4_7_a_militia_unit_is_used_up_to_make_a_regiment_whole() -> None:
    state = position({"tierra-caliente": ["r-mi1"], "tierra-caliente#": ["vz"]})
    state.units["vz"].steps = 1
    mustered(state, royalist={"upgrade": [{"militia": "r-mi1", "regular": "vz"}]})
    assert state.units["vz"].steps == 2
    assert state.units["r-mi1"].at == "pool"
    assert list(state.forces) == ["royal-2"]


@pytest.mark.parametrize(("militia", "regular", "at", "why"), [
    ("r-mi1", "vz", "lima", "do not stand together"), ("r-mc1", "vz", "tierra-caliente", "not of one arm"),
    ("rl", "vz", "tierra-caliente", "no such militia"), ("r-mi1", "r-mi2", "tierra-caliente", "no such regular"),
    ("r-mi1", "cu", "tierra-caliente", "lost nothing"), ("pla-mi1", "vz", "tierra-caliente", "no such militia"),
])  # fmt: skip
def test_4_7_who_is_not_upgraded(militia: str, regular: str, at: str, why: str) -> None:
    state = position({at: [militia], "tierra-caliente#": ["vz", "cu", "r-mi2"]})
    state.units["vz"].steps = 1
    played = mustered(state, royalist={"upgrade": [{"militia": militia, "regular": regular}]})
    assert why in played.told("lapsed")[0]
    assert state.units["vz"].steps == 1


@pytest.mark.parametrize(("militia", "steps"), [("chl-mi1", 2), ("pla-mi1", 1)])
def test_4_7_patriot_militia_serve_their_own_nation_alone(militia: str, steps: int) -> None:
    state = position({"northern-chile": [militia, "chi1"]})
    state.units["chi1"].steps = 1
    mustered(state, patriot={"upgrade": [{"militia": militia, "regular": "chi1"}]})
    assert state.units["chi1"].steps == steps


def test_4_7_spaniards_too_are_filled_up_with_american_militia() -> None:
    state = position({"lima": ["om", "r-mi1"]})
    state.units["om"].steps = 1
    mustered(state, royalist={"upgrade": [{"militia": "r-mi1", "regular": "om"}]})
    assert state.units["om"].steps == 2


def test_6_2_walls_under_siege_let_no_militia_through() -> None:
    state = position({"lima/callao": ["r-mi1"], "lima": ["ne"], "lima#": ["p1"]})
    state.units["ne"].steps = 1
    besiege(state, "callao", "patria-1")
    assert building.why_no_upgrade(state, "royalist", "r-mi1", "ne") == "they do not stand together"


def test_4_3_an_upgrade_under_a_marker_names_the_militia_alone_to_the_enemy() -> None:
    state = position({})
    put_stack(state, "charcas", ["ne"], marker="ejercito-lima")
    put_stack(state, "charcas", ["r-mi1"])
    state.units["ne"].steps = 1
    played = mustered(state, royalist={"upgrade": [{"militia": "r-mi1", "regular": "ne"}]})
    public = next(note for note in played.notes if note.event == "upgraded" and note.to == "all")
    assert BOARD.units["ne"].name not in public.text
    assert public.facts["regular"] == ""


@pytest.mark.parametrize(("dice", "first"), [((6, 1), "royalist"), ((2, 5), "patriot")])
def test_4_7_the_higher_die_musters_first(dice: tuple[int, int], first: str) -> None:
    state = position({})
    played = mustered(state, dice=dice)
    assert played.facts("muster-order") == [{"seat": first}]
    assert state.order[0] == first


def test_4_7_ties_are_thrown_again() -> None:
    dice = {"muster-order/royalist": [3, 2], "muster-order/patriot": [3, 4]}
    played = play(muster.muster, position({}), dice=dice)
    assert played.facts("muster-order") == [{"seat": "patriot"}]


# ------------------------------------------------------------------------------------------------ masses


def test_4_9_1_masses_of_central_mexico_give_three_militia_for_nothing_and_bar_uprisings_there() -> None:
    state = position({"central-mexico": ["tp"]}, turn=1)
    mustered(state, patriot={"masses": {"area": "central-mexico"}})
    raised = [unit for unit in state.land_units_at("central-mexico") if state.is_militia(unit)]
    assert len(raised) == 3
    assert {state.nation_of(unit) for unit in raised} == {"mexico"}
    assert state.masses == {"central-mexico": {"patriot": 1}}
    assert state.halved == ["central-mexico"]


@pytest.mark.parametrize(("area", "why"), [
    ("lima", "none to be raised"), ("mojos", "none of your units"), ("cuzco", "raised before"),
])  # fmt: skip
def test_4_9_where_masses_are_not_raised(area: str, why: str) -> None:
    state = position({"lima": ["lp"], "cuzco": ["cp-p"]}, masses={"cuzco": {"patriot": 1}})
    played = mustered(state, patriot={"masses": {"area": area}})
    assert why in played.told("lapsed")[0]


def test_4_9_1_each_side_may_raise_an_areas_masses_once_and_a_leader_alone_is_enough() -> None:
    state = position({"cuzco": ["pezuela"]}, masses={"cuzco": {"patriot": 1}})
    played = mustered(state, royalist={"masses": {"area": "cuzco"}})
    assert len(played.facts("masses")[0]["units"]) == 3


def test_4_9_1_the_pool_may_have_fewer_and_never_gives_horse() -> None:
    state = position({"cuzco": ["lp", "per-mi1", "per-mi2", "per-mi3", "per-mi4"]})
    played = mustered(state, patriot={"masses": {"area": "cuzco"}})
    assert played.facts("masses")[0]["units"] == ["per-mi5"]
