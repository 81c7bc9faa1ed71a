#include "editor/dialogs/commandpalette.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

constexpr std::size_t kMostShown = 60;
constexpr int kDetailRole = Qt::UserRole;

/// The text at the left, keys or kind at the right.
class RowDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QString detail = index.data(kDetailRole).toString();
    if (detail.isEmpty())
      return;
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setPen(option.palette.color(chosen ? QPalette::HighlightedText : QPalette::PlaceholderText));
    painter->drawText(option.rect.adjusted(8, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter, detail);
    painter->restore();
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return QStyledItemDelegate::sizeHint(option, index).expandedTo(QSize(0, option.fontMetrics.height() + 12));
  }
};

} // namespace

CommandPalette::CommandPalette(std::vector<Entry> entries, Find find, QWidget* parent)
    : QDialog(parent), mEntries(std::move(entries)), mFind(std::move(find)) {
  setObjectName(QStringLiteral("commandPalette"));
  setWindowTitle(tr("Commands"));
  setWindowFlags(Qt::Popup | Qt::FramelessWindowHint);
  auto* frame = new QFrame;
  frame->setFrameShape(QFrame::StyledPanel);
  auto* column = new QVBoxLayout(frame);
  column->setContentsMargins(8, 8, 8, 8);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(frame);
  mField = new QLineEdit;
  mField->setObjectName(QStringLiteral("commandField"));
  mField->setPlaceholderText(tr("A command, a name on the map, or the label of a hex"));
  mField->setAccessibleName(mField->placeholderText());
  QFont font = mField->font();
  font.setPointSizeF(font.pointSizeF() * 1.15);
  mField->setFont(font);
  mList = new QListWidget;
  mList->setObjectName(QStringLiteral("commandList"));
  mList->setAccessibleName(tr("What fits"));
  mList->setFrameShape(QFrame::NoFrame);
  mList->setItemDelegate(new RowDelegate(mList));
  mList->setUniformItemSizes(true);
  mList->setFocusPolicy(Qt::NoFocus);
  mList->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(mField);
  column->addWidget(mList, 1);
  mField->installEventFilter(this);
  connect(mField, &QLineEdit::textChanged, this, &CommandPalette::list);
  connect(mField, &QLineEdit::returnPressed, this, &CommandPalette::run);
  connect(mList, &QListWidget::itemClicked, this, &CommandPalette::run);
  resize(560, 420);
  if (parent)
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
  list(QString());
  mField->setFocus();
}

int CommandPalette::fit(const QString& typed, const QString& text) {
  if (typed.isEmpty())
    return 0;
  if (const qsizetype at = text.indexOf(typed, 0, Qt::CaseInsensitive); at >= 0) {
    const bool beginsWord = at == 0 || !text.at(at - 1).isLetterOrNumber();
    return 1000 + (at == 0 ? 200 : beginsWord ? 100 : 0) - static_cast<int>(std::min<qsizetype>(text.size(), 90));
  }
  int score = 0;
  qsizetype at = -1;
  for (const QChar letter : typed) {
    if (letter.isSpace())
      continue;
    const qsizetype next = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
    if (next < 0)
      return -1;
    score += next == at + 1 ? 12 : next == 0 || !text.at(next - 1).isLetterOrNumber() ? 10 : 1;
    at = next;
  }
  return score - static_cast<int>(std::min<qsizetype>(text.size(), 90)) / 10;
}

void CommandPalette::list(const QString& typed) {
  const QString wanted = typed.trimmed();
  std::vector<std::pair<int, const Entry*>> found;
  for (const Entry& entry : mEntries)
    if (const int score = fit(wanted, entry.text); score >= 0)
      found.emplace_back(score + (entry.enabled ? 0 : -500), &entry);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  mShown.clear();
  if (!wanted.isEmpty() && mFind)
    mShown = mFind(wanted);
  for (const auto& [unused, entry] : found) {
    if (mShown.size() == kMostShown)
      break;
    mShown.push_back(*entry);
  }
  mList->clear();
  for (const Entry& entry : mShown) {
    auto* item = new QListWidgetItem(entry.icon, entry.text, mList);
    item->setData(kDetailRole, entry.detail);
    if (!entry.enabled)
      item->setFlags(Qt::NoItemFlags);
  }
  mList->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == mField && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int page = std::max(1, mList->height() / std::max(1, mList->sizeHintForRow(0)) - 1);
    const int step = key == Qt::Key_Up         ? -1
                     : key == Qt::Key_Down     ? 1
                     : key == Qt::Key_PageUp   ? -page
                     : key == Qt::Key_PageDown ? page
                                               : 0;
    if (step != 0) {
      mList->setCurrentRow(std::clamp(mList->currentRow() + step, 0, std::max(0, mList->count() - 1)));
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

void CommandPalette::run() {
  const int row = mList->currentRow();
  if (row < 0 || row >= static_cast<int>(mShown.size()) || !mShown[static_cast<std::size_t>(row)].enabled)
    return;
  const std::function<void()> act = mShown[static_cast<std::size_t>(row)].run;
  accept();
  // Once the palette is gone: the command may open a window of its own.
  if (act)
    QMetaObject::invokeMethod(
        parent(), [act] { act(); }, Qt::QueuedConnection);
}

} // namespace hotchkiss::editor
