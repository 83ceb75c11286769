// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming for volumes on a device: slices march along the slow axis.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/detail/device/occupancy_waves.hpp>
#include <tessera/scheme/detail/streaming/device_kernel.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>
#include <tessera/scheme/scheme.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace tessera::detail {

/// The radius of the widest star that has been compiled and tried. Wider ones run out of registers.
inline constexpr int most_radius = 8;

template <class Exec, class Rules>
inline constexpr bool streams_in_slices =
    has_warps<Exec>&& Rules::star&& std::is_arithmetic_v<typename Rules::value_type>&& Rules::radius <=
    most_radius;

/// Sweeps in slices of the shapes that are compiled, any length along the slow axis.
template <class Exec, class Rules>
class StreamingDevicePlan {
public:
  using T = typename Rules::value_type;
  static constexpr char const* label = "tessera::streaming::step";
  static constexpr int R = Rules::radius, halo = 2 * R;
  template <int Rows>
  using KernelOf = StreamingDeviceKernel<Exec, Rules, Rows / StreamingShape<T, R, 1, true>::runs>;
  static constexpr int width = KernelOf<8>::Shape::width;

  /// Rows of a slice for which kernels are compiled: those whose queues fit registers.
  using Available = std::conditional_t<
      KernelOf<32>::Shape::fits_registers, std::integer_sequence<int, 8, 16, 32>,
      std::conditional_t<KernelOf<16>::Shape::fits_registers, std::integer_sequence<int, 8, 16>,
                         std::integer_sequence<int, 8>>>;

  StreamingDevicePlan(Exec const& exec, Rules const& rules, Tile const& wanted)
      : rules_(rules), tile_(chosen_tile<3>(wanted, default_tile(exec, rules))) {
    bool found = false;
    with_rows(tile_[1] - halo, [&](auto rows) {
      using Kernel = KernelOf<rows()>;
      found = tile_[0] == width + halo;
      scratch_ = Kernel::scratch_bytes;
      check_scratch<Exec>("streaming", tile_, 3, 1, scratch_, Kernel::team_size);
    });
    if (!found)
      throw InvalidInput(
          text("streaming: tile ", extents_text(tile_, 3), " is not compiled (give ", offered(), ")"));
    for (bool held : {false, true})
      tiles_[held] = make_interior_tiles<pack_width<T, 16>>(rules, make_tiling(rules, tile_, 1).core, held);
    reserve_scratch(exec, scratch_);
  }

  SchemeReport report() const {
    return {.scheme = "streaming", .tile = tile_, .scratch_bytes = scratch_, .way = "registers"};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    // If rows are so long that those of a tile may lie more than 2^31 values apart, values are moved one by
    // one.
    bool const near = levels.in.stride_y < (Index{1} << 24);
    bool const wide = near && wide_march<pack_width<T, 16>>(rules_, levels);
    InteriorTiles const& tiles = tiles_[levels.holds_constants];
    with_rows(tile_[1] - halo, [&](auto rows) {
      using Kernel = KernelOf<rows()>;
      launch_tiles<Kernel::team_size, Kernel::concurrent_teams>(
          "tessera::streaming::sweep", exec, Kernel(rules_, tiles, levels, step, wide), tiles.teams(),
          Kernel::team_size, Kernel::scratch_bytes);
    });
  }

  /// The default tile has four rows for each member if members read other values at their nodes as well (the
  /// coefficient, the previous level), else two, and fewer if the grid has fewer rows. Along the slow axis it
  /// is as high as full occupancy waves allow: at most 256 planes in the first case and 48 in the second,
  /// which were best on an H200 (docs/notes/streaming-on-a-gpu.md).
  static Tile default_tile(Exec const& exec, Rules const& rules) {
    bool const reads_more = KernelOf<8>::template Own<true>::values > 0;
    int rows = 8;
    for_rows([&](auto more) {
      if (more() <= (reads_more ? 32 : 16) && more() <= rules.domain.nodes[1]) rows = more();
    });
    Tile tile{width + halo, rows + halo, 0};
    with_rows(rows, [&](auto chosen) {
      auto const& n = rules.domain.nodes;
      Index const concurrent = multiprocessors(exec.concurrency()) * KernelOf<chosen()>::concurrent_teams;
      Index const planes =
          height_in_waves({divide_up(n[0], width) * divide_up(n[1], rows), n[2], R, concurrent});
      tile[2] = static_cast<int>(min(planes - halo, reads_more ? 256 : 48)) + halo;
    });
    return tile;
  }

private:
  static std::string offered() {
    std::string all;
    for_rows([&](auto rows) {
      all += text(all.empty() ? "" : " or ", width + halo, " x ", rows() + halo, " x any");
    });
    return all;
  }

  // Calls body(std::integral_constant<int, rows>) for all rows that are compiled, in rising order.
  template <class Body>
  static void for_rows(Body const& body) {
    [&]<int... Rows>(std::integer_sequence<int, Rows...>) {
      (body(std::integral_constant<int, Rows>{}), ...);
    }
    (Available{});
  }

  // Calls body for `wanted` rows if they are compiled.
  template <class Body>
  static void with_rows(int wanted, Body const& body) {
    for_rows([&](auto rows) {
      if (rows() == wanted) body(rows);
    });
  }

  Rules rules_;
  Tile tile_;
  std::size_t scratch_ = 0;
  InteriorTiles tiles_[2]; // for the first sweeps of a run; where levels hold what is constant in time
};

} // namespace tessera::detail
