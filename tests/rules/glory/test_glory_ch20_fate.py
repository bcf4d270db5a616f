"""20.0 to 20.4: final status, and the fate of ships, convoys and admirals."""

from __future__ import annotations

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, SPANISH_74S, Fought, load_board, play, position

from pbem.adjudicator.glory.rules.battle_fleets import Battle, Clash, battle_fleet
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.rules.ch20_fate import (
    fate_of_admirals,
    fate_of_convoys,
    fate_of_ships,
    rolling,
    settle_status,
)
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import SEATS

AT_SEA = Clash("0807", "", "sea", ("channel-fleet",), ("brest-fleet",), "british")
BRITISH_LINE, FRENCH_LINE = BRITISH_74S[:6], FRENCH_74S[:6]


def meeting(under: str = "calder", against: str = "ganteaume") -> State:
    return position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE, [under]), "brest-fleet": ("0807", "sea", FRENCH_LINE, [against]),
    })  # fmt: skip


def fought(state: State, *, rounds: int = 1, clash: Clash = AT_SEA) -> Battle:
    """A battle after so many rounds of fire, with both lines known."""
    fight = Battle(clash, {seat: battle_fleet(state, clash, seat) for seat in SEATS})
    fight.fleets["british"].role, fight.fleets["allied"].role = "windward", "leeward"
    fight.fired, fight.lines = rounds, rounds > 0
    return fight


def hurt(state: State, ships: list[str], *, wrecked: int = 0) -> None:
    """Damages ships; the first so many are wrecked."""
    for number, ship in enumerate(ships):
        state.ships[ship].damaged, state.ships[ship].wrecked = True, number < wrecked


def statuses(state: State, fight: Battle) -> list[str]:
    settle_status(state, fight)
    return [fleet.status for fleet in fight.each()]


# ------------------------------------------------------------------------------------------- final status


def test_20_1_neither_failed_is_a_draw() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE[:3], wrecked=3)  # half is no majority
    assert statuses(state, fought(state)) == ["draw", "draw"]


def test_20_1_the_enemy_failed_and_one_did_not_is_victory() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE[:4], wrecked=4)
    assert statuses(state, fought(state)) == ["victorious", "majority_wrecked"]


def test_20_1_both_failed_is_neither_victory_nor_draw() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE[:4], wrecked=4)
    fight = fought(state)
    fight.fleets["british"].left = "broke-off"
    assert statuses(state, fight) == ["withdrew", "majority_wrecked"]


def test_20_1_the_worst_failing_is_the_status() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE[:4], wrecked=4)
    fight = fought(state)
    fight.fleets["allied"].left, fight.fleets["allied"].tactic = "precipitous", "general-withdrawal"
    assert statuses(state, fight) == ["victorious", "precipitous"]
    hurt(state, FRENCH_LINE, wrecked=6)
    assert statuses(state, fight) == ["victorious", "all_wrecked"]


def test_20_1_the_last_tactic_face_up_counts_however_the_battle_ended() -> None:
    state = meeting()
    fight = fought(state)
    fight.fleets["allied"].tactic = "general-withdrawal"  # night came, and it never got away
    assert statuses(state, fight) == ["victorious", "withdrew"]


def test_20_1_wrecks_from_before_the_battle_count_for_the_majority() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE[:4], wrecked=4)
    assert statuses(state, fought(state, rounds=1))[1] == "majority_wrecked"


@pytest.mark.parametrize(
    ("rounds", "ran", "british_wrecks", "allied_wrecks", "rolls"),
    [
        (0, "", 0, 0, []),  # no fire, no fate
        (1, "", 0, 0, ["british", "allied"]),
        (1, "allied", 0, 0, ["allied"]),  # precipitous: that fleet alone
        (1, "", 0, 6, ["allied"]),
        (1, "", 6, 6, ["british", "allied"]),
        (1, "allied", 6, 0, ["british", "allied"]),  # it ran, but the other is all wrecked
    ],
)
def test_20_1_who_rolls_for_fate(
    rounds: int, ran: str, british_wrecks: int, allied_wrecks: int, rolls: list[str]
) -> None:
    state = meeting()
    fight = fought(state, rounds=rounds)
    hurt(state, BRITISH_LINE[:british_wrecks], wrecked=british_wrecks)
    hurt(state, FRENCH_LINE[:allied_wrecks], wrecked=allied_wrecks)
    if ran:
        fight.fleets[ran].left = "precipitous"
    settle_status(state, fight)
    assert [fleet.seat for fleet in rolling(state, fight)] == rolls


# ------------------------------------------------------------------------------------------- ships


def fate(state: State, fight: Battle, dice: list[int], seat: str = "allied", **more: list[list[int]]) -> Fought:
    return play(fate_of_ships, state, fight, dice={f"fate/0807/{seat}": [dice], **more})


@pytest.mark.parametrize(
    ("nation", "status", "dice"),
    [("british", "victorious", 1), ("british", "all_wrecked", 3), ("french", "draw", 2), ("french", "precipitous", 4),
     ("spanish", "all_wrecked", 5)],
)  # fmt: skip
def test_20_1_dice_by_the_commanders_nation_and_the_status(nation: str, status: str, dice: int) -> None:
    assert load_board().fate_dice[nation][status] == dice


def test_20_1_wrecks_founder_first_and_the_rest_makes_damaged_ships_wrecks() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE, wrecked=1)
    # A draw: two dice; 12 in the column of 6 ships gives 3: the wreck sinks, two damaged ships are wrecked.
    done = fate(state, fought(state), [6, 6])
    assert load_board().losses(12, 6) == 3
    assert state.lost[FRENCH_LINE[0]].how == "sunk"
    assert state.lost[FRENCH_LINE[0]].by == "british"
    assert sum(state.ships[ship].wrecked for ship in FRENCH_LINE[1:]) == 2
    assert done.specs("fate-ships") == ["draw:2of5"]  # the only wreck needs no draw
    assert [each["ships"] for each in done.events("crippled")] == [FRENCH_LINE[1:3]]


def test_20_1_sound_ships_are_safe() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE[:1])
    fate(state, fought(state), [6, 6])
    assert [state.is_sound(ship) for ship in FRENCH_LINE[1:]] == [True] * 5


def test_20_1_at_13_half_of_the_struck_wrecks_rounded_down_are_prizes() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE, wrecked=5)  # a majority: three dice
    done = fate(state, fought(state), [6, 6, 4])
    assert load_board().losses(16, 6) == 3
    taken = [ship for ship in FRENCH_LINE if ship in state.ships and state.ships[ship].prize_of]
    assert len(taken) == 1
    assert len(state.lost) == 2
    assert done.specs("prizes") == ["draw:1of3"]


def test_20_1_below_13_nothing_is_taken() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE, wrecked=5)
    fate(state, fought(state), [4, 4, 4])
    assert not any(state.ships[ship].prize_of for ship in FRENCH_LINE if ship in state.ships)


def test_20_3_nelson_adds_five_to_the_allied_roll_after_a_victory_or_draw() -> None:
    for under, left, expected in (("nelson", "", 7), ("calder", "", 2), ("nelson", "broke-off", 2)):
        state = meeting(under)
        hurt(state, FRENCH_LINE)
        fight = fought(state)
        fight.fleets["british"].left = left
        done = play(fate_of_ships, state, fight, dice={"fate/0807/allied": [[1, 1]] if not left else [[2]]})
        throws = [n.throw.total for n in done.notes if n.throw and n.throw.label.startswith("fate/0807/allied")]
        assert throws == [expected]


def test_20_3_not_on_the_british_roll() -> None:
    state = meeting("nelson")
    hurt(state, BRITISH_LINE[:3])
    done = play(fate_of_ships, state, fought(state), dice={"fate/0807/british": [[1]]})
    assert [note.throw.total for note in done.notes if note.throw] == [1]


def test_20_1_without_lines_the_draw_is_in_the_owners_lane() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE, wrecked=6)
    fight = fought(state, rounds=0)
    done = play(fate_of_ships, state, fight, dice={"fate/0807/allied": [[3, 3, 3, 2, 1]]})
    assert [roll.lane for roll in done.rolls if roll.label.startswith("fate-ships")] == ["side:allied"]


def test_20_1_without_lines_the_enemy_hears_the_same_of_six_wrecks_and_of_seven() -> None:
    heard = []
    for number in (6, 7):
        state = position({
            "channel-fleet": ("0807", "sea", BRITISH_LINE, []),
            "brest-fleet": ("0807", "sea", FRENCH_74S[:number], []),
        })  # fmt: skip
        hurt(state, FRENCH_74S[:number], wrecked=number)
        done = play(battle, state, AT_SEA, dice={"fate/0807/allied": [[1, 1, 1, 1, 1]]})
        heard.append([note.text for note in done.notes if note.heard_by("british") and note.event != "fate"])
    assert heard[0] == heard[1]


def test_20_1_prizes_count_as_wrecks_and_are_retaken_by_their_own() -> None:
    state = meeting()
    prize = FRENCH_74S[20]
    state.ships[prize] = state.ships[FRENCH_LINE[0]].__class__("channel-fleet", True, True, prize_of="british")
    state.ships = {name: state.ships[name] for name in state.board.ships if name in state.ships}
    hurt(state, [*BRITISH_LINE], wrecked=6)
    fight = fought(state)
    done = play(fate_of_ships, state, fight, dice={"fate/0807/british": [[6, 6, 6]], "fate-ships": [[0, 1, 6]],
                                                   "prizes": [[2]]})  # fmt: skip
    assert done.events("status")[0]["status"] == "all_wrecked"
    assert state.ships[prize].prize_of == ""  # drawn as a prize: she is French again
    assert prize not in state.lost


# ------------------------------------------------------------------------------------------- convoys and admirals


def test_20_2_a_beaten_convoy_scatters_and_its_escort_forms_a_new_fleet() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE, ["calder"]),
        "french-transport": ("0807", "sea", FRENCH_LINE, ["ganteaume"]),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("channel-fleet",), ("french-transport",), "british")
    fight = fought(state, clash=clash)
    fight.fleets["allied"].left = "precipitous"
    settle_status(state, fight)
    done = play(fate_of_convoys, state, fight)
    assert done.events("convoy_lost")[0]["how"] == "scattered"
    assert state.readiness["french-transport"] == 0
    heir = state.ships[FRENCH_LINE[0]].at
    assert state.place(heir) == "0807"
    assert fight.fleets["allied"].blocks == [heir]


def test_20_2_without_a_victory_the_convoy_is_safe() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE, ["calder"]),
        "spanish-gold": ("0807", "sea", SPANISH_74S[:6], ["gravina"]),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("channel-fleet",), ("spanish-gold",), "british")
    fight = fought(state, clash=clash)
    settle_status(state, fight)
    play(fate_of_convoys, state, fight)
    assert state.place("spanish-gold") == "0807"


def test_20_2_a_british_victory_in_the_channel_burns_the_barges() -> None:
    state = position({
        "channel-fleet": ("1403", "sea", BRITISH_LINE, ["calder"]),
        "brest-fleet": ("1403", "sea", FRENCH_LINE, ["ganteaume"]),
    }, barges="1403")  # fmt: skip
    clash = Clash("1403", "", "sea", ("channel-fleet",), ("brest-fleet",), "british")
    fight = fought(state, clash=clash)
    fight.fleets["allied"].tactic = "general-withdrawal"
    settle_status(state, fight)
    play(fate_of_convoys, state, fight)
    assert state.barges == "destroyed"


def admirals(state: State, fight: Battle, dice: list[int]) -> Fought:
    settle_status(state, fight)
    return play(fate_of_admirals, state, fight, dice={"admiral/ganteaume": [dice]})


def killed(state: State) -> bool:
    return state.admirals["ganteaume"].at == "gone"


def test_20_4_two_or_less_kills() -> None:
    state = meeting()
    fight = fought(state)
    fight.fleets["allied"].lost = [FRENCH_LINE[0]]  # a ship of the fleet was lost: no +3
    admirals(state, fight, [1, 1])
    assert killed(state)


def test_20_4_three_more_where_no_own_ship_was_lost() -> None:
    state = meeting()
    admirals(state, fought(state), [1, 1])
    assert not killed(state)


def test_20_4_not_if_all_ships_of_the_fleet_were_hurt_in_the_battle() -> None:
    """Errata to the Admiral's Fate table."""
    state = meeting()
    fight = fought(state)
    fight.fleets["allied"].hurt = list(FRENCH_LINE)
    admirals(state, fight, [1, 1])
    assert killed(state)


def test_20_4_three_more_as_long_as_one_ship_came_through_unhurt() -> None:
    state = meeting()
    fight = fought(state)
    fight.fleets["allied"].hurt = FRENCH_LINE[:5]
    admirals(state, fight, [1, 1])
    assert not killed(state)


def test_20_4_one_less_after_pell_mell() -> None:
    state = meeting()
    fight = fought(state)
    fight.fleets["allied"].lost, fight.kind = [FRENCH_LINE[0]], "PM"
    admirals(state, fight, [1, 2])
    assert killed(state)


def test_20_4_one_less_where_most_ships_of_the_battle_fleet_are_wrecked() -> None:
    for wrecks, dead in ((3, False), (4, True)):
        state = meeting()
        hurt(state, FRENCH_LINE[:wrecks], wrecked=wrecks)
        fight = fought(state)
        fight.fleets["allied"].lost = [FRENCH_LINE[0]]
        admirals(state, fight, [1, 2])
        assert killed(state) is dead


def test_20_4_an_admiral_whose_ships_are_all_gone_is_taken_without_a_throw() -> None:
    state = meeting()
    fight = fought(state)
    fight.fleets["allied"].lost = list(FRENCH_LINE)
    for ship in FRENCH_LINE:
        state.lose(ship, "sunk", "british")
    settle_status(state, fight)
    done = play(fate_of_admirals, state, fight)
    assert [roll.label.split("/")[1] for roll in done.rolls] == ["calder"]
    assert killed(state)


def test_8_1_rosily_takes_the_place_of_a_killed_ganteaume_in_his_fleet() -> None:
    state = meeting()
    fight = fought(state)
    fight.fleets["allied"].lost = [FRENCH_LINE[0]]
    admirals(state, fight, [1, 1])
    assert state.admirals["rosily-mesros"].at == "brest-fleet"


def test_20_4_nobody_rolls_where_no_round_was_fired() -> None:
    state = meeting()
    fight = fought(state, rounds=0)
    settle_status(state, fight)
    assert not play(fate_of_admirals, state, fight).rolls


def test_20_4_generic_admirals_do_not_roll() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE, []), "brest-fleet": ("0807", "sea", FRENCH_LINE, []),
    })  # fmt: skip
    done = play(battle, state, AT_SEA)
    assert not done.specs("admiral")


def test_20_1_at_13_exactly_ships_are_taken_and_half_of_five_are_two() -> None:
    """The commander is French; fourteen ships, eight of them wrecked: three dice."""
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE, ["calder"]),
        "brest-fleet": ("0807", "sea", FRENCH_74S[:14], ["ganteaume"]),
    })  # fmt: skip
    hurt(state, FRENCH_74S[:14], wrecked=8)
    number = load_board().losses(13, 14)
    assert number >= 4
    done = fate(state, fought(state), [6, 6, 1])
    taken = [each["ships"] for each in done.events("fate") if each["what"] == "taken"]
    sunk = [each["ships"] for each in done.events("fate") if each["what"] == "sunk"]
    assert [len(ships) for ships in taken + sunk] == [number // 2, number - number // 2]
    assert not set(taken[0]) & set(sunk[0])


def test_20_4_a_ship_that_fate_wrecks_was_hurt_in_the_battle() -> None:
    """20.1 makes a ship a wreck that had been damaged before: then all ships of the fleet were hurt, and no +3."""
    state = meeting()
    hurt(state, FRENCH_LINE[:2])
    fight = fought(state)
    fight.fleets["allied"].hurt = FRENCH_LINE[2:]
    number = load_board().losses(12, 2)
    fate(state, fight, [6, 6])
    assert number >= 1
    assert [ship in fight.fleets["allied"].hurt for ship in FRENCH_LINE] == [n < number for n in range(2)] + [True] * 4


def test_20_1_what_fate_wrecked_is_told_to_all_only_after_a_line_of_battle() -> None:
    """17.9: else the enemy has no list of the ships."""
    for lines, audience in ((True, "all"), (False, "allied")):
        state = meeting()
        hurt(state, FRENCH_LINE)
        fight = fought(state)
        fight.lines = lines
        done = fate(state, fight, [6, 6])
        assert {note.to for note in done.notes if note.event == "crippled"} == {audience}


def test_20_2_barges_burn_where_the_battle_is_lost_and_nowhere_else() -> None:
    for place, burnt in (("1403", ["destroyed"]), ("0807", [])):
        state = position({
            "channel-fleet": (place, "sea", BRITISH_LINE, ["calder"]),
            "brest-fleet": (place, "sea", FRENCH_LINE, ["ganteaume"]),
        }, barges="1403")  # fmt: skip
        fight = fought(state, clash=Clash(place, "", "sea", ("channel-fleet",), ("brest-fleet",), "british"))
        fight.fleets["allied"].left = "precipitous"
        settle_status(state, fight)
        assert [each["at"] for each in play(fate_of_convoys, state, fight).events("barges")] == burnt


def test_20_2_a_french_victory_in_the_channel_burns_no_barges() -> None:
    state = position({
        "channel-fleet": ("1403", "sea", BRITISH_LINE, ["calder"]),
        "brest-fleet": ("1403", "sea", FRENCH_LINE, ["ganteaume"]),
    }, barges="1403")  # fmt: skip
    fight = fought(state, clash=Clash("1403", "", "sea", ("channel-fleet",), ("brest-fleet",), "british"))
    fight.fleets["british"].left = "precipitous"
    settle_status(state, fight)
    play(fate_of_convoys, state, fight)
    assert state.barges == "1403"


def test_20_2_only_the_escort_of_the_convoy_forms_the_new_fleet() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE, ["calder"]),
        "french-transport": ("0807", "sea", FRENCH_LINE[:2], ["ganteaume"]),
        "brest-fleet": ("0807", "sea", FRENCH_LINE[2:], ["missiessy"]),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("channel-fleet",), ("french-transport", "brest-fleet"), "british")
    fight = fought(state, clash=clash)
    fight.fleets["allied"].left = "precipitous"
    settle_status(state, fight)
    play(fate_of_convoys, state, fight)
    fleet = fight.fleets["allied"]
    heir = state.ships[FRENCH_LINE[0]].at
    assert fleet.blocks == ["brest-fleet", heir]
    assert fleet.ships == {ship: heir if ship in FRENCH_LINE[:2] else "brest-fleet" for ship in FRENCH_LINE}
    assert fleet.admirals == {"ganteaume": heir, "missiessy": "brest-fleet"}
