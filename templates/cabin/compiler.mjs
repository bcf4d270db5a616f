// Compiles what the cabin imports when it starts, by the very Python that will run it. The build gives the folder of
// Pyodide, the archive of the program's files on standard input, and takes an archive of compiled files back.
import { readFileSync } from "node:fs";

const [folder] = process.argv.slice(-1);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ env: { HOME: "/sea", TZ: "UTC", PYTHONHASHSEED: "0" }, stdin: () => null });
python.FS.writeFile("/files.zip", readFileSync(0));
python.runPython(`
import importlib._bootstrap_external as loading, sys, zipfile

ZIP, LAST, TAG = next(path for path in sys.path if path.endswith(".zip")), "/cabin/", sys.implementation.cache_tag
with zipfile.ZipFile("/files.zip") as files:
    files.extractall(LAST)
sys.path.insert(0, LAST)
sys.dont_write_bytecode = True

from pbem.afloat.standins.install import install
install()
import pbem.afloat.page_engine
from pbem.afloat.aboard import Aboard
for act in ("state", "games"):
    Aboard("/sea").call(f'{{"act": "{act}", "now": "2026-11-02T20:00:00Z", "fresh": true}}')


def compiled(source, name):
    """One file, marked as checked by whoever packed it: nothing is compared when it is loaded."""
    return bytes(loading._code_to_hash_pyc(compile(source, name, "exec", dont_inherit=True), bytes(8), False))


made = {}
library = zipfile.ZipFile(ZIP)
for path in sorted({getattr(module, "__file__", None) or "" for module in sys.modules.values()}):
    if path.startswith(f"{ZIP}/") and path.endswith(".py"):
        name = path.removeprefix(f"{ZIP}/")
        made[f"stdlib/{name}c"] = compiled(library.read(name), path)
    elif path.startswith(LAST) and path.endswith(".py"):
        name = path.removeprefix(LAST)
        above, _, last = name.rpartition("/")
        made[f"files/{above}/__pycache__/{last[:-3]}.{TAG}.pyc"] = compiled(open(path, "rb").read(), path)
with zipfile.ZipFile("/compiled.zip", "w") as packed:
    for name, data in sorted(made.items()):
        packed.writestr(zipfile.ZipInfo(name), data)
`);
process.stdout.write(python.FS.readFile("/compiled.zip"));
