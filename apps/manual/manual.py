#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a program's manual page from what it says itself.

usage: manual.py PROGRAM PAGE [OTHER...]    the others are the programs to see also
"""

import datetime
import os
import pathlib
import re
import subprocess
import sys

# REUSE-IgnoreStart
LICENCE = r'.\" SPDX-License-Identifier: Apache-2.0'
# REUSE-IgnoreEnd
OPTION = re.compile(r"^  (-\S+(?: [^\s-]\S*)?)(?:\s{2,}(.*))?$")
HEADING = re.compile(r"^([A-Z][\w ]*):$")
CONTINUED = re.compile(r"^ {20,}(\S.*)$")


class Help:
    """What --help prints: purpose, usage, options by group, and the words below them."""

    def __init__(self, text):
        before, _, after = text.partition("\nUsage: ")
        self.purpose = before.strip()
        usage, _, rest = after.partition("\n")
        self.usage = usage.strip()
        self.groups = []  # pairs of name and [(option, meaning)]
        lines = rest.splitlines()
        while lines:
            line = lines[0]
            heading, option = HEADING.match(line), OPTION.match(line)
            continued = CONTINUED.match(line) if self.groups and self.groups[-1][1] else None
            if heading:
                self.groups.append((heading[1].capitalize(), []))
            elif option and self.groups:
                self.groups[-1][1].append((option[1], option[2] or ""))
            elif continued:
                name, meaning = self.groups[-1][1][-1]
                self.groups[-1][1][-1] = (name, f"{meaning} {continued[1]}".strip())
            elif line.strip():
                break
            lines.pop(0)
        self.footer = lines


def escaped(text):
    """Text for troff: its own characters, and lines that it would take for commands."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("~", r"\(ti").replace("^", r"\(ha")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def option_line(option):
    words = option.replace(",-", ", -").split(" ")
    return " ".join(rf"\fB{escaped(word)}\fR" if word.startswith("-") else rf"\fI{escaped(word)}\fR" for word in words)


def page(name, version, said, programs, date):
    parts = [
        LICENCE,
        f'.TH {name.upper()} 1 "{date}" "{escaped(version)}" "Tessera"',
        ".SH NAME",
        rf"{escaped(name)} \- {escaped(said.purpose.rstrip('.'))}",
        ".SH SYNOPSIS",
        rf"\fB{escaped(name)}\fR [\fIOPTIONS\fR]",
        ".SH DESCRIPTION",
        escaped(said.purpose),
        ".SH OPTIONS",
    ]
    for group, options in said.groups:
        if group != "Options":
            parts.append(f".SS {escaped(group)}")
        for option, meaning in options:
            parts += [".TP", option_line(option), escaped(meaning)]
    parts += footer(said.footer)
    others = [rf"\fB{escaped(other)}\fR(1)" for other in programs if other != name]
    parts += [".SH SEE ALSO", ",\n".join(others)] if others else []
    return "\n".join(parts) + "\n"


def footer(lines):
    """Notes, exit codes and examples."""
    notes, codes, examples = [], [], []
    target = notes
    for line in lines:
        if line.startswith("Examples:"):
            target = examples
            continue
        if line.startswith("Exit codes:"):
            target, line = codes, line.removeprefix("Exit codes:").strip()
        elif target is codes:
            target = notes
        target.append(line)
    parts = []
    if any(notes):
        parts += [".SH NOTES"]
        for line in notes:
            # A line begins a paragraph where it begins a sentence of its own.
            if re.match(r"[A-Z][\w ]*:", line) or (line[:1].isupper() and parts[-1].endswith(".")):
                parts.append(".PP" if parts[-1] != ".SH NOTES" else "")
            parts.append(escaped(line.strip()))
    if codes:
        parts += [".SH EXIT STATUS", escaped(" ".join(codes))]
    if examples:
        parts += [".SH EXAMPLES", ".nf", *(escaped(line.strip()) for line in examples if line.strip()), ".fi"]
    return [part for part in parts if part]


def said_by(program, option):
    return subprocess.run([program, option], check=True, capture_output=True, text=True).stdout


def main():
    program, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    try:
        text, version = said_by(program, "--help"), said_by(program, "--version").strip()
    except (OSError, subprocess.CalledProcessError) as cause:
        # A program for a GPU does not start where there is no driver.
        print(f"no manual page of {program.name}, which does not start here: {cause}", file=sys.stderr)
        return 0
    programs = sorted(sys.argv[3:])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(program.name, version, Help(text), programs, day()))
    return 0


def day():
    """Builds are to be repeatable: the date is none, or the one that packagers give."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        return ""
    return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).strftime("%Y-%m-%d")


if __name__ == "__main__":
    sys.exit(main())
