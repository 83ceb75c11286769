// SPDX-License-Identifier: Apache-2.0
// Sum and hash of a field that ranks share. Neither depends on how many ranks there are.
#pragma once

#include <tessera/grid/exact_sum.hpp>
#include <tessera/grid/field_hash.hpp>

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

/// The hash of a field that ranks share, which is that of the field on one rank. Collective; it waits for
/// exec.
template <class Exec, class RanksType, class ViewType>
std::uint64_t field_hash(Exec const& exec, RanksType const& ranks, Field<ViewType> const& field) {
  std::uint64_t const mine = field_hash(exec, field);
  // By halves, so that no sum of signed numbers overflows.
  std::int64_t halves[2] = {static_cast<std::int64_t>(mine & 0xffffffffu),
                            static_cast<std::int64_t>(mine >> 32)};
  ranks.add(halves, 2);
  return static_cast<std::uint64_t>(halves[0]) + (static_cast<std::uint64_t>(halves[1]) << 32);
}

} // namespace tessera
