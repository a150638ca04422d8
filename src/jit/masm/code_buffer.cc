#include "jit/masm/code_buffer.h"

#include <algorithm>
#include <cstring>

namespace halfword::jit {

namespace {

constexpr uint32_t kAlignment = 16;  // of constants, and of the code

// Forms are chosen in so many passes at most. The last ones change next to nothing.
constexpr int kPasses = 5;

constexpr uint32_t NumberOf(uint32_t target) { return target & ((1u << 30) - 1); }

}  // namespace

void CodeBuffer::Grow() {
  size_t size = position(), capacity = std::max<size_t>(2 * static_cast<size_t>(limit_ - begin_.get()), 1024);
  auto grown = std::make_unique_for_overwrite<uint8_t[]>(capacity);
  if (size != 0) std::memcpy(grown.get(), begin_.get(), size);
  begin_ = std::move(grown);
  cursor_ = begin_.get() + size;
  limit_ = begin_.get() + capacity;
}

void CodeBuffer::AddLabel(Label* label) {
  label->id_ = static_cast<uint32_t>(labels_.size());
  labels_.push_back({0, LabelPlace::kNone});
}

void CodeBuffer::Bind(Label* label) {
  DCHECK(!label->is_bound_);
  labels_[TargetOf(label)] = {position(), static_cast<uint32_t>(references_.size())};
  label->is_bound_ = true;
}

uint32_t CodeBuffer::PositionOf(const Label& label) const {
  CHECK(is_finished_ && label.is_bound());
  return labels_[label.id_].position;
}

CodeBuffer::Target CodeBuffer::Table(std::span<Label* const> labels) {
  auto first = static_cast<uint32_t>(tables_.size());
  for (Label* label : labels) tables_.push_back(TargetOf(label));
  if (!labels.empty()) tables_[first] |= kTableBegins;
  return kTables | first;
}

// ---- Constants ----

uint32_t& CodeBuffer::Constants::SlotOf(Constant constant) {
  uint64_t hash = (constant.low ^ constant.high * 31) * 0x9e3779b97f4a7c15;
  for (size_t i = hash >> 32;; i++) {
    uint32_t& slot = slots_[i & (slots_.size() - 1)];
    if (slot == 0 || all_[slot - 1] == constant) return slot;
  }
}

void CodeBuffer::Constants::Rehash() {
  slots_.assign(std::max<size_t>(slots_.size() * 2, 16), 0);
  for (uint32_t i = 0; i < all_.size(); i++) SlotOf(all_[i]) = i + 1;
}

uint32_t CodeBuffer::Constants::Add(Constant constant) {
  if (all_.size() * 2 >= slots_.size()) Rehash();
  uint32_t& slot = SlotOf(constant);
  if (slot == 0) {
    all_.push_back(constant);
    slot = static_cast<uint32_t>(all_.size());
  }
  return slot - 1;
}

// ---- Finishing ----

uint32_t CodeBuffer::PlaceOf(Target target, uint32_t constants, uint32_t tables) const {
  uint32_t number = NumberOf(target);
  switch (target - number) {
    case kConstants128: return constants + number * 16;
    case kConstants64: return constants + static_cast<uint32_t>(constants128_.all().size() * 16) + number * 8;
    case kTables: return tables + number * 4;
    default: {
      const LabelPlace& label = labels_[number];
      CHECK(label.references_before != LabelPlace::kNone);
      return label.position + added_before_[label.references_before];
    }
  }
}

// All forms are taken to be long first. Each pass makes those short that reach their targets as the code is
// before the pass; what lies between the two only shrinks by that. So the choice is right after any pass.
void CodeBuffer::ChooseForms() {
  size_t count = references_.size();
  added_before_.resize(count + 1);
  is_long_.resize(count);
  auto growth_of = [this](const Reference& reference) {
    const Form& form = encoding_.forms[reference.form];
    return static_cast<uint32_t>(form.long_bytes - form.short_bytes);
  };
  auto sum = [&] {
    uint32_t added = 0;
    for (size_t i = 0; i < count; i++) {
      added_before_[i] = added;
      if (is_long_[i]) added += growth_of(references_[i]);
    }
    added_before_[count] = added;
  };
  for (size_t i = 0; i < count; i++) is_long_[i] = growth_of(references_[i]) != 0;
  sum();
  bool is_changed = true;
  for (int pass = 0; pass < kPasses && is_changed; pass++) {
    is_changed = false;
    uint32_t constants = position() + added_before_[count] + kAlignment - 1;
    uint32_t tables = EndOfConstants(constants);
    for (size_t i = 0; i < count; i++) {
      if (!is_long_[i]) continue;
      const Reference& reference = references_[i];
      const Form& form = encoding_.forms[reference.form];
      auto place = static_cast<int64_t>(reference.position) + added_before_[i];
      int64_t distance = PlaceOf(reference.target, constants, tables) - place;
      if (distance > 0) distance -= growth_of(reference);
      if (distance < form.reach_back || distance > form.reach_ahead) continue;
      is_long_[i] = false;
      is_changed = true;
    }
    if (is_changed) sum();
  }
}

CodeBytes CodeBuffer::Finish() {
  DCHECK(!is_finished_);
  is_finished_ = true;
  // No sum of what follows exceeds 32 bits.
  if (position() > kMostBytes) return {};
  ChooseForms();
  uint32_t end = position() + added_before_.back();
  bool has_constants = !constants128_.all().empty() || !constants64_.all().empty();
  uint32_t alignment = has_constants ? kAlignment : !tables_.empty() ? 4 : 1;
  uint32_t constants = (end + alignment - 1) & ~(alignment - 1);
  uint32_t tables = EndOfConstants(constants);
  uint64_t size = tables + uint64_t{4} * tables_.size();
  if (size > kMostBytes) return {};

  CodeBytes code(size);
  code.set_size(size);
  uint8_t* to = code.data();
  const uint8_t* from = begin_.get();
  for (size_t i = 0; i < references_.size(); i++) {
    const Reference& reference = references_[i];
    const Form& form = encoding_.forms[reference.form];
    const uint8_t* source = begin_.get() + reference.position;
    std::memcpy(to, from, static_cast<size_t>(source - from));
    to += source - from;
    auto place = static_cast<uint32_t>(to - code.data());
    auto distance = static_cast<int32_t>(PlaceOf(reference.target, constants, tables) - place);
    encoding_.write(to, source, reference, distance, is_long_[i]);
    to += is_long_[i] ? form.long_bytes : form.short_bytes;
    from = source + form.short_bytes;
  }
  std::memcpy(to, from, static_cast<size_t>(cursor_ - from));
  std::memset(code.data() + end, encoding_.filler, constants - end);

  to = code.data() + constants;
  for (const Constant& constant : constants128_.all()) {
    std::memcpy(to, &constant, 16);
    to += 16;
  }
  for (const Constant& constant : constants64_.all()) {
    std::memcpy(to, &constant.low, 8);
    to += 8;
  }
  uint32_t table = tables;
  for (size_t i = 0; i < tables_.size(); i++) {
    if (tables_[i] & kTableBegins) table = tables + static_cast<uint32_t>(i * 4);
    uint32_t distance = PlaceOf(tables_[i] & ~kTableBegins, constants, tables) - table;
    std::memcpy(to, &distance, 4);
    to += 4;
  }

  for (LabelPlace& label : labels_) {
    if (label.references_before != LabelPlace::kNone)
      label.position += added_before_[label.references_before];
  }
  return code;
}

}  // namespace halfword::jit
