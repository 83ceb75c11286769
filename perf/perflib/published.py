# SPDX-License-Identifier: Apache-2.0
"""Published figures, a file a paper."""
from __future__ import annotations

import json
import pathlib

FOLDER = pathlib.Path(__file__).parent / "published"


def published(paper: str) -> dict:
    """What the paper ("000" ... "004") published: facts and figures, with their source."""
    return json.loads((FOLDER / f"{paper}.json").read_text())
