#include "editor/dialogs/sheetform.h"

#include "editor/model/qtext.h"

#include <QtWidgets>

namespace hotchkiss::editor {

QComboBox* SheetForm::choice(const char* object, const QString& tip,
                             const std::vector<std::pair<std::string, QString>>& choices) {
  auto* out = new QComboBox;
  out->setObjectName(QLatin1String(object));
  out->setToolTip(tip);
  for (const auto& [id, name] : choices)
    out->addItem(name, qt(id));
  connect(out, &QComboBox::currentIndexChanged, this, [this] {
    if (!mIsShowing)
      emit edited();
  });
  return out;
}

QWidget* SheetForm::sides(const char* object, const QString& tip, Sides& out) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  const std::array<QString, 4> names{tr("top"), tr("bottom"), tr("left"), tr("right")};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const QByteArray name = QByteArray(object) + '_' + kSheetSides.at(i);
    out.at(i) = choice(name.constData(), tip,
                       {{"none", tr("none")},
                        {"all", tr("all")},
                        {"shifted", tr("those half a hex on")},
                        {"unshifted", tr("those not shifted")}});
    out.at(i)->setAccessibleName(names.at(i));
    auto* label = new QLabel(names.at(i));
    label->setForegroundRole(QPalette::PlaceholderText);
    line->addWidget(label);
    line->addWidget(out.at(i), 1);
  }
  return row;
}

SheetForm::SheetForm(Orientation orientation, QWidget* parent) : QGroupBox(parent) {
  setObjectName(QStringLiteral("sheetForm"));
  setTitle(tr("More about this sheet"));
  setCheckable(true);
  setChecked(false);
  setToolTip(tr("For sheets that are turned, number along a hex axis, or lack hexes"));
  mBody = new QWidget;
  auto* outer = new QVBoxLayout(this);
  outer->addWidget(mBody);
  auto* grid = new QGridLayout(mBody);
  grid->setContentsMargins(0, 0, 0, 0);
  const auto add = [&](int row, int column, int span, const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    grid->addWidget(label, row, column * 2);
    grid->addWidget(field, row, column * 2 + 1, 1, span);
  };
  std::vector<std::pair<std::string, QString>> turns{{"0", tr("not turned")}};
  for (int sixths = 1; sixths < kSides; ++sixths)
    turns.emplace_back(std::to_string(sixths), tr("%1° clockwise").arg(60 * sixths));
  mTurn = choice("sheetTurn", tr("How the sheet lies on the map, clockwise"), turns);
  add(0, 0, 1, tr("&Turn"), mTurn);
  mNorth = new QLineEdit;
  mNorth->setObjectName(QStringLiteral("sheetNorth"));
  mNorth->setPlaceholderText(tr("degrees, or unknown"));
  mNorth->setToolTip(tr("Where north is, in degrees clockwise from the top of the sheet; unknown where nobody says"));
  add(0, 1, 1, tr("&North bearing"), mNorth);
  const bool flat = orientation == Orientation::Flat;
  mStagger = choice("sheetStagger",
                    flat ? tr("What the half hex of a shifted column does to the row number")
                         : tr("What the half hex of a shifted row does to the column number"),
                    {{"none", tr("nothing")},
                     {"doubled", tr("numbers by halves: 2 a hex, odd ones on shifted lines")},
                     {"shifted", tr("one more on shifted lines")},
                     {"unshifted", tr("one more on lines that are not shifted")}});
  add(1, 0, 1, tr("&Stagger"), mStagger);
  mOblique = choice("sheetOblique", tr("Lines of equal numbers that run straight along a hex axis"),
                    {{"none", tr("numbers zigzag with the hexes")},
                     {"falling", tr("straight, falling to the south-east")},
                     {"rising", flat ? tr("straight, rising to the north-east") : tr("straight, to the south-west")}});
  add(1, 1, 1, tr("&Oblique"), mOblique);
  add(2, 0, 3, tr("&Missing hexes"), sides("sheetMissing", tr("Hexes along this side that the sheet lacks"), mMissing));
  add(3, 0, 3, tr("&Partial hexes"),
      sides("sheetPartial", tr("Hexes along this side that the edge of the sheet cuts"), mPartial));
  mOmit = new QLineEdit;
  mOmit->setObjectName(QStringLiteral("sheetOmit"));
  mOmit->setPlaceholderText(tr("such as 3,4 5,6"));
  mOmit->setToolTip(tr("Single hexes that are not on the sheet: column and row counted from its first hex, from 0"));
  add(4, 0, 3, tr("Om&it"), mOmit);
  grid->setColumnStretch(1, 1);
  grid->setColumnStretch(3, 1);
  for (QLineEdit* field : {mNorth, mOmit})
    connect(field, &QLineEdit::editingFinished, this, [this] {
      if (!mIsShowing)
        emit edited();
    });
  mBody->setVisible(false);
  connect(this, &QGroupBox::toggled, mBody, &QWidget::setVisible);
}

void SheetForm::showExtras(const SheetExtras& extras) {
  mIsShowing = true;
  const auto choose = [](QComboBox* box, const std::string& id) { box->setCurrentIndex(box->findData(qt(id))); };
  choose(mTurn, std::to_string(extras.turn));
  choose(mStagger, extras.stagger);
  choose(mOblique, extras.oblique);
  mNorth->setText(qt(extras.northBearing));
  mOmit->setText(qt(extras.omit));
  for (std::size_t i = 0; i < kSheetSides.size(); ++i) {
    choose(mMissing.at(i), extras.missing.at(i));
    choose(mPartial.at(i), extras.partial.at(i));
  }
  mIsShowing = false;
}

SheetExtras SheetForm::extras() const {
  const auto idOf = [](const QComboBox* box) { return box->currentData().toString().toStdString(); };
  SheetExtras out;
  out.turn = mTurn->currentData().toInt();
  out.stagger = idOf(mStagger);
  out.oblique = idOf(mOblique);
  out.northBearing = mNorth->text().trimmed().toStdString();
  out.omit = mOmit->text().simplified().toStdString();
  for (std::size_t i = 0; i < kSheetSides.size(); ++i) {
    out.missing.at(i) = idOf(mMissing.at(i));
    out.partial.at(i) = idOf(mPartial.at(i));
  }
  return out;
}

} // namespace hotchkiss::editor
