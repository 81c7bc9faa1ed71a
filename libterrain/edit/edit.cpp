#include "libterrain/edit/edit.h"

#include <algorithm>

namespace hotchkiss {

namespace {

void applyChanges(const Changes& changes, Document& document) {
  for (const auto& change : changes.hexes)
    document.setHex(change.key, change.after);
  for (const auto& change : changes.edges)
    document.setEdge(change.key, change.after);
  for (const auto& change : changes.vertices)
    document.setVertex(change.key, change.after);
  for (const auto& change : changes.records)
    document.setRecord(change.key.table, change.key.key, change.after);
}

template <class List>
void swapEnds(List& list) {
  for (auto& change : list)
    std::swap(change.before, change.after);
  std::reverse(list.begin(), list.end());
}

} // namespace

std::size_t Edit::size() const {
  std::size_t count = 0;
  for (const auto& part : parts) {
    if (const auto* changes = std::get_if<Changes>(&part))
      count += changes->hexes.size() + changes->edges.size() + changes->vertices.size() + changes->records.size();
    else
      ++count;
  }
  return count;
}

void Edit::apply(Document& document) const {
  for (const auto& part : parts) {
    if (const auto* changes = std::get_if<Changes>(&part)) {
      applyChanges(*changes, document);
    } else {
      const auto& reframe = std::get<Reframe>(part);
      document.reframe(reframe.shift, reframe.after);
    }
  }
}

Edit Edit::inverse() const {
  Edit out{title, {parts.rbegin(), parts.rend()}};
  for (auto& part : out.parts) {
    if (auto* changes = std::get_if<Changes>(&part)) {
      swapEnds(changes->hexes);
      swapEnds(changes->edges);
      swapEnds(changes->vertices);
      swapEnds(changes->records);
    } else {
      auto& reframe = std::get<Reframe>(part);
      reframe.shift = {-reframe.shift.c, -reframe.shift.r};
      std::swap(reframe.before, reframe.after);
    }
  }
  return out;
}

} // namespace hotchkiss
