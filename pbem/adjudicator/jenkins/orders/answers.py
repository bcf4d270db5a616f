"""Order files as answers: which section of an order file answers which question, and how.

Each section is a preference, not a plan: `losses: {naval: [fire_ship, merchant]}` answers every question about naval
losses that may come. A section that has nothing to say to a question answers None, and the next source is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.rules.ch07_movement import END
from pbem.adjudicator.jenkins.rules.conditions import Look, unmet
from pbem.adjudicator.jenkins.state.state import State
from pbem.adjudicator.orders.order_answers import FileAnswers, Silence

Section = Any
Answer = Callable[[Decision, Section, Look], Plain | None]


def matches(board: Board, word: str, option: str) -> bool:
    """Whether a word of an order means this option: a counter, its kind, a seaport or a hex."""
    counter = board.counters.get(option)
    if word == option or (counter is not None and word == counter.kind.value):
        return True
    return counter is None and board.hex_named(word) == option


def ranked(board: Board, words: Iterable[str], options: Sequence[str]) -> list[str]:
    """The options in the order the words prefer them; what no word names is left out."""
    found: list[str] = []
    for word in words:
        found += [option for option in options if option not in found and matches(board, word, option)]
    return found


def completed(decision: Pick, preferred: Sequence[str], number: int) -> list[str]:
    """So many of the preferred, and where they do not suffice the question's own order."""
    rest = [*decision.default, *decision.options]
    everything = list(dict.fromkeys([*preferred, *rest]))
    return everything[:number]


def interceptors(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first rule that applies says with whom (7.2); None where no rule applies."""
    assert isinstance(decision, Pick)  # noqa: S101 - the rule asks it so
    for part in section:
        at = part.get("at", "any")
        if at != "any" and look.here not in [look.hex(place) for place in at]:
            continue
        able = list(decision.options)
        wanted = part.get("with", "all")
        ships = able if wanted == "all" else ranked(look.state.board, wanted, able)
        if len(ships) >= int(part.get("least", 1)) and not unmet(look, part.get("if", ())):
            return ships
    return None


def losses(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Whom to lose first: the list for this kind of loss, else the list for any."""
    assert isinstance(decision, Pick)  # noqa: S101
    words = section.get(decision.topic.partition("/")[2], section.get("any"))
    if words is None:
        return None
    return completed(decision, ranked(look.state.board, words, list(decision.options)), decision.least)


def prey(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Which enemy counters to take first."""
    assert isinstance(decision, Pick)  # noqa: S101
    return completed(decision, ranked(look.state.board, section, list(decision.options)), decision.least)


def order_of_battles(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The combats named, first to last, then the others (9.0)."""
    assert isinstance(decision, Pick)  # noqa: S101
    return completed(decision, ranked(look.state.board, section, list(decision.options)), decision.least)


def engagement(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Which land guns, fire ships and supplies join a naval combat (9.1(1))."""
    chosen: list[str] = []
    for word in ("guns", "fire_ships", "supplies"):
        wanted = section.get(word, "all" if word == "guns" else "none")
        offered = list(decision.facts.get(word, ()))
        if wanted != "none":
            chosen += offered if wanted == "all" else ranked(look.state.board, wanted, offered)
    return chosen


def leader_dice(decision: Decision, section: Section, look: Look) -> Plain | None:
    """A leader's dice go one each to the ships named, in turn, until he has none left (9.1(2))."""
    for part in section:
        if part["leader"] == decision.facts["leader"]:
            ships = ranked(look.state.board, part["ships"], list(decision.facts["ships"]))
            if ships:
                dealt = [ships[number % len(ships)] for number in range(int(decision.facts["dice"]))]
                return {name: str(dealt.count(name)) for name in ships if name in dealt}
    return None


def deception(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Spend a deception counter on the worst die there is, while more than `keep` are left (11.2).

    `enemy_hits: true` undoes enemy hits, `own_misses: true` gives one's own misses another try; hits first.
    """
    held, dice = decision.facts["deceptions"], decision.facts["dice"]
    if len(held) <= int(section.get("keep", 0)):
        return "keep"
    hits = [die for die in dice if die["side"] != look.side and die["hits"]]
    misses = [die for die in dice if die["side"] == look.side and not die["hits"]]
    wanted = hits if section.get("enemy_hits") else []
    wanted = wanted or (misses if section.get("own_misses") else [])
    return f"{held[0]} {wanted[0]['key']}" if wanted else "keep"


def one_of(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first place named that is open: retreats, entries, victory dice."""
    assert isinstance(decision, Choose)  # noqa: S101
    return next(iter(ranked(look.state.board, section, list(decision.options))), None)


def bombardment(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Where bomb ships fight alone (11.1)."""
    assert isinstance(decision, Pick)  # noqa: S101
    if section in ("all", "none"):
        return list(decision.options) if section == "all" else []
    return ranked(look.state.board, section, list(decision.options))


#: topic of a question, up to its slash -> (section of the orders, how it answers)
ANSWERS: dict[str, tuple[str, Answer]] = {
    "intercept": ("intercept", interceptors), "losses": ("losses", losses), "prey": ("prey", prey),
    "battles": ("battles", order_of_battles), "engage": ("engage", engagement),
    "leader-dice": ("leader_dice", leader_dice), "deception": ("deception", deception),
    "retreat": ("retreat", one_of), "enter": ("enter", one_of), "victory": ("victory", one_of),
    "bombard": ("bombard", bombardment),
}  # fmt: skip


def doctrine_answer(decision: Decision, body: Mapping[str, Any], look: Look) -> tuple[Plain, str] | None:
    """What a set of doctrine sections says to a question, and which section says it."""
    section, answer = ANSWERS.get(decision.topic.partition("/")[0], ("", None))
    if answer is None or section not in body:
        return None
    said = answer(decision, body[section], look)
    return None if said is None else (said, section)


def as_asked(decision: Decision, answer: Plain) -> Plain:
    """An exact answer as the question wants it: a leader's dice may be written as a list, a ship for each die.

    A ship with a number, as 'frigate-e2', cannot be a key of strict YAML (PROTOCOL 3.14).
    """
    if decision.topic == "leader-dice" and isinstance(answer, list):
        return {name: str(answer.count(name)) for name in answer}
    return answer


def speaks_of(decision: Decision, body: Mapping[str, Any]) -> bool:
    """Whether a set of doctrine sections has one for questions of this sort."""
    section, _ = ANSWERS.get(decision.topic.partition("/")[0], ("", None))
    return section in body


def look_for(decision: Decision, state: State) -> Look:
    """The eyes of the side a question is put to, in the hex it is about."""
    return Look(state, decision.side, decision.facts.get("hex", ""))


class Doctrine:
    """How one side's doctrine is read: by what it sees of the position."""

    def __init__(self, state: State, side: str) -> None:
        self.state = state
        self.side = side

    def unmet(self, conditions: Iterable[Mapping[str, Any]], decision: Decision | None = None) -> str:
        return unmet(look_for(decision, self.state) if decision else Look(self.state, self.side), conditions)

    def answer(self, decision: Decision, body: Mapping[str, Any]) -> Plain | None:
        said = doctrine_answer(decision, body, look_for(decision, self.state))
        return None if said is None else said[0]

    def speaks_of(self, decision: Decision, body: Mapping[str, Any]) -> bool:
        return speaks_of(decision, body)

    def silence(self, decision: Decision) -> Plain | None:
        """Whoever has orders on when to intercept does not intercept where they say nothing (7.2)."""
        return [] if decision.topic == "intercept" else None


class OrderFile(FileAnswers):
    """One order file of this phase as a source of answers."""

    def __init__(self, orders: Orders, state: State) -> None:
        super().__init__(orders)
        self.state = state

    def as_asked(self, decision: Decision, answer: Plain) -> Plain:
        return as_asked(decision, answer)

    def by_section(self, decision: Decision) -> tuple[Plain, str] | None:
        """The plan for one's own phase, then doctrine."""
        if decision.topic in ("setup", "buy", "move"):
            return self.plan(decision)
        said = doctrine_answer(decision, self.orders.body, look_for(decision, self.state))
        if said is None and decision.topic == "intercept" and "intercept" in self.orders.body:
            return [], self.at("intercept")  # whoever orders some interceptions has ordered no others
        return None if said is None else (said[0], self.at(said[1]))

    def plan(self, decision: Decision) -> tuple[Plain, str] | None:
        """Set-up, purchases, and the moves one after another, then their end."""
        body = self.orders.body
        if decision.topic == "move":
            number = int(decision.key.rpartition("n")[2]) - 1
            if "moves" not in body:
                return None
            return (body["moves"][number], self.at("moves", number)) if number < len(body["moves"]) else (
                dict(END), self.at("moves"))  # fmt: skip
        if decision.topic == "setup":
            return (body["setup"], self.at("setup")) if "setup" in body else None
        plan = {word: body[word] for word in ("buy", "stacks") if word in body}
        return (plan, self.at(*list(plan)[:1])) if plan else None


#: Once a side has sent orders for its own phase, what they do not mention is not done: no question comes back.
SILENCE = Silence({"move": (dict(END), "orders: no more moves"), "buy": ({}, "orders: no purchases")})
