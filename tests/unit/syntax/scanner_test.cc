#include "syntax/scanner.h"

#include <gtest/gtest.h>

namespace halfword::syntax {
namespace {
TEST(Scanner, Starts) {}
}  // namespace
}  // namespace halfword::syntax
