#include "bytecode/disassembler.h"

#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

#include "bytecode/decoder.h"
#include "bytecode/switch_table.h"
#include "objects/functions/function.h"
#include "objects/primitives/primitives.h"
#include "objects/primitives/string.h"

namespace halfword {

namespace {

template <typename... Arguments>
void Append(std::string& out, const char* format, Arguments... arguments) {
  char buffer[128];
  std::snprintf(buffer, sizeof buffer, format, arguments...);
  out += buffer;
}

std::string Quote(String* string) {
  constexpr uint32_t kLongest = 40;
  if (!string->IsFlat()) return "<rope>";
  FlatChars chars = string->flat();
  std::string out = "\"";
  for (uint32_t i = 0; i < chars.length() && i < kLongest; i++) {
    char16_t c = chars[i];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c >= 0x20 && c < 0x7F) {
      out += static_cast<char>(c);
    } else {
      Append(out, "\\u%04x", static_cast<unsigned>(c));
    }
  }
  return out + (chars.length() > kLongest ? "…\"" : "\"");
}

std::string DescribeHeapObject(Value value) {
  HeapObject* object = static_cast<HeapObject*>(value.AsPointer(kOtherTag));
  switch (object->type()) {
    case HeapType::kFunctionInfo: {
      Value name = static_cast<FunctionInfo*>(object)->name_;
      return "<function " + (name.IsString() ? Quote(name.AsString()) : std::string()) + ">";
    }
    case HeapType::kScopeInfo: {
      ScopeInfo* info = static_cast<ScopeInfo*>(object);
      std::string out = "<scope";
      for (uint32_t i = 0; i < info->variable_count_ && i < 8; i++) {
        Value name = info->variables()[i].name;
        out += i == 0 ? " " : ", ";
        if (name.IsString()) out += Quote(name.AsString());
      }
      return out + ">";
    }
    case HeapType::kSymbol: return "<symbol>";
    case HeapType::kBigInt: return "<bigint>";
    case HeapType::kValueArray: {
      ValueArray* array = static_cast<ValueArray*>(object);
      std::string out = "[";
      for (uint32_t i = 0; i < array->length() && i < 6; i++) {
        if (i != 0) out += ", ";
        out += DescribeConstant(array->get(i));
      }
      return out + (array->length() > 6 ? ", …]" : "]");
    }
    case HeapType::kValueElements: return "<elements>";
    case HeapType::kDoubleElements: return "<double elements>";
    default: return "<heap object>";
  }
}

const char* const kTypeOfNames[] = {"undefined", "object", "boolean",  "number", "string",
                                    "symbol",    "bigint", "function", "?"};

}  // namespace

std::string DescribeConstant(Value value) {
  std::string out;
  if (value.IsSmi()) {
    Append(out, "%d", value.AsSmi());
  } else if (value.IsString()) {
    out = Quote(value.AsString());
  } else if (value.IsHeapNumber()) {
    Append(out, "%.17g", value.AsNumber());
  } else if (value.IsUndefined()) {
    out = "undefined";
  } else if (value.IsNull()) {
    out = "null";
  } else if (value.IsBoolean()) {
    out = value.IsTrue() ? "true" : "false";
  } else if (value.IsHole()) {
    out = "hole";
  } else if (value.IsHeapPointer() && value.IsOther()) {
    out = DescribeHeapObject(value);
  } else {
    out = "<value>";
  }
  return out;
}

std::string FunctionName(FunctionInfo& info) {
  Value name = info.name_;
  return name.IsString() && name.AsString()->length() != 0 ? Quote(name.AsString()) : "(anonymous)";
}

std::string FunctionHeading(FunctionInfo& info) {
  std::string out = "function " + FunctionName(info);
  Append(out, " [%u, %u)\n", info.source_start_, info.source_end_);
  return out;
}

std::string Disassemble(Code& code, const Annotations& annotations) {
  std::string out;
  Append(out, "  frame %u, parameters %u, feedback %u, flags %#x, %u bytes\n", code.frame_size_,
         code.parameter_count_, code.feedback_size_, code.flags_, code.bytecode_size_);
  const uint8_t* bytes = code.bytecode();
  for (Instruction i(bytes, 0); i.offset() < code.bytecode_size_; i = i.next()) {
    if (bytes[i.opcode_offset()] >= kOpcodeCount) {
      Append(out, "%6u  ?\n", i.offset());
      break;
    }
    if (annotations.above) out += annotations.above(i);
    Append(out, "%6u  ", i.offset());
    std::string line = std::string(i.is_wide() ? "Wide " : "") + i.info().name(), note;
    const char* operands = i.info().operands();
    for (int n = 0; operands[n] != 0; n++) {
      int32_t operand = i.operand(n);
      line += n == 0 ? std::string(1 + (line.size() < 22 ? 22 - line.size() : 0), ' ') : ", ";
      if (IsRegisterOperand(operands[n])) {
        Append(line, operand == 0 ? "this" : "r%d", operand);
        continue;
      }
      switch (operands[n]) {
        case 'K':
          Append(line, "#%d", operand);
          if (static_cast<uint32_t>(operand) < code.constant_count_) {
            note += (note.empty() ? "" : ", ") + DescribeConstant(code.constants()[operand]);
          }
          break;
        case 'J': Append(line, "→%u", i.target(n)); break;
        case 'F': Append(line, "[%d]", operand); break;
        default: Append(line, "%d", operand);
      }
    }
    if (i.opcode() == Opcode::kTestTypeOf) note = kTypeOfNames[i.operand(0)];
    if (IsSwitch(i.opcode())) {
      note.clear();
      ForEachCase(i, code.constants()[i.operand(0)].get().As<ValueArray>(), [&](Value key, int32_t distance) {
        if (distance == 0) return;
        note += key.IsSmi() ? std::to_string(key.AsSmi()) : DescribeConstant(key);
        Append(note, "→%u ", i.opcode_offset() + static_cast<uint32_t>(distance));
      });
    }
    if (!note.empty()) {
      if (line.size() < 44) line.append(44 - line.size(), ' ');
      line += "; " + note;
    }
    out += line + "\n";
    if (annotations.below) out += annotations.below(i);
  }
  for (const HandlerEntry& handler : code.handlers()) {
    Append(out, "  handler [%u, %u) → %u, environment r%u\n", handler.start, handler.end, handler.target,
           handler.environment_register);
  }
  return out;
}

std::string DisassembleFunction(FunctionInfo& top) {
  std::string out;
  std::vector<FunctionInfo*> pending = {&top};
  while (!pending.empty()) {
    FunctionInfo& info = *pending.back();
    pending.pop_back();
    Code* code = info.code_.get();
    out += FunctionHeading(info);
    if (code == nullptr) {
      out += "  not compiled yet\n";
      continue;
    }
    out += Disassemble(*code);
    for (uint32_t i = code->constant_count_; i-- > 0;) {
      Value constant = code->constants()[i];
      if (constant.IsHeapPointer() && constant.IsOther() && constant.Is<FunctionInfo>()) {
        pending.push_back(constant.As<FunctionInfo>());
      }
    }
  }
  return out;
}

}  // namespace halfword
