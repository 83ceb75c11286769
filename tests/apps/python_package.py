#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package `tessera` opens every file that the programs write, draws it and animates it.

usage: python_package.py HEAT WAVE MAXWELL [FLOW]    with the package on PYTHONPATH

Exits with 77 where this Python lacks h5py, xarray or matplotlib.
"""

import pathlib
import subprocess
import sys
import tempfile

from support import run, skip

try:
    import h5py
    import matplotlib
    import numpy
    import xarray

    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot
    import PIL.Image
except ImportError as missing:
    skip(f"h5py, xarray or matplotlib ({missing})")

import tessera
from tessera import plotting


def refused(action, *words):
    try:
        action()
    except (ValueError, OSError) as problem:
        assert all(word in str(problem) for word in words), problem
    else:
        raise AssertionError(f"not refused, expected: {words}")


def fields_have_positions_and_values(heat, folder):
    for dimension, nodes in ((1, [9]), (2, [7, 5]), (3, [7, 5, 4])):
        expression = " + ".join(["x", "100*y", "10000*z"][:dimension])
        lower, upper = [2.0, -3.0, 10.0][:dimension], [5.0, -1.0, 10.75][:dimension]
        (folder / "run.toml").write_text(
            f'nodes = {nodes}\nlower = {lower}\nupper = {upper}\n[initial]\nexpression = "{expression}"\n'
        )
        out = folder / f"heat{dimension}"
        run(heat, out, "--config", folder / "run.toml", "--steps", "0", "--dt", "1e-9", "--checkpoint-every", "1")
        data = tessera.open(out / "final.h5")
        assert data.u.dims == ("x", "y", "z")[:dimension] and data.u.shape == tuple(nodes)
        expected = sum(scale * data[axis] for scale, axis in zip((1.0, 1e2, 1e4), data.u.dims))
        numpy.testing.assert_allclose(data.u, expected.transpose(*data.u.dims), rtol=1e-13)
        for axis, low, high in zip(data.u.dims, lower, upper):
            assert data[axis][0] == low and abs(float(data[axis][-1]) - high) < 1e-14
        axes = tessera.plot(data.u, units={"x": "m"})
        for ax in axes if dimension == 3 else [axes]:
            assert ax.get_xlabel() and ax.get_ylabel() and (ax.get_title() or dimension == 3)
        if dimension == 3:
            ax = tessera.plot(data.u, at={"z": 10.5})
            assert "z = 10.5" in ax.get_title(), ax.get_title()
            numpy.testing.assert_array_equal(ax.images[0].get_array(), data.u.sel(z=10.5).values.T)
        pyplot.close("all")


def series_and_checkpoints_agree_with_fields(heat, folder):
    (folder / "run.toml").write_text(
        'nodes = [8, 5]\nlower = [1.0, 0.0]\nupper = [5.0, 1.0]\n[initial]\nexpression = "x*y"\n'
        '[boundary]\nwest = { kind = "periodic" }\neast = { kind = "periodic" }\n'
    )
    out = folder / "series"
    run(heat, out, "--config", folder / "run.toml", "--steps", "10", "--dt", "1e-4", "--output-every", "2",
        "--checkpoint-every", "10", "--json", folder / "record.json")  # fmt: skip
    series = tessera.open(out)
    assert list(series.step.values) == [0, 2, 4, 6, 8, 10]
    numpy.testing.assert_allclose(series.time, 1e-4 * numpy.arange(0, 11, 2), atol=1e-17)
    for number, step in enumerate(series.step.values):
        with h5py.File(out / f"u-{step}.h5") as file:
            numpy.testing.assert_array_equal(series.u.isel(time=number), file["u"][...])
    assert list(tessera.open_series(out, every=2).step.values) == [0, 4, 8]

    checkpoint, final = tessera.open(out / "checkpoint-10.h5"), tessera.open(out / "final.h5")
    numpy.testing.assert_array_equal(checkpoint.u, final.u)
    for axis in "xy":  # x is periodic: its end is not repeated
        numpy.testing.assert_allclose(checkpoint[axis], final[axis], rtol=1e-15)
    assert checkpoint.attrs["problem"]["boundary west"] == "periodic" and checkpoint.attrs["step"] == 10

    record = tessera.open(folder / "record.json")
    assert record["app"] == "tessera-heat" and record["nodes"] == [8, 5] and record["steps"] == 10

    movie = PIL.Image.open(tessera.animate(series.u, folder / "series.gif", fps=4, dpi=40))
    assert movie.n_frames == 6
    refused(lambda: tessera.plot(series.u), "one time")
    refused(lambda: tessera.animate(final.u, folder / "no.gif"), "along time")


def signed_fields_have_zero_in_the_middle(folder):
    def drawn(low, high, **options):
        ramp = numpy.linspace(low, high, 12).reshape(4, 3)
        field = xarray.DataArray(ramp, dims=("x", "y"), coords={"x": range(4), "y": range(3)}, name="u")
        image = tessera.plot(field, **options).images[0]
        pyplot.close("all")
        return image.get_cmap().name, *image.get_clim()

    assert drawn(-1, 3) == (plotting.SIGNED, -3, 3)
    assert drawn(-3, -1) == (plotting.SIGNED, -3, 3)
    assert drawn(-0.002, 1) == (plotting.UNSIGNED, -0.002, 1)  # what a scheme's undershoot leaves
    assert drawn(0, 1) == (plotting.UNSIGNED, 0, 1)
    assert drawn(0, 1, signed=True) == (plotting.SIGNED, -1, 1)
    assert drawn(-1, 3, signed=False) == (plotting.UNSIGNED, -1, 3)
    assert drawn(-1, 3, signed=False, limits=(0, 2)) == (plotting.UNSIGNED, 0, 2)

    field = xarray.DataArray(numpy.ones((4, 3)), dims=("x", "y"), coords={"x": range(4), "y": range(3)}, name="u")
    body = numpy.zeros((4, 3))
    body[1, 2] = 1
    image = tessera.plot(field, body=body).images[0]
    grey = matplotlib.colors.to_rgba("0.6")
    assert tuple(image.cmap(image.norm(image.get_array()))[2, 1]) == grey
    pyplot.close("all")


def frames_show_the_field_of_their_time(folder):
    values = numpy.stack([numpy.full((9, 9), level) for level in (-1.0, 0.0, 1.0)])
    series = xarray.DataArray(values, dims=("time", "x", "y"), coords={"time": [0, 1, 2], "x": range(9), "y": range(9)}, name="u")
    movie = PIL.Image.open(tessera.animate(series, folder / "levels.gif", dpi=40))
    assert movie.n_frames == 3
    middles = []
    for number in range(3):
        movie.seek(number)
        middles.append(movie.convert("RGB").getpixel((int(0.4 * movie.width), movie.height // 2)))
    blue, white, red = middles
    assert blue[2] > 60 + blue[0] and min(white) > 200 and red[0] > 60 + red[2], middles


def traces_are_a_seismogram(wave, folder):
    (folder / "receivers").write_text("0.25 0.5\n0.5 0.5\n0.75 0.25\n")
    (folder / "run.toml").write_text(f'nodes = [33, 33]\n[wave]\nreceivers = "{folder}/receivers"\n')
    out = folder / "wave"
    run(wave, out, "--config", folder / "run.toml", "--initial", "gaussian", "--steps", "6", "--dt", "0.01",
        "--checkpoint-every", "6")  # fmt: skip
    traces = tessera.open(out / "traces.h5")
    assert traces.traces.dims == ("receivers", "times") and traces.traces.shape == (3, 7)
    ax = tessera.plot_traces(traces, scale=0.5)
    assert len(ax.lines) == 3
    values = traces.traces.values
    numpy.testing.assert_allclose(ax.lines[1].get_xdata(), 1 + 0.5 * values[1] / abs(values).max())
    numpy.testing.assert_array_equal(ax.lines[1].get_ydata(), traces.times)
    assert ax.get_ylim() == (traces.times[-1], 0)
    pyplot.close("all")
    checkpoint = tessera.open(out / "checkpoint-6.h5")
    assert checkpoint.previous.dims == ("x", "y")


def pictures_of_waves_have_zero_in_the_middle(wave, folder):
    run(wave, folder / "ramp", "--nodes", "17,9", "--initial", "x-0.25", "--steps", "1", "--dt", "1e-4",
        "--bare-pictures")
    picture = numpy.asarray(PIL.Image.open(folder / "ramp/final.png").convert("RGB"))
    size = picture.shape[1] // 17  # pixels a node
    least, zero, largest = (tuple(picture[-1, node * size]) for node in (0, 4, 16))
    assert zero == (221, 221, 221) and largest == (180, 4, 38), (zero, largest)
    assert least[2] > least[1] > least[0], least  # blue, a third of the way: colours reach from -0.75 to 0.75


def staggered_members_have_their_own_positions(maxwell, folder):
    run(maxwell, folder / "maxwell", "--nodes", "9,9", "--steps", "2", "--dt", "0.05")
    data = tessera.open(folder / "maxwell/final.h5")
    staggered = [name for name in data if any(axis.endswith("_half") for axis in data[name].dims)]
    assert staggered, data
    assert float(data.x_half[0] - data.x[0]) == float(data.x[1] - data.x[0]) / 2
    tessera.plot(data[staggered[0]])
    pyplot.close("all")


def a_history_is_drawn_along_time(flow, folder):
    run(flow, folder / "flow", "--nodes", "33,17", "--initial", "x*(1-y)", "--reynolds", "10", "--steps", "3", "--dt", "1e-3")
    history = tessera.open(folder / "flow/history.h5")
    assert history.change.dims == ("time",)
    axes = tessera.plot_history(history)
    numpy.testing.assert_array_equal(axes[-1].lines[0].get_xdata(), history.time)
    pyplot.close("all")
    assert tessera.open(folder / "flow/final.h5").psi.dims == ("x", "y")


def what_is_no_file_of_ours_is_refused(folder):
    (folder / "text.h5").write_text("no HDF5")
    (folder / "other.json").write_text('{"key": 1}')
    (folder / "broken.json").write_text("{")
    with h5py.File(folder / "foreign.h5", "w") as file:
        file["data"] = [1, 2]
    with h5py.File(folder / "old.h5", "w") as file:
        file["u"] = numpy.zeros((2, 2))
        file.attrs["spacing"] = [1.0, 1.0]
    (folder / "empty").mkdir()
    refused(lambda: tessera.open(folder / "text.h5"), "text.h5", "not an HDF5 file")
    refused(lambda: tessera.open(folder / "foreign.h5"), "foreign.h5", "none that a program of Tessera's")
    refused(lambda: tessera.open(folder / "old.h5"), "old.h5", "no positions")
    refused(lambda: tessera.open(folder / "absent.h5"), "absent.h5", "no such file")
    refused(lambda: tessera.open(folder / "other.json"), "other.json", "'app'")
    refused(lambda: tessera.open(folder / "broken.json"), "broken.json", "not JSON")
    refused(lambda: tessera.open(folder / "empty"), "empty", "--output-every")
    refused(lambda: tessera.open_traces(folder / "heat2/final.h5"), "a field, opened as a traces")


def the_command_draws(folder):
    def command(*arguments):
        return subprocess.run([sys.executable, "-m", "tessera", *arguments], capture_output=True, text=True)

    for source, target in (
        ("heat2/final.h5", "field.png"), ("heat3/final.h5", "planes.png"), ("wave/traces.h5", "traces.png"),
        ("series", "movie.gif"), ("series", "last.png"),
    ):  # fmt: skip
        done = command(folder / source, "--save", folder / target)
        assert done.returncode == 0, done.stderr
        assert PIL.Image.open(folder / target).width > 200
    done = command(folder / "heat2/final.h5", "--units", "x=m", "--units", "u=K", "--save", folder / "units.png")
    assert done.returncode == 0, done.stderr
    assert (folder / "units.png").read_bytes() != (folder / "field.png").read_bytes()
    done = command(folder / "heat2/final.h5", "--units", "x", "--save", folder / "no.png")
    assert done.returncode == 1 and "--units x (give NAME=UNIT" in done.stderr, done.stderr
    done = command(folder / "record.json", "--save", folder / "no.png")
    assert done.returncode == 1 and "nothing to draw" in done.stderr and "Traceback" not in done.stderr, done.stderr


def main():
    heat, wave, maxwell, *flow = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fields_have_positions_and_values(heat, folder)
        series_and_checkpoints_agree_with_fields(heat, folder)
        signed_fields_have_zero_in_the_middle(folder)
        frames_show_the_field_of_their_time(folder)
        traces_are_a_seismogram(wave, folder)
        pictures_of_waves_have_zero_in_the_middle(wave, folder)
        staggered_members_have_their_own_positions(maxwell, folder)
        if flow:
            a_history_is_drawn_along_time(flow[0], folder)
        what_is_no_file_of_ours_is_refused(folder)
        the_command_draws(folder)


main()
