// Pictures and styles, through menus and dialogs.
#include "render/export.h"
#include "tests/editor/window_fixture.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QSvgRenderer>

namespace hotchkiss::editor {
namespace {

class Pictures : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(window().openPath(QString::fromStdString(copyOfSample("tss-primer").string())));
    ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  }
  /// File, Export Picture: the dialog about the picture, then the one about the file.
  void exportByDialogs(const std::function<void(QWidget&)>& fill, const QString& file) {
    bool filled = false;
    bool named = false;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      if (!dialog || qobject_cast<QProgressDialog*>(dialog))
        return;
      if (auto* files = qobject_cast<QFileDialog*>(dialog); files && !named) {
        named = true;
        auto* name = files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        ASSERT_NE(name, nullptr);
        name->setText(file); // typed, it would open a list of proposals that takes the next keys
        save(*files);
      } else if (!files && !filled) {
        filled = true;
        fill(*dialog);
      }
    });
    timer.start(20);
    window().activateWindow(); // the last dialog had the keys
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window()));
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(filled);
    EXPECT_TRUE(named);
  }
  static void save(QWidget& dialog) {
    auto* buttons = dialog.findChild<QDialogButtonBox*>();
    ASSERT_NE(buttons, nullptr);
    QTest::mouseClick(buttons->button(QDialogButtonBox::Save), Qt::LeftButton);
  }
  static void choosePicture(QWidget& dialog, int format) {
    auto* box = dialog.findChild<QComboBox*>(QStringLiteral("pictureFormat"));
    ASSERT_NE(box, nullptr);
    QTest::keyClick(box, Qt::Key_Home);
    for (int i = 0; i < format; ++i)
      QTest::keyClick(box, Qt::Key_Down);
  }
  QAction* styleAction(const std::string& id) {
    const auto styles = MapStyle::available(document().ruleset());
    for (const auto& [styleId, name] : styles)
      if (styleId == id)
        for (QAction* menu : window().findChildren<QAction*>())
          if (menu->text() == QString::fromStdString(name) && menu->isCheckable())
            return menu;
    return nullptr;
  }
  QString path(const char* name) { return QString::fromStdString((folder() / name).string()); }
};

TEST_F(Pictures, PngOfTheWholeMapWithTheSizeThatTheDialogSaid) {
  SheetOptions options;
  options.dpi = 60;
  const QSize expected = SheetExport(canvas().tiles().painter(), options).pixels();
  exportByDialogs(
      [&](QWidget& dialog) {
        choosePicture(dialog, 0);
        auto* dpi = dialog.findChild<QWidget*>(QStringLiteral("pictureDpi"));
        dpi->setFocus();
        QTest::keyClick(dpi, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(dpi, QStringLiteral("60"));
        QTest::keyClick(dpi, Qt::Key_Tab);
        save(dialog);
      },
      path("map")); // the ending is added
  const QImage image(path("map.png"));
  ASSERT_FALSE(image.isNull());
  EXPECT_EQ(image.size(), expected);
  EXPECT_TRUE(window().statusBar()->currentMessage().contains(QLatin1String("map.png")))
      << window().statusBar()->currentMessage().toStdString();
  EXPECT_FALSE(document().isModified());
}

TEST_F(Pictures, PdfAndSvgOfWhatTheWindowShows) {
  canvas().zoomTo(90);
  canvas().showPoint(lattice().centre({8, 6}));
  const auto part = [&](QWidget& dialog, int format) {
    choosePicture(dialog, format);
    auto* area = dialog.findChild<QComboBox*>(QStringLiteral("pictureArea"));
    ASSERT_NE(area, nullptr);
    QTest::keyClick(area, Qt::Key_End);
    save(dialog);
  };
  exportByDialogs([&](QWidget& dialog) { part(dialog, 1); }, path("part.pdf"));
  QFile pdf(path("part.pdf"));
  ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
  EXPECT_TRUE(pdf.readAll().startsWith("%PDF-"));
  exportByDialogs([&](QWidget& dialog) { part(dialog, 2); }, path("part.svg"));
  QSvgRenderer svg(path("part.svg"));
  ASSERT_TRUE(svg.isValid());
  const SheetExport whole(canvas().tiles().painter(), SheetOptions());
  EXPECT_LT(svg.viewBoxF().width(), whole.millimetres().width() * 144 / 25.4 * 0.9) << "only a part";
}

TEST_F(Pictures, AFolderThatCannotBeWrittenIsSaid) {
  QString said;
  answering([&] { EXPECT_FALSE(window().exportPicture(path("no/such/folder.png"), SheetOptions())); },
            [&](QWidget& dialog) {
              said = qobject_cast<QMessageBox*>(&dialog)->informativeText();
              dialog.close();
            });
  EXPECT_TRUE(said.contains(QLatin1String("folder.png"))) << said.toStdString();
}

TEST_F(Pictures, StyleMenuChangesMapAndPaletteAndIsRemembered) {
  ASSERT_EQ(canvas().mapStyle()->id(), "engraved");
  const QImage engraved = canvas().grab().toImage();
  auto* tree = window().findChild<QTreeWidget*>(QStringLiteral("paletteTree"));
  const auto swatch = [&] {
    for (QTreeWidgetItemIterator it(tree); *it; ++it)
      if ((*it)->data(0, kPaletteIdRole).toString() == QLatin1String("woods"))
        return (*it)->icon(0).pixmap(40, 24).toImage();
    return QImage();
  };
  // Not the widget: its size hangs on what the status bar says.
  const auto drawn = [&] {
    QImage image(400, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    canvas().tiles().painter()->paint(painter, QRectF(2, 2, 8, 6), 50);
    return image;
  };
  const QImage map = drawn();
  const QImage before = swatch();
  ASSERT_FALSE(before.isNull());
  QAction* clear = styleAction("clear");
  ASSERT_NE(clear, nullptr);
  ASSERT_TRUE(styleAction("engraved")->isChecked());
  QTest::keySequence(&window(), clear->shortcut());
  EXPECT_EQ(canvas().mapStyle()->id(), "clear");
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  EXPECT_NE(canvas().grab().toImage(), engraved);
  EXPECT_NE(swatch(), before);
  EXPECT_NE(drawn(), map);
  ASSERT_NE(styleAction("clear"), nullptr);
  EXPECT_TRUE(styleAction("clear")->isChecked());
  EXPECT_FALSE(styleAction("engraved")->isChecked());
  {
    MainWindow second;
    second.show();
    ASSERT_TRUE(second.openPath(QString::fromStdString(copyOfSample("wftu-primer").string())));
    EXPECT_EQ(second.canvas().mapStyle()->id(), "clear");
  }
  styleAction("engraved")->trigger();
  EXPECT_EQ(canvas().mapStyle()->id(), "engraved");
  ASSERT_TRUE(waitFor([&] { return canvas().isIdle(); }));
  EXPECT_EQ(swatch(), before) << "there and back";
  EXPECT_EQ(drawn(), map) << "there and back";
  EXPECT_TRUE(canvas().isUpToDate(true));
}

} // namespace
} // namespace hotchkiss::editor
