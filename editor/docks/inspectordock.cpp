#include "editor/docks/inspectordock.h"

#include "editor/docks/inspectorpanel.h"
#include "editor/model/editordocument.h"

#include <QtWidgets>

namespace hotchkiss::editor {

InspectorDock::InspectorDock(ToolState& tools, QWidget* parent) : QDockWidget(tr("Inspector"), parent), mTools(tools) {
  setObjectName(QStringLiteral("inspectorDock"));
  mScroll = new QScrollArea;
  mScroll->setObjectName(QStringLiteral("inspectorArea"));
  mScroll->setFrameShape(QFrame::NoFrame);
  mScroll->setWidgetResizable(true);
  mScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  mScroll->setMinimumWidth(240);
  setWidget(mScroll);
  connect(&mTools, &ToolState::selectionChanged, this, &InspectorDock::rebuild);
  rebuild();
}

InspectorDock::~InspectorDock() = default;

void InspectorDock::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  if (document) {
    connect(document, &EditorDocument::edited, this, &InspectorDock::documentEdited);
    connect(document, &EditorDocument::rulesetChanged, this, &InspectorDock::rebuild);
  }
  rebuild();
}

void InspectorDock::setStyle(std::shared_ptr<const MapStyle> style) {
  mStyle = std::move(style);
  rebuild();
}

void InspectorDock::setSourceLooks(SourceLooks* looks) {
  mLooks = looks;
  rebuild();
}

void InspectorDock::documentEdited() {
  // During a stroke edits come many times a second; looking once, when there is time, is enough.
  if (mIsStale || (mPanel && mPanel->isApplying()))
    return;
  mIsStale = true;
  QTimer::singleShot(0, this, [this] {
    if (!std::exchange(mIsStale, false) || !mDocument)
      return;
    if (!mPanel || !mPanel->isCurrent())
      rebuild();
  });
}

void InspectorDock::rebuild() {
  mIsStale = false;
  const QWidget* focused =
      mPanel && mPanel->isAncestorOf(QApplication::focusWidget()) ? QApplication::focusWidget() : nullptr;
  const QString focusName = focused ? focused->objectName() : QString();
  const bool isSame = mShown == mTools.selection();
  const int scrolled = isSame ? mScroll->verticalScrollBar()->value() : 0;
  mShown = mTools.selection();
  QWidget* content = nullptr;
  mPanel = nullptr;
  if (mDocument) {
    mPanel = makePanel({*mDocument, mTools, mStyle, mLooks}, mShown);
    content = mPanel;
  }
  if (mPanel) {
    connect(mPanel, &InspectorPanel::goTo, this, &InspectorDock::goTo);
    connect(mPanel, &InspectorPanel::failed, this, &InspectorDock::failed);
    // Not at once: the signal comes out of a field that the rebuilding removes.
    connect(mPanel, &InspectorPanel::outdated, this, &InspectorDock::rebuild, Qt::QueuedConnection);
  } else {
    auto* label = new QLabel(mDocument ? tr("Nothing is selected.\nClick a hex, hexside, corner or name on the map.")
                                       : tr("No module is open."));
    label->setObjectName(QStringLiteral("inspectorEmpty"));
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(12);
    label->setForegroundRole(QPalette::PlaceholderText);
    content = label;
  }
  if (QWidget* old = mScroll->takeWidget()) {
    old->hide();
    old->deleteLater();
  }
  mScroll->setWidget(content);
  if (isSame)
    QTimer::singleShot(0, mScroll, [this, scrolled] { mScroll->verticalScrollBar()->setValue(scrolled); });
  if (!focusName.isEmpty())
    if (auto* widget = content->findChild<QWidget*>(focusName))
      widget->setFocus();
}

} // namespace hotchkiss::editor
