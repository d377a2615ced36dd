/// A way to the value of an expression that any number of threads can take at once.
///
/// Of the event most expressions read what it carries: where that is all, the variable `event` may hold the payload alone, and
/// no map has to be made for it.
package final class ValueWay: Sendable {
  private enum Kind {
    /// Nothing but whole numbers are computed; where `isCondition`, two are compared at the end.
    case arithmetic(isCondition: Bool)
    case scalar
    /// A field is compared with a whole number.
    case comparison(slot: Int, [String], Relation, Int64)
    /// A variable, or a field of it.
    case source(ScalarProgram.Source)
    case other
  }

  private let program: Program
  private let kind: Kind
  private let instructions: [ScalarProgram.Instruction]
  private let sources: [ScalarProgram.Source]
  /// It reads what an event carries, and nothing else of it: the short way expects that in place of the event.
  package let readsPayload: Bool
  /// It reads an event as a whole.
  package let readsEvent: Bool

  /// `eventSlot`: the variable `event`.
  package init(_ program: Program, eventSlot: Int) {
    self.program = program
    let readsEvent = program.reads(eventSlot)
    let path = Self.path(of: program)
    guard let scalar = program.kept?.scalar else {
      instructions = []
      let short = path.flatMap { readsEvent ? $0.ofPayload(eventSlot) : $0 }
      sources = short.map { [$0] } ?? []
      kind = short.map { .source($0) } ?? .other
      (readsPayload, self.readsEvent) = (readsEvent && short != nil, readsEvent && short == nil)
      return
    }
    instructions = scalar.instructions
    let short = readsEvent ? scalar.sourcesOfPayload(eventSlot) : scalar.sources
    sources = short ?? scalar.sources
    (readsPayload, self.readsEvent) = (readsEvent && short != nil, readsEvent && short == nil)
    if let path, let short = readsEvent ? path.ofPayload(eventSlot) : path {
      kind = .source(short)
    } else if let comparison = Self.comparison(instructions, sources: sources) {
      kind = comparison
    } else if ScalarProgram.isArithmetic(scalar.instructions) {
      kind = .arithmetic(isCondition: ScalarProgram.compares(scalar.instructions))
    } else {
      kind = .scalar
    }
  }

  /// The comparison of a field with a whole number that instructions are and nothing else.
  private static func comparison(
    _ instructions: [ScalarProgram.Instruction], sources: [ScalarProgram.Source]
  ) -> Kind? {
    guard instructions.count == 2, instructions[0].kind == .load, instructions[1].kind == .binary,
      instructions[1].left == .register, instructions[1].right == .number,
      let relation = Relation(instructions[1].found),
      case .field(let slot, let names) = sources[Int(instructions[0].index)]
    else { return nil }
    return .comparison(slot: slot, names, relation, instructions[1].number)
  }

  /// The variable, or the field of one, that a program is and nothing else.
  private static func path(of program: Program) -> ScalarProgram.Source? {
    guard let code = program.kept, case .slot(let slot)? = code.operations.first else { return nil }
    var names: [String] = []
    for operation in code.operations.dropFirst() {
      guard case .select(let name) = operation, case .string(let text) = code.constants[Int(name)] else { return nil }
      names.append(text)
    }
    return names.isEmpty ? .variable(Int(slot)) : .field(Int(slot), names)
  }

  /// Nothing but a field of what an event carries is compared with a whole number.
  package var comparesPayload: Bool {
    if case .comparison = kind { readsPayload } else { false }
  }

  /// Whether such a comparison holds for what an event carries; nil where the field is no whole number. The payload is read
  /// where it is.
  package func holds(for payload: Value) -> Bool? {
    guard let map = unsafe Self.map(payload), case .comparison(_, let names, let relation, let number) = kind else {
      return nil
    }
    return unsafe map._withUnsafeGuaranteedRef { $0.number(at: names) }.map { relation.holds($0, number) }
  }

  @inline(__always)
  private static func map(_ value: Value) -> Unmanaged<MapValue>? {
    if case .map(let map) = value { unsafe .passUnretained(map) } else { nil }
  }

  /// The value by a short way; nil where that does not lead to one. `answers`: to the program's questions, a bit each.
  package func quickValue(_ slots: borrowing [Value], answers: UInt64) -> Value? {
    switch kind {
    case .arithmetic(let isCondition):
      guard let number = arithmetic(slots) else { return nil }
      return isCondition ? .bool(number == 1) : .int(number)
    case .scalar:
      let result = unsafe instructions.withUnsafeBufferPointer { instructions in
        unsafe slots.withUnsafeBufferPointer { slots in
          unsafe ScalarProgram.run(instructions, sources: sources, slots: slots) { answers >> UInt64($0) & 1 == 1 }
        }
      }
      return result.map { $0.isFlag ? .bool($0.number == 1) : .int($0.number) }
    case .comparison(let slot, let names, let relation, let number):
      guard case .int(let value)? = ScalarProgram.field(names, count: names.count, of: slots[slot]) else { return nil }
      return .bool(relation.holds(value, number))
    case .source(let source):
      return unsafe slots.withUnsafeBufferPointer { unsafe ScalarProgram.resolve(source, slots: $0) }
    case .other: return program.quickValue(slots) { answers >> UInt64($0) & 1 == 1 }.map { .bool($0.value) }
    }
  }

  private func arithmetic(_ slots: borrowing [Value]) -> Int64? {
    unsafe instructions.withUnsafeBufferPointer { instructions in
      unsafe slots.withUnsafeBufferPointer { unsafe ScalarProgram.arithmetic(instructions, slots: $0) }
    }
  }

  /// The value by running the program, with the whole event where that is read; nil where there is none.
  package func value(_ slots: borrowing [Value], answers: UInt64) -> Value? {
    var evaluator = Evaluator()
    return try? evaluator.evaluate(program, slots: slots) { answers >> UInt64($0) & 1 == 1 }
  }
}

extension MapValue {
  /// The whole number that keys lead to, one map in the other.
  fileprivate func number(at names: [String]) -> Int64? {
    if names.count == 1 { return number(names[0]) }
    guard case .int(let number)? = ScalarProgram.field(names, count: names.count, of: .map(self)) else { return nil }
    return number
  }
}

extension ScalarProgram {
  /// The sources where a variable holds what it had in its field `data`; nil where the rest of it is read, too.
  fileprivate func sourcesOfPayload(_ slot: Int) -> [Source]? {
    var found: [Source] = []
    for source in sources {
      guard let short = source.ofPayload(slot) else { return nil }
      found.append(short)
    }
    for instruction in instructions {
      switch instruction.kind {
      case .has:
        // Whether there is a payload is asked of the event.
        if case .variable(slot) = found[Int(instruction.index)] { return nil }
      case .variable: if Int(instruction.index) == slot { return nil }
      case .binary:
        if instruction.left == .variable, Int(instruction.index) == slot { return nil }
        if instruction.right == .variable, Int(instruction.other) == slot { return nil }
      case .number, .flag, .load, .size, .same, .test, .not, .negate, .take, .jump, .jumpIfTrue, .jumpIfFalse: break
      }
    }
    return found
  }
}

extension ScalarProgram.Source {
  /// The same source where a variable holds what it had in its field `data`; nil where it is another part of it.
  fileprivate func ofPayload(_ slot: Int) -> ScalarProgram.Source? {
    switch self {
    case .variable(let found): return found == slot ? nil : self
    case .field(let found, let names):
      if found != slot { return self }
      guard let first = names.first, first.utf8.elementsEqual("data".utf8) else { return nil }
      return names.count == 1 ? .variable(slot) : .field(slot, Array(names.dropFirst()))
    case .text: return self
    }
  }
}
