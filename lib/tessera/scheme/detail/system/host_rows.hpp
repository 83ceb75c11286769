// SPDX-License-Identifier: Apache-2.0
// The update of a row by one stage on a host core, from memory or from ring buffers. Members lie apart, so that
// the formula goes over a row in vectors.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

template <class Rules, class Access>
struct StageRow {
  using T = typename Rules::member_type;
  using V = typename Rules::value_type;
  static constexpr int D = Rules::dimension, count = Rules::count;
  static constexpr int slow = D == 3 ? 2 : 1;
  static constexpr int below = Rules::below(slow), planes = below + Rules::above(slow) + 1;

  Rules const& rules;
  Access const& access;
  Index y, z, step;

  /// Updates nodes [begin, end) of the row.
  [[gnu::always_inline]] void update(Index begin, Index end) const {
    Index const from = max(begin, interior_begin()), to = min(end, interior_end());
    if (from >= to || near_closed_face(1) || near_closed_face(2)) {
      general(begin, end);
      return;
    }
    general(begin, from);
    T const* plane[count][planes];
    T* out[count];
    for (int m = 0; m < count; ++m)
      for (int p = 0; p < planes; ++p) {
        bool const neighbour = p != below && (Rules::near >> m & 1u) != 0;
        int const o = neighbour ? p - below : 0;
        plane[m][p] = D == 3 ? access.row(m, y, z + o) : access.row(m, y + o, z);
      }
    for_members<Rules::writes, count>([&](auto m) { out[m()] = access.out(m(), y, z); });
    if (rules.obstacle.present())
      around_obstacle(plane, out, from, to);
    else
      run(plane, out, from, to);
    general(to, end);
  }

private:
  /// The neighbours of node x.
  struct Reads {
    static constexpr bool of_memory = true;
    T const* const (&plane)[count][planes];
    Index pitch, x;
    [[gnu::always_inline]] T member(int m, int ox, int oy, int oz) const {
      if constexpr (D == 3)
        return plane[m][below + oz][x + ox + oy * pitch];
      else
        return plane[m][below + oy][x + ox];
    }
  };

  bool near_closed_face(int axis) const {
    Index const i = axis == 1 ? y : z;
    Domain const& d = rules.domain;
    return axis < D && ((!d.open[axis][0] && i < Rules::radius) ||
                        (!d.open[axis][1] && i >= d.nodes[axis] - Rules::radius));
  }
  Index interior_begin() const {
    if (!rules.domain.open[0][0]) return Rules::radius;
    return Access::holds_periods ? std::numeric_limits<Index>::min() : Rules::below(0);
  }
  Index interior_end() const {
    if (!rules.domain.open[0][1]) return rules.domain.nodes[0] - Rules::radius;
    return Access::holds_periods ? std::numeric_limits<Index>::max() : rules.domain.nodes[0] - Rules::above(0);
  }

  [[gnu::always_inline]] void run(T const* const (&plane)[count][planes], T* const (&out)[count], Index begin,
                                  Index end) const {
    Index const pitch = access.pitch();
    simd_for<T>(begin, end, [&, pitch](Index x) __attribute__((always_inline)) {
      auto const parts = Rules::apart::split(rules.formula(Reads{plane, pitch, x}, x, y, z, step));
      for_members<Rules::writes, count>([&](auto m) { out[m()][x] = parts.v[m()]; });
    });
  }

  /// Frozen nodes keep their values, and the formula goes over the nodes between them.
  void around_obstacle(T const* const (&plane)[count][planes], T* const (&out)[count], Index begin,
                       Index end) const {
    for (Index x = begin; x < end;) {
      for (; x < end && frozen(x); ++x)
        if constexpr (!Rules::in_place)
          for_members<Rules::writes, count>([&](auto m) { out[m()][x] = plane[m()][below][x]; });
      Index stop = x;
      while (stop < end && !frozen(stop)) ++stop;
      run(plane, out, x, stop);
      x = stop;
    }
  }

  bool frozen(Index x) const {
    Domain const& d = rules.domain;
    return rules.is_frozen({{d.wraps[0] ? d.in_domain(0, x) : x, d.wraps[1] ? d.in_domain(1, y) : y,
                             d.wraps[2] ? d.in_domain(2, z) : z}});
  }

  [[gnu::noinline]] void general(Index begin, Index end) const {
    for (Index x = begin; x < end; ++x) {
      auto const parts = Rules::apart::split(
          rules.general(GeneralStageReads<Access>{access, x, y, z}, x, y, z, step));
      for_members<Rules::writes, count>([&](auto m) { access.out(m(), y, z)[x] = parts.v[m()]; });
    }
  }
};

} // namespace tessera::detail
