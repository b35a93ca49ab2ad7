// A thread that is joined when it goes out of scope.
#pragma once

#include <thread>

namespace proofplay {

// Like std::jthread, which libc++ before LLVM 20 provides only as an experimental feature.
class JoiningThread : public std::thread {
 public:
  using std::thread::thread;
  JoiningThread(JoiningThread&&) noexcept = default;
  ~JoiningThread() {
    if (joinable()) join();
  }
};

}  // namespace proofplay
