import CEL
import StateKitCore
import StateKitFormat

/// The timers of a machine and its children that a clock move fires, found by moving the clock of a copy.
struct ClockWhy {
  private let shown: String
  private let fired: [DueTimer]
  /// The next timer after the move.
  private let next: DueTimer?

  /// `shown`: the move as written.
  init(_ advance: Machine.Advance, shown: String, of machine: Machine) {
    self.shown = shown
    let trial = ClockTrial(machine)
    var copy = machine.trial(trial)
    copy.advance(advance, shown: shown)
    fired = trial.fired
    next = DueTimer.all(of: copy, since: machine.time).first
  }

  /// The question of a line like `+5s`; nil for another line.
  static func asking(_ line: [UInt8], in machine: Machine) throws(ScriptParser.LineError) -> ClockWhy? {
    guard line.first == UInt8(ascii: "+") else { return nil }
    let step = try ScriptParser(machine.chart).parse(ScriptLine(file: "", number: 2, bytes: line))
    guard case .advance(let advance, let shown) = step else { return nil }
    return ClockWhy(advance, shown: shown, of: machine)
  }

  var firesSomething: Bool { !fired.isEmpty }

  func text() -> String {
    if firesSomething { return "\(shown) fires\n" + fired.map { $0.line() }.joined() }
    guard let next else { return "\(shown) fires nothing: there are no timers\n" }
    return "\(shown) fires nothing; the first timer is due\n" + next.line()
  }

  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    out.append(string: "clock", value: shown)
    out.append(objects: "fires", of: fired, line: "\n  ", end: "\n") { $0.appendMembers(to: &$1) }
    if let next {
      out.append(object: "next") { next.appendMembers(to: &$0) }
    } else {
      out.append(string: "next", value: nil)
    }
    out.append("}\n")
    return out.text
  }
}

/// Collects the timers that fire while the clock of a copy moves.
private final class ClockTrial: TraceSink {
  private(set) var fired: [DueTimer] = []
  /// The timers that were waiting before, which know more than the trace.
  private var waiting: [DueTimer]
  private let chart: Chart
  private let now: Int64

  init(_ machine: Machine) {
    (chart, now) = (machine.chart, machine.time)
    waiting = DueTimer.all(of: machine)
  }

  func begin(_ header: TraceHeader) {}
  func end(_ summary: TraceSummary) {}

  func add(_ entries: TraceEntries) {
    entries.forEach(in: chart) { entry, chart, path in
      switch entry {
      case .afterFired(let time, let delay, let state):
        fire(.after(state, timer: 0, milliseconds: delay), at: time, of: chart, path: path)
      case .sendFired(let time, let label):
        let event = chart.event(chart.text(of: label).utf8Bytes.span, data: nil)
        fire(.send(event, id: nil, to: nil), at: time, of: chart, path: path)
      case .exit, .enter, .effect, .event, .always, .ignored, .invoke, .stop, .declined, .forbidden, .rejected, .error,
        .invariant, .value, .done, .child:
        break
      }
    }
  }

  private func fire(_ payload: TimerQueue.Payload, at time: Int64, of chart: Chart, path: [String]) {
    let timer = DueTimer(path: path, due: time, payload: payload, chart: chart, now: now)
    let known = waiting.firstIndex { $0.isSame(as: timer) }
    fired.append(known.map { waiting.remove(at: $0) } ?? timer)
  }
}

/// A waiting timer, in a machine or one of its children.
struct DueTimer {
  /// The ids of the children on the path to it.
  fileprivate let path: [String]
  let due: Int64
  fileprivate var serial: Int64 = 0
  fileprivate let payload: TimerQueue.Payload
  fileprivate let chart: Chart
  /// The time from which its remaining time is counted, in milliseconds.
  fileprivate let now: Int64

  /// The timers of a machine and its children, in the order in which they are due. `since`: the time from which their
  /// remaining times are counted; nil for that of the machine.
  static func all(of machine: Machine, since: Int64? = nil) -> [DueTimer] {
    waiting(in: machine, path: [], since: since ?? machine.time).sorted { ($0.due, $0.serial) < ($1.due, $1.serial) }
  }

  private static func waiting(in machine: Machine, path: [String], since now: Int64) -> [DueTimer] {
    var all = machine.waitingTimers.map { timer in
      DueTimer(
        path: path, due: timer.due, serial: timer.serial, payload: timer.payload, chart: machine.chart, now: now)
    }
    for child in machine.children.all {
      all += waiting(in: machine.looking(at: child), path: path + [child.facts.id], since: now)
    }
    return all
  }

  /// True if a timer of the trace may be this one: it has no data, id or receiver.
  fileprivate func isSame(as other: DueTimer) -> Bool {
    guard due == other.due, path.elementsEqual(other.path, by: { $0.utf8.elementsEqual($1.utf8) }) else { return false }
    switch (payload, other.payload) {
    case (.after(let state, _, let delay), .after(let otherState, _, let otherDelay)):
      return state == otherState && delay == otherDelay
    case (.send(let event, _, _), .send(let otherEvent, _, _)):
      return chart.text(of: event.label).utf8.elementsEqual(chart.text(of: otherEvent.label).utf8)
    case (.after, .send), (.send, .after): return false
    }
  }

  private var what: String {
    switch payload {
    case .after(let state, _, let delay): return "after \(Delay.text(delay)) in \(chart.shownReference(state))"
    case .send(let event, let id, let recipient):
      var what = "send " + DisplayText.name(chart.text(of: event.label))
      if let data = event.data, !data.isNull { what += " " + data.shownJSON() }
      if let id { what += ", id " + DisplayText.quoted(String(decoding: id, as: UTF8.self)) }
      if let recipient { what += ", to " + DisplayText.quoted(recipient.name) }
      return what
    }
  }

  /// A description of the timer, with the names of the children on the path to it.
  var text: String { ChildLines.named(path, text: DisplayText.raw(what)) }

  /// The time until it is due, and its description; with the clock time if requested.
  func line(withTime: Bool = false) -> String {
    let time = withTime ? ", at \(Delay.text(due))" : ""
    return ChildLines.named(path, text: "  in \(Delay.text(due - now))\(time): \(DisplayText.raw(what))\n")
  }

  fileprivate func appendMembers(to out: inout ByteBuffer) {
    out.append(number: "in", value: Int(due - now))
    out.append(number: "at", value: Int(due))
    switch payload {
    case .after(let state, _, let delay):
      out.append(string: "after", value: Delay.text(delay))
      out.append(string: "state", value: chart.path(state))
    case .send(let event, let id, let recipient):
      out.append(string: "send", value: chart.text(of: event.label))
      if let data = event.data, !data.isNull {
        DisplayText.appendRaw(", \"data\": \(data.json(upTo: InputLimits.heldBytes) ?? "null")", to: &out)
      }
      if let id { out.append(string: "id", value: String(decoding: id, as: UTF8.self)) }
      if let recipient { out.append(string: "to", value: recipient.name) }
    }
    if !path.isEmpty { out.append(texts: "children", value: path) }
  }
}
