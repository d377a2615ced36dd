package import StateKitCore

/// The explored states of a chart in the order in which they were found, breadth first, each with the input that
/// first led to it.
package struct StateSpace: Sendable {
  /// An arc of the graph: an input that was handled or moved the clock.
  struct Arc: Sendable {
    let target: UInt32
    /// The input times two, plus 1 if it moves the clock.
    private let cause: UInt32
    /// The kinds of timers that waited before and still wait, a bit each.
    let survivors: UInt32

    init(target: Int, input: Int, movesClock: Bool, survivors: UInt32) {
      self.target = UInt32(target)
      cause = UInt32(input) << 1 | (movesClock ? 1 : 0)
      self.survivors = survivors
    }

    var input: Int { Int(cause >> 1) }
    var movesClock: Bool { cause & 1 == 1 }

    /// True if a host guard changes its answer, without any other effect.
    var isAnswer: Bool { survivors == .max && !movesClock }
  }

  package internal(set) var inputs: InputCandidates
  var codec: StateCodec
  var table: StateTable
  private var parents: [UInt32] = []
  private var causes: [UInt32] = []
  /// The start that leads to each first state.
  private(set) var starts: [HostChoices.Start] = []
  /// The first arc of each expanded state; only if arcs are stored.
  private var arcStarts = PagedArray<UInt32>()
  private var arcs = PagedArray<Arc>()
  let keepsArcs: Bool

  /// For each depth, the first state after those that have it: states are found in the order of their depths.
  private(set) var levelEnds: [Int] = [1]
  /// The number of pairs of a state and an input that were tried.
  package internal(set) var transitions = 0
  package internal(set) var handled = 0
  package internal(set) var changing = 0
  package internal(set) var finished = 0
  /// The number of expanded states: all before this index.
  package internal(set) var expanded = 0
  /// The bound that stopped the exploration; nil if it is complete.
  package internal(set) var bound: (kind: ExploreBounds.Kind, value: Int)?
  /// True if a timer was started while another one waited: at other moments, they may fire in another order.
  var areTimesSampled = false

  init(_ chart: Chart, inputs: InputCandidates, keys: KeyUses? = nil, keepsArcs: Bool) {
    self.inputs = inputs
    self.keepsArcs = keepsArcs
    codec = StateCodec(chart, keys: keys)
    table = StateTable(codec.layout)
  }

  /// The context keys whose values are kept as one, with their uses.
  package var keyUses: [(name: String, use: KeyUses.Use)] {
    zip(codec.chart.contextNames, codec.keys.uses).filter { $0.1 != .exact }.map { ($0, $1) }
  }

  /// The sums that are kept in place of several counters.
  package var keySums: [String] { codec.keys.sums.map(\.text) }

  /// The events of equal timers that are kept only up to two, in order.
  package var joinedTimers: [String] {
    let events = Set(codec.joined.compactMap { codec.timers[$0].sentEvent(in: codec.chart) })
    return events.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The kinds of inputs that were only sampled.
  package var samples: Samples {
    inputs.samples.union(areTimesSampled ? .times : [])
  }

  package var states: Int { table.count }
  package var isComplete: Bool { bound == nil }
  package var depth: Int { levelEnds.count - 1 }
  package var statesByDepth: [Int] { zip(levelEnds, [0] + levelEnds).map { $0 - $1 } }

  /// The size in bytes.
  package var bytes: Int {
    table.bytes + states * 8 + arcStarts.bytes + arcs.bytes + codec.bytes
  }

  /// Adds a first state. First states differ by the answers of the host.
  mutating func add(_ start: HostChoices.Start, fields: [UInt32]) {
    _ = add(fields, from: starts.count, by: 0)
    starts.append(start)
    levelEnds[0] = starts.count
  }

  mutating func add(_ fields: [UInt32], from parent: Int, by input: Int) -> (index: Int, isNew: Bool) {
    let found = table.insert(fields)
    if found.isNew { note(parent, input: input) }
    return found
  }

  /// Adds a packed state, the words from `offset`.
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
    causes.append(UInt32(input))
  }

  /// Counts a state that was found at a depth.
  mutating func count(at depth: Int) {
    if levelEnds.count == depth { levelEnds.append(levelEnds[depth - 1]) }
    levelEnds[depth] += 1
  }

  // MARK: Arcs

  mutating func beginArcs() {
    if keepsArcs { arcStarts.append(UInt32(arcs.count)) }
  }

  mutating func addArc(to target: Int, by input: Int, movesClock: Bool, survivors: UInt32) {
    if !keepsArcs { return }
    arcs.append(Arc(target: target, input: input, movesClock: movesClock, survivors: survivors))
  }

  /// The arcs from a state; empty for a state that was not expanded.
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

  /// The lines of a script of inputs, from one of the first states.
  func script(from start: Int, inputs: [Int]) -> [String] {
    self.inputs.host.script(
      from: starts[start],
      lines: inputs.map { index in
        let input = self.inputs.all[index]
        guard case .answer(let answered, let isTrue) = input.kind else { return HostChoices.Line(text: input.line) }
        return HostChoices.Line(text: input.line, answer: (answered, isTrue))
      })
  }

  /// The lines of a shortest script that leads to a state, followed by more inputs.
  package func script(to state: Int, then more: [Int] = []) -> [String] {
    script(from: start(of: state), inputs: inputs(to: state) + more)
  }

  /// A moment of an exploration: an input in a state, or with a nil input, the start of a first state.
  struct Moment {
    let state: Int
    let input: Int?
  }

  /// The lines of a shortest script that leads to a moment, including its input.
  func script(to moment: Moment) -> [String] {
    script(to: moment.state, then: moment.input.map { [$0] } ?? [])
  }

  /// The answers of the host's guards in a state.
  package func answers(in state: Int) -> [(name: String, isTrue: Bool)] {
    inputs.host.named(fields(of: state)[codec.answersField])
  }

  /// The number of lines that lead to a state.
  func depth(of state: Int) -> Int {
    min(depth, levelEnds.partitionPoint { $0 <= state })
  }

  /// The length of scripts, in lines, up to which all were tried.
  package var triedDepth: Int { isComplete ? depth : expanded < states ? depth(of: expanded) : depth }

  /// The handled lines that lead from a state to others, or back to it.
  package func lines(from state: Int) -> [(line: String, target: Int)] {
    arcs(from: state).map { (inputs.all[$0.input].line, Int($0.target)) }
  }

  /// The machine's parts in a state.
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
