// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tessera::app {

/// While it lives, signals that ask a program to stop are answered: SIGINT, SIGTERM, SIGHUP (the terminal is
/// gone), and SIGUSR1, SIGUSR2 and SIGXCPU, by which batch systems say that the time is nearly over. One that
/// was ignored when the program began (nohup) stays ignored.
class StopRequest {
public:
  /// At first such a signal ends the process at once, with exit code 1 and one line: nothing is there yet to
  /// be saved.
  explicit StopRequest(std::string program);
  ~StopRequest();
  StopRequest(StopRequest const&) = delete;
  StopRequest& operator=(StopRequest const&) = delete;

  /// From now on a signal only leaves a note, so that the run can look and end in good order; `false` undoes
  /// that. A second SIGINT or SIGTERM ends the process at once. The others may come several times.
  static void only_note(bool note = true);
  /// From now on a signal that ends the process does so without a word: a launcher sends one to all ranks
  /// when one of them has failed, and that one has said why.
  static void say_nothing();
  /// 0, or the number of the first signal that was noted.
  static int signal();
};

/// "SIGTERM"
char const* signal_name(int signal);

} // namespace tessera::app
