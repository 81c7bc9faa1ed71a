#pragma once

#include "editor/model/editordocument.h"
#include "libterrain/grid/frame.h"
#include "libterrain/search/picking.h"

#include <QLabel>
#include <QStatusBar>

#include <optional>

class QToolButton;

namespace hotchkiss::editor {

/// The status bar: what a click would do, what is under the pointer, whether the edits are safe, and the zoom.
class StatusLine final : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent);
  void setDocument(EditorDocument* document);
  void setHint(const QString& hint);
  void showPointed(const std::optional<Pick>& pick, Point plane);
  void showScale(double scale, double printScale);
  void showFindings(int errors, int warnings, int notes);

  /// What is at a place, in words: "Woods, level 3" or "Minor river, Road".
  static QString inWords(const EditorDocument& document, const Pick& pick);

 signals:
  void findingsWanted();
  void zoomWanted();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void showSafety();
  void readFrame();
  void elideHint();
  void resizeEvent(QResizeEvent* event) override;

  EditorDocument* mDocument = nullptr;
  std::optional<Frame> mFrame;
  QString mUnit;
  QString mHintText;
  QLabel* mHint;
  QLabel* mPlace;
  QLabel* mWords;
  QLabel* mGround;
  QLabel* mSafety;
  QToolButton* mFindings;
  QToolButton* mScale;
};

} // namespace hotchkiss::editor
