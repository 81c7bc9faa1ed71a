#pragma once

#include "editor/canvas/findingmarks.h"
#include "editor/model/editordocument.h"
#include "editor/model/toolstate.h"
#include "editor/window/theme.h"
#include "libscenario/validation/validator.h"
#include "libterrain/search/picking.h"
#include "render/layers.h"

#include <QDialog>
#include <QMainWindow>
#include <QPointer>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>

class QAction;
class QActionGroup;
class QMenu;
class QStackedWidget;

namespace hotchkiss {
struct LabelledPoint;
struct NewModuleWish;
struct SheetOptions;
} // namespace hotchkiss

namespace hotchkiss::editor {

class ArmyDock;
class ArmyModel;
class FindingsDock;
class CompareDialog;
class FolderWatch;
class HistoryDock;
class InspectorDock;
class LayersDock;
class MapCanvas;
class NavigatorDock;
class PaletteDock;
class ReviewDock;
class SourceLooks;
class RulesDock;
class ScenarioDock;
class SetupView;
class TimelineDock;
class RulesModel;
class StatusLine;
class ToolHelpDock;
class UnderlaySources;
class WelcomePage;

/// The editor's window: one module, its map, and everything around it.
class MainWindow final : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a module folder or a package, after asking about unsaved edits. Failures are shown.
  bool openPath(const QString& path);
  bool createModule(const std::filesystem::path& folder, const NewModule& wanted);
  bool save();
  bool saveAs(const QString& folder);
  /// Closes the module; false when the user wants to stay.
  bool closeModule();
  bool exportPackage(const QString& file, Level level);
  /// PNG, SVG or PDF by the ending of the name.
  bool exportPicture(const QString& file, const SheetOptions& options);
  void setTheme(Theme theme);
  void setMapStyle(const std::string& styleId);
  void showWholeMap();
  /// Nothing is under way any more: the map, scans under it, the navigator and the findings show the present state.
  bool isSettled();

  MapCanvas& canvas() { return *mCanvas; }
  ToolState& tools() { return mTools; }
  EditorDocument* document() { return mDocument.get(); }
  PaletteDock& paletteDock() { return *mPalette; }
  InspectorDock& inspector() { return *mInspector; }
  FindingsDock& findings() { return *mFindings; }
  const FindingMarks& findingMarks() const { return mMarks; }
  ReviewDock& review() { return *mReview; }
  RulesDock& rulesDock() { return *mRulesDock; }
  RulesModel& rules() { return *mRules; }
  ArmyModel& armyModel() { return *mArmy; }
  ArmyDock& armyDock() { return *mArmyDock; }
  ScenarioDock& scenarioDock() { return *mScenarioDock; }
  TimelineDock& timelineDock() { return *mTimeline; }
  /// A command by its name, such as "file.save".
  QAction* action(const char* name) const;

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  // Construction: mainmenus.cpp.
  QAction* addCommand(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys, const QString& tip,
                      const std::function<void()>& run);
  void buildFileMenu();
  void buildEditMenu();
  void buildAreaCommands(QMenu* menu); ///< mainclipboard.cpp
  void updateAreaCommands(bool open, bool editable);
  void buildViewMenu();
  void buildMapMenu();
  void buildImportMenu(); ///< mainimports.cpp; only in builds with importers
  void buildToolMenu();
  void buildHelpMenu();
  void buildToolBars();
  void buildDocks();
  void buildArmyDocks(); ///< mainarmies.cpp
  void buildArmyCommands(QMenu* menu);
  void importArmySheet(const QString& pasted);
  void rebuildStyleMenu();
  void rebuildRecentMenu();

  // The module.
  void takeUp(std::unique_ptr<EditorDocument> document);
  Result<std::unique_ptr<EditorDocument>> opened(const std::filesystem::path& path, bool forReading);
  void offerKinds();
  void showNotices();
  bool mayLeave(bool& dropUnsaved);
  void updateTitle();
  void updateActions();
  void updateTools();
  void addRecent(const QString& path);
  QStringList recent() const;
  void rememberLayout();
  void complain(const Error& error, const QString& what);
  void hint(const QString& text);

  // Commands.
  void askNew();
  void askOpenFolder();
  void askOpenPackage();
  void askSaveAs();
  void askExportPackage();
  void askExportPicture();
  void askResize();
  void askGoTo();
  void showProperties();
  void showAbout();
  void showRules();
  void toggleLayer(Layer layer, bool visible);
  void goTo(const Finding& finding);
  bool goToRow(const Finding& finding); ///< mainarmies.cpp
  /// What can be done with what was selected by a right click: mainmapmenu.cpp.
  void showMapMenu(const Pick& pick, const QPoint& at);

  // Kinds and rules of the module: mainkinds.cpp.
  void buildKindMenu();
  void askNewKind(const std::string& section);
  void askChangeKind(const std::string& section, const std::string& id);
  void askRemoveKind(const std::string& section, const std::string& id);
  void showRulesTables();

  // What helps to find one's way and keeps work safe: maindesk.cpp.
  void buildDesk(); ///< docks and watchers, before the menus
  void buildDeskCommands();
  void takeUpDesk(EditorDocument* document);
  void showPalette();
  void askNewOnGround();
  void openSample(const QString& folder);
  void compareWithSaved();
  void tellOfChangedFiles();
  void reload(bool dropUnsaved);
  void updateThumbnail();

  // Scans and rasters under the map: mainunderlays.cpp; only in builds with importers.
  void buildUnderlays();
  void setUnderlayDocument(EditorDocument* document);
  void askAddScan();
  void askPoints(const std::string& source);
  void makeFromScan(const NewModuleWish& wish, const std::vector<LabelledPoint>& points, const std::string& source);

  // Imports: mainimports.cpp.
  void startImport(const std::string& kind);
  void placeOnGround(bool byKnownPlaces);
  void closeImport();

  ToolState mTools;
  std::unique_ptr<EditorDocument> mDocument;
  std::map<std::string, QAction*> mActions;
  std::map<ToolId, QAction*> mToolActions;
  QStackedWidget* mPages = nullptr;
  WelcomePage* mWelcome = nullptr;
  MapCanvas* mCanvas = nullptr;
  StatusLine* mStatus = nullptr;
  PaletteDock* mPalette = nullptr;
  InspectorDock* mInspector = nullptr;
  LayersDock* mLayers = nullptr;
  HistoryDock* mHistory = nullptr;
  FindingsDock* mFindings = nullptr;
  ReviewDock* mReview = nullptr;
  SourceLooks* mLooks = nullptr;
  UnderlaySources* mUnderlays = nullptr;
  QPointer<QDialog> mPoints;      ///< control points being set
  QPointer<QDialog> mImport;      ///< the import in hand
  QPointer<QDialog> mRulesTables; ///< while they are open
  RulesDock* mRulesDock = nullptr;
  RulesModel* mRules = nullptr;
  NavigatorDock* mNavigator = nullptr;
  ToolHelpDock* mToolHelp = nullptr;
  FolderWatch* mWatch = nullptr;
  FindingMarks mMarks;
  QPointer<CompareDialog> mCompare; ///< while it is open
  ArmyModel* mArmy = nullptr;
  SetupView* mSetup = nullptr;
  ArmyDock* mArmyDock = nullptr;
  ScenarioDock* mScenarioDock = nullptr;
  TimelineDock* mTimeline = nullptr;
  QMenu* mRecentMenu = nullptr;
  QMenu* mStyleMenu = nullptr;
  QMenu* mPanelMenu = nullptr;
  QActionGroup* mStyleGroup = nullptr;
  std::string mStyleId = "engraved";
};

} // namespace hotchkiss::editor
