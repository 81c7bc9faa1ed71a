#include "editor/dialogs/modulepropertiesdialog.h"

#include "editor/dialogs/latticepreview.h"
#include "editor/dialogs/sheetform.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

QString errorText(const Error& error) {
  QString text = qt(error.text());
  if (!text.isEmpty())
    text[0] = text[0].toUpper();
  return text;
}

} // namespace

ModulePropertiesDialog::ModulePropertiesDialog(EditorDocument& document, QWidget* parent)
    : QDialog(parent), mDocument(document), mSheets(sheetRows(document.document())) {
  setObjectName(QStringLiteral("modulePropertiesDialog"));
  setWindowTitle(tr("Module properties"));
  for (const auto& [key, text] : document.document().table("module"))
    if (key.section == "module") {
      mModuleId = key.id;
      mModuleText = text;
    }
  auto* column = new QVBoxLayout(this);
  column->addWidget(buildModule());
  column->addWidget(buildSheets(), 1);
  mMessage = new QLabel;
  mMessage->setObjectName(QStringLiteral("propertiesMessage"));
  mMessage->setWordWrap(true);
  mMessage->setStyleSheet("color:" + errorColour().name());
  column->addWidget(mMessage);
  mButtons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  mButtons->setObjectName(QStringLiteral("propertiesButtons"));
  connect(mButtons, &QDialogButtonBox::accepted, this, &ModulePropertiesDialog::accept);
  connect(mButtons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(mButtons);
  showSheets();
  resize(860, 720);
}

QWidget* ModulePropertiesDialog::buildModule() {
  const json body = parsedObject(mModuleText);
  const bool readOnly = mDocument.isReadOnly();
  auto* box = new QGroupBox(tr("Module %1").arg(qt(mModuleId)));
  auto* grid = new QGridLayout(box);
  const auto field = [&](int row, int column, const QString& label, const QString& name, const QString& text) {
    auto* edit = new QLineEdit(text);
    edit->setObjectName(name);
    edit->setReadOnly(readOnly);
    auto* caption = new QLabel(label);
    caption->setBuddy(edit);
    grid->addWidget(caption, row, column * 2);
    grid->addWidget(edit, row, column * 2 + 1);
    connect(edit, &QLineEdit::textChanged, this, &ModulePropertiesDialog::refresh);
    return edit;
  };
  QStringList authors;
  for (const std::string& author : listMember(mModuleText, "authors"))
    authors << qt(author);
  mTitle = field(0, 0, tr("&Title:"), QStringLiteral("propertiesTitle"), qt(body.value("title", "")));
  mAbbreviation =
      field(0, 1, tr("A&bbreviation:"), QStringLiteral("propertiesAbbreviation"), qt(body.value("abbreviation", "")));
  mAuthors = field(1, 0, tr("&Authors:"), QStringLiteral("propertiesAuthors"), authors.join(QStringLiteral("; ")));
  mAuthors->setToolTip(tr("Names with semicolons between"));
  mLicence = field(1, 1, tr("&Licence:"), QStringLiteral("propertiesLicence"), qt(body.value("licence", "")));
  mEdition = field(2, 1, tr("&Edition:"), QStringLiteral("propertiesEdition"), qt(body.value("edition", "")));
  mLevel = new QComboBox;
  mLevel->setObjectName(QStringLiteral("propertiesLevel"));
  mLevel->setEnabled(!readOnly);
  mLevel->addItem(tr("Draft"), QStringLiteral("draft"));
  mLevel->addItem(tr("Map: the map is complete"), QStringLiteral("map"));
  mLevel->addItem(tr("Playable"), QStringLiteral("playable"));
  mLevel->setCurrentIndex(mLevel->findData(qt(body.value("level", "draft"))));
  auto* levelLabel = new QLabel(tr("Le&vel:"));
  levelLabel->setBuddy(mLevel);
  grid->addWidget(levelLabel, 2, 0);
  grid->addWidget(mLevel, 2, 1);
  mDescription = new QPlainTextEdit(qt(body.value("description", "")));
  mDescription->setObjectName(QStringLiteral("propertiesDescription"));
  mDescription->setReadOnly(readOnly);
  mDescription->setTabChangesFocus(true);
  mDescription->setFixedHeight(fontMetrics().height() * 4);
  auto* descriptionLabel = new QLabel(tr("&Description:"));
  descriptionLabel->setBuddy(mDescription);
  grid->addWidget(descriptionLabel, 3, 0, Qt::AlignTop);
  grid->addWidget(mDescription, 3, 1, 1, 3);
  grid->setColumnStretch(1, 3);
  grid->setColumnStretch(3, 2);
  return box;
}

QWidget* ModulePropertiesDialog::buildSheets() {
  auto* box = new QGroupBox(tr("Sheets"));
  auto* column = new QVBoxLayout(box);
  mTable = new QTableWidget(0, kSheetColumns);
  mTable->setObjectName(QStringLiteral("sheetTable"));
  mTable->setAccessibleName(tr("Sheets"));
  mTable->setHorizontalHeaderLabels({tr("Id"), tr("Name"), tr("Letter"), tr("Column"), tr("Row"), tr("Width"),
                                     tr("Height"), tr("Label"), tr("First col."), tr("Step"), tr("First row"),
                                     tr("Step")});
  mTable->verticalHeader()->hide();
  mTable->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  mTable->setMinimumHeight(fontMetrics().height() * 8);
  mTable->horizontalHeaderItem(static_cast<int>(SheetColumn::OriginColumn))
      ->setToolTip(tr("Lattice column of the sheet's first hex"));
  mTable->horizontalHeaderItem(static_cast<int>(SheetColumn::OriginRow))
      ->setToolTip(tr("Lattice row of the sheet's first hex"));
  mTable->horizontalHeaderItem(static_cast<int>(SheetColumn::Letter))->setToolTip(tr("What is printed for {sheet}"));
  mTable->setSelectionBehavior(QAbstractItemView::SelectRows);
  mTable->setSelectionMode(QAbstractItemView::SingleSelection);
  mTable->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  mTable->horizontalHeader()->setSectionResizeMode(static_cast<int>(SheetColumn::Name), QHeaderView::Stretch);
  mTable->horizontalHeader()->setHighlightSections(false);
  if (mDocument.isReadOnly())
    mTable->setEditTriggers(QAbstractItemView::NoEditTriggers);
  connect(mTable, &QTableWidget::cellChanged, this, &ModulePropertiesDialog::takeCell);
  connect(mTable, &QTableWidget::currentCellChanged, this, [this](int row) { showRow(row); });
  column->addWidget(mTable, 1);
  auto* add = new QToolButton;
  add->setObjectName(QStringLiteral("sheetAdd"));
  add->setText(tr("Add sheet"));
  add->setIcon(glyphIcon(Glyph::Add));
  add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add->setEnabled(!mDocument.isReadOnly());
  connect(add, &QToolButton::clicked, this, &ModulePropertiesDialog::addSheet);
  mRemove = new QToolButton;
  mRemove->setObjectName(QStringLiteral("sheetRemove"));
  mRemove->setText(tr("Remove sheet"));
  mRemove->setIcon(glyphIcon(Glyph::Remove));
  mRemove->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  connect(mRemove, &QToolButton::clicked, this, &ModulePropertiesDialog::removeSheet);
  auto* line = new QHBoxLayout;
  line->addWidget(add);
  line->addWidget(mRemove);
  line->addStretch();
  mPreviewText = new QLabel;
  mPreviewText->setObjectName(QStringLiteral("sheetPreviewText"));
  mPreviewText->setForegroundRole(QPalette::PlaceholderText);
  line->addWidget(mPreviewText);
  column->addLayout(line);
  mExtras = new SheetForm(mDocument.document().lattice().orientation());
  connect(mExtras, &SheetForm::edited, this, &ModulePropertiesDialog::takeExtras);
  column->addWidget(mExtras);
  mPreview = new LatticePreview;
  column->addWidget(mPreview, 2);
  return box;
}

void ModulePropertiesDialog::showSheets() {
  mIsShowing = true;
  const int current = std::max(mTable->currentRow(), 0);
  mTable->setRowCount(static_cast<int>(mSheets.size()));
  for (int row = 0; row < mTable->rowCount(); ++row)
    for (int column = 0; column < kSheetColumns; ++column) {
      auto* item =
          new QTableWidgetItem(qt(cellText(mSheets[static_cast<std::size_t>(row)], static_cast<SheetColumn>(column))));
      if (column >= static_cast<int>(SheetColumn::OriginColumn) && column != static_cast<int>(SheetColumn::Label))
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      mTable->setItem(row, column, item);
    }
  if (mTable->rowCount() > 0)
    mTable->setCurrentCell(std::min(current, mTable->rowCount() - 1), std::max(mTable->currentColumn(), 0));
  mIsShowing = false;
  showRow(mTable->currentRow());
  refresh();
}

void ModulePropertiesDialog::showRow(int row) {
  mRemove->setEnabled(!mDocument.isReadOnly() && row >= 0);
  mExtras->setEnabled(!mDocument.isReadOnly() && row >= 0);
  if (row >= 0 && row < static_cast<int>(mSheets.size()))
    mExtras->showExtras(extrasOf(mSheets[static_cast<std::size_t>(row)], mDocument.document().lattice().orientation()));
  if (row < 0 || row >= static_cast<int>(mSheets.size())) {
    mPreview->clear(tr("Without sheets no hex has a label."));
    mPreviewText->clear();
    return;
  }
  const Numbering numbering = numberingOf(mDocument.document(), {mSheets[static_cast<std::size_t>(row)]});
  if (numbering.sheets().empty())
    return mPreview->clear(tr("The label pattern cannot be read."));
  const Sheet& sheet = numbering.sheets().front();
  const Lattice lattice = mDocument.document().lattice();
  mPreview->showLattice(lattice, sheet.origin, sheet.size, [numbering](HexCoord h) {
    const std::vector<Label> labels = numbering.labels(h);
    return labels.empty() ? QString() : qt(labels.front().text);
  });
  const auto printed = [&](HexCoord local) {
    const PrintedNumbers numbers = sheet.printed(lattice, local);
    return qt(sheet.label.format(sheet.letter, numbers.col, numbers.row));
  };
  mPreviewText->setText(tr("%1 to %2").arg(printed({0, 0}), printed({sheet.size.width - 1, sheet.size.height - 1})));
}

void ModulePropertiesDialog::takeCell(int row, int column) {
  if (mIsShowing || row < 0 || row >= static_cast<int>(mSheets.size()))
    return;
  SheetRow& sheet = mSheets[static_cast<std::size_t>(row)];
  const Result<SheetRow> changed =
      withCell(sheet, static_cast<SheetColumn>(column), mTable->item(row, column)->text().trimmed().toStdString());
  if (changed)
    sheet = *changed;
  // Not from inside the table's own signal: the cells are made anew.
  QMetaObject::invokeMethod(this, &ModulePropertiesDialog::showSheets, Qt::QueuedConnection);
  if (!changed)
    QMetaObject::invokeMethod(
        this, [this, text = errorText(changed.error())] { mMessage->setText(text); }, Qt::QueuedConnection);
}

/// What the form under the table says about the chosen sheet.
void ModulePropertiesDialog::takeExtras() {
  const int row = mTable->currentRow();
  if (row < 0 || row >= static_cast<int>(mSheets.size()))
    return;
  SheetRow& sheet = mSheets[static_cast<std::size_t>(row)];
  const Result<SheetRow> changed = withExtras(sheet, mExtras->extras(), mDocument.document().lattice().orientation());
  if (!changed) { // what was typed stays, to be corrected
    mMessage->setText(errorText(changed.error()));
    return;
  }
  sheet = *changed;
  showRow(row);
  refresh();
}

void ModulePropertiesDialog::addSheet() {
  mSheets.push_back(newSheet(mSheets, mDocument.document().extent()));
  showSheets();
  mTable->setCurrentCell(mTable->rowCount() - 1, 0);
}

void ModulePropertiesDialog::removeSheet() {
  const int row = mTable->currentRow();
  if (row < 0 || row >= static_cast<int>(mSheets.size()))
    return;
  mSheets.erase(mSheets.begin() + row);
  showSheets();
}

void ModulePropertiesDialog::refresh() {
  if (!mButtons)
    return;
  QString problem;
  if (mTitle->text().trimmed().isEmpty())
    problem = tr("The module needs a title.");
  else if (const std::optional<Error> error = problemOf(mSheets))
    problem = errorText(*error);
  mMessage->setText(problem);
  if (problem.isEmpty() && mSheets != sheetRows(mDocument.document()))
    emit numberingChanged(std::make_shared<const Numbering>(numberingOf(mDocument.document(), mSheets)));
  else if (problem.isEmpty())
    emit numberingChanged(std::make_shared<const Numbering>(mDocument.numbering()));
  mButtons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty() && !mDocument.isReadOnly());
}

void ModulePropertiesDialog::done(int result) {
  emit numberingChanged(nullptr);
  QDialog::done(result);
}

std::string ModulePropertiesDialog::moduleRecord() const {
  std::string text = mModuleText;
  const auto set = [&](const char* member, const QString& value) {
    const std::string plain = value.trimmed().toStdString();
    text = withMember(text, member, plain.empty() ? std::nullopt : std::optional<json>(plain));
  };
  set("title", mTitle->text());
  set("abbreviation", mAbbreviation->text());
  set("licence", mLicence->text());
  set("edition", mEdition->text());
  set("description", mDescription->toPlainText());
  json authors = json::array();
  for (const QString& author : mAuthors->text().split(';'))
    if (!author.trimmed().isEmpty())
      authors.push_back(author.trimmed().toStdString());
  text = withMember(text, "authors", authors.empty() ? std::nullopt : std::optional<json>(authors));
  // Draft is what a module is that says nothing.
  const std::string level = mLevel->currentData().toString().toStdString();
  if (level != parsedObject(mModuleText).value("level", "draft"))
    text = withMember(text, "level", json(level));
  return text;
}

void ModulePropertiesDialog::accept() {
  const Outcome outcome = mDocument.edit(tr("Change the module's properties"), [this](Stroke& stroke) {
    stroke.setRecord("module", {"module", mModuleId}, moduleRecord());
    writeSheets(stroke, mSheets);
  });
  if (!outcome) {
    mMessage->setText(errorText(outcome.error()));
    return;
  }
  QDialog::accept();
}

} // namespace hotchkiss::editor
