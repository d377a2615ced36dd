import GraphLayout

/// The path data of arrows.
enum SVGPath {
  private static let radius = 50

  /// A line with round corners.
  static func line(_ points: [Point]) -> String {
    guard let first = points.first, let last = points.last, points.count > 1 else { return "" }
    var data = "M" + text(first)
    for index in points.indices.dropFirst().dropLast() {
      let corner = points[index]
      let before = toward(points[index - 1], from: corner)
      let after = toward(points[index + 1], from: corner)
      data += "L" + text(before) + "Q" + text(corner) + " " + text(after)
    }
    return data + "L" + text(last)
  }

  /// A triangle at the end of a line.
  static func tip(_ points: [Point]) -> String {
    guard let tip = points.last, points.count > 1 else { return "" }
    let before = points[points.count - 2]
    let (dx, dy) = ((tip.x - before.x).signum(), (tip.y - before.y).signum())
    let one = Point(x: tip.x - dx * 80 - dy * 35, y: tip.y - dy * 80 - dx * 35)
    let other = Point(x: tip.x - dx * 80 + dy * 35, y: tip.y - dy * 80 + dx * 35)
    return "M" + text(tip) + "L" + text(one) + "L" + text(other) + "Z"
  }

  /// A bar across the start of a line.
  static func stub(_ points: [Point]) -> String {
    guard let start = points.first, points.count > 1 else { return "" }
    let (dx, dy) = ((points[1].x - start.x).signum(), (points[1].y - start.y).signum())
    func corner(_ along: Int, across: Int) -> String {
      text(Point(x: start.x + dx * along + dy * across, y: start.y + dy * along + dx * across))
    }
    return "M" + corner(0, across: -45) + "L" + corner(35, across: -45) + "L" + corner(35, across: 45) + "L"
      + corner(0, across: 45) + "Z"
  }

  /// A small triangle that points to the right, for the end of arrows that are stubs.
  static func smallTip(_ tip: Point) -> String {
    "M" + text(tip) + "L" + text(Point(x: tip.x - 50, y: tip.y - 30)) + "L"
      + text(Point(x: tip.x - 50, y: tip.y + 30)) + "Z"
  }

  /// The point on a side of a corner where its curve begins, at most halfway along the side.
  private static func toward(_ point: Point, from corner: Point) -> Point {
    let distance = abs(point.x - corner.x) + abs(point.y - corner.y)
    let length = min(radius, distance / 2)
    return Point(
      x: corner.x + (point.x - corner.x).signum() * length, y: corner.y + (point.y - corner.y).signum() * length)
  }

  private static func text(_ point: Point) -> String { point.x.asTenths + " " + point.y.asTenths }
}
