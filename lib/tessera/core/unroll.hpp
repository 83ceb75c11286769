// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Unrolls the next loop fully, so that the arrays it indexes can live in registers.
#if defined(__CUDA_ARCH__) || defined(__clang__)
#define TESSERA_UNROLL _Pragma("unroll")
#else
#define TESSERA_UNROLL _Pragma("GCC unroll 64")
#endif
