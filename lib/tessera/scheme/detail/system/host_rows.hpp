// SPDX-License-Identifier: Apache-2.0
// The update of a row by one stage on a host core, from memory or from ring buffers. Members lie apart, so
// that the formula goes over a row in vectors. Nodes near a side of the domain go through
// StageRules::general, but for these shortcuts to the same bits: rows and ends of rows that are frozen, or
// set by one face; rows along a face of the slow axis that read images, which are made a row at a time; and
// ends of rows that read images or the other end of a period, through a small window.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/host/vector.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>
#include <tessera/scheme/detail/system/image.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_edges.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tessera::detail {

/// Whether a stage's rows can be stored around the caches: it writes to a second level, and the code can name
/// vector registers. A stage in place has just read the lines that it writes.
template <class Rules>
inline constexpr bool may_stream = !Rules::in_place && fits_vectors<typename Rules::member_type>;

template <class Rules, class Access>
struct StageRow {
  using T = typename Rules::member_type;
  using V = typename Rules::value_type;
  static constexpr int D = Rules::dimension, count = Rules::count, R = Rules::radius;
  static constexpr int slow = D == 3 ? 2 : 1;
  static constexpr Index vector = values_in_line<T>;
  static constexpr int first_written = std::countr_zero(Rules::writes);
  static constexpr int below = Rules::below(slow), planes = below + Rules::above(slow) + 1;

  Rules const& rules;
  StageEdges const& edges;
  Access const& access;
  Index y, z, step;
  bool nontemporal = false; // whether whole cache lines are stored around the caches

  /// Updates nodes [begin, end) of the row.
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void update(Index begin, Index end) const {
    RowKind const kind = row_kind();
    Index const from = max(begin, interior_begin()), to = min(end, interior_end());
    if (kind == RowKind::frozen) {
      freeze(begin, end);
      return;
    }
    if (kind == RowKind::general || from >= to) {
      general(begin, end);
      return;
    }
    if (kind == RowKind::images) {
      general(begin, from);
      with_images(from, to);
      general(to, end);
      return;
    }
    T const* plane[count][planes];
    T* out[count];
    find_rows(plane, out);
    at_end(plane, out, begin, from, 0);
    if (rules.obstacle.present())
      around_obstacle(plane, out, from, to);
    else
      run(plane, out, from, to);
    at_end(plane, out, to, end, 1);
  }

private:
  enum class RowKind { interior, images, frozen, general };

  /// The neighbours of node x.
  struct Reads {
    static constexpr bool of_memory = true;
    T const* const (&plane)[count][planes];
    Index pitch, x;
    template <int M>
    TESSERA_ALWAYS_INLINE T member(int ox, int oy, int oz) const {
      if constexpr (D == 3)
        return plane[M][below + oz][x + ox + oy * pitch];
      else
        return plane[M][below + oy][x + ox];
    }
  };

  static constexpr bool is_near(int m) { return (Rules::near >> m & 1u) != 0; }

  RowKind row_kind() const {
    bool images = false;
    for (int axis = 1; axis < D; ++axis)
      for (int side = 0; side < 2; ++side) {
        Index const i = axis == 1 ? y : z;
        Index const from_side = side == 0 ? i : rules.domain.nodes[axis] - 1 - i;
        EdgeKind const kind = edges.kind[axis][side];
        if (kind == EdgeKind::open) {
          // Of a volume's planes only whole ones are found by their pointers: rows of a plane are not
          // wrapped.
          bool const wraps = D == 3 && axis == 1 && !Access::holds_periods && rules.domain.wraps[1];
          if (wraps && from_side < (side == 0 ? Rules::below(1) : Rules::above(1))) return RowKind::general;
          continue;
        }
        if (kind != EdgeKind::image && from_side < R)
          return edges.freeze_all && in_domain(y, z) ? RowKind::frozen : RowKind::general;
        if (from_side < reads_images(axis, side)) {
          if (axis != slow || rules.obstacle.present()) return RowKind::general;
          images = true;
        }
      }
    return images ? RowKind::images : RowKind::interior;
  }

  Index interior_begin() const { return goes_on(0) ? std::numeric_limits<Index>::min() : width_of_end(0); }
  Index interior_end() const {
    return goes_on(1) ? std::numeric_limits<Index>::max() : rules.domain.nodes[0] - width_of_end(1);
  }
  /// Whether the row goes on beyond its end: a halo is there, or a tile that holds the period's other end.
  bool goes_on(int side) const {
    return edges.kind[0][side] == EdgeKind::open && (Access::holds_periods || !rules.domain.wraps[0]);
  }
  Index width_of_end(int side) const {
    EdgeKind const kind = edges.kind[0][side];
    Index const reads =
        kind == EdgeKind::open ? (side == 0 ? Rules::below(0) : Rules::above(0)) : reads_images(0, side);
    return kind == EdgeKind::open || kind == EdgeKind::image ? reads : max(R, reads);
  }
  /// So near to a closed side the formula reads images.
  Index reads_images(int axis, int side) const {
    bool const image = edges.kind[axis][side] == EdgeKind::image;
    if (side == 0) return image ? Rules::below(axis) : 0;
    Index const beyond = edges.beyond[axis];
    return image || beyond > 0 ? Rules::above(axis) + beyond : 0;
  }

  /// The rows that the formula reads and writes.
  TESSERA_ALWAYS_INLINE void find_rows(T const* (&plane)[count][planes], T* (&out)[count]) const {
    for (int m = 0; m < count; ++m)
      for (int p = 0; p < planes; ++p) {
        int const o = is_near(m) ? p - below : 0;
        plane[m][p] = D == 3 ? access.row(m, y, z + o) : access.row(m, y + o, z);
      }
    for_members<Rules::writes, count>([&](auto m) { out[m.number] = access.out(m.number, y, z); });
  }

  /// Updates nodes that follow the formula. Beyond a period's end the formula is asked for the nodes of the
  /// other end, one period at a time.
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void run(T const* const (&plane)[count][planes],
                                                 T* const (&out)[count], Index begin, Index end) const {
    auto const piece = [&](Index from, Index to, Index shift)
                           TESSERA_ALWAYS_INLINE { run_piece(plane, out, from, to, shift); };
    if constexpr (Access::holds_periods)
      for_parts_of_row(rules.domain, begin, end, piece);
    else
      piece(begin, end, 0);
  }

  /// The same for nodes whose index is x + shift; in vectors that begin where a cache line of the result
  /// does. The nodes before and after them are updated by one vector each, which covers others too and stores
  /// only these. With non-temporal stores all vectors are made that way, each of them whole.
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void run_piece(T const* const (&plane)[count][planes],
                                                       T* const (&out)[count], Index begin, Index end,
                                                       Index shift) const {
    if (end - begin < vector) return one_by_one(plane, out, begin, end, shift);
    Index const past_line =
        static_cast<Index>(reinterpret_cast<std::uintptr_t>(out[first_written] + begin) / sizeof(T)) % vector;
    Index const first = begin + (past_line == 0 ? 0 : vector - past_line),
                last = end - (end - first) % vector;
    bool streams = false;
    if constexpr (streams_rows) streams = nontemporal;
    for (Index from = begin; from < end;) { // one loop for all parts: the formula's code stands there once
      bool const whole = from >= first && from < last;
      Index const to = from < first ? first : whole ? (streams ? from + vector : last) : end;
      if (streams || !whole) part_of_vector(plane, out, min(from, end - vector), from, to, shift);
      from = to;
    }
    if (streams) return;
    Index const pitch = access.pitch(), y_at = index_of(1, y), z_at = index_of(2, z);
    simd_for<T>(first, last, [&, pitch, shift, y_at, z_at](Index x) TESSERA_ALWAYS_INLINE {
      auto const parts =
          Rules::apart::split(rules.formula(Reads{plane, pitch, x}, x + shift, y_at, z_at, step));
      for_members<Rules::writes, count>([&](auto m) { out[m.number][x] = parts.v[m.number]; });
    });
  }

  /// Updates the nodes [from, to) of the vector that begins at x.
  TESSERA_ALWAYS_INLINE void part_of_vector(T const* const (&plane)[count][planes], T* const (&out)[count],
                                            Index x, Index from, Index to, Index shift) const {
    Index const pitch = access.pitch(), y_at = index_of(1, y), z_at = index_of(2, z);
    alignas(64) T made[count][vector];
    simd_for<T>(0, vector, [&, pitch, shift, y_at, z_at](Index lane) TESSERA_ALWAYS_INLINE {
      auto const parts = Rules::apart::split(
          rules.formula(Reads{plane, pitch, x + lane}, x + lane + shift, y_at, z_at, step));
      for_members<Rules::writes, count>([&](auto m) { made[m.number][lane] = parts.v[m.number]; });
    });
    if constexpr (streams_rows)
      if (to - from == vector) {
        for_members<Rules::writes, count>([&](auto m) { stream_line(out[m.number] + from, made[m.number]); });
        return;
      }
    for_members<Rules::writes, count>([&](auto m) {
      for (Index n = from; n < to; ++n) out[m.number][n] = made[m.number][n - x];
    });
  }

  /// Rows of a tile stay in the caches, whatever was asked for.
  static constexpr bool streams_rows = may_stream<Rules> && !Access::holds_periods;

  /// Stores a line around the caches. A member whose lines begin elsewhere than those of the first one is
  /// stored as ever.
  TESSERA_ALWAYS_INLINE static void stream_line([[maybe_unused]] T* to, [[maybe_unused]] T const* from) {
#if TESSERA_HOST_VECTORS
    using Vector = HostVector<T>;
    bool const aligned = reinterpret_cast<std::uintptr_t>(to) % vector_bytes == 0;
    for (Index n = 0; n < vector; n += Vector::size)
      if (aligned)
        Vector::store_nontemporal(to + n, Vector::load(from + n));
      else
        Vector::store(to + n, Vector::load(from + n));
#endif
  }

  /// The same for few nodes.
  [[gnu::noinline]] void one_by_one(T const* const (&plane)[count][planes], T* const (&out)[count],
                                    Index begin, Index end, Index shift) const {
    Index const pitch = access.pitch(), y_at = index_of(1, y), z_at = index_of(2, z);
    for (Index x = begin; x < end; ++x) {
      auto const parts =
          Rules::apart::split(rules.formula(Reads{plane, pitch, x}, x + shift, y_at, z_at, step));
      for_members<Rules::writes, count>([&](auto m) { out[m.number][x] = parts.v[m.number]; });
    }
  }

  /// The index of the node of the domain that a row, or a plane, of a tile stands for.
  TESSERA_ALWAYS_INLINE Index index_of(int axis, Index i) const {
    return Access::holds_periods ? rules.domain.around(axis, i) : i;
  }

  /// Updates a row along a face of the slow axis that reads images, a piece at a time. Images are made for
  /// the columns that the piece reads.
  TESSERA_FLATTEN [[gnu::noinline]] void with_images(Index from, Index to) const {
    constexpr Index piece = 256, room = piece + 2 * R;
    T image[count][planes][D == 3 ? 1 : room];
    T const* plane[count][planes];
    T* out[count];
    if constexpr (D == 3) {
      static_cast<void>(image);
      general(from, to);
    } else {
      for (Index first = from; first < to; first += piece) {
        Index const last = min(to, first + piece), low = first - Rules::below(0),
                    high = last + Rules::above(0);
        for_members<Rules::writes, count>([&](auto m) { out[m.number] = access.out(m.number, y, z); });
        for (int p = 0; p < planes; ++p) {
          Index const row = y + p - below;
          int const side = row < 0 ? 0 : 1;
          Index const beyond = side == 0 ? -row : row - (rules.domain.nodes[1] - 1);
          bool const exists = rules.domain.open[1][side] || beyond <= 0;
          bool const has_images = !exists || (side == 1 && edges.beyond[1] > 0 && beyond == 0);
          for_members<Rules::apart::all, count>([&](auto m) {
            plane[m.number][p] = access.row(m.number, exists && is_near(m.number) ? row : y, z);
          });
          if (!has_images || Rules::near == 0) continue;
          unsigned const of_images =
              image_columns(rules, access, side, static_cast<int>(beyond), low, high, z, step,
                            [&](int m, Index x, T value) { image[m][p][x - low] = value; });
          for (int m = 0; m < count; ++m)
            if ((of_images >> m & 1u) != 0) plane[m][p] = image[m][p] - low;
        }
        run(plane, out, first, last);
      }
    }
  }

  /// Updates the end of a row that no face of another axis touches.
  TESSERA_ALWAYS_INLINE void at_end(T const* const (&plane)[count][planes], T* const (&out)[count],
                                    Index begin, Index end, int side) const {
    if (begin >= end) return;
    EdgeKind const kind = edges.kind[0][side];
    if (rules.obstacle.present() || kind == EdgeKind::mixed ||
        (kind != EdgeKind::image && reads_images(0, side) > 0))
      general(begin, end);
    else if (kind == EdgeKind::frozen)
      freeze(begin, end);
    else if (kind == EdgeKind::set)
      set_run(begin, end, 2 * Rules::Order::memory_axis(0) + side);
    else
      through_window(plane, out, begin, end, side);
  }

  /// Updates an end of a row that reads beyond it: the other end of a period, or images. The columns that are
  /// read are put together in a window.
  TESSERA_ALWAYS_INLINE void through_window(T const* const (&plane)[count][planes], T* const (&out)[count],
                                            Index begin, Index end, int side) const {
    constexpr int reach = Rules::below(0) + Rules::above(0);
    if constexpr (D == 3 || reach == 0) {
      static_cast<void>(plane), static_cast<void>(out), static_cast<void>(side);
      general(begin, end);
    } else {
      constexpr int room = 2 * reach + R;
      T window[count][planes][room];
      T const* of_window[count][planes];
      Index const low = begin - Rules::below(0), high = end + Rules::above(0), n = rules.domain.nodes[0];
      if (high - low > room) return general(begin, end);
      for (int m = 0; m < count; ++m)
        for (int p = 0; p < planes; ++p) {
          if (!is_near(m)) {
            of_window[m][p] = plane[m][p];
            continue;
          }
          of_window[m][p] = window[m][p] - low;
          for (Index x = max(low, 0); x < min(high, n); ++x) window[m][p][x - low] = plane[m][p][x];
        }
      for (Index x = low; x < high; ++x) {
        if (x >= 0 && x < n - (side == 1 ? edges.beyond[0] : 0)) continue;
        for (int p = 0; p < planes; ++p) {
          if (rules.domain.wraps[0]) {
            for (int m = 0; m < count; ++m)
              if (is_near(m)) window[m][p][x - low] = plane[m][p][rules.domain.in_domain(0, x)];
          } else {
            image_of_column(rules, plane, p, p - below, side, static_cast<int>(side == 0 ? -x : x - (n - 1)),
                            y, z, step, [&](int m, T value) { window[m][p][x - low] = value; });
          }
        }
      }
      Index const pitch = access.pitch();
      for (Index x = begin; x < end; ++x) {
        auto const parts = Rules::apart::split(
            rules.formula(Reads{of_window, pitch, x}, x, index_of(1, y), index_of(2, z), step));
        for_members<Rules::writes, count>([&](auto m) { out[m.number][x] = parts.v[m.number]; });
      }
    }
  }

  /// Frozen nodes keep their values, and the formula goes over the nodes between them.
  void around_obstacle(T const* const (&plane)[count][planes], T* const (&out)[count], Index begin,
                       Index end) const {
    for (Index x = begin; x < end;) {
      Index stop = x;
      while (stop < end && frozen(stop)) ++stop;
      freeze(x, stop);
      x = stop;
      while (stop < end && !frozen(stop)) ++stop;
      run(plane, out, x, stop);
      x = stop;
    }
  }

  bool in_domain(Index row, Index plane) const {
    return row >= 0 && row < rules.domain.nodes[1] && plane >= 0 && plane < rules.domain.nodes[2];
  }

  /// Gives nodes their old values. A row that is written where it is read has them already.
  void freeze(Index begin, Index end) const {
    for_members<Rules::writes, count>([&](auto m) {
      T const* const from = access.row(m.number, y, z);
      T* const to = access.out(m.number, y, z);
      if (to != from) std::copy(from + begin, from + end, to + begin);
    });
  }

  bool frozen(Index x) const {
    Domain const& d = rules.domain;
    return rules.is_frozen({{d.around(0, x), d.around(1, y), d.around(2, z)}});
  }

  /// Updates nodes at faces and in obstacles, and nodes beyond a period's end. Which face sets a node is the
  /// same for the whole interior of a row and for each of its ends.
  [[gnu::noinline]] void general(Index begin, Index end) const {
    Domain const& d = rules.domain;
    bool const on_grid = y >= 0 && y < d.nodes[1] && z >= 0 && z < d.nodes[2] && !rules.obstacle.present();
    for (Index x = begin; x < end;) {
      Index const stop = d.wraps[0]           ? end
                         : x < R              ? min(end, R)
                         : x < d.nodes[0] - R ? min(end, d.nodes[0] - R)
                                              : end;
      int const winner = on_grid && x >= 0 && stop <= d.nodes[0] ? one_setter({{x, y, z}}) : -1;
      if (winner >= 0)
        set_run(x, stop, winner);
      else
        for (Index n = x; n < stop; ++n) {
          auto const parts =
              Rules::apart::split(rules.general(GeneralStageReads<Access>{access, n, y, z}, n, y, z, step));
          for_members<Rules::writes, count>(
              [&](auto m) { access.out(m.number, y, z)[n] = parts.v[m.number]; });
        }
      x = stop;
    }
  }

  /// The face that sets all members that the stage writes at this node, or -1.
  int one_setter(Index3 const& i) const {
    using Order = typename Rules::Order;
    if constexpr (Rules::by_member) {
      using All = typename Rules::boundary_type;
      int winner = -2;
      for_members<Rules::writes, count>([&](auto m) {
        int const own =
            setting_face<Order, R>(rules.domain, MemberBoundary<All, V, m.number>{rules.boundary}, i);
        winner = winner == -2 || winner == own ? own : -1;
      });
      return winner;
    } else {
      return setting_face<Order, R>(rules.domain, rules.boundary, i);
    }
  }

  /// Sets a run of nodes whose members are all set by face `winner`.
  TESSERA_ALWAYS_INLINE void set_run(Index begin, Index end, int winner) const {
    using Source = GeneralStageReads<Access>;
    Index const y_at = index_of(1, y), z_at = index_of(2, z);
    if constexpr (Rules::by_member) {
      for_members<Rules::writes, count>([&](auto m) {
        T* const out = access.out(m.number, y, z);
        for (Index x = begin; x < end; ++x)
          out[x] =
              rules.template set_member<m.number>(Source{access, x, y, z}, winner, {{x, y_at, z_at}}, step);
      });
    } else {
      for (Index x = begin; x < end; ++x) {
        auto const parts =
            Rules::apart::split(rules.set_whole(Source{access, x, y, z}, winner, {{x, y_at, z_at}}, step));
        for_members<Rules::writes, count>([&](auto m) { access.out(m.number, y, z)[x] = parts.v[m.number]; });
      }
    }
  }
};

} // namespace tessera::detail
