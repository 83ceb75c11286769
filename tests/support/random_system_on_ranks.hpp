// SPDX-License-Identifier: Apache-2.0
// A random system of fields on the blocks of ranks, against plain loops over the whole grid.
#pragma once

#include <tessera/distributed/cut.hpp>
#include <tessera/distributed/system_blocks.hpp>
#include <tessera/distributed/system_exchange.hpp>

#include <limits>
#include <map>
#include <optional>
#include <string>

#include "support/random_system_compare.hpp"

namespace tessera::test {

/// What differs from the plain loops on one rank's block.
struct SystemOnRank {
  std::string words;
  Index differing = 0, compared = 0, peers = 0;
};

/// Problem `problem` of a random system. Random decompositions that are no lattice come from
/// other_boxes(nodes, periodic, depth, ranks, random), which may give none.
template <int D, std::uint64_t seed>
class RandomSystemOnRanks {
  using System = RandomSystem<D, seed>;
  using Problem = RandomSystemProblem<D, seed>;
  using T = typename System::T;
  using V = typename System::Value;
  using Exec = Kokkos::DefaultExecutionSpace;
  template <class S>
  using ViewOf = Kokkos::View<typename detail::ViewData<S, D>::type, typename System::Layout,
                              typename Exec::memory_space>;
  /// The members on the host, each by its memory.
  using Hosts = std::map<T const*, decltype(Kokkos::create_mirror_view(std::declval<ViewOf<T>>()))>;
  static constexpr int M = System::M;
  static constexpr RandomPlan plan = System::plan;

public:
  /// Draws a grid that as many ranks can share: as small as the problem is, or larger by what they need.
  template <class OtherBoxes>
  RandomSystemOnRanks(std::uint64_t problem, int ranks, OtherBoxes const& other_boxes)
      : random_(seed * 7919 + problem * 31 + static_cast<std::uint64_t>(ranks)) {
    char const* const schemes[] = {Direct::name, Tiled::name, Temporal::name, Temporal::name,
                                   Streaming::name};
    scheme_.name = schemes[random_.below(D > 1 ? 5 : 4)]; // a line has no slow axis
    if (scheme_.name == Temporal::name) scheme_.fused_steps = 1 + static_cast<int>(random_.below(4));
    int const fused = scheme_.fused_steps > 0 ? scheme_.fused_steps : 1;
    depth_ = halo_depth_of<V, T>(System::step(), System::boundary(), fused);
    if (detail::on_host<Exec> && random_.below(3) == 0) { // a device's tiles have sizes of their own
      int const halo = plan.stages * (2 * plan.radius + 1) * fused;
      if (scheme_.name == Tiled::name || scheme_.name == Temporal::name)
        for (std::size_t d = 0; d < D; ++d) scheme_.tile[d] = halo + 1 + static_cast<int>(random_.below(20));
    }
    PeriodicAxes<D> periodic{};
    for (int d = 0; d < D; ++d) periodic[static_cast<std::size_t>(d)] = plan.periodic[d];
    for (long more = 0; !decomposition_; more += 1 + depth_.width() / 2) {
      std::array<long, 3> extra{};
      for (std::size_t d = 0; d < D; ++d) extra[d] = more;
      problem_.emplace(problem, extra, false);
      auto const& grid = problem_->grid();
      detail::CutProblem<D> const cuts{grid.nodes, periodic, depth_, 0};
      if (cuts.best(ranks)[0] == 0) continue;
      decomposition_ = cut(grid, periodic, depth_, ranks);
      if (random_.below(3) == 0)
        if (auto boxes = other_boxes(grid.nodes, periodic, depth_, ranks, random_); !boxes.empty())
          decomposition_ = Decomposition<D>(grid.nodes, periodic, boxes);
    }
    problem_->make_steps(problem_->steps());
    keeps_inputs_ = random_.below(3) == 0;
    own_levels_ = random_.below(3) == 0;
  }

  template <class TransportType>
  SystemOnRank run(int rank, int ranks, TransportType const& transport) {
    Blocks<D> const blocks(problem_->grid(), *decomposition_, depth_, rank);
    Hosts hosts;
    auto const u = new_system(blocks, hosts), other = new_system(blocks, hosts);
    for_nodes(blocks, false, [&](auto const& here, auto const& there) {
      for (int m = 0; m < M; ++m) element<D>(host(hosts, u, m), here) = problem_->start(m, there);
    });
    for (int m = 0; m < M; ++m) copy_nodes(u.view(m), host(hosts, u, m));
    Field<ViewOf<std::uint8_t>> const mask = mask_of(blocks);
    SystemExchange exchange(Exec(), transport, blocks, u);
    if (keeps_inputs_) {
      exchange.fill(Exec(), u);
      exchange.keep_inputs();
    }
    using StepType = decltype(System::step());
    using BoundaryType = decltype(System::boundary());
    using SystemType = std::remove_const_t<decltype(u)>;
    Stepper<Exec, SystemType, StepType, BoundaryType, AnyScheme, Field<ViewOf<std::uint8_t>>> stepper(
        Exec(), u, System::step(), System::boundary(), scheme_, problem_->clock(), mask);
    Index const first = problem_->steps() / 3; // the rest of an advance ends in the second level
    SystemType result = u;
    if (own_levels_) {
      Levels both(u, other);
      if (keeps_inputs_) exchange.fill(Exec(), other);
      stepper.advance(both, first, exchange);
      stepper.advance(both, problem_->steps() - first, exchange);
      result = both.now();
    } else {
      stepper.advance(u, first, exchange);
      stepper.advance(u, problem_->steps() - first, exchange);
    }
    Exec().fence();
    for (int m = 0; m < M; ++m) copy_nodes(host(hosts, result, m), result.view(m));
    SystemOnRank found{detail::text(
        "system ", seed, " in ", D, "D, ", detail::extents_text(problem_->grid().nodes, D), " nodes, ",
        problem_->steps(), " steps, ", scheme_.name, " of ", depth_.fused_steps, " fused steps, block ",
        detail::extents_text(blocks.grid().nodes, D), " from ", detail::extents_text(blocks.grid().first, D),
        ", halo ", depth_.width(), problem_->has_obstacle() ? ", obstacle" : "",
        scheme_.tile[0] > 0 ? ", tile" : "", own_levels_ ? ", own levels" : "",
        keeps_inputs_ ? ", kept inputs" : "", ", rank ", rank, " of ", ranks)};
    found.peers = exchange.peers();
    for_nodes(blocks, false, [&](auto const& here, auto const& there) {
      for (int m = 0; m < M; ++m) {
        T const is = element<D>(host(hosts, result, m), here), wanted = problem_->made(m, there);
        if (std::memcmp(&is, &wanted, sizeof is) != 0 && found.differing++ == 0)
          found.words += detail::text("; member ", m, " at ", there[0], ", ", there[1], ", ", there[2], ": ",
                                      static_cast<double>(is), ", not ", static_cast<double>(wanted));
        ++found.compared;
      }
    });
    return found;
  }

private:
  /// A system of this block; its halo is spoilt: a node that nobody fills can't give the right bits.
  static auto new_system(Blocks<D> const& blocks, Hosts& hosts) {
    Kokkos::Array<ViewOf<T>, M> views;
    for (auto& view : views) {
      view = new_view<T>(blocks);
      auto const mirror = Kokkos::create_mirror_view(view);
      set_nodes(mirror, [](auto const&) { return std::numeric_limits<T>::quiet_NaN(); });
      copy_nodes(view, mirror);
      hosts.emplace(view.data(), mirror);
    }
    return tessera::System<V, ViewOf<T>>(blocks.grid(), views, blocks.halo());
  }
  template <class S>
  static ViewOf<S> new_view(Blocks<D> const& blocks) {
    typename System::Layout layout;
    for (int d = 0; d < D; ++d)
      layout.dimension[d] =
          static_cast<std::size_t>(blocks.grid().nodes[d] + blocks.halo().lower[d] + blocks.halo().upper[d]);
    return ViewOf<S>("member", layout);
  }
  Field<ViewOf<std::uint8_t>> mask_of(Blocks<D> const& blocks) const {
    auto const view = new_view<std::uint8_t>(blocks);
    auto const mirror = Kokkos::create_mirror_view(view);
    for_nodes(blocks, true, [&](auto const& here, auto const& there) {
      element<D>(mirror, here) = problem_->is_frozen(there);
    });
    copy_nodes(view, mirror);
    return make_field(blocks.grid(), view, blocks.halo());
  }

  /// Calls body(node in memory, node of the whole grid) for the block's nodes, or those of its halo too.
  template <class Body>
  void for_nodes(Blocks<D> const& blocks, bool halo, Body const& body) const {
    std::array<long, 3> lower{}, upper{1, 1, 1};
    for (std::size_t d = 0; d < D; ++d) {
      lower[d] = halo ? 0 : blocks.halo().lower[d];
      upper[d] = blocks.grid().nodes[d] + blocks.halo().lower[d] + (halo ? blocks.halo().upper[d] : 0);
    }
    for (long x = lower[0]; x < upper[0]; ++x)
      for (long y = lower[1]; y < upper[1]; ++y)
        for (long z = lower[2]; z < upper[2]; ++z) {
          std::array<long, 3> const here{x, y, z};
          std::array<long, 3> there{0, 0, 0};
          for (std::size_t d = 0; d < D; ++d)
            there[d] = detail::wrapped(here[d] - blocks.halo().lower[d] + blocks.grid().first[d],
                                       blocks.whole().nodes[d]);
          body(here, there);
        }
  }
  template <class SystemType>
  static auto& host(Hosts& hosts, SystemType const& u, int m) {
    return hosts.at(u.view(m).data());
  }

  Random random_;
  AnyScheme scheme_;
  HaloDepth depth_;
  std::optional<Problem> problem_;
  std::optional<Decomposition<D>> decomposition_;
  bool keeps_inputs_ = false, own_levels_ = false;
};

} // namespace tessera::test
