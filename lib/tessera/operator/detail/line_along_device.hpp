// SPDX-License-Identifier: Apache-2.0
// One derivative along the unit-stride axis, on a device. A thread computes the packs of a few lines from the
// packs around them. A pack takes few instructions, so the index computation before the first load is short.
#pragma once

#include <tessera/core/divisor.hpp>
#include <tessera/operator/detail/line_pack.hpp>

namespace tessera::detail {

/// `own_ends`: the line is bounded and consists of whole packs; the packs at its ends have separate code,
/// which costs the other packs some registers. `even`: the rows of all planes are equally far apart, so they
/// are numbered through and no plane index is computed.
template <class T, int R, bool wide, bool own_ends, bool even>
struct LineAlong {
  static constexpr int C = pack_width<T, 16>, most_members = 128;
  // The values that are fastest on an H200: lines per member, and the number of teams per multiprocessor,
  // where 0 leaves the number to the compiler.
  static constexpr int lines = R <= 2 || (R <= 4 && sizeof(T) == 8) ? 2 : 1;
  static constexpr int concurrent_teams = sizeof(T) == 4 && lines == 1 && R <= 6 ? 16 : 0;

  LineSum<T, R> sum;           // has one term
  int lane_bits;               // a team has 2^lane_bits packs side by side, in several rows
  Divisor teams_per_row, rows; // teams per row, and rows of a plane
  bool periodic_packs;         // the axis is periodic and consists of whole packs

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), group = teams_per_row.quotient(team),
              high = most_members >> lane_bits;
    int const lane = member.team_rank() & ((1 << lane_bits) - 1);
    int const x = (((team - group * teams_per_row.number()) << lane_bits) + lane) * C;
    int const first = group * lines * high + (member.team_rank() >> lane_bits);
    int const nodes = static_cast<int>(sum.nodes[0]);
    if (x >= nodes) return;
    int y[lines], z[lines];
    bool there[lines];
    TESSERA_UNROLL
    for (int l = 0; l < lines; ++l) {
      z[l] = even ? 0 : rows.quotient(first + l * high);
      y[l] = first + l * high - z[l] * rows.number();
      there[l] = even ? y[l] < rows.number() : z[l] < static_cast<int>(sum.nodes[2]);
    }
    constexpr int halo = halo_packs<T, R> * C;
    bool const inside = x >= halo && x + C + halo <= nodes;
    if ((periodic_packs || inside) && there[lines - 1]) {
      update(x, nodes, y, z);
    } else {
      TESSERA_UNROLL
      for (int l = 0; l < lines; ++l)
        if (there[l]) {
          if (own_ends && !inside)
            update_end(x, y[l], z[l]);
          else
            node_by_node(x, y[l], z[l]);
        }
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void update(int x, int nodes, int const (&y)[lines],
                                          int const (&z)[lines]) const {
    constexpr int packs = halo_packs<T, R>;
    T window[lines][2 * packs + 1][C];
    TESSERA_UNROLL
    for (int l = 0; l < lines; ++l) {
      T const* const row = sum.term[0].in.row(y[l], z[l]);
      TESSERA_UNROLL
      for (int p = 0; p <= 2 * packs; ++p) {
        int const from = x + (p - packs) * C;
        read_pack(window[l][p], row + (from < 0 ? from + nodes : from < nodes ? from : from - nodes), wide);
      }
    }
    TESSERA_UNROLL
    for (int l = 0; l < lines; ++l) {
      T result[C];
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        result[c] = sum.term[0].line.central([&](int offset) {
          int const at = packs * C + c + offset;
          return window[l][at / C][at % C];
        });
      store_streaming(sum.term[0].out.row(y[l], z[l]) + x, result, wide);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void update_end(int x, int y, int z) const {
    T result[C];
    end_pack_along(result, sum.term[0].line, sum.ends, sum.term[0].in.row(y, z), x, wide);
    store_pack(sum.term[0].out.row(y, z) + x, result, wide);
  }

  KOKKOS_FUNCTION void node_by_node(Index x, Index y, Index z) const {
    TESSERA_NO_UNROLL
    for (Index c = x; c < min(x + C, sum.nodes[0]); ++c) sum.update(c, y, z);
  }
};

/// Whether all rows are equally far apart, across planes as within a plane.
template <class T>
bool has_even_rows(Strided<T> const& data, Index const (&nodes)[3]) {
  return nodes[2] == 1 || data.stride[2] == nodes[1] * data.stride[1];
}

/// Calls body with the kernel that fits the line's ends and the rows.
template <class T, int R, class Body>
void with_line_along(LineSum<T, R> const& sum, bool wide, Body const& body) {
  auto const with = [&]<bool w, bool ends, bool even>(std::bool_constant<w>, std::bool_constant<ends>,
                                                      std::bool_constant<even>) {
    using Kernel = LineAlong<T, R, w, ends, even>;
    Index const packs = divide_up(sum.nodes[0], Kernel::C), rows = sum.nodes[1] * sum.nodes[2];
    int bits = 7; // the widest team that leaves at most a sixteenth of its members idle
    static_assert(1 << 7 == Kernel::most_members);
    while (bits > 3 && round_up(packs, 1 << bits) > packs + packs / 16) --bits;
    Index const teams_of_row = divide_up(packs, 1 << bits);
    body(TeamTiles<Kernel>{{sum, bits, Divisor(static_cast<int>(teams_of_row)),
                            Divisor(static_cast<int>(even ? rows : sum.nodes[1])), has_periodic_packs(sum)},
                           teams_of_row * divide_up(rows, Kernel::lines * (Kernel::most_members >> bits)),
                           Kernel::most_members});
  };
  auto const of_rows = [&](auto w, auto even) {
    if (has_end_packs(sum.term[0].line))
      with(w, std::true_type{}, even);
    else
      with(w, std::false_type{}, even);
  };
  if (!wide)
    of_rows(std::false_type{}, std::false_type{});
  else if (has_even_rows(sum.term[0].in, sum.nodes) && has_even_rows(sum.term[0].out, sum.nodes))
    of_rows(std::true_type{}, std::true_type{});
  else
    of_rows(std::true_type{}, std::false_type{});
}

} // namespace tessera::detail
