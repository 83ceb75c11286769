// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tessera {

/// What lies beyond the ends of an axis, for derivatives.
enum class Ends {
  bounded,      ///< nothing: one-sided formulas of the same order at the nodes there
  periodic,     ///< the other end; n nodes span the period, as everywhere in Tessera
  end_repeated, ///< the other end; the last node is the first one once more, so n - 1 spacings are the period
};

constexpr char const* name_of(Ends ends) {
  return ends == Ends::bounded ? "bounded" : ends == Ends::periodic ? "periodic" : "repeated";
}

} // namespace tessera
