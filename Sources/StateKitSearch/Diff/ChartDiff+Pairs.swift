import StateKitCore

extension ChartDiff {
  /// The events that one chart rejects because only it raises them, while the other may ignore them. If one of the
  /// charts is closed, events that only one of them rejects are not tried.
  static func ownEvents(_ first: Chart, _ second: Chart) -> [String] {
    if first.isClosed || second.isClosed { return [] }
    return first.ownEvents.filter { !second.isInternal($0) } + second.ownEvents.filter { !first.isInternal($0) }
  }
}

/// The pairs of states found so far, and scripts that lead to them.
extension ChartDiff {
  /// The origin of a pair: the pair before, an input, and the time by which it moved the clock.
  struct Origin {
    let pair: UInt32
    let input: UInt32
    var delay: Int64 = 0
  }

  /// A pair of states of the two.
  struct Pair {
    let first: MachineParts
    let second: MachineParts
    /// The answers of the host guards, for both.
    let answers: UInt32

    /// The time until the next timer of either; nil if no timer waits.
    var nextDue: Int64? { [first.nextDue, second.nextDue].compactMap { $0 }.min() }
  }

  /// Adds the pair of the machines' current states. Returns true if it is new.
  mutating func add(_ answers: UInt32) -> Bool {
    var one = [UInt32](repeating: 0, count: first.codec.roles.count)
    var other = [UInt32](repeating: 0, count: second.codec.roles.count)
    first.codec.encode(first.machine.parts, into: &one)
    second.codec.encode(second.machine.parts, into: &other)
    return table.insert(one + other + [answers]).isNew
  }

  func pair(at index: Int) -> Pair {
    let count = first.codec.roles.count
    var fields = [UInt32](repeating: 0, count: count + second.codec.roles.count + 1)
    table.values(index, into: &fields)
    return Pair(
      first: first.codec.decode(Array(fields[..<count])),
      second: second.codec.decode(Array(fields[count..<(fields.count - 1)])), answers: fields[fields.count - 1])
  }

  /// The inputs that are tried in this pair, beside those of all pairs: payloads near the data of either chart.
  mutating func otherInputs(in pair: Pair) -> [Int] {
    var found: [Int] = []
    for side in candidates.indices where !candidates[side].sources.isEmpty {
      var machine = side == 0 ? first.machine : second.machine
      machine.restore(side == 0 ? pair.first : pair.second)
      for source in candidates[side].sources.indices {
        for number in candidates[side].inputs(of: source, in: &machine) {
          let index = index(of: candidates[side].all[number])
          if index >= fixedCount, !found.contains(index) { found.append(index) }
        }
      }
    }
    return found
  }

  /// The index of an input, which is added if it is new.
  private mutating func index(of input: InputCandidates.Input) -> Int {
    if let known = numbers[Array(input.line.utf8)] { return known }
    numbers[Array(input.line.utf8)] = inputs.count
    inputs.append(input)
    first.add(input)
    second.add(input)
    return inputs.count - 1
  }

  /// The line of the input that leads from one pair to the next.
  func line(of origin: Origin) -> String {
    let input = inputs[Int(origin.input)]
    return if case .advance = input.kind { "+" + Delay.text(origin.delay) } else { input.line }
  }

  /// The lines of a shortest script that leads to a pair, then to the next one.
  func script(by last: Origin) -> [String] {
    var steps = [last]
    while let pair = steps.last?.pair, pair >= starts.count { steps.append(origins[Int(pair)]) }
    return first.host.script(
      from: starts[Int(steps[steps.count - 1].pair)],
      lines: steps.reversed().map { step in
        guard case .answer(let answered, let isTrue) = inputs[Int(step.input)].kind else {
          return HostChoices.Line(text: line(of: step))
        }
        return HostChoices.Line(text: line(of: step), answer: (answered, isTrue))
      })
  }

  // MARK: Observations

  /// The observations, with the active states if these are compared.
  func noted(_ one: Observation, _ other: Observation) -> (Observation, Observation) {
    guard options.sight == .states else { return (one, other) }
    var (one, other) = (one, other)
    one.states = first.paths.map { renamed($0) }
    other.states = second.paths
    return (one, other)
  }

  /// The path in the second chart of a path in the first: with renamed states replaced, also within the path.
  private func renamed(_ path: String) -> String {
    for (old, new) in options.renamed {
      if path.utf8.elementsEqual(old.utf8) { return new }
      if path.utf8.starts(with: (old + ".").utf8) {
        return new + String(Substring(path.utf8.dropFirst(old.utf8.count)))
      }
    }
    return path
  }
}
