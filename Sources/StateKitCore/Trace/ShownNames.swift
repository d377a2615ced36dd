/// The shown names of a chart, built once because a trace writes them constantly.
struct ShownNames: Sendable {
  private var bytes: [UInt8] = []
  private var stateEnds: [Int32] = [0]
  private var nameEnds: [Int32] = []

  init(_ chart: Chart) {
    var out = ByteBuffer(capacity: 1 << 12)
    var reference = ByteBuffer()
    stateEnds.reserveCapacity(chart.states.count + 1)
    for state in chart.states.indices {
      reference.removeAll()
      chart.appendReference(StateID(state), to: &reference)
      reference.withSpan { DisplayText.appendName($0, to: &out) }
      stateEnds.append(Int32(clamping: out.count))
    }
    nameEnds = [Int32(clamping: out.count)]
    nameEnds.reserveCapacity(chart.names.count + 1)
    for name in 0..<chart.names.count {
      reference.removeAll()
      chart.names.append(NameID(rawValue: Int32(name)), to: &reference)
      reference.withSpan { DisplayText.appendName($0, to: &out) }
      nameEnds.append(Int32(clamping: out.count))
    }
    bytes = out.bytes + repeatElement(0, count: Self.padding)
  }

  /// Readable bytes behind the last name, so that short names are copied without a loop.
  private static let padding = 32

  /// Appends a line with a word of at most eight bytes and a state.
  @inline(__always)
  func appendLine(_ word: StaticString, state: StateID, to out: inout ByteBuffer) {
    appendLine(word, in: Int(stateEnds[state.index])..<Int(stateEnds[state.index + 1]), to: &out)
  }

  /// Appends a line of a name.
  func appendLine(_ name: NameID, to out: inout ByteBuffer) {
    appendLine("", in: Int(nameEnds[name.index])..<Int(nameEnds[name.index + 1]), to: &out)
  }

  /// Appends, for each state in a part of a list, a line with a word of at most eight bytes.
  @inline(__always)
  func appendLines(_ word: StaticString, states: [StateID], line: Range<Int>, to out: inout ByteBuffer) {
    unsafe bytes.withUnsafeBytes { all in
      unsafe stateEnds.withUnsafeBufferPointer { ends in
        for position in line {
          let index = states[position].index
          precondition(index + 1 < ends.count)
          unsafe Self.appendLine(word, all: all, in: Int(ends[index])..<Int(ends[index + 1]), to: &out)
        }
      }
    }
  }

  @inline(__always)
  private func appendLine(_ word: StaticString, in range: Range<Int>, to out: inout ByteBuffer) {
    unsafe bytes.withUnsafeBytes { unsafe Self.appendLine(word, all: $0, in: range, to: &out) }
  }

  @inline(__always)
  @unsafe private static func appendLine(
    _ word: StaticString, all: UnsafeRawBufferPointer, in range: Range<Int>, to out: inout ByteBuffer
  ) {
    let (start, count) = (range.lowerBound, range.count)
    precondition(start >= 0 && count >= 0 && start + count + padding <= all.count)
    guard let base = all.baseAddress else { return }
    if count <= padding {
      unsafe out.appendLine(word, upTo32: base + start, count: count)
    } else {
      out.append(word)
      unsafe out.append(UnsafeRawBufferPointer(start: base + start, count: count))
      out.append(UInt8(ascii: "\n"))
    }
  }

  func append(_ state: StateID, to out: inout ByteBuffer) {
    out.append(bytes.span.extracting(Int(stateEnds[state.index])..<Int(stateEnds[state.index + 1])))
  }

  func append(_ name: NameID, to out: inout ByteBuffer) {
    out.append(bytes.span.extracting(Int(nameEnds[name.index])..<Int(nameEnds[name.index + 1])))
  }
}
