// SPDX-License-Identifier: Apache-2.0
// Relaxed atomic loads and stores of words that several teams of a device share. On CUDA, Kokkos would turn
// an atomic load into an exchange.
#pragma once

#include <Kokkos_Core.hpp>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace tessera::detail {

template <class Word>
KOKKOS_FORCEINLINE_FUNCTION void store_relaxed(Word* to, Word word) {
#if defined(__CUDA_ARCH__)
  cuda::atomic_ref<Word, cuda::thread_scope_device>(*to).store(word, cuda::memory_order_relaxed);
#else
  Kokkos::atomic_store(to, word);
#endif
}

template <class Word>
KOKKOS_FORCEINLINE_FUNCTION Word load_relaxed(Word* from) {
#if defined(__CUDA_ARCH__)
  return cuda::atomic_ref<Word, cuda::thread_scope_device>(*from).load(cuda::memory_order_relaxed);
#else
  return Kokkos::atomic_load(from);
#endif
}

} // namespace tessera::detail
