// SPDX-License-Identifier: Apache-2.0
// Many time steps per launch on host cores, for grids that stay in the cores' caches. One team steps the
// whole grid. Each member steps a share of the slow axis between two buffers of its own (three if the stencil
// reads the previous level), which also hold ghost rows: the neighbours' rows that several steps need
// (mailbox.hpp).
//
// If a share is larger than a core's second-level cache, it is stepped in chunks (time skewing). A chunk
// makes several steps before the next chunk makes any, and lies R rows lower in every step:
//
//      step 2   | a a a b b b c c c . . .
//      step 1   | a a a a b b b c c c . .      chunk a, then b, then c
//      step 0   | a a a a a b b b c c c .
//
// The buffers have ghost nodes around the grid, so that nodes that follow the formula need no test. The few
// nodes that faces set, or that are frozen, come as runs (frame.hpp). The nodes that a stencil freezes are
// looked up once a launch, and its coefficient once a row: a formula that asks at every node is not
// vectorised.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/temporal/host/buffers.hpp>
#include <tessera/scheme/detail/temporal/host/frame.hpp>
#include <tessera/scheme/detail/temporal/host/ghosts.hpp>
#include <tessera/scheme/detail/temporal/host/mailbox.hpp>
#include <tessera/scheme/detail/temporal/host/rows.hpp>

#include <algorithm>

namespace tessera::detail {

template <class Rules>
struct CachedGridKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  static constexpr Index strip = R + 1; // rows that the ghost nodes beyond a face are computed from
  using Turn = HostTurn<Rules>;
  using Buffers = HostBuffers<Rules>;
  using FrozenRows = RowsWithFrozenNodes<Rules>;

  Rules rules;
  HostFrame<Rules> const* frame;
  Levels<T> levels;
  Index step;
  int steps;
  ExchangeInterval interval;

  /// The scratch of a team. `first`: the index along x of the first node that the formula updates, which is 0
  /// or R.
  static std::size_t scratch_bytes(Domain const& d, Index first, int members,
                                   ExchangeInterval const& interval) {
    Buffers const buffers(d, first, members, interval);
    return Mailbox<T>::bytes(members, buffers.message()) +
           static_cast<std::size_t>(members * buffers.member()) * sizeof(T) +
           static_cast<std::size_t>(FrozenRows::any ? d.nodes[1] * d.nodes[2] : 0);
  }

  template <class Member>
  void operator()(Member const& member) const {
    int const members = member.team_size();
    std::size_t const bytes = scratch_bytes(rules.domain, first(), members, interval);
    auto* const scratch =
        static_cast<char*>(member.team_scratch(int{scratch_level<Kokkos::DefaultHostExecutionSpace>})
                               .get_shmem_aligned(bytes, 64));
    run(HostShare(member.team_rank(), members, rules.domain.nodes[slow], rules.domain.wraps[slow]), scratch,
        [&] { member.team_barrier(); });
  }

private:
  Index first() const { return HostRows<Rules>::by_whole_vectors ? 0 : frame->inner.lower[0]; }

  /// The part of a box that lies in these planes. In 1D it is the whole box, which belongs to one member.
  static Box3 planes(Box3 box, Index begin, Index end) {
    if constexpr (D > 1) {
      box.lower[slow] = max(box.lower[slow], begin);
      box.upper[slow] = min(box.upper[slow], end);
    }
    return box;
  }

  template <class Meet>
  void run(HostShare const& share, char* scratch, Meet const& team_waits) const {
    Buffers const buffers(rules.domain, first(), share.members, interval);
    Mailbox<T> const mailbox(scratch, share, buffers.message());
    auto* const values = reinterpret_cast<T*>(scratch + Mailbox<T>::bytes(share.members, buffers.message()));
    Turn turn = buffers.of(share, values);
    copy(share, levels.in, turn.now);
    if constexpr (Rules::two_levels) copy(share, levels.previous, turn.previous);
    fill_ghosts(share, turn.now, share.begin, share.end, step);
    FrozenRows const frozen_rows{reinterpret_cast<unsigned char*>(values + share.members * buffers.member()),
                                 rules.domain.nodes[1]};
    if constexpr (FrozenRows::any)
      frozen_rows.find(rules, planes(rules.domain.whole(), share.begin, share.end), step);
    team_waits();

    if (interval.between == 1 && share.members > 1)
      step_by_step(share, buffers, mailbox, frozen_rows, turn);
    else
      several_steps(share, buffers, mailbox, frozen_rows, turn);
    copy(share, turn.now, levels.out);
    if constexpr (Rules::two_levels) copy(share, turn.previous, levels.previous_out);
  }

  /// Makes all steps, with a message before every `interval.between` of them.
  void several_steps(HostShare const& share, Buffers const& buffers, Mailbox<T> const& mailbox,
                     FrozenRows const& frozen_rows, Turn& turn) const {
    Index number = 0;
    for (int done = 0; done < steps; ++number) {
      if (share.members > 1) {
        send(share, buffers, mailbox, turn.now, turn.previous, number);
        receive(share, buffers, mailbox, turn.now, turn.previous, number);
      }
      int const many = min(interval.between, steps - done);
      in_chunks(share, frozen_rows, turn, done, many);
      for (int s = 0; s < many; ++s) turn.advance();
      done += many;
    }
  }

  /// Makes all steps, with a message in each. The rows that neighbours wait for are updated and sent first,
  /// the other rows are updated while messages are on their way.
  void step_by_step(HostShare const& share, Buffers const& buffers, Mailbox<T> const& mailbox,
                    FrozenRows const& frozen_rows, Turn& turn) const {
    Index lower = share.begin + (share.has(0) ? R : 0), upper = share.end - (share.has(1) ? R : 0);
    bool const ends_first = upper - lower >= strip; // otherwise all rows are updated before sending
    if (!ends_first) lower = share.begin, upper = share.end;
    send(share, buffers, mailbox, turn.now, turn.previous, 0);
    receive(share, buffers, mailbox, turn.now, turn.previous, 0);
    for (int s = 0; s < steps; ++s, turn.advance()) {
      if (!ends_first) update(share, turn, frozen_rows, s, lower, upper);
      if (lower > share.begin) update(share, turn, frozen_rows, s, share.begin, lower);
      if (upper < share.end) update(share, turn, frozen_rows, s, upper, share.end);
      bool const last = s + 1 == steps;
      if (!last) send(share, buffers, mailbox, turn.next, turn.now, s + 1);
      if (ends_first) update(share, turn, frozen_rows, s, lower, upper);
      if (!last) receive(share, buffers, mailbox, turn.next, turn.now, s + 1);
    }
  }

  /// Sends the rows at a share's ends as they lie in the buffer, with the ghost nodes at the rows' ends. If
  /// ghost rows are updated, the same rows of the previous level follow.
  void send(HostShare const& share, Buffers const& buffers, Mailbox<T> const& mailbox, Data<T> const& now,
            Data<T> const& previous, Index number) const {
    Index const ghost_rows = buffers.ghost_rows, count = ghost_rows * buffers.along;
    mailbox.send(number, [&](int side, T* message) {
      Index const row = side == 0 ? share.begin : share.end - ghost_rows;
      std::copy_n(buffers.row_of(now, row), count, message);
      if (updates_ghost_rows()) std::copy_n(buffers.row_of(previous, row), count, message + count);
    });
  }
  void receive(HostShare const& share, Buffers const& buffers, Mailbox<T> const& mailbox, Data<T> const& now,
               Data<T> const& previous, Index number) const {
    Index const ghost_rows = buffers.ghost_rows, count = ghost_rows * buffers.along;
    mailbox.receive(number, [&](int side, T const* message) {
      Index const row = side == 0 ? share.begin - ghost_rows : share.end;
      std::copy_n(message, count, buffers.row_of(now, row));
      if (updates_ghost_rows()) std::copy_n(message + count, count, buffers.row_of(previous, row));
    });
  }
  bool updates_ghost_rows() const { return Rules::two_levels && interval.between > 1; }

  /// Makes `many` steps of a share, from step `done` of the launch on. The first and the last chunk have all
  /// rows that the ghost nodes beyond a face are computed from.
  void in_chunks(HostShare const& share, FrozenRows const& frozen_rows, Turn const& start, int done,
                 int many) const {
    Index const chunks = max(1, (share.end - share.begin - R * (many - 1)) / interval.chunk);
    for (Index k = 0; k < chunks; ++k) {
      Turn turn = start;
      for (int s = 0; s < many; ++s, turn.advance()) {
        Index const rest = R * static_cast<Index>(many - 1 - s);
        Index const lower = share.begin + (k > 0 ? k * interval.chunk + rest : share.has(0) ? -rest : 0);
        Index const upper = k + 1 < chunks ? share.begin + (k + 1) * interval.chunk + rest
                                           : share.end + (share.has(1) ? rest : 0);
        update(share, turn, frozen_rows, done + s, lower, upper);
      }
    }
  }

  /// Makes step s of these planes. Nodes of frame->first are set until all rows of a member have made a step
  /// into every buffer: from then on they have their value everywhere.
  __attribute__((noinline)) void update(HostShare const& share, Turn const& turn,
                                        FrozenRows const& frozen_rows, int s, Index begin, Index end) const {
    HostRows<Rules>::update(rules, turn, frozen_rows, planes(frame->inner, begin, end), step + s,
                            interval.side_by_side);
    if (s < Turn::buffers * interval.between) set(turn, frame->first, begin, end, step + s);
    set(turn, frame->always, begin, end, step + s);
    apply_points(rules, planes(rules.domain.whole(), begin, end),
                 planes(rules.domain.whole(), share.begin, share.end), step + s,
                 [&](Index x, Index y, Index z) { return turn.next.at(x, y, z); });
    fill_ghosts(share, turn.next, begin, end, step + s + 1);
  }

  __attribute__((noinline)) void fill_ghosts(HostShare const& share, Data<T> const& level, Index begin,
                                             Index end, Index at) const {
    HostGhosts<Rules>{rules, level, begin, end, at, share.members == 1}.fill();
  }

  /// Sets the nodes of those runs that lie in these planes. Runs are in the order of the slow axis.
  __attribute__((noinline)) void set(Turn const& turn, std::vector<HostRun> const& runs, Index begin,
                                     Index end, Index now) const {
    auto const from = [&](Index at) {
      return std::partition_point(runs.begin(), runs.end(),
                                  [&](HostRun const& run) { return run.first[slow] < at; });
    };
    auto const last = D == 1 ? runs.end() : from(end);
    Levels<T> const own{.in = turn.now, .out = turn.next, .previous = turn.previous};
    for (auto run = D == 1 ? runs.begin() : from(begin); run != last; ++run) {
      Index const x = run->first[0], y = run->first[1], z = run->first[2];
      if (run->face == HostRun::frozen) {
        for (Index row = y; row < y + run->rows; ++row)
          std::copy_n(turn.now.at(x, row, z), run->count, turn.next.at(x, row, z));
        continue;
      }
      set_nodes(rules, run->face, {{{x, y, z}}, {{x + run->count, y + run->rows, z + 1}}}, now, own, Rings{});
    }
  }

  template <class From>
  void copy(HostShare const& share, From const& from, Data<T> const& to) const {
    Box3 const box = planes(rules.domain.whole(), share.begin, share.end);
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y)
        std::copy_n(from.at(0, y, z), box.upper[0], to.at(0, y, z));
  }
};

} // namespace tessera::detail
