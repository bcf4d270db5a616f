"""One fuzzer for every reader: any bytes must give a result or a fault in words; anything else is a crash.

A target is a file `fuzz_<name>.py` with a function `one_input(data)`, run as a program:

    python tests/fuzz/fuzz_yaml.py -max_total_time=600 CORPUS_DIR

It imports this module before anything of pbem's, because what is imported after it is instrumented. What crashes is
kept in `found/<name>/` and replayed by `test_fuzz_corpus.py` ever after.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOUND = HERE / "found"
#: Where targets find the helpers of other tests.
BESIDE = (HERE, HERE.parent, HERE.parent / "trust")
LONGEST_INPUT = 4096
#: The protocol's vectors, the best seeds there are.
VECTORS: Any = json.loads((HERE.parent / "vectors" / "trust.json").read_text(encoding="utf-8"))


def reach_helpers() -> None:
    """Let a target import the helpers that stand beside the tests, however it is started."""
    for folder in BESIDE:
        if str(folder) not in sys.path:
            sys.path.append(str(folder))


def instrument() -> None:
    """From here on, imports of pbem and of the YAML parser report which branches an input reaches."""
    import atheris

    atheris.instrument_imports(include=["pbem", "yaml"]).__enter__()


def tolerant(parse: Callable[[bytes], object]) -> Callable[[bytes], None]:
    """The parser, its faults taken as answers."""
    from pbem.base.errors import PbemError  # here, so that it is instrumented too

    def one(data: bytes) -> None:
        with suppress(PbemError):
            parse(data)

    return one


def check_seeds(one_input: Callable[[bytes], None], seeds: Iterable[bytes]) -> None:
    """Seeds are what they are meant to be, or the fuzzer would start from nothing."""
    from pbem.base.errors import PbemError  # here, so that it is instrumented too

    for seed in seeds:
        try:
            one_input(seed)
        except PbemError as error:
            raise AssertionError(f"seed {seed[:40]!r}: {error}") from error


def fuzz(parse: Callable[[bytes], object], name: str, seeds: Iterable[bytes]) -> None:
    """Fuzz until the time is over or something crashes; options are libFuzzer's, from the command line."""
    import atheris

    options = [word for word in sys.argv[1:] if word.startswith("-")]
    corpus = [Path(word) for word in sys.argv[1:] if not word.startswith("-")] or [Path(tempfile.mkdtemp())]
    plant(corpus[0], seeds)
    found = FOUND / name
    found.mkdir(parents=True, exist_ok=True)
    defaults = [f"-artifact_prefix={found}/", f"-max_len={LONGEST_INPUT}"]
    atheris.Setup([sys.argv[0], *defaults, *options, *(str(folder) for folder in corpus)], tolerant(parse))
    atheris.Fuzz()


def plant(corpus: Path, seeds: Iterable[bytes]) -> None:
    """Good examples to start from, each under the name of its hash."""
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (corpus / sha256(seed).hexdigest()[:16]).write_bytes(seed)


reach_helpers()
if Path(sys.argv[0]).name.startswith("fuzz_"):
    instrument()
