// SPDX-License-Identifier: Apache-2.0
// The nodes of a small grid that do not follow the formula, as runs along the unit-stride axis. They are
// found once and serve many steps on a host.
#pragma once

#include <tessera/scheme/detail/node/row_update.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tessera::detail {

/// Neighbouring nodes of a row that one face sets, or that are frozen, and those of the rows after it that do
/// so at the same place: a run at the end of each row of a volume is one.
struct HostRun {
  static constexpr int frozen = -1;
  Index3 first;
  Index count;
  int face; // number of the face that sets them, or `frozen`
  Index rows = 1;

  bool goes_on_in(HostRun const& next) const {
    return next.face == face && next.count == count && next.first[0] == first[0] &&
           next.first[1] == first[1] + rows && next.first[2] == first[2];
  }
};

/// The box of nodes that the formula updates, and runs of the other nodes.
template <class Rules>
struct HostFrame {
  static constexpr int D = Rules::dimension, R = Rules::radius;
  Box3 inner; // holds every node that follows the formula
  std::vector<HostRun>
      first; // runs to set in the first steps only: then these nodes have their value in every buffer
  std::vector<HostRun> always; // runs to set in every step, after the formula

  explicit HostFrame(Rules const& rules) : inner(rules.domain.whole()) {
    Domain const& d = rules.domain;
    for_each_face<D>([&](auto face) {
      constexpr int a = Rules::Order::memory_axis(face.axis);
      if (d.open[a][face.upper] || rules.boundary.template face<face.number>().role() != Role::sets) return;
      if (face.upper)
        inner.upper[a] -= R;
      else
        inner.lower[a] += R;
    });
    for (Index z = 0; z < d.nodes[2]; ++z)
      for (Index y = 0; y < d.nodes[1]; ++y) add_row(rules, y, z);
    if (D == 3) // in a plane, members share out rows
      for (auto* const runs : {&first, &always}) join_rows(*runs);
  }

private:
  bool within(Index3 const& i) const {
    for (int a = 0; a < 3; ++a)
      if (i[a] < inner.lower[a] || i[a] >= inner.upper[a]) return false;
    return true;
  }

  void add_row(Rules const& rules, Index y, Index z) {
    bool const framed = !within({{inner.lower[0], y, z}}); // no node of the row lies in the box
    for (Index x = 0; x < rules.domain.nodes[0]; ++x) {
      Index3 const i{{x, y, z}};
      bool const formula = within(i);
      if (formula && !rules.obstacle.present()) { // go on at the other end
        x = inner.upper[0] - 1;
        continue;
      }
      if (rules.is_frozen(i))
        add(formula ? always : first, i, HostRun::frozen);
      else if (framed || !formula)
        add_set(rules, i);
    }
  }

  void add_set(Rules const& rules, Index3 const& i) {
    int const winner = setting_face<typename Rules::Order, R>(rules.domain, rules.boundary, i);
    bool const constant_in_time = traits_of<D>(rules.boundary, winner).constant_in_time;
    add(constant_in_time ? first : always, i, winner);
  }

  static void add(std::vector<HostRun>& runs, Index3 const& i, int face) {
    if (!runs.empty()) {
      HostRun& last = runs.back();
      if (last.face == face && last.first[1] == i[1] && last.first[2] == i[2] &&
          last.first[0] + last.count == i[0]) {
        ++last.count;
        return;
      }
    }
    runs.push_back({i, 1, face});
  }

  /// Joins runs of rows that follow each other. Few runs lie between those at one end of two rows.
  static void join_rows(std::vector<HostRun>& runs) {
    std::vector<HostRun> joined;
    for (HostRun const& run : runs) {
      auto const last = joined.rbegin() + std::min<std::ptrdiff_t>(4, std::ssize(joined));
      auto const before =
          std::find_if(joined.rbegin(), last, [&](HostRun const& one) { return one.goes_on_in(run); });
      if (before == last)
        joined.push_back(run);
      else
        ++before->rows;
    }
    runs = std::move(joined);
  }
};

} // namespace tessera::detail
