// SPDX-License-Identifier: Apache-2.0
// Several rounds of steps of all tiles in one launch, between which teams tell each other their cores. All of them have to run at
// once: a plan makes no more of them than the device has multiprocessors, on one instance at a time.
//
//      load -> steps -> give, take -> steps -> give, take -> steps -> store
//
// A value travels in a word together with its round's number, so that who reads the word sees whether it is the one it waits
// for: no fence, no counter, one way to the second cache and one back. (NCCL's protocol LL does so with its messages.)
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>

namespace tessera::detail {

/// A plane of values on their way. What is given in a round is overwritten two rounds later: whoever gives in a round has taken
/// what all its neighbours gave in the one before, so they have taken what was given before that.
template <class T, int C>
struct Rounds {
  using Word = std::uint64_t; // half a value or all of it, and the number of its round
  static constexpr int parts = sizeof(T) > 4 ? 2 : 1;
  struct Letter { // a value on its way
    Word word[parts];
  };

  int count = 1;
  std::uint32_t number = 0; // of the launch's first round: none comes twice
  Word* words = nullptr;
  int packs = 0,
      rows = 0; // of C columns, which lie apart: members beside each other then read words beside each other

  static Index words_for(Index nodes_x, Index nodes_y) {
    return 2 * parts * divide_up(nodes_x, C) * C * nodes_y;
  }

  /// Steps done after a round: shared out evenly.
  KOKKOS_FORCEINLINE_FUNCTION int end(int round, int steps) const {
    return steps / count * (round + 1) + Kokkos::min(steps % count, round + 1);
  }

  /// Leaves the value that a node has after a round.
  KOKKOS_FORCEINLINE_FUNCTION void give(T value, int x, int y, int round) const {
    std::uint32_t bits[parts] = {};
    std::memcpy(bits, &value, sizeof(T));
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      store(words + place(p, x, y, round), Word{number_of(round)} << 32 | bits[p]);
  }

  /// What lies at a node's place for that round; any place's where it is not wanted.
  KOKKOS_FORCEINLINE_FUNCTION Letter letter(int x, int y, int round, bool wanted) const {
    Letter found;
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p) found.word[p] = load(words + (wanted ? place(p, x, y, round) : 0));
    return found;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_of(Letter const& letter, int round) const {
    bool is = true;
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      is &= static_cast<std::uint32_t>(letter.word[p] >> 32) == number_of(round);
    return is;
  }
  KOKKOS_FORCEINLINE_FUNCTION static T value(Letter const& letter) {
    std::uint32_t bits[parts];
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p) bits[p] = static_cast<std::uint32_t>(letter.word[p]);
    T value;
    std::memcpy(&value, bits, sizeof(T));
    return value;
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t number_of(int round) const {
    return number + static_cast<std::uint32_t>(round);
  }
  KOKKOS_FORCEINLINE_FUNCTION int place(int part, int x, int y, int round) const {
    int const plane = round % 2 * parts + part;
    return ((plane * rows + y) * C + x % C) * packs + x / C;
  }

  // Not by Kokkos, which on CUDA makes an exchange of an atomic load.
  KOKKOS_FORCEINLINE_FUNCTION static void store(Word* to, Word word) {
#if defined(__CUDA_ARCH__)
    OnDevice(*to).store(word, cuda::memory_order_relaxed);
#else
    Kokkos::atomic_store(to, word);
#endif
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word load(Word* from) {
#if defined(__CUDA_ARCH__)
    return OnDevice(*from).load(cuda::memory_order_relaxed);
#else
    return Kokkos::atomic_load(from);
#endif
  }
#if defined(__CUDACC__)
  using OnDevice = cuda::atomic_ref<Word, cuda::thread_scope_device>;
#endif
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
