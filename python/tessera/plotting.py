# SPDX-License-Identifier: Apache-2.0
"""Pictures of fields, traces and histories, by matplotlib."""

import matplotlib.pyplot
import numpy

SIGNED, UNSIGNED = "RdBu_r", "viridis"
# A field counts as signed if its least value has at least this share of its largest magnitude: the small negative values
# that a scheme leaves in a positive field do not make it signed.
SHARE = 0.05


def is_signed(values):
    """Whether values lie below zero by more than a scheme leaves there."""
    low, high = _extremes(values)
    return -low >= SHARE * max(-low, high) > 0


def colours(values, signed=None, limits=None):
    """Colour map and limits: a diverging map with zero in the middle for signed values, else viridis."""
    low, high = limits if limits is not None else _extremes(values)
    if signed if signed is not None else is_signed(values):
        most = max(abs(low), abs(high))
        return SIGNED, -most, most
    return UNSIGNED, low, high


def plot(field, ax=None, at=None, signed=None, limits=None, body=None, lines=None, units=None, title=None):
    """Draws a field; returns the axes (a volume without `at`: a list of three).

    One axis is drawn as a line, two as colours with a colour bar, a volume as three planes through its middle.

    :param field: an xarray.DataArray along x, y, z (tessera.open(path).u), at one time
    :param at: {axis: position} cuts the field at the nearest node first, for example {"z": 0.5}
    :param signed: True: a diverging map with zero in the middle; False: viridis; None: as the values are
    :param limits: (least, most) of the colours, for example to compare pictures
    :param body: an array of the field's shape; where it is not zero the picture is grey. NaN is grey too
    :param lines: {axis: [positions]}, for example interfaces of layers, drawn across the picture
    :param units: {name: unit} for axes and values, for example {"x": "m", "y": "m", "u": "K", "time": "s"}
    """
    units = units or {}
    if body is not None:
        field = field.where(numpy.asarray(body) == 0)
    if at:
        field = field.sel(at, method="nearest")
    if "time" in field.dims:
        raise ValueError(f"plot draws one time, the field has {field.sizes['time']} (give field.isel(time=-1), or animate it)")
    if field.ndim == 0 or field.ndim > 3:
        raise ValueError(f"plot draws 1 to 3 axes, the field has {field.ndim}: {field.dims}")
    title = title if title is not None else describe(field, units)
    if field.ndim == 3:
        return _planes(field, signed, limits, lines, units, title)
    ax = ax if ax is not None else _axes(field)
    if field.ndim == 1:
        _line(field, ax, units)
    else:
        _plane(field, ax, signed, limits, lines, units)
    ax.set_title(title)
    return ax


def plot_traces(traces, ax=None, scale=1.0, units=None, title="Seismogram"):
    """Draws traces as a seismogram, time downwards, one wiggle for each receiver; returns the axes.

    :param traces: what tessera.open gives of traces.h5, or its `traces`
    :param scale: the distances between receivers that the largest amplitude spans
    """
    units = units or {}
    values = traces["traces"] if "traces" in getattr(traces, "data_vars", {}) else traces
    ax = ax if ax is not None else matplotlib.pyplot.subplots(layout="constrained")[1]
    most = float(abs(values).max()) or 1.0
    times = values["times"].values
    for number, receiver in enumerate(values["receivers"].values):
        wiggle = number + scale * values.sel(receivers=receiver).values / most
        ax.plot(wiggle, times, color="black", linewidth=0.6)
        ax.fill_betweenx(times, number, wiggle, where=wiggle > number, color="tab:blue", linewidth=0)
    ax.set_xlim(-1, values.sizes["receivers"])
    ax.set_ylim(times[-1], times[0])
    ax.set_xlabel("receiver")
    ax.set_ylabel(label("time", units))
    ax.set_title(f"{title} (largest amplitude {most:.3g}{' ' + units['u'] if 'u' in units else ''})")
    return ax


def plot_history(history, names=None, units=None):
    """Draws variables of a history against time, one below the other; returns the axes."""
    units = units or {}
    names = names or [name for name in ("drag", "lift", "change") if name in history]
    figure, axes = matplotlib.pyplot.subplots(len(names), 1, sharex=True, squeeze=False, layout="constrained")
    for ax, name in zip(axes[:, 0], names):
        ax.plot(history["time"], history[name])
        ax.set_ylabel(label(name, units))
        ax.grid(alpha=0.3)
    axes[-1, 0].set_xlabel(label("time", units))
    return list(axes[:, 0])


def label(name, units):
    return f"{name} ({units[name]})" if name in units else str(name)


def describe(field, units):
    """The field's name, its time and step, and where it was cut."""
    name, about = field.name or "field", []
    time = field.attrs.get("time", field.coords["time"].item() if "time" in field.coords else None)
    if time is not None:
        about.append(f"t = {time:.4g}{' ' + units['time'] if 'time' in units else ''}")
    about += [f"{axis} = {field.coords[axis].item():.4g}" for axis in ("x", "y", "z") if axis in field.coords and field.coords[axis].ndim == 0]
    return f"{name} at {', '.join(about)}" if about else str(name)


def _extremes(values):
    values = numpy.asarray(values)
    finite = values[numpy.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def _axes(field):
    """Axes of a figure as high as the picture needs."""
    if field.ndim == 1:
        return matplotlib.pyplot.subplots(layout="constrained")[1]
    (west, east), (south, north) = (_ends(field[axis].values) for axis in field.dims)
    ratio = min(max((north - south) / (east - west), 0.25), 1.5)
    figure, ax = matplotlib.pyplot.subplots(figsize=(6.8, 5 * ratio + 1), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.2)  # matplotlib forgets the words beside the colour bar
    return ax


def _line(field, ax, units):
    axis = field.dims[0]
    ax.plot(field[axis], field.values)
    ax.set_xlabel(label(axis, units))
    ax.set_ylabel(label(field.name or "field", units))
    ax.grid(alpha=0.3)


def _plane(field, ax, signed, limits, lines, units):
    horizontal, vertical = field.dims
    colour_map, low, high = colours(field.values, signed, limits)
    shades = matplotlib.pyplot.get_cmap(colour_map).copy()
    shades.set_bad("0.6")
    # Each node is drawn as a cell around it.
    extent = [end for axis in field.dims for end in _ends(field[axis].values)]
    image = ax.imshow(field.values.T, origin="lower", extent=extent, cmap=shades, vmin=low, vmax=high, aspect=_aspect(extent))
    for axis, positions in (lines or {}).items():
        draw = ax.axvline if axis == horizontal else ax.axhline if axis == vertical else None
        for position in positions if draw else ():
            draw(position, color="black", linewidth=0.7, linestyle="--")
    ax.set_xlabel(label(horizontal, units))
    ax.set_ylabel(label(vertical, units))
    bar = ax.figure.colorbar(image, cax=ax.inset_axes([1.03, 0, 0.04, 1]))
    bar.set_label(label(field.name or "field", units))
    return image


def _planes(field, signed, limits, lines, units, title):
    figure, axes = matplotlib.pyplot.subplots(1, 3, figsize=(15, 4.2), layout="constrained")
    if limits is None:
        limits = _extremes(field.values)
    signed = is_signed(field.values) if signed is None else signed
    for ax, axis in zip(axes, reversed(field.dims)):
        middle = field[axis].values[field.sizes[axis] // 2]
        plane = field.sel({axis: middle})
        _plane(plane, ax, signed, limits, lines, units)
        ax.set_title(f"{axis} = {middle:.4g}")
    figure.suptitle(title)
    return list(axes)


def _ends(positions):
    half = (positions[1] - positions[0]) / 2 if len(positions) > 1 else 0.5
    return positions[0] - half, positions[-1] + half


def _aspect(extent):
    """Axes have one scale, unless the picture would be a strip."""
    width, height = extent[1] - extent[0], extent[3] - extent[2]
    return "equal" if 0.1 <= width / height <= 10 else "auto"
