# SPDX-License-Identifier: Apache-2.0
"""The reference: a page for each public header, made by Breathe from Doxygen's XML."""

import pathlib
import re

import sources


def headers(root):
    """Public headers, relative to lib. Those in detail are not, and core/device holds the compilers' own words."""
    names = sorted(str(path.relative_to(root / "lib")) for path in (root / "lib/tessera").rglob("*.hpp"))
    return [name for name in names if "/detail/" not in name and not name.startswith("tessera/core/device/")]


def introduction(path):
    """The comment on top of a header, without its licence."""
    lines = []
    for line in path.read_text().splitlines()[1:]:
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").removeprefix(" "))
    return "\n".join(lines)


def part(header):
    """tessera/solver/flow/body.hpp → solver/flow; headers of the first level have part tessera."""
    folder = str(pathlib.PurePosixPath(header).parent)
    return folder.removeprefix("tessera/")


def page_of(header):
    return "api/" + header.removeprefix("tessera/").removesuffix(".hpp") + ".md"


def concepts(path):
    """Breathe does not know them yet: directives with what stands above a header's public concepts."""
    words, template, inside_detail = [], "", False
    for line in path.read_text().splitlines():
        if re.match(r"namespace [\w:]*detail {", line):
            inside_detail = True
        elif re.match(r"} // namespace [\w:]*detail", line):
            inside_detail = False
        concept = re.match(r"concept (\w+) =", line)
        if concept and not inside_detail:
            text = "\n".join(words)
            yield f":::{{cpp:concept}} {template} tessera::{concept[1]}\n\n{text}\n:::\n"
        elif line.startswith("///"):
            words.append(line.removeprefix("///").removeprefix(" "))
        elif line.startswith("template <"):
            template = line
        else:
            words = []


def header_page(root, header, wanted):
    source = f"lib/{header}"
    wanted.add(source)
    up = "../" * (page_of(header).count("/"))
    return (
        f"# {header}\n\n{introduction(root / source)}\n\n"
        f"```cpp\n#include <{header}>\n```\n\n<a href=\"{up}{sources.page_of(source)}\">Its source</a>\n\n"
        + "\n".join(concepts(root / source))
        + f"\n```{{doxygenfile}} {header}\n:sections: innerclass innernamespace briefdescription detaileddescription "
        "public-type public-attrib public-static-attrib public-func public-static-func typedef enum func var\n```\n"
    )


def first_sentence(words):
    return re.split(r"(?<=\.)\s|\n\n", words + "\n\n", 1)[0].replace("\n", " ").replace("|", "\\|")


def pages(root, wanted):
    """Pairs of name and text."""
    all_headers = headers(root)
    parts = sorted({part(header) for header in all_headers}, key=lambda name: (name != "tessera", name))
    for header in all_headers:
        yield page_of(header), header_page(root, header, wanted)
    text = (
        "# The library by header\n\n"
        "Every public header has a page. [lib/README.md](../lib/README.md) says what the parts are for; "
        "the [guide](../docs/guide/README.md) shows how they are used.\n"
    )
    for name in parts:
        inside = [header for header in all_headers if part(header) == name]
        text += f"\n## {name}\n\n| header | |\n|---|---|\n"
        for header in inside:
            words = first_sentence(introduction(root / "lib" / header))
            text += f"| [{header}](/{page_of(header)}) | {words} |\n"
        text += "\n```{toctree}\n:hidden:\n\n"
        for header in inside:
            short = header.removeprefix("tessera/") if name != "tessera" else header
            text += f"{short} </{page_of(header).removesuffix('.md')}>\n"
        text += "```\n"
    yield "api/index.md", text
