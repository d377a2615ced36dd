import CEL
package import StateKitCore

/// The parts of a chart that runs have touched, and those that they have missed.
package struct CoverageReport: Sendable {
  /// The kinds of counted parts.
  package enum Kind: String, CaseIterable, Sendable {
    case states
    case handlers
    case guards
    case timers
    case history
    case invocations
  }

  /// A part that can be touched.
  package struct Point: Sendable {
    package let kind: Kind
    package let span: SourceSpan
    /// A description: `the handler of "open" in closed`.
    package let what: String
    package let count: UInt32
    /// The missing event, if the count is 0: `is never taken`.
    package let missing: String
    /// The index of the handler, for a handler.
    package fileprivate(set) var handler: Int?
  }

  /// The parts in order of position. A transition of a translated file is counted once, even if several handlers are
  /// copies of it.
  package let points: [Point]
  private let handlerNames: [String]

  /// The description of a handler, by its index in `Chart.handlers`.
  func shown(handler index: Int) -> String { handlerNames[index] }

  package init(_ located: LocatedChart, counts: CoverageCounts) {
    let chart = located.chart
    let copies = Self.copies(in: located)
    let spans = located.spans
    var points: [Point] = []
    func add(_ kind: Kind, at span: SourceSpan, what: String, count: UInt32, missing: String) {
      points.append(Point(kind: kind, span: span, what: what, count: count, missing: missing))
    }
    for index in chart.states.indices {
      let state = chart.shownReference(StateID(index))
      let span = spans.states[index]
      if chart.states[index].kind.isHistory {
        add(
          .history, at: span, what: "the history \(state)", count: counts.restored[index],
          missing: "is never entered with a record")
        add(
          .history, at: span, what: "the history \(state)", count: counts.unrecorded[index],
          missing: "is never entered without a record")
      } else {
        add(.states, at: span, what: "the state \(state)", count: counts.entered[index], missing: "is never entered")
      }
    }
    handlerNames = Self.handlerNames(located, copies: copies)
    for (index, handler) in chart.handlers.enumerated() {
      guard let same = copies[index] ?? (copies.isEmpty ? [index] : nil) else { continue }
      points.append(
        Point(
          kind: .handlers, span: handler.span, what: handlerNames[index],
          count: same.reduce(0) { $0 &+ counts.taken[$1] }, missing: "is never taken", handler: index))
      let conditions = same.map { Int(chart.handlers[$0].condition) }.filter { $0 >= 0 }
      if let first = conditions.first {
        let span = chart.expressions[first].source.span
        let what = "the guard of \(handlerNames[index])"
        add(
          .guards, at: span, what: what, count: conditions.reduce(0) { $0 &+ counts.held[$1] }, missing: "is never true"
        )
        add(
          .guards, at: span, what: what, count: conditions.reduce(0) { $0 &+ counts.failed[$1] },
          missing: "is never false")
      }
    }
    let asked = chart.guards.isEmpty ? [] : Self.guardsAsked(in: chart)
    for entry in chart.guards where entry.definition >= 0 && asked.contains(Array(entry.name.utf8)) {
      let what = "the guard \(DisplayText.name(entry.name))"
      let definition = Int(entry.definition)
      let span = chart.expressions[definition].source.span
      add(.guards, at: span, what: what, count: counts.held[definition], missing: "is never true")
      add(.guards, at: span, what: what, count: counts.failed[definition], missing: "is never false")
    }
    for (index, timer) in chart.timers.enumerated() {
      guard let first = timer.candidates.indices.first else { continue }
      let handler = chart.handlers[first]
      add(
        .timers, at: handler.span, what: timer.shown(of: handler.state, in: chart), count: counts.fired[index],
        missing: "never fires")
    }
    for (index, invocation) in chart.invocations.enumerated() where invocation.source != nil {
      let what = "the host work \(DisplayText.name(invocation.id)) in \(chart.shownReference(invocation.state))"
      add(.invocations, at: invocation.spans.name, what: what, count: counts.workDone[index], missing: "is never done")
      add(.invocations, at: invocation.spans.name, what: what, count: counts.workFailed[index], missing: "never fails")
    }
    self.points = points.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
      .map(\.element)
  }

  /// The handlers that are copies of one transition of a translated file, by the first of them; empty without
  /// translation.
  private static func copies(in located: LocatedChart) -> [Int: [Int]] {
    struct Transition: Hashable {
      let state: StateID
      let span: SourceSpan
    }
    guard let translation = located.translation else { return [:] }
    var firsts: [Transition: Int] = [:]
    var copies: [Int: [Int]] = [:]
    for (index, handler) in located.chart.handlers.enumerated() {
      let transition = Transition(state: handler.state, span: translation.shown(handler.span))
      let first = firsts[transition] ?? index
      firsts[transition] = first
      copies[first, default: []].append(index)
    }
    return copies
  }

  /// The named guards that the guards of handlers use.
  private static func guardsAsked(in chart: Chart) -> Set<[UInt8]> {
    var asked: Set<[UInt8]> = []
    for handler in chart.handlers where handler.condition >= 0 {
      for name in chart.expressions[Int(handler.condition)].program.guards { asked.insert(Array(name.utf8)) }
    }
    return asked
  }

  /// The number of parts of a kind, and the number of them that were touched.
  package func count(of kind: Kind?) -> (touched: Int, all: Int) {
    let those = points.filter { kind == nil || $0.kind == kind }
    return (those.count { $0.count > 0 }, those.count)
  }

  package var missed: [Point] { points.filter { $0.count == 0 } }

  /// The coverage in percent, rounded down; 100 for a chart without parts.
  package var percent: Int {
    let (touched, all) = count(of: nil)
    return all == 0 ? 100 : touched * 100 / all
  }
}
