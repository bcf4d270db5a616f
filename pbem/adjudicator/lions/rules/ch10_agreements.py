"""Chapter 10: what an agreement may say (10.1)."""
# Chapter 10 by paragraphs: 10.1 ch10_agreements (what may be written); 10.1-10.3 ch10_bargains; transport contracts
# (10.2, 19.3) ch10_transport.

from __future__ import annotations

from typing import cast

from pbem.adjudicator.engine.table import Plain, Question, Table
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.state.agreement import Agreement, Gift
from pbem.adjudicator.lions.state.house import ALLIANCES, is_on
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass, field

NON_AGGRESSION, PASSAGE, TRANSPORT, ALLIANCE = "non_aggression", "passage", "transport", "alliance"
END_GAME, HONOUR = "end_game", "honour"
#: 'honour' is recorded for all to see and never checked; 'none' is for what only changes hands.
PROMISES = ("none", NON_AGGRESSION, PASSAGE, TRANSPORT, ALLIANCE, END_GAME, HONOUR)
ANYWHERE = "any"
PARTS = ("id", "parties", "gives", "promise", "where", "until", "text", "carrier", "troops", "from", "to", "regiments")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreements(Question[list[Agreement]]):
    """A list of records; the same record in every party's list makes it an agreement."""

    state: State = field(repr=False, compare=False)

    def faults(self, answer: Plain) -> list[str]:
        if not questions.is_list_of_entries(answer):
            return ["agreements are a list of mappings"]
        return [fault for record in answer for fault in self.faults_of(record)]

    def faults_of(self, record: Agreement) -> list[str]:
        """Lists the faults of one record."""
        parties = record.get("parties", [])
        if not isinstance(parties, list) or not all(name in self.state.players for name in parties):
            return [f"'parties' is a list of players: {', '.join(self.state.players)}"]
        found = [] if self.side in parties and len(dict.fromkeys(parties)) > 1 else ["the parties are you and others"]
        found += self.promise_faults(record, parties)
        if not questions.is_list_of_entries(record.get("gives", [])):
            return [*found, "'gives' is a list of mappings"]
        return found + [fault for gift in record.get("gives", []) for fault in gift_faults(gift, parties)]

    def promise_faults(self, record: Agreement, parties: list[str]) -> list[str]:
        """Lists the faults of a promise and of its length."""
        promise = record.get("promise", "none")
        if promise not in PROMISES:
            return [f"'{promise}' is no promise: one of {', '.join(PROMISES)}"]
        if promise == ALLIANCE and not is_on(self.state, ALLIANCES):
            return ["this game has no alliances (30)"]
        if promise == ALLIANCE and "where" in record:
            return ["an alliance holds everywhere (30)"]
        found = [f"'{name}' is no part of an agreement" for name in record if name not in PARTS]
        found += [] if questions.whole(record.get("until", "0")) >= 0 else ["'until' is a turn"]
        found += [] if isinstance(record.get("text", ""), str) else ["'text' is a text"]
        if not self.is_place(record.get("where", ANYWHERE)):
            found.append(f"'where' is '{ANYWHERE}' or a list of squares")
        return found + (transport_faults(self.state, record, parties) if promise == TRANSPORT else [])

    def is_place(self, where: object) -> bool:
        """Squares of the map, or anywhere."""
        squares = where if isinstance(where, list) else []
        return where == ANYWHERE or (bool(squares) and all(square in self.state.board.grid for square in squares))

    def read(self, answer: Plain) -> list[Agreement]:
        return cast(list[Agreement], answer)

    def default_answer(self) -> Plain:
        return []

    def legal(self) -> Plain:
        return {"players": list(self.state.players), "promises": list(PROMISES)}


def transport_faults(state: State, record: Agreement, parties: list[str]) -> list[str]:
    """Lists the faults of a contract to carry another's troops (19.3)."""
    ends = [record.get("carrier"), record.get("troops")]
    found = [] if sorted(map(str, ends)) == sorted(parties) else ["'carrier' and 'troops' are the two parties"]
    for name in ("from", "to"):
        square = state.board.square_named(str(record.get(name, "")))
        if not square or not state.board.is_coastal(square):
            found.append(f"'{name}' is a port or a coastal square")
    if questions.whole(record.get("regiments", "0")) < 1:
        found.append("'regiments' is how many points are to be carried")
    return found


def gift_faults(gift: Gift, parties: list[str]) -> list[str]:
    """Lists the faults of one gift."""
    ends = [gift.get("from"), gift.get("to")]
    found = [] if all(end in parties for end in ends) and ends[0] != ends[1] else ["a gift goes from party to party"]
    for name in ("pounds", "random"):
        if questions.whole(gift.get(name, "0")) < 0:
            found.append(f"'{name}' is a number")
    if not isinstance(gift.get("markers", []), list):
        found.append("'markers' is a list of kinds")
    return found


def agreements_question(table: Table, state: State, power: str) -> Agreements:
    """Asks which agreements a player signs this turn (10.1)."""
    return Agreements(rule="10.1", side=power, key=table.key("agreements", (power,)), topic="agreements",
                      prompt="Which agreements do you put your name to?", state=state)
