/// A precomputed evaluation of an expression that any number of threads can use at once.
///
/// Most expressions read only the payload of the event. For these, the variable `event` may hold the payload alone, and
/// no event map is built.
package final class SharedEvaluation: Sendable {
  private enum Kind {
    case scalar
    /// A variable, or a field of it.
    case source(ScalarProgram.Source)
    case other
  }

  private let program: Program
  private let kind: Kind
  private let instructions: [ScalarProgram.Instruction]
  private let sources: [ScalarProgram.Source]
  /// True if the expression reads only the payload of the event. The fast path then expects the payload in place of the
  /// event.
  package let readsPayload: Bool
  /// True if it reads an event as a whole.
  package let readsEvent: Bool

  /// `eventSlot`: the slot of the variable `event`.
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
    } else {
      kind = .scalar
    }
  }

  /// The variable or field that the program reads, if it does only that.
  private static func path(of program: Program) -> ScalarProgram.Source? {
    guard let code = program.kept, case .slot(let slot)? = code.operations.first else { return nil }
    var names: [String] = []
    for operation in code.operations.dropFirst() {
      guard case .select(let name) = operation, case .string(let text) = code.constants[Int(name)] else { return nil }
      names.append(text)
    }
    return names.isEmpty ? .variable(Int(slot)) : .field(Int(slot), names)
  }

  /// The value by the fast path; nil if it cannot compute it. `answers`: the answers to the program's questions, a bit
  /// each.
  package func quickValue(_ slots: borrowing [Value], answers: UInt64) -> Value? {
    switch kind {
    case .scalar:
      let result = unsafe instructions.withUnsafeBufferPointer { instructions in
        unsafe slots.withUnsafeBufferPointer { slots in
          unsafe ScalarProgram.run(instructions, sources: sources, slots: slots) { answers >> UInt64($0) & 1 == 1 }
        }
      }
      return result.map { $0.isFlag ? .bool($0.number == 1) : .int($0.number) }
    case .source(let source):
      return unsafe slots.withUnsafeBufferPointer { unsafe ScalarProgram.resolve(source, slots: $0) }
    case .other: return program.quickValue(slots) { answers >> UInt64($0) & 1 == 1 }.map { .bool($0.value) }
    }
  }

  /// The value by running the program, with the whole event if it reads the event; nil on an error. `host` answers its
  /// host guards.
  package func value(
    _ slots: borrowing [Value], answers: UInt64, host: (Int, Value) -> HostAnswer = { _, _ in .error("") }
  ) -> Value? {
    var evaluator = Evaluator()
    return try? evaluator.evaluate(program, slots: slots, test: { answers >> UInt64($0) & 1 == 1 }, host: host)
  }
}

extension ScalarProgram {
  /// The sources, changed to read a payload in place of the event in `slot`; nil if they read other parts of the event.
  fileprivate func sourcesOfPayload(_ slot: Int) -> [Source]? {
    var found: [Source] = []
    for source in sources {
      guard let short = source.ofPayload(slot) else { return nil }
      found.append(short)
    }
    for instruction in instructions {
      switch instruction.kind {
      case .has:
        // The test for a payload needs the event.
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
  /// The source, changed to read a payload in place of the event in `slot`; nil if it reads another part of the event.
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
