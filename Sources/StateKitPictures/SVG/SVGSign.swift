/// The small drawings before a text, 8 units wide.
enum SVGSign {
  /// The elements of a sign whose left end is at `x`, on the middle of a line at `y`. Lengths are tenths.
  static func elements(_ sign: PictureLabel.Sign, x: Int, y: Int) -> String {
    func line(_ points: [(Int, Int)]) -> String {
      let text = points.map { "\((x + $0.0).asTenths),\((y + $0.1).asTenths)" }.joined(separator: " ")
      return "<polyline class=\"sign\" points=\"\(text)\"/>"
    }
    switch sign {
    case .entry: return line([(0, 0), (52, 0)]) + line([(27, -25), (52, 0), (27, 25)]) + line([(75, -38), (75, 38)])
    case .exit: return line([(5, -38), (5, 38)]) + line([(25, 0), (76, 0)]) + line([(51, -25), (76, 0), (51, 25)])
    case .timer:
      let circle = "<circle class=\"sign\" cx=\"\((x + 40).asTenths)\" cy=\"\(y.asTenths)\" r=\"3.8\"/>"
      return circle + line([(40, -22), (40, 0), (56, 10)])
    case .invocation: return line([(8, -36), (72, 0), (8, 36), (8, -36)])
    case .always: return line([(58, -45), (18, 8), (50, 8), (30, 45)])
    }
  }
}
