// A run in the form that the viewer uses: frames of motions, frames of contacts, figures.
import {Columns} from "columns.js";
import {formatCount} from "look.js";

export const STATES = ["open", "sticking", "sliding"];
const MOTION = ["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];

// The motion of a run's bodies.
class Motions {
  // `slots`: each body's row in the columns, -1 if it never moves. `origin`: an offset to add to the
  // columns of x, y and z.
  constructor(bodies, slots, times, columns, origin) {
    Object.assign(this, {bodies, slots, times, columns, origin});
    this.numFrames = times.length;
  }

  // The last frame at or before a time, and the share of the way from it to the next one.
  frameAt(time) {
    const frame = lastAtOrBefore(this.times, time);
    if (frame + 1 >= this.numFrames) return {frame: this.numFrames - 1, share: 0};
    const step = this.times[frame + 1] - this.times[frame];
    return {frame, share: Math.min(1, Math.max(0, (time - this.times[frame]) / step))};
  }

  // One of the 13 numbers of a body's state in a frame.
  value(body, number, frame) {
    return this.columns[number][this.slots[body] * this.numFrames + frame]
      + (this.origin[number] ?? 0);
  }

  // The pose of a body relative to the origin, interpolated linearly: x y z, then rotation x y z w.
  pose(body, frame, share, out) {
    const slot = this.slots[body];
    if (slot < 0) {
      const [x, y, z, qw, qx, qy, qz] = this.bodies[body].pose;
      const [x0, y0, z0] = this.origin;
      return out.splice(0, 7, x - x0, y - y0, z - z0, qx, qy, qz, qw), out;
    }
    const a = slot * this.numFrames + frame;
    const b = share > 0 ? a + 1 : a;
    let norm = 0;
    for (let k = 0; k < 7; ++k) {
      const column = this.columns[k];
      const value = column[a] + share * (column[b] - column[a]);
      out[k < 3 ? k : k === 3 ? 6 : k - 1] = value;
      if (k >= 3) norm += value * value;
    }
    norm = Math.sqrt(norm) || 1;
    for (let k = 3; k < 7; ++k) out[k] /= norm;
    return out;
  }
}

export class RunData extends Motions {
  constructor(run, bytes) {
    const columns = new Columns(bytes, run.columns);
    const timesOf = (steps, timestep) => Float64Array.from(steps, (step) => step * timestep);
    let slot = 0;
    const slots = run.bodies.map((body) => (body.kind === "static" ? -1 : slot++));
    super(run.bodies, slots, timesOf(run.steps, run.report.timestep),
      MOTION.map((name) => columns.values(name)), run.origin);
    this.run = run;
    this.report = run.report;
    this.timestep = run.report.timestep;
    this.endTime = this.times[this.numFrames - 1];
    this.figures = run.figures;
    // A run with very many contacts stores them for fewer steps than the motions.
    this.hasThinnedContacts = run.contact_stride > 1;
    this.contactStride = run.stride * run.contact_stride;
    this.warnings = [...run.warnings];
    if (run.trigger_changes_left_out > 0) {
      this.warnings.push(`The last ${formatCount(run.trigger_changes_left_out,
        "entry into or exit from a trigger", "entries into and exits from triggers")
      } found no room in this page.`);
    }
    this.ghosts = run.ghosts.map(({name, steps, timestep}, k) => {
      const poses = MOTION.slice(0, 7).map((column) => columns.values(`${k}.${column}`));
      const motions = new Motions(run.bodies, slots, timesOf(steps, timestep), poses, run.origin);
      return Object.assign(motions, {name, run});
    });
    this.#readContacts(columns);
  }

  // The contacts of the last step with stored contacts at or before a frame.
  contactsAt(frame) {
    const index = lastAtOrBefore(this.contactSteps, this.run.steps[frame]);
    return {index, begin: this.contactStarts[index], end: this.contactStarts[index + 1]};
  }

  // The sum of the contact forces on a body, N.
  contactForce(body, contactFrame) {
    const force = [0, 0, 0];
    const c = this.contacts;
    for (let i = this.contactStarts[contactFrame]; i < this.contactStarts[contactFrame + 1]; ++i) {
      const sign = c.a[i] === body ? 1 : c.b[i] === body ? -1 : 0;
      if (sign === 0) continue;
      for (let k = 0; k < 3; ++k) {
        force[k] += sign * (c.normal[k][i] * c.normalForce[i] + c.friction[k][i]);
      }
    }
    return force;
  }

  // Each contact is stored as the difference from the contact of the last frame that `before` names.
  #readContacts(columns) {
    const steps = columns.numbers("contact_step");
    const counts = columns.numbers("contact_count");
    const before = columns.numbers("before");
    const names = ["a", "b", "point_x", "point_y", "point_z", "nx", "ny", "nz", "normal_force",
      "friction_x", "friction_y", "friction_z", "mu_state"];
    const fields = names.map((name) => columns.numbers(name));
    this.contactSteps = steps;
    this.contactStarts = new Uint32Array(steps.length + 1);
    let at = 0;
    for (let frame = 0; frame < steps.length; ++frame) {
      const lastStart = frame > 0 ? this.contactStarts[frame - 1] : 0;
      this.contactStarts[frame] = at;
      let expected = 0;
      for (let k = 0; k < counts[frame]; ++k, ++at) {
        if (before[at] === 0) continue;
        const index = expected + (before[at] > 0 ? before[at] - 1 : before[at]);
        expected = index + 1;
        for (const field of fields) field[at] += field[lastStart + index];
      }
    }
    this.contactStarts[steps.length] = at;
    const scaled = (name) => {
      const scale = columns.scaleOf(name);
      return Float32Array.from(fields[names.indexOf(name)], (number) => number * scale);
    };
    const muState = fields[names.indexOf("mu_state")];
    const muScale = columns.scaleOf("mu_state");
    this.contacts = {
      a: fields[0],
      b: fields[1],
      point: ["point_x", "point_y", "point_z"].map(scaled),
      normal: ["nx", "ny", "nz"].map(scaled),
      normalForce: scaled("normal_force"),
      friction: ["friction_x", "friction_y", "friction_z"].map(scaled),
      mu: Float32Array.from(muState, (n) => Math.floor(n / 4) * muScale),
      state: Uint8Array.from(muState, (n) => n % 4),
    };
  }
}

// The index of the last ascending number that is at most `value`, up to round-off; 0 if none is.
function lastAtOrBefore(numbers, value) {
  const limit = value + 1e-9 * Math.max(1, Math.abs(value));
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle] <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
