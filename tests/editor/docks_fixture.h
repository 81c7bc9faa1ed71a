#pragma once

#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"
#include "libscenario/module/modulefiles.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QWidget>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <unistd.h>

namespace hotchkiss::editor {

/// A copy of a sample, opened for editing, and the things that docks work with.
class DockTest : public testing::Test {
 protected:
  DockTest() {
    std::string name = (std::filesystem::temp_directory_path() / "hotchkiss-docks-XXXXXX").string();
    mFolder = ::mkdtemp(name.data());
  }
  ~DockTest() override {
    mDocument.reset();
    std::filesystem::remove_all(mFolder);
  }

  const std::filesystem::path& folder() const { return mFolder; }
  static std::filesystem::path sample(const std::string& name) {
    return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "samples" / name;
  }

  EditorDocument& open(const std::string& name) {
    const std::filesystem::path copy = mFolder / name;
    std::filesystem::copy(sample(name), copy, std::filesystem::copy_options::recursive);
    auto opened = EditorDocument::openFolder(copy, [](const RecoveryOffer&) { return RecoveryAnswer::Discard; });
    EXPECT_TRUE(opened.ok()) << (opened ? "" : opened.error().text());
    mDocument = std::move(*opened);
    mBefore = writeModule(mDocument->document());
    return *mDocument;
  }
  EditorDocument& openForReading(const std::string& name) {
    auto opened = EditorDocument::openForReading(sample(name));
    EXPECT_TRUE(opened.ok()) << (opened ? "" : opened.error().text());
    mDocument = std::move(*opened);
    return *mDocument;
  }
  EditorDocument& document() { return *mDocument; }
  void closeDocument() { mDocument.reset(); }

  /// Everything is as when the sample was opened.
  bool isUnchanged() const { return writeModule(mDocument->document()) == mBefore; }
  std::vector<std::string> historyTitles() const { return mDocument->history().titles(); }

  /// Lets queued calls and timers run.
  static void pump(int milliseconds = 0) {
    QElapsedTimer timer;
    timer.start();
    do {
      QApplication::processEvents(QEventLoop::AllEvents, 20);
      QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    } while (timer.elapsed() < milliseconds);
    QApplication::processEvents();
  }
  /// Waits until a condition holds, at most ten seconds.
  template <class Condition>
  static bool waitFor(Condition condition) {
    QElapsedTimer timer;
    timer.start();
    while (!condition() && timer.elapsed() < 10'000)
      pump(10);
    return condition();
  }
  template <class Widget>
  static Widget* child(QWidget& parent, const QString& name) {
    auto* found = parent.findChild<Widget*>(name);
    EXPECT_NE(found, nullptr) << "there is no " << name.toStdString();
    return found;
  }

  ToolState tools;

 private:
  std::filesystem::path mFolder;
  std::unique_ptr<EditorDocument> mDocument;
  ModuleFiles mBefore;
};

inline const std::vector<std::string> kSampleNames{"gbacw-primer", "gcacw-primer", "tss-primer", "wftu-primer"};

/// A test that runs on each sample.
class EverySample : public DockTest, public testing::WithParamInterface<std::string> {};

inline std::string sampleTestName(const testing::TestParamInfo<std::string>& info) {
  return info.param.substr(0, info.param.find('-'));
}

} // namespace hotchkiss::editor
