import CEL

/// Steps that compare variables with whole numbers, add to one of them, and write: counters, and what guards decide. A loop of its
/// own, like the one for blocks.
extension StepTables {
  /// Whether a step begins like such.
  @inline(__always)
  func isSum(_ program: Int32) -> Bool {
    switch unsafe operations[Int(program)].kind {
    case .compare, .add: true
    case .stepHead: unsafe operations[Int(program) + 1].kind == .add
    default: false
    }
  }

  /// Takes lines from `index` on whose steps are such, the first of them by its program, when `done` were made before. Returns how
  /// many. A step that turns out to be none has done nothing yet.
  @inline(never)
  func takeSums(
    _ first: Int32, _ input: Input, _ index: inout Int, _ done: Int, _ cursor: inout StepCursor,
    _ data: inout DataModel, _ out: inout OutputBuffer
  ) -> Int {
    guard let base = unsafe operations.baseAddress else { return 0 }
    let start = index
    var (next, program) = (start, first)
    var symbol = unsafe input.symbols[Int(input.lines[next])]
    unsafe data.slots.withUnsafeMutableBufferPointer { variables in
      while let sum = unsafe Sum(base, program, variables) {
        if unsafe sum.beginsWithHead { out.appendHead(Int64(done &+ next &- start), at: cursor.clock) }
        if let addition = unsafe sum.addition {
          unsafe write(addition.pointee.piece, to: &out)
          unsafe out.bytes.append(decimal: sum.number)
          unsafe variables.initializeElement(at: Int(addition.pointee.slot), to: .int(sum.number))
          cursor.hasChangedData = true
        }
        unsafe writeWhole(sum.end.pointee.piece, to: &out)
        let from = cursor.now
        unsafe (cursor.now, cursor.ending) = (sum.end.pointee.next, sum.end.pointee.index)
        next &+= 1
        if out.isFull { out.flush() }
        guard unsafe next < input.end else { break }
        let following = unsafe input.symbols[Int(input.lines[next])]
        if following == symbol, cursor.now == from { continue }
        guard following >= 0 else { break }
        symbol = following
        program = unsafe StepTable.program(in: slots, from: cursor.now, symbol)
        guard unsafe program >= 0 && isSum(program) else { break }
      }
    }
    index = next
    return next - start
  }

  /// What such a step comes to with the variables as they are.
  @unsafe private struct Sum {
    /// It begins a step of JSON Lines.
    let beginsWithHead: Bool
    /// Where a number is added, and the sum.
    let addition: UnsafePointer<StepOperation>?
    let number: Int64
    let end: UnsafePointer<StepOperation>

    /// Nil where the step does something else, or nobody knows.
    @inline(__always)
    @unsafe init?(
      _ base: UnsafePointer<StepOperation>, _ program: Int32, _ variables: UnsafeMutableBufferPointer<Value>
    ) {
      var operation = unsafe base + Int(program)
      while unsafe operation.pointee.kind == .compare {
        guard case .int(let number) = unsafe variables[Int(operation.pointee.slot)] else { return nil }
        if unsafe operation.pointee.relation.holds(number, operation.pointee.operand) == operation.pointee.expects {
          unsafe operation += 1
        } else {
          let next = unsafe operation.pointee.otherwise
          if next < 0 { return nil }
          unsafe operation = base + Int(next)
        }
      }
      let kind = unsafe operation.pointee.kind
      if kind == .block || kind == .headBlock {
        unsafe (beginsWithHead, addition, number, end) = (kind == .headBlock, nil, 0, operation)
        return
      }
      let add = unsafe kind == .stepHead ? operation + 1 : operation
      guard unsafe add.pointee.kind == .add, unsafe !add.pointee.saves, unsafe (add + 1).pointee.kind == .block,
        case .int(let value) = unsafe variables[Int(add.pointee.from)],
        case .int = unsafe variables[Int(add.pointee.slot)]
      else { return nil }
      let (sum, overflow) = unsafe value.addingReportingOverflow(add.pointee.operand)
      if overflow { return nil }
      unsafe (beginsWithHead, addition, number, end) = (kind == .stepHead, add, sum, add + 1)
    }
  }
}
