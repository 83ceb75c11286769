#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests read_to_end.py: it says what a source lacks, and what a source includes.

usage: read_to_end_test.py COMPILER
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPILER = sys.argv.pop(1)
LAUNCHER = pathlib.Path(__file__).with_name("read_to_end.py")


class ReadToEnd(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def compile(self, source, *flags):
        (self.folder / "source.cpp").write_text(source)
        arguments = ["-Wall", "-Werror", "-I.", "-MD", "-MT", "source.o", "-MF", "source.d", *flags, "-o", "source.o", "-c"]
        return subprocess.run(
            [sys.executable, LAUNCHER, COMPILER, *arguments, "source.cpp"], cwd=self.folder, stderr=subprocess.PIPE, text=True, check=False
        )

    def header(self, text):
        (self.folder / "header.hpp").write_text(f"#pragma once\n{text}\n")
        return self.compile('#include <header.hpp>\nnamespace { static_assert(false, "read to its end"); }\n')

    def test_a_complete_header(self):
        done = self.header("#include <vector>\ninline std::vector<int> none() { return {}; }")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((self.folder / "source.o").read_bytes(), b"")
        depends = (self.folder / "source.d").read_text()
        self.assertTrue(depends.startswith("source.o: source.cpp "), depends)
        self.assertIn("header.hpp", depends)
        self.assertIn("/vector", depends)

    def test_what_a_header_lacks(self):
        for text, word in (
            ("inline std::vector<int> none() { return {}; }", "std"),
            ("template <class T>\nint of(T) { return missing(); }", "missing"),
            ("#include <absent.hpp>", "absent.hpp"),
            ('static_assert(false, "read to its end");', "header.hpp"),
            ("inline int warned() { int unused = 0; return 1; }", "unused"),
            ("inline int open() {", "expected"),
        ):
            with self.subTest(text):
                done = self.header(text)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(word, done.stderr)
                self.assertFalse((self.folder / "source.o").exists())

    def test_other_sources_are_compiled(self):
        self.assertEqual(self.compile("int one() { return 1; }\n").returncode, 0)
        self.assertGreater((self.folder / "source.o").stat().st_size, 0)
        self.assertNotEqual(self.compile("int one() { return none; }\n").returncode, 0)


if __name__ == "__main__":
    unittest.main()
