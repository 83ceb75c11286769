# SPDX-License-Identifier: Apache-2.0
"""What the scripts of perf/ share: records, running programs, the papers' tables."""
