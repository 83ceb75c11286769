# SPDX-License-Identifier: Apache-2.0
"""Records of perf/goals that are made up, for tests of pages."""


def record(device, date, rate=1.0, backend="OpenMP", quick=False):
    """One workload: a row, the two copies and the loops by hand."""
    rates = {"copy": 2.0, "copy_non_temporal": 4.0, "loop": 0.5, "loop_serial": 0.25, "direct": rate}
    rows = [{"row": f"heat2d/64/float {name}", "GCells/s": value, "us a step": 1 / value, "of copy": value / 2, "to loop": value / 0.5}
            for name, value in rates.items()]
    goals = [{"workload": "2D, 5 points, one sweep", "problem": "heat2d/64/float", "figure": "to the loop by hand", "seen": rate / 0.5,
              "by": "direct", "GCells/s": rate, "met": "yes"},
             {"workload": "Jacobi around a square", "problem": "poisson/64/float", "figure": "us a step", "seen": None, "by": None,
              "GCells/s": None, "met": "not measured"}]
    return {"context": {"device": device, "backend": backend, "concurrency": "2", "date": date, "compiler": "g", "kokkos": "5"},
            "quick": quick, "tables": {"goals": goals, "rows": rows}}
