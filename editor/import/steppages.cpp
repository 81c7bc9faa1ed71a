// The seven kinds of steps, each as a page of fields.
#include "editor/docks/recordtext.h"
#include "editor/import/steppage.h"
#include "libterrain/base/text.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

using Type = RuleColumn::Type;

QString qt(const std::string& text) {
  return QString::fromStdString(text);
}

/// What a step says beyond the fields of its page; it stays as it is.
json withoutMembers(json parameters, std::initializer_list<const char*> shown) {
  for (const char* member : shown)
    parameters.erase(member);
  for (const char* member : {"source", "points"})
    parameters.erase(member);
  return parameters;
}

void choose(QComboBox* box, const json& parameters, const char* member, const char* fallback = "") {
  box->setCurrentIndex(std::max(0, box->findData(qt(parameters.value(member, fallback)))));
}

void put(json& out, const char* member, const QComboBox* box, const char* fallback) {
  if (const std::string value = box->currentData().toString().toStdString(); !value.empty() && value != fallback)
    out[member] = value;
}

void put(json& out, const char* member, const QDoubleSpinBox* spin, double fallback) {
  if (std::abs(spin->value() - fallback) > 1e-9)
    out[member] = QString::number(spin->value(), 'f', spin->decimals()).toDouble();
}

class ElevationPage final : public StepPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::ElevationPage)

 public:
  explicit ElevationPage(EditorDocument& document) : StepPage(document) {
    mStatistic = addCombo(tr("Hei&ght of a hex:"), QStringLiteral("elevationStatistic"),
                          {{tr("mean"), "mean"},
                           {tr("median"), "median"},
                           {tr("lowest"), "min"},
                           {tr("highest"), "max"},
                           {tr("percentile"), "percentile"}});
    mPercentile = addNumber(tr("Percen&tile:"), QStringLiteral("elevationPercentile"), 50, 0, 100, 1);
    mPixels = addCombo(
        tr("Pi&xels count:"), QStringLiteral("elevationPixels"),
        {{tr("by the exact part that lies in the hex"), "coverage"}, {tr("whole, where their centres lie"), "centre"}});
    mUnit = addCombo(tr("Heights in the &file:"), QStringLiteral("elevationUnit"),
                     {{tr("metres"), "metre"}, {tr("feet"), "foot"}});
    mShare = addNumber(tr("Leave hexes empty &below:"), QStringLiteral("elevationMinShare"), 0.5, 0, 1, 2,
                       tr(" of the area with data"));
    mLevels = new QGroupBox(tr("Le&vels"));
    mLevels->setObjectName(QStringLiteral("elevationLevels"));
    mLevels->setCheckable(true);
    mLevels->setChecked(catalogue().elevation == "levels");
    auto* levels = new QFormLayout(mLevels);
    mInterval = levelSpin(levels, tr("One level is:"), "elevationInterval", 10, 0.01);
    mLevelUnit = new QComboBox;
    mLevelUnit->setObjectName(QStringLiteral("elevationLevelUnit"));
    mLevelUnit->addItem(tr("metres"), "metre");
    mLevelUnit->addItem(tr("feet"), "foot");
    listen(mLevelUnit);
    levels->addRow(tr("measured in:"), mLevelUnit);
    mDatum = levelSpin(levels, tr("Levels begin at:"), "elevationDatum", 0, -12'000);
    mFirst = new QSpinBox;
    mFirst->setObjectName(QStringLiteral("elevationFirst"));
    mFirst->setRange(-999, 999);
    connect(mFirst, &QSpinBox::valueChanged, this, &StepPage::changed);
    levels->addRow(tr("with level:"), mFirst);
    mRounding = new QComboBox;
    mRounding->setObjectName(QStringLiteral("elevationRounding"));
    mRounding->addItem(tr("down"), "floor");
    mRounding->addItem(tr("to the nearest"), "nearest");
    mRounding->addItem(tr("up"), "ceiling");
    listen(mRounding);
    levels->addRow(tr("Round:"), mRounding);
    mDoubt = levelSpin(levels, tr("Doubtful within:"), "elevationDoubt", 0, 0);
    mDoubt->setSuffix(tr(" m of a border of levels"));
    connect(mLevels, &QGroupBox::toggled, this, &StepPage::changed);
    form()->addRow(mLevels);
    mTerrain = addTable(tr("Terrain by relief"), tr("The first row whose numbers are reached; no row: terrain stays."),
                        QStringLiteral("elevationTerrain"),
                        {{"terrain", tr("Terrain"), Type::Choice, terrains(), tr("(as it is)"), {}, 0},
                         {"relief", tr("Relief ≥ m"), Type::Number, {}, tr("any"), tr("Highest minus lowest pixel"), 9},
                         {"height", tr("Height ≥ m"), Type::Number, {}, tr("any"), {}, 9}});
    mTerrain->setVisibleRows(3);
    mRadius = addWhole(tr("Relief over hexes &around:"), QStringLiteral("elevationRadius"), 0, 0, 20);
    mEdges =
        addTable(tr("Hexsides"), tr("The first row whose numbers are all reached."), QStringLiteral("elevationEdges"),
                 {{"feature", tr("Hexside"), Type::KindClass, hexsideKinds(), {}, {}, 0},
                  {"role",
                   tr("Faces"),
                   Type::Choice,
                   {{tr("high"), "high"}, {tr("low"), "low"}},
                   tr("–"),
                   tr("Which hex the kind faces, as the catalogue has it"),
                   6},
                  {"rise", tr("Rise ≥ m"), Type::Number, {}, tr("any"), tr("Height between the two hexes"), 7},
                  {"levels", tr("Levels ≥"), Type::Whole, {}, tr("any"), tr("Difference of the levels"), 7},
                  {"aboveBoth",
                   tr("Above ≥ m"),
                   Type::Number,
                   {},
                   tr("any"),
                   tr("How far the side itself stands above the higher hex: a ridge"),
                   8},
                  {"shoulder",
                   tr("Below ≤ m"),
                   Type::Number,
                   {},
                   tr("any"),
                   tr("How far the side lies below the higher hex at most: a crest"),
                   8}});
    mMarks = addTable(tr("Marks"), tr("Hexes that stand out from those around them."), QStringLiteral("elevationMarks"),
                      {{"attribute", tr("Attribute"), Type::Choice, hexAttributes(true), {}, {}, 0},
                       {"above", tr("Above ≥ m"), Type::Number, {}, {}, tr("Over the mean of the ring"), 8},
                       {"radius", tr("Ring"), Type::Whole, {}, QStringLiteral("2"), tr("Hexes from the middle"), 5},
                       {"below",
                        tr("Higher by ≤ m"),
                        Type::Number,
                        {},
                        QStringLiteral("0"),
                        tr("What a hex of the ring may be higher"),
                        9}});
    mMarks->setVisibleRows(2);
    mAspect = addCheck(tr("&Keep which way the ground falls"), QStringLiteral("elevationAspect"), false);
    setParameters(suggestion("elevation"));
  }

  SourceKind sourceKind() const override { return SourceKind::RasterOrTiles; }

  void sourceChanged(const SourcePanel& source) override {
    const RasterInfo* info = source.raster();
    if (!info || !info->low || !mLevels->isChecked() || mIsSet)
      return;
    // Levels that start at the lowest ground; the ruleset's interval stays where it has one.
    const double scale = mLevelUnit->currentData() == "foot" ? 1 / 0.3048 : 1;
    const double interval = mInterval->value();
    mDatum->setValue(std::floor(*info->low * scale / interval) * interval);
  }

  json parameters() const override {
    json out = mOther;
    put(out, "statistic", mStatistic, "mean");
    if (mStatistic->currentData() == "percentile")
      out["percentile"] = mPercentile->value();
    put(out, "pixels", mPixels, "coverage");
    put(out, "unit", mUnit, "metre");
    put(out, "minShare", mShare, 0.5);
    if (mLevels->isChecked()) {
      json levels = json::object();
      put(levels, "interval", mInterval, -1);
      put(levels, "unit", mLevelUnit, "metre");
      put(levels, "datum", mDatum, 0);
      put(levels, "rounding", mRounding, "floor");
      if (mFirst->value() != 0)
        levels["first"] = mFirst->value();
      out["levels"] = levels;
      put(out, "doubtWithin", mDoubt, 0);
    }
    for (const auto& [member, table] :
         {std::pair{"terrain", mTerrain}, std::pair{"edges", mEdges}, std::pair{"marks", mMarks}})
      if (table->count() > 0)
        out[member] = table->rows();
    if (mRadius->value() > 0)
      out["reliefRadius"] = mRadius->value();
    if (mAspect->isChecked())
      out["aspect"] = true;
    return out;
  }

  void setParameters(const json& parameters) override {
    mOther = withoutMembers(parameters, {"statistic", "percentile", "pixels", "unit", "minShare", "levels",
                                         "doubtWithin", "terrain", "edges", "marks", "reliefRadius", "aspect"});
    choose(mStatistic, parameters, "statistic", "mean");
    mPercentile->setValue(parameters.value("percentile", 50.0));
    choose(mPixels, parameters, "pixels", "coverage");
    choose(mUnit, parameters, "unit", "metre");
    mShare->setValue(parameters.value("minShare", 0.5));
    if (parameters.contains("levels")) {
      const json& levels = parameters["levels"];
      mLevels->setChecked(true);
      mInterval->setValue(levels.value("interval", 10.0));
      choose(mLevelUnit, levels, "unit", "metre");
      mDatum->setValue(levels.value("datum", 0.0));
      mIsSet = levels.contains("datum");
      mFirst->setValue(levels.value("first", 0));
      choose(mRounding, levels, "rounding", "floor");
    } else if (parameters.contains("statistic")) {
      mLevels->setChecked(false);
    }
    mDoubt->setValue(parameters.value("doubtWithin", 0.0));
    mTerrain->setRows(parameters.value("terrain", json::array()));
    mEdges->setRows(parameters.value("edges", json::array()));
    mMarks->setRows(parameters.value("marks", json::array()));
    mRadius->setValue(parameters.value("reliefRadius", 0));
    mAspect->setChecked(parameters.value("aspect", false));
  }

  QString summary() const override {
    QStringList parts{tr("%1 height").arg(mStatistic->currentText())};
    if (mLevels->isChecked())
      parts << tr("levels of %1 %2").arg(mInterval->value()).arg(mLevelUnit->currentText());
    if (mTerrain->count() > 0)
      parts << tr("terrain by relief");
    if (mEdges->count() > 0)
      parts << tr("%n rules for hexsides", nullptr, mEdges->count());
    if (mMarks->count() > 0)
      parts << tr("marks");
    return parts.join(QStringLiteral(", "));
  }

 private:
  QDoubleSpinBox* levelSpin(QFormLayout* levels, const QString& label, const char* name, double value, double low) {
    auto* spin = new QDoubleSpinBox;
    spin->setObjectName(QLatin1String(name));
    spin->setDecimals(2);
    spin->setRange(low, 12'000);
    spin->setValue(value);
    connect(spin, &QDoubleSpinBox::valueChanged, this, &StepPage::changed);
    levels->addRow(label, spin);
    return spin;
  }

  json mOther = json::object();
  bool mIsSet = false; ///< the datum came from a recipe and stays
  QComboBox* mStatistic = nullptr;
  QDoubleSpinBox* mPercentile = nullptr;
  QComboBox* mPixels = nullptr;
  QComboBox* mUnit = nullptr;
  QDoubleSpinBox* mShare = nullptr;
  QGroupBox* mLevels = nullptr;
  QDoubleSpinBox* mInterval = nullptr;
  QComboBox* mLevelUnit = nullptr;
  QDoubleSpinBox* mDatum = nullptr;
  QSpinBox* mFirst = nullptr;
  QComboBox* mRounding = nullptr;
  QDoubleSpinBox* mDoubt = nullptr;
  RuleTable* mTerrain = nullptr;
  QSpinBox* mRadius = nullptr;
  RuleTable* mEdges = nullptr;
  RuleTable* mMarks = nullptr;
  QCheckBox* mAspect = nullptr;
};

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
               {"feature", tr("becomes"), Type::KindClass, hexsideKinds(), tr("(left out)"), {}, 18});
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
    return tr("%1 along hexsides, in %n classes", nullptr, mClasses->count()).arg(countText());
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
               {"path", tr("becomes"), Type::KindClass, pathKinds(), tr("(left out)"), {}, 18});
    mJoin = addCheck(tr("Lines that cross without a common point &meet there"), QStringLiteral("pathsJoin"), false);
    mCrossings = addTable(tr("Crossings"),
                          tr("What to propose where a path crosses something; without one the place "
                             "goes to the review list."),
                          QStringLiteral("pathsCrossings"),
                          {{"over", tr("Over"), Type::Choice, hexsideKinds(), {}, {}, 0},
                           {"path", tr("by"), Type::Choice, pathKinds(), tr("(any path)"), {}, 14},
                           {"crossing", tr("propose"), Type::Choice, namedKinds("crossing"), tr("(review)"), {}, 14}});
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
    return tr("%1 from hex to hex, in %n classes", nullptr, mClasses->count()).arg(countText());
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
               {"place", tr("becomes"), Type::Choice, namedKinds("place"), tr("(left out)"), {}, 18});
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
    return tr("%1 to places of %n kinds", nullptr, mClasses->count()).arg(countText());
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
    if (const QString problem = vectorProblem(); !problem.isEmpty())
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

/// Classes of a raster, or areas, to terrain.
class CoverPage final : public VectorPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::CoverPage)

 public:
  explicit CoverPage(EditorDocument& document) : VectorPage(document) {
    mValues = addTable(tr("What classes of the raster become"),
                       tr("Highest priority that reaches its share wins, then the largest share."),
                       QStringLiteral("coverValues"),
                       {{"value",
                         tr("Values"),
                         Type::Condition,
                         {},
                         tr("all others"),
                         tr("A value, a list with commas, or a range such as 7 to 18"),
                         9},
                        {"", tr("In the file"), Type::Info, {}, {}, tr("Share of the pixels, and the file’s name"), 13},
                        {"terrain", tr("becomes"), Type::Choice, terrains(), tr("(nothing)"), {}, 0},
                        {"priority", tr("Priority"), Type::Whole, {}, QStringLiteral("0"), {}, 7},
                        {"minShare", tr("Share ≥"), Type::Number, {}, QStringLiteral("0"), tr("0 to 1"), 7}});
    mValues->setVisibleRows(7);
    mValueRows = form()->rowCount();
    addLayer(QStringLiteral("cover"), Shape::Polygons);
    addClasses(QStringLiteral("coverClasses"), tr("What areas become"),
               {"terrain", tr("becomes"), Type::Choice, terrains(), tr("(nothing)"), {}, 14});
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
                 {{"feature", tr("Hexside"), Type::KindClass, hexsideKinds(), {}, {}, 0},
                  {"terrain", tr("in terrain"), Type::Choice, terrains(), {}, {}, 14},
                  {"minShare", tr("Share ≥"), Type::Number, {}, QStringLiteral("0.5"), tr("0 to 1"), 7}});
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
                     : tr("classes of a raster to terrain, %n rows", nullptr, mValues->count());
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

class ScanPage final : public StepPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::ScanPage)

 public:
  explicit ScanPage(EditorDocument& document) : StepPage(document) {
    mTransform = addCombo(tr("&Transform:"), QStringLiteral("scanTransform"),
                          {{tr("affine (3 points or more)"), "affine"},
                           {tr("projective (4 or more)"), "projective"},
                           {tr("polynomial of degree 2 (6 or more)"), "polynomial2"},
                           {tr("thin plate spline (3 or more)"), "spline"}});
    mResolution = addNumber(tr("&Size of a pixel:"), QStringLiteral("scanResolution"), 0, 0, 100'000, 2);
    mResolution->setSpecialValueText(tr("pitch / 24"));
    mResolution->setToolTip(tr("In units of the map’s CRS"));
    mCrs = new QLineEdit;
    mCrs->setObjectName(QStringLiteral("scanPointsCrs"));
    mCrs->setPlaceholderText(tr("as the list of points says"));
    connect(mCrs, &QLineEdit::textEdited, this, &StepPage::changed);
    form()->addRow(tr("C&RS of the points:"), mCrs);
    auto* note =
        new QLabel(tr("Residuals, and those with each point left out, are shown after the preview. A spline goes "
                      "through every point, so only the second figure says how good it is."));
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    form()->addRow(note);
  }
  SourceKind sourceKind() const override { return SourceKind::Picture; }
  void sourceChanged(const SourcePanel&) override {}
  json parameters() const override {
    json out = mOther;
    put(out, "transform", mTransform, "affine");
    put(out, "resolution", mResolution, 0);
    if (!mCrs->text().trimmed().isEmpty())
      out["pointsCrs"] = mCrs->text().trimmed().toStdString();
    return out;
  }
  void setParameters(const json& parameters) override {
    mOther = withoutMembers(parameters, {"transform", "resolution", "pointsCrs"});
    choose(mTransform, parameters, "transform", "affine");
    mResolution->setValue(parameters.value("resolution", 0.0));
    mCrs->setText(qt(parameters.value("pointsCrs", "")));
  }
  QString summary() const override { return tr("a picture under the hexes, %1").arg(mTransform->currentText()); }

 private:
  json mOther = json::object();
  QComboBox* mTransform = nullptr;
  QDoubleSpinBox* mResolution = nullptr;
  QLineEdit* mCrs = nullptr;
};

} // namespace

StepPage* makeStepPage(const std::string& kind, EditorDocument& document) {
  if (kind == "elevation")
    return new ElevationPage(document);
  if (kind == "cover")
    return new CoverPage(document);
  if (kind == "rivers")
    return new RiversPage(document);
  if (kind == "paths")
    return new PathsPage(document);
  if (kind == "places")
    return new PlacesPage(document);
  if (kind == "regions")
    return new RegionsPage(document);
  return new ScanPage(document);
}

} // namespace hotchkiss::editor
