#!/usr/bin/env python3
"""tools/gallery makes a page and a picture of each scene, and an index of them.

Usage: gallery_test.py STICTION SOURCE_FOLDER. Exit status 77, a skipped test, if there is no Chromium.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "viewer"))
from browser import Picture, find_chromium

STICTION = ""
SOURCE = Path()


class GalleryTest(unittest.TestCase):
    def test_each_scene_has_a_page_and_a_picture_of_it(self):
        names = ("incline_stick", "four_bar")
        pictures = {path: path.read_bytes() for path in (SOURCE / "docs" / "pictures").iterdir()}
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "gallery"
            result = subprocess.run(
                [SOURCE / "tools" / "gallery", folder,
                 *(SOURCE / "scenes" / f"{scene}.xml" for scene in names)],
                capture_output=True, text=True, env=os.environ | {"STICTION": STICTION})
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stdout, f"{folder}/index.html\n")
            index = (folder / "index.html").read_text()
            self.assertTrue(index.endswith("</main></html>\n"))
            for scene in names:
                self.assertIn(f'<a href="{scene}.html"><img src="{scene}.png"', index)
                self.assertTrue((folder / f"{scene}.html").read_text().endswith("</html>\n"))
                picture = Picture((folder / f"{scene}.png").read_bytes())
                self.assertEqual((picture.width, picture.height), (960, 540))
                # There is more to see than sky and ground.
                colors = {picture.pixel(x, y) for x in range(0, 960, 12) for y in range(60, 500, 12)}
                self.assertGreater(len(colors), 20, scene)
            self.assertNotIn("failed", index)
        # Those of the README are made when all scenes are.
        for path, content in pictures.items():
            self.assertEqual(path.read_bytes(), content)


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: there is no Chromium here; tools/install-dependencies installs it")
        sys.exit(77)
    STICTION = str(Path(sys.argv.pop(1)).resolve())
    SOURCE = Path(sys.argv.pop(1)).resolve()
    unittest.main()
