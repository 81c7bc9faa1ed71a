#pragma once

#include "editor/import/underlaypictures.h"
#include "libscenario/module/newmodule.h"
#include "libterrain/numbering/inference.h"
#include "libterrain/numbering/numbering.h"

#include <QDialog>

#include <array>
#include <memory>
#include <optional>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace hotchkiss::editor {

class ScanView;

/// What three labelled hexes say about a printed map: how its hexes lie and how they are numbered.
struct InferredMap {
  NewModuleWish wish; ///< lattice, size and numbering for a new module
  long firstColumn = 0;
  long lastColumn = 0;
  long firstRow = 0;
  long lastRow = 0;
};
/// The map that a proposal describes, as far as it lies on the scan; nothing when that is no sensible map.
std::optional<InferredMap> inferredMap(const NumberingProposal& proposal, const std::string& label, QSize scan);
/// Where the middle of the hex with these printed numbers lies on the scan.
Point onScan(const NumberingProposal& proposal, long column, long row);

/// "Point at three hexes and type their labels": shows which lattices and numberings that can be, drawn over the scan.
class LabelsWizard final : public QDialog {
  Q_OBJECT

 public:
  /// Lattice and numbering are those of the open module: points are only taken over when they fit.
  LabelsWizard(std::shared_ptr<const ScanImage> image, const Lattice& lattice,
               std::shared_ptr<const Numbering> numbering, QWidget* parent = nullptr);

  std::vector<LabelledPoint> points() const;
  const std::vector<NumberingProposal>& proposals() const { return mProposals; }
  ScanView& scanView() { return *mView; }

 signals:
  /// The user wants a new module like the chosen proposal.
  void newModuleWanted(const hotchkiss::NewModuleWish& wish, const std::vector<hotchkiss::LabelledPoint>& points);

 private:
  void setPoint(Point pixel);
  void refresh();
  void showProposal();
  const NumberingProposal* chosen() const;

  std::shared_ptr<const ScanImage> mImage;
  Lattice mLattice;
  std::shared_ptr<const Numbering> mNumbering;
  std::array<std::optional<Point>, 3> mPoints;
  std::vector<NumberingProposal> mProposals;

  ScanView* mView = nullptr;
  std::array<QLineEdit*, 3> mLabels{};
  QListWidget* mList = nullptr;
  QLabel* mText = nullptr;
  QPushButton* mUse = nullptr;
  QPushButton* mNew = nullptr;
};

} // namespace hotchkiss::editor
