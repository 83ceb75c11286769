// SPDX-License-Identifier: Apache-2.0
// How the teams of a cooperative launch share out the nodes of a small grid. A warp has 32 nodes that all lie
// in the interior, or none that does: if it had both, its members would take turns with the formula and with
// the general update, which is many times as long. Every team gets as many warps of either kind.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/device/slab_nodes.hpp>

namespace tessera::detail {

/// The nodes of a domain, shared out among teams.
class SharedNodes {
public:
  static constexpr int warp = 32;
  Index teams = 0; ///< of the launch

  /// \param inside the interior, which is all of the domain if no node takes longer than others
  SharedNodes(Domain const& domain, Box3 const& inside, Index most_teams, int team_size)
      : inner_(inside), edge_(inside, domain.whole()), inner_count_(static_cast<int>(inside.size())),
        edge_count_(edge_.size()) {
    Index const of_team = team_size / warp;
    auto const rounds = [&](Index count) { // in which a team makes its warps
      return divide_up(share(inner_count_, count) + share(edge_count_, count), of_team);
    };
    teams = min(most_teams, max(1, divide_up(warps(inner_count_) + warps(edge_count_), of_team)));
    while (teams < most_teams && rounds(teams) > rounds(most_teams)) ++teams;
    inner_warps_ = static_cast<int>(share(inner_count_, teams));
    edge_warps_ = static_cast<int>(share(edge_count_, teams));
  }

  /// Calls body(node) for the nodes of a member of a team.
  template <class Member, class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Member const& member, int team_size, Body const& body) const {
    int const lane = member.team_rank() % warp, first = member.league_rank() * inner_warps_,
              first_of_edge = member.league_rank() * edge_warps_ - inner_warps_;
    TESSERA_NO_UNROLL
    for (int w = member.team_rank() / warp; w < inner_warps_ + edge_warps_; w += team_size / warp) {
      bool const inner = w < inner_warps_;
      int const n = (w + (inner ? first : first_of_edge)) * warp + lane;
      if (n >= (inner ? inner_count_ : edge_count_)) continue;
      body(inner ? inner_.at(n) : edge_.at(n)); // in one place: a body may be long
    }
  }

private:
  static Index warps(Index nodes) { return divide_up(nodes, warp); }
  static Index share(Index nodes, Index teams) { return divide_up(warps(nodes), teams); }

  NodesOfBox inner_;
  NodesOfSlabs edge_;
  int inner_count_ = 0, edge_count_ = 0, inner_warps_ = 0, edge_warps_ = 0; // warps of a team
};

} // namespace tessera::detail
