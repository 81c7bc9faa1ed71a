#include "libterrain/edit/history.h"

#include <iterator>

namespace hotchkiss {

void History::push(Edit edit, bool mergeWithLast) {
  const bool merge = mergeWithLast && canUndo() && !canRedo();
  mEdits.resize(mPosition);
  if (merge) {
    auto& parts = mEdits.back().parts;
    parts.insert(parts.end(), std::move_iterator(edit.parts.begin()), std::move_iterator(edit.parts.end()));
    return;
  }
  mEdits.push_back(std::move(edit));
  ++mPosition;
}

const Edit* History::undo() {
  if (!canUndo())
    return nullptr;
  mInverse = mEdits[--mPosition].inverse();
  return &mInverse;
}

const Edit* History::redo() {
  return canRedo() ? &mEdits[mPosition++] : nullptr;
}

std::vector<std::string> History::titles() const {
  std::vector<std::string> out;
  out.reserve(mEdits.size());
  for (const Edit& edit : mEdits)
    out.push_back(edit.title);
  return out;
}

void History::clear() {
  *this = {};
}

} // namespace hotchkiss
