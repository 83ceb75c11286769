# SPDX-License-Identifier: Apache-2.0
"""Sphinx reads this; build.py calls Sphinx."""

import os
import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here)]
import quicker  # noqa: E402
import without_namespaces  # noqa: E402

root = here.parents[1]
project = "Tessera"
copyright = "the Tessera authors"
release = re.search(r"^  VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)[1]
version = release

extensions = ["myst_parser", "breathe"]
breathe_projects = {"tessera": os.environ["TESSERA_DOXYGEN_OUTPUT"] + "/xml"}
breathe_default_project = "tessera"
breathe_default_members = ("members", "undoc-members")
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
highlight_language = "none"
suppress_warnings = ["myst.header"]  # records of measurements leave levels out

html_theme = "furo"
html_title = f"Tessera {release}"
html_static_path = [str(here / "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False


def without_sidebar(app, page, template, context, doctree):
    context.pop("toctree", None)  # Furo draws it anew for each page


def setup(app):
    quicker.install()
    without_namespaces.install()
    if os.environ["TESSERA_SIDEBAR"] == "no":
        app.connect("html-page-context", without_sidebar, priority=1)
