// SPDX-License-Identifier: Apache-2.0
// Macros for what compilers, and the passes of one compiler, spell differently.
#pragma once

/// Whether this pass compiles code that a device runs.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__)
#define TESSERA_DEVICE_CODE 1
#else
#define TESSERA_DEVICE_CODE 0
#endif

/// Whether the code can name a host core's vector registers. nvcc's pass over host code knows none of their
/// instructions.
#if defined(__AVX2__) && !defined(__CUDACC__)
#define TESSERA_HOST_VECTORS 1
#else
#define TESSERA_HOST_VECTORS 0
#endif

/// Stands before a template that is host and device code and calls a body that may be code of a host alone.
/// nvcc would warn at each such call, in whatever a user compiles.
#if defined(__CUDACC__) && !defined(__clang__)
#define TESSERA_CALLS_ANY_BODY _Pragma("nv_exec_check_disable")
#else
#define TESSERA_CALLS_ANY_BODY
#endif

/// Unrolls the next loop fully, so that the arrays that it indexes can live in registers. nvcc's pass over
/// host code knows neither spelling; builds that inline nothing by force unroll nothing.
#if defined(__CUDA_ARCH__) || (defined(__clang__) && !defined(__CUDACC__))
#define TESSERA_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__) || defined(TESSERA_NO_FORCED_INLINING)
#define TESSERA_UNROLL
#else
#define TESSERA_UNROLL _Pragma("GCC unroll 64")
#endif

/// Keeps the next loop from being unrolled: it seldom runs, or indexes arrays that lie in memory anyway.
#if defined(__CUDA_ARCH__)
#define TESSERA_NO_UNROLL _Pragma("unroll 1")
#else
#define TESSERA_NO_UNROLL
#endif

/// A function for few nodes. On a host it is called rather than inlined, since its many copies would cost
/// compile time and code cache. On a device it is inlined, since it may index arrays that live in registers.
#if defined(__CUDA_ARCH__)
#define TESSERA_COLD KOKKOS_FORCEINLINE_FUNCTION
#else
#define TESSERA_COLD __attribute__((noinline)) KOKKOS_FUNCTION
#endif

/// A function that is called rather than inlined on a device, too. It is for code that occurs in many places
/// of one kernel and that few threads reach. Since a call takes registers from the code around it, it costs
/// more than it saves anywhere else (docs/performance/compile-time.md).
#define TESSERA_NOINLINE __attribute__((noinline)) KOKKOS_FUNCTION

/// Inlines all that the next function calls, so that a loop over a row becomes vector instructions. Builds
/// with bounds checks are not about speed, and there the inlined copies would take half of the compile time.
#if defined(TESSERA_BOUNDS_CHECK) || defined(TESSERA_NO_FORCED_INLINING)
#define TESSERA_FLATTEN
#else
#define TESSERA_FLATTEN [[gnu::flatten]]
#endif

/// Inlines the next function, or the lambda expression whose parameters stand before it. In builds with
/// TESSERA_NO_FORCED_INLINING, which are for tests alone, nothing is inlined by force: inlined copies take up
/// to half of the time to compile.
#if defined(TESSERA_NO_FORCED_INLINING)
#include <Kokkos_Macros.hpp>
#undef KOKKOS_FORCEINLINE_FUNCTION
#define KOKKOS_FORCEINLINE_FUNCTION KOKKOS_INLINE_FUNCTION
#define TESSERA_ALWAYS_INLINE
#else
#define TESSERA_ALWAYS_INLINE __attribute__((always_inline))
#endif
