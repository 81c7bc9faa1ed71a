#include "editor/docks/checktexts.h"

#include <QCoreApplication>
#include <QLocale>

#include <map>

namespace hotchkiss::editor {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Checks", text);
}

QString counted(std::size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

struct Texts {
  const char* title;
  const char* explanation;
};

const std::map<std::string, Texts>& texts() {
  static const std::map<std::string, Texts> kTexts{
      {"CORE-V01",
       {QT_TRANSLATE_NOOP("Checks", "Duplicate row"),
        QT_TRANSLATE_NOOP("Checks", "Two rows are about the same thing; the first is used. Keep one of them.")}},
      {"CORE-V02",
       {QT_TRANSLATE_NOOP("Checks", "Outside the map"),
        QT_TRANSLATE_NOOP("Checks", "The row lies beyond the map. Remove it, or enlarge the map.")}},
      {"CORE-V03",
       {QT_TRANSLATE_NOOP("Checks", "Unknown terrain"),
        QT_TRANSLATE_NOOP("Checks", "The catalogue does not have this terrain. Paint another one.")}},
      {"CORE-V04",
       {QT_TRANSLATE_NOOP("Checks", "Unknown kind"),
        QT_TRANSLATE_NOOP("Checks", "The catalogue does not have this kind of hexside, corner or path.")}},
      {"CORE-V05",
       {QT_TRANSLATE_NOOP("Checks", "Wrong class"),
        QT_TRANSLATE_NOOP("Checks", "The class is missing, or the kind does not have it. Choose one of its classes.")}},
      {"CORE-V06",
       {QT_TRANSLATE_NOOP("Checks", "Wrong attribute"),
        QT_TRANSLATE_NOOP("Checks", "An attribute, level or view that the catalogue does not allow here.")}},
      {"CORE-V07",
       {QT_TRANSLATE_NOOP("Checks", "Wrong orientation"),
        QT_TRANSLATE_NOOP("Checks", "The side is missing, not allowed, or points off the map. Turn it.")}},
      {"CORE-V08",
       {QT_TRANSLATE_NOOP("Checks", "Something is missing beside it"),
        QT_TRANSLATE_NOOP("Checks", "This needs another feature on the same hexside. Add that, or remove this.")}},
      {"CORE-V09",
       {QT_TRANSLATE_NOOP("Checks", "Features exclude each other"),
        QT_TRANSLATE_NOOP("Checks", "Two features cannot be on one hexside. Keep one of them.")}},
      {"CORE-V10",
       {QT_TRANSLATE_NOOP("Checks", "Derived feature stored"),
        QT_TRANSLATE_NOOP("Checks", "It follows from the terrain and is never stored. Remove it.")}},
      {"CORE-V11",
       {QT_TRANSLATE_NOOP("Checks", "Dangling reference"),
        QT_TRANSLATE_NOOP("Checks", "It refers to something that does not exist. Add that, or remove the reference.")}},
      {"CORE-V12",
       {QT_TRANSLATE_NOOP("Checks", "Broken course"),
        QT_TRANSLATE_NOOP("Checks", "The pieces do not form one line. Draw what is missing, or make two courses.")}},
      {"CORE-V13",
       {QT_TRANSLATE_NOOP("Checks", "Branching course"),
        QT_TRANSLATE_NOOP("Checks", "The course forks, or is a ring without a start. Name the branch apart.")}},
      {"CORE-V14",
       {QT_TRANSLATE_NOOP("Checks", "Mouth not at an end"),
        QT_TRANSLATE_NOOP("Checks", "The mouth or start is not at an end of the course. Move it there.")}},
      {"CORE-V15",
       {QT_TRANSLATE_NOOP("Checks", "Nothing to cross"),
        QT_TRANSLATE_NOOP("Checks", "The crossing lies over nothing. Move it, or draw what it crosses.")}},
      {"CORE-V16",
       {QT_TRANSLATE_NOOP("Checks", "Wrong kind of named thing"),
        QT_TRANSLATE_NOOP("Checks", "The catalogue does not have this kind, or the course is not made of this.")}},
      {"CORE-V17",
       {QT_TRANSLATE_NOOP("Checks", "Orphan"),
        QT_TRANSLATE_NOOP("Checks", "Nothing on the map belongs to it. Draw it, or delete it.")}},
      {"CORE-V18",
       {QT_TRANSLATE_NOOP("Checks", "Duplicate label"),
        QT_TRANSLATE_NOOP("Checks", "Two hexes have the same printed label. Correct the sheets.")}},
      {"CORE-V19",
       {QT_TRANSLATE_NOOP("Checks", "Wrong join"),
        QT_TRANSLATE_NOOP("Checks", "A course of the join does not touch the corner.")}},
      {"CORE-V20",
       {QT_TRANSLATE_NOOP("Checks", "Named thing outside the map"),
        QT_TRANSLATE_NOOP("Checks", "Correct its position, or enlarge the map.")}},
      {"CORE-V21",
       {QT_TRANSLATE_NOOP("Checks", "Ruleset"),
        QT_TRANSLATE_NOOP("Checks", "The ruleset is not known, or the module's overlay is damaged.")}},
      {"CORE-V22",
       {QT_TRANSLATE_NOOP("Checks", "Label pattern"),
        QT_TRANSLATE_NOOP("Checks", "A sheet has a label pattern that cannot be read.")}},
      {"CORE-V30",
       {QT_TRANSLATE_NOOP("Checks", "Terrain"),
        QT_TRANSLATE_NOOP("Checks", "Every hex on a sheet needs a terrain. Double click goes to one that has none.")}},
      {"CORE-V31",
       {QT_TRANSLATE_NOOP("Checks", "Levels"),
        QT_TRANSLATE_NOOP("Checks", "Every hex on a sheet needs a level. Double click goes to one that has none.")}},
      {"CORE-V32",
       {QT_TRANSLATE_NOOP("Checks", "Mouths"),
        QT_TRANSLATE_NOOP("Checks", "Courses of this kind need the corner at which they end.")}},
      {"CORE-V33",
       {QT_TRANSLATE_NOOP("Checks", "Hexes on no sheet"),
        QT_TRANSLATE_NOOP("Checks", "They have no label. Nothing is wrong, if that is meant.")}}};
  return kTexts;
}

} // namespace

CheckText checkText(const std::string& check) {
  const auto it = texts().find(check);
  if (it == texts().end())
    return {QString::fromStdString(check), {}};
  return {tr(it->second.title), tr(it->second.explanation)};
}

CheckText checkText(const Finding& finding, const std::vector<CheckInfo>& checks) {
  if (texts().contains(coreCheckOf(finding)))
    return checkText(coreCheckOf(finding));
  for (const CheckInfo& info : checks)
    if (info.id == finding.check)
      return {QString::fromStdString(info.title), QString::fromStdString(info.advice)};
  return checkText(finding.check);
}

const std::string& coreCheckOf(const Finding& finding) {
  return finding.restates.empty() ? finding.check : finding.restates;
}

QString progressText(const std::string& check, std::size_t done, std::size_t total) {
  if (check == "CORE-V30")
    return tr("%1 of %2 hexes have terrain").arg(counted(done), counted(total));
  if (check == "CORE-V31")
    return tr("%1 of %2 hexes have a level").arg(counted(done), counted(total));
  if (check == "CORE-V32")
    return tr("%1 of %2 courses have a mouth").arg(counted(done), counted(total));
  return tr("%1 of %2").arg(counted(done), counted(total));
}

} // namespace hotchkiss::editor
