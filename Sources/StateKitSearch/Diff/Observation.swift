import CEL
import StateKitCore

/// The visible behaviour of a chart for one input (Exploring.md, Comparing): everything by which two charts are
/// distinguished.
package struct Observation: Sendable {
  /// The response to an input.
  package enum Response: Sendable, Equatable {
    /// The input moved the clock or started the chart.
    case none
    case handled
    /// Ignored or declined.
    case unhandled
    case rejected
  }

  package var response = Response.none
  /// The visible output: host actions with data, logs, work requested from the host, and broken invariants, in order.
  /// Also which machine rejected an event, whether an error was unhandled, whether the machine is finished, and its output.
  private let seen: [UInt8]
  /// The paths of the deepest active states after it; empty if they are not compared.
  var states: [String] = []

  init(_ response: Response = .none, seen: [UInt8]) {
    self.response = response
    self.seen = seen
  }

  func isSame(as other: Observation) -> Bool {
    response == other.response && isSameBesidesResponse(as: other)
  }

  func isSameBesidesResponse(as other: Observation) -> Bool {
    seen == other.seen && states.count == other.states.count
      && zip(states, other.states).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

/// Records the visible output of a machine's steps.
final class ObservationSink: TraceSink {
  private let chart: Chart
  private var out: [UInt8] = []
  private var hasError = false
  /// True if a child handled an event.
  private(set) var isChildActive = false

  init(_ chart: Chart) {
    self.chart = chart
  }

  func begin(_ header: TraceHeader) {
    out.removeAll(keepingCapacity: true)
    hasError = false
    isChildActive = false
  }

  func add(_ entries: TraceEntries) {
    add(entries, of: chart, path: [])
  }

  private func add(_ entries: TraceEntries, of chart: Chart, path: [String]) {
    for entry in entries {
      switch entry {
      case .effect(.call(let name, let data), _): note("call", path: path, text: chart.names.text(name), data: data)
      case .effect(.log(let text), _): note("log", path: path, text: text, data: nil)
      case .invoke(let id, let source, let input): note("invoke", path: path + [id], text: source, data: input)
      case .stop(let id): note("stop", path: path, text: id, data: nil)
      case .invariant(let name): note("invariant", path: path, text: name, data: nil)
      case .error: hasError = true
      case .rejected: note("rejected", path: path, text: "", data: nil)
      case .child(let child):
        if !isChildActive { isChildActive = StepSummary.isActive(child.entries) }
        // Each level of children adds one entry: nesting is limited by the depth of invocations.
        add(child.entries, of: self.chart.relative(child.chart), path: child.path)
      case .exit, .enter, .effect, .event, .always, .afterFired, .sendFired, .ignored, .declined, .forbidden, .value,
        .done:
        continue
      }
    }
  }

  func end(_ summary: TraceSummary) {}

  private func note(_ kind: StaticString, path: [String], text: String, data: Value?) {
    var bytes = ByteBuffer()
    bytes.append(kind)
    bytes.append(number: UInt64(path.count))
    for name in path { bytes.append(counted: Array(name.utf8)) }
    bytes.append(counted: Array(text.utf8))
    data?.appendIdentity(to: &bytes)
    out += bytes.bytes
  }

  /// The observation of a machine's last step.
  func observation(of machine: borrowing Machine, response: Observation.Response) -> Observation {
    var bytes = ByteBuffer()
    bytes.append(out)
    bytes.append(hasError ? "!" : ".")
    bytes.append(machine.isFinished ? "F" : ".")
    if machine.isFinished { machine.finalOutput?.appendIdentity(to: &bytes) }
    return Observation(response, seen: bytes.bytes)
  }
}
