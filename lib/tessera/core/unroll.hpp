// SPDX-License-Identifier: Apache-2.0
#pragma once

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
#define TESSERA_KEEP_LOOP _Pragma("unroll 1")
#else
#define TESSERA_KEEP_LOOP
#endif

/// A function for few nodes: called, not inlined. Its many copies would cost compile time and, of registers or code cache, those
/// that the other nodes need.
#define TESSERA_RARE __attribute__((noinline)) KOKKOS_FUNCTION
