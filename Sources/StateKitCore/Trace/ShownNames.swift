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
    bytes = out.bytes
  }

  func appendLine(_ word: StaticString, state: StateID, to out: inout ByteBuffer) {
    out.append(word)
    append(state, to: &out)
    out.append(UInt8(ascii: "\n"))
  }

  func appendLine(_ name: NameID, to out: inout ByteBuffer) {
    append(name, to: &out)
    out.append(UInt8(ascii: "\n"))
  }

  /// Appends, for each state in a part of a list, a line with a word.
  func appendLines(_ word: StaticString, states: [StateID], line: Range<Int>, to out: inout ByteBuffer) {
    for index in line { appendLine(word, state: states[index], to: &out) }
  }

  func append(_ state: StateID, to out: inout ByteBuffer) {
    out.append(bytes.span.extracting(Int(stateEnds[state.index])..<Int(stateEnds[state.index + 1])))
  }

  func append(_ name: NameID, to out: inout ByteBuffer) {
    out.append(bytes.span.extracting(Int(nameEnds[name.index])..<Int(nameEnds[name.index + 1])))
  }
}
