// SPDX-License-Identifier: Apache-2.0
#include <tessera/distributed/mpi/check.hpp>
#include <tessera/distributed/mpi/ranks.hpp>
#include <tessera/distributed/mpi/session.hpp>

#include <cstdio>

namespace tessera {

MpiSession::MpiSession(int& argc, char**& argv) {
  int initialised = 0;
  MPI_Initialized(&initialised);
  finalises_ = initialised == 0;
  if (!finalises_) return;
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  if (level < MPI_THREAD_FUNNELED) {
    MPI_Finalize();
    throw RunFailure("this MPI allows no threads beside the one that calls it (take an MPI that offers "
                     "MPI_THREAD_FUNNELED)");
  }
}

MpiSession::~MpiSession() {
  if (!detail::mpi_runs()) return;
  if (std::uncaught_exceptions() > exceptions_)
    detail::end_job(MPI_COMM_WORLD, "an exception ends this rank, and with it the job");
  if (finalises_) MPI_Finalize();
}

int MpiSession::report(std::exception const& failed) {
  if (dynamic_cast<AgreedFailure const*>(&failed) == nullptr) detail::end_job(MPI_COMM_WORLD, failed.what());
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) std::fprintf(stderr, "%s\n", failed.what());
  return dynamic_cast<InvalidInput const*>(&failed) != nullptr ? 2 : 1;
}

} // namespace tessera
