// SPDX-License-Identifier: Apache-2.0
// Nodes of a row that faces set, and nodes which the general update alone knows, on a host core.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

template <class Rules, class Access>
struct StageSetNodes {
  using T = typename Rules::member_type;
  using V = typename Rules::value_type;
  static constexpr int count = Rules::count, R = Rules::radius;

  Rules const& rules;
  Access const& access;
  Index y, z, step;

  /// Updates nodes at faces and in obstacles, and nodes beyond a period's end. Which face sets a node is the
  /// same for the whole interior of a row and for each of its ends.
  [[gnu::noinline]] void general(Index begin, Index end) const {
    Domain const& d = rules.domain;
    bool const on_grid = y >= 0 && y < d.nodes[1] && z >= 0 && z < d.nodes[2] && !rules.obstacle.present();
    for (Index x = begin; x < end;) {
      Index const stop = d.wraps[0]           ? end
                         : x < R              ? min(end, R)
                         : x < d.nodes[0] - R ? min(end, d.nodes[0] - R)
                                              : end;
      int const winner = on_grid && x >= 0 && stop <= d.nodes[0] ? one_setter({{x, y, z}}) : -1;
      if (winner >= 0)
        set_run(x, stop, winner);
      else
        for (Index n = x; n < stop; ++n) {
          auto const parts =
              Rules::apart::split(rules.general(GeneralStageReads<Access>{access, n, y, z}, n, y, z, step));
          for_members<Rules::writes, count>(
              [&](auto m) { access.out(m.number, y, z)[n] = parts.v[m.number]; });
        }
      x = stop;
    }
  }

  /// Sets a run of nodes whose members are all set by face `winner`.
  TESSERA_ALWAYS_INLINE void set_run(Index begin, Index end, int winner) const {
    using Source = GeneralStageReads<Access>;
    Index const y_at = rules.domain.around(1, y), z_at = rules.domain.around(2, z);
    if constexpr (Rules::by_member) {
      for_members<Rules::writes, count>([&](auto m) {
        T* const out = access.out(m.number, y, z);
        for (Index x = begin; x < end; ++x)
          out[x] =
              rules.template set_member<m.number>(Source{access, x, y, z}, winner, {{x, y_at, z_at}}, step);
      });
    } else {
      for (Index x = begin; x < end; ++x) {
        auto const parts =
            Rules::apart::split(rules.set_whole(Source{access, x, y, z}, winner, {{x, y_at, z_at}}, step));
        for_members<Rules::writes, count>([&](auto m) { access.out(m.number, y, z)[x] = parts.v[m.number]; });
      }
    }
  }

private:
  /// The face that sets all members that the stage writes at this node, or -1.
  int one_setter(Index3 const& i) const {
    using Order = typename Rules::Order;
    if constexpr (Rules::by_member) {
      using All = typename Rules::boundary_type;
      int winner = -2;
      for_members<Rules::writes, count>([&](auto m) {
        int const own =
            setting_face<Order, R>(rules.domain, MemberBoundary<All, V, m.number>{rules.boundary}, i);
        winner = winner == -2 || winner == own ? own : -1;
      });
      return winner;
    } else {
      return setting_face<Order, R>(rules.domain, rules.boundary, i);
    }
  }
};

} // namespace tessera::detail
