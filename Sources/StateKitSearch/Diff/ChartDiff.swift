import CEL
package import StateKitCore

/// Compares the behaviour of two charts: visits pairs of their states, breadth first, and compares the output after
/// each input (Exploring.md, Comparing).
package struct ChartDiff: ~Copyable {
  var first: DiffSide
  var second: DiffSide
  /// The inputs that are tried in all pairs, then those that were added for some pairs.
  var inputs: [InputCandidates.Input]
  let fixedCount: Int
  /// The candidates of both charts, for payloads that depend on a state.
  var candidates: [InputCandidates]
  /// The indices of the inputs, by their lines.
  var numbers: [[UInt8]: Int] = [:]
  let options: Options
  var table: StateTable
  /// The origin of each pair; the first pairs are starts.
  private(set) var origins: [Origin] = []
  private(set) var starts: [HostChoices.Start] = []
  /// True if the host could answer a guard in two ways in one line.
  private let areAnswersSampled: Bool
  private var tries = 0
  private var cost = 0
  private var reduces: [Gap] = []
  /// The event and the configuration of each gap, and the side that handles it.
  private var known: Set<[UInt8]> = []
  /// The depth of the first pair whose successors were left out; nil if none were.
  private var cutDepth: Int?
  /// True if an event has started a timer while a timer of either chart waited.
  private var startsBeside = false

  package init(_ first: Chart, _ second: Chart, options: Options) {
    self.options = options
    // Both get the same answers: host guards that one of them leaves open are answered both ways for both.
    var guards = HostChoices.open(in: first, answered: options.answered.first)
    for name in HostChoices.open(in: second, answered: options.answered.second)
    where guards.count < HostChoices.mostGuards && !guards.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      guards.append(name)
    }
    areAnswersSampled = HostChoices.areSampled(guards, in: [first, second])
    candidates = [(first, options.answered.first), (second, options.answered.second)].map { chart, answered in
      var choice = options.choice
      choice.answered = answered
      return InputCandidates(chart, choice: choice, comparesShown: true)
    }
    var inputs: [InputCandidates.Input] = []
    var known: Set<[UInt8]> = []
    let own = Self.ownEvents(first, second).filter(options.choice.includes).map { name in
      let event = first.event(name.utf8Bytes.span, data: nil)
      return InputCandidates.Input(kind: .event(event), line: DisplayText.name(name), name: name)
    }
    for input in candidates.flatMap(\.all) + own where known.insert(Array(input.line.utf8)).inserted {
      inputs.append(input)
    }
    inputs.removeAll { if case .answer = $0.kind { true } else { false } }
    for (index, name) in guards.enumerated() {
      for isTrue in [false, true] {
        let line = ":guard \(DisplayText.name(name)) = \(isTrue)"
        inputs.append(InputCandidates.Input(kind: .answer(guard: index, isTrue), line: line, name: ""))
      }
    }
    self.inputs = inputs
    fixedCount = inputs.count
    for (index, input) in inputs.enumerated() { numbers[Array(input.line.utf8)] = index }
    self.first = DiffSide(
      first, inputs: inputs, options: options, host: HostChoices(first, names: guards, answered: options.answered.first)
    )
    self.second = DiffSide(
      second, inputs: inputs, options: options,
      host: HostChoices(second, names: guards, answered: options.answered.second))
    let widths = (self.first.codec.layout.fields + self.second.codec.layout.fields).map { Int($0.width) }
    table = StateTable(StateLayout(widths: widths + [guards.count]))
  }

  /// The result of an input for both charts.
  private enum Trial {
    case untried
    case answers(UInt32)
    case seen(Observation, Observation, delay: Int64)
  }

  /// Compares until all pairs are known, a difference is found, or a bound is reached.
  package mutating func run() -> Result {
    var result = Result(verdict: .equivalent)
    for candidates in candidates { result.samples.formUnion(candidates.samples) }
    if areAnswersSampled { result.samples.insert(.answers) }
    // Not tried are events that one of them rejects and the other ignores: all others, or own ones that are left out.
    let areAllTried = Self.ownEvents(first.chart, second.chart).allSatisfy(options.choice.includes)
    if first.chart.isClosed != second.chart.isClosed || !areAllTried { result.samples.insert(.events) }
    starts = HostChoices.starts { [first, second, options] in
      first.asked(answering: $0, limits: options.limits) | second.asked(answering: $0, limits: options.limits)
    }
    for start in starts {
      first.machine.answers = first.host.answers(start.answers)
      second.machine.answers = second.host.answers(start.answers)
      let (one, other) = (first.start(), second.start())
      let seen = noted(one, other)
      if !seen.0.isSame(as: seen.1) {
        result.verdict = .differs
        result.script = first.host.script(from: start, lines: [])
        return result
      }
      if add(start.answers) { origins.append(Origin(pair: UInt32(table.count - 1), input: 0, delay: 0)) }
    }
    var levelEnd = table.count
    var index = 0
    while index < table.count, result.bound == nil {
      if index == levelEnd {
        result.depth += 1
        levelEnd = table.count
      }
      if result.depth == options.bounds.depth {
        result.bound = .depth
        break
      }
      expand(index, result: &result)
      if result.verdict == .differs { break }
      index += 1
    }
    if let cutDepth {
      // All inputs were tried in the pairs of that depth.
      result.depth = min(result.depth, cutDepth + 1)
      result.bound = result.bound ?? .effort
    }
    result.pairs = table.count
    if startsBeside { result.samples.insert(.times) }
    return concluded(result)
  }

  /// Tries all inputs in a pair, until a difference is found or a bound is reached.
  private mutating func expand(_ index: Int, result: inout Result) {
    let pair = pair(at: index)
    if pair.first.isFinished, pair.second.isFinished { return }
    for input in Array(0..<fixedCount) + otherInputs(in: pair) {
      var answers = pair.answers
      var origin = Origin(pair: UInt32(index), input: UInt32(input))
      switch trial(of: input, in: pair) {
      case .untried: continue
      case .answers(let changed):
        first.machine.restore(pair.first)
        second.machine.restore(pair.second)
        answers = changed
      case .seen(let one, let other, let delay):
        origin.delay = delay
        if let kind = boundReached() {
          result.bound = kind
          return
        }
        let seen = noted(one, other)
        if !seen.0.isSame(as: seen.1) {
          note(seen, after: origin, in: pair, result: &result)
          if result.verdict == .differs { return }
          continue
        }
      }
      if table.count >= options.effort.pairs {
        cutDepth = cutDepth ?? result.depth
        continue
      }
      if add(answers) { origins.append(origin) }
      if table.count >= options.bounds.states {
        result.bound = .states
        return
      }
    }
  }

  /// Lets both machines take an input.
  private mutating func trial(of input: Int, in pair: Pair) -> Trial {
    var delay: Int64 = 0
    switch inputs[input].kind {
    case .answer(let index, let isTrue):
      let bit: UInt32 = 1 << UInt32(index)
      return (pair.answers & bit != 0) == isTrue ? .untried : .answers(pair.answers ^ bit)
    case .end:
      if !first.isWorking(input, state: pair.first), !second.isWorking(input, state: pair.second) { return .untried }
    case .advance(let advance):
      guard let due = pair.nextDue else { return .untried }
      if case .by(let wait) = advance { delay = wait } else { delay = due }
    case .event, .childEnd: break
    }
    first.prepare(pair.first, answers: pair.answers)
    second.prepare(pair.second, answers: pair.answers)
    tries += 1
    if case .advance = inputs[input].kind { return .seen(first.advance(delay), second.advance(delay), delay: delay) }
    let marks = (first.machine.nextTimerSerial, second.machine.nextTimerSerial)
    let seen = Trial.seen(first.perform(input), second.perform(input), delay: 0)
    if pair.nextDue != nil, !startsBeside {
      let ends = [(first.machine.parts, marks.0), (second.machine.parts, marks.1)]
      startsBeside = MachineStepper.startsBeside(ends)
    }
    return seen
  }

  private mutating func boundReached() -> ExploreBounds.Kind? {
    cost += first.machine.lineCost + second.machine.lineCost
    if tries > options.effort.tries || cost > options.effort.cost { return .effort }
    let bytes = table.bytes + origins.count * 16 + first.codec.bytes + second.codec.bytes
    return bytes > options.bounds.memory ? .memory : options.stop()
  }

  /// Records a difference: a gap, if one of them leaves an event unhandled that the other handles.
  private mutating func note(
    _ seen: (Observation, Observation), after origin: Origin, in pair: Pair, result: inout Result
  ) {
    let isHandled = seen.0.response == .handled
    switch (seen.0.response, seen.1.response) {
    case (.unhandled, .handled), (.rejected, .handled), (.handled, .unhandled), (.handled, .rejected):
      let event = inputs[Int(origin.input)].name
      let chart = isHandled ? second.chart : first.chart
      let configuration = (isHandled ? pair.second : pair.first).leaves.map { chart.path($0) }
      // Once for each configuration and event: other data and payloads add nothing. No name has the byte 0xFF.
      var key: [UInt8] = [isHandled ? 1 : 0]
      for name in [event] + configuration { key += Array(name.utf8) + [0xFF] }
      guard known.insert(key).inserted else { return }
      let gap = Gap(configuration: configuration, event: event, line: line(of: origin), script: script(by: origin))
      if isHandled { reduces.append(gap) } else { result.gaps.append(gap) }
    default:
      result.verdict = .differs
      result.script = script(by: origin)
      result.gaps = []
    }
  }

  private func concluded(_ found: Result) -> Result {
    if found.verdict == .differs { return found }
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
}
