#include "editor/import/underlaypanel.h"

#include "editor/docks/glyphs.h"
#include "editor/import/underlaysources.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

QString blendName(Blend blend) {
  switch (blend) {
  case Blend::Normal:
    return UnderlayPanel::tr("Covers");
  case Blend::Multiply:
    return UnderlayPanel::tr("Multiplies");
  case Blend::Screen:
    return UnderlayPanel::tr("Screens");
  case Blend::Darken:
    return UnderlayPanel::tr("Darkens");
  case Blend::Lighten:
    return UnderlayPanel::tr("Lightens");
  case Blend::Difference:
    return UnderlayPanel::tr("Difference");
  }
  return {};
}

QToolButton* smallButton(const char* name, Qt::ArrowType arrow, const QString& tip) {
  auto* out = new QToolButton;
  out->setObjectName(QLatin1String(name));
  out->setAutoRaise(true);
  out->setArrowType(arrow);
  out->setToolTip(tip);
  out->setAccessibleName(tip);
  out->setFixedSize(18, 18);
  return out;
}

} // namespace

UnderlayPanel::UnderlayPanel(Underlays& underlays, UnderlaySources& sources, QWidget* parent)
    : QWidget(parent), mUnderlays(underlays), mSources(sources) {
  setObjectName(QStringLiteral("underlayPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 10, 0, 0);
  column->setSpacing(2);
  auto* head = new QHBoxLayout;
  auto* title = new QLabel(tr("Scans and rasters"));
  QFont bold = title->font();
  bold.setBold(true);
  title->setFont(bold);
  head->addWidget(title, 1);
  auto* add = new QToolButton;
  add->setObjectName(QStringLiteral("underlayAdd"));
  add->setIcon(glyphIcon(Glyph::Add));
  add->setAutoRaise(true);
  add->setToolTip(tr("Adds a scan to the module and places it by points"));
  add->setAccessibleName(tr("Add a scan"));
  connect(add, &QToolButton::clicked, this, &UnderlayPanel::addWanted);
  head->addWidget(add);
  column->addLayout(head);
  mRows = new QVBoxLayout;
  mRows->setSpacing(2);
  column->addLayout(mRows);
  connect(&mSources, &UnderlaySources::sourcesChanged, this, &UnderlayPanel::rebuild);
  rebuild();
}

void UnderlayPanel::rebuild() {
  QStringList shape;
  for (const UnderlayLook& look : mUnderlays.looks()) {
    const auto* source = mSources.source(look.id);
    shape << QString::fromStdString(look.id) + QLatin1Char('|') + look.title + QLatin1Char('|') +
                 (source ? source->problem + QString::number(source->isPlaced) : QString()) + QLatin1Char('|') +
                 QString::number(look.visible) + QString::number(static_cast<int>(look.blend));
  }
  if (shape == mShape) { // the strengths are no reason to build the rows anew, least of all while one is dragged
    for (const UnderlayLook& look : mUnderlays.looks())
      if (auto* slider = findChild<QSlider*>(
              "underlayOpacity_" + (look.id.empty() ? QStringLiteral("map") : QString::fromStdString(look.id)))) {
        const QSignalBlocker blocker(slider);
        slider->setValue(static_cast<int>(std::lround(look.opacity * 100)));
      }
    return;
  }
  mShape = shape;
  const QString focused = focusWidget() ? focusWidget()->objectName() : QString();
  while (QLayoutItem* item = mRows->takeAt(0)) {
    if (QWidget* row = item->widget()) { // maybe the sender's own: it goes later, but out of the way at once
      row->setParent(nullptr);
      row->deleteLater();
    }
    delete item;
  }
  const std::size_t count = mUnderlays.looks().size();
  if (count <= 1) {
    auto* none = new QLabel(tr("The module has none yet. + adds one."));
    none->setWordWrap(true);
    none->setForegroundRole(QPalette::PlaceholderText);
    mRows->addWidget(none);
    return;
  }
  for (std::size_t i = count; i-- > 0;) // what lies on top stands on top
    mRows->addWidget(makeRow(i));
  if (!focused.isEmpty())
    if (auto* again = findChild<QWidget*>(focused))
      again->setFocus();
}

void UnderlayPanel::change(std::size_t index, const std::function<void(UnderlayLook&)>& change) {
  std::vector<UnderlayLook> looks = mUnderlays.looks();
  if (index >= looks.size())
    return;
  change(looks[index]);
  if (looks[index] == mUnderlays.looks()[index])
    return;
  mUnderlays.setLooks(std::move(looks));
}

void UnderlayPanel::move(std::size_t index, int by) {
  std::vector<UnderlayLook> looks = mUnderlays.looks();
  const auto other = static_cast<std::ptrdiff_t>(index) + by;
  if (other < 0 || other >= static_cast<std::ptrdiff_t>(looks.size()))
    return;
  std::swap(looks[index], looks[static_cast<std::size_t>(other)]);
  mUnderlays.setLooks(std::move(looks));
}

QWidget* UnderlayPanel::makeRow(std::size_t index) {
  const UnderlayLook look = mUnderlays.looks()[index];
  const bool isMap = look.id.empty();
  const auto* source = mSources.source(look.id);
  const QString id = isMap ? QStringLiteral("map") : QString::fromStdString(look.id);
  const QString name = isMap ? tr("The map") : look.title;
  auto* row = new QWidget;
  row->setObjectName("underlayRow_" + id);
  auto* grid = new QGridLayout(row);
  grid->setContentsMargins(0, 2, 0, 2);
  grid->setVerticalSpacing(1);
  grid->setHorizontalSpacing(6);
  auto* eye = new QToolButton;
  eye->setObjectName("underlayEye_" + id);
  eye->setCheckable(true);
  eye->setChecked(look.visible);
  eye->setIcon(glyphIcon(look.visible ? Glyph::Eye : Glyph::EyeOff));
  eye->setAutoRaise(true);
  eye->setToolTip(tr("Shows or hides %1").arg(name));
  eye->setAccessibleName(eye->toolTip());
  connect(eye, &QToolButton::clicked, this, [this, index, id = look.id](bool checked) {
    if (id.empty())
      change(index, [checked](UnderlayLook& each) { each.visible = checked; });
    else
      mSources.show(id, checked);
  });
  auto* label = new QLabel(name);
  label->setTextFormat(Qt::PlainText);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  label->setToolTip(name);
  if (isMap) {
    QFont font = label->font();
    font.setItalic(true);
    label->setFont(font);
  }
  auto* blend = new QComboBox;
  blend->setObjectName("underlayBlend_" + id);
  blend->setToolTip(tr("How %1 mixes with what lies below it").arg(name));
  blend->setAccessibleName(blend->toolTip());
  for (int i = 0; i < kBlends; ++i)
    blend->addItem(blendName(static_cast<Blend>(i)));
  blend->setCurrentIndex(static_cast<int>(look.blend));
  blend->setMaximumWidth(104);
  connect(blend, &QComboBox::activated, this, [this, index](int chosen) {
    change(index, [chosen](UnderlayLook& each) { each.blend = static_cast<Blend>(chosen); });
  });
  auto* opacity = new QSlider(Qt::Horizontal);
  opacity->setObjectName("underlayOpacity_" + id);
  opacity->setRange(0, 100);
  opacity->setPageStep(10);
  opacity->setValue(static_cast<int>(std::lround(look.opacity * 100)));
  opacity->setToolTip(tr("Strength of %1").arg(name));
  opacity->setAccessibleName(opacity->toolTip());
  connect(opacity, &QSlider::valueChanged, this,
          [this, index](int value) { change(index, [value](UnderlayLook& each) { each.opacity = value / 100.0; }); });
  auto* up = smallButton("underlayUp", Qt::UpArrow, tr("Lays %1 higher").arg(name));
  up->setObjectName("underlayUp_" + id);
  auto* down = smallButton("underlayDown", Qt::DownArrow, tr("Lays %1 lower").arg(name));
  down->setObjectName("underlayDown_" + id);
  up->setEnabled(index + 1 < mUnderlays.looks().size());
  down->setEnabled(index > 0);
  connect(up, &QToolButton::clicked, this, [this, index] { move(index, 1); });
  connect(down, &QToolButton::clicked, this, [this, index] { move(index, -1); });
  grid->addWidget(eye, 0, 0);
  grid->addWidget(label, 0, 1);
  if (source && source->isScan) {
    auto* points = new QToolButton;
    points->setObjectName("underlayPoints_" + id);
    points->setText(tr("Points…"));
    points->setToolTip(source->isPlaced ? tr("Control points that tie %1 to the map").arg(name)
                                        : tr("%1 lies nowhere yet: set control points").arg(name));
    points->setEnabled(source->problem.isEmpty());
    if (!source->isPlaced)
      points->setIcon(glyphIcon(Glyph::Warning)), points->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(points, &QToolButton::clicked, this, [this, id] { emit georeferenceWanted(id); });
    grid->addWidget(points, 0, 2);
  }
  auto* order = new QHBoxLayout;
  order->setSpacing(0);
  order->addWidget(up);
  order->addWidget(down);
  grid->addLayout(order, 0, 3);
  if (source && !source->problem.isEmpty()) {
    auto* problem = new QLabel(source->problem);
    problem->setWordWrap(true);
    problem->setForegroundRole(QPalette::PlaceholderText);
    eye->setEnabled(false);
    grid->addWidget(problem, 1, 1, 1, 3);
  } else {
    auto* looks = new QHBoxLayout;
    looks->addWidget(blend);
    looks->addWidget(opacity, 1);
    grid->addLayout(looks, 1, 1, 1, 3);
  }
  grid->setColumnStretch(1, 1);
  return row;
}

} // namespace hotchkiss::editor
