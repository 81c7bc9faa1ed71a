#include "editor/import/pages/pagefields.h"
#include "editor/import/pages/pages.h"

#include <QtWidgets>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

class PlacesPage final : public VectorPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::PlacesPage)

 public:
  explicit PlacesPage(EditorDocument& document) : VectorPage(document) {
    addLayer(QStringLiteral("places"), Shape::Points);
    mX = addField(tr("&X or longitude:"), QStringLiteral("placesX"), tr("(the layer has positions)"));
    mY = addField(tr("Y or lat&itude:"), QStringLiteral("placesY"), tr("(the layer has positions)"));
    mName = addField(tr("&Name in field:"), QStringLiteral("placesName"), tr("(no names)"));
    mRank = addField(tr("&Rank in field:"), QStringLiteral("placesRank"), tr("(in file order)"));
    addClasses(QStringLiteral("placesClasses"), tr("What points become"),
               {"place", tr("becomes"), RuleColumn::Type::Choice, namedKinds("place"), tr("(left out)"), {}, 18});
    const std::vector<RuleChoice> kinds = namedKinds("place");
    mClasses->setRows(kinds.empty() ? json::array() : json::array({{{"place", kinds.front().data.toStdString()}}}));
    if (const json suggested = suggestion("places"); !suggested.empty())
      setParameters(suggested);
  }

  json parameters() const override {
    json out = mOther;
    out.update(vectorParameters());
    putField(mName, out, "name");
    putField(mRank, out, "rank");
    putField(mX, out, "x");
    putField(mY, out, "y");
    return out;
  }

  void setParameters(const json& parameters) override {
    mOther = withoutMembers(parameters, {"layer", "where", "classes", "name", "rank", "x", "y"});
    setVectorParameters(parameters);
    setField(mName, parameters, "name");
    setField(mRank, parameters, "rank");
    setField(mX, parameters, "x");
    setField(mY, parameters, "y");
  }

  QString problem() const override {
    if (layer() && !layer()->shape &&
        (mX->currentData().toString().isEmpty() || mY->currentData().toString().isEmpty()))
      return tr("The table has no positions of its own; choose the fields with longitude and latitude.");
    return vectorProblem();
  }
  QString summary() const override {
    return tr("%1 to places of %n kind(s)", nullptr, mClasses->count()).arg(countText());
  }

 protected:
  void layerChanged() override {
    suggestField(mName, {"name", "city", "town", "place"});
    if (layer() && !layer()->shape) {
      suggestField(mX, {"lon", "long", "longitude", "x"});
      suggestField(mY, {"lat", "latitude", "y"});
    }
  }

 private:
  json mOther = json::object();
  QComboBox* mX = nullptr;
  QComboBox* mY = nullptr;
  QComboBox* mName = nullptr;
  QComboBox* mRank = nullptr;
};

} // namespace

StepPage* makePlacesPage(EditorDocument& document) {
  return new PlacesPage(document);
}

} // namespace hotchkiss::editor
