"""The sections of an order file that answer single rules before they ask: interceptions, battles, losses, the sea."""

from __future__ import annotations

from pbem.adjudicator.guerra.orders import answers, examples, in_words
from pbem.adjudicator.guerra.orders.answers import FOCUS, SPREAD
from pbem.adjudicator.guerra.orders.march_rows import IF, entries_of, patriot, royalist
from pbem.adjudicator.guerra.orders.names import (
    AIMS,
    ANY,
    HAVEN,
    NEAREST,
    NONE,
    PLAIN,
    RANKS,
    WEAKEST,
    area,
    foe,
    force,
    leader,
    listed,
    place,
    port,
    unit,
)
from pbem.adjudicator.guerra.state.terms import NATIONS
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import SEVERAL, Row, doctrine
from pbem.adjudicator.orders.shapes import Either, Just, Keys, List, Number, Ref, Shape, Word
from pbem.base.records import replace

AVOID, STAND, EVADE = "avoid", "stand", "evade"
CAUSES = ("battle", "siege", "hunt", "attrition")


def word_or(about: str, words: tuple[str, ...], other: Ref, eg: str) -> Ref:
    """A name, or one of some words, which stand for themselves wherever a name may stand."""
    assert PLAIN.issuperset(words), words  # noqa: S101 - a slip in this module
    return replace(other, about=f"{about}: {', '.join(words)}, or {other.about[0].lower()}{other.about[1:]}", eg=eg,
                   beside=words)  # fmt: skip


def deeds(about: str, *words: str) -> Shape:
    """A list of entries that each do one thing under conditions."""
    return entries_of(about, "One answer", {**IF, "do": Word("What is done", words, eg=words[0])}, "do",
                      eg=[{"do": words[0]}])  # fmt: skip


ORDER = List("The first first; units of the same rank go by their worth", word_or(
    "A sort of unit, or a unit by its id", RANKS, unit("A unit"), "militia"),
    eg=["militia", "reduced", WEAKEST])  # fmt: skip
LOSSES = Keys("By cause; `any` where nothing is said for the cause", {
    ANY: ORDER, **dict.fromkeys(CAUSES, ORDER)}, eg={ANY: ["militia", "reduced", WEAKEST]})  # fmt: skip
WAYS_BACK = List("Where beaten forces go, the first that may be; any leaves it to the rule", word_or(
    "Any, or an area or fortress", (ANY,), place("A place"), "salta"), eg=["salta", "cordoba", ANY])  # fmt: skip
PURSES: dict[str, Shape] = {name: Number("Points", 0, 99, eg=1) for name in NATIONS}
KEEP = Either("Points that stay in the purse", (Number("Points", 0, 99, eg=2), Keys("By purse", PURSES)), eg=2)
STANDING_BATTLE = deeds("Whether a force that is attacked avoids battle; the first entry that holds", AVOID, STAND)

RULES: tuple[Row[Picture, Look], ...] = (
    doctrine("intercept", "3.5", List("Which forces try to stop an enemy who marches off; the first entry that holds",
        Keys("A force that tries, or an end to such wishes", {
            **IF, "force": word_or("Which", (ANY,), force("One of yours"), ANY),
            "at": word_or("Where", (ANY,), area("In one area"), ANY), "do": Just("Nobody else tries", "no"),
        }), eg=[{"force": ANY, "at": ANY}]), "which forces try to stop an enemy who marches off",
        {"intercept": answers.intercept}, examples.intercept, entries(in_words.intercepting), patriot("""\
intercept:
  - {force: any, at: los-llanos, if: [{cavalry_share: {own: 50}}]}
  - {do: no}
""", "From Los Llanos a force that is half cavalry tries to stop any that marches off. Nobody else does.")),
    doctrine("avoid", "6.1", STANDING_BATTLE, "whether forces that are attacked avoid battle",
        {"avoid": answers.does}, examples.avoid, entries(in_words.doing("a force that is attacked")), patriot("""\
avoid:
  - {do: stand, if: [{odds: {own: 3, enemy: 2}}]}
  - {do: stand, if: [{besieging: any}, {odds: {own: 2, enemy: 3}}]}
  - {do: avoid}
""", "Forces stand at three to two or better, besiegers also at two to three, and avoid battle otherwise.")),
    doctrine("losses", "6.0", LOSSES, "which units lose steps first", {"losses": answers.losses},
        examples.losses, in_words.losing, patriot("""\
losses: {any: [militia, reduced, weakest], attrition: [militia, cavalry]}
""", "Militia goes first, then units that have lost a step, then the weakest. On the road cavalry goes second.")),
    doctrine("retreat", "6.1", WAYS_BACK, "where beaten forces go", {"retreat": answers.listed},
        examples.retreat, in_words.going("Beaten forces go to"), patriot("retreat: [salta, cordoba, any]\n",
        "To Salta if that may be, else to Córdoba, else wherever the rule would send them.")),
    doctrine("advance", "6.1.1", List("Which units go into a fortress that fell; none for nobody", word_or(
            "The weakest infantry, nobody, or a unit", (WEAKEST, NONE), unit("A unit"), WEAKEST), eg=[WEAKEST]),
        "which units go into a fortress that fell", {"advance": answers.advance}, examples.advance,
        in_words.going("Into a fortress that falls go"), royalist("advance: [weakest]\n",
        "The weakest infantry goes in.")),
    doctrine("attrition", "5.3", Keys("When RP are spent against attrition", {
            "pay_if_steps": Number("From so many steps on", 1, 40, eg=6),
            "pay_if_modifier": Number("And only if the die is worsened by so much or more", -2, 4, eg=0),
            "keep": KEEP, "purse": Word("Which purse, if it may", NATIONS, eg="plata"),
        }), "when RP are spent against attrition", {"attrition": answers.attrition}, examples.attrition,
        in_words.paying, royalist("attrition: {pay_if_steps: 6, keep: 2}\n",
        "A point is spent for four steps or part of them, for forces of six steps or more, while two points stay.")),
    doctrine("evade", "7.5", deeds("Whether ships that are attacked evade; the first entry that holds", EVADE, STAND),
        "whether ships that are attacked evade", {"evade": answers.does}, examples.evade,
        entries(in_words.doing("a fleet that is attacked")), patriot("""\
evade: [{do: stand, if: [{odds: {own: 1, enemy: 1}}]}, {do: evade}]
""", "Ships stand against no more than their own strength, and evade otherwise.")),
    doctrine("targets", "7.5.1", Keys("Whom ships and the guns of ports fire at", {
            "prefer": List("The first first", word_or("A sort of ship, or a ship", AIMS, foe("A ship"), "frigate"),
                           eg=["frigate"]),
            "how": Word("All at one, or one after another", (FOCUS, SPREAD), eg=FOCUS),
        }), "whom ships fire at", {"targets": answers.targets}, examples.targets, in_words.aiming, patriot(
        "targets: {prefer: [ship-of-the-line, damaged], how: focus}\n",
        "All fire at one ship: a ship of the line before others, a damaged one before a sound one.")),
    doctrine("prizes", "8.3", Keys("What Cochrane does with a Royalist frigate taken by surprise", {
            "do": Word("Captures or eliminates her", ("capture", "eliminate"), eg="capture"),
            "which": listed("Which frigate, the first first", foe, "r-f1"),
        }), "what Cochrane does with a frigate taken by surprise", {"prize": answers.prize}, examples.prizes,
        in_words.prizes, patriot("prizes: {do: capture, which: [r-f1]}\n",
        "The frigate of Callao is captured, if she is there.")),
    doctrine("leaders", "8.1", entries_of("Where leaders go who have lost their forces", "One leader, or any", {
            "leader": word_or("Which", (ANY,), leader("A leader"), "bolivar"),
            "go": List("The first that is open", word_or("The haven, the nearest force, or an area", (HAVEN, NEAREST),
                                                         area("An area"), HAVEN), least=1, eg=[HAVEN, NEAREST]),
        }, "leader go"), "where leaders go who have lost their forces", {"leader": answers.leaders},
        examples.leaders, entries(in_words.fleeing), patriot("""\
leaders: [{leader: bolivar, go: [haven, nearest]}, {leader: any, go: [nearest]}]
""", "Bolívar goes to Haití if that is allowed, the others to the nearest force.")),
    doctrine("home_ports", "7.4", List("Where ships go at the end of a turn, or out of a port that falls", word_or(
            "Any, or a port", (ANY,), port("A port"), "callao"), eg=["callao", ANY]),
        "where ships go at the end of a turn", {"port": answers.listed, "escape": answers.listed},
        examples.home_ports, in_words.going("Ships go home to"), patriot("home_ports: [valparaiso, any]\n",
        "To Valparaíso if they can, else where the rule sends them.")),
    doctrine("subvert", "10.2.2", List("Patriot: whom leaders win over in the year of the Liberals, where no book says",
            word_or("Any, none, or an American Royalist unit", (ANY, NONE), foe("A unit"), "vdc"), eg=["vdc", ANY]),
        "whom leaders win over in the year of the Liberals", {"subvert": answers.subvert}, examples.subvert,
        in_words.going("In the year of the Liberals leaders win over"), patriot("subvert: [vdc, any]\n",
        "The Volunteers of the Concordia where they lie open, else the American unit of most factors.")),
    doctrine("legion", "10.6", Word("Royalist: whether the São Paulo Legion is called when it may be",
                                    ("call", "leave"), eg="call"),
        "whether the São Paulo Legion is called", {"legion": answers.listed}, examples.legion,
        in_words.going("The São Paulo Legion, when it may be called"), royalist("legion: call\n", "It is called.")),
    doctrine("rebels", SEVERAL, Keys("The rebels of El Plata, when the other seat attacks them (9.5)", {
            "avoid": STANDING_BATTLE, "losses": LOSSES, "retreat": WAYS_BACK}),
        "the rebels of El Plata, when the other seat attacks them", {"rebels": answers.rebels}, examples.rebels,
        in_words.rebels, royalist("rebels: {avoid: [{do: stand}]}\n", "Rebels whom Patriots attack stand.")),
)  # fmt: skip
