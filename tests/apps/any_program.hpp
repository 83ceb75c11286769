// SPDX-License-Identifier: Apache-2.0
// Runs a program as a user does.
#pragma once

#include <tessera/io/hdf5.hpp>

#include <Kokkos_Core.hpp>

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "../io/folder.hpp"

namespace tessera::test {

struct Outcome {
  std::string program; ///< its name
  int code = -1;
  std::string out, err;
  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline std::vector<std::string> words(std::string const& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Waits until the file is there; false after 20 seconds.
inline bool appears(std::filesystem::path const& path) {
  for (int i = 0; i < 2000; ++i) {
    if (std::filesystem::exists(path)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Whether programs take more than one thread.
inline bool programs_have_threads() {
  return std::string(Kokkos::DefaultHostExecutionSpace::name()) != "Serial";
}

/// Runs the program in `folder` and waits. `meanwhile` gets its process id; `prepare` is called in its
/// process before it begins.
inline Outcome run_program(std::string const& program, Folder const& folder,
                           std::vector<std::string> arguments,
                           std::function<void(pid_t)> const& meanwhile = {},
                           std::function<void()> const& prepare = {}) {
  // Beside the run's folder, not in it: that one may be a full disk.
  Folder const logs;
  auto const out = logs / "stdout", err = logs / "stderr";
  arguments.insert(arguments.begin(), program);
  if (!programs_have_threads()) // they refuse two
    for (auto at = arguments.begin() + 1; at + 1 < arguments.end(); ++at)
      if (*at == "--threads" && at[1] == "2") at[1] = "1";
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  auto const child = fork();
  if (child == 0) {
    dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    // As tessera_threads_of_tests of cmake/TesseraTargets.cmake says, whoever starts the test.
    unsetenv("GOMP_SPINCOUNT"); // which would win
    setenv("OMP_WAIT_POLICY", "passive", 0);
    // A shell that runs the tests in the background has some ignored.
    for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU, SIGPIPE})
      std::signal(signal, SIG_DFL);
    if (prepare) prepare();
    if (chdir((folder / "").c_str()) == 0) execv(argv[0], argv.data());
    _exit(127);
  }
  if (meanwhile) meanwhile(child);
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  outcome.program = std::filesystem::path(program).filename();
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  outcome.out = content(out);
  outcome.err = content(err);
  return outcome;
}

/// One line of error on stderr with these texts, advice in parentheses at its end, nothing on stdout.
inline void expect_error(Outcome const& outcome, int code, std::vector<std::string> const& texts) {
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with(outcome.program + ": error: ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_TRUE(outcome.err.ends_with(")\n")) << outcome.err;
  for (auto const& text : texts) EXPECT_SAYS(outcome.err, text);
}

/// The schemes that a program offers.
inline std::vector<std::string> schemes_of(std::string const& program) {
  Folder const folder;
  std::istringstream lines(run_program(program, folder, {"--schemes"}).out);
  std::vector<std::string> schemes;
  for (std::string line; std::getline(lines, line);) schemes.push_back(line);
  EXPECT_GE(schemes.size(), 2u) << program;
  return schemes;
}

/// The checksum in the summary of a run that has to succeed. A record would measure the copy rate, which
/// takes longer than a small run.
inline std::string checksum_of(Outcome const& outcome, std::string const& line) {
  EXPECT_EQ(outcome.code, 0) << line << '\n' << outcome.err;
  auto const at = outcome.out.find("checksum ");
  return at == std::string::npos ? outcome.err : outcome.out.substr(at + 9, 16);
}

/// A program to run.
struct Program {
  std::string path;

  Outcome operator()(Folder const& folder, std::vector<std::string> arguments,
                     std::function<void(pid_t)> const& meanwhile = {},
                     std::function<void()> const& prepare = {}) const {
    return run_program(path, folder, std::move(arguments), meanwhile, prepare);
  }
  Outcome operator()(Folder const& folder, std::string const& line) const {
    return (*this)(folder, words(line));
  }
};

template <class T>
void write_dataset(std::filesystem::path const& path, std::string const& name, io::Shape const& shape,
                   std::vector<T> const& values) {
  io::Hdf5Writer file(path, 0);
  file.dataset(name, shape, std::span<const T>(values));
  file.commit();
}

} // namespace tessera::test
