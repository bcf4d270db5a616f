"""Python for browsers, as npm brings it: files checked by their hashes, as scripts without a module around."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from pbem.base.errors import Kind, bad
from pbem.base.files import MOST_BYTES, read_file

VERSION = "314.0.7"
#: The files of that version that go into the page, by their SHA-256.
FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
#: What a module says and a script cannot, each with what stands there instead, and how often.
CHANGES = {
    "pyodide.mjs": (("export{dt as loadPyodide,U as version};", "globalThis.loadPyodide=dt;", 1),
                    ("//# sourceMappingURL=pyodide.mjs.map", "", 1)),
    "pyodide.asm.mjs": (("export default _createPyodideModule;", "globalThis.createPyodide=_createPyodideModule;", 1),
                        ("import.meta.url", "document.baseURI", 3)),
}  # fmt: skip


def runtime_file(folder: Path, name: str) -> bytes:
    """One of the files, exactly as that version has it."""
    path = folder / name
    if not path.is_file():
        raise bad("is not there", file=str(path), hint="run 'npm ci' in cabin/", kind=Kind.UNKNOWN)
    data = read_file(path, MOST_BYTES)
    if sha256(data).hexdigest() != FILES[name]:
        raise bad(f"is not the file of Pyodide {VERSION}", file=str(path), hint="run 'npm ci' in cabin/",
                  kind=Kind.MISMATCH)  # fmt: skip
    return data


def runtime_script(folder: Path) -> str:
    """Both scripts, each in a scope of its own, as one that needs no module."""
    return "\n".join(f"(() => {{\n{script(folder, name)}\n}})();" for name in sorted(CHANGES))


def script(folder: Path, name: str) -> str:
    """One of the two, changed in the places where it would have to be a module."""
    text = runtime_file(folder, name).decode("utf-8")
    for before, after, times in CHANGES[name]:
        if text.count(before) != times:
            raise bad(f"has not '{before}' {times} times", file=name, kind=Kind.MISMATCH)
        text = text.replace(before, after)
    return text
