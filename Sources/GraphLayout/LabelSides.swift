extension LayeredLevel {
  /// Puts labels on the left of the left one of two lines to the same box, so that the lines can run close together.
  mutating func chooseLabelSides(_ level: Level) {
    for layer in layers {
      var isTaken = false
      for (left, right) in zip(layer, layer.dropFirst()) {
        if isTaken {
          isTaken = false
        } else if nodes[left].hasLabel, leadToOneBox(left, right, level: level) {
          nodes[left].labelIsLeft = true
          isTaken = true
        }
      }
    }
  }

  private func leadToOneBox(_ left: Int, _ right: Int, level: Level) -> Bool {
    guard case .line(let one) = nodes[left].content, case .line(let other) = nodes[right].content else { return false }
    let (first, second) = (level.segments[one], level.segments[other])
    return (first.upper == second.upper && first.upper != .border)
      || (first.lower == second.lower && first.lower != .border)
  }
}
