#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which compilers scripts/setup refuses, and the packages by which it installs one; what scripts/test refuses.

usage: compilers.py ROOT
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1])
del sys.argv[1:]  # nothing for unittest


def bash(command):
    done = subprocess.run(["bash", "-euc", f"cd {ROOT}/scripts; . deps/common.sh; . deps/compiler.sh; {command}"], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout.strip()


class Compilers(unittest.TestCase):
    def check(self, *macros):
        """What is said of a compiler that defines these."""
        with tempfile.TemporaryDirectory() as folder:
            compiler = pathlib.Path(folder) / "compiler"
            compiler.write_text("#!/bin/sh\n" + "".join(f"echo '#define {macro}'\n" for macro in macros))
            compiler.chmod(0o755)
            return bash(f"check_compiler {compiler}")

    def test_old_compilers_are_refused(self):
        code, said = self.check("__GNUC__ 11")
        self.assertEqual(code, 1)
        self.assertIn("is g++ 11: Tessera needs g++ 12 or later", said)
        code, said = self.check("__GNUC__ 4", "__clang_major__ 13")  # clang says that it is g++ 4
        self.assertEqual(code, 1)
        self.assertIn("is clang 13: Tessera needs clang 14 or later", said)
        code, said = bash("check_compiler no-such-compiler")
        self.assertEqual(code, 1)
        self.assertIn("no compiler no-such-compiler found", said)

    def test_others_pass(self):
        for macros in (["__GNUC__ 12"], ["__GNUC__ 4", "__clang_major__ 14"], ["__other__ 1"]):
            self.assertEqual(self.check(*macros), (0, ""))

    def test_packages_of_a_name(self):
        for name, packages in (("clang++-16", "clang-16 libomp-16-dev"), ("clang++", "clang libomp-dev"), ("g++-13", "g++-13"),
                               ("/opt/bin/g++", "g++"), ("icpx", ""), ("", "")):
            self.assertEqual(bash(f"packages_of_compiler '{name}'"), (0, packages))

    def test_an_unknown_choice_of_tests_is_refused(self):
        code, said = bash("./test --tests some")
        self.assertEqual(code, 1)
        self.assertIn("--tests is 'some': give all, library or few", said)


if __name__ == "__main__":
    unittest.main()
