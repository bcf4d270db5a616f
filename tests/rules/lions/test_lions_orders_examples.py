"""The examples of docs/orders-lions.md do, played by the rules, what the page says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem import strict_yaml
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.trial.cases import run_case

SEA = "A11"
WON = (("gauge/a11/england/n1", 6), ("gauge/a11/netherlands/n1", 1))
DRAWN = (("exchange/n1", 0, 1, 2, 3), ("free-marker/england/n1", 4))
Dice = Sequence[tuple[str | int, ...]]


def section(name: str) -> dict[str, Any]:
    """A section as the page shows it."""
    return dict(strict_yaml.plain(strict_yaml.read(TABLE.stories[name].text)))


def said(value: Any) -> Any:
    """Numbers as the writer takes them."""
    if isinstance(value, Mapping):
        return {name: said(item) for name, item in value.items()}
    return [said(item) for item in value] if isinstance(value, list | tuple) else str(value)


def rules_on(
    folder: Path, names: Sequence[str], given: Mapping[str, Any], expect: Mapping[str, Any], dice: Dice = (),
    more: Mapping[str, Any] | None = None, others: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    """Play a position with England's orders made of some examples, and hold it to what should follow."""
    body: dict[str, Any] = dict(more or {})
    for name in names:
        body |= section(name)
    here = {"players": 2, "quiet": ["netherlands", "spain"], **given}
    case = {
        "case": "An example of the page", "game": "lions", "rule": ["13.1"], "reads": "It does what it says.",
        "given": here, "orders": {"england": body, **(others or {})},
        "dice": [{"label": label, "faces": list(faces)} for label, *faces in dice], "expect": expect,
    }  # fmt: skip
    path = folder / "case.yaml"
    path.write_text(strict_yaml.write(said(case)), encoding="utf-8")
    outcome = run_case(path)
    assert outcome.holds, "\n".join(fault.render() for fault in outcome.faults)


def at_sea(own: Mapping[str, Any], foe: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Two ships in one square, of which England's attacks."""
    ships = [{"at": SEA, **own}, {"at": SEA, **foe}]
    return {"steps": ["13.1"], "pounds": {"england": 9}, "ships": ships, **more}


def attack(force: str = "england-1st-1") -> dict[str, Any]:
    return {"operations": [{"force": force, "attack": {"power": "netherlands"}}]}


def test_setup(tmp_path: Path) -> None:
    dice: Dice = (("hand/england/n1", 0, 1, 2, 3, 4, 5), ("hand/netherlands/n1", 0, 1, 2, 3))
    rules_on(tmp_path, ["setup"], {"phase": "setup"}, {
        "ships": [{"ship": "england-6th-1", "port": "bermuda"}, {"ship": "england-transport-1", "regiments": 1}],
        "land": [
            {"power": "england", "port": "bermuda", "forts": 2, "regiments": 0},
            {"power": "england", "port": "madras", "forts": 1, "regiments": 2},
            {"power": "england", "port": "massachusetts-bay", "forts": 1},
        ],
        "leaders": [{"leader": "blake", "aboard": "england-1st-1"}],
    }, dice)  # fmt: skip


def bidding(**more: Any) -> dict[str, Any]:
    return {"phase": "bids", "steps": ["9.3"], "pounds": {"england": 10, "netherlands": 10}, **more}


def test_return(tmp_path: Path) -> None:
    given = bidding(hands={"england": ["marines-1", "gunners-1"]})
    rules_on(tmp_path, ["return"], given, {"markers": {"england": 2}, "events": [
        {"rule": "9.6", "event": "returned", "power": "england", "number": 1},
    ]}, DRAWN)  # fmt: skip


@pytest.mark.parametrize(("other", "price"), [("3", "5"), ("0", "3")])
def test_bids(tmp_path: Path, other: str, price: str) -> None:
    rules_on(tmp_path, ["bids"], bidding(), {"events": [
        {"rule": "9.3", "event": "sold", "number": 1, "power": "england", "pounds": price},
        {"rule": "9.3", "event": "unsold", "number": 2},
    ]}, DRAWN, others={"netherlands": {"bids": [{"for": "1", "rounds": [other]}]}})  # fmt: skip


def test_spend(tmp_path: Path) -> None:
    bids = {"bids": [{"for": "any", "rounds": [4]}]}
    rules_on(tmp_path, ["spend"], bidding(), {"pounds": {"england": 4}, "events": [
        {"rule": "9.3", "event": "sold", "number": 1, "pounds": 4},
        {"rule": "9.3", "event": "sold", "number": 2, "pounds": 2},
        {"rule": "9.3", "event": "unsold", "number": 3},
    ]}, DRAWN, more=bids)  # fmt: skip


def test_never_below(tmp_path: Path) -> None:
    given = {"steps": ["11.1"], "pounds": {"england": 7}}
    buy = {"outfit": {"buy": [{"item": "regiment", "at": "london", "number": 3}, {"item": "fort", "at": "london"}]}}
    rules_on(tmp_path, ["never_below"], given, {"pounds": {"england": 4}}, more=buy)


def test_agreements(tmp_path: Path) -> None:
    given = {"players": 3, "steps": ["10.1"], "pounds": {"england": 9}}
    rules_on(tmp_path, ["agreements"], given, {
        "pounds": {"england": 7, "spain": 2}, "promises": ["non_aggression"],
    }, others={"spain": section("agreements")})  # fmt: skip


@pytest.mark.parametrize(("pounds", "faces", "left"), [(12, (3, 3), 1), (12, (3, 4), 7), (29, (6, 6), 16)])
def test_outfit(tmp_path: Path, pounds: int, faces: tuple[int, int], left: int) -> None:
    given = {"steps": ["11.1"], "pounds": {"england": pounds}}
    dice: list[tuple[str | int, ...]] = [("leader-cost/england/n1", *faces)]
    dice += [("leader/england/n1", 0)] if sum(faces) <= 6 else []
    rules_on(tmp_path, ["outfit"], given, {"pounds": {"england": left}, "land": [
        {"power": "england", "port": "ireland", "regiments": 2},
    ]}, dice)  # fmt: skip


def test_fleets(tmp_path: Path) -> None:
    names = ["england-1st-1", "england-1st-2", "england-3rd-1", "england-transport-1", "england-6th-1"]
    given = {
        "steps": ["11.1"], "ships": [{"ship": name, "at": "london"} for name in names],
        "land": [{"power": "england", "at": "london", "regiments": 3}],
        "leaders": [{"leader": "blake", "at": "london"}],
    }  # fmt: skip
    rules_on(tmp_path, ["fleets"], given, {
        "ships": [
            {"ship": "england-1st-1", "fleet": 1, "regiments": 2}, {"ship": "england-transport-1", "fleet": 1},
            {"ship": "england-6th-1", "fleet": ""},
        ],
        "leaders": [{"leader": "blake", "aboard": "england-1st-1"}],
    })  # fmt: skip


def test_operations(tmp_path: Path) -> None:
    given = {
        "players": 3, "steps": ["13.1"], "quiet": ["netherlands"], "pounds": {"england": 9, "spain": 9},
        "ships": [
            {"ship": "england-1st-1", "at": "london"}, {"ship": "england-3rd-1", "at": "london"},
            {"ship": "england-4th-1", "at": "london"}, {"ship": "spain-1st-1", "at": "cadiz"},
        ],
    }  # fmt: skip
    dice: Dice = (("movement/c12/n1", 1, 2), ("movement/c12/n2", 1, 2))
    spain = {"operations": [{"pass_until": [{"moved": "england"}]}, {"force": "spain-1st-1"}]}
    rules_on(tmp_path, ["operations"], given, {
        "pounds": {"england": 7, "spain": 8},
        "ships": [{"ship": "england-3rd-1", "port": "london"}, {"ship": "england-4th-1", "port": "ireland"}],
    }, dice, others={"spain": spain})  # fmt: skip


def test_play(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-1st-1", "leaders": ["blake"]}, {"ship": "netherlands-6th-1"},
                   hands={"england": ["gunners-1", "raking-attack-1"]})  # fmt: skip
    gauge: Dice = (("gauge/a11/england/n1", 1), ("gauge/a11/netherlands/n1", 1))
    dice: Dice = (*gauge, ("broadside/england-1st-1/n1", *[5] * 9))
    rules_on(tmp_path, ["play"], given, {"markers": {"england": 2}, "events": [
        {"rule": "9.7", "event": "played", "marker": "raking-attack-1"},
        {"rule": "9.7", "event": "played", "marker": "gunners-1"},
    ]}, dice, more=attack())  # fmt: skip


def test_admirals(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-1st-1", "leaders": ["prince-rupert", "sandwich"]}, {"ship": "netherlands-6th-1"})
    dice: Dice = (("gauge/a11/england/n1", 2), ("gauge/a11/netherlands/n1", 3))
    rules_on(tmp_path, ["admirals"], given, {"events": [
        {"rule": "17.2", "event": "admiral", "leader": "sandwich"}, {"rule": "17.2", "event": "missed"},
    ]}, dice, more=attack())  # fmt: skip


def test_gauge(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-6th-1"}, {"ship": "netherlands-1st-1"})
    dice: Dice = (("gauge/a11/england/n1", 6), ("gauge/a11/netherlands/n1", 1))
    rules_on(tmp_path, ["gauge"], given, {"events": [{"rule": "17.2", "event": "broke_off", "to": "B12"}]},
             dice, more=attack("england-6th-1"))  # fmt: skip


def test_fire(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-1st-1", "fleet": 1}, {"ship": "netherlands-3rd-1", "fleet": 1})
    given["ships"] += [
        {"ship": "england-fireship-1", "at": SEA, "fleet": 1}, {"ship": "england-6th-1", "at": SEA, "fleet": 1},
        {"ship": "netherlands-6th-1", "at": SEA, "fleet": 1},
    ]  # fmt: skip
    dice: Dice = (
        *WON, ("broadside/england-1st-1/n1", *[1] * 6), ("fireship/england-fireship-1/n1", 1, 1, 1),
        ("broadside/netherlands-3rd-1/n1", *[1] * 4), ("broadside/netherlands-6th-1/n1", 1),
        ("gauge/a11/england/n2", 2), ("gauge/a11/netherlands/n2", 2),
    )  # fmt: skip
    rules_on(tmp_path, ["fire"], given, {"events": [{"rule": "18.1", "ship": "england-fireship-1", "why": "burnt"}]},
             dice, more=attack("1"))  # fmt: skip


def test_transfer(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-6th-1", "fleet": 1, "damage": 1, "leaders": ["sandwich"]},
                   {"ship": "netherlands-6th-1"})  # fmt: skip
    given["ships"] += [{"ship": f"england-{name}-1", "at": SEA, "fleet": 1, "damage": 3} for name in ("2nd", "3rd")]
    dice: Dice = (
        ("gauge/a11/england/n1", 1), ("gauge/a11/netherlands/n1", 6), ("broadside/netherlands-6th-1/n1", 6),
        ("broadside/england-2nd-1/n1", 1, 1, 1), ("gauge/a11/england/n2", 1), ("gauge/a11/netherlands/n2", 1),
    )  # fmt: skip
    dutch = {"fire": [{"targets": ["england-6th-1"]}], "gauge": [{"do": "engage"}]}
    rules_on(tmp_path, ["transfer"], given, {"leaders": [{"leader": "sandwich", "aboard": "england-2nd-1"}]}, dice,
             more=attack("1"), others={"netherlands": dutch})  # fmt: skip


def test_bombard_and_halt(tmp_path: Path) -> None:
    given = {
        "steps": ["13.1"], "pounds": {"england": 9},
        "ships": [
            {"ship": "england-4th-1", "at": "java", "fleet": 1}, {"ship": "england-6th-1", "at": "java", "fleet": 1},
            {"ship": "england-1st-1", "at": "java", "fleet": 1, "damage": 1},
        ],
        "land": [{"power": "netherlands", "at": "java", "forts": 1}],
    }  # fmt: skip
    dice: Dice = (
        ("tactics/p23/england/n1", 6), ("tactics/p23/netherlands/n1", 1), ("bombard/england-4th-1/n1", 1, 1, 1),
        ("bombard/england-6th-1/n1", 1), ("coast/p23/netherlands/n1", 1),
    )  # fmt: skip
    rules_on(tmp_path, ["bombard", "halt"], given, {"events": [{"rule": "20.3", "event": "halted"}]}, dice,
             more={"operations": [{"force": "1", "shore": "netherlands"}]})  # fmt: skip


def test_coast(tmp_path: Path) -> None:
    given = {
        "steps": ["13.1"], "quiet": [], "pounds": {"netherlands": 9},
        "ships": [
            {"ship": "netherlands-1st-1", "at": "madras", "fleet": 1},
            {"ship": "netherlands-6th-1", "at": "madras", "fleet": 1},
        ],
        "land": [{"power": "england", "at": "madras", "forts": 2}],
    }  # fmt: skip
    dutch = {"operations": [{"force": "1", "shore": "england"}], "halt": [{"if": [{"round_at_least": "2"}]}]}
    dice: Dice = (
        ("tactics/k21/england/n1", 1), ("tactics/k21/netherlands/n1", 6), ("bombard/netherlands-1st-1/n1", *[1] * 6),
        ("bombard/netherlands-6th-1/n1", 1), ("coast/k21/england/n1", 1), ("coast/k21/england/n2", 6),
    )  # fmt: skip
    rules_on(tmp_path, ["coast"], given, {"ships": [{"ship": "netherlands-6th-1", "damage": 1}]}, dice,
             others={"netherlands": dutch})  # fmt: skip


def test_arrears_and_losses(tmp_path: Path) -> None:
    given = {
        "steps": ["13.1"], "pounds": {"england": 9}, "ships": [{"ship": "england-1st-1", "at": "C11"}],
        "land": [{"power": "england", "at": "madras", "forts": 1}, {"power": "england", "at": "goa", "regiments": 1}],
        "hands": {"netherlands": ["natives-are-restless-1"]},
    }  # fmt: skip
    dice: Dice = (("natives/england/n1", 1), ("movement/c11/n1", 3, 3), ("incident/c11/n1", 4), ("mutiny/c11/n1", 2))
    dutch = {"play": [{"marker": "natives-are-restless", "against": "england"}]}
    rules_on(tmp_path, ["arrears", "losses"], given, {
        "ships": [{"ship": "england-1st-1", "at": "C11"}],
        "land": [{"power": "england", "port": "goa", "regiments": 1}],
        "events": [{"rule": "13.3", "event": "unpaid"}, {"rule": "9.13", "event": "land_lost", "square": "K21"}],
    }, dice, more={"operations": [{"force": "england-1st-1", "path": ["C10"]}]},
        others={"netherlands": dutch})  # fmt: skip


def test_leader_places(tmp_path: Path) -> None:
    given = {
        "steps": ["11.1"], "pounds": {"england": 9},
        "ships": [{"ship": "england-1st-1", "at": "london"}, {"ship": "england-6th-1", "at": "ireland", "fleet": 1}],
    }  # fmt: skip
    rules_on(tmp_path, ["leader_places"], given, {"leaders": [{"leader": "blake", "aboard": "england-6th-1"}]},
             (("leader-cost/england/n1", 1, 1), ("leader/england/n1", 0)), more={"outfit": {"leaders": 1}})  # fmt: skip


def test_prizes(tmp_path: Path) -> None:
    given = {
        "steps": ["13.1"], "house": {"prize_ships": "on"}, "pounds": {"england": 9},
        "ships": [{"ship": "england-1st-1", "at": "london"}],
        "prizes": [{"ship": "netherlands-3rd-1", "at": "london", "power": "england", "escort": "england-1st-1"}],
    }  # fmt: skip
    rules_on(tmp_path, ["prizes"], given, {"ships": [{"ship": "england-4th-1", "port": "london"}]},
             more={"operations": [{"force": "england-1st-1"}]})  # fmt: skip


def test_retreat(tmp_path: Path) -> None:
    given = {
        "steps": ["13.1"], "pounds": {"england": 9},
        "ships": [
            {"ship": "england-1st-1", "at": "D11", "fleet": 1}, {"ship": "england-6th-1", "at": "D11", "fleet": 1},
            {"ship": "netherlands-fireship-1", "at": "D11", "fleet": 1},
            {"ship": "netherlands-6th-1", "at": "D11", "fleet": 1, "damage": 1},
        ],
    }  # fmt: skip
    dutch = {"fire": [{"targets": ["strongest"], "fireships": "use"}], "gauge": [{"do": "engage"}]}
    dice: Dice = (
        ("gauge/d11/england/n1", 1), ("gauge/d11/netherlands/n1", 6), ("fireship/netherlands-fireship-1/n1", 5, 1, 1),
        ("broadside/england-6th-1/n1", 1), ("gauge/d11/england/n2", 1), ("gauge/d11/netherlands/n2", 2),
    )  # fmt: skip
    rules_on(tmp_path, ["retreat"], given, {"ships": [{"ship": "england-1st-1", "port": "london", "fleet": ""}]}, dice,
             more=attack("1"), others={"netherlands": dutch})  # fmt: skip


def test_standing(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-1st-1", "leaders": ["blake"]}, {"ship": "netherlands-6th-1"},
                   hands={"england": ["gunners-1"]})  # fmt: skip
    gauge: Dice = (("gauge/a11/england/n1", 2), ("gauge/a11/netherlands/n1", 1))
    dice: Dice = (*gauge, ("broadside/england-1st-1/n1", *[5] * 9))
    rules_on(tmp_path, ["standing"], given, {"events": [{"event": "played", "marker": "gunners-1"}]}, dice,
             more=attack())  # fmt: skip


def test_doctrine(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-6th-1"}, {"ship": "netherlands-1st-1"})
    dice: Dice = (("gauge/a11/england/n1", 6), ("gauge/a11/netherlands/n1", 1))
    rules_on(tmp_path, ["doctrine"], given, {"events": [{"rule": "17.2", "event": "broke_off", "to": "B12"}]},
             dice, more=attack("england-6th-1"))  # fmt: skip


def test_ask(tmp_path: Path) -> None:
    given = at_sea({"ship": "england-1st-1"}, {"ship": "netherlands-6th-1"})
    with pytest.raises(AssertionError, match="'gauge/a11/england/n1' is asked, and nothing answers"):
        rules_on(tmp_path, ["ask"], given, {}, WON, more=attack())


def test_answers(tmp_path: Path) -> None:
    given = {
        "players": 4, "quiet": ["netherlands", "spain"], "steps": ["13.1"], "pounds": {"england": 9, "france": 9},
        "ships": [
            {"ship": "england-1st-1", "at": "london"}, {"ship": "france-6th-1", "at": "london"},
            {"ship": "france-5th-1", "at": "calais"},
        ],
    }  # fmt: skip
    france = {"operations": [
        {"force": "france-6th-1", "attack": {"power": "england"}}, {"force": "france-5th-1", "times": 2},
    ]}  # fmt: skip
    dice: Dice = (
        ("gauge/c12/france/n1", 1), ("gauge/c12/england/n1", 6), ("broadside/england-1st-1/n1", *[1] * 6),
        ("broadside/france-6th-1/n1", 1), ("gauge/c12/france/n2", 1), ("gauge/c12/england/n2", 1),
        ("movement/c12/n1", 1, 2), ("gauge/d12/england/n1", 1), ("gauge/d12/france/n1", 1),
    )  # fmt: skip
    rules_on(tmp_path, ["answers"], given, {"ships": [{"ship": "england-1st-1", "port": "calais"}], "events": [
        {"rule": "17.1", "event": "battle", "square": "D12"},
    ]}, dice, others={"france": france})  # fmt: skip


def test_the_example_of_each_section_is_among_these() -> None:
    played = [word for name in globals() if name.startswith("test_") for word in name[len("test_") :].split("_and_")]
    assert [name for name in TABLE.stories if name not in played] == []
