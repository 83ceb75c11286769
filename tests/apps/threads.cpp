// SPDX-License-Identifier: Apache-2.0
// On how many threads the programs start where the user says nothing, and that they do what the user says.
#include <gtest/gtest.h>
#include <optional>
#include <sched.h>

#include "any_program.hpp"

namespace tessera::test {
namespace {

/// By which the user says how many threads start. Kokkos' own know nothing of OpenMP's variable.
#ifdef KOKKOS_ENABLE_OPENMP
constexpr char const* variable = "OMP_NUM_THREADS";
#else
constexpr char const* variable = "KOKKOS_NUM_THREADS";
#endif

/// The threads of a run, as its summary says; as its record does where the program prints a table. Tests run
/// with OMP_NUM_THREADS=2: here the variable has another value for a while, or none.
int threads_of(std::string const& program, std::string const& line,
               std::optional<std::string> const& environment = std::nullopt) {
  if (environment)
    setenv(variable, environment->c_str(), 1);
  else
    unsetenv("OMP_NUM_THREADS");
  Folder const folder;
  auto const table = program == "derivative";
  auto const outcome = run_program(std::string(TESSERA_PROGRAMS) + "/tessera-" + program, folder,
                                   words(line + (table ? " --quiet --json -" : "")));
  unsetenv(variable);
  setenv("OMP_NUM_THREADS", "2", 1);
  EXPECT_EQ(outcome.code, 0) << program << ' ' << line << '\n' << outcome.err;
  if (table) return outcome.code == 0 ? outcome.json()["threads"].get<int>() : 0;
  auto const end = outcome.out.find(" thread"), start = outcome.out.rfind(' ', end - 1);
  if (end == std::string::npos) return 0; // a GPU's run
  return std::stoi(outcome.out.substr(start + 1, end - start - 1));
}

bool on_several_cores() {
  return programs_have_threads() &&
         threads_of("heat", "--initial sine --steps 2 --dt 1e-4 --scheme direct") > 0;
}

/// The cores that this process may use.
int cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

struct Small {
  std::string program, line;
};

std::vector<Small> small_runs() {
  std::vector<Small> runs{{"heat", "--initial sine --nodes 33,33 --steps 2 --dt 1e-4 --scheme direct"},
                          {"heat", "--initial sine --nodes 12,12,12 --steps 2 --dt 1e-4 --scheme direct"},
                          {"wave", "--initial standing --nodes 33,33 --steps 2 --dt 1e-3 --scheme direct"},
                          {"maxwell", "--initial standing --nodes 33,33 --steps 2 --dt 1e-3 --scheme direct"},
                          {"derivative", "--nodes 33,33 --steps 1"}};
#ifdef TESSERA_HAS_SOLVERS
  runs.push_back({"poisson", "--nodes 33,33 --rhs 1"});
  runs.push_back({"flow", "--config " TESSERA_EXAMPLES "/cavity.toml --nodes 33,33 --steps 2 --dt 1e-4"});
#endif
  return runs;
}

} // namespace

TEST(Threads, ASmallGridTakesOneUnlessTheUserSaysMore) {
  if (!on_several_cores()) GTEST_SKIP() << "no backend of threads on the host";
  for (auto const& [program, line] : small_runs()) {
    EXPECT_EQ(threads_of(program, line), 1) << program << ' ' << line;
    EXPECT_EQ(threads_of(program, line + " --threads 2"), 2) << program << ' ' << line;
    EXPECT_EQ(threads_of(program, line, "2"), 2) << program << ' ' << line;
  }
}

TEST(Threads, ALargeGridTakesAllCores) {
  if (!on_several_cores()) GTEST_SKIP() << "no backend of threads on the host";
  auto const nodes = std::to_string(2048 * cores());
  EXPECT_EQ(threads_of("heat", "--initial sine --nodes " + nodes + " --steps 2 --dt 1e-12 --scheme direct"),
            cores());
  EXPECT_EQ(threads_of("derivative", "--nodes " + nodes + " --steps 1"), cores());
}

} // namespace tessera::test
