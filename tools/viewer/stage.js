// The 3D scene: camera, light, and everything drawn of the run at a given time.
import * as THREE from "three";
import {OrbitControls} from "OrbitControls.js";
import {BodiesView} from "bodies_view.js";
import {ContactsView, JointsView} from "contacts_view.js";
import {findIslands} from "islands.js";
import {GHOSTS, THEMES} from "look.js";

// True if there is no graphics processor, so that the CPU draws every pixel.
function isDrawnBySoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) throw new Error("the browser has no WebGL 2; it may be switched off in its settings.");
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export const MOST_PLAIN = 4;

export class Stage {
  constructor(canvas, data, themeName) {
    this.data = data;
    this.canvas = canvas;
    const software = isDrawnBySoftware();
    this.isDrawnBySoftware = software;
    document.documentElement.classList.toggle("drawn-by-software", software);
    this.ratio = this.fullRatio = Math.min(software ? 1 : 2, devicePixelRatio);
    this.plainness = 0;
    // Three.js would request an alpha channel, which the browser would then blend with the page.
    const context = canvas.getContext("webgl2", {alpha: false, antialias: !software});
    this.renderer = new THREE.WebGLRenderer({canvas, context});
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.01, 1000);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    // The defaults, 7 pixels and one full turn per as many key strokes as there are pixels, suit only
    // keys that are held down.
    this.controls.keyPanSpeed = 30;
    this.controls.keyRotateSpeed = 16;
    this.controls.listenToKeyEvents(canvas);
    this.hemisphere = new THREE.HemisphereLight("#ffffff", "#8a8f98", 1.6);
    this.hemisphere.position.set(0, 0, 1);
    this.sun = new THREE.DirectionalLight("#fff6e8", 2.4);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(software ? 1024 : 2048);
    this.sun.shadow.radius = 3;
    this.scene.add(this.hemisphere, this.sun, this.sun.target);

    this.#findBounds();
    const size = this.bodySize;
    this.bodies = new BodiesView(data, THEMES[themeName], software);
    this.ghosts = data.ghosts.map((ghost, k) =>
      new BodiesView(ghost, THEMES[themeName], software, GHOSTS[k % GHOSTS.length]));
    this.ghostGroup = new THREE.Group();
    for (const ghost of this.ghosts) this.ghostGroup.add(ghost.group);
    this.contacts = new ContactsView(data, size, software);
    this.joints = new JointsView(data, size, software);
    this.joints.group.visible = true;
    this.scene.add(this.bodies.group, this.ghostGroup, this.contacts.group, this.joints.group);
    this.showsIslands = false;
    this.setTheme(themeName);
    this.#light();
    this.fit();
    this.time = this.frame = this.share = 0;
  }

  // Finds the run's bounding ball, ignoring the few bodies that leave, and the size of a typical body.
  #findBounds() {
    const {data} = this;
    const sizes = [];
    const samples = [[], [], []];
    const pose = new Array(7);
    const rotation = new THREE.Quaternion();
    const middle = new THREE.Vector3();
    const moving = data.bodies.filter(({kind}) => kind !== "static").length;
    const every = Math.max(1, Math.floor(moving / 3000));
    const addBody = (motions, body, index) => {
      const radii = body.shapes.map(({bound}) => bound ?? 0);
      const moves = data.slots[index] >= 0;
      if (moves) sizes.push(Math.max(0, ...radii));
      if (moves && data.slots[index] % every !== 0) return;
      for (const k of moves ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [0]) {
        motions.pose(index, Math.floor(k / 8 * (motions.numFrames - 1)), 0, pose);
        rotation.fromArray(pose, 3);
        body.shapes.forEach((shape, number) => {
          if (radii[number] === 0) return;
          middle.fromArray(shape.pose).applyQuaternion(rotation);
          for (let axis = 0; axis < 3; ++axis) {
            const x = pose[axis] + middle.getComponent(axis);
            samples[axis].push(x - radii[number], x + radii[number]);
          }
        });
      }
    };
    for (const motions of [data, ...data.ghosts]) {
      data.bodies.forEach((body, index) => addBody(motions, body, index));
    }
    const box = samples.map((values) => {
      values.sort((a, b) => a - b);
      const cut = Math.floor(0.005 * values.length);
      return values.length > 0 ? [values[cut], values[values.length - 1 - cut]] : [-1, 1];
    });
    this.center = new THREE.Vector3(...box.map(([low, high]) => (low + high) / 2));
    this.extent = new THREE.Vector3(...box.map(([low, high]) => high - low));
    this.radius = Math.max(1e-6, this.extent.length() / 2);
    sizes.sort((a, b) => a - b);
    this.bodySize = sizes.length > 0 ? sizes[sizes.length >> 1] * 1.4 : this.radius / 4;
  }

  #light() {
    const {radius, center} = this;
    this.sun.position.copy(center).add(new THREE.Vector3(-0.75, -1.15, 2).multiplyScalar(1.6 * radius));
    this.sun.target.position.copy(center);
    const box = this.sun.shadow.camera;
    Object.assign(box, {left: -1.25 * radius, right: 1.25 * radius, top: 1.25 * radius,
      bottom: -1.25 * radius, near: 0.1 * radius, far: 8 * radius});
    box.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.004 * radius;
    this.sun.shadow.bias = -0.0004;
    this.bodies.fitPlanes(center, radius);
  }

  // The distance from its centre at which a whole box is visible from a direction, with some margin.
  #calcDistance(direction, half) {
    const room = 0.8;
    const {camera} = this;
    const height = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) * room;
    const width = height * camera.aspect;
    const right = new THREE.Vector3(0, 0, 1).cross(direction).normalize();
    const up = direction.clone().cross(right);
    let distance = 0;
    for (const sx of [-1, 1]) for (const sy of [-1, 1]) for (const sz of [-1, 1]) {
      const corner = new THREE.Vector3(sx, sy, sz).multiply(half);
      const ahead = corner.dot(direction);
      distance = Math.max(distance, ahead + Math.abs(corner.dot(right)) / width,
        ahead + Math.abs(corner.dot(up)) / height);
    }
    return distance;
  }

  // Brings the whole run, or one body, into view.
  fit(body = -1) {
    const target = this.center.clone();
    const half = this.extent.clone().multiplyScalar(0.5);
    if (body >= 0) {
      const pose = this.data.pose(body, this.frame, this.share, new Array(7));
      target.set(pose[0], pose[1], pose[2]);
      half.setScalar(Math.max(1.2 * this.bodySize, 1e-3 * this.radius));
    }
    const {camera} = this;
    // Look at the wide side of the scene.
    const along = this.extent.x >= this.extent.y ? [-0.42, -1] : [1, -0.42];
    const direction = new THREE.Vector3(...along, 0.42).normalize();
    const distance = this.#calcDistance(direction, half);
    camera.near = distance / 200;
    camera.far = distance + 30 * this.radius;
    camera.updateProjectionMatrix();
    camera.position.copy(target).addScaledVector(direction, distance);
    this.controls.target.copy(target);
    this.controls.maxDistance = 40 * this.radius;
    this.controls.minDistance = 0.02 * this.bodySize;
    this.controls.update();
  }

  // Moves the camera towards its target or away from it.
  zoom(factor) {
    const {target} = this.controls;
    this.camera.position.sub(target).multiplyScalar(factor).add(target);
  }

  setTheme(name) {
    this.themeName = name;
    const theme = THEMES[name];
    this.scene.background = new THREE.Color(theme.sky);
    this.hemisphere.intensity = name === "dark" ? 1.1 : 1.7;
    this.sun.intensity = name === "dark" ? 2.0 : 2.3;
    this.bodies.setTheme(theme);
  }

  resize() {
    const {clientWidth, clientHeight} = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
  }

  // For slow machines: level 1 draws no shadows, each further level has 0.7 times the pixels in each
  // direction. Returns true if the level changes.
  setPlainness(level) {
    if (level === this.plainness) return false;
    this.plainness = level;
    this.sun.castShadow = level === 0;
    this.ratio = level < 2 ? this.fullRatio : Math.min(1, this.fullRatio) * 0.7 ** (level - 1);
    this.resize();
    return true;
  }

  show(time) {
    this.time = time;
    Object.assign(this, this.data.frameAt(time));
    this.refresh();
  }

  refresh() {
    this.bodies.update(this.frame, this.share);
    if (this.ghostGroup.visible) {
      for (const ghost of this.ghosts) {
        const {frame, share} = ghost.data.frameAt(this.time);
        ghost.update(frame, share);
      }
    }
    this.contacts.update(this.frame, THEMES[this.themeName]);
    if (this.joints.group.visible) {
      this.joints.update(this.frame, this.share, THEMES[this.themeName]);
    }
    if (this.showsIslands) {
      const islands = findIslands(this.data, this.frame);
      const text = islands.join();
      if (text !== this.lastIslands) this.bodies.setIslands(islands);
      this.lastIslands = text;
    } else if (this.bodies.islands) {
      this.bodies.setIslands(null);
      this.lastIslands = null;
    }
  }

  // True while the camera is still moving.
  moveCamera() { return this.controls.update(); }

  draw() { this.renderer.render(this.scene, this.camera); }

  // The body under a point of the canvas (CSS pixels), or -1.
  pick(x, y) {
    const {clientWidth, clientHeight} = this.canvas;
    const raycaster = new THREE.Raycaster();
    raycaster.setFromCamera(
      new THREE.Vector2(2 * x / clientWidth - 1, 1 - 2 * y / clientHeight), this.camera);
    return this.bodies.pick(raycaster);
  }

  // The position of a point of the world on the canvas, in CSS pixels.
  project(point) {
    const origin = new THREE.Vector3(...this.data.origin);
    const seen = new THREE.Vector3(...point).sub(origin).project(this.camera);
    return [(seen.x + 1) / 2 * this.canvas.clientWidth,
      (1 - seen.y) / 2 * this.canvas.clientHeight];
  }
}
