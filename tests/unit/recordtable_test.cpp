#include "libterrain/map/recordtable.h"

#include <gtest/gtest.h>

namespace hotchkiss {
namespace {

TEST(RecordOrder, CoordinatesGoByNumberAndComeFirst) {
  RecordTable table;
  for (const char* id : {"b", "12.7.1", "12.10", "12.7", "-1.3.0", "2.9.9", "a10", "a9", "12.", "12", "007.1", "7.1"})
    table[{"edge", id}] = "{}";
  table[{"corner", "z"}] = "{}";
  std::vector<std::string> order;
  for (const auto& [key, text] : table)
    order.push_back(key.id);
  EXPECT_EQ(order, (std::vector<std::string>{"z", "-1.3.0", "2.9.9", "007.1", "7.1", "12.7", "12.7.1", "12.10", "12",
                                             "12.", "a10", "a9", "b"}));
}

} // namespace
} // namespace hotchkiss
