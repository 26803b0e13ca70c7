#!/usr/bin/env python3
"""Checks who includes whom, against the layers of the project.

Usage: include_rules.py ROOT. Prints a line per violation; exit status 1 if there is any.

The rules:
  1. a layer includes the public headers of itself and of the layers that LAYERS names;
  2. `model` sees of `contact` only the headers made of numbers alone, and those include only
     each other and the layers that `model` may see anyway;
  3. the programs include public headers, the headers of their own folder and those that
     they share, tools/command_line and tools/walk, as <command_line/...>;
  4. "x.h" in quotes is a private header of the including file's own folder;
  5. public headers include the project, Eigen and the standard library only; the other libraries
     are visible in the sources of one folder each (THIRD_PARTY);
  6. the library never prints, and only `scene` and the problem files touch files (RESTRICTED);
  7. every header starts with `#pragma once`;
  8. the folders of include/stiction, src and tests mirror each other;
  9. a public header includes stiction/abi.h before anything that is not the project's: its first
     #include is that one, or another public header.
"""

import re
import sys
from pathlib import Path, PurePosixPath

_EARLIER = ["math", "lcp", "geometry", "body", "collision", "contact", "model"]

# Layer: the other layers whose public headers it may include.
LAYERS = {
    "math": [],
    "lcp": ["math"],
    "geometry": ["math"],
    "body": ["geometry", "math"],
    "collision": ["geometry", "math"],
    "contact": ["collision", "body", "lcp", "math"],
    "model": ["lcp", "math"],
    "world": _EARLIER,
    "scene": _EARLIER + ["world"],
}

# Headers of `contact` that hold numbers only, no bodies and no shapes (the problem and its judge):
# all that `model` may see.
NUMBERS_ONLY = {
    "contact/contact_problem.h",
    "contact/contact_residual.h",
    "contact/box_friction_residual.h",
    "contact/cone_residual.h",
    "contact/coulomb_residual.h",
    "contact/rung.h",
    "contact/fclib.h",
    "contact/frictionless_residual.h",
    "contact/natural_map.h",
    "contact/no_slip_residual.h",
    "contact/velocity_round_off.h",
    "contact/viscous_residual.h",
}

# What makes a program and the library that it links fit each other: part of every layer. In an
# older language it includes a name that states the required one, to end the compilation.
ABI = "stiction/abi.h"
ABI_HEADER = PurePosixPath("include") / ABI
ABI_LANGUAGE = "C++20"
# Sees the types of all layers.
ABI_SOURCE = PurePosixPath("src/abi.cpp")

# Folders of tests/ that test a program or the project's form, not a layer.
OTHER_TEST_FOLDERS = {"command", "package", "style", "support"}

# These folders or files alone see these libraries. Eigen is free everywhere.
THIRD_PARTY = [
    (re.compile(r"(Bullet(Collision|Dynamics)|LinearMath)/|bt\w+\.h$"), "Bullet",
     "src/collision, tools/bench/peer_bullet.cpp, tools/bench/peer_bullet_engine.cpp, "
     "tools/bench/bullet_shapes.cpp"),
    (re.compile(r"ccd/"), "libccd", "src/collision, tests/collision"),
    (re.compile(r"ode/"), "ODE", "tools/bench/peer_ode.cpp, tools/bench/peer_ode_engine.cpp"),
    (re.compile(r"mujoco/"), "MuJoCo", "tools/bench/peer_mujoco_engine.cpp"),
    (re.compile(r"tinyxml2\.h$"), "tinyxml2", "src/scene"),
    (re.compile(r"libqhull_r/"), "qhull", "src/geometry"),
    (re.compile(r"png\.h$"), "libpng", "src/scene"),
    (re.compile(r"zlib\.h$"), "zlib", "src/scene, tools/command/packed_columns.cpp"),
    (re.compile(r"hdf5\.h$"), "HDF5", "src/contact"),
    (re.compile(r"dlfcn\.h$"), "the loader of shared libraries", "src/contact/hdf5_library.cpp"),
    (re.compile(r"sched\.h$"), "the scheduler", "src/world/thread_placement.cpp"),
    (re.compile(r"nlohmann/"), "nlohmann_json",
     "src/scene, tools/command"),
    (re.compile(r"CLI/"), "CLI11", "tools/command_line/command_line.cpp"),
    (re.compile(r"benchmark/"), "Google Benchmark", "tools/bench"),
]

# Folders of tools that are libraries.
SHARED_TOOLS = ("command_line/", "walk/")

STANDARD_LIBRARY = set(
    """
    algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
    cinttypes climits clocale cmath compare complex concepts condition_variable coroutine csetjmp
    csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque
    exception execution filesystem format forward_list fstream functional future initializer_list
    iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
    memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex
    scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept
    stop_token streambuf string string_view strstream syncstream system_error thread tuple
    type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector
    version
    """.split()
)

# Standard headers that the library may include in files that match the pattern only.
_FILE_ACCESS = re.compile(r"src/(scene/|lcp/matrix_market|contact/(problem_files|fclib))")
_NOWHERE = re.compile(r"(?!)")
RESTRICTED = {
    "iostream": _NOWHERE,
    "syncstream": _NOWHERE,
    "cstdio": _FILE_ACCESS,
    "fstream": _FILE_ACCESS,
    "filesystem": re.compile(
        _FILE_ACCESS.pattern + r"|include/stiction/(scene/|lcp/matrix_market|contact/fclib)"
    ),
}

_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_INCLUDE = re.compile(
    r'^[ \t]*#[ \t]*include[ \t]*(?:(<)([^>\n]*)>|(")([^"\n]*)"|(.*))', re.MULTILINE
)


def strip_comments(text):
    """The text without comments, line for line; string literals stay."""

    def replacement(match):
        token = match.group(0)
        return token if token.startswith('"') else "\n" * token.count("\n")

    return _TOKEN.sub(replacement, text)


def includes_of(text):
    """Yields (line, "<" or '"' or None, name) for each #include; None: not a plain name."""
    code = strip_comments(text)
    for match in _INCLUDE.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        if match.group(1):
            yield line, "<", match.group(2)
        elif match.group(3):
            yield line, '"', match.group(4)
        else:
            yield line, None, match.group(5)


class Checker:
    """Collects the violations of a source tree, as "FILE:LINE: what is wrong"."""

    def __init__(self, root):
        self.root = Path(root)
        self.violations = []

    def run(self):
        for top in ("include", "src", "tools"):
            for path in sorted((self.root / top).rglob("*")):
                if path.suffix in (".h", ".cpp"):
                    self._check_file(PurePosixPath(path.relative_to(self.root).as_posix()))
        self._check_mirror()
        return self.violations

    def _report(self, path, line, message):
        self.violations.append(f"{path}:{line}: {message}")

    def _check_file(self, path):
        text = (self.root / path).read_text(encoding="utf-8")
        if path.parts[0] == "include" and path != ABI_HEADER:
            first = next(includes_of(text), (1, "<", "nothing"))
            if not first[2].startswith("stiction/"):
                self._report(path, first[0], f"<{ABI}> comes before <{first[2]}>")
        if path.suffix == ".h" and not re.match(r"\s*#pragma once\s", strip_comments(text)):
            self._report(path, 1, "a header starts with #pragma once")
        for line, kind, name in includes_of(text):
            if kind is None:
                self._report(path, line, f"an #include names its file, got: {name}")
                continue
            complaint = (
                self._private_include(path, name)
                if kind == '"'
                else self._project_include(path, name)
                if name.startswith("stiction/")
                else self._tools_include(path, name)
                if "/" in name and (self.root / "tools" / name.split("/")[0]).is_dir()
                else self._outside_include(path, name)
            )
            if complaint:
                self._report(path, line, complaint)

    def _private_include(self, path, name):
        if path.parts[0] == "include":
            return f'a public header includes public headers only, as <...>, not "{name}"'
        if "/" in name or not (self.root / path.parent / name).is_file():
            return f'"{name}" is not a private header in {path.parent}'
        return None

    def _project_include(self, path, name):
        if not (self.root / "include" / name).is_file():
            return f"<{name}> does not exist in include/"
        header = name.removeprefix("stiction/")
        if path.parts[0] == "tools" or path == ABI_SOURCE or name == ABI:
            return None
        layer = layer_of(path)
        if layer is None:
            return None if "/" not in header else f"a source in no layer may not include <{name}>"
        own_header = str(path).removeprefix("include/stiction/")
        seen = set(LAYERS.get(layer, [])) | {layer}
        if own_header in NUMBERS_ONLY:
            seen = set(LAYERS["model"])
        if "/" not in header:
            return None if layer == "scene" else f"{layer} may not include <{name}>"
        if header.split("/")[0] in seen:
            return None
        if header in NUMBERS_ONLY and (layer == "model" or own_header in NUMBERS_ONLY):
            return None
        if own_header in NUMBERS_ONLY:
            return f"a header of numbers only may not include <{name}>"
        return f"{layer} may not include <{name}>"

    def _tools_include(self, path, name):
        if path.parts[0] != "tools" or not name.startswith(SHARED_TOOLS):
            return f"<{name}>: a folder of tools is private; the programs share {SHARED_TOOLS} only"
        if not (self.root / "tools" / name).is_file():
            return f"<{name}> does not exist in tools/"
        return None

    def _outside_include(self, path, name):
        if re.match(r"(unsupported/)?Eigen/", name) or (path, name) == (ABI_HEADER, ABI_LANGUAGE):
            return None
        for pattern, library, places in THIRD_PARTY:
            if pattern.match(name):
                inside = any(path.is_relative_to(place) for place in places.split(", "))
                return None if inside else f"<{name}>: {library} is visible in {places} only"
        if path.parts[0] == "tools":
            return None
        if name not in STANDARD_LIBRARY:
            return f"<{name}> is neither the project's, Eigen's nor the C++ standard library's"
        if name in RESTRICTED and not RESTRICTED[name].match(str(path)):
            return f"<{name}>: the library never prints; its files are scenes and problems only"
        return None

    def _check_mirror(self):
        public = self._folders("include/stiction")
        private = self._folders("src")
        tested = self._folders("tests")
        for base, folders in (("include/stiction", public), ("src", private)):
            for folder in sorted(folders - set(LAYERS)):
                self._report(f"{base}/{folder}", 1, "not a layer of the design")
        for folder in sorted(tested - set(LAYERS) - OTHER_TEST_FOLDERS):
            self._report(f"tests/{folder}", 1, "neither a layer nor a known kind of test")
        for folder in sorted(private - public):
            self._report(f"src/{folder}", 1, f"include/stiction/{folder} is missing")
        for folder in sorted((public | private) - tested):
            self._report(f"tests/{folder}", 1, "missing: every layer has tests of its own")
        for folder in sorted((tested & set(LAYERS)) - public):
            self._report(f"include/stiction/{folder}", 1, f"missing: tests/{folder} tests it")

    def _folders(self, base):
        """The folders directly in `base` that hold files (empty ones are not part of a clone)."""
        if not (self.root / base).is_dir():
            return set()
        folders = (path for path in (self.root / base).iterdir() if path.is_dir())
        return {
            folder.name
            for folder in folders
            if folder.name != "__pycache__" and any(path.is_file() for path in folder.rglob("*"))
        }


def layer_of(path):
    """The layer of a file in include/stiction/ or src/; None for a file in no folder of those."""
    depth = 2 if path.parts[0] == "include" else 1
    return path.parts[depth] if len(path.parts) > depth + 1 else None


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    violations = Checker(arguments[0]).run()
    print("\n".join(violations) if violations else "no violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
