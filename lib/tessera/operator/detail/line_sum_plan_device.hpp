// SPDX-License-Identifier: Apache-2.0
// Which kernels compute derivatives on a device. A derivative along one axis has kernels of its own. Of a
// Laplacian, a divergence or a gradient, a march makes all nodes whose formulas are central, and LineSumPacks
// the others, near bounded ends. On small grids packs make all of a sum.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/operator/detail/line_across_device.hpp>
#include <tessera/operator/detail/line_along_device.hpp>
#include <tessera/operator/detail/line_sum_device.hpp>
#include <tessera/operator/detail/line_sum_march_device.hpp>

#include <limits>
#include <utility>

namespace tessera::detail {

/// The nodes whose formulas are central along all axes, these in the order of memory; cut to whole packs
/// where x is bounded.
template <class T, int R>
Box3 central_nodes(LineSum<T, R> const& sum) {
  constexpr int C = pack_width<T, 16>;
  Box3 box{{{0, 0, 0}}, {{sum.nodes[0], sum.nodes[1], sum.nodes[2]}}};
  for (int t = 0; t < sum.terms; ++t)
    if (sum.term[t].line.period == 0) {
      int const a = sum.term[t].axis;
      box.lower[a] = a == 0 ? halo_packs<T, R> * C : R;
      box.upper[a] = sum.nodes[a] - R;
      if (a == 0) box.upper[a] -= box.upper[a] % C;
    }
  return box;
}

/// All packs that have no node in the box.
template <class T, int R>
Kokkos::Array<Box3, 6> packs_around(LineSum<T, R> const& sum, Box3 const& box) {
  constexpr int C = pack_width<T, 16>;
  Box3 inner = box; // in packs
  inner.lower[0] = box.lower[0] / C;
  inner.upper[0] = divide_up(box.upper[0], C);
  Box3 left = all_packs(sum); // without the slabs that are cut from it
  Kokkos::Array<Box3, 6> slabs;
  for (int a = 2; a >= 0; --a) {
    slabs[2 * a] = slabs[2 * a + 1] = left;
    slabs[2 * a].upper[a] = left.lower[a] = inner.lower[a];
    slabs[2 * a + 1].lower[a] = left.upper[a] = inner.upper[a];
  }
  return slabs;
}

/// Whether rows consist of whole packs, which have whole packs beside them, also where they are periodic.
template <class T, int R>
bool has_whole_packs(LineSum<T, R> const& sum) {
  bool whole = sum.nodes[0] % pack_width<T, 16> == 0;
  for (int t = 0; t < sum.terms; ++t)
    if (sum.term[t].axis == 0)
      whole &= sum.term[t].line.period == 0 || sum.term[t].line.period == sum.nodes[0];
  return whole;
}

/// Bytes of a device's L2 cache that a march counts on, of 50 MiB that an H100 or H200 has. Tests write a
/// smaller size here, so that small grids are made in bands too.
inline std::size_t& device_cache_size() {
  static std::size_t bytes = std::size_t{48} << 20;
  return bytes;
}

/// How many planes a team marches through if all teams of a plane run before those of the planes behind it:
/// as many as were fastest on an H200 (docs/notes/derivatives-on-a-gpu.md).
template <int R, Terms terms, bool volume>
inline constexpr Index usual_run = terms == Terms::apart          ? max(8, 2 * R)
                                   : !volume                      ? (R == 1 ? 8 : max(16, 4 * R))
                                   : terms == Terms::of_one_field ? 8 * R
                                                                  : 16 * R;

/// Whether teams go through a volume in bands of rows of tiles, all planes of one before the next. What their
/// runs, which are short then, read of each other's planes still lies in the L2 cache, where it does not if
/// runs go through whole planes. In float that is no faster, nor is it of a divergence or of order 2.
/// \param plane_bytes what is read and written of a plane
template <class T, int R, Terms terms, bool volume>
bool goes_in_bands(Index plane_bytes) {
  if (sizeof(T) < 8 || R == 1 || !volume || terms == Terms::of_own_fields) return false;
  constexpr Index caches = terms == Terms::apart ? 1 : 2;
  return usual_run<R, terms, volume> * plane_bytes > caches * static_cast<Index>(device_cache_size());
}

/// How a march goes through a volume or a plane.
struct MarchRuns {
  Index planes, runs;        // of a run; along the slowest axis
  Index rows_of_band, bands; // rows of tiles of a band
};

/// \param tiles, rows tiles side by side along x, and rows of them
/// \param slots teams that a device runs at once: shorter runs leave none of them idle
template <class T, int R, Terms terms, bool volume>
MarchRuns march_runs(Index planes, Index tiles, Index rows, Index slots, Index plane_bytes) {
  bool const in_bands = goes_in_bands<T, R, terms, volume>(plane_bytes);
  Index run = in_bands && terms == Terms::of_one_field ? max(8, 4 * R) : usual_run<R, terms, volume>;
  while (run > 8 && tiles * rows * divide_up(planes, run) < slots) run /= 2;
  run = min(run, planes);
  Index const most_bytes = max(1, static_cast<Index>(device_cache_size()) * 2 / 3), // of a band's runs
      bands = in_bands ? min(rows, divide_up(run * plane_bytes, most_bytes)) : 1;
  return {run, divide_up(planes, run), divide_up(rows, bands), bands};
}

/// The march through the box. `most_threads` is the number of threads that a device runs at once.
template <Terms terms, bool volume, bool wide, class T, int R>
TeamTiles<LineSumMarch<T, R, terms, volume, wide>> line_sum_march(LineSum<T, R> const& sum, Box3 const& box,
                                                                  Index most_threads) {
  using Kernel = LineSumMarch<T, R, terms, volume, wide>;
  auto const axis = [](int a) { return volume || a == 0 ? a : 3 - a; }; // y and z change places in a plane
  Kernel kernel{};
  kernel.line[1].nodes = 1;
  for (int t = 0; t < sum.terms; ++t) {
    int const a = axis(sum.term[t].axis);
    kernel.line[a] = sum.term[t].line;
    kernel.in[a] = sum.term[t].in;
    kernel.out[a] = sum.term[t].out;
    if (!volume) {
      std::swap(kernel.in[a].stride[1], kernel.in[a].stride[2]);
      std::swap(kernel.out[a].stride[1], kernel.out[a].stride[2]);
    }
    kernel.last = a;
  }
  Index nodes[3];
  for (int a = 0; a < 3; ++a) {
    kernel.first[axis(a)] = static_cast<int>(box.lower[a]);
    kernel.end[axis(a)] = static_cast<int>(box.upper[a]);
    nodes[axis(a)] = box.extent(a);
  }
  constexpr Index fields = terms == Terms::of_own_fields ? 2 + volume : 1;
  constexpr Index results = terms == Terms::apart ? 2 + volume : 1;
  Index const plane_bytes = nodes[0] * nodes[1] * (fields + results) * Index{sizeof(T)};
  Index const tiles = divide_up(box.upper[0], Kernel::lanes * Kernel::C);
  MarchRuns const march =
      march_runs<T, R, terms, volume>(nodes[2], tiles, divide_up(nodes[1], Kernel::rows),
                                      multiprocessors(most_threads) * Kernel::concurrent_teams, plane_bytes);
  kernel.run = static_cast<int>(march.planes);
  kernel.tiles_x = Divisor(static_cast<int>(tiles));
  kernel.tiles_y = Divisor(static_cast<int>(march.rows_of_band));
  kernel.runs = Divisor(static_cast<int>(march.runs));
  return {kernel, tiles * march.rows_of_band * march.runs * march.bands, Kernel::most_members,
          Kernel::scratch_bytes};
}

/// Whether the march is faster than packs. It needs work for all of the device; a gradient reads so much less
/// in a march that it is faster on small grids too.
template <Terms terms, class T, int R>
bool is_worth_a_march(LineSum<T, R> const& sum, Box3 const& box) {
  constexpr Index least_bytes = Index{2} << 20; // docs/notes/derivatives-on-a-gpu.md
  Index const nodes = sum.nodes[0] * sum.nodes[1] * sum.nodes[2];
  return box.size() > 0 && (terms == Terms::apart || nodes >= least_bytes / Index{sizeof(T)});
}

/// Whether the march's numbers of 32 bits are enough.
template <class T, int R>
bool has_short_offsets(LineSum<T, R> const& sum) {
  constexpr Index most = std::numeric_limits<int>::max() / 2;
  bool fits = sum.nodes[0] < most && sum.nodes[1] < most && sum.nodes[2] < most;
  for (int t = 0; t < sum.terms; ++t) fits &= sum.term[t].in.stride[1] < most / sum.nodes[1];
  return fits;
}

/// Calls body with the march through the box, and with the packs around it if there are any.
template <Terms terms, bool volume, class T, int R, class Body>
void with_line_sum_march(LineSum<T, R> const& sum, Box3 const& box, bool wide, Index most_threads,
                         Body const& body) {
  if (wide && has_whole_packs(sum))
    body(line_sum_march<terms, volume, true>(sum, box, most_threads));
  else
    body(line_sum_march<terms, volume, false>(sum, box, most_threads));
  auto const around = line_sum_packs(sum, 0, wide, packs_around(sum, box));
  if (around.count > 0) body(around);
}

/// Calls body with the kernel for a sum of one term.
template <class T, int R, class Body>
void with_one_line(LineSum<T, R> const& sum, Index pencils, bool wide, Index most_threads, Body const& body) {
  if (sum.term[0].axis > 0)
    with_line_across(sum, pencils, wide, most_threads, body);
  else if (pencils == 0)
    with_line_along(sum, wide, body);
  else
    body(line_sum_packs(sum, pencils, wide));
}

/// Calls body with each kernel that the terms take in D dimensions. `most_threads` is the number of threads
/// that a device runs at once.
template <Terms terms, int D, class T, int R, class Body>
void with_line_sum(LineSum<T, R> const& sum, Index pencils, bool wide, Index most_threads, Body const& body) {
  if constexpr (terms == Terms::one || D == 1) {
    with_one_line(sum, pencils, wide, most_threads, body);
  } else {
    Box3 const box = central_nodes(sum);
    if (is_worth_a_march<terms>(sum, box) && has_short_offsets(sum))
      with_line_sum_march<terms, D == 3>(sum, box, wide, most_threads, body);
    else
      body(line_sum_packs(sum, pencils, wide));
  }
}

} // namespace tessera::detail
