#include "editor/import/pages/pagefields.h"
#include "editor/import/pages/pages.h"

#include <QtWidgets>

namespace hotchkiss::editor {

using nlohmann::json;

namespace {

class ScanPage final : public StepPage {
  Q_DECLARE_TR_FUNCTIONS(hotchkiss::editor::ScanPage)

 public:
  explicit ScanPage(EditorDocument& document) : StepPage(document) {
    mTransform = addCombo(tr("&Transform:"), QStringLiteral("scanTransform"),
                          {{tr("affine (3 points or more)"), "affine"},
                           {tr("projective (4 or more)"), "projective"},
                           {tr("polynomial of degree 2 (6 or more)"), "polynomial2"},
                           {tr("thin plate spline (3 or more)"), "spline"}});
    mResolution = addNumber(tr("&Size of a pixel:"), QStringLiteral("scanResolution"), 0, 0, 100'000, 2);
    mResolution->setSpecialValueText(tr("pitch / 24"));
    mResolution->setToolTip(tr("In units of the map’s CRS"));
    mCrs = new QLineEdit;
    mCrs->setObjectName(QStringLiteral("scanPointsCrs"));
    mCrs->setPlaceholderText(tr("as the list of points says"));
    connect(mCrs, &QLineEdit::textEdited, this, &StepPage::changed);
    form()->addRow(tr("C&RS of the points:"), mCrs);
    auto* note =
        new QLabel(tr("Residuals, and those with each point left out, are shown after the preview. A spline goes "
                      "through every point, so only the second figure says how good it is."));
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    form()->addRow(note);
  }
  SourceKind sourceKind() const override { return SourceKind::Picture; }
  void sourceChanged(const SourcePanel&) override {}
  json parameters() const override {
    json out = mOther;
    put(out, "transform", mTransform, "affine");
    put(out, "resolution", mResolution, 0);
    if (!mCrs->text().trimmed().isEmpty())
      out["pointsCrs"] = mCrs->text().trimmed().toStdString();
    return out;
  }
  void setParameters(const json& parameters) override {
    mOther = withoutMembers(parameters, {"transform", "resolution", "pointsCrs"});
    choose(mTransform, parameters, "transform", "affine");
    mResolution->setValue(parameters.value("resolution", 0.0));
    mCrs->setText(qt(parameters.value("pointsCrs", "")));
  }
  QString summary() const override { return tr("a picture under the hexes, %1").arg(mTransform->currentText()); }

 private:
  json mOther = json::object();
  QComboBox* mTransform = nullptr;
  QDoubleSpinBox* mResolution = nullptr;
  QLineEdit* mCrs = nullptr;
};

} // namespace

StepPage* makeScanPage(EditorDocument& document) {
  return new ScanPage(document);
}

} // namespace hotchkiss::editor
