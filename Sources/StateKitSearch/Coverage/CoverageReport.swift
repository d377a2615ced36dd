import CEL
package import StateKitCore

/// What runs of a chart have touched, and what they have missed.
package struct CoverageReport: Sendable {
  /// What is counted.
  package enum Kind: String, CaseIterable, Sendable {
    case states
    case handlers
    case guards
    case timers
    case history
    case invocations
  }

  /// One thing that can be touched.
  package struct Point: Sendable {
    package let kind: Kind
    package let span: SourceSpan
    /// What it is, in words: `the handler of "open" in closed`.
    package let what: String
    package let count: UInt32
    /// The index of the handler, where it is one.
    package let handler: Int?
    /// What has not happened, where nothing has: `is never taken`.
    package let missing: String
  }

  /// In order of position.
  package let points: [Point]

  /// A handler in words, by its index in `Chart.handlers`.
  func shown(handler index: Int) -> String {
    points.first { $0.handler == index }?.what ?? "a handler"
  }

  package init(_ located: LocatedChart, _ counts: CoverageCounts) {
    let chart = located.chart
    let spans = located.spans
    var points: [Point] = []
    func add(_ kind: Kind, _ span: SourceSpan, _ what: String, _ count: UInt32, _ missing: String, handler: Int? = nil)
    {
      points.append(Point(kind: kind, span: span, what: what, count: count, handler: handler, missing: missing))
    }
    for index in chart.states.indices {
      let state = chart.shownReference(StateID(index))
      let span = spans.states[index]
      if chart.states[index].kind.isHistory {
        add(.history, span, "the history \(state)", counts.restored[index], "is never entered with a record")
        add(.history, span, "the history \(state)", counts.unrecorded[index], "is never entered without a record")
      } else {
        add(.states, span, "the state \(state)", counts.entered[index], "is never entered")
      }
    }
    let occasions = Self.occasions(located)
    for (index, handler) in chart.handlers.enumerated() {
      let state = chart.shownReference(handler.state)
      let occasion = occasions[index] ?? "a handler"
      add(.handlers, handler.span, "\(occasion) in \(state)", counts.taken[index], "is never taken", handler: index)
      if handler.condition >= 0 {
        let expression = chart.expressions[Int(handler.condition)]
        let what = "the guard of \(occasion) in \(state)"
        add(.guards, expression.source.span, what, counts.held[Int(handler.condition)], "is never true")
        add(.guards, expression.source.span, what, counts.failed[Int(handler.condition)], "is never false")
      }
    }
    let asked = chart.guards.isEmpty ? [] : Self.guardsAsked(in: chart)
    for entry in chart.guards where entry.definition >= 0 && asked.contains(Array(entry.name.utf8)) {
      let what = "the guard \(DisplayText.name(entry.name))"
      let definition = Int(entry.definition)
      let span = chart.expressions[definition].source.span
      add(.guards, span, what, counts.held[definition], "is never true")
      add(.guards, span, what, counts.failed[definition], "is never false")
    }
    for (index, timer) in chart.timers.enumerated() {
      guard let first = timer.candidates.indices.first else { continue }
      let handler = chart.handlers[first]
      add(.timers, handler.span, timer.shown(of: handler.state, in: chart), counts.fired[index], "never fires")
    }
    for (index, invocation) in chart.invocations.enumerated() where invocation.source != nil {
      let what = "what the host does as \(DisplayText.name(invocation.id)) in \(chart.shownReference(invocation.state))"
      add(.invocations, invocation.nameSpan, what, counts.workDone[index], "is never done")
      add(.invocations, invocation.nameSpan, what, counts.workFailed[index], "never fails")
    }
    self.points = points.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
      .map(\.element)
  }

  /// The named guards that the guards of handlers ask.
  private static func guardsAsked(in chart: Chart) -> Set<[UInt8]> {
    var asked: Set<[UInt8]> = []
    for handler in chart.handlers where handler.condition >= 0 {
      for name in chart.expressions[Int(handler.condition)].program.guards { asked.insert(Array(name.utf8)) }
    }
    return asked
  }

  /// How many things of a kind there are, and how many of them were touched.
  package func count(of kind: Kind?) -> (touched: Int, all: Int) {
    let those = points.filter { kind == nil || $0.kind == kind }
    return (those.count { $0.count > 0 }, those.count)
  }

  package var missed: [Point] { points.filter { $0.count == 0 } }

  /// In hundredths, rounded down; a chart of which there is nothing to touch is covered.
  package var percent: Int {
    let (touched, all) = count(of: nil)
    return all == 0 ? 100 : touched * 100 / all
  }

  /// What each handler answers, in words.
  private static func occasions(_ located: LocatedChart) -> [Int: String] {
    let chart = located.chart
    var found: [Int: String] = [:]
    // Of keys that share a handler the first one names it.
    for binding in located.spans.bindings.reversed() {
      let word: String
      switch binding.trigger {
      case .event(let event): word = DisplayText.name(chart.names.text(chart.eventNames[event.index]))
      case .pattern(let prefix): word = DisplayText.quoted(chart.names.text(prefix) + "*")
      case .done: word = "onDone"
      }
      for handler in binding.candidates.indices { found[handler] = word }
    }
    for state in chart.states {
      for handler in state.always.indices { found[handler] = "always" }
    }
    for timer in chart.timers {
      for handler in timer.candidates.indices { found[handler] = "after \(timer.shownLength(in: chart))" }
    }
    return found
  }
}
