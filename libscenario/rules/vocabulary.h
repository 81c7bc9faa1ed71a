#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hotchkiss {

enum class Binding : unsigned char { Map, Environment, Mover, Position, Run };

/// A fact that rules may ask for: what it hangs on, and when it is settled.
struct FactEntry {
  std::string_view owner; ///< hex, edge, unit, env, search, sight
  std::string_view name;
  int least; ///< number of arguments
  int most;
  Binding binding;
  std::string_view argument; ///< the catalogue section that a literal first argument has to come from; may be empty
  std::string_view means;
};
std::span<const FactEntry> factVocabulary();

struct FunctionEntry {
  std::string_view name;
  int least;
  int most;
  std::string_view means;
};
std::span<const FunctionEntry> functionVocabulary();

/// Variables that code binds for its mechanisms.
std::span<const std::string_view> builtInVariables();

std::string_view toText(Binding binding);

} // namespace hotchkiss
