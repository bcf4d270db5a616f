"""The order file that answers open questions: drafted with each question in it, and checked against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.adjudicator.board.naming import nearest
from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.orders.echo import told
from pbem.adjudicator.orders.grammar import HEAD, OrderTable
from pbem.adjudicator.orders.one_pass import Legal, Way, sound_orders
from pbem.adjudicator.orders.order_file import sections, talk
from pbem.adjudicator.reports.open_questions import Asked, Asker
from pbem.base.counting import counted
from pbem.base.errors import Fault, Kind
from pbem.base.records import replace
from pbem.base.text_templates import render
from pbem.strict_yaml import Mapping as Node
from pbem.strict_yaml.writing import one_line

Table: TypeAlias = OrderTable[Any, Any, Any]
Question: TypeAlias = Mapping[str, Any]

TEMPLATE = "answers.yaml.j2"
ANSWERS, STANDING, CHOICE = "answers", "standing", "doctrine"
SWITCHED_OFF = "Every line of this file is still switched off: it orders nothing."
DOCTRINE_ALONE = "Every other line of this file is still switched off: it orders nothing but your doctrine."


# ------------------------------------------------------------------------------------------------------------ the draft
def answer_template(
    schema: str, table: Table | None, asker: Asker, view: Mapping[str, Any], head: Mapping[str, str]
) -> str:  # fmt: skip
    """The file of a step that waits for answers: each question with its default filled in, and doctrine switched off.

    `head` may hold game, seat, phase, title and deadline.
    """
    asked = [asker.asked(question) for question in view["questions"]]
    heads = {name: head.get(name) or str(view.get(name, "")) for name in ("game", "seat", "phase")}
    more = [] if table is None else list(sections(table, table.see(view), stopped=True))
    return render(
        TEMPLATE, schema=head.get("schema") or f"{schema}.schema.json", talk=talk, sections=more,
        count=counted(len(asked), "question"), deadline=head.get("deadline", ""),
        questions=[list(said(each)) for each in asked],
        lines=[[f"  {line}" for line in each.lines] for each in asked],
        head=[f"{name}: {one_line(value)}" for name, value in heads.items() if value],
    )  # fmt: skip


def said(asked: Asked) -> Iterator[str]:
    """A question in lines of talk: what it is for, what is legal, what stands without an answer."""
    rule = f" (rule {asked.rule})" if asked.rule else ""
    yield f"{asked.prompt}{rule}"
    if asked.how:
        yield asked.how
    yield from (f"  {name}: {words}" if words and words != name else f"  {name}" for name, words in asked.options)
    yield f"{asked.lapse}: {asked.default}."


# ------------------------------------------------------------------------------------------------------------ the check
def judged(table: Table | None, questions: Sequence[Question], otherwise: Legal) -> Legal:
    """Returns a judge of files while questions are open.

    It judges by the questions, and by the rules as far as a question asks for a plan.
    Sections whose step is over are left out: they have been carried out, or have lapsed, and are not asked for again.
    """
    def legal(known: Mapping[str, Any], orders: Orders) -> Checked:
        faults = list(wrong_answers(questions, orders))
        over = past(table, questions, orders)
        kept = without_sections(table, orders, over)
        plans = [name for name in kept.body if is_plan(table, name) or (table and name in table.still_read)]
        tried = otherwise(known, kept) if plans else Checked((), tuple(echoed(table, kept)))
        notes = [f"'{name}' is left out: its step is over." for name in over]
        answers = () if faults else answers_in_words(table, questions, orders)
        return Checked((*faults, *tried.faults), (*answers, *notes, *tried.echo))

    return legal


def past(table: Table | None, questions: Sequence[Question], orders: Orders) -> list[str]:
    """The sections of a file that no open question asks for, and that answer none to come."""
    if table is None:
        return []
    if table.still_read:
        return [name for name in orders.body if table.row.get(name) and name not in (ANSWERS, *table.still_read)]
    asked = {table.section_of.get(topic_of(question), "") for question in questions}
    return [name for name in orders.body if is_plan(table, name) and name not in asked]


def is_plan(table: Table | None, name: str) -> bool:
    """Tells if a section is a plan for one step, and neither doctrine nor an exact answer."""
    if table is None or name in HEAD or name in (ANSWERS, STANDING):
        return False
    row = table.row.get(name)
    return row is not None and not row.lasting and bool(row.steps)


def topic_of(question: Question) -> str:
    """The first word of a question's topic, with which its key begins."""
    return str(question["key"]).partition("/")[0]


def without_sections(table: Table | None, orders: Orders, names: Sequence[str]) -> Orders:
    """The same orders without these sections."""
    if not names or table is None or orders.page is None or not isinstance(orders.page.node, Node):
        return orders
    ways: set[Way] = {(name,) for name in names}
    left = sound_orders(table, orders.page.node, orders.page.page, ways)
    return left or replace(orders, body={name: part for name, part in orders.body.items() if name not in names})


def echoed(table: Table | None, orders: Orders) -> Iterator[str]:
    """Reads back what the file says beside its exact answers."""
    if table is not None:
        yield from told(table, {name: part for name, part in orders.body.items() if name != ANSWERS})


def wrong_answers(questions: Sequence[Question], orders: Orders) -> Iterator[Fault]:
    """Exact answers to no open question, or that are not legal."""
    open_now = {str(question["key"]): question for question in questions}
    for number, part in enumerate(orders.body.get(ANSWERS, ())):
        key, answer = str(part["key"]), part["answer"]
        if key not in open_now:
            hint = nearest(key, open_now) or f"open: {', '.join(open_now)}"
            yield fault(orders, (ANSWERS, number, "key"), f"no open question has the key '{key}'", hint, "")
            continue
        legal, rule = open_now[key].get("legal", {}), str(open_now[key].get("rule", ""))
        for words, hint in wrong(legal, answer):
            yield fault(orders, (ANSWERS, number, "answer"), words, hint, rule)


def fault(orders: Orders, way: Way, words: str, hint: str, rule: str) -> Fault:
    """A fault at a place of the file."""
    if orders.page is None:
        return Fault(words, file=orders.name, hint=hint, rule=rule, kind=Kind.ILLEGAL)
    return orders.page.fault(way, words, hint=hint, rule=rule, kind=Kind.ILLEGAL)


def wrong(legal: Mapping[str, Any], answer: Any) -> Iterator[tuple[str, str]]:
    """Explains why an answer is not legal, with what to do.

    It yields nothing for a legal answer, or where only the rules can judge.
    """
    if "choose" in legal:
        yield from wrong_choice(legal["choose"], answer)
    elif "pick" in legal:
        yield from wrong_pick(legal, answer)


def wrong_choice(options: Mapping[str, str], answer: Any) -> Iterator[tuple[str, str]]:
    """The same of one word out of several."""
    if isinstance(answer, list) and len(answer) == 1 and answer[0] in options:
        yield f"{one_line(answer)} is a list, and one word is wanted", f"answer: {answer[0]}"
    elif not isinstance(answer, str) or answer not in options:
        near = nearest(answer, options) if isinstance(answer, str) else ""
        yield f"{one_line(answer)} is not an answer here: one of {', '.join(options)}", near


def wrong_pick(legal: Mapping[str, Any], answer: Any) -> Iterator[tuple[str, str]]:
    """The same of a list of names."""
    options, least, most = legal["pick"], int(legal["least"]), int(legal["most"])
    if isinstance(answer, str) and answer in options:
        yield f"'{answer}' is one word, and a list is wanted", f"answer: [{answer}]"
        return
    if not isinstance(answer, list) or not all(isinstance(name, str) for name in answer):
        yield f"{one_line(answer)} is not a list of names", f"answer: [{', '.join(list(options)[:most])}]"
        return
    for name in answer:
        if name not in options:
            yield f"'{name}' is not an answer here: one of {', '.join(options)}", nearest(name, options)
    for name in dict.fromkeys(answer):
        if answer.count(name) > 1:
            yield f"'{name}' stands there twice", "name each once"
    if all(name in options for name in answer) and not least <= len(answer) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        yield f"{len(answer)} named, and {wanted} are wanted", f"answer: [{', '.join(list(options)[:least])}]"


def answers_in_words(table: Table | None, questions: Sequence[Question], orders: Orders) -> Iterator[str]:
    """Each open question with what the file says to it, and those that stay open."""
    given = {str(part["key"]): part["answer"] for part in orders.body.get(ANSWERS, ())}
    unanswered = []
    for question in questions:
        key = str(question["key"])
        section = table.section_of.get(topic_of(question), "") if table is not None else ""
        if key in given:
            yield f"{question['prompt']} You answer: {plain(given[key])}."
        elif section in orders.body:
            yield f"{question['prompt']} Your section '{section}' answers, as far as it says something to this."
        else:
            unanswered.append(question)
    for question in unanswered:
        yield f"NOT ANSWERED: {question['prompt']} ({question['key']}) Without an answer: {plain(question['default'])}."
    if unanswered:
        yield f"{len(unanswered)} of {counted(len(questions), 'question')} without an answer in this file."


def plain(answer: Any) -> str:
    """An answer as a reader takes it."""
    if answer in ([], {}, "", None):
        return "nothing"
    if isinstance(answer, list) and all(isinstance(each, str) for each in answer):
        return ", ".join(answer)
    return answer if isinstance(answer, str) else one_line(answer)


def switched_off(legal: Legal) -> Legal:
    """The same judgement, which says so where a file gives no orders at all."""
    def checked(known: Mapping[str, Any], orders: Orders) -> Checked:
        found = legal(known, orders)
        given = set(orders.body) - set(HEAD)
        off = SWITCHED_OFF if not given else DOCTRINE_ALONE if given == {CHOICE} else ""
        return replace(found, echo=(off, *found.echo)) if off else found

    return checked
