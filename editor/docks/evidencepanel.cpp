#include "editor/docks/evidencepanel.h"

#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/model/qtext.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

constexpr const char* kEvidence = "map/evidence";

QString metres(double value) {
  return QLocale().toString(value, 'f', 1);
}

std::optional<RecordKey> keyOf(const Selection& place) {
  if (const auto* h = std::get_if<HexCoord>(&place))
    return RecordKey{"hex", toText(*h)};
  if (const auto* e = std::get_if<EdgeId>(&place))
    return RecordKey{"edge", toText(*e)};
  if (const auto* v = std::get_if<VertexId>(&place))
    return RecordKey{"vertex", toText(*v)};
  return std::nullopt;
}

QLabel* newLabel(const QString& text, const char* name) {
  auto* label = new QLabel(text);
  label->setObjectName(QLatin1String(name));
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

/// The name of a terrain or hexside kind for people.
QString kindName(const Catalogue& catalogue, const std::string& id) {
  if (const auto it = catalogue.terrains.find(id); it != catalogue.terrains.end() && !it->second.name.empty())
    return qt(it->second.name);
  if (const auto it = catalogue.edgeFeatures.find(id); it != catalogue.edgeFeatures.end() && !it->second.name.empty())
    return qt(it->second.name);
  return qt(plainWords(id));
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Base).lightness() < 128;
}

} // namespace

std::string EvidencePanel::textOf(const Document& document, const Selection& place) {
  const std::optional<RecordKey> key = keyOf(place);
  const std::string* record = key ? document.record(kEvidence, *key) : nullptr;
  return record ? *record : std::string();
}

EvidencePanel::EvidencePanel(const EditorDocument& document, SourceLooks* looks, const Selection& place,
                             QWidget* parent)
    : QWidget(parent), mDocument(document), mPlace(place) {
  setObjectName(QStringLiteral("evidencePanel"));
  mColumn = new QVBoxLayout(this);
  mColumn->setContentsMargins(0, 4, 0, 0);
  mColumn->setSpacing(4);
  const json record = parsedObject(textOf(document.document(), place));
  auto* line = new QHBoxLayout;
  auto* title = new QLabel(tr("Evidence"));
  QFont font = title->font();
  font.setBold(true);
  title->setFont(font);
  line->addWidget(title);
  line->addStretch();
  if (record.contains("confidence")) {
    auto* sure = new QLabel(tr("confidence %1 %").arg(record["confidence"].get<double>() * 100, 0, 'f', 0));
    sure->setObjectName(QStringLiteral("evidenceConfidence"));
    sure->setForegroundRole(QPalette::PlaceholderText);
    line->addWidget(sure);
  }
  mColumn->addLayout(line);
  addDoubts(record);
  addShares(record);
  addFigures(record);
  mPictures = new QWidget;
  mPictures->setObjectName(QStringLiteral("evidencePictures"));
  auto* pictures = new QHBoxLayout(mPictures);
  pictures->setContentsMargins(0, 0, 0, 0);
  mPictures->hide();
  mColumn->addWidget(mPictures);
  addProvenance(record);
  const std::vector<std::string> sources = record.value("from", json::array()).get<std::vector<std::string>>();
  if (looks && !sources.empty())
    looks->ask(document.document(), document.path(), place, sources, this,
               [this](const std::vector<SourceLook>& found) { showLooks(found); });
}

void EvidencePanel::addDoubts(const json& record) {
  const std::string note = record.value("note", "");
  if (note.empty())
    return;
  auto* line = new QHBoxLayout;
  auto* icon = new QLabel;
  const int size = fontMetrics().height();
  icon->setPixmap(glyphIcon(Glyph::Warning).pixmap(QSize(size, size)));
  line->addWidget(icon, 0, Qt::AlignTop);
  QString text = qt(note);
  text[0] = text[0].toUpper();
  line->addWidget(newLabel(text, "evidenceDoubt"), 1);
  mColumn->addLayout(line);
}

void EvidencePanel::addShares(const json& record) {
  std::vector<ShareBars::Share> shares;
  const std::string second = record.value("runnerUp", "");
  const json all = record.value("shares", json::object()); // items() does not keep it alive
  for (const auto& [id, share] : all.items())
    if (share.is_number())
      shares.push_back(
          {kindName(mDocument.catalogue(), id), share.get<double>(), id == second ? tr("second") : QString()});
  if (shares.empty())
    return;
  std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  mColumn->addWidget(new ShareBars(std::move(shares)));
}

void EvidencePanel::addFigures(const json& record) {
  QStringList lines;
  if (record.contains("metres")) {
    QString text = tr("height %1 m").arg(metres(record["metres"].get<double>()));
    if (record.contains("relief"))
      text += tr(", relief %1 m").arg(metres(record["relief"].get<double>()));
    lines << text;
  }
  const json values = record.value("values", json::object()); // items() does not keep it alive
  for (const auto& [name, value] : values.items()) {
    if (name == "deviation" && value.is_number())
      lines << tr("%1 hexes from the line of the source").arg(value.get<double>(), 0, 'f', 2);
    else if (name == "aspect" && value.is_number())
      lines << tr("falls towards %1°").arg(value.get<double>(), 0, 'f', 0);
    else
      lines << qt(plainWords(name)) + QStringLiteral(" ") +
                   qt(value.is_string() ? value.get<std::string>() : value.dump());
  }
  if (!lines.isEmpty())
    mColumn->addWidget(newLabel(lines.join(QLatin1Char('\n')), "evidenceFigures"));
  mHeights = newLabel({}, "evidenceHeights");
  mHeights->hide();
  mColumn->addWidget(mHeights);
}

void EvidencePanel::addProvenance(const json& record) {
  const Document& map = mDocument.document();
  QStringList lines;
  for (const json& id : record.value("from", json::array())) {
    const std::string source = id.get<std::string>();
    const std::string* row = map.record("sources", {"source", source});
    const json about = row ? parsedObject(*row) : json::object();
    QStringList steps;
    for (const auto& [key, text] : map.table("import")) {
      const json named = parsedObject(text).value("source", json());
      const bool uses =
          named == source || (named.is_array() && std::find(named.begin(), named.end(), source) != named.end());
      if (uses)
        steps << qt(key.section == key.id ? key.section : key.section + " " + key.id);
    }
    QString text = tr("From %1").arg(qt(about.value("title", source)));
    if (!steps.isEmpty())
      text += tr(", step %1").arg(steps.join(QStringLiteral(", ")));
    lines << text + QLatin1Char('.');
    QStringList rights;
    for (const char* member : {"licence", "attribution"})
      if (const std::string value = about.value(member, ""); !value.empty())
        rights << qt(value);
    if (!rights.isEmpty())
      lines << rights.join(QStringLiteral("; ")) + QLatin1Char('.');
  }
  if (lines.isEmpty())
    return;
  QLabel* label = newLabel(lines.join(QLatin1Char('\n')), "evidenceProvenance");
  label->setForegroundRole(QPalette::PlaceholderText);
  mColumn->addWidget(label);
}

void EvidencePanel::showLooks(const std::vector<SourceLook>& looks) {
  QStringList problems;
  bool any = false;
  for (const SourceLook& look : looks) {
    if (!look.problem.isEmpty()) {
      problems << look.problem;
      continue;
    }
    if (look.lowest && look.highest) {
      QString text = tr("pixels %1 to %2 m").arg(metres(*look.lowest), metres(*look.highest));
      if (look.mean)
        text += tr(", mean %1 m").arg(metres(*look.mean));
      mHeights->setText(text);
      mHeights->show();
    }
    if (!look.raster.isNull() || !look.lines.empty()) {
      auto* patch = new SourcePatch(look, mDocument.document().lattice(), mPlace);
      patch->setObjectName("evidencePatch_" + qt(look.source));
      mPictures->layout()->addWidget(patch);
      any = true;
    }
    if (!look.histogram.empty()) {
      auto* histogram = new HeightHistogram(look);
      histogram->setObjectName("evidenceHistogram_" + qt(look.source));
      mPictures->layout()->addWidget(histogram);
      any = true;
    }
  }
  if (any) {
    static_cast<QHBoxLayout*>(mPictures->layout())->addStretch();
    mPictures->show();
  }
  if (!problems.isEmpty()) {
    QLabel* label = newLabel(problems.join(QLatin1Char('\n')), "evidenceProblem");
    label->setForegroundRole(QPalette::PlaceholderText);
    mColumn->addWidget(label);
  }
}

ShareBars::ShareBars(std::vector<Share> shares, QWidget* parent) : QWidget(parent), mShares(std::move(shares)) {
  setObjectName(QStringLiteral("evidenceShares"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  QStringList texts;
  for (const Share& one : mShares)
    texts << tr("%1 %2 %").arg(one.name).arg(one.share * 100, 0, 'f', 0);
  setAccessibleName(texts.join(QStringLiteral(", ")));
}

QSize ShareBars::sizeHint() const {
  return {180, static_cast<int>(mShares.size()) * (fontMetrics().height() + 4)};
}

void ShareBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QFontMetrics metrics = fontMetrics();
  const int line = metrics.height() + 4;
  int names = 0;
  for (const Share& one : mShares)
    names = std::max(names, metrics.horizontalAdvance(one.name));
  names = std::min(names, width() * 2 / 5);
  const int numbers = metrics.horizontalAdvance(QStringLiteral("100 %")) + 6;
  const int notes = metrics.horizontalAdvance(tr("second")) + 8;
  const int barLeft = names + 8;
  const int barWidth = std::max(20, width() - barLeft - numbers - notes);
  QColor trough = palette().color(QPalette::Text);
  trough.setAlphaF(0.12F);
  for (std::size_t i = 0; i < mShares.size(); ++i) {
    const Share& one = mShares[i];
    const int y = static_cast<int>(i) * line;
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, y, names, line), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(one.name, Qt::ElideRight, names));
    const QRectF bar(barLeft, y + line / 2.0 - 4, barWidth, 8);
    painter.setPen(Qt::NoPen);
    painter.setBrush(trough);
    painter.drawRoundedRect(bar, 4, 4);
    QColor fill = palette().color(QPalette::Highlight);
    if (i > 0)
      fill.setAlphaF(0.55F);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max(4.0, bar.width() * std::min(1.0, one.share)), 8)), 4,
                            4);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(barLeft + barWidth, y, numbers, line), Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 %").arg(one.share * 100, 0, 'f', 0));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(barLeft + barWidth + numbers, y, notes, line), Qt::AlignRight | Qt::AlignVCenter, one.note);
  }
}

HeightHistogram::HeightHistogram(SourceLook look, QWidget* parent) : QWidget(parent), mLook(std::move(look)) {
  setFixedSize(sizeHint());
  setToolTip(tr("How much of the hex lies at which height"));
  setAccessibleName(toolTip());
}

void HeightHistogram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette().color(QPalette::Mid));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  QFont font = this->font();
  font.setPointSizeF(font.pointSizeF() * 0.85);
  painter.setFont(font);
  const int text = painter.fontMetrics().height() + 2;
  const QRectF area = QRectF(rect()).adjusted(6, 8, -6, -text - 2);
  const double most = *std::max_element(mLook.histogram.begin(), mLook.histogram.end());
  if (most <= 0)
    return;
  const double step = area.width() / static_cast<double>(mLook.histogram.size());
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Highlight));
  for (std::size_t i = 0; i < mLook.histogram.size(); ++i) {
    const double height = area.height() * mLook.histogram[i] / most;
    painter.drawRect(
        QRectF(area.left() + static_cast<double>(i) * step, area.bottom() - height, std::max(1.0, step - 1), height));
  }
  if (mLook.mean && mLook.histogramHigh > mLook.histogramLow) {
    const double x =
        area.left() + area.width() * (*mLook.mean - mLook.histogramLow) / (mLook.histogramHigh - mLook.histogramLow);
    painter.setPen(QPen(warningColour(), 1.5, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom()));
  }
  painter.setPen(palette().color(QPalette::WindowText));
  const QRectF below(area.left(), area.bottom() + 1, area.width(), text);
  painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, QLocale().toString(mLook.histogramLow, 'f', 0));
  painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter,
                   tr("%1 m").arg(QLocale().toString(mLook.histogramHigh, 'f', 0)));
}

SourcePatch::SourcePatch(SourceLook look, Lattice lattice, Selection place, QWidget* parent)
    : QWidget(parent), mLook(std::move(look)), mLattice(lattice), mPlace(std::move(place)) {
  setFixedSize(sizeHint());
  setToolTip(tr("The source around this place"));
  setAccessibleName(toolTip());
}

void SourcePatch::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QRectF area = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.fillRect(area, isDark(palette()) ? QColor(0x3a, 0x3b, 0x3d) : QColor(0xf3, 0xf1, 0xea));
  if (!mLook.raster.isNull())
    painter.drawImage(area, mLook.raster);
  const double scale = area.width() / (2 * mLook.radius);
  const auto toWidget = [&](Point p) {
    return QPointF(area.center().x() + (p.x - mLook.centre.x) * scale,
                   area.center().y() + (p.y - mLook.centre.y) * scale);
  };
  painter.setClipRect(area);
  QPainterPath path;
  for (const std::vector<Point>& line : mLook.lines)
    for (std::size_t i = 0; i < line.size(); ++i)
      i == 0 ? path.moveTo(toWidget(line[i])) : path.lineTo(toWidget(line[i]));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(0xe0, 0x31, 0x31), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
  const auto outline = [&](HexCoord h) {
    QPolygonF polygon;
    for (const Point p : mLattice.outline(h))
      polygon << toWidget(p);
    painter.setPen(QPen(QColor(255, 255, 255, 190), 3));
    painter.drawPolygon(polygon);
    painter.setPen(QPen(QColor(0x20, 0x20, 0x20), 1.2));
    painter.drawPolygon(polygon);
  };
  if (const auto* h = std::get_if<HexCoord>(&mPlace))
    outline(*h);
  if (const auto* e = std::get_if<EdgeId>(&mPlace)) {
    for (const HexCoord h : mLattice.hexes(*e))
      outline(h);
    const auto ends = mLattice.ends(*e);
    painter.setPen(QPen(QColor(0x1c, 0x7e, 0xd6), 4, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(toWidget(mLattice.position(ends[0])), toWidget(mLattice.position(ends[1])));
  }
  if (const auto* v = std::get_if<VertexId>(&mPlace)) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0x1c, 0x7e, 0xd6));
    painter.drawEllipse(toWidget(mLattice.position(*v)), 5, 5);
  }
  painter.setClipping(false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(palette().color(QPalette::Mid));
  painter.drawRect(area);
}

} // namespace hotchkiss::editor
