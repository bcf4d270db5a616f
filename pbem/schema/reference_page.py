"""A schema as a page: every key with its type, need, meaning, rule and example."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.schema.fault_words import limits, one_of
from pbem.schema.shape import MISSING, Schema, resolve
from pbem.strict_yaml.writing import one_line, write

HEAD = ("| key | type | needed | meaning | rule | example |", "| --- | --- | --- | --- | --- | --- |")


def document(schema: Schema) -> str:
    """The page in Markdown: a table for the file, one for each mapping inside it, and whole examples."""
    schema = resolve(schema)
    lines = [f"# {capital(schema.title) or schema.where.partition('#')[0]}", "", schema.description, ""]
    for heading, part in tables(schema, "", set()):
        lines += [f"## {heading}", ""] if heading else []
        lines += [part.description, ""] if heading and part.description else []
        lines += [*HEAD, *(row(key, each, key in part.required) for key, each in part.properties.items())]
        lines += free_row(part)
        lines.append("")
    for example in schema.examples:
        lines += ["## Example", "", "```yaml", write(example).rstrip("\n"), "```", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def tables(schema: Schema, path: str, seen: set[str]) -> Iterator[tuple[str, Schema]]:
    """Each mapping of the schema with the path that leads to it, outermost first, recursive ones once."""
    schema = resolve(schema)
    if schema.where in seen:
        return
    if schema.kind == "object":
        seen.add(schema.where)
        yield (f"`{path}`" if path else ""), schema
        for key, inner in schema.properties.items():
            yield from tables(inner, f"{path}.{key}" if path else key, seen)
        if isinstance(schema.rest, Schema):
            yield from tables(schema.rest, f"{path}.*", seen)
    elif schema.items is not None:
        yield from tables(schema.items, f"{path}[]", seen)
    for inner in schema.alternatives:
        yield from tables(inner, path, seen)


def row(key: str, schema: Schema, needed: bool) -> str:
    """One line of a table."""
    schema = resolve(schema)
    need = "yes" if needed else f"no, `{one_line(schema.default)}`" if schema.default is not MISSING else "no"
    example = f"`{one_line(schema.examples[0])}`" if schema.examples else ""
    return table_row(f"`{key}`", type_words(schema), need, schema.description, schema.rule, example)


def free_row(schema: Schema) -> list[str]:
    """The line for keys that the schema does not name."""
    if schema.rest is False:
        return []
    if isinstance(schema.rest, Schema):
        return [row("*", schema.rest, needed=False)]
    return [table_row("any other key", "", "no", "kept as it is written, every value a text", "", "")]


def type_words(schema: Schema) -> str:
    """The type with its bounds or choices."""
    schema = resolve(schema)
    if schema.kind == "oneOf":
        return " or ".join(dict.fromkeys(type_words(each) for each in schema.alternatives))
    if schema.choices:
        return one_of(schema.choices).replace("write ", "")
    if schema.kind == "integer":
        return f"whole number{limits(schema)}"
    if schema.kind == "array" and schema.items is not None:
        return f"list, each {resolve(schema.items).title or type_words(schema.items)}"
    words = {"object": "mapping", "boolean": "true or false", "string": schema.title or "text"}
    return words[schema.kind]


def table_row(*cells: str) -> str:
    """Cells joined; a bar inside a cell would end it."""
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def capital(text: str) -> str:
    """The text begun with a capital."""
    return text[:1].upper() + text[1:]
