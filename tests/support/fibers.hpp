// SPDX-License-Identifier: Apache-2.0
// Fibers: functions that take turns in one thread and yield where they wait for each other. Hundreds of them
// synchronise at the cost of function calls; as many threads on a few cores would need the scheduler at every
// barrier.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "support/random.hpp"

namespace tessera::test {

/// A place where a function goes on, which has a stack of its own.
class Place {
public:
  /// The function `enter`, which has not begun and must not return.
  void begin(char* stack, std::size_t bytes, void (*enter)()) {
    getcontext(&context_);
    context_.uc_stack.ss_sp = stack;
    context_.uc_stack.ss_size = bytes;
    context_.uc_link = nullptr;
    makecontext(&context_, enter, 0);
    begins_ = true;
  }

  /// Makes this the place where the caller goes on, and goes on at the other one.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
  // swapcontext() asks the system for the mask of signals, which takes ten times as long as the rest.
  void leave_for(Place& other) {
    if (__builtin_setjmp(registers_) == 0) other.go();
  }

private:
  [[noreturn, gnu::noinline]] void go() {
    if (std::exchange(begins_, false)) {
      setcontext(&context_);
      std::abort();
    }
    __builtin_longjmp(registers_, 1);
  }

  void* registers_[5];
#else
  void leave_for(Place& other) { swapcontext(&context_, &other.context_); }

private:
#endif
  ucontext_t context_;
  bool begins_ = false;
};

class Fibers {
public:
  /// Adds a function; it starts when finish() is called.
  void start(std::function<void()> body) { bodies_.push_back(std::move(body)); }

  /// Runs the functions until all have returned. A function that waits for something that none of them does
  /// waits for ever.
  void finish() { run(bodies_.size(), nullptr); }

  /// The same for groups of neighbours, so many each, which run in turns with each other. A group gets up to
  /// 64 turns before another does, in random order: it gets as far ahead of the others as it can without
  /// them.
  void finish_in_any_order(int together) {
    Random random(17);
    run(static_cast<std::size_t>(together), &random);
  }

  /// Called by one of the functions: runs the others before it continues.
  void yield() { running->place.leave_for(here_); }

  /// Whether the caller is one of some Fibers' functions; if so, it has yielded.
  static bool yielded() {
    if (running) running->crew->yield();
    return running;
  }

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
  void run(std::size_t together, Random* random) {
    while (fibers_.size() < bodies_.size()) fibers_.push_back(std::make_unique<Fiber>());
    for (std::size_t n = 0; n < bodies_.size(); ++n) fibers_[n]->begin(bodies_[n], *this);
    auto const turn_of = [&](std::size_t group) {
      bool any = false;
      for (std::size_t n = group * together; n < (group + 1) * together; ++n) any |= go_on(*fibers_[n]);
      return any;
    };
    std::vector<std::size_t> groups; // that have something to do
    for (std::size_t first = 0; first < bodies_.size(); first += together) groups.push_back(first / together);
    while (!groups.empty()) {
      auto const at = groups.begin() + (random ? random->below(std::ssize(groups)) : 0);
      bool any = true;
      for (auto turns = random ? random->below(64) : 0; any && turns >= 0; --turns) any = turn_of(*at);
      if (!any) groups.erase(at);
    }
    bodies_.clear();
  }

  struct Fiber {
    static constexpr std::size_t stack_bytes = std::size_t{256} << 10;
    Place place;
    std::unique_ptr<char[]> stack{new char[stack_bytes]}; // uninitialised: unused pages take no memory
    std::function<void()> const* body = nullptr;
    Fibers* crew = nullptr;
    bool runs = false;

    void begin(std::function<void()> const& function, Fibers& of) {
      body = &function;
      crew = &of;
      runs = true;
      place.begin(stack.get(), stack_bytes, &Fibers::enter);
    }
  };

  bool go_on(Fiber& fiber) {
    if (!fiber.runs) return false;
    running = &fiber;
    here_.leave_for(fiber.place);
    running = nullptr;
    return true;
  }
  static void enter() {
    (*running->body)();
    running->runs = false;
    running->crew->yield(); // for ever
  }

  static inline thread_local Fiber* running = nullptr;
  std::vector<std::function<void()>> bodies_;
  std::vector<std::unique_ptr<Fiber>> fibers_; // reused with their stacks
  Place here_;
};

} // namespace tessera::test
