import StateKitCore
import StateKitFormat
import StateKitTest

/// Looks for a script that two charts answer differently.
struct MutantComparison {
  /// What a machine wrote in one step.
  private final class StepOutput: ByteOutput {
    var bytes: [UInt8] = []

    /// More of a step is not compared.
    private static let mostBytes = 4 << 20

    func write(_ span: Span<UInt8>) {
      if bytes.count > Self.mostBytes { return }
      for index in span.indices { bytes.append(span[index]) }
    }
  }

  /// A machine, and what it writes to.
  private struct Side {
    let output = StepOutput()
    let trace: TraceText
    let start: Machine

    init(_ chart: Chart, _ source: SourceText, _ limits: Limits, _ host: HostLines) {
      trace = TraceText(chart, source: source, output: output)
      var start = Machine(chart, limits: limits, sink: trace)
      start.answers = host.answers(for: chart)
      self.start = start
    }

    /// What was written since the last time, without positions in the file.
    func text() -> [UInt8] {
      trace.flush()
      defer { output.bytes.removeAll() }
      let lines = output.bytes.split(separator: UInt8(ascii: "\n")).map { line in
        line.starts(with: "  error: ".utf8) ? line.prefix { $0 != UInt8(ascii: "(") } : line
      }
      return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
  }

  private struct Node {
    let machines: (original: Machine, mutant: Machine)
    let parent: Int
    let input: Int
    let depth: Int
  }

  /// Pairs of machines, and lines of a script, at most.
  private static let mostPairs = 400
  private static let deepest = 10
  private static let mostSteps = 20_000

  /// What the host could say.
  private static func hostLines(_ chart: Chart) -> [String] {
    let guards = chart.hostGuards.prefix(8).map { DisplayText.name($0) }
    let delays = chart.hostDelays.prefix(8).map { DisplayText.name($0) }
    return guards.flatMap { [":guard \($0) = true", ":guard \($0) = false"] } + delays.map { ":delay \($0) = 1s" }
  }

  /// The lines of a shortest script that tells the two charts apart; nil where none was found within the bounds, or before
  /// `limits` said that somebody interrupts.
  static func telling(
    _ original: Chart, _ mutant: Chart, _ source: SourceText, limits: Limits, _ host: HostLines
  ) -> [String]? {
    let lines = hostLines(original) + InputCandidates(original).all.map(\.line)
    let inputs = steps(lines, original)
    let otherInputs = steps(lines, mutant)
    guard inputs.count == lines.count, otherInputs.count == lines.count else { return [] }
    let limits = limits.forSearching(macrosteps: 1_000)
    let sides = (original: Side(original, source, limits, host), mutant: Side(mutant, source, limits, host))
    var cost = 0
    var held = 0
    var start = (original: sides.original.start, mutant: sides.mutant.start)
    start.original.start()
    start.mutant.start()
    if sides.original.text() != sides.mutant.text() { return [] }
    var nodes = [Node(machines: start, parent: -1, input: -1, depth: 0)]
    var known: Set<[UInt8]> = [start.original.fingerprint + [0] + start.mutant.fingerprint]
    var steps = 0
    var index = 0
    while index < nodes.count, steps < mostSteps, cost < 100 * limits.cost, !limits.isInterrupted() {
      let node = nodes[index]
      for input in inputs.indices where node.depth < deepest {
        steps += 1
        var machines = node.machines
        machines.original.take(inputs[input])
        machines.mutant.take(otherInputs[input])
        cost += machines.original.lineCost + machines.mutant.lineCost
        if sides.original.text() != sides.mutant.text() {
          var script = [lines[input]]
          var back = index
          while nodes[back].input >= 0 {
            script.append(lines[nodes[back].input])
            back = nodes[back].parent
          }
          return script.reversed()
        }
        let both = machines.original.fingerprint + [0] + machines.mutant.fingerprint
        held += machines.original.heldBytes + machines.mutant.heldBytes
        guard nodes.count < mostPairs, held < limits.memory.limit / 4, known.insert(both).inserted else { continue }
        nodes.append(Node(machines: machines, parent: index, input: input, depth: node.depth + 1))
      }
      index += 1
    }
    return nil
  }

  /// What the lines say to a chart; fewer where one of them says nothing to it.
  private static func steps(_ lines: [String], _ chart: Chart) -> [ScriptStep] {
    let parser = ScriptParser(chart)
    return lines.compactMap { try? parser.parse(ScriptLine(file: "", number: 2, bytes: Array($0.utf8))) }
  }
}

extension Machine {
  /// The fingerprint as bytes of their own.
  fileprivate var fingerprint: [UInt8] {
    var out = ByteBuffer()
    appendFingerprint(to: &out)
    return out.bytes
  }
}
