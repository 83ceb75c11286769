// SPDX-License-Identifier: Apache-2.0
#include "signals.hpp"

#include <array>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace tessera::app {

namespace {

struct Asking {
  int number;
  char const* name;
  bool once; // back to the default after the first, so that a second one ends the process
};
// A terminal that goes away sends SIGHUP more than once, and SIGXCPU comes every second.
constexpr std::array<Asking, 6> asking{{{SIGINT, "SIGINT", true},
                                        {SIGTERM, "SIGTERM", true},
                                        {SIGHUP, "SIGHUP", false},
                                        {SIGUSR1, "SIGUSR1", false},
                                        {SIGUSR2, "SIGUSR2", false},
                                        {SIGXCPU, "SIGXCPU", false}}};

// Signal handlers can reach nothing but globals.
volatile std::sig_atomic_t received = 0, noting = 0, wordless = 0;
std::string program_name;
std::array<struct sigaction, asking.size()> before;

void write_error(char const* text) {
  [[maybe_unused]] auto const written = ::write(STDERR_FILENO, text, std::strlen(text));
}

void handle(int signal) {
  if (noting) {
    if (received == 0) received = signal;
    return;
  }
  if (!wordless) {
    write_error(program_name.c_str());
    write_error(": error: stopped by ");
    write_error(signal_name(signal));
    write_error(" before there were results to save (start it again)\n");
  }
  ::_exit(1);
}

} // namespace

StopRequest::StopRequest(std::string program) {
  program_name = std::move(program);
  received = 0;
  noting = 0;
  for (std::size_t i = 0; i < asking.size(); ++i) {
    sigaction(asking[i].number, nullptr, &before[i]);
    if (before[i].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART | (asking[i].once ? static_cast<int>(SA_RESETHAND) : 0);
    sigaction(asking[i].number, &action, nullptr);
  }
}

StopRequest::~StopRequest() {
  for (std::size_t i = 0; i < asking.size(); ++i) sigaction(asking[i].number, &before[i], nullptr);
}

void StopRequest::only_note(bool note) { noting = note; }
void StopRequest::say_nothing() { wordless = 1; }

int StopRequest::signal() { return received; }

char const* signal_name(int signal) {
  for (auto const& one : asking)
    if (one.number == signal) return one.name;
  return "a signal";
}

} // namespace tessera::app
