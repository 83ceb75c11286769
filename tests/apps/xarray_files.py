#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""xarray opens the HDF5 files with named axes and the positions along them.

usage: xarray_files.py HEAT [WAVE [FLOW]]

Exits with 77 where this Python has no xarray and h5netcdf.
"""

import pathlib
import sys
import tempfile

from support import run, skip

try:
    import h5netcdf  # noqa: F401, the engine
    import numpy
    import xarray
except ImportError:
    skip("xarray with h5netcdf (Debian: python3-xarray python3-h5netcdf)")


def opened(path):
    return xarray.open_dataset(path, engine="h5netcdf")


def fields_have_their_coordinates(heat, folder):
    axes = {"x": (7, 2.0, 5.0), "y": (5, -3.0, -1.0), "z": (4, 10.0, 10.75)}
    for dimension in (1, 2, 3):
        used = dict(list(axes.items())[:dimension])
        nodes, lower, upper = ([axis[part] for axis in used.values()] for part in range(3))
        field = " + ".join(["x", "1000*y", "1000000*z"][:dimension])
        (folder / "run.toml").write_text(
            f'nodes = {nodes}\nlower = {lower}\nupper = {upper}\n[initial]\nexpression = "{field}"\n'
        )
        for precision in ("double", "float"):
            out = folder / f"{dimension}-{precision}"
            run(heat, out, "--config", folder / "run.toml", "--precision", precision, "--steps", "0", "--dt", "1e-9")
            data = opened(out / "final.h5")
            assert data.u.dims == tuple(used), data.u.dims
            assert set(data.coords) == set(used), data.coords
            for name, (n, low, high) in used.items():
                numpy.testing.assert_allclose(data[name], numpy.linspace(low, high, n), rtol=0, atol=1e-14)
            expected = sum(scale * data[name] for scale, name in zip((1.0, 1e3, 1e6), used))
            numpy.testing.assert_allclose(data.u, expected.transpose(*used), rtol=1e-12 if precision == "double" else 1e-6)
            assert float(data.u.sel({name: low for name, (_, low, _) in used.items()})) == float(data.u[(0,) * dimension])
            assert data.attrs["time"] == 0 and data.u.attrs["step"] == 0


def a_periodic_axis_ends_before_its_period(heat, folder):
    (folder / "run.toml").write_text(
        'nodes = [8, 5]\nupper = [4.0, 1.0]\n[boundary]\nwest = { kind = "periodic" }\neast = { kind = "periodic" }\n'
    )
    run(heat, folder / "periodic", "--config", folder / "run.toml", "--steps", "2", "--dt", "1e-4", "--output-every", "1")
    data = opened(folder / "periodic/u-2.h5")
    assert list(data.x.values) == [0.5 * i for i in range(8)]
    assert data.attrs["time"] == 2e-4


def traces_have_times(wave, folder):
    (folder / "receivers").write_text("0.25 0.5\n0.5 0.5\n0.75 0.25\n")
    (folder / "run.toml").write_text(f'nodes = [33, 33]\n[wave]\nreceivers = "{folder}/receivers"\n')
    run(wave, folder / "wave", "--config", folder / "run.toml", "--initial", "gaussian", "--steps", "6", "--dt", "0.01")
    data = opened(folder / "wave/traces.h5")
    assert data.traces.dims == ("receivers", "times") and data.traces.shape == (3, 7)
    numpy.testing.assert_allclose(data.times, [0.01 * i for i in range(7)], rtol=0, atol=1e-15)
    assert list(data.positions.sel(receivers=2).values) == [0.75, 0.25]
    assert opened(folder / "wave/final.h5").u.dims == ("x", "y")


def a_history_runs_along_time(flow, folder):
    run(flow, folder / "flow", "--nodes", "33,17", "--initial", "x*(1-y)", "--reynolds", "10", "--steps", "3", "--dt", "1e-3")
    data = opened(folder / "flow/history.h5")
    assert data.change.dims == ("time",) and data.step.dims == ("time",)
    numpy.testing.assert_allclose(data.time, [1e-3, 2e-3, 3e-3])
    fields = opened(folder / "flow/final.h5")
    assert fields.u.dims == fields.psi.dims == ("x", "y")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    fields_have_their_coordinates(sys.argv[1], folder)
    a_periodic_axis_ends_before_its_period(sys.argv[1], folder)
    if len(sys.argv) > 2:
        traces_have_times(sys.argv[2], folder)
    if len(sys.argv) > 3:
        a_history_runs_along_time(sys.argv[3], folder)
