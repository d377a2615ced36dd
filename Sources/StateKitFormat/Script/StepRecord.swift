import CEL
package import StateKitCore

/// The effects of the last step of a script, for `:expect entered`, `did` and similar forms.
@dynamicMemberLookup
package final class StepRecord: TraceSink {
  /// The record between two steps, so that a session can return to it.
  package struct Content: Sendable {
    package fileprivate(set) var entered: Set<StateID> = []
    package fileprivate(set) var exited: Set<StateID> = []
    package fileprivate(set) var called: [Carried] = []
    package fileprivate(set) var raised: [Carried] = []
    package fileprivate(set) var sent: [Carried] = []
    /// The invariants that did not hold.
    package fileprivate(set) var broken: [String] = []
    package fileprivate(set) var logged: Set<[UInt8]> = []
    /// True if there was an error that no state handled, or a `:set` after the event failed.
    package fileprivate(set) var hasError = false
    /// True if a machine rejected what another one sent, or the event itself.
    package fileprivate(set) var hasRejection = false
    /// True until something happens after `forget()`.
    package fileprivate(set) var isEmpty = false
    /// Ignored and declined events and timers of the step, as shown; at most a hundred.
    package fileprivate(set) var unhandled: [Unhandled] = []

    /// The content of a machine whose last step is unknown.
    static let unknown = {
      var content = Content()
      content.isEmpty = true
      return content
    }()

    /// The memory in bytes of what it holds, roughly.
    package var size: Int {
      let carried = (called + raised + sent).reduce(0) { $0 + 64 + $1.name.utf8.count + ($1.data?.size ?? 0) }
      return carried + 32 * (entered.count + exited.count + broken.count + unhandled.count)
        + logged.reduce(0) { $0 + 64 + $1.count }
    }
  }

  /// A kind of effects with names and data.
  enum Kind {
    case called, raised, sent
  }

  package private(set) var content = Content()
  /// The effects of a kind by name, from the first question about them on.
  private var counted: [Kind: Carried.Counts] = [:]
  private var isQuestion = false
  /// The last event or timer of each machine that the machine did not raise itself. The key is the ids of the children
  /// on the way to the machine. If there is no handler, that is recorded late: after the children got the event, and after
  /// the events that the machine raised.
  private var began: [[String]: Taken] = [:]
  /// The event or timer of the previous entry. The next entry may say that it has no handler.
  private var latest: (event: Taken, path: [String])?
  /// The events that machines of a family raised and did not take yet.
  private var raised: [[String]: [String]] = [:]
  private var isNoted = false

  /// An event or a timer without a handler.
  package struct Unhandled: Sendable {
    package let event: String
    package let outcome: Outcome

    /// The outcome as a sentence.
    package var text: String {
      "\(event) was \(outcome.rawValue): "
        + (outcome == .declined ? "every guard was false" : "no active state has a handler")
    }
  }

  private enum Taken {
    case event(EventLabel)
    case after(Int64, StateID)
  }

  private let first: Chart
  /// The chart of the machine whose entries are being read.
  private var chart: Chart

  package init(_ chart: Chart) {
    first = chart
    self.chart = chart
  }

  /// Goes back to the record of another moment.
  func restore(_ content: Content) {
    self.content = content
    counted = [:]
  }

  func all(_ kind: Kind) -> [Carried] {
    switch kind {
    case .called: content.called
    case .raised: content.raised
    case .sent: content.sent
    }
  }

  func counts(_ kind: Kind) -> Carried.Counts {
    if let found = counted[kind] { return found }
    let counts = Carried.Counts(all(kind))
    counted[kind] = counts
    return counts
  }

  package subscript<Member>(dynamicMember path: KeyPath<Content, Member>) -> Member { content[keyPath: path] }

  package func begin(_ header: TraceHeader) {
    isQuestion = false
    if case .aside(let shown) = header {
      // Of a `:set`, an error is all that a script can expect.
      isQuestion = shown.utf8.first == UInt8(ascii: "?")
      return
    }
    forget()
    content.isEmpty = false
    if case .event(let label, _) = header { remember(.event(label), in: []) }
  }

  /// Forgets the last step: a machine resumes whose last event belongs to another run.
  func forget() {
    if !counted.isEmpty { counted = [:] }
    content.isEmpty = true
    content.hasError = false
    content.hasRejection = false
    content.unhandled.removeAll(keepingCapacity: true)
    began.removeAll(keepingCapacity: true)
    raised.removeAll(keepingCapacity: true)
    latest = nil
    content.entered.removeAll(keepingCapacity: true)
    content.exited.removeAll(keepingCapacity: true)
    content.called.removeAll(keepingCapacity: true)
    content.raised.removeAll(keepingCapacity: true)
    content.sent.removeAll(keepingCapacity: true)
    content.logged.removeAll(keepingCapacity: true)
    content.broken.removeAll(keepingCapacity: true)
  }

  package func add(_ entries: TraceEntries) {
    for entry in entries {
      if case .child(let trace) = entry {
        chart = first.relative(trace.chart)
        for entry in trace.entries { add(entry, in: trace.path) }
        chart = first
      } else {
        add(entry, in: [])
      }
    }
  }

  /// Adds an effect. The states that a child entered and exited belong to another chart.
  private func add(_ entry: TraceEntry, in path: [String]) {
    switch entry {
    case .ignored: return note(.ignored, in: path)
    case .declined: return note(.declined, in: path)
    case .forbidden: return
    default: (latest, isNoted) = (nil, false)
    }
    switch entry {
    case .event(let label): remember(.event(label), in: path, isInternal: isInternal(label, in: path))
    case .sendFired(_, let label): remember(.event(label), in: path)
    case .afterFired(_, let delay, let state): remember(.after(delay, state), in: path)
    case .invariant(let name): content.broken.append(name)
    case .error: if !isQuestion { content.hasError = true }
    case .rejected: content.hasRejection = true
    case .enter(let state): if path.isEmpty { content.entered.insert(state) }
    case .exit(let state): if path.isEmpty { content.exited.insert(state) }
    case .effect(let effect, _):
      if case .raise(let label, _) = effect, first.family != nil {
        raised[path, default: []].append(chart.text(of: label))
      }
      add(effect)
    default: break
    }
  }

  package func end(_ summary: TraceSummary) {}

  private func remember(_ event: Taken, in path: [String], isInternal: Bool = false) {
    if !isInternal { began[path] = event }
    (latest, isNoted) = ((event, path), false)
  }

  /// True if a machine raised an event itself, or it comes by itself. Without children nothing is recorded late.
  private func isInternal(_ label: EventLabel, in path: [String]) -> Bool {
    if first.family == nil { return false }
    let name = chart.text(of: label)
    if EventType.comesByItself(name) { return true }
    guard let index = raised[path]?.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else { return false }
    raised[path]?.remove(at: index)
    return true
  }

  private func note(_ outcome: Outcome, in path: [String]) {
    // A declined event has one entry for each guard that was false; the first one counts.
    if isNoted { return }
    isNoted = true
    let isLatest = latest.map { $0.path == path } ?? false
    guard let taken = isLatest ? latest?.event : began[path] else { return }
    guard content.unhandled.count < 100 else { return }
    switch taken {
    case .event(let label):
      note(DisplayText.name(String(decoding: chart.bytes(of: label), as: UTF8.self)), outcome: outcome)
    case .after(let delay, let state):
      note("after \(Delay.text(delay)) in \(chart.shownReference(state))", outcome: outcome)
    }
  }

  private func note(_ event: String, outcome: Outcome) {
    content.unhandled.append(Unhandled(event: event, outcome: outcome))
  }

  private func add(_ effect: Effect) {
    if !counted.isEmpty { counted = [:] }
    switch effect {
    case .call(let name, let data): content.called.append(Carried(name: chart.names.text(name), data: data))
    case .raise(let label, let data): content.raised.append(Carried(name: chart.text(of: label), data: data))
    case .send(let label, let data, _): content.sent.append(Carried(name: chart.text(of: label), data: data))
    case .log(let text): content.logged.insert(Array(text.utf8))
    case .cancel, .goToState, .assign: break
    }
  }
}
