// SPDX-License-Identifier: Apache-2.0
#include "signals.hpp"

#include <csignal>

namespace tessera::app {

namespace {

// Signal handlers can reach nothing but globals.
volatile std::sig_atomic_t received = 0;

void note(int signal) { received = signal; }

void install(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  // Back to the default after the first, and no interrupted system calls in between.
  action.sa_flags = handler == SIG_DFL ? 0 : static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

} // namespace

StopRequest::StopRequest() {
  received = 0;
  install(note);
}

StopRequest::~StopRequest() { install(SIG_DFL); }

int StopRequest::signal() { return received; }

char const* signal_name(int signal) { return signal == SIGINT ? "SIGINT" : "SIGTERM"; }

} // namespace tessera::app
