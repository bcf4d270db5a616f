// A public folder as a page gets it: dropped or chosen files, a .zip, or what was put into the page. Nothing in it is
// trusted, not even that it is small.

const MOST_FILES = 100000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ALL_BYTES = 512 * 1024 * 1024;
const CUT_OFF = "'pbem proof' makes another page of the game folder, and 'pbem verify' checks that folder";
const NO_FOLDER = `a public folder holds ${CHARTER}, ${LEDGER} and ${CHECKPOINT}`;

/** The one folder that holds everything, with its '/'; empty where there is none. */
function commonFolder(names) {
  const around = names[0]?.includes("/") ? `${names[0].split("/")[0]}/` : "";
  return around && names.every((name) => name.startsWith(around)) ? around : "";
}

/** Name -> bytes, without the folder around and without what is nobody's business; a folder that is one. */
function publicFolder(found) {
  const around = commonFolder([...found.keys()]);
  const files = new Map();
  for (const [path, data] of found) {
    const name = path.slice(around.length);
    if (NOT_PUBLIC.some((folder) => name.startsWith(`${folder}/`))) continue;
    if (data.length > MOST_BYTES) throw bad(`'${name}' is larger than ${MOST_BYTES} bytes`);
    files.set(name, data);
  }
  if (files.size > MOST_FILES) throw bad(`holds ${files.size} files; the most is ${MOST_FILES}`);
  if (!files.has(CHARTER) && !files.has(LEDGER)) throw bad("this is no public folder", { hint: NO_FOLDER });
  return files;
}

/** Every file's SHA-256 by the browser, held against the page's own: one of them would have to be wrong twice. */
async function hashFiles(files) {
  const digests = await Promise.all([...files.values()].map((data) => crypto.subtle.digest("SHA-256", data)));
  [...files.values()].forEach((data, at) => KNOWN_HASHES.set(data, hexOf(new Uint8Array(digests[at]))));
  const first = files.get(LEDGER) ?? files.get(CHARTER);
  if (sha256Hex(first) !== hashHex(first)) throw new Error("this browser's SHA-256 and the page's differ");
}

// -------------------------------------------------------------------------------------------------------------- zip

/** The files of a .zip (PKWARE APPNOTE 6.3): stored or deflated, no encryption, no links, unpacked to their limit. */
async function readZip(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const found = new Map();
  let at = view.getUint32(end + 16, true);
  let all = 0;
  for (let i = 0; i < count; i++) {
    const member = readMember(view, data, at);
    at = member.next;
    if (member.name.endsWith("/")) continue;
    if (found.has(member.name)) throw bad(`the .zip holds two files named '${member.name}'`);
    const bytes = await unpacked(view, data, member);
    if ((all += bytes.length) > MOST_ALL_BYTES) throw bad(`the .zip unpacks to more than ${MOST_ALL_BYTES} bytes`);
    found.set(member.name, bytes);
  }
  return found;
}

/** The files of a page's parts: each has what came after the one before it, and of the ledger the lines that follow. */
async function readParts(parts) {
  const found = new Map();
  for (const part of parts) {
    let files;
    try {
      files = await readZip(bytesOfLatin(atob(part)));
    } catch {
      throw bad("the files in this page are damaged, or were cut off while they were written", { hint: CUT_OFF });
    }
    for (const [name, data] of files) {
      found.set(name, name === LEDGER && found.has(name) ? joined(found.get(name), data) : data);
    }
  }
  return found;
}

/** Where the record at the end of a .zip begins (4.3.16). */
function endOfDirectory(view) {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65535); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw bad("is neither a folder nor a .zip that can be read", { hint: NO_FOLDER });
}

/** One entry of the central directory (4.3.12). */
function readMember(view, data, at) {
  const whole = at + 46 <= view.byteLength && view.getUint32(at, true) === 0x02014b50;
  if (!whole) throw bad("the .zip's directory is damaged");
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
  const [long, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
  const name = textOf(data.subarray(at + 46, at + 46 + long));
  const link = (view.getUint32(at + 38, true) >>> 28) === 0xa;
  if (flags & 1 || link || ![0, 8].includes(method)) {
    throw bad(`'${name}' in the .zip is locked, a link, or strangely packed`);
  }
  if (size > MOST_BYTES) throw bad(`'${name}' is larger than ${MOST_BYTES} bytes`);
  const [crc, start] = [view.getUint32(at + 16, true), view.getUint32(at + 42, true)];
  return { name, method, packed, size, crc, start, next: at + 46 + long + extra + comment };
}

/** The bytes of a member, no more than it says. */
async function unpacked(view, data, { name, method, packed, size, crc, start }) {
  const whole = start + 30 <= view.byteLength && view.getUint32(start, true) === 0x04034b50;
  if (!whole) throw bad(`'${name}' is damaged in the .zip`);
  const begin = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const raw = data.subarray(begin, begin + packed);
  const bytes = method ? await inflated(raw, size) : Uint8Array.from(raw);
  if (!bytes || bytes.length !== size || crc32(bytes) !== crc) throw bad(`'${name}' cannot be unpacked: it is damaged`);
  return bytes;
}

/** Deflate undone by the browser, read no further than the size that was promised; null where it is damaged. */
async function inflated(raw, most, format = "deflate-raw") {
  const parts = [];
  let length = 0;
  const reader = new Blob([raw]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > most) return null;
      parts.push(part.value);
    }
  } catch {
    return null;
  }
  return joined(...parts);
}

/** Byte -> its part in a CRC-32. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** The CRC-32 of a .zip: against damage, not against anybody. */
function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = CRC_TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ -1) >>> 0;
}
