"""All faults of an order file are told in one pass; what only follows from another fault is left out, and that is said.

The files below hold faults of every layer. Each is answered once, and mending all that is told leaves nothing to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rules.glory.glory_seats import checked, seen
from rules.jenkins.positions import view_at
from rules.lions.lions_seats import begun

from pbem.adjudicator.engine.phase import Checked
from pbem.adjudicator.titles import load_game
from pbem.base.errors import Kind
from pbem.strict_yaml import plain, read, write

YEAR = begun("four-players", 2).view("england")
TURN = view_at("t01.english")


def lions(body: str, head: str = "pbem: orders/1\nseat: england\nphase: t01.year\n") -> Checked:
    """A file of England's for the first year, whose body begins at line 4."""
    return load_game("lions").check_file(YEAR, {"game": "lions-2026-4f1c9a"}, (head + body).encode(), "red.yaml")


def jenkins(body: str, head: str = "pbem: orders/1\nseat: english\nphase: t01.english\n") -> Checked:
    """A file of the English player's for turn 1, whose body begins at line 4."""
    return load_game("jenkins").check_file(TURN, {"game": "jenkins-2026-4f1c9a"}, (head + body).encode(), "red.yaml")


def glory_of(seat: str) -> Callable[[str], Checked]:
    """Judges files of a seat for the fifth turn, whose body begins at line 4."""
    return lambda body: checked(seen(seat), body)


def told(result: Checked) -> list[tuple[int, str]]:
    return [(fault.line, fault.message) for fault in result.faults]


LIONS = """\
opertions: []
bids: [{for: 1, rounds: [1]}]
outfit:
  buy:
    - {item: 7th, at: london}
    - {item: 4th, at: A1}
    - {item: regiment, at: london, number: many}
  leader_price: 99
operations:
  - {force: england-1st-1, path: [atlantis], plunder: true}
  - {force: england-3rd-1, path: [madrid], attack: {power: spain}}
  - {force: england-4th-1, admiral: blake, path: [java], markers: [{marker: spy}]}
  - {force: nobody, path: [london]}
gauge: [{do: flee}]
losses: {any: [cannon]}
"""
JENKINS = """\
byu: []
setup: {isidro: 4}
buy:
  - {counter: boyn, at: port-royal}
  - {counter: lenox, at: havana}
  - {counter: orford, at: port-royl}
  - {counter: soldiers-e9}
moves:
  - {ships: [frigate-e1], path: ['9999']}
  - {troops: [soldiers-e1], path: [santiago]}
  - {ships: [oriente], path: ['2820']}
  - {scuttle: frigate-e3}
losses: {navel: [ship]}
deception: {keep: few}
"""


def test_thirteen_faults_of_every_layer_are_told_at_once_in_lions() -> None:
    result = lions(LIONS)
    assert told(result) == [
        (4, "'opertions' is no key here"), (5, "'bids' is not asked for in this phase"), (8, "'7th' cannot be bought"),
        (9, "Not done: buy item 4th, at A1: A1 has no port, or it is plundered"), (10, "'many' is no whole number"),
        (11, "'99' is too high for 'leader_price'"), (13, "'atlantis' is no square or port"),
        (14, "'madrid' is no square or port"), (15, "'blake' is not with that force"), (15, "you hold no spy"),
        (16, "'nobody' is no force: a fleet's number, a ship of yours or a place"),
        (17, "'flee' is not allowed for 'do'"), (18, "'cannon' is nothing to lose"),
    ]  # fmt: skip
    assert {fault.kind for fault in result.faults} == {Kind.UNKNOWN, Kind.ILLEGAL, Kind.MALFORMED}
    assert result.echo == ()


def test_thirteen_faults_of_every_layer_are_told_at_once_in_jenkins() -> None:
    result = jenkins(JENKINS)
    assert told(result) == [
        (4, "'byu' is no key here"), (5, "'setup' is not asked for in this phase"), (7, "'boyn' is no counter"),
        (8, "Lenox is not bought: havana is no seaport of yours"), (9, "'port-royl' is no hex or seaport"),
        (10, "'at' is missing in an entry of 'buy'"), (10, "'soldiers-e9' is no counter"),
        (12, "'9999' is no hex or seaport"),
        (13, "Soldiers 2 (e1) stop at 2719: no road to 2717"), (14, "'oriente' is no counter of yours"),
        (15, "Frigate (e3) is not scuttled: only the Spanish player scuttles ships"), (16, "'navel' is no key here"),
        (17, "'few' is no whole number"),
    ]  # fmt: skip


LEGS = """\
sail:
  - block: cape-fleet
    legs:
      - {if: [{may: brest}], lie: true}
      - {make_for: madrid}
      - {if: [{watchers: {port: brest, sails_at_least: 1}}], make_for: toulon}
    legs_below: []
  - {block: gibraltar-fleet, legs: [{hunt: {left: parris}}, {cross: {to: "7"}}]}
"""


def test_a_leg_with_a_fault_does_not_hide_the_faults_of_the_legs_beside_it_in_glory() -> None:
    assert told(checked(seen("british"), LEGS)) == [
        (7, "you cannot know 'may'"), (8, "'madrid' is no place"), (9, "you cannot know 'watchers'"),
        (10, "'legs_below' is no key here"), (11, "'parris' is no port"), (11, "'7' is not allowed for 'to'"),
    ]  # fmt: skip


def test_doctrine_of_another_step_is_lawful_and_its_owner_hears_that_it_does_nothing_yet() -> None:
    body = "sail:\n  - {block: channel-fleet, legs: [{station: loose}]}\n"
    idle = "Line 4: 'sail' does nothing in this phase; below 'standing' it counts from then on."
    set_up = checked(seen("british", phase="t00.setup", step="setup", turn=0), body)
    assert (set_up.faults, set_up.echo[-1]) == ((), idle)
    assert idle not in checked(seen("british"), body).echo


def test_an_order_that_builds_on_a_faulty_one_is_not_tried_and_that_is_said() -> None:
    body = "buy:\n  - {counter: boyne, at: port-royl}\nmoves:\n  - {ships: [boyne], path: ['2820']}\n"
    result = jenkins(body)
    assert told(result) == [(5, "'port-royl' is no hex or seaport")]
    assert result.echo == ("Line 7 is not tried: it builds on line 5, which has a fault.",)
    mended = jenkins(body.replace("royl", "royal"))
    assert mended.faults == ()
    assert "Your Boyne sails 2719-2819-2820." in mended.echo


def test_what_follows_from_an_order_that_follows_from_a_faulty_one_is_not_tried_either() -> None:
    body = (
        "fleets:\n  form:\n    - {number: 1, at: londn, ships: [england-1st-1]}\n"
        "operations:\n  - {force: 1, take: [treasure-goa]}\n  - {force: england-6th-1, take: [treasure-goa]}\n"
    )
    result = lions(body)
    assert told(result) == [(6, "'londn' is no square or port")]
    assert [line.partition(" is")[0] for line in result.echo] == ["Line 8", "Line 9"]


def test_a_ship_that_a_faulty_purchase_would_have_brought_is_not_missed() -> None:
    body = (
        "outfit:\n  buy:\n    - {item: transport, at: londn}\nfleets:\n  form:\n"
        "    - {number: 1, at: london, ships: [england-transport-3]}\n"
    )
    assert told(lions(body)) == [(6, "'londn' is no square or port")]
    assert [line for line, _ in told(lions(body.replace("londn", "london")))] == []
    alone = body.partition("fleets:")[2]
    assert [line for line, _ in told(lions("fleets:" + alone))] == [6]


def test_a_head_of_another_game_is_told_with_the_shape_and_the_names_and_nothing_is_tried() -> None:
    head = "pbem: orders/1\ngame: lions-2026-ffffff\nseat: spain\nphase: t02.year\n"
    result = lions("never_below: -1\nretreat: [atlantis]\noperations: [{force: 1, path: [london]}]\n", head)
    assert told(result) == [
        (2, "'lions-2026-ffffff' is not your game"), (3, "'spain' is not your seat"),
        (4, "'t02.year' is not the phase that is open"), (5, "'-1' is too low for 'never_below'"),
        (6, "'atlantis' is no square or port"),
    ]  # fmt: skip


def test_a_fault_of_the_text_is_told_with_those_of_the_orders() -> None:
    body = (
        "retreat: [atlantis]\ncoast: weakest\ncoast: strongest\n"
        "operations:\n  - {force: england-6th-1, take: [treasure-goa]}\n"
    )
    assert [line for line, _ in told(lions(body))] == [4, 6, 8]


@pytest.mark.parametrize("text", ["", "- a\n", "nothing", "pbem: orders/1", "a: [b\n", "\tx: y\n", "seat: {a: b}\n"])
def test_a_file_that_is_hardly_one_is_told_as_such(text: str) -> None:
    assert lions(text, "").faults
    assert jenkins(text, "").faults


def scalars(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the texts of a file stand."""
    if isinstance(value, str):
        yield way
    elif isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from scalars(inner, (*way, step))


def spoilt(value: Any, way: tuple[Any, ...]) -> Any:
    """The file with nonsense in one place."""
    if not way:
        return "?!"
    inner = {step: spoilt(part, way[1:]) if step == way[0] else part for step, part in
             (value.items() if isinstance(value, dict) else enumerate(value))}  # fmt: skip
    return inner if isinstance(value, dict) else list(inner.values())


@pytest.mark.parametrize(("title", "phase", "by", "check"), [
    ("lions", "t01.year", "", lions), ("jenkins", "t01.english", "", jenkins),
    ("glory", "t05.sea", "british", glory_of("british")), ("glory", "t05.sea", "allied", glory_of("allied")),
])  # fmt: skip
def test_nonsense_in_any_one_place_is_told_at_its_line_and_nothing_follows_from_it(
    title: str, phase: str, by: str, check: Any,
) -> None:  # fmt: skip
    stories = load_game(title).part("order_table").stories.values()
    whole: dict[str, Any] = {}
    for story in stories:
        if story.phase == phase and story.checked and (not by or story.by in (by, "")):
            whole |= plain(read(story.text))
    assert check(write(whole)).faults == ()
    ways = list(scalars(whole))
    assert len(ways) > 40
    for way in ways:
        text = write(spoilt(whole, way))
        lines = [number for number, line in enumerate(text.split("\n"), 4) if "?!" in line]
        found = {line for line, _ in told(check(text))}
        free = way[0] in ("agreements", "answers") or way[-1] in ("id", "text")
        assert found == set(lines) or (free and found <= set(lines)), (way, told(check(text)))


def test_a_file_full_of_nonsense_is_answered_at_once() -> None:
    long = "-".join("a" * 30_000)
    body = f"operations:\n  - {{force: {long}, path: [london]}}\n" + "  - {force: 1, path: [nowhere]}\n" * 99
    assert len(lions(body).faults) == 100


def test_a_name_that_no_game_has_is_told_once_and_hides_no_fault_of_legality() -> None:
    title = load_game("yellowjack")
    seat = {"seat": "british", "phase": "y39t10.setup", "game": "yellowjack-2026-4f1c9a"}
    view = title.begin("1739", {}, None).view("british")

    def faults(game: str) -> list[tuple[int, str]]:
        head = f"pbem: orders/1\nseat: british\nphase: y39t10.setup\ngame: {game}\n"
        body = "issue: [{order: j-cruise-main, to: jf1}]\n"
        return told(title.check_file(view, seat, (head + body).encode(), "red.yaml"))

    illegal = [(5, "Orders are drawn now, and none is in your hand")]
    assert faults("yellowjack-2026-4f1c9a") == illegal
    assert faults("yellow jack!") == [(4, "'yellow jack!' is not your game"), *illegal]
    assert faults("jenkins-2026-4f1c9a") == [(4, "'jenkins-2026-4f1c9a' is not your game")]
