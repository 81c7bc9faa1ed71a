#pragma once

#include "libscenario/army/orderofbattle.h"
#include "render/counters/countercontent.h"
#include "render/counters/counterstack.h"

#include <map>
#include <memory>
#include <set>

namespace hotchkiss {

class Ruleset;

/// A counter with its two faces, as it would be punched out of a sheet.
struct PrintedCounter {
  std::string piece;
  CounterContent front;
  CounterContent back;
  long copies = 1;
};

/// Says what is printed on the counters of an army, by the rows "counter" of the ruleset's styles. Colours of
/// formations are chosen once for the whole army, so that all counters of a corps have the same band.
class CounterDesigner {
 public:
  CounterDesigner(const Ruleset& ruleset, const OrderOfBattle& army);
  ~CounterDesigner();
  CounterDesigner(CounterDesigner&&) noexcept;
  CounterDesigner& operator=(CounterDesigner&&) noexcept;

  /// The face that is up under some states.
  CounterContent content(const Piece& piece, const ArmyValues& states = {}) const;
  /// A formation, as a plain block with its echelon's mark: for lists.
  CounterContent content(const Formation& formation) const;
  /// Every counter of a piece, front and back; several where the ruleset has further counters of it.
  std::vector<PrintedCounter> printed(const Piece& piece) const;
  /// What markers on the counter would say: the states that differ from the usual, and the strength where the game
  /// gives it by a marker and not by the counter.
  std::vector<CounterBadge> badges(const Piece& piece, const ArmyValues& states) const;
  QColor sideColour(const std::string& side) const;
  /// Invalid when the formation has no band of its own.
  QColor bandColour(const std::string& formation) const;

 private:
  struct Cell;
  struct Layout;
  void readLayouts(const Ruleset& ruleset);
  void chooseBands();
  const Layout& layoutOf(const std::string& type) const;
  const Formation* bandOf(const Piece& piece, const std::vector<std::string>& echelons) const;
  QString cellText(const Cell& cell, const Piece& piece, const ArmyValues& states, bool* isOpen) const;
  CounterContent replacementOf(const Piece& piece) const;

  const OrderOfBattle* mArmy;
  std::vector<Layout> mLayouts;
  std::map<std::string, std::size_t> mByType;
  std::map<std::string, QString> mShortNames; ///< of unit types
  std::map<std::string, QColor> mSides;
  std::map<std::string, QColor> mBands;
};

/// What a value looks like on cardboard: "4", "2–4", "?", "R/M".
QString counterText(const ArmyValue& value);

} // namespace hotchkiss
