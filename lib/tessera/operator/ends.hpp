// SPDX-License-Identifier: Apache-2.0
// Ends: what lies beyond the ends of an axis, for derivatives.
#pragma once

namespace tessera {

/// What lies beyond the ends of an axis.
enum class Ends {
  bounded,      ///< nothing: the nodes there use one-sided formulas of the same order
  periodic,     ///< the other end; n nodes span the period, as everywhere in Tessera
  end_repeated, ///< the other end; the last node repeats the first, so n - 1 spacings are the period
};

/// "bounded", "periodic" or "repeated"
constexpr char const* name_of(Ends ends) {
  return ends == Ends::bounded ? "bounded" : ends == Ends::periodic ? "periodic" : "repeated";
}

} // namespace tessera
