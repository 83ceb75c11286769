#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the movies of README.md and the gallery: runs the programs, animates what they write, and keeps the files small.

usage: docs/movies.py PROGRAMS [NAME...]      (for example docs/movies.py build/openmp/bin; minutes)

Needs the Python package's xarray and matplotlib (Debian: python3-xarray python3-h5netcdf python3-matplotlib).
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
import tessera  # noqa: E402

LARGEST = 500_000  # bytes of a file; a page that is read over a phone has three of them


def layers(run, folder):
    """A shot near the free top of layered ground: three times the velocities, dashed lines between them."""
    run("tessera-wave", "--config", ROOT / "apps/wave/examples/layers.toml", "--output-every", "40")
    return tessera.open(folder).u[1:], {
        "limits": (-2e-8, 2e-8),
        "lines": {"y": [1500.0, 2300.0]},
        "units": {"x": "m", "y": "m", "time": "s"},
    }


def street(run, folder):
    """Vorticity behind a square cylinder: a period and a half of its vortices."""
    run("tessera-flow", "--config", ROOT / "apps/flow/examples/cylinder.toml", "--nodes", "289,97", "--end-time", "90",
        "--dt", "0.05", "--output-every", "4", "--contours", "0")
    vorticity = tessera.open(folder).u.rename("vorticity")
    late = vorticity.isel(time=vorticity["time"].values > 81)
    body = ((abs(late.x) <= 0.5) & (abs(late.y) <= 0.5)).transpose("x", "y")
    return late, {"limits": (-5, 5), "body": body}


def lens(run, folder):
    """Light through a lens of glass and a slit."""
    run("tessera-maxwell", "--config", ROOT / "apps/maxwell/examples/lens.toml", "--output-every", "20")
    field = tessera.open(folder).u[1:].rename("Ez")
    slit = ((abs(field.x - 1.5e-5) < 1e-7) & (abs(field.y - 7.5e-6) > 1.2e-6)).transpose("x", "y")
    return field, {
        "limits": (-0.2, 0.2),
        "body": slit,
        "units": {"x": "m", "y": "m", "time": "s"},
    }


MOVIES = {"wave_layers": layers, "flow_street": street, "maxwell_lens": lens}


def make(name, programs):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "out"

        def run(program, *arguments):
            command = [programs / program, *arguments, "--output", folder, "--no-paraview", "--bare-pictures", "--quiet"]
            subprocess.run([str(word) for word in command], check=True)

        series, about = MOVIES[name](run, folder)
        path = ROOT / f"docs/images/{name}.gif"
        tessera.animate(series, path, fps=10, dpi=75, signed=True, **about)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {series.sizes['time']} frames, {size / 1000:.0f} kB")
    if size > LARGEST:
        sys.exit(f"{path} has more than {LARGEST / 1000:.0f} kB (take fewer frames)")


def main():
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(MOVIES):
        sys.exit(f"{__doc__}\nNames: {', '.join(MOVIES)}")
    for name in sys.argv[2:] or MOVIES:
        make(name, pathlib.Path(sys.argv[1]).resolve())


if __name__ == "__main__":
    main()
