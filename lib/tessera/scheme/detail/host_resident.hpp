// SPDX-License-Identifier: Apache-2.0
// Many time steps per launch on host cores, for grids that stay in their caches: one team steps the whole grid, each member its
// share of the slow axis between two buffers of its own (three where a stencil reads the level before), with the rim of its
// neighbours' rows that several steps need (host_post.hpp).
//
// Where a share is larger than a core's second cache, it is stepped in chunks, each several steps on before the next, which lies R
// rows lower every step:
//
//      step 2   | a a a b b b c c c . . .
//      step 1   | a a a a b b b c c c . .      chunk a, then b, then c
//      step 0   | a a a a a b b b c c c .
//
// The buffers have ghosts around the grid: where nodes follow the formula there is not a test. The few that faces set or
// that keep their value come as runs. What a stencil says of its coefficient and of nodes that it leaves alone is asked once a
// launch, not at every node: a formula that asks leaves no vectors.
#pragma once

#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/host_frame.hpp>
#include <tessera/scheme/detail/host_ghosts.hpp>
#include <tessera/scheme/detail/host_post.hpp>
#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/row_formula.hpp>
#include <tessera/scheme/detail/row_vectors.hpp>

#include <algorithm>
#include <array>

namespace tessera::detail {

/// How the members of a team go through their shares.
struct HostPace {
  int between;       // steps from one letter to the next
  Index chunk;       // rows that are stepped so far before the others
  bool side_by_side; // several rows are updated at once

  /// Rows of a neighbour that a member needs; or ghosts.
  Index rim(int radius) const { return static_cast<Index>(between) * radius; }
};

template <class Rules>
struct HostResidentKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  static constexpr int buffers = Rules::two_levels ? 3 : 2;
  static constexpr Index vector = values_in_line<T>;
  static constexpr Index strip = R + 1; // rows that a face's image reads
  static constexpr bool leaves_some = asks_each_node<Rules>;

  Rules rules;
  HostFrame<Rules> const* frame;
  Levels<T> levels;
  Index step;
  int steps;
  HostPace pace;

  /// Rows by vectors that begin at their first node, whether a face sets it or not; others begin with the formula's first.
  static constexpr bool by_whole_vectors =
      D == 2 && fits_row_vectors<Rules> && R <= 2; // in volumes nothing is gained

  /// How a member's buffer lies in scratch: ghosts and rims included, node `first` of a row at the start of a vector.
  struct Shape {
    Index pad, pitch, plane;
    Index along;  // from one row (plane in 3D) to the next along the slow axis
    Index before; // in one of those, before its first node
    Index size;

    Shape(Domain const& d, Index first, int members, HostPace const& pace)
        : pad(round_up(first + R, vector) - first), pitch(round_up(pad + d.nodes[0] + R, vector)),
          plane(pitch * (D == 3 ? d.nodes[1] + 2 * R : 1)), along(D == 3 ? plane : pitch),
          before(pad + (D == 3 ? R * pitch : 0)),
          size(D == 1 ? along : along * (divide_up(d.nodes[slow], members) + 2 * pace.rim(R))) {}

    Index letter(HostPace const& pace) const { return (buffers - 1) * along * pace.rim(R); }
    /// Of all buffers of a member, which begin that far apart: what the hardware asks for ahead is not a neighbour's.
    Index member() const { return buffers * size + 4096 / static_cast<Index>(sizeof(T)); }
  };
  /// For a formula whose first node along x has this index: 0 or R.
  static std::size_t scratch_bytes(Domain const& d, Index first, int members, HostPace const& pace) {
    Shape const shape(d, first, members, pace);
    return HostPost<T>::bytes(members, shape.letter(pace)) +
           static_cast<std::size_t>(members * shape.member()) * sizeof(T) +
           static_cast<std::size_t>(leaves_some ? d.nodes[1] * d.nodes[2] : 0);
  }

  template <class Member>
  void operator()(Member const& member) const {
    int const members = member.team_size();
    std::size_t const bytes = scratch_bytes(rules.domain, first(), members, pace);
    auto* const scratch =
        static_cast<char*>(member.team_scratch(int{scratch_level<Kokkos::DefaultHostExecutionSpace>})
                               .get_shmem_aligned(bytes, 64));
    run(HostShare(member.team_rank(), members, rules.domain.nodes[slow], rules.domain.wraps[slow]), scratch,
        [&] { member.team_barrier(); });
  }

private:
  Index first() const { return by_whole_vectors ? 0 : frame->inner.lower[0]; }

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

  /// A byte a row: whether the stencil leaves any of its nodes alone.
  struct RowsLeftAlone {
    unsigned char* any;
    Index rows; // of a plane

    [[gnu::always_inline]] bool in(Index y, Index z) const { return leaves_some && any[z * rows + y]; }
    [[gnu::always_inline]] bool in_three(Index y, Index z) const {
      return in(y, z) || in(y + 1, z) || in(y + 2, z);
    }
  };

  template <class Meet>
  void run(HostShare const& share, char* scratch, Meet const& meet) const {
    Shape const shape(rules.domain, first(), share.members, pace);
    HostPost<T> const post(scratch, share, shape.letter(pace));
    auto* const values =
        reinterpret_cast<T*>(scratch + HostPost<T>::bytes(share.members, shape.letter(pace)));
    auto const buffer = [&](int n) {
      Index const first = D == 1 ? 0 : shape.along * (pace.rim(R) - share.begin);
      return Data<T>{values + share.rank * shape.member() + n * shape.size + shape.before + first,
                     shape.pitch, shape.plane};
    };
    Turn turn{buffer(0), buffer(1), buffer(buffers - 1)};
    copy(share, levels.in, turn.now);
    if constexpr (Rules::two_levels) copy(share, levels.before, turn.before);
    fill_ghosts(share, turn.now, share.begin, share.end, step);
    RowsLeftAlone const left_alone{reinterpret_cast<unsigned char*>(values + share.members * shape.member()),
                                   rules.domain.nodes[1]};
    if constexpr (leaves_some) find_left_alone(share, left_alone);
    meet();

    if (pace.between == 1 && share.members > 1)
      step_by_step(share, shape, post, left_alone, turn);
    else
      several_steps(share, shape, post, left_alone, turn);
    copy(share, turn.now, levels.out);
    if constexpr (Rules::two_levels) copy(share, turn.before, levels.before_out);
  }

  /// A letter before each few steps.
  void several_steps(HostShare const& share, Shape const& shape, HostPost<T> const& post,
                     RowsLeftAlone const& left_alone, Turn& turn) const {
    Index number = 0;
    for (int done = 0; done < steps; ++number) {
      if (share.members > 1) {
        send(share, shape, post, turn.now, turn.before, number);
        receive(share, shape, post, turn.now, turn.before, number);
      }
      int const many = min(pace.between, steps - done);
      in_chunks(share, left_alone, turn, done, many);
      for (int s = 0; s < many; ++s) turn.advance();
      done += many;
    }
  }

  /// A letter in every step: the rows that neighbours wait for are made and posted first, the others while letters are on their
  /// way.
  void step_by_step(HostShare const& share, Shape const& shape, HostPost<T> const& post,
                    RowsLeftAlone const& left_alone, Turn& turn) const {
    Index lower = share.begin + (share.has(0) ? R : 0), upper = share.end - (share.has(1) ? R : 0);
    bool const ends_first = upper - lower >= strip; // else all at once
    if (!ends_first) lower = share.begin, upper = share.end;
    send(share, shape, post, turn.now, turn.before, 0);
    receive(share, shape, post, turn.now, turn.before, 0);
    for (int s = 0; s < steps; ++s, turn.advance()) {
      if (!ends_first) update(share, turn, left_alone, s, lower, upper);
      if (lower > share.begin) update(share, turn, left_alone, s, share.begin, lower);
      if (upper < share.end) update(share, turn, left_alone, s, upper, share.end);
      bool const last = s + 1 == steps;
      if (!last) send(share, shape, post, turn.next, turn.now, s + 1);
      if (ends_first) update(share, turn, left_alone, s, lower, upper);
      if (!last) receive(share, shape, post, turn.next, turn.now, s + 1);
    }
  }

  /// The rows at a share's ends, as they lie, with the ghosts at the rows' ends. The level before them if the rim is updated.
  void send(HostShare const& share, Shape const& shape, HostPost<T> const& post, Data<T> const& now,
            Data<T> const& before, Index number) const {
    Index const rim = pace.rim(R), count = rim * shape.along;
    post.post(number, [&](int side, T* letter) {
      Index const row = side == 0 ? share.begin : share.end - rim;
      std::copy_n(row_of(now, shape, row), count, letter);
      if (updates_rim()) std::copy_n(row_of(before, shape, row), count, letter + count);
    });
  }
  void receive(HostShare const& share, Shape const& shape, HostPost<T> const& post, Data<T> const& now,
               Data<T> const& before, Index number) const {
    Index const rim = pace.rim(R), count = rim * shape.along;
    post.take(number, [&](int side, T const* letter) {
      Index const row = side == 0 ? share.begin - rim : share.end;
      std::copy_n(letter, count, row_of(now, shape, row));
      if (updates_rim()) std::copy_n(letter + count, count, row_of(before, shape, row));
    });
  }
  bool updates_rim() const { return Rules::two_levels && pace.between > 1; }
  /// Where a row (plane in 3D) begins, its ghosts included.
  static T* row_of(Data<T> const& level, Shape const& shape, Index row) {
    return level.origin + row * shape.along - shape.before;
  }

  /// So many steps of a share, from step `done` of the launch on. The first chunk has what a face's image reads, and so has the
  /// last.
  void in_chunks(HostShare const& share, RowsLeftAlone const& left_alone, Turn const& start, int done,
                 int many) const {
    Index const chunks = max(1, (share.end - share.begin - R * (many - 1)) / pace.chunk);
    for (Index k = 0; k < chunks; ++k) {
      Turn turn = start;
      for (int s = 0; s < many; ++s, turn.advance()) {
        Index const rest = R * static_cast<Index>(many - 1 - s);
        Index const lower = share.begin + (k > 0 ? k * pace.chunk + rest : share.has(0) ? -rest : 0);
        Index const upper = k + 1 < chunks ? share.begin + (k + 1) * pace.chunk + rest
                                           : share.end + (share.has(1) ? rest : 0);
        update(share, turn, left_alone, done + s, lower, upper);
      }
    }
  }

  /// Of a member's share.
  void find_left_alone(HostShare const& share, RowsLeftAlone const& rows_left) const {
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

  /// Step s of these planes. After a step in each buffer, of all rows that a member has, nodes that keep their value have it
  /// everywhere.
  __attribute__((noinline)) void update(HostShare const& share, Turn const& turn,
                                        RowsLeftAlone const& left_alone, int s, Index begin,
                                        Index end) const {
    rows(turn, left_alone, begin, end, step + s);
    if (s < buffers * pace.between) set(turn, frame->first, begin, end, step + s);
    set(turn, frame->always, begin, end, step + s);
    fill_ghosts(share, turn.next, begin, end, step + s + 1);
  }

  __attribute__((noinline)) void fill_ghosts(HostShare const& share, Data<T> const& level, Index begin,
                                             Index end, Index at) const {
    HostGhosts<Rules>{rules, level, begin, end, at, share.members == 1}.fill();
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
        else if (pace.side_by_side && y + 4 <= box.upper[1] && !left_alone.in_three(y + 1, z))
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
    if constexpr (by_whole_vectors) {
      RowsOfStar<Rules, Rows> star;
      std::copy_n(from, count, star.beside);
      // From the first node on, so that vectors begin where memory's do. What a face sets at the ends is put back.
      Index const nodes = r.domain.nodes[0];
      T ends[Rows][2 * R] = {};
      auto const for_ends = [&](auto const& body) __attribute__((always_inline)) {
        for (int k = 0; k < Rows; ++k)
          for (int n = 0; n < R; ++n) {
            if (n < begin) body(to[k][n], ends[k][n]);
            if (n < nodes - end) body(to[k][nodes - 1 - n], ends[k][R + n]);
          }
      };
      for_ends([](T const& node, T& kept) { kept = node; });
      at = nodes / vector * vector;
      update_vectors<Rules>(
          star, to, 0, at, [&](int k, auto const& source, Index x) __attribute__((always_inline)) {
            return formulas[k].elsewhere(Rules::with_before(source, [&] { return before[k][x]; }), x, y + k,
                                         z, now);
          });
      for_ends([](T& node, T const& kept) { node = kept; });
    }
    for (; at < end; at += vector) {
      Index const x = min(at, end - vector);
      simd_for<T>(x, x + vector, update);
    }
  }

  /// The runs, which come in the order of the slow axis, of these planes.
  __attribute__((noinline)) void set(Turn const& turn, std::vector<HostRun> const& runs, Index begin,
                                     Index end, Index now) const {
    auto const from = [&](Index at) {
      return std::partition_point(runs.begin(), runs.end(),
                                  [&](HostRun const& run) { return run.first[slow] < at; });
    };
    auto const last = D == 1 ? runs.end() : from(end);
    for (auto run = D == 1 ? runs.begin() : from(begin); run != last; ++run) {
      Index const x = run->first[0], y = run->first[1], z = run->first[2];
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
  void copy(HostShare const& share, From const& from, Data<T> const& to) const {
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
