// Unpacks the program that stands above and lets it run; the page's policy names its hash, so it can be no other.
(async () => {
  const packed = atob(document.getElementById("packed-program").textContent.trim());
  const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  script.id = "program";
  if (document.readyState === "loading") await new Promise((go) => document.addEventListener("DOMContentLoaded", go));
  document.body.append(script);
})().catch((error) => {
  document.getElementById("progress").textContent = `This browser cannot run the page's program: ${error.message}`;
});
