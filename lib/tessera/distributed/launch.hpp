// SPDX-License-Identifier: Apache-2.0
// launched_ranks(): with how many ranks a launcher such as mpirun started this program.
#pragma once

#include <cstdlib>
#include <initializer_list>

namespace tessera {

/// The number of ranks that a launcher says it has started, from the environment; 1 without a launcher. It
/// does not touch MPI, so a program can ask before it initialises MPI, and one that was built without MPI can
/// say that its copies would each do the whole work.
inline int launched_ranks() {
  // Open MPI and its kin; MPICH and its kin; a step of Slurm's srun.
  for (char const* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (char const* text = std::getenv(name)) {
      int const ranks = std::atoi(text);
      if (ranks > 0) return ranks;
    }
  return 1;
}

} // namespace tessera
