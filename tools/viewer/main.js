// The page: connects the run, the stage, the charts and the controls.
import {Charts} from "charts.js";
import {GHOSTS, THEMES, escapeHtml, format, formatCount, formatOrdinal, makeChip} from "look.js";
import {BodyPanel, describeExpectations, describeWarnings, readState} from "panel.js";
import {RunData} from "run_data.js";
import {MOST_PLAIN, Stage} from "stage.js";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];
const ARROW_STEP = 1.4;
const ZOOM_STEP = 1.2;

// Optional layers: name in the address, label, key.
const LAYERS = [
  ["contacts", "points", "c"],
  ["forces", "forces", "a"],
  ["cones", "cones", "k"],
  ["normals", "normals", "n"],
  ["islands", "islands", "i"],
  ["joints", "joints", "j"],
  ["ghosts", "ghosts", "o"],
];

// True if the run has anything to show in this layer.
const hasLayer = ({run}, name) => !["joints", "ghosts"].includes(name) || run[name].length > 0;

const ICONS = {
  play: "M7 4.5v15l13-7.5z",
  pause: "M6 5h4.5v14H6zM13.5 5H18v14h-4.5z",
  back: "M16 5v14L8 12zM5 5h2.2v14H5z",
  forward: "M8 5v14l8-7zM16.8 5H19v14h-2.2z",
  charts: "M4 19.5h16v1.5H4zM4 16l5-6 4 4 6-8 1.3 1-7.2 9.4-4-4L5.2 17z",
};
const icon = (name) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
const element = (id) => document.getElementById(id);

const describeHelp = ([open, sticking, sliding]) => `<h2>Keys and gestures</h2>
<dl>
<dt>space</dt><dd>play, pause</dd>
<dt>&larr; &rarr;</dt><dd>one frame back, on; with shift ten</dd>
<dt>home, end</dt><dd>to the start, to the end</dd>
<dt>+ &minus;</dt><dd>faster, slower</dd>
<dt>drag</dt><dd>orbit; with the right button, shift or two fingers pan; wheel or pinch zooms</dd>
<dt>click, tap</dt><dd>choose a body: its state and charts; double: look at it</dd>
<dt>page up, down</dt><dd>nearer, farther</dd>
<dt>arrows</dt><dd>in the scene, which the tab key reaches: pan; with shift orbit</dd>
<dt>f</dt><dd>fit: the chosen body, or all</dd>
<dt>c a k n i j o</dt><dd>contact points, force arrows, friction cones, normals, islands, joints,
other runs</dd>
<dt>[ ]</dt><dd>shorter, longer arrows</dd>
<dt>g t ?</dt><dd>charts, light or dark, this help</dd>
</dl>
<p>Contacts and their forces, each on the body that can move:
${makeChip("sticking", sticking)} ${makeChip("sliding", sliding)}
${makeChip("without force", open)}</p>
<p class="soft">Stiction draws with three.js (MIT licence); its notice stands at the top of this
file.</p>
<form method="dialog"><button>Close</button></form>`;

class Viewer {
  constructor(data) {
    this.data = data;
    this.time = 0;
    this.playing = false;
    this.body = -1;
    this.bodyPanel = null;
    this.layers = new Set();
    this.plainness = 0;
    this.slowFrames = 0;
    document.documentElement.dataset.theme = "light";
    this.stage = new Stage(element("view"), data, "light");
    this.charts = new Charts(element("charts"), data, (time) => {
      this.pause();
      this.seek(time);
    });
    this.#fillHeading();
    this.#makeTools();
    this.#makeTransport();
    this.#listenToKeys();
    this.#listenToPointer();
    new ResizeObserver(() => {
      this.stage.resize();
      this.changed = true;
    }).observe(element("stage"));
    this.#obeyAddress();
    addEventListener("hashchange", () => this.#obeyAddress());
    this.lastTick = this.lastMove = performance.now();
    requestAnimationFrame((now) => this.#tick(now));
  }

  #fillHeading() {
    const {report, run} = this.data;
    document.querySelector("#heading h1").textContent = report.scene;
    const failed = run.expectations.filter(({passed}) => !passed).length;
    const stride = run.stride > 1 ? `, every ${formatOrdinal(run.stride)} shown` : "";
    const contacts = this.data.hasThinnedContacts
      ? `, contacts of every ${formatOrdinal(this.data.contactStride)}` : "";
    element("summary").textContent = `${formatCount(report.bodies, "body", "bodies")}, ${
      formatCount(report.steps, "step", "steps")} of ${format(report.timestep)} s${stride}${
      contacts}, ${report.model}, residual ${format(report.residual.max, 2)}`;
    const {warnings} = this.data;
    const badges = [];
    if (run.expectations.length > 0) {
      badges.push(`<button data-act="expectations" class="${failed > 0 ? "failed" : "passed"}">${
        failed > 0 ? `${failed} of ${run.expectations.length} expectations failed`
          : `${formatCount(run.expectations.length, "expectation", "expectations")} passed`}</button>`);
    }
    if (report.outcome !== "finished") badges.push(`<b class="failed">${report.outcome}</b>`);
    if (warnings.length > 0) {
      badges.push(`<button data-act="warnings" class="warned">${
        formatCount(warnings.length, "warning", "warnings")}</button>`);
    }
    run.ghosts.forEach(({name}, k) => badges.push(makeChip(name, GHOSTS[k % GHOSTS.length])));
    element("badges").innerHTML = badges.join("");
    element("badges").addEventListener("click", ({target}) => {
      const {act} = target.dataset;
      if (act === "expectations") this.#showPanel(describeExpectations(this.data));
      if (act === "warnings") this.#showPanel(describeWarnings(this.data));
    });
  }

  #makeTools() {
    const tools = element("tools");
    const layers = LAYERS.filter(([name]) => hasLayer(this.data, name));
    const names = this.data.bodies.map(({name}, index) =>
      `<option value="${index}">${escapeHtml(name)}</option>`);
    tools.innerHTML = `<select id="bodies" title="Choose a body" aria-label="Body">
        <option value="-1">body</option>${names.join("")}</select>`
      + layers.map(([name, text, key]) =>
        `<button data-layer="${name}" aria-pressed="false" title="${key}">${text}</button>`).join("")
      + `<button data-act="shorten" title="Shorter arrows ([)" aria-label="Shorter arrows"
          hidden>&minus;</button>
        <button data-act="lengthen" title="Longer arrows (])" aria-label="Longer arrows"
          hidden>+</button>
        <button data-act="fit" title="f">fit</button>
        <button data-act="theme" title="Light or dark (t)" aria-label="Light or dark">&#9680;</button>
        <button data-act="help" title="?" aria-label="Help">?</button>`;
    tools.addEventListener("click", ({target}) => {
      const actions = {
        shorten: () => this.scaleArrows(1 / ARROW_STEP),
        lengthen: () => this.scaleArrows(ARROW_STEP),
        fit: () => this.fit(),
        theme: () => this.switchTheme(),
        help: () => element("help").showModal(),
      };
      if (target.dataset.layer) this.toggle(target.dataset.layer);
      actions[target.dataset.act]?.();
    });
    element("bodies").addEventListener("change", ({target}) => this.choose(Number(target.value)));
    element("help").innerHTML = describeHelp(this.stateColors);
    element("panel").addEventListener("click", ({target}) => {
      const {act, seek} = target.dataset;
      if (act === "close") this.choose(-1);
      if (act === "follow") this.fit();
      if (seek !== undefined) {
        this.pause();
        this.seek(Number(seek));
      }
    });
    this.#showLayers();
  }

  #makeTransport() {
    const {data} = this;
    element("back").innerHTML = icon("back");
    element("forward").innerHTML = icon("forward");
    element("charts-toggle").innerHTML = icon("charts");
    element("play").addEventListener("click", () => this.togglePlay());
    element("back").addEventListener("click", () => this.step(-1));
    element("forward").addEventListener("click", () => this.step(1));
    element("charts-toggle").addEventListener("click", () => this.toggleCharts());
    const scrub = element("scrub");
    scrub.max = data.endTime;
    scrub.addEventListener("input", () => {
      this.pause();
      this.seek(Number(scrub.value));
    });
    element("speed").innerHTML = SPEEDS.map((speed) =>
      `<option value="${speed}">${speed} &times;</option>`).join("");
    element("speed").addEventListener("change", ({target}) => this.setSpeed(Number(target.value)));
    element("marks").innerHTML = data.run.expectations
      .filter(({violated_at: time}) => time !== null)
      .map(({violated_at: time, what}) => `<i style="left:${100 * time / (data.endTime || 1)}%"
        title="failed: ${escapeHtml(what)}"></i>`).join("");
    this.#showPlaying();
  }

  #listenToKeys() {
    const layerOf = Object.fromEntries(LAYERS.map(([name, , key]) => [key, name]));
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || element("help").open) return;
      // Leave these keys to others: in a list, on a pressed button, or already used by the camera.
      const {tagName} = event.target;
      const pressesButton = tagName === "BUTTON" && [" ", "Enter"].includes(event.key);
      if (tagName === "SELECT" || pressesButton || event.defaultPrevented) return;
      const far = event.shiftKey ? 10 : 1;
      const speed = SPEEDS.indexOf(this.speed);
      const actions = {
        " ": () => this.togglePlay(),
        ArrowLeft: () => this.step(-far),
        ArrowRight: () => this.step(far),
        Home: () => this.seek(0),
        End: () => this.seek(this.data.endTime),
        "+": () => this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, speed + 1)]),
        "-": () => this.setSpeed(SPEEDS[Math.max(0, speed - 1)]),
        "[": () => this.scaleArrows(1 / ARROW_STEP),
        "]": () => this.scaleArrows(ARROW_STEP),
        PageUp: () => this.zoom(1 / ZOOM_STEP),
        PageDown: () => this.zoom(ZOOM_STEP),
        f: () => this.fit(),
        g: () => this.toggleCharts(),
        t: () => this.switchTheme(),
        "?": () => element("help").showModal(),
        Escape: () => this.choose(-1),
      };
      const action = actions[event.key]
        ?? (layerOf[event.key] && (() => this.toggle(layerOf[event.key])));
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  #listenToPointer() {
    const canvas = element("view");
    let down = null;
    canvas.addEventListener("pointerdown", ({offsetX, offsetY}) => { down = [offsetX, offsetY]; });
    canvas.addEventListener("pointerup", ({offsetX, offsetY, button}) => {
      if (!down || button !== 0) return;
      const moved = Math.hypot(offsetX - down[0], offsetY - down[1]);
      if (moved < 5) this.choose(this.stage.pick(offsetX, offsetY));
      down = null;
    });
    canvas.addEventListener("dblclick", () => this.fit());
    // A click on the scene gives the keys back to the run. They control the camera only if the scene
    // got the focus through the tab key.
    canvas.addEventListener("mousedown", (event) => {
      event.preventDefault();
      document.activeElement.blur();
    });
    this.stage.controls.addEventListener("change", () => { this.changed = true; });
  }

  // Applies the part of the address after #; everything else is reset.
  #obeyAddress() {
    const address = new URLSearchParams(location.hash.slice(1));
    this.pause();
    document.activeElement?.blur();
    this.plainness = 0;
    this.setTheme(address.get("theme")
      ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
    const shown = ["joints", "ghosts", ...(address.get("show") ?? "").split(",")];
    this.layers = new Set(LAYERS.map(([name]) => name)
      .filter((name) => shown.includes(name) && hasLayer(this.data, name)));
    this.#showLayers();
    this.stage.contacts.arrowScale = 1;
    this.setSpeed(Number(address.get("speed")) > 0 ? Number(address.get("speed")) : 1);
    this.choose(this.data.bodies.findIndex(({name}) => name === address.get("body")));
    document.body.classList.toggle("without-charts", address.get("charts") === "no");
    this.stage.resize();
    this.stage.fit();
    this.seek(Number(address.get("t")) || 0);
    if (address.has("play")) this.play();
  }

  // --- Actions of scripts and controls -------------------------------------------------------

  seek(time) {
    this.time = Math.min(this.data.endTime, Math.max(0, time));
    this.moved = true;
  }

  step(frames) {
    this.pause();
    const {frame, share} = this.data.frameAt(this.time);
    const next = frame + (frames < 0 && share > 1e-6 ? frames + 1 : frames);
    this.seek(this.data.times[Math.min(this.data.numFrames - 1, Math.max(0, next))]);
  }

  play() {
    if (this.time >= this.data.endTime) this.seek(0);
    this.playing = true;
    this.#showPlaying();
  }

  pause() {
    this.playing = false;
    this.moved = true;
    this.#showPlaying();
  }

  togglePlay() { this.playing ? this.pause() : this.play(); }

  setSpeed(speed) {
    this.speed = speed;
    element("speed").value = String(speed);
  }

  choose(body) {
    this.body = body;
    this.stage.bodies.select(body);
    this.charts.setBody(body);
    element("bodies").value = String(body);
    this.#makeBodyPanel();
    element("panel").hidden = body < 0;
    this.moved = true;
  }

  #makeBodyPanel() {
    this.bodyPanel = this.body < 0 ? null
      : new BodyPanel(element("panel"), this.data, this.body, this.stateColors);
  }

  #showPanel(text) {
    this.choose(-1);
    element("panel").innerHTML = text;
    element("panel").hidden = false;
  }

  toggle(layer) {
    if (!this.layers.delete(layer)) this.layers.add(layer);
    this.#showLayers();
  }

  fit() {
    this.stage.fit(this.body);
    this.changed = true;
  }

  zoom(factor) {
    this.stage.zoom(factor);
    this.changed = true;
  }

  scaleArrows(factor) {
    this.stage.contacts.arrowScale *= factor;
    this.moved = true;
  }

  switchTheme() {
    this.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.stage.setTheme(theme);
    this.charts.draw();
    element("help").innerHTML = describeHelp(this.stateColors);
    if (this.bodyPanel) this.#makeBodyPanel();
    this.moved = true;
  }

  // The colours of open, sticking and sliding contacts.
  get stateColors() { return THEMES[document.documentElement.dataset.theme].states; }

  toggleCharts() {
    document.body.classList.toggle("without-charts");
    this.changed = true;
  }

  // --- Drawing ---------------------------------------------------------------------------------

  #showPlaying() {
    element("play").innerHTML = icon(this.playing ? "pause" : "play");
    element("play").setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  #showLayers() {
    for (const button of document.querySelectorAll("#tools [data-layer]")) {
      button.setAttribute("aria-pressed", this.layers.has(button.dataset.layer));
    }
    const {stage, layers} = this;
    Object.assign(stage.contacts.shown, {points: layers.has("contacts"),
      forces: layers.has("forces"), cones: layers.has("cones"), normals: layers.has("normals")});
    stage.showsIslands = layers.has("islands");
    stage.joints.group.visible = layers.has("joints");
    stage.ghostGroup.visible = layers.has("ghosts");
    for (const act of ["shorten", "lengthen"]) {
      document.querySelector(`#tools [data-act=${act}]`).hidden = !layers.has("forces");
    }
    this.moved = true;
  }

  #tick(now) {
    requestAnimationFrame((next) => this.#tick(next));
    const passed = Math.min(0.25, (now - this.lastTick) / 1000);
    this.#lookForSlowness(passed);
    this.lastTick = now;
    if (this.playing) {
      this.seek(this.time + passed * this.speed);
      if (this.time >= this.data.endTime) this.pause();
    }
    if (this.playing || this.moved) this.lastMove = now;
    if (this.moved) this.#showTime();
    if (this.stage.moveCamera()) {
      this.changed = true;
      this.lastMove = now;
    }
    // A still picture is drawn at full quality.
    if (this.stage.setPlainness(now - this.lastMove < 400 ? this.plainness : 0)) this.changed = true;
    if (!this.changed) return;
    this.changed = false;
    this.stage.draw();
    ++this.framesDrawn;
  }

  framesDrawn = 0;
  nextPageUpdate = 0;

  #lookForSlowness(passed) {
    if (!this.playing || this.plainness === MOST_PLAIN) return;
    // Three frames in a row below 10 per second are enough; below 25 per second it takes eight.
    this.slowFrames = passed > 0.1 ? this.slowFrames + 3 : passed > 0.04 ? this.slowFrames + 1 : 0;
    if (this.slowFrames < 8) return;
    this.slowFrames = 0;
    ++this.plainness;
  }

  #showTime() {
    this.moved = false;
    this.changed = true;
    const {frame} = this.data.frameAt(this.time);
    this.stage.show(this.time);
    // Without a graphics processor, any change in the rest of the page costs as much time as drawing
    // the scene.
    const now = performance.now();
    if (this.playing && this.stage.isDrawnBySoftware && now < this.nextPageUpdate) return;
    this.nextPageUpdate = now + 200;
    const digits = Math.max(0, Math.min(4, Math.ceil(-Math.log10(this.data.timestep))));
    element("clock").textContent = `${this.time.toFixed(digits)} s`;
    element("scrub").value = this.time;
    element("scrub").style.setProperty("--share",
      `${100 * this.time / (this.data.endTime || 1)}%`);
    this.charts.point(this.time);
    this.bodyPanel?.show(frame);
  }
}

// For scripts and the browser's console.
function makeInterface(viewer) {
  const {data, stage} = viewer;
  const indexOf = (name) => data.bodies.findIndex((body) => body.name === name);
  return {
    play: () => viewer.play(),
    pause: () => viewer.pause(),
    seek: (time) => viewer.seek(time),
    show: (layer) => viewer.toggle(layer),
    // Chooses a body by name; without a name, none.
    choose: (name) => viewer.choose(indexOf(name)),
    get time() { return viewer.time; },
    get chosen() { return data.bodies[viewer.body]?.name ?? null; },
    get framesDrawn() { return viewer.framesDrawn; },
    // The pose of a body in a ghost's run (ghosts count from 0): x y z, then the rotation x y z w.
    ghost: (number, name) => {
      const {frame, share} = data.ghosts[number].frameAt(viewer.time);
      const pose = data.ghosts[number].pose(indexOf(name), frame, share, new Array(7));
      return pose.map((x, k) => x + (data.origin[k] ?? 0));
    },
    // Current position, orientation, velocities and contact force of a body.
    state: (name) => readState(data, indexOf(name), data.frameAt(viewer.time).frame),
    // The screen position of a point of the world, in CSS pixels.
    project: (point) => stage.project(point),
    report: data.report,
    // The three.js objects: scene, camera, renderer.
    stage,
  };
}

export function start(run, columns) {
  const viewer = new Viewer(new RunData(run, columns));
  window.stiction = makeInterface(viewer);
  document.documentElement.dataset.ready = "yes";
}
