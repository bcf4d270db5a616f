// Runs in the order desk inside the cabin: tells the cabin of each change, and takes a file from it.
(() => {
  const field = document.getElementById("yaml");
  let told = null;

  function tell() {
    if (field.value !== told) parent.postMessage({ desk: { text: field.value } }, "*");
    told = field.value;
  }

  addEventListener("message", (event) => {
    if (event.source !== parent || typeof event.data?.text !== "string") return;
    field.value = event.data.text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    if (told === null) setInterval(tell, 200); // nothing is told before the cabin's own file is here: a draft is not lost
    tell();
  });
  parent.postMessage({ desk: { ready: true } }, "*");
})();
