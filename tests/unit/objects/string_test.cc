#include <random>

#include "fixture.h"
#include "objects/memory/value_list.h"
#include "objects/primitives/intern_table.h"

namespace halfword {
namespace {

FlatChars Ascii(std::string_view s) {
  return FlatChars(std::span<const uint8_t>(reinterpret_cast<const uint8_t*>(s.data()), s.size()));
}
FlatChars Wide(std::u16string_view s) { return FlatChars(std::span<const char16_t>(s.data(), s.size())); }

TEST_F(ObjectsTest, StringsTakeAHeaderALengthAndTheirCharacters) {
  Run([](Isolate& isolate) {
    String* s = Str(isolate, "12345678");
    EXPECT_EQ(s->typed_type(), HeapType::kOneByteString);
#if HALFWORD_COMPRESS
    EXPECT_EQ(CellOf(s), 16u);
#endif
  });
}

TEST_F(ObjectsTest, EqualContentHashesEquallyInBothWidths) {
  std::string narrow;
  std::u16string wide;
  std::mt19937 random(1);
  for (int n = 0; n < 100; n++) {
    EXPECT_EQ(Ascii(narrow).Hash(), Wide(wide).Hash()) << n;
    EXPECT_TRUE(Ascii(narrow).Equals(Wide(wide)));
    EXPECT_TRUE(Wide(wide).Equals(Ascii(narrow)));
    EXPECT_EQ(Ascii(narrow).Compare(Wide(wide)), 0);
    char16_t c = random() % 256;
    narrow.push_back(static_cast<char>(c));
    wide.push_back(c);
    EXPECT_NE(Ascii(narrow).Hash(), Ascii(narrow.substr(0, n)).Hash());
    std::string other = narrow;
    other[random() % other.size()] ^= 1;
    EXPECT_NE(Ascii(narrow).Hash(), Ascii(other).Hash());
    EXPECT_FALSE(Ascii(other).Equals(Wide(wide)));
  }
}

TEST_F(ObjectsTest, ComparisonIsByCodeUnits) {
  EXPECT_LT(Ascii("abc").Compare(Ascii("abd")), 0);
  EXPECT_GT(Ascii("b").Compare(Ascii("ab")), 0);
  EXPECT_LT(Ascii("ab").Compare(Ascii("abc")), 0);
  EXPECT_LT(Ascii("\xFF").Compare(Wide(u"\u0100")), 0);
  EXPECT_GT(Wide(u"\uE000").Compare(Wide(u"\xD800")), 0);
}

TEST_F(ObjectsTest, RopesFlattenWhateverTheirShape) {
  RunWithStress([](Isolate& isolate) {
    std::string left_text, right_text;
    String* left = isolate.name(Name::empty);
    String* right = left;
    for (int i = 0; i < 300; i++) {
      std::string piece = "<" + std::to_string(i) + ">";
      left = MUST(Concat(isolate, left, Str(isolate, piece)));
      right = MUST(Concat(isolate, Str(isolate, piece), right));
      left_text += piece;
      right_text = piece + right_text;
    }
    EXPECT_FALSE(left->IsFlat());
    String* both = MUST(Concat(isolate, left, right));
    EXPECT_EQ(both->ToUtf8(isolate), left_text + right_text);
    EXPECT_TRUE(both->IsFlat());
    EXPECT_EQ(left->ToUtf8(isolate), left_text);
    EXPECT_EQ(right->ToUtf8(isolate), right_text);
    EXPECT_TRUE(left->IsOneByte());
  });
}

TEST_F(ObjectsTest, DeepRopesNeedNoStack) {
  Run([](Isolate& isolate) {
    String* left = Str(isolate, "abcdefghijklmnopqrstuvwxyz");
    String* right = left;
    String* x = Str(isolate, "x");
    for (int i = 0; i < 200000; i++) {
      left = MUST(Concat(isolate, left, x));
      right = MUST(Concat(isolate, x, right));
    }
    isolate.heap().CollectGarbage();
    EXPECT_EQ(left->Flatten(isolate)[26], 'x');
    EXPECT_EQ(right->Flatten(isolate)[200000], 'a');
  });
}

TEST_F(ObjectsTest, RopesOfTwoByteStringsAreTwoByte) {
  RunWithStress([](Isolate& isolate) {
    String* wide = Str(isolate, "\u4e2d\u6587");
    String* narrow = Str(isolate, "123456789012345678901234567890");
    String* rope = MUST(Concat(isolate, narrow, wide));
    EXPECT_FALSE(rope->IsOneByte());
    EXPECT_EQ(rope->ToUtf8(isolate), "123456789012345678901234567890\u4e2d\u6587");
    EXPECT_FALSE(rope->IsOneByte());
  });
}

TEST_F(ObjectsTest, TooLongStringsAreARangeError) {
  Run([&](Isolate& isolate) {
    String* s = Str(isolate, "0123456789abcdef");
    while (s->length() <= String::kMaxLength / 2) s = MUST(Concat(isolate, s, s));
    Completion<String*> c = Concat(isolate, s, s);
    EXPECT_TRUE(c.IsThrow());
    EXPECT_EQ(state_->thrown, "Invalid string length");
  });
}

TEST_F(ObjectsTest, HugeRopesEndTheGuestWhereTheirFlatFormWouldNotFit) {
  Start(0, size_t{32} << 20);
  Run([&](Isolate& isolate) {
    String* s = Str(isolate, "0123456789abcdef");
    for (;;) {
      Completion<String*> c = Concat(isolate, s, s);
      if (c.IsThrow()) break;
      s = c.Take();
    }
    EXPECT_EQ(isolate.termination_, Termination::kOutOfMemory);
    EXPECT_LE(s->length(), 32u << 20);
  });
}

// Lengths whose low 32 bits are few characters. Nothing is read of them.
TEST_F(ObjectsTest, TextsBeyondFourGigabytesEndTheGuest) {
  constexpr size_t kSize = (size_t{1} << 32) + 100;
  const auto expect_ended = [&](auto make) {
    Start(0, 0);
    Run([&](Isolate& isolate) {
      EXPECT_EQ(make(isolate)->length(), 0u);
      EXPECT_EQ(isolate.termination_, Termination::kOutOfMemory);
    });
  };
  expect_ended([](Isolate& isolate) {
    static constexpr uint8_t kText[1] = {};
    return NewStringFromLatin1(isolate, {kText, kSize});
  });
  expect_ended([](Isolate& isolate) {
    static constexpr char16_t kText[1] = {};
    return NewStringFromUtf16(isolate, {kText, kSize});
  });
  expect_ended([](Isolate& isolate) {
    static constexpr char kText[1] = {};
    return NewStringFromUtf8(isolate, {kText, kSize});
  });
}

TEST_F(ObjectsTest, FlatteningWithoutMemoryStillYieldsTheCharacters) {
  Start(0, size_t{32} << 20);
  Run([&](Isolate& isolate) {
    String* s = Str(isolate, "0123456789abcdef");
    while (s->length() < (4u << 20)) s = MUST(Concat(isolate, s, s));
    uint32_t length = s->length();
    isolate.heap().SetLimit(size_t{1} << 20);
    FlatChars chars = s->Flatten(isolate);
    EXPECT_EQ(isolate.termination_, Termination::kOutOfMemory);
    ASSERT_EQ(chars.length(), length);
    EXPECT_EQ(chars[length - 1], 'f');
    EXPECT_EQ(s->length(), 0u);
    EXPECT_EQ(s->flat().length(), 0u);
  });
}

TEST_F(ObjectsTest, SubstringsSliceTheirParent) {
  RunWithStress([](Isolate& isolate) {
    std::string text = "the quick brown fox jumps over the lazy dog";
    String* s = Str(isolate, text);
    String* slice = Substring(isolate, s, 4, 40);
    EXPECT_EQ(slice->typed_type(), HeapType::kSlicedString);
    String* slice2 = Substring(isolate, slice, 2, 30);
    EXPECT_EQ(slice2->ToUtf8(isolate), text.substr(6, 28));
    EXPECT_EQ(Substring(isolate, s, 4, 9)->ToUtf8(isolate), "quick");
    EXPECT_EQ(Substring(isolate, s, 4, 5), SingleCharString(isolate, 'q'));
    EXPECT_EQ(Substring(isolate, s, 0, s->length()), s);
    // The parent becoming thin changes nothing.
    String* interned = InternAscii(isolate, text);
    EXPECT_EQ(Intern(isolate, s), interned);
    EXPECT_EQ(s->typed_type(), HeapType::kThinString);
    isolate.heap().CollectGarbage();
    EXPECT_EQ(slice->ToUtf8(isolate), text.substr(4, 36));
    EXPECT_EQ(s->ToUtf8(isolate), text);
  });
}

TEST_F(ObjectsTest, InternedStringsAreUnique) {
  RunWithStress([](Isolate& isolate) {
    String* a = InternAscii(isolate, "a name that nobody has");
    String* b = Str(isolate, "a name that nobody has");
    EXPECT_FALSE(b->IsInterned());
    EXPECT_TRUE(b->Equals(isolate, a));
    EXPECT_EQ(Intern(isolate, b), a);
    EXPECT_EQ(Intern(isolate, b), a);
    EXPECT_EQ(FindInterned(isolate, Ascii("a name that nobody has")), a);
    EXPECT_EQ(FindInterned(isolate, Wide(u"a name that nobody has")), a);
    String* rope = MUST(Concat(isolate, Str(isolate, "another name, "), Str(isolate, "this one a rope")));
    String* c = Intern(isolate, rope);
    EXPECT_TRUE(c->IsInterned());
    EXPECT_EQ(InternAscii(isolate, "another name, this one a rope"), c);
    EXPECT_EQ(rope->ToUtf8(isolate), "another name, this one a rope");
    String* slice = Substring(isolate, rope, 2, 28);
    String* d = Intern(isolate, slice);
    EXPECT_EQ(d->ToUtf8(isolate), "other name, this one a rop");
    EXPECT_EQ(InternAscii(isolate, "length"), isolate.name(Name::length));
  });
}

TEST_F(ObjectsTest, AThinPartOfOtherWidthStaysReadable) {
  Run([](Isolate& isolate) {
    // A two-byte string with Latin-1 content is interned first; then an equal one-byte part of
    // a rope becomes thin.
    std::u16string wide = u"content in the wider form";
    TwoByteString* two = NewUninitializedTwoByte(isolate, static_cast<uint32_t>(wide.size()));
    std::copy(wide.begin(), wide.end(), two->chars());
    EXPECT_EQ(Intern(isolate, two), two);
    String* part = Str(isolate, "content in the wider form");
    String* rope = MUST(Concat(isolate, part, Str(isolate, "!")));
    EXPECT_EQ(Intern(isolate, part), two);
    EXPECT_EQ(rope->ToUtf8(isolate), "content in the wider form!");
  });
}

TEST_F(ObjectsTest, DeadInternedStringsLeaveTheTable) {
  Run([](Isolate& isolate) {
    for (int i = 0; i < 20000; i++) InternAscii(isolate, "name number " + std::to_string(i));
    isolate.heap().CollectGarbage(gc::StackState::kNoHeapPointers);
    uint32_t live = isolate.intern_table_->used_ - isolate.intern_table_->deleted_;
    EXPECT_LT(live, 600u);
    for (int i = 0; i < 20000; i++) InternAscii(isolate, "name number " + std::to_string(i));
    EXPECT_EQ(isolate.name(Name::length)->ToUtf8(isolate), "length");
    EXPECT_EQ(InternAscii(isolate, "prototype"), isolate.name(Name::prototype));
  });
}

TEST_F(ObjectsTest, NamesChosenToCollideGetAHashOfTheirOwn) {
  Run([](Isolate& isolate) {
    // Units 4 to 7 cancel the hash's key, so that units 0 to 3 make no difference.
    std::u16string name = u"....\xEB4F\x27D4\xAE3D\xC2B2";
    std::vector<String*> strings;
    ValueList keep(isolate);
    auto named = [&](int i) {
      name[0] = static_cast<char16_t>(i & 255);
      name[1] = static_cast<char16_t>(i >> 8);
      return Wide(name);
    };
    for (int i = 0; i < 5000; i++) {
      EXPECT_EQ(named(i).Hash(), named(0).Hash());
      strings.push_back(InternChars(isolate, named(i)));
      keep.Append(Value(strings.back()));
    }
    EXPECT_TRUE(isolate.intern_table_->is_keyed());
    isolate.heap().CollectGarbage();
    for (int i = 0; i < 5000; i++) EXPECT_EQ(InternChars(isolate, named(i)), strings[static_cast<size_t>(i)]);
    EXPECT_EQ(InternAscii(isolate, "length"), isolate.name(Name::length));
    MergeInternTables(isolate);
    EXPECT_EQ(FindInterned(isolate, named(77)), strings[77]);
  });
}

TEST_F(ObjectsTest, ArrayIndicesAreCanonicalNumbers) {
  uint32_t i;
  EXPECT_TRUE(ParseArrayIndex(Ascii("0"), &i) && i == 0);
  EXPECT_TRUE(ParseArrayIndex(Ascii("4294967294"), &i) && i == 4294967294u);
  EXPECT_FALSE(ParseArrayIndex(Ascii("4294967295"), &i));
  EXPECT_FALSE(ParseArrayIndex(Ascii("01"), &i));
  EXPECT_FALSE(ParseArrayIndex(Ascii(""), &i));
  EXPECT_FALSE(ParseArrayIndex(Ascii("1a"), &i));
  EXPECT_FALSE(ParseArrayIndex(Ascii("12345678901"), &i));
  RunWithStress([](Isolate& isolate) {
    EXPECT_EQ(PropertyKey::FromString(isolate, Str(isolate, "17")), PropertyKey::FromIndex(17));
    EXPECT_EQ(PropertyKey::FromString(isolate, SingleCharString(isolate, '7')), PropertyKey::FromIndex(7));
    EXPECT_TRUE(Key(isolate, "017").IsString());
    EXPECT_TRUE(Key(isolate, "4294967295").IsString());
    EXPECT_EQ(PropertyKey::FromString(isolate, Str(isolate, "length")), isolate.key(Name::length));
    for (uint32_t n : {0u, 9u, 10u, 74u, 138u, 1073741823u, 1073741824u, 4294967294u}) {
      EXPECT_EQ(PropertyKey::FromIndex(n).ToValue(isolate).AsString()->ToUtf8(isolate), std::to_string(n));
    }
  });
}

TEST_F(ObjectsTest, BuildersWidenWhenNeeded) {
  RunWithStress([](Isolate& isolate) {
    StringBuilder b(isolate);
    b.AppendAscii("abc");
    b.Append(u'\xE9');
    EXPECT_EQ(b.length(), 4u);
    b.Append(Wide(u"\xFF"));
    b.AppendCodePoint(0x1F600);
    b.Append(Str(isolate, "tail"));
    String* s = MUST(b.Finish());
    EXPECT_EQ(s->ToUtf8(isolate), "abc\u00E9\u00FF\U0001F600tail");
    StringBuilder narrow(isolate);
    narrow.AppendAscii("xyz");
    EXPECT_TRUE(MUST(narrow.Finish())->EqualsAscii("xyz"));
    EXPECT_EQ(MUST(StringBuilder(isolate).Finish()), isolate.name(Name::empty));
  });
}

TEST_F(ObjectsTest, Utf8RoundTrips) {
  Run([](Isolate& isolate) {
    for (const char* s : {"", "x", "plain", "caf\u00E9", "\u4e2d\u6587", "\U0001F600", "a\U0001F600b"}) {
      EXPECT_EQ(Str(isolate, s)->ToUtf8(isolate), s);
    }
    EXPECT_EQ(Str(isolate, "caf\u00E9")->typed_type(), HeapType::kOneByteString);
    EXPECT_EQ(Str(isolate, "\xFF")->ToUtf8(isolate), "\uFFFD");
  });
}

}  // namespace
}  // namespace halfword
