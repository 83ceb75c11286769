// SPDX-License-Identifier: Apache-2.0
// What Kokkos' headers ask of OpenMP, for a clang that has no header of its own for it. Nothing is linked.
#pragma once

extern "C" {
int omp_get_level();
int omp_get_max_active_levels();
int omp_get_max_threads();
int omp_get_nested();
int omp_get_num_procs();
int omp_get_num_threads();
int omp_get_thread_num();
int omp_in_parallel();
void omp_set_max_active_levels(int);
void omp_set_nested(int);
void omp_set_num_threads(int);
}
