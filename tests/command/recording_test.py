#!/usr/bin/env python3
"""Tests of `run --record`, `view` and `replay`, with the reader of docs/recordings.md.

Usage: recording_test.py STICTION SOURCE_FOLDER [TEST...].
"""

import contextlib
import csv
import io
import json
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from pathlib import Path

STICTION = ""
SOURCE = Path()

SCENE = """<scene version="1" name="recorded">
  <option timestep="0.01" duration="0.3"/>
  <body name="ground" static="true"> <plane/> </body>
  <body name="slider" xyz="0 0 0.5" linear_velocity="3 0 0"> <box size="1 1 1"/> </body>
  <body name="wedge" xyz="0 4 2" angular_velocity="1 2 3"> <hull file="wedge.obj"/> </body>
  <body name="gate" static="true" xyz="1 0 0.5"> <box size="0.5 2 1" trigger="true"/> </body>
</scene>
"""
WEDGE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def stiction(*words, **options):
    return subprocess.run([STICTION, *map(str, words)], capture_output=True, text=True,
                          timeout=120, **options)


class RecordingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = (SOURCE / "docs" / "recordings.md").read_text()
        cls.reader, cls.use_of_reader = re.findall(r"\n```python\n(.*?)```", text, re.S)
        cls.guide = {}
        exec(cls.reader, cls.guide)

    def read(self, path):
        """The head, the frames and the end, None if there is none, as the reader of the guide has them."""
        head, frames, end = None, [], None
        for kind, content in self.guide["read_blocks"](path):
            if kind == b"head":
                head = json.loads(content)
                moving = [b["name"] for b in head["start"]["bodies"] if b["kind"] != "static"]
            if kind == b"end ":
                end = json.loads(content)
            if kind == b"step":
                frames += [dict(zip(("step", "figures", "motions", "contacts", "trigger_changes"), frame))
                           for frame in self.guide["read_frames"](content, moving)]
        return head, frames, end

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.scene = self.folder / "s.xml"
        self.scene.write_text(SCENE)
        (self.folder / "wedge.obj").write_text(WEDGE)
        self.recording = self.folder / "run.rec"

    def record(self, *options):
        result = stiction("run", self.scene, "--record", self.recording, "--quiet", *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_the_guide_reads_what_the_tables_have(self):
        files = {name: self.folder / name for name in ("trajectory", "contacts", "steps", "report")}
        self.record(*(word for name in files for word in (f"--{name}", files[name])))
        head, frames, end = self.read(self.recording)
        self.assertEqual(len(frames), 31)
        self.assertEqual(head["scene"]["text"], SCENE)
        rows = {name: list(csv.DictReader(files[name].read_text().splitlines()))
                for name in ("trajectory", "contacts", "steps")}
        motions = [(body, motion) for frame in frames for body, motion in frame["motions"].items()]
        self.assertEqual(len(motions), len(rows["trajectory"]))
        for (body, motion), row in zip(motions, rows["trajectory"]):
            self.assertEqual(body, row["body"])
            self.assertEqual(list(motion), [float(x) for x in list(row.values())[2:]])
        bodies = [body["name"] for body in head["start"]["bodies"]]
        contacts = [contact for frame in frames for contact in frame["contacts"]]
        self.assertEqual(len(contacts), len(rows["contacts"]))
        single = lambda text: struct.unpack("f", struct.pack("f", float(text)))[0]
        for contact, row in zip(contacts, rows["contacts"]):
            self.assertEqual([bodies[contact[0]], bodies[contact[1]]], [row["body_a"], row["body_b"]])
            self.assertEqual(list(contact[5:16]), [single(x) for x in list(row.values())[3:14]])
            self.assertEqual(["open", "sticking", "sliding"][contact[17]], row["state"])
        for frame, row in zip(frames[1:], rows["steps"]):
            values = list(row.values())
            self.assertEqual(frame["figures"][:8], [float(x) for x in values[1:9]])
        self.assertEqual([change[1] for frame in frames for change in frame["trigger_changes"]], [1])
        self.assertEqual(end["report"], json.loads(files["report"].read_text()))

    def test_the_program_of_the_guide_runs(self):
        self.record()
        place = os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(self.reader + self.use_of_reader, {})
        finally:
            os.chdir(place)
        lines = out.getvalue().splitlines()
        self.assertEqual(len(lines), 31)
        self.assertRegex(lines[30], r"^30 \{'slider': \(0\.[67]\d*, \S+, 0\.[45]\d*\), 'wedge': ")
        self.assertLessEqual(len(self.reader.splitlines()), 30)

    def test_a_replay_is_the_same_to_the_bit(self):
        for options in ((), ("--timestep", "0.005", "--model", "no-slip"), ("--every", "7"),
                        ("--threads", "2", "--duration", "0.1", "--effort", "70")):
            self.record(*options)
            result = stiction("replay", self.recording, cwd="/")
            self.assertEqual((result.returncode, result.stderr), (0, ""), options)
            self.assertTrue(result.stdout.startswith("the same: 2 bodies in "), result.stdout)

    def test_a_scene_from_standard_input_is_replayed(self):
        result = subprocess.run([STICTION, "run", "-", "--record", "run.rec", "--quiet"],
                                input=SCENE, text=True, cwd=self.folder, capture_output=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(stiction("replay", self.recording).returncode, 0)

    def change(self, kind, edit):
        """Changes the contents of the blocks of a kind, with right checksums."""
        data = self.recording.read_bytes()
        at, out = 12, data[:12]
        while at < len(data):
            name, packed, _, _ = struct.unpack_from("<4s3I", data, at)
            content = zlib.decompress(data[at + 16:at + 16 + packed])
            at += 16 + packed
            if name == kind:
                content = edit(content)
            block = zlib.compress(content)
            head = struct.pack("<4s2I", name, len(block), len(content))
            out += head + struct.pack("<I", zlib.crc32(head + block)) + block
        self.recording.write_bytes(out)

    def test_a_replay_names_the_first_step_and_body_that_differ(self):
        self.record()
        # Another law in the head: the crate slides farther from the first step on.
        self.change(b"head", lambda head: head.replace(b'"coulomb"', b'"frictionless"'))
        result = stiction("replay", self.recording)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stdout, r"^step 1 \(t = 0\.01 s\): slider differs: position by "
                         r"\S+ m, .*velocity by 0\.04905\d* m/s")
        # One bit of one number of the recording, in frame 12 of the wedge.
        self.record()
        num_before = 0

        def flip(content):
            nonlocal num_before
            count = struct.unpack_from("<I", content)[0]
            frame = 12 - num_before
            num_before += count
            if not 0 <= frame < count:
                return content
            # The lowest byte of x: first plane of the table of motions, two bodies a frame.
            place = 16 + 16 * 8 * count + 2 * frame + 1
            return content[:place] + bytes([content[place] ^ 1]) + content[place + 1:]

        self.change(b"step", flip)
        result = stiction("replay", self.recording)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stdout, r"^step 12 \(t = 0\.12 s\): wedge differs: position by \S+ m\n$")

    def test_a_file_that_has_changed_is_named(self):
        self.record()
        (self.folder / "wedge.obj").write_text(WEDGE + "# another\n")
        result = stiction("replay", self.recording)
        self.assertEqual(result.returncode, 2)
        self.assertIn("wedge.obj:1: has changed since it was recorded", result.stderr)
        (self.folder / "wedge.obj").unlink()
        result = stiction("replay", self.recording)
        self.assertEqual(result.returncode, 2)
        self.assertIn("no such file", result.stderr)

    def test_a_killed_run_leaves_a_recording(self):
        self.scene.write_text(SCENE.replace('duration="0.3"', 'duration="1e6"'))
        run = subprocess.Popen([STICTION, "run", self.scene, "--record", self.recording, "--quiet"])
        # A block may be long: the size of the file alone does not tell that a frame is whole.
        while (not self.recording.exists() or self.recording.stat().st_size < 100_000
               or len(self.read(self.recording)[1]) <= 100):
            self.assertIsNone(run.poll())
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        run.wait()
        _, frames, end = self.read(self.recording)
        self.assertIsNone(end)
        self.assertGreater(len(frames), 100)
        self.assertEqual([frame["step"] for frame in frames], list(range(len(frames))))
        last = len(frames) - 1
        result = stiction("replay", self.recording)
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"up to step {last} ", result.stdout)
        self.assertIn(f"cut off after step {last}; everything up to there is intact", result.stderr)

    def test_the_page_of_a_recording_is_that_of_the_run(self):
        page = self.folder / "run.html"
        self.record("--html", page)
        other = self.folder / "view.html"
        result = stiction("view", self.recording, "--html", other)
        if "without three.js" in result.stderr:
            self.skipTest("no three.js")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(page.read_bytes(), other.read_bytes())
        # Without a name the page is beside the recording, and what is there is kept.
        page.unlink()
        result = stiction("view", self.recording)
        self.assertEqual((result.returncode, result.stdout), (0, f"{page}\n"))
        self.assertEqual(page.read_bytes(), other.read_bytes())
        result = stiction("view", self.recording)
        self.assertEqual(result.returncode, 2)
        self.assertIn("run.html: already exists", result.stderr)
        # Of a part of it there is a page, too.
        self.recording.write_bytes(self.recording.read_bytes()[:-20])
        result = stiction("view", self.recording, "--html", other)
        self.assertEqual(result.returncode, 2)
        self.assertIn("cut off after step 30", result.stderr)
        self.assertTrue(other.read_text().endswith("</html>\n"))

    def test_nonsense_in_the_head_is_told_and_leaves_the_file(self):
        file = self.folder / "file"
        for before, after, status in ((b'"every":1', b'"every":0', 0),
                                      (b'"bodies":[', b'"bodies":7,"others":[', 2),
                                      (b'"shapes"', b'"shape"', 2),
                                      (b'"gravity":[', b'"gravity":[{},', 2),
                                      (b'"pose":[0.0,', b'"pose":[', 2),
                                      (b'"scale":[', b'"scale":["1",', 2),
                                      (b'"timestep"', b'"timestop"', 2)):
            self.record()
            self.change(b"head", lambda head: head.replace(before, after))
            for option in ("--html", "--gltf"):
                file.write_text("old")
                result = stiction("view", self.recording, option, file)
                if "without three.js" in result.stderr:
                    continue
                self.assertEqual(result.returncode, status, (before, option, result.stderr))
                self.assertEqual(file.read_text() == "old", status == 2, (before, option))
                if status == 2:
                    self.assertIn("run.rec: the recording is damaged, in its head", result.stderr)

    def test_nonsense_in_the_end_is_told(self):
        self.record()
        self.change(b"end ", lambda end: b'{"report":7}')
        result = stiction("view", self.recording, "--gltf", self.folder / "run.gltf")
        self.assertEqual(result.returncode, 2)
        self.assertIn("damaged: its last block is invalid after step 30", result.stderr)

    def test_bad_files_are_told(self):
        self.record()
        for words, told in (
                (("view", self.scene, "--html", "-"), "not a recording"),
                (("replay", self.folder / "no.rec"), "no.rec: cannot be read: No such file"),
                (("replay", self.folder), "is a directory"),
                (("view", self.recording, "--html", self.recording), "is the recording itself"),
                (("run", self.scene, "--record", self.scene), "is the scene file itself"),
                (("run", self.scene, self.scene, "--record", "x"), "expected a single scene")):
            result = stiction(*words)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn(told, result.stderr)
        self.assertGreater(self.recording.stat().st_size, 1000)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_a_full_disk_ends_the_run_with_the_other_files_whole(self):
        steps = self.folder / "steps.csv"
        result = stiction("run", self.scene, "--record", "/dev/full", "--steps", steps)
        self.assertEqual(result.returncode, 2)
        self.assertIn("--record: cannot write /dev/full: No space left on device", result.stderr)
        self.assertTrue(steps.read_text().endswith("\n"))


if __name__ == "__main__":
    STICTION = str(Path(sys.argv.pop(1)).resolve())
    SOURCE = Path(sys.argv.pop(1))
    unittest.main()
