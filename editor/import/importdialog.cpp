#include "editor/import/importdialog.h"

#include "editor/canvas/mapcanvas.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/import/previewshapes.h"
#include "editor/import/rebuildpage.h"
#include "editor/model/qtext.h"
#include "importers/frame/frameimport.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* kRebuild = "rebuild";

} // namespace

QString ImportDialog::titleOf(const std::string& kind) {
  if (kind == "elevation")
    return tr("Import elevation");
  if (kind == "cover")
    return tr("Import land cover");
  if (kind == "rivers")
    return tr("Import rivers");
  if (kind == "paths")
    return tr("Import roads and rails");
  if (kind == "places")
    return tr("Import places");
  if (kind == "regions")
    return tr("Import regions");
  if (kind == "scan")
    return tr("Lay a scan under the map");
  return tr("Rebuild from the recipe");
}

ImportDialog::ImportDialog(const std::string& kind, EditorDocument& document, MapCanvas& canvas, QWidget* parent)
    : QDialog(parent), mKind(kind), mDocument(document), mCanvas(canvas), mFolder(document.path()) {
  setObjectName(QStringLiteral("importDialog"));
  setWindowTitle(titleOf(kind));
  mWorker = new ImportWorker(this);
  connect(mWorker, &ImportWorker::finished, this, &ImportDialog::finishPreview);
  mTabs = new QTabWidget;
  mTabs->setObjectName(QStringLiteral("importTabs"));
  mTabs->setDocumentMode(true);
  if (kind == kRebuild) {
    mTabs->addTab(RebuildPage::make(document.document(), mFolder), tr("&Recipe"));
  } else {
    mPage = makeStepPage(kind, document);
    mTabs->addTab(buildSource(), tr("&Source"));
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("importSettings"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(mPage);
    mTabs->addTab(scroll, tr("S&ettings"));
    connect(mPage, &StepPage::changed, this, &ImportDialog::settingsChanged);
    connect(mSource, &SourcePanel::changed, this, [this] {
      mPage->sourceChanged(*mSource);
      settingsChanged();
    });
    if (mPoints)
      connect(mPoints, &SourcePanel::changed, this, &ImportDialog::settingsChanged);
  }
  mView = new ImportResultView;
  connect(mView, &ImportResultView::choiceChanged, this, &ImportDialog::showOnMap);
  mTabs->addTab(mView, tr("Resul&t"));
  mTabs->setTabEnabled(mTabs->count() - 1, false);
  mMessage = new QLabel;
  mMessage->setObjectName(QStringLiteral("importMessage"));
  mMessage->setWordWrap(true);
  mMessage->setTextInteractionFlags(Qt::TextSelectableByMouse);
  mMessage->setMinimumHeight(fontMetrics().height() * 3);
  mMessage->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  mProgress = new QProgressBar;
  mProgress->setObjectName(QStringLiteral("importProgress"));
  mProgress->setRange(0, 1000);
  mProgress->setVisible(false);
  auto* buttons = new QHBoxLayout;
  mPreviewButton = new QPushButton(tr("&Preview"));
  mPreviewButton->setObjectName(QStringLiteral("importPreview"));
  mPreviewButton->setToolTip(tr("Runs the import and shows on the map what would be; nothing is changed yet"));
  mPreviewButton->setDefault(true);
  connect(mPreviewButton, &QPushButton::clicked, this, &ImportDialog::startPreview);
  mAcceptButton = new QPushButton(tr("&Accept"));
  mAcceptButton->setObjectName(QStringLiteral("importAccept"));
  mAcceptButton->setToolTip(tr("Makes what the preview shows one step, which can be undone"));
  connect(mAcceptButton, &QPushButton::clicked, this, &ImportDialog::accept);
  mCancelButton = new QPushButton(tr("&Cancel"));
  mCancelButton->setObjectName(QStringLiteral("importCancel"));
  mCancelButton->setToolTip(tr("Closes the dialog and leaves nothing behind; stops an import that is running"));
  connect(mCancelButton, &QPushButton::clicked, this, &ImportDialog::reject);
  buttons->addStretch();
  buttons->addWidget(mPreviewButton);
  buttons->addWidget(mAcceptButton);
  buttons->addWidget(mCancelButton);
  auto* column = new QVBoxLayout(this);
  column->addWidget(mTabs, 1);
  column->addWidget(mMessage);
  column->addWidget(mProgress);
  column->addLayout(buttons);
  resize(540, 640);
  mTicker = new QTimer(this);
  constexpr int kTick = 60;
  mTicker->setInterval(kTick);
  connect(mTicker, &QTimer::timeout, this, [this] {
    mProgress->setValue(static_cast<int>(mWorker->done() * 1000));
    const QString what = mWorker->what();
    mProgress->setFormat(what.isEmpty() ? QStringLiteral("%p %") : what + QStringLiteral(" %p %"));
  });
  connect(&mCanvas, &MapCanvas::previewDropped, this,
          [this] { dropPreview(tr("The map was changed, so the preview is gone; run it again.")); });
  refresh();
}

ImportDialog::~ImportDialog() {
  if (mResult)
    mCanvas.setPreview(nullptr);
}

QWidget* ImportDialog::buildSource() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  mSource = new SourcePanel(QStringLiteral("source"), mPage->sourceKind(), mDocument.document(), mFolder);
  column->addWidget(mSource);
  if (mKind == "scan") {
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Sunken);
    column->addWidget(line);
    mPoints = new SourcePanel(QStringLiteral("points"), SourceKind::Points, mDocument.document(), mFolder);
    column->addWidget(mPoints);
  }
  column->addStretch();
  auto* form = new QFormLayout;
  mStep = new QComboBox;
  mStep->setObjectName(QStringLiteral("importStep"));
  mStep->setEditable(true);
  mStep->setInsertPolicy(QComboBox::NoInsert);
  mStep->setToolTip(tr("The name of this step in the recipe. A step that is already there is replaced."));
  std::string fresh = mKind;
  for (int n = 2; mDocument.document().record("import", {mKind, fresh}); ++n)
    fresh = mKind + "-" + std::to_string(n);
  mStep->addItem(qt(fresh));
  for (const auto& [key, text] : mDocument.document().table("import"))
    if (key.section == mKind)
      mStep->addItem(qt(key.id), qt(key.id));
  connect(mStep, &QComboBox::activated, this, &ImportDialog::useStep);
  connect(mStep, &QComboBox::editTextChanged, this, &ImportDialog::settingsChanged);
  form->addRow(tr("Step of the &recipe:"), mStep);
  column->addLayout(form);
  return page;
}

/// An existing step is loaded as it is in the recipe.
void ImportDialog::useStep(int index) {
  const std::string id = mStep->itemData(index).toString().toStdString();
  const std::string* body = id.empty() ? nullptr : mDocument.document().record("import", {mKind, id});
  if (!body)
    return;
  const json parameters = parsedObject(*body);
  const json source = parameters.value("source", json());
  mSource->useSource(source.is_array() ? source.at(0).get<std::string>() : source.get<std::string>());
  for (std::size_t i = 1; source.is_array() && i < source.size(); ++i)
    if (const std::string* row = mDocument.document().record("sources", {"source", source[i].get<std::string>()}))
      mSource->addFurther(qt((mFolder / parsedObject(*row).value("file", "")).lexically_normal().string()));
  if (mPoints && parameters.contains("points"))
    mPoints->useSource(parameters["points"].get<std::string>());
  mPage->setParameters(parameters);
  settingsChanged();
}

QString ImportDialog::problem() const {
  if (const Result<Frame> frame = frameOf(mDocument.document()); !frame)
    return tr("The map is not tied to the ground; set its place with Import, Place on the Ground.");
  if (!mSource)
    return {};
  for (const SourcePanel* panel : {mSource, mPoints}) {
    if (!panel)
      continue;
    if (!panel->problem().isEmpty())
      return panel->problem();
    if (panel->file().empty())
      return panel == mPoints ? tr("Choose the list of control points.") : tr("Choose the file to import.");
  }
  const QString id = mStep->currentText().trimmed();
  static const QRegularExpression kId(QStringLiteral("^[a-z0-9][a-z0-9_.-]{0,79}$"));
  if (!kId.match(id).hasMatch())
    return tr("The name of the step has small letters, digits, dots and dashes only.");
  return mPage->problem();
}

void ImportDialog::tell(const QString& text, bool isProblem) {
  mMessage->setText(text);
  mMessage->setStyleSheet(isProblem ? QStringLiteral("color:") + errorColour().name() : QString());
}

void ImportDialog::refresh() {
  const QString wrong = problem();
  const bool running = isRunning();
  mPreviewButton->setEnabled(wrong.isEmpty() && !running);
  mAcceptButton->setEnabled(mResult != nullptr && !running && !mResult->preview.edit.empty());
  mCancelButton->setText(running ? tr("S&top") : tr("&Cancel"));
  mProgress->setVisible(running);
  mTabs->setEnabled(!running);
  if (running || mResult)
    return;
  // An untouched dialog asks; it does not complain.
  const bool untouched = mSource && mSource->file().empty();
  if (!wrong.isEmpty())
    return tell(wrong, !untouched);
  tell(mPage
           ? tr("Step “%1”: %2. Preview shows what would change.").arg(mStep->currentText().trimmed(), mPage->summary())
           : tr("Preview runs all steps again and shows what would change."),
       false);
}

void ImportDialog::settingsChanged() {
  if (mResult)
    dropPreview({});
  refresh();
}

void ImportDialog::dropPreview(const QString& why) {
  if (!mResult)
    return;
  mResult.reset();
  mCanvas.setPreview(nullptr);
  mTabs->setTabEnabled(mTabs->count() - 1, false);
  refresh();
  if (!why.isEmpty())
    tell(why, false);
}

StepWish ImportDialog::wish() const {
  StepWish out;
  json parameters = mPage->parameters();
  parameters["source"] = mSource->id();
  out.sources[{"source", mSource->id()}] = mSource->record();
  for (const auto& [id, record] : mSource->furtherSources()) {
    if (parameters["source"].is_string())
      parameters["source"] = json::array({parameters["source"]});
    parameters["source"].push_back(id);
    out.sources[{"source", id}] = record;
  }
  if (mPoints) {
    parameters["points"] = mPoints->id();
    out.sources[{"source", mPoints->id()}] = mPoints->record();
  }
  out.step = {mKind, mStep->currentText().trimmed().toStdString(), parameters.dump()};
  return out;
}

void ImportDialog::startPreview() {
  if (isRunning() || !problem().isEmpty())
    return refresh();
  dropPreview({});
  QDir(mPictures.path()).removeRecursively(); // pictures of an earlier preview
  QDir().mkpath(mPictures.path());
  const Document module = mDocument.document(); // a snapshot; the thread has it for itself
  RecipeSettings settings;
  settings.folder = mFolder;
  settings.outputFolder = mPictures.path().toStdString();
  if (mKind == kRebuild) {
    mWorker->start([module, settings](const Task& task) mutable -> Result<ImportResult> {
      settings.task = task;
      Result<ImportPreview> preview = previewRebuild(module, settings);
      if (!preview)
        return preview.error();
      return ImportResult{std::move(*preview), {}};
    });
  } else {
    const std::string sourceId = mSource->id();
    mWorker->start([module, settings, wish = wish(), sourceId](const Task& task) mutable -> Result<ImportResult> {
      settings.task = task;
      Result<ImportPreview> preview = previewStep(module, wish, settings);
      if (!preview)
        return preview.error();
      ImportResult out{std::move(*preview), {}};
      if (wish.step.kind == "scan")
        addPicture(out.preview.after, sourceId, settings.outputFolder, out.shapes);
      else if (!task.cancelled())
        out.shapes = shapesOf(module, wish, settings);
      if (task.cancelled())
        return cancelledError();
      return out;
    });
  }
  mTicker->start();
  mProgress->setValue(0);
  refresh();
  tell(tr("Working…"), false);
}

void ImportDialog::finishPreview() {
  mTicker->stop();
  std::optional<Result<ImportResult>> result = mWorker->take();
  if (!result)
    return;
  if (!*result) {
    refresh();
    if (mWorker->isCancelled())
      tell(tr("Stopped. Nothing was changed."), false);
    else
      tell(sentence(result->error()), true);
    return;
  }
  mResult = std::make_shared<const ImportResult>(std::move(**result));
  mTabs->setTabEnabled(mTabs->count() - 1, true);
  mTabs->setCurrentIndex(mTabs->count() - 1);
  showResult();
  showOnMap();
  refresh();
}

void ImportDialog::showResult() {
  const ImportPreview& preview = mResult->preview;
  const bool all = mKind == kRebuild;
  mView->showResult(*mResult, {all ? "" : mKind, all ? "" : mStep->currentText().trimmed().toStdString(), {}},
                    mSource ? mSource->id() : std::string());
  const EditCounts counts = countsOf(preview.edit);
  QString text = preview.edit.empty()
                     ? tr("Nothing would change: the map already is what the recipe makes.")
                     : tr("%1, %2 and %3 would change. Accept makes it one step that can be undone.")
                           .arg(counted(counts.hexes, "hex", "hexes"), counted(counts.edges, "hexside", "hexsides"),
                                counted(counts.named, "named thing", "named things"));
  if (!preview.notice.empty())
    text += QLatin1Char(' ') + sentence(Error{preview.notice, {}, 0, {}, {}});
  tell(text, false);
}

void ImportDialog::showOnMap() {
  if (!mResult)
    return;
  auto preview = std::make_shared<CanvasPreview>();
  preview->snapshot = mDocument.snapshot();
  preview->snapshot.document = mResult->preview.after;
  collectChanges(mResult->preview.edit, mResult->preview.after, *preview);
  preview->lines = mResult->shapes.lines;
  preview->points = mResult->shapes.points;
  preview->picture = mResult->shapes.picture;
  preview->pictureCorners = mResult->shapes.pictureCorners;
  preview->showsResult = mView->showsResult();
  preview->showsChanges = mView->showsChanges();
  preview->showsSource = mView->showsSource();
  mCanvas.setPreview(preview);
}

/// Brings copies of the sources and pictures of scans into the module, and writes their new paths into the edit.
Outcome ImportDialog::bringFiles(Edit& edit) const {
  std::vector<SourceCopy> copies;
  for (const SourcePanel* panel : {mSource, mPoints})
    if (panel)
      for (SourceCopy& one : panel->copies())
        copies.push_back(std::move(one));
  for (const SourceCopy& one : copies) {
    if (Outcome copied = copySource(one.from, one.target); !copied)
      return copied;
    const std::string path = one.target.lexically_relative(mFolder).generic_string();
    for (auto& part : edit.parts)
      if (auto* changes = std::get_if<Changes>(&part))
        for (auto& change : changes->records)
          if (change.key.table == "sources" && change.key.key.id == one.id && change.after)
            change.after = withMember(*change.after, "file", json(path));
  }
  std::error_code problem;
  fs::copy(mPictures.path().toStdString(), mFolder, fs::copy_options::recursive | fs::copy_options::overwrite_existing,
           problem);
  if (problem)
    return Error{
        "the picture cannot be written: " + problem.message(), mFolder.string(), 0, {}, "is the folder writable?"};
  return success();
}

void ImportDialog::accept() {
  if (!mResult || isRunning() || mResult->preview.edit.empty())
    return;
  Edit edit = mResult->preview.edit;
  if (const Outcome brought = bringFiles(edit); !brought)
    return tell(sentence(brought.error()), true);
  const EditCounts counts = countsOf(edit);
  // The preview goes first: the edit would drop it with a message.
  mCanvas.setPreview(nullptr);
  mResult.reset();
  if (const Outcome outcome = mDocument.applyImport(std::move(edit)); !outcome) {
    refresh();
    return tell(sentence(outcome.error()), true);
  }
  emit imported(
      tr("%1: %2 and %3 changed")
          .arg(windowTitle(), counted(counts.hexes, "hex", "hexes"), counted(counts.edges, "hexside", "hexsides")));
  QDialog::accept();
}

void ImportDialog::reject() {
  if (isRunning()) {
    mWorker->cancel();
    return;
  }
  dropPreview({});
  QDialog::reject();
}

} // namespace hotchkiss::editor
