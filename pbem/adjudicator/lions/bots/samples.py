"""Any legal answers to this game's own kinds of question, for the random bot and the fuzzers."""

from __future__ import annotations

from pbem.adjudicator.engine.chance import Chance, sample
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.lions.rules.ch03_setup import Deploy, deployments
from pbem.adjudicator.lions.rules.ch10_agreements import NON_AGGRESSION, PASSAGE, Agreements
from pbem.adjudicator.lions.rules.ch11_outfitting import Outfit
from pbem.adjudicator.lions.rules.ch12_fleets import Organisation
from pbem.adjudicator.lions.rules.ch13_operations import PASS, Operation
from pbem.adjudicator.lions.rules.ch17_fire import Fire
from pbem.adjudicator.lions.rules.questions import HOLD, STRONGEST, TREASURE, USE, WEAKEST
from pbem.adjudicator.lions.state.state import FORT, REGIMENT

__all__ = ["sample"]
NEAREST = 40  # squares about a force, of which it sails to one


@sample.register
def set_up(decision: Deploy, chance: Chance) -> Plain:
    """Every group that may be divided goes to one of its places."""
    parts = []
    for group in deployments(decision.state.board, decision.side):
        if len(group.at) > 1:
            everything = {"ships": list(group.ships), "leaders": list(group.leaders),
                          "regiments": str(group.regiments), "forts": str(group.forts)}
            parts.append({"group": group.id, "at": chance.pick(group.at), **everything})
    return {"place": parts} if parts else {}


@sample.register
def agreements(decision: Agreements, chance: Chance) -> Plain:
    """Peace with everybody, now and then: two who think of it at once have it."""
    promise = chance.pick((NON_AGGRESSION, PASSAGE))
    record = {"parties": sorted(decision.state.players), "promise": promise, "until": str(decision.state.turn + 1)}
    return [record] if chance.below(2) else []


@sample.register
def outfit(decision: Outfit, chance: Chance) -> Plain:
    """A few purchases in home ports, a leader now and then."""
    ports = [port.id for port in decision.state.board.home_ports(decision.side)]
    items = [*decision.state.board.classes, REGIMENT, FORT]
    buy = [{"item": item, "at": chance.pick(ports)} for item in chance.some(items, 0, 3)]
    return {"buy": buy, "leaders": str(chance.below(2))}


@sample.register
def fleets(decision: Organisation, chance: Chance) -> Plain:
    """All ships of one square as the first fleet."""
    where = decision.legal()["ships"]
    if not where or chance.below(2):
        return {}
    square = chance.pick(sorted({*where.values()}))
    return {"form": [{"number": "1", "at": square, "ships": [name for name, at in where.items() if at == square]}]}


@sample.register
def operation(decision: Operation, chance: Chance) -> Plain:
    """A pass, or a voyage to some square near, with an attack and plunder in mind."""
    forces = decision.legal()["forces"]
    if not forces or chance.below(3) == 0:
        return dict(PASS)
    name = chance.pick(sorted(forces))
    near = sorted(decision.state.board.distances(forces[name]).items(), key=lambda pair: (pair[1], pair[0]))[:NEAREST]
    return {"force": name, "path": [chance.pick(near)[0]], "attack": {"any": "yes"}, "land": {"regiments": "9"},
            "shore": "any", "plunder": "yes", "trade": chance.pick(("no", "yes"))}  # fmt: skip


@sample.register
def fire(decision: Fire, chance: Chance) -> Plain:
    return {"targets": [chance.pick((STRONGEST, WEAKEST, TREASURE))], "fireships": chance.pick((HOLD, USE)),
            "boarding": chance.pick((HOLD, USE))}  # fmt: skip
