// SPDX-License-Identifier: Apache-2.0
// The hardware limit: a copy, which reads and writes every value once, as a perfect one-step sweep does.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>

#if defined(__x86_64__) && !defined(__CUDACC__)
#include <immintrin.h>
#include <omp.h>
#endif

namespace tessera::perf {

/// Copies on host cores: a line of 64 bytes at a time, each thread its own run of lines.
struct HostCopy {
  static constexpr std::int64_t line = 64;
  static constexpr bool has_streaming =
#if defined(__x86_64__) && !defined(__CUDACC__)
      true;
#else
      false;
#endif

  /// Values pass through a register that the compiler can't see through: it must not call memcpy, which
  /// streams.
  static void copy_line(void* to, void const* from) {
#if defined(__AVX512F__) && !defined(__CUDACC__)
    __m512i value = _mm512_loadu_si512(from);
    asm volatile("" : "+v"(value));
    _mm512_storeu_si512(to, value);
#else
    for (int part = 0; part < line; part += 8) {
      std::uint64_t value;
      std::memcpy(&value, static_cast<char const*>(from) + part, 8);
      asm volatile("" : "+r"(value));
      std::memcpy(static_cast<char*>(to) + part, &value, 8);
    }
#endif
  }

  /// Plain stores: the line that is written is read first.
  static void plain(void* to, void const* from, std::int64_t bytes) {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < bytes / line; ++i)
      copy_line(static_cast<char*>(to) + i * line, static_cast<char const*>(from) + i * line);
  }

  /// The same `count` times, each thread its own part again and again without waiting for others: at the rate
  /// of its caches if the parts fit them.
  static void resident(void* to, void const* from, std::int64_t bytes, int count) {
#pragma omp parallel
    for (int turn = 0; turn < count; ++turn) {
#pragma omp for schedule(static) nowait
      for (std::int64_t i = 0; i < bytes / line; ++i)
        copy_line(static_cast<char*>(to) + i * line, static_cast<char const*>(from) + i * line);
      asm volatile("" ::: "memory"); // every copy is made
    }
  }

  /// Non-temporal stores: written around the caches, in `Runs` places side by side: the hardware foresees
  /// each of them. `to` and `from` start at multiples of 64 bytes.
  template <int Runs>
  static void streaming([[maybe_unused]] void* to, [[maybe_unused]] void const* from,
                        [[maybe_unused]] std::int64_t bytes) {
#if defined(__x86_64__) && !defined(__CUDACC__)
#pragma omp parallel
    {
      std::int64_t const parts = static_cast<std::int64_t>(omp_get_num_threads()) * Runs;
      std::int64_t const lines = bytes / line, run = lines / parts;
      std::int64_t const first = omp_get_thread_num() * Runs * run;
      for (std::int64_t i = 0; i < run; ++i)
        for (int k = 0; k < Runs; ++k) stream_line(to, from, first + k * run + i);
#pragma omp for schedule(static)
      for (std::int64_t i = parts * run; i < lines; ++i) stream_line(to, from, i);
      _mm_sfence();
    }
#endif
  }

#if defined(__x86_64__) && !defined(__CUDACC__)
private:
  static void stream_line(void* to, void const* from, std::int64_t number) {
    auto* const t = static_cast<char*>(to) + number * line;
    auto const* const f = static_cast<char const*>(from) + number * line;
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(t), _mm512_load_si512(f));
#else
    for (int part = 0; part < line; part += 16)
      _mm_stream_si128(reinterpret_cast<__m128i*>(t + part),
                       _mm_load_si128(reinterpret_cast<__m128i const*>(f + part)));
#endif
  }
#endif
};

/// A copy on a device: every thread moves `Packs` packs of 16 bytes, neighbours side by side.
template <int Packs>
struct DeviceCopy {
  struct alignas(16) Pack {
    std::uint64_t v[2];
  };
  Pack* to;
  Pack const* from;
  std::int64_t threads;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    Pack values[Packs];
    for (int p = 0; p < Packs; ++p) values[p] = from[i + p * threads];
    for (int p = 0; p < Packs; ++p) to[i + p * threads] = values[p];
  }

  template <class Exec>
  static void run(Exec const& exec, void* to, void const* from, std::int64_t bytes) {
    std::int64_t const threads = bytes / 16 / Packs;
    Kokkos::parallel_for("perf::copy",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, threads),
                         DeviceCopy{static_cast<Pack*>(to), static_cast<Pack const*>(from), threads});
  }
};

} // namespace tessera::perf
