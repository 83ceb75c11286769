# SPDX-License-Identifier: Apache-2.0
"""matplotlib without a screen, in one style."""
from __future__ import annotations

import pathlib
from typing import Any

try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    matplotlib = None

available = matplotlib is not None
NOTE = "no matplotlib for this Python: pages without plots (Debian has it as python3-matplotlib, for /usr/bin/python3)"


def picture(path: pathlib.Path) -> Any:
    """The pixels of a PNG."""
    return pyplot.imread(path)


def figure(columns: int = 1, rows: int = 1, width: float = 6.0, height: float = 4.0) -> tuple[Any, Any]:
    """A figure and its axes, as pyplot.subplots gives them; width and height of each, in inches."""
    return pyplot.subplots(rows, columns, figsize=(width * columns, height * rows), layout="constrained")
