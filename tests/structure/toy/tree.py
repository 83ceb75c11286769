#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies the library's headers and adds a scheme by the lines that CONTRIBUTING.md asks for, and no others.

usage: tree.py ROOT TREE
"""

import pathlib
import shutil
import sys


def replace_once(path, old, new):
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{path}: '{old}' stands there {text.count(old)} times, not once")
    path.write_text(text.replace(old, new))


root, tree = map(pathlib.Path, sys.argv[1:])
toy, library = root / "tests" / "structure" / "toy", tree / "tessera"
shutil.rmtree(tree, ignore_errors=True)
shutil.copytree(root / "lib" / "tessera", library)

shutil.copy(toy / "scheme.hpp", library / "scheme" / "toy.hpp")
replace_once(library / "scheme" / "schemes.hpp", "#include <tessera/scheme/two_pass.hpp>",
             "#include <tessera/scheme/toy.hpp>\n#include <tessera/scheme/two_pass.hpp>")
replace_once(library / "scheme" / "schemes.hpp", "TwoPass, Streaming>", "TwoPass, Streaming, Toy>")
shutil.copy(toy / "tuning.hpp", library / "tune" / "schemes" / "toy.hpp")
replace_once(library / "tune" / "schemes.hpp", "#include <tessera/tune/schemes/two_pass.hpp>",
             "#include <tessera/tune/schemes/toy.hpp>\n#include <tessera/tune/schemes/two_pass.hpp>")
(tree / "made").touch()
