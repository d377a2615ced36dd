import CEL
package import StateKitCore

/// Compares what two charts do: pairs of their states, breadth first, by what is seen after each input (Exploring.md,
/// Comparing).
package struct ChartDiff {
  /// What the charts are to each other, the strongest first.
  package enum Verdict: String, Sendable {
    case equivalent
    /// Wherever they differ, the first leaves unhandled what the second handles.
    case extends
    /// The other way round.
    case reduces
    case differs
    /// No difference was found before a bound was reached.
    case noDifference = "no difference within the bound"

    /// What the version of the second must be raised by; nil where it is not known.
    package var version: String? {
      switch self {
      case .equivalent: "patch"
      case .extends: "minor"
      case .reduces, .differs: "major"
      case .noDifference: nil
      }
    }
  }

  package struct Options: Sendable {
    package var choice = InputCandidates.Choice()
    package var bounds = ExploreBounds()
    package var limits = Limits()
    /// What the host says to each of them.
    package var answered: (first: HostAnswers?, second: HostAnswers?) = (nil, nil)
    /// The deepest active states must have the same paths, too.
    package var comparesStates = false
    /// Paths of states in the first chart, and what they are called in the second.
    package var renamed: [(old: String, new: String)] = []
    package var stop: @Sendable () -> ExploreBounds.Kind? = { nil }

    package init() {}
  }

  /// An input that one of the charts handles and the other does not.
  package struct Gap: Sendable {
    /// The deepest active states of the chart that does not handle it.
    package let configuration: [String]
    /// The name of the event.
    package let event: String
    package let line: String
    package let script: [String]
  }

  package struct Result: Sendable {
    package var verdict: Verdict
    /// Pairs of states that were found.
    package var pairs = 0
    package var depth = 0
    package var bound: ExploreBounds.Kind?
    /// The lines of a shortest script that shows the difference; nil where there is none.
    package var script: [String]?
    package var gaps: [Gap] = []
  }

  private var first: DiffSide
  private var second: DiffSide
  private let inputs: [InputCandidates.Input]
  private let options: Options
  private var table: StateTable
  private var parents: [(state: Int, line: String)] = [(0, "")]

  package init(_ first: Chart, _ second: Chart, _ options: Options) {
    self.options = options
    var inputs = InputCandidates(first, options.choice).all
    for input in InputCandidates(second, options.choice).all
    where !inputs.contains(where: { $0.line.utf8.elementsEqual(input.line.utf8) }) {
      inputs.append(input)
    }
    // What the host says is given by the options, the same for both.
    inputs.removeAll { if case .answer = $0.kind { true } else { false } }
    self.inputs = inputs
    self.first = DiffSide(first, inputs, options.limits, answered: options.answered.first)
    self.second = DiffSide(second, inputs, options.limits, answered: options.answered.second)
    let widths = (self.first.codec.layout.fields + self.second.codec.layout.fields).map { Int($0.width) }
    table = StateTable(StateLayout(widths: widths))
  }

  /// Compares until all pairs are known, a difference is found, or a bound is reached.
  package mutating func run() -> Result {
    var result = Result(verdict: .equivalent)
    var isFirst = first.start()
    var isSecond = second.start()
    note(&isFirst, &isSecond)
    if !isFirst.isSame(as: isSecond) {
      result.verdict = .differs
      result.script = []
      return result
    }
    _ = add()
    var levelEnd = 1
    var state = 0
    var reduces: [Gap] = []
    while state < table.count, result.bound == nil {
      if state == levelEnd {
        result.depth += 1
        levelEnd = table.count
      }
      if result.depth == options.bounds.depth {
        result.bound = .depth
        break
      }
      let pair = parts(of: state)
      for input in inputs.indices {
        let line: String
        let seen: (Observation, Observation)
        first.machine.restore(pair.first)
        second.machine.restore(pair.second)
        if case .advance(let advance) = inputs[input].kind {
          guard let delay = delay(of: advance, pair) else { continue }
          line = "+" + Delay.text(delay)
          seen = (first.advance(delay), second.advance(delay))
        } else {
          if pair.first.isFinished, pair.second.isFinished { continue }
          line = inputs[input].line
          seen = (first.take(input), second.take(input))
        }
        if let kind = options.stop() {
          result.bound = kind
          break
        }
        var (one, other) = seen
        note(&one, &other)
        if !one.isSame(as: other) {
          let gap = Gap(
            configuration: (one.response == .handled ? pair.second : pair.first).leaves.map {
              (one.response == .handled ? second : first).chart.path($0)
            }, event: inputs[input].name, line: line, script: script(to: state) + [line])
          switch (one.response, other.response) {
          case (.unhandled, .handled), (.rejected, .handled): Self.add(gap, to: &result.gaps)
          case (.handled, .unhandled), (.handled, .rejected): Self.add(gap, to: &reduces)
          default:
            result.verdict = .differs
            result.script = gap.script
            result.gaps = []
            result.pairs = table.count
            return result
          }
          continue
        }
        if add() { parents.append((state, line)) }
        if table.count >= options.bounds.states {
          result.bound = .states
          break
        }
      }
      state += 1
    }
    result.pairs = table.count
    return concluded(result, reduces)
  }

  /// Adds a gap, once for each configuration and event: other data and payloads show no other one.
  private static func add(_ gap: Gap, to gaps: inout [Gap]) {
    let isKnown = gaps.contains { known in
      known.event.utf8.elementsEqual(gap.event.utf8)
        && known.configuration.elementsEqual(gap.configuration) { $0.utf8.elementsEqual($1.utf8) }
    }
    if !isKnown { gaps.append(gap) }
  }

  private func concluded(_ found: Result, _ reduces: [Gap]) -> Result {
    var result = found
    if !result.gaps.isEmpty, !reduces.isEmpty {
      result.verdict = .differs
      result.gaps += reduces
    } else if !reduces.isEmpty {
      result.verdict = .reduces
      result.gaps = reduces
    } else if !result.gaps.isEmpty {
      result.verdict = .extends
    } else if result.bound != nil {
      result.verdict = .noDifference
    }
    result.script = result.gaps.map(\.script).min { $0.count < $1.count }
    return result
  }

  /// How far the clock is moved: to the next timer of either. Nil where none waits.
  private func delay(of advance: Machine.Advance, _ pair: (first: MachineParts, second: MachineParts)) -> Int64? {
    guard let due = [pair.first.nextDue, pair.second.nextDue].compactMap({ $0 }).min() else { return nil }
    if case .by(let delay) = advance { return delay }
    return due
  }

  /// Adds the active states to what is seen, where they count.
  private func note(_ one: inout Observation, _ other: inout Observation) {
    guard options.comparesStates else { return }
    one.states = first.paths.map { renamed($0) }
    other.states = second.paths
  }

  /// A path of the first chart as the second has it: each state that was renamed, and what is below it.
  private func renamed(_ path: String) -> String {
    for (old, new) in options.renamed {
      if path.utf8.elementsEqual(old.utf8) { return new }
      if path.utf8.starts(with: (old + ".").utf8) {
        return new + String(Substring(path.utf8.dropFirst(old.utf8.count)))
      }
    }
    return path
  }

  // MARK: Pairs

  /// Adds the pair that the machines are in now; whether it is new.
  private mutating func add() -> Bool {
    var one = [UInt32](repeating: 0, count: first.codec.roles.count)
    var other = [UInt32](repeating: 0, count: second.codec.roles.count)
    first.codec.encode(first.machine.parts, mayBeIrregular: !first.machine.faults.isEmpty, into: &one)
    second.codec.encode(second.machine.parts, mayBeIrregular: !second.machine.faults.isEmpty, into: &other)
    return table.insert(one + other).isNew
  }

  private func parts(of state: Int) -> (first: MachineParts, second: MachineParts) {
    let count = first.codec.roles.count
    var fields = [UInt32](repeating: 0, count: count + second.codec.roles.count)
    table.values(state, into: &fields)
    return (first.codec.decode(Array(fields[..<count])), second.codec.decode(Array(fields[count...])))
  }

  private func script(to state: Int) -> [String] {
    var lines: [String] = []
    var index = state
    while index > 0 {
      lines.append(parents[index].line)
      index = parents[index].state
    }
    return lines.reversed()
  }
}
