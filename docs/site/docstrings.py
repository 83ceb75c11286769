# SPDX-License-Identifier: Apache-2.0
"""Which of Doxygen's warnings are errors."""

import re

# What a member does is often said by its name and by the description of its class.
MEMBER = re.compile(r"warning: Member .* of (?:class|struct) \S.* is not documented\.$")
# A deduction guide says what its class says.
GUIDE = re.compile(r"warning: Member .* -> .* \(function\) of namespace .* is not documented\.$")


def problems(warnings):
    found = []
    for line in warnings.splitlines():
        if line and not MEMBER.search(line) and not GUIDE.search(line):
            found.append(line)
    return list(dict.fromkeys(found))
