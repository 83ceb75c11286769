// SPDX-License-Identifier: Apache-2.0
// What compilers and their passes call the same thing differently.
#pragma once

/// Whether this pass compiles code that a device runs.
#if defined(__CUDA_ARCH__)
#define TESSERA_DEVICE_CODE 1
#else
#define TESSERA_DEVICE_CODE 0
#endif

/// Whether a host core's vector registers can be named. nvcc's pass over host code knows none of their instructions.
#if defined(__AVX2__) && !defined(__CUDACC__)
#define TESSERA_HOST_VECTORS 1
#else
#define TESSERA_HOST_VECTORS 0
#endif

/// Unrolls the next loop fully, so that the arrays it indexes can live in registers. nvcc's pass over host code knows
/// neither spelling.
#if defined(__CUDA_ARCH__) || (defined(__clang__) && !defined(__CUDACC__))
#define TESSERA_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define TESSERA_UNROLL
#else
#define TESSERA_UNROLL _Pragma("GCC unroll 64")
#endif

/// Keeps the next loop as it is: it is seldom run, or indexes arrays that lie in memory anyway.
#if defined(__CUDA_ARCH__)
#define TESSERA_NO_UNROLL _Pragma("unroll 1")
#else
#define TESSERA_NO_UNROLL
#endif

/// A function for few nodes: called, not inlined, on a host, where its many copies would cost compile time and code
/// cache; inlined on a device, where it may index arrays that live in registers.
#if defined(__CUDA_ARCH__)
#define TESSERA_COLD KOKKOS_FORCEINLINE_FUNCTION
#else
#define TESSERA_COLD __attribute__((noinline)) KOKKOS_FUNCTION
#endif

/// A function that a device calls too: wanted in many places of one kernel, of which few threads come by. A call takes
/// registers of the code around it: elsewhere it costs more than it saves (docs/performance/compile-time.md).
#define TESSERA_NOINLINE __attribute__((noinline)) KOKKOS_FUNCTION

/// Inlines all that the next function calls, so that a loop over a row becomes vector instructions. Builds with bounds
/// checks are not about speed: there the copies would take half of the compile time.
#if defined(TESSERA_BOUNDS_CHECK)
#define TESSERA_FLATTEN
#else
#define TESSERA_FLATTEN [[gnu::flatten]]
#endif
