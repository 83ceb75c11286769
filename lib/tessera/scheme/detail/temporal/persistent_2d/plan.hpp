// SPDX-License-Identifier: Apache-2.0
// The plan of temporal blocking for small 2D grids, which stay in a device's registers. It chooses the tiles
// and the number of fused steps, and launches the persistent kernel (kernel.hpp).
#pragma once

#include <tessera/scheme/detail/device/cooperative_lock.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/kernel.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>
#include <tessera/scheme/scheme.hpp>

#include <memory>

namespace tessera::detail {

template <class Exec, class Rules>
inline constexpr bool fits_persistent =
    has_warps<Exec>&& Rules::dimension == 2 && Rules::star&& Rules::radius == 1 && !Rules::two_levels &&
    std::is_arithmetic_v<typename Rules::value_type> && sizeof(typename Rules::value_type) <= 8;

template <class Exec, class Rules>
class TemporalPersistentPlan {
public:
  using T = typename Rules::value_type;
  static constexpr int width = CooperativeShape::width, narrow = NarrowShape::width;
  static constexpr int rows = IndependentShape::rows; // heights are multiples of it, whatever the shape
  static constexpr int most_steps = 1024;             // in a launch

  /// Whether this plan can do what the user asks for. A tile has 64 columns, or 32 if it holds the whole
  /// grid, and whole patches along y. If the user gives no tile, the grid has to be too small to fill the
  /// device with rows that are streamed.
  template <class Scheme>
  static bool offers(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    Tile const& tile = scheme.tile;
    if (rules.domain.reads_halo() || scheme.fused_steps < 0 || scheme.fused_steps > most_steps ||
        tile[2] < 0 || tile[2] > 1)
      return false;
    if (tile[0] == 0 && tile[1] == 0) {
      if (temporal_way(temporal_case(exec, rules, true)) != TemporalWay::persistent) return false;
    } else if ((tile[0] != width && tile[0] != narrow) || tile[1] <= 0 || tile[1] % rows != 0 ||
               tile[1] > tallest(static_cast<int>(tile[0]))) {
      return false;
    }
    return chosen(exec, rules, scheme, true).height > 0;
  }

  template <class Scheme>
  TemporalPersistentPlan(Exec const& exec, Rules const& rules, Scheme const& scheme) : rules_(rules) {
    Choice choice = chosen(exec, rules, scheme, true);
    if (can_wait(exec, cut(rules, choice))) {
      lock_ = CooperativeLaunchLock<Exec>::take(exec);
      if (!lock_) choice = chosen(exec, rules, scheme, false);
    }
    fused_ = choice.steps;
    tile_ = cut(rules, choice);
    if (lock_) messages_ = std::make_shared<Messages>(exec, rules.domain);
    reserve_scratch(exec, scratch());
  }

  int steps_of_sweep(Index left) const { return static_cast<int>(min(lock_ ? most_steps : fused_, left)); }
  static constexpr bool records_samples() { return true; }
  SchemeReport report() const {
    return {.scheme = "temporal",
            .tile = {tile_.width, tile_.height, 1},
            .fused_steps = fused_,
            .scratch_bytes = scratch(),
            .way = name_of(TemporalWay::persistent)};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    with_kernel(levels, step, steps, [&](auto const& kernel) {
      launch_tiles<std::remove_cvref_t<decltype(kernel)>::most_members, 1>(
          "tessera::temporal::sweep", exec, kernel, teams(), team_size(), scratch());
    });
  }

  /// Calls body(kernel) with the kernel of a sweep of so many steps, which teams() teams of team_size() run.
  template <class Body>
  void with_kernel(Levels<T> const& levels, Index step, int steps, Body const& body) const {
    with_shape([&](auto shape) {
      using Shape = decltype(shape);
      TileExchange<T, Shape::C> exchange;
      if constexpr (Shape::exchange)
        if (steps > fused_) exchange = messages_->exchange(static_cast<int>(divide_up(steps, fused_)));
      body(PersistentKernel<Exec, Rules, Shape>{rules_, tile_, levels, step, steps, exchange, scratch(),
                                                wide_access<Shape::C>(levels)});
    });
  }
  Index teams() const { return tile_.size(); }
  int team_size() const {
    int size = 0;
    with_shape([&](auto shape) { size = shape.team_size(tile_.height); });
    return size;
  }

private:
  template <class Body>
  void with_shape(Body const& body) const {
    if (tile_.width == narrow)
      body(NarrowShape{});
    else if (lock_ || tile_.size() == 1)
      body(CooperativeShape{});
    else
      body(IndependentShape{});
  }

  /// The memory for messages between teams. Copies of a plan share it, so that no two of their intervals have
  /// the same number.
  struct Messages {
    using Exchange = TileExchange<T, CooperativeShape::C>;
    Kokkos::View<typename Exchange::Word*, Exec> words; // zeros at first
    int packs, rows;
    std::uint32_t next = 1;

    Messages(Exec const& exec, Domain const& d)
        : words(Kokkos::view_alloc(exec, "tessera::temporal::persistent"),
                Exchange::words_for(d.nodes[0], d.nodes[1])),
          packs(static_cast<int>(divide_up(d.nodes[0], CooperativeShape::C))),
          rows(static_cast<int>(d.nodes[1])) {}

    Exchange exchange(int count) {
      Exchange const next_exchange{count, next, words.data(), packs, rows};
      next += static_cast<std::uint32_t>(count);
      return next_exchange;
    }
  };

  struct Choice {
    int steps = 0, width = 0, height = 0; // height 0: no tile is possible
  };

  // The height of the highest tile, which the largest team or scratch limits.
  static int tallest(int columns) {
    int const held = static_cast<int>(scratch_limit<Exec>() / (sizeof(T) * columns)) / rows * rows;
    return min(columns == narrow ? NarrowShape::tallest : CooperativeShape::tallest, held);
  }

  // Whether the tiles of a launch can wait for each other. Cores are at least as wide as halos, so that a
  // tile consumes only from the tiles next to it.
  static bool can_wait(Exec const& exec, PersistentTile const& tile) {
    return tile.size() > 1 && tile.size() <= concurrent_tiles(exec) && tile.core[0] >= tile.halo[0] &&
           tile.core[1] >= tile.halo[1];
  }

  static Index concurrent_tiles(Exec const& exec) { return multiprocessors(exec.concurrency()); }

  static bool in_one_tile(Rules const& rules, int columns, int height) {
    Domain const& d = rules.domain;
    bool closed = true;
    for (int a = 0; a < 2; ++a) closed &= !d.open[a][0] && !d.open[a][1];
    return closed && d.nodes[0] <= columns && d.nodes[1] <= height;
  }

  template <class Scheme>
  static Choice chosen(Exec const& exec, Rules const& rules, Scheme const& scheme, bool may_wait) {
    int const wanted = scheme.fused_steps, whole_steps = wanted > 0 ? wanted : most_steps;
    if (int const height = scheme.tile[1]; height > 0) {
      int const columns = static_cast<int>(scheme.tile[0]);
      if (in_one_tile(rules, columns, height)) return {whole_steps, columns, height};
      return columns == width ? best(exec, rules, wanted, height, height, may_wait) : Choice{};
    }
    for (int columns : {narrow, width}) {
      int const whole = static_cast<int>(round_up(min(rules.domain.nodes[1], tallest(columns)), rows));
      if (in_one_tile(rules, columns, whole)) return {whole_steps, columns, whole};
    }
    return best(exec, rules, wanted, rows, tallest(width), may_wait);
  }

  // The tile and the number of fused steps with the least expected time a step. That time is the cost of a
  // launch or an exchange with its loads, shared by the steps, plus the latency of a step and the rows that a
  // multiprocessor updates (in microseconds, on an H200).
  static Choice best(Exec const& exec, Rules const& rules, int wanted, int lowest, int highest,
                     bool may_wait) {
    constexpr double launch = 8., exchange = 4., latency = 0.1, row = 0.0042 * sizeof(T) / 4;
    Choice choice;
    double least = 1e30;
    for (int steps = wanted > 0 ? wanted : 2; steps <= (wanted > 0 ? wanted : 24); steps += 2)
      for (int height = lowest; height <= highest; height += rows) {
        Choice const candidate{steps, width, height};
        if (width - 2 * halo_x(steps) < CooperativeShape::C || height - 2 * steps < 1) continue;
        PersistentTile const tile = cut(rules, candidate);
        double const turns = static_cast<double>(divide_up(tile.size(), concurrent_tiles(exec)));
        double const time =
            (may_wait && can_wait(exec, tile) ? exchange : launch) / steps + latency + row * height * turns;
        if (time < least) {
          least = time;
          choice = candidate;
        }
      }
    return choice;
  }

  // A halo along x is whole packs, so that tiles start at whole packs.
  static constexpr int halo_x(int steps) { return static_cast<int>(round_up(steps, CooperativeShape::C)); }

  static PersistentTile cut(Rules const& rules, Choice const& choice) {
    Domain const& d = rules.domain;
    if (in_one_tile(rules, choice.width, choice.height))
      return {{{0, 0, 0}}, {{d.nodes[0], d.nodes[1], 1}}, {{1, 1, 1}}, choice.width, choice.height};
    Index3 const halo{{halo_x(choice.steps), choice.steps, 0}};
    Index3 const core{{choice.width - 2 * halo[0], choice.height - 2 * halo[1], 1}};
    return {halo,
            core,
            {{divide_up(d.nodes[0], core[0]), divide_up(d.nodes[1], core[1]), 1}},
            choice.width,
            choice.height};
  }

  std::size_t scratch() const {
    return sizeof(T) * static_cast<std::size_t>(tile_.width) * static_cast<std::size_t>(tile_.height);
  }

  Rules rules_;
  int fused_; // steps of an interval
  PersistentTile tile_;
  std::shared_ptr<CooperativeLaunchLock<Exec> const> lock_; // null: each interval is a launch
  std::shared_ptr<Messages> messages_;
};

} // namespace tessera::detail
