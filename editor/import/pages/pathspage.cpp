#include "editor/import/pages/pagefields.h"
#include "editor/import/pages/pages.h"

#include <QtWidgets>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// Lines from hex to hex.
class PathsPage final : public VectorPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::PathsPage)

 public:
  explicit PathsPage(EditorDocument& document) : VectorPage(document) {
    addLayer(QStringLiteral("paths"), Shape::Lines);
    mName = addField(tr("&Name in field:"), QStringLiteral("pathsName"), tr("(lines have no names)"));
    std::vector<RuleChoice> courses = namedKinds("course");
    courses.insert(courses.begin(), {tr("(none)"), QString()});
    mCourse = addCombo(tr("Ma&ke courses of kind:"), QStringLiteral("pathsCourse"), courses);
    addClasses(QStringLiteral("pathsClasses"), tr("What lines become"),
               {"path", tr("becomes"), RuleColumn::Type::KindClass, pathKinds(), tr("(left out)"), {}, 18});
    mJoin = addCheck(tr("Lines that cross without a common point &meet there"), QStringLiteral("pathsJoin"), false);
    mCrossings = addTable(
        tr("Crossings"),
        tr("What to propose where a path crosses something, and what happens where nothing is proposed: the place goes "
           "to the review list, the path goes another way, or nothing is needed."),
        QStringLiteral("pathsCrossings"),
        {{"over", tr("Over"), RuleColumn::Type::Choice, hexsideKinds(), {}, {}, 0},
         {"path", tr("by"), RuleColumn::Type::Choice, pathKinds(), tr("(any path)"), {}, 14},
         {"crossing", tr("propose"), RuleColumn::Type::Choice, namedKinds("crossing"), tr("(nothing)"), {}, 14},
         {"otherwise",
          tr("otherwise"),
          RuleColumn::Type::Choice,
          {{tr("go another way"), QStringLiteral("around")}, {tr("needs nothing"), QStringLiteral("nothing")}},
          tr("(review)"),
          {},
          14}});
    const std::vector<RuleChoice> kinds = pathKinds();
    mClasses->setRows(kinds.empty() ? json::array() : json::array({{{"path", kinds.front().data.toStdString()}}}));
    // Every thing that a bridge of the catalogue spans is proposed with the first crossing that fits it.
    json crossings = json::array();
    std::vector<std::string> done;
    if (const auto all = catalogue().named.find("crossing"); all != catalogue().named.end())
      for (const auto& [id, kind] : all->second)
        for (const std::string& over : kind.over)
          if (std::find(done.begin(), done.end(), over) == done.end()) {
            done.push_back(over);
            crossings.push_back({{"over", over}, {"crossing", id}});
          }
    for (const auto& [key, text] : this->document().ruleset().rows("catalogue")) // water that nothing spans
      if (key.section == "edgeFeature" && std::find(done.begin(), done.end(), key.id) == done.end() &&
          json::parse(text).value("water", false))
        crossings.push_back({{"over", key.id}});
    mCrossings->setRows(crossings);
    if (const json suggested = suggestion("paths"); !suggested.empty())
      setParameters(suggested);
  }

  json parameters() const override {
    json out = mOther;
    out.update(vectorParameters());
    putField(mName, out, "name");
    put(out, "course", mCourse, "");
    if (mJoin->isChecked())
      out["crossingsJoin"] = true;
    if (mCrossings->count() > 0)
      out["crossings"] = mCrossings->rows();
    return out;
  }

  void setParameters(const json& parameters) override {
    mOther = withoutMembers(parameters, {"layer", "where", "classes", "name", "course", "crossingsJoin", "crossings"});
    setVectorParameters(parameters);
    setField(mName, parameters, "name");
    choose(mCourse, parameters, "course");
    mJoin->setChecked(parameters.value("crossingsJoin", false));
    mCrossings->setRows(parameters.value("crossings", json::array()));
  }

  QString problem() const override { return vectorProblem(); }
  QString summary() const override {
    return tr("%1 from hex to hex, in %n class(es)", nullptr, mClasses->count()).arg(countText());
  }

 protected:
  void layerChanged() override { suggestField(mName, {"name", "fullname", "road", "label"}); }

 private:
  json mOther = json::object();
  QComboBox* mName = nullptr;
  QComboBox* mCourse = nullptr;
  QCheckBox* mJoin = nullptr;
  RuleTable* mCrossings = nullptr;
};

} // namespace

StepPage* makePathsPage(EditorDocument& document) {
  return new PathsPage(document);
}

} // namespace hotchkiss::editor
