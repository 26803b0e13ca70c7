#!/usr/bin/env python3
"""Every relative link and picture in README.md and the like, and in docs/, leads to a file; and so
does every name in a block of code that is opened with "files FOLDER": those that a line begins with,
and words with an underscore."""

import pathlib
import re
import sys


def find_names(line: str) -> set[str]:
    first = re.match(r"[│├└─ ]*(\w+(?:, \w+)*)", line)
    return set(first[1].split(", ") if first else ()) | set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", line))


def find_broken(root: pathlib.Path) -> list[str]:
    names = [path.relative_to(root) for folder in ("*.md", "docs/*.md") for path in root.glob(folder)]
    broken = []
    for name in names:
        is_code = False
        folder = None
        for number, line in enumerate((root / name).read_text().splitlines(), 1):
            if line.startswith("```"):
                is_code = not is_code
                opened = re.fullmatch(r"```files (\S+)", line)
                folder = root / opened[1] if opened else None
                continue
            if is_code:
                for file in sorted(find_names(line) if folder else ()):
                    if not any(folder.glob(f"{file}.*")):
                        broken.append(f"{name}:{number}: {file} is not in {folder.relative_to(root)}")
                continue
            for target in re.findall(r"\]\(([^)#\s]+)", line):
                if "://" not in target and not ((root / name).parent / target).exists():
                    broken.append(f"{name}:{number}: {target} is not there")
    return broken


if __name__ == "__main__":
    faults = find_broken(pathlib.Path(sys.argv[1]))
    print("\n".join(faults) or "no broken links")
    sys.exit(bool(faults))
