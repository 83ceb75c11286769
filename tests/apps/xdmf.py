#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The XDMF sidecars are well-formed XML and name files, sizes and times that are there.

usage: xdmf.py PROGRAM
"""

import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

program = sys.argv[1]
with tempfile.TemporaryDirectory() as folder:
    run = [program, "--initial", "hot-spot", "--nodes", "9,10,11", "--steps", "20", "--dt", "1e-4", "--output", folder]
    subprocess.run([*run, "--output-every", "5", "--quiet"], check=True)
    for name, count in (("u.xdmf", 5), ("final.xdmf", 1)):
        root = ElementTree.parse(pathlib.Path(folder, name)).getroot()
        assert root.tag == "Xdmf"
        grids = root.findall("./Domain/Grid[@CollectionType='Temporal']/Grid")
        assert len(grids) == count, (name, len(grids))
        times = [float(grid.find("Time").get("Value")) for grid in grids]
        assert times == sorted(times) and abs(times[-1] - 0.002) < 1e-15, times
        for grid in grids:
            assert grid.find("Topology").get("Dimensions") == "9 10 11"
            origin, spacing = (item.text.split() for item in grid.findall("Geometry/DataItem"))
            assert [float(x) for x in origin] == [0, 0, 0], origin
            assert [float(x) for x in spacing] == [1 / 8, 1 / 9, 1 / 10], spacing
            item = grid.find("Attribute/DataItem")
            assert item.get("Dimensions") == "9 10 11"
            file, dataset = item.text.split(":")
            assert dataset == "/u" and pathlib.Path(folder, file).stat().st_size > 9 * 10 * 11 * 8
