// Many copies of one geometry, each with its own pose and colour, drawn as one mesh.
import * as THREE from "three";

// Instances: the graphics processor places the vertices.
class Instances extends THREE.InstancedMesh {
  constructor(geometry, material, capacity) {
    super(geometry, material, capacity);
    this.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.setColorAt(0, new THREE.Color()); // allocates the colours
  }

  // Shows the first `number` copies.
  showCopies(number) { this.count = number; }

  finishMatrices() {
    this.instanceMatrix.needsUpdate = true;
    this.boundingSphere = null; // so that raycasts use the new positions
  }

  finishColors() { this.instanceColor.needsUpdate = true; }

  copyAt({instanceId}) { return instanceId; }
}

// One merged geometry, whose vertices are placed here.
class MergedCopies extends THREE.Mesh {
  constructor(geometry, material, capacity) {
    const {position, normal, uv} = geometry.attributes;
    const index = geometry.index?.array ?? Uint16Array.from({length: position.count}, (_, i) => i);
    const merged = new THREE.BufferGeometry();
    const add = (name, width) => merged.setAttribute(name,
      new THREE.BufferAttribute(new Float32Array(width * position.count * capacity), width));
    for (const name of ["position", "normal", "color"]) {
      add(name, 3).attributes[name].setUsage(THREE.DynamicDrawUsage);
    }
    add("uv", 2);
    const indices = new Uint32Array(index.length * capacity);
    for (let k = 0; k < capacity; ++k) {
      merged.attributes.uv.array.set(uv.array, 2 * position.count * k);
      for (let i = 0; i < index.length; ++i) indices[index.length * k + i] = index[i] + position.count * k;
    }
    merged.setIndex(new THREE.BufferAttribute(indices, 1));
    material.vertexColors = true;
    super(merged, material);
    this.shape = {points: position.array, normals: normal.array, numVertices: position.count,
      numIndices: index.length};
    this.showCopies(capacity);
  }

  showCopies(number) {
    this.numCopies = number;
    this.geometry.setDrawRange(0, number * this.shape.numIndices);
  }

  setMatrixAt(k, {elements: m}) {
    const {points, normals, numVertices} = this.shape;
    const {position, normal} = this.geometry.attributes;
    // Points are multiplied by the scale, normals divided by it: for normals, each column of the
    // matrix is divided by its squared length.
    const [a, b, c] = [0, 4, 8].map((i) => 1 / (m[i] ** 2 + m[i + 1] ** 2 + m[i + 2] ** 2));
    for (let i = 0, at = 3 * numVertices * k; i < 3 * numVertices; i += 3, at += 3) {
      const x = points[i], y = points[i + 1], z = points[i + 2];
      position.array[at] = m[0] * x + m[4] * y + m[8] * z + m[12];
      position.array[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
      position.array[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
      const nx = a * normals[i], ny = b * normals[i + 1], nz = c * normals[i + 2];
      normal.array[at] = m[0] * nx + m[4] * ny + m[8] * nz;
      normal.array[at + 1] = m[1] * nx + m[5] * ny + m[9] * nz;
      normal.array[at + 2] = m[2] * nx + m[6] * ny + m[10] * nz;
    }
  }

  setColorAt(k, {r, g, b}) {
    const {color} = this.geometry.attributes;
    const {numVertices} = this.shape;
    for (let i = numVertices * k; i < numVertices * (k + 1); ++i) color.setXYZ(i, r, g, b);
  }

  finishMatrices() {
    this.#send("position");
    this.#send("normal");
    this.geometry.boundingSphere = null;
  }

  finishColors() { this.#send("color"); }

  #send(name) {
    const attribute = this.geometry.attributes[name];
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, 3 * this.shape.numVertices * this.numCopies);
    attribute.needsUpdate = true;
  }

  copyAt({faceIndex}) { return Math.floor(3 * faceIndex / this.shape.numIndices); }
}

// In software rendering each instance costs as much as a draw call: 35 us in SwiftShader, compared to
// 1 us for placing the 24 corners of a box here.
const MOST_MERGED_VERTICES = 300000;

export function makeCopies(geometry, material, capacity, isDrawnBySoftware) {
  const merges = isDrawnBySoftware
    && capacity * geometry.attributes.position.count <= MOST_MERGED_VERTICES;
  const copies = new (merges ? MergedCopies : Instances)(geometry, material, capacity);
  copies.frustumCulled = false;
  return copies;
}
