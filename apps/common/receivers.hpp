// SPDX-License-Identifier: Apache-2.0
// Reads the field at the receivers' nodes while it is stepped.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "block.hpp"
#include "node_data.hpp"
#include "team.hpp"
#include "traces.hpp"

namespace tessera::app {

/// Writes row `number` of the samples.
template <class T, int D>
struct SampleKernel {
  NodeView<T, D> u;
  Kokkos::View<Kokkos::Array<Index, D>*, Memory> nodes;
  Kokkos::View<T**, Kokkos::LayoutRight, Memory> samples;
  Index number;

  KOKKOS_FUNCTION void operator()(Index r) const {
    auto const& i = nodes(r);
    if (i[0] < 0)
      samples(number, r) = T(0); // a node of another rank's block
    else if constexpr (D == 2)
      samples(number, r) = u(i[0], i[1]);
    else
      samples(number, r) = u(i[0], i[1], i[2]);
  }
};

/// Samples wait on the device and come to the host once an advance, so that steps need not wait for them.
/// Ranks that share a grid each sample the nodes of their blocks, and all get all samples.
template <class T, int D>
class Receivers {
public:
  /// \param nodes of the whole grid
  Receivers(std::vector<std::vector<std::int64_t>> const& nodes, Block<D> const& block, Traces& traces)
      : traces_(traces), nodes_("tessera::app::receivers", nodes.size()),
        waiting_("tessera::app::samples", nodes.empty() ? 0 : window, nodes.size()) {
    auto const host = Kokkos::create_mirror_view(nodes_);
    for (std::size_t r = 0; r < nodes.size(); ++r) {
      bool own = true;
      for (int d = 0; d < D; ++d) {
        Index const local = nodes[r][static_cast<std::size_t>(d)] - block.grid.first[d];
        own = own && local >= 0 && local < block.grid.nodes[d];
        host(r)[d] = local + block.halo.lower[d];
      }
      if (!own) host(r)[0] = -1;
    }
    Kokkos::deep_copy(nodes_, host);
  }

  /// The next step whose level is to be sampled.
  std::int64_t next_step() const {
    return nodes_.extent(0) == 0 ? std::numeric_limits<std::int64_t>::max()
                                 : traces_.next_step() + count_ * traces_.every();
  }
  std::int64_t longest_advance() const {
    return nodes_.extent(0) == 0 ? std::numeric_limits<std::int64_t>::max() : (window - 1) * traces_.every();
  }

  /// Samples u, a block with its halo, if it is at a step to be sampled. Asynchronous.
  void record_due(Exec const& exec, NodeView<T, D> const& u, std::int64_t step) {
    if (step != next_step()) return;
    Kokkos::parallel_for("tessera::app::record", Kokkos::RangePolicy<Exec>(exec, 0, nodes_.extent(0)),
                         SampleKernel<T, D>{u, nodes_, waiting_, count_++});
  }

  /// Hands what waits to the traces. Waits. Collective.
  void collect(Exec const& exec) {
    if (count_ == 0) return;
    exec.fence("tessera::app: samples");
    std::size_t const receivers = nodes_.extent(0);
    std::vector<T> values(static_cast<std::size_t>(count_) * receivers);
    copy_to_host(values.data(), waiting_.data(), values.size());
    if (team().shared()) bring_together(values);
    for (std::size_t first = 0; first < values.size(); first += receivers) {
      std::vector<double> const sample(&values[first], &values[first] + receivers);
      traces_.add(sample.data());
    }
    count_ = 0;
  }

private:
  /// One rank has a value, the bits of the others' are 0: sums of integers put it everywhere.
  static void bring_together(std::vector<T>& values) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    std::vector<std::int64_t> bits;
    for (T const value : values) bits.push_back(static_cast<std::int64_t>(std::bit_cast<Bits>(value)));
    team().add(bits.data(), static_cast<int>(bits.size()));
    for (std::size_t k = 0; k < bits.size(); ++k) values[k] = std::bit_cast<T>(static_cast<Bits>(bits[k]));
  }

  static constexpr Index window = 512;
  Traces& traces_;
  Kokkos::View<Kokkos::Array<Index, D>*, Memory> nodes_;
  Kokkos::View<T**, Kokkos::LayoutRight, Memory> waiting_;
  Index count_ = 0;
};

} // namespace tessera::app
