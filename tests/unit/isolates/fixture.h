// Isolates for tests, and a few words to run JavaScript in them.
#ifndef HALFWORD_TESTS_UNIT_ISOLATES_FIXTURE_H_
#define HALFWORD_TESTS_UNIT_ISOLATES_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isolates/isolate_owner.h"

namespace halfword::testing {

inline std::unique_ptr<IsolateOwner> MakeIsolate(IsolateConfig config = {}) {
  if (config.cage_bytes == IsolateConfig().cage_bytes) config.cage_bytes = size_t{64} << 20;
  std::string error;
  auto owner = IsolateOwner::Create(config, &error);
  EXPECT_TRUE(owner) << error;
  return owner;
}

// The completion value as a string, after all jobs have run; "throws …" or "terminated" where there is none.
std::string Evaluate(IsolateOwner& owner, std::string_view source);

inline std::shared_ptr<const Image> FreezeOf(IsolateOwner& owner) {
  std::string error;
  auto image = owner.Freeze(&error);
  EXPECT_TRUE(image) << error;
  return image;
}

std::string BytesOf(const Image& image);

// How many resident pages of the slot, annex and cage, contain the text.
size_t CountInSlot(uintptr_t cage_base, std::string_view text);

}  // namespace halfword::testing

#endif  // HALFWORD_TESTS_UNIT_ISOLATES_FIXTURE_H_
