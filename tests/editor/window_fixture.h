#pragma once

#include "editor/canvas/mapcanvas.h"
#include "editor/docks/palettedelegate.h"
#include "editor/docks/paletteentries.h"
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
  /// Takes a kind in hand by a click on its row in the palette.
  void choose(ToolId tool, const std::string& kind, const std::string& classId = {}) {
    auto* tree = mWindow->findChild<QTreeWidget*>(QStringLiteral("paletteTree"));
    ASSERT_NE(tree, nullptr);
    QTreeWidgetItem* row = nullptr;
    for (QTreeWidgetItemIterator it(tree); *it && !row; ++it) {
      const auto text = [&](int role) { return (*it)->data(0, role).toString().toStdString(); };
      const auto wanted = classId.empty() ? PaletteRow::Kind : PaletteRow::Class;
      if (static_cast<PaletteRow>((*it)->data(0, kPaletteSortRole).toInt()) == wanted &&
          text(kPaletteSectionRole) == sectionOf(tool) && text(kPaletteIdRole) == kind &&
          (classId.empty() || text(kPaletteClassRole) == classId))
        row = *it;
    }
    ASSERT_NE(row, nullptr) << sectionOf(tool) << " " << kind << " " << classId;
    tree->scrollToItem(row);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::NoModifier, tree->visualItemRect(row).center());
    ASSERT_EQ(mWindow->tools().tool(), tool) << kind;
    ASSERT_EQ(mWindow->tools().kind(tool), kind);
    if (!classId.empty()) {
      ASSERT_EQ(mWindow->tools().classId(), classId) << kind;
    }
  }
  /// Makes a module as a user does: Ctrl+N, and keys in the fields of the dialog.
  void createWithKeys(const std::string& ruleset, Extent extent, const std::string& name = "module") {
    const auto type = [](QWidget& dialog, const char* field, const QString& text) {
      auto* input = dialog.findChild<QWidget*>(QLatin1String(field));
      ASSERT_NE(input, nullptr) << field;
      input->setFocus();
      QTest::keyClick(input, Qt::Key_A, Qt::ControlModifier);
      QTest::keyClicks(input, text);
    };
    answering([&] { QTest::keyClick(mWindow.get(), Qt::Key_N, Qt::ControlModifier); },
              [&](QWidget& dialog) {
                auto* system = dialog.findChild<QComboBox*>(QStringLiteral("newSystem"));
                QTest::keyClick(system, Qt::Key_Home);
                for (int i = 0; i < system->count() && system->currentData().toString().toStdString() != ruleset; ++i)
                  QTest::keyClick(system, Qt::Key_Down);
                EXPECT_EQ(system->currentData().toString().toStdString(), ruleset);
                type(dialog, "newTitle", QStringLiteral("Test of the window"));
                type(dialog, "newFolder", QString::fromStdString((mFolder / name).string()));
                type(dialog, "newColumns", QString::number(extent.width));
                type(dialog, "newRows", QString::number(extent.height));
                auto* buttons = dialog.findChild<QDialogButtonBox*>(QStringLiteral("newButtons"));
                QTest::mouseClick(buttons->button(QDialogButtonBox::Ok), Qt::LeftButton);
              });
    QApplication::setActiveWindow(mWindow.get()); // a dialog that closes on a bare screen leaves nobody active
    ASSERT_NE(mWindow->document(), nullptr);
    ASSERT_EQ(map().extent(), extent);
    ASSERT_EQ(document().ruleset().id(), ruleset);
    ASSERT_TRUE(waitFor([this] { return canvas().isIdle(); }));
  }
  /// Pictures for people, when they ask for them.
  static void shoot(QWidget& widget, const char* name) {
    const QString folder = qEnvironmentVariable("HOTCHKISS_TEST_PICTURES");
    if (folder.isEmpty())
      return;
    QTest::qWait(150);
    widget.grab().save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
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
