/// The result of a part of a condition that is known without a run: a comparison whose sides are never equal, a field
/// that never exists, or an operation that always fails.
package struct SureResult: Sendable {
  /// The byte range in the expression.
  package let range: Range<Int>
  /// Nil if the part always fails.
  package let result: Bool?
  /// The reason: `bool and string are never equal`.
  package let reason: String
  package let help: String?
  /// True if the types alone decide.
  package private(set) var isOfTypes = false

  init(range: Range<Int>, result: Bool?, reason: String, help: String? = nil) {
    self.range = range
    self.result = result
    self.reason = reason
    self.help = help
  }

  /// Returns nil if the values decide. A comparison with null is intended, whatever the type.
  init?(_ found: BinaryOperator, left: StaticType, right: StaticType, in range: Range<Int>, help: String? = nil) {
    guard found == .equal || found == .unequal else { return nil }
    let (a, b) = (left.base, right.base)
    if a == .dyn || b == .dyn || a == .null || b == .null || a == b || a.isNumber && b.isNumber { return nil }
    // The field names of `event` are known; those of a map of data are not.
    let isEvent = [left, right].contains {
      if case .record(let record) = $0 { record.fields.first?.name == "name" } else { false }
    }
    let help = isEvent && (a == .string || b == .string) ? Self.eventName : help
    self.init(
      range: range, result: found == .unequal, reason: "\(left.name) and \(right.name) are never equal", help: help)
    isOfTypes = true
  }

  /// The result of comparing a value with texts, for values that have few possible texts; nil if it may be equal to one
  /// of the texts. `value` is the source text of the value.
  init?(_ found: BinaryOperator, value: String, texts: [String], in range: Range<Int>) {
    guard found == .equal || found == .unequal || found == .contained, value == "event.type", !texts.isEmpty,
      !texts.contains(where: { text in Self.eventTypes.contains { isSame($0, text) } })
    else { return nil }
    self.init(
      range: range, result: found == .unequal, reason: "event.type is 'external', 'internal' or 'platform'",
      help: Self.eventName)
  }

  private static let eventTypes = ["external", "internal", "platform"]
  private static let eventName = "write event.name for the name of the event"
}

extension Program {
  /// The parts that fail with all values, found by evaluating operations on constants. `evaluator` limits the cost.
  package func sureFailures(_ evaluator: inout Evaluator) -> [SureResult] {
    guard let kept else { return [] }
    let operations = kept.operations
    let targets = Set(operations.flatMap(\.targets))
    var found: [SureResult] = []
    for (index, operation) in operations.enumerated() where kept.offsets[index] < Self.firstOfGuards {
      let count: Int
      var last = operation
      switch operation {
      // A pattern that is not valid fails whatever the text is.
      case .call(.matches, 2): count = 1
      case .call(_, let arguments): count = Int(arguments)
      case .binary, .index: count = 2
      case .compareSlot(.modulo, _, let constant):
        guard case .int(0) = kept.constants[Int(constant)] else { continue }
        found.append(Self.failure("division by zero", of: operation, at: kept.offsets[index]))
        continue
      case .bind(let local, let end):
        guard let key = kept.firstKey(of: local, in: index + 1..<Int(end)) else { continue }
        (count, last) = (1, key)
      default: continue
      }
      guard let start = kept.start(ofConstants: count, before: index),
        !(start < index && (start + 1...index).contains { targets.contains(Int32($0)) })
      else { continue }
      var (code, constants) = (Array(operations[start..<index]) + [last], kept.constants)
      if case .call(.matches, 2) = operation {
        code.insert(.constant(Int32(constants.count)), at: 0)
        constants.append(.string(""))
      }
      let part = Program(
        ProgramCode(
          operations: code, offsets: [Int32](repeating: 0, count: code.count), constants: constants, messages: [],
          tests: [], slots: [], type: .dyn))
      do throws(EvaluationError) {
        _ = try evaluator.evaluate(part, slots: [], test: { _ in false })
      } catch {
        if evaluator.meter.end != nil { return found }
        found.append(Self.failure(error.message, of: operation, at: kept.offsets[index]))
      }
    }
    return found
  }

  /// Offsets from here on are in the definitions of named guards.
  private static let firstOfGuards: Int32 = 1 << 16

  private static func failure(_ reason: String, of operation: Operation, at offset: Int32) -> SureResult {
    let length: Int
    switch operation {
    case .call(let function, _): length = function.rawValue.utf8.count
    case .binary(let found), .compareSlot(let found, _, _): length = found.rawValue.utf8.count
    default: length = 1
    }
    return SureResult(range: Int(offset)..<Int(offset) + length, result: nil, reason: reason)
  }
}

extension ProgramCode {
  /// The first selection of a key from a local in a range; nil if the range has jumps, which may pass the selection.
  fileprivate func firstKey(of local: Int32, in range: Range<Int>) -> Program.Operation? {
    guard range.allSatisfy({ operations[$0].targets.isEmpty }) else { return nil }
    for index in range.dropLast() {
      if case .local(local) = operations[index], case .select = operations[index + 1] { return operations[index + 1] }
    }
    return nil
  }

  /// The start of the instructions that put `count` constants on the stack before an instruction: single ones, and
  /// literals of lists and maps; nil if a value is computed.
  fileprivate func start(ofConstants count: Int, before index: Int) -> Int? {
    var (missing, start) = (count, index)
    while missing > 0 {
      guard start > 0 else { return nil }
      start -= 1
      switch operations[start] {
      case .constant: missing -= 1
      case .list(let count): missing += Int(count) - 1
      case .map(let count): missing += 2 * Int(count) - 1
      default: return nil
      }
    }
    return start
  }
}

extension Program.Operation {
  /// The instructions to which it may jump.
  fileprivate var targets: [Int32] {
    switch self {
    case .orElse(let target), .andThen(let target), .jump(let target): [target]
    case .branch(let otherwise, let end): [otherwise, end]
    case .begin(_, let end), .next(_, let end), .bind(_, let end): [end]
    case .keep(let next, let end), .collect(let next, let end): [next, end]
    case .constant, .slot, .local, .test, .fail, .select, .has, .index, .list, .map, .not, .negate, .binary,
      .compareSlot, .or, .and, .call, .parameters, .host, .note:
      []
    }
  }
}
