"""The sections about Orders: discarded, received, issued, extended; and the routine of administration."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import NO_RULE, Row, doctrine
from pbem.adjudicator.orders.shapes import Either, Keys, List, Text, Truth, Word
from pbem.adjudicator.yellowjack.orders import examples, talk
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import carrier, chit, formation, leader, listed, port
from pbem.adjudicator.yellowjack.orders.replies import chit_replies
from pbem.adjudicator.yellowjack.orders.replies.common import holding_entries
from pbem.adjudicator.yellowjack.orders.sections.section_parts import (
    ADMIN,
    IF,
    OPERATIONS,
    SETUP,
    british_admin,
    entries_of,
    whose,
)
from pbem.adjudicator.yellowjack.orders.words import chit_words
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.base.records import replace

LIKING = Text("An Order, a sort of Order with a Command, or any", pattern="^[A-Za-z0-9* _-]{1,40}$",
              offers="likings", beside=("any",), eg="cruise j*")  # fmt: skip

RECEIVE = entries_of("Which Orders are taken of those that are drawn; the first entry that fits", "One liking", {
    **IF, "like": List("In this order of liking", LIKING, least=1, eg=["aao", "cruise j*", "any"]),
    "also": List("Taken besides, if they are drawn", LIKING, eg=["blockade j*"]),
}, "like", rule="3.312", eg=[{"like": ["aao", "cruise j*", "any"]}])  # fmt: skip
ISSUE = entries_of("Orders given to Formations", "One Order", {
    **IF, "order": chit("Which; `any` is the first in hand that she may have", eg="j-cruise-main"),
    "to": Either("To whom: a Formation; for an assault a Flotilla and a Convoy; for an Interdiction an Auxiliary too", (
        carrier("A Formation or an Auxiliary", eg="br-flag-j1"),
        listed("Two", formation, "br-flag-j2", "br-troops-1", least=1, most=2),
    ), eg="br-flag-j1"),
    "target": port("The Port that it is aimed at, where the Order leaves it open", eg="porto-bello"),
}, "order to", rule="R9.5", eg=[{"order": "j-cruise-main", "to": "br-flag-j1"}])  # fmt: skip
EXTEND = entries_of("Whose Orders run a Turn longer when their time is out; the first entry that fits", "One wish", {
    **IF, "who": whose(), "do": Truth("Tries for it"),
}, "who do", rule="R9.8", eg=[{"who": "all", "do": True}])  # fmt: skip

SPEND = entries_of("What a point of Prestige is spent on, each kind once a Turn", "One thing", {
    **IF, "on": Word("An Order of your choice in place of a draw, one of your hand given back, a check that failed, a "
                     "Leader put over a senior", ("order", "discard", "check", "seniority"), eg="check"),
    "order": chit("With order and discard: which", eg="j-aao"),
    "leader": leader("With seniority: who; else anybody", eg="brown"),
}, "on", rule="R12.4", eg=[{"on": "check"}])  # fmt: skip

CHITS: tuple[Row[Picture, Lookout], ...] = (
    Row(key="discard", rule="3.33", steps=(ADMIN,), topics=("discard",), heading="DISCARD an Order in hand (3.33)",
        shape=listed("An Order in hand that goes back; one a Quarter, while the Viceroy is at the post", chit,
                     "k-cruise-main"),
        example=examples.discard, echo=chit_words.discarding, story=british_admin(
            "discard: [j-cruise-main]\n", "The Order goes back into the pool.", checked=False)),
    replace(
        doctrine("receive", "3.312", RECEIVE, "which Orders are taken of those that are drawn",
                 {"receive": chit_replies.receive}, examples.receive, entries(chit_words.receiving), british_admin("""\
receive:
  - {like: [aao, 'blockade j*', 'cruise j*', any], also: ['cruise j*']}
""", "An assault is taken first, then a Blockade or a Cruise of Jamaica, then anything. A Cruise is taken besides."),
                 steps=(SETUP, ADMIN)),
        talk=talk.pool,
    ),
    replace(
        doctrine("issue", "R9.5", ISSUE, "which Orders are given to whom", {"issue": chit_replies.issue},
                 examples.issue, entries(chit_words.issuing), british_admin("""\
issue:
  - {order: j-blockade-cartagena, to: br-flag-j2}
""", "Vernon is to blockade Cartagena. If that Flag is at sea, the Command Admiral must pass a Check.", checked=False),
                 steps=(SETUP, *OPERATIONS, ADMIN)),
        talk=talk.in_hand,
    ),
    doctrine("extend", "R9.8", EXTEND, "whose Orders run longer", {"extend": chit_replies.extend}, examples.extend,
             entries(chit_words.extending), british_admin("extend:\n  - {who: br-flag-j1, do: false}\n",
             "Brown's Order is not extended. All others are, whenever that may be tried."), steps=(ADMIN,)),
    doctrine("spend", "R12.4", SPEND, "what Prestige is spent on", {"spend": holding_entries}, lambda seen: None,
             entries(chit_words.spending), british_admin("""\
spend:
  - {on: check, if: [{prestige_at_least: 12}]}
  - {on: order, order: j-aao, if: [{prestige_at_least: 15}]}
""", "With 12 Prestige or more a check that fails is paid for. With 15 the assault is taken out of the pool in place "
     "of a draw."), steps=(SETUP, *OPERATIONS, ADMIN)),
    Row(key="routine", rule=NO_RULE, answers={"routine": chit_replies.nothing}, heading="ROUTINE",
        shape=Keys("In a standing order only: nobody waits for you, but at the Year's end",
                   {ADMIN: Truth("In administration")}, need=ADMIN, eg={ADMIN: True}),
        example=lambda seen: None, echo=chit_words.routine, story=british_admin("routine: {admin: true}\n",
        "Below a number of `standing`, where alone it may stand, it lets nobody wait for you in administration from "
        "the next Turn on, until its own end: `until: [{turn_at_least: y39t16}]`.", checked=False)),
)  # fmt: skip
