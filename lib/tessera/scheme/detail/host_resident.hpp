// SPDX-License-Identifier: Apache-2.0
// Many time steps per launch on host cores, for grids that stay in their caches: one team steps the whole grid between two
// buffers (three where a stencil reads the level before), each member its share of the slow axis.
//
//      member 0  | e . . . . e |        e: the rows that a neighbour reads. They are made first and announced; while the rows
//      member 1  | e . . . . e |        between are made, the neighbours' news arrives
//
// The buffers have ghosts around the grid: where nodes follow the formula there is not a test. The few that faces set or
// that keep their value come as runs. What a stencil says of its coefficient and of nodes that it leaves alone is asked once a
// launch, not at every node: a formula that asks leaves no vectors.
#pragma once

#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/host_frame.hpp>
#include <tessera/scheme/detail/host_ghosts.hpp>
#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/row_formula.hpp>
#include <tessera/scheme/detail/row_vectors.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

namespace tessera::detail {

template <class Rules>
struct HostResidentKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  static constexpr int buffers = Rules::two_levels ? 3 : 2;
  static constexpr Index vector = values_in_line<T>;
  static constexpr Index strip = R + 1; // rows that a neighbour or a face's image reads
  static constexpr bool leaves_some = asks_each_node<Rules>;

  Rules rules;
  HostFrame<Rules> const* frame;
  Levels<T> levels;
  Index step;
  int steps;

  /// How a buffer lies in scratch: ghosts included, the first node of the formula at the start of a vector.
  struct Shape {
    Index pad, pitch, plane, size;
  };
  static Shape shape_of(Domain const& d, Index first) {
    Index const pad = round_up(first + R, vector) - first;
    Index const pitch = round_up(pad + d.nodes[0] + R, vector);
    Index const plane = pitch * (D > 1 ? d.nodes[1] + 2 * R : 1);
    return {pad, pitch, plane, plane * (D > 2 ? d.nodes[2] + 2 * R : 1)};
  }
  /// Scratch of the team, for a formula whose first node along x has this index: 0 or R.
  static std::size_t scratch_bytes(Domain const& d, Index first, int team_size) {
    return static_cast<std::size_t>(buffers * shape_of(d, first).size) * sizeof(T) +
           64 * static_cast<std::size_t>(team_size + 2) + // one more: vectors are read beyond the last row
           static_cast<std::size_t>(leaves_some ? d.nodes[1] * d.nodes[2] : 0);
  }

  template <class Member>
  void operator()(Member const& member) const {
    int const members = member.team_size(), rank = member.team_rank();
    std::size_t const bytes = scratch_bytes(rules.domain, frame->inner.lower[0], members);
    auto* const scratch =
        static_cast<char*>(member.team_scratch(int{scratch_level<Kokkos::DefaultHostExecutionSpace>})
                               .get_shmem_aligned(bytes, 64));
    run(Share{rank, members, rules.domain}, reinterpret_cast<Progress*>(scratch),
        reinterpret_cast<T*>(scratch + 64 * members), [&] { member.team_barrier(); });
  }

private:
  /// Steps that a member has announced, in a cache line of its own.
  struct alignas(64) Progress {
    Index steps;
  };

  /// What a member updates of the slow axis, and whom it has to wait for.
  struct Share {
    int rank, members;
    Index begin, end;
    Share(int r, int count, Domain const& d)
        : rank(r), members(count), begin(d.nodes[slow] * r / count), end(d.nodes[slow] * (r + 1) / count) {}
  };

  /// Three levels in turn, of which a stencil of one level has two.
  struct Turn {
    Data<T> now, next, before;
    void advance() {
      Data<T> const free = Rules::two_levels ? before : now;
      before = now;
      now = next;
      next = free;
    }
  };

  template <class Meet>
  void run(Share const& share, Progress* progress, T* values, Meet const& meet) const {
    Shape const shape = shape_of(rules.domain, frame->inner.lower[0]);
    auto const buffer = [&](int n) {
      return Data<T>{values + n * shape.size + shape.pad + (D > 1 ? R * shape.pitch : 0) +
                         (D > 2 ? R * shape.plane : 0),
                     shape.pitch, shape.plane};
    };
    Turn turn{buffer(0), buffer(1), buffer(buffers - 1)};
    copy(share, levels.in, turn.now);
    if constexpr (Rules::two_levels) copy(share, levels.before, turn.before);
    fill_ghosts(turn.now, share.begin, share.end, step);
    progress[share.rank].steps = 0;
    meet();

    RowsLeftAlone const left_alone{reinterpret_cast<unsigned char*>(values + buffers * shape.size),
                                   rules.domain.nodes[1]};
    if constexpr (leaves_some) find_left_alone(share, left_alone);
    Runs const first(frame->first, share), always(frame->always, share);
    for (int s = 0; s < steps; ++s) {
      if (s > 0) await_neighbours(share, progress, s);
      auto const part = [&](Index begin, Index end) {
        update(turn, left_alone, s, first, always, begin, end);
      };
      if (share.members == 1) {
        part(share.begin, share.end);
      } else {
        part(share.begin, share.begin + strip);
        part(share.end - strip, share.end);
        announce(progress[share.rank], s + 1);
        part(share.begin + strip, share.end - strip);
      }
      turn.advance();
    }
    copy(share, turn.now, levels.out);
    if constexpr (Rules::two_levels) copy(share, turn.before, levels.before_out);
  }

  /// Runs of a member's share.
  struct Runs {
    HostRun const *begin, *end;
    Runs(std::vector<HostRun> const& all, Share const& share) {
      auto const from = [&](Index at) {
        return all.data() + (std::partition_point(all.begin(), all.end(),
                                                  [&](HostRun const& run) { return run.first[slow] < at; }) -
                             all.begin());
      };
      begin = D == 1 ? all.data() : from(share.begin);
      end = D == 1 ? all.data() + all.size() : from(share.end);
    }
  };

  /// A byte a row: whether the stencil leaves any of its nodes alone.
  struct RowsLeftAlone {
    unsigned char* any;
    Index rows; // of a plane

    [[gnu::always_inline]] bool in(Index y, Index z) const { return leaves_some && any[z * rows + y]; }
    [[gnu::always_inline]] bool in_three(Index y, Index z) const {
      return in(y, z) || in(y + 1, z) || in(y + 2, z);
    }
  };

  /// Of a member's share.
  void find_left_alone(Share const& share, RowsLeftAlone const& rows_left) const {
    Box3 box = rules.domain.whole();
    box.lower[slow] = share.begin;
    box.upper[slow] = share.end;
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y) {
        unsigned char any = 0;
        for (Index x = box.lower[0]; x < box.upper[0]; ++x)
          any |= rules.stencil.keeps(Node<typename Rules::Order>(rules.domain, {{x, y, z}}, step));
        rows_left.any[z * rows_left.rows + y] = any;
      }
  }

  /// Step s of these planes.
  __attribute__((noinline)) void update(Turn const& turn, RowsLeftAlone const& left_alone, int s,
                                        Runs const& first, Runs const& always, Index begin, Index end) const {
    rows(turn, left_alone, begin, end, step + s);
    if (s < buffers) set(turn, first, begin, end, step + s);
    set(turn, always, begin, end, step + s);
    fill_ghosts(turn.next, begin, end, step + s + 1);
  }

  __attribute__((noinline)) void fill_ghosts(Data<T> const& level, Index begin, Index end, Index at) const {
    HostGhosts<Rules>{rules, level, begin, end, at}.fill();
  }

  static void announce(Progress& mine, Index steps) {
    std::atomic_ref<Index>(mine.steps).store(steps, std::memory_order_release);
  }

  void await_neighbours(Share const& share, Progress* progress, Index steps) const {
    bool const ring = rules.domain.wraps[slow];
    int const count = share.members;
    if (count == 1) return;
    if (share.rank > 0 || ring) await(progress[(share.rank + count - 1) % count], steps);
    if (share.rank + 1 < count || ring) await(progress[(share.rank + 1) % count], steps);
  }

  static void await(Progress& other, Index steps) {
    std::atomic_ref<Index> const seen(other.steps);
    for (int spins = 0; seen.load(std::memory_order_acquire) < steps; ++spins)
      if (spins > 1000) std::this_thread::yield(); // the other may have no core of its own now
  }

  /// Neighbours of the nodes x of Count rows side by side. Each row has its pointer, so that what several of them read is read
  /// once.
  template <int Count>
  struct RowReads {
    T const* const (&row)[Count];
    Index plane, x;
    int here;
    [[gnu::always_inline]] T operator()(int ox, int oy, int oz) const {
      return row[here + oy][x + ox + oz * plane];
    }
  };

  /// The formula, wherever it holds in these planes. Not inlined: it needs its registers for itself.
  [[gnu::flatten]] __attribute__((noinline)) void rows(Turn const& turn, RowsLeftAlone const& left_alone,
                                                       Index begin, Index end, Index now) const {
    Rules const r = rules; // a local copy: coefficients stay in registers, no store can alias them
    Box3 box = frame->inner;
    if constexpr (D > 1) {
      box.lower[slow] = max(box.lower[slow], begin);
      box.upper[slow] = min(box.upper[slow], end);
    }
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1];) {
        if (left_alone.in(y, z))
          row_around(r, turn, box, y++, z, now);
        else if (y + 4 <= box.upper[1] && !left_alone.in_three(y + 1, z))
          row<4>(r, turn, box, y, z, now), y += 4;
        else
          row<1>(r, turn, box, y++, z, now);
      }
  }

  /// A row of which some nodes are left alone, from end to end: bytes that say so want longer loops than values.
  [[gnu::always_inline]] static void row_around(Rules const& r, Turn const& turn, Box3 const& box, Index y,
                                                Index z, Index now) {
    constexpr int beside = D > 1 ? R : 0, count = 1 + 2 * beside;
    T const* from[count];
    for (int k = 0; k < count; ++k) from[k] = turn.now.at(0, y + k - beside, z);
    T const* const before = turn.before.at(0, y, z);
    T* const to = turn.next.at(0, y, z);
    RowFormula<Rules> const formula(r, y, z, from[beside]);
    simd_for<T>(box.lower[0], box.upper[0], [&, plane = turn.now.stride_z](Index x) {
      to[x] = formula(Rules::with_before(RowReads<count>{from, plane, x, beside}, [&] { return before[x]; }),
                      x, y, z, now);
    });
  }

  /// Rows side by side, whose nodes all follow the formula. Where they are no multiple of a vector, the last lies over the one
  /// before it.
  template <int Rows>
  [[gnu::always_inline]] static void row(Rules const& r, Turn const& turn, Box3 const& box, Index y, Index z,
                                         Index now) {
    constexpr int beside = D > 1 ? R : 0, count = Rows + 2 * beside;
    Index const plane = turn.now.stride_z;
    T const* from[count];
    for (int k = 0; k < count; ++k) from[k] = turn.now.at(0, y + k - beside, z);
    T const* before[Rows];
    T* to[Rows];
    for (int k = 0; k < Rows; ++k) {
      before[k] = turn.before.at(0, y + k, z);
      to[k] = turn.next.at(0, y + k, z);
    }
    auto const formulas = [&]<int... J>(std::integer_sequence<int, J...>) {
      return std::array{RowFormula<Rules>(r, y + J, z, from[beside + J])...};
    }
    (std::make_integer_sequence<int, Rows>{});
    auto const update = [&](Index x) __attribute__((always_inline)) {
      [&]<int... J>(std::integer_sequence<int, J...>) __attribute__((always_inline)) {
        T const values[] = {formulas[J].elsewhere(
            Rules::with_before(RowReads<count>{from, plane, x, beside + J}, [&] { return before[J][x]; }), x,
            y + J, z, now)...};
        ((to[J][x] = values[J]), ...);
      }
      (std::make_integer_sequence<int, Rows>{});
    };
    Index const begin = box.lower[0], end = box.upper[0];
    if (end - begin < vector) {
      for (Index x = begin; x < end; ++x) update(x);
      return;
    }
    Index at = begin;
    if constexpr (D == 2 && fits_row_vectors<Rules> && R <= 2) { // in volumes nothing is gained
      RowsOfStar<Rules, Rows> star;
      std::copy_n(from, count, star.beside);
      at += (end - begin) / vector * vector;
      update_vectors<Rules>(
          star, to, begin, at, [&](int k, auto const& source, Index x) __attribute__((always_inline)) {
            return formulas[k].elsewhere(Rules::with_before(source, [&] { return before[k][x]; }), x, y + k,
                                         z, now);
          });
    }
    for (; at < end; at += vector) {
      Index const x = min(at, end - vector);
      simd_for<T>(x, x + vector, update);
    }
  }

  __attribute__((noinline)) void set(Turn const& turn, Runs const& runs, Index begin, Index end,
                                     Index now) const {
    for (HostRun const* run = runs.begin; run != runs.end; ++run) {
      Index const x = run->first[0], y = run->first[1], z = run->first[2];
      if (D > 1 && (run->first[slow] < begin || run->first[slow] >= end)) continue;
      if (run->face == HostRun::kept) {
        std::copy_n(turn.now.at(x, y, z), run->count, turn.next.at(x, y, z));
        continue;
      }
      set_run(
          rules, run->face, x, x + run->count, y, z, now,
          [&](Index i) {
            return Rules::with_before(
                MemoryReads<T>{turn.now.at(i, y, z), turn.now.stride_y, turn.now.stride_z},
                [&] { return *turn.before.at(i, y, z); });
          },
          [&](Index i, T value) { *turn.next.at(i, y, z) = value; });
    }
  }

  template <class From>
  void copy(Share const& share, From const& from, Data<T> const& to) const {
    Box3 box = rules.domain.whole();
    if constexpr (D > 1) {
      box.lower[slow] = share.begin;
      box.upper[slow] = share.end;
    }
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y)
        std::copy_n(from.at(0, y, z), box.upper[0], to.at(0, y, z));
  }
};

} // namespace tessera::detail
