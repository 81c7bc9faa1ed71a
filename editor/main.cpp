#include "editor/model/plurals.h"
#include "editor/window/icons.h"
#include "editor/window/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <vector>

using namespace hotchkiss::editor;

namespace {

struct Options {
  QString path;
  QString screenshot;
  QSize size{1440, 900};
  QString style;
  QString theme;
};

/// The command line, without what Qt would take for itself: --style means the style of the map here.
struct Arguments {
  Arguments(int argc, char** argv) {
    for (int i = 0; i < argc; ++i) {
      all << QString::fromLocal8Bit(argv[i]);
      const bool isStyle = all.back() == QLatin1String("--style") || all.back().startsWith(QLatin1String("--style="));
      if (isStyle && !all.back().contains(QLatin1Char('=')) && i + 1 < argc)
        all << QString::fromLocal8Bit(argv[++i]);
      else if (!isStyle)
        forQt.push_back(argv[i]);
    }
    count = static_cast<int>(forQt.size());
    forQt.push_back(nullptr);
  }
  QStringList all;
  std::vector<char*> forQt;
  int count = 0;
};

/// Ends the program with a message when the command line makes no sense.
Options read(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QCoreApplication::translate("main", "Scenario and map editor for hex wargames"));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("X"),
                               QCoreApplication::translate("main", "Module folder or package to open"),
                               QStringLiteral("[X]"));
  const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                      QCoreApplication::translate("main", "Save a picture of the window and quit"),
                                      QStringLiteral("FILE"));
  const QCommandLineOption size(QStringLiteral("size"), QCoreApplication::translate("main", "Size of the window"),
                                QStringLiteral("WxH"));
  const QCommandLineOption style(QStringLiteral("style"), QCoreApplication::translate("main", "Style of the map"),
                                 QStringLiteral("S"));
  const QCommandLineOption theme(QStringLiteral("theme"), QCoreApplication::translate("main", "light or dark"),
                                 QStringLiteral("T"));
  parser.addOptions({screenshot, size, style, theme});
  parser.process(arguments);
  Options out;
  const auto refuse = [](const QString& message) {
    std::fprintf(stderr, "hotchkiss-editor: %s\n", qPrintable(message));
    std::exit(2);
  };
  if (parser.positionalArguments().size() > 1)
    refuse(QCoreApplication::translate("main", "only one module can be opened"));
  out.path = parser.positionalArguments().value(0);
  out.screenshot = parser.value(screenshot);
  out.style = parser.value(style);
  out.theme = parser.value(theme);
  if (parser.isSet(theme) && out.theme != QLatin1String("light") && out.theme != QLatin1String("dark"))
    refuse(QCoreApplication::translate("main", "--theme is light or dark"));
  if (parser.isSet(size)) {
    const QStringList parts = parser.value(size).split(QLatin1Char('x'));
    out.size = QSize(parts.value(0).toInt(), parts.value(1).toInt());
    if (parts.size() != 2 || out.size.width() < 400 || out.size.height() < 300)
      refuse(QCoreApplication::translate("main", "--size is width x height, such as 1440x900, at least 400x300"));
  }
  return out;
}

/// Waits until the map and all panels show what they have to show, then saves the picture.
void takeScreenshot(MainWindow& window, const QString& file) {
  window.showWholeMap();
  auto* look = new QTimer(&window);
  constexpr int kInterval = 100;
  constexpr int kQuietLooks = 3; // one after the other: panels that follow other panels have begun by then
  QObject::connect(look, &QTimer::timeout, &window, [&window, file, quiet = 0]() mutable {
    quiet = window.isSettled() ? quiet + 1 : 0;
    if (quiet < kQuietLooks)
      return;
    const bool saved = window.grab().save(file);
    if (!saved)
      std::fprintf(stderr, "hotchkiss-editor: %s cannot be written\n", qPrintable(file));
    QCoreApplication::exit(saved ? 0 : 3);
  });
  look->start(kInterval);
}

} // namespace

int main(int argc, char** argv) {
  QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  Arguments arguments(argc, argv);
  const QApplication program(arguments.count, arguments.forQt.data());
  QApplication::setOrganizationName(QStringLiteral("Hotchkiss"));
  QApplication::setApplicationName(QStringLiteral("Hotchkiss"));
  QApplication::setApplicationDisplayName(QStringLiteral("Hotchkiss"));
  QApplication::setApplicationVersion(QStringLiteral(HOTCHKISS_VERSION));
  QApplication::setWindowIcon(programIcon());
  const Options options = read(arguments.all);
  if (!options.screenshot.isEmpty()) // a picture for the documents does not depend on how somebody left the window
    QApplication::setApplicationName(QStringLiteral("Hotchkiss-screenshot"));
  installEnglishPlurals();
  applyTheme(themeFromId(options.theme.isEmpty() ? QSettings().value(QStringLiteral("window/theme")).toString()
                                                 : options.theme));
  MainWindow window;
  if (!options.style.isEmpty())
    window.setMapStyle(options.style.toStdString());
  if (!options.screenshot.isEmpty())
    window.resize(options.size);
  window.show();
  if (!options.path.isEmpty())
    QTimer::singleShot(0, &window, [&] {
      const bool opened = window.openPath(options.path);
      if (!options.screenshot.isEmpty()) {
        if (opened)
          takeScreenshot(window, options.screenshot);
        else
          QCoreApplication::exit(2);
      }
    });
  else if (!options.screenshot.isEmpty())
    QTimer::singleShot(0, &window, [&] { takeScreenshot(window, options.screenshot); });
  return QApplication::exec();
}
