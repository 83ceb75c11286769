# SPDX-License-Identifier: Apache-2.0
"""Published figures, a file a paper."""
from __future__ import annotations

import json
import pathlib

FOLDER = pathlib.Path(__file__).parent / "published"


def published(seed: str) -> dict:
    """What paper `seed` ("000" ... "004") published: facts and figures, with their source."""
    return json.loads((FOLDER / f"{seed}.json").read_text())
