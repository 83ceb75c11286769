// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tessera::app {

/// While it lives, SIGINT and SIGTERM only leave a note; a second signal ends the process at once.
class StopRequest {
public:
  StopRequest();
  ~StopRequest();
  StopRequest(StopRequest const&) = delete;
  StopRequest& operator=(StopRequest const&) = delete;

  /// 0, or the number of the signal.
  static int signal();
};

/// "SIGTERM"
char const* signal_name(int signal);

} // namespace tessera::app
