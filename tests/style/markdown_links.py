#!/usr/bin/env python3
"""Every relative link and picture in README.md and the like, and in docs/, leads to a file."""

import pathlib
import re
import sys


def find_broken(root: pathlib.Path) -> list[str]:
    names = [path.relative_to(root) for folder in ("*.md", "docs/*.md") for path in root.glob(folder)]
    broken = []
    for name in names:
        is_code = False
        for number, line in enumerate((root / name).read_text().splitlines(), 1):
            is_code ^= line.startswith("```")
            if is_code:
                continue
            for target in re.findall(r"\]\(([^)#\s]+)", line):
                if "://" not in target and not ((root / name).parent / target).exists():
                    broken.append(f"{name}:{number}: {target} is not there")
    return broken


if __name__ == "__main__":
    faults = find_broken(pathlib.Path(sys.argv[1]))
    print("\n".join(faults) or "no broken links")
    sys.exit(bool(faults))
