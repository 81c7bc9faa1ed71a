#pragma once

#include "editor/docks/sourcelooks.h"
#include "importers/source/patch.h"
#include "importers/source/vector.h"

#include <QThreadPool>

#include <map>
#include <memory>
#include <mutex>

namespace hotchkiss::editor {

/// Heights as tints with a little shade; clear where there are none.
QImage heightPicture(const RasterPatch& patch);
/// Classes as colours that differ.
QImage classPicture(const RasterPatch& patch);

/// Looks into the files behind a map, on a thread of its own. Lines of a layer are read once and kept.
class FileLooks final : public SourceLooks {
  Q_OBJECT

 public:
  explicit FileLooks(QObject* parent = nullptr);
  ~FileLooks() override;
  void ask(const Document& module, const std::filesystem::path& folder, const Selection& place,
           const std::vector<std::string>& sources, QObject* receiver,
           std::function<void(const std::vector<SourceLook>&)> answer) override;

 private:
  using Lines = std::vector<std::vector<Point>>;
  SourceLook look(const Document& module, const std::filesystem::path& folder, const Selection& place,
                  const std::string& source);
  std::shared_ptr<const Lines> linesOf(const std::string& key, const SourceFile& source, const VectorWish& wish,
                                       const Document& module, const Frame& frame);

  QThreadPool mWorker; ///< one thread
  std::mutex mMutex;
  std::map<std::string, std::shared_ptr<const Lines>> mLines;
};

} // namespace hotchkiss::editor
