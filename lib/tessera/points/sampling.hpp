// SPDX-License-Identifier: Apache-2.0
// Sampling: records a field at positions between nodes while it is stepped (receivers).
#pragma once

#include <tessera/grid/detail/data.hpp>
#include <tessera/points/owned_tables.hpp>
#include <tessera/points/window.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace tessera {

namespace detail {

/// What a kernel holds of a Sampling.
template <class T>
struct SamplingData {
  static constexpr bool injects = false;
  SupportTables tables;
  // values[row, node] for the nodes of supports, which stay 0 at nodes of other blocks; rows are a circular
  // buffer.
  T* values;
  Index nodes, mask;  // nodes of supports, in the whole grid; rows less one
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

  KOKKOS_FUNCTION void operator()(Index own) const {
    Index i[3] = {0, 0, 0};
    for (int d = 0; d < Order::dimension; ++d) i[Order::memory_axis(d)] = data.tables.place[3 * own + d];
    row[data.tables.number[own]] = *from.at(i[0], i[1], i[2]);
  }
};

template <class Order, class Exec, class T>
void record_level(Exec const& exec, SamplingData<T> const& data, Data<T const> const& from, Index level) {
  if (data.records(level))
    Kokkos::parallel_for("tessera::sampling::record",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, data.tables.count),
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
/// sampled. The sampling has to live as long as the stepper. Ranks that share a grid each record the nodes of
/// their blocks, and make the samples together.
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
    values_ = Values("tessera::sampling::values", static_cast<std::size_t>(rows_ * nodes_));
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
    return sums(exec, levels_between(from, to), data());
  }

  /// The same where ranks share the grid, and supports may lie in the blocks of several: the samples that one
  /// rank would make, on all ranks, in all bits. Collective: `ranks` has add(values, count), which adds int64
  /// numbers over all ranks, as tessera::Ranks. The call waits.
  template <class Exec, class RanksType>
  auto samples(Exec const& exec, RanksType const& ranks, Index from, Index to) const {
    auto const levels = levels_between(from, to);
    auto all = data();
    auto const together = brought_together(exec, ranks, levels);
    all.values = together.data();
    auto const made = sums(exec, levels, all);
    exec.fence("tessera::Sampling: before the values of all ranks are freed");
    return made;
  }

  detail::SamplingData<T> data() const {
    return {tables_.tables(), values_.data(), nodes_, rows_ - 1, from_, every_, longest_advance()};
  }

private:
  using Values = Kokkos::View<T*, MemorySpace>;

  /// The recorded ones among some levels.
  struct Recorded {
    Index first, count;
  };
  Recorded levels_between(Index from, Index to) const {
    Index const low = from <= from_ ? from_ : from_ + detail::divide_up(from - from_, every_) * every_;
    Index const count = points() == 0 || to < low ? 0 : (to - low) / every_ + 1;
    if (count > rows_)
      throw InvalidInput(detail::text("samples of ", count, " levels were asked for, a sampling holds ",
                                      rows_, " (advance in parts)"));
    return {low, count};
  }

  /// The sums of the supports, from the values of `data`.
  template <class Exec>
  auto sums(Exec const& exec, Recorded const& levels, detail::SamplingData<T> const& data) const {
    auto const made = Kokkos::subview(samples_, std::pair<Index, Index>(0, levels.count), Kokkos::ALL);
    if (levels.count > 0)
      Kokkos::parallel_for(
          "tessera::sampling::sum",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, levels.count * points()),
          detail::SumSupports<T, Samples>{data, first_.data(), node_.data(), weight_.data(), samples_,
                                          levels.first});
    return made;
  }

  /// The rows of some levels with the values of all ranks. A node belongs to one of them; at the others the
  /// bits of its value are 0, so sums of integers put it everywhere.
  template <class Exec, class RanksType>
  Values brought_together(Exec const& exec, RanksType const& ranks, Recorded const& levels) const {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    static_assert(sizeof(T) == sizeof(Bits), "tessera::Sampling: values are of single or double precision");
    Values const all(Kokkos::view_alloc(std::string("tessera::sampling::all"), Kokkos::WithoutInitializing),
                     levels.count > 0 ? values_.size() : 0);
    auto const host = Kokkos::create_mirror_view(all);
    exec.fence("tessera::Sampling: records are complete");
    if (levels.count == 0) return all;
    Kokkos::deep_copy(host, values_);
    Index const row = (levels.first - from_) / every_, total = levels.count * nodes_;
    auto const value = [&](Index k) -> T& {
      return host.data()[((row + k / nodes_) & (rows_ - 1)) * nodes_ + k % nodes_];
    };
    std::vector<std::int64_t> bits;
    for (Index done = 0; done < total; done += static_cast<Index>(bits.size())) {
      bits.resize(static_cast<std::size_t>(detail::min(total - done, Index{1} << 20))); // in a message
      for (std::size_t k = 0; k < bits.size(); ++k)
        bits[k] = static_cast<std::int64_t>(Kokkos::bit_cast<Bits>(value(done + static_cast<Index>(k))));
      ranks.add(bits.data(), static_cast<int>(bits.size()));
      for (std::size_t k = 0; k < bits.size(); ++k)
        value(done + static_cast<Index>(k)) = Kokkos::bit_cast<T>(static_cast<Bits>(bits[k]));
    }
    Kokkos::deep_copy(all, host);
    return all;
  }

  /// A power of two of up to 512 rows, which for large supports take no more than 256 MiB.
  static Index rows_for(std::size_t nodes) {
    return detail::window_of(512, 16, nodes * sizeof(T), std::size_t{256} << 20);
  }

  detail::OwnedTables<D, MemorySpace> tables_;
  Index nodes_, every_, from_, rows_;
  Kokkos::View<int*, MemorySpace> first_, node_;
  Kokkos::View<double*, MemorySpace> weight_;
  Values values_;
  Samples samples_;
};

} // namespace tessera
