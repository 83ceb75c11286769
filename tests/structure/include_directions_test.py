#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants includes against the rules and wants each of them found, and nothing else."""

import pathlib
import tempfile
import unittest

from include_directions import read_levels, violations

RULES = read_levels(pathlib.Path(__file__).parent / "includes")


class IncludeDirections(unittest.TestCase):
    def found(self, file, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "lib", "tessera", file)
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return list(violations(RULES, pathlib.Path(folder)))

    def test_downwards_is_fine(self):
        self.assertEqual(self.found("scheme/a.hpp", "#include <tessera/grid/grid.hpp>\n#include <vector>\n"), [])
        self.assertEqual(self.found("io/detail/a.cpp", "#include <tessera/io/a.hpp>\n"), [])
        self.assertEqual(self.found("core/a.hpp", "#include <tessera/config.hpp>\n"), [])

    def test_upwards_is_caught(self):
        self.assertEqual(len(self.found("grid/a.hpp", "#include <tessera/scheme/direct.hpp>\n")), 1)
        self.assertEqual(len(self.found("core/detail/a.hpp", '  # include "tessera/grid/grid.hpp"\n')), 1)

    def test_sideways_is_caught(self):
        self.assertEqual(len(self.found("stencil/a.hpp", "#include <tessera/boundary/face.hpp>\n")), 1)
        self.assertEqual(len(self.found("io/a.cpp", "#include <tessera/step/stepper.hpp>\n")), 1)

    def test_umbrella_and_relative_paths_are_caught(self):
        self.assertEqual(len(self.found("step/a.hpp", "#include <tessera/tessera.hpp>\n")), 1)
        self.assertEqual(len(self.found("step/a.hpp", '#include "../scheme/direct.hpp"\n')), 1)

    def test_unknown_part_is_caught(self):
        self.assertEqual(len(self.found("misc/a.hpp", "")), 1)

    def test_folders_of_a_part_have_rules_of_their_own(self):
        folder, include = "scheme/detail", "#include <tessera/scheme/detail/%s>\n"
        self.assertEqual(self.found(f"{folder}/device/a.hpp", include % "node/rules.hpp"), [])
        self.assertEqual(self.found(f"{folder}/temporal/choice.hpp", include % "temporal/scratch/plan.hpp"), [])
        self.assertEqual(len(self.found(f"{folder}/node/a.hpp", include % "device/march.hpp")), 1)
        self.assertEqual(len(self.found(f"{folder}/direct/a.hpp", include % "streaming/plan.hpp")), 1)
        self.assertEqual(len(self.found(f"{folder}/temporal/host/a.hpp", include % "temporal/scratch/plan.hpp")), 1)
        self.assertEqual(len(self.found(f"{folder}/temporal/misc/a.hpp", "")), 1)

    def test_cuda_stays_in_core(self):
        self.assertEqual(self.found("core/device/a.hpp", "#if defined(__CUDA_ARCH__)\n"), [])
        self.assertEqual(len(self.found("scheme/a.hpp", "#if defined(__CUDA_ARCH__)\n")), 1)
        self.assertEqual(len(self.found("tune/a.hpp", "x = __shfl_sync(m, x, 1);\n")), 1)


if __name__ == "__main__":
    unittest.main()
