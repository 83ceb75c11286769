// SPDX-License-Identifier: Apache-2.0
#include "autotune_case.hpp"

template <>
void tessera::perf::compare_autotune<double>(AutotuneCase const& which) {
  if (which.dimension == 2)
    AutotuneComparison<double, 2>(which.nodes).run(which.rows);
  else
    AutotuneComparison<double, 3>(which.nodes).run(which.rows);
}
