// SPDX-License-Identifier: Apache-2.0
// The plan of direct sweeps of lines and planes on a device: which form of the kernel runs, with how many
// rows a member, and whether slabs have a launch of their own.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/device/update_slab.hpp>
#include <tessera/scheme/detail/direct/device_plane_kernel.hpp>
#include <tessera/scheme/detail/direct/device_plane_tiles.hpp>

namespace tessera::detail {

/// The update of the nodes that the plane kernel leaves out: those near faces that set them, and all nodes of
/// grids smaller than a pack or a run of rows.
template <class Rules>
struct DirectEdgeSlabs {
  static constexpr int most_members = 128, concurrent_teams = 0;

  Rules rules;
  EdgeSlabs slabs;
  Levels<typename Rules::value_type> levels;
  Index step;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    update_slab(member, rules, levels, slabs.box(member.league_rank()), step);
  }
};

/// What a plan stores for direct sweeps of a line or a plane.
template <class Exec, class Rules>
class DirectPlane {
public:
  using T = typename Rules::value_type;

  DirectPlane(Exec const& exec, Rules const& rules)
      : few_teams_((sizeof(T) < 8 ? 8 : 2) * multiprocessors(exec.concurrency())), with_most_rows_(rules),
        with_few_rows_(rules) {}

  struct Choice {
    bool slabs_apart; // whether slabs have a launch of their own where that is possible
    Index few_teams;  // where there would be fewer teams, members have few rows
  };

  /// Calls body(kernel, teams, members of a team) for each kernel of a sweep in turn.
  template <class Body>
  void launches(Rules const& rules, Levels<T> const& levels, Index step, Choice const& choice,
                Body const& body) const {
    bool const wide = wide_access<Kernel<PlaneForm::wide, most_rows>::C>(levels);
    if (with_most_rows_[wide].tiles.teams() >= choice.few_teams)
      launches_with(with_most_rows_, wide, rules, levels, step, choice, body);
    else
      launches_with(with_few_rows_, wide, rules, levels, step, choice, body);
  }

  void sweep(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
             Index step) const {
    // A launch takes as long as copying one or two million nodes.
    constexpr Index large = 4 * 1024 * 1024;
    launches(rules, levels, step, {rules.domain.whole().size() >= large, few_teams_},
             [&](auto const& kernel, Index teams, int members) {
               using K = std::decay_t<decltype(kernel)>;
               launch_tiles<K::most_members, K::concurrent_teams>(label, exec, kernel, teams, members, 0);
             });
  }

private:
  template <PlaneForm form, int rows>
  using Kernel = DirectPlaneKernel<Exec, Rules, form, rows>;
  // Rows of a member. With many a row is read by few members; these numbers were the fastest on an H200
  // (docs/notes/direct-2d-on-a-gpu.md), and wider stars have no registers for as many. Of values of 4 bytes
  // four rows let twice as many members run at once. With few rows a small grid has enough members to keep a
  // device busy; a row of a pack of bytes is little to load, so bytes have four of them. Wide stars have one
  // number, since each is compiled apart.
  static constexpr int most_rows = Rules::dimension == 1                  ? 1
                                   : Rules::radius == 1 && sizeof(T) != 4 ? 8
                                                                          : 4,
                       few_rows = Rules::dimension == 1 ? 1
                                  : Rules::radius > 2   ? most_rows
                                  : sizeof(T) < 4       ? 4
                                                        : 2;

  /// How members with so many rows share the grid, [0] in packs at any address, [1] by wide accesses.
  template <int rows>
  struct Cuts {
    PlaneCut cut[2];
    explicit Cuts(Rules const& rules) : cut{made<PlaneForm::any>(rules), made<PlaneForm::wide>(rules)} {}
    PlaneCut const& operator[](bool wide) const { return cut[wide]; }

  private:
    template <PlaneForm form>
    static PlaneCut made(Rules const& rules) {
      using K = Kernel<form, rows>;
      return PlaneCut::of<K::C>(rules, rows, K::most_members, K::wide, K::has_sides);
    }
  };

  template <int rows, class Body>
  static void launches_with(Cuts<rows> const& cuts, bool wide, Rules const& rules, Levels<T> const& levels,
                            Index step, Choice const& choice, Body const& body) {
    auto const& [tiles, slabs] = cuts[wide];
    bool const one_launch = !wide || tiles.count_y == 0 || (slabs.size() > 0 && !choice.slabs_apart);
    if (one_launch) {
      auto const& [any_tiles, any_slabs] = cuts[false];
      body(Kernel<PlaneForm::any, rows>{rules, any_tiles, any_slabs, levels, step},
           any_tiles.teams() + any_slabs.size(), any_tiles.members());
      return;
    }
    if (rules.obstacle.present())
      body(Kernel<PlaneForm::wide, rows>{rules, tiles, {}, levels, step}, tiles.teams(), tiles.members());
    else
      body(Kernel<PlaneForm::wide_without_obstacle, rows>{rules, tiles, {}, levels, step}, tiles.teams(),
           tiles.members());
    if (slabs.size() > 0)
      body(DirectEdgeSlabs<Rules>{rules, slabs, levels, step}, slabs.size(),
           DirectEdgeSlabs<Rules>::most_members);
  }

  Index few_teams_;
  Cuts<most_rows> with_most_rows_;
  Cuts<few_rows> with_few_rows_;
};

} // namespace tessera::detail
