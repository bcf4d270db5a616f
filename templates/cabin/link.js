// Runs in the order desk inside the cabin: tells the cabin of each change, and takes a file from it.
(() => {
  const field = document.getElementById("yaml");
  let [told, tall] = [null, 0];

  function tell() {
    const height = document.documentElement.scrollHeight;
    if (field.value !== told || height !== tall) parent.postMessage({ desk: { text: field.value, height } }, "*");
    [told, tall] = [field.value, height];
  }

  addEventListener("message", (event) => {
    if (event.source !== parent || typeof event.data?.text !== "string") return;
    field.value = event.data.text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    tell();
  });
  setInterval(tell, 200);
  parent.postMessage({ desk: { ready: true } }, "*");
})();
