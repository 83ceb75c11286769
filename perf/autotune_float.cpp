// SPDX-License-Identifier: Apache-2.0
#include "autotune_case.hpp"

template <>
void tessera::perf::compare_autotune<float>(AutotuneCase const& which) {
  if (which.dimension == 2)
    AutotuneComparison<float, 2>(which.nodes).run(which.rows);
  else
    AutotuneComparison<float, 3>(which.nodes).run(which.rows);
}
