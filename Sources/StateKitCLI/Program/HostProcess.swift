import CEL
import StateKitCore
import StateKitFormat

/// A process that does the work of a chart's host, and sends events to the chart (Programs.md).
final class HostProcess: HostPartner {
  private let lines: ProcessLines
  /// The time limit of an answer in milliseconds.
  private let timeout: Int64
  /// Lines that came while an answer was awaited.
  private var early: [[UInt8]] = []
  /// True if something was sent since the last step, and since its last line.
  private var hasSent = false
  private var isSilent = false
  /// True after its first line.
  private var hasWritten = false
  /// Why it can no longer be used, once.
  private var problem: String?
  private(set) var hasFailed = false
  /// True if the shell did not find the command.
  private(set) var isNotStarted = false

  init(_ command: String, timeout: Int64) throws(ChildProcess.Failure) {
    lines = ProcessLines(try ChildProcess(command, in: "", errors: .passed))
    self.timeout = timeout
  }

  /// The time in milliseconds in which its lines count as those of the last step, without `--realtime`.
  private static let pause: Int64 = 50
  /// The time for its lines after the last step.
  private static let lastPause: Int64 = 500

  // MARK: Sending

  func perform(_ action: HostDeed, wantsReply: Bool) -> Value {
    var out = ByteBuffer()
    out.append("{\"do\":")
    DisplayText.appendQuoted(action.name, to: &out)
    Self.append("data", value: action.data, to: &out)
    Self.append("event", value: action.event.map { .string($0) }, to: &out)
    Self.append("state", value: action.state.map { .string($0) }, to: &out)
    out.append(wantsReply ? ",\"answer\":true}" : "}")
    send(out.bytes)
    return wantsReply ? reply(toGuard: false) : .null
  }

  func answer(_ guardName: String, parameters: Value) -> Value {
    var out = ByteBuffer()
    out.append("{\"ask\":")
    DisplayText.appendQuoted(guardName, to: &out)
    Self.append("data", value: parameters, to: &out)
    out.append("}")
    send(out.bytes)
    return reply(toGuard: true)
  }

  func begin(_ work: HostWork, input: Value?) {
    var out = ByteBuffer()
    out.append("{\"begin\":")
    DisplayText.appendQuoted(work.id, to: &out)
    Self.append("source", value: .string(work.source), to: &out)
    Self.append("input", value: input, to: &out)
    Self.append("to", value: Self.path(of: work), to: &out)
    out.append("}")
    send(out.bytes)
  }

  func stop(_ work: HostWork) {
    var out = ByteBuffer()
    out.append("{\"stop\":")
    DisplayText.appendQuoted(work.id, to: &out)
    Self.append("to", value: Self.path(of: work), to: &out)
    out.append("}")
    send(out.bytes)
  }

  /// The ids of the children that lead to its machine; nil for the first machine.
  private static func path(of work: HostWork) -> Value? {
    work.path.isEmpty ? nil : .list(ListValue(work.path.map { .string($0) }))
  }

  private static func append(_ key: String, value: Value?, to out: inout ByteBuffer) {
    guard let value, !value.isNull else { return }
    out.append(",\"\(key)\":")
    value.appendJSON(to: &out)
  }

  private func send(_ line: [UInt8]) {
    if hasFailed { return }
    (hasSent, isSilent) = (true, true)
    do throws(ProcessLines.Problem) {
      try lines.send(line, atMost: timeout)
    } catch {
      fail(error)
    }
  }

  private func fail(_ problem: ProcessLines.Problem) {
    if hasFailed { return }
    hasFailed = true
    if let ending = lines.process.ending(hasClosed: problem == .closed) {
      self.problem = "the host ended with \(ending)"
      isNotStarted = !hasWritten && ChildProcess.isUnknownCommand(ending)
      return
    }
    switch problem {
    case .late: self.problem = "the host did not read a line within \(Delay.text(timeout))"
    case .closed: self.problem = "the host closed its standard input or output"
    case .tooLong: self.problem = "the host wrote a line of more than \(ProcessLines.lineBytes >> 20) MiB"
    }
  }

  /// The answer to the last line: null, a bool, or the reason for a failure as a text.
  private func reply(toGuard isGuard: Bool) -> Value {
    let clock = WallClock()
    while !hasFailed {
      let line: [UInt8]
      do throws(ProcessLines.Problem) {
        line = try lines.next(atMost: timeout - clock.elapsed)
      } catch {
        if error == .late { return .string("the host did not answer within \(Delay.text(timeout))") }
        fail(error)
        break
      }
      (hasWritten, isSilent) = (true, false)
      if case .map(let map)? = JSONText.value(of: line) {
        if case .bool(let flag)? = map["answer"] { return isGuard ? .bool(flag) : .null }
        if case .string(let reason)? = map["error"] { return .string(reason) }
        if !isGuard, map.entries.isEmpty || map["answer"] != nil { return .null }
      }
      early.append(line)
      // An event is the answer to an action, too.
      if !isGuard { return .null }
    }
    return .string("the host does not answer: it has ended")
  }

  // MARK: Receiving

  /// True if it will send nothing more.
  var isOver: Bool { early.isEmpty && (hasFailed || lines.isOver) }

  /// The lines that it has written since the last call.
  func popLines() -> [[UInt8]] {
    defer { early = [] }
    var found = early
    if hasFailed { return found }
    _ = lines.unread()
    do throws(ProcessLines.Problem) {
      while let line = try lines.popLine() { found.append(line) }
    } catch {
      fail(error)
    }
    if !found.isEmpty { (hasWritten, isSilent) = (true, false) }
    return found
  }

  /// The lines that belong to the last step: if something was sent, those that come soon.
  func popLinesAfterStep() -> [[UInt8]] {
    let found = popLines()
    guard found.isEmpty, hasSent else { return found }
    hasSent = false
    return wait(atMost: Self.pause)
  }

  /// Its lines after the last step: waited for if it has written nothing since something was sent.
  func popLateLines() -> [[UInt8]] { isSilent ? wait(atMost: Self.lastPause) : popLines() }

  /// The next lines, which are waited for. `milliseconds`: at most so long; without it, the time limit of an answer.
  func wait(atMost milliseconds: Int64? = nil) -> [[UInt8]] {
    let clock = WallClock()
    let most = milliseconds ?? timeout
    while true {
      let found = popLines()
      if !found.isEmpty || hasFailed || lines.isOver || clock.elapsed >= most { return found }
      lines.wait(atMost: most - clock.elapsed)
    }
  }

  /// Waits until it writes something or `other`, a descriptor, can be read.
  func wait(atMost milliseconds: Int64, other: Int32) {
    if !early.isEmpty { return }
    lines.wait(atMost: milliseconds, other: other)
  }

  /// Why it can no longer be used; nil if it was already told.
  func popProblem() -> String? {
    defer { problem = nil }
    return problem
  }

  /// Closes its standard input, and waits until it has ended.
  func end() {
    lines.process.closeInput()
    _ = lines.process.waitForEnd(atMost: timeout)
    lines.process.end()
  }

  /// The script line for a line of the host; nil if it is none.
  static func script(_ line: [UInt8]) -> String? {
    guard case .map(let map)? = JSONText.value(of: line) else { return nil }
    let data = map["data"].flatMap { $0.isNull ? nil : " " + $0.json } ?? ""
    if case .string(let event)? = map["event"] { return DisplayText.name(event) + data }
    if case .string(let reason)? = map["error"] {
      return "error.execution {\"message\":\(Value.string(reason).json)}"
    }
    for (key, isFailure) in [("done", false), ("failed", true)] {
      guard case .string(let work)? = map[key] else { continue }
      let event = DisplayText.name(ProgramRequest.event(endOf: work, isFailure: isFailure))
      var path = ""
      if case .list(let ids)? = map["to"] {
        for case .string(let id) in ids.elements { path += DisplayText.name(id) + ": " }
      }
      return path + event + data
    }
    return nil
  }
}
