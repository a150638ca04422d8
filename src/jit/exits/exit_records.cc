#include "jit/exits/exit_records.h"

#include <algorithm>

#include "base/macros.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

namespace {

constexpr uint64_t kKinds = 16;

ValuePlace::Kind InRegister(Representation r) {
  switch (r) {
    case Representation::kInt32: return ValuePlace::kInt32Register;
    case Representation::kUint32: return ValuePlace::kUint32Register;
    case Representation::kBool: return ValuePlace::kBoolRegister;
    case Representation::kFloat64: return ValuePlace::kDoubleRegister;
    default: return ValuePlace::kTaggedRegister;
  }
}
ValuePlace::Kind InWord(Representation r) {
  switch (r) {
    case Representation::kInt32: return ValuePlace::kInt32Word;
    case Representation::kUint32: return ValuePlace::kUint32Word;
    case Representation::kBool: return ValuePlace::kBoolWord;
    case Representation::kFloat64: return ValuePlace::kDoubleWord;
    default: return ValuePlace::kTaggedWord;
  }
}

// Makes the record of one exit.
class Recorder {
 public:
  Recorder(const Node& node, const Allocation& allocation) : node_(node), allocation_(allocation) {}

  ExitRecords::Record Run() {
    const FrameState& state = *node_.state();
    if (state.acc != nullptr) record_.acc = PlaceOf(*state.acc);
    for (const FrameState* s = &state; s != nullptr; s = s->outer) {
      CHECK(s->environment == nullptr);  // what the frame has is true
      ExitRecords::Frame frame{
          .unit = s->unit->number, .offset = s->offset, .is_behind = s->is_behind, .registers = {}};
      frame.registers.reserve(s->registers.size());
      for (const FrameState::Register& r : s->registers)
        frame.registers.push_back({r.number, PlaceOf(*r.node)});
      record_.frames.push_back(std::move(frame));
    }
    std::reverse(record_.frames.begin(), record_.frames.end());
    return std::move(record_);
  }

 private:
  ValuePlace PlaceOf(const Node& named) {
    const Node& value = Unchecked(named);
    if (value.Is(NodeKind::kSunkObject)) return PlaceOfObject(value);
    if (value.Is(NodeKind::kConstant)) return {ValuePlace::kLiteral, value.payload().bits};
    if (value.Is(NodeKind::kFloat64Constant)) return {ValuePlace::kDouble, value.payload().raw};
    if (value.Is(NodeKind::kInt32Constant)) {
      // Value::Smi where it fits.
      int64_t n = value.payload().number;
      if (n >= -(int64_t{1} << 30) && n < int64_t{1} << 30)
        return {ValuePlace::kLiteral,
                HALFWORD_COMPRESS ? static_cast<uint32_t>(n * 2) : static_cast<uint64_t>(n * 2)};
      return {ValuePlace::kDouble, std::bit_cast<uint64_t>(static_cast<double>(n))};
    }
    Location at = allocation_.InState(node_, value);
    CHECK(at.kind != Location::kNowhere);
    Representation r = value.representation();
    return {at.kind == Location::kWord ? InWord(r) : InRegister(r), at.index};
  }
  ValuePlace PlaceOfObject(const Node& object) {
    auto found = std::find(objects_.begin(), objects_.end(), &object);
    const auto number = static_cast<uint64_t>(found - objects_.begin());
    if (found == objects_.end()) {
      objects_.push_back(&object);
      record_.objects.emplace_back();
      ExitRecords::Object made{.shape = object.input(0)->payload().bits, .words = {}};
      for (uint32_t n = 1; n < object.input_count(); n += 2) {
        // It is a displacement from the reference.
        const auto offset = static_cast<uint32_t>(object.input(n)->payload().number + value_bits::kObjectTag);
        made.words.push_back({offset, PlaceOf(*object.input(n + 1))});
      }
      record_.objects[number] = std::move(made);
    }
    return {ValuePlace::kObject, number};
  }

  const Node& node_;
  const Allocation& allocation_;
  ExitRecords::Record record_;
  std::vector<const Node*> objects_;  // by their numbers
};

}  // namespace

void ExitRecords::Put(ValuePlace place) {
  bool has_bits = place.kind == ValuePlace::kLiteral || place.kind == ValuePlace::kDouble;
  Put(place.kind + kKinds * (has_bits ? 0 : place.index));
  if (has_bits) Put(place.index);
}

void ExitRecords::Add(const Node& node, const Allocation& allocation) {
  Add(Recorder(node, allocation).Run());
}

void ExitRecords::Add(const Record& record) {
  begins_.push_back(static_cast<uint32_t>(bytes_.size()));
  Put(record.acc);
  Put(record.frames.size());
  for (const Frame& frame : record.frames) {
    Put(frame.unit);
    Put(uint64_t{frame.offset} * 2 + (frame.is_behind ? 1 : 0));
    Put(frame.registers.size());
    uint32_t last = 0;
    for (const Register& r : frame.registers) {
      Put(r.number - last);
      Put(r.place);
      last = r.number;
    }
  }
  Put(record.objects.size());
  for (const Object& object : record.objects) {
    Put(object.shape);
    Put(object.words.size());
    for (const Object::Word& word : object.words) {
      Put(word.offset);
      Put(word.place);
    }
  }
}

ExitRecords::Record ExitRecords::At(uint32_t number) const {
  CHECK(number < count());
  NumberReader reader(bytes_, begins_[number]);
  auto next = [&] { return reader.Next(); };
  auto place = [&] {
    uint64_t n = next();
    ValuePlace p{static_cast<ValuePlace::Kind>(n % kKinds), n / kKinds};
    if (p.kind == ValuePlace::kLiteral || p.kind == ValuePlace::kDouble) p.index = next();
    return p;
  };
  Record record;
  record.acc = place();
  record.frames.resize(reader.NextCount());
  for (Frame& frame : record.frames) {
    frame.unit = static_cast<uint32_t>(next());
    uint64_t head = next();
    frame.offset = static_cast<uint32_t>(head / 2);
    frame.is_behind = (head & 1) != 0;
    frame.registers.resize(reader.NextCount());
    uint32_t last = 0;
    for (Register& r : frame.registers) {
      last += static_cast<uint32_t>(next());
      r = {last, place()};
    }
  }
  record.objects.resize(reader.NextCount());
  for (Object& object : record.objects) {
    object.shape = next();
    object.words.resize(reader.NextCount());
    for (Object::Word& word : object.words) {
      word.offset = static_cast<uint32_t>(next());
      word.place = place();
    }
  }
  CHECK(!reader.has_failed());
  return record;
}

void ExitRecords::Encode(std::vector<uint8_t>& bytes) const {
  PutNumber(bytes, begins_.size());
  uint32_t last = 0;
  for (uint32_t begin : begins_) PutNumber(bytes, begin - last), last = begin;
  PutNumber(bytes, bytes_.size());
  bytes.insert(bytes.end(), bytes_.begin(), bytes_.end());
}

bool ExitRecords::Decode(NumberReader& reader) {
  begins_.resize(reader.NextCount());
  uint64_t last = 0;
  for (uint32_t& begin : begins_) begin = static_cast<uint32_t>(last += reader.Next32());
  std::span<const uint8_t> bytes = reader.Take(reader.NextCount());
  bytes_.assign(bytes.begin(), bytes.end());
  return !reader.has_failed() && last < std::max<size_t>(bytes_.size(), 1);
}

}  // namespace halfword::jit
