#pragma once

#include "editor/model/rulesworker.h"
#include "libscenario/rules/askedfacts.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>

namespace hotchkiss::editor {

class EditorDocument;

/// What the user asks of the rules, and the newest answer. It has a position of its own, which is no part of the
/// module. Every change of the question and every edit of the map is passed on at once; the answer comes a moment
/// later.
class RulesModel final : public QObject {
  Q_OBJECT

 public:
  explicit RulesModel(QObject* parent = nullptr);
  ~RulesModel() override;
  void setDocument(EditorDocument* document);
  /// Nothing is worked out while nobody looks.
  void setActive(bool active);
  bool isActive() const { return mIsActive; }

  /// None while inactive, or when problem() says why.
  const Rulebook* book() const { return mBook.get(); }
  /// One sentence: why nothing can be asked of this module. Empty when something can.
  const QString& problem() const { return mProblem; }
  const EditorDocument* document() const { return mDocument; }
  /// What movement and zones of control hang on.
  const AskedFacts& asked() const { return mAsked; }
  /// What only the players know for the allowance, such as a die.
  const std::set<std::string>& askedArguments() const { return mAskedArguments; }

  // The mover: a unit that is placed, or a profile that need not be.
  const std::string& chosenUnit() const { return mChosenUnit; } ///< empty: the profile
  const UnitState& profile() const { return mProfile; }
  void chooseUnit(const std::string& id);
  void setProfile(const UnitState& profile); ///< side, type and values count
  std::optional<HexCoord> start() const { return mStart; }
  void setStart(std::optional<HexCoord> hex);
  /// What a click on the map means: a unit that stands there is chosen, else the mover starts there.
  void startAt(HexCoord hex);
  const std::optional<Rational>& allowance() const { return mAllowance; }
  void setAllowance(std::optional<Rational> allowance);
  const std::map<std::string, Value>& arguments() const { return mArguments; }
  void setArgument(const std::string& name, const Value& value);

  /// The hex whose path is explained. One that is pinned stays when the pointer goes on.
  std::optional<HexCoord> target() const { return mTarget; }
  bool isPinned() const { return mIsPinned; }
  void pointAt(std::optional<HexCoord> hex);
  void pin(std::optional<HexCoord> hex);

  const Position& position() const { return mPosition; }
  void setWeather(const std::string& weather);
  void setPolicy(const std::string& name, const Value& value);
  /// Puts a unit like the mover on a hex; gives its id.
  std::string placeUnit(HexCoord hex);
  void removeUnit(const std::string& id);
  void removeUnitsAt(HexCoord hex);
  void clearPosition();
  Outcome loadPosition(const std::filesystem::path& file);
  /// The start of a scenario, under its rules: with the overlays and options that it names. They hold until another
  /// position is taken up.
  Outcome loadScenario(const std::string& id);
  /// Whose rules hold; empty for those of the module alone.
  const std::string& scenario() const { return mScenario; }
  Outcome savePosition(const std::filesystem::path& file);
  std::vector<std::string> scenarios() const;
  /// The position file that was used last with this module; empty when there is none.
  QString recentPosition() const;

  bool showsReach() const { return mShowsReach; }
  bool showsZones() const { return mShowsZones; }
  void setShown(bool reach, bool zones);

  /// The newest answer; maybe to an older question. Never null.
  const RulesAnswer& answer() const { return *mAnswer; }
  /// The answer fits the question and the map as they are now.
  bool isUpToDate() const { return mAnswer->number == mNumber; }
  std::string label(HexCoord hex) const;

 signals:
  void bookChanged();     ///< another ruleset: forms must be built again
  void questionChanged(); ///< mover, position, what is shown
  void answered();

 private:
  void begin();
  void readBook();
  void follow(const Edit& edit);
  void ask();
  void change();
  std::optional<UnitState> mover() const;
  void takePosition(Position position);
  Result<Rulebook> bookFor(const std::string& scenario) const;
  void useRulesOf(const std::string& scenario);
  std::string freeUnitId(const std::string& stem) const;
  void rememberPosition(const std::filesystem::path& file);
  QString settingsKey() const;

  EditorDocument* mDocument = nullptr;
  RulesWorker mWorker;
  bool mIsActive = false;
  std::shared_ptr<const Rulebook> mBook;
  std::string mScenario;
  QString mProblem;
  AskedFacts mAsked;
  std::set<std::string> mAskedArguments;

  std::string mChosenUnit;
  UnitState mProfile;
  std::optional<HexCoord> mStart;
  std::optional<Rational> mAllowance;
  std::map<std::string, Value> mArguments;
  std::optional<HexCoord> mTarget;
  bool mIsPinned = false;
  Position mPosition;
  bool mShowsReach = true;
  bool mShowsZones = true;

  std::uint64_t mNumber = 0; ///< of the newest question
  std::uint64_t mOldest = 0; ///< answers to older ones are about another map
  std::shared_ptr<const RulesAnswer> mAnswer;
};

} // namespace hotchkiss::editor
