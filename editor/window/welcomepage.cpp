#include "editor/window/welcomepage.h"

#include "editor/window/icons.h"
#include "editor/window/thumbnails.h"

#include <QCommandLinkButton>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

namespace hotchkiss::editor {

namespace {

constexpr QSize kCard(188, 122);
constexpr qint64 kLargestHead = 1 << 20; // a module.json beyond that is none

/// The title of a module folder, without reading the module.
QString titleOf(const QString& path) {
  QFile file(QDir(path).filePath(QStringLiteral("module.json")));
  if (file.size() <= kLargestHead && file.open(QIODevice::ReadOnly))
    for (const QJsonValue& row : QJsonDocument::fromJson(file.readAll()).object().value("rows").toArray())
      if (row.toArray().at(0).toString() == QLatin1String("module"))
        if (const QString title = row.toArray().at(2).toObject().value("title").toString(); !title.isEmpty())
          return title;
  return QFileInfo(path).fileName();
}

QIcon card(const QString& path, const QPalette& palette) {
  QPixmap picture(kCard * 2);
  picture.setDevicePixelRatio(2);
  picture.fill(palette.color(QPalette::Mid));
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QImage small = thumbnails::of(path);
  const QRectF whole{QPointF(), QSizeF(kCard)};
  if (small.isNull()) {
    const QPixmap sign = programIcon().pixmap(QSize(48, 48));
    painter.setOpacity(0.6);
    painter.drawPixmap(QRectF(whole.center() - QPointF(24, 24), QSizeF(48, 48)), sign, QRectF(sign.rect()));
  } else { // fills the card; what does not fit is cut off
    QSizeF size = small.size();
    size.scale(whole.size(), Qt::KeepAspectRatioByExpanding);
    painter.drawImage(QRectF(whole.center() - QPointF(size.width() / 2, size.height() / 2), size), small);
  }
  painter.setOpacity(1);
  painter.setPen(palette.color(QPalette::Dark));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(whole.adjusted(0.5, 0.5, -0.5, -0.5));
  return picture;
}

QListWidget* cards(const char* name, const QString& accessible) {
  auto* out = new QListWidget;
  out->setObjectName(QLatin1String(name));
  out->setAccessibleName(accessible);
  out->setViewMode(QListView::IconMode);
  out->setIconSize(kCard);
  out->setGridSize(kCard + QSize(20, 40));
  out->setResizeMode(QListView::Adjust);
  out->setMovement(QListView::Static);
  out->setFrameShape(QFrame::NoFrame);
  out->setWordWrap(true);
  out->setTextElideMode(Qt::ElideRight);
  out->setUniformItemSizes(true);
  out->viewport()->setAutoFillBackground(false);
  return out;
}

QLabel* heading(const QString& text) {
  auto* out = new QLabel(text);
  QFont font = out->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.15);
  out->setFont(font);
  return out;
}

} // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
  auto* outer = new QHBoxLayout(this);
  outer->setContentsMargins(36, 30, 30, 24);
  outer->setSpacing(36);
  auto* left = new QVBoxLayout;
  auto* head = new QHBoxLayout;
  auto* picture = new QLabel(this);
  picture->setPixmap(programIcon().pixmap(QSize(64, 64)));
  head->addWidget(picture);
  auto* words = new QVBoxLayout;
  auto* title = new QLabel(QStringLiteral("Hotchkiss"), this);
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 2.2);
  large.setFamily(QStringLiteral("serif"));
  title->setFont(large);
  words->addWidget(title);
  words->addWidget(new QLabel(tr("Maps for historical hex wargames"), this));
  head->addLayout(words);
  head->addStretch();
  left->addLayout(head);
  left->addSpacing(18);
  addButton(left, "welcomeNew", "new", tr("New module…"), tr("Choose a system, a size and a numbering"),
            &WelcomePage::newWanted);
  addButton(left, "welcomeGround", "fit", tr("New module on the ground…"),
            tr("The same, and say where it lies, for elevation and rivers"), &WelcomePage::newOnGroundWanted);
  addButton(left, "welcomeOpen", "open", tr("Open a module…"), tr("A folder with module.json"),
            &WelcomePage::openWanted);
  addButton(left, "welcomePackage", "package", tr("Open a package…"), tr("To look at; it cannot be edited"),
            &WelcomePage::openPackageWanted);
  left->addSpacing(8);
  auto* keys = new QLabel(tr("Ctrl+K finds every command."));
  keys->setForegroundRole(QPalette::PlaceholderText);
  left->addWidget(keys);
  left->addStretch(1);
  outer->addLayout(left);
  auto* right = new QVBoxLayout;
  mRecentTitle = heading(tr("Recent"));
  mRecent = cards("welcomeRecent", tr("Recent modules"));
  mSamplesTitle = heading(tr("Samples"));
  mSamples = cards("welcomeSamples", tr("Samples"));
  right->addWidget(mRecentTitle);
  right->addWidget(mRecent, 3);
  right->addWidget(mSamplesTitle);
  right->addWidget(mSamples, 2);
  outer->addLayout(right, 1);
  connect(mRecent, &QListWidget::itemActivated, this,
          [this](const QListWidgetItem* item) { emit pathWanted(item->data(Qt::UserRole).toString()); });
  connect(mSamples, &QListWidget::itemActivated, this,
          [this](const QListWidgetItem* item) { emit sampleWanted(item->data(Qt::UserRole).toString()); });
  for (QListWidget* list : {mRecent, mSamples}) // one click opens, as on any start page
    connect(list, &QListWidget::itemClicked, list, [list](QListWidgetItem* item) {
      if (!list->style()->styleHint(QStyle::SH_ItemView_ActivateItemOnSingleClick))
        emit list->itemActivated(item);
    });
  setRecent({});
  setSamples({});
}

void WelcomePage::addButton(QVBoxLayout* column, const char* name, const char* icon, const QString& text,
                            const QString& detail, void (WelcomePage::*signal)()) {
  auto* button = new QCommandLinkButton(text, detail, this);
  button->setObjectName(QLatin1String(name));
  button->setIcon(drawnIcon(icon));
  column->addWidget(button);
  connect(button, &QPushButton::clicked, this, signal);
}

void WelcomePage::setRecent(const QStringList& paths) {
  mRecent->clear();
  for (const QString& path : paths) {
    auto* item = new QListWidgetItem(card(path, palette()), titleOf(path), mRecent);
    item->setData(Qt::UserRole, path);
    item->setToolTip(path);
  }
  mRecentTitle->setVisible(!paths.isEmpty());
  mRecent->setVisible(!paths.isEmpty());
}

void WelcomePage::setSamples(const QStringList& paths) {
  mSamples->clear();
  for (const QString& path : paths) {
    auto* item = new QListWidgetItem(card(path, palette()), titleOf(path), mSamples);
    item->setData(Qt::UserRole, path);
    item->setToolTip(tr("Opens a copy of %1").arg(path));
  }
  mSamplesTitle->setVisible(!paths.isEmpty());
  mSamples->setVisible(!paths.isEmpty());
}

} // namespace hotchkiss::editor
