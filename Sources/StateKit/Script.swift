internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// A script of `statekit test` that runs on a machine of this program with its closures.
///
/// ```swift
/// @Test func door() throws {
///   try Script(text, name: "door.events.txt").run(on: machine)
/// }
/// ```
public struct Script: Sendable {
  private let bytes: [UInt8]
  private let name: String

  /// Creates a script; messages use `name`.
  ///
  /// - Parameters:
  ///   - text: the lines of the script.
  ///   - name: its name in messages, mostly that of its file.
  public init(_ text: String, name: String) {
    bytes = Array(text.utf8)
    self.name = name
  }

  /// Runs every line on a machine.
  ///
  /// A machine before its start is started; another one continues from its current state. `:test` restarts with a
  /// machine before its start. Lines that replace the host (`:guard`, `:delay`) before the first event or clock line
  /// take effect from the start.
  ///
  /// ```swift
  /// try Script("open\n:expect in open", name: "door.events.txt").run(on: machine)
  /// ```
  ///
  /// - Parameter machine: the machine, with its closures.
  /// - Throws: `ScriptFailure` at the first line that has an error, fails, has an unmet expectation, or starts a machine
  ///   whose closures are not all given.
  public func run(on machine: Statechart) throws(ScriptFailure) {
    let lines = try parse(for: machine.core.chart)
    let run = ScriptCourse(machine)
    for (step, line) in lines { try run.handle(step, line: line) }
    try run.finish(lines.last?.1 ?? ScriptLine(file: name, number: 1, bytes: []))
  }

  /// Runs every line on a shared machine, which handles nothing else meanwhile. A line that moves the clock does not
  /// wait. After the script, the actor's clock continues from the script's time, and host invocations begin.
  ///
  /// - Parameter machine: the machine, with its closures.
  /// - Throws: `ScriptFailure`, as `run` for a `Statechart`.
  public func run(on machine: StatechartActor) async throws(ScriptFailure) {
    try await machine.run(self)
  }

  private func parse(for chart: Chart) throws(ScriptFailure) -> [(ScriptStep, ScriptLine)] {
    let parser = ScriptParser(chart)
    var lines: [(ScriptStep, ScriptLine)] = []
    var start = 0
    var number = 0
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      number += 1
      let line = ScriptLine(file: name, number: number, bytes: Array(bytes[range]))
      if range.count > InputLimits.lineBytes { throw ScriptFailure(line, message: ScriptLine.tooLong) }
      do throws(ScriptParser.LineError) {
        lines.append((try parser.parse(line), line))
      } catch {
        let first = error.diagnostics.first
        throw ScriptFailure(line, message: (first?.message ?? "no script line") + (first?.help.map { ", " + $0 } ?? ""))
      }
    }
    return lines
  }
}

/// The reason why a script failed.
public struct ScriptFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the script.
  public let name: String
  /// The line, from 1.
  public let line: Int
  /// The error message.
  public let message: String

  init(_ line: ScriptLine, message: String) {
    name = line.file
    self.line = line.number
    self.message = message
  }

  /// `door.events.txt:3: expected open; active is closed`
  public var description: String { "\(name):\(line): \(message)" }
}

/// A run of a script on a machine.
private final class ScriptCourse {
  private let machine: Statechart
  private let record: StepRecord
  /// The observer that joins the steps of one line, including events from inside closures.
  private var token: Token?
  /// The steps of the current line.
  private var made: [Step] = []
  /// The error of the last event or clock line, unless an expectation after that line expects it.
  private var pending: (code: DiagnosticCode, failure: ScriptFailure)?
  private var setUp: [(ScriptStep, ScriptLine)] = []
  private var isInTest = false
  /// The lines before the start that take effect after it; nil once the machine has started.
  private var held: [(ScriptStep, ScriptLine)]?

  init(_ machine: Statechart) {
    self.machine = machine
    let record = StepRecord(machine.core.chart)
    self.record = record
    held = machine.hasStarted ? nil : []
    token = machine.observe { [unowned self] step in
      if let facts = step.facts { record.add(TraceEntries(facts.entries)) }
      made.append(step)
    }
  }

  /// Starts the machine if it has not been started.
  private func begin(_ line: ScriptLine) throws(ScriptFailure) {
    guard let lines = held else { return }
    held = nil
    made = []
    record.begin(.start)
    do throws(MissingHost) {
      try machine.start()
    } catch {
      throw ScriptFailure(line, message: error.description)
    }
    judge(line)
    for (step, line) in lines { try perform(step, line: line) }
  }

  /// Ends a test at a line.
  func finish(_ line: ScriptLine) throws(ScriptFailure) {
    try begin(line)
    try settle()
  }

  /// Throws the pending error, which no expectation expected.
  private func settle() throws(ScriptFailure) {
    if let pending { throw pending.failure }
  }

  func handle(_ step: ScriptStep, line: ScriptLine) throws(ScriptFailure) {
    switch step {
    case .nothing, .chart: return
    case .test:
      try finish(line)
      isInTest = true
      machine.reset()
      held = []
      for (step, line) in setUp { try run(step, line: line) }
    case .event, .end, .advance, .expect, .set, .show, .host:
      if !isInTest { setUp.append((step, line)) }
      try run(step, line: line)
    }
  }

  private func run(_ step: ScriptStep, line: ScriptLine) throws(ScriptFailure) {
    switch step {
    case .nothing, .chart, .test: return
    case .host: break
    case .set, .expect, .show:
      if held != nil {
        held?.append((step, line))
        return
      }
    case .event, .end, .advance: try begin(line)
    }
    try perform(step, line: line)
  }

  private func perform(_ step: ScriptStep, line: ScriptLine) throws(ScriptFailure) {
    switch step {
    case .nothing, .chart, .test: return
    case .expect(let expectation):
      let failure = machine.lookAtEnd { expectation.failure(in: &$0, after: record) }
      if let failure { throw ScriptFailure(line, message: failure) }
      // An expectation on a later line may expect another error.
      if let pending, expectation.excuses(pending.code) { self.pending = nil }
    case .event(let event):
      try make(line, header: .event(event.label, data: event.data)) {
        machine.submit(.event(machine.core.chart.text(of: event.label), Payload(event.data)))
      }
    case .end(let end):
      try make(line, header: .end(end)) {
        machine.submit(
          .end((end.path + [end.work]).joined(separator: "."), isDone: end.isDone, Payload(end.data ?? .null)))
      }
    case .advance(let advance, let shown):
      try make(line, header: .line(shown)) { machine.submit(.advance(advance)) }
    case .set(let path, let expression, let shown):
      try make(line, header: .aside(shown)) { machine.submit(.set(path, expression)) }
    case .host(let answer): _ = machine.submit(.host(answer))
    case .show(let expression, let shown):
      try make(line, header: .aside(shown)) { machine.submit(.show(expression)) }
    }
  }

  private func make(_ line: ScriptLine, header: TraceHeader, body: () -> Step) throws(ScriptFailure) {
    try settle()
    record.begin(header)
    made = []
    _ = body()
    judge(line)
  }

  /// Keeps the first error of the steps that a line made, those of events from closures included.
  private func judge(_ line: ScriptLine) {
    for step in made {
      if let error = step.errors.first {
        pending = (step.facts?.faults.first?.code ?? .runError, ScriptFailure(line, message: error.description))
        return
      }
      if case .rejected(let why) = step.outcome {
        let help = step.suggestion.map { ", " + $0 } ?? ""
        pending = (.rejected, ScriptFailure(line, message: "the event was rejected: \(why)" + help))
        return
      }
    }
  }
}
