#include "editor/import/pages/pagefields.h"
#include "editor/import/pages/pages.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

/// Lines along hexsides.
class RiversPage final : public VectorPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::RiversPage)

 public:
  explicit RiversPage(EditorDocument& document) : VectorPage(document) {
    addLayer(QStringLiteral("rivers"), Shape::Lines);
    mName = addField(tr("&Name in field:"), QStringLiteral("riversName"), tr("(lines have no names)"));
    mGroup = addField(tr("Pieces &belong together by:"), QStringLiteral("riversGroup"), tr("(the name)"));
    std::vector<RuleChoice> courses = namedKinds("course");
    courses.insert(courses.begin(), {tr("(none)"), QString()});
    mCourse = addCombo(tr("Ma&ke courses of kind:"), QStringLiteral("riversCourse"), courses);
    addClasses(QStringLiteral("riversClasses"), tr("What lines become"),
               {"feature", tr("becomes"), RuleColumn::Type::KindClass, hexsideKinds(), tr("(left out)"), {}, 18});
    mDownstream = addCheck(tr("Lines are drawn &downstream"), QStringLiteral("riversDownstream"), true);
    mMinLength =
        addNumber(tr("Leave out &shorter than:"), QStringLiteral("riversMinLength"), 1.5, 0, 1000, 1, tr(" hexes"));
    mGap = addNumber(tr("Bridge &gaps up to:"), QStringLiteral("riversGap"), 1, 0, 100, 2, tr(" hexes"));
    mJoin = addNumber(tr("&Join ends nearer than:"), QStringLiteral("riversJoin"), 0.15, 0, 10, 2, tr(" hexes"));
    const std::vector<RuleChoice> kinds = hexsideKinds();
    json first = json::object();
    if (!kinds.empty()) {
      const QString kind = kinds.front().data;
      first["feature"] = kind.section(QLatin1Char(':'), 0, 0).toStdString();
      if (kind.contains(QLatin1Char(':')))
        first["class"] = kind.section(QLatin1Char(':'), 1).toStdString();
      const FeatureKind& feature = catalogue().edgeFeatures.at(first["feature"].get<std::string>());
      mCourse->setCurrentIndex(std::max(0, mCourse->findData(qt(feature.course))));
    }
    mClasses->setRows(json::array({first}));
    if (const json suggested = suggestion("rivers"); !suggested.empty())
      setParameters(suggested);
  }

  json parameters() const override {
    json out = mOther;
    out.update(vectorParameters());
    putField(mName, out, "name");
    putField(mGroup, out, "group");
    put(out, "course", mCourse, "");
    if (!mDownstream->isChecked())
      out["downstream"] = false;
    put(out, "minLength", mMinLength, 1.5);
    put(out, "gap", mGap, 1);
    put(out, "joinWithin", mJoin, 0.15);
    return out;
  }

  void setParameters(const json& parameters) override {
    mOther = withoutMembers(parameters, {"layer", "where", "classes", "name", "group", "course", "downstream",
                                         "minLength", "gap", "joinWithin"});
    setVectorParameters(parameters);
    setField(mName, parameters, "name");
    setField(mGroup, parameters, "group");
    choose(mCourse, parameters, "course");
    mDownstream->setChecked(parameters.value("downstream", true));
    mMinLength->setValue(parameters.value("minLength", 1.5));
    mGap->setValue(parameters.value("gap", 1.0));
    mJoin->setValue(parameters.value("joinWithin", 0.15));
  }

  QString problem() const override { return vectorProblem(); }
  QString summary() const override {
    return tr("%1 along hexsides, in %n class(es)", nullptr, mClasses->count()).arg(countText());
  }

 protected:
  void layerChanged() override { suggestField(mName, {"name", "gnis_name", "name_en", "river"}); }

 private:
  json mOther = json::object();
  QComboBox* mName = nullptr;
  QComboBox* mGroup = nullptr;
  QComboBox* mCourse = nullptr;
  QCheckBox* mDownstream = nullptr;
  QDoubleSpinBox* mMinLength = nullptr;
  QDoubleSpinBox* mGap = nullptr;
  QDoubleSpinBox* mJoin = nullptr;
};

} // namespace

StepPage* makeRiversPage(EditorDocument& document) {
  return new RiversPage(document);
}

} // namespace hotchkiss::editor
