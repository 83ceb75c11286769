# SPDX-License-Identifier: Apache-2.0
"""Movies of series of fields."""

import pathlib

import matplotlib.animation
import matplotlib.pyplot

from . import plotting


def animate(series, path, fps=10, dpi=100, signed=None, limits=None, units=None, **about):
    """Writes a movie of a field along `time`; returns its path.

    The colours have the same meaning in all frames. The ending of the path decides: .gif is written by Pillow, .mp4 by
    ffmpeg, if that is installed.

    :param series: an xarray.DataArray along time and one or two axes (tessera.open(folder).u)
    :param about: further arguments of plot(), such as body and lines
    """
    path = pathlib.Path(path)
    if "time" not in series.dims or series.ndim not in (2, 3):
        raise ValueError(f"animate wants a field along time and one or two axes, not {series.dims}")
    if signed is None:
        signed = plotting.is_signed(series.values)
    if limits is None:
        limits = plotting._extremes(series.values)
    first = series.isel(time=0)
    ax = plotting.plot(first, signed=signed, limits=limits, units=units, **about)
    figure = ax.figure
    body = about.get("body")

    def show(number):
        frame = series.isel(time=number)
        if body is not None:
            frame = frame.where(body == 0)
        if frame.ndim == 2:
            ax.images[0].set_data(frame.values.T)
        else:
            ax.lines[0].set_ydata(frame.values)
        ax.set_title(plotting.describe(frame, units or {}))

    if first.ndim == 1:
        margin = 0.05 * ((limits[1] - limits[0]) or 1.0)
        ax.set_ylim(limits[0] - margin, limits[1] + margin)
    movie = matplotlib.animation.FuncAnimation(figure, show, frames=series.sizes["time"])
    writer = matplotlib.animation.PillowWriter(fps) if path.suffix == ".gif" else matplotlib.animation.FFMpegWriter(fps)
    try:
        movie.save(path, writer=writer, dpi=dpi)
    finally:
        matplotlib.pyplot.close(figure)
    return path
