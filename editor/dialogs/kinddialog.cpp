#include "editor/dialogs/kinddialog.h"

#include "editor/dialogs/colourbutton.h"
#include "editor/dialogs/costtable.h"
#include "editor/docks/countedtext.h"
#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/recordtext.h"
#include "editor/docks/swatchicon.h"
#include "editor/model/qtext.h"
#include "render/swatch.h"
#include "render/symbol.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

namespace {

constexpr QSize kPreviewSize(168, 110);
constexpr int kPause = 150; // milliseconds after the last key until the form is checked

std::string typed(const QLineEdit* field) {
  return field->text().trimmed().toStdString();
}

QLineEdit* field(const char* name, const QString& tip) {
  auto* out = new QLineEdit;
  out->setObjectName(QLatin1String(name));
  out->setToolTip(tip);
  return out;
}

} // namespace

KindDialog::KindDialog(EditorDocument& document, const std::string& section, const std::string& id, QWidget* parent)
    : QDialog(parent),
      mDocument(document),
      mSection(section),
      mId(id),
      mRules(std::make_shared<const MoveCosts>(document.ruleset())),
      mTimer(new QTimer(this)) {
  setObjectName(QStringLiteral("kindDialog"));
  const bool isNew = id.empty();
  const QString title = section == "terrain" ? (isNew ? tr("New terrain") : tr("Change a terrain"))
                        : section == "path"  ? (isNew ? tr("New path") : tr("Change a path"))
                                             : (isNew ? tr("New hexside") : tr("Change a hexside"));
  setWindowTitle(title);
  auto* top = new QHBoxLayout;
  top->addWidget(buildKind(), 3);
  top->addWidget(buildLook(), 2);
  auto* column = new QVBoxLayout(this);
  column->addLayout(top);
  column->addWidget(buildCosts(), 1);
  mProblem = new QLabel;
  mProblem->setObjectName(QStringLiteral("kindProblem"));
  mProblem->setWordWrap(true);
  mProblem->setMinimumHeight(2 * fontMetrics().lineSpacing());
  mProblem->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  column->addWidget(mProblem);
  mButtons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  mButtons->setObjectName(QStringLiteral("kindButtons"));
  mButtons->button(QDialogButtonBox::Ok)->setText(isNew ? tr("&Make It") : tr("C&hange It"));
  connect(mButtons, &QDialogButtonBox::accepted, this, &KindDialog::accept);
  connect(mButtons, &QDialogButtonBox::rejected, this, &KindDialog::reject);
  column->addWidget(mButtons);
  mTimer->setSingleShot(true);
  mTimer->setInterval(kPause);
  connect(mTimer, &QTimer::timeout, this, &KindDialog::refresh);
  for (QLineEdit* line : {mName, mKey, mSight, mReference, mNote})
    connect(line, &QLineEdit::textChanged, mTimer, qOverload<>(&QTimer::start));
  for (QComboBox* combo : {mPattern, mLine, mSymbol})
    connect(combo, &QComboBox::currentIndexChanged, mTimer, qOverload<>(&QTimer::start));
  connect(mGroup, &QComboBox::currentTextChanged, mTimer, qOverload<>(&QTimer::start));
  connect(mWidth, &QSpinBox::valueChanged, mTimer, qOverload<>(&QTimer::start));
  for (ColourButton* button : {mFill, mColour, mCasing})
    connect(button, &ColourButton::colourChanged, mTimer, qOverload<>(&QTimer::start));
  connect(mCosts, &CostTable::changed, mTimer, qOverload<>(&QTimer::start));
  connect(mOtherRules, &QCheckBox::toggled, mTimer, qOverload<>(&QTimer::start));
  if (isNew) {
    connect(mModel, &QComboBox::currentIndexChanged, this, &KindDialog::chooseModel);
    chooseModel();
  } else {
    fill(kindAsIs(document.ruleset(), section, id));
  }
  resize(760, 620);
  mName->setFocus();
}

KindDialog::~KindDialog() = default;

QGroupBox* KindDialog::buildKind() {
  auto* box = new QGroupBox(tr("What it is"));
  QFormLayout* form = newForm();
  box->setLayout(form);
  mName = field("kindName", tr("What people call it. It must be unlike the other names"));
  addRow(form, tr("&Name"), mName);
  mModel = new QComboBox;
  mModel->setObjectName(QStringLiteral("kindModel"));
  mModel->setToolTip(tr("The form begins with what this kind looks like and costs"));
  mModel->addItem(tr("nothing yet"), QString());
  std::vector<std::pair<QString, QString>> kinds;
  for (const auto& [key, text] : mDocument.ruleset().rows("catalogue"))
    if (key.section == mSection)
      if (const auto body = parsedObject(text); !body.contains("derived"))
        kinds.emplace_back(qt(body.value("name", key.id)), qt(key.id));
  std::sort(kinds.begin(), kinds.end());
  for (const auto& [name, kind] : kinds)
    mModel->addItem(name, kind);
  if (mId.empty())
    addRow(form, tr("&Like"), mModel);
  else
    mModel->setParent(this), mModel->hide();
  mKey = field("kindKey", tr("The key that chooses it while you paint"));
  mKey->setMaxLength(3);
  mKey->setMaximumWidth(70);
  addRow(form, tr("&Key"), mKey);
  mGroup = new QComboBox;
  mGroup->setObjectName(QStringLiteral("kindGroup"));
  mGroup->setEditable(true);
  mGroup->setToolTip(tr("Heading in the palette"));
  QStringList groups;
  for (const auto& [key, text] : mDocument.ruleset().rows("catalogue"))
    if (key.section == mSection)
      groups << qt(parsedObject(text).value("group", ""));
  groups.removeDuplicates();
  groups.removeAll(QString());
  groups.sort();
  mGroup->addItems(groups);
  addRow(form, tr("&Group"), mGroup);
  mSight = field("kindSight", tr("How much it adds to the ground for sight, in levels; unknown when the sources do not "
                                 "say; empty when the game does not ask"));
  if (mSection == "terrain")
    addRow(form, tr("Sight &height"), mSight);
  else
    mSight->setParent(this), mSight->hide();
  mReference = field("kindReference", tr("Where it stands, such as “rules of my module 3.2”"));
  addRow(form, tr("&Reference"), mReference);
  mNote = field("kindNote", tr("What readers should know"));
  addRow(form, tr("N&ote"), mNote);
  return box;
}

QGroupBox* KindDialog::buildLook() {
  auto* box = new QGroupBox(tr("What it looks like"));
  auto* column = new QVBoxLayout(box);
  mPreview = new QLabel;
  mPreview->setObjectName(QStringLiteral("kindPreview"));
  mPreview->setAlignment(Qt::AlignCenter);
  mPreview->setMinimumSize(kPreviewSize);
  mPreview->setToolTip(tr("As the map draws it, in each style"));
  column->addWidget(mPreview);
  QFormLayout* form = newForm();
  column->addLayout(form);
  mFill = new ColourButton(tr("Ground colour"));
  mFill->setObjectName(QStringLiteral("kindFill"));
  mColour = new ColourButton(tr("Ink"));
  mColour->setObjectName(QStringLiteral("kindColour"));
  mCasing = new ColourButton(tr("Edges of the line"));
  mCasing->setObjectName(QStringLiteral("kindCasing"));
  const auto choices = [](const char* name, const char* member) {
    auto* out = new QComboBox;
    out->setObjectName(QLatin1String(name));
    for (const std::string& value : styleChoices(member))
      out->addItem(qt(plainWords(value)), qt(value));
    return out;
  };
  mPattern = choices("kindPattern", "pattern");
  mPattern->setToolTip(tr("What is drawn on the ground"));
  mLine = choices("kindLine", "line");
  mLine->setToolTip(tr("How the line is drawn"));
  mWidth = new QSpinBox;
  mWidth->setObjectName(QStringLiteral("kindWidth"));
  mWidth->setRange(0, 60);
  mWidth->setSuffix(tr(" % of a hex"));
  mWidth->setToolTip(tr("Width of the line"));
  mSymbol = new QComboBox;
  mSymbol->setObjectName(QStringLiteral("kindSymbol"));
  mSymbol->setToolTip(tr("Symbol of the palette and the legend"));
  std::vector<std::string> symbols = symbolNames();
  std::sort(symbols.begin(), symbols.end());
  for (const std::string& name : symbols)
    mSymbol->addItem(qt(plainWords(name)), qt(name));
  if (mSection == "terrain") {
    addRow(form, tr("G&round"), mFill);
    addRow(form, tr("&Pattern"), mPattern);
    addRow(form, tr("&Ink"), mColour);
    addRow(form, tr("&Symbol"), mSymbol);
    for (QWidget* unused : std::initializer_list<QWidget*>{mCasing, mLine, mWidth})
      unused->setParent(this), unused->hide();
  } else {
    addRow(form, tr("&Line"), mLine);
    addRow(form, tr("&Width"), mWidth);
    addRow(form, tr("&Ink"), mColour);
    addRow(form, tr("E&dges"), mCasing);
    addRow(form, tr("&Symbol"), mSymbol);
    for (QWidget* unused : std::initializer_list<QWidget*>{mFill, mPattern})
      unused->setParent(this), unused->hide();
  }
  column->addStretch();
  return box;
}

QGroupBox* KindDialog::buildCosts() {
  auto* box = new QGroupBox(tr("What it costs"));
  auto* column = new QVBoxLayout(box);
  mCosts = new CostTable;
  column->addWidget(mCosts, 1);
  mOtherRules = new QCheckBox;
  mOtherRules->setObjectName(QStringLiteral("kindOtherRules"));
  mOtherNote = new QLabel;
  mOtherNote->setWordWrap(true);
  mOtherNote->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(mOtherRules);
  column->addWidget(mOtherNote);
  mOtherRules->hide();
  mOtherNote->hide();
  return box;
}

void KindDialog::chooseModel() {
  const std::string model = mModel->currentData().toString().toStdString();
  KindWish next = newKind(mDocument.ruleset(), mSection, model);
  next.name = typed(mName);
  next.key = typed(mKey);
  next.reference = mReference ? typed(mReference) : std::string();
  next.note = typed(mNote);
  fill(next);
  const std::size_t others = model.empty() ? 0 : mRules->otherRowsLike(mSection, model, "new").size();
  mOtherRules->setVisible(others > 0);
  mOtherRules->setText(
      counted(others, tr("&Other rules as for “%1” (1 row)").arg(mModel->currentText()),
              tr("&Other rules as for “%2” (%1 rows)").arg(QStringLiteral("%1"), mModel->currentText())));
  mOtherRules->setToolTip(tr("Fire, sight, combat: rows that name it are made for the new kind, too"));
  QStringList decisions;
  if (!model.empty())
    for (const std::string& id : mRules->decisionsNaming(mSection, model))
      decisions << qt(id);
  mOtherNote->setVisible(!decisions.isEmpty());
  mOtherNote->setText(tr("Expressions that name “%1” stay as they are: %2. Rules Tables shows them.")
                          .arg(mModel->currentText(), decisions.join(QStringLiteral(", "))));
}

void KindDialog::fill(const KindWish& wish) {
  mIsShowing = true;
  mBegan = wish;
  mName->setText(qt(wish.name));
  mKey->setText(qt(wish.key));
  mGroup->setCurrentText(qt(wish.group));
  mSight->setText(qt(wish.sightHeight));
  mReference->setText(qt(wish.reference));
  mReference->setPlaceholderText(tr("this module"));
  mNote->setText(qt(wish.note));
  mFill->setColour(wish.look.fill);
  mColour->setColour(wish.look.colour);
  mCasing->setColour(wish.look.casing);
  const auto choose = [](QComboBox* combo, const std::string& value) {
    combo->setCurrentIndex(std::max(0, combo->findData(qt(value.empty() ? "none" : value))));
  };
  choose(mPattern, wish.look.pattern);
  choose(mLine, wish.look.line);
  choose(mSymbol, wish.symbol);
  mWidth->setValue(wish.look.width.value_or(0));
  mCosts->setCosts(mRules, wish.costs);
  mIsShowing = false;
  refresh();
}

KindWish KindDialog::wish() const {
  KindWish out = mBegan;
  out.name = typed(mName);
  out.key = typed(mKey);
  out.group = mGroup->currentText().trimmed().toStdString();
  out.sightHeight = mSection == "terrain" ? typed(mSight) : std::string();
  out.reference = typed(mReference);
  out.note = typed(mNote);
  const auto chosen = [](const QComboBox* combo, const std::string& before) {
    const std::string now = combo->currentData().toString().toStdString();
    return now == "none" && before.empty() ? before : now;
  };
  out.symbol = mSymbol->currentData().toString().toStdString();
  if (mSection == "terrain") {
    out.look.fill = mFill->colour();
    out.look.pattern = chosen(mPattern, mBegan.look.pattern);
  } else {
    out.look.line = chosen(mLine, mBegan.look.line);
    out.look.casing = mCasing->colour();
    if (mWidth->value() != mBegan.look.width.value_or(0))
      out.look.width = mWidth->value();
  }
  out.look.colour = mColour->colour();
  out.costs = mCosts->costs();
  out.otherRulesLikeModel = mOtherRules->isChecked() && !mOtherRules->isHidden();
  return out;
}

void KindDialog::refresh() {
  if (mIsShowing)
    return;
  mTimer->stop();
  const KindWish wanted = wish();
  mKind = wanted.id.empty() ? freeKindId(mDocument.ruleset(), mSection, wanted.name) : wanted.id;
  mRows = kindRows(mDocument.document(), mDocument.ruleset(), wanted);
  const bool good = mRows.ok();
  QPalette colours = palette();
  if (!good)
    colours.setColor(QPalette::WindowText, errorColour());
  else
    colours.setColor(QPalette::WindowText, palette().color(QPalette::PlaceholderText));
  mProblem->setPalette(colours);
  mProblem->setText(good ? tr("Written to the module’s overlay as “%1”. One undo takes it back.").arg(qt(mKind))
                         : sentence(mRows.error()));
  mButtons->button(QDialogButtonBox::Ok)->setEnabled(good);
  if (good) {
    if (const Result<Ruleset> after = rulesetWith(mDocument.document(), *mRows))
      preview(*after, mKind);
    return;
  }
  // The picture follows even while a name is missing.
  KindWish nameless = wanted;
  nameless.name = "?";
  nameless.key = "\x7f";
  nameless.costs.clear();
  if (const auto rows = kindRows(mDocument.document(), mDocument.ruleset(), nameless))
    if (const Result<Ruleset> after = rulesetWith(mDocument.document(), *rows))
      preview(*after, wanted.id.empty() ? freeKindId(mDocument.ruleset(), mSection, nameless.name) : wanted.id);
}

void KindDialog::preview(const Ruleset& ruleset, const std::string& id) {
  const auto styles = MapStyle::available(ruleset);
  const double ratio = devicePixelRatioF();
  constexpr int kGap = 8;
  const int count = std::max(1, static_cast<int>(styles.size()));
  const QSize each(kPreviewSize.width() * 3 / 4, kPreviewSize.height());
  QPixmap picture(QSize(count * each.width() + (count - 1) * kGap, each.height()) * ratio);
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  int x = 0;
  for (const auto& [styleId, unused] : styles) {
    const MapStyle style = MapStyle::load(ruleset, styleId);
    const QRect where(QPoint(x, 0), each);
    painter.fillRect(where, style.paper());
    paintSwatch(painter, ruleset, style, mSection, id, {}, QRectF(where).adjusted(6, 6, -6, -6));
    x += each.width() + kGap;
  }
  mPreview->setPixmap(picture);
}

void KindDialog::accept() {
  refresh(); // what was typed a moment ago counts
  if (!mRows.ok())
    return;
  const QString name = mName->text().trimmed();
  const Outcome outcome = mDocument.edit(mId.empty() ? tr("New kind: %1").arg(name) : tr("Change kind: %1").arg(name),
                                         [&](Stroke& stroke) { applyOverlay(stroke, *mRows); });
  if (!outcome) {
    mProblem->setText(sentence(outcome.error()));
    return;
  }
  QDialog::accept();
}

} // namespace hotchkiss::editor
