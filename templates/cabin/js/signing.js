// The signing key, in the browser's own keeping: it can sign, and no script can read it again.

const SIGNING = { key: null, byHand: false };
/** What stands before the 32 secret bytes in a PKCS #8 file of Ed25519 (RFC 8410). */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Base64 of any number of bytes. */
function textOf(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Takes the secret bytes into the browser's keeping, and forgets them here. */
async function keepSigningKey(seedText) {
  const seed = bytesOf(seedText);
  const file = Uint8Array.from([...PKCS8, ...seed]);
  try {
    SIGNING.key = await crypto.subtle.importKey("pkcs8", file, "Ed25519", false, ["sign"]);
    SIGNING.byHand = false;
  } catch {
    [SIGNING.key, SIGNING.byHand] = [seedText, true];
  }
  seed.fill(0);
  file.fill(0);
}

/** The signature over some bytes. An old browser without Ed25519 leaves it to the page's own code, which says so. */
async function signatureOver(dataText) {
  if (SIGNING.byHand) return callPlain("sign_by_hand", { seed: SIGNING.key, data: dataText }).value;
  return textOf(new Uint8Array(await crypto.subtle.sign("Ed25519", SIGNING.key, bytesOf(dataText))));
}
