// SPDX-License-Identifier: Apache-2.0
// A stage's formula along a row on a host core. Members lie apart, so that it goes over a row in vectors,
// which begin where a cache line of the result does.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/host/vector.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tessera::detail {

/// Whether a stage's rows can be stored around the caches: it writes to a second level, and the code can name
/// vector registers. A stage in place has just read the lines that it writes.
template <class Rules>
inline constexpr bool may_stream = !Rules::in_place && fits_vectors<typename Rules::member_type>;

/// Gives nodes [begin, end) of a row their old values. A row that is written where it is read has them.
template <class Rules, class Access>
TESSERA_ALWAYS_INLINE inline void freeze_nodes(Access const& access, Index begin, Index end, Index y,
                                               Index z) {
  for_members<Rules::writes, Rules::count>([&](auto m) TESSERA_ALWAYS_INLINE {
    auto const* const from = access.row(m.number, y, z);
    auto* const to = access.out(m.number, y, z);
    if (to == from) return;
    if (end - begin == 1) // as at an end of a row, where a call would take longer than the rest
      to[begin] = from[begin];
    else
      std::copy(from + begin, from + end, to + begin);
  });
}

template <class Rules, class Access>
struct StageRowFormula {
  using T = typename Rules::member_type;
  static constexpr int count = Rules::count;
  static constexpr Index vector = values_in_line<T>;
  /// Rows of a tile stay in the caches, whatever was asked for.
  static constexpr bool may_stream_row = may_stream<Rules> && !Access::holds_periods;

  Rules const& rules;
  Access const& access;
  Index y, z, step;
  bool nontemporal; // whether whole cache lines are stored around the caches
  T* out[count];    // where the row of each member goes, at column 0

  TESSERA_ALWAYS_INLINE StageRowFormula(Rules const& own, Access const& memory, Index row, Index plane,
                                        Index at_step, bool streams)
      : rules(own), access(memory), y(row), z(plane), step(at_step), nontemporal(streams) {
    for_members<Rules::writes, count>([&](auto m) { out[m.number] = access.out(m.number, y, z); });
  }

  /// How many nodes from here the first vector begins.
  TESSERA_ALWAYS_INLINE Index to_next_line(Index x) const {
    constexpr int first_written = std::countr_zero(Rules::writes);
    auto const past =
        static_cast<Index>(reinterpret_cast<std::uintptr_t>(out[first_written] + x) / sizeof(T)) % vector;
    return past == 0 ? 0 : vector - past;
  }

  /// Updates nodes [begin, end), whose neighbours are reads(x). Beyond a period's end the formula is asked
  /// for the nodes of the other end, one period at a time.
  template <class Reads>
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void run(Reads const& reads, Index begin, Index end) const {
    auto const piece = [&](Index from, Index to, Index shift)
                           TESSERA_ALWAYS_INLINE { run_piece(reads, from, to, from, to, shift); };
    if constexpr (Access::holds_periods)
      for_parts_of_row(rules.domain, begin, end, piece);
    else
      piece(begin, end, 0);
  }
  /// The same for nodes of one period, where vectors may cover the nodes [low, high), which keep their
  /// values.
  template <class Reads>
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void run_within(Reads const& reads, Index begin, Index end, Index low,
                                                        Index high) const {
    run_piece(reads, begin, end, low, high, 0);
  }

  /// Updates the nodes [from, to) of the vector that begins at x.
  template <class Reads>
  TESSERA_ALWAYS_INLINE void part_of_vector(Reads const& reads, Index x, Index from, Index to,
                                            Index shift) const {
    Index const y_at = index_of(1, y), z_at = index_of(2, z);
    alignas(64) T made[count][vector];
    simd_for<T>(0, vector, [&, shift, y_at, z_at](Index lane) TESSERA_ALWAYS_INLINE {
      auto const parts =
          Rules::apart::split(rules.formula(reads(x + lane), x + lane + shift, y_at, z_at, step));
      for_members<Rules::writes, count>([&](auto m) { made[m.number][lane] = parts.v[m.number]; });
    });
    if (rules.obstacle.present())
      for (Index n = from; n < to; ++n)
        if (is_frozen(n))
          for_members<Rules::writes, count>(
              [&](auto m) { made[m.number][n - x] = access.row(m.number, y, z)[n]; });
    if constexpr (may_stream_row)
      if (nontemporal && to - from == vector && to_next_line(from) == 0) {
        for_members<Rules::writes, count>([&](auto m) { stream_line(out[m.number] + from, made[m.number]); });
        return;
      }
    for_members<Rules::writes, count>([&](auto m) {
      T* const row = out[m.number] + x;
      if (to - from == vector)
        simd_for<T>(0, vector, [&, row](Index lane) { row[lane] = made[m.number][lane]; });
      else if (nontemporal)
        for (Index n = from - x; n < to - x; ++n) row[n] = made[m.number][n];
      else // the other nodes of the vector get what they have, so that one instruction stores all
        simd_for<T>(0, vector, [&, row, first = from - x, last = to - x](Index lane) {
          row[lane] = first <= lane && lane < last ? made[m.number][lane] : row[lane];
        });
    });
  }

  /// The same for fewer nodes than a vector has.
  template <class Reads>
  [[gnu::noinline]] void one_by_one(Reads const& reads, Index begin, Index end, Index shift) const {
    nodes(reads, begin, end, shift);
  }

  /// Updates nodes [begin, end) one by one.
  template <class Reads>
  TESSERA_ALWAYS_INLINE void nodes(Reads const& reads, Index begin, Index end, Index shift) const {
    Index const y_at = index_of(1, y), z_at = index_of(2, z);
    for (Index x = begin; x < end; ++x) {
      if (is_frozen(x)) {
        freeze_nodes<Rules>(access, x, x + 1, y, z);
        continue;
      }
      auto const parts = Rules::apart::split(rules.formula(reads(x), x + shift, y_at, z_at, step));
      for_members<Rules::writes, count>([&](auto m) { out[m.number][x] = parts.v[m.number]; });
    }
  }

  bool is_frozen(Index x) const {
    Domain const& d = rules.domain;
    return rules.is_frozen({{d.around(0, x), d.around(1, y), d.around(2, z)}});
  }

private:
  /// The nodes before and after whole vectors are updated by one vector each, which covers others too.
  template <class Reads>
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void run_piece(Reads const& reads, Index begin, Index end, Index low,
                                                       Index high, Index shift) const {
    if (high - low < vector) return one_by_one(reads, begin, end, shift);
    Index const line = begin + to_next_line(begin), first = min(line, end),
                last = end - (end - first) % vector;
    for (Index from = begin, to; from < end; from = to) { // so that the formula's code stands there once
      bool const whole = from >= first && from < last;
      to = whole ? last : from < first ? first : end;
      if (whole) {
        whole_vectors(reads, first, last, shift);
        continue;
      }
      // It is a line of memory where the row goes on so far: a core waits where it reads some of what it has
      // just stored. The other nodes are stored too, in one instruction: those of the run get the same bits
      // twice, if nothing is written over what it was computed from, as rows of a tile may be.
      Index const x = max(low, min(from < first ? line - vector : last, high - vector));
      bool const again =
          !Rules::in_place && !Access::holds_periods && !nontemporal && x >= begin && x + vector <= end;
      part_of_vector(reads, x, again ? x : from, again ? x + vector : to, shift);
    }
  }

  /// Updates whole vectors, each of which begins where a cache line of the result does.
  template <class Reads>
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void whole_vectors(Reads const& reads, Index first, Index last,
                                                           Index shift) const {
    if constexpr (may_stream_row)
      if (nontemporal) {
        for (Index x = first; x < last; x += vector) part_of_vector(reads, x, x, x + vector, shift);
        return;
      }
    Index const y_at = index_of(1, y), z_at = index_of(2, z);
    auto const own = reads;
    simd_for<T>(first, last, [&, own, shift, y_at, z_at](Index x) TESSERA_ALWAYS_INLINE {
      auto const parts = Rules::apart::split(rules.formula(own(x), x + shift, y_at, z_at, step));
      for_members<Rules::writes, count>([&](auto m) { out[m.number][x] = parts.v[m.number]; });
    });
  }

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

  /// The index of the node of the domain that a row, or a plane, of a tile stands for.
  TESSERA_ALWAYS_INLINE Index index_of(int axis, Index i) const {
    return Access::holds_periods ? rules.domain.around(axis, i) : i;
  }
};

} // namespace tessera::detail
