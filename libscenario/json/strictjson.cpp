#include "libscenario/json/strictjson.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hotchkiss {

using nlohmann::json;

namespace {

/// Builds the value and stops at the first thing that we do not accept.
class Builder final : public nlohmann::json_sax<json> {
 public:
  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return fail("binary data"); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (mOpen.back()->contains(name))
      return fail("the member \"" + name + "\" occurs twice");
    mKey = name;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& problem) override {
    mProblem = "this is not valid JSON (" + plain(problem.what()) + ")";
    mPosition = position;
    return false;
  }

  json root;
  const std::string& problem() const { return mProblem; }
  std::size_t position() const { return mPosition; }

 private:
  /// The library's message without its number and position prefix.
  static std::string plain(const std::string& what) {
    const std::size_t at = what.find(": ", what.find("column"));
    std::string out = at == std::string::npos ? what : what.substr(at + 2);
    constexpr std::size_t kLongest = 160;
    return out.size() > kLongest ? out.substr(0, kLongest) + "…" : out;
  }
  bool fail(std::string problem) {
    mProblem = std::move(problem);
    return false;
  }
  json* place(json value) {
    if (mOpen.empty()) {
      root = std::move(value);
      return &root;
    }
    if (mOpen.back()->is_object())
      return &((*mOpen.back())[mKey] = std::move(value));
    mOpen.back()->push_back(std::move(value));
    return &mOpen.back()->back();
  }
  bool put(json value) {
    place(std::move(value));
    return true;
  }
  bool open(json value) {
    if (mOpen.size() >= kDeepestNesting)
      return fail("arrays and objects are nested more than " + std::to_string(kDeepestNesting) + " deep");
    mOpen.push_back(place(std::move(value)));
    return true;
  }
  bool close() {
    mOpen.pop_back();
    return true;
  }

  std::vector<json*> mOpen;
  std::string mKey;
  std::string mProblem;
  std::size_t mPosition = 0;
};

} // namespace

Result<json> parseStrictJson(std::string_view text) {
  Builder builder;
  if (json::sax_parse(text, &builder))
    return std::move(builder.root);
  Error error{builder.problem(), {}, 0, {}, {}};
  if (builder.position() > 0) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(builder.position(), text.size()));
    error.line = 1 + std::count(text.begin(), end, '\n');
  }
  return error;
}

} // namespace hotchkiss
