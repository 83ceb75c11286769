// SPDX-License-Identifier: Apache-2.0
// Transfers: restriction to the next coarser grid and interpolation back.
#pragma once

#include <tessera/solver/poisson/detail/transfer.hpp>

namespace tessera::detail {

/// The transfers between the nodes of two grids.
template <class Exec, class T, int D>
struct Transfers {
  using Vector = NodeView<T, D, typename Exec::memory_space>;
  using Table = DeviceTable<T, typename Exec::memory_space>;
  Table down[3], up[3], at[3];
  Index3 fine, coarse;
  double scale = 1; // of a defect: S_fine / S_coarse

  /// to = the defect `from` of the fine grid, restricted to the coarse grid; nodes that `known` marks become
  /// 0.
  void restrict_to(Exec const& exec, Vector const& from, Vector const& to, std::uint8_t const* known) const {
    launch("tessera::poisson::restrict", exec, down, coarse, fine, scale, false, from, known, to);
  }
  /// to += interpolated(from); nodes that `known` marks do not change.
  void interpolate(Exec const& exec, Vector const& from, Vector const& to, std::uint8_t const* known) const {
    launch("tessera::poisson::interpolate", exec, up, fine, coarse, 1, true, from, known, to);
  }
  /// to = from at the positions of the coarse nodes.
  void sample(Exec const& exec, Vector const& from, Vector const& to) const {
    launch("tessera::poisson::sample", exec, at, coarse, fine, 1, false, from, nullptr, to);
  }

private:
  static void launch(char const* label, Exec const& exec, Table const (&tables)[3], Index3 const& to_nodes,
                     Index3 const& from_nodes, double factor, bool add, Vector const& from,
                     std::uint8_t const* known, Vector const& to) {
    for_rows(label, exec, to_nodes,
             Transfer<T, typename Exec::memory_space>{{tables[0], tables[1], tables[2]},
                                                      to_nodes,
                                                      from_nodes,
                                                      static_cast<T>(factor),
                                                      add,
                                                      from.data(),
                                                      known,
                                                      to.data()});
  }
};

} // namespace tessera::detail
