// SPDX-License-Identifier: Apache-2.0
// The update of one node from memory to memory, for the direct sweeps in which a thread makes single nodes.
#pragma once

#include <tessera/boundary/detail/leaves_nodes.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

template <class Rules>
struct NodeInMemory {
  using T = typename Rules::value_type;
  /// Whether all faces freeze their nodes. Then a small grid, of which many nodes are near faces, is as fast
  /// as a loop over its inner nodes.
  static constexpr bool freezes_faces = leaves_nodes<typename Rules::boundary_type, Rules::dimension, false>;

  Rules const& rules;
  Levels<T> const& levels;
  Index step;

  /// Whether all nodes of a block follow the formula.
  KOKKOS_FORCEINLINE_FUNCTION bool is_interior(Box3 const& block) const {
    Domain const& d = rules.domain;
    return Rules::grown(block, Rules::radius).inside(d.readable) && block.inside(d.whole()) &&
           !rules.obstacle.present();
  }
  KOKKOS_FORCEINLINE_FUNCTION T by_formula(Index3 const& i) const {
    return rules.formula(
        Rules::with_previous(reads_around(i), [&] { return *levels.previous.at(i[0], i[1], i[2]); }), i[0],
        i[1], i[2], step);
  }
  /// The value of a node that may be on a face or frozen.
  KOKKOS_FORCEINLINE_FUNCTION T near_edge(Index3 const& i) const {
    Domain const& d = rules.domain;
    if constexpr (freezes_faces) {
      Box3 const one{i, {{i[0] + 1, i[1] + 1, i[2] + 1}}};
      bool const frozen = !Rules::grown(one, Rules::radius).inside(d.readable) || rules.is_frozen(i);
      return frozen ? *levels.in.at(i[0], i[1], i[2]) : by_formula(i);
    } else {
      auto const general = [&](auto const& reads) {
        return rules.general(
            Rules::with_previous(reads, [&] { return *levels.previous.at(i[0], i[1], i[2]); }), i[0], i[1],
            i[2], step);
      };
      if constexpr (may_be_periodic<typename Rules::boundary_type, Rules::dimension>)
        return general(WrappedReads<T>{d, levels.in, i[0], i[1], i[2]});
      else
        return general(reads_around(i));
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION MemoryReads<T> reads_around(Index3 const& i) const {
    return {levels.in.at(i[0], i[1], i[2]), levels.in.stride_y, levels.in.stride_z};
  }
};

} // namespace tessera::detail
