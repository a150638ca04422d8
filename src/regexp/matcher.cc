// The backtracking matcher: one function per instruction, each ending in a tail call of the next
// instruction's function, so program counter, position, stack pointer and the rest live in registers
// throughout. Fast paths call nothing. What the instructions do is in ops.inc.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/packed_tables.h"
#include "regexp/matching.h"
#include "unicode/case_mapping.h"

namespace halfword::regexp {

namespace {

constexpr uint64_t kLocalEntries = 256;  // of the backtrack stack, before it moves to the C heap
constexpr uint64_t kLocalRegisters = 64;

#define DISPATCH() \
  HW_TAIL reinterpret_cast<InstructionFunction<Char>>(const_cast<void*>(table[*pc]))(HW_REGEXP_PASS)

#define RETURN(result)                            \
  do {                                            \
    st->steps = steps;                            \
    return static_cast<int>(MatchResult::result); \
  } while (0)

// ---- Rare events ----

HW_COLD bool PollBudget(MatchState* st) {
  Budget& budget = *st->budget;
  uint64_t interval = budget.poll_interval;
  budget.steps += interval + static_cast<uint64_t>(-(st->steps + 1));
  st->steps = static_cast<int64_t>(interval) - 1;
  return budget.poll == nullptr || budget.poll(budget.data);
}

HW_COLD uint64_t* GrowStack(MatchState* st, uint64_t* sp) {
  uint64_t used = static_cast<uint64_t>(sp - st->stack);
  uint64_t capacity = static_cast<uint64_t>(st->limit - st->stack) + kStackSlack;
  uint64_t wanted = capacity * 2 > used + st->need ? capacity * 2 : used + st->need + capacity;
  // Lookarounds keep places in the stack as an int32_t (OpLookStart).
  uint64_t most = std::min<uint64_t>(st->budget->max_stack_bytes / sizeof(uint64_t), INT32_MAX);
  if (wanted > most) wanted = most;
  if (wanted < used + st->need + kStackSlack) return nullptr;
  Budget& budget = *st->budget;
  if (budget.may_take != nullptr && !budget.may_take(budget.data, wanted * sizeof(uint64_t))) return nullptr;
  bool is_in_frame = st->block.data() == nullptr;
  if (!st->block.Resize(wanted * sizeof(uint64_t))) return nullptr;
  auto* bigger = static_cast<uint64_t*>(st->block.data());
  if (is_in_frame) std::memcpy(bigger, st->stack, used * sizeof(uint64_t));
  st->stack = bigger;
  st->limit = bigger + wanted - kStackSlack;
  st->need = kStackSlack;
  return bigger + used;
}

// Goes on at pc after asking the host. (Not inlined, as Grow: their calls would give every handler a frame.)
template <typename Char>
HW_NOINLINE HW_REGEXP_CALL int Poll(HW_REGEXP_ARGS(Char)) {
  st->steps = steps;
  bool goes_on = PollBudget(st);
  steps = st->steps;
  if (!goes_on) RETURN(kInterrupted);
  // Here only: what polls within an instruction goes on by the table that it came with.
  Budget& budget = *st->budget;
  if (budget.machine_code != nullptr) st->machine_code = budget.machine_code(budget.data, st->machine_code);
  const Interpreter<Char>& interpreter = InterpreterOf<Char>(st);
  table = TableOf<Char>(st->machine_code != nullptr ? interpreter.go_on_compiled : interpreter.functions);
  DISPATCH();
}

// Executes the instruction at pc again with a bigger stack.
template <typename Char>
HW_NOINLINE HW_REGEXP_CALL int Grow(HW_REGEXP_ARGS(Char)) {
  sp = GrowStack(st, sp);
  if (sp == nullptr) RETURN(kOutOfMemory);
  DISPATCH();
}

// Compares by Canonicalize. Case folding keeps the length in code units of every pair, so
// both sides advance alike.
template <typename Char>
HW_NOINLINE bool EqualIgnoringCase(const Char* a, const Char* b, uint64_t n, bool is_unicode) {
  for (uint64_t k = 0; k < n;) {
    if (is_unicode) {
      uint64_t ka = k, kb = k;
      uint32_t ca = ReadForward(a, ka, n), cb = ReadForward(b, kb, n);
      if (ka != kb || unicode::CanonicalizeUnicode(ca) != unicode::CanonicalizeUnicode(cb)) return false;
      k = ka;
    } else {
      char16_t ca = a[k], cb = b[k];
      if (ca != cb && unicode::CanonicalizeLegacy(ca) != unicode::CanonicalizeLegacy(cb)) return false;
      k++;
    }
  }
  return true;
}

template <typename Char, LoopKind kind>
HW_COLD uint64_t ScanLong(const uint8_t* cls, Excluded excluded, const Char* s, uint64_t from, uint64_t end,
                          MatchState* st) {
  for (;;) {
    uint64_t stop = end - from > kScanChunk ? from + kScanChunk : end;
    from = Scan<Char, kind>(cls, excluded, s, from, stop);
    if (from < stop || from == end) return from;
    st->steps = -1;
    if (!PollBudget(st)) return kStopped;
  }
}

// ---- The words of ops.inc ----

#define TEXT_FUNCTION(name) HW_REGEXP_CALL int name(HW_REGEXP_ARGS(Char))
#define OP(name)                         \
  template <typename Char, int kVariant> \
  TEXT_FUNCTION(name)
#define ARG_AT(n) (WORD(n) >> 8)
#define ARG() ARG_AT(0)
#define ARG_LOW() (ARG() & 0xFF)
#define ARG_HIGH() (ARG() >> 8)
#define WORD(n) Load32(TEXT(n))
#define LOW(n) (WORD(n) & 0xFFFF)
#define HIGH(n) (WORD(n) >> 16)
#define TEXT(n) (pc + 4 * (n))
#define DATA(n) (code + WORD(n))
#define EXCLUDED(n) ExcludedOf<Char>(WORD(n), WORD((n) + 1))
#define FILTER(kind_at, n) \
  Filter { ARG_AT(kind_at), WORD(n), WORD((n) + 1), WORD((n) + 2), code + WORD(n) }
#define TEXT_LENGTH() ARG()
#define HERE(n) (TEXT(n) - code)
#define NEXT(words)    \
  do {                 \
    pc += (words) * 4; \
    DISPATCH();        \
  } while (0)
#define JUMP(n) JUMP_TO(WORD(n))
#define JUMP_TO(offset)   \
  do {                    \
    pc = code + (offset); \
    DISPATCH();           \
  } while (0)
#define GOTO(function) HW_TAIL function(HW_REGEXP_PASS)
#define LOOP(n)                                                       \
  do {                                                                \
    pc = code + WORD(n);                                              \
    if (HW_UNLIKELY(--STEPS < 0)) HW_TAIL Poll<Char>(HW_REGEXP_PASS); \
    DISPATCH();                                                       \
  } while (0)
#define FAIL()                                                        \
  do {                                                                \
    uint64_t entry = *--sp;                                           \
    pc = code + static_cast<uint32_t>(entry);                         \
    i = entry >> 32;                                                  \
    if (HW_UNLIKELY(--STEPS < 0)) HW_TAIL Poll<Char>(HW_REGEXP_PASS); \
    DISPATCH();                                                       \
  } while (0)
#define RESERVE() \
  if (HW_UNLIKELY(sp >= st->limit)) HW_TAIL Grow<Char>(HW_REGEXP_PASS)
#define RESERVE_MANY(n)                                                                               \
  if (HW_UNLIKELY(static_cast<uint64_t>(st->limit - sp + static_cast<int64_t>(kStackSlack)) < (n))) { \
    st->need = (n);                                                                                   \
    HW_TAIL Grow<Char>(HW_REGEXP_PASS);                                                               \
  }
#define PUSH(target, position) (*sp++ = static_cast<uint64_t>(position) << 32 | static_cast<uint32_t>(target))
#define STEPS steps
#define POLL_HERE()                     \
  do {                                  \
    STEPS = -1;                         \
    HW_TAIL Poll<Char>(HW_REGEXP_PASS); \
  } while (0)
#define SCAN_LONG(kind, end, most)                                        \
  do {                                                                    \
    st->steps = steps;                                                    \
    end = ScanLong<Char, kind>(DATA(1), EXCLUDED(1), s, i, i + most, st); \
    steps = st->steps;                                                    \
    if (end == kStopped) RETURN(kInterrupted);                            \
  } while (0)

#include "regexp/ops.inc"

// What a stencil knows of its instruction, the interpreter doesn't.
constexpr int kAnyVariant = -1;

template <typename Char>
HW_NOINLINE HW_REGEXP_CALL int GoOnCompiled(HW_REGEXP_ARGS(Char)) {
  table = reinterpret_cast<const void* const*>(st->machine_code);
  auto* target = st->machine_code->At(static_cast<uint32_t>(pc - code));
  HW_TAIL reinterpret_cast<InstructionFunction<Char>>(const_cast<uint8_t*>(target))(HW_REGEXP_PASS);
}

template <typename Char>
constexpr InstructionFunction<Char> kFunctions[kOpcodeCount] = {
#define ENTRY(name, operands) &Op##name<Char, kAnyVariant>,
    HALFWORD_REGEXP_OPCODES(ENTRY)
#undef ENTRY
};

}  // namespace

HW_RELATIVE_FUNCTIONS(latin1_functions, kFunctions<uint8_t>);
HW_RELATIVE_FUNCTIONS(utf16_functions, kFunctions<char16_t>);

namespace {

// Filled in when a process first matches.
template <typename Char>
const Interpreter<Char>& TheInterpreter() {
  static const Interpreter<Char> interpreter = [] {
    Interpreter<Char> made = {};
    for (int i = 0; i < kOpcodeCount; i++) {
      if constexpr (sizeof(Char) == 1) {
        made.functions[i] = latin1_functions[i].get();
      } else {
        made.functions[i] = utf16_functions[i].get();
      }
      made.go_on_compiled[i] = &GoOnCompiled<Char>;
    }
    made.poll = &Poll<Char>;
    return made;
  }();
  return interpreter;
}

// The only way into the handlers: clang 19 must not have locals or sanitizers in the frame that calls a
// preserve_none function (its base pointer would be clobbered).
template <typename Char>
__attribute__((noinline, no_sanitize("address", "undefined", "thread"))) int Enter(
    const uint8_t* pc, uint64_t i, int32_t* regs, const Char* s, uint64_t len, MatchState* st) {
  return reinterpret_cast<InstructionFunction<Char>>(const_cast<void*>(st->first))(
      pc, i, st->stack, regs, s, len, st, st->table, st->code, st->steps);
}

HW_INLINE bool IsMidPair(std::span<const char16_t> subject, size_t at) {
  return at > 0 && at < subject.size() && unicode::IsTrailSurrogate(subject[at]) &&
         unicode::IsLeadSurrogate(subject[at - 1]);
}

// (A call of memset would cost more than it saves for the few registers there are.)
#if defined(__clang__)
#define HW_NO_MEMSET __attribute__((no_builtin("memset")))
#else
#define HW_NO_MEMSET
#endif
template <typename Char>
HW_NO_MEMSET HW_INLINE MatchResult Run(std::span<const uint8_t> program, std::span<const Char> subject,
                                       size_t start, int32_t* captures, Budget& budget,
                                       const MachineCode* machine_code) {
  const uint8_t* code = program.data();
  auto header = [code](HeaderWord w) { return Load32(code + 4 * w); };
  DCHECK(header(kHeaderMagic) == kMagic && header(kHeaderSize) <= program.size());
  DCHECK(start <= subject.size() && subject.size() < (1u << 30));
  uint32_t flags = header(kHeaderFlags);
  if constexpr (sizeof(Char) == 1) {
    if (flags & kNeedsTwoByteFlag) return MatchResult::kNoMatch;
  } else {
    // With u and v the position is one of a code point.
    if ((flags & (kUnicode | kUnicodeSets)) && IsMidPair(subject, start)) start--;
  }
  if ((flags & kAnchoredFlag) && start != 0) return MatchResult::kNoMatch;
  if (uint32_t reach = header(kHeaderReach); HW_UNLIKELY(subject.size() - start > reach)) {
    if (flags & kAnchoredFlag) return MatchResult::kNoMatch;
    start = subject.size() - reach;
    if constexpr (sizeof(Char) == 2) {
      if ((flags & (kUnicode | kUnicodeSets)) && IsMidPair(subject, start)) start--;
    }
  }
  if (subject.size() - start < header(kHeaderMinLength)) return MatchResult::kNoMatch;
  // FAST: the one attempt ends at its first character. (There is one: a match is not empty then.)
  if (uint32_t first = header(kHeaderFirst); first != 0) {
    uint32_t c = subject[start];
    if (sizeof(Char) == 2 && c > 0xFF ? !(flags & kFirstWideFlag) : !HasBit(code + first, c))
      return MatchResult::kNoMatch;
  }

  uint32_t capture_registers = 2 * header(kHeaderCaptures), registers = header(kHeaderRegisters);
  uint64_t local_stack[kLocalEntries];
  int32_t local_registers[kLocalRegisters];
  int32_t* regs = captures;
  if (registers != capture_registers) {
    regs = local_registers;
    if (registers > kLocalRegisters) {
      regs = static_cast<int32_t*>(std::malloc(registers * sizeof(int32_t)));
      if (regs == nullptr) return MatchResult::kOutOfMemory;
    }
    // Registers beyond the captures are written before they are read, but an undo entry may
    // save an old value.
    for (uint32_t k = capture_registers; k < registers; k++) regs[k] = 0;
  }
  for (uint32_t k = 0; k < capture_registers; k++) regs[k] = -1;
  MatchState state;
  state.stack = local_stack;
  state.limit = local_stack + kLocalEntries - kStackSlack;
  state.steps = static_cast<int64_t>(budget.poll_interval) - 1;
  state.code = code;
  state.need = kStackSlack;
  state.budget = &budget;
  state.machine_code = machine_code;
  const Interpreter<Char>& interpreter = TheInterpreter<Char>();
  state.interpreter = &interpreter;
  uint32_t entry = header(kHeaderEntry);
  if (machine_code != nullptr) {
    state.first = machine_code->At(entry);
    state.table = reinterpret_cast<const void* const*>(machine_code);
  } else {
    state.table = TableOf<Char>(interpreter.functions);
    state.first = state.table[code[entry]];
  }
  int result = Enter<Char>(code + entry, start, regs, subject.data(), subject.size(), &state);
  budget.steps += static_cast<uint64_t>(static_cast<int64_t>(budget.poll_interval) - 1 - state.steps);
  if (HW_UNLIKELY(state.block.data() != nullptr) && budget.dispose != nullptr)
    budget.dispose(budget.data, std::move(state.block));
  if (regs != captures) {
    if (result == static_cast<int>(MatchResult::kMatch)) {
      std::memcpy(captures, regs, capture_registers * sizeof(int32_t));
    }
    if (regs != local_registers) std::free(regs);
  }
  return static_cast<MatchResult>(result);
}

}  // namespace

HW_NO_MEMSET MatchResult Match(std::span<const uint8_t> program, Latin1Span subject, size_t start,
                               int32_t* captures, Budget& budget, const MachineCode* machine_code) {
  return Run<uint8_t>(program, subject, start, captures, budget, machine_code);
}
HW_NO_MEMSET MatchResult Match(std::span<const uint8_t> program, Utf16Span subject, size_t start,
                               int32_t* captures, Budget& budget, const MachineCode* machine_code) {
  return Run<char16_t>(program, subject, start, captures, budget, machine_code);
}

}  // namespace halfword::regexp
