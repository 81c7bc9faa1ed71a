#include "editor/model/pointstext.h"

#include <array>

namespace hotchkiss::editor {

namespace {

struct Vulgar {
  std::int64_t numerator;
  std::int64_t denominator;
  char16_t sign;
};
constexpr std::array<Vulgar, 15> kVulgar{{{1, 2, u'½'},
                                          {1, 3, u'⅓'},
                                          {2, 3, u'⅔'},
                                          {1, 4, u'¼'},
                                          {3, 4, u'¾'},
                                          {1, 5, u'⅕'},
                                          {2, 5, u'⅖'},
                                          {3, 5, u'⅗'},
                                          {4, 5, u'⅘'},
                                          {1, 6, u'⅙'},
                                          {5, 6, u'⅚'},
                                          {1, 8, u'⅛'},
                                          {3, 8, u'⅜'},
                                          {5, 8, u'⅝'},
                                          {7, 8, u'⅞'}}};

} // namespace

QString pointsText(const Rational& points) {
  if (points.isWhole() || points < Rational(0))
    return QString::fromStdString(points.text());
  const std::int64_t whole = points.floor();
  const std::int64_t rest = points.numerator() - whole * points.denominator();
  const QString front = whole == 0 ? QString() : QString::number(whole);
  for (const Vulgar& each : kVulgar)
    if (each.numerator == rest && each.denominator == points.denominator())
      return front + QChar(each.sign);
  return front + (front.isEmpty() ? QString() : QStringLiteral(" ")) +
         QStringLiteral("%1/%2").arg(rest).arg(points.denominator());
}

QString pointsText(std::int64_t scaled, std::int64_t denominator) {
  return pointsText(Rational::make(scaled, denominator).value_or(Rational(scaled)));
}

} // namespace hotchkiss::editor
