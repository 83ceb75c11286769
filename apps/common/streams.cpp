// SPDX-License-Identifier: Apache-2.0
#include "streams.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace tessera::app {

namespace {

int first_error = 0; // of stdout
bool is_silent = false;

} // namespace

void secure_standard_streams() {
  // The lowest number that is free is taken. Opened for reading: what is written there fails, as it should.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) < 0) ::open("/", O_RDONLY);
  std::signal(SIGPIPE, SIG_IGN);
}

void silence() noexcept { is_silent = true; }

void say(std::string_view text) noexcept {
  if (!is_silent) cry(text);
}

void cry(std::string_view text) noexcept {
  [[maybe_unused]] auto const written = std::fwrite(text.data(), 1, text.size(), stderr);
}

void print(std::string_view text) noexcept {
  if (is_silent) return;
  errno = 0;
  bool const done =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!done && first_error == 0) first_error = errno != 0 ? errno : EIO;
}

std::string printing_failure() { return first_error == 0 ? std::string() : std::strerror(first_error); }

} // namespace tessera::app
