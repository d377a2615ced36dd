package import StateKitCore
import StateKitFormat
package import StateKitSearch

/// The definitions of Exploring.md, taken literally: machines that are copied, a dictionary of all that decides what they do.
/// Slow, and with nothing in common with the explorer but the machine and the inputs.
package struct PlainExplorer {
  package var states = 0
  package var transitions = 0
  package var handled = 0
  package var changing = 0
  package var statesByDepth: [Int] = [1]
  /// The depth of the nearest state in which nothing goes on.
  package var nearestDeadEnd: Int?

  /// What the runs entered and took.
  package private(set) var coverage: CoverageCounts
  /// For each expression that is asked, the number of lines to the nearest state in which it is true.
  package var nearest: [Int?]

  package init(
    _ chart: Chart, _ candidates: InputCandidates, depth most: Int, limits: Limits = Limits(),
    asked: [StateKitCore.Expression] = []
  ) {
    let coverage = Coverage(chart)
    self.coverage = coverage.counts
    nearest = asked.map { _ in nil }
    var inputs = candidates
    let children = ChildWatch()
    var first = Machine(chart, limits: limits, sink: children, coverage: coverage)
    first.start()
    var known: Set<[UInt8]> = [Self.key(first)]
    var level = [first]
    var depth = 0
    func ask(_ states: [Machine]) {
      for (index, expression) in asked.enumerated() where nearest[index] == nil {
        let isTrue = states.contains { state in
          var state = state
          if case .bool(true)? = try? state.evaluate(expression) { return true }
          return false
        }
        if isTrue { nearest[index] = depth }
      }
    }
    ask(level)
    while !level.isEmpty, depth < most {
      var next: [Machine] = []
      for state in level where !state.isFinished {
        var goesOn = state.hasTimer(in: nil)
        var tried = Array(0..<inputs.fixedCount)
        for source in inputs.sources.indices {
          var machine = state
          tried += inputs.inputs(of: source, in: &machine)
        }
        for input in tried.map({ inputs.all[$0] }) {
          var machine = state
          let notes = Notes()
          let handledBefore = handled
          switch input.kind {
          case .answer: continue
          case .end(_, let work) where !state.parts.children.isRunning(work: work, in: chart): continue
          case .childEnd(let end):
            machine.end(end)
            if machine.lastOutcome == .handled || children.areActive {
              handled += 1
              goesOn = true
            }
          case .event(let event), .end(let event, _):
            let outcome = machine.send(event)
            if outcome == .handled || children.areActive {
              handled += 1
              if children.areActive || !Self.isForbidden(event, in: state) { goesOn = true }
            }
          case .advance(let advance):
            if !state.hasTimer(in: nil) { continue }
            machine.advance(advance, shown: "")
            if machine.lastOutcome == .handled || notes.isEmpty && Self.firesAfter(state) { handled += 1 }
          }
          transitions += 1
          let key = Self.key(machine)
          if key != Self.key(state) {
            changing += 1
            let movesClock = if case .advance = input.kind { true } else { false }
            if !movesClock, handled == handledBefore { handled += 1 }
            if !movesClock { goesOn = true }
          }
          if known.insert(key).inserted { next.append(machine) }
        }
        if !goesOn, nearestDeadEnd == nil { nearestDeadEnd = depth }
      }
      if !next.isEmpty { statesByDepth.append(next.count) }
      level = next
      depth += 1
      ask(level)
    }
    states = known.count
    self.coverage = coverage.counts
  }

  private struct Notes { var isEmpty = true }

  /// Whether children did something in the last step.
  private final class ChildWatch: TraceSink {
    private(set) var areActive = false

    func begin(_ header: TraceHeader) { areActive = false }
    func add(_ entries: TraceEntries) {
      for case .child(let child) in entries {
        for entry in child.entries {
          switch entry {
          case .event, .sendFired, .ignored, .declined, .forbidden, .rejected, .value: continue
          case .child: add([entry])
          default: areActive = true
          }
        }
      }
    }
    func end(_ summary: TraceSummary) {}
  }

  /// Whether the next moment fires an `after`.
  private static func firesAfter(_ machine: Machine) -> Bool {
    guard let due = machine.waitingTimers.first?.due else { return false }
    return machine.waitingTimers.contains { timer in
      if timer.due == due, case .after = timer.payload { true } else { false }
    }
  }

  /// Whether an event does nothing but stop at `null` handlers.
  private static func isForbidden(_ event: Event, in machine: Machine) -> Bool {
    let inquiry = Inquiry(event, of: machine)
    let fates = inquiry.lines.flatMap { $0 }.flatMap(\.candidates).map(\.fate)
    let isTaken = fates.contains { if case .taken = $0 { true } else { false } }
    return !isTaken
  }

  /// All that decides what a machine does. What is not told apart by it is told apart by the explorer, at most.
  fileprivate static func key(_ machine: Machine) -> [UInt8] {
    var out = ByteBuffer()
    out.append(machine.isFinished ? "!" : ".")
    for line in machine.data.answers?.lines ?? [] { out.append(counted: Array(line.text.utf8)) }
    machine.parts.appendIdentity(in: machine.chart, to: &out)
    return out.bytes
  }
}

/// Two charts gone through together, taken as literally: pairs of machines that are copied, and what they show after each input.
package enum PlainComparison {
  /// Whether some inputs, `most` of them at most, lead the charts to other active states, or are handled by one alone.
  package static func differ(_ first: Chart, _ second: Chart, _ inputs: InputCandidates, depth most: Int) -> Bool {
    var level = [[Machine(first, sink: NoTrace()), Machine(second, sink: NoTrace())]]
    for index in 0...1 { level[0][index].start() }
    if shown(level[0][0]) != shown(level[0][1]) { return true }
    var known: Set<[[UInt8]]> = [level[0].map(PlainExplorer.key)]
    for _ in 0..<most {
      var next: [[Machine]] = []
      for pair in level where !pair[0].isFinished {
        for input in inputs.all {
          var pair = pair
          for index in 0...1 { take(input.line, &pair[index]) }
          if shown(pair[0]) != shown(pair[1]) { return true }
          if known.insert(pair.map(PlainExplorer.key)).inserted { next.append(pair) }
        }
      }
      level = next
    }
    return false
  }

  /// Each chart has numbers of its own for its names: it reads the line itself.
  private static func take(_ line: String, _ machine: inout Machine) {
    let line = ScriptLine(file: "", number: 1, bytes: Array(line.utf8))
    if let step = try? ScriptParser(machine.chart).parse(line) { machine.perform(step) }
  }

  private static func shown(_ machine: Machine) -> [String] {
    machine.configuration.leaves.map { machine.chart.path($0) } + [machine.lastOutcome == .handled ? "handled" : ""]
  }
}
