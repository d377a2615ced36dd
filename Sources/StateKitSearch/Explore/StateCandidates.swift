package import CEL
package import StateKitCore
import StateKitFormat

/// An event whose payloads also depend on the state: they are compared with the values of expressions (Exploring.md). Or
/// the end of host work of a child, which only some states have.
package struct StateCandidates: Sendable {
  /// An expression that a payload is compared with.
  private struct Comparand: Sendable {
    /// nil for the whole payload.
    let field: String?
    let expression: Expression
    let isMembership: Bool
  }

  /// The name of the event in a script.
  let event: String
  let chart: Chart
  /// True if a child compares the payload.
  let isOfChild: Bool
  /// The id of the host work of a child that the event ends; nil for another event.
  let work: String?
  /// Payloads that replace those of the chart.
  private let given: [Value]?
  private let constants: PayloadConstants
  private let uses: PayloadUses
  private var comparands: [Comparand] = []
  /// The context keys that the expressions read, in order.
  private(set) var slots: [Int] = []
  /// True if the expressions ask which states are active.
  private(set) var readsStates = false
  /// The values of expressions that are the same in all states, for each field.
  private(set) var fixed: [FieldValues] = []

  /// Values that a field is compared with; a nil field is the whole payload.
  struct FieldValues: Sendable {
    let field: String?
    let values: [Value]

    func isAbout(_ other: String?) -> Bool {
      guard let field, let other else { return field == nil && other == nil }
      return field.utf8.elementsEqual(other.utf8)
    }
  }

  /// Not more elements of a list or keys of a map are tried.
  private static let mostElements = 20

  /// `sent`: the name of the event in a script, if a child compares its payload. `ending`: the id of the host work that
  /// the event ends, and payloads that replace those of the chart.
  init(
    _ name: String, sent: String? = nil, ending: (work: String, given: [Value]?)? = nil,
    in receiver: InputCandidates.Receiver, uses: PayloadUses
  ) {
    work = ending?.work
    given = ending?.given
    event = sent ?? name
    isOfChild = sent != nil
    chart = receiver.chart
    constants = receiver.constants
    self.uses = uses
    let parser = ScriptParser(chart)
    let readers = constants.readers(of: name)
    var fields: [String?] = [nil]
    fields += InputCandidates.fields(of: name, in: chart, constants: constants)
    for field in fields {
      for (text, isMembership) in constants.comparands(of: field, in: readers) {
        // A name of a loop, or a parameter of a guard, has no value outside.
        guard let expression = try? parser.expression(text), !expression.program.asksHost else { continue }
        comparands.append(Comparand(field: field, expression: expression, isMembership: isMembership))
      }
    }
    sortOut()
  }

  /// Evaluates the expressions that are the same in all states, and keeps the others.
  private mutating func sortOut() {
    var machine: Machine?
    var moving: [Comparand] = []
    for comparand in comparands {
      let read = comparand.expression.program.slots
      // Its parent gives a child its first data.
      let isMoving = isOfChild ? !read.isEmpty : read.contains(where: constants.isAssigned)
      if !comparand.expression.tests.isEmpty || isMoving {
        moving.append(comparand)
        slots += read.filter { !slots.contains($0) }
        readsStates = readsStates || !comparand.expression.tests.isEmpty
      } else {
        var started = machine ?? Machine(chart, sink: NoTrace())
        fixed.append(FieldValues(field: comparand.field, values: Self.values(of: comparand, in: &started)))
        machine = started
      }
    }
    comparands = moving
  }

  /// True if all states have the same payloads.
  var isFixed: Bool { comparands.isEmpty }

  /// The payloads that are the same in all states.
  var fixedPayloads: [Value?] {
    if let given { return given }
    return InputCandidates.candidates(of: uses, met: fixed)
  }

  /// The payloads to try in the current state of a machine; those that are tried everywhere may be among them.
  package func payloads(in machine: inout Machine) -> [Value?] {
    if given != nil { return fixedPayloads }
    let met = comparands.map { FieldValues(field: $0.field, values: Self.values(of: $0, in: &machine)) }
    return InputCandidates.candidates(of: uses, met: fixed + met)
  }

  private static func values(of comparand: Comparand, in machine: inout Machine) -> [Value] {
    guard let value = try? machine.evaluate(comparand.expression) else { return [] }
    let found: [Value] =
      switch value {
      case _ where !comparand.isMembership: [value]
      case .list(let list): Array(list.elements.prefix(mostElements))
      case .map(let map): map.entries.prefix(mostElements).map(\.key)
      default: []
      }
    // A payload is JSON.
    return found.filter { $0.whyNotJSON == nil }
  }
}

extension InputCandidates {
  /// The inputs that one of `sources` adds in the current state of a machine.
  package mutating func inputs(of source: Int, in machine: inout Machine) -> [Int] {
    let source = sources[source]
    if let work = source.work { return ends(of: work, source: source, in: machine) }
    var values: [Value?] = []
    if source.isOfChild {
      for (_, var child) in Self.descendants(of: machine) where child.chart === source.chart {
        values += source.payloads(in: &child)
      }
    } else {
      values = source.payloads(in: &machine)
    }
    var found: [Int] = []
    for value in values.prefix(Self.mostPayloads)
    where !source.isOfChild || Self.accepts(source.event, value: value, in: chart) {
      let number = add(source.event, value: value, work: nil)
      if number >= fixedCount, !found.contains(number) { found.append(number) }
    }
    return found
  }

  /// The inputs that end host work of an id in children with the chart of a source.
  private mutating func ends(of work: String, source: StateCandidates, in machine: Machine) -> [Int] {
    var found: [Int] = []
    for (path, var child) in Self.descendants(of: machine)
    where child.chart === source.chart && child.runningWork.contains(where: { $0.id.utf8.elementsEqual(work.utf8) }) {
      let name = ChildEnd(path: path, work: work, event: source.event, data: nil).shown
      for value in source.payloads(in: &child).prefix(Self.mostPayloads) {
        let end = ChildEnd(path: path, work: work, event: source.event, data: value)
        found.append(add(Input(kind: .childEnd(end), line: end.shown, name: name), value: value))
      }
    }
    return found
  }

  /// The running children at any depth, with their ids and those above them.
  private static func descendants(of machine: Machine) -> [(path: [String], machine: Machine)] {
    var found: [(path: [String], machine: Machine)] = []
    var todo = machine.children.all.map { (path: [$0.facts.id], machine: machine.looking(at: $0)) }
    while let (path, child) = todo.popLast() {
      found.append((path, child))
      todo += child.children.all.map { (path + [$0.facts.id], child.looking(at: $0)) }
    }
    return found
  }
}

/// The inputs that are tried only in some states, by the fields that decide them.
struct StateInputs {
  private var machine: Machine
  private var known: [[UInt32]: [Int]] = [:]

  init(_ chart: Chart, limits: Limits) {
    machine = Machine(chart, limits: limits, sink: NoTrace())
  }

  /// The inputs in a state, beside those of all states.
  mutating func inputs(
    fields: [UInt32], parts: MachineParts, space: inout StateSpace, isOver: () -> Bool
  ) -> [Int] {
    var found: [Int] = []
    for (index, source) in space.inputs.sources.enumerated() {
      if isOver() { return found }
      var key = [UInt32(index)] + source.slots.map { fields[space.codec.firstValue + $0] }
      if source.readsStates { key += fields[1..<space.codec.firstRecord] + [fields[space.codec.irregularField]] }
      if source.isOfChild { key.append(fields[space.codec.childrenField]) }
      if let inputs = known[key] {
        found += inputs
        continue
      }
      machine.restore(parts)
      let inputs = space.inputs.inputs(of: index, in: &machine)
      known[key] = inputs
      found += inputs
    }
    return found
  }
}

/// The numbers of the inputs to try in a state: those of all states, then others.
struct InputNumbers: Sequence, IteratorProtocol {
  let fixedCount: Int
  var others: [Int] = []
  private var position = 0

  init(fixedCount: Int) {
    self.fixedCount = fixedCount
  }

  @inline(__always)
  mutating func next() -> Int? {
    defer { position += 1 }
    if position < fixedCount { return position }
    return position - fixedCount < others.count ? others[position - fixedCount] : nil
  }
}
