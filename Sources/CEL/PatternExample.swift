extension Pattern {
  /// A text with few characters that a pattern matches; nil for an invalid pattern, and if none is found. What the
  /// pattern requires between characters, such as `\b`, is only checked at the end.
  static func example(_ text: String) -> String? {
    guard let pattern = try? Pattern(text), let found = pattern.shortest, pattern.matches(found) else { return nil }
    return found
  }

  /// The characters of the first shortest path through the program.
  private var shortest: String? {
    let matcher = PatternMatcher(steps)
    // For each step, the step before it that reads a character: -1 for none, nil if the step is not reached yet.
    var before = [Int?](repeating: nil, count: steps.count + 1)
    var current = [(step: 0, before: -1)]
    while !current.isEmpty {
      // The steps behind one more character.
      var next: [(step: Int, before: Int)] = []
      while let (step, last) = current.popLast() {
        if before[step] != nil { continue }
        before[step] = last
        if step == steps.count { return characters(to: last, before: before, matcher: matcher) }
        switch steps[step] {
        case .scalar, .set: next.append((step + 1, step))
        case .jump(let distance): current.append((step + distance, last))
        case .split(let first, let second): current += [(step + second, last), (step + first, last)]
        case .start, .end, .wordBorder: current.append((step + 1, last))
        }
      }
      current = next.reversed()
    }
    return nil
  }

  private func characters(to last: Int, before: [Int?], matcher: PatternMatcher) -> String? {
    var scalars: [Unicode.Scalar] = []
    var step = last
    while step >= 0 {
      guard let scalar = matcher.example(of: steps[step]) else { return nil }
      scalars.append(scalar)
      step = before[step] ?? -1
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.reversed())
    return String(text)
  }
}

extension PatternMatcher {
  /// A character that a step reads: a usual one, if the step accepts one.
  fileprivate func example(of step: Pattern.Step) -> Unicode.Scalar? {
    var candidates = "aA0 -_.@/".unicodeScalars.map(\.value)
    switch step {
    case .scalar(let scalar): candidates = [scalar]
    case .set(let ranges, isNegated: false): candidates += ranges.map(\.lowerBound)
    case .set(let ranges, isNegated: true): candidates += ranges.map { $0.upperBound + 1 }
    case .split, .jump, .start, .end, .wordBorder: break
    }
    return candidates.lazy.filter { accepts(step, scalar: $0) }.compactMap(Unicode.Scalar.init).first
  }
}
