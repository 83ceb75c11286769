# SPDX-License-Identifier: Apache-2.0
"""matplotlib without a screen, in one style."""
from __future__ import annotations

import pathlib
from typing import Any

from perflib.errors import BadInput

try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    matplotlib = None


def picture(path: pathlib.Path) -> Any:
    """The pixels of a PNG."""
    return pyplot.imread(path)


def figure(columns: int = 1, rows: int = 1, width: float = 6.0, height: float = 4.0, **keywords: Any) -> tuple[Any, Any]:
    """A figure and its axes, as pyplot.subplots gives them.

    :raises BadInput: without matplotlib
    """
    if matplotlib is None:
        raise BadInput("no matplotlib for this Python (Debian: python3-matplotlib, run by /usr/bin/python3)")
    return pyplot.subplots(
        rows, columns, figsize=(width * columns, height * rows), layout="constrained", **keywords
    )
