#include "jit/code/embedded_code.h"

#include <cstring>

#include "base/bits.h"
#include "bytecode/self_hosted.h"
#include "bytecode/verifier.h"
#include "objects/functions/function.h"

// Defined by embedded_code.S where a program links it: how many rows there are, then for each where its
// CompiledCode begins (0: it has none), from here on; then those.
extern "C" __attribute__((weak)) const uint32_t halfword_embedded_code[];
extern "C" __attribute__((weak)) const uint32_t halfword_embedded_code_end[];

namespace halfword::jit {

const CompiledCode* EmbeddedCode(uint32_t number) {
  if (+halfword_embedded_code == nullptr || number > halfword_embedded_code[0]) return nullptr;
  uint32_t offset = halfword_embedded_code[number];
  if (offset == 0) return nullptr;
  return reinterpret_cast<const CompiledCode*>(reinterpret_cast<const uint8_t*>(halfword_embedded_code) +
                                               offset);
}

bool IsEmbedded(const CompiledCode* code) {
  const void* at = code;
  return at >= +halfword_embedded_code && at < +halfword_embedded_code_end;
}

std::vector<uint8_t> MakeEmbeddedCode(Isolate& isolate) {
  auto* infos = isolate.self_hosted_.get().As<ValueArray>();
  std::vector<CodeBytes> all;
  for (uint32_t i = 0; i < kSelfHostedCount; i++) {
    Code* code = infos->get(i).As<FunctionInfo>()->code_.GetNonNull();
    CHECK(code->entry_index_ == i + 1 && VerifyCode(*code).empty());
    all.push_back(Compile(code, {}, Boundaries::kLoops));
  }
  std::vector<uint32_t> rows = {kSelfHostedCount};
  size_t end = RoundUp((1 + all.size()) * sizeof(uint32_t), CompiledCode::kAlignment);
  for (const CodeBytes& code : all) {
    rows.push_back(code.empty() ? 0 : static_cast<uint32_t>(end));
    end += RoundUp(code.size(), CompiledCode::kAlignment);
  }
  std::vector<uint8_t> bytes(end);
  std::memcpy(bytes.data(), rows.data(), rows.size() * sizeof(uint32_t));
  for (size_t i = 0; i < all.size(); i++) {
    if (rows[i + 1] != 0) std::memcpy(&bytes[rows[i + 1]], all[i].data(), all[i].size());
  }
  return bytes;
}

}  // namespace halfword::jit
