#include "editor/docks/attributeeditor.h"

#include "editor/dialogs/unknowndialog.h"
#include "editor/docks/formrows.h"
#include "editor/docks/glyphs.h"
#include "editor/docks/listbutton.h"
#include "editor/docks/placetext.h"
#include "editor/model/editordocument.h"

#include <QtWidgets>
#include <nlohmann/json.hpp>

namespace hotchkiss::editor {

using nlohmann::json;

struct AttributeEditor::Value {
  std::optional<json> content;
};

namespace {

constexpr double kLeast = -99'999;
constexpr double kMost = 999'999;

QString textOf(const json& value) {
  return value.is_string() ? QString::fromStdString(value.get<std::string>()) : QString::fromStdString(value.dump());
}

void mark(QWidget* input, bool isWrong) {
  QPalette palette = input->parentWidget() ? input->parentWidget()->palette() : QGuiApplication::palette();
  if (isWrong)
    palette.setColor(QPalette::Text, errorColour());
  input->setPalette(palette);
}

} // namespace

AttributeEditor::AttributeEditor(const AttributeField& field, const EditorDocument& document, const QString& objectName,
                                 QWidget* parent)
    : QWidget(parent), mField(field), mDocument(document), mValue(std::make_unique<Value>()) {
  build(objectName);
  showValue();
}

AttributeEditor::~AttributeEditor() = default;

void AttributeEditor::build(const QString& objectName) {
  setObjectName(objectName);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  const std::string& type = mField.type.type;
  if (type == "flag")
    buildFlag();
  else if (type == "integer" || type == "number")
    buildNumber();
  else if (type == "choice" || type == "reference")
    buildChoice();
  else if (type == "choices" || type == "references")
    buildChoices();
  else if (type == "hex" || type == "edge" || type == "hexes" || type == "edges")
    buildPlaces();
  else if (type == "object")
    buildObject();
  else
    buildText();
  mInput->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  mInput->setObjectName(objectName + "_input");
  mInput->setAccessibleName(QString::fromStdString(mField.name));
  QString tip = QString::fromStdString(mField.note);
  if (!mField.fallback.empty())
    tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) +
           tr("When it is not set: %1").arg(textOf(json::parse(mField.fallback, nullptr, false)));
  mInput->setToolTip(tip);
  mUnknown = new QToolButton;
  mUnknown->setObjectName(objectName + "_unknown");
  mUnknown->setIcon(glyphIcon(Glyph::Unknown));
  mUnknown->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  mUnknown->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(mUnknown, &QToolButton::clicked, this, &AttributeEditor::askUnknown);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(2);
  mPages = new QStackedLayout;
  mPages->addWidget(mInput);
  mPages->addWidget(mUnknown);
  line->addLayout(mPages, 1);
  line->addWidget(buildMore(objectName));
  setFocusProxy(mInput);
}

QWidget* AttributeEditor::buildMore(const QString& objectName) {
  mMore = new QToolButton;
  mMore->setObjectName(objectName + "_more");
  mMore->setIcon(glyphIcon(Glyph::More));
  mMore->setAutoRaise(true);
  mMore->setPopupMode(QToolButton::InstantPopup);
  mMore->setStyleSheet(QStringLiteral("QToolButton::menu-indicator{image:none}"));
  mMore->setAccessibleName(tr("More about %1").arg(QString::fromStdString(mField.name)));
  mMore->setToolTip(tr("Clear, or mark as unknown"));
  mMore->setFocusPolicy(Qt::ClickFocus);
  auto* menu = new QMenu(mMore);
  mClear = menu->addAction(tr("&Clear"), this, [this] {
    take(std::nullopt, false);
    showValue();
  });
  mClear->setObjectName(objectName + "_clear");
  menu->addAction(tr("Mark as &unknown…"), this, &AttributeEditor::askUnknown);
  mMore->setMenu(menu);
  return mMore;
}

void AttributeEditor::askUnknown() {
  UnknownDialog dialog(QString::fromStdString(mField.name), mValue->content.value_or(json()),
                       mField.type.type == "integer" || mField.type.type == "number", this);
  if (dialog.exec() != QDialog::Accepted)
    return;
  take(dialog.value(), false);
  showValue();
}

void AttributeEditor::setValue(const std::optional<json>& value) {
  mValue->content = value;
  showValue();
}

std::optional<json> AttributeEditor::value() const {
  return mValue->content;
}

void AttributeEditor::setReadOnly(bool readOnly) {
  mInput->setEnabled(!readOnly);
  mUnknown->setEnabled(!readOnly);
  mMore->setVisible(!readOnly);
}

void AttributeEditor::take(std::optional<json> value, bool typing) {
  if (value == mValue->content)
    return;
  mValue->content = std::move(value);
  mClear->setEnabled(mValue->content.has_value());
  emit changed(typing);
}

void AttributeEditor::showValue() {
  const bool unknown = mValue->content && isUnknown(*mValue->content);
  mPages->setCurrentIndex(unknown ? 1 : 0);
  mClear->setEnabled(mValue->content.has_value());
  if (unknown) {
    mUnknown->setText(QString::fromStdString(unknownText(*mValue->content)));
    QString tip = QString::fromStdString(mValue->content->value("note", ""));
    const QString ref = QString::fromStdString(mValue->content->value("ref", ""));
    if (!ref.isEmpty())
      tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Who could tell: %1").arg(ref);
    mUnknown->setToolTip(tip);
    return;
  }
  const QSignalBlocker blocker(mInput);
  mShow();
}

void AttributeEditor::buildFlag() {
  auto* box = new QCheckBox;
  mInput = box;
  connect(box, &QCheckBox::toggled, this, [this](bool checked) {
    take(checked == mField.isTrueByDefault ? std::nullopt : std::optional<json>(checked), false);
  });
  mShow = [this, box] { box->setChecked(mValue->content ? *mValue->content == json(true) : mField.isTrueByDefault); };
}

void AttributeEditor::buildNumber() {
  const double least = mField.type.min.value_or(kLeast);
  const double most = mField.type.max.value_or(kMost);
  // One step below the least number stands for "not set".
  if (mField.type.type == "integer") {
    auto* box = new QSpinBox;
    mInput = box;
    box->setRange(static_cast<int>(least) - 1, static_cast<int>(most));
    box->setSpecialValueText(tr("not set"));
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this, [this, box](int value) {
      take(value == box->minimum() ? std::nullopt : std::optional<json>(value), true);
    });
    mShow = [this, box] {
      box->setValue(mValue->content && mValue->content->is_number() ? mValue->content->get<int>() : box->minimum());
    };
    return;
  }
  auto* box = new QDoubleSpinBox;
  mInput = box;
  box->setDecimals(3);
  box->setRange(least - 1, most);
  box->setSpecialValueText(tr("not set"));
  box->setKeyboardTracking(false);
  connect(box, &QDoubleSpinBox::valueChanged, this, [this, box](double value) {
    if (value < box->minimum() + 1)
      return take(std::nullopt, true);
    const auto whole = static_cast<long>(value);
    take(static_cast<double>(whole) == value ? json(whole) : json(value), true);
  });
  mShow = [this, box] {
    box->setValue(mValue->content && mValue->content->is_number() ? mValue->content->get<double>() : box->minimum());
  };
}

std::vector<std::pair<std::string, QString>> AttributeEditor::choices() const {
  std::vector<std::pair<std::string, QString>> out;
  if (mField.type.type.starts_with("choice")) {
    for (const std::string& value : mField.type.values)
      out.emplace_back(value, QString::fromStdString(plainWords(value)));
    return out;
  }
  for (const NamedChoice& choice : namedChoices(mDocument.document(), mField.type.to, mField.kinds))
    out.emplace_back(choice.id, QString::fromStdString(choice.name));
  return out;
}

void AttributeEditor::buildChoice() {
  auto* box = new QComboBox;
  mInput = box;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  box->addItem(tr("not set"), QString());
  for (const auto& [id, name] : choices())
    box->addItem(name, QString::fromStdString(id));
  connect(box, &QComboBox::currentIndexChanged, this, [this, box] {
    const std::string id = box->currentData().toString().toStdString();
    take(id.empty() ? std::nullopt : std::optional<json>(id), false);
  });
  mShow = [this, box] {
    const QString id = mValue->content ? textOf(*mValue->content) : QString();
    if (box->findData(id) < 0) // a value that the catalogue does not have is shown, so that it can be corrected
      box->addItem(tr("%1 (not in the catalogue)").arg(id), id);
    box->setCurrentIndex(box->findData(id));
  };
}

void AttributeEditor::buildChoices() {
  auto* button = new ListButton;
  mInput = button;
  auto* menu = new QMenu(button);
  button->setMenu(menu);
  const auto listed = [this] {
    std::vector<std::string> out;
    if (mValue->content && mValue->content->is_array())
      for (const json& item : *mValue->content)
        if (item.is_string())
          out.push_back(item.get<std::string>());
    return out;
  };
  for (const auto& [id, name] : choices()) {
    QAction* action = menu->addAction(literal(name));
    action->setCheckable(true);
    action->setData(QString::fromStdString(id));
    connect(action, &QAction::triggered, this, [this, listed, id = id](bool checked) {
      std::vector<std::string> list = listed();
      std::erase(list, id);
      if (checked)
        list.push_back(id);
      // In the order of the catalogue, whatever the order of the clicks.
      std::vector<std::string> ordered;
      for (const auto& choice : choices())
        if (std::find(list.begin(), list.end(), choice.first) != list.end())
          ordered.push_back(choice.first);
      take(ordered.empty() ? std::nullopt : std::optional<json>(ordered), false);
      mShow();
    });
  }
  mShow = [this, button, menu, listed] {
    const std::vector<std::string> list = listed();
    QStringList names;
    for (QAction* action : menu->actions()) {
      const bool checked = std::find(list.begin(), list.end(), action->data().toString().toStdString()) != list.end();
      action->setChecked(checked);
      if (checked)
        names << QString(action->text()).replace(QStringLiteral("&&"), QStringLiteral("&"));
    }
    button->setText(names.isEmpty() ? tr("none") : names.join(QStringLiteral(", ")));
  };
}

void AttributeEditor::buildText() {
  auto* edit = new QLineEdit;
  mInput = edit;
  edit->setMaxLength(2000);
  edit->setPlaceholderText(tr("not set"));
  connect(edit, &QLineEdit::textEdited, this, [this](const QString& text) {
    take(text.isEmpty() ? std::nullopt : std::optional<json>(text.toStdString()), true);
  });
  mShow = [this, edit] { edit->setText(mValue->content ? textOf(*mValue->content) : QString()); };
}

void AttributeEditor::buildPlaces() {
  auto* edit = new QLineEdit;
  mInput = edit;
  const bool many = mField.type.type.ends_with("es") || mField.type.type == "edges";
  const bool isHex = mField.type.type.starts_with("hex");
  edit->setPlaceholderText(many ? tr("not set – labels with commas between") : tr("not set – a printed label"));
  connect(edit, &QLineEdit::editingFinished, this, [this, edit, many, isHex] {
    const PlaceText places(mDocument.document(), mDocument.numbering());
    const Result<json> read = places.read(edit->text().toStdString(), isHex, many);
    mark(edit, !read);
    edit->setToolTip(read ? QString::fromStdString(mField.note) : QString::fromStdString(read.error().text()));
    if (read)
      take(read->is_null() ? std::nullopt : std::optional<json>(*read), false);
  });
  mShow = [this, edit] {
    const PlaceText places(mDocument.document(), mDocument.numbering());
    edit->setText(mValue->content ? QString::fromStdString(places.write(*mValue->content)) : QString());
    edit->setCursorPosition(0);
    mark(edit, false);
  };
}

void AttributeEditor::buildObject() {
  auto* edit = new QLineEdit;
  mInput = edit;
  edit->setPlaceholderText(tr("not set – such as {\"a\": 1}"));
  connect(edit, &QLineEdit::editingFinished, this, [this, edit] {
    const std::string text = edit->text().trimmed().toStdString();
    const json value = json::parse(text, nullptr, false);
    mark(edit, !text.empty() && value.is_discarded());
    if (text.empty())
      take(std::nullopt, false);
    else if (!value.is_discarded() && !value.is_null())
      take(value, false);
  });
  mShow = [this, edit] {
    edit->setText(mValue->content ? QString::fromStdString(mValue->content->dump()) : QString());
    edit->setCursorPosition(0);
    mark(edit, false);
  };
}

} // namespace hotchkiss::editor
