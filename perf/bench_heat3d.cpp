// SPDX-License-Identifier: Apache-2.0
// The 3D 7-point update: copy limit, loops by hand, and every scheme.
#include "heat.hpp"

int main(int argc, char** argv) { return tessera::perf::heat_main<3>(argc, argv, 512, 512); }
