import StateKitCore

/// Names of host actions that differ by one typing error: one of them is probably a misspelling of the other. No
/// other check finds this, because a chart without `actions` may call any name.
enum SimilarActions {
  static let rule = Rule(explainedBy: [], restsOn: [], check: check)

  /// The limit of different names that are compared: a chart with more is generated.
  private static let mostCompared = 10_000
  /// The lengths in bytes of compared names. Shorter names differ by one letter on purpose, and longer names have
  /// quadratic cost.
  private static let compared = 5...64

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    if chart.hostActions != nil { return }
    let calls = firstCalls(chart).filter { compared.contains(chart.names[$0.name].count) }
    guard calls.count > 1, calls.count <= mostCompared else { return }
    // Two names that are one edit apart become equal when one letter of each, or of one of them, is left out.
    var names: [[UInt8]: [Int]] = [:]
    for (index, call) in calls.enumerated() {
      let name = Array(chart.names[call.name])
      var found: Set<Int> = []
      for shorter in [name] + name.indices.map({ name.without($0) }) {
        for other in names[shorter] ?? [] { found.insert(other) }
        names[shorter, default: []].append(index)
      }
      let first = found.sorted().first { areSimilar(Array(chart.names[calls[$0].name]), name) }
      guard let first else { continue }
      let (text, other) = (chart.names.text(call.name), chart.names.text(calls[first].name))
      findings.add(
        .lookAlike, at: call.span,
        message: "the actions \(DisplayText.quoted(other)) and \(DisplayText.quoted(text)) are nearly the same",
        help: "did you mean \(DisplayText.quoted(other))?" + (findings.notation.actions.map { " " + $0 } ?? ""),
        notes: [Diagnostic.Note(message: "the other name is here", span: calls[first].span)])
    }
  }

  /// The first call of every action, in document order.
  private static func firstCalls(_ chart: Chart) -> [(name: NameID, span: SourceSpan)] {
    var isSeen = [Bool](repeating: false, count: chart.names.count)
    var calls: [(name: NameID, span: SourceSpan)] = []
    for (index, action) in chart.actions.enumerated() {
      guard case .call(let name, _) = action, !isSeen[name.index] else { continue }
      isSeen[name.index] = true
      calls.append((name, chart.actionSpans[index]))
    }
    return calls.sorted { $0.span.start < $1.span.start }
  }

  /// True if two names are one typing error apart: a letter missing, doubled, wrong, or swapped with the next; or
  /// only their case differs. Differences in digits, the first letter, or a letter at the end are deliberate and do
  /// not count.
  static func areSimilar(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (short, long) = a.count <= b.count ? (a, b) : (b, a)
    guard long.count - short.count <= 1 else { return false }
    let start = zip(short, long).prefix { $0 == $1 }.count
    let end = zip(short.dropFirst(start).reversed(), long.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let (lost, added) = (short[start..<short.count - end], long[start..<long.count - end])
    guard (lost + added).allSatisfy(\.isLetter) else { return false }
    if lost.elementsEqual(added, by: { $0 | 0x20 == $1 | 0x20 }) { return !lost.isEmpty }
    if start == 0 || end == 0 { return false }
    switch (lost.count, added.count) {
    case (0, 1): return true
    case (1, 1): return short.count >= 8
    case (2, 2): return lost.first == added.last && lost.last == added.first
    default: return false
    }
  }
}

extension [UInt8] {
  fileprivate func without(_ index: Int) -> [UInt8] {
    Array(self[..<index]) + self[(index + 1)...]
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
