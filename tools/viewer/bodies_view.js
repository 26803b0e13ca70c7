// Draws the bodies. All shapes of one kind are copies of one geometry.
import * as THREE from "three";
import {makeCopies} from "copies.js";
import {ISLANDS, SELECTED} from "look.js";

const matrix = new THREE.Matrix4();
const bodyMatrix = new THREE.Matrix4();
const position = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const scale = new THREE.Vector3();
const color = new THREE.Color();
const poseNumbers = new Array(7);

function makeGeometry({points, triangles, normals, marks}) {
  let geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
  geometry.setIndex(triangles);
  if (normals) {
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normals, 3));
  } else {
    geometry = geometry.toNonIndexed();
    geometry.computeVertexNormals();
  }
  const count = geometry.attributes.position.count;
  geometry.setAttribute("uv", new THREE.Float32BufferAttribute(
    marks ?? new Float32Array(2 * count), 2));
  return geometry;
}

// Edges for boxes, and checks that make the rotation of round bodies visible.
const PATTERNS = {
  edges: `vec2 away = min(vUvOfShape, 1.0 - vUvOfShape) / fwidth(vUvOfShape);
    diffuseColor.rgb *= mix(0.68, 1.0, smoothstep(0.4, 1.6, min(away.x, away.y)));`,
  checks: `float check = abs(step(0.5, fract(vUvOfShape.x * 4.0)) - step(0.5, vUvOfShape.y));
    diffuseColor.rgb *= mix(0.86, 1.0, check);`,
  none: "",
};

function makeMaterial(pattern, seenThrough, open) {
  const material = new THREE.MeshLambertMaterial({side: open ? THREE.DoubleSide : THREE.FrontSide});
  if (seenThrough) Object.assign(material, {transparent: true, opacity: 0.22, depthWrite: false});
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("void main() {", "varying vec2 vUvOfShape;\nvoid main() {\nvUvOfShape = uv;");
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", "varying vec2 vUvOfShape;\nvoid main() {")
      .replace("#include <color_fragment>", `#include <color_fragment>\n${PATTERNS[pattern]}`);
  };
  material.customProgramCacheKey = () => pattern;
  return material;
}

export class BodiesView {
  // `ghost`: the colour of a run shown beside another one; only its moving bodies are drawn.
  constructor(data, theme, isDrawnBySoftware, ghost = null) {
    this.data = data;
    this.isDrawnBySoftware = isDrawnBySoftware;
    this.ghost = ghost;
    this.theme = theme;
    this.group = new THREE.Group();
    this.meshes = [];
    this.planes = [];
    this.selected = -1;
    this.islands = null;
    this.occupied = new Map();
    const batches = new Map();
    data.bodies.forEach((body, index) => body.shapes.forEach((shape, number) => {
      const moves = data.slots[index] >= 0;
      if (ghost && (!moves || shape.trigger)) return;
      if (shape.type === "plane") return this.#addPlane(index, shape);
      const key = `${shape.surface} ${moves} ${shape.trigger ?? false}`;
      if (!batches.has(key)) batches.set(key, {moves, trigger: shape.trigger, items: []});
      const [x, y, z, qw, qx, qy, qz] = shape.pose;
      const local = new THREE.Matrix4().compose(new THREE.Vector3(x, y, z),
        new THREE.Quaternion(qx, qy, qz, qw), new THREE.Vector3(...shape.scale));
      batches.get(key).items.push({body: index, number, local, shape});
    }));
    for (const batch of batches.values()) this.#addBatch(batch);
    this.setTheme(theme);
    this.#place(this.meshes.filter((mesh) => !mesh.userData.moves), 0, 0);
  }

  #addBatch({moves, trigger, items}) {
    const surface = this.data.run.surfaces[items[0].shape.surface];
    const mesh = makeCopies(makeGeometry(surface),
      makeMaterial(surface.pattern, trigger || this.ghost, surface.two_sides), items.length,
      this.isDrawnBySoftware);
    mesh.castShadow = mesh.receiveShadow = !trigger && !this.ghost;
    mesh.userData = {items, moves, trigger};
    this.meshes.push(mesh);
    this.group.add(mesh);
  }

  // Draws a half space as a patch with a grid that fades out, invisible from inside.
  #addPlane(body, shape) {
    const material = new THREE.MeshLambertMaterial({transparent: true});
    const uniforms = {gridColor: {value: new THREE.Color()}, cell: {value: 1}, reach: {value: 1},
      phase: {value: new THREE.Vector2()}};
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = shader.vertexShader.replace("void main() {",
        "varying vec2 vOnPlane;\nvoid main() {\nvOnPlane = position.xy;");
      shader.fragmentShader = shader.fragmentShader
        .replace("void main() {", `uniform vec3 gridColor;
          uniform float cell, reach;
          uniform vec2 phase;
          varying vec2 vOnPlane;
          float lines(float size) {
            vec2 at = (vOnPlane + phase) / size;
            vec2 away = abs(fract(at - 0.5) - 0.5) / fwidth(at);
            return (1.0 - smoothstep(0.3, 1.3, min(away.x, away.y)))
              * (1.0 - smoothstep(0.15, 0.5, max(fwidth(at).x, fwidth(at).y)));
          }
          void main() {`)
        .replace("#include <color_fragment>", `#include <color_fragment>
          diffuseColor.rgb = mix(diffuseColor.rgb, gridColor,
            max(0.35 * lines(cell), 0.8 * lines(10.0 * cell)));
          diffuseColor.a *= 1.0 - smoothstep(0.35, 1.0, length(vOnPlane) / reach);`);
    };
    const mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    mesh.receiveShadow = true;
    mesh.renderOrder = -1;
    const [x, y, z, qw, qx, qy, qz] = shape.pose;
    const normal = new THREE.Vector3(...shape.normal).normalize();
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
    const local = new THREE.Matrix4()
      .compose(new THREE.Vector3(x, y, z), new THREE.Quaternion(qx, qy, qz, qw),
        new THREE.Vector3(1, 1, 1))
      .multiply(new THREE.Matrix4().compose(normal.clone().multiplyScalar(shape.offset), turn,
        new THREE.Vector3(1, 1, 1)));
    this.data.pose(body, 0, 0, poseNumbers);
    bodyMatrix.compose(position.fromArray(poseNumbers), rotation.fromArray(poseNumbers, 3),
      scale.set(1, 1, 1));
    mesh.matrixAutoUpdate = false;
    const frame = new THREE.Matrix4().multiplyMatrices(bodyMatrix, local);
    mesh.userData = {body, uniforms, frame};
    this.planes.push(mesh);
    this.group.add(mesh);
  }

  // Makes planes reach as far as the scene's bounding ball requires.
  fitPlanes(center, radius) {
    for (const mesh of this.planes) {
      const {frame, uniforms} = mesh.userData;
      const middle = center.clone().applyMatrix4(frame.clone().invert()).setZ(0);
      mesh.matrix.copy(frame).multiply(new THREE.Matrix4().setPosition(middle));
      const isFloor = new THREE.Vector3().setFromMatrixColumn(frame, 2).z > 0.5;
      const reach = isFloor ? 9 * radius : 1.4 * radius;
      mesh.geometry = new THREE.PlaneGeometry(2 * reach, 2 * reach);
      const cell = 10 ** Math.floor(Math.log10(radius / 2));
      uniforms.cell.value = cell;
      uniforms.reach.value = reach;
      uniforms.phase.value.set(middle.x % (10 * cell), middle.y % (10 * cell));
      mesh.material.opacity = isFloor ? 1 : 0.45;
    }
  }

  setTheme(theme) {
    this.theme = theme;
    for (const mesh of this.planes) {
      mesh.material.color.set(theme.ground);
      mesh.userData.uniforms.gridColor.value.set(theme.grid);
    }
    this.recolor();
  }

  // `islands`: the island of each body, -1 for none; null colours bodies by name.
  setIslands(islands) {
    this.islands = islands;
    this.recolor();
  }

  select(body) {
    this.selected = body;
    this.recolor();
  }

  recolor() {
    for (const mesh of this.meshes) {
      mesh.userData.items.forEach(({body, number}, k) => {
        const {color: own, kind} = this.data.bodies[body];
        const occupied = mesh.userData.trigger && this.occupied.get(`${body} ${number}`) > 0;
        const island = this.islands?.[body] ?? -1;
        if (this.ghost) color.set(this.ghost);
        else if (occupied) color.set("#e69f00");
        else if (body === this.selected) color.set(SELECTED);
        else if (kind === "static") color.set(this.theme.fixed);
        else if (this.islands && island < 0) color.set(this.theme.fixed);
        else if (island >= 0) color.set(ISLANDS[(Math.imul(island + 1, 40503) >>> 4) % ISLANDS.length]);
        else color.set(own);
        mesh.setColorAt(k, color);
      });
      mesh.finishColors();
    }
  }

  update(frame, share) {
    this.#place(this.meshes.filter((mesh) => mesh.userData.moves), frame, share);
    if (!this.ghost && this.data.run.trigger_changes.length > 0) this.#fillTriggers(frame);
  }

  #place(meshes, frame, share) {
    for (const mesh of meshes) {
      mesh.userData.items.forEach(({body, local}, k) => {
        this.data.pose(body, frame, share, poseNumbers);
        bodyMatrix.compose(position.fromArray(poseNumbers), rotation.fromArray(poseNumbers, 3),
          scale.set(1, 1, 1));
        mesh.setMatrixAt(k, matrix.multiplyMatrices(bodyMatrix, local));
      });
      mesh.finishMatrices();
    }
  }

  #fillTriggers(frame) {
    const step = this.data.run.steps[frame];
    const changes = this.data.run.trigger_changes.filter(([at]) => at <= step);
    if (changes.length === this.numChanges) return;
    this.numChanges = changes.length;
    this.occupied.clear();
    for (const [, enters, trigger, shape] of changes) {
      const key = `${trigger} ${shape}`;
      this.occupied.set(key, (this.occupied.get(key) ?? 0) + (enters ? 1 : -1));
    }
    this.recolor();
  }

  // The first body that a ray hits, or -1.
  pick(raycaster) {
    const hits = raycaster.intersectObjects(
      [...this.meshes.filter((mesh) => !mesh.userData.trigger), ...this.planes], false);
    if (hits.length === 0) return -1;
    const {object} = hits[0];
    return object.userData.items?.[object.copyAt(hits[0])].body ?? object.userData.body;
  }
}
