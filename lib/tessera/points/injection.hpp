// SPDX-License-Identifier: Apache-2.0
// Injection: adds time series at positions between nodes (sources).
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/points/owned_tables.hpp>
#include <tessera/points/window.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace tessera {

namespace detail {

/// What a kernel holds of an Injection.
template <class T>
struct InjectionData {
  static constexpr bool injects = true;
  SupportTables tables;
  int const* first;     // for each node of supports its first entry below, and their end
  int const* point;     // the points of whose supports the node is
  T const* weight;      // the node's weights for these points
  double const* series; // series[level, point] for a window of levels, a circular buffer
  Index mask, points;   // levels of the window less one; number of points
  Index longest;        // steps of an advance
  T factor = 1;

  InjectionData halved() const {
    InjectionData half = *this;
    half.factor = factor / 2;
    return half;
  }

  /// What is added to a node in the step from this level, the sum over the points in their order.
  KOKKOS_FUNCTION T added(int node, Index step) const {
    double const* const now = series + (step & mask) * points;
    int k = first[node];
    T sum = weight[k] * static_cast<T>(now[point[k]]);
    for (++k; k < first[node + 1]; ++k) sum += weight[k] * static_cast<T>(now[point[k]]);
    return factor * sum;
  }
};

/// What is added to a node in the box around supports: -0, which changes no number, if it is in none of them.
/// It is called, since kernels have a formula many times, and most nodes do not lie in the box.
template <class T>
TESSERA_NOINLINE T injected(InjectionData<T> const& data, Index x, Index y, Index z, Index step) {
  int const node = data.tables.of_right.find(x, y, z);
  return node < 0 ? -T(0) : data.added(node, step);
}

} // namespace detail

/// Adds time series to a field at positions between nodes. In the step from level n to n + 1, a node gets
///
///     u_new += scale * sum over the points p of weight_p * s_p(n)
///
/// after the formula, with the weights of its supports. That is the adjoint of Sampling with the same points.
/// Nodes that a face sets or an obstacle freezes get nothing. A stencil has an injection through with_points;
/// the injection has to live as long as the stepper.
///
/// \tparam T type of the field's values, or of its members'
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class Injection {
public:
  /// \param scale for example dt^2 over the volume of a cell, for a force on a wave equation
  explicit Injection(PointSet<D> const& points, double scale = 1.)
      : tables_(points), window_(window_for(points.points().size())) {
    std::vector<std::vector<std::pair<int, double>>> of_node(points.nodes().size());
    for (std::size_t p = 0; p < points.points().size(); ++p)
      for (auto const& [node, weight] : points.points()[p])
        of_node[static_cast<std::size_t>(node)].push_back({static_cast<int>(p), weight});
    std::vector<int> first{0}, point;
    std::vector<T> weights;
    for (auto const& entries : of_node) {
      for (auto const& [p, weight] : entries) {
        point.push_back(p);
        weights.push_back(static_cast<T>(scale * weight));
      }
      first.push_back(static_cast<int>(point.size()));
    }
    first_ = detail::view_of<MemorySpace>("tessera::injection::first", first);
    point_ = detail::view_of<MemorySpace>("tessera::injection::point", point);
    weight_ = detail::view_of<MemorySpace>("tessera::injection::weight", weights);
    series_ = Series("tessera::injection::series", window_, points.points().size());
    host_ = Kokkos::create_mirror_view(series_);
  }

  /// The largest number of steps that an advance may have; without points there is no limit.
  Index longest_advance() const {
    return series_.extent(1) == 0 ? std::numeric_limits<Index>::max() : window_ - 1;
  }

  /// Gives the series of an advance: s_p(level) = value(p, level) for the levels first to first + steps. The
  /// call waits for kernels that read the series.
  /// \throws InvalidInput for more than longest_advance() steps
  template <class Exec, class Value>
  void fill(Exec const& exec, Index first, Index steps, Value const& value) const {
    if (steps > longest_advance())
      throw InvalidInput(detail::text("an injection of ", series_.extent(1), " points holds series of ",
                                      longest_advance(), " steps, ", steps,
                                      " were asked for (advance in parts)"));
    if (series_.size() == 0) return;
    exec.fence("tessera::Injection: before refilling");
    for (Index level = first; level <= first + steps; ++level)
      for (Index p = 0; p < static_cast<Index>(series_.extent(1)); ++p)
        host_(level & (window_ - 1), p) = value(p, level);
    Kokkos::deep_copy(exec, series_, host_);
    exec.fence("tessera::Injection: after refilling");
  }

  detail::InjectionData<T> data() const {
    return {tables_.tables(),
            first_.data(),
            point_.data(),
            weight_.data(),
            series_.data(),
            window_ - 1,
            static_cast<Index>(series_.extent(1)),
            longest_advance()};
  }

private:
  using Series = Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace>;

  /// A power of two of up to 4096 levels, which with many points takes no more than 64 MiB.
  static Index window_for(std::size_t points) {
    return detail::window_of(4096, 64, points * sizeof(double), std::size_t{64} << 20);
  }

  detail::OwnedTables<D, MemorySpace> tables_;
  Index window_;
  Kokkos::View<int*, MemorySpace> first_, point_;
  Kokkos::View<T*, MemorySpace> weight_;
  Series series_;
  decltype(Kokkos::create_mirror_view(std::declval<Series>())) host_;
};

} // namespace tessera
