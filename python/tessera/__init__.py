# SPDX-License-Identifier: Apache-2.0
"""Opens, plots and animates what Tessera's programs write.

    import tessera
    field = tessera.open("out/final.h5").u       # an xarray.DataArray with coordinates
    tessera.plot(field).figure.savefig("u.png")  # colour bar, axes, title; zero in the middle of a signed field
    tessera.animate(tessera.open("out").u, "u.gif")
"""

from .animation import animate
from .files import (
    FileError,
    open,
    open_checkpoint,
    open_field,
    open_history,
    open_series,
    open_traces,
    read_record,
)
from .plotting import plot, plot_history, plot_traces

__all__ = [
    "FileError",
    "animate",
    "open",
    "open_checkpoint",
    "open_field",
    "open_history",
    "open_series",
    "open_traces",
    "plot",
    "plot_history",
    "plot_traces",
    "read_record",
]
