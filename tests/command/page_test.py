#!/usr/bin/env python3
"""Tests of the page that `stiction run --html` writes, in a browser.

Usage: page_test.py STICTION [TEST...]. Exit status 77, a skipped test, if there is no Chromium.
"""

import csv
import json
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import Browser, Picture, find_chromium
from round_shapes import ROUND_SHAPES

STICTION = ""

# A crate comes down on the ground and slides to a halt; one rests. A door on a hinge. Every kind of
# shape. An expectation fails at a known time.
SCENE = """<scene version="1" name="page &amp; co">
  <option timestep="0.01" duration="1"/>
  <material name="wood" friction="0.5"/>
  <body name="ground" static="true" material="wood"> <plane/> </body>
  <body name="slider" xyz="0 0 0.5" linear_velocity="3 0 0" material="wood">
    <box size="1 1 1"/> </body>
  <body name="rest" xyz="0 3 0.5" material="wood"> <box size="1 1 1"/> </body>
  <body name="ball" xyz="-3 0 2"> <sphere radius="0.4"/> </body>
""" + ROUND_SHAPES + """  <body name="gate" static="true" xyz="1 0 0.5">
    <box size="0.5 2 1" trigger="true"/> </body>
  <body name="door" xyz="4 0.5 1.5"> <box size="0.1 1 2"/> </body>
  <joint name="hinge" type="revolute" parent="world" child="door" xyz="4 0 1.5" axis="0 0 1"/>
  <force body="door" force="20 0 0"/>
  <expect body="slider" quantity="speed" below="3.5"/>
  <expect body="slider" quantity="position.x" from="0.1" to="0.5" below="0.5"/>
</scene>
"""


def run_scene(folder, scene, *options):
    path = folder / "scene.xml"
    path.write_text(scene)
    page = folder / "page.html"
    result = subprocess.run([STICTION, "run", path, "--html", page, "--quiet", *options],
                            capture_output=True, text=True)
    if result.returncode not in (0, 1):
        raise RuntimeError(result.stderr)
    return page


def distance(a, b):
    return math.dist(a, b)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        files = {name: cls.folder / f"{name}.out"
                 for name in ("report", "trajectory", "contacts", "steps")}
        cls.page = run_scene(cls.folder, SCENE,
                             *(word for name in files for word in (f"--{name}", files[name])))
        cls.report = json.loads(files["report"].read_text())
        cls.rows = {name: list(csv.DictReader(files[name].read_text().splitlines()))
                    for name in ("trajectory", "contacts", "steps")}
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.temporary.cleanup()

    def open(self, address="", width=720, height=520, mobile=False):
        self.browser.resize(width, height, mobile)
        self.browser.open(self.page, address)

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])
        self.assertTrue(self.browser.evaluate("document.getElementById('failure').hidden"))

    def state(self, body):
        return self.browser.evaluate(f"stiction.state('{body}')")

    def pixel_of(self, body, shift=(0, 0, 0)):
        """Where on the screen a point beside the middle of a body is."""
        place = [x + d for x, d in zip(self.state(body)["position"], shift)]
        return self.browser.evaluate(f"stiction.project({place})")

    def assert_near(self, measured, wanted, tolerance, what=""):
        self.assertLessEqual(distance(measured, wanted), tolerance, (what, measured, wanted))

    def test_last_moment_is_that_of_the_report(self):
        self.open("t=1&theme=light")
        for body in self.report["final"]:
            state = self.state(body["name"])
            for quantity in ("position", "orientation", "linear_velocity", "angular_velocity"):
                wanted = body[quantity]
                if quantity == "orientation" and wanted[0] * state[quantity][0] < 0:
                    wanted = [-x for x in wanted]
                self.assert_near(state[quantity], wanted, 5e-5, (body["name"], quantity))
        self.assertEqual(self.browser.evaluate("stiction.report.state_hash"),
                         self.report["state_hash"])
        self.assertEqual(self.browser.evaluate("document.title"), "page & co - Stiction")

    def test_every_moment_is_that_of_the_trajectory(self):
        self.open()
        for time in ("0", "0.1", "0.37", "0.5", "0.93"):
            self.browser.evaluate(f"stiction.seek({time})")
            for row in self.rows["trajectory"]:
                if row["time"] != time:
                    continue
                self.assert_near(self.state(row["body"])["position"],
                                 [float(row[k]) for k in "xyz"], 1e-5, row)

    def test_choosing_a_body_shows_its_numbers(self):
        self.open("t=0.2&theme=light")
        self.browser.click(*self.pixel_of("slider", (0, -0.5, 0)))
        self.assertEqual(self.browser.evaluate("stiction.chosen"), "slider")
        shown = self.browser.evaluate(
            "Array.from(document.querySelectorAll('#panel [data-position]'), "
            "cell => [Number(cell.dataset.position), Number(cell.textContent)])")
        row = next(r for r in self.rows["trajectory"]
                   if r["time"] == "0.2" and r["body"] == "slider")
        for axis, (exact, text) in zip("xyz", shown):
            self.assertAlmostEqual(exact, float(row[axis]), delta=1e-5)
            self.assertAlmostEqual(text, float(row[axis]), delta=2e-5)
        # Of its contacts, as --contacts has them: it slides, and is pushed against its way.
        force = [0.0, 0.0, 0.0]
        for row in self.rows["contacts"]:
            if row["time"] != "0.2" or "slider" not in (row["body_a"], row["body_b"]):
                continue
            sign = 1 if row["body_a"] == "slider" else -1
            impulse = float(row["normal_impulse"])
            for k, axis in enumerate("xyz"):
                force[k] += sign * (impulse * float(row[f"n{axis}"])
                                    + float(row[f"friction_{axis}"])) / 0.01
        self.assert_near(self.state("slider")["contact_force"], force, 1e-3 * distance(force, [0] * 3))
        self.assertIn("4 sliding", self.browser.evaluate("panel.textContent"))
        self.browser.press("Escape")
        self.assertIsNone(self.browser.evaluate("stiction.chosen"))
        self.browser.click(*self.pixel_of("ball"))
        self.assertEqual(self.browser.evaluate("stiction.chosen"), "ball")

    def test_pixels_of_the_bodies_are_where_they_should_be(self):
        self.open("t=0&theme=light&charts=no")
        bodies = ("slider", "rest", "ball", "capsule", "cylinder", "cone", "door")
        picture = Picture(self.browser.screenshot())
        x, y = self.pixel_of("rest", (0, 0, 4))
        sky = picture.pixel(x, y)
        for body in bodies:
            place = self.pixel_of(body)
            self.assertGreater(distance(picture.pixel(*place), sky), 40, body)
        # Bodies are coloured by name: another one in the place of the ball has another colour.
        before = {body: picture.pixel(*self.pixel_of(body)) for body in bodies}
        ball = self.pixel_of("ball")
        self.browser.evaluate("stiction.seek(1)")
        later = Picture(self.browser.screenshot())
        self.assertGreater(distance(later.pixel(*ball), before["ball"]), 30, "the ball has fallen")
        self.assertLess(distance(later.pixel(*self.pixel_of("rest")), before["rest"]), 12)
        self.assertLess(distance(later.pixel(*self.pixel_of("ball")), before["ball"]), 40)

    def test_contacts_are_drawn_in_the_color_of_their_state(self):
        self.open("t=0.2&theme=light&show=contacts")
        picture = Picture(self.browser.screenshot())
        for body, color in (("slider", (0xd5, 0x5e, 0)), ("rest", (0, 0x72, 0xb2))):
            x, y = self.pixel_of(body, (-0.5, -0.5, -0.5))
            near = min(distance(picture.pixel(x + i, y + k), color)
                       for i in range(-3, 4) for k in range(-3, 4))
            self.assertLess(near, 30, body)
        for layer in "aknij":
            self.browser.press(layer)
        self.assertEqual(self.browser.evaluate(
            "document.querySelectorAll('#tools [aria-pressed=true]').length"), 5)

    def test_playing_moves_bodies(self):
        self.open("t=0&speed=0.5")
        start = self.state("slider")["position"]
        self.browser.press(" ")
        self.browser.wait_for("stiction.time > 0.3")
        self.browser.evaluate("stiction.pause()")
        time = self.browser.evaluate("stiction.time")
        moved = self.state("slider")["position"][0] - start[0]
        # v t - mu g t^2 / 2
        frame = math.floor(time / 0.01 + 1e-6) * 0.01
        self.assertAlmostEqual(moved, 3 * frame - 0.5 * 0.5 * 9.81 * frame**2, delta=0.03)
        drawn = self.browser.evaluate("stiction.framesDrawn")
        self.assertGreater(drawn, 3)
        self.browser.press("ArrowRight")
        self.assertAlmostEqual(self.browser.evaluate("stiction.time"), frame + 0.01, delta=1e-6)
        self.browser.press("Home")
        self.assertEqual(self.browser.evaluate("stiction.time"), 0)

    def read_charts(self):
        return self.browser.evaluate(
            "Object.fromEntries(Array.from(document.querySelectorAll('#charts figure'), figure => "
            "[figure.dataset.chart, Object.fromEntries(Array.from(figure.querySelectorAll('b'), "
            "b => [b.dataset.line, Number(b.dataset.value)]))]))")

    def test_charts_agree_with_the_files(self):
        self.open("body=slider")
        energy = self.report["energy"]["initial"]
        for time in ("0.2", "0.5", "1"):
            self.browser.evaluate(f"stiction.seek({time})")
            self.browser.settle()
            charts = self.read_charts()
            row = next(r for r in self.rows["steps"] if r["time"] == time)
            wanted = {
                ("Energy", "change"): float(row["energy"]) - energy,
                ("Energy", "work"): float(row["work"]),
                ("Residual", "all"): float(row["residual"]),
                ("Contacts", "touching"): float(row["contacts"]),
                ("Overlap", "deepest"): float(row["penetration"]),
                ("Step", "collide"): float(row["collide_us"]) / 1000,
                ("Step", "solve"): float(row["solve_us"]) / 1000,
                ("Speed", "speed"): math.dist(self.state("slider")["linear_velocity"], [0] * 3),
            }
            for (chart, line), value in wanted.items():
                self.assertAlmostEqual(charts[chart][line], value,
                                       delta=1e-5 * abs(value) + 1e-6 * energy * (chart == "Energy"),
                                       msg=(chart, line, time))
        # A click on a chart goes to that time.
        box = self.browser.evaluate(
            "(r => [r.left, r.top, r.width, r.height])(document.querySelector("
            "'[data-chart=Position] canvas').getBoundingClientRect())")
        self.browser.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
        self.assertAlmostEqual(self.browser.evaluate("stiction.time"), 0.5, delta=0.12)

    def test_the_expectation_that_failed_leads_to_its_moment(self):
        self.open()
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('#marks i').length"), 1)
        self.browser.evaluate("document.querySelector('#badges button').click()")
        self.assertIn("position.x", self.browser.evaluate("panel.textContent"))
        # The worst moment, then the first: 3 t - mu g t^2 / 2 = 0.5 at 0.195 s.
        for number, time in ((0, 0.5), (1, 0.2)):
            self.browser.evaluate(
                f"document.querySelectorAll('#panel .failed [data-seek]')[{number}].click()")
            self.assertAlmostEqual(self.browser.evaluate("stiction.time"), time, delta=1e-9)

    def test_it_fits_a_phone(self):
        self.open("theme=dark&body=slider", 390, 844, mobile=True)
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 390)
        box = self.browser.evaluate(
            "(r => [r.left, r.right, r.top, r.bottom])(panel.getBoundingClientRect())")
        self.assertGreaterEqual(min(box), 0)
        self.assertLessEqual(box[1], 390)
        self.assertLessEqual(box[3], 844)

    def test_long_runs_are_thinned_and_end_at_their_end(self):
        scene = SCENE.replace('duration="1"', 'duration="0.57"')
        with tempfile.TemporaryDirectory() as folder:
            page = run_scene(Path(folder), scene, "--every", "10")
            self.browser.open(page, "t=9")
            self.assertAlmostEqual(self.browser.evaluate("stiction.time"), 0.57, delta=1e-9)

    def test_other_runs_of_a_comparison_are_ghosts(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            scene, page = folder / "s.xml", folder / "page.html"
            scene.write_text(SCENE)
            result = subprocess.run([STICTION, "compare", scene, "--models", "coulomb,frictionless",
                                     "--timesteps", "0.01,0.004", "--html", page],
                                    capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.browser.resize(720, 520)
            self.browser.open(page, "theme=light&charts=no")
            chips = self.browser.evaluate("[...document.querySelectorAll('#badges .chip')]"
                                          ".map(chip => chip.textContent)")
            self.assertEqual(len(chips), 3)
            for number, options in enumerate((("coulomb", "0.004"), ("frictionless", "0.01"),
                                              ("frictionless", "0.004"))):
                self.assertTrue(all(word in chips[number] for word in options), chips)
                file = folder / "t.csv"
                subprocess.run([STICTION, "run", scene, "--quiet", "--model", options[0],
                                "--timestep", options[1], "--trajectory", file], capture_output=True)
                rows = list(csv.DictReader(file.read_text().splitlines()))
                for time in ("0", "0.2", "0.8"):
                    self.browser.evaluate(f"stiction.seek({time})")
                    for row in (row for row in rows if row["time"] == time):
                        pose = self.browser.evaluate(f"stiction.ghost({number}, '{row['body']}')")
                        self.assert_near(pose[:3], [float(row[k]) for k in "xyz"], 1e-5, row)
            # Where a ghost has gone ahead of the slider its colour is seen, until they are hidden.
            self.browser.evaluate("stiction.seek(1)")
            place = self.browser.evaluate("stiction.project(stiction.ghost(1, 'slider').slice(0, 3))")
            with_ghosts = Picture(self.browser.screenshot()).pixel(*place)
            self.browser.press("o")
            without = Picture(self.browser.screenshot()).pixel(*place)
            self.assertGreater(distance(with_ghosts, without), 15)

    def test_the_notice_of_three_js_is_in_the_page(self):
        text = self.page.read_text()
        self.assertIn("The MIT License", text)
        self.assertIn("three.js authors", text)


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: there is no Chromium here; tools/install-dependencies installs it")
        sys.exit(77)
    STICTION = sys.argv.pop(1)
    unittest.main()
