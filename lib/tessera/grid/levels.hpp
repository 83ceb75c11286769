// SPDX-License-Identifier: Apache-2.0
// Levels: two systems of the user's own, between which a stepper goes back and forth.
#pragma once

#include <tessera/grid/system.hpp>

#include <utility>

namespace tessera {

/// The memory of two time levels. A stepper that advances a System copies the result back into it where the
/// last sweep ended in the stepper's own second level; advancing Levels never copies. Members that need no
/// second level stay where they are. now() is the system that holds the values; take it anew after each
/// advance:
///
///     tessera::Levels both(first, second);   // the values are in `first`
///     stepper.advance(both, 1);
///     both.now().view(0);                    // of the first or of the second system
template <class Value, class ViewType>
class Levels {
public:
  using SystemType = System<Value, ViewType>;
  static constexpr int count = SystemType::count;

  /// \throws InvalidInput where the two differ in nodes, spacing, origin, place in the whole grid, halo or
  /// strides, or share memory
  Levels(SystemType const& now, SystemType const& other) : grid_(now.grid()), halo_(now.halo()) {
    for (int d = 0; d < SystemType::dimension; ++d)
      if (now.grid().nodes[d] != other.grid().nodes[d] || now.grid().spacing[d] != other.grid().spacing[d] ||
          now.grid().origin[d] != other.grid().origin[d] || now.grid().first[d] != other.grid().first[d] ||
          now.grid().whole_nodes(d) != other.grid().whole_nodes(d) ||
          now.halo().lower[d] != other.halo().lower[d] || now.halo().upper[d] != other.halo().upper[d] ||
          now.view(0).stride(d) != other.view(0).stride(d))
        throw InvalidInput(detail::text("levels: the two systems differ along axis ", d,
                                        " (give both the same grid, halo and Views of the same layout)"));
    for (int m = 0; m < count; ++m) {
      now_[m] = now.view(m);
      other_[m] = other.view(m);
      for (int n = 0; n < count; ++n)
        if (detail::share_memory(now.view(m), other.view(n)))
          throw InvalidInput(detail::text("levels: '", now.view(m).label(), "' and '", other.view(n).label(),
                                          "' share memory (give each level Views of its own)"));
    }
  }

  /// The system that holds the values.
  SystemType now() const { return SystemType(grid_, now_, halo_); }
  /// The system in which a stepper may write.
  SystemType other() const { return SystemType(grid_, other_, halo_); }

  /// Exchanges the Views of a member: the stepper does so where the last sweep ended in the other one.
  void turn(int member) { std::swap(now_[member], other_[member]); }

private:
  Grid<SystemType::dimension> grid_;
  Halo<SystemType::dimension> halo_;
  Kokkos::Array<ViewType, count> now_, other_;
};

} // namespace tessera
