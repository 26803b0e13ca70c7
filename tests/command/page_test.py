#!/usr/bin/env python3
"""Tests of the pages that `--html` writes, in a browser.

Usage: page_test.py STICTION SOURCE_FOLDER [TEST...]. Exit status 77, a skipped test, if there is no Chromium.
"""

import base64
import csv
import json
import math
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path
from xml.sax.saxutils import quoteattr

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "viewer"))
from browser import Browser, Picture, find_chromium
from round_shapes import ROUND_SHAPES

STICTION = ""
SOURCE = Path()
BROWSER = None

# A crate slides to a halt, through a trigger; one rests, with another on it. A door on a hinge. Every
# kind of shape. An expectation fails at a known time.
SCENE = """<scene version="1" name="page &amp; co">
  <option timestep="0.01" duration="1"/>
  <material name="wood" friction="0.5"/>
  <body name="ground" static="true" material="wood"> <plane/> </body>
  <body name="slider" xyz="0 0 0.5" linear_velocity="3 0 0" material="wood">
    <box size="1 1 1"/> </body>
  <body name="rest" xyz="0 3 0.5" material="wood"> <box size="1 1 1"/> </body>
  <body name="cover" xyz="0 3 1.5" material="wood"> <box size="1 1 1"/> </body>
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


def setUpModule():
    global BROWSER
    BROWSER = Browser()


def tearDownModule():
    BROWSER.close()


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


def read_chips(browser, selector):
    """The colours of labels as they are shown."""
    return browser.evaluate(
        f"[...document.querySelectorAll('{selector}')].map(chip => (style => ({{"
        "text: chip.textContent, background: style.backgroundColor, color: style.color}))("
        "getComputedStyle(chip)))")


def contrast(first, second):
    """Of two colours, rgb(R, G, B), by WCAG 2."""
    def luminance(color):
        shares = [int(number) / 255 for number in re.findall(r"\d+", color)]
        linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055)**2.4 for s in shares]
        return sum(weight * s for weight, s in zip((0.2126, 0.7152, 0.0722), linear))

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


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

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    browser = property(lambda self: BROWSER)

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

    def pixels_at(self, places):
        picture = Picture(self.browser.screenshot())
        return [picture.pixel(*self.browser.evaluate(f"stiction.project({list(place)})"))
                for place in places]

    def choose_nothing_but_look_at(self, body):
        self.browser.evaluate(f"stiction.choose('{body}')")
        self.browser.press("f")
        self.browser.press("Escape")
        self.browser.wait_for("!stiction.stage.moveCamera()")

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

    def test_numbers_of_the_panel_have_room(self):
        for width, mobile in ((720, False), (360, True)):
            self.open("t=0.2&body=ellipsoid", width, 740, mobile)
            # As wide as they get: with sign and exponent.
            self.browser.evaluate(
                "(data => { data.value = () => -1.2345678e-5; stiction.seek(0.3); })(stiction.stage.contacts.data)")
            self.browser.settle()
            cells = self.browser.evaluate(
                "[...document.querySelectorAll('#panel td')].map("
                "cell => [cell.textContent, cell.scrollWidth - cell.clientWidth])")
            self.browser.evaluate("void delete stiction.stage.contacts.data.value")
            self.assertEqual({text for text, _ in cells[:9]}, {"-1.23e-5"})
            self.assertEqual([cell for cell in cells if cell[1] > 0], [], width)

    def test_pixels_of_the_bodies_are_where_they_should_be(self):
        self.open("t=0&theme=light&charts=no")
        bodies = ("slider", "rest", "ball", "capsule", "cylinder", "cone", "door", "ellipsoid",
                  "rounded_box", "rounded_cylinder", "hull", "rounded_hull")
        # The tetrahedra have their corner where the others have their middle.
        shift_of = {"hull": (0.2, 0.2, 0.2), "rounded_hull": (0.2, 0.2, 0.2)}
        picture = Picture(self.browser.screenshot())
        ground = picture.pixel(*self.pixel_of("rest", (-1.5, 0, -0.5)))
        for body in bodies:
            place = self.pixel_of(body, shift_of.get(body, (0, 0, 0)))
            self.assertGreater(distance(picture.pixel(*place), ground), 40, body)
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

    def test_cones_open_by_the_friction(self):
        self.open("t=0.9&theme=light&charts=no")
        self.choose_nothing_but_look_at("rest")
        size = self.browser.evaluate("stiction.stage.bodySize")
        # The left front corner: a cone with a flank of 0.42 sizes, half as wide as high. Sideways, as
        # the camera sees it, are places within it and beside it.
        mu = 0.5
        height = 0.6 * 0.42 * size / math.hypot(1, mu)
        left = [c / math.hypot(1, 0.42) for c in (-1, 0.42)]
        places = [[-0.5 + share * mu * height * left[0], 2.5 + share * mu * height * left[1], height]
                  for share in (0.7, 1.4)]
        within, beside = self.pixels_at(places)
        self.browser.press("k")
        within_cone, beside_cone = self.pixels_at(places)
        # Two layers of 22 % of the colour of sticking are before what is behind.
        behind = (1 - 0.22)**2
        self.assert_near(within_cone, [behind * old + (1 - behind) * tint for old, tint
                                       in zip(within, (0, 0x72, 0xb2))], 12)
        self.assert_near(beside_cone, beside, 3)

    def test_normals_are_half_a_body_long(self):
        self.open("t=0.9&theme=light&charts=no")
        self.choose_nothing_but_look_at("rest")
        size = self.browser.evaluate("stiction.stage.bodySize")
        places = [[-0.5, 2.5, share * size] for share in (0.25, 0.45, 0.6)]
        before = self.pixels_at(places)
        self.browser.press("n")
        low, high, beyond = self.pixels_at(places)
        self.assert_near(low, (0, 0x9e, 0x73), 12)
        self.assert_near(high, (0, 0x9e, 0x73), 12)
        self.assert_near(beyond, before[2], 3)

    def test_arrows_are_as_long_as_forces_are_large(self):
        self.open("t=0.9&theme=light&charts=no")
        self.choose_nothing_but_look_at("cover")
        size, typical = self.browser.evaluate(
            "[stiction.stage.bodySize, stiction.stage.contacts.typicalForce]")
        contact = next(row for row in self.rows["contacts"]
                       if row["time"] == "0.9" and row["body_b"] == "cover"
                       and distance([float(row[k]) for k in "xyz"], (-0.5, 2.5, 1)) < 1e-6)
        # On the cover, not on the body that bears it.
        force = [-(float(contact["normal_impulse"]) * float(contact[f"n{k}"])
                   + float(contact[f"friction_{k}"])) / 0.01 for k in "xyz"]
        self.assertGreater(force[2], 0)
        arrow = [size * f / typical for f in force]
        places = [[a + share * b for a, b in zip((-0.5, 2.5, 1), arrow)] for share in (0.5, 1.15)]
        before = self.pixels_at(places)
        self.assertEqual(self.browser.evaluate(
            "document.querySelectorAll('#tools [data-act=lengthen]:not([hidden])').length"), 0)
        self.browser.press("a")
        on_arrow, beyond = self.pixels_at(places)
        self.assert_near(on_arrow, (0, 0x72, 0xb2), 12)
        self.assert_near(beyond, before[1], 3)
        # 1.4 times as long.
        self.browser.click(*self.browser.middle_of("#tools [data-act=lengthen]"))
        self.assert_near(self.pixels_at(places)[1], (0, 0x72, 0xb2), 12)

    def test_islands_have_one_color(self):
        self.open("t=0.1&theme=light&charts=no")
        colored = [self.pixel_of(body, (0, -0.5, 0)) for body in ("rest", "cover")]
        ball = self.pixel_of("ball")
        picture = Picture(self.browser.screenshot())
        self.assertGreater(distance(*(picture.pixel(*place) for place in colored)), 20)
        self.browser.press("i")
        picture = Picture(self.browser.screenshot())
        self.assertLess(distance(*(picture.pixel(*place) for place in colored)), 3)
        self.assertGreater(max(picture.pixel(*colored[0])) - min(picture.pixel(*colored[0])), 40)
        # What nothing touches is grey.
        self.assertLess(max(picture.pixel(*ball)) - min(picture.pixel(*ball)), 25)

    def test_triggers_light_up_while_something_is_in_them(self):
        self.open("theme=light&charts=no")
        # The slider, 0.5 m in front of its middle and as fast as 3 t - mu g t^2 / 2, meets the gate
        # at x = 0.75 after 0.085 s.
        place = [1.2, -1, 0.6]
        yellow = []
        for time in (0.08, 0.12, 0.08):
            self.browser.evaluate(f"stiction.seek({time})")
            [(red, _, blue)] = self.pixels_at([place])
            yellow.append(red - blue)
        self.assertGreater(yellow[1], yellow[0] + 20)
        self.assertLess(abs(yellow[2] - yellow[0]), 5)

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

    def test_buttons_of_the_panel_can_be_pressed_while_the_run_plays(self):
        self.open("t=0&speed=0.1&body=slider&play")
        close = self.browser.middle_of("#panel [data-act=close]")
        cell = "document.querySelector('#panel [data-position]').textContent"
        self.browser.press_mouse(*close)
        self.browser.wait_for(f"{cell} !== '{self.browser.evaluate(cell)}'")
        self.browser.release_mouse(*close)
        self.assertIsNone(self.browser.evaluate("stiction.chosen"))
        self.assertTrue(self.browser.evaluate("panel.hidden"))

    def tab_to(self, selector):
        for _ in range(40):
            if self.browser.evaluate(f"document.activeElement.matches('{selector}')"):
                return
            self.browser.press("Tab")
        self.fail(f"the tab key does not lead to {selector}")

    def test_space_presses_the_button_that_has_the_focus(self):
        self.open("t=0&theme=light")
        self.tab_to("[data-act=theme]")
        self.browser.press(" ")
        self.assertEqual(self.browser.evaluate("document.documentElement.dataset.theme"), "dark")
        self.assertEqual(self.browser.evaluate("stiction.time"), 0)
        # Whoever points at the scene has left the button.
        x, y = self.pixel_of("rest", (0, 0, 4))
        self.browser.click(x, y)
        self.browser.press(" ")
        self.browser.wait_for("stiction.time > 0")
        self.assertEqual(self.browser.evaluate("document.documentElement.dataset.theme"), "dark")

    def test_the_keyboard_alone_chooses_bodies_and_moves_the_camera(self):
        self.open("t=0.5")
        self.tab_to("#bodies")
        self.browser.press("ArrowDown")
        self.browser.press("ArrowDown")
        self.assertEqual(self.browser.evaluate("stiction.chosen"), "slider")
        self.assertEqual(self.browser.evaluate("stiction.time"), 0.5)
        # Pointing at another body or at none is seen in the list.
        self.browser.evaluate("stiction.choose('ball')")
        self.assertEqual(self.browser.evaluate("bodies.selectedOptions[0].textContent"), "ball")
        camera = ("(s => [...s.camera.position.toArray(), ...s.controls.target.toArray()])"
                  "(stiction.stage)")

        def settled_camera():
            self.browser.wait_for("!stiction.stage.moveCamera()")
            numbers = self.browser.evaluate(camera)
            return [a - b for a, b in zip(numbers[:3], numbers[3:])], numbers[3:]

        # Another round of the page leads past the list to the scene, which shows that it is chosen.
        self.tab_to("#view")
        self.assertNotEqual(self.browser.evaluate("getComputedStyle(view).outlineStyle"), "none")
        arm, target = settled_camera()
        self.browser.press("ArrowRight", shift=True)
        turned, same_target = settled_camera()
        self.assert_near(same_target, target, 1e-6)
        self.assertAlmostEqual(distance(turned, [0] * 3), distance(arm, [0] * 3), delta=1e-3)
        self.assertAlmostEqual(turned[2], arm[2], delta=1e-3)
        self.assertGreater(distance(turned, arm), 0.1)
        self.browser.press("ArrowRight")
        same_arm, panned = settled_camera()
        # The turn comes to rest by 12 % per frame; what moves by less than 1e-3 m counts as still.
        self.assert_near(same_arm, turned, 0.02)
        self.assertGreater(distance(panned, target), 0.1)
        self.browser.press("PageUp")
        near, _ = settled_camera()
        self.assertAlmostEqual(distance(turned, [0] * 3) / distance(near, [0] * 3), 1.2, delta=1e-6)
        self.assertEqual(self.browser.evaluate("stiction.time"), 0.5)

    def test_colors_of_contacts_are_those_of_the_theme_everywhere(self):
        for theme, sliding in (("light", "rgb(213, 94, 0)"), ("dark", "rgb(255, 157, 60)")):
            self.open(f"t=0.2&body=slider&theme={theme}")
            for place in ("#panel", "#help"):
                chips = self.read_chips(f"{place} .chip:not([hidden])")
                self.assertIn(sliding, [chip["background"] for chip in chips
                                        if "sliding" in chip["text"]], (theme, place))
        # They change with it.
        self.browser.press("t")
        for place in ("#panel", "#help"):
            self.assertIn("rgb(213, 94, 0)", [chip["background"] for chip in self.read_chips(
                f"{place} .chip:not([hidden])")])

    def read_chips(self, selector):
        return read_chips(self.browser, selector)

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
                ("Step time", "collide"): float(row["collide_us"]),
                ("Step time", "solve"): float(row["solve_us"]),
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

    def test_heading_and_tools_are_apart_at_any_width(self):
        for width in (390, 800, 1090, 1110, 1280):
            self.open("show=forces", width, 520)
            heading, tools = self.browser.evaluate(
                "['heading', 'tools'].map(id => (r => [r.left, r.right, r.top, r.bottom])("
                "document.getElementById(id).getBoundingClientRect()))")
            self.assertTrue(heading[1] <= tools[0] or heading[3] <= tools[2], (width, heading, tools))
            self.assertTrue(0 <= tools[0] < tools[1] <= width, (width, tools))

    def test_it_fits_a_phone(self):
        self.open("theme=dark&body=slider&show=forces", 390, 800, mobile=True)
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 390)
        boxes = self.browser.evaluate(
            "Object.fromEntries(['panel', 'play', 'back', 'forward', 'scrub', 'clock', 'speed',"
            " 'charts-toggle', 'tools'].map(id => [id, (r => [r.left, r.right, r.top, r.bottom])("
            "document.getElementById(id).getBoundingClientRect())]))")
        for name, (left, right, top, bottom) in boxes.items():
            self.assertTrue(0 <= left < right <= 390 and 0 <= top < bottom <= 800, (name, boxes[name]))
        # What has no room in the toolbar is a swipe away.
        self.assertTrue(self.browser.evaluate(
            "['[data-act=lengthen]', '#bodies', '[data-act=help]'].every(name => "
            "document.querySelector('#tools ' + name).offsetWidth > 20)"))
        time = self.browser.evaluate("stiction.time")
        self.browser.click(*self.browser.middle_of("#forward"))
        self.assertAlmostEqual(self.browser.evaluate("stiction.time"), time + 0.01, delta=1e-9)

    def test_the_notice_of_three_js_is_in_the_page(self):
        text = self.page.read_text()
        self.assertIn("The MIT License", text)
        self.assertIn("three.js authors", text)


# Boxes that rest, with 4 contacts each: after 656 steps 200 of them have had 524,288.
MANY_CONTACTS = """<scene version="1" name="many contacts">
  <option timestep="0.01" duration="7"/>
  <body name="ground" static="true"> <plane/> </body>
  <replicate count="20" xyz="2 0 0"> <replicate count="10" xyz="0 2 0">
    <body name="box" xyz="0 0 0.5"> <box size="1 1 1"/> </body>
  </replicate> </replicate>
</scene>
"""

# Loads faster than a page with every shape. Under `frictionless` the slider gets 12 m away, under
# `coulomb` 3.7 m.
SLIDER = """<scene version="1">
  <option timestep="0.01" duration="2"/>
  <body name="ground" static="true"> <plane/> </body>
  <body name="slider" xyz="0 0 0.5" linear_velocity="6 0 0"> <box size="1 1 1"/> </body>
</scene>
"""


# A pyramid of a mesh, a hill, two boxes that are one body on a hinge between them.
LARGE_SHAPES = """<scene version="1">
  <option timestep="0.01" duration="0.1" gravity="0 0 0"/>
  <body name="mesh" static="true" xyz="4 0 0"> <mesh file="m.obj"/> </body>
  <body name="hill" static="true"> <heightfield file="h.txt" size="3 3 1.5"/> </body>
  <body name="pair" xyz="-4 0 1"> <box size="0.5 1 1" xyz="-0.6 0 0"/> <box size="0.5 1 1" xyz="0.6 0 0"/> </body>
  <joint name="hinge" type="revolute" parent="world" child="pair" xyz="-4 0 1" axis="0 0 1"/>
</scene>
"""


def change_run(page, change):
    """Rewrites what a page holds of its run in JSON."""
    def pack(match):
        run = json.loads(zlib.decompress(base64.b64decode(match[2])))
        change(run)
        return match[1] + base64.b64encode(zlib.compress(json.dumps(run).encode())).decode()

    page.write_text(re.sub(r'(id="run">)([^<]*)', pack, page.read_text()))


class OtherPagesTest(unittest.TestCase):
    """Pages of other scenes, and made in other ways."""

    browser = property(lambda self: BROWSER)

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.browser.resize(720, 520)

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    def text_of(self, selector):
        return self.browser.evaluate(f"document.querySelector('{selector}').textContent")

    def compare(self, scene, *options):
        path, page = self.folder / "s.xml", self.folder / "page.html"
        path.write_text(scene)
        result = subprocess.run([STICTION, "compare", path, "--html", page, *options],
                                capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return path, page

    def test_every_nth_frame_shows_the_last_one_too(self):
        page = run_scene(self.folder, SCENE.replace('duration="1"', 'duration="0.57"'),
                         "--every", "10")
        self.browser.open(page, "t=9")
        self.assertAlmostEqual(self.browser.evaluate("stiction.time"), 0.57, delta=1e-9)
        self.assertIn("every 10th shown", self.text_of("#summary"))
        self.assertNotIn("contacts of", self.text_of("#summary"))

    def test_thinned_contacts_are_told(self):
        page = run_scene(self.folder, MANY_CONTACTS)
        self.browser.open(page, "t=5.01&body=box-0-0")
        self.assertIn("contacts of every 2nd", self.text_of("#summary"))
        self.assertNotIn("shown", self.text_of("#summary"))
        self.assertIn("of every 2nd step; these are of 5 s", self.text_of("#panel .contact-time"))
        # All the same its contacts bear its weight.
        self.assertAlmostEqual(self.browser.evaluate("stiction.state('box-0-0').contact_force[2]"),
                               9810, delta=1)

    def test_warnings_have_a_badge(self):
        page = run_scene(self.folder, SLIDER.replace('xyz="0 0 0.5"', 'xyz="0 0 0.4"'))
        self.browser.open(page)
        badge = "#badges [data-act=warnings]"
        self.assertEqual(self.text_of(badge), "1 warning")
        self.browser.click(*self.browser.middle_of(badge))
        self.assertIn("overlap by 0.1 m", self.text_of("#panel"))

        # What found no room in the page is one more.
        def leave_out(run):
            run["trigger_changes_left_out"] = 7

        change_run(page, leave_out)
        self.browser.open(page)
        self.assertEqual(self.text_of(badge), "2 warnings")
        self.browser.click(*self.browser.middle_of(badge))
        self.assertIn("The last 7 entries into and exits from triggers", self.text_of("#panel"))

    def test_other_runs_of_a_comparison_are_ghosts(self):
        scene, page = self.compare(SCENE, "--models", "coulomb,frictionless",
                                   "--timesteps", "0.01,0.004")
        self.browser.open(page, "theme=light&charts=no")
        chips = self.browser.evaluate("[...document.querySelectorAll('#badges .chip')]"
                                      ".map(chip => chip.textContent)")
        self.assertEqual(len(chips), 3)
        # Each on its colour, in a text that can be read.
        for chip, color in zip(read_chips(self.browser, "#badges .chip"),
                               ("rgb(213, 94, 0)", "rgb(0, 158, 115)", "rgb(204, 121, 167)")):
            self.assertEqual(chip["background"], color)
            self.assertGreater(contrast(chip["background"], chip["color"]), 4.5, chip)
        for number, options in enumerate((("coulomb", "0.004"), ("frictionless", "0.01"),
                                          ("frictionless", "0.004"))):
            self.assertTrue(all(word in chips[number] for word in options), chips)
            file = self.folder / "t.csv"
            subprocess.run([STICTION, "run", scene, "--quiet", "--model", options[0],
                            "--timestep", options[1], "--trajectory", file], capture_output=True)
            rows = list(csv.DictReader(file.read_text().splitlines()))
            for time in ("0", "0.2", "0.8"):
                self.browser.evaluate(f"stiction.seek({time})")
                for row in (row for row in rows if row["time"] == time):
                    pose = self.browser.evaluate(f"stiction.ghost({number}, '{row['body']}')")
                    self.assertLess(distance(pose[:3], [float(row[k]) for k in "xyz"]), 1e-5, row)
        # Where a ghost has gone ahead of the slider its colour is seen, until they are hidden.
        self.browser.evaluate("stiction.seek(1)")
        place = self.browser.evaluate("stiction.project(stiction.ghost(1, 'slider').slice(0, 3))")
        with_ghosts = Picture(self.browser.screenshot()).pixel(*place)
        self.browser.press("o")
        without = Picture(self.browser.screenshot()).pixel(*place)
        self.assertGreater(distance(with_ghosts, without), 15)

    def test_ghosts_that_go_far_are_in_view(self):
        _, page = self.compare(SLIDER, "--models", "coulomb,frictionless")
        self.browser.open(page, "t=2&theme=light&charts=no")
        end = self.browser.evaluate("stiction.ghost(0, 'slider').slice(0, 3)")
        self.assertAlmostEqual(end[0], 12, delta=1e-5)
        x, y = self.browser.evaluate(f"stiction.project({end})")
        width, height = self.browser.evaluate("[view.clientWidth, view.clientHeight]")
        self.assertTrue(0 < x < width and 0 < y < height, (x, y))

    def test_meshes_terrain_compounds_and_joints_are_drawn_and_chosen_where_they_are(self):
        (self.folder / "m.obj").write_text("v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\n"
                                            "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        (self.folder / "h.txt").write_text("0 0 0\n0 1 0\n0 0 0\n")
        self.browser.open(run_scene(self.folder, LARGE_SHAPES), "theme=light&charts=no")
        self.browser.press("j")
        places = {"mesh": (4.4, 0.4, 0.4), "hill": (0, 0, 0.7), "pair": (-4.6, 0, 1), "": (-4, 0, 1), " ": (2.4, 0, 2)}
        points = {name: self.browser.evaluate(f"stiction.project({list(place)})")
                  for name, place in places.items()}
        picture = Picture(self.browser.screenshot())
        sky = picture.pixel(*points[" "])
        for name, point in points.items():
            self.browser.click(*point)
            self.assertEqual(self.browser.evaluate("stiction.chosen"), name.strip() or None, name)
            far = distance(picture.pixel(*point), sky)
            self.assertTrue(far > 40 if name.strip() else far < 10, (name, far))
            self.browser.press("Escape")
        # The hinge is between the boxes, where nothing else is.
        self.browser.press("j")
        self.assertGreater(distance(Picture(self.browser.screenshot()).pixel(*points[""]), sky), 40)

    def test_far_from_the_origin_the_same_is_drawn(self):
        seen = []
        for x, y in ((0, 0), (500000, 5000000)):
            page = run_scene(self.folder, SLIDER.replace('xyz="0 0 0.5"', f'xyz="{x} {y} 0.5"'))
            self.browser.open(page, "t=0.3&theme=light&charts=no")
            state = self.browser.evaluate("stiction.state('slider').position")
            place = [state[0] - x, state[1] - y, state[2]]
            pixel = self.browser.evaluate(f"stiction.project({state})")
            picture = Picture(self.browser.screenshot())
            colors = [picture.pixel(column, row) for row in range(90, 380, 7) for column in range(5, 715, 7)]
            seen.append((place, pixel, colors))
        (place, pixel, colors), (far_place, far_pixel, far_colors) = seen
        self.assertLess(distance(place, far_place), 1e-6)
        self.assertLess(distance(pixel, far_pixel), 1)
        # Also what is beside the body: the grid of the ground, shadows.
        others = sum(distance(near, far) > 10 for near, far in zip(colors, far_colors))
        self.assertLess(others, 0.02 * len(colors))

    def test_names_are_text_whatever_they_look_like(self):
        names = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "a\"b'c`${1}&amp;",
                 "Würfel 漢字 😀"]
        bodies = "".join(f'<body name={quoteattr(name)} xyz="{2 * k} 0 0.5" material="&lt;b&gt;">'
                         '<box size="1 1 1"/> </body>' for k, name in enumerate(names))
        page = run_scene(self.folder, f"""<scene version="1" name={quoteattr(names[1])}>
            <option duration="0.1"/> <material name="&lt;b&gt;" friction="0.5"/>
            <body name="ground" static="true"> <plane/> </body> {bodies}
            <expect body={quoteattr(names[0])} quantity="position.z" below="0.1"/> </scene>""")
        self.browser.open(page)
        self.assertEqual(self.browser.evaluate("document.title"), f"{names[1]} - Stiction")
        self.assertEqual(self.text_of("#heading h1"), names[1])
        for name in names:
            self.browser.evaluate(f"stiction.choose({json.dumps(name)})")
            self.assertEqual(self.text_of("#panel h2"), name)
            self.assertIn("box of <b>,", self.text_of("#panel"))
        self.browser.click(*self.browser.middle_of("#badges button"))
        self.assertIn(names[0], self.text_of("#panel"))
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('img, #panel script').length"), 0)

    def test_runs_without_bodies_or_with_one_step_can_be_seen(self):
        for scene, steps in (('<scene version="1"><option duration="0.1"/></scene>', 10),
                             (SLIDER.replace('duration="2"', 'duration="0.01"'), 1)):
            self.browser.open(run_scene(self.folder, scene), "t=9&show=forces,cones,normals,islands")
            self.assertAlmostEqual(self.browser.evaluate("stiction.time"), 0.01 * steps, delta=1e-9)
            self.assertIn(f"{steps} step", self.text_of("#summary"))
            self.assertNotIn("NaN", self.browser.evaluate("document.body.innerHTML"))

    def test_old_browsers_are_told_what_they_lack(self):
        page = run_scene(self.folder, SCENE)
        for lack in ("HTMLScriptElement.supports = () => false", "delete window.DecompressionStream"):
            script = self.browser.call("Page.addScriptToEvaluateOnNewDocument", source=lack)
            self.browser.navigate(page)
            self.browser.wait_for("document.getElementById('failure')?.hidden === false")
            self.assertIn("too old", self.text_of("#failure[role=alert]"))
            self.browser.call("Page.removeScriptToEvaluateOnNewDocument",
                              identifier=script["identifier"])

    def test_the_first_command_of_the_readme_makes_a_page_that_moves(self):
        """With the built command in the place of ./tools/run, which builds it."""
        line = re.search(r"^\./tools/run (.*)$", (SOURCE / "README.md").read_text(), re.M)[1]
        (self.folder / "scenes").symlink_to(SOURCE / "scenes")
        arguments = shlex.split(line, comments=True)
        result = subprocess.run([STICTION, "run", *arguments], cwd=self.folder, capture_output=True,
                                text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.browser.open(self.folder / arguments[arguments.index("--html") + 1], "theme=light")
        first = Picture(self.browser.screenshot())
        self.browser.evaluate("stiction.play()")
        self.browser.wait_for("stiction.time > 0")
        self.browser.evaluate("(stiction.pause(), stiction.seek(stiction.report.time))")
        last = Picture(self.browser.screenshot())
        changed = sum(distance(first.pixel(x, y), last.pixel(x, y)) > 30
                      for x in range(0, 720, 8) for y in range(0, 300, 8))
        self.assertGreater(changed, 20)


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: there is no Chromium here; tools/install-dependencies installs it")
        sys.exit(77)
    STICTION = str(Path(sys.argv.pop(1)).resolve())
    SOURCE = Path(sys.argv.pop(1)).resolve()
    unittest.main()
