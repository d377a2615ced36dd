/// Steps in two parts, where one state alone is active at the end of the tree: what is exited depends on the situation, what
/// comes then on the handler. So a chart with many states and many events needs a memory of their sum, not their product.
struct SplitSteps: Sendable {
  /// The second part.
  struct Split: Sendable {
    /// The program of what is written first; -1 where it is only a piece.
    let head: Int32
    let headText: StepText.Piece
    /// Before that a step of JSON Lines begins.
    let beginsWithHead: Bool
    /// The program of what comes after the exits; -1 where it is only a piece.
    let tail: Int32
    let tailText: StepText.Piece
    let next: Int32
    let ending: Int32
    /// Where the exits stop.
    let ancestor: Int32
    /// The child of the ancestor that the step goes to: from within, another way is taken.
    let branchStart: Int32
    let branchEnd: Int32

    /// Both parts are nothing but text.
    @inline(__always)
    var isText: Bool { head < 0 && tail < 0 }

    /// Whether the step begins with the exits that are known of a situation.
    @inline(__always)
    func follows(_ origin: Origin) -> Bool {
      ancestor == origin.ancestor && !(branchStart <= origin.leaf && origin.leaf < branchEnd)
    }
  }

  /// What is known of a situation.
  struct Origin: Sendable {
    /// The state at the end, -1 where there are several.
    let leaf: Int32
    /// The nearest state from there up that has handlers.
    let owner: Int32
    /// The exits that are known: where they stop, and their text.
    fileprivate(set) var ancestor: Int32 = -1
    fileprivate(set) var exits = StepText.Piece.empty
    fileprivate(set) var exitCount: Int32 = 0
  }

  private(set) var origins: [Origin] = []
  /// The split of an owner of handlers and an event.
  private(set) var table = StepTable()
  private(set) var splits: [Split] = []
  /// For each event the split that was added last, with its owner: in most charts one state has most handlers.
  private(set) var shortcuts: [Shortcut] = []

  struct Shortcut: Sendable {
    var owner: Int32
    var split: Int32
  }

  private static let mostShortcuts = 1 << 17
  /// Steps that cost more are not split.
  var mostCost = Int.max

  var count: Int { origins.count }

  /// Adds a situation by its states; `isFinished`: nothing happens there any more.
  mutating func add(_ leaves: [StateID], isFinished: Bool, _ chart: Chart) {
    guard leaves.count == 1, !chart.hasHistory, !isFinished else {
      origins.append(Origin(leaf: -1, owner: -1))
      return
    }
    let owner = chart.states[leaves[0].index].handlerOwner
    origins.append(Origin(leaf: leaves[0].rawValue, owner: owner))
  }

  /// The state at the end of the tree; nil where there are several.
  func leaf(_ situation: Int32) -> StateID? {
    let leaf = origins[Int(situation)].leaf
    return leaf < 0 ? nil : StateID(rawValue: leaf)
  }

  /// Makes ready for a step whose second part is known the first; false where that is not what is missing.
  mutating func prepare(
    _ situation: Int32, _ symbol: Int32, _ writer: any StepWriter, _ programs: inout StepPrograms, _ chart: Chart
  ) -> Bool {
    let origin = origins[Int(situation)]
    let index = origin.owner < 0 ? StepTable.missing : table.program(from: origin.owner, symbol)
    guard index >= 0 else { return false }
    let split = splits[Int(index)]
    let (leaf, ancestor) = (StateID(rawValue: origin.leaf), StateID(rawValue: split.ancestor))
    guard split.ancestor != origin.ancestor, leaf != ancestor, chart.isWithin(leaf, ancestor),
      !(split.branchStart..<split.branchEnd).contains(origin.leaf)
    else { return false }
    var step = TraceStep()
    guard chart.states.exitInSilence(from: leaf, below: ancestor, &step.entries) else { return false }
    return learnExits(from: situation, below: ancestor, step.entries.count, writer.layOut(step), &programs)
  }

  /// Keeps what a step writes for its first entries, which are the exits up to below `ancestor`, unless that is known; false where there is
  /// no room.
  private mutating func learnExits(
    from situation: Int32, below ancestor: StateID, _ count: Int, _ text: StepText, _ programs: inout StepPrograms
  ) -> Bool {
    if origins[Int(situation)].ancestor == ancestor.rawValue { return true }
    guard let exits = programs.add(text.bytes[text.starts[0]..<text.starts[count]]) else { return false }
    origins[Int(situation)].ancestor = ancestor.rawValue
    origins[Int(situation)].exits = exits
    origins[Int(situation)].exitCount = Int32(count)
    return true
  }

  /// The states that are exited.
  func exited(from situation: Int32, _ chart: Chart) -> [StateID] {
    let origin = origins[Int(situation)]
    return chart.states.line(from: StateID(rawValue: origin.leaf), below: StateID(rawValue: origin.ancestor))
  }

  /// Whether a step can be put together from two parts.
  func isSplittable(_ situation: Int32, _ record: MacrostepRecord, _ chart: Chart) -> Bool {
    exits(of: record, from: origins[Int(situation)], chart) != nil
  }

  /// Adds a step that was made from a situation; whether something was learned of it.
  mutating func add(
    _ source: StepPrograms.Source, from situation: Int32, _ symbol: Int32, _ programs: inout StepPrograms,
    _ chart: Chart
  ) -> Bool {
    let origin = origins[Int(situation)]
    guard let (exits, target, ancestor) = exits(of: source.record, from: origin, chart) else { return false }
    let starts = source.text.starts
    guard learnExits(from: situation, below: ancestor, exits, source.text, &programs), !table.isFull,
      table.program(from: origin.owner, symbol) < 0
    else { return false }
    var head: Int32 = -1
    var headText = StepText.Piece.empty
    let beginsWithHead = source.text.beginsWithHead
    if source.text.holes.dropFirst(beginsWithHead ? 1 : 0).contains(where: { $0.offset <= starts[0] }) {
      guard let program = programs.addHead(of: source) else { return false }
      head = program
    } else {
      guard let piece = programs.add(source.text.bytes[..<starts[0]]) else { return false }
      headText = piece
    }
    guard let tail = programs.add(source, chart, dropping: exits) else { return false }
    let last = programs.operations[Int(tail)]
    let branch = chart.states.child(of: ancestor, towards: target)
    keep(
      Split(
        head: head, headText: headText, beginsWithHead: beginsWithHead, tail: last.kind == .block ? -1 : tail,
        tailText: last.piece, next: source.next, ending: last.index, ancestor: ancestor.rawValue,
        branchStart: branch.rawValue, branchEnd: chart.states[branch.index].end), origin.owner, symbol)
    return true
  }

  /// Adds a step that the chart alone tells, with what is written for it; whether something was learned of it.
  mutating func add(
    _ step: PlainStep, _ text: StepText, from situation: Int32, _ symbol: Int32, to next: Int32, _ seen: SeenEvent,
    keepsEntries: Bool, _ programs: inout StepPrograms, _ chart: Chart
  ) -> Bool {
    let origin = origins[Int(situation)]
    let exits = step.exitCount
    guard origin.owner >= 0, step.entries.count <= mostCost, !table.isFull,
      table.program(from: origin.owner, symbol) < 0
    else { return false }
    guard learnExits(from: situation, below: step.ancestor, exits, text, &programs),
      let head = programs.add(text.bytes[..<text.starts[0]]),
      let tail = programs.add(text.bytes[text.starts[exits]...]),
      let ending = programs.addEnding(
        .handled, seen, keepsEntries ? Array(step.entries[exits...]) : [], cost: step.entries.count - exits)
    else { return false }
    let branch = chart.states.child(of: step.ancestor, towards: step.target)
    keep(
      Split(
        head: -1, headText: head, beginsWithHead: text.beginsWithHead, tail: -1, tailText: tail, next: next,
        ending: ending, ancestor: step.ancestor.rawValue, branchStart: branch.rawValue,
        branchEnd: chart.states[branch.index].end), origin.owner, symbol)
    return true
  }

  private mutating func keep(_ split: Split, _ owner: Int32, _ symbol: Int32) {
    let index = Int32(splits.count)
    splits.append(split)
    table.set(index, from: owner, symbol)
    guard symbol < Self.mostShortcuts else { return }
    while shortcuts.count <= Int(symbol) { shortcuts.append(Shortcut(owner: -1, split: StepTable.missing)) }
    shortcuts[Int(symbol)] = Shortcut(owner: owner, split: index)
  }

  /// How many exits a step begins with, its target, and where the exits stop; nil where it cannot be split: where a guard
  /// had a part in it, where the target is active already, or where more happens on the way than exits.
  private func exits(
    of record: MacrostepRecord, from origin: Origin, _ chart: Chart
  ) -> (count: Int, target: StateID, ancestor: StateID)? {
    guard origin.owner >= 0, record.cost <= mostCost, record.firstQuestions == 0, let handlers = record.handlers,
      handlers.count == 1
    else { return nil }
    let handler = chart.handlers[Int(handlers[0])]
    guard handler.reentry == .none, handler.targets.count == 1 else { return nil }
    let target = chart.targets[Int(handler.targets.start)]
    let leaf = StateID(rawValue: origin.leaf)
    guard !chart.states[target.index].kind.isHistory, let ancestor = chart.compoundAncestor(of: leaf, and: target)
    else {
      return nil
    }
    var count = 0
    for state in chart.states.line(upFrom: leaf) {
      if state == ancestor { break }
      guard count < record.trace.entries.count, chart.states[state.index].isLeftInSilence,
        case .exit(state) = record.trace.entries[count]
      else { return nil }
      count += 1
    }
    return count < record.trace.entries.count ? (count, target, ancestor) : nil
  }
}
