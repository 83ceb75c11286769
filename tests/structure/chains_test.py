#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests chains.py on a library of a few headers: which of them a source checks, and that the chains check all."""

import pathlib
import tempfile

import chains

LIBRARY = {
    "a.hpp": "",
    "b.hpp": "#include <a.hpp>",
    "c.hpp": "#include <b.hpp>\n#include <vector>",
    "borrows.hpp": "",  # what it uses stands in a.hpp
    "both.hpp": "#include <a.hpp>\n#include <borrows.hpp>",
    "device.hpp": "#ifdef DEVICE\n#include <a.hpp>\n#endif\n#include <borrows.hpp>",
    "after_device.hpp": "#include <device.hpp>\n#include <b.hpp>",
}


def expect(found, wanted, what):
    if found != wanted:
        raise SystemExit(f"{what}: {found} in place of {wanted}")


with tempfile.TemporaryDirectory() as folder:
    library = pathlib.Path(folder)
    for name, text in LIBRARY.items():
        (library / name).write_text(f"#pragma once\n{text}\n")
    headers = chains.Headers(library, LIBRARY)
    expect(headers.checked(["a.hpp", "b.hpp", "c.hpp"]), {"a.hpp", "b.hpp", "c.hpp"}, "a chain checks all of it")
    expect(headers.checked(["c.hpp"]), {"a.hpp", "b.hpp", "c.hpp"}, "and so does its end, as each begins with the one before")
    expect(headers.checked(["a.hpp", "borrows.hpp"]), {"a.hpp"}, "a header after one that it doesn't include")
    expect(headers.checked(["both.hpp"]), {"a.hpp", "both.hpp"}, "the same inside another header")
    expect(headers.checked(["device.hpp"]), {"device.hpp"}, "after an include that depends on a macro")
    expect(headers.checked(["after_device.hpp"]), {"device.hpp", "after_device.hpp"}, "a header whose include may be there")
    checked = set().union(*map(headers.checked, headers.chains()))
    expect(checked, set(LIBRARY), "the chains together")
    (library / "b.hpp").write_text("#include <a.hpp>\n")
    try:
        chains.Headers(library, LIBRARY)
    except SystemExit as error:
        expect("b.hpp: no #pragma once" in str(error), True, str(error))
    else:
        raise SystemExit("a header without #pragma once was accepted")
