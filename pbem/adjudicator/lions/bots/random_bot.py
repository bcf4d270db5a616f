"""Players without a pulse. They see what a player sees, and write the order files that a player writes.

`random` knows what the order desk offers and nothing else: it walks every path through the rules. `steady` plays to
win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chosen_doctrine import EVERYTHING
from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.game import Bot
from pbem.adjudicator.lions.bots.samples import sample
from pbem.adjudicator.lions.orders.desk_offers import offers
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.rules.ch03_setup import deploy_question
from pbem.adjudicator.lions.rules.ch04_sequence import SETUP
from pbem.adjudicator.lions.view.picture import picture
from pbem.adjudicator.orders.orders_by_chance import OrdersByChance

#: A section that counts as a whole or not at all is seldom lawful by chance.
JUDGED_WHOLE = ("agreements",)


class RandomBot(Bot):
    """Asks to be asked everything half the time and answers at random, else writes random orders."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.chance.below(2):
            return {"ask": [EVERYTHING]}
        offered = {name: [each.value for each in some] for name, some in offers(picture(view)).items()}
        chance = OrdersByChance(TABLE, view, self.chance, offered)
        plans = {SETUP: self.set_up(view)} if view["step"] == SETUP else chance.plans(JUDGED_WHOLE)
        body = {key: part for key, part in plans.items() if part}
        return body | chance.some_sections(3) | chance.standing_order(4) | {"ask": []}

    def set_up(self, view: Mapping[str, Any]) -> Plain:
        """Every group that may be divided, somewhere."""
        return sample(deploy_question(Table(), picture(view).state, self.seat), self.chance)
