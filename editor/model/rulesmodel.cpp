#include "editor/model/rulesmodel.h"

#include "editor/model/editordocument.h"
#include "libscenario/scenario/scenario.h"
#include "libscenario/scenario/scenariorules.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>

#include <algorithm>

namespace hotchkiss::editor {

namespace {

constexpr qint64 kLargestPosition = 64LL * 1024 * 1024;

/// The type that differs least from what the catalogue takes for granted: the ordinary soldier of the game.
std::string usualType(const UnitCatalogue& units) {
  std::string best;
  std::size_t fewest = 0;
  for (const auto& [id, type] : units.types) {
    std::size_t odd = type.category.empty() || type.category == "unit" ? 0 : 1000;
    for (const auto& [name, value] : type.values) {
      const auto attribute = units.attributes.find(name);
      odd += attribute == units.attributes.end() || !(attribute->second.standard == value) ? 1U : 0U;
    }
    if (best.empty() || odd < fewest) {
      best = id;
      fewest = odd;
    }
  }
  return best;
}

std::vector<std::string> movementDecisions(const Strategies& strategies) {
  std::vector<std::string> out;
  if (const auto& movement = strategies.movement)
    out = {movement->legal,     movement->base,  movement->extra, movement->contact, movement->minimum,
           movement->allowance, movement->front, movement->turn,  movement->faces};
  if (const auto& zones = strategies.zones)
    out.insert(out.end(), {zones->exerts, zones->kind, zones->halt});
  return out;
}

/// Scenarios may take rows from each other: a change of one may be a change of all.
bool touchesScenarios(const Edit& edit) {
  const std::string folder = Scenario::tableOf({});
  return std::any_of(edit.parts.begin(), edit.parts.end(), [&](const auto& part) {
    const auto* changes = std::get_if<Changes>(&part);
    return changes != nullptr && std::any_of(changes->records.begin(), changes->records.end(),
                                             [&](const auto& change) { return change.key.table.starts_with(folder); });
  });
}

} // namespace

RulesModel::RulesModel(QObject* parent) : QObject(parent), mAnswer(std::make_shared<const RulesAnswer>()) {
  connect(&mWorker, &RulesWorker::answered, this, [this](const std::shared_ptr<const RulesAnswer>& answer) {
    if (answer->number < mOldest || answer->number < mAnswer->number)
      return;
    mAnswer = answer;
    emit answered();
  });
}

RulesModel::~RulesModel() = default;

void RulesModel::setDocument(EditorDocument* document) {
  if (mDocument)
    mDocument->disconnect(this);
  mDocument = document;
  mPosition = {};
  mScenario.clear();
  mChosenUnit.clear();
  mStart.reset();
  mTarget.reset();
  mIsPinned = false;
  if (document) {
    connect(document, &EditorDocument::edited, this, &RulesModel::follow);
    connect(document, &EditorDocument::rulesetChanged, this, &RulesModel::begin);
  }
  begin();
}

void RulesModel::setActive(bool active) {
  if (std::exchange(mIsActive, active) == active)
    return;
  begin();
}

/// Takes up the map anew: another document or ruleset, or somebody begins to look.
void RulesModel::begin() {
  mOldest = ++mNumber;
  mAnswer = std::make_shared<const RulesAnswer>();
  mBook.reset();
  mProblem.clear();
  if (mDocument && mIsActive)
    readBook();
  mWorker.setMap(mBook ? std::optional(mDocument->document()) : std::nullopt, mBook);
  emit bookChanged();
  change();
  emit answered(); // the old answer is gone
}

Result<Rulebook> RulesModel::bookFor(const std::string& scenario) const {
  if (scenario.empty())
    return Rulebook::read(mDocument->ruleset());
  const Result<Ruleset> ruleset = withScenario(mDocument->ruleset(), mDocument->document(), scenario);
  if (!ruleset)
    return ruleset.error();
  return Rulebook::read(*ruleset);
}

/// Other rules may cost otherwise and ask for other things, so that everything is taken up anew.
void RulesModel::useRulesOf(const std::string& scenario) {
  if (std::exchange(mScenario, scenario) != scenario)
    begin();
}

void RulesModel::readBook() {
  Result<Rulebook> book = bookFor(mScenario);
  const QString title = QString::fromStdString(mDocument->ruleset().title());
  if (!book) {
    mProblem = tr("The rules of “%1” cannot be read: %2").arg(title, QString::fromStdString(book.error().text()));
    return;
  }
  if (!book->strategies().movement) {
    mProblem = tr("The ruleset “%1” has no rules of movement yet, so nothing can be asked on this map.").arg(title);
    return;
  }
  if (book->units().sides.empty() || book->units().types.empty()) {
    mProblem = tr("The ruleset “%1” names no sides or unit types yet, so there is nobody to move.").arg(title);
    return;
  }
  mBook = std::make_shared<const Rulebook>(std::move(*book));
  const UnitCatalogue& units = mBook->units();
  mAsked = askedFacts(*mBook, movementDecisions(mBook->strategies()));
  mAskedArguments = askedFacts(*mBook, {mBook->strategies().movement->allowance}).arguments;
  std::erase_if(mArguments, [&](const auto& each) { return !mAskedArguments.contains(each.first); });
  constexpr std::int64_t kMiddling = 3; // of a die
  for (const std::string& name : mAskedArguments)
    mArguments.try_emplace(name, Value::number(kMiddling));
  if (!units.sides.contains(mProfile.side))
    mProfile.side = units.sides.begin()->first;
  if (!units.types.contains(mProfile.type)) {
    mProfile.type = usualType(units);
    mProfile.values.clear();
  }
  std::erase_if(mProfile.values, [&](const auto& value) { return !units.attributes.contains(value.first); });
  Environment& environment = mPosition.environment();
  if (!units.weather.contains(environment.weather))
    environment.weather = units.usualWeather;
  std::erase_if(environment.policies, [&](const auto& each) { return !mBook->policies().contains(each.first); });
}

void RulesModel::follow(const Edit& edit) {
  const Extent extent = mDocument->document().extent();
  for (const auto& part : edit.parts)
    if (const auto* moved = std::get_if<Reframe>(&part)) {
      const auto shift = [&](std::optional<HexCoord>& hex) {
        if (hex)
          hex = HexCoord{hex->c + moved->shift.c, hex->r + moved->shift.r};
        if (hex && !extent.contains(*hex))
          hex.reset();
      };
      shift(mStart);
      shift(mTarget);
      const std::map<std::string, UnitState> units = mPosition.units();
      for (const auto& [id, unit] : units) {
        if (unit.at.kind != Location::Kind::Hex)
          continue;
        const HexCoord at{unit.at.hex.c + moved->shift.c, unit.at.hex.r + moved->shift.r};
        if (extent.contains(at))
          mPosition.move(id, at);
        else
          mPosition.remove(id);
      }
      if (!mPosition.unit(mChosenUnit))
        mChosenUnit.clear();
      emit questionChanged();
    }
  if (mIsActive && !mScenario.empty() && touchesScenarios(edit)) {
    const std::vector<std::string> left = scenarios();
    if (std::find(left.begin(), left.end(), mScenario) == left.end())
      mScenario.clear();
    return begin();
  }
  if (!mBook)
    return;
  mWorker.follow(mDocument->document(), edit);
  ask();
}

std::string RulesModel::freeUnitId(const std::string& stem) const {
  for (int i = 1;; ++i)
    if (const std::string id = stem + "_" + std::to_string(i); !mPosition.unit(id))
      return id;
}

std::optional<UnitState> RulesModel::mover() const {
  if (!mStart)
    return std::nullopt;
  UnitState out = mProfile;
  if (const UnitState* unit = mPosition.unit(mChosenUnit))
    out = *unit;
  else
    out.id = freeUnitId("mover");
  out.at = {Location::Kind::Hex, *mStart, {}};
  return out;
}

void RulesModel::ask() {
  ++mNumber;
  if (!mBook)
    return;
  RulesQuestion question{mPosition, mShowsReach ? mover() : std::nullopt, mAllowance, mArguments};
  mWorker.ask(mNumber, question, mTarget);
}

void RulesModel::change() {
  emit questionChanged();
  ask();
}

void RulesModel::chooseUnit(const std::string& id) {
  mChosenUnit = mPosition.unit(id) ? id : std::string();
  if (const UnitState* unit = mPosition.unit(mChosenUnit); unit && unit->at.kind == Location::Kind::Hex)
    mStart = unit->at.hex;
  change();
}

void RulesModel::setProfile(const UnitState& profile) {
  mProfile.side = profile.side;
  mProfile.type = profile.type;
  mProfile.values = profile.values;
  change();
}

void RulesModel::setStart(std::optional<HexCoord> hex) {
  if (hex == mStart)
    return;
  mStart = hex;
  change();
}

void RulesModel::startAt(HexCoord hex) {
  const std::vector<std::string>& here = mPosition.unitsAt(hex);
  if (here.empty())
    return setStart(hex);
  // A second click goes on to the next unit of the stack.
  const auto present = std::find(here.begin(), here.end(), mChosenUnit);
  chooseUnit(present == here.end() || present + 1 == here.end() ? here.front() : *(present + 1));
}

void RulesModel::setAllowance(std::optional<Rational> allowance) {
  mAllowance = allowance;
  change();
}

void RulesModel::setArgument(const std::string& name, const Value& value) {
  mArguments[name] = value;
  change();
}

void RulesModel::pointAt(std::optional<HexCoord> hex) {
  if (mIsPinned || hex == mTarget)
    return;
  mTarget = hex;
  ask();
}

void RulesModel::pin(std::optional<HexCoord> hex) {
  mIsPinned = hex.has_value();
  mTarget = hex;
  ask();
}

void RulesModel::setWeather(const std::string& weather) {
  mPosition.environment().weather = weather;
  change();
}

void RulesModel::setPolicy(const std::string& name, const Value& value) {
  const auto it = mBook ? mBook->policies().find(name) : std::map<std::string, Policy>::const_iterator();
  if (!mBook || it == mBook->policies().end())
    return;
  if (it->second.standard == value)
    mPosition.environment().policies.erase(name);
  else
    mPosition.environment().policies[name] = value;
  change();
}

std::string RulesModel::placeUnit(HexCoord hex) {
  UnitState unit = mProfile;
  if (const UnitState* chosen = mPosition.unit(mChosenUnit))
    unit = *chosen;
  unit.id = freeUnitId(unit.side + "_" + unit.type);
  unit.at = {Location::Kind::Hex, hex, {}};
  mPosition.put(unit);
  change();
  return unit.id;
}

void RulesModel::removeUnit(const std::string& id) {
  if (!mPosition.remove(id))
    return;
  if (mChosenUnit == id)
    mChosenUnit.clear();
  change();
}

void RulesModel::removeUnitsAt(HexCoord hex) {
  const std::vector<std::string> here = mPosition.unitsAt(hex);
  for (const std::string& id : here)
    mPosition.remove(id);
  if (!mPosition.unit(mChosenUnit))
    mChosenUnit.clear();
  if (!here.empty())
    change();
}

void RulesModel::clearPosition() {
  Position empty;
  empty.environment().weather = mPosition.environment().weather;
  useRulesOf({});
  takePosition(std::move(empty));
}

void RulesModel::takePosition(Position position) {
  mPosition = std::move(position);
  mChosenUnit.clear();
  change();
}

Outcome RulesModel::loadPosition(const std::filesystem::path& file) {
  if (!mBook)
    return Error{mProblem.toStdString(), {}, 0, {}, {}};
  QFile source(QString::fromStdString(file.string()));
  if (!source.open(QIODevice::ReadOnly))
    return Error{"the file cannot be read", file.string(), 0, {}, "choose a position file"};
  if (source.size() > kLargestPosition)
    return Error{"the file is too large for a position", file.string(), 0, {}, "choose a position file"};
  const Result<Rulebook> book = bookFor({});
  if (!book)
    return book.error();
  Result<Position> position = Position::read(source.readAll().toStdString(), *book, mDocument->document());
  if (!position) {
    Error error = position.error();
    error.file = file.string();
    return error;
  }
  rememberPosition(file);
  useRulesOf({});
  takePosition(std::move(*position));
  return success();
}

Outcome RulesModel::loadScenario(const std::string& id) {
  if (!mBook)
    return Error{mProblem.toStdString(), {}, 0, {}, {}};
  const Result<Rulebook> book = bookFor(id);
  if (!book)
    return book.error();
  Result<Position> position = Position::fromScenario(mDocument->document(), id, *book);
  if (!position)
    return position.error();
  useRulesOf(id);
  takePosition(std::move(*position));
  return success();
}

Outcome RulesModel::savePosition(const std::filesystem::path& file) {
  QSaveFile target(QString::fromStdString(file.string()));
  const QByteArray text = QByteArray::fromStdString(mPosition.write());
  if (!target.open(QIODevice::WriteOnly) || target.write(text) != text.size() || !target.commit())
    return Error{target.errorString().toStdString(), file.string(), 0, {}, "choose another place"};
  rememberPosition(file);
  return success();
}

std::vector<std::string> RulesModel::scenarios() const {
  constexpr std::string_view kFolder = "scenarios/";
  std::vector<std::string> out;
  if (mDocument)
    for (const std::string& name : mDocument->document().tableNames())
      if (name.starts_with(kFolder))
        out.push_back(name.substr(kFolder.size()));
  return out;
}

QString RulesModel::settingsKey() const {
  const QByteArray path = QByteArray::fromStdString(mDocument->path().string());
  return QStringLiteral("rules/position/") +
         QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex());
}

void RulesModel::rememberPosition(const std::filesystem::path& file) {
  QSettings().setValue(settingsKey(), QString::fromStdString(std::filesystem::absolute(file).string()));
}

QString RulesModel::recentPosition() const {
  const QString file = mDocument ? QSettings().value(settingsKey()).toString() : QString();
  return QFileInfo::exists(file) ? file : QString();
}

void RulesModel::setShown(bool reach, bool zones) {
  mShowsReach = reach;
  mShowsZones = zones;
  change();
}

std::string RulesModel::label(HexCoord hex) const {
  const std::string label = mDocument ? mDocument->numbering().label(hex) : std::string();
  return label.empty() ? toText(hex) : label;
}

} // namespace hotchkiss::editor
