#include "editor/dialogs/newmoduledialog.h"

#include "editor/dialogs/latticepreview.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/model/mapsizes.h"
#include "editor/model/qtext.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

namespace {

/// Patterns that printed maps use; the ruleset's own goes first.
std::vector<std::string> labelPresets() {
  return {"{col:2}{row:2}", "{sheet}{col:2}{row:2}", "{row:2}{col:2}", "{col:A}{row}",
          "{col:AA}{row}",  "{row:A}{col}",          "{col}.{row}"};
}

QDir homeOfModules() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return documents.isEmpty() ? QDir::home() : QDir(documents);
}

void addRow(QFormLayout* form, const QString& text, QLayout* fields, QWidget* first) {
  auto* label = new QLabel(text);
  label->setBuddy(first);
  form->addRow(label, fields);
}

} // namespace

Axis NewModuleDialog::AxisFields::value() const {
  Axis axis;
  axis.first = first->value();
  axis.step = step->currentData().toInt();
  axis.stagger = static_cast<Axis::Stagger>(stagger->currentData().toInt());
  return axis;
}

void NewModuleDialog::AxisFields::show(const Axis& axis) {
  first->setValue(static_cast<int>(axis.first));
  step->setCurrentIndex(step->findData(axis.step));
  stagger->setCurrentIndex(stagger->findData(static_cast<int>(axis.stagger)));
}

NewModuleDialog::NewModuleDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("newModuleDialog"));
  setWindowTitle(tr("New module"));
  for (const std::string& id : Ruleset::builtIn())
    if (Result<Ruleset> loaded = Ruleset::load(id))
      mRulesets[id] = std::make_unique<Ruleset>(std::move(*loaded));
  auto* left = new QVBoxLayout;
  left->addWidget(buildModule());
  left->addWidget(buildMap());
  left->addStretch();
  auto* right = new QVBoxLayout;
  right->addWidget(buildNumbering());
  mPreview = new LatticePreview;
  right->addWidget(mPreview, 1);
  mPreviewText = new QLabel;
  mPreviewText->setObjectName(QStringLiteral("newPreviewText"));
  mPreviewText->setForegroundRole(QPalette::PlaceholderText);
  right->addWidget(mPreviewText);
  auto* both = new QHBoxLayout;
  both->setSpacing(16);
  both->addLayout(left, 1);
  both->addLayout(right, 1);
  mMessage = new QLabel;
  mMessage->setObjectName(QStringLiteral("newMessage"));
  mMessage->setWordWrap(true);
  mMessage->setMinimumHeight(fontMetrics().height() * 2);
  mButtons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  mButtons->setObjectName(QStringLiteral("newButtons"));
  mButtons->button(QDialogButtonBox::Ok)->setText(tr("&Make module"));
  connect(mButtons, &QDialogButtonBox::accepted, this, [this] {
    if (check())
      accept();
    else
      refresh();
  });
  connect(mButtons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addLayout(both, 1);
  column->addWidget(mMessage);
  column->addWidget(mButtons);
  useRuleset();
  mTitle->setFocus();
}

NewModuleDialog::~NewModuleDialog() = default;

QWidget* NewModuleDialog::buildModule() {
  auto* box = new QGroupBox(tr("Module"));
  auto* form = new QFormLayout(box);
  mSystem = new QComboBox;
  mSystem->setObjectName(QStringLiteral("newSystem"));
  for (const auto& [id, ruleset] : mRulesets)
    mSystem->addItem(qt(ruleset->title()), qt(id));
  connect(mSystem, &QComboBox::currentIndexChanged, this, &NewModuleDialog::useRuleset);
  form->addRow(tr("&System:"), mSystem);
  mScale = new QLabel;
  mScale->setWordWrap(true);
  mScale->setForegroundRole(QPalette::PlaceholderText);
  form->addRow(mScale);
  mTitle = new QLineEdit;
  mTitle->setObjectName(QStringLiteral("newTitle"));
  mTitle->setPlaceholderText(tr("such as Roads to the River"));
  connect(mTitle, &QLineEdit::textChanged, this, &NewModuleDialog::refresh);
  form->addRow(tr("&Title:"), mTitle);
  mId = new QLineEdit;
  mId->setObjectName(QStringLiteral("newId"));
  mId->setToolTip(tr("What other modules and programs call it"));
  connect(mId, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (!mIsFilling)
      mIdIsTyped = !text.isEmpty();
    refresh();
  });
  form->addRow(tr("&Id:"), mId);
  mFolder = new QLineEdit;
  mFolder->setObjectName(QStringLiteral("newFolder"));
  connect(mFolder, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (!mIsFilling)
      mFolderIsTyped = !text.isEmpty();
    refresh();
  });
  auto* choose = new QToolButton;
  choose->setObjectName(QStringLiteral("newBrowse"));
  choose->setText(tr("Browse…"));
  connect(choose, &QToolButton::clicked, this, &NewModuleDialog::browse);
  auto* line = new QHBoxLayout;
  line->addWidget(mFolder, 1);
  line->addWidget(choose);
  addRow(form, tr("&Folder:"), line, mFolder);
  return box;
}

QWidget* NewModuleDialog::buildMap() {
  auto* box = new QGroupBox(tr("Map"));
  auto* form = new QFormLayout(box);
  const auto count = [&](const QString& name, int value) {
    auto* spin = new QSpinBox;
    spin->setObjectName(name);
    spin->setRange(1, kMostLines);
    spin->setValue(value);
    connect(spin, &QSpinBox::valueChanged, this, [this] {
      followSize();
      refresh();
    });
    return spin;
  };
  mColumns = count(QStringLiteral("newColumns"), 40);
  mColumns->setAccessibleName(tr("Columns"));
  mRows = count(QStringLiteral("newRows"), 30);
  mRows->setAccessibleName(tr("Rows"));
  auto* size = new QHBoxLayout;
  size->addWidget(mColumns, 1);
  size->addWidget(new QLabel(tr("columns by")));
  size->addWidget(mRows, 1);
  size->addWidget(new QLabel(tr("rows")));
  addRow(form, tr("Si&ze:"), size, mColumns);
  mOrientation = new QComboBox;
  mOrientation->setObjectName(QStringLiteral("newOrientation"));
  mOrientation->addItem(tr("Flat sides up and down, straight columns"), static_cast<int>(Orientation::Flat));
  mOrientation->addItem(tr("Corners up and down, straight rows"), static_cast<int>(Orientation::Pointy));
  connect(mOrientation, &QComboBox::currentIndexChanged, this, &NewModuleDialog::refresh);
  form->addRow(tr("He&xes:"), mOrientation);
  mShifted = new QComboBox;
  mShifted->setObjectName(QStringLiteral("newShifted"));
  mShifted->addItem(tr("the first line and every second"), static_cast<int>(Parity::Even));
  mShifted->addItem(tr("the second line and every second"), static_cast<int>(Parity::Odd));
  mShifted->setToolTip(tr("Which columns lie half a hex lower, or which rows half a hex further right"));
  connect(mShifted, &QComboBox::currentIndexChanged, this, &NewModuleDialog::refresh);
  form->addRow(tr("S&hifted:"), mShifted);
  mPitch = new QDoubleSpinBox;
  mPitch->setObjectName(QStringLiteral("newPitch"));
  mPitch->setRange(0, 1'000'000);
  mPitch->setDecimals(3);
  mPitch->setSuffix(tr(" m"));
  mPitch->setSpecialValueText(tr("not known"));
  mPitch->setToolTip(tr("Metres between the centres of neighbouring hexes"));
  connect(mPitch, &QDoubleSpinBox::valueChanged, this, &NewModuleDialog::refresh);
  form->addRow(tr("&Pitch:"), mPitch);
  mPitchNote = new QLabel;
  mPitchNote->setWordWrap(true);
  mPitchNote->setForegroundRole(QPalette::PlaceholderText);
  form->addRow(mPitchNote);
  return box;
}

QWidget* NewModuleDialog::buildNumbering() {
  auto* box = new QGroupBox(tr("Numbering"));
  auto* form = new QFormLayout(box);
  mSheet = new QLineEdit(QStringLiteral("A"));
  mSheet->setObjectName(QStringLiteral("newSheet"));
  mSheet->setAccessibleName(tr("Sheet"));
  connect(mSheet, &QLineEdit::textChanged, this, &NewModuleDialog::refresh);
  mLetter = new QLineEdit;
  mLetter->setObjectName(QStringLiteral("newLetter"));
  mLetter->setAccessibleName(tr("Printed letter"));
  mLetter->setMaxLength(8);
  mLetter->setToolTip(tr("What is printed for {sheet}; empty: the id of the sheet"));
  mLetter->setPlaceholderText(tr("as the id"));
  connect(mLetter, &QLineEdit::textChanged, this, &NewModuleDialog::refresh);
  auto* sheet = new QHBoxLayout;
  sheet->addWidget(mSheet, 1);
  sheet->addWidget(new QLabel(tr("printed as")));
  sheet->addWidget(mLetter, 1);
  addRow(form, tr("Sh&eet:"), sheet, mSheet);
  mLabel = new QComboBox;
  mLabel->setObjectName(QStringLiteral("newLabel"));
  mLabel->setEditable(true);
  mLabel->setInsertPolicy(QComboBox::NoInsert);
  mLabel->setToolTip(
      tr("{sheet}, {col}, {row}; {col:2} with two digits, {row:A} as letters, {row:AA} as doubled letters"));
  connect(mLabel, &QComboBox::currentTextChanged, this, &NewModuleDialog::refresh);
  form->addRow(tr("&Label:"), mLabel);
  mColumnAxis = buildAxis(form, tr("&Columns:"), QStringLiteral("newColumnAxis"));
  mRowAxis = buildAxis(form, tr("&Rows:"), QStringLiteral("newRowAxis"));
  return box;
}

NewModuleDialog::AxisFields NewModuleDialog::buildAxis(QFormLayout* form, const QString& label, const QString& name) {
  AxisFields axis;
  axis.first = new QSpinBox;
  axis.first->setObjectName(name + "First");
  axis.first->setAccessibleName(tr("First number"));
  axis.first->setRange(-9999, 99'999);
  axis.first->setPrefix(tr("from "));
  axis.step = new QComboBox;
  axis.step->setObjectName(name + "Step");
  axis.step->setAccessibleName(tr("Direction"));
  axis.step->addItem(tr("up"), 1);
  axis.step->addItem(tr("down"), -1);
  axis.stagger = new QComboBox;
  axis.stagger->setObjectName(name + "Stagger");
  axis.stagger->setAccessibleName(tr("Shifted lines"));
  axis.stagger->setToolTip(tr("What the half hex between neighbouring lines does to the number"));
  axis.stagger->addItem(tr("plain"), static_cast<int>(Axis::Stagger::None));
  axis.stagger->addItem(tr("doubled"), static_cast<int>(Axis::Stagger::Doubled));
  axis.stagger->addItem(tr("shifted lines one more"), static_cast<int>(Axis::Stagger::Shifted));
  axis.stagger->addItem(tr("unshifted lines one more"), static_cast<int>(Axis::Stagger::Unshifted));
  connect(axis.first, &QSpinBox::valueChanged, this, &NewModuleDialog::refresh);
  connect(axis.step, &QComboBox::currentIndexChanged, this, [this, axis, name] {
    // Numbers that run down begin at the far end.
    if (!mIsFilling && axis.step->currentData().toInt() < 0 && axis.first->value() <= 1)
      axis.first->setValue(name == QStringLiteral("newColumnAxis") ? mColumns->value() : mRows->value());
    refresh();
  });
  connect(axis.stagger, &QComboBox::currentIndexChanged, this, &NewModuleDialog::refresh);
  auto* line = new QHBoxLayout;
  line->addWidget(axis.first, 1);
  line->addWidget(axis.step);
  line->addWidget(axis.stagger, 1);
  addRow(form, label, line, axis.first);
  return axis;
}

/// Numbers that run down and began at the far end go on doing so when the map grows or shrinks.
void NewModuleDialog::followSize() {
  if (!mButtons)
    return;
  const Extent now{mColumns->value(), mRows->value()};
  const auto follow = [](const AxisFields& axis, int before, int after) {
    if (axis.step->currentData().toInt() < 0 && axis.first->value() == before)
      axis.first->setValue(after);
  };
  follow(mColumnAxis, mLastSize.width, now.width);
  follow(mRowAxis, mLastSize.height, now.height);
  mLastSize = now;
}

const Ruleset* NewModuleDialog::ruleset() const {
  const auto it = mRulesets.find(mSystem->currentData().toString().toStdString());
  return it == mRulesets.end() ? nullptr : it->second.get();
}

void NewModuleDialog::useRuleset() {
  const Ruleset* system = ruleset();
  if (!system || !mButtons)
    return;
  mIsFilling = true;
  const MapDefaults defaults = mapDefaults(*system);
  for (const auto& [key, text] : system->rows("ruleset"))
    if (key.section == "ruleset")
      mScale->setText(qt(parsedObject(text).value("scale", "")));
  mScale->setVisible(!mScale->text().isEmpty());
  mOrientation->setCurrentIndex(mOrientation->findData(static_cast<int>(defaults.orientation)));
  mShifted->setCurrentIndex(mShifted->findData(static_cast<int>(defaults.shifted)));
  mPitch->setValue(defaults.pitchMetres.value_or(0));
  QString note = qt(defaults.pitchNote);
  if (defaults.pitchMin && defaults.pitchMax)
    note = tr("Open, between %1 and %2 m. ").arg(*defaults.pitchMin).arg(*defaults.pitchMax) + note;
  mPitchNote->setText(note);
  mPitchNote->setVisible(!note.isEmpty());
  mLabel->clear();
  mLabel->addItem(qt(defaults.label));
  for (const std::string& preset : labelPresets())
    if (preset != defaults.label)
      mLabel->addItem(qt(preset));
  Axis columns = defaults.columns;
  if (columns.step < 0)
    columns.first = mColumns->value();
  mColumnAxis.show(columns);
  mRowAxis.show(defaults.rows);
  mLastSize = {mColumns->value(), mRows->value()};
  mIsFilling = false;
  if (mProposed)
    useProposal();
  refresh();
}

void NewModuleDialog::propose(const NewModuleWish& wish) {
  mProposed = wish;
  useProposal();
  refresh();
}

void NewModuleDialog::useProposal() {
  mIsFilling = true;
  mColumns->setValue(mProposed->extent.width);
  mRows->setValue(mProposed->extent.height);
  if (mProposed->orientation)
    mOrientation->setCurrentIndex(mOrientation->findData(static_cast<int>(*mProposed->orientation)));
  if (mProposed->shifted)
    mShifted->setCurrentIndex(mShifted->findData(static_cast<int>(*mProposed->shifted)));
  if (mProposed->letter)
    mLetter->setText(qt(*mProposed->letter));
  if (mProposed->label)
    mLabel->setCurrentText(qt(*mProposed->label));
  if (mProposed->columns)
    mColumnAxis.show(*mProposed->columns);
  if (mProposed->rows)
    mRowAxis.show(*mProposed->rows);
  mLastSize = {mColumns->value(), mRows->value()};
  mIsFilling = false;
}

void NewModuleDialog::browse() {
  const QString parent = QFileDialog::getExistingDirectory(this, tr("Folder in which the module's folder is made"),
                                                           QFileInfo(mFolder->text()).absolutePath());
  if (parent.isEmpty())
    return;
  mFolder->setText(QDir(parent).filePath(qt(moduleIdFrom(mTitle->text().toStdString()))));
}

std::filesystem::path NewModuleDialog::folder() const {
  return mFolder->text().trimmed().toStdString();
}

NewModuleWish NewModuleDialog::wish() const {
  NewModuleWish out;
  out.title = mTitle->text().trimmed().toStdString();
  out.id = mId->text().trimmed().toStdString();
  out.extent = {mColumns->value(), mRows->value()};
  out.orientation = static_cast<Orientation>(mOrientation->currentData().toInt());
  out.shifted = static_cast<Parity>(mShifted->currentData().toInt());
  out.sheetId = mSheet->text().trimmed().toStdString();
  if (!mLetter->text().isEmpty())
    out.letter = mLetter->text().toStdString();
  out.label = mLabel->currentText().toStdString();
  out.columns = mColumnAxis.value();
  out.rows = mRowAxis.value();
  if (mPitch->value() > 0)
    out.pitchMetres = mPitch->value();
  return out;
}

Outcome NewModuleDialog::check() {
  const Ruleset* system = ruleset();
  if (!system)
    return Error{"no system is chosen", {}, 0, {}, {}};
  Result<NewModule> wanted = newModule(*system, wish());
  if (!wanted)
    return wanted.error();
  mWanted = std::move(*wanted);
  if (mTitle->text().trimmed().isEmpty())
    return Error{"the module has no title yet", {}, 0, {}, "give it one"};
  if (!folder().is_absolute())
    return Error{"the folder is not given from the root", {}, 0, {}, "choose it with Browse"};
  return checkNewFolder(folder());
}

void NewModuleDialog::refresh() {
  if (mIsFilling || !mButtons)
    return;
  mIsFilling = true;
  if (!mIdIsTyped)
    mId->setText(mTitle->text().trimmed().isEmpty() ? QString() : qt(moduleIdFrom(mTitle->text().toStdString())));
  if (!mFolderIsTyped)
    mFolder->setText(mId->text().isEmpty() ? QString() : homeOfModules().filePath(mId->text()));
  mIsFilling = false;
  mWanted = NewModule();
  const Outcome outcome = check();
  const bool isUntouched = mTitle->text().isEmpty() && !mFolderIsTyped && !mWanted.sheetRecord.empty();
  mMessage->setStyleSheet(outcome || isUntouched ? QString() : "color:" + errorColour().name());
  mMessage->setText(
      outcome ? tr("A folder with %Ln hex(es) will be made.", nullptr, static_cast<int>(mWanted.extent.area()))
              : sentence(outcome.error()));
  mButtons->button(QDialogButtonBox::Ok)->setEnabled(outcome.ok());
  showPreview(outcome);
}

void NewModuleDialog::showPreview(const Outcome& outcome) {
  if (mWanted.sheetRecord.empty()) {
    mPreview->clear(outcome ? QString() : sentence(outcome.error()));
    mPreviewText->clear();
    return;
  }
  const Numbering numbering = numberingOf(mWanted);
  const Extent extent = mWanted.extent;
  mPreview->showLattice(mWanted.lattice, {0, 0}, extent, [numbering](HexCoord h) {
    const std::vector<Label> labels = numbering.labels(h);
    return labels.empty() ? QString() : qt(labels.front().text);
  });
  mPreviewText->setText(tr("%1 to %2")
                            .arg(qt(numbering.label(HexCoord{0, 0})),
                                 qt(numbering.label(HexCoord{extent.width - 1, extent.height - 1}))));
}

} // namespace hotchkiss::editor
