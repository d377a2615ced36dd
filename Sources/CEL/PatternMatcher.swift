/// Runs a pattern over a text along all paths at once (Thompson's algorithm): the time is at most steps times
/// characters.
struct PatternMatcher {
  private let steps: [Pattern.Step]

  init(_ steps: [Pattern.Step]) {
    self.steps = steps
  }

  /// True if the pattern matches anywhere in the text.
  func matches(_ text: [UInt32]) -> Bool {
    var current: [Int] = []
    var upcoming: [Int] = []
    // The offset in the text at which each step was last put on a list; a step is added once for each offset.
    var seen = [Int](repeating: -1, count: steps.count + 1)
    var todo: [Int] = []
    for offset in 0...text.count {
      todo.append(0)
      todo.append(contentsOf: current.reversed())
      current.removeAll(keepingCapacity: true)
      while let step = todo.popLast() {
        if step == steps.count { return true }
        if seen[step] == offset { continue }
        seen[step] = offset
        switch steps[step] {
        case .scalar, .set: current.append(step)
        case .jump(let distance): todo.append(step + distance)
        case .split(let first, let second):
          todo.append(step + second)
          todo.append(step + first)
        case .start(let ofLine): if offset == 0 || ofLine && text[offset - 1] == 10 { todo.append(step + 1) }
        case .end(let ofLine): if offset == text.count || ofLine && text[offset] == 10 { todo.append(step + 1) }
        case .wordBorder(let wanted): if isBorder(offset, text: text) == wanted { todo.append(step + 1) }
        }
      }
      if offset == text.count { return false }
      upcoming.removeAll(keepingCapacity: true)
      for step in current where accepts(steps[step], scalar: text[offset]) { upcoming.append(step + 1) }
      swap(&current, &upcoming)
    }
    return false
  }

  func accepts(_ step: Pattern.Step, scalar: UInt32) -> Bool {
    switch step {
    case .scalar(let wanted): wanted == scalar
    case .set(let ranges, let isNegated): isIn(ranges, scalar: scalar) != isNegated
    default: false
    }
  }

  private func isIn(_ ranges: [ClosedRange<UInt32>], scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }

  private func isBorder(_ offset: Int, text: [UInt32]) -> Bool {
    let before = offset > 0 && isWord(text[offset - 1])
    let after = offset < text.count && isWord(text[offset])
    return before != after
  }

  private func isWord(_ scalar: UInt32) -> Bool {
    (48...57).contains(scalar) || (65...90).contains(scalar) || (97...122).contains(scalar) || scalar == 95
  }
}
