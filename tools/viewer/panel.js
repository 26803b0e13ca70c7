// The panel's content: the state of the chosen body, the expectations, the warnings.
import {STATES} from "run_data.js";
import {escapeHtml, format, formatOrdinal, makeChip} from "look.js";

// The state of a body in a frame: the same numbers as in the report.
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

// Title, unit, quantity of the state, number of components, significant digits.
const VECTORS = [
  ["position", "m", "position", 3, 6],
  ["velocity", "m/s", "linear_velocity", 3, 6],
  ["turning", "rad/s", "angular_velocity", 3, 6],
  ["contact force", "N", "contact_force", 3, 6],
];
const ROTATION = ["rotation", "wxyz", "orientation", 4, 4];

const makeRow = ([title, unit, quantity, count]) => `<tr><th>${title} <small>${unit}</small></th>${
  `<td data-${quantity}></td>`.repeat(count)}</tr>`;

// "box, 2 × hull"
function countTypes(shapes) {
  const counts = new Map();
  for (const {type} of shapes) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => (count > 1 ? `${count} × ${type}` : type)).join(", ");
}

const makeHeader = (title, buttons = "") => `<header><h2>${escapeHtml(title)}</h2>${buttons}
  <button data-act="close" aria-label="Close" title="Close (Esc)">&times;</button></header>`;

// The state of one body. Its elements are made once and only their texts change with time, so that
// its buttons can be pressed while the run plays.
export class BodyPanel {
  constructor(place, data, body, stateColors) {
    Object.assign(this, {place, data, body});
    const {name, kind, mass, material, shapes} = data.bodies[body];
    const look = '<button data-act="follow" title="Look at it (f)">look</button>';
    place.innerHTML = `${makeHeader(name, look)}
      <p>${kind}, ${countTypes(shapes)}${
        material ? ` of ${escapeHtml(material)}` : ""}${
        kind === "dynamic" ? `, ${format(mass)} kg` : ""}</p>
      <table>${VECTORS.map(makeRow).join("")}</table>
      <table>${makeRow(ROTATION)}</table>
      <p class="chips">${STATES.map((state, k) => makeChip(state, stateColors[k])).join("")}</p>
      <p class="partners"></p>
      <p class="contact-time"></p>`;
  }

  show(frame) {
    const state = readState(this.data, this.body, frame);
    for (const [, , quantity, , digits] of [...VECTORS, ROTATION]) {
      this.place.querySelectorAll(`[data-${quantity}]`).forEach((cell, k) => {
        cell.setAttribute(`data-${quantity}`, state[quantity][k]);
        cell.textContent = format(state[quantity][k], digits);
      });
    }
    this.#showContacts(frame);
  }

  #showContacts(frame) {
    const {data, body, place} = this;
    const {index, begin, end} = data.contactsAt(frame);
    const counts = [0, 0, 0];
    const partners = new Set();
    for (let i = begin; i < end; ++i) {
      const {a, b, state} = data.contacts;
      if (a[i] !== body && b[i] !== body) continue;
      ++counts[state[i]];
      partners.add(data.bodies[a[i] === body ? b[i] : a[i]].name);
    }
    place.querySelectorAll(".chip").forEach((chip, k) => {
      chip.hidden = counts[k] === 0;
      chip.textContent = `${counts[k]} ${STATES[k]}`;
    });
    const listed = [...partners].slice(0, 4).join(", ");
    const more = partners.size > 4 ? ` and ${partners.size - 4} more` : "";
    place.querySelector(".partners").textContent = listed && `touches ${listed}${more}`;
    place.querySelector(".contact-time").textContent = data.hasThinnedContacts
      ? `Contacts are kept of every ${formatOrdinal(data.contactStride)} step; these are of ${
        format(data.contactSteps[index] * data.timestep)} s.` : "";
  }
}

export function describeExpectations({run}) {
  const items = run.expectations.map(({what, wanted, passed, measured, at,
    violated_at: violatedAt}) =>
    `<li class="${passed ? "passed" : "failed"}"><b>${passed ? "passed" : "failed"}</b>
      ${escapeHtml(what)}, wanted ${escapeHtml(wanted)}: ${measured === null
        ? "not reached"
        : `<button data-seek="${at}">${format(measured, 7)} at ${format(at)} s</button>`}${
        violatedAt !== null
          ? `, from <button data-seek="${violatedAt}">${format(violatedAt)} s</button> on` : ""}
      </li>`);
  return `${makeHeader("Expectations")}<ul class="expectations">${items.join("")}</ul>`;
}

export function describeWarnings({warnings}) {
  return makeHeader("Warnings")
    + warnings.map((text) => `<p class="warning">${escapeHtml(text)}</p>`).join("");
}
