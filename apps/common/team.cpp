// SPDX-License-Identifier: Apache-2.0
#include "team.hpp"

#include <tessera/distributed/launch.hpp>

#ifdef TESSERA_APPS_SHARE
#include "mpi_team.hpp"
#endif

#include "launcher.hpp"
#include "signals.hpp"
#include "streams.hpp"

namespace tessera::app {

namespace {

std::unique_ptr<Team const> launched;

} // namespace

Team const& team() {
  static Team const alone;
  return launched ? *launched : alone;
}

TeamSession::TeamSession() {
  int const ranks = launched_ranks();
  if (ranks == 1) return; // MPI is not even initialised
#ifdef TESSERA_APPS_SHARE
  // Where one rank fails, the launcher stops the others by SIGTERM, perhaps before MPI_Init has returned
  // there.
  StopRequest::say_nothing();
  auto all = std::make_unique<MpiTeam>();
  if (all->count() != ranks)
    throw InvalidInput(detail::text("the launcher started ", ranks, " ranks, and MPI knows of ", all->count(),
                                    " (start them with the mpirun of the MPI that Tessera was built with)"));
  launched = std::move(all);
  if (!team().first()) silence();
#else
  // Ranks that are silent succeed: a launcher ends the others as soon as one has failed, and rank 0 has
  // something to say.
  leaves_ = launched_rank() != 0;
  if (!leaves_)
    throw InvalidInput(detail::text("started as ", ranks,
                                    " ranks, but this program was built without MPI: each would make the "
                                    "whole run, and write the same files (build it with -D TESSERA_MPI=ON, "
                                    "or start one, without mpirun)"));
#endif
}

TeamSession::~TeamSession() { launched.reset(); }

#ifdef TESSERA_APPS_SHARE

MpiTeam::MpiTeam() : session_(no_arguments_, no_words_), ranks_() {}

void MpiTeam::abort(int code) const { MPI_Abort(MPI_COMM_WORLD, code); }

#endif

} // namespace tessera::app
