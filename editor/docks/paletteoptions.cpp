#include "editor/docks/paletteoptions.h"

#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/docks/shapeicons.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"
#include "libscenario/module/filekinds.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

constexpr int kWidestBrush = 10;
const QString kNewCourse = QStringLiteral("+");

bool hasTarget(ToolId tool) {
  return tool == ToolId::Region || tool == ToolId::Entry || tool == ToolId::Link;
}

} // namespace

PaletteOptions::PaletteOptions(ToolState& tools, QWidget* parent) : QFrame(parent), mTools(tools) {
  setObjectName(QStringLiteral("paletteOptions"));
  setFrameShape(QFrame::NoFrame);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 6, 8, 8);
  column->setSpacing(4);
  auto* line = new QFrame;
  line->setFrameShape(QFrame::HLine);
  line->setForegroundRole(QPalette::Mid);
  column->addWidget(line);
  mTitle = new QLabel;
  mTitle->setObjectName(QStringLiteral("optionsTitle"));
  QFont font = mTitle->font();
  font.setBold(true);
  mTitle->setFont(font);
  column->addWidget(mTitle);
  mForm = new QFormLayout;
  mForm->setContentsMargins(0, 0, 0, 0);
  mForm->setVerticalSpacing(4);
  mForm->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  column->addLayout(mForm);
  buildSelect();
  buildShapes();
  buildBrush();
  buildLevel();
  buildEasyWay();
  buildTyping();
  buildCourses();
  buildClass();
  buildCourse();
  buildTarget();
  buildRightButton();
  connect(&mTools, &ToolState::selectionChanged, this, [this] {
    if (mTools.tool() == ToolId::Course)
      refresh();
  });
  refresh();
}

void PaletteOptions::buildBrush() {
  mBrushRow = new QWidget;
  auto* line = new QHBoxLayout(mBrushRow);
  line->setContentsMargins(0, 0, 0, 0);
  mBrush = new QSlider(Qt::Horizontal);
  mBrush->setObjectName(QStringLiteral("brushRadius"));
  mBrush->setAccessibleName(tr("Size of the brush"));
  mBrush->setToolTip(tr("Size of the brush, in hexes; [ and ] on the map change it, too"));
  mBrush->setRange(0, kWidestBrush);
  mBrush->setPageStep(1);
  mBrushText = new QLabel;
  mBrushText->setMinimumWidth(fontMetrics().horizontalAdvance(tr("331 hexes")));
  connect(mBrush, &QSlider::valueChanged, this, [this](int value) {
    if (!mIsShowing)
      mTools.setBrushRadius(value);
  });
  line->addWidget(mBrush, 1);
  line->addWidget(mBrushText);
  mForm->addRow(tr("&Brush"), mBrushRow);
}

void PaletteOptions::buildLevel() {
  mLevelRow = new QWidget;
  auto* line = new QHBoxLayout(mLevelRow);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(4);
  mLevel = new QSpinBox;
  mLevel->setObjectName(QStringLiteral("levelValue"));
  mLevel->setAccessibleName(tr("Level"));
  mLevel->setRange(-999, 9999);
  connect(mLevel, &QSpinBox::valueChanged, this, [this](int value) {
    if (mIsShowing)
      return;
    if (mLevelIsStep)
      mTools.setLevelStep(value);
    else
      mTools.setLevel(value);
  });
  mLevelModes = new QButtonGroup(this);
  const auto mode = [&](const QString& text, const char* object, LevelMode id, const QString& tip) {
    QToolButton* button = iconButton(levelModeIcon(id), text, tip, object);
    mLevelModes->addButton(button, static_cast<int>(id));
    line->addWidget(button);
  };
  mode(tr("Set"), "levelSet", LevelMode::Set, tr("Set: gives hexes this level"));
  mode(tr("Raise"), "levelRaise", LevelMode::Raise, tr("Raise: higher by so many levels"));
  mode(tr("Lower"), "levelLower", LevelMode::Lower, tr("Lower: lower by so many levels"));
  mode(tr("Smooth"), "levelSmooth", LevelMode::Smooth, tr("Smooth: the mean of the hex and its neighbours"));
  connect(mLevelModes, &QButtonGroup::idClicked, this,
          [this](int id) { mTools.setLevelMode(static_cast<LevelMode>(id)); });
  line->addWidget(mLevel, 1);
  mForm->addRow(tr("&Level"), mLevelRow);
}

void PaletteOptions::buildClass() {
  mClass = new QComboBox;
  mClass->setObjectName(QStringLiteral("classChoice"));
  mClass->setAccessibleName(tr("Class"));
  connect(mClass, &QComboBox::activated, this, [this] {
    mTools.choose(mTools.tool(), mTools.kind(mTools.tool()), mClass->currentData().toString().toStdString());
  });
  mForm->addRow(tr("&Class"), mClass);
}

void PaletteOptions::buildCourse() {
  mCourseRow = new QWidget;
  auto* column = new QVBoxLayout(mCourseRow);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  mCourse = new QComboBox;
  mCourse->setObjectName(QStringLiteral("courseChoice"));
  mCourse->setAccessibleName(tr("Course"));
  mCourse->setToolTip(tr("The named course that new pieces belong to"));
  mCourse->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  mCourse->setMinimumContentsLength(10);
  connect(mCourse, &QComboBox::activated, this, [this] {
    const QString id = mCourse->currentData().toString();
    mNewCourseRow->setVisible(id == kNewCourse);
    if (id == kNewCourse)
      mNewCourse->setFocus();
    else
      mTools.setCourse(id.toStdString());
  });
  column->addWidget(mCourse);
  mNewCourseRow = new QWidget;
  auto* line = new QHBoxLayout(mNewCourseRow);
  line->setContentsMargins(0, 0, 0, 0);
  mNewCourse = new QLineEdit;
  mNewCourse->setObjectName(QStringLiteral("newCourseName"));
  mNewCourse->setAccessibleName(tr("Name of the new course"));
  mNewCourse->setPlaceholderText(tr("Name of the new course"));
  auto* make = new QToolButton;
  make->setObjectName(QStringLiteral("newCourseMake"));
  make->setText(tr("Make"));
  connect(mNewCourse, &QLineEdit::returnPressed, this, &PaletteOptions::makeCourse);
  connect(make, &QToolButton::clicked, this, &PaletteOptions::makeCourse);
  line->addWidget(mNewCourse, 1);
  line->addWidget(make);
  mNewCourseRow->hide();
  column->addWidget(mNewCourseRow);
  mForm->addRow(tr("C&ourse"), mCourseRow);
}

void PaletteOptions::buildTarget() {
  mTargetRow = new QWidget;
  auto* column = new QVBoxLayout(mTargetRow);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  mTargets = new QListWidget;
  mTargets->setObjectName(QStringLiteral("targetList"));
  mTargets->setAccessibleName(tr("What the tool adds to"));
  mTargets->setMaximumHeight(fontMetrics().height() * 7);
  connect(mTargets, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (!mIsShowing && item)
      mTools.setTarget(mTools.tool(), item->data(Qt::UserRole).toString().toStdString());
  });
  connect(mTargets, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    mTools.select(NamedThing{sectionOf(mTools.tool()), item->data(Qt::UserRole).toString().toStdString()});
  });
  column->addWidget(mTargets);
  auto* line = new QHBoxLayout;
  mNewTarget = new QLineEdit;
  mNewTarget->setObjectName(QStringLiteral("newTargetName"));
  mNewTarget->setPlaceholderText(tr("Name of a new one"));
  mNewTarget->setAccessibleName(tr("Name of a new one"));
  mMakeTarget = new QToolButton;
  mMakeTarget->setObjectName(QStringLiteral("newTargetMake"));
  mMakeTarget->setText(tr("New"));
  mMakeTarget->setIcon(glyphIcon(Glyph::Add));
  mMakeTarget->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  connect(mNewTarget, &QLineEdit::returnPressed, this, &PaletteOptions::makeTarget);
  connect(mMakeTarget, &QToolButton::clicked, this, &PaletteOptions::makeTarget);
  line->addWidget(mNewTarget, 1);
  line->addWidget(mMakeTarget);
  column->addLayout(line);
  mForm->addRow(mTargetRow);
}

void PaletteOptions::setDocument(EditorDocument* document, const std::vector<PaletteEntry>& entries) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  mEntries = entries;
  if (document)
    // Courses and records come and go with edits of records only; painting the map changes nothing here.
    connect(document, &EditorDocument::edited, this, [this](const Edit& edit) {
      for (const auto& part : edit.parts)
        if (const auto* changes = std::get_if<Changes>(&part); changes && !changes->records.empty())
          return refresh();
    });
  refresh();
}

const PaletteEntry* PaletteOptions::chosen() const {
  std::string section = sectionOf(mTools.tool());
  std::string id = mTools.kind(mTools.tool());
  if (mTools.tool() == ToolId::TypeAlong && id.starts_with("path.")) {
    section = "path";
    id = id.substr(5);
  }
  for (const PaletteEntry& entry : mEntries)
    if (entry.section == section && entry.id == id)
      return &entry;
  return nullptr;
}

void PaletteOptions::refresh() {
  mIsShowing = true;
  const ToolId tool = mTools.tool();
  const PaletteEntry* entry = chosen();
  const bool editable = mDocument && !mDocument->isReadOnly();
  const PaintShape shape = mTools.paintShape(tool);
  const bool brush = hasShapes(tool) && (shape == PaintShape::Brush || shape == PaintShape::Line);
  const bool course =
      entry && !entry->course.empty() && (tool == ToolId::Hexside || tool == ToolId::Path || tool == ToolId::TypeAlong);
  const bool ways = hasShapes(tool) || hasRightButton(tool) || tool == ToolId::Select || tool == ToolId::TypeAlong ||
                    tool == ToolId::Course;
  mForm->setRowVisible(mSelectRow, tool == ToolId::Select);
  mForm->setRowVisible(mShapeRow, hasShapes(tool));
  mForm->setRowVisible(mEasyWay, tool == ToolId::Path);
  mForm->setRowVisible(mReading, tool == ToolId::TypeAlong);
  mForm->setRowVisible(mStepsOn,
                       tool == ToolId::TypeAlong && mDocument && mDocument->catalogue().elevation == "levels");
  mForm->setRowVisible(mCourseModeRow, tool == ToolId::Course);
  mForm->setRowVisible(mCourseClass, false);
  mForm->setRowVisible(mCourses, tool == ToolId::Course);
  mForm->setRowVisible(mRightButton, hasRightButton(tool));
  mForm->setRowVisible(mBrushRow, brush);
  mForm->setRowVisible(mLevelRow, tool == ToolId::Level);
  mForm->setRowVisible(mClass, entry && !entry->classes.empty());
  mForm->setRowVisible(mCourseRow, course);
  mForm->setRowVisible(mTargetRow, hasTarget(tool) && entry);
  QString title = entry ? qt(entry->name) : QString();
  if (tool == ToolId::Level)
    title = tr("Level");
  else if (tool == ToolId::Select)
    title = tr("Select");
  else if (tool == ToolId::Course)
    title = tr("Courses");
  else if (tool == ToolId::TypeAlong)
    title = entry ? tr("Type along, on sides: %1").arg(title) : tr("Type along");
  mTitle->setText(tool == ToolId::Fill && entry ? tr("Fill with %1").arg(title) : title);
  setVisible(
      editable && !title.isEmpty() &&
      (brush || ways || course || hasTarget(tool) || tool == ToolId::Fill || (entry && !entry->classes.empty())));
  if (editable) {
    showBrush();
    showShapes();
    showLevel();
    if (tool == ToolId::Course)
      showCourses();
    showClass(entry);
    if (course)
      showCourse(entry);
    if (hasTarget(tool) && entry)
      showTargets(entry);
  }
  mIsShowing = false;
}

void PaletteOptions::showBrush() {
  const int radius = mTools.brushRadius();
  mBrush->setMaximum(std::max(kWidestBrush, radius));
  mBrush->setValue(radius);
  mBrushText->setText(radius == 0 ? tr("1 hex") : tr("%1 hexes").arg(1 + 3 * radius * (radius + 1)));
}

void PaletteOptions::showLevel() {
  const Catalogue& catalogue = mDocument->catalogue();
  mLevelIsStep = mTools.levelMode() == LevelMode::Raise || mTools.levelMode() == LevelMode::Lower;
  if (mLevelIsStep) {
    mLevel->setRange(1, catalogue.highestLevel.value_or(9999) - catalogue.lowestLevel.value_or(0));
    mLevel->setValue(mTools.levelStep());
  } else {
    mLevel->setRange(catalogue.lowestLevel.value_or(-999), catalogue.highestLevel.value_or(9999));
    mLevel->setValue(mTools.level());
  }
  mLevel->setPrefix(mLevelIsStep ? tr("by ") : QString());
  mLevel->setEnabled(mTools.levelMode() != LevelMode::Smooth);
  if (QAbstractButton* button = mLevelModes->button(static_cast<int>(mTools.levelMode())))
    button->setChecked(true);
}

void PaletteOptions::showClass(const PaletteEntry* entry) {
  mClass->clear();
  if (!entry)
    return;
  if (!entry->classRequired)
    mClass->addItem(tr("none"), QString());
  for (const PaletteClass& choice : entry->classes)
    mClass->addItem(qt(choice.name), qt(choice.id));
  mClass->setCurrentIndex(mClass->findData(qt(mTools.classId())));
}

void PaletteOptions::showCourse(const PaletteEntry* entry) {
  mCourse->clear();
  mCourse->addItem(tr("no course"), QString());
  for (const NamedChoice& choice : namedChoices(mDocument->document(), "course", {entry->course}))
    mCourse->addItem(qt(choice.name), qt(choice.id));
  mCourse->insertSeparator(mCourse->count());
  mCourse->addItem(tr("New course…"), kNewCourse);
  const int index = mCourse->findData(qt(mTools.course()));
  mCourse->setCurrentIndex(std::max(index, 0));
  mNewCourseRow->hide();
  // A course of another kind cannot go on here.
  if (index < 0)
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (mCourse->findData(qt(mTools.course())) < 0)
            mTools.setCourse({});
        },
        Qt::QueuedConnection);
}

void PaletteOptions::makeCourse() {
  const PaletteEntry* entry = chosen();
  const std::string name = mNewCourse->text().trimmed().toStdString();
  if (!mDocument || !entry || name.empty())
    return;
  const std::string id = freeId(mDocument->document(), "course", name);
  const Outcome outcome = mDocument->edit(tr("New course %1").arg(qt(name)), [&](Stroke& stroke) {
    stroke.setRecord(kNamedTable, {"course", id}, newRecord(mDocument->catalogue(), "course", entry->course, name));
  });
  if (!outcome) {
    emit failed(qt(outcome.error().text()));
    return;
  }
  mNewCourse->clear();
  mTools.setCourse(id);
  refresh();
}

void PaletteOptions::showTargets(const PaletteEntry* entry) {
  const QString chosenId = qt(mTools.target(mTools.tool()));
  mTargets->clear();
  auto* fresh = new QListWidgetItem(tr("A new one with the next click"), mTargets);
  QFont font = fresh->font();
  font.setItalic(true);
  fresh->setFont(font);
  fresh->setData(Qt::UserRole, QString());
  for (const NamedChoice& choice : namedChoices(mDocument->document(), entry->section, {entry->id})) {
    auto* item = new QListWidgetItem(qt(choice.name), mTargets);
    item->setData(Qt::UserRole, qt(choice.id));
    item->setToolTip(tr("Double click shows it in the inspector"));
  }
  mTargets->setCurrentRow(0);
  for (int row = 0; row < mTargets->count(); ++row)
    if (mTargets->item(row)->data(Qt::UserRole).toString() == chosenId)
      mTargets->setCurrentRow(row);
  // A link is nothing without ends: only a click on the map can begin one.
  mNewTarget->setVisible(mTools.tool() != ToolId::Link);
  mMakeTarget->setVisible(mTools.tool() != ToolId::Link);
}

void PaletteOptions::makeTarget() {
  const PaletteEntry* entry = chosen();
  const std::string name = mNewTarget->text().trimmed().toStdString();
  if (!mDocument || !entry || name.empty()) {
    mNewTarget->setFocus();
    return;
  }
  const std::string id = freeId(mDocument->document(), entry->section, name);
  const Outcome outcome = mDocument->edit(tr("New %1 %2").arg(qt(entry->name), qt(name)), [&](Stroke& stroke) {
    stroke.setRecord(kNamedTable, {entry->section, id},
                     newRecord(mDocument->catalogue(), entry->section, entry->id, name));
  });
  if (!outcome) {
    emit failed(qt(outcome.error().text()));
    return;
  }
  mNewTarget->clear();
  mTools.setTarget(mTools.tool(), id);
  refresh();
}

} // namespace hotchkiss::editor
