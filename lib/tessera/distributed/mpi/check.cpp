// SPDX-License-Identifier: Apache-2.0
#include <tessera/distributed/mpi/check.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace tessera::detail {

void end_job(MPI_Comm communicator, std::string const& words) {
  int rank = -1;
  MPI_Comm_rank(communicator, &rank);
  std::fprintf(stderr, "rank %d: %s\n", rank, words.c_str());
  std::fflush(stderr);
  // The line travels through the launcher, and MPICH's may end the job before it has passed the line on.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  MPI_Abort(communicator, 1);
  std::abort(); // MPI_Abort does not return
}

std::string mpi_words(int code) {
  char words[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, words, &length);
  return std::string(words, static_cast<std::size_t>(length));
}

void check_mpi(MPI_Comm communicator, int code, char const* call) {
  if (code != MPI_SUCCESS) end_job(communicator, std::string(call) + ": " + mpi_words(code));
}

bool mpi_runs() {
  int initialised = 0, finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  return initialised != 0 && finalised == 0;
}

} // namespace tessera::detail
