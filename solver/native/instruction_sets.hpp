// The instruction sets that the vector kernels may use on this machine.
#pragma once

#include <cstdint>

namespace proofplay {

enum class InstructionSet : std::uint8_t { portable, avx2, avx512 };

// The widest one that kernels are compiled for.
inline InstructionSet widest_instruction_set() noexcept {
#ifdef PROOFPLAY_X86_64
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
    const bool is_wider = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return is_wider ? InstructionSet::avx512 : InstructionSet::avx2;
  }
#endif
  return InstructionSet::portable;
}

}  // namespace proofplay
