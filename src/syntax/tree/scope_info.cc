#include "syntax/tree/scope_info.h"

#include <algorithm>
#include <cstring>

#include "syntax/tree/ast.h"

namespace halfword::syntax {
namespace {

template <typename Char>
int Compare(const Char* a, const Char* b, uint32_t length) {
  for (uint32_t i = 0; i < length; ++i) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

bool NameLess(const Variable* a, const Variable* b) {
  const Atom* x = a->name;
  const Atom* y = b->name;
  if (x->length != y->length) return x->length < y->length;
  if (x->is_latin1 != y->is_latin1) return x->is_latin1;
  return (x->is_latin1 ? Compare(x->latin1(), y->latin1(), x->length)
                       : Compare(x->utf16(), y->utf16(), x->length)) < 0;
}

constexpr uint8_t kAssigned = 1;
constexpr uint8_t kStaticPrivate = 2;
constexpr uint8_t kDeadZone = 4;
constexpr uint8_t kReassigned = 8;

}  // namespace

ScopeInfoView::Entry ScopeInfoView::entry(uint32_t i) const {
  const EntryData& d = data(i);
  Entry entry;
  entry.kind = static_cast<VariableKind>(d.kind);
  entry.assigned = (d.flags & kAssigned) != 0;
  entry.reassigned = (d.flags & kReassigned) != 0;
  entry.is_static_private = (d.flags & kStaticPrivate) != 0;
  entry.has_dead_zone = (d.flags & kDeadZone) != 0;
  entry.slot = d.slot;
  entry.is_latin1 = (d.length_and_width & 1) == 0;
  entry.length = d.length_and_width >> 1;
  entry.characters = record_.data() + d.name_offset;
  return entry;
}

template <typename Char>
uint32_t ScopeInfoView::FindImpl(const Char* characters, uint32_t length, bool two_byte) const {
  uint32_t low = 0;
  uint32_t high = entry_count();
  uint32_t wanted = length << 1 | (two_byte ? 1 : 0);
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    const EntryData& d = data(middle);
    int order;
    if (d.length_and_width != wanted) {
      order = d.length_and_width < wanted ? -1 : 1;
    } else {
      order = Compare(reinterpret_cast<const Char*>(record_.data() + d.name_offset), characters, length);
    }
    if (order == 0) return middle;
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return kNotFound;
}

uint32_t ScopeInfoView::Find(const uint8_t* latin1, uint32_t length) const {
  return FindImpl(latin1, length, false);
}

uint32_t ScopeInfoView::Find(const char16_t* utf16, uint32_t length) const {
  if (std::all_of(utf16, utf16 + length, [](char16_t c) { return c < 256; })) {
    std::vector<uint8_t> narrow(utf16, utf16 + length);
    return FindImpl(narrow.data(), length, false);
  }
  return FindImpl(utf16, length, true);
}

std::vector<uint8_t> EncodeScopeInfo(const Scope& scope) {
  if (scope.from_scope_info) {
    std::span<const uint8_t> record = scope.info->record();
    return {record.begin(), record.end()};
  }
  std::vector<Variable*> entries;
  for (Variable* v : scope.variables) {
    if (v->kind == VariableKind::kSynthetic) continue;
    if (v->location == VariableLocation::kEnvironment || v->location == VariableLocation::kImport)
      entries.push_back(v);
  }
  std::sort(entries.begin(), entries.end(), NameLess);

  ScopeInfoView::Header header = {};
  header.kind = static_cast<uint8_t>(scope.kind);
  header.slot_count = scope.slot_count;
  header.entry_count = static_cast<uint32_t>(entries.size());
  uint16_t flags = 0;
  if (scope.needs_environment) flags |= ScopeInfoView::kHasEnvironment;
  if (scope.is_strict) flags |= ScopeInfoView::kStrict;
  if (scope.has_sloppy_eval && scope.kind != ScopeKind::kScript && scope.kind != ScopeKind::kEval) {
    flags |= ScopeInfoView::kSloppyEval;
  }
  if (const FunctionLiteral* function = scope.function) {
    header.function_syntax = static_cast<uint8_t>(function->syntax);
    if (function->is_async) flags |= ScopeInfoView::kAsync;
    if (function->is_generator) flags |= ScopeInfoView::kGenerator;
    if (scope.kind == ScopeKind::kFunction && function->has_parameter_expressions)
      flags |= ScopeInfoView::kParameterExpressions;
  }
  header.flags = flags;

  size_t size = sizeof header + entries.size() * sizeof(ScopeInfoView::EntryData);
  std::vector<ScopeInfoView::EntryData> data;
  for (Variable* v : entries) {
    const Atom* name = v->name;
    if (!name->is_latin1) size = (size + 1) & ~size_t{1};
    ScopeInfoView::EntryData d = {};
    d.name_offset = static_cast<uint32_t>(size);
    d.length_and_width = name->length << 1 | (name->is_latin1 ? 0 : 1);
    d.slot = v->index;
    d.kind = static_cast<uint8_t>(v->kind);
    d.flags = static_cast<uint8_t>(
        (v->assigned ? kAssigned : 0) | (v->is_static_private ? kStaticPrivate : 0) |
        (v->has_temporal_dead_zone() ? kDeadZone : 0) | (v->reassigned ? kReassigned : 0));
    data.push_back(d);
    size += name->length * (name->is_latin1 ? 1 : 2);
  }
  std::vector<uint8_t> record(size);
  std::memcpy(record.data(), &header, sizeof header);
  if (!data.empty()) {
    std::memcpy(record.data() + sizeof header, data.data(), data.size() * sizeof data[0]);
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    const Atom* name = entries[i]->name;
    const void* characters = name->is_latin1 ? static_cast<const void*>(name->latin1()) : name->utf16();
    std::memcpy(record.data() + data[i].name_offset, characters, name->length * (name->is_latin1 ? 1 : 2));
  }
  return record;
}

}  // namespace halfword::syntax
