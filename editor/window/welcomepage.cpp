#include "editor/window/welcomepage.h"

#include "editor/window/icons.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace hotchkiss::editor {

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
  auto* outer = new QHBoxLayout(this);
  auto* column = new QVBoxLayout;
  outer->addStretch(1);
  outer->addLayout(column);
  outer->addStretch(1);
  column->addStretch(2);
  auto* picture = new QLabel(this);
  picture->setPixmap(programIcon().pixmap(QSize(72, 72)));
  picture->setAlignment(Qt::AlignHCenter);
  column->addWidget(picture);
  auto* title = new QLabel(QStringLiteral("Hotchkiss"), this);
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 2.2);
  large.setFamily(QStringLiteral("serif"));
  title->setFont(large);
  title->setAlignment(Qt::AlignHCenter);
  column->addWidget(title);
  auto* subtitle = new QLabel(tr("Maps for historical hex wargames"), this);
  subtitle->setAlignment(Qt::AlignHCenter);
  column->addWidget(subtitle);
  column->addSpacing(18);
  auto* create = new QCommandLinkButton(tr("New module…"), tr("Choose a system, a size and a numbering"), this);
  create->setIcon(drawnIcon("new"));
  auto* open = new QCommandLinkButton(tr("Open a module…"), tr("A folder with module.json"), this);
  open->setIcon(drawnIcon("open"));
  column->addWidget(create);
  column->addWidget(open);
  connect(create, &QPushButton::clicked, this, &WelcomePage::newWanted);
  connect(open, &QPushButton::clicked, this, &WelcomePage::openWanted);
  column->addSpacing(12);
  mRecent = new QVBoxLayout;
  column->addLayout(mRecent);
  column->addStretch(3);
}

void WelcomePage::setRecent(const QStringList& paths) {
  while (QLayoutItem* item = mRecent->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  if (!paths.isEmpty())
    mRecent->addWidget(new QLabel(tr("Recent"), this));
  constexpr qsizetype kShown = 5;
  for (const QString& path : paths.first(std::min(kShown, paths.size()))) {
    auto* button = new QPushButton(QFileInfo(path).fileName(), this);
    button->setFlat(true);
    button->setToolTip(path);
    button->setStyleSheet(QStringLiteral("text-align: left; padding: 4px 10px;"));
    connect(button, &QPushButton::clicked, this, [this, path] { emit pathWanted(path); });
    mRecent->addWidget(button);
  }
}

} // namespace hotchkiss::editor
