# SPDX-License-Identifier: Apache-2.0
"""Draws a file or folder that a program of Tessera's has written.

    python3 -m tessera out/final.h5                      shows it in a window
    python3 -m tessera out/final.h5 --save u.png         writes a picture
    python3 -m tessera out --save u.gif                  writes a movie of the series in a folder
    python3 -m tessera out/traces.h5 --save shot.png     writes a seismogram
"""

import argparse
import pathlib
import sys

import matplotlib.pyplot

import tessera


def arguments():
    parser = argparse.ArgumentParser(prog="python3 -m tessera", description="Draws what a program of Tessera's has written.")
    parser.add_argument("path", type=pathlib.Path, help="a field, checkpoint, traces.h5, history.h5, or a folder with a series")
    parser.add_argument("--save", type=pathlib.Path, metavar="FILE", help="picture or movie to write; without it a window opens")
    parser.add_argument("--name", default="u", help="variable to draw (default u)")
    parser.add_argument("--at", action="append", default=[], metavar="AXIS=POSITION", help="cut there, for example z=0.5")
    parser.add_argument("--units", action="append", default=[], metavar="NAME=UNIT", help="of an axis, of u or of time: x=m, u=K, time=s")
    parser.add_argument("--signed", action=argparse.BooleanOptionalAction, help="zero in the middle of the colours, or not")
    return parser.parse_args()


def main():
    options = arguments()
    if options.save:
        matplotlib.pyplot.switch_backend("Agg")
    try:
        data = tessera.open(options.path)
        cuts = {axis: float(position) for axis, position in (cut.split("=") for cut in options.at)}
        units = dict(unit.partition("=")[::2] for unit in options.units)
        if not all(units.values()):
            raise ValueError(f"--units {' '.join(options.units)} (give NAME=UNIT, for example x=m)")
        if isinstance(data, dict):
            raise tessera.FileError(f"{options.path}: a record has nothing to draw")
        if "traces" in data:
            tessera.plot_traces(data, units=units)
        elif "time" in data.dims and options.name not in data:
            tessera.plot_history(data, units=units)
        elif "time" in data.dims and options.save and options.save.suffix in (".gif", ".mp4"):
            series = data[options.name].sel(cuts, method="nearest")
            print(tessera.animate(series, options.save, signed=options.signed, units=units))
            return 0
        else:
            field = data[options.name]
            tessera.plot(field.isel(time=-1) if "time" in field.dims else field, at=cuts, signed=options.signed, units=units)
    except (OSError, ValueError, KeyError) as problem:
        print(f"tessera: error: {problem}", file=sys.stderr)
        return 1
    if options.save:
        matplotlib.pyplot.savefig(options.save, dpi=150)
        print(options.save)
    else:
        matplotlib.pyplot.show()
    return 0


if __name__ == "__main__":
    sys.exit(main())
