// SPDX-License-Identifier: Apache-2.0
// A device's teams played by the host: member after member where they do not wait for each other, a thread a member
// where they do.
#pragma once

#include <tessera/core/index.hpp>

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace tessera::test {

/// What a kernel asks of its team.
struct Member {
  int league, rank, size;
  char* scratch = nullptr;
  std::barrier<>* meet = nullptr; // the team
  std::barrier<>* warp = nullptr; // the 32 members that have registers in common
  double* shown = nullptr;        // a value of every member

  struct Scratch {
    char* data;
    void* get_shmem_aligned(std::size_t, std::size_t) const { return data; }
  };
  int league_rank() const { return league; }
  int team_rank() const { return rank; }
  int team_size() const { return size; }
  Scratch team_scratch(int) const { return {scratch}; }
  void team_barrier() const { meet->arrive_and_wait(); }
  template <int Lanes, class T>
  T from_lane(T value, int distance) const {
    shown[rank] = static_cast<double>(value);
    warp->arrive_and_wait();
    auto const result = static_cast<T>(shown[rank / Lanes * Lanes + (rank + Lanes + distance) % Lanes]);
    warp->arrive_and_wait();
    return result;
  }
};

template <class Kernel>
void run_one_by_one(Kernel const& kernel, Index begin, Index end, int team_size) {
  for (Index team = begin; team < end; ++team)
    for (int rank = 0; rank < team_size; ++rank) kernel(Member{static_cast<int>(team), rank, team_size});
}

/// A team with a thread for each member.
class TeamOfThreads {
public:
  TeamOfThreads(int team_size, std::size_t scratch_bytes)
      : size_(team_size), scratch_(scratch_bytes / sizeof(double) + 2), meet_(team_size),
        shown_(static_cast<std::size_t>(team_size)) {
    for (int first = 0; first < team_size; first += warp_size)
      warps_.emplace_back(std::make_unique<std::barrier<>>(std::min(warp_size, team_size - first)));
  }

  template <class Kernel>
  void start(Kernel const& kernel, Index team) {
    auto* const aligned =
        reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(scratch_.data()) + 15) / 16 * 16);
    for (int rank = 0; rank < size_; ++rank)
      members_.emplace_back([=, this, &kernel] {
        auto* const warp = warps_[static_cast<std::size_t>(rank / warp_size)].get();
        kernel(Member{static_cast<int>(team), rank, size_, aligned, &meet_, warp, shown_.data()});
      });
  }
  void finish() {
    for (auto& member : members_) member.join();
    members_.clear();
  }

private:
  static constexpr int warp_size = 32;
  int size_;
  std::vector<double> scratch_;
  std::barrier<> meet_;
  std::vector<std::unique_ptr<std::barrier<>>> warps_;
  std::vector<double> shown_;
  std::vector<std::thread> members_;
};

template <class Kernel>
void run_together(Kernel const& kernel, Index teams, int team_size, std::size_t scratch_bytes) {
  TeamOfThreads one(team_size, scratch_bytes);
  for (Index team = 0; team < teams; ++team) {
    one.start(kernel, team);
    one.finish();
  }
}

/// Teams that wait for each other too.
template <class Kernel>
void run_all_together(Kernel const& kernel, Index teams, int team_size, std::size_t scratch_bytes) {
  std::vector<std::unique_ptr<TeamOfThreads>> all;
  for (Index team = 0; team < teams; ++team)
    all.emplace_back(std::make_unique<TeamOfThreads>(team_size, scratch_bytes))->start(kernel, team);
  for (auto& team : all) team->finish();
}

} // namespace tessera::test
