#include "editor/window/statusline.h"

#include "editor/docks/countedtext.h"
#include "editor/tools/catalogueinfo.h"
#include "editor/tools/namedrecords.h"

#include <QEvent>
#include <QLocale>
#include <QTime>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

QLabel* label(QWidget* parent, const char* name, int minimumWidth) {
  auto* out = new QLabel(parent);
  out->setObjectName(QLatin1String(name));
  out->setMinimumWidth(minimumWidth);
  out->setTextFormat(Qt::PlainText);
  return out;
}

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent),
      mHint(label(this, "statusHint", 60)),
      mPlace(label(this, "statusPlace", 150)),
      mWords(label(this, "statusWords", 170)),
      mGround(label(this, "statusGround", 0)),
      mSafety(label(this, "statusSafety", 0)),
      mFindings(new QToolButton(this)),
      mScale(new QToolButton(this)) {
  setSizeGripEnabled(false);
  mHint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  addWidget(mHint, 1);
  // The bar hides the hint behind a message only when both are on screen already.
  connect(this, &QStatusBar::messageChanged, mHint, [this](const QString& text) {
    mHint->setVisible(text.isEmpty());
    // Once the layout is done: what was elided for a narrower or a wider place reads badly.
    QMetaObject::invokeMethod(this, &StatusLine::elideHint, Qt::QueuedConnection);
  });
  for (QLabel* part : {mPlace, mWords, mGround})
    addPermanentWidget(part);
  mPlace->setToolTip(tr("Label and lattice coordinates under the pointer"));
  mGround->setToolTip(tr("Ground coordinates under the pointer"));
  mFindings->setObjectName(QStringLiteral("statusFindings"));
  for (QToolButton* button : {mFindings, mScale}) {
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
  }
  addPermanentWidget(mSafety);
  addPermanentWidget(mFindings);
  addPermanentWidget(mScale);
  mScale->setToolTip(tr("Zoom. Click to show the whole map."));
  mFindings->hide();
  connect(mFindings, &QToolButton::clicked, this, &StatusLine::findingsWanted);
  connect(mScale, &QToolButton::clicked, this, &StatusLine::zoomWanted);
}

void StatusLine::setDocument(EditorDocument* document) {
  if (mDocument)
    disconnect(mDocument, nullptr, this, nullptr);
  mDocument = document;
  mPlace->clear();
  mWords->clear();
  mGround->clear();
  mFindings->hide();
  if (document) {
    connect(document, &EditorDocument::historyChanged, this, &StatusLine::showSafety);
    connect(document, &EditorDocument::modifiedChanged, this, &StatusLine::showSafety);
    connect(document, &EditorDocument::edited, this, [this](const Edit& edit) {
      for (const auto& part : edit.parts)
        if (const auto* changes = std::get_if<Changes>(&part); !changes || !changes->records.empty())
          return readFrame();
    });
  }
  readFrame();
  showSafety();
  mScale->setVisible(document != nullptr);
}

void StatusLine::readFrame() {
  mFrame.reset();
  const std::string* text = mDocument ? mDocument->document().record("module", {"frame", "map"}) : nullptr;
  if (!text)
    return;
  const json body = json::parse(*text, nullptr, false);
  Frame frame;
  frame.pitch = body.value("pitch", std::array<double, 2>{1, 1});
  const auto origin = body.value("origin", std::array<double, 2>{0, 0});
  frame.origin = {origin[0], origin[1]};
  frame.rotation = body.value("rotation", 0.0);
  frame.shear = body.value("shear", 0.0);
  frame.crs = body.value("crs", "");
  mUnit = QString::fromStdString(body.value("unit", "metre"));
  mFrame = frame;
}

void StatusLine::showSafety() {
  if (!mDocument) {
    mSafety->clear();
    return;
  }
  if (mDocument->isReadOnly()) {
    mSafety->setText(tr("Read only"));
    mSafety->setToolTip(tr("Packages cannot be edited. File > Save As makes a module folder that can."));
  } else if (mDocument->isModified()) {
    mSafety->setText(counted(mDocument->unsavedEdits(), tr("● 1 edit kept safe"), tr("● %1 edits kept safe")));
    mSafety->setToolTip(tr("Every edit is in the journal of the module at once, the last one at %1: a crash loses "
                           "nothing. Save writes the files.")
                            .arg(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat)));
  } else {
    mSafety->setText(tr("✓ Saved"));
    mSafety->setToolTip(tr("The files hold everything."));
  }
}

void StatusLine::setHint(const QString& hint) {
  mHintText = hint;
  mHint->setToolTip(hint);
  elideHint();
}

void StatusLine::elideHint() {
  mHint->setText(mHint->fontMetrics().elidedText(mHintText, Qt::ElideRight, std::max(0, mHint->width() - 4)));
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QStatusBar::resizeEvent(event);
  QMetaObject::invokeMethod(this, &StatusLine::elideHint, Qt::QueuedConnection); // once the layout is done
}

void StatusLine::changeEvent(QEvent* event) {
  QStatusBar::changeEvent(event);
  if (event->type() == QEvent::FontChange)
    elideHint();
}

QString StatusLine::inWords(const EditorDocument& document, const Pick& pick) {
  const Document& map = document.document();
  QStringList out;
  if (pick.kind == Pick::Kind::Hex) {
    const std::string& terrain = map.terrain(pick.hex);
    out << (terrain.empty() ? tr("no terrain") : nameOfKind(document.ruleset(), "terrain", terrain));
    if (const std::optional<int> level = map.level(pick.hex))
      out << tr("level %1").arg(*level);
  } else {
    const bool edge = pick.kind == Pick::Kind::Edge;
    const QString features = edge ? featuresInWords(document.ruleset(), map.features(pick.edge), "edgeFeature")
                                  : featuresInWords(document.ruleset(), map.features(pick.vertex), "vertexFeature");
    if (!features.isEmpty())
      out << features;
  }
  for (const NamedThing& thing : thingsAt(map, pick))
    out << nameOf(document, thing);
  return out.join(QStringLiteral(", "));
}

void StatusLine::showPointed(const std::optional<Pick>& pick, Point plane) {
  if (!mDocument || !pick) {
    mPlace->clear();
    mWords->clear();
    mGround->clear();
    return;
  }
  const Numbering& numbering = mDocument->numbering();
  const auto both = [](const std::string& label, const std::string& coordinates) {
    return QString::fromStdString(label) + QStringLiteral("  (") + QString::fromStdString(coordinates) +
           QLatin1Char(')');
  };
  QString place;
  switch (pick->kind) {
  case Pick::Kind::Hex: {
    // A hex where sheets overlap bears several labels.
    QStringList labels;
    for (const Label& one : numbering.labels(pick->hex))
      labels << QString::fromStdString(one.text);
    const bool inside = mDocument->document().extent().contains(pick->hex);
    place = inside ? both(labels.isEmpty() ? tr("no label").toStdString()
                                           : labels.join(QStringLiteral(" = ")).toStdString(),
                          toText(pick->hex))
                   : QString();
    break;
  }
  case Pick::Kind::Edge:
    place = both(numbering.label(pick->edge), toText(pick->edge));
    break;
  case Pick::Kind::Vertex:
    place = both(numbering.label(pick->vertex), toText(pick->vertex));
    break;
  }
  mPlace->setText(place);
  mWords->setText(mWords->fontMetrics().elidedText(inWords(*mDocument, *pick), Qt::ElideRight, 320));
  if (mFrame) {
    const Point ground = mFrame->toGround(plane);
    const int decimals = mUnit == QLatin1String("degree") ? 5 : 0;
    mGround->setText(QLocale().toString(ground.x, 'f', decimals) + QStringLiteral(" E  ") +
                     QLocale().toString(ground.y, 'f', decimals) + QStringLiteral(" N"));
  }
}

void StatusLine::showScale(double scale, double printScale) {
  mScale->setText(tr("%1 %").arg(std::lround(100 * scale / printScale)));
}

void StatusLine::showFindings(int errors, int warnings, int notes) {
  mFindings->setVisible(mDocument != nullptr);
  QStringList parts;
  if (errors > 0 || warnings > 0)
    parts << tr("%Ln error(s)", nullptr, errors) << tr("%Ln warning(s)", nullptr, warnings);
  if (notes > 0)
    parts << tr("%Ln note(s)", nullptr, notes);
  mFindings->setText(parts.isEmpty() ? tr("No findings") : parts.join(QStringLiteral(", ")));
  mFindings->setToolTip(tr("What the checks say about the module. Click for the list."));
}

} // namespace hotchkiss::editor
