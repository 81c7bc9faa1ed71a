// The part of the options that says how a tool works: shapes, the right button, easy ways, typing, courses.
#include "editor/docks/paletteoptions.h"
#include "editor/docks/recordtext.h"
#include "editor/docks/shapeicons.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "editor/tools/coursetool.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

QHBoxLayout* rowOf(QWidget* row) {
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(3);
  return line;
}

QComboBox* choiceOf(const char* object, const QString& name, const QString& tip, const QStringList& items) {
  auto* out = new QComboBox;
  out->setObjectName(QLatin1String(object));
  out->setAccessibleName(name);
  out->setToolTip(tip);
  out->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  out->setMinimumContentsLength(10);
  out->addItems(items);
  return out;
}

} // namespace

bool PaletteOptions::hasShapes(ToolId tool) {
  return tool == ToolId::Terrain || tool == ToolId::Level || tool == ToolId::Region;
}

bool PaletteOptions::hasRightButton(ToolId tool) {
  switch (tool) {
  case ToolId::Terrain:
  case ToolId::Fill:
  case ToolId::Level:
  case ToolId::Hexside:
  case ToolId::Path:
  case ToolId::Corner:
  case ToolId::Crossing:
  case ToolId::Place:
  case ToolId::Region:
  case ToolId::Entry:
  case ToolId::Link:
    return true;
  default:
    return false;
  }
}

QToolButton* PaletteOptions::iconButton(const QIcon& icon, const QString& name, const QString& tip,
                                        const char* object) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(object));
  button->setText(name);
  button->setAccessibleName(name);
  button->setIcon(icon);
  button->setIconSize(QSize(20, 20));
  button->setCheckable(true);
  button->setAutoRaise(true);
  button->setToolTip(tip);
  return button;
}

void PaletteOptions::buildSelect() {
  mSelectRow = new QWidget;
  auto* line = rowOf(mSelectRow);
  mSelectShapes = new QButtonGroup(this);
  const auto add = [&](PaintShape shape, const QString& name, const QString& tip, const char* object, int id) {
    QToolButton* button = iconButton(shapeIcon(shape), name, tip, object);
    mSelectShapes->addButton(button, id);
    line->addWidget(button);
  };
  add(PaintShape::Rectangle, tr("Rectangle"), tr("Rectangle: a drag selects columns and rows"), "selectRectangle", 0);
  add(PaintShape::Lasso, tr("Lasso"), tr("Lasso: a drag selects what it goes around"), "selectLasso", 1);
  line->addStretch();
  connect(mSelectShapes, &QButtonGroup::idClicked, this, [this](int id) { mTools.setLassoSelects(id == 1); });
  mForm->addRow(tr("&Area"), mSelectRow);
}

void PaletteOptions::buildShapes() {
  mShapeRow = new QWidget;
  auto* line = rowOf(mShapeRow);
  mShapes = new QButtonGroup(this);
  const auto add = [&](PaintShape shape, const QString& name, const QString& tip, const char* object) {
    QToolButton* button = iconButton(shapeIcon(shape), name, tip, object);
    mShapes->addButton(button, static_cast<int>(shape));
    line->addWidget(button);
  };
  add(PaintShape::Brush, tr("Brush"), tr("Brush: paints what you drag over"), "shapeBrush");
  add(PaintShape::Line, tr("Line"), tr("Line: straight from hex to hex, as wide as the brush"), "shapeLine");
  add(PaintShape::Rectangle, tr("Rectangle"), tr("Rectangle: columns and rows between two corners"), "shapeRectangle");
  add(PaintShape::Lasso, tr("Lasso"), tr("Lasso: what you draw around, or click around point by point"), "shapeLasso");
  add(PaintShape::Area, tr("Connected area"), tr("Connected area: all hexes around that are alike"), "shapeArea");
  add(PaintShape::Everywhere, tr("Everywhere"),
      tr("Everywhere: replaces it on the whole map; the map says how often before you click"), "shapeEverywhere");
  line->addStretch();
  connect(mShapes, &QButtonGroup::idClicked, this,
          [this](int id) { mTools.setPaintShape(mTools.tool(), static_cast<PaintShape>(id)); });
  mForm->addRow(tr("&Shape"), mShapeRow);
}

void PaletteOptions::buildRightButton() {
  mRightButton = choiceOf("rightButton", tr("Right button"), tr("What the right mouse button does on the map"),
                          {tr("erases"), tr("picks up")});
  connect(mRightButton, &QComboBox::activated, this, [this](int index) { mTools.setRightPicksUp(index == 1); });
  mForm->addRow(tr("&Right button"), mRightButton);
}

void PaletteOptions::buildEasyWay() {
  mEasyWay = choiceOf("pathWay", tr("Between clicks"),
                      tr("How a path gets from click to click. Easy ground has few steps in level, no water without a "
                         "crossing, and goes along paths of its kind."),
                      {tr("straight lines"), tr("easy ground")});
  connect(mEasyWay, &QComboBox::activated, this, [this](int index) { mTools.setPathsSeekEasyWay(index == 1); });
  mForm->addRow(tr("Bet&ween clicks"), mEasyWay);
}

void PaletteOptions::buildTyping() {
  mReading = choiceOf("typeOrder", tr("Order"), tr("The order of the printed numbers in which the cursor walks"),
                      {tr("row by row"), tr("column by column")});
  connect(mReading, &QComboBox::activated, this, [this](int index) { mTools.setReadsByColumns(index == 1); });
  mForm->addRow(tr("&Order"), mReading);
  mStepsOn = choiceOf("typeStepsOn", tr("Next hex after"), tr("Which key goes on to the next hex; Enter always does"),
                      {tr("a terrain"), tr("a terrain or a level")});
  connect(mStepsOn, &QComboBox::activated, this, [this](int index) { mTools.setLevelStepsOn(index == 1); });
  mForm->addRow(tr("&Next hex after"), mStepsOn);
}

void PaletteOptions::buildCourses() {
  mCourseModeRow = new QWidget;
  auto* line = rowOf(mCourseModeRow);
  mCourseModes = new QButtonGroup(this);
  const auto add = [&](CourseMode mode, const QString& name, const QString& tip, const char* object) {
    QToolButton* button = iconButton(courseModeIcon(mode), name, tip, object);
    mCourseModes->addButton(button, static_cast<int>(mode));
    line->addWidget(button);
  };
  add(CourseMode::Pick, tr("Choose"), tr("Choose a course by a click (P)"), "coursePick");
  add(CourseMode::Mouth, tr("Mouth"), tr("Say where the chosen course ends; a road: where it begins (M)"),
      "courseMouth");
  add(CourseMode::Join, tr("Join"), tr("Make another course part of the chosen one (J)"), "courseJoin");
  add(CourseMode::Split, tr("Split"), tr("Cut the chosen course in two (X)"), "courseSplit");
  add(CourseMode::CornerJoin, tr("Join at a corner"), tr("Join or part the courses that meet at a corner (V)"),
      "courseCorner");
  line->addStretch();
  connect(mCourseModes, &QButtonGroup::idClicked, this,
          [this](int id) { mTools.setCourseMode(static_cast<CourseMode>(id)); });
  mForm->addRow(tr("&Do"), mCourseModeRow);
  mCourseClass = choiceOf("courseClass", tr("Class"), tr("The class of all pieces of the chosen course"), {});
  connect(mCourseClass, &QComboBox::activated, this, [this] {
    const auto* thing = std::get_if<NamedThing>(&mTools.selection());
    if (!mDocument || !thing || thing->section != "course" || mCourseClass->currentData().isNull())
      return;
    if (const Outcome outcome =
            setClassOfCourse(*mDocument, thing->id, mCourseClass->currentData().toString().toStdString());
        !outcome)
      emit failed(qt(outcome.error().text()));
  });
  mForm->addRow(tr("C&lass of all"), mCourseClass);
  mCourses = new QListWidget;
  mCourses->setObjectName(QStringLiteral("courseList"));
  mCourses->setAccessibleName(tr("Courses of the map"));
  mCourses->setMaximumHeight(fontMetrics().height() * 9);
  connect(mCourses, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (!mIsShowing && item)
      mTools.select(NamedThing{"course", item->data(Qt::UserRole).toString().toStdString()});
  });
  mForm->addRow(mCourses);
}

void PaletteOptions::showShapes() {
  const ToolId tool = mTools.tool();
  if (QAbstractButton* button = mShapes->button(static_cast<int>(mTools.paintShape(tool))))
    button->setChecked(true);
  mSelectShapes->button(mTools.lassoSelects() ? 1 : 0)->setChecked(true);
  mRightButton->setCurrentIndex(mTools.rightPicksUp() ? 1 : 0);
  mEasyWay->setCurrentIndex(mTools.pathsSeekEasyWay() ? 1 : 0);
  mReading->setCurrentIndex(mTools.readsByColumns() ? 1 : 0);
  mStepsOn->setCurrentIndex(mTools.levelStepsOn() ? 1 : 0);
}

void PaletteOptions::showCourses() {
  if (QAbstractButton* button = mCourseModes->button(static_cast<int>(mTools.courseMode())))
    button->setChecked(true);
  const auto* thing = std::get_if<NamedThing>(&mTools.selection());
  const QString chosenId = thing && thing->section == "course" ? qt(thing->id) : QString();
  mCourses->clear();
  for (const NamedChoice& choice : namedChoices(mDocument->document(), "course")) {
    auto* item = new QListWidgetItem(qt(choice.name), mCourses);
    item->setData(Qt::UserRole, qt(choice.id));
    if (qt(choice.id) == chosenId)
      mCourses->setCurrentItem(item);
  }
  mCourseClass->clear();
  const std::vector<std::string> classes =
      chosenId.isEmpty() ? std::vector<std::string>() : classesOfCourse(*mDocument, chosenId.toStdString());
  mForm->setRowVisible(mCourseClass, !classes.empty());
  if (classes.empty())
    return;
  const std::optional<std::string> present = classOfCourse(*mDocument, chosenId.toStdString());
  if (!present || present->empty())
    mCourseClass->addItem(present ? tr("none") : tr("several"));
  for (const std::string& id : classes) {
    QString name = qt(plainWords(id));
    for (const PaletteEntry& entry : mEntries)
      for (const PaletteClass& one : entry.classes)
        if (one.id == id && (entry.section == "edgeFeature" || entry.section == "path"))
          name = qt(one.name);
    mCourseClass->addItem(name, qt(id));
  }
  if (present && !present->empty())
    mCourseClass->setCurrentIndex(mCourseClass->findData(qt(*present)));
}

} // namespace hotchkiss::editor
