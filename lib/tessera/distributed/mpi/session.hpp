// SPDX-License-Identifier: Apache-2.0
// MpiSession: MPI for as long as a program needs it, and the program's end on all ranks where one fails.
#pragma once

#include <exception>
#include <type_traits>

namespace tessera {

/// Initialises MPI, for calls from the main thread, and finalises it when it is destroyed; if the application
/// has initialised MPI already, it does neither. It stands first in main():
///
///     tessera::MpiSession const mpi(argc, argv);
///     Kokkos::ScopeGuard const kokkos(argc, argv);
///     return mpi.run([&] { ... });
class MpiSession {
public:
  /// \throws RunFailure if this MPI does not allow threads beside the one that calls it
  MpiSession(int& argc, char**& argv);
  /// Where an exception leaves the scope, it ends the job instead (MPI_Abort): MPI_Finalize would wait for
  /// ranks that wait for this one.
  ~MpiSession();
  MpiSession(MpiSession const&) = delete;
  MpiSession& operator=(MpiSession const&) = delete;

  /// Runs work(), which returns the program's exit status or nothing, and returns that status. If it throws
  /// on this rank alone, one line says what, and the job ends: no other rank waits for ever. What all ranks
  /// throw (Ranks::agree) is said by rank 0, and all return 2 if it is an InvalidInput, else 1.
  template <class Work>
  int run(Work const& work) const {
    try {
      if constexpr (std::is_void_v<std::invoke_result_t<Work const&>>) {
        work();
        return 0;
      } else {
        return work();
      }
    } catch (std::exception const& failed) {
      return report(failed);
    }
  }

private:
  static int report(std::exception const& failed);

  bool finalises_;
  int exceptions_ = std::uncaught_exceptions();
};

} // namespace tessera
