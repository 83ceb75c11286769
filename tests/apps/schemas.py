#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The JSON schemas hold: examples, printed configurations and records are valid, and what a program refuses is not. Skipped
where Python has no jsonschema, or no tomllib.

usage: schemas.py PROGRAM...    of those in configuration.RUNS; schemas that were built lie in ../schemas beside them
"""

import json
import pathlib
import re
import unittest

from support import skip

try:
    import tomllib

    from jsonschema import Draft202012Validator
except ImportError as missing:
    skip(missing.name)

import configuration

ROOT = configuration.EXAMPLES.parent


class Schemas(configuration.Programs):
    def schema(self, program, what="config"):
        schema = json.loads(self.run_it(program, "--print-schema", what).stdout)
        Draft202012Validator.check_schema(schema)
        return Draft202012Validator(schema)

    def expect_valid(self, schema, value, what):
        errors = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in schema.iter_errors(value)]
        self.assertEqual(errors, [], what)

    def test_examples_are_valid(self):
        for program in configuration.PROGRAMS:
            schema = self.schema(program)
            examples = sorted((configuration.EXAMPLES / program.removeprefix("tessera-") / "examples").glob("*.toml"))
            if program == "tessera-heat":
                examples += sorted((ROOT / "docs/examples").glob("*.toml"))
            self.assertTrue(examples or program == "tessera-derivative")
            for example in examples:
                self.expect_valid(schema, tomllib.loads(example.read_text()), example)

    def test_the_configuration_of_the_page_is_valid(self):
        block = re.search(r"```toml\n(.*?)```", (configuration.EXAMPLES / "README.md").read_text(), re.S)[1]
        self.expect_valid(self.schema("tessera-heat"), tomllib.loads(block), "apps/README.md")

    def test_printed_configurations_are_valid(self):
        for program in configuration.PROGRAMS:
            schema = self.schema(program)
            for arguments in configuration.RUNS[program]:
                printed = self.run_it(program, *arguments, "--print-config").stdout
                self.expect_valid(schema, tomllib.loads(printed), arguments)

    def test_what_is_refused_is_not_valid(self):
        for program in configuration.PROGRAMS:
            schema, section = self.schema(program), program.removeprefix("tessera-")
            for text in (
                "nods = [9, 9]",
                'nodes = "many"',
                "quiet = 1",
                'precision = "half"',
                "[initial]\nexpression = 1",
                "[initial]\nvalue = 1\nexpression = 'x'",
                f"[{section}]\nordr = 4",
                f"{section} = 3",
            ):
                with self.subTest(program=program, text=text):
                    self.assertFalse(schema.is_valid(tomllib.loads(text)))
                    (self.folder / "bad.toml").write_text(text)
                    self.run_it(program, "--config", "bad.toml", "--check", code=2)

    def test_keys_of_tables_that_hold_others(self):
        for program, text in (
            ("tessera-heat", "[boundary.west]\nkind = 'fixt'"),
            ("tessera-heat", "[boundary.west]\nvalue = 1"),
            ("tessera-wave", "[wave.layers]\naxis = 1"),
            ("tessera-poisson", "[poisson.body]\nsize = [1, 1]"),
            ("tessera-flow", "[flow.west]\nspeed = 1"),
            ("tessera-maxwell", "[maxwell]\nwalls = ['open']"),
        ):
            with self.subTest(text=text):
                if program in configuration.PROGRAMS:
                    self.assertFalse(self.schema(program).is_valid(tomllib.loads(text)))

    def test_records_are_valid(self):
        for program in configuration.PROGRAMS:
            record = json.loads(self.run_it(program, *configuration.RUNS[program][0], "--json", "-").stdout)
            self.expect_valid(self.schema(program, "record"), record, program)
            self.assertEqual(record["schema"], "tessera.record/1")
        del record["checksum"]
        self.assertFalse(self.schema(program, "record").is_valid(record))

    def test_what_is_installed_is_what_programs_print(self):
        for program, path in configuration.PROGRAMS.items():
            folder = path.parent.parent / "schemas"
            if folder.exists():
                made = (folder / f"{program}.schema.json").read_text()
                self.assertEqual(made, self.run_it(program, "--print-schema", "config").stdout)
                self.assertEqual((folder / "record.schema.json").read_text(), self.run_it(program, "--print-schema", "record").stdout)


if __name__ == "__main__":
    unittest.main()
