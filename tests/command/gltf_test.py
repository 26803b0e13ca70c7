#!/usr/bin/env python3
"""Tests of `run --gltf`: Khronos' validator finds nothing, and the animation is the trajectory.

Usage: gltf_test.py STICTION SOURCE_FOLDER [TEST...]. Exit status 77, a skipped test, without node or
the validator, which npm fetches with three.js.
"""

import base64
import csv
import json
import math
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from round_shapes import ROUND_SHAPES

STICTION = ""
SOURCE = Path()

SCENE = """<scene version="1" name="all shapes">
  <option timestep="0.01" duration="0.5"/>
  <body name="ground" static="true"> <plane/> </body>
  <body name="wall" static="true" rpy="0 0 0.3" xyz="6 0 0">
    <plane normal="-1 0 0.2" offset="0.5" xyz="0 0 1" rpy="0.1 0 0"/> </body>
  <body name="box-0" xyz="0 0 0.5" linear_velocity="3 0 0"> <box size="1 0.8 1"/> </body>
  <body name="box-1" xyz="0 2 3" angular_velocity="0 9 0"> <box size="0.5 0.5 0.5"/> </body>
  <body name="ball" xyz="-3 0 2" angular_velocity="1 2 3"> <sphere radius="0.4"/> </body>
""" + ROUND_SHAPES + """  <body name="mesh" static="true" xyz="3 3 0"> <mesh file="m.obj" scale="1 1 2"/> </body>
  <body name="hills" static="true" xyz="9 9 0"> <heightfield file="h.txt" size="4 4 1"/> </body>
  <body name="gate" static="true" xyz="1 0 0.5"> <box size="0.5 2 1" trigger="true"/> </body>
  <body name="empty" xyz="0 0 9"> <inertial mass="1" ixx="1" iyy="1" izz="1"/> </body>
</scene>
"""
MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

VALIDATE = """
const validator = require(process.argv[1]);
const bytes = new Uint8Array(require("fs").readFileSync(process.argv[2]));
validator.validateBytes(bytes, {maxIssues: 20})
  .then((report) => console.log(JSON.stringify(report)));
"""


def find_validator():
    folder = SOURCE / "tools" / "viewer" / "node_modules" / "gltf-validator"
    return folder if shutil.which("node") and folder.exists() else None


def validate(path):
    return json.loads(subprocess.run(["node", "-e", VALIDATE, find_validator(), path],
                                     capture_output=True, text=True, check=True).stdout)


class Animation:
    """A file of either form, its numbers read."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        if data[:4] == b"glTF":
            _, version, size, length, kind = struct.unpack_from("<4s2I2I", data)
            assert (version, size, kind) == (2, len(data), 0x4E4F534A)
            self.json = json.loads(data[20:20 + length])
            length_of_numbers, kind = struct.unpack_from("<II", data, 20 + length)
            assert kind == 0x004E4942
            self.bytes = data[28 + length:]
            assert len(self.bytes) == length_of_numbers
        else:
            self.json = json.loads(data)
            self.bytes = base64.b64decode(self.json["buffers"][0]["uri"].partition(",")[2])

    def numbers(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        form = {5126: "f", 5125: "I"}[accessor["componentType"]]
        values = struct.unpack_from(f"<{accessor['count'] * width}{form}", self.bytes,
                                    view["byteOffset"])
        return [values[k:k + width] for k in range(0, len(values), width)]

    def motions(self):
        """By body and path: (time, value) pairs."""
        motions = {}
        for animation in self.json["animations"]:
            for channel in animation["channels"]:
                sampler = animation["samplers"][channel["sampler"]]
                name = self.json["nodes"][channel["target"]["node"]]["name"]
                motions[name, channel["target"]["path"]] = list(
                    zip((t for t, in self.numbers(sampler["input"])),
                        self.numbers(sampler["output"])))
        return motions


class GltfTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "m.obj").write_text(MESH)
        (self.folder / "h.txt").write_text("0 1 0\n1 2 1\n0 1 0\n")

    def run_scene(self, name, *options, scene=SCENE):
        path = self.folder / "s.xml"
        path.write_text(scene)
        file = self.folder / name
        result = subprocess.run([STICTION, "run", path, "--gltf", file, "--quiet", *options],
                                capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return file

    def assert_valid(self, file):
        report = validate(file)
        # It remarks on bodies without shapes.
        remarks = [m for m in report["issues"]["messages"] if m["code"] != "NODE_EMPTY"]
        self.assertEqual(remarks, [])
        self.assertEqual((report["issues"]["numErrors"], report["issues"]["numWarnings"]), (0, 0))
        return report["info"]

    def test_the_validator_finds_nothing(self):
        for name in ("run.gltf", "run.glb"):
            info = self.assert_valid(self.run_scene(name))
            self.assertEqual((info["version"], info["animationCount"]), ("2.0", 1))

    def test_scenes_of_the_project_are_valid(self):
        for name in ("grasp", "four_bar", "terrain", "compound", "free_fall", "arch"):
            file = self.folder / f"{name}.glb"
            subprocess.run([STICTION, "run", SOURCE / "scenes" / f"{name}.xml", "--quiet", "--gltf", file,
                            "--duration", "0.1"], capture_output=True)
            self.assert_valid(file)

    def test_what_is_far_from_the_origin_moves_as_smoothly(self):
        x, y = 500000, 5000000
        scene = (f'<scene version="1"><option duration="0.1"/> <body name="b" xyz="{x} {y} 2" '
                 'linear_velocity="0.1 0 0"> <sphere radius="1"/> </body></scene>')
        file = self.run_scene("run.glb", scene=scene)
        self.assert_valid(file)
        gltf = Animation(file)
        self.assertEqual(gltf.json["nodes"][0]["translation"], [x, 0, -y])
        for time, place in gltf.motions()["b", "translation"]:
            self.assertLess(math.dist(place[:2], (0.1 * time, 0)), 1e-6)

    def test_what_is_beyond_the_range_of_floats_is_at_its_end(self):
        scene = """<scene version="1"><option duration="0.05"/>
          <replicate count="2" xyz="0 0 3"> <body name="near"> <sphere radius="1"/> </body> </replicate>
          <body name="far" xyz="1e39 0 0"> <sphere radius="1"/> </body></scene>"""
        for name in ("run.gltf", "run.glb"):
            gltf = Animation(self.run_scene(name, scene=scene))
            places = [place[0] for _, place in gltf.motions()["far", "translation"]]
            self.assertEqual({f"{x:.5g}" for x in places}, {"3.4028e+38"})

    def test_runs_without_motion_or_bodies_are_valid(self):
        for scene in ('<scene version="1"><option duration="0.1"/></scene>',
                      '<scene version="1"><option duration="0.1" gravity="0 0 0"/>'
                      '<body name="b"> <sphere radius="1"/> </body></scene>'):
            for name in ("run.gltf", "run.glb"):
                self.assert_valid(self.run_scene(name, scene=scene))

    def test_the_animation_is_the_trajectory(self):
        csv_file = self.folder / "t.csv"
        for name in ("run.gltf", "run.glb"):
            animation = Animation(self.run_scene(name, "--trajectory", csv_file))
            motions = animation.motions()
            self.assertNotIn(("hills", "translation"), motions)
            rows = list(csv.DictReader(csv_file.read_text().splitlines()))
            at = {}
            for row in rows:
                body = row["body"]
                for path, columns in (("translation", "x y z"), ("rotation", "qx qy qz qw")):
                    wanted = [float(row[k]) for k in columns.split()]
                    if (body, path) not in motions:
                        continue
                    k = at[body, path] = at.get((body, path), -1) + 1
                    time, value = motions[body, path][k]
                    self.assertAlmostEqual(time, float(row["time"]), delta=1e-6)
                    if path == "rotation" and sum(a * b for a, b in zip(wanted, value)) < 0:
                        wanted = [-x for x in wanted]
                    self.assertLess(math.dist(value, wanted), 1e-6, row)
            self.assertEqual(len(motions["ball", "translation"]), 51)
            self.assertEqual(len(motions["ball", "rotation"]), 51)
            # Successive rotations are near each other, or programs would take the long way round.
            rotations = [q for _, q in motions["box-1", "rotation"]]
            for a, b in zip(rotations, rotations[1:]):
                self.assertGreater(sum(x * y for x, y in zip(a, b)), 0.9)

    def test_shapes_are_where_and_as_large_as_they_should_be(self):
        animation = Animation(self.run_scene("run.gltf"))
        nodes = animation.json["nodes"]

        def extent(body):
            node = next(n for n in nodes if n.get("name") == body)
            shape = nodes[node["children"][0]]
            primitive = animation.json["meshes"][shape["mesh"]]["primitives"][0]
            accessor = animation.json["accessors"][primitive["attributes"]["POSITION"]]
            return [s * (high - low) for s, low, high
                    in zip(shape["scale"], accessor["min"], accessor["max"])]

        for body, wanted in (("box-0", (1, 0.8, 1)), ("ball", (0.8, 0.8, 0.8)),
                             ("capsule", (0.6, 0.6, 1.2)), ("cylinder", (0.8, 0.8, 1)),
                             ("cone", (0.8, 0.8, 1)), ("rounded_box", (0.8, 0.8, 0.8)),
                             ("rounded_cylinder", (0.8, 0.8, 1)), ("ellipsoid", (0.6, 1, 0.8)),
                             ("hull", (1, 1, 1)), ("rounded_hull", (1.2, 1.2, 1.2)),
                             ("gate", (0.5, 2, 1)),
                             ("mesh", (1, 1, 2)), ("hills", (4, 4, 1))):
            # The balls at the corners of a rounded hull are drawn by facets.
            tolerance = 5e-4 if body == "rounded_hull" else 1e-5
            self.assertLess(math.dist(extent(body), wanted), tolerance, body)
        # Points of a plane's patch lie on the plane, in world coordinates.
        wall = next(n for n in nodes if n.get("name") == "wall")
        shape = nodes[wall["children"][0]]

        def turn(q, v):
            x, y, z, w = q
            t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
            return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
                    v[2] + w * t[2] + x * t[1] - y * t[0]]

        normal = [c / math.hypot(1, 0.2) for c in (-1, 0, 0.2)]
        for corner in ((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)):
            place = turn(shape["rotation"], [c * s for c, s in zip(corner, shape["scale"])])
            place = [a + b for a, b in zip(place, shape["translation"])]
            # In the shape's frame: its own pose in the body undone.
            place = [a - b for a, b in zip(place, (0, 0, 1))]
            place = turn([-math.sin(0.05), 0, 0, math.cos(0.05)], place)
            self.assertAlmostEqual(sum(n * p for n, p in zip(normal, place)), 0.5 / math.hypot(1, 0.2),
                                   delta=1e-6)

    def test_long_runs_are_not_thinned(self):
        # 2.2 million poses.
        scene = """<scene version="1"><option timestep="0.001" duration="22" gravity="0 0 0"/>
          <replicate count="100" xyz="0 0 3">
          <body name="b" linear_velocity="1 0 0"> <sphere radius="1"/> </body> </replicate></scene>"""
        file = self.run_scene("run.glb", scene=scene)
        with open(file, "rb") as stream:
            length = struct.unpack("<4s2I2I", stream.read(20))[3]
            json_part = json.loads(stream.read(length))
        outputs = {json_part["accessors"][sampler["output"]]["count"]
                   for sampler in json_part["animations"][0]["samplers"]}
        self.assertEqual(outputs, {22001})

    def test_a_recording_gives_the_same(self):
        record = self.folder / "run.rec"
        file = self.run_scene("run.glb", "--record", record)
        other = self.folder / "view.glb"
        result = subprocess.run([STICTION, "view", record, "--gltf", other])
        self.assertEqual(result.returncode, 0)
        self.assertEqual(file.read_bytes(), other.read_bytes())


if __name__ == "__main__":
    STICTION = str(Path(sys.argv.pop(1)).resolve())
    SOURCE = Path(sys.argv.pop(1)).resolve()
    if find_validator() is None:
        print("skipped: there is no node, or no gltf-validator; npm fetches it at configure time")
        sys.exit(77)
    unittest.main()
