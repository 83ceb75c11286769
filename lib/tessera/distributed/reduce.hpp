// SPDX-License-Identifier: Apache-2.0
// Sums over a field that ranks share, which do not depend on how many ranks there are.
#pragma once

#include <tessera/grid/exact_sum.hpp>

namespace tessera {

/// The sum of a field that ranks share, rounded once, to the nearest double: the same bits on any number of
/// ranks and threads. Collective: `ranks` has add(values, count), which adds int64 numbers over all ranks, as
/// tessera::Ranks. It waits for exec.
template <class Exec, class RanksType, class ViewType>
double sum(Exec const& exec, RanksType const& ranks, Field<ViewType> const& field) {
  ExactSum all = exact_sum(exec, field);
  all.carry();
  ranks.add(all.data(), ExactSum::entries);
  return all.value();
}

} // namespace tessera
