// SPDX-License-Identifier: Apache-2.0
// What ranks do together where they can: errors that all throw, arguments that have to be the same.
#pragma once

#include <string>

namespace tessera::detail {

/// work(), whose errors all ranks throw if these ranks have agree(), as tessera::Ranks.
template <class RanksType, class Work>
auto agreed(RanksType const& ranks, Work const& work) {
  if constexpr (requires { ranks.agree(work); })
    return ranks.agree(work);
  else
    return work();
}

/// Checks that all ranks were given the same, if these ranks can.
template <class RanksType>
void expect_same(RanksType const& ranks, char const* what, std::string const& value) {
  if constexpr (requires { ranks.expect_same(what, value); }) ranks.expect_same(what, value);
}

} // namespace tessera::detail
