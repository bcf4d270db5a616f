"""Orders from clicks alone: a first turn within sixty, and the games of bots composed on the desk."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from browser_kit import Browser
from clerk import HEAD, Clerk
from desk_kit import sea_turn, view_of
from firefox_kit import Firefox
from long_runs import long_too
from rules.guerra.guerra_stages import stages
from rules.yellowjack.yellowjack_views import at_sea as yellow_position
from rules.yellowjack.yellowjack_views import reading as off_the_main

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot, Game
from pbem.adjudicator.glory.board.board import load_board as load_sea
from pbem.adjudicator.guerra.board.board import load_board as load_war
from pbem.adjudicator.guerra.game import GAME as GUERRA
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.jenkins.game import GAME as JENKINS
from pbem.adjudicator.lions.game import GAME as LIONS
from pbem.adjudicator.titles import load_game
from pbem.adjudicator.yellowjack.game import GAME as YELLOWJACK
from pbem.page.order_desk import desk_page
from pbem.strict_yaml import plain, read, write
from pbem.trial import soak

#: The phases of a game that the suite plays on the desk; PBEM_WHOLE_DESK=1 plays games to their end.
SHORT = {"jenkins": 1, "lions": 2, "glory": 2, "guerra": 2, "yellowjack": 3}
#: The phases of the set-up and the first turn.
FIRST_TURN = {"jenkins": 4, "lions": 3, "glory": 2, "guerra": 5, "yellowjack": 3}
WHOLE = os.environ.get("PBEM_WHOLE_DESK", "")
#: Scenario and house rules of a whole game: of Lions the shortest; PBEM_WHOLE_DESK=long plays four powers, six turns.
GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "jenkins": ("campaign", {}),
    "lions": ("four-players", {}) if WHOLE == "long" else ("two-players", {"turns": "3"}),
}


#: Where a game is begun of which the suite plays the first turn alone; else the title's first scenario.
STARTS = {"guerra": "opening-guns", "yellowjack": "porto-bello"}


@pytest.fixture
def clerk(browser: Browser) -> Iterator[Clerk]:
    """Somebody with a mouse, before a fresh tab."""
    page = browser.new_page()
    yield Clerk(page)
    assert page.complaints == []
    assert page.strangers() == []
    page.close()


@pytest.fixture
def foxes_clerk(tmp_path: Path) -> Iterator[Clerk]:
    """Somebody with a mouse before Firefox."""
    running = Firefox.start()
    yield Clerk(running)
    assert running.complaints == []
    assert running.strangers() == []
    running.close()


class Clicking(Bot):
    """A bot whose order files are composed on the desk; what it answers to letters is its own."""

    def __init__(self, game: Game, bot: Bot, clerk: Clerk, folder: Path) -> None:
        super().__init__(bot.seat, bot.chance)
        self.game, self.bot, self.clerk, self.folder = game, bot, clerk, folder
        self.done: dict[str, str] = {}

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        """The same orders as the bot's, clicked together."""
        if head["phase"] not in self.done:
            wanted = plain(read(self.bot.orders(view, head).encode(), "orders.yaml"))
            assert isinstance(wanted, dict)
            html = desk_page(self.game, self.game.reading(view), head)
            assert html is not None
            self.clerk.sit(html, self.folder / "desk.html")
            body = as_a_person({name: value for name, value in wanted.items() if name not in HEAD})
            self.clerk.compose(body)
            places = dict(self.clerk.page.run("FORM.places"))
            made, body = placed(self.clerk.orders(), places), placed(body, places)
            assert [name for name in {**body, **made} if made.get(name) != body.get(name)] == []
            self.done[head["phase"]] = self.clerk.file
        return self.done[head["phase"]]

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        return self.bot.answer(view, decision)


def as_a_person(body: Mapping[str, Any]) -> dict[str, Any]:
    """A bot's orders as a person gives them: its standing orders are a shipped doctrine, and nothing is left empty."""
    doctrine = {"doctrine": "steady"} if "standing" in body else {}
    said = {name: unempty(value) for name, value in body.items() if name != "standing"}
    return {**{name: value for name, value in said.items() if value not in ([], {})}, **doctrine}


def placed(value: Any, places: Mapping[str, str]) -> Any:
    """Plain data in which every place goes by its cell."""
    if isinstance(value, dict):
        return {key: placed(inner, places) for key, inner in value.items()}
    return [placed(each, places) for each in value] if isinstance(value, list) else places.get(value, value)


def unempty(value: Any) -> Any:
    """Plain data without lists that are empty, which no click writes."""
    if isinstance(value, dict):
        return {key: unempty(inner) for key, inner in value.items() if inner != []}
    return [unempty(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_a_game_is_played_from_clicks_alone(clerk: Clerk, tmp_path: Path, title: str) -> None:
    """Each order file of the title's steady bots is composed on the desk, checked, and played; nothing is typed."""
    played_by(clerk, tmp_path, title, SHORT[title], whole=bool(WHOLE))


@pytest.mark.parametrize("title", long_too("guerra", "glory", "yellowjack"))
def test_a_first_turn_is_played_from_clicks_alone(clerk: Clerk, tmp_path: Path, title: str) -> None:
    """Set-up and first turn of both seats of the other titles, composed on the desk as their steady bots order them."""
    played_by(clerk, tmp_path, title, FIRST_TURN[title] if WHOLE else SHORT[title], whole=False)
    assert clerk.typed == 0


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_a_game_begins_from_clicks_alone_in_firefox(foxes_clerk: Clerk, tmp_path: Path, title: str) -> None:
    """The same driver, the first phases; PBEM_WHOLE_DESK=1 plays the whole first turn."""
    played_by(foxes_clerk, tmp_path, title, FIRST_TURN[title] if WHOLE else SHORT[title] // 2 or 1, whole=False)


def played_by(clerk: Clerk, folder: Path, title: str, phases: int, *, whole: bool) -> None:
    """Plays so many phases of a game with orders from clicks, or all of it."""
    clerk.hurried = True
    game = load_game(title)
    scenario, house = GAMES[title] if whole else (STARTS.get(title, next(iter(game.scenarios))), {})
    names = soak.bots_for(game, ["steady"], scenario)
    seed = "clicked/0"
    bots = {seat: Clicking(game, game.bot(name, seat, SeededChance(f"{seed} {seat}")), clerk, folder)
            for seat, name in names.items()}  # fmt: skip
    played = soak.Played(seed, letters=dict.fromkeys(names, 0), forgotten=dict.fromkeys(names, 0))
    running = soak.Running(game, game.begin(scenario, house, None), bots, names, played, house)
    while (phase := running.match.phase()) and (whole or played.phases < phases):
        soak.play_phase(running, phase)
        if WHOLE:
            print(title, phase.id, clerk.clicks, flush=True)
    assert played.refused == 0
    assert clerk.clicks > 50
    if whole:
        assert running.match.result()


# ------------------------------------------------------------------------------------- a first turn, on the map alone


def first_english_turn() -> tuple[Mapping[str, Any], dict[str, str], dict[str, Any]]:
    """The demonstration's first English phase: the view, the head of its orders, and what its captain orders."""
    names = {"english": "steady", "spanish": "steady"}
    bots = {seat: JENKINS.bot(name, seat, SeededChance(f"demo {seat}")) for seat, name in names.items()}
    played = soak.Played("demo", letters=dict.fromkeys(names, 0), forgotten=dict.fromkeys(names, 0))
    running = soak.Running(JENKINS, JENKINS.begin("campaign", {}, None), bots, names, played, {})
    while (phase := running.match.phase()) and phase.id != "t01.english":
        soak.play_phase(running, phase)
    view, head = running.match.view("english"), {"seat": "english", "phase": "t01.english"}
    wanted = plain(read(bots["english"].orders(view, head).encode(), "orders.yaml"))
    assert isinstance(wanted, dict)
    return view, head, wanted


def ordered_on_the_map(clerk: Clerk, wanted: Mapping[str, Any], hex_of: Mapping[str, str]) -> None:
    """Buys in each port's shop, lays counters on top, and sails with passengers, who land."""
    for place in dict.fromkeys(row["at"] for row in wanted["buy"]):
        clerk.cell(hex_of.get(place, place))
        clerk.click("#act-buy")
        for row in wanted["buy"]:
            if row["at"] == place:
                clerk.click(f"#ware-{row['counter']}")
        for row in wanted["stacks"]:
            if row["hex"] == hex_of.get(place, place):
                clerk.click(f"#top-{row['top'][0]}")
    for row in wanted["moves"]:
        start = clerk.page.call("id => pieceBy(id).at", row["ships"][0])
        clerk.cell(start)
        boxes = clerk.page.run("[...document.querySelectorAll('#here .piece input')].map(e => [e.value, e.checked])")
        sailing = clerk.page.run("pieces().filter(p => p.acts.includes('sail')).map(p => p.id)")
        for name, ticked in boxes:
            if name in sailing and ticked != (name in row["ships"]):
                clerk.click(f"#piece-{name}")
        clerk.click("#act-sail")
        for part in row.get("embark", ()):
            clerk.click(f"#load-{part['counter']}")
        clerk.cell(hex_of.get(row["path"][-1], row["path"][-1]))
        clerk.click("#act-end")


def test_the_first_english_turn_of_the_demonstration_takes_sixty_clicks_at_most(clerk: Clerk, tmp_path: Path) -> None:
    view, head, wanted = first_english_turn()
    html = desk_page(JENKINS, JENKINS.reading(view), head)
    assert html is not None
    clerk.sit(html, tmp_path / "desk.html")
    hex_of = dict(clerk.page.run("FORM.places"))
    ordered_on_the_map(clerk, wanted, hex_of)
    made = clerk.orders()
    for each in (made, wanted):
        each["buy"].sort(key=lambda row: row["counter"])
    assert made["buy"] == wanted["buy"]
    tops = {hex_of.get(row["hex"], row["hex"]): row["top"] for row in made["stacks"]}
    for row in wanted["stacks"]:
        assert row["top"][0] in tops[row["hex"]]
    assert [sorted(row["ships"]) for row in made["moves"]] == [sorted(row["ships"]) for row in wanted["moves"]]
    for mine, theirs in zip(made["moves"], wanted["moves"], strict=True):
        assert hex_of.get(mine["path"][-1], mine["path"][-1]) == theirs["path"][-1]
        assert {part["counter"] for part in mine.get("embark", ())} == {part["counter"] for part in theirs["embark"]}
        assert mine["debark"] == "all"
    told = JENKINS.check_file(view, head, clerk.file.encode(), "orders.yaml")
    assert [fault.message for fault in told.faults] == []
    assert clerk.page.text("#verdict").startswith("Nothing looks wrong")
    print(f"the first English turn of the demonstration: {clerk.clicks} clicks")
    assert clerk.clicks <= 60


# --------------------------------------------------------------------------- what the file itself buys, forms and loads


def lawful(clerk: Clerk, game: Game, view: Mapping[str, Any], head: Mapping[str, str]) -> dict[str, Any]:
    """The orders that were clicked together, held to `orders check`."""
    told = game.check_file(view, head, clerk.file.encode(), "orders.yaml")
    assert [fault.message for fault in told.faults] == []
    assert clerk.page.text("#verdict").startswith("Nothing looks wrong")
    return clerk.orders()


def war(clerk: Clerk, folder: Path, phase: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Sits down at the Patriot desk of a phase of Guerra a Muerte."""
    stage = next(each for each in stages("opening-guns", "desk", 9) if each.phase == phase)
    view, head = GuerraMatch.restore(stage.before, {}, None).view("patriot"), desk_head("patriot", phase)
    html = desk_page(GUERRA, GUERRA.reading(view), head)
    assert html is not None
    clerk.sit(html, folder / "desk.html")
    return view, head


def desk_head(seat: str, phase: str) -> dict[str, str]:
    """The head of an order file."""
    return {"game": "autumn-4f1c9a", "seat": seat, "phase": phase}


def test_men_are_raised_on_the_map_of_guerra_and_paid_from_their_purse(clerk: Clerk, tmp_path: Path) -> None:
    view, head = war(clerk, tmp_path, "t02.council")
    clerk.cell("cordoba")
    clerk.click("#act-buy")
    clerk.click("#ware-militia-infantry")
    clerk.click("#ware-militia-infantry")
    assert "1 of" in clerk.page.text(".shelf .purse")
    made = lawful(clerk, GUERRA, view, head)
    assert made["muster"]["build"] == {"plata": [{"kind": "militia-infantry", "at": "cordoba"}] * 2}
    assert clerk.clicks <= 5
    for _ in range(20):
        clerk.click("#ware-militia-infantry")
        if not clerk.page.text("#verdict").startswith("Nothing"):
            break
    assert "spent, and there are" in clerk.page.text("#verdict") or "no further" in clerk.page.text("#verdict")


def test_4_4_a_ship_of_guerra_is_fitted_out_in_a_port_on_the_map(clerk: Clerk, tmp_path: Path) -> None:
    """A frigate costs 5 RP, and its row names the port (4.4, 4.6)."""
    stage = next(each for each in stages("opening-guns", "desk", 9) if each.phase == "t02.council")
    match = GuerraMatch.restore(stage.before, {}, None)
    assert isinstance(match, GuerraMatch)
    match.state.purse["plata"] = 20
    view, head = match.view("patriot"), desk_head("patriot", "t02.council")
    html = desk_page(GUERRA, GUERRA.reading(view), head)
    assert html is not None
    clerk.sit(html, tmp_path / "desk.html")
    cells = clerk.page.run("FORM.arrivals.filter((each) => each.shop).flatMap((each) => each.only.frigate ?? [])")
    clerk.cell(cells[0])
    clerk.click("#act-buy")
    clerk.click("#ware-frigate")
    made = lawful(clerk, GUERRA, view, head)
    (row,) = made["muster"]["build"]["plata"]
    assert row["kind"] == "frigate"
    assert load_war().ports[row["at"]].area == cells[0]
    assert "5 of" in clerk.page.text(".shelf .purse")


def test_a_force_of_guerra_is_formed_and_marched_in_one_file(clerk: Clerk, tmp_path: Path) -> None:
    view, head = war(clerk, tmp_path, "t01.patriot")
    forces = {name: each for name, each in view["forces"].items() if each["side"] == "patriot" and not each["inside"]}
    name = next(name for name, each in forces.items() if len(each["units"]) > 1 and not each["marker"])
    at, unit = forces[name]["at"], forces[name]["units"][0]
    clerk.cell(at)
    own = clerk.page.run("[...document.querySelectorAll('#here .piece input')].map(e => [e.value, e.checked])")
    for each, ticked in own:
        if ticked != (each == unit):
            clerk.click(f"#piece-{each}")
    clerk.click("#act-form")
    clerk.click("#march-formed-1" if clerk.has("march-formed-1") else "#piece-formed-1")
    if not clerk.page.run("!!MAP.act"):
        clerk.click("#act-march")
    odds = clerk.page.run("[...document.querySelectorAll('#reach .far')].map(e => e.textContent)")
    assert set(odds) == {"100%", "67%", "33%"}  # four points for sure, five with two dice of six, seven with two (3.3)
    goal = clerk.page.run("[...MAP.act.reach].find(([, found]) => found.far === 1)[0]")
    clerk.cell(goal)
    made = lawful(clerk, GUERRA, view, head)
    assert made["forces"] == [{"at": at, "units": [unit]}]
    assert made["operations"] == [{"force": {"at": at, "units": [unit]}, "do": [{"move": {"to": goal}}]}]


def test_a_fleet_of_1805_is_formed_of_ready_ships_and_sails_in_one_file(clerk: Clerk, tmp_path: Path) -> None:
    view, _, html = sea_turn("allied")
    clerk.sit(html, tmp_path / "desk.html")
    port, ready = next((port, each["ready"]) for port, each in view["ports"].items() if len(each.get("ready", ())) > 1)
    clerk.cell(str(load_sea().ports[port].zone_hex))
    for each in clerk.page.run("[...document.querySelectorAll('#here .piece input:checked')].map(e => e.value)"):
        clerk.click(f"#piece-{each}")
    for ship in ready[:2]:
        clerk.click(f"#piece-{ship}")
    clerk.click("#act-form")
    made = clerk.orders()["fleets"]
    assert [len(each["ships"]) for each in made] == [2]
    assert made[0]["at"] == port
    fleet = made[0]["block"]
    assert clerk.page.call("id => pieceBy(id).fresh && pieceBy(id).acts.includes('sortie')", fleet)
    assert clerk.page.call("id => pieceBy(id).aboard", ready[0]) == fleet


def test_a_squadron_of_yellow_jack_is_laid_up_and_one_made_a_formation_by_clicks(clerk: Clerk, tmp_path: Path) -> None:
    seen = off_the_main(yellow_position(), "british")
    known = {**seen.view, "step": "admin"}
    head = desk_head("british", "y39t13.admin")
    html = desk_page(YELLOWJACK, YELLOWJACK.reading(known), head)
    assert html is not None
    clerk.sit(html, tmp_path / "desk.html")
    able = clerk.page.run("OLD_PIECES.filter(p => p.acts.some(a => a.startsWith('form-'))).map(p => [p.id, p.at])")
    assert able, "no Squadron lies in Port"
    squadron, at = able[0]
    clerk.cell(at)
    clerk.click(f"#lay_up-{squadron}")
    assert clerk.orders()["states"] == [{"squadron": squadron, "to": "in_ordinary"}]
    assert "named twice" not in clerk.page.text("#verdict")
    clerk.click(f"#lay_up-{squadron}")
    assert "named twice" in clerk.page.text("#verdict")


def test_yellow_jack_offers_no_way_that_a_formation_may_not_take(clerk: Clerk, tmp_path: Path) -> None:
    """No Flag goes to a Small Space (R2.2); a lone Squadron leaves port under an Order alone (R3.6)."""
    seen = off_the_main(yellow_position(), "british")
    head = desk_head("british", "y39t13.ops")
    known = {**seen.view, "step": "ops"}
    html = desk_page(YELLOWJACK, YELLOWJACK.reading(known), head)
    assert html is not None
    clerk.sit(html, tmp_path / "desk.html")
    acts = dict(clerk.page.run("OLD_PIECES.map((piece) => [piece.id, piece.acts])"))
    assert not {"to", "to_wide", "put_to_sea", "carry_on"} & set(acts["jf1"])
    assert {"carry_on", "to_wide"} <= set(acts["br-flag-j2"])
    assert "carry_on" not in acts["br-flag-j1"]
    goals = clerk.page.run("[...reach('wide', pieceBy('br-flag-j2').at).keys()]")
    assert "exuma" not in goals
    for first in range(0, len(goals), 24):  # no plan has more steps
        steps = [{"to": goal} for goal in goals[first : first + 24]]
        text = write({"pbem": "orders/1", **head, "sail": [{"who": "br-flag-j2", "then": steps}]})
        assert YELLOWJACK.check_file(known, head, text.encode(), "orders.yaml").faults == ()


CROWDED = {
    "outfit": {"buy": [{"item": "regiment", "at": "jamestown", "number": 2}, {"item": "transport", "at": "london"},
                       {"item": "transport", "at": "london"}]},
    "fleets": {"form": [{"number": 1, "at": "london", "ships": ["england-4th-1"]},
                        {"number": 2, "at": "london", "ships": ["england-4th-1"]}]},
    "operations": [{"force": "england-4th-1", "path": ["D11"], "embark": {"regiments": 90}}],
}  # fmt: skip


def test_rooms_purses_and_duplicates_of_lions_are_judged_at_once(clerk: Clerk, tmp_path: Path) -> None:
    """One ship a turn into a port that is no home port (11.4); a ship in one fleet; as many men as are there (19.3)."""
    view, head = view_of("t01.year"), desk_head("england", "t01.year")
    html = desk_page(LIONS, LIONS.reading(view), head)
    assert html is not None
    clerk.sit(html, tmp_path / "desk.html")
    body = write({"pbem": "orders/1", **head, **CROWDED})
    clerk.page.call("text => takeText(text)", body)
    told = clerk.page.run("cautions().map(each => each.section + ': ' + each.message)")
    assert [each for each in told if each.startswith("outfit: ") and "has room for 1 points more, and 2" in each]
    assert "outfit: there is no further transport to be had" in told
    assert [each for each in told if "is in entry 1 already" in each]
    assert [each for each in told if "regiment points" in each and each.startswith("operations: entry 1")]
    assert [each for each in told if "goes into another force of this file" in each]
    assert clerk.page.text("#verdict").split()[1] == "things"
