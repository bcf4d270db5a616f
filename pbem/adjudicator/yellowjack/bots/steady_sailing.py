"""Plans, stances and storms of a steady captain: Orders are carried on with, cripples go home, odds decide."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.bots import port_watch
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.state.words import ASSAULT, BLOCKADE, BOURBON, BRITISH, FLOTILLAS

HOME_THIRD, NEVER_THIRD = 2, 3
SEEKS = {BRITISH: (3, 2), BOURBON: (2, 1)}
EVEN = {"own": 1, "enemy": 1}


def plans(captain: Captain) -> list[Part]:
    """A plan for each Formation that is to do something else than lie in port."""
    watch = port_watch.rounds(captain)
    return [plan for name, _ in captain.formations() for plan in plan_of(captain, name, watch.get(name, []))]


def plan_of(captain: Captain, name: str, watch: list[Part]) -> Iterator[Part]:
    """The plan of one Formation: carry on, go home, or stand ready in a siege."""
    each = captain.view["formations"][name]
    if not each["order"]:
        if captain.at_sea(name):
            yield {"who": name, "then": [{"port": home(captain, name)}]}
        elif captain.seat == BRITISH and each["kind"] in FLOTILLAS and str(each["at"]) in captain.foes():
            yield {"who": name, "then": [{"put_to_sea": True}, {"port": home(captain, name)}]}
        elif captain.seat == BOURBON:
            yield {"who": name, "besieged": "stand_ready"}
        elif watch:
            yield {"who": name, "then": watch, "retire": list(retreats(captain, name))}
        return
    steps: list[Part] = [{"put_to_sea": True}] if captain.fits_out(name) else []
    convoy = captain.convoy_with(name)
    if convoy and captain.state.place(convoy) == captain.state.place(name):
        steps = [{"escort": convoy}]
    entry: Part = {"who": name, "then": [*steps, {"carry_on": True}]}
    if captain.kind_of(name) != ASSAULT:
        entry["retire"] = list(retreats(captain, name))
    yield entry


def home(captain: Captain, name: str) -> str:
    """The nearest own Port that repairs; where there is none, any own Port."""
    at = captain.state.place(name)
    own = [port for port in captain.board.ports if captain.own_port(port)]
    yards = [port for port in own if captain.board.ports[port].repair and not captain.board.ports[port].quarterly]
    return min(yards or own, key=lambda port: (captain.away(at, port), port))


def retreats(captain: Captain, name: str) -> Iterator[Part]:
    """The causes that drive a Formation home: damage, and enemies of more Squadrons."""
    squadrons = len(captain.view["formations"][name]["squadrons"])
    third = NEVER_THIRD if captain.kind_of(name) == BLOCKADE else HOME_THIRD
    yield {"if": [{"own_damage_at_least": {"who": name, "third": third}}], "to": "home"}
    if captain.seat == BOURBON:
        yield {"if": [{"enemy_within": {"of": "here", "legs": 1, "squadrons_at_least": squadrons + 1}}], "to": "home"}


# -------------------------------------------------------------------------------------------- meeting the enemy


def stances(captain: Captain) -> list[Part]:
    """An assault is driven home; else odds decide, and Convoys avoid everybody."""
    own, enemy = SEEKS[captain.seat]
    found: list[Part] = []
    for name, _ in captain.formations():
        if captain.kind_of(name) == ASSAULT:
            found += [{"who": name, "do": "seek", "if": [{"at": port}]} for port in captain.targets_of(name)]
    return [
        *found, {"who": "convoys", "do": "avoid"}, {"who": "escorts", "do": "accept"},
        {"who": "all", "do": "seek", "if": [{"type": "convoy"}], "prefer": ["convoys"]},
        {"who": "all", "do": "seek", "if": [{"odds_at_least": {"own": own, "enemy": enemy}}], "prefer": ["weakest"]},
        {"who": "all", "do": "accept", "if": [{"odds_at_least": EVEN}]}, {"who": "all", "do": "avoid"},
    ]  # fmt: skip


def battles(captain: Captain) -> list[Part]:
    """Line of battle; broken off when a Squadron is battered, or as is usual."""
    found = [{"who": name, "intensity": 2, "break": [{"own_damage_at_least": {"third": NEVER_THIRD}}]}
             for name, _ in captain.formations() if captain.kind_of(name) == ASSAULT]  # fmt: skip
    return [*found, {"who": "all", "intensity": 1, "if": [{"odds_below": {"own": 2, "enemy": 3}}], "break": "after_1"},
            {"who": "all", "intensity": 2, "break": [{"own_damage_at_least": {"third": HOME_THIRD}}]}]  # fmt: skip


def break_outs(captain: Captain) -> list[Part]:
    """Formations with Orders slip out while no more Squadrons lie before the Port than are own."""
    found: list[Part] = []
    for name, each in captain.formations():
        if each["order"] and captain.fits_out(name):
            few = {"enemy_at": {"place": str(each["at"]), "squadrons_at_most": len(each["squadrons"])}}
            found += [{"who": name, "how": "slip", "from_mpi": 3, "if": [few]}, {"who": name, "how": "no"}]
    return found


# -------------------------------------------------------------------------------------------- ashore


def storms(captain: Captain) -> list[Part]:
    """The odds at which Ports are stormed: even where no Unit was seen (3.447), else two to one.

    Late in the Turn three to two will do.
    """
    ports = [port for name, _ in captain.formations() if captain.kind_of(name) == ASSAULT
             for port in captain.targets_of(name)]  # fmt: skip
    empty = [port for port in dict.fromkeys(ports) if not captain.view["ports"][port]["units"]]
    even: list[Part] = [{"port": port, "with": "all", "odds": "1:1"} for port in empty]
    last: list[Part] = [{"port": "any", "with": "all", "odds": "1:1"}] if not captain.left else []
    return [*even, {"port": "any", "with": "all", "odds": "2:1"},
            {"port": "any", "with": "all", "odds": "3:2", "if": [{"impulse_at_least": 3}]}, *last]  # fmt: skip


def ashore(captain: Captain) -> Part:
    """Sections of what is done ashore."""
    found: Part = {"losses": [{"units": ["plain", "militia", "grenadiers", "marines"],
                               "sail": ["frigate", "sol-d", "sol", "flagship"]}]}  # fmt: skip
    landings = [{"expedition": name, "units": "all", "at": "first"} for name in captain.convoys()]
    if landings:
        found |= {"land": landings, "escalade": storms(captain)}
    if captain.seat == BOURBON:
        found |= {"march": [{"unit": "any", "to": "port_attacked"}],
                  "escape": [{"port": "any", "to": "land_box", "rvo": "nearest"}]}  # fmt: skip
    return found
