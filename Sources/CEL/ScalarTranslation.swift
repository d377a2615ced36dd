/// Translates the instructions of a stack machine to those of registers. The depth of the stack is known at each
/// instruction.
struct ScalarTranslation {
  private var instructions: [ScalarProgram.Instruction] = []
  private var sources: [ScalarProgram.Source] = []
  /// The current depth of the stack.
  private var depth = 0
  /// The index at which the translation of each instruction begins.
  private var starts: [Int32] = []
  /// The depth of the stack at each jump target.
  private var depths: [Int: Int] = [:]
  /// The index at which the instructions begin that compute each register.
  private var operandStarts = [Int](repeating: 0, count: ScalarProgram.registers + 1)
  /// The last jump target: instructions before and after it are never merged.
  private var barrier = 0

  private init() {}

  static func translate(
    _ code: [Program.Operation], constants: [Value]
  ) -> (instructions: [ScalarProgram.Instruction], sources: [ScalarProgram.Source])? {
    // Longer programs are rare, and gain nothing.
    guard code.count <= 64 else { return nil }
    var translation = ScalarTranslation()
    var index = 0
    while index < code.count {
      if let known = translation.depths[index] {
        translation.depth = known
        translation.barrier = translation.instructions.count
      }
      let next = translation.add(code, at: index, constants: constants)
      guard next > index, translation.depth < ScalarProgram.registers else { return nil }
      for _ in index..<next { translation.starts.append(Int32(translation.instructions.count)) }
      translation.starts[index] = translation.begin
      index = next
    }
    translation.starts.append(Int32(translation.instructions.count))
    return translation.finished
  }

  /// The index at which the translation of the last instruction began.
  private var begin: Int32 = 0

  /// The finished program with its jumps resolved; nil if it contains a text that is not compared.
  private var finished: (instructions: [ScalarProgram.Instruction], sources: [ScalarProgram.Source])? {
    guard depth == 1 else { return nil }
    var instructions = instructions
    var needsSources = false
    for index in instructions.indices {
      switch instructions[index].kind {
      case .jump, .jumpIfTrue, .jumpIfFalse:
        instructions[index].index = starts[Int(instructions[index].index)]
      case .load:
        switch sources[Int(instructions[index].index)] {
        case .text: return nil
        case .variable(let slot):
          instructions[index].kind = .variable
          instructions[index].index = Int32(slot)
        case .field: needsSources = true
        }
      case .size, .has, .same: needsSources = true
      default: break
      }
    }
    return (instructions, needsSources ? sources : [])
  }

  /// Translates the instructions at an index. Returns the index of the next one, or -1 if it cannot be translated.
  private mutating func add(_ code: [Program.Operation], at index: Int, constants: [Value]) -> Int {
    begin = Int32(instructions.count)
    switch code[index] {
    case .constant(let constant): return push(constants[Int(constant)]) ? index + 1 : -1
    case .slot(let slot): return load(Int(slot), code: code, start: index, constants: constants)
    case .test(let test): emit(.test, index: test, pushes: true)
    case .compareSlot(let found, let slot, let constant):
      push(.variable(Int(slot)), cost: 0)
      guard push(constants[Int(constant)], cost: 0) else { return -1 }
      return combine(found) ? index + 1 : -1
    case .binary(let found): return combine(found) ? index + 1 : -1
    case .not: emit(.not)
    case .negate: emit(.negate)
    case .andThen(let target): jump(.jumpIfFalse, target: target)
    case .orElse(let target): jump(.jumpIfTrue, target: target)
    case .and, .or:
      depth -= 1
      emit(.take)
    case .branch(let otherwise, _):
      jump(.jumpIfFalse, target: otherwise)
      depth -= 1
      depths[Int(otherwise)] = depth
    case .jump(let target): jump(.jump, target: target)
    default: return -1
    }
    return index + 1
  }

  private mutating func emit(
    _ kind: ScalarProgram.Kind, index: Int32 = 0, number: Int64 = 0, cost: UInt8 = 1, pushes: Bool = false
  ) {
    if pushes { depth += 1 }
    guard depth > 0, depth <= ScalarProgram.registers else { return }
    if pushes { operandStarts[depth - 1] = instructions.count }
    instructions.append(
      ScalarProgram.Instruction(kind: kind, register: UInt8(depth - 1), cost: cost, index: index, number: number))
  }

  private mutating func jump(_ kind: ScalarProgram.Kind, target: Int32) {
    depths[Int(target)] = depth
    emit(kind, index: target)
  }

  private mutating func push(_ source: ScalarProgram.Source, cost: UInt8) {
    sources.append(source)
    emit(.load, index: Int32(sources.count - 1), cost: cost, pushes: true)
  }

  private mutating func push(_ constant: Value, cost: UInt8 = 1) -> Bool {
    switch constant {
    case .int(let number): emit(.number, number: number, cost: cost, pushes: true)
    case .bool(let flag): emit(.flag, number: flag ? 1 : 0, cost: cost, pushes: true)
    case .string(let text): push(.text(text), cost: cost)
    default: return false
    }
    return true
  }

  /// Translates a variable together with the fields that are read from it.
  private mutating func load(_ slot: Int, code: [Program.Operation], start: Int, constants: [Value]) -> Int {
    var names: [String] = []
    var index = start + 1
    var kind = ScalarProgram.Kind.load
    loop: while index < code.count, depths[index] == nil {
      switch code[index] {
      case .select(let name):
        guard case .string(let text) = constants[Int(name)] else { return -1 }
        names.append(text)
      case .has(let name):
        guard case .string(let text) = constants[Int(name)] else { return -1 }
        names.append(text)
        kind = .has
        index += 1
        break loop
      case .call(.size, 1):
        kind = .size
        index += 1
        break loop
      default: break loop
      }
      index += 1
    }
    sources.append(names.isEmpty ? .variable(slot) : .field(slot, names))
    emit(kind, index: Int32(sources.count - 1), cost: UInt8(index - start), pushes: true)
    return index
  }

  /// An operator with both sides on the stack.
  private mutating func combine(_ found: BinaryOperator) -> Bool {
    guard depth >= 2 else { return false }
    depth -= 1
    if found == .equal || found == .unequal, compareSources(isWanted: found == .equal) { return true }
    if found == .contained { return false }
    fold(into: found)
    return true
  }

  /// Adds an operator. Numbers and variables that were loaded for it become its direct operands.
  private mutating func fold(into found: BinaryOperator) {
    var operation = ScalarProgram.Instruction(kind: .binary, register: UInt8(depth - 1), found: found)
    let (left, right) = (operandStarts[depth - 1], operandStarts[depth])
    if right >= barrier, right == instructions.count - 1, let (operand, slot) = simple(instructions[right]) {
      let load = instructions.removeLast()
      operation.right = operand
      operation.other = slot
      operation.number = load.number
      operation.cost += load.cost
    }
    if left >= barrier, left + 1 == right, let (operand, slot) = simple(instructions[left]),
      operand == .variable || operation.right != .number
    {
      let load = instructions.remove(at: left)
      operation.left = operand
      operation.index = slot
      if operand == .number { operation.number = load.number }
      operation.cost += load.cost
    }
    instructions.append(operation)
  }

  /// The direct operand that replaces a load; nil if the value has to be loaded.
  private func simple(_ load: ScalarProgram.Instruction) -> (operand: ScalarProgram.Operand, slot: Int32)? {
    switch load.kind {
    case .number: return (.number, 0)
    case .load:
      guard case .variable(let slot) = sources[Int(load.index)] else { return nil }
      return (.variable, Int32(slot))
    default: return nil
    }
  }

  /// Compares the two sources that were loaded last, which may be texts. Returns false if they are not two sources.
  private mutating func compareSources(isWanted: Bool) -> Bool {
    guard instructions.count >= barrier + 2 else { return false }
    let (first, second) = (instructions[instructions.count - 2], instructions[instructions.count - 1])
    guard first.kind == .load, second.kind == .load, Int(second.register) == depth,
      first.register + 1 == second.register
    else { return false }
    instructions.removeLast(2)
    let other = Int64(second.index)
    emit(.same, index: first.index, number: isWanted ? other : -1 - other, cost: first.cost + second.cost + 1)
    return true
  }
}
