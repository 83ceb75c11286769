#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies the library's headers and the tests' own, and adds a scheme and a boundary kind by the lines that
CONTRIBUTING.md asks for, and no others.

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
shutil.copytree(root / "tests" / "support", tree / "support")
replace_once(library / "boundary" / "conditions.hpp", "/// The field is mirrored at the edge node",
             (toy / "condition.txt").read_text() + "\n/// The field is mirrored at the edge node")
support = tree / "support"
replace_once(support / "problem.hpp", "  periodic\n};", "  toy_quarter,\n  periodic\n};")
replace_once(support / "problem.hpp", '"periodic"};', '"toy_quarter", "periodic"};')
replace_once(support / "reference.hpp", "if (face.kind == Kind::antisymmetric) return -inside;",
             "if (face.kind == Kind::antisymmetric) return -inside;\n"
             "    if (face.kind == Kind::toy_quarter) return inside / 4;")
replace_once(support / "any_condition.hpp", "HalfMirrored, Periodic>", "HalfMirrored, ToyQuarter, Periodic>")
replace_once(support / "any_condition.hpp", "  case Kind::periodic:",
             "  case Kind::toy_quarter:\n    return ToyQuarter{};\n  case Kind::periodic:")
(tree / "made").touch()
