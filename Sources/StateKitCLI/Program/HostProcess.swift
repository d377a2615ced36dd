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
  private var earlyBytes = 0
  /// The answers that did not come in time, so that none of them is taken for a later one: true for that of a guard.
  private var owed: [Bool] = []
  /// Runs since the last line was sent to it; nil after its lines of this step.
  private var sent: WallClock?
  /// True if something was sent since its last line.
  private var isSilent = false
  /// The lines that were taken since the last line of the script.
  private var linesOfStep = 0
  /// True after the last line of the script.
  private var isLastStep = false
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

  /// The milliseconds after a line to it in which its lines count as those of the step, without `--realtime`.
  private static let pause: Int64 = 50
  /// The time for its lines after the last step.
  private static let lastPause: Int64 = 500

  // MARK: Sending

  func perform(_ action: HostDeed, wantsReply: Bool) -> Value {
    let reason = send(
      "do", of: action.name,
      with: [
        ("data", action.data), ("event", action.event.map { .string($0) }),
        ("state", action.state.map { .string($0) }), ("answer", wantsReply ? .bool(true) : nil),
      ])
    if !wantsReply {
      problem = problem ?? reason
      return .null
    }
    return reason.map { .string($0) } ?? reply(toGuard: false)
  }

  func answer(_ guardName: String, parameters: Value) -> Value {
    send("ask", of: guardName, with: [("data", parameters)]).map { .string($0) } ?? reply(toGuard: true)
  }

  func begin(_ work: HostWork, input: Value?) {
    let members: [(String, Value?)] = [("source", .string(work.source)), ("input", input), ("to", Self.path(of: work))]
    problem = send("begin", of: work.id, with: members) ?? problem
  }

  func stop(_ work: HostWork) {
    problem = send("stop", of: work.id, with: [("to", Self.path(of: work))]) ?? problem
  }

  /// The ids of the children that lead to its machine; nil for the first machine.
  private static func path(of work: HostWork) -> Value? {
    work.path.isEmpty ? nil : .list(ListValue(work.path.map { .string($0) }))
  }

  /// Sends a line: an object with a name and the members that are not null. Returns the reason if it is too long.
  private func send(_ verb: String, of name: String, with members: [(String, Value?)]) -> String? {
    if hasFailed { return nil }
    let others = members.compactMap { key, value -> (String, Value)? in
      value.flatMap { $0.isNull ? nil : (key, $0) }
    }
    guard let line = Value.object([(verb, .string(name))] + others).json(upTo: ProcessLines.lineBytes) else {
      return "a line to the host is longer than \(ProcessLines.lineBytes >> 20) MiB, the limit, and was not sent"
    }
    (sent, isSilent) = (WallClock(), true)
    do throws(ProcessLines.Problem) {
      try lines.send(Array(line.utf8), atMost: timeout)
    } catch {
      fail(error)
    }
    return nil
  }

  private func fail(_ problem: ProcessLines.Problem) {
    if hasFailed { return }
    if let ending = lines.process.ending(hasClosed: problem == .closed) { return fail(endingWith: ending) }
    switch problem {
    case .late: fail("the host did not read a line within \(Delay.text(timeout))")
    case .closed: fail("the host closed its standard input or output")
    case .tooLong: fail("the host wrote a line of more than \(ProcessLines.lineBytes >> 20) MiB")
    }
  }

  private func fail(endingWith ending: String) {
    isNotStarted = !hasWritten && ChildProcess.isUnknownCommand(ending)
    fail("the host ended with \(ending)")
  }

  private func fail(_ reason: String) {
    if hasFailed { return }
    hasFailed = true
    problem = reason
  }

  /// The answer to the last line: null, a bool, or the reason for a failure as a text.
  private func reply(toGuard isGuard: Bool) -> Value {
    let clock = WallClock()
    while !hasFailed {
      let line: [UInt8]
      do throws(ProcessLines.Problem) {
        line = try lines.next(atMost: timeout - clock.elapsed)
      } catch {
        if error == .late {
          owed.append(isGuard)
          return .string("the host did not answer within \(Delay.text(timeout))")
        }
        fail(error)
        break
      }
      (hasWritten, isSilent) = (true, false)
      if isLateAnswer(line) { continue }
      if let answer = Self.answer(in: line, toGuard: isGuard) { return answer }
      if isGuard, Self.script(line) == nil { return Self.noBool }
      early.append(line)
      earlyBytes += line.count
      if early.count > InputLimits.hostLines || earlyBytes > InputLimits.hostBytes {
        early = []
        fail("the host wrote too much before it answered")
        break
      }
      // An event is the answer to an action, too; the end of work may come at any time.
      if !isGuard, !Self.isEndOfWork(line) { return .null }
    }
    return .string("the host does not answer: it has ended")
  }

  /// True if a line is an answer that is no longer awaited.
  private func isLateAnswer(_ line: [UInt8]) -> Bool {
    guard let isGuard = owed.first else { return false }
    let isAnswer = Self.answer(in: line, toGuard: isGuard) != nil
    if isAnswer || !isGuard && !Self.isEndOfWork(line) { owed.removeFirst() }
    return isAnswer
  }

  // MARK: Receiving

  /// True if it will send nothing more.
  var isOver: Bool { early.isEmpty && (hasFailed || lines.isOver) }

  /// The lines that it has written since the last call.
  func popLines() -> [[UInt8]] {
    defer { (early, earlyBytes) = ([], 0) }
    var found = early
    if hasFailed { return found }
    _ = lines.unread()
    do throws(ProcessLines.Problem) {
      while let line = try lines.popLine() {
        if !isLateAnswer(line) { found.append(line) }
      }
    } catch {
      fail(error)
    }
    if !found.isEmpty { (hasWritten, isSilent) = (true, false) }
    return found
  }

  /// The next lines that belong to the last step: if something was sent, those that come soon. Empty after the last one.
  func popLinesAfterStep() -> [[UInt8]] {
    var found = popLines()
    if found.isEmpty, let sent {
      found = wait(atMost: Self.pause - sent.elapsed)
      if found.isEmpty { self.sent = nil }
    }
    if found.isEmpty, !isLastStep { linesOfStep = 0 }
    return bounded(found)
  }

  /// Its lines after the last step: waited for if the chart has work for it, or if it has written nothing since something
  /// was sent.
  func popLateLines(hasWork: Bool) -> [[UInt8]] {
    isLastStep = true
    let found = hasWork ? wait() : isSilent ? wait(atMost: Self.lastPause) : popLines()
    return bounded(found)
  }

  /// The lines, unless there are too many after one line of the script.
  private func bounded(_ lines: [[UInt8]]) -> [[UInt8]] {
    linesOfStep += lines.count
    if linesOfStep <= InputLimits.hostLines { return lines }
    fail("the host wrote more than \(DisplayText.grouped(InputLimits.hostLines)) lines after one line of the script")
    return []
  }

  /// The next lines, which are waited for. `milliseconds`: at most so long; without it, the time limit of an answer.
  private func wait(atMost milliseconds: Int64? = nil) -> [[UInt8]] {
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

  /// Closes its standard input, and waits until it has ended. It has failed if its command was not found, or if it had
  /// ended by itself with a status other than 0.
  func end() {
    let wasOver = lines.isOver
    lines.process.closeInput()
    if !hasFailed { _ = lines.process.waitForEnd(atMost: timeout) }
    guard let ending = lines.process.ending(hasClosed: false) else {
      _ = lines.process.end()
      return
    }
    let isUnknown = !hasWritten && ChildProcess.isUnknownCommand(ending)
    if isUnknown || wasOver && ending != ChildProcess.success { fail(endingWith: ending) }
  }
}
