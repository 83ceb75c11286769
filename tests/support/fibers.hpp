// SPDX-License-Identifier: Apache-2.0
// Fibers: functions that take turns in one thread and yield where they wait for each other. Hundreds of them
// synchronise at the cost of function calls; as many threads on a few cores would need the scheduler at every
// barrier.
#pragma once

#include <functional>
#include <memory>
#include <ucontext.h>
#include <utility>
#include <vector>

namespace tessera::test {

class Fibers {
public:
  /// Adds a function; it starts when finish() is called.
  void start(std::function<void()> body) { bodies_.push_back(std::move(body)); }

  /// Runs the functions until all have returned. A function that waits for something that none of them does
  /// waits for ever.
  void finish() {
    while (fibers_.size() < bodies_.size()) fibers_.push_back(std::make_unique<Fiber>());
    for (std::size_t n = 0; n < bodies_.size(); ++n) fibers_[n]->begin(bodies_[n], here_);
    for (bool any = true; any;) {
      any = false;
      for (std::size_t n = 0; n < bodies_.size(); ++n) any |= go_on(*fibers_[n]);
    }
    bodies_.clear();
  }

  /// Called by one of the functions: runs the others before it continues.
  void yield() { swapcontext(&running->context, &here_); }

  /// A reusable barrier for `count` of the functions.
  class Barrier {
  public:
    Barrier(Fibers& fibers, int count) : fibers_(fibers), count_(count) {}
    void arrive_and_wait() {
      int const meeting = meeting_;
      if (++arrived_ == count_) {
        arrived_ = 0;
        ++meeting_;
      }
      while (meeting_ == meeting) fibers_.yield();
    }

  private:
    Fibers& fibers_;
    int count_, arrived_ = 0, meeting_ = 0;
  };

private:
  struct Fiber {
    static constexpr std::size_t stack_bytes = std::size_t{256} << 10;
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[stack_bytes]}; // uninitialised: unused pages take no memory
    std::function<void()> const* body = nullptr;
    bool runs = false;

    void begin(std::function<void()> const& function, ucontext_t& then) {
      body = &function;
      runs = true;
      getcontext(&context);
      context.uc_stack.ss_sp = stack.get();
      context.uc_stack.ss_size = stack_bytes;
      context.uc_link = &then;
      makecontext(&context, &Fibers::enter, 0);
    }
  };

  bool go_on(Fiber& fiber) {
    if (!fiber.runs) return false;
    running = &fiber;
    swapcontext(&here_, &fiber.context);
    return true;
  }
  static void enter() {
    Fiber& fiber = *running;
    (*fiber.body)();
    fiber.runs = false;
  }

  static inline thread_local Fiber* running = nullptr;
  std::vector<std::function<void()>> bodies_;
  std::vector<std::unique_ptr<Fiber>> fibers_; // reused with their stacks
  ucontext_t here_;
};

} // namespace tessera::test
