# SPDX-License-Identifier: Apache-2.0
"""Which Markdown files are pages of the site, and how they are put in order.

The site has the layout of the repository, so that a link from page to page leads to the same place on the forge and
in the site. Only README.md has another name there: index, the front page.
"""

import pathlib
import re

import links

FRONT = "README.md"

# Captions of the sidebar. A page that is named nowhere comes under the last one, so that none is lost.
CONTENTS = {
    "Begin": ["docs/start.md", "docs/port-a-loop.md", "docs/course.md", "docs/cpu-against-gpu.md",
              "docs/guide/README.md", "gallery.md"],
    "Schemes and speed": ["docs/which-scheme.md", "docs/schemes.md", "docs/tuning.md", "docs/performance.md",
                          "docs/backends.md", "docs/verification.md"],
    "Programs": ["apps/README.md", "docs/wave.md", "docs/poisson.md", "docs/flow.md", "docs/derivatives.md",
                 "docs/fields-in-python.md"],
    "Reference": ["api/index.md", "lib/README.md", "lib/tessera/scheme/detail/README.md"],
    "Project": ["CONTRIBUTING.md", "CHANGELOG.md", "perf/README.md", "docs/notes/README.md", "docs/README.md"],
}


def is_record(name):
    """Records of measurements are reached from the pages that cite them; they would drown sidebar and search."""
    return name.startswith("perf/results/")


def all_pages(root):
    """Their names relative to the root. Hidden folders hold forms and workflows, no pages."""
    names = (page.relative_to(root) for page in links.pages(root))
    return [str(name) for name in names if not any(part.startswith(".") for part in name.parts)]


def in_site(name):
    return "index.md" if name == FRONT else name


def children(name, names):
    """Pages that stand below a page in the sidebar: a folder's below its README, docs/x/* below docs/x.md."""
    path = pathlib.PurePosixPath(name)
    if path.name == "README.md" and len(path.parts) == 3 and path.parts[0] == "docs":
        folder = path.parent
    elif path.parts[0] == "docs":
        folder = path.with_suffix("")
    else:
        return []
    return [other for other in names if pathlib.PurePosixPath(other).parent == folder and other != name]


def in_order_of_links(text, name, below):
    """The order in which the page names them; those that it does not name come last."""
    folder = pathlib.PurePosixPath(name).parent
    position = {other: text.find(f"]({_relative(other, folder)}") for other in below}
    return sorted(below, key=lambda other: (position[other] < 0, position[other], other))


def _relative(name, folder):
    return re.sub(rf"^{re.escape(str(folder))}/", "", name)


def toctree(entries, caption=None):
    """Entries are names from the site's root."""
    lines = ["", "```{toctree}", ":hidden:"]
    if caption:
        lines.append(f":caption: {caption}")
    return "\n".join(lines + [""] + ["/" + entry.removesuffix(".md") for entry in entries] + ["```", ""])


def sidebar(names):
    """The toctrees of the front page."""
    below = {child for name in names for child in children(name, names)}
    named = {name for entries in CONTENTS.values() for name in entries}
    left = [name for name in names if name not in named | below | {FRONT}]
    captions = list(CONTENTS)
    trees = []
    for caption, entries in CONTENTS.items():
        generated = [name for name in entries if name in names or name in ("gallery.md", "api/index.md")]
        trees.append(toctree(generated + (left if caption == captions[-1] else []), caption))
    return "".join(trees)
