/// Steps that are nothing but a piece of text: most of them. A loop of their own: in the one for all kinds of steps, what it keeps at
/// hand goes to memory and back for each event.
extension StepTables {
  /// Lines by their indices, and what each of these stands for.
  @unsafe struct Input {
    let lines: UnsafeBufferPointer<LineID>
    let symbols: UnsafeBufferPointer<Int32>
    /// Behind the last of the lines.
    let end: Int
  }

  /// Whether a step is such.
  @inline(__always)
  func isBlock(_ program: Int32) -> Bool {
    unsafe operations[Int(program)].kind.rawValue <= StepOperation.Kind.headBlock.rawValue
  }

  /// Takes lines from `index` on whose steps are such, the first of them by its program, when `done` were made before. Returns how
  /// many.
  @inline(never)
  func takeBlocks(
    _ first: Int32, _ input: Input, _ index: inout Int, _ done: Int, _ cursor: inout StepCursor,
    _ out: inout OutputBuffer
  ) -> Int {
    if unsafe operations[Int(first)].kind == .block {
      return unsafe take(first, .block, input, &index, &cursor, &out) { _, _ in }
    }
    let clock = cursor.clock
    return unsafe take(first, .headBlock, input, &index, &cursor, &out) { count, out in
      out.appendHead(Int64(done &+ count), at: clock)
    }
  }

  /// `begin` is called for each step, with how many were made.
  @inline(__always)
  private func take(
    _ first: Int32, _ kind: StepOperation.Kind, _ input: Input, _ index: inout Int, _ cursor: inout StepCursor,
    _ out: inout OutputBuffer, _ begin: (Int, inout OutputBuffer) -> Void
  ) -> Int {
    guard let base = unsafe operations.baseAddress else { return 0 }
    let start = index
    var next = start
    var operation = unsafe base + Int(first)
    while true {
      begin(next - start, &out)
      unsafe writeWhole(operation.pointee.piece, to: &out)
      next &+= 1
      if out.isFull { out.flush() }
      guard unsafe next < input.end else { break }
      let symbol = unsafe input.symbols[Int(input.lines[next])]
      guard symbol >= 0 else { break }
      let program = unsafe StepTable.program(in: slots, from: operation.pointee.next, symbol)
      guard program >= 0, unsafe base[Int(program)].kind == kind else { break }
      unsafe operation = base + Int(program)
    }
    unsafe (cursor.now, cursor.ending) = (operation.pointee.next, operation.pointee.index)
    index = next
    return next - start
  }
}
