#include "editor/docks/palettedock.h"

#include "editor/docks/glyphs.h"
#include "editor/docks/palettedelegate.h"
#include "editor/docks/paletteoptions.h"
#include "editor/docks/swatchicon.h"
#include "editor/model/editordocument.h"
#include "editor/model/qtext.h"

#include <QtWidgets>

namespace hotchkiss::editor {

namespace {

QString sectionTitle(const std::string& section) {
  if (section == "terrain")
    return PaletteDock::tr("Terrain");
  if (section == "edgeFeature")
    return PaletteDock::tr("Hexsides");
  if (section == "vertexFeature")
    return PaletteDock::tr("Corners");
  if (section == "path")
    return PaletteDock::tr("Paths");
  if (section == "crossing")
    return PaletteDock::tr("Crossings");
  if (section == "place")
    return PaletteDock::tr("Places");
  if (section == "region")
    return PaletteDock::tr("Regions");
  if (section == "entry")
    return PaletteDock::tr("Entries");
  if (section == "link")
    return PaletteDock::tr("Links");
  if (section == "level")
    return PaletteDock::tr("Elevation");
  return qt(section);
}

QString tooltip(const std::string& name, const std::string& note, const std::string& source) {
  QString out = "<b>" + qt(name).toHtmlEscaped() + "</b>";
  if (!note.empty())
    out += "<br>" + qt(note).toHtmlEscaped();
  if (!source.empty())
    out += "<br><i>" + qt(source).toHtmlEscaped() + "</i>";
  return out;
}

QTreeWidgetItem* addRow(QTreeWidgetItem* parent, PaletteRow row, const QString& text) {
  auto* item = new QTreeWidgetItem(parent, {text});
  item->setData(0, kPaletteSortRole, static_cast<int>(row));
  item->setFlags(row == PaletteRow::Group ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  return item;
}

} // namespace

PaletteDock::PaletteDock(ToolState& tools, QWidget* parent) : QDockWidget(tr("Palette"), parent), mTools(tools) {
  setObjectName(QStringLiteral("paletteDock"));
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  mFilter = new QLineEdit;
  mFilter->setObjectName(QStringLiteral("paletteFilter"));
  mFilter->setPlaceholderText(tr("Filter"));
  mFilter->setAccessibleName(tr("Filter the palette"));
  mFilter->setClearButtonEnabled(true);
  connect(mFilter, &QLineEdit::textChanged, this, &PaletteDock::filter);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(6, 6, 6, 6);
  top->addWidget(mFilter);
  mNewKind = new QToolButton;
  mNewKind->setObjectName(QStringLiteral("paletteNewKind"));
  mNewKind->setIcon(glyphIcon(Glyph::Add));
  mNewKind->setToolTip(tr("A new kind of terrain, hexside or path for this module"));
  mNewKind->setAccessibleName(tr("New kind"));
  mNewKind->setAutoRaise(true);
  mNewKind->setPopupMode(QToolButton::InstantPopup);
  auto* kinds = new QMenu(mNewKind);
  kinds->addAction(tr("New &Terrain…"), this, [this] { emit newKindWanted(QStringLiteral("terrain")); });
  kinds->addAction(tr("New &Hexside…"), this, [this] { emit newKindWanted(QStringLiteral("edgeFeature")); });
  kinds->addAction(tr("New &Path…"), this, [this] { emit newKindWanted(QStringLiteral("path")); });
  mNewKind->setMenu(kinds);
  top->addWidget(mNewKind);
  column->addLayout(top);
  mTree = new QTreeWidget;
  mTree->setObjectName(QStringLiteral("paletteTree"));
  mTree->setAccessibleName(tr("What can be painted"));
  mTree->setHeaderHidden(true);
  mTree->setFrameShape(QFrame::NoFrame);
  mTree->setIndentation(12);
  mTree->setExpandsOnDoubleClick(false);
  mTree->setItemDelegate(new PaletteDelegate(mTree));
  mTree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  mTree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  mTree->header()->setStretchLastSection(true);
  connect(mTree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    if (static_cast<PaletteRow>(item->data(0, kPaletteSortRole).toInt()) == PaletteRow::Section &&
        item->childCount() > 0)
      return item->setExpanded(!item->isExpanded());
    choose(item);
  });
  connect(mTree, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (!mIsShowing && mTree->hasFocus())
      choose(item);
  });
  mTree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(mTree, &QTreeWidget::customContextMenuRequested, this, &PaletteDock::offerKindMenu);
  column->addWidget(mTree, 1);
  mOptions = new PaletteOptions(tools);
  connect(mOptions, &PaletteOptions::failed, this, &PaletteDock::failed);
  column->addWidget(mOptions);
  body->setMinimumWidth(220);
  setWidget(body);
  connect(&mTools, &ToolState::changed, this, &PaletteDock::showChoice);
  rebuild();
}

void PaletteDock::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  if (document)
    connect(document, &EditorDocument::rulesetChanged, this, &PaletteDock::rebuild);
  rebuild();
  mOptions->setDocument(document, mEntries);
}

void PaletteDock::setStyle(std::shared_ptr<const MapStyle> style) {
  mStyle = std::move(style);
  rebuild();
}

void PaletteDock::rebuild() {
  mIsShowing = true;
  QSet<QString> collapsed;
  for (int i = 0; i < mTree->topLevelItemCount(); ++i)
    if (!mTree->topLevelItem(i)->isExpanded())
      collapsed.insert(mTree->topLevelItem(i)->data(0, kPaletteSectionRole).toString());
  mTree->clear();
  mEntries = mDocument ? paletteEntries(mDocument->ruleset()) : std::vector<PaletteEntry>();
  mTree->setEnabled(mDocument && !mDocument->isReadOnly());
  mNewKind->setEnabled(mTree->isEnabled());
  if (mDocument)
    addSections();
  for (int i = 0; i < mTree->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = mTree->topLevelItem(i);
    item->setExpanded(!collapsed.contains(item->data(0, kPaletteSectionRole).toString()));
  }
  mIsShowing = false;
  if (mDocument)
    mOptions->setDocument(mDocument, mEntries);
  filter(mFilter->text());
  showChoice();
}

void PaletteDock::addSections() {
  QTreeWidgetItem* section = nullptr;
  std::string sectionId;
  std::string group;
  const auto open = [&](const std::string& id) {
    section = addRow(nullptr, PaletteRow::Section, sectionTitle(id));
    section->setData(0, kPaletteSectionRole, qt(id));
    mTree->addTopLevelItem(section);
    sectionId = id;
    group.clear();
  };
  const auto groupsIn = [&](const std::string& id) {
    std::set<std::string> groups;
    for (const PaletteEntry& entry : mEntries)
      if (entry.section == id)
        groups.insert(entry.group);
    return groups.size();
  };
  for (const PaletteEntry& entry : mEntries) {
    if (entry.section != sectionId) {
      // Levels are ground, too: they follow the terrain. Relief that lies on hexsides is painted with hexsides.
      if (sectionId == "terrain" && mDocument->catalogue().elevation == "levels") {
        open("level");
        QTreeWidgetItem* level = addRow(section, PaletteRow::Kind, tr("Level"));
        level->setData(0, kPaletteSectionRole, QStringLiteral("level"));
        level->setIcon(0, glyphIcon(Glyph::Level));
        level->setToolTip(0, tr("Sets, raises or lowers the level of hexes"));
      }
      open(entry.section);
    }
    if (entry.group != group && groupsIn(entry.section) > 1) {
      group = entry.group;
      addRow(section, PaletteRow::Group, qt(group));
    }
    addEntry(section, entry);
  }
}

QTreeWidgetItem* PaletteDock::addEntry(QTreeWidgetItem* parent, const PaletteEntry& entry) {
  const Ruleset& ruleset = mDocument->ruleset();
  QTreeWidgetItem* item = addRow(parent, PaletteRow::Kind, qt(entry.name));
  item->setData(0, kPaletteSectionRole, qt(entry.section));
  item->setData(0, kPaletteIdRole, qt(entry.id));
  item->setData(0, kPaletteKeyRole, qt(entry.key));
  const std::string first = entry.classRequired && !entry.classes.empty() ? entry.classes.front().id : std::string();
  item->setData(0, kPaletteClassRole, qt(first));
  item->setIcon(0, swatchIcon(ruleset, mStyle.get(), entry.section, entry.id, first, kPaletteSwatch));
  item->setToolTip(0, tooltip(entry.name, entry.note, entry.source));
  for (const PaletteClass& choice : entry.classes) {
    QTreeWidgetItem* child = addRow(item, PaletteRow::Class, qt(choice.name));
    child->setData(0, kPaletteSectionRole, qt(entry.section));
    child->setData(0, kPaletteIdRole, qt(entry.id));
    child->setData(0, kPaletteClassRole, qt(choice.id));
    child->setData(0, kPaletteKeyRole, qt(choice.key));
    child->setIcon(0, swatchIcon(ruleset, mStyle.get(), entry.section, entry.id, choice.id, kPaletteSwatch * 0.8));
    child->setToolTip(0, tooltip(choice.name, choice.note, choice.source));
  }
  item->setExpanded(true);
  return item;
}

void PaletteDock::choose(const QTreeWidgetItem* item) {
  if (!item || mIsShowing)
    return;
  const auto row = static_cast<PaletteRow>(item->data(0, kPaletteSortRole).toInt());
  if (row == PaletteRow::Section || row == PaletteRow::Group)
    return;
  const std::string section = item->data(0, kPaletteSectionRole).toString().toStdString();
  const std::string id = item->data(0, kPaletteIdRole).toString().toStdString();
  const std::string classId = item->data(0, kPaletteClassRole).toString().toStdString();
  if (section == "level")
    return mTools.setTool(ToolId::Level);
  const std::optional<ToolId> tool = toolFor(section);
  if (!tool)
    return;
  // Whoever types along goes on typing, and puts this on the sides.
  if (mTools.tool() == ToolId::TypeAlong && (*tool == ToolId::Hexside || *tool == ToolId::Path))
    return mTools.choose(ToolId::TypeAlong, (*tool == ToolId::Path ? "path." : "") + id, classId);
  // Whoever is filling goes on filling.
  const bool keepsFilling = *tool == ToolId::Terrain && mTools.tool() == ToolId::Fill;
  mTools.choose(keepsFilling ? ToolId::Fill : *tool, id, classId);
}

bool PaletteDock::chooseByKey(ToolId tool, const QString& key) {
  if (!mDocument || mDocument->isReadOnly())
    return false;
  const std::optional<KeyChoice> choice = entryForKey(mEntries, sectionOf(tool), mTools.kind(tool), key.toStdString());
  if (!choice)
    return false;
  mTools.choose(tool, choice->id, choice->classId);
  return true;
}

void PaletteDock::showChoice() {
  const ToolId tool = mTools.tool();
  const bool typesPath = tool == ToolId::TypeAlong && mTools.kind(tool).starts_with("path.");
  const QString section = tool == ToolId::Level ? QStringLiteral("level")
                          : typesPath           ? QStringLiteral("path")
                                                : qt(sectionOf(tool));
  const QString id = tool == ToolId::Level ? QString() : qt(mTools.kind(tool)).mid(typesPath ? 5 : 0);
  const QString classId = qt(mTools.classId());
  QTreeWidgetItem* found = nullptr;
  if (!section.isEmpty())
    for (QTreeWidgetItemIterator it(mTree); *it; ++it) {
      const auto row = static_cast<PaletteRow>((*it)->data(0, kPaletteSortRole).toInt());
      if (row == PaletteRow::Section || row == PaletteRow::Group ||
          (*it)->data(0, kPaletteSectionRole).toString() != section || (*it)->data(0, kPaletteIdRole).toString() != id)
        continue;
      if (row == PaletteRow::Kind)
        found = *it;
      else if (!classId.isEmpty() && (*it)->data(0, kPaletteClassRole).toString() == classId)
        found = *it;
    }
  mIsShowing = true;
  mTree->setCurrentItem(found);
  if (found)
    mTree->scrollToItem(found);
  else
    mTree->clearSelection();
  mIsShowing = false;
  mOptions->refresh();
}

void PaletteDock::offerKindMenu(const QPoint& at) {
  const QTreeWidgetItem* item = mTree->itemAt(at);
  if (!item || !mDocument || mDocument->isReadOnly())
    return;
  const QString section = item->data(0, kPaletteSectionRole).toString();
  const QString id = item->data(0, kPaletteIdRole).toString();
  if (section != QLatin1String("terrain") && section != QLatin1String("edgeFeature") &&
      section != QLatin1String("path"))
    return;
  QMenu menu(this);
  menu.addAction(glyphIcon(Glyph::Add), tr("&New Kind…"), this, [this, section] { emit newKindWanted(section); });
  if (!id.isEmpty()) {
    menu.addAction(tr("&Change “%1”…").arg(item->text(0)), this,
                   [this, section, id] { emit changeKindWanted(section, id); });
    menu.addAction(glyphIcon(Glyph::Delete), tr("&Remove “%1”…").arg(item->text(0)), this,
                   [this, section, id] { emit removeKindWanted(section, id); });
  }
  menu.exec(mTree->viewport()->mapToGlobal(at));
}

void PaletteDock::filter(const QString& text) {
  const QString wanted = text.trimmed();
  const auto matches = [&](const QTreeWidgetItem* item) {
    return wanted.isEmpty() || item->text(0).contains(wanted, Qt::CaseInsensitive) ||
           item->data(0, kPaletteIdRole).toString().contains(wanted, Qt::CaseInsensitive);
  };
  for (int s = 0; s < mTree->topLevelItemCount(); ++s) {
    QTreeWidgetItem* section = mTree->topLevelItem(s);
    const bool wholeSection = !wanted.isEmpty() && section->text(0).contains(wanted, Qt::CaseInsensitive);
    bool any = false;
    QTreeWidgetItem* group = nullptr;
    bool anyInGroup = false;
    for (int i = 0; i < section->childCount(); ++i) {
      QTreeWidgetItem* item = section->child(i);
      if (static_cast<PaletteRow>(item->data(0, kPaletteSortRole).toInt()) == PaletteRow::Group) {
        if (group)
          group->setHidden(!anyInGroup);
        group = item;
        anyInGroup = false;
        continue;
      }
      bool shown = wholeSection || matches(item) || (group && !wanted.isEmpty() && matches(group));
      for (int c = 0; c < item->childCount(); ++c)
        shown |= matches(item->child(c));
      item->setHidden(!shown);
      any |= shown;
      anyInGroup |= shown;
    }
    if (group)
      group->setHidden(!anyInGroup);
    section->setHidden(!any);
    if (!wanted.isEmpty() && any)
      section->setExpanded(true);
  }
}

} // namespace hotchkiss::editor
