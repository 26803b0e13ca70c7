// Unpacks the run and the viewer's modules, and starts the viewer. The modules import each other and
// three.js by file name; the import map tells the browser where to find them.
(async () => {
  "use strict";
  const fail = (trouble) => {
    const place = document.getElementById("failure");
    place.hidden = false;
    place.textContent = `This page cannot be shown: ${trouble}`;
  };
  addEventListener("error", (event) => fail(event.message));
  addEventListener("unhandledrejection", (event) => fail(event.reason?.message ?? event.reason));
  if (!("DecompressionStream" in window) || !HTMLScriptElement.supports?.("importmap")) {
    fail("the browser is too old; it takes Chrome 96, Firefox 113, Safari 16.4 or a later one.");
    return;
  }

  const unpack = async (script) => {
    const text = script.textContent;
    script.remove();
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  const modules = [...document.querySelectorAll("script[data-module]")];
  const imports = {};
  for (const script of modules) {
    const name = script.dataset.module;
    const text = new TextDecoder()
      .decode(await unpack(script))
      .replaceAll('"./three.core.min.js"', '"three.core.min.js"');
    const url = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
    imports[name] = url;
    if (name === "three.module.min.js") imports["three"] = url;
  }
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({imports});
  document.head.append(map);

  const run = JSON.parse(new TextDecoder().decode(await unpack(document.getElementById("run"))));
  const columns = await unpack(document.getElementById("columns"));
  const {start} = await import("main.js");
  start(run, columns);
})();
