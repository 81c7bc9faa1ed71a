#include "editor/import/pages/pagefields.h"
#include "editor/import/pages/pages.h"

#include <QtWidgets>

#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

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
    mDoubt = levelSpin(levels, tr("Doubtful within:"), "elevationDoubt", kDoubtByItself, kDoubtByItself);
    mDoubt->setSuffix(tr(" m of a border or threshold"));
    mDoubt->setSpecialValueText(tr("2 % of the interval or threshold"));
    connect(mLevels, &QGroupBox::toggled, this, &StepPage::changed);
    form()->addRow(mLevels);
    mTerrain = addTable(
        tr("Terrain by relief"), tr("The first row whose numbers are reached; no row: terrain stays."),
        QStringLiteral("elevationTerrain"),
        {{"terrain", tr("Terrain"), RuleColumn::Type::Choice, terrains(), tr("(as it is)"), {}, 0},
         {"relief", tr("Relief ≥ m"), RuleColumn::Type::Number, {}, tr("any"), tr("Highest minus lowest pixel"), 9},
         {"height", tr("Height ≥ m"), RuleColumn::Type::Number, {}, tr("any"), {}, 9}});
    mTerrain->setVisibleRows(3);
    mRadius = addWhole(tr("Relief over hexes &around:"), QStringLiteral("elevationRadius"), 0, 0, 20);
    mEdges = addTable(
        tr("Hexsides"), tr("The first row whose numbers are all reached."), QStringLiteral("elevationEdges"),
        {{"feature", tr("Hexside"), RuleColumn::Type::KindClass, hexsideKinds(), {}, {}, 0},
         {"role",
          tr("Faces"),
          RuleColumn::Type::Choice,
          {{tr("high"), "high"}, {tr("low"), "low"}},
          tr("–"),
          tr("Which hex the kind faces, as the catalogue has it"),
          6},
         {"rise", tr("Rise ≥ m"), RuleColumn::Type::Number, {}, tr("any"), tr("Height between the two hexes"), 7},
         {"levels", tr("Levels ≥"), RuleColumn::Type::Whole, {}, tr("any"), tr("Difference of the levels"), 7},
         {"aboveBoth",
          tr("Above ≥ m"),
          RuleColumn::Type::Number,
          {},
          tr("any"),
          tr("How far the side itself stands above the higher hex: a ridge"),
          8},
         {"shoulder",
          tr("Below ≤ m"),
          RuleColumn::Type::Number,
          {},
          tr("any"),
          tr("How far the side lies below the higher hex at most: a crest"),
          8},
         {"divide",
          tr("Divide of"),
          RuleColumn::Type::Whole,
          {},
          tr("any"),
          tr("Between the ground of two streams, each of which gathers the water of so many hexes"),
          8},
         {"fallsBoth",
          tr("Falls ≥ m"),
          RuleColumn::Type::Number,
          {},
          tr("any"),
          tr("How far the ground falls behind both hexes, three hexes away at most: a ridge"),
          8},
         {"fallsOne",
          tr("One by ≥ m"),
          RuleColumn::Type::Number,
          {},
          tr("any"),
          tr("How far the ground falls behind one of the hexes: a crest"),
          8},
         {"run",
          tr("Run ≥"),
          RuleColumn::Type::Whole,
          {},
          tr("any"),
          tr("Hexsides that have to hang together; shorter runs fall to the next row"),
          6}});
    mMarks = addTable(
        tr("Marks"), tr("Hexes that stand out from those around them."), QStringLiteral("elevationMarks"),
        {{"attribute", tr("Attribute"), RuleColumn::Type::Choice, hexAttributes(true), {}, {}, 0},
         {"above", tr("Above ≥ m"), RuleColumn::Type::Number, {}, {}, tr("Over the mean of the ring"), 8},
         {"radius", tr("Ring"), RuleColumn::Type::Whole, {}, QStringLiteral("2"), tr("Hexes from the middle"), 5},
         {"below",
          tr("Higher by ≤ m"),
          RuleColumn::Type::Number,
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
    }
    if (mDoubt->value() >= 0)
      out["doubtWithin"] = mDoubt->value();
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
    mDoubt->setValue(parameters.value("doubtWithin", kDoubtByItself));
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
      parts << tr("%n rule(s) for hexsides", nullptr, mEdges->count());
    if (mMarks->count() > 0)
      parts << tr("marks");
    return parts.join(QStringLiteral(", "));
  }

 private:
  static constexpr double kDoubtByItself = -0.01; ///< the recipe says nothing, so the importer decides

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

} // namespace

StepPage* makeElevationPage(EditorDocument& document) {
  return new ElevationPage(document);
}

} // namespace hotchkiss::editor
