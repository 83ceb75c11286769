# SPDX-License-Identifier: Apache-2.0
"""Figures 6 and 7 of paper 001: the field and its error at four times."""
from __future__ import annotations

import pathlib
import tempfile
from typing import Any

from perflib import plots
from perflib.fields import read_field
from perflib.page import Page
from perflib.programs import Build


def exact(shape: tuple[int, int], time: float) -> Any:
    """exp(-pi^2 t / 2) sin(2 pi x) sin(2 pi y), equation (30)."""
    import numpy

    x, y = (numpy.linspace(0, 1, n) for n in shape)
    return numpy.exp(-numpy.pi**2 / 2 * time) * numpy.outer(numpy.sin(2 * numpy.pi * x), numpy.sin(2 * numpy.pi * y))


def fields_at(build: Build, profile: dict) -> list[Any]:
    """The fields of tessera-heat at the published times, the last of which is 1."""
    n, steps = profile["subintervals"], profile["steps"]
    with tempfile.TemporaryDirectory() as folder:
        build.app("heat", "--initial", "sine", "--nodes", f"{n + 1},{n + 1}", "--steps", str(steps), "--dt", repr(1 / steps),
                  "--output", folder, "--output-every", str(steps // 4))
        return [read_field(pathlib.Path(folder) / f"u-{round(time * steps)}.h5").copy() for time in profile["times"]]


def add_profiles(page: Page, build: Build, profile: dict) -> None:
    times, fields = profile["times"], fields_at(build, profile)
    errors = [abs(u - exact(u.shape, time)) for u, time in zip(fields, times)]
    page.table("profiles", f"Figures 6 and 7: J = {profile['subintervals']}, N = {profile['steps']}",
               ["t", "largest u, exact", "largest u, here", "largest error"],
               [[time, f"{exact(u.shape, time).max():.6f}", f"{u.max():.6f}", f"{error.max():.3e}"]
                for time, u, error in zip(times, fields, errors)])
    figure, axes = plots.figure(columns=4, rows=2, width=3.2, height=2.9)
    for column, (time, u, error) in enumerate(zip(times, fields, errors)):
        for row, (values, colours, name) in enumerate(((u, "RdBu_r", "u"), (error, "viridis", "error"))):
            image = axes[row][column].imshow(values.T, origin="lower", extent=(0, 1, 0, 1), cmap=colours)
            axes[row][column].set_title(f"{name}, t = {time} s")
            figure.colorbar(image, ax=axes[row][column], shrink=0.8, format="%.1e" if row else "%.2g")
    page.plot("profiles", figure, "Figures 6 (above) and 7 (below): the temperature and its absolute error.")
