# SPDX-License-Identifier: Apache-2.0
"""Movies of series of fields."""

import pathlib

import matplotlib.animation
import matplotlib.colors
import matplotlib.pyplot
import numpy
import PIL.Image

from . import plotting

MAP_COLOURS, GREYS = 97, 31  # of a GIF


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
    try:
        if path.suffix == ".gif":
            _write_gif(path, figure, show, series.sizes["time"], fps, dpi)
        else:
            movie = matplotlib.animation.FuncAnimation(figure, show, frames=series.sizes["time"])
            movie.save(path, writer=matplotlib.animation.FFMpegWriter(fps), dpi=dpi)
    finally:
        matplotlib.pyplot.close(figure)
    return path


def _write_gif(path, figure, show, count, fps, dpi):
    """One palette for all frames and no dithering: colours stay what they are from frame to frame, and files small."""
    figure.set_dpi(dpi)
    show(0)
    figure.canvas.draw()
    figure.canvas.draw()
    figure.set_layout_engine("none")  # settled by now: axes that move by a pixel would jitter
    palette = _palette(figure)
    frames = []
    for number in range(count):
        show(number)
        figure.canvas.draw()
        frame = PIL.Image.fromarray(numpy.asarray(figure.canvas.buffer_rgba())).convert("RGB")
        frames.append(frame.quantize(palette=palette, dither=PIL.Image.Dither.NONE))
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=round(1000 / fps), loop=0, optimize=False)


def _palette(figure):
    """The colours that the frames are made of: those of the map, or of lines, and greys for text."""
    images = figure.axes[0].images
    colours = images[0].get_cmap()(numpy.linspace(0, 1, MAP_COLOURS)) if images else [
        share * numpy.array(matplotlib.colors.to_rgba(line.get_color())) + 1 - share
        for line in figure.axes[0].lines for share in numpy.linspace(0, 1, 8)]
    greys = numpy.repeat(numpy.linspace(0, 1, GREYS)[:, None], 3, axis=1)
    table = numpy.concatenate([numpy.asarray(colours)[:, :3], greys])[:256]
    table = numpy.concatenate([table, numpy.repeat(table[-1:], 256 - len(table), axis=0)])
    palette = PIL.Image.new("P", (1, 1))
    palette.putpalette(numpy.rint(255 * table).astype("uint8").tobytes())
    return palette
