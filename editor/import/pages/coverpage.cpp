#include "editor/import/pages/pagefields.h"
#include "editor/import/pages/pages.h"
#include "libterrain/base/text.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// Classes of a raster, or areas, to terrain.
class CoverPage final : public VectorPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::CoverPage)

 public:
  explicit CoverPage(EditorDocument& document) : VectorPage(document) {
    mValues = addTable(
        tr("What classes of the raster become"),
        tr("Highest priority that reaches its share wins, then the largest share."), QStringLiteral("coverValues"),
        {{"value",
          tr("Values"),
          RuleColumn::Type::Condition,
          {},
          tr("all others"),
          tr("A value, a list with commas, or a range such as 7 to 18"),
          9},
         {"", tr("In the file"), RuleColumn::Type::Info, {}, {}, tr("Share of the pixels, and the file’s name"), 13},
         {"terrain", tr("becomes"), RuleColumn::Type::Choice, terrains(), tr("(nothing)"), {}, 0},
         {"priority", tr("Priority"), RuleColumn::Type::Whole, {}, QStringLiteral("0"), {}, 7},
         {"minShare", tr("Share ≥"), RuleColumn::Type::Number, {}, QStringLiteral("0"), tr("0 to 1"), 7}});
    mValues->setVisibleRows(7);
    mValueRows = form()->rowCount();
    addLayer(QStringLiteral("cover"), Shape::Polygons);
    addClasses(QStringLiteral("coverClasses"), tr("What areas become"),
               {"terrain", tr("becomes"), RuleColumn::Type::Choice, terrains(), tr("(nothing)"), {}, 14});
    mVectorRows = form()->rowCount();
    std::vector<RuleChoice> choices = terrains();
    choices.insert(choices.begin(), {tr("(nothing)"), QString()});
    mDefault = addCombo(tr("What no class &covers is:"), QStringLiteral("coverDefault"), choices);
    mDoubt = addNumber(tr("&Doubtful when shares differ by less than:"), QStringLiteral("coverDoubt"), 0.1, 0, 1, 2);
    mPixels = addCombo(
        tr("Pi&xels count:"), QStringLiteral("coverPixels"),
        {{tr("by the exact part that lies in the hex"), "coverage"}, {tr("whole, where their centres lie"), "centre"}});
    mEdges =
        addTable(tr("Water hexsides"), tr("Hexsides of which so much lies in a terrain."), QStringLiteral("coverEdges"),
                 {{"feature", tr("Hexside"), RuleColumn::Type::KindClass, hexsideKinds(), {}, {}, 0},
                  {"terrain", tr("in terrain"), RuleColumn::Type::Choice, terrains(), {}, {}, 14},
                  {"minShare", tr("Share ≥"), RuleColumn::Type::Number, {}, QStringLiteral("0.5"), tr("0 to 1"), 7}});
    mEdges->setVisibleRows(2);
    showFields();
    if (const json suggested = suggestion("cover"); !suggested.empty())
      setParameters(suggested);
  }

  SourceKind sourceKind() const override { return SourceKind::RasterOrVector; }

  void sourceChanged(const SourcePanel& source) override {
    mIsVector = source.vector() != nullptr;
    VectorPage::sourceChanged(source);
    if (const RasterInfo* info = source.raster(); info && !info->classes.empty() && !mIsSet)
      listClasses(*info);
    showFields();
    emit changed();
  }

  json parameters() const override {
    json out = mOther;
    if (mIsVector) {
      out.update(vectorParameters());
      out["shape"] = "polygons";
    } else {
      out["classes"] = mValues->rows();
      put(out, "pixels", mPixels, "coverage");
    }
    put(out, "default", mDefault, "");
    put(out, "doubtBelow", mDoubt, 0.1);
    if (mEdges->count() > 0)
      out["edges"] = mEdges->rows();
    return out;
  }

  void setParameters(const json& parameters) override {
    mOther =
        withoutMembers(parameters, {"layer", "where", "classes", "shape", "pixels", "default", "doubtBelow", "edges"});
    const bool polygons = parameters.value("shape", "") == "polygons";
    if (polygons)
      setVectorParameters(parameters);
    else if (parameters.contains("classes")) {
      mValues->setRows(parameters["classes"]);
      mIsSet = true;
    }
    choose(mDefault, parameters, "default");
    mDoubt->setValue(parameters.value("doubtBelow", 0.1));
    choose(mPixels, parameters, "pixels", "coverage");
    mEdges->setRows(parameters.value("edges", json::array()));
  }

  QString problem() const override {
    if (mIsVector)
      return vectorProblem();
    const json rows = mValues->rows();
    if (std::none_of(rows.begin(), rows.end(), [](const json& row) { return row.contains("terrain"); }) &&
        mDefault->currentData().toString().isEmpty())
      return tr("No class becomes a terrain yet; choose one in the table.");
    return {};
  }
  QString summary() const override {
    return mIsVector ? tr("%1 to terrain").arg(countText())
                     : tr("classes of a raster to terrain, %n row(s)", nullptr, mValues->count());
  }

 private:
  /// One row for each class, with the terrain whose name is most like that of the class.
  void listClasses(const RasterInfo& info) {
    std::vector<std::string> names;
    std::map<std::string, std::string> ids;
    for (const auto& [id, terrain] : catalogue().terrains) {
      for (const std::string& name : {id, qt(terrain.name).toLower().toStdString()}) {
        names.push_back(name);
        ids[name] = id;
      }
    }
    json rows = json::array();
    for (const RasterClass& one : info.classes) {
      json row{{"value", one.value},
               {"_info", tr("%1 %").arg(one.share * 100, 0, 'f', 1).toStdString() +
                             (one.name.empty() ? std::string() : ", " + one.name)}};
      for (const QString& word :
           qt(one.name).toLower().split(QRegularExpression(QStringLiteral("[^a-z]+")), Qt::SkipEmptyParts))
        if (const auto near = nearestWord(word.toStdString(), names); near && !row.contains("terrain"))
          row["terrain"] = ids[*near];
      rows.push_back(row);
    }
    mValues->setRows(rows);
  }

  void showFields() {
    for (int i = 0; i < mVectorRows; ++i)
      form()->setRowVisible(i, (i >= mValueRows) == mIsVector);
    form()->setRowVisible(mPixels, !mIsVector);
  }

  json mOther = json::object();
  bool mIsVector = false;
  bool mIsSet = false;
  int mValueRows = 0;
  int mVectorRows = 0;
  RuleTable* mValues = nullptr;
  QComboBox* mDefault = nullptr;
  QDoubleSpinBox* mDoubt = nullptr;
  QComboBox* mPixels = nullptr;
  RuleTable* mEdges = nullptr;
};

} // namespace

StepPage* makeCoverPage(EditorDocument& document) {
  return new CoverPage(document);
}

} // namespace hotchkiss::editor
