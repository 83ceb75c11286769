# SPDX-License-Identifier: Apache-2.0
"""What a paper's command was asked for."""
from __future__ import annotations

from dataclasses import dataclass

from perflib.page import Page
from perflib.programs import Build

NONE = "none"  # how the benchmark's context begins where there is no energy meter


@dataclass
class Setting:
    build: Build  # the device that is measured
    serial: Build  # one thread of a host
    quick: bool  # seconds, for tests
    steps: int | None = None  # of paper 001, fewer than published

    def introduce(self, page: Page, paper: dict, context: dict) -> None:
        """Source and machine, in the page's text and its JSON."""
        kept = {key: context[key] for key in ("date", "device", "backend", "driver", "clocks", "concurrency", "multiprocessors",
                                              "energy", "compiler", "flags", "kokkos", "commit") if key in context}
        page.facts.update({"source": paper["source"], "context": kept, "quick": self.quick})
        page.text(f"Published: {paper['source']}.",
                  f"Measured: {kept['device']}, {kept['backend']}, concurrency {kept['concurrency']}, "
                  f"{kept['compiler']}, Kokkos {kept['kokkos']}, commit {kept['commit']}, {kept['date'][:10]}.")
        if self.quick:
            page.text("**A quick run: small grids and few repetitions. It shows that everything works, and no rates.**")
