#pragma once

#include "editor/docks/sourcelooks.h"
#include "editor/model/editordocument.h"
#include "render/mapstyle.h"

#include <QWidget>
#include <nlohmann/json_fwd.hpp>

class QLabel;
class QVBoxLayout;

namespace hotchkiss::editor {

/// Why a hex, hexside or corner is what it is: what the sources said, how sure that is, and where it comes from.
class EvidencePanel final : public QWidget {
  Q_OBJECT

 public:
  EvidencePanel(const EditorDocument& document, SourceLooks* looks, const Selection& place, QWidget* parent = nullptr);

  /// The evidence behind a place as text; empty when there is none.
  static std::string textOf(const Document& document, const Selection& place);

 private:
  void addDoubts(const nlohmann::json& record);
  void addShares(const nlohmann::json& record);
  void addFigures(const nlohmann::json& record);
  void addProvenance(const nlohmann::json& record);
  void showLooks(const std::vector<SourceLook>& looks);

  const EditorDocument& mDocument;
  Selection mPlace;
  QVBoxLayout* mColumn = nullptr;
  QLabel* mHeights = nullptr;
  QWidget* mPictures = nullptr;
};

/// A bar for each kind with its share of the area.
class ShareBars final : public QWidget {
  Q_OBJECT

 public:
  struct Share {
    QString name;
    double share = 0;
    QString note;
  };
  explicit ShareBars(std::vector<Share> shares, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<Share> mShares;
};

/// How much of a hex lies at which height.
class HeightHistogram final : public QWidget {
  Q_OBJECT

 public:
  explicit HeightHistogram(SourceLook look, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {120, 120}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SourceLook mLook;
};

/// The source around a place, with the hex drawn over it.
class SourcePatch final : public QWidget {
  Q_OBJECT

 public:
  SourcePatch(SourceLook look, Lattice lattice, Selection place, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {120, 120}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SourceLook mLook;
  Lattice mLattice;
  Selection mPlace;
};

} // namespace hotchkiss::editor
