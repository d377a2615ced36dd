package import StateKitCore

/// All that a chart can be, as far as it was explored: states in the order in which they were found, breadth first, each with
/// the input that led to it first.
package struct StateSpace: Sendable {
  /// An arc of the graph: an input that was handled, or moved the clock.
  struct Arc: Sendable {
    let target: UInt32
    let input: UInt16
    let movesClock: Bool
    /// The kinds of timers that waited before and wait still, a bit each.
    let survivors: UInt32

    /// A host guard is answered otherwise; nothing happens.
    var isAnswer: Bool { survivors == .max && !movesClock }
  }

  package let inputs: InputCandidates
  var codec: StateCodec
  var table: StateTable
  private var parents: [UInt32] = []
  private var causes: [UInt16] = []
  /// How each of the first states comes about.
  private(set) var starts: [HostChoices.Start] = []
  /// The first arc of each state that was expanded; only where arcs are kept.
  private var arcStarts = PagedArray<UInt32>()
  private var arcs = PagedArray<Arc>()
  let keepsArcs: Bool

  /// How many states there are at each depth.
  package internal(set) var statesByDepth: [Int] = [1]
  /// Pairs of a state and an input that were tried.
  package internal(set) var transitions = 0
  package internal(set) var handled = 0
  package internal(set) var changing = 0
  package internal(set) var finished = 0
  /// How many states were expanded: all before this one.
  package internal(set) var expanded = 0
  /// What the exploring has stopped at; nil where it came to its end.
  package internal(set) var bound: (kind: ExploreBounds.Kind, value: Int)?

  init(_ chart: Chart, inputs: InputCandidates, keepsArcs: Bool) {
    self.inputs = inputs
    self.keepsArcs = keepsArcs
    codec = StateCodec(chart)
    table = StateTable(codec.layout)
  }

  package var states: Int { table.count }
  package var isComplete: Bool { bound == nil }
  package var depth: Int { statesByDepth.count - 1 }

  /// Bytes that all this takes.
  package var bytes: Int {
    table.bytes + states * 6 + arcStarts.bytes + arcs.bytes + codec.bytes
  }

  /// Adds a first state. All of them differ by the answers of the host.
  mutating func add(_ start: HostChoices.Start, fields: [UInt32]) {
    _ = add(fields, from: starts.count, by: 0)
    starts.append(start)
    statesByDepth[0] = starts.count
  }

  /// Adds a state where it is new.
  mutating func add(_ fields: [UInt32], from parent: Int, by input: Int) -> (index: Int, isNew: Bool) {
    let found = table.insert(fields)
    if found.isNew { note(parent, input: input) }
    return found
  }

  /// Adds a packed state, the words from `offset` on.
  @inline(__always)
  mutating func add(
    _ words: [UInt64], at offset: Int, hash: Int, from parent: Int, by input: Int
  ) -> (index: Int, isNew: Bool) {
    let found = table.insert(words, at: offset, hash: hash)
    if found.isNew { note(parent, input: input) }
    return found
  }

  private mutating func note(_ parent: Int, input: Int) {
    parents.append(UInt32(parent))
    causes.append(UInt16(input))
  }

  /// Counts a state that was found at a depth.
  mutating func count(at depth: Int) {
    if statesByDepth.count == depth { statesByDepth.append(0) }
    statesByDepth[depth] += 1
  }

  // MARK: Arcs

  mutating func beginArcs() {
    if keepsArcs { arcStarts.append(UInt32(arcs.count)) }
  }

  mutating func addArc(to target: Int, by input: Int, movesClock: Bool, survivors: UInt32) {
    if !keepsArcs { return }
    arcs.append(
      Arc(target: UInt32(target), input: UInt16(input), movesClock: movesClock, survivors: survivors))
  }

  /// The arcs from a state; none from one that was not expanded.
  func arcs(from state: Int) -> [Arc] {
    arcRange(of: state).map { arcs[$0] }
  }

  /// The indices of the arcs from a state.
  func arcRange(of state: Int) -> Range<Int> {
    guard state < arcStarts.count else { return 0..<0 }
    return Int(arcStarts[state])..<(state + 1 < arcStarts.count ? Int(arcStarts[state + 1]) : arcs.count)
  }

  func arc(at index: Int) -> Arc { arcs[index] }

  // MARK: Scripts

  /// The inputs of a shortest script that leads to a state.
  func inputs(to state: Int) -> [Int] {
    var found: [Int] = []
    var index = state
    while index >= starts.count {
      found.append(Int(causes[index]))
      index = Int(parents[index])
    }
    return found.reversed()
  }

  /// The first state of the shortest scripts that lead to a state.
  func start(of state: Int) -> Int {
    var index = state
    while index >= starts.count { index = Int(parents[index]) }
    return index
  }

  /// The lines of a script of inputs, from one of the first states on.
  func script(from start: Int, inputs: [Int]) -> [String] {
    self.inputs.host.script(
      from: starts[start],
      lines: inputs.map { index in
        let input = self.inputs.all[index]
        guard case .answer(let answered, let isTrue) = input.kind else { return HostChoices.Line(text: input.line) }
        return HostChoices.Line(text: input.line, answer: (answered, isTrue))
      })
  }

  /// The lines of a shortest script that leads to a state, and of inputs behind it.
  package func script(to state: Int, then more: [Int] = []) -> [String] {
    script(from: start(of: state), inputs: inputs(to: state) + more)
  }

  /// When something was seen: an input was taken in a state; nil where the state is the first one, and it came about.
  struct Moment {
    let state: Int
    let input: Int?
  }

  /// The lines of a shortest script that leads to a moment, and through it.
  func script(to moment: Moment) -> [String] {
    script(to: moment.state, then: moment.input.map { [$0] } ?? [])
  }

  /// How the guards of the host are answered in a state.
  package func answers(in state: Int) -> [(name: String, isTrue: Bool)] {
    inputs.host.named(fields(of: state)[codec.answersField])
  }

  /// How many lines lead to a state.
  func depth(of state: Int) -> Int {
    var first = 0
    for (depth, count) in statesByDepth.enumerated() {
      first += count
      if state < first { return depth }
    }
    return depth
  }

  /// How many lines the scripts have of which all were tried.
  package var triedDepth: Int { isComplete ? depth : expanded < states ? depth(of: expanded) : depth }

  /// The lines that lead from a state to others, or back to it, where they were handled.
  package func lines(from state: Int) -> [(line: String, target: Int)] {
    arcs(from: state).map { (inputs.all[Int($0.input)].line, Int($0.target)) }
  }

  /// What a machine is in a state.
  package func parts(of state: Int) -> MachineParts {
    codec.decode(fields(of: state))
  }

  /// The deepest active states of a state.
  func leaves(of state: Int) -> [StateID] { codec.leaves(of: fields(of: state)) }

  func isFinished(_ state: Int) -> Bool { codec.isFinished(fields(of: state)) }

  func fields(of state: Int) -> [UInt32] {
    var fields = [UInt32](repeating: 0, count: codec.roles.count)
    table.values(state, into: &fields)
    return fields
  }
}
