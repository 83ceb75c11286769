// SPDX-License-Identifier: Apache-2.0
#pragma once

inline int along(int used, int unused) { return used; }
