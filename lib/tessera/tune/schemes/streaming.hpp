// SPDX-License-Identifier: Apache-2.0
// What the autotuner knows of Streaming.
#pragma once

#include <tessera/scheme/streaming.hpp>
#include <tessera/tune/schemes/plane_widths.hpp>
#include <tessera/tune/tuning_of.hpp>

#include <utility>
#include <vector>

namespace tessera::detail {

template <>
struct TuningOf<Streaming> : TuningDefaults {
  static void add_host_candidates(CandidateList& list, Work const& w) {
    Index const slow = w.nodes[w.dimension - 1], share = share_of_two(w);
    if (w.dimension == 2)
      list.add_all(Streaming::name, {whole_axis}, {8, 64, share, divide_up(slow, w.workers)}, {}, {0});
    else if (w.dimension == 3)
      list.add_all(Streaming::name, {whole_axis}, {8, 16, 64}, {16, 64, share}, {0});
  }
  template <class Exec, class Rules>
  static void add_device_candidates(CandidateList& list, Work const& w) {
    if constexpr (Rules::dimension == 3 && streams_in_slices<Exec, Rules>)
      add_slices(list, typename StreamingDevicePlan<Exec, Rules>::Available{});
    else if constexpr (streams_in_rows<Exec, Rules>) {
      // A vector with a name: nvcc drops the braces around one that depends on a template's parameter.
      std::vector<Index> const width(1, StreamingPlanePlan<Exec, Rules>::Kernel::Shape::width);
      list.add_all(Streaming::name, width, {16, 32, 64}, {}, {0});
    } else if constexpr (Rules::dimension > 1)
      list.add(Streaming::name);
    if constexpr (fits_registers<Exec, Rules>) add_plane_widths<Exec, Rules>(list, w, Streaming::name, 1, 0);
  }
  /// On a device a system's Streaming is Direct.
  static void add_system_candidates(CandidateList& list, Work const& w) {
    if (w.host) add_host_candidates(list, w);
  }

private:
  template <int... Rows>
  static void add_slices(CandidateList& list, std::integer_sequence<int, Rows...>) {
    list.add_all(Streaming::name, {0}, {Rows...}, {16, 32, 64, 128, 256}, {0});
  }
};

} // namespace tessera::detail
