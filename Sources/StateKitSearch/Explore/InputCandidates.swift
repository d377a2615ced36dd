package import CEL
package import StateKitCore
import StateKitFormat

/// What a script line may do to a chart, as lines to try: events with payloads, and moves of the clock (Exploring.md).
package struct InputCandidates: Sendable {
  /// One input.
  package struct Input: Sendable {
    package enum Kind: Sendable {
      case event(Event)
      /// Ends a host invocation, an entry of `Chart.invocations`, where it runs.
      case end(Event, work: Int32)
      /// From now on a host guard is answered so, where it was answered otherwise.
      case answer(guard: Int, Bool)
      /// Moves the clock, where something waits for it.
      case advance(Machine.Advance)
    }

    package let kind: Kind
    /// The line of a script that says it.
    package let line: String
    /// The name of the event; empty for a move of the clock.
    package let name: String
  }

  /// Which inputs are tried.
  package struct Choice: Sendable {
    /// Only these events; nil for all.
    package var events: [String]?
    package var except: [String] = []
    /// Payloads by event, in place of those that the chart leads to.
    package var payloads: [(event: String, values: [Value])] = []
    /// What the host says, whatever is tried.
    package var answered: HostAnswers?
    /// Milliseconds by which the clock is moved, besides `+next`.
    package var waits: [Int64] = []

    package init() {}
  }

  /// The most payloads of one event.
  package static let mostPayloads = 100

  package private(set) var all: [Input] = []
  /// The host guards that are answered both ways.
  let host: HostChoices
  /// The events that have payloads, with those that are tried, in order.
  package private(set) var payloads: [(event: String, values: [Value?])] = []
  /// The events of which not all combinations are tried.
  package private(set) var cut: [String] = []

  /// `asked`: expressions that are asked of the chart and stand outside of it.
  package init(_ chart: Chart, _ choice: Choice = Choice(), asked: [Expression] = []) {
    let constants = PayloadConstants(chart, asked: asked)
    host = HostChoices(chart, HostChoices.open(in: chart, answered: choice.answered), answered: choice.answered)
    var names = Self.eventNames(chart) + Self.endsOfWork(chart)
    if let wanted = choice.events {
      names = names.filter { name in wanted.contains { $0.utf8.elementsEqual(name.utf8) } }
    }
    names.removeAll { name in choice.except.contains { $0.utf8.elementsEqual(name.utf8) } }
    for name in names {
      let given = choice.payloads.first { $0.event.utf8.elementsEqual(name.utf8) }?.values
      var values = given ?? Self.candidates(chart, name, constants)
      if values.count > Self.mostPayloads, given == nil {
        values.removeLast(values.count - Self.mostPayloads)
        cut.append(name)
      }
      if values.count > 1 || values.contains(where: { $0 != nil }) { payloads.append((name, values)) }
      for value in values {
        let shown = DisplayText.name(name)
        let line = value.map { "\(shown) \($0.json)" } ?? shown
        all.append(Input(kind: .event(chart.event(name.utf8.span, data: value)), line: line, name: name))
      }
    }
    addEnds(chart, constants)
    for wait in choice.waits { all.append(Input(kind: .advance(.by(wait)), line: "+" + Delay.text(wait), name: "")) }
    all.append(Input(kind: .advance(.next), line: "+next", name: ""))
    addAnswers()
  }

  /// Whatever the host works at ends well or badly.
  private mutating func addEnds(_ chart: Chart, _ constants: PayloadConstants) {
    for (index, invocation) in chart.invocations.enumerated() where invocation.source != nil {
      for prefix in ["done.invoke.", "error.invoke."] {
        let name = prefix + invocation.id
        for value in Self.candidates(chart, name, constants).prefix(Self.mostPayloads) {
          let shown = DisplayText.name(name)
          all.append(
            Input(
              kind: .end(chart.event(name.utf8.span, data: value), work: Int32(index)),
              line: value.map { "\(shown) \($0.json)" } ?? shown, name: name))
        }
      }
    }
  }

  /// Each host guard is answered both ways, but those that are answered already.
  private mutating func addAnswers() {
    for (index, lines) in host.lines.enumerated() {
      for (line, isTrue) in zip(lines, [false, true]) {
        all.append(Input(kind: .answer(guard: index, isTrue), line: line.text, name: ""))
      }
    }
  }

  /// The declared events; without a declaration those that handlers name, and for each pattern a name that only it takes.
  private static func eventNames(_ chart: Chart) -> [String] {
    if chart.alphabet != nil { return chart.declaredEvents.filter { !EventType.comesByItself($0) } }
    var names = chart.handledEventNames.filter { !EventType.comesByItself($0) }
    for prefix in chart.patterns {
      if EventType.comesByItself(prefix) { continue }
      var name = prefix + "other"
      var number = 2
      while let id = chart.event(named: name.utf8.span), id.index < chart.eventCount || !chart.isHandled(id) {
        name = prefix + "other\(number)"
        number += 1
      }
      names.append(name)
    }
    return names
  }

  /// The events by which the host ends what it was asked for.
  private static func endsOfWork(_ chart: Chart) -> [String] {
    var names: [String] = []
    for invocation in chart.invocations where invocation.source != nil {
      for name in ["done.invoke." + invocation.id, "error.invoke." + invocation.id]
      where !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        names.append(name)
      }
    }
    return names
  }
}
