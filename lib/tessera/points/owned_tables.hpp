// SPDX-License-Identifier: Apache-2.0
// The memory of the tables in which kernels look up the nodes of supports.
#pragma once

#include <tessera/points/point_set.hpp>
#include <tessera/points/support_table.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tessera::detail {

/// Copies values to a View.
template <class MemorySpace, class T>
Kokkos::View<T*, MemorySpace> view_of(std::string const& label, std::vector<T> const& values) {
  Kokkos::View<T*, MemorySpace> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), values.size());
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = values[i];
  Kokkos::deep_copy(view, host);
  return view;
}

/// Owns the memory of the tables.
template <int D, class MemorySpace>
class OwnedTables {
public:
  explicit OwnedTables(PointSet<D> const& points) {
    for (int d = 0; d < D; ++d) {
      tables_.nodes[d] = points.grid().nodes[d];
      tables_.first[d] = points.grid().first[d];
      tables_.halo_lower[d] = points.halo().lower[d];
      tables_.halo_upper[d] = points.halo().upper[d];
    }
    std::vector<int> place, number;
    for (Index k = 0; k < points.own_places(); ++k) {
      auto const& own = points.places()[static_cast<std::size_t>(k)];
      for (int d = 0; d < 3; ++d) place.push_back(d < D ? static_cast<int>(own.at[d]) : 0);
      number.push_back(static_cast<int>(own.node));
    }
    place_ = view_of<MemorySpace>("tessera::points::place", place);
    number_ = view_of<MemorySpace>("tessera::points::own_number", number);
    tables_.place = place_.data();
    tables_.number = number_.data();
    tables_.count = points.own_places();
    make<true>(points, tables_.of_right, owned_[0]);
    make<false>(points, tables_.of_left, owned_[1]);
  }
  SupportTables const& tables() const { return tables_; }

private:
  using Ints = Kokkos::View<int*, MemorySpace>;

  template <bool reversed>
  static void make(PointSet<D> const& points, SupportTable& table, Ints (&owned)[3]) {
    struct At {
      Index3 i;
      int number;
    };
    std::vector<At> all;
    for (auto const& place : points.places()) {
      all.push_back({{{0, 0, 0}}, static_cast<int>(place.node)});
      for (int d = 0; d < D; ++d) all.back().i[AxisOrder<D, reversed>::memory_axis(d)] = place.at[d];
    }
    if (all.empty()) return;
    std::sort(all.begin(), all.end(), [](At const& a, At const& b) {
      for (int axis = 2; axis >= 0; --axis)
        if (a.i[axis] != b.i[axis]) return a.i[axis] < b.i[axis];
      return false;
    });
    table.box = {all.front().i, all.front().i};
    for (auto const& at : all)
      for (int axis = 0; axis < 3; ++axis) {
        table.box.lower[axis] = min(table.box.lower[axis], at.i[axis]);
        table.box.upper[axis] = max(table.box.upper[axis], at.i[axis] + 1);
      }
    auto const rows = static_cast<std::size_t>(table.box.extent(1) * table.box.extent(2));
    std::vector<int> row(rows + 1, 0), column, number;
    for (auto const& at : all) {
      ++row[static_cast<std::size_t>(table.row_of(at.i[1], at.i[2])) + 1];
      column.push_back(static_cast<int>(at.i[0]));
      number.push_back(at.number);
    }
    for (std::size_t r = 0; r < rows; ++r) row[r + 1] += row[r];
    owned[0] = view_of<MemorySpace>("tessera::points::row", row);
    owned[1] = view_of<MemorySpace>("tessera::points::column", column);
    owned[2] = view_of<MemorySpace>("tessera::points::number", number);
    table.row = owned[0].data();
    table.column = owned[1].data();
    table.number = owned[2].data();
  }

  SupportTables tables_;
  Ints place_, number_, owned_[2][3];
};

} // namespace tessera::detail
