#pragma once

#include "libscenario/rules/value.h"
#include "libterrain/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

enum class FactName : std::uint8_t;
enum class FunctionName : std::uint8_t;

/// A number for a name (FNV-1a), so that looking for a variable compares numbers first.
constexpr std::uint64_t nameKey(std::string_view name) {
  std::uint64_t out = 0xcbf29ce484222325U;
  for (const char c : name)
    out = (out ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return out;
}

/// One expression of the rules' small closed language, read into a tree:
///   or, and, not; = != < <= > >= in (…); + - * /; thing.fact, thing.fact(…), decision(…), 'text', 12, true, false.
class Expression {
 public:
  enum class Op : std::uint8_t {
    Literal,
    Name,   ///< a variable, or a decision without parameters
    Call,   ///< a function or a decision with parameters; kids are the arguments
    Member, ///< a fact of its first kid; further kids are arguments
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In, ///< the first kid is one of the others
    And,
    Or,
    Not
  };
  struct Node {
    Op op = Op::Literal;
    Value literal;
    std::string name;
    std::vector<std::uint32_t> kids;
    std::uint32_t column = 0; ///< where it begins in the text, from 1

    // What the name means, found out once instead of each time that the node is asked.
    static constexpr std::int32_t kNotResolved = -2; ///< nobody has looked
    static constexpr std::int32_t kNoDecision = -1;
    std::uint64_t key = 0;                ///< nameKey of the name
    FactName fact{};                      ///< of a member
    FunctionName function{};              ///< of a call
    std::int32_t decision = kNotResolved; ///< number of the decision of this name, see DecisionBook
    bool mayBeVariable = true;            ///< or something binds a variable of this name
  };

  /// Longer or deeper ones are refused.
  static constexpr std::size_t kLongest = 2000;
  static constexpr int kDeepest = 40;

  Expression() = default;
  static Result<Expression> parse(std::string_view text);
  static Expression constant(Value value);

  const std::string& text() const { return mText; }
  const std::vector<Node>& nodes() const { return mNodes; }
  const Node& node(std::uint32_t index) const { return mNodes[index]; }
  std::uint32_t root() const { return mRoot; }
  bool empty() const { return mNodes.empty(); }
  /// Lets somebody write down what names mean.
  void resolve(const std::function<void(Node&)>& resolver) {
    for (Node& node : mNodes)
      resolver(node);
  }

 private:
  friend class ExpressionParser;
  std::string mText;
  std::vector<Node> mNodes;
  std::uint32_t mRoot = 0;
};

} // namespace hotchkiss
