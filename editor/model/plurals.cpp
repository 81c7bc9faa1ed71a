#include "editor/model/plurals.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTranslator>

namespace hotchkiss::editor {

namespace {

class EnglishPlurals final : public QTranslator {
 public:
  using QTranslator::QTranslator;

  bool isEmpty() const override { return false; }
  /// Null for texts without a number: those stand in the program as they are.
  QString translate(const char*, const char* source, const char*, int n) const override {
    if (n < 0 || !source)
      return {};
    QString out = QString::fromUtf8(source);
    static const QRegularExpression ending(QStringLiteral("\\((e?s)\\)"));
    if (!out.contains(ending))
      return {};
    return out.replace(ending, n == 1 ? QString() : QStringLiteral("\\1"));
  }
};

} // namespace

void installEnglishPlurals() {
  QCoreApplication::installTranslator(new EnglishPlurals(QCoreApplication::instance()));
}

} // namespace hotchkiss::editor
