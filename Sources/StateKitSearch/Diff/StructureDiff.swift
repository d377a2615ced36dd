import CEL
package import StateKitCore

/// The added, removed, changed and moved parts between two charts, as written (Exploring.md, Comparing).
package struct StructureDiff {
  package enum Kind: String, Sendable {
    case state
    case handler
    case timer
    case hook
    case invocation
    case context
    case invariant
    case event
    case bubbling
  }

  package enum Change: String, Sendable {
    case added
    case gone
    case changed
    case moved
  }

  /// One difference, with its position in each file.
  package struct Difference: Sendable {
    package let kind: Kind
    package let change: Change
    package let what: String
    package var first: SourceSpan?
    package var second: SourceSpan?
  }

  /// The differences in the order of the first chart, then the parts that only the second has.
  package private(set) var all: [Difference] = []

  let first: LocatedChart
  let second: LocatedChart
  let texts: (first: ActionText, second: ActionText)
  /// The bindings of each state, by index. They are found once, so that large charts are compared quickly.
  private let bindings: (first: [[Int]], second: [[Int]])
  /// For each state of the first chart, its counterpart in the second.
  private var counterparts: [StateID: StateID] = [:]
  private var seen: Set<[String]> = []

  package init(_ first: LocatedChart, _ second: LocatedChart, renamed: [(old: String, new: String)] = []) {
    self.first = first
    self.second = second
    texts = (ActionText(chart: first.chart), ActionText(chart: second.chart))
    bindings = (Self.bindings(of: first), Self.bindings(of: second))
    compareStates(renamed)
    compareContext()
    compareInvariants()
    compareEvents()
    let (before, after) = (first.chart.bubbling, second.chart.bubbling)
    if before != after {
      add(.bubbling, change: .changed, what: "from \(before.rawValue) to \(after.rawValue)", first: nil, second: nil)
    }
  }

  mutating func add(
    _ kind: Kind, change: Change, what: String, first: SourceSpan?, second: SourceSpan?
  ) {
    // One transition of another notation can be a handler of several events.
    let places = (first.map { self.first.chart.shown($0).start }, second.map { self.second.chart.shown($0).start })
    if !seen.insert([kind.rawValue, change.rawValue, what, "\(places)"]).inserted { return }
    all.append(Difference(kind: kind, change: change, what: what, first: first, second: second))
  }

  // MARK: States

  private mutating func compareStates(_ renamed: [(old: String, new: String)]) {
    let (one, other) = (first.chart, second.chart)
    var isMatched = [Bool](repeating: false, count: other.states.count)
    counterparts = Self.equalPaths(one, other, renamed: renamed)
    for (_, found) in counterparts { isMatched[found.index] = true }
    // A removed state and the only new state of equal name, kind and size: it was moved.
    let unmatched = other.states.indices.filter { !isMatched[$0] }
    let named = Dictionary(grouping: unmatched) { Array(other.names[other.states[$0].name]) }
    for index in one.states.indices where counterparts[StateID(index)] == nil {
      let same = named[Array(one.names[one.states[index].name]), default: []].filter { candidate in
        !isMatched[candidate] && Self.isSame(one, at: index, other: other, candidate: candidate)
      }
      guard let found = same.first, same.count == 1 else { continue }
      counterparts[StateID(index)] = StateID(found)
      isMatched[found] = true
    }
    // Paths are made for what is reported alone: of nested states they are long.
    var isMoved = [Bool](repeating: false, count: one.states.count)
    for index in one.states.indices {
      let state = StateID(index)
      let node = one.states[index]
      let span = first.spans.states[index]
      guard let counterpart = counterparts[state] else {
        add(.state, change: .gone, what: one.path(state), first: span, second: nil)
        continue
      }
      let otherNode = other.states[counterpart.index]
      let otherSpan = second.spans.states[counterpart.index]
      if node.parent >= 0 {
        let parent = StateID(rawValue: node.parent)
        isMoved[index] =
          isMoved[parent.index] || counterparts[parent]?.rawValue != otherNode.parent
          || !one.names[node.name].elementsEqual(other.names[otherNode.name])
      }
      if isMoved[index] {
        let what = "\(one.path(state)) to \(other.path(counterpart))"
        add(.state, change: .moved, what: what, first: span, second: otherSpan)
      }
      if node.kind != otherNode.kind {
        add(.state, change: .changed, what: "the type of \(one.path(state))", first: span, second: otherSpan)
      }
      compareHooks(state, counterpart: counterpart)
      compareHandlers(state, counterpart: counterpart)
      compareInvocations(state, counterpart: counterpart)
    }
    for index in other.states.indices where !isMatched[index] {
      add(.state, change: .added, what: other.path(StateID(index)), first: nil, second: second.spans.states[index])
    }
  }

  private static func isSame(_ one: Chart, at index: Int, other: Chart, candidate: Int) -> Bool {
    let (a, b) = (one.states[index], other.states[candidate])
    return a.kind == b.kind && one.names[a.name].elementsEqual(other.names[b.name])
      && Int(a.end) - index == Int(b.end) - candidate
  }

  private mutating func compareHooks(_ state: StateID, counterpart: StateID) {
    let (a, b) = (first.chart.states[state.index], second.chart.states[counterpart.index])
    var path: String { first.chart.path(state) }
    let spans = (first.spans.states[state.index], second.spans.states[counterpart.index])
    for (name, one, other) in [
      ("enterState", a.enterActions, b.enterActions), ("exitState", a.exitActions, b.exitActions),
    ] {
      let (before, after) = (texts.first.text(of: one), texts.second.text(of: other))
      if before.utf8.elementsEqual(after.utf8) { continue }
      let change: Change = one.isEmpty ? .added : other.isEmpty ? .gone : .changed
      add(.hook, change: change, what: "\(name) of \(path)", first: spans.0, second: spans.1)
    }
    let outputs = (texts.first.output(of: a), texts.second.output(of: b))
    if !outputs.0.utf8.elementsEqual(outputs.1.utf8) {
      add(.state, change: .changed, what: "the output of \(path)", first: spans.0, second: spans.1)
    }
    let (one, other) = (initial(a, in: first.chart), initial(b, in: second.chart))
    let actions = (texts.first.text(of: one.actions), texts.second.text(of: other.actions))
    if one.targets.map({ counterparts[$0] }) != other.targets || !actions.0.utf8.elementsEqual(actions.1.utf8) {
      add(.state, change: .changed, what: "the initial state of \(path)", first: spans.0, second: spans.1)
    }
  }

  private func initial(_ node: StateNode, in chart: Chart) -> (targets: [StateID], actions: TableRange) {
    guard node.initial >= 0 else { return ([], .empty) }
    let initial = chart.initials[Int(node.initial)]
    return (chart.targets(of: initial), initial.actions)
  }

  // MARK: Handlers

  private static func bindings(of located: LocatedChart) -> [[Int]] {
    var found = [[Int]](repeating: [], count: located.chart.states.count)
    for (index, binding) in located.spans.bindings.enumerated() { found[Int(binding.state)].append(index) }
    return found
  }

  private mutating func compareHandlers(_ state: StateID, counterpart: StateID) {
    let one = occasions(state, located: first, bindings: bindings.first[state.index])
    let other = occasions(counterpart, located: second, bindings: bindings.second[counterpart.index])
    let numbers = (Self.numbers(of: one.map(\.name)), Self.numbers(of: other.map(\.name)))
    for occasion in one {
      guard let match = numbers.1[Array(occasion.name.utf8)] else {
        if occasion.isImplied { continue }
        let span = occasion.handlers.first.map { first.chart.handlers[$0].span }
        let what = text(of: occasion, in: first.chart, at: state)
        add(occasion.kind, change: .gone, what: what, first: span, second: nil)
        continue
      }
      if occasion.isImplied, other[match].isImplied { continue }
      compare(occasion, of: state, other: other[match].handlers)
    }
    for occasion in other where numbers.0[Array(occasion.name.utf8)] == nil && !occasion.isImplied {
      let span = occasion.handlers.first.map { second.chart.handlers[$0].span }
      let what = text(of: occasion, in: second.chart, at: state)
      add(occasion.kind, change: .added, what: what, first: nil, second: span)
    }
  }

  /// The index of the first entry of each name.
  static func numbers(of names: [String]) -> [[UInt8]: Int] {
    Dictionary(names.enumerated().map { (Array($0.element.utf8), $0.offset) }) { first, _ in first }
  }

  /// An occasion of one of the charts, in a state of the first.
  private func text(of occasion: Occasion, in chart: Chart, at state: StateID) -> String {
    "\(written(occasion, in: chart)) in \(first.chart.path(state))"
  }

  /// Compares the candidates of one event, in order.
  private mutating func compare(_ occasion: Occasion, of state: StateID, other: [Int]) {
    let (kind, one) = (occasion.kind, occasion.handlers)
    for index in 0..<max(one.count, other.count) {
      // A transition of another notation is found by its place: it can be a candidate for several events.
      let isTranslated = (one.first.flatMap { first.chart.origin(of: first.chart.handlers[$0]) }) != nil
      var number: String {
        let what = text(of: occasion, in: first.chart, at: state)
        return max(one.count, other.count) > 1 && !isTranslated ? "\(what), candidate \(index + 1)" : what
      }
      if index >= one.count {
        add(kind, change: .added, what: number, first: nil, second: second.chart.handlers[other[index]].span)
      } else if index >= other.count {
        add(kind, change: .gone, what: number, first: first.chart.handlers[one[index]].span, second: nil)
      } else {
        let (a, b) = (first.chart.handlers[one[index]], second.chart.handlers[other[index]])
        var parts: [String] = []
        let guards = (texts.first.guardText(of: a), texts.second.guardText(of: b))
        if !guards.0.utf8.elementsEqual(guards.1.utf8) { parts.append("guard") }
        let actions = (texts.first.text(of: a.actions), texts.second.text(of: b.actions))
        if !actions.0.utf8.elementsEqual(actions.1.utf8) { parts.append("actions") }
        if parts.isEmpty, texts.first.text(of: a).utf8.elementsEqual(texts.second.text(of: b).utf8) { continue }
        if targets(of: a) != second.chart.targets[b.targets.indices].map({ $0 }) || a.reentry != b.reentry
          || a.isForbidden != b.isForbidden
        {
          parts.append("target")
        }
        if parts.isEmpty { continue }
        add(
          kind, change: .changed, what: "the \(parts.joined(separator: " and ")) of \(number)", first: a.span,
          second: b.span)
      }
    }
  }

  /// The targets of a handler of the first chart, as states of the second; nil for a removed state.
  private func targets(of handler: EventHandler) -> [StateID?] {
    first.chart.targets[handler.targets.indices].map { counterparts[$0] }
  }
}
