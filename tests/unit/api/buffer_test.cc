// Memory of the host's as an ArrayBuffer, pins, and views of all kinds.
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

class BufferTest : public testing::Test {
 protected:
  void TearDown() override {
    hw_isolate_destroy(isolate_);
    EXPECT_EQ(released_, made_);
  }

  hw_value External(uint32_t flags = 0) { return External(bytes_, sizeof bytes_, flags); }
  hw_value External(void* data, size_t size, uint32_t flags) {
    hw_value buffer;
    auto release = [](void* owner) { ++*static_cast<int*>(owner); };
    EXPECT_EQ(hw_array_buffer_external(isolate_, data, size, flags, release, &released_, &buffer), HW_OK);
    made_++;
    return buffer;
  }
  void Global(const char* name, hw_value value) { hw_set_named(isolate_, hw_global(isolate_), name, value); }
  // As a global that only the guest knows.
  [[gnu::noinline]] void GlobalExternal(const char* name, uint32_t flags = 0) {
    Global(name, External(flags));
  }
  hw_value Evaluate(const std::string& source) {
    hw_value value = hw_undefined();
    EXPECT_EQ(hw_evaluate(isolate_, source.data(), source.size(), "s", &value), HW_OK);
    return value;
  }
  void Collect() {
    volatile char below[32 << 10];
    for (volatile char& byte : below) byte = 0;
    hw_isolate_collect(isolate_);
  }
  hw_view Describe(hw_value value) {
    hw_view view = {};
    view.size = sizeof view;
    EXPECT_TRUE(hw_view_describe(isolate_, value, &view));
    return view;
  }
  std::string Thrown() { return ThrownIn(isolate_); }
  size_t ExternalBytes() { return UsageOf(isolate_).external_bytes; }

  alignas(8) uint8_t bytes_[16] = {1, 2, 3, 4, 5, 6, 7, 8};
  int made_ = 0, released_ = 0;
  hw_isolate* isolate_ = New(Config());
};

TEST_F(BufferTest, IsWhereItWas) {
  Global("b", External());
  EXPECT_EQ(RunIn(isolate_,
                  "const u = new Uint8Array(b); u[15] = 99; [b.byteLength, u[0], u[7], b.resizable].join()"),
            "16,1,8,false");
  EXPECT_EQ(bytes_[15], 99);
  bytes_[0] = 77;
  EXPECT_EQ(RunIn(isolate_, "u[0]"), "77");
  EXPECT_EQ(RunIn(isolate_,
                  "const f = (a, n) => { let s = 0; for (let i = 0; i < n; i++) s += a[i & 15]; return s };"
                  "f(u, 1e6)"),
            RunIn(isolate_, "f([...u], 1e6)"));
  uint8_t* data;
  size_t size;
  EXPECT_TRUE(hw_bytes(isolate_, Evaluate("u.subarray(4)"), &data, &size));
  EXPECT_EQ(data, bytes_ + 4);
  EXPECT_EQ(size, 12u);
}

TEST_F(BufferTest, IsReleasedOnceItWasCollected) {
  for (int i = 0; i < 50; i++) GlobalExternal("b");
  EXPECT_EQ(released_, 0);
  Collect();
  EXPECT_GE(released_, 48);
  EXPECT_EQ(RunIn(isolate_, "new Uint8Array(b)[1]"), "2");
}

TEST_F(BufferTest, IsReleasedWhenDetachedOrTransferred) {
  hw_value buffer = External();
  Global("b", buffer);
  Evaluate("globalThis.u = new Uint8Array(b)");
  EXPECT_EQ(hw_array_buffer_detach(isolate_, buffer), HW_OK);
  EXPECT_EQ(released_, 1);
  EXPECT_EQ(RunIn(isolate_, "[b.detached, b.byteLength, u.length, u[0]].join()"), "true,0,0,");
  EXPECT_EQ(hw_array_buffer_detach(isolate_, buffer), HW_OK);
  EXPECT_EQ(released_, 1);
  // transfer() copies: the host knows of the first buffer only.
  for (const char* method : {"transfer()", "transfer(8)", "transferToFixedLength()"}) {
    GlobalExternal("b");
    EXPECT_EQ(RunIn(isolate_,
                    std::string("globalThis.c = b.") + method + "; b.detached + ',' + new Uint8Array(c)[2]"),
              "true,3");
    EXPECT_EQ(released_, made_) << method;
  }
  EXPECT_EQ(RunIn(isolate_, "new Uint8Array(c)[1] = 200; c.byteLength"), "16");
  EXPECT_EQ(bytes_[1], 2);
}

TEST_F(BufferTest, OfReadOnlyMemoryIsImmutable) {
  GlobalExternal("b", HW_BUFFER_READ_ONLY);
  EXPECT_EQ(
      RunIn(isolate_,
            "const u = new Uint8Array(b), d = new DataView(b); let caught = [];"
            "for (const f of [() => { 'use strict'; u[0] = 9 }, () => u.fill(9), () => d.setInt8(0, 9), "
            "() => b.transfer(), () => u.set([9]), () => Atomics.store(u, 0, 9), () => u.sort(), "
            "() => u.copyWithin(0, 4), () => u.reverse(), () => Object.defineProperty(u, 0, {value: 9})]) "
            "try { f(); caught.push(String(f)) } catch (e) { if (!(e instanceof TypeError)) throw e } "
            "caught.join() + u[0] + d.getInt8(1)"),
      "12");
  EXPECT_EQ(RunIn(isolate_,
                  "const hot = (a, n) => { for (let i = 0; i < n; i++) a[i & 15] = 9; return a[0] };"
                  "hot(new Uint8Array(16), 1e5); hot(u, 1e5)"),
            "1");
  EXPECT_EQ(bytes_[0], 1);
  hw_value buffer = Evaluate("b");
  uint8_t* data;
  size_t size;
  uint8_t* message;
  ASSERT_EQ(hw_serialize(isolate_, buffer, &message, &size), HW_OK);
  hw_value clone;
  ASSERT_EQ(hw_deserialize(isolate_, message, size, &clone), HW_OK);
  hw_memory_free(message);
  EXPECT_TRUE(hw_bytes(isolate_, clone, &data, &size));
  EXPECT_NE(data, bytes_);
  EXPECT_EQ(data[2], 3);
  EXPECT_EQ(hw_array_buffer_detach(isolate_, buffer), HW_OK);  // the memory is the host's
  EXPECT_EQ(RunIn(isolate_, "u.length + ',' + u[0]"), "0,undefined");
  EXPECT_EQ(released_, 1);
}

TEST_F(BufferTest, CountsUnlessItIsNotTo) {
  std::vector<uint8_t> large(10 << 20);
  size_t before = ExternalBytes();
  hw_value counted = External(large.data(), large.size(), 0);
  EXPECT_GE(ExternalBytes(), before + large.size());
  hw_value uncounted = External(large.data(), large.size(), HW_BUFFER_UNCOUNTED);
  EXPECT_LT(ExternalBytes(), before + large.size() + 10000);
  EXPECT_EQ(hw_array_buffer_detach(isolate_, counted), HW_OK);
  EXPECT_LT(ExternalBytes(), before + 10000);
  EXPECT_EQ(hw_array_buffer_detach(isolate_, uncounted), HW_OK);
  EXPECT_EQ(ExternalBytes(), before);
  // Beyond the limit it is a RangeError, and nothing is released.
  hw_value none;
  auto never = [](void*) { ADD_FAILURE() << "it was not taken over"; };
  std::vector<uint8_t> huge(65 << 20);
  EXPECT_EQ(hw_array_buffer_external(isolate_, huge.data(), huge.size(), 0, never, nullptr, &none),
            HW_EXCEPTION);
  EXPECT_EQ(Thrown(), "RangeError: Array buffer allocation failed");
  EXPECT_EQ(hw_type_of(isolate_, none), HW_TYPE_UNDEFINED);
  hw_value ok = External(huge.data(), huge.size(), HW_BUFFER_UNCOUNTED);
  EXPECT_EQ(Describe(ok).byte_length, huge.size());
  EXPECT_EQ(hw_array_buffer_external(isolate_, huge.data(), size_t{1} << 40, HW_BUFFER_UNCOUNTED, never,
                                     nullptr, &none),
            HW_EXCEPTION);
}

TEST_F(BufferTest, MayBeEmptyAndWithoutRelease) {
  hw_value empty = External(nullptr, 0, 0);
  EXPECT_EQ(Describe(empty).byte_length, 0u);
  EXPECT_FALSE(Describe(empty).flags & HW_BUFFER_DETACHED);
  hw_value buffer;
  EXPECT_EQ(hw_array_buffer_external(isolate_, bytes_, 4, 0, nullptr, nullptr, &buffer), HW_OK);
  EXPECT_EQ(hw_array_buffer_detach(isolate_, buffer), HW_OK);
  EXPECT_EQ(hw_array_buffer_external(isolate_, bytes_, 4, 0, nullptr, nullptr, nullptr), HW_OK);
}

TEST_F(BufferTest, RefusesMistakes) {
  hw_value buffer;
  EXPECT_EQ(hw_array_buffer_external(isolate_, nullptr, 4, 0, nullptr, nullptr, &buffer), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate_), "the bytes are null");
  EXPECT_EQ(hw_array_buffer_external(isolate_, bytes_, 4, 4, nullptr, nullptr, &buffer), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate_), "a flag of the buffer means nothing");
  EXPECT_EQ(hw_array_buffer_external(nullptr, bytes_, 4, 0, nullptr, nullptr, &buffer), HW_INVALID);
  EXPECT_EQ(hw_array_buffer_detach(isolate_, hw_object(isolate_)), HW_EXCEPTION);
  EXPECT_EQ(Thrown(), "TypeError: hw_array_buffer_detach needs an ArrayBuffer");
  EXPECT_EQ(hw_array_buffer_detach(isolate_, Evaluate("new SharedArrayBuffer(8)")), HW_EXCEPTION);
  hw_isolate_set_fuel(isolate_, 1000);
  EXPECT_EQ(hw_evaluate(isolate_, "for (;;);", 9, "s", nullptr), HW_TERMINATED);
  auto never = [](void*) { ADD_FAILURE() << "it was not taken over"; };
  EXPECT_EQ(hw_array_buffer_external(isolate_, bytes_, 4, 0, never, nullptr, &buffer), HW_TERMINATED);
}

TEST_F(BufferTest, GivesItsMemoryToTheHost) {
  void* data;
  size_t size;
  for (const char* source :
       {"new Uint8Array([5, 6, 7]).buffer", "new ArrayBuffer(2e6)", "new ArrayBuffer(0)",
        "new ArrayBuffer(3, {maxByteLength: 10})", "new ArrayBuffer(3, {maxByteLength: 1e6})"}) {
    hw_value buffer = Evaluate(source);
    hw_view before = Describe(buffer);
    size_t length = before.byte_length;
    ASSERT_EQ(hw_array_buffer_take(isolate_, buffer, &data, &size), HW_OK) << source;
    EXPECT_EQ(size, length);
    if (size == 3 && !(before.flags & HW_BUFFER_RESIZABLE)) {
      EXPECT_EQ(std::memcmp(data, "\5\6\7", 3), 0);
    }
    hw_memory_free(data);
    EXPECT_TRUE(Describe(buffer).flags & HW_BUFFER_DETACHED);
    EXPECT_EQ(hw_array_buffer_take(isolate_, buffer, &data, &size), HW_EXCEPTION);
    EXPECT_EQ(data, nullptr);
  }
  hw_value buffer = External();
  ASSERT_EQ(hw_array_buffer_take(isolate_, buffer, &data, &size), HW_OK);
  EXPECT_NE(data, bytes_);
  EXPECT_EQ(std::memcmp(data, bytes_, sizeof bytes_), 0);
  hw_memory_free(data);
  EXPECT_EQ(released_, 1);
  EXPECT_EQ(hw_array_buffer_take(isolate_, buffer, nullptr, &size), HW_INVALID);
  EXPECT_EQ(ExternalBytes(), ExternalBytes());
}

// ---- Pins ----

TEST_F(BufferTest, StaysAsItIsWhilePinned) {
  hw_value array =
      Evaluate("globalThis.b = new ArrayBuffer(8, {maxByteLength: 64}); globalThis.u = new Uint8Array(b, 2)");
  uint8_t* data;
  size_t size;
  ASSERT_EQ(hw_bytes_pin(isolate_, array, &data, &size), HW_OK);
  EXPECT_EQ(size, 6u);
  ASSERT_EQ(hw_bytes_pin(isolate_, Evaluate("b"), nullptr, nullptr), HW_OK);
  std::thread writes([data] {
    for (int i = 0; i < 1000; i++) data[5] = static_cast<uint8_t>(i | 1);
  });
  EXPECT_EQ(
      RunIn(isolate_,
            "let thrown = 0; for (const f of [() => b.resize(4), () => b.resize(16), () => b.transfer(), "
            "() => b.transferToFixedLength(3)]) try { f() } catch (e) { thrown += e instanceof TypeError } "
            "u[0] = 5; thrown + ',' + b.byteLength"),
      "4,8");
  writes.join();
  EXPECT_EQ(hw_array_buffer_detach(isolate_, Evaluate("b")), HW_EXCEPTION);
  EXPECT_EQ(Thrown(),
            "TypeError: Cannot perform hw_array_buffer_detach on an ArrayBuffer whose bytes are pinned");
  EXPECT_EQ(data[0], 5);
  hw_bytes_unpin(isolate_, array);
  EXPECT_EQ(hw_array_buffer_detach(isolate_, Evaluate("b")), HW_EXCEPTION);
  EXPECT_FALSE(hw_isolate_reset(isolate_));
  EXPECT_STREQ(hw_mistake(isolate_), "bytes of the isolate are pinned (hw_bytes_unpin)");
  hw_isolate_destroy(isolate_);
  EXPECT_EQ(RunIn(isolate_, "'it lives'"), "it lives");
  hw_bytes_unpin(isolate_, array);
  hw_bytes_unpin(isolate_, array);
  EXPECT_STREQ(hw_mistake(isolate_), "the bytes are not pinned");
  EXPECT_EQ(RunIn(isolate_, "b.resize(16); b.transfer().byteLength"), "16");
}

TEST_F(BufferTest, IsNotCollectedWhilePinned) {
  uint8_t* data[100];
  hw_ref refs[100];
  [&]() __attribute__((noinline)) {
    for (int i = 0; i < 100; i++) {
      hw_value buffer = External();
      refs[i] = hw_ref_create(isolate_, buffer, HW_REF_WEAK);
      EXPECT_EQ(hw_bytes_pin(isolate_, buffer, &data[i], nullptr), HW_OK);
    }
  }();
  Collect();
  EXPECT_EQ(released_, 0);
  // In another order than they were pinned.
  for (int i = 0; i < 100; i++) hw_bytes_unpin(isolate_, hw_ref_get(isolate_, refs[(i * 37) % 100]));
  Collect();
  EXPECT_GE(released_, 98);
}

TEST_F(BufferTest, PinsNothingThatHasNoBytes) {
  uint8_t* data = bytes_;
  EXPECT_EQ(hw_bytes_pin(isolate_, hw_object(isolate_), &data, nullptr), HW_INVALID);
  EXPECT_EQ(data, nullptr);
  EXPECT_EQ(
      hw_bytes_pin(isolate_, Evaluate("{ const b = new ArrayBuffer(8); b.transfer(); b }"), nullptr, nullptr),
      HW_INVALID);
  EXPECT_EQ(hw_bytes_pin(nullptr, hw_null(), nullptr, nullptr), HW_INVALID);
  hw_bytes_unpin(nullptr, hw_null());
  hw_bytes_unpin(isolate_, hw_object(isolate_));
  EXPECT_EQ(hw_bytes_pin(isolate_, Evaluate("globalThis.s = new SharedArrayBuffer(8, {maxByteLength: 16})"),
                         nullptr, nullptr),
            HW_OK);
  EXPECT_EQ(RunIn(isolate_, "s.grow(16); s.byteLength"), "16");  // where it is, it stays
  hw_bytes_unpin(isolate_, Evaluate("s"));
}

// ---- Views ----

TEST_F(BufferTest, HasViewsOfEveryKind) {
  constexpr const char* kNames[] = {"Int8Array",    "Uint8Array",   "Uint8ClampedArray", "Int16Array",
                                    "Uint16Array",  "Int32Array",   "Uint32Array",       "Float16Array",
                                    "Float32Array", "Float64Array", "BigInt64Array",     "BigUint64Array",
                                    "DataView"};
  constexpr size_t kSizes[] = {1, 1, 1, 2, 2, 4, 4, 2, 4, 8, 8, 8, 1};
  hw_value buffer = External();
  for (size_t i = 0; i < std::size(kNames); i++) {
    SCOPED_TRACE(kNames[i]);
    auto kind = static_cast<hw_view_kind>(HW_VIEW_INT8 + i);
    hw_value view;
    ASSERT_EQ(hw_view_new(isolate_, kind, buffer, 8, SIZE_MAX, &view), HW_OK);
    Global("v", view);
    EXPECT_EQ(RunIn(isolate_, "v[Symbol.toStringTag] + v.byteOffset"), kNames[i] + std::string("8"));
    hw_view is = Describe(view);
    EXPECT_EQ(is.kind, kind);
    EXPECT_TRUE(hw_is_same(isolate_, is.buffer, buffer));
    EXPECT_EQ(is.data, bytes_ + 8);
    EXPECT_EQ(is.byte_offset, 8u);
    EXPECT_EQ(is.byte_length, 8u);
    EXPECT_EQ(is.length, 8 / kSizes[i]);
    EXPECT_EQ(is.flags, uint32_t{HW_BUFFER_EXTERNAL});
    ASSERT_EQ(hw_view_new(isolate_, kind, buffer, 0, 1, &view), HW_OK);
    EXPECT_EQ(Describe(view).byte_length, kSizes[i]);
    EXPECT_EQ(hw_view_new(isolate_, kind, buffer, 16, 1, &view), HW_EXCEPTION);
    EXPECT_EQ(Thrown().substr(0, 10), "RangeError");
    EXPECT_EQ(hw_view_new(isolate_, kind, buffer, SIZE_MAX / 2, 0, &view), HW_EXCEPTION);
    if (kSizes[i] > 1) {
      EXPECT_EQ(hw_view_new(isolate_, kind, buffer, 1, 1, &view), HW_EXCEPTION);
    }
    EXPECT_EQ(hw_view_new(isolate_, kind, hw_object(isolate_), 0, 1, &view), HW_EXCEPTION);
  }
  hw_value view;
  EXPECT_EQ(hw_view_new(isolate_, HW_VIEW_NONE, buffer, 0, 1, &view), HW_INVALID);
  EXPECT_EQ(hw_view_new(isolate_, static_cast<hw_view_kind>(14), buffer, 0, 1, &view), HW_INVALID);
  hw_array_buffer_detach(isolate_, buffer);
  EXPECT_EQ(hw_view_new(isolate_, HW_VIEW_INT8, buffer, 0, 0, &view), HW_EXCEPTION);
  EXPECT_EQ(hw_view_new(isolate_, HW_VIEW_DATA_VIEW, buffer, 0, 0, &view), HW_EXCEPTION);
}

TEST_F(BufferTest, IsDescribed) {
  EXPECT_EQ(Describe(External(HW_BUFFER_READ_ONLY | HW_BUFFER_UNCOUNTED)).flags,
            uint32_t{HW_BUFFER_READ_ONLY | HW_BUFFER_UNCOUNTED | HW_BUFFER_EXTERNAL});
  hw_view is = Describe(Evaluate("new ArrayBuffer(8)"));
  EXPECT_EQ(is.kind, HW_VIEW_NONE);
  EXPECT_EQ(is.length, 8u);
  EXPECT_EQ(is.flags, 0u);
  EXPECT_EQ(Describe(Evaluate("new SharedArrayBuffer(8)")).flags, uint32_t{HW_BUFFER_SHARED});
  is = Describe(Evaluate("globalThis.r = new ArrayBuffer(8, {maxByteLength: 16}); new Int16Array(r)"));
  EXPECT_EQ(is.flags, uint32_t{HW_BUFFER_RESIZABLE});
  EXPECT_EQ(is.length, 4u);
  is = Describe(Evaluate("globalThis.w = new Int16Array(r, 4, 2); r.resize(2); w"));
  EXPECT_EQ(is.flags, uint32_t{HW_BUFFER_RESIZABLE | HW_BUFFER_DETACHED});
  EXPECT_EQ(is.data, nullptr);
  EXPECT_EQ(is.byte_length, 0u);
  hw_view view = {};
  EXPECT_FALSE(hw_view_describe(isolate_, Evaluate("r"), &view));
  EXPECT_STREQ(hw_mistake(isolate_), "hw_view.size is not set");
  EXPECT_FALSE(hw_view_describe(isolate_, Evaluate("r"), nullptr));
  view.size = sizeof view;
  EXPECT_FALSE(hw_view_describe(isolate_, hw_object(isolate_), &view));
  EXPECT_FALSE(hw_view_describe(nullptr, hw_null(), &view));
}

// ---- Images ----

#if HALFWORD_COMPRESS
TEST_F(BufferTest, IsACopyInImages) {
  GlobalExternal("b");
  GlobalExternal("r", HW_BUFFER_READ_ONLY);
  Evaluate("globalThis.u = new Uint8Array(b)");
  ASSERT_EQ(hw_bytes_pin(isolate_, Evaluate("b"), nullptr, nullptr), HW_OK);
  hw_image* image = hw_isolate_freeze(isolate_, nullptr);
  ASSERT_NE(image, nullptr);
  hw_bytes_unpin(isolate_, Evaluate("b"));
  EXPECT_EQ(RunIn(isolate_, "u[1] = 50; u[1]"), "50");
  EXPECT_EQ(bytes_[1], 50);
  hw_config config = Config();
  config.image = image;
  hw_isolate* clone = New(config);
  std::swap(clone, isolate_);
  EXPECT_EQ(Describe(Evaluate("b")).flags, 0u);
  EXPECT_EQ(Describe(Evaluate("r")).flags, uint32_t{HW_BUFFER_READ_ONLY});
  EXPECT_EQ(RunIn(isolate_, "u[1] = 60; [...u].slice(0, 3).join() + b.transfer().byteLength"), "1,60,316");
  EXPECT_EQ(bytes_[1], 50);
  hw_bytes_unpin(isolate_, Evaluate("r"));
  EXPECT_STREQ(hw_mistake(isolate_), "the bytes are not pinned");
  hw_isolate_destroy(isolate_);
  isolate_ = clone;
  EXPECT_EQ(released_, 0);
  EXPECT_TRUE(hw_isolate_reset(isolate_));
  EXPECT_EQ(released_, 2);
  hw_image_release(image);
}
#endif

}  // namespace
}  // namespace api_testing
