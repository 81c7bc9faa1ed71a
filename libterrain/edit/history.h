#pragma once

#include "libterrain/edit/edit.h"

#include <string>
#include <vector>

namespace hotchkiss {

/// The edits made so far and how many of them are in force. It changes no document: whoever asks for a step applies it.
class History {
 public:
  /// Adds an edit that has been applied. What had been undone is forgotten. Merging makes it one step with the last
  /// edit, as when a slider is dragged; that is not done right after an undo.
  void push(Edit edit, bool mergeWithLast = false);

  bool canUndo() const { return mPosition > 0; }
  bool canRedo() const { return mPosition < mEdits.size(); }
  /// Steps back; the edit to apply, null when there is none. Good until the next call.
  const Edit* undo();
  const Edit* redo();

  std::vector<std::string> titles() const;           ///< oldest first, undone ones included
  std::size_t position() const { return mPosition; } ///< edits in force
  std::size_t size() const { return mEdits.size(); }
  const Edit& edit(std::size_t step) const { return mEdits[step]; } ///< below size()
  void clear();

 private:
  std::vector<Edit> mEdits;
  Edit mInverse;
  std::size_t mPosition = 0;
};

} // namespace hotchkiss
