#pragma once

#include "editor/import/importresultview.h"
#include "editor/import/sourcepanel.h"
#include "editor/import/steppage.h"

#include <QDialog>
#include <QTemporaryDir>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QTimer;

namespace hotchkiss::editor {

class MapCanvas;

/// Imports one source, or rebuilds the module from its recipe: choose, preview on the map, accept as one undo step.
/// The dialog leaves the window usable; an edit of the map drops the preview.
class ImportDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `kind` is a kind of step, or "rebuild".
  ImportDialog(const std::string& kind, EditorDocument& document, MapCanvas& canvas, QWidget* parent = nullptr);
  ~ImportDialog() override;

  const std::string& kind() const { return mKind; }
  SourcePanel* source() const { return mSource; }
  SourcePanel* points() const { return mPoints; }
  StepPage* page() const { return mPage; }
  bool isRunning() const { return mWorker->isRunning(); }
  bool hasPreview() const { return mResult != nullptr; }
  const ImportPreview& preview() const { return mResult->preview; }

  static QString titleOf(const std::string& kind);

  Q_SLOT void startPreview();
  void accept() override;
  void reject() override;

 signals:
  /// The edit is in the document; for the status line.
  void imported(const QString& what);

 private:
  QWidget* buildSource();
  void refresh();
  void settingsChanged();
  void useStep(int index);
  QString problem() const;
  StepWish wish() const;
  void finishPreview();
  void dropPreview(const QString& why);
  void showResult();
  void showOnMap();
  void tell(const QString& text, bool isProblem);
  Outcome bringFiles(Edit& edit) const;

  std::string mKind;
  EditorDocument& mDocument;
  MapCanvas& mCanvas;
  std::filesystem::path mFolder;
  QTemporaryDir mPictures; ///< where previews put pictures made from scans
  ImportWorker* mWorker = nullptr;
  std::shared_ptr<const ImportResult> mResult;
  QTimer* mTicker = nullptr;

  QTabWidget* mTabs = nullptr;
  QComboBox* mStep = nullptr;
  SourcePanel* mSource = nullptr;
  SourcePanel* mPoints = nullptr;
  StepPage* mPage = nullptr;
  ImportResultView* mView = nullptr;
  QLabel* mMessage = nullptr;
  QProgressBar* mProgress = nullptr;
  QPushButton* mPreviewButton = nullptr;
  QPushButton* mAcceptButton = nullptr;
  QPushButton* mCancelButton = nullptr;
};

} // namespace hotchkiss::editor
