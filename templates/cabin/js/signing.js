// The signing key, in the browser's own keeping: it can sign, and no script can read it again.

const SIGNING = { key: null, kind: null, byHand: false };
/** The ways in which the kinds of key are kept and sign: RFC 8332 and RFC 5656 settle the hashes. */
const KINDS = {
  Ed25519: { name: "Ed25519" },
  RSA: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
  "P-256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  "P-384": { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
  "P-521": { name: "ECDSA", namedCurve: "P-521", hash: "SHA-512" },
};

const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Base64 of any number of bytes. */
function textOf(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Takes the key into the browser's keeping, and forgets it here. */
async function keepSigningKey(key) {
  const kind = KINDS[key.crv ?? key.kty];
  Object.assign(SIGNING, { kind, byHand: false });
  try {
    SIGNING.key = await crypto.subtle.importKey("jwk", key, kind, false, ["sign"]);
  } catch {
    if (key.crv !== "Ed25519") throw new Faulty([{ message: `This browser cannot sign with a key of this kind (${key.crv ?? key.kty}).`, hint: "use a newer browser, or make a key here" }]);
    [SIGNING.key, SIGNING.byHand] = [key.d, true];
  }
  for (const name of Object.keys(key)) key[name] = "";
}

/** The signature over some bytes. An old browser without Ed25519 leaves it to the page's own code, which says so. */
async function signatureOver(dataText) {
  if (SIGNING.byHand) return callPlain("sign_by_hand", { secret: SIGNING.key, data: dataText }).value;
  return textOf(new Uint8Array(await crypto.subtle.sign(SIGNING.kind, SIGNING.key, bytesOf(dataText))));
}
