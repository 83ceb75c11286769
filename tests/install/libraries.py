#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the libraries come from that CMake finds or fetches: what TESSERA_LIBRARIES_SOURCE allows, and what is said
where a library can't be had. Packages and sources are made up, and nothing is compiled.

usage: libraries.py CMAKE GENERATOR SOURCE FOLDER
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

CMAKE, GENERATOR = sys.argv[1:3]
SOURCE, FOLDER = (pathlib.Path(argument) for argument in sys.argv[3:5])
del sys.argv[1:5]  # the rest is unittest's

RELEASES = (SOURCE / "cmake/TesseraLibraryReleases.cmake").read_text()


def ask(library, *arguments):
    """Configures a project that asks for the library where no upstream can be reached."""
    shutil.rmtree(FOLDER / "build", ignore_errors=True)
    nowhere = {name: "http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "all_proxy")}
    done = subprocess.run([CMAKE, "-S", SOURCE / "tests/install/libraries", "-B", FOLDER / "build", "-G", GENERATOR,
                           f"-DTESSERA_SOURCE={SOURCE}", f"-DLIBRARY={library}", *arguments], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **nowhere})
    return done.returncode, " ".join(done.stdout.split())  # CMake breaks lines where it likes


def hidden(library):
    return f"-DCMAKE_DISABLE_FIND_PACKAGE_{library}=ON"


def write(name, text):
    (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
    (FOLDER / name).write_text(text)


class Libraries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        write("installed/CLI11Config.cmake", "add_library(CLI11::CLI11 INTERFACE IMPORTED)\nset_target_properties(CLI11::CLI11"
              " PROPERTIES INTERFACE_INCLUDE_DIRECTORIES /of-a-package)\n")
        write("cli11/CMakeLists.txt", "add_library(CLI11 INTERFACE)\nadd_library(CLI11::CLI11 ALIAS CLI11)\n"
              "target_include_directories(CLI11 INTERFACE /of-sources)\ninstall(CODE [[message(FATAL_ERROR installed)]])\n")
        write("png/CMakeLists.txt", "option(PNG_SHARED \"\" ON)\nadd_library(png_static INTERFACE)\n"
              "target_include_directories(png_static INTERFACE /shared-${PNG_SHARED})\n")
        write("xxhash/xxhash.h", "")
        cls.installed = f"-DCLI11_DIR={FOLDER}/installed"
        cls.sources = f"-DFETCHCONTENT_SOURCE_DIR_CLI11={FOLDER}/cli11"

    def says(self, done, code, *words):
        self.assertEqual(done[0] != 0, code != 0, done[1])
        for word in words:
            self.assertIn(word, done[1])

    def test_an_installed_package_comes_first(self):
        self.says(ask("CLI11", self.installed, self.sources), 0, "got CLI11::CLI11 with /of-a-package")

    def test_sources_are_built_where_no_package_is_found(self):
        self.says(ask("CLI11", hidden("CLI11"), self.sources), 0, "got CLI11::CLI11 with /of-sources", "CLI11, built with Tessera from")

    def test_fetch_leaves_the_package_aside(self):
        self.says(ask("CLI11", self.installed, self.sources, "-DTESSERA_LIBRARIES_SOURCE=fetch"), 0, "with /of-sources")

    def test_what_was_built_along_is_not_installed_by_its_own_rules(self):
        ask("CLI11", hidden("CLI11"), self.sources)
        done = subprocess.run([CMAKE, "--install", FOLDER / "build", "--prefix", FOLDER / "prefix"], check=False)
        self.assertEqual(done.returncode, 0)

    def test_upstreams_target_and_options(self):
        self.says(ask("PNG", hidden("PNG"), f"-DFETCHCONTENT_SOURCE_DIR_PNG={FOLDER}/png"), 0, "got PNG::PNG with /shared-OFF")

    def test_a_header_alone(self):
        self.says(ask("xxHash", hidden("xxHash"), f"-DFETCHCONTENT_SOURCE_DIR_XXHASH={FOLDER}/xxhash"), 0,
                  f"got xxHash::xxhash with {FOLDER}/xxhash")

    def test_without_upstream_the_package_and_the_way_out_are_named(self):
        for source in ("auto", "fetch"):
            self.says(ask("fmt", hidden("fmt"), f"-DTESSERA_LIBRARIES_SOURCE={source}"), 1, "upstream", "can't be reached",
                      "package libfmt-dev", "fmt_ROOT", "FETCHCONTENT_SOURCE_DIR_FMT")

    def test_installed_fetches_nothing(self):
        self.says(ask("CLI11", hidden("CLI11"), self.sources, "-DTESSERA_LIBRARIES_SOURCE=installed"), 1,
                  "TESSERA_LIBRARIES_SOURCE=installed, but CMake finds no CLI11", "package libcli11-dev")

    def test_what_is_optional_may_be_missing(self):
        self.says(ask("CLI11", hidden("CLI11"), "-DKIND=OPTIONAL"), 0, "CMake finds no CLI11", "got no CLI11")

    def test_another_source_is_refused(self):
        self.says(ask("CLI11", "-DTESSERA_LIBRARIES_SOURCE=debian"), 1, "is 'debian': give auto, installed or fetch")

    def test_setup_installs_each(self):
        packages = re.findall(r"^  PACKAGE (\S+)$", RELEASES, re.M)
        names = re.findall(r"^tessera_release\(", RELEASES, re.M)
        self.assertEqual(len(packages), len(names))
        setup = (SOURCE / "scripts/deps/packages.sh").read_text().split("packages_needed=(")[1].split(")")[0].split()
        self.assertLessEqual(set(packages) | {"libhdf5-dev"}, set(setup))

    def test_what_is_downloaded_is_checked(self):
        self.assertEqual(len(re.findall(r"^  SHA256 [0-9a-f]{64}$", RELEASES, re.M)), RELEASES.count("\n  URL "))
        for version, url in re.findall(r"^  VERSION (\S+)$.*?^  URL (\S+)$", RELEASES, re.M | re.S):
            self.assertIn(version, url)


if __name__ == "__main__":
    unittest.main()
