#pragma once

#include <QGuiApplication>

#include <array>
#include <memory>
#include <string>

namespace hotchkiss::cli {

/// Fonts need an application object; no window system is wanted, nor what Qt has to say about its absence. What goes
/// wrong with a file comes back as an error.
class QuietGui {
 public:
  QuietGui() {
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    qputenv("QT_QPA_PLATFORM", "offscreen");
    mApplication = std::make_unique<QGuiApplication>(mCount, mArguments.data());
  }

 private:
  int mCount = 1;
  std::string mName = "hotchkiss";
  std::array<char*, 2> mArguments{mName.data(), nullptr};
  std::unique_ptr<QGuiApplication> mApplication;
};

} // namespace hotchkiss::cli
