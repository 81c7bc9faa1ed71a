#include "editor/model/plurals.h"
#include "tests/editor/window_fixture.h"

#include <QLocale>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstdio>

namespace hotchkiss::editor {
int paintAndWait(const QString& folder);
int editUntilKilled(const QString& folder, unsigned seed);
} // namespace hotchkiss::editor

int main(int argc, char** argv) {
  const QTemporaryDir settings; // nobody's own settings are read or written
  qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
  qputenv("XDG_CACHE_HOME", settings.path().toLocal8Bit());
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Hotchkiss"));
  QApplication::setApplicationName(QStringLiteral("Hotchkiss-test"));
  QApplication::setApplicationDisplayName(QStringLiteral("Hotchkiss"));
  hotchkiss::editor::installEnglishPlurals();
  if (argc == 3 && std::string_view(argv[1]) == "--paint-and-wait")
    return hotchkiss::editor::paintAndWait(QString::fromLocal8Bit(argv[2]));
  if (argc == 4 && std::string_view(argv[1]) == "--edit-until-killed")
    return hotchkiss::editor::editUntilKilled(QString::fromLocal8Bit(argv[2]),
                                              QString::fromLocal8Bit(argv[3]).toUInt());
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
