#pragma once

#include "editor/import/sourcecopy.h"
#include "editor/model/qtext.h"
#include "importers/source/describe.h"
#include "libterrain/map/document.h"

#include <QWidget>

#include <filesystem>
#include <memory>
#include <optional>
#include <variant>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QToolButton;

namespace hotchkiss::editor {

enum class SourceKind { Raster, RasterOrTiles, RasterOrVector, Vector, Points, Picture };

/// Chooses a file to import, says what is in it, and asks for what sources.json keeps about it.
class SourcePanel final : public QWidget {
  Q_OBJECT

 public:
  using Info = std::variant<std::monostate, RasterInfo, VectorInfo>;

  /// `name` begins the object names of the fields.
  SourcePanel(const QString& name, SourceKind kind, const Document& module, std::filesystem::path moduleFolder,
              QWidget* parent = nullptr);
  ~SourcePanel() override;

  void setFile(const QString& path);
  /// A source that the module already has.
  void useSource(const std::string& id);
  std::filesystem::path file() const;
  const Info& info() const { return mInfo; }
  const RasterInfo* raster() const { return std::get_if<RasterInfo>(&mInfo); }
  const VectorInfo* vector() const { return std::get_if<VectorInfo>(&mInfo); }
  QString problem() const { return mProblem; } ///< empty: the file can be used
  SourceFile source() const;

  std::string id() const;     ///< of its row in sources.json
  std::string record() const; ///< canonical JSON of that row, with the path as seen from the module
  /// Further files that count where those before them have no data, as their ids and rows.
  std::vector<std::pair<std::string, std::string>> furtherSources() const;
  void addFurther(const QString& path);

  /// Files that go into the module when the import is accepted; none when they stay where they are.
  std::vector<SourceCopy> copies() const;

 signals:
  void changed();

 private:
  void browse();
  void browseFolder();
  void look();
  void browseFurther();
  std::string idFor(const std::filesystem::path& file) const;
  std::string pathFor(const std::filesystem::path& file) const;
  void showInfo();
  QString infoText() const;
  QString vectorText(const VectorInfo& info) const;
  QString rasterText(const RasterInfo& info) const;
  std::vector<SourceCopy> possibleCopies() const;
  void offerCopies(bool isNewFile);

  SourceKind mKind;
  const Document mModule;
  std::filesystem::path mFolder;
  Info mInfo;
  QString mProblem;
  std::string mKnownId; ///< row that the module has for this file
  QLineEdit* mFile = nullptr;
  QLabel* mText = nullptr;
  QLineEdit* mTitle = nullptr;
  QLineEdit* mLicence = nullptr;
  QLineEdit* mAttribution = nullptr;
  QLineEdit* mCrs = nullptr;
  QCheckBox* mCopy = nullptr;
  QListWidget* mFurther = nullptr; ///< only where several files may lie over each other
};

} // namespace hotchkiss::editor
