import StateKitCore

/// The pairs of states found so far, and scripts that lead to them.
extension ChartDiff {
  /// Adds the pair of the machines' current states. Returns true if it is new.
  mutating func add(_ answers: UInt32) -> Bool {
    var one = [UInt32](repeating: 0, count: first.codec.roles.count)
    var other = [UInt32](repeating: 0, count: second.codec.roles.count)
    first.codec.encode(first.machine.parts, mayBeIrregular: !first.machine.faults.isEmpty, into: &one)
    second.codec.encode(second.machine.parts, mayBeIrregular: !second.machine.faults.isEmpty, into: &other)
    return table.insert(one + other + [answers]).isNew
  }

  func pair(at index: Int) -> Pair {
    let count = first.codec.roles.count
    var fields = [UInt32](repeating: 0, count: count + second.codec.roles.count + 1)
    table.values(index, into: &fields)
    return Pair(
      first: first.codec.decode(Array(fields[..<count])),
      second: second.codec.decode(Array(fields[count..<(fields.count - 1)])), answers: fields[fields.count - 1])
  }

  func line(_ input: Int, delay: Int64) -> String {
    if case .advance = inputs[input].kind { "+" + Delay.text(delay) } else { inputs[input].line }
  }

  /// The lines of a shortest script that leads to a pair, followed by an input.
  func script(to pair: Int, then last: (input: Int, delay: Int64)) -> [String] {
    var steps = [last]
    var index = pair
    while index >= starts.count {
      steps.append((Int(parents[index].input), parents[index].delay))
      index = Int(parents[index].pair)
    }
    return first.host.script(
      from: starts[index],
      lines: steps.reversed().map { input, delay in
        guard case .answer(let answered, let isTrue) = inputs[input].kind else {
          return HostChoices.Line(text: line(input, delay: delay))
        }
        return HostChoices.Line(text: inputs[input].line, answer: (answered, isTrue))
      })
  }
}
