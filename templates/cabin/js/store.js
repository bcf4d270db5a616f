// What the browser keeps between visits: the locked keys as they are, and all else sealed under a key of the owner's.
// A counter tells two tabs apart: the second to write learns that it would undo what the first has written.

const STORE = { name: "pbem-cabin", key: null, count: 0, off: "" };

/** The browser's own store, opened. */
function openStore() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(STORE.name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("cabin");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds it"));
  });
}

/** What was kept, or null: { keys, sealed, nonce, count }. */
async function fromStore() {
  const store = await openStore();
  const found = await new Promise((resolve, reject) => {
    const request = store.transaction("cabin").objectStore("cabin").get("kept");
    request.onsuccess = () => resolve(request.result ?? null);
    request.onerror = () => reject(request.error);
  });
  store.close();
  STORE.count = found?.count ?? 0;
  return found;
}

/** Takes the secret under which the rest is sealed. */
async function keepStorageKey(secretText) {
  STORE.key = await crypto.subtle.importKey("raw", bytesOf(secretText), "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The rest, opened; null where it was changed. */
async function openRest({ sealed, nonce }) {
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, STORE.key, sealed));
  } catch {
    return null;
  }
}

/** Keeps keys and rest; "newer" where another tab has written since. */
async function intoStore(keys, rest) {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, STORE.key, rest);
  const store = await openStore();
  const outcome = await new Promise((resolve, reject) => {
    const work = store.transaction("cabin", "readwrite");
    const table = work.objectStore("cabin");
    const request = table.get("kept");
    let told = "kept";
    request.onsuccess = () => {
      const count = request.result?.count ?? 0;
      if (count !== STORE.count) told = "newer";
      else table.put({ keys, sealed: new Uint8Array(sealed), nonce, count: count + 1 }, "kept");
    };
    work.oncomplete = () => resolve(told);
    work.onabort = () => reject(work.error ?? new Error("the browser gave up"));
  });
  store.close();
  if (outcome === "kept") STORE.count += 1;
  return outcome;
}
