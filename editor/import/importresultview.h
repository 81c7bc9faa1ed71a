#pragma once

#include "editor/import/importworker.h"

#include <QWidget>

class QCheckBox;
class QTreeWidget;

namespace hotchkiss::editor {

struct EditCounts {
  std::size_t hexes = 0;
  std::size_t edges = 0;
  std::size_t named = 0;
  std::size_t evidence = 0;
};
EditCounts countsOf(const Edit& edit);

/// "1 hex", "34 hexes".
QString counted(std::size_t count, const char* one, const char* many);

/// What a preview says about itself: counts, the report of every line or control point, and what the map shows of it.
class ImportResultView final : public QWidget {
  Q_OBJECT

 public:
  explicit ImportResultView(QWidget* parent = nullptr);

  /// `step` is the one that was asked for; without a kind all steps are reported (a rebuild). `sourceId` is that of a
  /// scan, whose control points are listed instead of lines.
  void showResult(const ImportResult& result, const Recipe::Step& step, const std::string& sourceId);

  bool showsResult() const;
  bool showsChanges() const;
  bool showsSource() const;

 signals:
  void choiceChanged(); ///< of what the map shows

 private:
  void showFigures(const ImportPreview& preview, const Recipe::Step& step);
  void showLines(const std::vector<LineReport>& lines);
  void showControlPoints(const Document& after, const std::string& sourceId);

  QTreeWidget* mFigures = nullptr;
  QTreeWidget* mLines = nullptr;
  QCheckBox* mShowResult = nullptr;
  QCheckBox* mShowChanges = nullptr;
  QCheckBox* mShowSource = nullptr;
};

} // namespace hotchkiss::editor
