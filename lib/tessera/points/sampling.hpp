// SPDX-License-Identifier: Apache-2.0
// Sampling: records a field at positions between nodes while it is stepped (receivers).
#pragma once

#include <tessera/grid/detail/data.hpp>
#include <tessera/points/owned_tables.hpp>
#include <tessera/points/window.hpp>

#include <limits>

namespace tessera {

namespace detail {

/// What a kernel holds of a Sampling.
template <class T>
struct SamplingData {
  static constexpr bool injects = false;
  SupportTables tables;
  T* values;          // values[row, node] for the nodes of supports; rows are a circular buffer
  Index nodes, mask;  // nodes of supports; rows less one
  Index first, every; // levels first, first + every, ... are recorded
  Index longest;      // steps of an advance

  /// Of a step that is no step of the run: nothing is recorded.
  SamplingData halved() const {
    SamplingData none = *this;
    none.nodes = 0;
    return none;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool records(Index level) const {
    return nodes > 0 && level >= first && (level - first) % every == 0;
  }
  /// Steps from this level to the next one that is recorded.
  Index steps_to_next(Index level) const {
    return level < first ? first - level : every - (level - first) % every;
  }
  KOKKOS_FORCEINLINE_FUNCTION T* row(Index level) const {
    return values + ((level - first) / every & mask) * nodes;
  }
};

/// Records a level from memory.
template <class Order, class T>
struct RecordLevel {
  SamplingData<T> data;
  Data<T const> from;
  T* row;

  KOKKOS_FUNCTION void operator()(Index node) const {
    Index i[3] = {0, 0, 0};
    for (int d = 0; d < Order::dimension; ++d) i[Order::memory_axis(d)] = data.tables.place[3 * node + d];
    row[node] = *from.at(i[0], i[1], i[2]);
  }
};

template <class Order, class Exec, class T>
void record_level(Exec const& exec, SamplingData<T> const& data, Data<T const> const& from, Index level) {
  if (data.records(level))
    Kokkos::parallel_for("tessera::sampling::record",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, data.nodes),
                         RecordLevel<Order, T>{data, from, data.row(level)});
}

/// Makes the samples of recorded levels: each is the weighted sum over its point's support, in the order of
/// the nodes.
template <class T, class Samples>
struct SumSupports {
  SamplingData<T> data;
  int const* first;
  int const* node;
  double const* weight;
  Samples samples;
  Index level; // of row 0

  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const points = static_cast<Index>(samples.extent(1)), s = number / points, p = number % points;
    T const* const row = data.row(level + s * data.every);
    int k = first[p];
    double sum = weight[k] * static_cast<double>(row[node[k]]);
    for (++k; k < first[p + 1]; ++k) sum += weight[k] * static_cast<double>(row[node[k]]);
    samples(s, p) = static_cast<T>(sum);
  }
};

} // namespace detail

/// Records a field at positions between nodes, at the levels first, first + every, and so on. A sample of
/// level n is
///
///     sum over the nodes of the point's support of weight * u_n
///
/// Nodes that a face sets or an obstacle freezes have their values there, like all others. A stencil has a
/// sampling through with_points: a stepper then records the levels that it makes, within fused steps where
/// the scheme can, else it ends a sweep at each of them. Of a stencil of two levels the newer level is
/// sampled. The sampling has to live as long as the stepper.
///
/// \tparam T type of the field's values, or of its members'
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class Sampling {
public:
  using Samples = Kokkos::View<T**, Kokkos::LayoutRight, MemorySpace>;

  explicit Sampling(PointSet<D> const& points, Index every = 1, Index first = 0)
      : tables_(points), nodes_(static_cast<Index>(points.nodes().size())), every_(every), from_(first),
        rows_(rows_for(points.nodes().size())) {
    if (every < 1) throw InvalidInput(detail::text("a sampling every ", every, " levels (give 1 or more)"));
    std::vector<int> first_of{0}, node;
    std::vector<double> weight;
    for (auto const& support : points.points()) {
      for (auto const& [number, own] : support) {
        node.push_back(static_cast<int>(number));
        weight.push_back(own);
      }
      first_of.push_back(static_cast<int>(node.size()));
    }
    first_ = detail::view_of<MemorySpace>("tessera::sampling::first", first_of);
    node_ = detail::view_of<MemorySpace>("tessera::sampling::node", node);
    weight_ = detail::view_of<MemorySpace>("tessera::sampling::weight", weight);
    values_ =
        Kokkos::View<T*, MemorySpace>("tessera::sampling::values", static_cast<std::size_t>(rows_ * nodes_));
    samples_ =
        Samples("tessera::sampling::samples", points.points().empty() ? 0 : rows_, points.points().size());
  }

  Index points() const { return static_cast<Index>(samples_.extent(1)); }
  Index every() const { return every_; }
  /// The largest number of steps between two calls of samples(); without points there is no limit.
  Index longest_advance() const {
    return points() == 0 ? std::numeric_limits<Index>::max() : (rows_ - 1) * every_;
  }

  /// Records a level that no stepper makes: the one that a run begins with. Asynchronous. Levels that are not
  /// to be recorded are passed over.
  template <class Exec, class ViewType>
  void record(Exec const& exec, Field<ViewType> const& u, Index level) const {
    using Order = detail::AxisOrder<D, !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
    auto const from = detail::data_of<Order>(u);
    detail::record_level<Order>(exec, data(),
                                detail::Data<T const>{from.origin, from.stride_y, from.stride_z}, level);
  }

  /// The samples of the levels that were recorded between `from` and `to`, both of them included: a row a
  /// level, a column a point. The View shares memory with that of the next call. Asynchronous.
  /// \throws InvalidInput for more levels than longest_advance() steps have
  template <class Exec>
  auto samples(Exec const& exec, Index from, Index to) const {
    Index const low = from <= from_ ? from_ : from_ + detail::divide_up(from - from_, every_) * every_;
    Index const count = points() == 0 || to < low ? 0 : (to - low) / every_ + 1;
    if (count > rows_)
      throw InvalidInput(detail::text("samples of ", count, " levels were asked for, a sampling holds ",
                                      rows_, " (advance in parts)"));
    auto const made = Kokkos::subview(samples_, std::pair<Index, Index>(0, count), Kokkos::ALL);
    if (count > 0)
      Kokkos::parallel_for("tessera::sampling::sum",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count * points()),
                           detail::SumSupports<T, Samples>{data(), first_.data(), node_.data(),
                                                           weight_.data(), samples_, low});
    return made;
  }

  detail::SamplingData<T> data() const {
    return {tables_.tables(), values_.data(), nodes_, rows_ - 1, from_, every_, longest_advance()};
  }

private:
  /// A power of two of up to 512 rows, which for large supports take no more than 256 MiB.
  static Index rows_for(std::size_t nodes) {
    return detail::window_of(512, 16, nodes * sizeof(T), std::size_t{256} << 20);
  }

  detail::OwnedTables<D, MemorySpace> tables_;
  Index nodes_, every_, from_, rows_;
  Kokkos::View<int*, MemorySpace> first_, node_;
  Kokkos::View<double*, MemorySpace> weight_;
  Kokkos::View<T*, MemorySpace> values_;
  Samples samples_;
};

} // namespace tessera
