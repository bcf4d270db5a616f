"""`orders check`: every fault at once, each at its line with its rule; what is lawful is read back in words."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.glory_seats import BOARD, block, checked, orders, seen, wrong

from pbem.adjudicator.glory.orders.conditions import CONDITIONS
from pbem.adjudicator.glory.orders.doctrines import SHIPPED
from pbem.adjudicator.glory.orders.names import JUDGES, meaning
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.orders.order_file import order_template
from pbem.base.errors import BadInput
from pbem.schema.shape import load, resolve
from pbem.strict_yaml.writing import write

SEATS = ("british", "allied")


def setup_of(seat: str) -> dict[str, Any]:
    return seen(seat, phase="t00.setup", step="setup", turn=0)


# ------------------------------------------------------------------------------------------------ examples


@pytest.mark.parametrize("name", [name for name, example in TABLE.stories.items() if example.checked])
def test_the_example_of_each_section_is_lawful_and_read_back(name: str) -> None:
    example = TABLE.stories[name]
    known = setup_of(example.seat) if example.phase == "t00.setup" else seen(example.seat)
    result = checked(known, example.text)
    assert result.faults == ()
    assert result.echo


@pytest.mark.parametrize("name", [name for name, example in TABLE.stories.items() if not example.checked])
def test_the_other_examples_have_at_least_their_shape(name: str) -> None:
    example = TABLE.stories[name]
    assert orders(example.text, example.seat).body


def test_there_is_an_example_of_every_section_of_the_schema() -> None:
    assert set(TABLE.stories) == set(resolve(load("orders-glory")).properties) - {"pbem", "game", "seat", "phase"}


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", ["cautious", "steady", "bold"])
def test_what_a_doctrine_says_is_lawful_in_a_file(seat: str, name: str) -> None:
    assert wrong(seen(seat), write(SHIPPED.sections(name, BOARD, seat))) == []


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("step", ["setup", "sea"])
def test_the_template_is_an_order_file_that_orders_nothing_but_a_doctrine(seat: str, step: str) -> None:
    known = seen(seat) if step == "sea" else setup_of(seat)
    written = order_template(TABLE, known, {})
    lines = [line for line in written.split("\n") if line and not line.startswith("#")]
    assert [line.partition(":")[0] for line in lines] == ["pbem", "seat", "phase", "doctrine"]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("step", ["setup", "sea"])
def test_every_example_of_the_template_is_lawful_once_it_is_switched_on(seat: str, step: str) -> None:
    known = seen(seat) if step == "sea" else setup_of(seat)
    for row in TABLE.in_season(step):
        example = row.example(known_picture(known)) if row.example else None
        if example and row.key not in ("answers", "doctrine"):
            assert wrong(known, write(texts({row.key: example}))) == [], row.key


def known_picture(known: dict[str, Any]) -> Any:
    return TABLE.see(known)


def texts(value: Any) -> Any:
    """Values as the writer takes them."""
    if isinstance(value, dict):
        return {key: texts(each) for key, each in value.items()}
    if isinstance(value, list):
        return [texts(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


# ------------------------------------------------------------------------------------------------ names

NAMES = {
    "sail: [{block: chanel-fleet, legs: [{lie: true}]}]": "'chanel-fleet' is no block of yours",
    "sail: [{block: brest-fleet, legs: [{lie: true}]}]": "'brest-fleet' is no block of yours",
    "sail: [{block: irish-fleet, legs: [{make_for: brist}]}]": "'brist' is no place",
    "sail: [{block: irish-fleet, legs: [{path: ['9999']}]}]": "'9999' is no hex",
    "sail: [{block: irish-fleet, legs: [{if: [{storm_in: arctic}], lie: true}]}]": "'arctic' is no weather zone",
    "weather: {losses: [rayo]}": "'rayo' is no ship of yours",
    "weather: {frigate: [frigate-12]}": "'frigate-12' is no frigate of yours",
    "battle: [{if: [{against: napoleon}], manner: bold}]": "'napoleon' is no admiral of the enemy",
    "relocate: [{from: brest, to: dover}]": "'dover' is no port",
    "standing: [{number: 1, spies: [atlantis]}]": "'atlantis' is no place",
}  # fmt: skip


@pytest.mark.parametrize("body", NAMES)
def test_a_name_that_means_nothing_is_found_wherever_it_stands(body: str) -> None:
    assert wrong(seen("british"), body + "\n") == [NAMES[body]]


@pytest.mark.parametrize(("sort", "text", "id_"), [
    ("ship", "prince", "b-prince"), ("ship", "prince-of", "b-prince-of-wales"), ("ship", "windsor", "b-windsor-castle"),
    ("block", "biscay", "biscay-fleet"), ("admiral", "colling", "collingwood"), ("port", "bantry", "bantry-bay"),
    ("place", "ferr/loose", "ferrol/loose"), ("place", "channel", "1403"), ("zone", "the-capes", "the_capes"),
])  # fmt: skip
def test_an_unambiguous_beginning_is_a_name_and_an_exact_name_comes_before(sort: str, text: str, id_: str) -> None:
    assert JUDGES[sort](BOARD, "british", text) is None
    assert meaning(BOARD, "british", sort, text) == id_


def test_a_beginning_of_two_names_says_which_they_are() -> None:
    faults = checked(seen("british"), "weather: {losses: [princ]}\n").faults
    assert [(fault.message, fault.hint) for fault in faults] == [
        ("'princ' is no ship of yours", "it could be prince or prince-of-wales or princess-royal or prince-george")]


# ------------------------------------------------------------------------------------------------ what the rules refuse

LEG = "sail: [{{block: {0}, legs: [{1}]}}]"
BRITISH = {
    LEG.format("channel-fleet", "{sortie: {bound: a}}"): "'sortie' is not for the british player",
    LEG.format("channel-fleet", "{station: loose, lie: true}"): "a leg has one verb; this one has lie and station",
    LEG.format("channel-fleet", "{stop: loose}"): "a leg has one verb; this one says nothing to do",
    LEG.format("channel-fleet", "{lie: true}, {station: loose}"):
        "this leg can never be reached: a leg above always holds",
    LEG.format("channel-fleet", "{station: loose}, {if: [{wind: NE}], station: loose}"):
        "this leg can never be reached: a leg above always holds",
    LEG.format("irish-fleet", "{path: ['0404']}"): "from 0204 no open sea leads to 0404",
    LEG.format("channel-fleet", "{hunt: {spread: true}}"): "it does not say what to hunt",
    LEG.format("channel-fleet", "{lie: true, else: halt}"): "'else: halt' belongs to a hunt",
    LEG.format("channel-fleet", "{lie: true, search: all}"): "British blocks search whether they wish it or not",
    LEG.format("channel-fleet", "{cross: {to: 7}}"): None,
    LEG.format("channel-fleet", "{cross: {to: jamaica}}"): "'jamaica' is no arrival",
    LEG.format("craig", "{cross: {to: 2}}"): "an expedition crosses to jamaica or canada",
    LEG.format("channel-fleet", "{lie: true, join: channel-fleet}"): "Channel Fleet cannot join itself",
    LEG.format("channel-fleet", "{lie: true, detach: {as: irish-fleet, ships: {best: 1}}}"):
        "Irish Fleet is in play 0204",
    LEG.format("channel-fleet", "{lie: true, detach: {as: biscay-fleet, ships: [victory]}}"):
        "Victory is not in Channel Fleet",
    LEG.format("channel-fleet", "{if: [{may: brest}], lie: true}"): "you cannot know 'may'",
    LEG.format("channel-fleet", "{if: [{watchers: {port: brest, sails_at_most: 1}}], lie: true}"):
        "you cannot know 'watchers'",
    LEG.format("channel-fleet", "{if: [{against: villeneuve}], lie: true}"): "'against' is known in a battle only",
    LEG.format("channel-fleet", "{if: [{not: [{directive: malta}]}], lie: true}"): "you cannot know 'directive'",
    LEG.format("channel-fleet", "{if: [{left: plymouth}], lie: true}"): "no enemy can leave Plymouth, which is yours",
    LEG.format("channel-fleet", "{if: [{masts: {inshore: brest, at_most: 3}}], lie: true}"):
        "masts are not counted so at Brest",
    "halt: [{if: [{wind: NE}]}]": "'wind' is known only while a block is activated",
    "decoys: [{rest: scatter}]": "'decoys' is for the Allied player",
    "provisions: {brest: may}": "'provisions' is for the Allied player",
    "bonus: [{chit: 4, block: irish-fleet, lie: true}]": "you have no bonus chit for 4 hexes",
    "bonus: [{block: north-sea-fleet, lie: true}]": "the North Sea Fleet only searches",
    "bonus: [{block: mediterranean-fleet, make_for: toulon}]": "nobody puts to sea on a bonus chit",
    "transfer: [{to: gibraltar, ships: all}]": "ships go along the coast between Plymouth and Portsmouth",
    "relocate: [{from: brest, to: malta}]": "from Brest damaged ships do not go to Malta",
    "admiralty: {crew: [victory]}": "Victory is not In Ordinary",
    "admiralty: {repair: [{port: plymouth, ships: [victory]}]}": "Victory does not lie damaged in Plymouth",
    "admiralty: {transport: 1}": "'transport' is for the Allied player",
    "fleets: [{block: channel-fleet, at: plymouth}]": "Channel Fleet lies Loose off Brest, not in Plymouth",
}  # fmt: skip
ALLIED = {
    LEG.format("brest-fleet", "{cross: {to: 1}}"): "'cross' is not for the allied player",
    LEG.format("brest-fleet", "{sortie: {bound: closest}}"): "nobody puts to sea for the closest port",
    LEG.format("brest-fleet", "{sortie: {bound: ferrol}}"): "Ferrol is not on the Grand Conseil",
    LEG.format("brest-fleet", "{if: [{wind: W}], sortie: {bound: a}}"): "nobody comes out of Brest when it blows W",
    LEG.format("french-transport", "{sortie: {bound: a}}"): "the Transport cannot be bound for the West Indies",
    LEG.format("rochefort-fleet", "{lie: true, detach: {as: magon-fleet, ships: {best: 1}}}"):
        "Rochefort Fleet is not in port, and Allied fleets split in port only",
    LEG.format("brest-fleet", "{if: [{chit_at: brest}], lie: true}"): "you cannot know 'chit_at'",
    LEG.format("brest-fleet", "{if: [{event_due: {within: 2}}], lie: true}"): "you cannot know 'event_due'",
    "provisions: {brest: may, cadiz: may}": "you drew 1 chits 'may'",
    "conseil: {a: cadiz, b: cadiz}": "Cadiz stands at a already",
    "decoys: [{number: 1, make_for: cadiz}]": "an entry has one of `with`, `rumour`, `rest` and `keep_at_least`",
    "decoys: [{with: brest-fleet, remove: true, make_for: cadiz}]": "say one thing for the rumour to do",
    "decoys: [{with: frigate-1, make_for: cadiz}]": "'frigate-1' is no fleet of yours",
    "relocate: [{from: brest, to: brest}]": "only British ships go into port after weather",
    "declare: [{event: yes}]": "'declare' is for the British player",
}  # fmt: skip


@pytest.mark.parametrize("body", [body for body, message in BRITISH.items() if message])
def test_what_the_british_player_may_not_order_is_told(body: str) -> None:
    assert BRITISH[body] in wrong(seen("british"), body + "\n")


@pytest.mark.parametrize("body", ALLIED)
def test_what_the_allied_player_may_not_order_is_told(body: str) -> None:
    assert ALLIED[body] in wrong(seen("allied"), body + "\n")


def test_12_3_an_arrival_above_four_has_not_its_shape() -> None:
    with pytest.raises(BadInput):
        orders(LEG.format("channel-fleet", "{cross: {to: 7}}") + "\n", "british")


def test_all_faults_of_a_file_are_told_at_once_each_at_its_line() -> None:
    body = ("sail:\n  - {block: channel-fleet, legs: [{sortie: {}}]}\n  - {block: nobody, legs: [{lie: true}]}\n"
            "halt: [{if: [{wind: NE}]}]\nprovisions: {brest: may}\n")  # fmt: skip
    found = [(fault.line, fault.message) for fault in checked(seen("british"), body).faults]
    assert found == [
        (5, "'sortie' is not for the british player"), (6, "'nobody' is no block of yours"),
        (7, "'wind' is known only while a block is activated"), (8, "'provisions' is for the Allied player"),
    ]  # fmt: skip


def test_more_than_three_halts_have_not_their_shape() -> None:
    with pytest.raises(BadInput):
        orders("halt:\n" + "  - {if: [{turn_at_least: 3}]}\n" * 4, "british")


@pytest.mark.parametrize(("sort", "told"), [
    ("none", ["your charter allows no halts"]), ("each", []), ("one", []),
    ("initiative", ["by your charter every turn halts at the first initiative chit, and at nothing else"]),
])  # fmt: skip
def test_halts_are_as_the_charter_has_them(sort: str, told: list[str]) -> None:
    assert wrong(seen("british", house={"halts": sort}), "halt: [{if: [{left: brest}]}]\n") == told


def test_24_0_trafalgar_has_no_conseil_and_no_tracks() -> None:
    known = seen("allied", scenario="trafalgar")
    assert wrong(known, "conseil: {a: cadiz}\n") == ["there is no 'conseil' in this scenario"]
    assert wrong(seen("british", scenario="trafalgar"), LEG.format("channel-fleet", "{cross: {to: 2}}") + "\n") == [
        "the tracks are closed in this scenario"]  # fmt: skip


def test_24_2_allied_fleets_split_at_sea_in_trafalgar() -> None:
    body = LEG.format("rochefort-fleet", "{lie: true, detach: {as: magon-fleet, ships: {best: 1}}}") + "\n"
    assert wrong(seen("allied", scenario="trafalgar"), body) == []


@pytest.mark.parametrize(("body", "why"), [
    ("frigates: [plymouth, brest/loose, '0610']", []), ("frigates: [brest]", ["no frigate begins Brest"]),
    ("frigates: [brest/port]", ["no frigate begins in Brest"]), ("frigates: [west-2]", ["no frigate begins West 2"]),
    ("stations: [{block: cape-fleet, station: inshore}]", []),
    ("stations: [{block: irish-fleet, station: inshore}]",
     ["Irish Fleet begins where it is printed: it lies off no port of the enemy"]),
    ("stations: [{block: mediterranean-fleet, station: loose}]",
     ["Mediterranean Fleet begins where it is printed: it lies off no port of the enemy"]),
])  # fmt: skip
def test_3_0_what_of_the_set_up_would_lapse_is_found_beforehand(body: str, why: list[str]) -> None:
    assert wrong(setup_of("british"), f"setup: {{{body}}}\n") == why


def test_3_0_one_frigate_at_most_begins_in_the_mediterranean() -> None:
    body = "setup: {frigates: [toulon/inshore, brest/inshore, malta/port]}\n"
    assert wrong(setup_of("british"), body) == ["one frigate at most begins in the Mediterranean"]


# ------------------------------------------------------------------------------------------------ read back


def test_the_orders_are_read_back_in_words() -> None:
    body = ("sail:\n  - block: channel-fleet\n    legs:\n"
            "      - {if: [{left: brest}, {own: {undamaged_at_least: 4}}], hunt: {left: brest, guess: [bantry-bay]},\n"
            "         detach: {as: biscay-fleet, keep: masts, take: best, admirals: [collingwood]}}\n"
            "      - {if: [{storm_in: western-approaches}], station: loose}\n      - {station: inshore}\n")  # fmt: skip
    first = checked(seen("british"), body).echo[0]
    assert first == (
        "Channel Fleet: if a sail has left Brest and it has at least 4 undamaged ships, the best of those "
        "that need not stay by the count of masts part as Biscay Fleet under Collingwood, which hunts what "
        "left Brest; if none is in sight it looks off Bantry Bay; else if a storm lies on Western Approaches, "
        "it goes to Loose; else it goes to Inshore.")  # fmt: skip


def test_blocks_without_legs_and_blocks_that_are_not_in_play_are_named() -> None:
    told = checked(seen("british"), LEG.format("biscay-fleet", "{lie: true}") + "\n").echo
    assert "Biscay Fleet is not in play, and nothing in this file brings it in: its legs wait." in told
    assert any(line.startswith("No legs here: Channel Fleet, ") for line in told)


def test_5_2_1_the_points_for_crews_are_counted_down() -> None:
    ports = {"plymouth": {"ordinary": ["b-orion", "b-caesar"]}}
    ships = {"b-orion": {"in": "plymouth", "state": "ordinary"}, "b-caesar": {"in": "plymouth", "state": "ordinary"}}
    known = seen("british", ports=ports, ships={**seen("british")["ships"], **ships}, points={"british": 5})
    told = checked(known, "admiralty: {crew: [orion, caesar]}\n").echo
    assert "Orion is crewed for 5 points; 0 are left." in told
    assert any(line.startswith("Caesar needs ") and line.endswith("she waits.") for line in told)


@pytest.mark.parametrize("word", sorted(CONDITIONS))
def test_every_condition_has_words_for_when_it_holds_and_when_not(word: str) -> None:
    each = CONDITIONS[word]
    assert each.words
    assert each.unmet


def test_a_check_knows_nothing_of_the_enemy_but_the_view() -> None:
    body = TABLE.stories["sail"].text
    known = seen("british")
    with_block = {**known["blocks"], "frigate-1": block("brest/inshore")}
    assert checked(known, body).echo == checked({**known, "blocks": with_block}, body).echo


def test_13_3_a_fleet_ordered_away_that_the_last_count_holds_is_named() -> None:
    body = LEG.format("channel-fleet", "{make_for: cadiz}") + "\n"
    counted = {"low": 16, "high": 20, "turn": 4, "how": "masts"}
    told = checked(seen("british", news={"brest": counted}), body).echo
    assert ("Channel Fleet may be held: 16 ships or more lay ready in Brest, as counted in turn 4, and as "
            "many sound ones must stay (13.3).") in told  # fmt: skip
    others: list[dict[str, Any]] = [{"news": {}}, {"news": {"brest": counted}, "scenario": "trafalgar"}]
    for changed in others:
        assert not any("may be held" in line for line in checked(seen("british", **changed), body).echo)
    staying = LEG.format("channel-fleet", "{station: inshore}") + "\n"
    assert not any("may be held" in line for line in checked(seen("british", news={"brest": counted}), staying).echo)


def test_11_1_gibraltar_is_left_on_atlantic_winds_in_trafalgar() -> None:
    body = LEG.format("gibraltar-fleet", "{if: [{wind: NE}], make_for: cadiz}") + "\n"
    blocks = {**seen("british")["blocks"], "gibraltar-fleet": block("gibraltar/port", "b-victory")}
    assert wrong(seen("british", blocks=blocks), body) == ["nobody comes out of Gibraltar when it blows NE"]
    assert wrong(seen("british", blocks=blocks, scenario="trafalgar"), body) == []


# ------------------------------------------------------------------------------------------------ voyages


def told_of(text: str, seat: str = "british", **more: Any) -> list[str]:
    """The lines of a check that tell of voyages."""
    result = checked(seen(seat, **more), f"{text}\n")
    assert result.faults == ()
    return [line for line in result.echo if " if all are " in line]


def test_9_2_a_check_tells_how_many_winds_a_voyage_needs() -> None:
    # From off Brest to off Ferrol are 8 hexes, before a north-easter all of one point: 3 and 8 are 11, more than 9.
    # Against a south-wester each takes two: three hexes with the first wind, four with the next, the last with a third.
    (line,) = told_of("sail: [{block: channel-fleet, legs: [{make_for: ferrol}, {enter: plymouth}]}]")
    assert line.startswith("Channel Fleet to Ferrol: 8 hexes, 2 winds if all are NE, ")
    assert line.endswith("3 if SW.")


def test_9_2_it_tells_nothing_of_short_voyages_nor_of_blocks_that_are_not_in_play() -> None:
    assert told_of("sail: [{block: channel-fleet, legs: [{make_for: '0807'}, {station: loose}]}]") == []
    assert told_of("sail: [{block: minorca-fleet, legs: [{make_for: ferrol}]}]") == []


@pytest.mark.parametrize(("body", "hint"), [
    ("admiralty: {crew: [bucentaure]}", "it is the enemy's"),
    ("sail: [{block: nelson, legs: [{lie: true}]}]", "an admiral is no block: name the fleet that sails"),
])  # fmt: skip
def test_2_3_a_name_of_another_sort_is_said_to_be_one(body: str, hint: str) -> None:
    [fault] = checked(seen("british"), f"{body}\n").faults
    assert fault.hint.startswith(hint)


@pytest.mark.parametrize("body", ["repair: [{port: all, ships: [best]}]", "crew: [any]"])
def test_5_2_a_word_is_no_port_and_no_ship_and_stops_no_check(body: str) -> None:
    assert len(wrong(seen("british"), f"admiralty: {{{body}}}\n")) == 1
