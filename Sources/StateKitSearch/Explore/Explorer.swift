package import StateKitCore
import StateKitFormat

/// Searches what a chart can do, breadth first over what its machine can be, so that the first way found is a shortest one.
package struct Explorer {
  /// Bounds of a search.
  package struct Bounds: Sendable {
    package var machines = 2_000
    package var depth = 24
    package var steps = 200_000
    /// Bytes of the fingerprints that are kept.
    package var bytes = 64 << 20
    /// Larger charts are not searched.
    package var handlers = 5_000

    package init() {}
  }

  private struct Node {
    let machine: Machine
    let parent: Int
    let input: Int
    let depth: Int
  }

  private let chart: Chart
  private let bounds: Bounds
  private let limits: Limits

  /// `limits`: of what is run; a search ends where they say that somebody interrupts.
  package init(_ chart: Chart, bounds: Bounds = Bounds(), limits: Limits = Limits()) {
    self.limits = limits
    self.chart = chart
    self.bounds = bounds
  }

  /// For each of the handlers that a script can reach within the bounds, the lines of a shortest one, in the order given.
  package func waysToHandlers(_ handlers: [Int]) -> [(handler: Int, lines: [String])] {
    guard !handlers.isEmpty, chart.handlers.count <= bounds.handlers else { return [] }
    let inputs = Inputs(chart)
    let coverage = Coverage(chart)
    var ways: [Int: [String]] = [:]
    var nodes: [Node] = []
    var known: Set<[UInt8]> = []

    func lines(_ node: Int, _ last: Int?) -> [String] {
      var found: [String] = last.map { [inputs.all[$0].line] } ?? []
      var index = node
      while index >= 0, nodes[index].input >= 0 {
        found.append(inputs.all[nodes[index].input].line)
        index = nodes[index].parent
      }
      return found.reversed()
    }
    func note(from node: Int, _ input: Int?, _ before: [UInt32]) {
      for handler in handlers where ways[handler] == nil && coverage.counts.taken[handler] > before[handler] {
        ways[handler] = lines(node, input)
      }
    }

    let limits = self.limits.forSearching(macrosteps: 1_000)
    var start = Machine(chart, limits: limits, sink: NoTrace(), coverage: coverage)
    start.start()
    note(from: -1, nil, [UInt32](repeating: 0, count: chart.handlers.count))
    nodes.append(Node(machine: start, parent: -1, input: -1, depth: 0))
    known.insert(start.fingerprint)
    var steps = 0
    var bytes = 0
    var cost = 0
    var index = 0
    // Every machine that is kept holds what it holds.
    let mostBytes = min(bounds.bytes, limits.memory.limit / 4)
    while index < nodes.count, steps < bounds.steps, bytes < mostBytes, ways.count < handlers.count {
      if cost > self.limits.cost || limits.isInterrupted() { break }
      let depth = nodes[index].depth
      for input in inputs.all.indices
      where depth < bounds.depth && nodes.count < bounds.machines && bytes < mostBytes && cost <= self.limits.cost {
        steps += 1
        var machine = nodes[index].machine
        let before = coverage.counts.taken
        machine.take(inputs.all[input].step)
        cost += machine.lineCost
        note(from: index, input, before)
        let fingerprint = machine.fingerprint
        if machine.isFinished || !known.insert(fingerprint).inserted { continue }
        bytes += fingerprint.count + machine.heldBytes
        nodes.append(Node(machine: machine, parent: index, input: input, depth: depth + 1))
      }
      index += 1
    }
    return handlers.compactMap { handler in ways[handler].map { (handler, $0) } }
  }
}

extension Machine {
  /// The fingerprint as bytes of their own.
  var fingerprint: [UInt8] {
    var out = ByteBuffer()
    appendFingerprint(to: &out)
    return out.bytes
  }
}
