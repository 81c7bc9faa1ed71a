#pragma once

#include "editor/canvas/mapcanvas.h"
#include "editor/model/editordocument.h"
#include "editor/window/mainwindow.h"
#include "libscenario/module/newmodule.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTest>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <unistd.h>

namespace hotchkiss::editor {

/// The hand of a user at the canvas of a window.
class Hand {
 public:
  explicit Hand(MainWindow& window) : mWindow(window) {}

  void move(Point at, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    send(QEvent::MouseMove, at, Qt::NoButton, modifiers);
  }
  void press(Point at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    move(at, modifiers);
    mHeld |= button;
    send(QEvent::MouseButtonPress, at, button, modifiers);
  }
  void release(Point at, Qt::MouseButton button = Qt::LeftButton) {
    mHeld &= ~Qt::MouseButtons(button);
    send(QEvent::MouseButtonRelease, at, button, Qt::NoModifier);
  }
  void click(Point at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    press(at, button, modifiers);
    release(at, button);
  }
  void drag(const std::vector<Point>& way, Qt::MouseButton button = Qt::LeftButton) {
    press(way.front(), button);
    for (const Point at : way)
      move(at);
    release(way.back(), button);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(&mWindow.canvas(), key, modifiers);
  }
  /// Types a name into the field that a new thing opens, and Enter; an empty name is Escape.
  void name(const QString& text) {
    auto* field = mWindow.canvas().findChild<QWidget*>(QStringLiteral("nameEdit"), Qt::FindDirectChildrenOnly);
    ASSERT_NE(field, nullptr);
    if (text.isEmpty()) {
      QTest::keyClick(field, Qt::Key_Escape);
    } else {
      QTest::keyClicks(field, text);
      QTest::keyClick(field, Qt::Key_Return);
    }
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }

 private:
  void send(QEvent::Type type, Point at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
    MapCanvas& canvas = mWindow.canvas();
    const QPointF position = canvas.toWidget(at);
    QMouseEvent event(type, position, canvas.mapToGlobal(position), button, mHeld, modifiers);
    QApplication::sendEvent(&canvas, &event);
  }
  MainWindow& mWindow;
  Qt::MouseButtons mHeld = Qt::NoButton;
};

class WindowTest : public testing::Test {
 protected:
  WindowTest() {
    std::string name = (std::filesystem::temp_directory_path() / "hotchkiss-window-XXXXXX").string();
    mFolder = ::mkdtemp(name.data());
    mWindow = std::make_unique<MainWindow>();
    mWindow->resize(1280, 860);
    mWindow->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(mWindow.get()));
    QApplication::setActiveWindow(mWindow.get()); // a bare screen has nobody else who would
  }
  ~WindowTest() override {
    mWindow.reset();
    std::filesystem::remove_all(mFolder);
  }

  MainWindow& window() { return *mWindow; }
  MapCanvas& canvas() { return mWindow->canvas(); }
  ToolState& tools() { return mWindow->tools(); }
  EditorDocument& document() { return *mWindow->document(); }
  const Document& map() { return mWindow->document()->document(); }
  const Lattice& lattice() { return map().lattice(); }
  const std::filesystem::path& folder() const { return mFolder; }

  void create(const std::string& ruleset, Extent extent, const std::string& name = "module") {
    const Result<Ruleset> rules = Ruleset::load(ruleset);
    ASSERT_TRUE(rules.ok());
    NewModuleWish wish;
    wish.id = name;
    wish.title = "Test of the window";
    wish.extent = extent;
    const Result<NewModule> wanted = newModule(*rules, wish);
    ASSERT_TRUE(wanted.ok()) << (wanted ? "" : wanted.error().text());
    ASSERT_TRUE(mWindow->createModule(mFolder / name, *wanted));
    ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
  }
  std::filesystem::path copyOfSample(const std::string& name) {
    const std::filesystem::path copy = mFolder / name;
    std::filesystem::copy(std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "samples" / name, copy,
                          std::filesystem::copy_options::recursive);
    return copy;
  }
  void trigger(const char* command) {
    QAction* action = mWindow->action(command);
    ASSERT_NE(action, nullptr) << command;
    ASSERT_TRUE(action->isEnabled()) << command;
    action->trigger();
  }

  template <class Condition>
  static bool waitFor(const Condition& condition, int milliseconds = 20'000) {
    return QTest::qWaitFor(condition, milliseconds);
  }
  /// Does something with the next modal dialog, while `act` runs.
  template <class Act, class Answer>
  static void answering(const Act& act, const Answer& answer) {
    bool answered = false;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      if (!dialog || answered || qobject_cast<QProgressDialog*>(dialog))
        return;
      answered = true;
      answer(*dialog);
    });
    timer.start(20);
    act();
    EXPECT_TRUE(answered) << "no dialog appeared";
  }

 private:
  std::filesystem::path mFolder;
  std::unique_ptr<MainWindow> mWindow;
};

} // namespace hotchkiss::editor
