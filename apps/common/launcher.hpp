// SPDX-License-Identifier: Apache-2.0
// What a launcher such as mpirun tells a rank in its environment, before MPI is initialised.
#pragma once

#include <cstdlib>
#include <initializer_list>

namespace tessera::app {

/// The number in the first of these variables that is set; `otherwise` where none is.
inline int launcher_number(std::initializer_list<char const*> names, int otherwise) {
  for (char const* name : names)
    if (char const* text = std::getenv(name)) return std::atoi(text);
  return otherwise;
}

/// This rank's number; 0 where no launcher says one.
inline int launched_rank() {
  return launcher_number({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}, 0);
}

/// How many ranks share this machine; 1 where no launcher says it.
inline int ranks_of_this_machine() {
  int const ranks = launcher_number({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}, 1);
  return ranks > 0 ? ranks : 1;
}

} // namespace tessera::app
