"""The sections about campaigns on land and Tribes."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Row, doctrine
from pbem.adjudicator.orders.shapes import Word
from pbem.adjudicator.yellowjack.orders import craft_examples as examples
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import ANY, shore, unit
from pbem.adjudicator.yellowjack.orders.replies import politics_replies
from pbem.adjudicator.yellowjack.orders.replies.common import holding_entries
from pbem.adjudicator.yellowjack.orders.sections.section_parts import ADMIN, IF, british_admin, entries_of, word_or
from pbem.adjudicator.yellowjack.orders.words import politics_words
from pbem.adjudicator.yellowjack.view.picture import Picture

SHIFT = entries_of("Prestige that is paid for the next arrow of a campaign, after its die", "One campaign", {
    **IF, "what": Word("Which campaign", ("georgia", "honduran"), rule="1.614", eg="georgia"),
    "toward": Word("Only if the die favours this side", ("own", "enemy", "nobody"), eg="enemy"),
}, "what", rule="1.614", eg=[{"what": "georgia", "toward": "enemy"}])  # fmt: skip
RECRUIT = entries_of("Tribes that are called on, and where they shall stand", "One Tribe", {
    **IF, "tribe": word_or("Which", (ANY,), unit("A Tribe"), "lower-creeks"),
    "at": shore("Where, with Units of yours", eg="savannah"), "do": Word("Not at all", ("yes", "no"), eg="yes"),
}, "tribe", rule="2.542", eg=[{"tribe": "lower-creeks", "at": "savannah"}])  # fmt: skip

POLITICS: tuple[Row[Picture, Lookout], ...] = (
    doctrine("shift", "1.614", SHIFT, "what is paid for campaigns on land", {"shift": politics_replies.shift},
             examples.shift, entries(politics_words.shifting), british_admin("""\
shift:
  - {what: georgia, toward: enemy, if: [{prestige_at_least: 8}]}
""", "If the die of the Georgia campaign favours the Spaniards, a point is paid for the next arrow.", checked=False),
             steps=(ADMIN,)),
    doctrine("recruit", "2.542", RECRUIT, "which Tribes are called on", {"recruit": holding_entries},
             examples.recruit, entries(politics_words.calling), british_admin("""\
recruit:
  - {tribe: lower-creeks, at: savannah}
""", "If the Lower Creeks join, they stand at Savannah. The other Tribes are tried too, for the largest stack.",
        checked=False), steps=(ADMIN,)),
)  # fmt: skip
