// The state of the chosen body, and the expectations of the scene.
import {STATES} from "run_data.js";
import {STATE_COLORS, escapeHtml, format} from "look.js";

const row = (title, id, values, unit) => `<tr><th>${title}</th>${values.map((value) =>
  `<td data-${id}="${value}">${format(value, 6)}</td>`).join("")}<td class="unit">${unit}</td></tr>`;

// What is known of a body in a frame: the same numbers as in the report.
export function readState(data, body, frame) {
  const moves = data.slots[body] >= 0;
  const {pose} = data.bodies[body];
  const value = (number) => (moves ? data.value(body, number, frame) : pose[number] ?? 0);
  const numbers = (...list) => list.map(value);
  const contactFrame = data.contactsAt(frame).index;
  return {
    position: numbers(0, 1, 2),
    orientation: numbers(3, 4, 5, 6),
    linear_velocity: numbers(7, 8, 9),
    angular_velocity: numbers(10, 11, 12),
    contact_force: data.contactForce(body, contactFrame),
  };
}

// "box, 2 hull"
function countTypes(shapes) {
  const counts = new Map();
  for (const {type} of shapes) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => (count > 1 ? `${count} ${type}` : type)).join(", ");
}

export function describeBody(data, body, frame) {
  const {name, kind, mass, material, shapes} = data.bodies[body];
  const state = readState(data, body, frame);
  const {begin, end} = data.contactsAt(frame);
  const counts = [0, 0, 0];
  const partners = new Set();
  for (let i = begin; i < end; ++i) {
    const {a, b, state: states} = data.contacts;
    if (a[i] !== body && b[i] !== body) continue;
    ++counts[states[i]];
    partners.add(data.bodies[a[i] === body ? b[i] : a[i]].name);
  }
  const chips = STATES.map((text, k) => (counts[k] > 0
    ? `<span class="chip" style="--tint:${STATE_COLORS[k]}">${counts[k]} ${text}</span>` : ""));
  const listed = [...partners].slice(0, 4).map(escapeHtml).join(", ");
  const more = partners.size > 4 ? ` and ${partners.size - 4} more` : "";
  return `<header><h2>${escapeHtml(name)}</h2>
    <button data-act="follow" title="Look at it (f)">look</button>
    <button data-act="close" aria-label="Close" title="Close (Esc)">&times;</button></header>
    <p>${kind}, ${countTypes(shapes)}${
      material ? ` of ${escapeHtml(material)}` : ""}${
      kind === "dynamic" ? `, ${format(mass)} kg` : ""}</p>
    <table>
    ${row("position", "position", state.position, "m")}
    ${row("velocity", "linear_velocity", state.linear_velocity, "m/s")}
    ${row("turning", "angular_velocity", state.angular_velocity, "rad/s")}
    ${row("contact force", "contact_force", state.contact_force, "N")}
    </table>
    <table><tr><th>rotation</th>${state.orientation.map((value) =>
      `<td data-orientation="${value}">${format(value, 5)}</td>`).join("")}
      <td class="unit">wxyz</td></tr></table>
    <p class="chips">${chips.join("")}</p>
    ${partners.size > 0 ? `<p>touches ${listed}${more}</p>` : ""}`;
}

export function describeExpectations(data) {
  const {expectations, warnings} = data.run;
  const items = expectations.map(({what, wanted, passed, measured, at,
    violated_at: violatedAt}) =>
    `<li class="${passed ? "passed" : "failed"}"><b>${passed ? "passed" : "failed"}</b>
      ${escapeHtml(what)}, wanted ${escapeHtml(wanted)}: ${measured === null
        ? "not reached"
        : `<button data-seek="${at}">${format(measured, 7)} at ${format(at)} s</button>`}${
        violatedAt !== null
          ? `, from <button data-seek="${violatedAt}">${format(violatedAt)} s</button> on` : ""}
      </li>`);
  return `<header><h2>Expectations</h2>
    <button data-act="close" aria-label="Close" title="Close (Esc)">&times;</button></header>
    <ul class="expectations">${items.join("")}</ul>
    ${warnings.map((text) => `<p class="warning">${escapeHtml(text)}</p>`).join("")}`;
}
