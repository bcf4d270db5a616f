"""The sections of an order file for the council: uprisings and the muster."""

from __future__ import annotations

from functools import partial

from pbem.adjudicator.guerra.orders.council import council_examples, council_words
from pbem.adjudicator.guerra.orders.names import area, leader, listed, nation, piece, place, port, ship, unit
from pbem.adjudicator.guerra.state.terms import NATIONS, PATRIOT, ROYALIST
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Example, Row, provided
from pbem.adjudicator.orders.shapes import Either, Keys, List, Number, Ref, Shape, Text, Truth, Word

COUNCIL = ("council", "uprisings")
MUSTERING = ("council", "muster")
IF = {"if": provided()}
#: What may be bought by its kind, for who does not care which counter it is.
KINDS = ("militia-infantry", "militia-cavalry", "infantry", "cavalry", "artillery", "frigate", "ship-of-the-line")
MET = ("fight", "press_on", "other_port", "wait")
POINTS = partial(Text, pattern="^[0-9]{1,3}([.]5)?$", beside=tuple(map(str, range(13))))

RISING: dict[str, Shape] = {
    **IF, "area": area("The area that is to rise", eg="quito"),
    "unit": Word("Which arm takes the field", ("infantry", "cavalry"), eg="infantry"),
    "boves": Truth("Royalist: whether Boves helps in Los Llanos, which tells where Boves is (8.2)", rule="8.2"),
}  # fmt: skip
SPOT: dict[str, Shape] = {
    "port": port("Into this port", eg="veracruz"), "at": area("Into this area", eg="salta"),
    "with": leader("Beside this leader", eg="morelos"),
}  # fmt: skip
ELSE_PORTS = List("Where else, in this order", Either("A port, or another place", (
    port("A port"), Keys("A place", SPOT, eg={"port": "la-habana"}),
)), most=12, eg=["la-habana"])  # fmt: skip
BUILD: dict[str, Shape] = {
    **IF, "unit": piece("Which counter", eg="vdc"), "kind": Word("Or any counter of a kind", KINDS, eg=KINDS[0]),
    "number": Number("How many of the kind", 1, 12, eg=2),
    "at": place("The area, or the port it is raised in (4.6); a haven beside a leader there (10.3)", eg="lima"),
}  # fmt: skip
REPLENISH: dict[str, Shape] = {**IF, "unit": piece("The unit that gets a lost step back", eg="df")}


def by_purse(about: str, one: Shape) -> Either:
    """A list; or, for the Patriot, lists by the purse that pays."""
    listing = List(f"{about}, the first first", one, most=60)
    purses = Keys("Patriot: by the purse that pays (4.2)", dict.fromkeys(NATIONS, listing), rule="4.2")
    return Either(about, (listing, purses))


MUSTER = Keys("Muster: what is collected, raised and placed; carried out in this order whatever stands first", {
    "collect": List("Patriot: which purse an area fills, where several might", Keys("An area", {
        "area": area("The area", eg="charcas"), "for": nation("Whose purse", eg="plata"),
    }, need="area for"), rule="4.2", eg=[{"area": "charcas", "for": "plata"}]),
    "upgrade": List("Militia that fill the ranks of reduced regulars in their area (4.7)", Keys("One", {
        **IF, "militia": unit("The militia that is used up", eg="r-mi1"), "regular": unit("Who is made whole", eg="vz"),
    }, need="militia regular"), rule="4.7", eg=[{"militia": "r-mi1", "regular": "vz"}]),
    "build": by_purse("What is bought while the purse lasts (4.4, 4.6)",
                      Keys("One purchase", BUILD, need="at", eg={"unit": "vdc", "at": "lima"})),
    "replenish": by_purse("Lost steps bought back (4.6)", Keys("One unit", REPLENISH, need="unit", eg={"unit": "df"})),
    "arrive": List("Where reinforcements of this turn land (4.8, 4.10); what is not named lands by default",
                   Keys("Some that land together", {
        **IF, "units": listed("Which", piece, "cb-s", least=1), "leaders": listed("Leaders aboard", leader, "morillo"),
        **SPOT, "or": ELSE_PORTS,
        "if_met": Word("What the convoy does if enemy ships are before its port", MET, eg="other_port"),
    }, need="units", eg={"units": ["cb-s"], "port": "callao"}), rule="4.8"),
    "leaders": List("Where leaders of this turn take command", Keys("A leader", {
        **IF, "leader": leader("Who", eg="bolivar"), **SPOT,
        "brings": ship("Cochrane: the ship that comes free as well (8.3)", eg="chl-s1"),
    }, need="leader", eg={"leader": "bolivar", "at": "santa-fe"})),
    "masses": Keys("Slaves or Indians called to arms in one area (4.9)", {**IF, "area": area("Where", eg="mojos")},
                   need="area", rule="4.9"),
    "guerrilla": Keys("Militia that take to the hills, or come down (10.1)", {
        "on": listed("Into the hills", unit, "r-mi10"), "off": listed("Down from them", unit, "r-mi9"),
    }, rule="10.1"),
    "forces": List("Stacks formed anew; the rest stays as it is (5.1)", Ref("A stack", name="stack"), rule="5.1"),
    "keep": Either("RP that nothing above spends: a figure for the Royalist, one for each purse of the Patriot", (
        POINTS("Points", eg="4"), Keys("By nation", {name: POINTS("Points", eg="2") for name in NATIONS}),
    ), eg="4"),
})  # fmt: skip
#: Shapes of this module that the schema defines once.
COUNCIL_NAMED: dict[str, Shape] = {}

royalist = partial(Example, "t03.council", by=ROYALIST)
patriot = partial(Example, "t03.council", by=PATRIOT)
COUNCIL_ROWS: tuple[Row[Picture, Look], ...] = (
    Row(key="uprisings", rule="9.0", steps=COUNCIL, topics=("uprisings",), heading="UPRISINGS: two areas at most (9)",
        shape=List("Areas to raise, two at most; an entry whose condition fails gives its place to the next",
                   Keys("An area", {**RISING, "else": Keys("In its stead, if its conditions do not hold",
                                                           dict(RISING), need="area")}, need="area"),
                   most=12, eg=[{"area": "quito", "unit": "infantry"}]),
        talk=council_words.risings, example=council_examples.uprisings, echo=entries(council_words.rising),
        story=royalist("""\
uprisings:
  - {area: misiones, unit: cavalry}
  - {area: quito, unit: infantry, if: [{no_regulars: quito}]}
""", "Misiones is raised, where Rebels rise for the Royalist, and Quito if no enemy regulars are seen there.")),
    Row(key="muster", rule="4.0", steps=MUSTERING, topics=("muster", "collect", "convoy"),
        heading="MUSTER: purses, recruits, arrivals (4)", shape=MUSTER, talk=council_words.muster_talk,
        example=council_examples.muster, echo=council_words.muster, story=patriot("""\
muster:
  collect: [{area: charcas, for: plata}]
  build:
    plata:
      - {unit: p6, at: cordoba}
      - {kind: militia-cavalry, at: salta}
    colombia:
      - {unit: ng1, at: santa-fe}
      - {unit: ng2, at: santa-fe, if: [{purse_at_least: {nation: colombia, rp: 2}}]}
  arrive:
    - {units: [tp, ec, sl], with: morelos}
  leaders:
    - {leader: belgrano, at: cordoba}
  masses: {area: santa-fe}
  guerrilla: {on: [per-mi1], off: []}
  keep: {plata: '2', mexico: '1'}
""", "Charcas pays El Plata. Its sixth regiment is raised in Córdoba and militia horse in Salta; Grand Colombia raises "
     "one battalion, and a second while two points are left. Three Mexican battalions join Morelos, Belgrano goes to "
     "Córdoba. The masses of Santa Fe are called to arms, a Peruvian militia unit takes to the hills, and El Plata "
     "keeps two points and Mexico one.", checked=False)),
    Row(key="mina", rule="4.10", steps=(PATRIOT,), topics=("mina",), heading="MINA lands (4.10)",
        shape=area("The Caribbean coast of Mexico where Mina's men land on turn 8", eg="tejas"),
        talk=council_words.mina_talk, example=council_examples.mina, echo=council_words.mina,
        story=Example("t08.patriot", "mina: tierra-caliente\n",
                                               "Mina's men land in Tierra Caliente.", by=PATRIOT)),
)  # fmt: skip
