#!/usr/bin/env python3
"""The code of README.md and docs/: every block is tested, and the commands in them run.

Usage: docs_test.py STICTION SOURCE_FOLDER [TEST...].
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

STICTION = ""
SOURCE = Path()

# Who tests the blocks of a language in a file, and how many there are.
TESTED_BY = {
    ("README.md", "sh"): (1, "tests/command/docs_test.py"),
    ("README.md", "xml"): (1, "tests/package/test_package.cmake"),
    ("README.md", "cpp"): (1, "tests/package/test_package.cmake"),
    ("README.md", "cmake"): (1, "tests/command/docs_test.py"),
    ("docs/linking.md", "cmake"): (1, "tests/command/docs_test.py"),
    ("docs/bring-your-robot.md", "xml"): (2, "tests/scene/robot_guide_test.cpp"),
    ("docs/bring-your-robot.md", "cpp"): (2, "tests/scene/robot_guide_test.cpp"),
    ("docs/write-your-own-contact-model.md", "cpp"): (10, "tests/scene/user_model_guide_test.cpp"),
    ("docs/write-your-own-contact-model.md", "xml"): (1, "tests/scene/user_model_guide_test.cpp"),
    ("docs/write-your-own-shape.md", "cpp"): (1, "tests/scene/support_shape_guide_test.cpp"),
    ("docs/scenes.md", "xml"): (2, "tests/scene/scene_reference_test.cpp"),
    ("docs/queries.md", "cpp"): (2, "tests/world/queries_guide_test.cpp"),
    ("docs/recordings.md", "python"): (2, "tests/command/recording_test.py"),
    ("docs/compare.md", "sh"): (1, "tests/command/docs_test.py"),
    ("docs/problems.md", "sh"): (1, "tests/command/docs_test.py"),
}


def read_blocks():
    """By file and language, the texts of the fenced blocks; figures and outputs have no language."""
    blocks = {}
    for path in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]:
        text = path.read_text()
        for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.S | re.M):
            blocks.setdefault((path.relative_to(SOURCE).as_posix(), language), []).append(block)
    return blocks


class DocsTest(unittest.TestCase):
    def setUp(self):
        self.blocks = read_blocks()

    def test_every_block_is_tested(self):
        self.assertEqual({key: len(blocks) for key, blocks in self.blocks.items()},
                         {key: count for key, (count, _) in TESTED_BY.items()})
        for (file, _), (_, test) in TESTED_BY.items():
            text = (SOURCE / test).read_text()
            self.assertIn(Path(file).name, text, test)

    def test_the_commands_run(self):
        for key in (("docs/compare.md", "sh"), ("docs/problems.md", "sh")):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "scenes").symlink_to(SOURCE / "scenes")
                # A contact problem of its own in the place of those that the page is about.
                subprocess.run([STICTION, "run", "scenes/stack.xml", "--duration", "0.02", "--quiet",
                                "--dump-problems", "dumped"], cwd=folder, capture_output=True)
                dumped = sorted((folder / "dumped").iterdir())[0]
                dumped.rename(folder / "problem")
                if (folder / "problem" / "problem.hdf5").exists():
                    (folder / "problem" / "problem.hdf5").rename(folder / "rover.hdf5")
                for line in self.blocks[key][0].splitlines():
                    words = shlex.split(line, comments=True)
                    self.assertEqual(words[0], "stiction")
                    if "rover.hdf5" in words and not (folder / "rover.hdf5").exists():
                        continue  # built without HDF5
                    words[0] = STICTION
                    result = subprocess.run(words, cwd=folder, capture_output=True, text=True)
                    self.assertEqual(result.returncode, 0, (line, result.stderr))

    def test_the_scripts_of_the_readme_are_there(self):
        for line in self.blocks["README.md", "sh"][0].splitlines():
            script, *arguments = shlex.split(line, comments=True)
            self.assertTrue(os.access(SOURCE / script, os.X_OK), script)
            for argument in arguments:
                if argument.endswith(".xml"):
                    self.assertTrue((SOURCE / argument).exists(), argument)

    def test_linking_is_told_as_the_consumer_of_the_package_tests_does_it(self):
        consumer = (SOURCE / "tests" / "package" / "consumer" / "CMakeLists.txt").read_text()
        consumer = consumer.replace("${EXPECTED_VERSION} EXACT ", "")
        for file in ("README.md", "docs/linking.md"):
            for line in self.blocks[file, "cmake"][0].splitlines():
                code = line.partition("#")[0].strip()
                self.assertRegex(consumer, re.escape(code).replace("my_program", r"\S+"))


if __name__ == "__main__":
    STICTION = str(Path(sys.argv.pop(1)).resolve())
    SOURCE = Path(sys.argv.pop(1)).resolve()
    unittest.main()
