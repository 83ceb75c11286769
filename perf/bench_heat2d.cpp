// SPDX-License-Identifier: Apache-2.0
// The 2D 5-point update: copy limit, loops by hand, and every scheme.
#include "heat.hpp"

int main(int argc, char** argv) { return tessera::perf::heat_main<2>(argc, argv, 8192, 16384); }
