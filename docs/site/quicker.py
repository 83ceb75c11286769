# SPDX-License-Identifier: Apache-2.0
"""Keeps Sphinx and Breathe from computing again what they know, which is half of the time to build the site."""

import gc

from breathe.finder.index import CompoundTypeSubItemFinder
from sphinx.domains.cpp import ASTDeclaration

newest_id = ASTDeclaration.get_newest_id
find = CompoundTypeSubItemFinder.filter_


def _kept_id(declaration):
    """Links to declarations compare these names a quarter of a million times. Sphinx 7 keeps them itself."""
    if not hasattr(declaration, "kept_id"):
        declaration.kept_id = newest_id(declaration)
    return declaration.kept_id


def _find_files(finder, ancestors, filter_, matches):
    """All that pages ask for are files, which none but their own compounds describe."""
    if finder.data_object.kind == "file":
        find(finder, ancestors, filter_, matches)


def install():
    gc.disable()  # it looks through all pages for what could be freed; without, Sphinx takes half a gigabyte
    ASTDeclaration.get_newest_id = _kept_id
    CompoundTypeSubItemFinder.filter_ = _find_files
