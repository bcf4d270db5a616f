"""Any bytes as a strict YAML file: faults in words, or texts that are written and read again as the same."""

from __future__ import annotations

from collections.abc import Iterator

from driver import VECTORS, fuzz

from pbem.base.errors import PbemError
from pbem.schema import read_as
from pbem.strict_yaml import plain, read, write

#: Written with escapes a text may grow beyond what `read` takes; smaller ones cannot.
SMALL = 16_384


def one_input(data: bytes) -> None:
    """Read, write, read again; then by a schema."""
    value = plain(read(data, "fuzz.yaml"))
    if len(data) < SMALL:
        same_again(value)
    read_as("orders", data)


def same_again(value: object) -> None:
    """What was read can be written, and is read as the same; a fault here would be ours."""
    text = write(value)
    try:
        again = plain(read(text))
    except PbemError as error:
        raise AssertionError(f"{text!r} is not read: {error}") from error
    assert again == value, f"{text!r} is read as {again!r}"


def seeds() -> Iterator[bytes]:
    """Every vector, and the files of the sample phase."""
    for vector in VECTORS["strict_yaml"]["accept"] + VECTORS["strict_yaml"]["reject"]:
        yield vector["doc"].encode()
    phase = VECTORS["sample_phase"]
    yield phase["charter"].encode()
    for envelope in phase["envelopes"].values():
        yield envelope["lock"].encode()
        yield envelope["orders_preimage"].split("\n", 2)[2].encode()


if __name__ == "__main__":
    fuzz(one_input, "yaml", seeds())
