# SPDX-License-Identifier: Apache-2.0
"""The files that Tessera's programs write, as data sets of xarray."""

import json
import pathlib
import re

import h5py
import numpy
import xarray

AXES = ("x", "y", "z")


class FileError(ValueError):
    """A file that is not what it was opened as; the message names the file and says what it is instead."""


def open(path):  # noqa: A001, as xarray.open_dataset for any of our files
    """Opens whatever a program of Tessera's has written: a field, a checkpoint, traces, a history, a record (JSON), or
    a folder with a series of fields."""
    path = pathlib.Path(path)
    if path.is_dir():
        return open_series(path)
    if path.suffix == ".json":
        return read_record(path)
    with _file(path) as file:
        kind = _kind(file)
    if kind is None:
        raise FileError(f"{path}: an HDF5 file, but none that a program of Tessera's has written")
    return {"traces": open_traces, "checkpoint": open_checkpoint, "history": open_history, "field": open_field}[kind](path)


def open_field(path):
    """A field (final.h5, u-<step>.h5): its variables along x, y, z, with the positions of the nodes as coordinates.

    Attributes: time, step, spacing, origin. The members of a staggered system have axes of their own, such as x_half.
    """
    with _file(path, "field") as file:
        return _dataset(file)


def open_checkpoint(path):
    """A checkpoint (checkpoint-<step>.h5): the levels that a restart needs, with coordinates.

    Attributes: time, step, dt, and `problem`, the options of the run as a dictionary of text.
    """
    with _file(path, "checkpoint") as file:
        problem = {name: _plain(value) for name, value in file["problem"].attrs.items()}
        about = _attributes(file)
        data = xarray.Dataset(attrs=about | {"problem": problem})
        names = [name for name, item in file.items() if isinstance(item, h5py.Dataset)]
        positions = _positions(problem, file["u"].shape)
        for name in names:
            values = file[name]
            # A level has the grid's shape; other data, such as the samples so far, have axes of their own.
            level = values.shape == file["u"].shape
            axes = AXES[: values.ndim] if level else [f"{name}_{axis}" for axis in range(values.ndim)]
            data[name] = (tuple(axes), values[...], about if level else {})
        return data.assign_coords(positions)


def open_traces(path):
    """Traces of receivers (traces.h5): `traces` along receivers and times, `positions` along receivers and axes."""
    with _file(path, "traces") as file:
        return _dataset(file)


def open_history(path):
    """A history (history.h5), such as drag and lift of a flow, along `time`."""
    with _file(path, "history") as file:
        return _dataset(file)


def open_series(folder, name="u", every=1):
    """The fields <name>-<step>.h5 of a folder as one data set along `time`, with the step as a second coordinate.

    :param every: takes every so-manieth file only, the first included
    """
    folder = pathlib.Path(folder)
    steps = {}
    for path in folder.glob(f"{name}-*.h5"):
        match = re.fullmatch(rf"{re.escape(name)}-(\d+)\.h5", path.name)
        if match:
            steps[int(match[1])] = path
    if not steps:
        raise FileError(f"{folder}: no {name}-<step>.h5 in this folder (run the program with --output-every)")
    chosen = sorted(steps)[::every]
    fields = [open_field(steps[step]) for step in chosen]
    times = [float(field.attrs["time"]) for field in fields]
    for field in fields:
        field.attrs = {key: value for key, value in field.attrs.items() if key not in ("time", "step")}
        for variable in field.variables.values():
            variable.attrs = {key: value for key, value in variable.attrs.items() if key not in ("time", "step")}
    series = xarray.concat(fields, dim=xarray.DataArray(times, dims="time", name="time"), data_vars="all")
    return series.assign_coords(step=("time", chosen))


def read_record(path):
    """The result record that --json writes, as a dictionary."""
    try:
        record = json.loads(pathlib.Path(path).read_text())
    except ValueError as cause:
        raise FileError(f"{path}: not JSON ({cause})") from None
    if not isinstance(record, dict) or "app" not in record:
        raise FileError(f"{path}: JSON, but no record of a program of Tessera's, which has the key 'app'")
    return record


def _file(path, wanted=None):
    """The file, open, if it is of the wanted kind."""
    path = pathlib.Path(path)
    if not path.exists():
        raise FileNotFoundError(f"{path}: no such file")
    try:
        file = h5py.File(path, "r")
    except OSError as cause:
        raise FileError(f"{path}: not an HDF5 file ({cause})") from None
    kind = _kind(file)
    if wanted and kind != wanted:
        file.close()
        raise FileError(f"{path}: {f'a {kind}' if kind else 'no file of Tessera'}, opened as a {wanted}")
    return file


def _kind(file):
    if "problem" in file and "u" in file:
        return "checkpoint"
    if "traces" in file:
        return "traces"
    if "u" in file and "spacing" in file.attrs:
        return "field"
    if "time" in file and isinstance(file["time"], h5py.Dataset):
        return "history"
    return None


def _plain(value):
    """An attribute as Python's own text or number, or an array."""
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if isinstance(value, numpy.generic) else value


def _attributes(item):
    hidden = ("DIMENSION_LIST", "REFERENCE_LIST", "CLASS", "NAME")
    return {name: _plain(value) for name, value in item.attrs.items() if name not in hidden}


def _dataset(file):
    """Datasets along their dimension scales."""
    scales = {name: item for name, item in file.items() if h5py.h5ds.is_scale(item.id)}
    data = xarray.Dataset(attrs=_attributes(file))
    for name, item in file.items():
        if name in scales:
            continue
        if any(len(axis) == 0 for axis in item.dims):
            raise FileError(f"{file.filename}: /{name} has no positions along its axes (a Tessera before 0.2 wrote it)")
        axes = tuple(axis[0].name.rsplit("/", 1)[-1] for axis in item.dims)
        data[name] = (axes, item[...], _attributes(item))
    return data.assign_coords({name: (name, item[...]) for name, item in scales.items()})


def _positions(problem, shape):
    """Positions of the nodes, from a checkpoint's description of its problem."""
    lower = [float(value) for value in problem["lower corner"].split(",")]
    lengths = [float(value) for value in problem["lengths"].split(",")]
    faces = ("west", "south", "bottom")
    positions = {}
    for axis, nodes in enumerate(shape):
        periodic = problem.get(f"boundary {faces[axis]}", "") == "periodic"
        spacing = lengths[axis] / (nodes if periodic else max(nodes - 1, 1))
        positions[AXES[axis]] = (AXES[axis], lower[axis] + spacing * numpy.arange(nodes))
    return positions
