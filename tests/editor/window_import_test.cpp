// Imports in the real window: place the map, preview, accept, undo, save, review.
#ifdef HOTCHKISS_WITH_IMPORTERS

#include "editor/docks/evidencepanel.h"
#include "editor/docks/inspectordock.h"
#include "editor/docks/reviewdock.h"
#include "tests/editor/window_import_fixture.h"

namespace hotchkiss::editor {
namespace {

TEST_F(Import, AMapThatLiesNowhereSaysSoAndOffersAWay) {
  create("tss", {10, 10});
  QString text;
  answering([&] { trigger("import.elevation"); },
            [&](QWidget& dialog) {
              const auto& box = dynamic_cast<QMessageBox&>(dialog);
              text = box.text();
              EXPECT_NE(dialog.findChild<QPushButton*>(QStringLiteral("placeOnGround")), nullptr);
              dialog.close();
            });
  EXPECT_TRUE(text.contains(QLatin1String("not tied to the ground"))) << text.toStdString();
  EXPECT_EQ(window().findChild<ImportDialog*>(), nullptr);
}

TEST_F(Import, ElevationIsPreviewedAcceptedUndoneSavedAndRebuilt) {
  create("tss", {10, 10});
  placeOn("EPSG:26918", kGettysburg, 110, "metre");
  EXPECT_EQ(map().extent(), (Extent{49, 98}));
  const ModuleFiles before = files();
  const std::size_t steps = document().history().position();

  ImportDialog* dialog = openDialog("import.elevation");
  EXPECT_FALSE(child<QPushButton>(*dialog, "importPreview").isEnabled());
  dialog->source()->setFile(
      QString::fromStdString((sample("gettysburg-ground") / "data/gettysburg_dem_utm18n_10m.tif").string()));
  const QString info = child<QLabel>(*dialog, "sourceInfo").text();
  EXPECT_TRUE(info.contains(QLatin1String("values"))) << info.toStdString();
  EXPECT_TRUE(info.contains(QLatin1String("UTM zone 18N"))) << info.toStdString();
  child<QLineEdit>(*dialog, "sourceLicence").setText(QStringLiteral("public domain (USGS)"));
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  ASSERT_NE(canvas().preview(), nullptr);
  EXPECT_GT(canvas().preview()->edges.size(), 1000U);
  EXPECT_EQ(files(), before) << "a preview changes nothing";
  EXPECT_EQ(document().history().position(), steps);
  shootAll(*dialog, "elevation");

  press(*dialog, "importAccept");
  EXPECT_EQ(canvas().preview(), nullptr);
  EXPECT_EQ(document().history().position(), steps + 1) << "one undo step";
  const ModuleFiles after = files();
  // The suggestion of the ruleset is what the sample was drawn with.
  const Result<ModuleFiles> drawn = readModuleFolder(sample("gettysburg-ground"));
  ASSERT_TRUE(drawn.ok());
  EXPECT_EQ(after.at("map/edges.json"), drawn->at("map/edges.json"));
  EXPECT_EQ(after.at("map/hexes.json"), drawn->at("map/hexes.json"));
  EXPECT_TRUE(map().table("map/hand").empty()) << "an import is no hand work";
  const std::string* source = map().record("sources", {"source", "gettysburg-dem-utm18n-10m"});
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(json::parse(*source).value("licence", ""), "public domain (USGS)");
  EXPECT_EQ(json::parse(*source).value("file", ""), "data/gettysburg_dem_utm18n_10m.tif");
  EXPECT_EQ(json::parse(*source).value("sha256", "").size(), 64U);
  EXPECT_TRUE(std::filesystem::exists(document().path() / "data/gettysburg_dem_utm18n_10m.tif"));
  EXPECT_NE(map().record("import", {"elevation", "elevation"}), nullptr);

  trigger("edit.undo");
  EXPECT_EQ(files(), before);
  trigger("edit.redo");
  EXPECT_EQ(files(), after);
  trigger("file.save");
  reopen();
  EXPECT_EQ(files(), after);
  expectRebuildChangesNothing();

  // The evidence of a hex: heights, histogram and a patch of the elevation model.
  canvas().showPlace(HexCoord{25, 50});
  auto* panel = window().inspector().findChild<EvidencePanel*>();
  ASSERT_NE(panel, nullptr);
  EXPECT_TRUE(waitFor([&] {
    panel = window().inspector().findChild<EvidencePanel*>();
    return panel && panel->findChild<HeightHistogram*>() && panel->findChild<SourcePatch*>();
  }));
  EXPECT_TRUE(child<QLabel>(*panel, "evidenceHeights").text().contains(QLatin1String("mean")));
  EXPECT_TRUE(child<QLabel>(*panel, "evidenceProvenance").text().contains(QLatin1String("public domain (USGS)")));
  (void)waitFor([this] { return canvas().isIdle(); });
  shoot(window(), "evidence");
}

TEST_F(Import, RiversAreReportedReviewedAndKeepHandWork) {
  create("gcacw", {10, 10});
  placeOn("EPSG:26918", kVirginia, 5, "kilometre");
  ImportDialog* dialog = openDialog("import.rivers");
  dialog->source()->setFile(QString::fromStdString(data("virginia_rivers.geojson").string()));
  EXPECT_EQ(child<QComboBox>(*dialog, "riversName").currentText(), QStringLiteral("name"));
  auto* classes = dialog->findChild<RuleTable*>(QStringLiteral("riversClasses"));
  ASSERT_NE(classes, nullptr);
  classes->setRows(json::parse(R"([{"when":{"scalerank":{"max":7}},"feature":"major_river"},{"feature":"creek"}])"));
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  auto& lines = child<QTreeWidget>(*dialog, "importLines");
  const QList<QTreeWidgetItem*> potomac = lines.findItems(QStringLiteral("Potomac"), Qt::MatchExactly);
  ASSERT_FALSE(potomac.isEmpty());
  EXPECT_TRUE(potomac.front()->text(3).endsWith(QLatin1Char('%')));
  EXPECT_FALSE(canvas().preview()->lines.empty()) << "the source is drawn over the map";
  shootAll(*dialog, "rivers");
  // A change of the settings drops the preview.
  child<QDoubleSpinBox>(*dialog, "riversMinLength").setValue(2);
  EXPECT_FALSE(dialog->hasPreview());
  EXPECT_EQ(canvas().preview(), nullptr);
  ASSERT_TRUE(runPreview(*dialog));
  press(*dialog, "importAccept");
  EXPECT_NE(map().record("map/named", {"course", "potomac"}), nullptr);

  // What a person paints is noted, and a rebuild leaves it.
  tools().choose(ToolId::Terrain, "woods");
  Hand(window()).click(lattice().centre({20, 20}));
  EXPECT_EQ(map().terrain({20, 20}), "woods");
  ASSERT_NE(map().record("map/hand", {"hex", "20.20"}), nullptr);
  expectRebuildChangesNothing();
  trigger("edit.undo");
  EXPECT_EQ(map().record("map/hand", {"hex", "20.20"}), nullptr);

  // Doubts, one key after the other.
  ReviewDock& review = window().review();
  ASSERT_TRUE(waitFor([&] { return !review.entries().empty(); }));
  const std::size_t all = review.entries().size();
  QApplication::setActiveWindow(&window());
  QTest::keyClick(&window(), Qt::Key_F8);
  ASSERT_NE(review.current(), nullptr);
  const Selection first = tools().selection();
  EXPECT_EQ(first, review.current()->place);
  QTest::keyClick(&window(), Qt::Key_F8);
  const std::string second = review.current()->id;
  QTest::keyClick(&window(), Qt::Key_F8, Qt::ShiftModifier);
  EXPECT_EQ(tools().selection(), first);
  const ModuleFiles unchecked = files();
  QTest::keyClick(&window(), Qt::Key_F8, Qt::ControlModifier);
  EXPECT_EQ(review.checkedCount(), 1U);
  EXPECT_EQ(review.current()->id, second) << "the next one comes by itself";
  EXPECT_EQ(child<QLabel>(review, "reviewSummary").text(), QStringLiteral("1 of %1 checked").arg(all));
  review.raise();
  (void)waitFor([this] { return canvas().isIdle(); });
  shoot(window(), "review");
  expectRebuildChangesNothing(); // a check survives
  trigger("file.save");
  reopen();
  ASSERT_TRUE(waitFor([&] { return review.checkedCount() == 1; }));
  EXPECT_EQ(review.entries().size(), all);
  EXPECT_NE(files(), unchecked);
}

TEST_F(Import, WhatAModuleHeldBeforeItsFirstImportStays) {
  create("gcacw", {10, 10});
  placeOn("EPSG:26918", kVirginia, 5, "kilometre");
  tools().choose(ToolId::Terrain, "swamp");
  Hand(window()).click(lattice().centre({3, 3}));
  tools().choose(ToolId::Path, "road");
  Hand(window()).drag({lattice().centre({5, 5}), lattice().centre({9, 5})});
  ImportDialog* dialog = openDialog("import.places");
  dialog->source()->setFile(QString::fromStdString(data("cities_1860_theatre.csv").string()));
  EXPECT_EQ(child<QComboBox>(*dialog, "placesX").currentText(), QStringLiteral("LON"));
  EXPECT_EQ(child<QComboBox>(*dialog, "placesName").currentText(), QStringLiteral("City"));
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  shootAll(*dialog, "places");
  press(*dialog, "importAccept");
  EXPECT_EQ(map().terrain({3, 3}), "swamp");
  EXPECT_GT(map().table("map/named").size(), 5U);
  expectRebuildChangesNothing();
}

TEST_F(Import, CancelLeavesNoTrace) {
  create("gcacw", {10, 10});
  placeOn("EPSG:26918", kVirginia, 5, "kilometre");
  const ModuleFiles before = files();
  const std::set<std::string> listed = listing(document().path());
  const std::size_t steps = document().history().position();
  ImportDialog* dialog = openDialog("import.rivers");
  dialog->source()->setFile(QString::fromStdString(data("virginia_rivers.geojson").string()));
  // Stopped while it runs, and then cancelled with a preview on the map.
  child<QPushButton>(*dialog, "importPreview").click();
  ASSERT_TRUE(dialog->isRunning());
  press(*dialog, "importCancel");
  ASSERT_TRUE(waitFor([&] { return !dialog->isRunning(); }));
  EXPECT_FALSE(dialog->hasPreview());
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_NE(messageOf(*dialog).find("Nothing was changed"), std::string::npos) << messageOf(*dialog);
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview());
  press(*dialog, "importCancel");
  EXPECT_EQ(canvas().preview(), nullptr);
  EXPECT_EQ(files(), before);
  EXPECT_EQ(document().history().position(), steps);
  EXPECT_EQ(listing(document().path()), listed);
}

TEST_F(Import, AnEditOfTheMapDropsThePreview) {
  create("gcacw", {10, 10});
  placeOn("EPSG:26918", kVirginia, 5, "kilometre");
  ImportDialog* dialog = openDialog("import.rivers");
  dialog->source()->setFile(QString::fromStdString(data("virginia_rivers.geojson").string()));
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_NE(canvas().preview(), nullptr);
  tools().choose(ToolId::Terrain, "woods");
  Hand(window()).click(lattice().centre({2, 2}));
  EXPECT_EQ(canvas().preview(), nullptr);
  EXPECT_FALSE(dialog->hasPreview());
  EXPECT_FALSE(child<QPushButton>(*dialog, "importAccept").isEnabled());
}

TEST_F(Import, BadFilesGetOneClearSentence) {
  create("gcacw", {10, 10});
  placeOn("EPSG:26918", kVirginia, 5, "kilometre");
  const std::filesystem::path fake = folder() / "fake.tif";
  std::ofstream(fake) << "this is no raster";
  struct Case {
    const char* command;
    std::filesystem::path file;
    const char* says;
  };
  const Case cases[] = {
      {"import.elevation", fake, "no raster image"},
      {"import.elevation", folder() / "missing.tif", "does not exist"},
      {"import.elevation", sample("gettysburg-ground") / "data/gettysburg_first_day_contour_map.jpg",
       "tied to the ground"},
      {"import.rivers", fake, "no vector file"},
  };
  for (const Case& one : cases) {
    ImportDialog* dialog = openDialog(one.command);
    dialog->source()->setFile(QString::fromStdString(one.file.string()));
    const QString text = child<QLabel>(*dialog, "importMessage").text();
    EXPECT_TRUE(text.contains(QLatin1String(one.says))) << text.toStdString();
    EXPECT_TRUE(text.endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('?'))) << text.toStdString();
    EXPECT_FALSE(text.contains(QLatin1Char('\n'))) << text.toStdString();
    EXPECT_FALSE(child<QPushButton>(*dialog, "importPreview").isEnabled());
    shoot(*dialog, "bad-file");
    press(*dialog, "importCancel");
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  // A good file that lies elsewhere is found out by the importer.
  ImportDialog* dialog = openDialog("import.elevation");
  dialog->source()->setFile(QString::fromStdString(data("raleigh/elevation.asc").string()));
  ASSERT_TRUE(runPreview(*dialog));
  EXPECT_FALSE(dialog->hasPreview());
  EXPECT_NE(messageOf(*dialog).find("map"), std::string::npos) << messageOf(*dialog);
}

TEST_F(Import, CoverListsTheClassesOfTheRaster) {
  create("gcacw", {10, 10});
  placeOn("EPSG:3358", {-78.772, 35.69, -78.612, 35.808}, 400, "metre");
  ImportDialog* dialog = openDialog("import.cover");
  dialog->source()->setFile(QString::fromStdString(data("raleigh/lc96ras_cut.tif").string()));
  auto* table = dialog->findChild<RuleTable*>(QStringLiteral("coverValues"));
  ASSERT_NE(table, nullptr);
  EXPECT_GE(table->count(), 8);
  EXPECT_FALSE(child<QPushButton>(*dialog, "importPreview").isEnabled() && table->rows()[0].contains("terrain"));
  table->setRows(json::parse(R"([{"value":0},{"minShare":0.4,"priority":2,"terrain":"city","value":1},
    {"terrain":"clear","value":[2,3,4,21]},{"terrain":"swamp","value":[6,11]},
    {"minShare":0.35,"priority":3,"terrain":"water","value":20},{"terrain":"woods","value":{"min":7,"max":18}}])"));
  emit table->changed();
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  shootAll(*dialog, "cover");
  press(*dialog, "importAccept");
  // Shares and the runner-up stand in the inspector.
  ReviewDock& review = window().review();
  ASSERT_TRUE(waitFor([&] { return !review.entries().empty(); }));
  QApplication::setActiveWindow(&window());
  QTest::keyClick(&window(), Qt::Key_F8);
  auto* panel = window().inspector().findChild<EvidencePanel*>();
  ASSERT_NE(panel, nullptr);
  EXPECT_NE(panel->findChild<ShareBars*>(), nullptr);
  EXPECT_FALSE(child<QLabel>(*panel, "evidenceDoubt").text().isEmpty());
  EXPECT_TRUE(waitFor([&] {
    panel = window().inspector().findChild<EvidencePanel*>();
    return panel && panel->findChild<SourcePatch*>();
  }));
  review.raise();
  (void)waitFor([this] { return canvas().isIdle(); });
  shoot(window(), "evidence-cover");
  window().setTheme(Theme::Dark);
  QTest::qWait(200);
  shoot(window(), "evidence-cover-dark");
  dialog = openDialog("import.elevation");
  dialog->source()->setFile(QString::fromStdString(data("raleigh/elevation.asc").string()));
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  shootAll(*dialog, "elevation-dark");
  window().setTheme(Theme::Light);
}

TEST_F(Import, ScanComesWithItsResiduals) {
  ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gettysburg-ground").string())));
  ImportDialog* dialog = openDialog("import.scan");
  // The step that the module has, loaded as it is.
  auto& step = child<QComboBox>(*dialog, "importStep");
  const int at = step.findData(QStringLiteral("first-day"));
  ASSERT_GE(at, 0);
  step.setCurrentIndex(at);
  emit step.activated(at);
  EXPECT_TRUE(dialog->source()->problem().isEmpty());
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  EXPECT_EQ(child<QTreeWidget>(*dialog, "importLines").topLevelItemCount(), 6);
  ASSERT_NE(canvas().preview(), nullptr);
  EXPECT_FALSE(canvas().preview()->picture.isNull());
  shootAll(*dialog, "scan");
  // The same step gives the same map; only the recipe is written out: it names the sheet, and leaves defaults out.
  for (const auto& part : dialog->preview().edit.parts) {
    const auto& changes = std::get<Changes>(part);
    EXPECT_TRUE(changes.hexes.empty() && changes.edges.empty() && changes.vertices.empty());
    for (const auto& change : changes.records)
      EXPECT_EQ(change.key.table, "import") << change.key.key.section << " " << change.key.key.id;
  }
  press(*dialog, "importCancel");
  EXPECT_FALSE(document().isModified());
}

TEST_F(Import, RoadsAndRegionsOfTheTheatre) {
  create("wftu", {10, 10});
  placeOn("EPSG:5070", {-91.0, 30.0, -75.0, 40.6}, 37, "kilometre");
  ImportDialog* dialog = openDialog("import.regions");
  dialog->source()->setFile(QString::fromStdString(data("theatre_natural_earth.gpkg").string()));
  auto& layer = child<QComboBox>(*dialog, "regionsLayer");
  layer.setCurrentIndex(layer.findData(QStringLiteral("states_50m")));
  EXPECT_EQ(child<QComboBox>(*dialog, "regionsId").currentText(), QStringLiteral("postal"));
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  shootAll(*dialog, "regions");
  press(*dialog, "importAccept");
  dialog = nullptr;
  QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  dialog = openDialog("import.paths");
  dialog->source()->setFile(QString::fromStdString((document().path() / "data/theatre_natural_earth.gpkg").string()));
  EXPECT_EQ(dialog->source()->id(), "theatre-natural-earth") << "a known file keeps its row";
  auto& rails = child<QComboBox>(*dialog, "pathsLayer");
  rails.setCurrentIndex(rails.findData(QStringLiteral("railroads_10m")));
  ASSERT_TRUE(runPreview(*dialog));
  ASSERT_TRUE(dialog->hasPreview()) << messageOf(*dialog);
  EXPECT_GT(canvas().preview()->edges.size(), 100U);
  shootAll(*dialog, "paths");
  press(*dialog, "importAccept");
  QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  expectRebuildChangesNothing();
}

TEST_F(Import, KnownPlacesFixTheFrame) {
  ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("gettysburg-ground").string())));
  // Places at hexes that the frame of the sample gives; one label is wrong.
  const json frame = json::parse(*map().record("module", {"frame", "map"}));
  Frame ground;
  ground.crs = frame["crs"].get<std::string>();
  ground.origin = {frame["origin"][0].get<double>(), frame["origin"][1].get<double>()};
  ground.pitch = {frame["pitch"][0].get<double>(), frame["pitch"][1].get<double>()};
  const std::filesystem::path table = folder() / "places.csv";
  {
    std::ofstream out(table);
    out.precision(12);
    out << "name,x,y,hex\n";
    for (const HexCoord h :
         {HexCoord{2, 3}, HexCoord{40, 5}, HexCoord{5, 90}, HexCoord{44, 88}, HexCoord{20, 40}, HexCoord{30, 60}}) {
      const Point at = ground.groundCentre(lattice(), h);
      const HexCoord named = h == HexCoord{30, 60} ? HexCoord{30, 70} : h;
      out << "P" << h.c << "," << at.x << "," << at.y << "," << document().numbering().label(named) << "\n";
    }
  }
  answering([&] { trigger("import.fit"); },
            [&](QWidget& dialog) {
              child<QLineEdit>(dialog, "framePlaces").setText(QString::fromStdString(table.string()));
              auto& residuals = child<QTreeWidget>(dialog, "frameResiduals");
              EXPECT_EQ(residuals.topLevelItemCount(), 6) << child<QLabel>(dialog, "frameMessage").text().toStdString();
              bool named = false;
              for (int i = 0; i < residuals.topLevelItemCount(); ++i)
                if (!residuals.topLevelItem(i)->icon(0).isNull()) {
                  EXPECT_EQ(residuals.topLevelItem(i)->text(0), QStringLiteral("P30"));
                  named = true;
                }
              EXPECT_TRUE(named) << "the wrong label is pointed out";
              shoot(dialog, "fit");
              child<QDialogButtonBox>(dialog, "frameButtons").button(QDialogButtonBox::Cancel)->click();
            });
  EXPECT_FALSE(document().isModified());
}

} // namespace
} // namespace hotchkiss::editor

#endif
