// Draws contacts: points, forces, friction cones, normals; and joints.
import * as THREE from "three";
import {makeCopies} from "copies.js";

const Z = new THREE.Vector3(0, 0, 1);
const matrix = new THREE.Matrix4();
const place = new THREE.Vector3();
const direction = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const scale = new THREE.Vector3();
const color = new THREE.Color();

// Copies of a geometry, in a number that changes from frame to frame.
class Marks {
  constructor(geometry, material, capacity, isDrawnBySoftware) {
    this.mesh = makeCopies(geometry, material, Math.max(1, capacity), isDrawnBySoftware);
    this.count = 0;
  }

  clear() { this.count = 0; }

  add(at, along, size, tint) {
    rotation.setFromUnitVectors(Z, along);
    this.mesh.setMatrixAt(this.count, matrix.compose(at, rotation, size));
    this.mesh.setColorAt(this.count, color.set(tint));
    ++this.count;
  }

  finish() {
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    this.mesh.showCopies(this.count);
    this.mesh.finishMatrices();
    this.mesh.finishColors();
  }
}

const upright = (geometry, shift) => geometry.rotateX(Math.PI / 2).translate(0, 0, shift);

export class ContactsView {
  // `size`: the length of a typical body, m.
  constructor(data, size, isDrawnBySoftware) {
    this.data = data;
    this.size = size;
    this.group = new THREE.Group();
    this.shown = {points: false, forces: false, cones: false, normals: false};
    this.arrowScale = 1;
    let most = 0;
    for (let k = 0; k + 1 < data.contactStarts.length; ++k) {
      most = Math.max(most, data.contactStarts[k + 1] - data.contactStarts[k]);
    }
    // Visible through bodies, because contacts lie between them.
    const through = {depthTest: false, transparent: true};
    this.points = new Marks(new THREE.SphereGeometry(1, 12, 8),
      new THREE.MeshBasicMaterial(through), most, isDrawnBySoftware);
    this.shafts = new Marks(upright(new THREE.CylinderGeometry(1, 1, 1, 8), 0.5),
      new THREE.MeshBasicMaterial(through), most, isDrawnBySoftware);
    this.heads = new Marks(upright(new THREE.ConeGeometry(1, 1, 12), -0.5),
      new THREE.MeshBasicMaterial(through), most, isDrawnBySoftware);
    this.cones = new Marks(upright(new THREE.ConeGeometry(1, 1, 24, 1, true).rotateX(Math.PI), 0.5),
      new THREE.MeshBasicMaterial({...through, opacity: 0.22, side: THREE.DoubleSide,
        depthWrite: false}), most, isDrawnBySoftware);
    this.normals = new Marks(upright(new THREE.CylinderGeometry(1, 1, 1, 6), 0.5),
      new THREE.MeshBasicMaterial(through), most, isDrawnBySoftware);
    this.marks = [this.cones, this.normals, this.shafts, this.heads, this.points];
    this.marks.forEach((marks, k) => {
      marks.mesh.renderOrder = 10 + k;
      this.group.add(marks.mesh);
    });
    this.typicalForce = this.#calcTypicalForce();
  }

  // The 95th percentile of the run's forces: large, but not the peak of an impact.
  #calcTypicalForce() {
    const {normalForce} = this.data.contacts;
    const every = Math.ceil(normalForce.length / 20000) || 1;
    const sample = normalForce.filter((force, k) => k % every === 0 && force > 0).sort();
    return sample.length > 0 ? sample[Math.floor(0.95 * (sample.length - 1))] : 1;
  }

  // True if the force is drawn on body a, not b: on the movable body, or, if both can move, on the
  // supported one.
  #acceptsForce(i) {
    const {bodies, contacts, run} = this.data;
    if (bodies[contacts.a[i]].kind === "static") return false;
    if (bodies[contacts.b[i]].kind === "static") return true;
    return [0, 1, 2].reduce((sum, k) => sum + run.gravity[k] * contacts.normal[k][i], 0) <= 0;
  }

  update(frame, theme) {
    const {shown, size} = this;
    for (const marks of this.marks) marks.clear();
    if (!Object.values(shown).some(Boolean)) return this.#finish();
    const {contacts} = this.data;
    const {begin, end} = this.data.contactsAt(frame);
    for (let i = begin; i < end; ++i) {
      const tint = theme.states[contacts.state[i]];
      const sign = this.#acceptsForce(i) ? 1 : -1;
      place.set(contacts.point[0][i], contacts.point[1][i], contacts.point[2][i]);
      const normal = new THREE.Vector3(contacts.normal[0][i], contacts.normal[1][i],
        contacts.normal[2][i]).normalize().multiplyScalar(sign);
      if (shown.points) this.points.add(place, Z, scale.setScalar(0.035 * size), tint);
      if (shown.normals) {
        this.normals.add(place, normal, scale.set(0.008 * size, 0.008 * size, 0.5 * size),
          theme.normal);
      }
      if (shown.cones && contacts.mu[i] > 0) {
        // The length of the flank, not the height, so that a cone near a half space stays finite.
        const flank = 0.42 * size;
        const cos = 1 / Math.hypot(1, contacts.mu[i]);
        const height = Math.max(flank * cos, 0.01 * flank);
        const radius = flank * contacts.mu[i] * cos;
        this.cones.add(place, normal, scale.set(radius, radius, height), tint);
      }
      if (!shown.forces) continue;
      direction.fromArray([0, 1, 2].map((k) => sign *
        (contacts.normal[k][i] * contacts.normalForce[i] + contacts.friction[k][i])));
      const force = direction.length();
      if (force < 1e-4 * this.typicalForce) continue;
      direction.divideScalar(force);
      const length = this.arrowScale * size * Math.min(6, force / this.typicalForce);
      const head = Math.min(0.14 * size, 0.45 * length);
      const width = 0.018 * size * Math.min(1, 0.4 + length / size);
      this.shafts.add(place, direction, scale.set(width, width, length - head), tint);
      place.addScaledVector(direction, length);
      this.heads.add(place, direction, scale.set(0.42 * head, 0.42 * head, head), tint);
    }
    this.#finish();
  }

  #finish() {
    for (const marks of this.marks) marks.finish();
  }
}

const FREE_TO_TURN = new Set(["revolute", "cylindrical", "universal"]);

// A ball at each joint and a pin along its axis, plus a line to the child if the joint has come apart.
export class JointsView {
  constructor(data, size, isDrawnBySoftware) {
    this.data = data;
    this.size = size;
    this.group = new THREE.Group();
    const material = () => new THREE.MeshBasicMaterial({depthTest: false, transparent: true,
      opacity: 0.85});
    const {joints} = data.run;
    this.balls = new Marks(new THREE.SphereGeometry(1, 16, 12), material(), joints.length,
      isDrawnBySoftware);
    this.pins = new Marks(new THREE.CylinderGeometry(1, 1, 1, 10).rotateX(Math.PI / 2), material(),
      joints.length, isDrawnBySoftware);
    for (const marks of [this.balls, this.pins]) {
      marks.mesh.renderOrder = 9;
      this.group.add(marks.mesh);
    }
  }

  update(frame, share, theme) {
    const pose = new Array(7);
    const origin = new THREE.Vector3(...this.data.origin);
    this.balls.clear();
    this.pins.clear();
    for (const joint of this.data.run.joints) {
      place.set(...joint.point_parent);
      if (joint.parent < 0) place.sub(origin);
      direction.set(...joint.axis_parent);
      if (joint.parent >= 0) {
        this.data.pose(joint.parent, frame, share, pose);
        rotation.fromArray(pose, 3);
        direction.applyQuaternion(rotation);
        place.applyQuaternion(rotation).add(new THREE.Vector3(pose[0], pose[1], pose[2]));
      }
      const {size} = this;
      this.balls.add(place, Z, scale.setScalar(0.05 * size), theme.joint);
      if (joint.type === "fixed" || joint.type === "spherical") continue;
      const length = (FREE_TO_TURN.has(joint.type) ? 0.5 : 0.9) * size;
      this.pins.add(place, direction.normalize(), scale.set(0.02 * size, 0.02 * size, length),
        theme.joint);
    }
    this.balls.finish();
    this.pins.finish();
  }
}
