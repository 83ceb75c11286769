#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completion have every option that --help has, and no other.

usage: manual.py MANUAL COMPLETION PROGRAM...    MANUAL is apps/manual/manual.py, COMPLETION the file for bash
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

manual, completion, *programs = sys.argv[1:]


def said(program):
    return subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout


def options(text):
    return set(re.findall(r"^  (?:-h,)?(--[a-z-]+)", text, re.M))


def the_page_has_what_help_says(program, folder):
    page = folder / "page.1"
    subprocess.run([sys.executable, manual, program, page, *map(lambda path: pathlib.Path(path).name, programs)], check=True)
    text, roff = said(program), page.read_text()
    plain = re.sub(r"\\f[A-Z]|\\&", "", roff).replace(r"\-", "-").replace(r"\(ha", "^").replace(r"\(ti", "~").replace(r"\e", "\\")
    found = set(re.findall(r"^(?:-h, )?(--[a-z-]+)", plain, re.M))
    assert found == options(text), found ^ options(text)
    words = lambda text: re.sub(r"\s+", " ", text)  # noqa: E731
    for line in text.splitlines():
        # Every word of --help but the headings that the page names otherwise.
        meaning = re.sub(r"^  (?:-h,)?--\S+(?: [^\s-]\S*)?\s*", "", line).strip().removeprefix("Exit codes:").strip()
        if meaning and not re.match(r"(Usage|Options|Problem|Method|Output|Instead of a run|Examples|OPTIONS).*:", meaning):
            assert words(meaning) in words(plain), meaning
    for other in programs:
        assert other == program or f"{pathlib.Path(other).name}(1)" in plain, other
    for checker in (["mandoc", "-T", "lint", "-W", "error"], ["groff", "-man", "-ww", "-z"]):
        if shutil.which(checker[0]):
            done = subprocess.run([*checker, page], capture_output=True, text=True)
            assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr


def completed(program, *words):
    script = (
        f'source "{completion}"; COMP_WORDS=("$@"); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _tessera; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script, "bash", program, *words], check=True, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return set(done.stdout.split())


def completion_offers_options_and_values(program, folder):
    assert completed(program, "--") == options(said(program))
    assert completed(program, "--out") == {option for option in options(said(program)) if option.startswith("--out")}
    assert completed(program, "--precision", "") == {"float", "double"}
    assert completed(program, "--print-schema", "") == {"config", "record"}
    (folder / "run.toml").write_text("")
    (folder / "run.txt").write_text("")
    assert completed(program, "--config", f"{folder}/r") == {f"{folder}/run.toml"}
    assert completed(program, "--nodes", "") == set()
    if "--schemes" in options(said(program)):
        schemes = subprocess.run([program, "--schemes"], check=True, capture_output=True, text=True).stdout.split()
        assert completed(program, "--scheme", "") == {*schemes, "auto"}


def completion_knows_the_programs():
    text = pathlib.Path(completion).read_text()
    assert set(re.search(r"^complete .* _tessera (.*)$", text, re.M)[1].split()) == {pathlib.Path(path).name for path in programs}


completion_knows_the_programs()
for program in programs:
    with tempfile.TemporaryDirectory() as name:
        the_page_has_what_help_says(program, pathlib.Path(name))
        completion_offers_options_and_values(program, pathlib.Path(name))
print(f"{len(programs)} programs")
