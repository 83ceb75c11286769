// SPDX-License-Identifier: Apache-2.0
// Streaming sweeps: what is compiled for the backend, and launching it.
#pragma once

#include <tessera/scheme/detail/streaming_device.hpp>
#include <tessera/scheme/detail/streaming_host.hpp>
#include <tessera/scheme/detail/temporal_choice.hpp>

#include <utility>

namespace tessera::detail {

/// The widest star that has been compiled and tried; wider ones run out of registers.
inline constexpr int most_radius = 8;

template <class Rules>
inline constexpr bool streams_in_slices =
    Rules::star&& std::is_arithmetic_v<typename Rules::value_type>&& Rules::radius <= most_radius;

/// Host cores: any block of nodes; along the slow axis it marches.
template <class Exec, class Rules>
class StreamingHostPlan {
public:
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, halo = 2 * Rules::radius;

  StreamingHostPlan(Exec const& exec, Rules const& rules, Tile const& wanted)
      : rules_(rules), tile_(chosen_tile<D>(wanted, default_tile(exec, rules))),
        tiling_(make_tiling(rules, tile_, 1)) {}

  SchemeReport report() const { return {.scheme = "streaming", .tile = tile_}; }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    Kokkos::parallel_for(
        "tessera::streaming::sweep",
        Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<Index>>(
            exec, 0, tiling_.size()),
        StreamingHostKernel<Rules>{rules_, tiling_, levels, step, passes_caches(rules_)});
  }

private:
  // Whole rows; along the slow axis as far as leaves two blocks a core.
  static Tile default_tile(Exec const& exec, Rules const& rules) {
    auto const& n = rules.domain.nodes;
    Index const rows = D == 3 ? min(n[1], rows_of_block<T>) : 1;
    Index const blocks = D == 3 ? divide_up(n[1], rows) : 1;
    Index const march = max(4, divide_up(n[D - 1] * blocks, Index{2} * exec.concurrency()));
    int const along = static_cast<int>(min(n[D - 1], D == 3 ? min(march, 128) : march));
    int const x = static_cast<int>(n[0]);
    return D == 2 ? Tile{x + halo, along + halo, 1}
                  : Tile{x + halo, static_cast<int>(rows) + halo, along + halo};
  }

  Rules rules_;
  Tile tile_;
  Tiling tiling_;
};

/// A device: slices of the shapes that are compiled, any length along the slow axis.
template <class Exec, class Rules>
class StreamingDevicePlan {
public:
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, halo = 2 * R;

  /// Rows of a slice that are compiled.
  using Available = std::integer_sequence<int, 4, 8, 16>;

  StreamingDevicePlan(Exec const& exec, Rules const& rules, Tile const& wanted)
      : rules_(rules), tile_(chosen_tile<3>(wanted, {width + halo, 8 + halo, 64 + halo})) {
    bool found = false;
    with_rows([&](auto rows) {
      found = tile_[0] == width + halo;
      scratch_ = KernelOf<rows()>::scratch_bytes;
    });
    if (!found)
      throw InvalidInput(
          text("streaming: tile ", extents_text(tile_, 3), " is not compiled (give ", offered(), ")"));
    check_scratch<Exec>("streaming", tile_, 3, 1, scratch_);
    tiles_ = make_middle_tiles<pack_width<T, 16>, true>(rules, make_tiling(rules, tile_, 1).core);
    reserve_scratch(exec, scratch_);
  }

  SchemeReport report() const { return {.scheme = "streaming", .tile = tile_, .scratch_bytes = scratch_}; }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    bool const wide = wide_march<pack_width<T, 16>>(rules_, levels);
    with_rows([&](auto rows) {
      using Kernel = KernelOf<rows()>;
      launch_tiles<Kernel::team_size, Kernel::teams_at_once>(
          "tessera::streaming::sweep", exec, Kernel{rules_, tiles_, levels, step, wide}, tiles_.teams(),
          Kernel::team_size, Kernel::scratch_bytes);
    });
  }

private:
  template <int Rows>
  using KernelOf = StreamingDeviceKernel<Exec, Rules, Rows>;
  static constexpr int width = KernelOf<8>::lanes * KernelOf<8>::C;

  static std::string offered() {
    std::string all;
    [&]<int... Rows>(std::integer_sequence<int, Rows...>) {
      ((all += text(all.empty() ? "" : " or ", width + halo, " x ", Rows + halo, " x any")), ...);
    }
    (Available{});
    return all;
  }

  // body(std::integral_constant<int, rows>) for the chosen rows, nothing for others.
  template <class Body>
  void with_rows(Body const& body) const {
    [&]<int... Rows>(std::integer_sequence<int, Rows...>) {
      ((Rows == tile_[1] - halo ? body(std::integral_constant<int, Rows>{}) : void()), ...);
    }
    (Available{});
  }

  Rules rules_;
  Tile tile_;
  std::size_t scratch_ = 0;
  MiddleTiles tiles_;
};

/// 2D on a device: the register pipeline of temporal blocking with one stage is the same thing.
template <class Exec, class Rules>
class StreamingRowsPlan {
public:
  using T = typename Rules::value_type;
  struct OneStep {
    static constexpr char const* name = "streaming";
    Tile tile;
    int fused_steps = 1;
  };

  StreamingRowsPlan(Exec const& exec, Rules const& rules, Tile const& tile)
      : plan_(exec, rules, OneStep{tile}) {}

  SchemeReport report() const {
    SchemeReport report = plan_.report();
    report.scheme = OneStep::name;
    return report;
  }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    plan_.sweep(exec, levels, step, 1);
  }

private:
  TemporalPlan<Exec, Rules> plan_;
};

/// Where there is nothing to stream.
template <class Exec, class Rules>
class StreamingNowhere {
public:
  using T = typename Rules::value_type;
  StreamingNowhere(Exec const&, Rules const&, Tile const&) {
    throw InvalidInput(
        Rules::dimension == 1
            ? text("streaming: a field of one axis has no slow axis to march along (take direct, tiled "
                   "or temporal)")
            : text("streaming: on a device the pattern must be a star of numbers, ",
                   Rules::dimension == 2 ? "in a plane 1 node wide"
                                         : text("up to ", most_radius, " nodes wide"),
                   " (take direct, tiled or temporal)"));
  }
  SchemeReport report() const { return {}; }
  void sweep(Exec const&, Levels<T> const&, Index) const {}
};

template <class Exec, class Rules>
class StreamingPlan {
public:
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension;
  static constexpr bool writes_over_previous() { return on_host<Exec> || D != 2; }
  using OnDevice =
      std::conditional_t<D == 3 && streams_in_slices<Rules>, StreamingDevicePlan<Exec, Rules>,
                         std::conditional_t<fits_registers<Exec, Rules>, StreamingRowsPlan<Exec, Rules>,
                                            StreamingNowhere<Exec, Rules>>>;
  using Backend = std::conditional_t<
      !on_host<Exec>, OnDevice,
      std::conditional_t<D == 1, StreamingNowhere<Exec, Rules>, StreamingHostPlan<Exec, Rules>>>;

  template <class Scheme>
  StreamingPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(exec, rules, scheme.tile) {}

  int steps_of_sweep(Index) const { return 1; }
  SchemeReport report() const { return plan_.report(); }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int) const {
    plan_.sweep(exec, levels, step);
  }

private:
  Backend plan_;
};

} // namespace tessera::detail
