#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The snippets of docs/fields-in-python.md, run one after the other on a run of tessera-wave.

usage: fields.py TESSERA_WAVE CONFIGURATION [FOLDER]    FOLDER keeps what is written

Exits with 77 where this Python lacks h5py, xarray or matplotlib.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import h5py  # noqa: F401
    import xarray  # noqa: F401

    import matplotlib

    matplotlib.use("Agg")
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

program, configuration = sys.argv[1], os.path.abspath(sys.argv[2])
scratch = tempfile.TemporaryDirectory()
os.chdir(sys.argv[3] if len(sys.argv) > 3 else scratch.name)
subprocess.run(
    [program, "--config", configuration, "--output", "shot", "--output-every", "100", "--checkpoint-every", "1500",
     "--json", "shot.json", "--quiet"],
    check=True,
)

# snippet: open
import tessera
import xarray

final = tessera.open("shot/final.h5")  # an xarray.Dataset
print(final.u.dims, final.u.shape, final.attrs["time"])
print(float(final.u.sel(x=2000, y=1500, method="nearest")))  # by position, not by index
# snippet end
assert final.u.dims == ("x", "y") and final.u.shape == (401, 301) and abs(final.attrs["time"] - 1.5) < 1e-12

# snippet: series
movie = tessera.open("shot")  # all u-<step>.h5 of the folder, along time
energy = (movie.u.astype(float) ** 2).sum(("x", "y"))
print(energy.sel(time=[0.5, 1.0, 1.5], method="nearest").values)
# snippet end
assert movie.sizes["time"] == 16 and float(energy[-1]) < float(energy.max())

# snippet: plot
units = {"x": "m", "y": "m", "time": "s"}
snapshot = movie.u.sel(time=0.7, method="nearest")
ax = tessera.plot(snapshot, units=units, lines={"y": [1500, 2300]})
ax.figure.savefig("layers.png", dpi=100)
# snippet end
low, high = ax.images[0].get_clim()
assert low == -high < 0 and pathlib.Path("layers.png").stat().st_size > 10000

# snippet: traces
traces = tessera.open("shot/traces.h5")  # traces along receivers and times, positions along receivers and axes
ax = tessera.plot_traces(traces, scale=4, units={"time": "s"})
ax.figure.savefig("seismogram.png", dpi=100)
# snippet end
assert pathlib.Path("seismogram.png").stat().st_size > 10000

# snippet: speed
distance = abs(traces.positions.sel(axes=0) - 2000)  # from the source, in m
near = (distance >= 400) & (distance <= 1200)
arrival = abs(traces.traces).idxmax("times")  # of the wave through the top layer
slope = xarray.DataArray(arrival[near].values, coords={"d": distance[near].values}, dims="d").polyfit("d", 1)
print(1 / float(slope.polyfit_coefficients.sel(degree=1)), "m/s")  # the layer's 1500
# snippet end
speed = 1 / float(slope.polyfit_coefficients.sel(degree=1))
assert abs(speed - 1500) < 75, speed

# snippet: animate
tessera.animate(movie.u, "shot.gif", fps=5, limits=(-2e-8, 2e-8), units=units, lines={"y": [1500, 2300]})
# snippet end
assert pathlib.Path("shot.gif").stat().st_size > 10000

# snippet: checkpoint
checkpoint = tessera.open("shot/checkpoint-1500.h5")
print(checkpoint.attrs["step"], checkpoint.attrs["problem"]["velocity"])
record = tessera.open("shot.json")
print(record["app"], record["gcells_per_s"], record["checksum"])
# snippet end
assert checkpoint.attrs["step"] == 1500 and (checkpoint.u == final.u).all()
assert record["app"] == "tessera-wave" and record["steps"] == 1500
