# SPDX-License-Identifier: Apache-2.0
"""Errors as the applications report them: one line on stderr, exit code 2 for bad input, 1 for what fails later."""
from __future__ import annotations

import sys
from typing import Callable


class BadInput(Exception):
    """Arguments, records or programs that can't be used; the message says what to do."""


class RunFailure(Exception):
    """A program that was started failed."""


def run_main(name: str, main: Callable[[], None]) -> None:
    """Runs a script's main and exits."""
    try:
        main()
    except BadInput as error:
        sys.exit(_line(name, error, 2))
    except (RunFailure, OSError) as error:
        sys.exit(_line(name, error, 1))


def _line(name: str, error: Exception, code: int) -> int:
    print(f"{name}: error: {error}", file=sys.stderr)
    return code
