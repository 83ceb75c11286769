// SPDX-License-Identifier: Apache-2.0
// What happens where a call of MPI fails: one line, and the end of the job.
#pragma once

#include <mpi.h>
#include <string>

namespace tessera::detail {

/// Writes one line, "rank 3: words", to stderr and ends the job. Other ranks may wait for this one, so an
/// exception here would leave them waiting.
[[noreturn]] void end_job(MPI_Comm communicator, std::string const& words);

/// Ends the job unless `code` is MPI_SUCCESS; `call` names the call.
void check_mpi(MPI_Comm communicator, int code, char const* call);

/// MPI's words for an error code.
std::string mpi_words(int code);

/// Whether MPI can be called: it is initialised and not finalised.
bool mpi_runs();

} // namespace tessera::detail
