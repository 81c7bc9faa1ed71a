#include "render/symbol.h"

#include <QPainterPath>

#include <map>
#include <sstream>
#include <string>

namespace hotchkiss {

namespace {

// Drawings are data: symbols.inc. A box of 100 by 100 with its middle at 0,0, y down.
constexpr const char* kDrawings =
#include "render/symbols.inc"
    ;

struct Piece {
  char what = 'K'; ///< K ink, F fill, P paper, S stroke with ink, W stroke with paper
  double width = 0;
  QPainterPath path;
};

struct Drawing {
  double size = 0.25;
  std::vector<Piece> pieces;
};

QPainterPath readPath(std::istringstream& in) {
  QPainterPath path;
  std::string step;
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  double e = 0;
  double f = 0;
  while (in >> step) {
    switch (step[0]) {
    case 'M':
      in >> a >> b;
      path.moveTo(a, b);
      break;
    case 'L':
      in >> a >> b;
      path.lineTo(a, b);
      break;
    case 'Q':
      in >> a >> b >> c >> d;
      path.quadTo(a, b, c, d);
      break;
    case 'C':
      in >> a >> b >> c >> d >> e >> f;
      path.cubicTo(a, b, c, d, e, f);
      break;
    case 'O':
      in >> a >> b >> c;
      path.addEllipse(QPointF(a, b), c, c);
      break;
    case 'R':
      in >> a >> b >> c >> d;
      path.addRect(a, b, c, d);
      break;
    case 'Z':
      path.closeSubpath();
      break;
    default:
      return path;
    }
  }
  return path;
}

/// "name size | K M 0 0 L 1 1 Z | S 6 M …"
std::map<std::string, Drawing, std::less<>> readDrawings() {
  std::map<std::string, Drawing, std::less<>> out;
  std::istringstream lines(kDrawings);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream parts(line);
    std::string part;
    if (!std::getline(parts, part, '|'))
      continue;
    std::istringstream head(part);
    std::string name;
    Drawing drawing;
    if (!(head >> name) || name[0] == '#')
      continue;
    head >> drawing.size;
    while (std::getline(parts, part, '|')) {
      std::istringstream text(part);
      Piece piece;
      text >> piece.what;
      if (piece.what == 'S' || piece.what == 'W')
        text >> piece.width;
      piece.path = readPath(text);
      piece.path.setFillRule(Qt::WindingFill);
      drawing.pieces.push_back(std::move(piece));
    }
    out[name] = std::move(drawing);
  }
  return out;
}

const std::map<std::string, Drawing, std::less<>>& drawings() {
  static const std::map<std::string, Drawing, std::less<>> all = readDrawings();
  return all;
}

constexpr std::string_view kUnknown = "?";

} // namespace

bool hasSymbol(std::string_view name) {
  return drawings().contains(name);
}

std::vector<std::string> symbolNames() {
  std::vector<std::string> out;
  for (const auto& [name, drawing] : drawings())
    if (name != kUnknown)
      out.push_back(name);
  return out;
}

double symbolSize(std::string_view name) {
  const auto it = drawings().find(name);
  return it == drawings().end() ? 0.2 : it->second.size;
}

void drawSymbol(QPainter& painter, std::string_view name, QPointF at, double size, double degrees,
                const SymbolColours& colours) {
  auto it = drawings().find(name);
  if (it == drawings().end())
    it = drawings().find(kUnknown);
  if (it == drawings().end() || it->second.pieces.empty())
    return;
  painter.save();
  painter.translate(at);
  painter.rotate(degrees);
  painter.scale(size / 100, size / 100);
  for (const Piece& piece : it->second.pieces) {
    switch (piece.what) {
    case 'K':
      painter.fillPath(piece.path, colours.ink);
      break;
    case 'F':
      painter.fillPath(piece.path, colours.fill);
      break;
    case 'P':
      painter.fillPath(piece.path, colours.paper);
      break;
    default:
      painter.strokePath(piece.path, QPen(piece.what == 'W' ? colours.paper : colours.ink, piece.width, Qt::SolidLine,
                                          Qt::RoundCap, Qt::RoundJoin));
      break;
    }
  }
  painter.restore();
}

SymbolColours symbolColours(const StyleRow& row, const MapStyle& style) {
  SymbolColours out;
  out.ink = row.colour.isValid() ? row.colour : style.ink();
  out.fill = row.fill.isValid() ? row.fill : out.ink;
  out.paper = style.paper();
  return out;
}

} // namespace hotchkiss
