// Unpacks what lies in the page, and puts a door in place of the network: it opens on these few things and nothing else.

const PACKED = "https://cabin.invalid/";

/** The bytes of one of the parts, which are not needed a second time. */
async function unpacked(name) {
  const element = document.getElementById(`packed-${name}`);
  if (!element?.textContent) throw new Error(`this page is not whole: its part '${name}' is missing`);
  const coded = atob(element.textContent);
  element.remove();
  const bytes = new Uint8Array(coded.length);
  for (let at = 0; at < coded.length; at++) bytes[at] = coded.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A script of the page; the policy names its hash, so it can be no other. */
async function runPacked(name) {
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(await unpacked(name));
  document.body.append(script);
}

/** The page's own server, where it was served by one (pbem cabin); the policy of a page from disk allows none. */
const toServer = location.protocol === "http:" ? globalThis.fetch.bind(globalThis) : null;

globalThis.fetch = async (address) => {
  const kinds = { "pyodide.asm.wasm": ["wasm", "application/wasm"], "python_stdlib.zip": ["stdlib", "application/zip"] };
  const [part, type] = kinds[String(address?.url ?? address).replace(PACKED, "")] ?? [];
  if (!part) throw new TypeError("the cabin has no network");
  return new Response(await unpacked(part), { headers: { "content-type": type } });
};
