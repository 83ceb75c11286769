// SPDX-License-Identifier: Apache-2.0
// A device's teams on a host. Members run one after the other where they do not wait for each other, and in
// turns where they do, also for other teams. Where teams wait for teams, each member may have a thread as
// well.
#pragma once

#include <tessera/core/index.hpp>

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "support/fibers.hpp"

namespace tessera::test {

/// The member functions of a Kokkos team that kernels use.
struct Member {
  /// The memory of a team. As with Kokkos, each request of a member takes what follows, and gets null where
  /// that is not enough.
  struct Scratch {
    char *next = nullptr, *end = nullptr;
    void* get_shmem_aligned(std::size_t bytes, std::size_t alignment) {
      auto const before = reinterpret_cast<std::uintptr_t>(next) % alignment;
      std::size_t const skipped = before == 0 ? 0 : alignment - before;
      if (next == nullptr || skipped + bytes > static_cast<std::size_t>(end - next)) return nullptr;
      return std::exchange(next, next + skipped + bytes) + skipped;
    }
  };

  int league, rank, size;
  mutable Scratch scratch = {};
  std::function<void()> const* meet = nullptr;      // barrier of the team
  std::function<void()> const* meet_warp = nullptr; // barrier of the 32 members that exchange registers
  double* shown = nullptr;                          // values that members exchange, one each
  int teams = 1;                                    // of the launch

  int league_rank() const { return league; }
  int league_size() const { return teams; }
  int team_rank() const { return rank; }
  int team_size() const { return size; }
  Scratch& team_scratch(int) const { return scratch; }
  void team_barrier() const { (*meet)(); }
  void warp_barrier() const { (*meet_warp)(); }
  template <int Lanes, class T>
  T shuffle_from(T value, int distance) const {
    shown[rank] = static_cast<double>(value);
    (*meet_warp)();
    auto const result = static_cast<T>(shown[rank / Lanes * Lanes + (rank + Lanes + distance) % Lanes]);
    (*meet_warp)();
    return result;
  }
  unsigned warp_ballot(bool answer) const {
    shown[rank] = answer ? 1 : 0;
    (*meet_warp)();
    int const first = rank / 32 * 32;
    unsigned bits = 0;
    for (int lane = 0; lane < 32 && first + lane < size; ++lane)
      if (shown[first + lane] != 0) bits |= 1u << lane;
    (*meet_warp)();
    return bits;
  }
};

template <class Kernel>
void run_one_by_one(Kernel const& kernel, Index begin, Index end, int team_size) {
  for (Index team = begin; team < end; ++team)
    for (int rank = 0; rank < team_size; ++rank) kernel(Member{static_cast<int>(team), rank, team_size});
}

/// Functions that each run in a thread.
class Threads {
public:
  void start(std::function<void()> body) { threads_.emplace_back(std::move(body)); }
  void finish() {
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }
  void finish_in_any_order(int) { finish(); }

  struct Barrier : std::barrier<> {
    Barrier(Threads&, int count) : std::barrier<>(count) {}
  };

private:
  std::vector<std::thread> threads_;
};

/// A team whose members wait for each other. Its Crew is Threads or Fibers, which teams that wait for each
/// other share.
template <class Crew>
class Team {
public:
  Team(Crew& crew, int size, std::size_t scratch_bytes)
      : crew_(crew), size_(size), scratch_(scratch_bytes / sizeof(double) + 2), scratch_bytes_(scratch_bytes),
        shown_(static_cast<std::size_t>(size)), meet_(meeting_of(size)) {
    for (int first = 0; first < size; first += warp_size)
      meet_warp_.push_back(meeting_of(std::min(warp_size, size - first)));
  }

  template <class Kernel>
  void start(Kernel const& kernel, Index team, Index teams = 1) {
    auto* const aligned =
        reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(scratch_.data()) + 15) / 16 * 16);
    for (int rank = 0; rank < size_; ++rank)
      crew_.start([=, this, &kernel] {
        auto const* const warp = &meet_warp_[static_cast<std::size_t>(rank / warp_size)];
        kernel(Member{static_cast<int>(team),
                      rank,
                      size_,
                      {aligned, aligned + scratch_bytes_},
                      &meet_,
                      warp,
                      shown_.data(),
                      static_cast<int>(teams)});
      });
  }

private:
  static constexpr int warp_size = 32;

  std::function<void()> meeting_of(int count) {
    return [barrier = std::make_shared<typename Crew::Barrier>(crew_, count)] { barrier->arrive_and_wait(); };
  }

  Crew& crew_;
  int size_;
  std::vector<double> scratch_;
  std::size_t scratch_bytes_;
  std::vector<double> shown_;
  std::function<void()> meet_;
  std::vector<std::function<void()>> meet_warp_;
};

/// Runs teams [first, teams), one after the other.
template <class Kernel>
void run_together(Kernel const& kernel, Index teams, int team_size, std::size_t scratch_bytes,
                  Index first = 0) {
  Fibers crew;
  Team<Fibers> one(crew, team_size, scratch_bytes);
  for (Index team = first; team < teams; ++team) {
    one.start(kernel, team, teams);
    crew.finish();
  }
}

/// Runs teams that also wait for each other, in a Crew that they share.
template <class Crew, class Kernel>
void run_all_together(Kernel const& kernel, Index teams, int team_size, std::size_t scratch_bytes) {
  Crew crew;
  std::vector<std::unique_ptr<Team<Crew>>> all;
  for (Index team = 0; team < teams; ++team)
    all.emplace_back(std::make_unique<Team<Crew>>(crew, team_size, scratch_bytes))
        ->start(kernel, team, teams);
  crew.finish_in_any_order(team_size);
}

} // namespace tessera::test
