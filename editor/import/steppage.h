#pragma once

#include "editor/import/ruletable.h"
#include "editor/import/sourcepanel.h"
#include "editor/model/editordocument.h"

#include <QWidget>
#include <nlohmann/json.hpp>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QGroupBox;
class QLineEdit;
class QSpinBox;
class QStackedWidget;

namespace hotchkiss::editor {

/// The parameters of one kind of import as fields. What a recipe may leave out is left out while it has its default.
class StepPage : public QWidget {
  Q_OBJECT

 public:
  explicit StepPage(EditorDocument& document);

  /// Parameters without the sources.
  virtual nlohmann::json parameters() const = 0;
  virtual void setParameters(const nlohmann::json& parameters) = 0;
  /// Another file: fields, layers, classes and ranges are those of the file now.
  virtual void sourceChanged(const SourcePanel& source) = 0;
  virtual QString problem() const { return {}; } ///< why this cannot be run; empty when it can
  virtual QString summary() const = 0;           ///< what would be done, in one sentence
  virtual SourceKind sourceKind() const = 0;

 signals:
  void changed();

 protected:
  EditorDocument& document() const { return mDocument; }
  const Catalogue& catalogue() const { return mDocument.catalogue(); }
  QFormLayout* form() const { return mForm; }
  /// What the ruleset suggests for this kind of step.
  nlohmann::json suggestion(const char* kind) const;

  // Fields; every change of them is told.
  QComboBox* addCombo(const QString& label, const QString& name, const std::vector<RuleChoice>& choices);
  QDoubleSpinBox* addNumber(const QString& label, const QString& name, double value, double low, double high,
                            int decimals, const QString& suffix = {});
  QSpinBox* addWhole(const QString& label, const QString& name, int value, int low, int high);
  QCheckBox* addCheck(const QString& label, const QString& name, bool checked);
  RuleTable* addTable(const QString& title, const QString& note, const QString& name, std::vector<RuleColumn> columns);
  void listen(QComboBox* box);

  std::vector<RuleChoice> terrains() const;
  /// Hexside kinds with their classes; those that things cross (water) first.
  std::vector<RuleChoice> hexsideKinds() const;
  std::vector<RuleChoice> pathKinds() const;
  std::vector<RuleChoice> namedKinds(const std::string& section) const;
  std::vector<RuleChoice> hexAttributes(bool onlyFlags) const;

 private:
  EditorDocument& mDocument;
  QFormLayout* mForm = nullptr;
};

/// What the pages for vector files share: the layer, a condition, fields in combo boxes.
class VectorPage : public StepPage {
  Q_OBJECT

 public:
  using StepPage::StepPage;
  void sourceChanged(const SourcePanel& source) override;
  SourceKind sourceKind() const override { return SourceKind::Vector; }

 protected:
  void addLayer(const QString& prefix, Shape shape);
  QComboBox* addField(const QString& label, const QString& name, const QString& none);
  /// Names that fields for this purpose usually have, best first.
  void suggestField(QComboBox* box, const std::vector<QString>& names) const;
  RuleColumn whenField() const;
  RuleColumn whenCondition() const;
  void addClasses(const QString& name, const QString& title, const RuleColumn& target);
  virtual void layerChanged() {}
  const LayerInfo* layer() const;
  std::vector<RuleChoice> fieldChoices() const;
  static void setField(QComboBox* box, const nlohmann::json& parameters, const char* member);
  static void putField(const QComboBox* box, nlohmann::json& parameters, const char* member);
  nlohmann::json vectorParameters() const;
  void setVectorParameters(const nlohmann::json& parameters);
  QString vectorProblem() const;
  QString countText() const; ///< "34 lines"

  RuleTable* mClasses = nullptr;
  QComboBox* mListField = nullptr; ///< whose values are listed in the table of classes

 private:
  void useLayer();
  void listValues();

  Shape mShape = Shape::Lines;
  VectorInfo mInfo;
  QComboBox* mLayer = nullptr;
  QComboBox* mWhereField = nullptr;
  QLineEdit* mWhere = nullptr;
  nlohmann::json mOtherWhere = nlohmann::json::object();
  std::vector<QComboBox*> mFields;
};

/// The page for a kind of step: elevation, cover, rivers, paths, places, regions or scan.
StepPage* makeStepPage(const std::string& kind, EditorDocument& document);

} // namespace hotchkiss::editor
