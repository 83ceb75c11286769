// SPDX-License-Identifier: Apache-2.0
// A View of any layout in the tested space's memory, filled and read back in row-major order. Around and
// between its values lie canary values, which the library must not change.
#pragma once

#include <tessera/grid/field.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include "support/problem.hpp"
#include "support/random.hpp"

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;

/// The order of axes in memory, fastest first, and the distance in values of neighbours along the fastest
/// axis.
template <int D>
struct Order {
  std::array<int, D> fastest_first;
  Index apart = 1;
};

template <int D>
Order<D> left_order() {
  Order<D> order{};
  std::iota(order.fastest_first.begin(), order.fastest_first.end(), 0);
  return order;
}
template <int D>
Order<D> right_order() {
  Order<D> order = left_order<D>();
  for (int d = 0; d < D; ++d) order.fastest_first[d] = D - 1 - d;
  return order;
}

template <int D, class ViewType, class Node>
decltype(auto) element(ViewType const& view, Node const& node) {
  if constexpr (D == 1)
    return view(node[0]);
  else if constexpr (D == 2)
    return view(node[0], node[1]);
  else
    return view(node[0], node[1], node[2]);
}

template <class ViewType>
auto extents_of(ViewType const& view) {
  Extents<static_cast<int>(ViewType::rank())> extents;
  for (int d = 0; d < static_cast<int>(ViewType::rank()); ++d)
    extents[d] = static_cast<Index>(view.extent(d));
  return extents;
}

/// Whether a test may read and write the View's values where they lie. A copy by Kokkos compiles four kernels
/// for each type of View, and those were a tenth of the tests of the schemes.
template <class ViewType>
constexpr bool in_reach =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ViewType::memory_space>::accessible;

template <class T, int D, class Layout>
class Memory {
  static constexpr bool strided = std::is_same_v<Layout, Kokkos::LayoutStride>;

public:
  using view_type = Kokkos::View<typename detail::ViewData<T, D>::type, Layout, Exec::memory_space>;

  /// Makes a contiguous View; the other constructor makes a LayoutStride.
  Memory(Extents<D> const& nodes)
      : Memory(nodes, std::is_same_v<Layout, Kokkos::LayoutLeft> ? left_order<D>() : right_order<D>(), 0) {}

  /// Makes a part of a larger array, with axes in this `order` and `margin` more values than nodes along
  /// every axis.
  Memory(Extents<D> const& nodes, Order<D> const& order, Index margin)
      : nodes_(nodes), first_(margin == 0 ? 64 : 5) {
    Index stride = order.apart;
    for (int axis : order.fastest_first) {
      stride_[axis] = stride;
      stride *= nodes[axis] + margin;
    }
    flat_ = Kokkos::View<T*, Exec::memory_space>("memory", static_cast<std::size_t>(stride + 2 * first_));
    host_ = Kokkos::create_mirror_view(flat_);
    Random random(42);
    for (std::size_t i = 0; i < host_.size(); ++i) host_(i) = static_cast<T>(random.value());
    std::vector<char> inside(host_.size(), 0); // faster than bits where little is inlined
    for_each_node<D>(nodes_, [&](Extents<D> const& node) { inside[place(node)] = 1; });
    for (std::size_t i = 0; i < host_.size(); ++i)
      if (!inside[i]) canaries_.emplace_back(i, host_(i));
  }

  view_type view() const {
    Layout layout;
    for (int d = 0; d < D; ++d) {
      layout.dimension[d] = static_cast<std::size_t>(nodes_[d]);
      if constexpr (strided) layout.stride[d] = static_cast<std::size_t>(stride_[d]);
    }
    return view_type(flat_.data() + first_, layout);
  }

  void fill(std::vector<T> const& values) {
    Kokkos::fence();
    Index number = 0;
    for_each_node<D>(nodes_, [&](Extents<D> const& node) { host_(place(node)) = values[number++]; });
    if constexpr (!in_reach<decltype(flat_)>) Kokkos::deep_copy(flat_, host_);
  }

  std::vector<T> read() {
    Kokkos::fence();
    if constexpr (!in_reach<decltype(flat_)>) Kokkos::deep_copy(host_, flat_);
    std::vector<T> values;
    values.reserve(host_.size());
    for_each_node<D>(nodes_, [&](Extents<D> const& node) { values.push_back(host_(place(node))); });
    return values;
  }

  /// Whether all values outside the View are unchanged; to be called after read().
  bool canaries_intact() const {
    return std::all_of(canaries_.begin(), canaries_.end(),
                       [&](auto const& canary) { return host_(canary.first) == canary.second; });
  }

private:
  std::size_t place(Extents<D> const& node) const {
    Index offset = first_;
    for (int d = 0; d < D; ++d) offset += node[d] * stride_[d];
    return static_cast<std::size_t>(offset);
  }

  Extents<D> nodes_;
  Index first_; // index of the first node: contiguous Views start aligned, parts of arrays at any value
  Extents<D> stride_;
  Kokkos::View<T*, Exec::memory_space> flat_;
  typename Kokkos::View<T*, Exec::memory_space>::host_mirror_type host_;
  std::vector<std::pair<std::size_t, T>> canaries_; // places and values outside the View
};

/// A View of the same values in the same memory space, contiguous: Kokkos copies no other layout between a
/// host and a device.
template <class ViewType>
auto compact_like(ViewType const& view) {
  using Compact = Kokkos::View<typename ViewType::non_const_data_type, Kokkos::LayoutRight,
                               typename ViewType::memory_space>;
  Kokkos::LayoutRight layout;
  for (std::size_t d = 0; d < ViewType::rank(); ++d) layout.dimension[d] = view.extent(d);
  return Compact("compact", layout);
}

/// A View that the host can read, with the View's values, after a fence: the View itself if it is in reach.
template <class ViewType>
auto readable(ViewType const& view) {
  Kokkos::fence();
  if constexpr (in_reach<ViewType>) {
    return view;
  } else {
    auto const compact = compact_like(view);
    Kokkos::deep_copy(compact, view);
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), compact);
  }
}

/// Gives each node of the View the value that `value` returns for it; nodes come in row-major order.
template <class ViewType, class Value>
void set_nodes(ViewType const& view, Value const& value) {
  constexpr int D = static_cast<int>(ViewType::rank());
  auto const set = [&](auto const& host) {
    for_each_node<D>(extents_of(view), [&](Extents<D> const& node) { element<D>(host, node) = value(node); });
  };
  if constexpr (in_reach<ViewType>) {
    set(view);
  } else {
    auto const compact = compact_like(view);
    auto const host = Kokkos::create_mirror_view(compact);
    set(host);
    Kokkos::deep_copy(compact, host);
    Kokkos::deep_copy(view, compact);
  }
}

/// Copies between Views of equal extents, after a fence; on a host a View may be its own mirror.
template <class To, class From>
void copy_nodes(To const& to, From const& from) {
  if constexpr (in_reach<To> && in_reach<From>) {
    constexpr int D = static_cast<int>(To::rank());
    Kokkos::fence();
    if (to.data() == from.data()) return;
    for_each_node<D>(extents_of(to),
                     [&](Extents<D> const& node) { element<D>(to, node) = element<D>(from, node); });
  } else {
    Kokkos::deep_copy(to, from);
  }
}

/// The View's values in row-major order, after a fence.
template <class ViewType>
auto values_of(ViewType const& view) {
  constexpr int D = static_cast<int>(ViewType::rank());
  auto const host = readable(view);
  std::vector<typename ViewType::non_const_value_type> values;
  for_each_node<D>(extents_of(view),
                   [&](Extents<D> const& node) { values.push_back(element<D>(host, node)); });
  return values;
}

/// Fills the View from values in row-major order.
template <class ViewType, class T>
void fill_view(ViewType const& view, std::vector<T> const& values) {
  Index number = 0;
  set_nodes(view, [&](auto const&) { return values[number++]; });
}

/// f(position) at every node, in row-major order.
template <class T, int D, class F>
std::vector<T> sampled(Grid<D> const& grid, F const& f) {
  std::vector<T> values;
  for_each_node<D>(grid.nodes, [&](Extents<D> const& node) {
    Lengths<D> x{};
    for (int d = 0; d < D; ++d) x[d] = grid.position(d, node[d]);
    values.push_back(static_cast<T>(f(x)));
  });
  return values;
}

} // namespace tessera::test
