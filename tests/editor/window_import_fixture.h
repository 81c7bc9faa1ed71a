#pragma once

#include "editor/import/framedialog.h"
#include "editor/import/importdialog.h"
#include "libscenario/module/folder.h"
#include "tests/editor/window_fixture.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>

namespace hotchkiss::editor {

using nlohmann::json;

/// The real window with an import dialog in it.
class Import : public WindowTest {
 protected:
  static std::filesystem::path data(const std::string& name) {
    return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "tests/data/import" / name;
  }
  static std::filesystem::path sample(const std::string& name) {
    return std::filesystem::path(HOTCHKISS_SOURCE_DIR) / "samples" / name;
  }
  template <class Widget>
  static Widget& child(QWidget& parent, const char* name) {
    auto* found = parent.findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }

  struct Box {
    double west, south, east, north;
  };
  /// Fills the frame dialog as a person would and presses its button.
  void placeOn(const char* crs, const Box& box, double pitch, const char* unit) {
    answering([&] { trigger("import.ground"); },
              [&](QWidget& dialog) {
                child<QLineEdit>(dialog, "frameCrs").setText(QLatin1String(crs));
                child<QDoubleSpinBox>(dialog, "framePitch").setValue(pitch);
                auto& units = child<QComboBox>(dialog, "frameUnit");
                units.setCurrentIndex(units.findData(QLatin1String(unit)));
                child<QDoubleSpinBox>(dialog, "frameWest").setValue(box.west);
                child<QDoubleSpinBox>(dialog, "frameSouth").setValue(box.south);
                child<QDoubleSpinBox>(dialog, "frameEast").setValue(box.east);
                child<QDoubleSpinBox>(dialog, "frameNorth").setValue(box.north);
                QPushButton* ok = child<QDialogButtonBox>(dialog, "frameButtons").button(QDialogButtonBox::Ok);
                EXPECT_TRUE(ok->isEnabled()) << child<QLabel>(dialog, "frameMessage").text().toStdString();
                shoot(dialog, "frame");
                ok->click();
              });
  }

  ImportDialog* openDialog(const char* command) {
    trigger(command);
    auto* dialog = window().findChild<ImportDialog*>();
    EXPECT_NE(dialog, nullptr) << command;
    return dialog;
  }
  bool runPreview(ImportDialog& dialog) {
    child<QPushButton>(dialog, "importPreview").click();
    return waitFor([&] { return !dialog.isRunning(); }, 60'000);
  }
  static std::string messageOf(ImportDialog& dialog) {
    return child<QLabel>(dialog, "importMessage").text().toStdString();
  }
  static void press(ImportDialog& dialog, const char* button) { child<QPushButton>(dialog, button).click(); }

  void shootAll(ImportDialog& dialog, const char* name) {
    auto& tabs = child<QTabWidget>(dialog, "importTabs");
    for (int i = 0; i < tabs.count(); ++i) {
      if (!tabs.isTabEnabled(i))
        continue;
      tabs.setCurrentIndex(i);
      shoot(dialog, (std::string(name) + "-" + std::to_string(i)).c_str());
    }
    (void)waitFor([this] { return canvas().isIdle(); });
    shoot(window(), (std::string(name) + "-map").c_str());
  }
  ModuleFiles files() { return writeModule(map()); }
  static std::set<std::string> listing(const std::filesystem::path& folder) {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().string().find(".hotchkiss") == std::string::npos)
        out.insert(entry.path().string());
    return out;
  }
  void reopen() {
    const QString path = QString::fromStdString(document().path().string());
    ASSERT_TRUE(window().closeModule());
    ASSERT_TRUE(window().openPath(path));
  }
  /// What a rebuild from the module's own recipe would change.
  void expectRebuildChangesNothing() {
    ImportDialog* dialog = openDialog("import.rebuild");
    ASSERT_TRUE(runPreview(*dialog));
    ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
    EXPECT_TRUE(dialog->preview().edit.empty()) << messageOf(*dialog);
    EXPECT_FALSE(child<QPushButton>(*dialog, "importAccept").isEnabled());
    press(*dialog, "importCancel");
  }

  static constexpr Box kGettysburg{-77.2745, 39.7582, -77.2155, 39.8408};
  static constexpr Box kVirginia{-80.3, 36.9, -76.0, 40.3};
};

} // namespace hotchkiss::editor
