// Where in a file something does not match: its lines, and, where one changed byte explains it, that byte.

const CONTEXT_LINES = 2;
const LONGEST_SHOWN = 240;

/** The place of a fault, and then the search for a single changed byte. */
async function showPlace(result, fault, into) {
  const data = result.files.get(fault.file);
  const spot = fault.tree ? { file: LEDGER, line: fault.tree.from + 1 } : fault;
  const shown = result.files.get(spot.file);
  if (!data && !shown) {
    into.append(paragraph("The folder does not hold this file."));
    return;
  }
  into.append(linesAround(shown ?? data, spot.line || 1, spot.column));
  if (!canLocate(result, fault)) return;
  const status = element("p", { role: "status" }, "Looking for a single changed byte ...");
  into.append(status);
  const change = await locateChange(result, fault);
  if (!change) {
    status.textContent = "No single changed byte explains it, or none was found in a few seconds.";
    return;
  }
  status.replaceWith(...changeShown(result.files.get(change.file), change));
}

/** The byte, in its line and in hex. */
function changeShown(data, { file, offset, now, was }) {
  const before = latin(data.subarray(0, offset)).split("\n");
  const [line, column] = [before.length, before.at(-1).length + 1];
  const words = [
    element("b", {}, "One byte was changed: "), code(file), `, line ${line}, column ${column} (byte ${offset}): `,
    `it is ${byteName(now)}, and with ${byteName(was)} all would match.`,
  ];
  return [
    element("p", { class: "changed" }, ...words), linesAround(data, line, column), hexAround(data, offset),
  ];
}

/** A byte as a character and in hex. */
function byteName(byte) {
  const shown = byte > 32 && byte < 127 ? `'${String.fromCharCode(byte)}', ` : "";
  return `${shown}0x${byte.toString(16).padStart(2, "0")}`;
}

/** A few lines of a file about one, the one marked in words too; long lines are cut about the column. */
function linesAround(data, line, column = 0) {
  const lines = textOf(data).split("\n");
  const first = Math.max(0, line - 1 - CONTEXT_LINES);
  const shown = lines.slice(first, line + CONTEXT_LINES);
  const rows = shown.map((text, at) => contextLine(text, first + at + 1, line, column));
  const label = `Lines about line ${line}`;
  return element("pre", { class: "context", tabindex: "0", role: "region", "aria-label": label }, ...rows.flat());
}

/** One line with its number; the line in question has a sign before it, the column a mark. */
function contextLine(text, number, line, column) {
  const own = number === line;
  const start = own && column > LONGEST_SHOWN / 2 ? column - LONGEST_SHOWN / 2 : 0;
  const cut = text.slice(start, start + LONGEST_SHOWN);
  const at = own && column ? column - 1 - start : -1;
  const marked = at >= 0 && at < cut.length
    ? [visible(cut.slice(0, at)), element("mark", {}, cut.slice(at, at + 1)), visible(cut.slice(at + 1))]
    : [visible(cut)];
  const gutter = `${own ? ">" : " "}${String(number).padStart(5)} | ${start ? "..." : ""}`;
  const row = element("span", { class: own ? "at" : "near" });
  row.append(gutter, ...marked, start + LONGEST_SHOWN < text.length ? "..." : "");
  return [row, document.createTextNode("\n")];
}

/** The rows of sixteen bytes about an offset. */
function hexAround(data, offset) {
  const first = Math.max(0, offset - (offset % 16) - 16);
  const rows = [first, first + 16, first + 32].filter((start) => start < data.length);
  const made = rows.flatMap((start) => {
    const cells = Array.from(data.subarray(start, start + 16), (byte, at) => {
      const hex = byte.toString(16).padStart(2, "0");
      return start + at === offset ? element("mark", {}, hex) : document.createTextNode(hex);
    });
    const spaced = cells.flatMap((cell) => [document.createTextNode(" "), cell]);
    return [document.createTextNode(start.toString(16).padStart(8, "0")), ...spaced, document.createTextNode("\n")];
  });
  return element("pre", { class: "hex", tabindex: "0", role: "region", "aria-label": "The bytes in hex" }, ...made);
}
