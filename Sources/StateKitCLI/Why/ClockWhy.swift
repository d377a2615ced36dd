import CEL
import StateKitCore
import StateKitFormat

/// The timers of a machine and its children that a clock move fires first.
struct ClockWhy {
  private let shown: String
  /// The waiting timers, in the order in which they are due.
  private let timers: [DueTimer]
  /// The number of timers that the move fires.
  private let count: Int

  /// `shown`: the move as written.
  init(_ advance: Machine.Advance, shown: String, of machine: Machine) {
    self.shown = shown
    timers = DueTimer.all(of: machine)
    let end: Int64 =
      switch advance {
      case .by(let delay): machine.time.addingReportingOverflow(delay).partialValue
      case .next: timers.first?.due ?? machine.time
      case .idle: .max
      }
    count = timers.prefix { $0.due <= end }.count
  }

  /// The question of a line like `+5s`; nil for another line.
  static func asking(_ line: [UInt8], in machine: Machine) throws(ScriptParser.LineError) -> ClockWhy? {
    guard line.first == UInt8(ascii: "+") else { return nil }
    let step = try ScriptParser(machine.chart).parse(ScriptLine(file: "", number: 2, bytes: line))
    guard case .advance(let advance, let shown) = step else { return nil }
    return ClockWhy(advance, shown: shown, of: machine)
  }

  var firesSomething: Bool { count > 0 }

  func text() -> String {
    guard let first = timers.first else { return "\(shown) fires nothing: there are no timers\n" }
    if count == 0 { return "\(shown) fires nothing; the first timer is due\n" + first.line() }
    return "\(shown) fires, unless an earlier timer stops it\n" + timers.prefix(count).map { $0.line() }.joined()
  }

  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    out.append(string: "clock", value: shown)
    out.append(objects: "fires", of: timers.prefix(count), line: "\n  ", end: "\n") { $0.appendMembers(to: &$1) }
    if count < timers.count {
      out.append(object: "next") { timers[count].appendMembers(to: &$0) }
    } else {
      out.append(string: "next", value: nil)
    }
    out.append("}\n")
    return out.text
  }
}

/// A waiting timer, in a machine or one of its children.
struct DueTimer {
  /// The ids of the children on the path to it.
  private let path: [String]
  private let timer: TimerQueue.Timer
  private let chart: Chart
  /// The time of the machine, in milliseconds.
  private let now: Int64

  var due: Int64 { timer.due }

  /// The timers of a machine and its children, in the order in which they are due.
  static func all(of machine: Machine) -> [DueTimer] {
    waiting(in: machine, path: []).sorted { ($0.timer.due, $0.timer.serial) < ($1.timer.due, $1.timer.serial) }
  }

  private static func waiting(in machine: Machine, path: [String]) -> [DueTimer] {
    var all = machine.waitingTimers.map { DueTimer(path: path, timer: $0, chart: machine.chart, now: machine.time) }
    for child in machine.children.all {
      all += waiting(in: machine.looking(at: child), path: path + [child.facts.id])
    }
    return all
  }

  private var what: String {
    switch timer.payload {
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
    let time = withTime ? ", at \(Delay.text(timer.due))" : ""
    return ChildLines.named(path, text: "  in \(Delay.text(timer.due - now))\(time): \(DisplayText.raw(what))\n")
  }

  fileprivate func appendMembers(to out: inout ByteBuffer) {
    out.append(number: "in", value: Int(timer.due - now))
    out.append(number: "at", value: Int(timer.due))
    switch timer.payload {
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
