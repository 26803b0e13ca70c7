// Charts of a run over time that share one cursor.
import {LINES, LINES_DARK, escapeHtml, format} from "look.js";

const MARGIN = {left: 46, right: 10, top: 42, bottom: 16};

// Round numbers within a range: up to `count` of them, at least two fifths of that.
function makeTicks(low, high, count) {
  const rough = (high - low) / count;
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough);
  const ticks = [];
  for (let k = Math.ceil(low / step); k * step <= high * (1 + 1e-12); ++k) ticks.push(k * step);
  return ticks;
}

// A label that fits into the left margin: 0.5, 2000, -2e5.
function formatTick(tick) {
  const size = Math.abs(tick);
  if (tick === 0 || (size < 1e5 && size >= 1e-3)) return String(Number(tick.toPrecision(4)));
  return String(Number(tick.toPrecision(2)).toExponential()).replace("e+", "e");
}

class Chart {
  // `lines`: {name, times, values}; a `log` scale omits values that are not positive.
  constructor(title, unit, lines, {log = false, fromZero = false} = {}) {
    Object.assign(this, {title, unit, lines, log, fromZero});
    this.element = document.createElement("figure");
    this.element.dataset.chart = title;
    this.caption = document.createElement("figcaption");
    this.canvas = document.createElement("canvas");
    this.cursor = document.createElement("i");
    this.element.append(this.caption, this.canvas, this.cursor);
    this.#findRange();
  }

  #findRange() {
    let low = Infinity, high = -Infinity;
    for (const {values} of this.lines) {
      for (const value of values) {
        if (!Number.isFinite(value) || (this.log && value <= 0)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    if (low > high) [low, high] = this.log ? [1e-16, 1] : [0, 1];
    if (this.log) {
      low = Math.floor(Math.log10(low));
      high = Math.max(low + 1, Math.ceil(Math.log10(high)));
    } else {
      if (this.fromZero) low = Math.min(0, low);
      const spread = high - low || Math.abs(high) || 1;
      if (!this.fromZero || low < 0) low -= 0.06 * spread;
      high += 0.08 * spread;
    }
    this.low = low;
    this.high = high;
  }

  #height(value) {
    const number = this.log ? Math.log10(value) : value;
    return this.bottom - (number - this.low) / (this.high - this.low) * (this.bottom - MARGIN.top);
  }

  #along(time) {
    return MARGIN.left + time / this.endTime * (this.width - MARGIN.left - MARGIN.right);
  }

  timeAt(x) {
    const share = (x - MARGIN.left) / (this.width - MARGIN.left - MARGIN.right);
    return Math.min(1, Math.max(0, share)) * this.endTime;
  }

  draw(endTime, look, dark, failures) {
    this.endTime = endTime || 1;
    this.colors = dark ? LINES_DARK : LINES;
    const {clientWidth, clientHeight} = this.canvas;
    if (clientWidth === 0) return;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = clientWidth * ratio;
    this.canvas.height = clientHeight * ratio;
    this.width = clientWidth;
    this.bottom = clientHeight - MARGIN.bottom;
    const g = this.canvas.getContext("2d");
    g.scale(ratio, ratio);
    g.font = "10.5px system-ui, sans-serif";
    this.#drawGrid(g, look);
    for (const time of failures) {
      g.strokeStyle = "#d55e00";
      g.setLineDash([3, 3]);
      g.beginPath();
      g.moveTo(this.#along(time), MARGIN.top);
      g.lineTo(this.#along(time), this.bottom);
      g.stroke();
      g.setLineDash([]);
    }
    this.lines.forEach((line, k) => this.#drawLine(g, line, this.colors[k % this.colors.length]));
  }

  #drawGrid(g, look) {
    const ticks = makeTicks(this.low, this.high, 5)
      .filter((tick) => !this.log || Number.isInteger(tick));
    g.lineWidth = 1;
    g.strokeStyle = look.rule;
    g.fillStyle = look.soft;
    g.textAlign = "right";
    g.textBaseline = "middle";
    for (const tick of ticks) {
      const y = Math.round(this.#height(this.log ? 10 ** tick : tick)) + 0.5;
      g.beginPath();
      g.moveTo(MARGIN.left, y);
      g.lineTo(this.width - MARGIN.right, y);
      g.stroke();
      g.fillText(this.log ? `1e${tick}` : formatTick(tick), MARGIN.left - 5, y);
    }
    g.textBaseline = "alphabetic";
    g.textAlign = "center";
    for (const tick of makeTicks(0, this.endTime, 4)) {
      g.fillText(format(tick, 4), this.#along(tick), this.bottom + 12);
    }
  }

  // Draws only the least and greatest values in each column of pixels.
  #drawLine(g, {times, values}, color) {
    g.strokeStyle = color;
    g.lineWidth = 1.5;
    g.lineJoin = "round";
    g.beginPath();
    let pen = false;
    let column = -1, least = 0, most = 0, last = 0;
    const finishColumn = () => {
      if (column < 0) return;
      g.lineTo(column, least);
      g.lineTo(column, most);
      g.lineTo(column, last);
    };
    for (let k = 0; k < times.length; ++k) {
      if (!Number.isFinite(values[k]) || (this.log && values[k] <= 0)) {
        finishColumn();
        column = -1;
        pen = false;
        continue;
      }
      const x = Math.round(this.#along(times[k]) * 2) / 2;
      const y = this.#height(values[k]);
      if (x === column) {
        least = Math.min(least, y);
        most = Math.max(most, y);
        last = y;
        continue;
      }
      finishColumn();
      if (!pen) g.moveTo(x, y);
      pen = true;
      column = x;
      least = most = last = y;
    }
    finishColumn();
    g.stroke();
  }

  // Puts the cursor at a time and shows the values there.
  point(time) {
    if (!this.width) return;
    this.cursor.style.transform = `translateX(${this.#along(time)}px)`;
    const texts = this.lines.map(({name, times, values}, k) => {
      let index = 0, high = times.length - 1;
      while (index < high) {
        const middle = (index + high + 1) >> 1;
        if (times[middle] <= time + 1e-9) index = middle;
        else high = middle - 1;
      }
      const value = values[index];
      return `<b style="color:${this.colors[k % this.colors.length]}"
        data-line="${name}" data-value="${value}">${name} ${
        format(value, this.lines.length > 2 ? 3 : 4)}</b>`;
    });
    this.caption.innerHTML = `<span>${this.title}</span> <small>${escapeHtml(this.unit)}</small><div>${
      texts.join("")}</div>`;
  }
}

export class Charts {
  // `onSeek` is called with the time that the user points at.
  constructor(element, data, onSeek) {
    Object.assign(this, {element, data, onSeek, time: 0, bodyCharts: []});
    const {times, figures} = data;
    const line = (name, key) => ({name, times, values: figures[key]});
    const other = {name: "other", times, values: figures.total_us.map((total, k) =>
      Math.max(0, total - figures.collide_us[k] - figures.solve_us[k]))};
    const changes = {name: "change", times,
      values: figures.energy.map((value) => value - figures.energy[0])};
    const residuals = [line("all", "residual")];
    // On the true cone the two residuals are equal.
    if (figures.cone_residual.some((value, k) => value > 0 && value !== figures.residual[k])) {
      residuals.push(line("cone", "cone_residual"));
    }
    this.runCharts = [
      new Chart("Energy", "J", [changes, line("work", "work")]),
      new Chart("Residual", "", residuals, {log: true}),
      new Chart("Contacts", "", [line("touching", "contacts")], {fromZero: true}),
      new Chart("Overlap", "m", [line("deepest", "penetration")], {log: true}),
      new Chart("Step time", "\u00b5s", [line("collide", "collide_us"), line("solve", "solve_us"), other],
        {log: true}),
    ];
    this.failures = data.run.expectations.map(({violated_at: time}) => time)
      .filter((time) => time !== null);
    this.#show();
    element.addEventListener("pointerdown", (event) => this.#drag(event));
    new ResizeObserver(() => this.draw()).observe(element);
  }

  get all() { return [...this.bodyCharts, ...this.runCharts]; }

  // Puts the charts of a body before the others; -1 removes them.
  setBody(body) {
    const {data} = this;
    this.bodyCharts = [];
    if (body >= 0 && data.slots[body] >= 0) {
      const {times} = data;
      const values = (number) => Array.from(times, (time, frame) =>
        data.value(body, number, frame));
      const v = [7, 8, 9].map(values);
      const speed = v[0].map((vx, k) => Math.hypot(vx, v[1][k], v[2][k]));
      const contactTimes = Array.from(data.contactSteps, (step) => step * data.timestep);
      const force = contactTimes.map((time, frame) => Math.hypot(...data.contactForce(body, frame)));
      const {name} = data.bodies[body];
      this.bodyCharts = [
        new Chart("Position", `m, ${name}`, ["x", "y", "z"].map((axis, k) =>
          ({name: axis, times, values: values(k)}))),
        new Chart("Speed", `m/s, ${name}`, [{name: "speed", times, values: speed}],
          {fromZero: true}),
        new Chart("Contact force", `N, ${name}`, [{name: "sum", times: contactTimes,
          values: force}], {fromZero: true}),
      ];
    }
    this.#show();
    this.element.scrollLeft = 0;
    this.draw();
  }

  #show() { this.element.replaceChildren(...this.all.map((chart) => chart.element)); }

  #drag(event) {
    const chart = this.all.find(({canvas}) => canvas === event.target);
    if (!chart) return;
    // A finger scrolls the charts by moving, and picks a time by tapping.
    if (event.pointerType === "touch") {
      event.target.addEventListener("click", (click) => this.onSeek(chart.timeAt(click.offsetX)),
        {once: true});
      return;
    }
    const move = ({clientX}) =>
      this.onSeek(chart.timeAt(clientX - chart.canvas.getBoundingClientRect().left));
    move(event);
    const stop = () => removeEventListener("pointermove", move);
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop, {once: true});
  }

  draw() {
    const style = getComputedStyle(document.documentElement);
    const look = {rule: style.getPropertyValue("--rule"), soft: style.getPropertyValue("--soft")};
    const dark = document.documentElement.dataset.theme === "dark";
    for (const chart of this.all) chart.draw(this.data.endTime, look, dark, this.failures);
    this.point(this.time);
  }

  point(time) {
    this.time = time;
    for (const chart of this.all) chart.point(time);
  }
}
