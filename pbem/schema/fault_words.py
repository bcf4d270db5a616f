"""The words of a fault about a value that does not fit: the expected value, an example, the most similar word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pbem.base.later import later
from pbem.schema.shape import Schema, resolve
from pbem.strict_yaml import Mapping, Node, Scalar
from pbem.strict_yaml.writing import one_line

if TYPE_CHECKING:
    import difflib
else:
    difflib = later("difflib")

#: A list of choices longer than this is a page of the manual, not a hint.
MOST_LISTED = 12


def nearest(word: str, options: Iterable[str]) -> str:
    """The option somebody may have meant, or nothing."""
    found = difflib.get_close_matches(word.lower(), [option.lower() for option in options], n=1, cutoff=0.6)
    return next((option for option in options if found and option.lower() == found[0]), "")


def one_of(options: Iterable[Any], word: str = "") -> str:
    """Writes the hint for a word that is not an option: 'one of broadside, rake, hold; did you mean rake?'"""
    words = [one_line(option) if isinstance(option, bool) else str(option) for option in options]
    meant = nearest(word, words) if word else ""
    start = f"write {listed(words)}" if len(words) == 1 else f"one of {listed(words)}"
    return f"{start}; did you mean {meant}?" if meant and len(words) > 1 else start


def listed(words: Iterable[str]) -> str:
    """The words with commas, cut where the list becomes a page."""
    words = list(words)
    more = f" and {len(words) - MOST_LISTED} more" if len(words) > MOST_LISTED else ""
    return ", ".join(words[:MOST_LISTED]) + more


def shape(node: Node) -> str:
    """The node's shape as a player would call it."""
    if isinstance(node, Scalar):
        return f"the text '{short(node.text)}'"
    return "a mapping" if isinstance(node, Mapping) else "a list"


def short(text: str) -> str:
    """A quotation that does not fill the screen."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def expected(schema: Schema) -> str:
    """Says which value is expected here, with an example."""
    schema = resolve(schema)
    if schema.hint:
        return schema.hint
    if schema.kind == "oneOf":
        return " or ".join(dict.fromkeys(expected(each) for each in schema.alternatives))
    if schema.choices:
        return one_of(schema.choices)
    return kind_words(schema) if schema.kind == "boolean" else f"{kind_words(schema)}{example(schema)}"


def kind_words(schema: Schema) -> str:
    """The kind in words: 'a whole number from 1 to 9'."""
    if schema.kind == "integer":
        return f"a whole number{limits(schema)}"
    if schema.kind == "boolean":
        return "true or false"
    if schema.kind == "array":
        return "a list" + (f" of {schema.title}" if schema.title else "")
    if schema.kind == "object":
        keys = ", ".join(schema.required or schema.properties)
        return f"a mapping with {keys}" if keys else "a mapping of 'key: value' lines"
    return first_sentence(schema.description) or schema.title or "a text"


def limits(schema: Schema) -> str:
    """The bounds of a number."""
    if schema.least is not None and schema.most is not None:
        return f" from {schema.least} to {schema.most}"
    if schema.least is not None:
        return f", {schema.least} or more"
    return f", {schema.most} or less" if schema.most is not None else ""


def example(schema: Schema) -> str:
    """', such as 3', where the schema gives one that fits a line."""
    text = one_line(schema.examples[0]) if schema.examples else ""
    return f", such as {text}" if text and len(text) <= 100 else ""


def first_sentence(text: str) -> str:
    """The description up to its first full stop, begun small so that it can stand in a hint."""
    sentence = text.split(". ")[0].removesuffix(".")
    if sentence[1:2].isupper():
        return sentence
    return sentence[:1].lower() + sentence[1:]


def key_alone(schema: Schema, node: Node) -> str:
    """The hint for a key that stands alone where a mapping is wanted: `put_to_sea` in place of {put_to_sea: true}."""
    if not isinstance(node, Scalar) or schema.kind != "object" or node.text not in schema.properties:
        return ""
    known = resolve(schema.properties[node.text])
    sample = "true" if known.kind == "boolean" else one_line(known.examples[0]) if known.examples else "..."
    return f"write {{{node.text}: {sample}}}"


def add_key(key: str, schema: Schema) -> str:
    """The hint for a key that is missing: the line to add, and what it means."""
    schema = resolve(schema)
    choices = [str(word) for word in schema.choices]
    sample = choices[0] if len(choices) == 1 else one_line(schema.examples[0]) if schema.examples else ""
    line = f"add '{key}: {sample}'" if sample and len(sample) <= 60 else f"add '{key}'"
    meaning = first_sentence(schema.description)
    return f"{line} ({meaning})" if meaning else line
