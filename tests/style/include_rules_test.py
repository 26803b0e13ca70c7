#!/usr/bin/env python3
"""Shows that the include rules catch what they forbid and accept what they allow."""

import tempfile
import unittest
from pathlib import Path

from include_rules import Checker, includes_of

ABI = "#include <stiction/abi.h>\n"

# A tree that keeps every rule.
SOUND = {
    "include/stiction/abi.h": "#include <C++20>\n#include <Eigen/Core>\n",
    "src/abi.cpp": "#include <stiction/scene/report.h>\n",
    "include/stiction/version.h": "#include <string_view>\n",
    "include/stiction/math/vector.h": "#include <Eigen/Core>\n",
    "src/math/vector.cpp": "#include <stiction/math/vector.h>\n",
    "tests/math/vector_test.cpp": "",
    "include/stiction/lcp/lcp.h": "#include <stiction/math/vector.h>\n#include <vector>\n",
    "src/lcp/matrix_market.cpp": "#include <fstream>\n",
    "tests/lcp/lcp_test.cpp": "",
    "include/stiction/body/body.h": "#include <stiction/math/vector.h>\n",
    "tests/body/body_test.cpp": "",
    "include/stiction/collision/manifold.h": "#include <stiction/math/vector.h>\n",
    "src/collision/bullet.h": "#include <BulletCollision/btCollisionObject.h>\n",
    "src/collision/bullet.cpp": '#include "bullet.h"\n\n#include <btBulletCollisionCommon.h>\n',
    "tests/collision/manifold_test.cpp": "",
    "include/stiction/contact/contact_problem.h": "#include <stiction/lcp/lcp.h>\n",
    "include/stiction/contact/assembly.h": "#include <stiction/body/body.h>\n",
    "tests/contact/assembly_test.cpp": "",
    "include/stiction/model/coulomb.h": "#include <stiction/contact/contact_problem.h>\n",
    "tests/model/coulomb_test.cpp": "",
    "include/stiction/scene/report.h": "#include <stiction/version.h>\n",
    "src/scene/scene_file.cpp": "#include <tinyxml2.h>\n\n#include <nlohmann/json.hpp>\n",
    "tests/scene/report_test.cpp": "",
    "tools/command/main.cpp": "#include <command_line/line.h>\n#include <unistd.h>\n",
    "tools/command_line/line.h": "#include <string>\n",
    "tools/command_line/command_line.cpp": '#include "line.h"\n\n#include <CLI/CLI.hpp>\n',
    "tools/bench/main.cpp": "#include <benchmark/benchmark.h>\n#include <stiction/version.h>\n",
}


def opening_of(path):
    """What every file of that name begins with."""
    if not path.endswith(".h"):
        return ""
    is_public = path.startswith("include/") and path != "include/stiction/abi.h"
    return "#pragma once\n" + (ABI if is_public else "")


def violations_of(changes):
    """The violations of the sound tree with `changes` (path: text, or None to leave it out)."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in (SOUND | changes).items():
            if text is None:
                continue
            file = Path(root) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(opening_of(path) + text)
        return Checker(root).run()


class IncludeRules(unittest.TestCase):
    def assert_caught(self, path, text, message):
        violations = violations_of({path: text})
        self.assertEqual(len(violations), 1, violations)
        self.assertTrue(violations[0].startswith(path + ":"), violations[0])
        self.assertIn(message, violations[0])

    def test_a_sound_tree_passes(self):
        self.assertEqual(violations_of({}), [])

    def test_layers(self):
        upward = "#include <stiction/body/body.h>\n"
        for path in ("include/stiction/math/bad.h", "src/lcp/bad.cpp", "src/collision/bad.cpp",
                     "src/model/bad.cpp"):
            with self.subTest(path):
                self.assert_caught(path, upward, "may not include <stiction/body/body.h>")

    def test_version_is_for_those_who_tell_it(self):
        self.assert_caught("src/math/bad.cpp", "#include <stiction/version.h>\n", "math may not")

    def test_a_source_in_no_layer_sees_no_layer(self):
        self.assert_caught("src/bad.cpp", "#include <stiction/math/vector.h>\n", "in no layer")

    def test_model_sees_only_the_numbers_of_contact(self):
        include = "#include <stiction/contact/assembly.h>\n"
        self.assert_caught("src/model/bad.cpp", include, "model may not include")

    def test_the_numbers_of_contact_stay_numbers(self):
        path = "include/stiction/contact/contact_problem.h"
        for header in ("body/body.h", "contact/assembly.h", "collision/manifold.h"):
            with self.subTest(header):
                self.assert_caught(path, f"#include <stiction/{header}>\n", "numbers only")

    def test_other_libraries_are_private(self):
        cases = {
            "BulletCollision/btBoxShape.h": "src/world/bad.cpp",
            "btBulletCollisionCommon.h": "include/stiction/collision/bad.h",
            "LinearMath/btVector3.h": "tools/command/bad.cpp",
            "ccd/ccd.h": "src/geometry/bad.cpp",
            "tinyxml2.h": "include/stiction/scene/bad.h",
            "nlohmann/json.hpp": "tools/bench/bad.cpp",
            "CLI/CLI.hpp": "tools/command/bad.cpp",
            "benchmark/benchmark.h": "tools/command/bad.cpp",
        }
        for header, path in cases.items():
            with self.subTest(header):
                also = {
                    "include/stiction/world/world.h": "",
                    "tests/world/world_test.cpp": "",
                    "include/stiction/geometry/shape.h": "",
                    "tests/geometry/shape_test.cpp": "",
                }
                violations = violations_of(also | {path: f"#include <{header}>\n"})
                self.assertEqual(len(violations), 1, violations)
                self.assertIn("only", violations[0])

    def test_unknown_headers(self):
        for header in ("boost/any.hpp", "unistd.h", "math.h"):
            with self.subTest(header):
                self.assert_caught("src/math/bad.cpp", f"#include <{header}>\n", "neither")

    def test_the_library_is_silent_and_leaves_files_alone(self):
        cases = {"iostream": "src/scene/bad.cpp", "cstdio": "src/lcp/bad.cpp",
                 "fstream": "src/body/bad.cpp", "filesystem": "include/stiction/body/bad.h"}
        for header, path in cases.items():
            with self.subTest(header):
                self.assert_caught(path, f"#include <{header}>\n", "never prints")

    def test_private_headers_stay_in_their_folder(self):
        for name in ("bullet.h", "../collision/bullet.h", "collision/bullet.h"):
            with self.subTest(name):
                include = f'#include "{name}"\n'
                self.assert_caught("src/lcp/bad.cpp", include, "not a private header")

    def test_programs_share_libraries_alone(self):
        cases = {
            "command/main.h": ("tools/bench/bad.cpp", "programs share"),
            "command_line/line.h": ("src/scene/bad.cpp", "programs share"),
            "command_line/gone.h": ("tools/bench/bad.cpp", "does not exist in tools/"),
        }
        for header, (path, message) in cases.items():
            with self.subTest(header):
                self.assert_caught(path, f"#include <{header}>\n", message)

    def test_public_headers_have_no_private_ones(self):
        path = "include/stiction/math/bad.h"
        self.assert_caught(path, '#include "vector.h"\n', "public headers only")

    def test_a_header_of_the_project_exists(self):
        include = "#include <stiction/math/gone.h>\n"
        self.assert_caught("src/math/bad.cpp", include, "does not exist")

    def test_an_include_that_cannot_be_read(self):
        self.assert_caught("src/math/bad.cpp", "#include HEADER\n", "names its file")

    def test_the_line_is_told(self):
        path = "src/math/bad.cpp"
        text = "/* #include <a/a.h>\n*/\n// #include <b/b.h>\n\n  #  include <c/c.h>\n"
        places = [line.split(": ")[0] for line in violations_of({path: text})]
        self.assertEqual(places, [path + ":5"])

    def test_strings_hide_no_include(self):
        text = 'const char* opening = "/*";\n#include <vector>\nconst char* closing = "*/";\n'
        self.assertEqual(list(includes_of(text)), [(2, "<", "vector")])

    def test_pragma_once(self):
        with tempfile.TemporaryDirectory() as root:
            for path in ("include/stiction/math/bare.h", "tests/math/bare_test.cpp"):
                file = Path(root) / path
                file.parent.mkdir(parents=True)
                file.write_text("// #pragma once\n")
            violations = Checker(root).run()
            found = [line for line in violations if "#pragma once" in line]
            self.assertEqual(len(found), 1, violations)

    def test_public_headers_begin_with_the_binary_interface(self):
        for text in ("#include <vector>\n" + ABI, ""):
            with self.subTest(text), tempfile.TemporaryDirectory() as root:
                for path, content in {"include/stiction/abi.h": "",
                                      "include/stiction/math/bare.h": text,
                                      "include/stiction/math/sound.h": ABI + "#include <vector>\n",
                                      "tests/math/bare_test.cpp": ""}.items():
                    file = Path(root) / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text("#pragma once\n" + content)
                violations = Checker(root).run()
                self.assertEqual(len(violations), 1, violations)
                self.assertIn("bare.h", violations[0])
                self.assertIn("<stiction/abi.h> comes before", violations[0])
        self.assert_caught("include/stiction/math/bad.h", "#include <C++20>\n", "neither")

    def test_folders_mirror_each_other(self):
        cases = {
            "untested layer": ({"tests/body/body_test.cpp": None}, "tests/body:1: missing"),
            "private layer": ({"src/world/step.cpp": "", "tests/world/w_test.cpp": ""},
                              "src/world:1: include/stiction/world is missing"),
            "unknown layer": ({"src/utils/x.cpp": "", "include/stiction/utils/x.h": "",
                               "tests/utils/x_test.cpp": ""}, "src/utils:1: not a layer"),
            "tests of nothing": ({"tests/world/w_test.cpp": ""},
                                 "include/stiction/world:1: missing"),
            "unknown tests": ({"tests/misc/x_test.cpp": ""}, "tests/misc:1: neither"),
        }
        for name, (changes, expected) in cases.items():
            with self.subTest(name):
                violations = violations_of(changes)
                self.assertTrue(any(expected in line for line in violations), violations)


if __name__ == "__main__":
    unittest.main()
