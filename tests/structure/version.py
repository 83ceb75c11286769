#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every file that names Tessera's version names the one in CMakeLists.txt, and that the changelog has it.

usage: version.py ROOT
"""

import pathlib
import re
import sys

# Where else the version stands: files, and what comes before the version there, which may be cut off behind the minor.
PLACES = {
    "CITATION.cff": r"^version: ",
    "CHANGELOG.md": r"\A# Changelog.*?^## (?=\d)",
    "docs/tuning.md": r"^    tessera tuning cache, format \d+, version ",
    "python/pyproject.toml": r'^version = "',
    "packaging/conan/conanfile.py": r'^    version = "',
    "packaging/conda/meta.yaml": r'^{% set version = "',
    "packaging/debian/changelog": r"\Atessera \(",
    "packaging/debian/control": r"libtessera(?=\d)",
    "packaging/debian/*.lintian-overrides": r"libtessera(-io|-distributed)?(?=\d)",
    "packaging/vcpkg/vcpkg.json": r'^  "version": "',
    "packaging/README.md": r"libtessera_\w+\.so\.",
    "docs/guide/*.md": r"(find_package\(Tessera |libtessera_\w+\.so\.)(?=\d)",
    "tests/install/*/CMakeLists.txt": r"find_package\(Tessera (?=\d)",
}
# Here it stands in one place of the file; further down are other versions.
FIRST_ONLY = {"CHANGELOG.md", "packaging/debian/changelog"}


def version(root):
    return re.search(r"^  VERSION (\d+\.\d+\.\d+)$", (root / "CMakeLists.txt").read_text(), re.M)[1]


def versions(root):
    """The name of a place, and a version that stands there."""
    for names, before in PLACES.items():
        found = []
        for path in sorted(root.glob(names)):
            matches = re.finditer(rf"(?:{before})(?P<version>\d+\.\d+(\.\d+)?)", path.read_text(), re.M | re.S)
            found += [(str(path.relative_to(root)), match["version"]) for match in matches]
        yield from (found[:1] if names in FIRST_ONLY else found) or [(names, "no version")]


def release_dates(root):
    """The date of the newest release in the changelog, and that of the citation."""
    in_changelog = re.search(r"^## \d+\.\d+\.\d+, (\S+)$", (root / "CHANGELOG.md").read_text(), re.M)
    cited = re.search(r"^date-released: (\S+)$", (root / "CITATION.cff").read_text(), re.M)
    return in_changelog and in_changelog[1], cited and cited[1]


def main():
    root = pathlib.Path(sys.argv[1])
    wanted = version(root)
    found = list(versions(root))
    problems = [
        f"{name} has {other}, CMakeLists.txt has {wanted}"
        for name, other in found
        if other not in (wanted, wanted.rpartition(".")[0])
    ]
    in_changelog, cited = release_dates(root)
    if in_changelog != cited:
        problems.append(f"CHANGELOG.md has a release of {in_changelog}, CITATION.cff of {cited}")
    print("\n".join(problems) or f"version {wanted} in {len(found) + 1} places")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
