#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""VTK, the library behind ParaView, sees every node of a field where the grid has it, with the value of the .h5 file.

usage: vtk_files.py [--paraview] HEAT [FLOW]

Exits with 77 where this Python has no VTK. --paraview (with pvpython) opens the files as ParaView does as well.
"""

import itertools
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from support import run, skip

try:
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader
except ImportError:
    skip("VTK (Debian: python3-vtk9, or ParaView's python3-paraview)")


def read(path):
    assert path.exists(), f"{path.name} is missing"
    reader = vtkXMLImageDataReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def close(a, b, tolerance=1e-12):
    return len(a) == len(b) and all(abs(x - y) <= tolerance * max(1, abs(y)) for x, y in zip(a, b))


class Grid:
    """A box whose extents, corners and spacings all differ; its field, x + 1000 y + 1000000 z, tells where a node is."""

    def __init__(self, *axes):
        self.nodes, self.lower, self.upper = zip(*axes)
        self.spacing = [(u - l) / (n - 1) for n, l, u in axes]
        self.field = " + ".join(["x", "1000*y", "1000000*z"][: len(axes)])

    def position(self, index):
        at = [l + i * h for l, i, h in zip(self.lower, index, self.spacing)]
        return at + [0.0] * (3 - len(at))

    def value(self, position):
        return position[0] + 1e3 * position[1] + 1e6 * position[2]

    def bounds(self):
        flat = [(0.0, 0.0)] * (3 - len(self.nodes))
        return [end for ends in [*zip(self.lower, self.upper), *flat] for end in ends]

    def configuration(self):
        return (
            f"nodes = {list(self.nodes)}\nlower = {list(self.lower)}\nupper = {list(self.upper)}\n"
            f'[initial]\nexpression = "{self.field}"\n'
        )


line = Grid((7, 2.0, 5.0))
plane = Grid((5, 10.0, 12.0), (9, -3.0, 1.0))
volume = Grid((4, 1.0, 2.5), (11, 2.0, 3.0), (6, -3.0, -2.0))


def check_image(image, grid, tolerance):
    nodes = [*grid.nodes] + [1] * (3 - len(grid.nodes))
    assert [image.GetDimensions()[a] for a in range(3)] == nodes, image.GetDimensions()
    assert close(image.GetBounds(), grid.bounds()), (image.GetBounds(), grid.bounds())
    u = image.GetPointData().GetArray("u")
    for index in itertools.product(*(range(n) for n in grid.nodes)):
        node = image.ComputePointId([*index] + [0] * (3 - len(index)))
        at = grid.position(index)
        assert close(image.GetPoint(node), at), (index, image.GetPoint(node), at)
        assert close([u.GetTuple1(node)], [grid.value(at)], tolerance), (index, u.GetTuple1(node), grid.value(at))


def fields_lie_where_the_grid_has_them(heat, folder):
    for name, grid in (("line", line), ("plane", plane), ("volume", volume)):
        for precision, tolerance in (("double", 1e-12), ("float", 1e-6)):
            out = folder / f"{name}-{precision}"
            (folder / "run.toml").write_text(grid.configuration())
            run(heat, out, "--config", folder / "run.toml", "--precision", precision, "--steps", "0", "--dt", "1e-9")
            image = read(out / "final.vti")
            assert image.GetPointData().GetArray("u").GetDataTypeAsString() == precision
            check_image(image, grid, tolerance)


def a_series_has_its_times(heat, folder):
    out = folder / "series"
    run(heat, out, "--initial", "hot-spot", "--nodes", "9,10,11", "--steps", "20", "--dt", "1e-4", "--output-every", "5")
    steps = ElementTree.parse(out / "u.pvd").getroot().findall("./Collection/DataSet")
    assert [float(step.get("timestep")) for step in steps] == [5e-4 * i for i in range(5)]
    for number, step in enumerate(steps):
        assert step.get("file") == f"u-{5 * number}.vti"
        image = read(out / step.get("file"))
        assert image.GetFieldData().GetArray("TimeValue").GetTuple1(0) == float(step.get("timestep"))
    last, final = (read(out / name).GetPointData().GetArray("u") for name in ("u-20.vti", "final.vti"))
    assert all(last.GetTuple1(i) == final.GetTuple1(i) for i in range(9 * 10 * 11))


def several_fields_lie_in_one_file(flow, folder):
    run(flow, folder / "flow", "--nodes", "33,17", "--initial", "x*(1-y)", "--reynolds", "10", "--steps", "2", "--dt", "1e-3")
    data = read(folder / "flow/final.vti").GetPointData()
    assert [data.GetArrayName(i) for i in range(data.GetNumberOfArrays())] == ["u", "psi"]
    assert data.GetScalars().GetName() == "u"


def paraview_agrees(folder):
    """As a user does: opened by its name, shown, measured. Runs after the checks above, on their files."""
    from paraview import servermanager, simple

    def result(proxy):
        simple.UpdatePipeline(proxy=proxy)
        return servermanager.Fetch(proxy)

    for name, grid in (("line", line), ("plane", plane), ("volume", volume)):
        source = simple.OpenDataFile(str(folder / f"{name}-double/final.vti"))
        check_image(result(source), grid, 1e-12)
        for share in (0.0, 0.3, 0.77, 1.0):
            at = [l + share * (u - l) for l, u in zip(grid.bounds()[::2], grid.bounds()[1::2])]
            probe = simple.ProbeLocation(Input=source, ProbeType="Fixed Radius Point Source")
            probe.ProbeType.Center = at
            data = result(probe).GetPointData()
            assert data.GetArray("vtkValidPointMask").GetTuple1(0) == 1, at
            found = data.GetArray("u").GetTuple1(0)
            assert close([found], [grid.value(at)], 1e-6), (at, found)  # the probe has its place in float
        size = result(simple.IntegrateVariables(Input=source)).GetCellData().GetArray(0).GetTuple1(0)
        expected = 1.0
        for l, u in zip(grid.lower, grid.upper):
            expected *= u - l
        assert close([size], [expected]), (size, expected)
    series = simple.OpenDataFile(str(folder / "series/u.pvd"))
    series.UpdatePipelineInformation()
    assert close([*series.TimestepValues], [5e-4 * i for i in range(5)]), series.TimestepValues
    for name in (["flow/final.vti"] if (folder / "flow").exists() else []):
        source = simple.OpenDataFile(str(folder / name))
        assert set(source.PointData.keys()) >= {"u", "psi"}
    print("ParaView", simple.GetParaViewVersion())


arguments = [argument for argument in sys.argv[1:] if argument != "--paraview"]
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    fields_lie_where_the_grid_has_them(arguments[0], folder)
    a_series_has_its_times(arguments[0], folder)
    if len(arguments) > 1:
        several_fields_lie_in_one_file(arguments[1], folder)
    if "--paraview" in sys.argv:
        paraview_agrees(folder)
