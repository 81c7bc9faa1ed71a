#include "editor/import/pages/pagefields.h"
#include "editor/import/pages/pages.h"

#include <QtWidgets>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

class RegionsPage final : public VectorPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::RegionsPage)

 public:
  explicit RegionsPage(EditorDocument& document) : VectorPage(document) {
    addLayer(QStringLiteral("regions"), Shape::Polygons);
    mId = addField(tr("&Id in field:"), QStringLiteral("regionsId"), tr("(as the name)"));
    mName = addField(tr("&Name in field:"), QStringLiteral("regionsName"), tr("(no names)"));
    const auto optional = [](std::vector<RuleChoice> choices) {
      choices.insert(choices.begin(), {QCoreApplication::translate("hotchkiss::editor::RegionsPage", "(none)"), {}});
      return choices;
    };
    mRegion = addCombo(tr("Make &regions of kind:"), QStringLiteral("regionsKind"), optional(namedKinds("region")));
    mAttribute =
        addCombo(tr("Write the id to &attribute:"), QStringLiteral("regionsAttribute"), optional(hexAttributes(false)));
    mBorder = addCombo(tr("Draw &borders as:"), QStringLiteral("regionsBorder"), optional(hexsideKinds()));
    mShare =
        addNumber(tr("Leave out hexes &below:"), QStringLiteral("regionsMinShare"), 0, 0, 1, 2, tr(" of the area"));
    mDoubt = addNumber(tr("&Doubtful when shares differ by less than:"), QStringLiteral("regionsDoubt"), 0.1, 0, 1, 2);
    if (const json suggested = suggestion("regions"); !suggested.empty())
      setParameters(suggested);
  }

  json parameters() const override {
    json out = mOther;
    out.update(vectorParameters());
    putField(mId, out, "id");
    putField(mName, out, "name");
    put(out, "region", mRegion, "");
    put(out, "attribute", mAttribute, "");
    put(out, "border", mBorder, "");
    put(out, "minShare", mShare, 0);
    put(out, "doubtBelow", mDoubt, 0.1);
    return out;
  }

  void setParameters(const json& parameters) override {
    mOther = withoutMembers(
        parameters, {"layer", "where", "name", "id", "region", "attribute", "border", "minShare", "doubtBelow"});
    setVectorParameters(parameters);
    setField(mId, parameters, "id");
    setField(mName, parameters, "name");
    choose(mRegion, parameters, "region");
    choose(mAttribute, parameters, "attribute");
    choose(mBorder, parameters, "border");
    mShare->setValue(parameters.value("minShare", 0.0));
    mDoubt->setValue(parameters.value("doubtBelow", 0.1));
  }

  QString problem() const override {
    if (QString problem = vectorProblem(); !problem.isEmpty())
      return problem;
    if (mId->currentData().toString().isEmpty() && mName->currentData().toString().isEmpty())
      return tr("Choose the field that tells areas apart: an id or a name.");
    if (mRegion->currentData().toString().isEmpty() && mAttribute->currentData().toString().isEmpty() &&
        mBorder->currentData().toString().isEmpty())
      return tr("Nothing would be made; choose a kind of region, an attribute or a border.");
    return {};
  }
  QString summary() const override { return tr("%1 to regions and borders").arg(countText()); }

 protected:
  void layerChanged() override {
    suggestField(mName, {"name", "name_en", "county", "state"});
    suggestField(mId, {"postal", "id", "code", "iso"});
  }

 private:
  json mOther = json::object();
  QComboBox* mId = nullptr;
  QComboBox* mName = nullptr;
  QComboBox* mRegion = nullptr;
  QComboBox* mAttribute = nullptr;
  QComboBox* mBorder = nullptr;
  QDoubleSpinBox* mShare = nullptr;
  QDoubleSpinBox* mDoubt = nullptr;
};

} // namespace

StepPage* makeRegionsPage(EditorDocument& document) {
  return new RegionsPage(document);
}

} // namespace hotchkiss::editor
