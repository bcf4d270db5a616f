"""23.4: treasure may not enter squares with enemy ships, and so goes another way where one is open."""

from __future__ import annotations

from rules.lions.lions_playing import Answer, play, port, position, told

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.rules.ch16_movement import movement_segment
from pbem.adjudicator.lions.state.forces import force_named

CORUNNA, AZORES, LONDON = port("corunna"), port("azores"), port("london")
LONG: Answer = ("16.3", (5, 6))


def homeward(enemies: dict[str, str], treasure: bool = True) -> tuple[str, list[Note]]:
    """A fourth-rate sails from the Azores to London, with Spanish ships about; where she ends, and what is told."""
    fleet = "england-fleet-1"
    ships = {"england-4th-1": f"{AZORES}/{fleet}", **enemies}
    ships |= {"treasure-antilles": f"{AZORES}/{fleet}"} if treasure else {}
    state = position(players=3, ships=ships)
    force = force_named(state, "england", "1")
    assert force
    notes = play(movement_segment, state, force, {"path": ["london"]}, answers=[LONG])[1]
    return state.ships["england-4th-1"].at, notes


def shortest() -> list[str]:
    """The squares of the way when nobody is about."""
    return told(homeward({})[1], "moved")[0].rstrip(".").partition("sails ")[2].split(" - ")


def test_23_4_treasure_goes_round_enemy_ships_on_its_way() -> None:
    way = shortest()
    end, notes = homeward({"spain-3rd-1": way[1]})
    assert end == LONDON
    assert way[1] not in told(notes, "moved")[0]


def test_23_4_even_where_that_is_further() -> None:
    first = [square for square in position().board.neighbours(AZORES) if position().board.distances(LONDON)[square] < 3]
    ships = {f"spain-{kind}": square for kind, square in zip(("1st-1", "2nd-1", "3rd-1", "4th-1"), first, strict=False)}
    end, notes = homeward(ships)
    assert end == LONDON
    assert len(told(notes, "moved")[0].split(" - ")) > len(shortest())


def test_16_4_a_force_without_treasure_keeps_to_the_shortest_way() -> None:
    way = shortest()
    last = {f"spain-{kind}": square for kind, square in zip(
        ("1st-1", "2nd-1", "3rd-1", "4th-1"),
        [square for square in position().board.neighbours(AZORES)
         if position().board.distances(LONDON)[square] < 3], strict=False)}  # fmt: skip
    end, _ = homeward(last, treasure=False)
    assert end in last.values()
    assert len(way) == 4


def test_23_4_where_no_way_is_open_treasure_goes_as_near_as_it_may() -> None:
    end, notes = homeward({"spain-3rd-1": LONDON})
    assert end not in (AZORES, LONDON)
    assert [note for note in notes if "may not enter" in note.text]
