#include "editor/army/armydock.h"

#include "editor/army/sheetimportdialog.h"
#include "editor/docks/glyphs.h"
#include "editor/model/qtext.h"
#include "libscenario/army/armytotals.h"

#include <QtWidgets>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

QToolButton* toolButton(const char* name, const QIcon& icon, const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setIcon(icon);
  button->setText(text);
  button->setToolTip(tip);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  return button;
}

/// Room for the whole head of a column.
int columnWidth(const QAbstractItemModel& model, int column) {
  constexpr int kLeast = 56;
  constexpr int kMost = 150;
  constexpr int kBeside = 18;
  const QFontMetrics metrics{QApplication::font("QHeaderView")};
  const QString head = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  return std::clamp(metrics.horizontalAdvance(head) + kBeside, kLeast, kMost);
}

} // namespace

ArmyDock::ArmyDock(ArmyModel& model, QWidget* parent) : QDockWidget(tr("Order of battle"), parent), mModel(model) {
  setObjectName(QStringLiteral("armyDock"));
  auto* body = new QWidget;
  buildTools(body);
  setWidget(body);
  connect(&mModel, &ArmyModel::armyChanged, this, &ArmyDock::rebuild);
  connect(&mModel, &ArmyModel::chosenChanged, this, &ArmyDock::showChosen);
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible && mIsStale)
      rebuild();
  });
}

void ArmyDock::buildTools(QWidget* body) {
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(6, 6, 6, 6);
  auto* bar = new QHBoxLayout;
  bar->setSpacing(2);
  mAddPiece = toolButton("armyAddPiece", glyphIcon(Glyph::Add), tr("Unit"),
                         tr("Add a unit, leader or marker to the chosen formation"));
  mAddPiece->setPopupMode(QToolButton::InstantPopup);
  mAddPiece->setMenu(new QMenu(mAddPiece));
  mAddFormation = toolButton("armyAddFormation", glyphIcon(Glyph::Add), tr("Formation"),
                             tr("Add a formation under the chosen one, or at the top of the chosen side"));
  mAddFormation->setPopupMode(QToolButton::InstantPopup);
  mAddFormation->setMenu(new QMenu(mAddFormation));
  mDelete = toolButton("armyDelete", glyphIcon(Glyph::Delete), QString(), tr("Delete what is chosen (Del)"));
  mDelete->setToolButtonStyle(Qt::ToolButtonIconOnly);
  mDelete->setAccessibleName(tr("Delete"));
  connect(mDelete, &QToolButton::clicked, this, &ArmyDock::deleteChosen);
  mAsSheet = toolButton("armyAsSheet", QIcon(), tr("Sheet"), tr("Show the pieces as a sheet with one row each"));
  mAsSheet->setToolButtonStyle(Qt::ToolButtonTextOnly);
  mAsSheet->setCheckable(true);
  connect(mAsSheet, &QToolButton::toggled, this, &ArmyDock::showSheet);
  for (QToolButton* button : {mAddPiece, mAddFormation, mDelete})
    bar->addWidget(button);
  bar->addStretch();
  bar->addWidget(mAsSheet);
  column->addLayout(bar);

  mFilter = new QLineEdit;
  mFilter->setObjectName(QStringLiteral("armyFilter"));
  mFilter->setPlaceholderText(tr("Filter by name, type or id"));
  mFilter->setAccessibleName(tr("Filter the order of battle"));
  mFilter->setClearButtonEnabled(true);
  connect(mFilter, &QLineEdit::textChanged, this, &ArmyDock::filter);
  column->addWidget(mFilter);

  mTreeModel = new ArmyTreeModel(mModel, this);
  mSheetModel = new ArmySheetModel(mModel, this);
  mTree = new QTreeView;
  mTree->setObjectName(QStringLiteral("armyTree"));
  mTree->setAccessibleName(tr("Order of battle"));
  mTree->setModel(mTreeModel);
  mTree->setUniformRowHeights(true);
  mTree->setIndentation(14);
  mTree->setIconSize(QSize(24, 24));
  mTree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  mTree->setDragEnabled(true);
  mTree->setAcceptDrops(true);
  mTree->setDropIndicatorShown(true);
  mTree->setDragDropMode(QAbstractItemView::DragDrop);
  mTree->setDefaultDropAction(Qt::MoveAction);
  mTree->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  mTree->setAllColumnsShowFocus(false);
  mTree->setExpandsOnDoubleClick(false);
  mTree->installEventFilter(this);
  mSheet = new QTableView;
  mSheet->setObjectName(QStringLiteral("armySheet"));
  mSheet->setAccessibleName(tr("Order of battle as a sheet"));
  mSheet->setModel(mSheetModel);
  mSheet->setIconSize(QSize(24, 24));
  mSheet->verticalHeader()->setDefaultSectionSize(28);
  mSheet->installEventFilter(this);
  mViews = new QStackedWidget;
  mViews->addWidget(mTree);
  mViews->addWidget(mSheet);
  auto* split = new QSplitter(Qt::Vertical);
  split->setChildrenCollapsible(true);
  split->addWidget(mViews);
  mDetails = new RowForm(mModel);
  mDetails->setObjectName(QStringLiteral("armyDetails"));
  split->addWidget(mDetails);
  split->setStretchFactor(0, 3);
  split->setStretchFactor(1, 2);
  split->setSizes({360, 220});
  column->addWidget(split, 1);
  connect(mDetails, &RowForm::failed, this, &ArmyDock::failed);
  connect(mDetails, &RowForm::edited, this, [this](const QString& title, const std::string& row) {
    const Result<ArmyChange> change = settingRow(*mModel.army(), mDetails->wish().key, nlohmann::json::parse(row));
    if (!change)
      emit failed(qt(change.error().text()));
    else
      mModel.apply(title, *change);
  });
  for (QAbstractItemView* view : {static_cast<QAbstractItemView*>(mTree), static_cast<QAbstractItemView*>(mSheet)})
    connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ArmyDock::takeChosen);
  connect(mTree, &QTreeView::collapsed, this, [this](const QModelIndex& at) {
    if (!mIsShowing)
      mClosed.insert(mTreeModel->idAt(at));
  });
  connect(mTree, &QTreeView::expanded, this, [this](const QModelIndex& at) {
    if (!mIsShowing)
      mClosed.erase(mTreeModel->idAt(at));
  });

  mSetBar = new QWidget;
  auto* row = new QHBoxLayout(mSetBar);
  row->setContentsMargins(0, 0, 0, 0);
  mSetAttribute = new QComboBox;
  mSetAttribute->setObjectName(QStringLiteral("armySetAttribute"));
  mSetAttribute->setAccessibleName(tr("Value to set"));
  mSetValue = new QLineEdit;
  mSetValue->setObjectName(QStringLiteral("armySetValue"));
  mSetValue->setPlaceholderText(tr("4, 2-4, ?"));
  mSetValue->setAccessibleName(tr("Value for all that is chosen"));
  mSetButton = new QToolButton;
  mSetButton->setObjectName(QStringLiteral("armySet"));
  mSetButton->setToolTip(tr("Set this value for everything that is chosen; empty takes it away"));
  const auto set = [this] {
    if (setForChosen(mSetAttribute->currentData().toString().toStdString(), mSetValue->text()))
      mSetValue->clear();
  };
  connect(mSetButton, &QToolButton::clicked, this, set);
  connect(mSetValue, &QLineEdit::returnPressed, this, set);
  row->addWidget(mSetAttribute, 2);
  row->addWidget(mSetValue, 1);
  row->addWidget(mSetButton);
  column->addWidget(mSetBar);
  mTotals = new QLabel;
  mTotals->setObjectName(QStringLiteral("armyTotals"));
  mTotals->setWordWrap(true);
  mTotals->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(mTotals);
}

void ArmyDock::showSheet(bool sheet) {
  mAsSheet->setChecked(sheet);
  mViews->setCurrentWidget(sheet ? static_cast<QWidget*>(mSheet) : mTree);
  rebuild();
}

void ArmyDock::rebuild() {
  mIsStale = !isVisible(); // made when somebody looks
  if (mIsStale)
    return;
  mIsShowing = true;
  const int scroll = mTree->verticalScrollBar()->value();
  const QString filter = mFilter->text().trimmed();
  if (mViews->currentWidget() == mTree) {
    mTreeModel->rebuild(filter);
    mTree->expandAll();
    if (filter.isEmpty())
      for (const std::string& id : mClosed)
        if (const QModelIndex at = mTreeModel->indexOf(id); at.isValid())
          mTree->collapse(at);
    mTree->header()->setStretchLastSection(false);
    mTree->header()->setSectionResizeMode(QHeaderView::Interactive);
    mTree->setColumnWidth(0, 220);
    for (int i = 1; i < mTreeModel->columnCount({}); ++i)
      mTree->setColumnWidth(i, columnWidth(*mTreeModel, i));
    mTree->verticalScrollBar()->setValue(scroll);
  } else {
    mSheetModel->rebuild(filter);
    mSheet->setColumnWidth(0, 180);
    for (int i = 1; i < mSheetModel->columnCount({}); ++i)
      mSheet->setColumnWidth(i, columnWidth(*mSheetModel, i));
  }
  mIsShowing = false;
  rebuildMenus();
  showChosen();
  showTotals();
  showDetails();
}

/// Only which rows there are; what they say has not changed.
void ArmyDock::filter() {
  if (mIsStale || !isVisible())
    return rebuild();
  mIsShowing = true;
  const QString text = mFilter->text().trimmed();
  if (mViews->currentWidget() == mTree) {
    mTree->setUpdatesEnabled(false);
    mTreeModel->filter(text);
    mTree->expandAll();
    if (text.isEmpty())
      for (const std::string& id : mClosed)
        if (const QModelIndex at = mTreeModel->indexOf(id); at.isValid())
          mTree->collapse(at);
    mTree->setUpdatesEnabled(true);
  } else {
    mSheetModel->rebuild(text);
  }
  mIsShowing = false;
  showChosen();
}

void ArmyDock::showDetails() {
  const auto wish = mModel.chosen().empty() ? std::nullopt : formOf(mModel, mModel.chosen().front());
  if (wish)
    mDetails->show(*wish);
  else
    mDetails->clear(mModel.army() ? tr("Choose a unit or formation to see all that is known of it.") : QString());
}

void ArmyDock::rebuildMenus() {
  mAddPiece->menu()->clear();
  mAddFormation->menu()->clear();
  const OrderOfBattle* army = mModel.army();
  const bool editable = army && !mModel.document()->isReadOnly();
  for (QWidget* widget : std::initializer_list<QWidget*>{mAddPiece, mAddFormation, mSetBar})
    widget->setEnabled(editable);
  const QString before = mSetAttribute->currentData().toString();
  mSetAttribute->clear();
  if (!army)
    return;
  const UnitCatalogue& units = army->units();
  std::string category;
  std::vector<std::pair<std::string, std::string>> types; // category, id
  for (const auto& [id, type] : units.types)
    types.emplace_back(type.category == "unit" ? "" : type.category, id);
  std::sort(types.begin(), types.end());
  for (const auto& [each, id] : types) {
    if (each != category)
      mAddPiece->menu()->addSeparator();
    category = each;
    QAction* action = mAddPiece->menu()->addAction(qt(units.types.at(id).name));
    action->setObjectName("add_" + qt(id));
    connect(action, &QAction::triggered, this, [this, type = id] { addPiece(type); });
  }
  std::vector<std::pair<long, std::string>> levels;
  for (const auto& [id, echelon] : units.echelons)
    levels.emplace_back(-echelon.rank, id);
  std::sort(levels.begin(), levels.end());
  for (const auto& [rank, id] : levels) {
    QAction* action = mAddFormation->menu()->addAction(qt(units.echelons.at(id).name));
    action->setObjectName("add_" + qt(id));
    connect(action, &QAction::triggered, this, [this, echelon = id] { addFormation(echelon); });
  }
  QAction* plain = mAddFormation->menu()->addAction(tr("No level"));
  connect(plain, &QAction::triggered, this, [this] { addFormation({}); });
  for (const std::string& name :
       mTreeModel->cells().columns().empty() ? std::vector<std::string>{} : mTreeModel->cells().columns())
    mSetAttribute->addItem(qt(units.attributes.at(name).name), qt(name));
  mSetAttribute->setCurrentIndex(std::max(0, mSetAttribute->findData(before)));
}

std::vector<std::string> ArmyDock::chosen() const {
  std::vector<std::string> out;
  const auto add = [&](const std::string& id) {
    if (!id.empty() && std::find(out.begin(), out.end(), id) == out.end())
      out.push_back(id);
  };
  if (mViews->currentWidget() == mTree) {
    for (const QModelIndex& at : mTree->selectionModel()->selectedIndexes())
      add(mTreeModel->idAt(at));
  } else {
    for (const QModelIndex& at : mSheet->selectionModel()->selectedIndexes())
      add(mSheetModel->idAt(at.row()));
  }
  return out;
}

void ArmyDock::takeChosen() {
  if (mIsShowing)
    return;
  mIsShowing = true; // what is chosen here need not be shown here
  mModel.choose(chosen());
  mIsShowing = false;
  showTotals();
  showDetails();
}

void ArmyDock::showChosen() {
  if (mIsShowing || !isVisible())
    return;
  mIsShowing = true;
  const bool isTree = mViews->currentWidget() == mTree;
  QItemSelection selection;
  QModelIndex first;
  for (const std::string& id : mModel.chosen()) {
    const QModelIndex at = isTree ? mTreeModel->indexOf(id) : mSheetModel->index(mSheetModel->rowOf(id), 0);
    if (!at.isValid())
      continue;
    selection.select(at, at.siblingAtColumn((isTree ? mTreeModel->columnCount({}) : mSheetModel->columnCount({})) - 1));
    if (!first.isValid())
      first = at;
  }
  QAbstractItemView* view = isTree ? static_cast<QAbstractItemView*>(mTree) : mSheet;
  view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  if (first.isValid()) {
    view->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    view->scrollTo(first);
  }
  mIsShowing = false;
  showTotals();
  showDetails();
}

void ArmyDock::showTotals() {
  const OrderOfBattle* army = mModel.army();
  mDelete->setEnabled(army && !mModel.document()->isReadOnly() && !mModel.chosen().empty());
  mSetButton->setText(mModel.chosen().empty() ? tr("Set") : tr("Set for %1").arg(mModel.chosen().size()));
  mSetButton->setEnabled(army && !mModel.chosen().empty());
  if (!army) {
    mTotals->setText(mModel.document() ? mModel.problem() : QString());
    return;
  }
  const auto line = [&](const QString& head, const std::vector<const Piece*>& pieces) {
    const ArmyCount count = countPieces(*army, pieces);
    std::map<std::string, ArmyTotal> sums;
    for (const std::string& attribute : [&] {
           std::set<std::string> all;
           for (const Piece* piece : pieces)
             if (const std::string name = strengthAttribute(army->units(), piece->type); !name.empty())
               all.insert(name);
           return all;
         }())
      sums[attribute] = totalOf(*army, pieces, attribute);
    QStringList parts{tr("%n piece(s)", nullptr, static_cast<int>(pieces.size()))};
    for (const auto& [attribute, total] : sums) {
      const UnitAttribute& row = army->units().attributes.at(attribute);
      QString text = qt(row.name) + QLatin1Char(' ') + qt(total.shown());
      if (total.open > 0)
        text += tr(" (%1 open)").arg(total.open);
      parts << text;
    }
    return QStringLiteral("<b>%1</b>: %2").arg(head.toHtmlEscaped(), parts.join(QStringLiteral(", ")).toHtmlEscaped());
  };
  QStringList lines;
  if (!mModel.chosen().empty()) {
    std::vector<const Piece*> pieces;
    for (const std::string& id : mModel.chosen())
      for (const Piece* piece : army->below(id))
        if (std::find(pieces.begin(), pieces.end(), piece) == pieces.end())
          pieces.push_back(piece);
    lines << line(mModel.chosen().size() == 1 ? qt(army->nameOf(mModel.chosen().front())) : tr("Chosen"), pieces);
  } else {
    for (const std::string& side : army->sides()) {
      const auto name = army->units().sideNames.find(side);
      lines << line(name == army->units().sideNames.end() ? qt(side) : qt(name->second), piecesOfSide(*army, side));
    }
  }
  if (army->pieces().empty() && army->formations().empty())
    lines << tr("The order of battle is empty. Add a formation, then units.");
  mTotals->setText(lines.join(QStringLiteral("<br>")));
}

std::string ArmyDock::targetFormation(std::string* side) const {
  const OrderOfBattle& army = *mModel.army();
  std::string formation;
  if (!mModel.chosen().empty()) {
    const std::string& id = mModel.chosen().front();
    if (const Formation* at = army.formation(id)) {
      formation = id;
      *side = at->side;
    } else if (const Piece* piece = army.piece(id)) {
      formation = piece->formation;
      *side = piece->side;
    }
  } else if (const QModelIndex at = mTree->currentIndex(); at.isValid()) {
    *side = mTreeModel->sideAt(at);
  }
  if (side->empty() && !army.units().sides.empty())
    *side = army.units().sides.begin()->first;
  return formation;
}

bool ArmyDock::addThing(const Result<NewArmyThing>& thing, const QString& title) {
  if (!thing) {
    emit failed(qt(thing.error().text()));
    return false;
  }
  if (!mModel.apply(title, thing->change))
    return false;
  mFilter->clear();
  mModel.choose({thing->id});
  if (mViews->currentWidget() == mTree && mTree->isVisible())
    if (const QModelIndex at = mTreeModel->indexOf(thing->id); at.isValid())
      mTree->edit(at);
  return true;
}

bool ArmyDock::addPiece(const std::string& type) {
  const OrderOfBattle* army = mModel.army();
  if (!army)
    return false;
  std::string side;
  const std::string formation = targetFormation(&side);
  const auto known = army->units().types.find(type);
  const std::string name = known == army->units().types.end() ? type : known->second.name;
  return addThing(addingPiece(*army, side, formation, type, name), tr("Add %1").arg(qt(name)));
}

bool ArmyDock::addFormation(const std::string& echelon) {
  const OrderOfBattle* army = mModel.army();
  if (!army)
    return false;
  std::string side;
  const std::string parent = targetFormation(&side);
  const auto known = army->units().echelons.find(echelon);
  const std::string name = known == army->units().echelons.end() ? tr("Formation").toStdString() : known->second.name;
  return addThing(addingFormation(*army, side, parent, echelon, name), tr("Add %1").arg(qt(name)));
}

void ArmyDock::reveal(const std::string& id) {
  if (mViews->currentWidget() == mTree && !mTreeModel->indexOf(id).isValid())
    mFilter->clear();
  mModel.choose({id});
  showChosen();
}

bool ArmyDock::deleteChosen() {
  const OrderOfBattle* army = mModel.army();
  if (!army || mModel.chosen().empty())
    return false;
  const Result<ArmyChange> change = deleting(*army, mModel.chosen());
  if (!change) {
    emit failed(qt(change.error().text()));
    return false;
  }
  return mModel.apply(mModel.chosen().size() == 1 ? tr("Delete %1").arg(qt(army->nameOf(mModel.chosen().front())))
                                                  : tr("Delete %1 things").arg(mModel.chosen().size()),
                      *change);
}

bool ArmyDock::setForChosen(const std::string& attribute, const QString& text) {
  const OrderOfBattle* army = mModel.army();
  if (!army || mModel.chosen().empty())
    return false;
  const Result<ArmyChange> change = settingValue(*army, mModel.chosen(), attribute, text.trimmed().toStdString());
  if (!change) {
    emit failed(qt(change.error().text()));
    return false;
  }
  return mModel.apply(tr("Set %1 for %2").arg(mSetAttribute->currentText()).arg(mModel.chosen().size()), *change);
}

/// Cells go where the cursor is; a sheet with headers says itself where they go, and may bring new pieces.
void ArmyDock::pasteIntoSheet(const QString& text) {
  if (mModel.army() && !mModel.document()->isReadOnly() && hasArmyHeader(text, mModel.army()->units()))
    emit sheetPasted(text);
  else
    mSheetModel->paste(mSheet->currentIndex(), text);
}

bool ArmyDock::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) {
    auto* key = static_cast<QKeyEvent*>(event);
    const bool isSheet = watched == mSheet;
    const bool isOurs = key->matches(QKeySequence::Delete) ||
                        (isSheet && (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::Paste)));
    if (isOurs && event->type() == QEvent::ShortcutOverride) {
      event->accept();
      return true;
    }
    if (isOurs) {
      if (isSheet && key->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(mSheetModel->copy(mSheet->selectionModel()->selectedIndexes()));
      else if (isSheet && key->matches(QKeySequence::Paste))
        pasteIntoSheet(QGuiApplication::clipboard()->text());
      else if (!isSheet)
        deleteChosen();
      return true;
    }
    if (event->type() == QEvent::KeyPress && watched == mTree &&
        (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && mModel.chosen().size() == 1) {
      emit wanted(mModel.chosen().front());
      return true;
    }
  }
  return QDockWidget::eventFilter(watched, event);
}

} // namespace hotchkiss::editor
