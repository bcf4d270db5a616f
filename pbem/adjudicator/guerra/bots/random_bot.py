"""A player without a pulse that writes random orders: it knows what may be written, and nothing else.

Forces get a few steps by chance among what borders them, with conditions now and then; the muster buys and lands what
it can name. The other sections come from the rows of the order table, so whatever a section may say is said by some
random bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.game import Bot
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.bots.samples import sample
from pbem.adjudicator.guerra.orders.order_table import TABLE
from pbem.adjudicator.guerra.state.terms import GUERRILLA, LEGION, PATRIOT, PATRIOT_SETUP, ROYALIST, ROYALIST_SETUP
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.adjudicator.orders.orders_by_chance import OrdersByChance

__all__ = ["RandomBot", "sample"]
#: Sections that the bot writes itself, with more sense than chance alone has.
OWN = ("setup", "uprisings", "muster", "operations", "forces", "mina")
Part = dict[str, Any]


class RandomBot(Bot):
    """Writes random orders for every force, and answers at random what it is asked."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        step = str(view["step"])
        if step in (ROYALIST_SETUP, PATRIOT_SETUP) or self.chance.below(8) == 0:
            return {}
        board, chance = board_seen(view), OrdersByChance(TABLE, view, self.chance)
        some = {key: part for key, part in (chance.some_sections(4) | chance.standing_order(6)).items()
                if key not in OWN}  # fmt: skip
        if step in (ROYALIST, PATRIOT):
            plan: Part = {"operations": self.operations(board, view, chance)} if step == self.seat else {}
        else:
            plan = {"uprisings": self.uprisings(board), "muster": self.muster(board, view)}
        return some | {key: part for key, part in plan.items() if part} | {"ask": self.asks()}

    def asks(self) -> list[str]:
        """Asks to be asked about battles now and then."""
        return ["avoid"] if self.chance.below(12) == 0 else []

    # ------------------------------------------------------------------------------------------------ council

    def uprisings(self, board: Board) -> list[Part]:
        """Any areas."""
        areas = self.chance.some(tuple(board.areas), 0, 3)
        return [{"area": area, "unit": self.chance.pick(("infantry", "cavalry"))} for area in areas]

    def muster(self, board: Board, view: Mapping[str, Any]) -> Part:
        """Purchases, landings and guerrillas by chance."""
        mine = {name: each for name, each in view["units"].items() if board.units[name].side == self.seat}
        pool = [name for name, each in mine.items() if each["where"] == "pool"]
        spots = self.spots(view) or tuple(board.areas)
        chosen = self.chance.some(pool, 0, min(6, len(pool)))
        bought = [{"unit": unit, "at": self.chance.pick(spots)} for unit in chosen]
        build: Any = bought
        if self.seat == PATRIOT:
            build = {}
            for entry in bought:
                build.setdefault(board.units[str(entry["unit"])].nation, []).append(entry)
        militia = [name for name, each in mine.items() if each["force"] and board.units[name].militia]
        hills = {"on": self.chance.some(militia, 0, min(3, len(militia)))}
        found: Part = {"build": build, "guerrilla": hills if hills["on"] else {}}
        due = [name for name, each in mine.items() if each["where"] == "due"]
        if due and self.chance.below(2):
            found["arrive"] = [{"units": due, "port": self.chance.pick(tuple(board.ports)),
                                "if_met": self.chance.pick(("fight", "press_on", "other_port", "wait"))}]  # fmt: skip
        if self.chance.below(3) == 0:
            found["masses"] = {"area": self.chance.pick(board.group("masses"))}
        return {key: part for key, part in found.items() if part}

    def spots(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Areas that are the bot's, wholly or in part."""
        return tuple(area for area, holder in view["control"].items() if holder in (self.seat, "both"))

    # ------------------------------------------------------------------------------------------------ operations

    def operations(self, board: Board, view: Mapping[str, Any], chance: OrdersByChance) -> list[Part]:
        """Steps for most forces and fleets, in any order."""
        forces = [name for name, each in view["forces"].items() if each["side"] == self.seat and each["at"] != LEGION]
        found = [self.march(board, view, force, chance)
                 for force in self.chance.some(forces, len(forces) // 2, len(forces))]  # fmt: skip
        ships = [name for name, each in view["units"].items()
                 if board.units[name].side == self.seat and board.units[name].naval
                 and each["where"] in (*board.ports, *board.seas)]  # fmt: skip
        return found + [self.cruise(board, view, ship) for ship in self.chance.some(ships, 0, len(ships))]

    def march(self, board: Board, view: Mapping[str, Any], force: str, chance: OrdersByChance) -> Part:
        """One to four steps of a force, and now and then a fleet to carry it."""
        one = view["forces"][force]
        at, inside, units = str(one["at"]), str(one["inside"]), list(one["units"])
        if units and view["units"][units[0]]["mode"] == GUERRILLA:
            return {"force": force, "do": [self.walk(board, at)]}
        do: list[Part] = [{"sally": {"port": inside}}] if inside else []
        for number in range(1 + self.chance.below(4)):
            more = self.steps(board, at, [] if number or inside else units)
            do += more
            at = str(more[-1].get("move", {"to": at})["to"])
        ports = board.areas[at].ports if at in board.areas else ()
        if ports and self.chance.below(6) == 0:
            do.append({"enter": {"port": self.chance.pick(ports)}})
        if self.chance.below(4) == 0:
            do[-1] = {verb: {**part, "if": chance.conditions()} if isinstance(part, dict) else part
                      for verb, part in do[-1].items()}  # fmt: skip
        entry: Part = {"force": force, "do": do}
        if self.chance.below(3) == 0:
            entry["rp"] = str(self.chance.below(3))
        return entry

    def walk(self, board: Board, at: str) -> Part:
        """A march to any area beside another, neutral ground apart."""
        near = tuple(board.areas[at].borders if at in board.areas else ())
        near = tuple(name for name in near if not board.areas[name].neutral)
        return {"move": {"to": self.chance.pick(near)}} if near else {"hunt": {"unit": "any"}}

    def steps(self, board: Board, at: str, units: list[str]) -> list[Part]:
        """Any deed of a force in the field, with a march where it leaves somebody behind."""
        pick, walk = self.chance.pick, self.walk(board, at)
        found: list[list[Part]] = [
            [walk], [walk], [{"attack": {"target": pick(("any", "weakest"))}}],
            [{"attack": {"target": "strongest", "times": "2"}}], [{"hunt": {"unit": "any"}}],
            [{"leave": {"units": units[:1]}}, walk] if units[1:] and "move" in walk else [walk],
        ]  # fmt: skip
        for port in board.areas[at].ports if at in board.areas else ():
            if board.ports[port].fortress:
                works = pick(("true", "false"))
                found += [[{"besiege": {"port": port, "works": works}}], [{"blockade": {"port": port}}]]
        return pick(found)

    def cruise(self, board: Board, view: Mapping[str, Any], ship: str) -> Part:
        """A voyage of one ship, with soldiers aboard now and then."""
        pick = self.chance.pick
        where = str(view["units"][ship]["where"])
        sea = pick(tuple(board.seas))
        do: list[Part] = [{"sail": {"to": sea, "as_far_as": "true"}},
                          pick(({"attack": {"target": "any"}}, {"raid": {"area": pick(board.seas[sea].coasts)}}
                                if board.seas[sea].coasts else {"wait": "true"}, {"wait": "true"}))]  # fmt: skip
        entry: Part = {"fleet": {"at": where, "ships": [ship]}, "do": do}
        area = board.ports[where].area if where in board.ports else ""
        soldiers = [name for name, each in view["forces"].items() if each["side"] == self.seat and each["at"] == area]
        if soldiers and board.seas[sea].coasts and self.chance.below(2):
            entry = {"force": pick(soldiers), **entry,
                     "do": [{"embark": {"stay_behind": []}}, do[0], {"land": {"area": pick(board.seas[sea].coasts)}},
                            {"attack": {"target": "any"}}]}  # fmt: skip
        return entry
