// Mechanisms that look at the rules of a system: tables that a module has to complete, and slips in typed charts.
#include "libscenario/rules/value.h"
#include "libscenario/validation/checksupport.h"
#include "libscenario/validation/mechanisms.h"

#include <algorithm>
#include <regex>

namespace hotchkiss {

using nlohmann::json;

namespace {

constexpr const char* kRulesFile = "ruleset/rules.json";

bool isOpen(const json& cell) {
  return cell.is_object() && cell.value("unknown", json()) == json(true);
}

/// Where a row of the rules can be corrected: the module's overlay, if it has the row, else the ruleset.
std::string fileOf(const CheckContext& context, const RecordKey& key) {
  return context.document.record("overlay", key) ? "overlay.json" : kRulesFile;
}

struct TableRow {
  std::string id;
  long order = 0;
  json cells;
};

/// Rows of a table in their order.
std::vector<TableRow> rowsOf(const CheckContext& context, const std::string& table) {
  std::vector<TableRow> out;
  for (const auto& [key, text] : context.ruleset.rows("rules")) {
    if (key.section != "row" || !key.id.starts_with(table + "."))
      continue;
    const json body = parsed(text);
    if (body.value("table", "") == table)
      out.push_back({key.id, body.value("order", 0L), body.value("cells", json::array())});
  }
  std::sort(out.begin(), out.end(), [](const TableRow& a, const TableRow& b) { return a.order < b.order; });
  return out;
}

/// Tables, decisions and parameters that the module's rules need to have; a table with one row at least.
class RulesHave final : public Mechanism {
 public:
  explicit RulesHave(Parameters& p)
      : mTables(p.words("tables", false)),
        mDecisions(p.words("decisions", false)),
        mParameters(p.words("parameters", false)) {}

  void judgeWhole(const Report& report) const override {
    const RecordTable& rows = report.context().ruleset.rows("rules");
    const auto missing = [&](const char* section, const std::string& id) {
      report.at(kRulesFile, {section, id}, {{"rule", id}}).key = "missing";
    };
    std::vector<std::string> filled;
    for (const auto& [key, text] : rows)
      if (key.section == "row")
        filled.push_back(parsed(text).value("table", ""));
    for (const std::string& id : mTables)
      if (!rows.contains({"table", id}) || !contains(filled, id))
        missing("table", id);
    for (const std::string& id : mDecisions)
      if (!rows.contains({"decision", id}))
        missing("decision", id);
    for (const std::string& id : mParameters)
      if (!rows.contains({"parameter", id}))
        missing("parameter", id);
  }

 private:
  std::vector<std::string> mTables;
  std::vector<std::string> mDecisions;
  std::vector<std::string> mParameters;
};

/// The cells of one row: `length` of them, known, never falling, the n-th at most n, from `first` to `last`.
class RowRises final : public Mechanism {
 public:
  explicit RowRises(Parameters& p)
      : mRow(p.word("row")),
        mLength(static_cast<std::size_t>(p.number("length", 0))),
        mFirst(Value::fromJson(p.raw("first"))),
        mLast(Value::fromJson(p.raw("last"))) {
    if (mRow.empty() || mLength == 0)
      p.refuse("\"row\" and \"length\" are needed");
  }

  void judgeWhole(const Report& report) const override {
    const RecordKey key{"row", mRow};
    const RecordTable& rows = report.context().ruleset.rows("rules");
    const auto row = rows.find(key);
    const json cells = row == rows.end() ? json::array() : parsed(row->second).value("cells", json::array());
    const auto say = [&](std::size_t place, const char* why) {
      Finding& finding =
          report.at(fileOf(report.context(), key), key, {{"column", std::to_string(place + 1)}, {"why", why}});
      finding.key = std::to_string(place) + why;
    };
    if (cells.size() != mLength)
      return say(cells.size(), "has not as many values as it should");
    std::optional<Rational> before;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (isOpen(cells[i]))
        return say(i, "is still unknown"); // the first says enough
      const Value value = Value::fromJson(cells[i]);
      if (!value.isNumber())
        return say(i, "is no number");
      if (before && value.number() < *before)
        say(i, "is less than the one before");
      if (Rational(static_cast<std::int64_t>(i + 1)) < value.number())
        say(i, "is more than it stands for");
      if ((i == 0 && mFirst.isNumber() && !(value == mFirst)) ||
          (i + 1 == cells.size() && mLast.isNumber() && !(value == mLast)))
        say(i, "differs from what the rules say about the ends");
      before = value.number();
    }
  }

 private:
  std::string mRow;
  std::size_t mLength;
  Value mFirst;
  Value mLast;
};

/// A table of `length` rows and `columns` cells each, every cell a text of the form `pattern`. The rows `besides` do
/// not count: they are other readings of printed ones.
class TableShape final : public Mechanism {
 public:
  explicit TableShape(Parameters& p)
      : mTable(p.word("table")),
        mRows(static_cast<std::size_t>(p.number("length", 0))),
        mColumns(static_cast<std::size_t>(p.number("columns", 0))),
        mBesides(p.words("besides", false)) {
    if (mTable.empty() || mRows == 0 || mColumns == 0)
      p.refuse("\"table\", \"length\" and \"columns\" are needed");
    try {
      mPattern = std::regex(p.word("pattern", ".+"));
    } catch (const std::regex_error&) {
      p.refuse("\"pattern\" cannot be read");
    }
  }

  void judgeWhole(const Report& report) const override {
    const std::vector<TableRow> rows = rowsOf(report.context(), mTable);
    const auto say = [&](const RecordKey& key, std::string row, std::string column) {
      Finding& finding = report.at(fileOf(report.context(), key), key, {{"row", row}, {"column", column}});
      finding.key = row + "." + column;
    };
    const auto printed = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const TableRow& row) {
      return std::find(mBesides.begin(), mBesides.end(), row.id) == mBesides.end();
    }));
    if (printed != mRows)
      say({"table", mTable}, std::to_string(printed + 1), "1");
    for (const TableRow& row : rows) {
      if (row.cells.size() != mColumns)
        say({"row", row.id}, row.id.substr(mTable.size() + 1), std::to_string(row.cells.size() + 1));
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        if (!row.cells[i].is_string() || !std::regex_match(row.cells[i].get<std::string>(), mPattern))
          say({"row", row.id}, row.id.substr(mTable.size() + 1), std::to_string(i + 1));
    }
  }

 private:
  std::string mTable;
  std::size_t mRows;
  std::size_t mColumns;
  std::vector<std::string> mBesides;
  std::regex mPattern;
};

/// The whole numbers that the cells of a table begin with rise along each row, and down each column they rise (`down`
/// is "rise") or fall ("fall").
class TableTrend final : public Mechanism {
 public:
  explicit TableTrend(Parameters& p) : mTable(p.word("table")), mRises(p.word("down", "rise") == "rise") {
    if (mTable.empty())
      p.refuse("\"table\" is missing");
  }

  void judgeWhole(const Report& report) const override {
    const std::vector<TableRow> rows = rowsOf(report.context(), mTable);
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < rows[r].cells.size(); ++c) {
        const std::optional<long> here = numberOf(rows[r].cells[c]);
        const std::optional<long> left = c > 0 ? numberOf(rows[r].cells[c - 1]) : std::nullopt;
        const std::optional<long> above =
            r > 0 && c < rows[r - 1].cells.size() ? numberOf(rows[r - 1].cells[c]) : std::nullopt;
        const bool odd =
            (here && left && *here < *left) || (here && above && (mRises ? *here < *above : *here > *above));
        if (!odd)
          continue;
        const RecordKey key{"row", rows[r].id};
        report
            .at(fileOf(report.context(), key), key,
                {{"row", rows[r].id.substr(mTable.size() + 1)}, {"column", std::to_string(c + 1)}})
            .key = std::to_string(c);
      }
  }

 private:
  static std::optional<long> numberOf(const json& cell) {
    if (cell.is_number_integer())
      return cell.get<long>();
    if (!cell.is_string())
      return std::nullopt;
    const std::string text = cell.get<std::string>();
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    return digits == 0 ? 0 : parseInteger(text.substr(0, digits));
  }
  std::string mTable;
  bool mRises;
};

/// A number of the rules is at least so large.
class ParameterAtLeast final : public Mechanism {
 public:
  explicit ParameterAtLeast(Parameters& p) : mParameter(p.word("parameter")), mLeast(p.number("least", 0)) {
    if (mParameter.empty())
      p.refuse("\"parameter\" is missing");
  }
  void judgeWhole(const Report& report) const override {
    const RecordKey key{"parameter", mParameter};
    const RecordTable& rows = report.context().ruleset.rows("rules");
    const auto row = rows.find(key);
    const json value = row == rows.end() ? json() : parsed(row->second).value("value", json());
    if (row == rows.end() || isOpen(value))
      return; // another check asks for what is missing
    if (!value.is_number() || value.get<double>() < mLeast)
      report
          .at(fileOf(report.context(), key), key,
              {{"value", value.is_string() ? value.get<std::string>() : value.dump()}})
          .key = value.dump();
  }

 private:
  std::string mParameter;
  double mLeast;
};

} // namespace

std::unique_ptr<const Mechanism> makeRulesHave(Parameters& p) {
  return std::make_unique<RulesHave>(p);
}
std::unique_ptr<const Mechanism> makeRowRises(Parameters& p) {
  return std::make_unique<RowRises>(p);
}
std::unique_ptr<const Mechanism> makeTableShape(Parameters& p) {
  return std::make_unique<TableShape>(p);
}
std::unique_ptr<const Mechanism> makeTableTrend(Parameters& p) {
  return std::make_unique<TableTrend>(p);
}
std::unique_ptr<const Mechanism> makeParameterAtLeast(Parameters& p) {
  return std::make_unique<ParameterAtLeast>(p);
}

} // namespace hotchkiss
