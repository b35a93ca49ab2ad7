// A thread that is joined when it goes out of scope.
#pragma once

#include <thread>

namespace proofplay {

// As std::jthread, which libc++ leaves out unless asked for it before LLVM 20.
class JoiningThread : public std::thread {
 public:
  using std::thread::thread;
  JoiningThread(JoiningThread&&) noexcept = default;
  ~JoiningThread() {
    if (joinable()) join();
  }
};

}  // namespace proofplay
