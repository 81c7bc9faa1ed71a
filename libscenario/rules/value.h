#pragma once

#include "libscenario/rules/rational.h"
#include "libterrain/grid/coordinates.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hotchkiss {

/// Words that a cell may hold in place of a number.
enum class Special : std::uint8_t {
  Prohibited, ///< it may not be done
  NotUsable,  ///< this way of doing it is closed; another may be open
  All         ///< everything that there is, such as a whole movement allowance
};

/// A step from one hex to a neighbour, off-map neighbours included.
struct DirectedEdge {
  HexCoord from;
  HexCoord to;
  bool operator==(const DirectedEdge&) const = default;
};

class Value;
using ValueList = std::vector<Value>;
using ValueStruct = std::map<std::string, Value>;

/// What an expression can come to. Errors and unknowns are values too and spread through what is made of them.
class Value {
 public:
  enum class Kind : std::uint8_t {
    Nothing,
    Flag,
    Number,
    Text,
    Hex,
    Edge,
    Unit,
    List,
    Struct,
    Special,
    Unknown,
    Error
  };

  Value() = default;
  static Value flag(bool on);
  static Value number(Rational number);
  static Value text(std::string text);
  static Value hex(HexCoord hex);
  static Value edge(DirectedEdge edge);
  static Value unit(std::string id);
  static Value list(ValueList items);
  static Value record(ValueStruct members);
  static Value special(Special special);
  /// Bounds where they are known, and who could tell.
  static Value unknown(std::optional<Rational> least, std::optional<Rational> most, std::vector<std::string> blame);
  /// Not known before the search runs; see docs/decisions/0004.
  static Value open();
  static Value error(std::string message);

  Kind kind() const { return mKind; }
  bool isFlag() const { return mKind == Kind::Flag; }
  bool isNumber() const { return mKind == Kind::Number; }
  bool isText() const { return mKind == Kind::Text; }
  bool isUnknown() const { return mKind == Kind::Unknown; }
  bool isError() const { return mKind == Kind::Error; }
  bool isTrue() const { return mKind == Kind::Flag && mFlag; }
  bool is(Special special) const { return mKind == Kind::Special && mSpecial == special; }

  const Rational& number() const { return mNumber; }
  const std::string& text() const { return mText; } ///< of a text, a unit's id, an error's message
  HexCoord hex() const { return mEdge.from; }
  const DirectedEdge& edge() const { return mEdge; }
  const ValueList& list() const;
  const ValueStruct& record() const;
  const Value* member(const std::string& name) const; ///< of a struct
  Special special() const { return mSpecial; }

  // Of an unknown.
  const std::optional<Rational>& least() const;
  const std::optional<Rational>& most() const;
  const std::vector<std::string>& blame() const;
  bool isOpen() const { return mOpen; }
  /// The same unknown, made of both: what an operation on two values that are not known comes to.
  static Value unknownFrom(const Value& a, const Value& b);
  /// One of these, but which hangs on `cause`. When they are all equal, it is that one.
  static Value oneOf(ValueList alternatives, const Value& cause);
  /// What an unknown may be, where that is a choice between a few; else empty.
  const ValueList& alternatives() const;

  bool operator==(const Value& other) const;
  /// "6", "1/2", "prohibited", "unknown (at least 1)": for people.
  std::string shown() const;
  nlohmann::json toJson() const;
  static Value fromText(const std::string& text);      ///< of JSON text; Nothing when it is none
  static Value fromJson(const nlohmann::json& source); ///< numbers, "a/b", flags, texts, lists, objects

 private:
  /// What only an unknown has. Kept apart, because values are copied millions of times and few are unknown.
  struct Doubt;
  const Doubt& doubt() const;
  static Value unknownWith(Doubt doubt, bool isOpen);

  Kind mKind = Kind::Nothing;
  bool mFlag = false;
  bool mOpen = false;
  Special mSpecial = Special::Prohibited;
  Rational mNumber;
  DirectedEdge mEdge;
  std::string mText;
  std::shared_ptr<const void> mMore; ///< by the kind: the list, the struct or the doubt
};

} // namespace hotchkiss
