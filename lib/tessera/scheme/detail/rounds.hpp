// SPDX-License-Identifier: Apache-2.0
// Several loads and stores of all tiles in one launch: teams that wait for each other in place of launches that do. All of them
// have to run at once: a plan makes no more of them than the device has multiprocessors, on one instance at a time.
//
//      round 0: in -> out     round 1: out -> in     round 2: in -> out     an odd number, so that the last writes `out`
#pragma once

#include <tessera/scheme/detail/levels.hpp>
#include <tessera/scheme/detail/resident_tile.hpp>

#include <Kokkos_Core.hpp>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif
#include <memory>
#include <mutex>
#include <thread>

namespace tessera::detail {

template <class T>
struct Rounds {
  int count = 1;
  int* arrived = nullptr;       // rounds that each team has stored, zeros at launch
  Data<T> first{nullptr, 0, 0}; // the level `in`, which later rounds write
  bool ring[2] = {};

  /// The fewest rounds for so many steps, `fused` or less in each.
  static int needed(Index steps, int fused) {
    auto const rounds = static_cast<int>((steps + fused - 1) / fused);
    return rounds | 1;
  }

  KOKKOS_FORCEINLINE_FUNCTION Data<T const> read(Levels<T> const& levels, int round) const {
    if (round % 2 == 0) return levels.in;
    return {levels.out.origin, levels.out.stride_y, levels.out.stride_z};
  }
  KOKKOS_FORCEINLINE_FUNCTION Data<T> written(Levels<T> const& levels, int round) const {
    return round % 2 == 0 ? levels.out : first;
  }
  /// Steps done after a round: shared out evenly.
  KOKKOS_FORCEINLINE_FUNCTION int end(int round, int steps) const {
    return steps / count * (round + 1) + Kokkos::min(steps % count, round + 1);
  }

  /// Tells the others that this team has stored so many rounds.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void announce(Member const& member, int stored) const {
    member.team_barrier();
    if (member.team_rank() == 0) release(arrived + member.league_rank(), stored);
  }

  /// Waits for the teams whose nodes this one loads, and which load its own. At a ring's ends a tile may be so small that the
  /// one behind it is loaded as well.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void await(Member const& member, ResidentTile const& tile, int stored) const {
    int const across = static_cast<int>(tile.count[0]), up = static_cast<int>(tile.count[1]);
    int const x = member.league_rank() % across, y = member.league_rank() / across;
    constexpr int reach = 2, side = 2 * reach + 1;
    for (int n = member.team_rank(); n < side * side; n += member.team_size()) {
      int i = x + n % side - reach, j = y + n / side - reach;
      if (ring[0]) i = (i + reach * across) % across;
      if (ring[1]) j = (j + reach * up) % up;
      if (i < 0 || i >= across || j < 0 || j >= up) continue;
      await(arrived + (j * across + i), stored);
    }
    member.team_barrier();
  }

private:
  // Release and acquire, of what the whole team stored and will load: its members have met. On CUDA not by Kokkos, which makes
  // an exchange of an atomic load and has but the full fence.
  KOKKOS_FORCEINLINE_FUNCTION static void release(int* counter, int stored) {
#if defined(__CUDA_ARCH__)
    OnDevice(*counter).store(stored, cuda::memory_order_release);
#else
    Kokkos::memory_fence();
    Kokkos::atomic_store(counter, stored);
#endif
  }
  KOKKOS_FORCEINLINE_FUNCTION static void await(int* counter, int stored) {
#if defined(__CUDA_ARCH__)
    while (OnDevice(*counter).load(cuda::memory_order_acquire) < stored) {
    }
#else
    while (Kokkos::atomic_load(counter) < stored) KOKKOS_IF_ON_HOST((std::this_thread::yield();));
    Kokkos::memory_fence();
#endif
  }
#if defined(__CUDACC__)
  using OnDevice = cuda::atomic_ref<int, cuda::thread_scope_device>;
#endif
};

template <class Exec>
struct ForgetRounds {
  Kokkos::View<int*, Exec> arrived;
  KOKKOS_FUNCTION void operator()(int team) const { arrived(team) = 0; }
};

/// The right to launch kernels whose teams wait for each other. One instance has it at a time: of two such launches side by
/// side each could hold multiprocessors that the other needs. It is given back with the last plan that holds it.
template <class Exec>
class SoleInstance {
public:
  /// Null where another instance has it: then every round is a launch.
  static std::shared_ptr<SoleInstance const> take(Exec const& exec) {
    std::shared_ptr<SoleInstance const> held; // goes after the lock, which its destructor takes
    auto& r = registry();
    std::lock_guard const lock(r.mutex);
    held = r.holder.lock();
    if (held) return held->exec_ == exec ? held : nullptr;
    if (r.taken) return nullptr; // just now given back
    held.reset(new SoleInstance(exec));
    r.taken = true;
    r.holder = held;
    return held;
  }

  ~SoleInstance() {
    exec_.fence("tessera: last of the plans whose teams wait for each other");
    auto& r = registry();
    std::lock_guard const lock(r.mutex);
    r.taken = false;
  }

  SoleInstance(SoleInstance const&) = delete;

private:
  struct Registry {
    std::mutex mutex;
    bool taken = false;
    std::weak_ptr<SoleInstance const> holder;
  };
  static Registry& registry() {
    static Registry one;
    return one;
  }

  explicit SoleInstance(Exec const& exec) : exec_(exec) {}
  Exec exec_;
};

} // namespace tessera::detail
