// SPDX-License-Identifier: Apache-2.0
// Lets fibers yield to each other where a kernel waits for another team. One source of a program includes it.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include "support/fibers.hpp"

/// What std::this_thread::yield() calls: a kernel that looks for another team's values yields in between.
extern "C" int sched_yield() noexcept {
  if (!tessera::test::Fibers::yielded()) syscall(SYS_sched_yield);
  return 0;
}
