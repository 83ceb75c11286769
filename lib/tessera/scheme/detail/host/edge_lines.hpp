// SPDX-License-Identifier: Apache-2.0
// The lines of values around nodes at an edge of the grid, on a host core: nodes that follow the formula but
// read beyond faces. A line goes along the edge, so that the nodes of the edge are updated in vectors:
//
//      g g g g g g      g: beyond the face: an image of a node inside, or the other end of a period
//      . . . . . .
//      . . . . . .      in a volume there are also the lines of the planes before and behind
//
// Lines that do not lie in memory like this are gathered in a buffer, each value once.
#pragma once

#include <tessera/boundary/detail/extended.hpp>
#include <tessera/boundary/detail/frame.hpp>
#include <tessera/scheme/detail/host/vector.hpp>
#include <tessera/scheme/detail/node/levels.hpp>

namespace tessera::detail {

/// The nodes of a line in memory, given by its node 0.
template <class Value>
struct LineInMemory {
  Value* origin = nullptr;
  Index stride = 1;
  TESSERA_ALWAYS_INLINE Value& at(Index i) const { return origin[i * stride]; }
};

/// The line of a plane that goes along an axis, 0 or 1, and crosses the other one at `across`.
template <int Along, class Value>
LineInMemory<Value> line_of_plane(Data<Value> const& plane, Index across) {
  if constexpr (Along == 0)
    return {plane.at(0, across, 0), 1};
  else
    return {plane.at(across, 0, 0), plane.stride_y};
}

/// The planes of a level: in memory one after the other, or in a plane queue, where a plane takes the place
/// of one that is no longer needed.
template <class Value>
struct LevelPlanes {
  Data<Value> level;  // of a queue: plane z stands for slot z
  Index first = 0;    // the plane that slot 0 had first
  unsigned slots = 0; // of a queue, 0 of a level in memory

  /// Plane z, whose nodes are .at(x, y, 0).
  TESSERA_ALWAYS_INLINE Data<Value> at(Index z) const {
    Index const place = slots == 0 ? z : static_cast<Index>(static_cast<unsigned>(z - first) % slots);
    return {level.at(0, 0, place), level.stride_y, 0};
  }
};

/// Levels as the update of an edge takes them.
template <class T>
struct EdgeLevels {
  LevelPlanes<T const> in, previous;
  LevelPlanes<T> out;
  bool beyond_periods = false; // whether there are nodes beyond the end of a period that wraps

  /// `turn` is what has to be added to the indices of nodes to have those of the grid, which memory goes by.
  Data<T const> previous_plane(Index z, Index3 const& turn) const {
    if (previous.slots != 0) return previous.at(z);
    return {previous.level.at(turn[0], turn[1], z + turn[2]), previous.level.stride_y, 0};
  }
};

template <class T>
EdgeLevels<T> edge_in_memory(Levels<T> const& levels) {
  return {{levels.in},
          {{levels.previous.origin, levels.previous.stride_y, levels.previous.stride_z}},
          {levels.out}};
}

/// The lines that a stencil reads around one line of nodes.
template <class Rules, int Along>
struct LinesAround {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, planes = Rules::dimension == 3 ? 2 * R + 1 : 1;
  static constexpr int count = Rules::star ? 2 * R + planes : (2 * R + 1) * planes;

  T const* line[count];

  /// Where the line is that lies so far across and so many planes further; of a star, one of both is 0.
  TESSERA_ALWAYS_INLINE static constexpr int slot(int across, int plane) {
    if (!Rules::star) return (across + R) * planes + plane + planes / 2;
    return plane == 0 ? across + R : plane < 0 ? 3 * R + 1 + plane : 3 * R + plane;
  }

  /// The Source of a node.
  struct Reads {
    static constexpr bool of_memory = true;
    LinesAround const& around;
    Index i;
    TESSERA_ALWAYS_INLINE T operator()(int ox, int oy, int oz) const {
      return Along == 0 ? around.line[slot(oy, oz)][i + ox] : around.line[slot(ox, oz)][i + oy];
    }
  };
  TESSERA_ALWAYS_INLINE Reads reads(Index i) const { return {*this, i}; }
};

/// The lines around a box of nodes in one plane and within one period.
template <class Rules, int Along>
class EdgeLines {
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  using Around = LinesAround<Rules, Along>;
  static constexpr int D = Rules::dimension, R = Rules::radius, Across = 1 - Along, planes = Around::planes;
  static constexpr Index most_values = 2048; // in the buffer, on the stack

  static constexpr Index lines(Index across) {
    return Rules::star ? across * planes + 2 * R : (across + 2 * R) * planes;
  }

public:
  /// How long a box may be that is so many nodes wide.
  static constexpr Index longest(Index across) { return most_values / lines(across) - 2 * R; }
  /// How wide a box may be. A wide one gathers less for a node, a long one has less to gather at its ends.
  static constexpr Index widest = [] {
    Index across = 8;
    while (across > 1 && longest(across) < 48) --across;
    return across;
  }();

  EdgeLines(Rules const& rules, EdgeLevels<T> const& levels, Box3 const& nodes, Index step)
      : rules_(rules), levels_(levels), nodes_(nodes), step_(step) {
    Index const first = nodes.lower[Across], last = nodes.upper[Across], plane = nodes.lower[2];
    for (int oz = -(planes / 2); oz <= planes / 2; ++oz) {
      Index const more = Rules::star && oz != 0 ? 0 : R; // lines on both sides of the nodes' own
      for (Index c = first - more; c < last + more; ++c)
        table_[index(c, oz)] = line_at(c, plane + oz, !Rules::star || (oz == 0 && c >= first && c < last));
    }
  }
  EdgeLines(EdgeLines const&) = delete;

  /// Those around one line of nodes.
  TESSERA_ALWAYS_INLINE Around around(Index across) const {
    Around around;
    for (int oz = -(planes / 2); oz <= planes / 2; ++oz) {
      int const reach = Rules::star && oz != 0 ? 0 : R;
      for (int o = -reach; o <= reach; ++o) around.line[Around::slot(o, oz)] = table_[index(across + o, oz)];
    }
    return around;
  }

private:
  Index index(Index across, int oz) const {
    return (oz + planes / 2) * (widest + 2 * R) + across - nodes_.lower[Across] + R;
  }

  /// Where a line lies along an axis: at a node that the level holds, or beyond a closed face.
  struct Where {
    Index node;
    int beyond, side; // how many nodes beyond which face; 0 if it is not
  };
  Where where(int axis, Index i) const {
    Domain const& d = rules_.domain;
    if (d.wraps[axis]) return {levels_.beyond_periods ? i : d.in_domain(axis, i), 0, 0};
    int const side = i >= d.nodes[axis];
    if (d.open[axis][side] || (i >= 0 && side == 0)) return {i, 0, side};
    return {i, static_cast<int>(side == 0 ? -i : i - (d.nodes[axis] - 1)), side};
  }

  /// The values of a line, by the index along it, at the nodes of the box and, if asked for, at the R nodes
  /// before and behind them.
  T const* line_at(Index across_index, Index plane_index, bool ends) {
    Domain const& d = rules_.domain;
    Where const across = where(Across, across_index),
                plane = D == 3 ? where(2, plane_index) : Where{plane_index, 0, 0};
    Index const more = ends ? R : 0;
    Index const begin = nodes_.lower[Along] - more, end = nodes_.upper[Along] + more;
    // Between the ends of a period, and where no closed face is in the way.
    Index const low = max(begin, d.wraps[Along]     ? nodes_.lower[Along]
                                 : d.open[Along][0] ? begin
                                                    : 0),
                high = min(end, d.wraps[Along]     ? nodes_.upper[Along]
                                : d.open[Along][1] ? end
                                                   : d.nodes[Along]);
    bool const inside = across.beyond == 0 && plane.beyond == 0;
    LineInMemory<T const> from;
    if (inside) from = line_of_plane<Along>(levels_.in.at(plane.node), across.node);
    bool const holds_ends = (low == begin && high == end) || (d.wraps[Along] && levels_.beyond_periods);
    if (Along == 0 && inside && holds_ends) return from.origin;
    T* const to = buffer_ + used_ - begin;
    used_ += end - begin;
    Index3 place{}; // any node of the line that a level holds
    place[Across] = across.node;
    place[2] = plane.node;
    auto const any = [&](Index i) {
      return Along == 0 ? value_at(i, across_index, plane_index) : value_at(across_index, i, plane_index);
    };
    if (inside) {
      for_values<T>(low, high, [=](Index i) { to[i] = from.at(i); });
    } else {
      auto const fill = [&](auto const& image) {
        for_values<T>(low, high, [=](Index i) { to[i] = image(i); });
      };
      if (plane.beyond == 0)
        with_image<Across>(across, place, fill);
      else if (across.beyond == 0)
        with_image<2>(plane, place, fill);
      else
        for (Index i = low; i < high; ++i) to[i] = any(i);
    }
    auto const end_value = [&](Index i) {
      T value{};
      if (!inside)
        value = any(i);
      else if (d.wraps[Along])
        value = from.at(levels_.beyond_periods ? i : d.in_domain(Along, i));
      else
        with_image<Along>(where(Along, i), place, [&](auto const& image) { value = image(i); });
      return value;
    };
    for (Index i = begin; i < low; ++i) to[i] = end_value(i);
    for (Index i = high; i < end; ++i) to[i] = end_value(i);
    return to;
  }

  /// Calls use(image): image(i) is the value of node i of a line that lies beyond a closed face of this axis,
  /// or whose node i does, as Extended finds it.
  template <int Axis, class Use>
  TESSERA_ALWAYS_INLINE void with_image(Where const& beyond, Index3 const& place, Use const& use) const {
    if constexpr (Axis < D) {
      bool const upper = beyond.side == 1;
      with_condition<Order::memory_axis(Axis)>(rules_.boundary, upper, [&](auto const& condition) {
        Domain const& d = rules_.domain;
        Index const depth = condition.depth(beyond.beyond);
        Index3 origin = place, edge = place;
        origin[Axis] = upper ? d.nodes[Axis] - 1 - depth : depth;
        for (int a = 0; a < 3; ++a) edge[a] = d.around(a, edge[a]);
        auto const from = line_of_plane<Along>(levels_.in.at(origin[2]), origin[Across]);
        Index const turn = d.around(Along, nodes_.lower[Along]) - nodes_.lower[Along];
        use([=, this, &condition, m = beyond.beyond](Index i) TESSERA_ALWAYS_INLINE {
          Index3 at = edge;
          if (Axis != Along) at[Along] = i + turn;
          return image_by<Order, Order::memory_axis(Axis), typename Rules::boundary_type>(
              condition, upper, rules_.domain, from.at(Axis == Along ? origin[Axis] : i), m, at, step_);
        });
      });
    }
  }

  /// The nodes around one, as a level holds them.
  struct Reads {
    static constexpr bool of_memory = true;
    EdgeLines const& lines;
    Index3 node;
    T operator()(int ox, int oy, int oz) const {
      Index const x = node[0] + ox, y = node[1] + oy, z = node[2] + oz;
      if (lines.levels_.beyond_periods) return *lines.levels_.in.at(z).at(x, y, 0);
      Domain const& d = lines.rules_.domain;
      return *lines.levels_.in.at(d.around(2, z)).at(d.around(0, x), d.around(1, y), 0);
    }
  };

  /// Any value within the radius of a node of the box.
  T value_at(Index x, Index y, Index z) const {
    Domain const& d = rules_.domain;
    Index3 const read{{x, y, z}};
    Index3 near = read, wrapped = read; // a node from which this value may be read
    for (int a = 0; a < D; ++a) {
      if (!d.wraps[a]) near[a] = max(0, min(read[a], d.nodes[a] - 1));
      wrapped[a] = d.around(a, near[a]);
    }
    using Answered = Extended<T, Order, R, typename Rules::boundary_type, Reads>;
    return Answered{d, rules_.boundary, Reads{*this, near}, wrapped, step_}(
        static_cast<int>(x - near[0]), static_cast<int>(y - near[1]), static_cast<int>(z - near[2]));
  }

  Rules const& rules_;
  EdgeLevels<T> const& levels_;
  Box3 nodes_;
  Index step_, used_ = 0;
  alignas(64) T const* table_[(widest + 2 * R) * planes]; // a store across pages takes very long
  alignas(64) T buffer_[most_values];
};

} // namespace tessera::detail
