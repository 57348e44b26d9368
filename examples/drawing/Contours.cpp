//===- Contours.cpp - Lines of equal value --------------------------------===//
//
// The pieces of single cells, joined where they meet.
//
//===----------------------------------------------------------------------===//
#include "Contours.h"

#include <cmath>
#include <map>

namespace drawing {

namespace {

/// Edges of the grid's cells by number: a point lies on each that a line crosses.
struct Piece {
  long from, to;
};

class Tracer {
public:
  Tracer(int columns, int rows, const std::function<double(int, int)> &value, double level)
      : columns(columns), rows(rows), level(level) {
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x)
        values.push_back(value(x, y));
  }
  std::vector<Line> trace();

private:
  double at(int x, int y) const {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(x)];
  }
  /// The edge from a point to the right or downwards.
  long edge(int x, int y, bool down) const { return 2 * (long(y) * columns + x) + down; }
  void cross(int x0, int y0, int x1, int y1, long number, std::vector<long> &crossed);
  void addCell(int x, int y);
  Line follow(long start);

  int columns, rows;
  double level;
  std::vector<double> values;
  std::map<long, Point> points;
  std::multimap<long, long> neighbours;
};

} // namespace

void Tracer::cross(int x0, int y0, int x1, int y1, long number, std::vector<long> &crossed) {
  double a = at(x0, y0) - level, b = at(x1, y1) - level;
  if ((a < 0) == (b < 0))
    return;
  double t = a / (a - b);
  points[number] = {x0 + t * (x1 - x0), y0 + t * (y1 - y0)};
  crossed.push_back(number);
}

void Tracer::addCell(int x, int y) {
  if (std::isnan(at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)))
    return;
  std::vector<long> crossed;
  cross(x, y, x + 1, y, edge(x, y, false), crossed);
  cross(x + 1, y, x + 1, y + 1, edge(x + 1, y, true), crossed);
  cross(x, y + 1, x + 1, y + 1, edge(x, y + 1, false), crossed);
  cross(x, y, x, y + 1, edge(x, y, true), crossed);
  for (std::size_t n = 0; n + 1 < crossed.size(); n += 2) { // a saddle has two pieces
    neighbours.emplace(crossed[n], crossed[n + 1]);
    neighbours.emplace(crossed[n + 1], crossed[n]);
  }
}

/// Takes the pieces from `start` on, in one direction.
Line Tracer::follow(long start) {
  Line line = {points[start]};
  for (auto next = neighbours.find(start); next != neighbours.end();
       next = neighbours.find(start)) {
    long to = next->second;
    neighbours.erase(next);
    auto [first, last] = neighbours.equal_range(to);
    for (auto back = first; back != last; ++back)
      if (back->second == start) {
        neighbours.erase(back);
        break;
      }
    line.push_back(points[to]);
    start = to;
  }
  return line;
}

std::vector<Line> Tracer::trace() {
  for (int y = 0; y + 1 < rows; ++y)
    for (int x = 0; x + 1 < columns; ++x)
      addCell(x, y);
  std::vector<Line> lines;
  while (!neighbours.empty()) {
    long start = neighbours.begin()->first;
    Line there = follow(start), back = follow(start);
    Line line(back.rbegin(), back.rend() - 1);
    line.insert(line.end(), there.begin(), there.end());
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Line> contours(int columns, int rows, const std::function<double(int, int)> &value,
                           double level) {
  return Tracer(columns, rows, value, level).trace();
}

} // namespace drawing
