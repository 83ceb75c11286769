// SPDX-License-Identifier: Apache-2.0
// NodeValues: a field of a problem on the whole grid, of which a rank makes no more than it needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "geometry.hpp"
#include "team.hpp"

namespace tessera::app {

/// Nodes of a grid: `count` along each axis, from `first`. Axes that the grid has not have one node.
struct NodeBox {
  std::array<std::int64_t, 3> first{}, count{1, 1, 1};

  std::size_t size() const { return static_cast<std::size_t>(count[0] * count[1] * count[2]); }
};

inline NodeBox all_nodes(Geometry const& geometry) {
  NodeBox box;
  std::copy(geometry.nodes.begin(), geometry.nodes.end(), box.count.begin());
  return box;
}

using NodeIndex = std::array<std::int64_t, 3>;

/// Calls body(number in the box, index in the grid) for its nodes, the last axis fastest.
template <class Body>
void for_each_node(NodeBox const& box, Body const& body) {
  std::size_t number = 0;
  for (auto i = box.first[0]; i < box.first[0] + box.count[0]; ++i)
    for (auto j = box.first[1]; j < box.first[1] + box.count[1]; ++j)
      for (auto k = box.first[2]; k < box.first[2] + box.count[2]; ++k) body(number++, NodeIndex{i, j, k});
}

/// A value for each node of a grid. They are made box by box when they are asked for, by a function or from a
/// file, so that a rank holds its own block alone. Where one rank has the whole grid it holds them once made.
template <class T>
class NodeValues {
public:
  /// The values of a box, the last axis fastest.
  using Make = std::function<std::vector<T>(NodeBox const&)>;
  /// Changes the values of a box.
  using Change = std::function<void(NodeBox const&, std::vector<T>&)>;

  /// No field at all.
  NodeValues() = default;
  NodeValues(NodeBox const& whole, Make make) : whole_(whole), make_(std::move(make)) {}
  /// value(index in the grid) at each node.
  template <class Value>
  static NodeValues at_each(NodeBox const& whole, Value const& value) {
    return {whole, [value](NodeBox const& box) {
              std::vector<T> values(box.size());
              for_each_node(box, [&](std::size_t n, NodeIndex const& node) { values[n] = value(node); });
              return values;
            }};
  }

  bool empty() const { return !make_ && !held_; }
  NodeBox const& whole() const { return whole_; }

  std::vector<T> in(NodeBox const& box) const {
    if (!held_) return make_(box);
    std::vector<T> values(box.size());
    for_rows(box, [&](std::size_t here, std::size_t there, std::size_t length) {
      std::copy_n(held_->data() + there, length, values.data() + here);
    });
    return values;
  }
  T at(NodeIndex const& node) const { return in({node, {1, 1, 1}}).front(); }

  /// Calls visit(number of the first, values) for all nodes in order, some planes across axis 0 at a time.
  template <class Visit>
  void for_pieces(Visit const& visit) const {
    if (held_) return visit(std::size_t{0}, std::span<T const>(*held_));
    for_boxes([&](std::size_t first, NodeBox const& box) {
      auto const values = make_(box);
      visit(first, std::span<T const>(values));
    });
  }

  /// From now on each value is changed when it is made.
  void change(Change change) {
    if (!held_) {
      make_ = [make = std::move(make_), change = std::move(change)](NodeBox const& box) {
        auto values = make(box);
        change(box, values);
        return values;
      };
      return;
    }
    if (held_.use_count() > 1) held_ = std::make_shared<std::vector<T>>(*held_); // copies keep theirs
    for_boxes([&](std::size_t first, NodeBox const& box) {
      auto const begin = held_->begin() + static_cast<std::ptrdiff_t>(first);
      std::vector<T> values(begin, begin + static_cast<std::ptrdiff_t>(box.size()));
      change(box, values);
      std::copy(values.begin(), values.end(), begin);
    });
  }

  /// Makes all values and holds them.
  void hold() {
    if (!held_) held_ = std::make_shared<std::vector<T>>(make_(whole_));
    make_ = {};
  }
  /// All values, for what needs them at once; none without a field.
  std::vector<T> all() const { return empty() ? std::vector<T>() : in(whole_); }

  /// Values made at once: 2 MiB of double, or one plane if that is more.
  static constexpr std::int64_t most_at_once = std::int64_t{1} << 18;

private:
  /// Calls body(number of the first node, box) for boxes of planes across axis 0, in order.
  template <class Body>
  void for_boxes(Body const& body) const {
    auto const plane = whole_.count[1] * whole_.count[2];
    auto const at_once = std::max<std::int64_t>(1, most_at_once / plane);
    auto box = whole_;
    for (std::int64_t i = 0; i < whole_.count[0]; i += at_once) {
      box.first[0] = whole_.first[0] + i;
      box.count[0] = std::min(at_once, whole_.count[0] - i);
      body(static_cast<std::size_t>(i * plane), box);
    }
  }
  /// Calls body(number in the box, number in the whole, length) for the rows of a box.
  template <class Body>
  void for_rows(NodeBox const& box, Body const& body) const {
    std::int64_t from[3];
    for (std::size_t d = 0; d < 3; ++d) from[d] = box.first[d] - whole_.first[d];
    for (std::int64_t i = 0; i < box.count[0]; ++i)
      for (std::int64_t j = 0; j < box.count[1]; ++j)
        body(static_cast<std::size_t>((i * box.count[1] + j) * box.count[2]),
             static_cast<std::size_t>(((from[0] + i) * whole_.count[1] + from[1] + j) * whole_.count[2] +
                                      from[2]),
             static_cast<std::size_t>(box.count[2]));
  }

  NodeBox whole_;
  Make make_;
  std::shared_ptr<std::vector<T>> held_;
};

/// One value everywhere.
template <class T>
NodeValues<T> constant_field(NodeBox const& whole, T value) {
  return {whole, [value](NodeBox const& box) { return std::vector<T>(box.size(), value); }};
}

/// Where there is one rank, it holds the values: they need not be made twice.
template <class T>
NodeValues<T> held_if_alone(NodeValues<T> values) {
  if (!team().shared()) values.hold();
  return values;
}

} // namespace tessera::app
