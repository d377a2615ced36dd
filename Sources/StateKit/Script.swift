internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// A script as `statekit test` runs it, run on a machine of this program with its closures in place.
///
/// ```swift
/// @Test func door() throws {
///   try Script(text, name: "door.events.txt").run(on: machine)
/// }
/// ```
public struct Script: Sendable {
  private let bytes: [UInt8]
  private let name: String

  /// A script; `name` is what messages call it.
  public init(_ text: String, name: String) {
    bytes = Array(text.utf8)
    self.name = name
  }

  /// Runs every line. A machine that has not been started is started, another one goes on from where it is; `:test` begins
  /// again with a machine before its start. Lines that stand in for the host (`:guard`, `:delay`) hold from the start on where
  /// they come before the first event or clock line.
  ///
  /// - Throws: `ScriptFailure` at the first line that is wrong, that goes wrong or whose expectation does not hold;
  ///   `MissingHost` where the machine cannot be started.
  public func run(on machine: Statechart) throws {
    let lines = try parse(for: machine.core.chart)
    let run = ScriptCourse(machine)
    for (step, line) in lines { try run.take(step, line: line) }
    try run.finish()
  }

  /// The same on a machine that is shared: nothing else is taken while the script runs. A line that moves the clock does not
  /// wait; afterwards the actor's clock goes on from where the script has led. Host invocations begin when the script is over.
  ///
  /// - Throws: what `run` of a `Statechart` throws.
  public func run(on machine: StatechartActor) async throws {
    try await machine.run(self)
  }

  private func parse(for chart: StateKitCore.Chart) throws(ScriptFailure) -> [(ScriptStep, ScriptLine)] {
    let parser = ScriptParser(chart)
    var lines: [(ScriptStep, ScriptLine)] = []
    var start = 0
    var number = 0
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      number += 1
      let line = ScriptLine(file: name, number: number, bytes: Array(bytes[range]))
      if range.count > InputLimits.lineBytes {
        throw ScriptFailure(line, message: ScriptLine.tooLong)
      }
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

/// Why a script failed.
public struct ScriptFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The script as it was called.
  public let name: String
  /// The line, from 1.
  public let line: Int
  /// What is wrong.
  public let message: String

  init(_ line: ScriptLine, message: String) {
    name = line.file
    self.line = line.number
    self.message = message
  }

  /// `door.events.txt:3: expected open; active is closed`
  public var description: String { "\(name):\(line): \(message)" }
}

/// A script on its way through a machine.
private final class ScriptCourse {
  private let machine: Statechart
  private let record: StepRecord
  /// The steps of one line go on from each other: events from inside closures among them.
  private var token: Token?
  /// What the last line did wrong, unless an expectation right below excuses it.
  private var pending: (code: DiagnosticCode, failure: ScriptFailure)?
  private var setUp: [(ScriptStep, ScriptLine)] = []
  private var isInTest = false
  /// What was said before the start and happens after it; nil once the machine has been started.
  private var held: [(ScriptStep, ScriptLine)]?

  init(_ machine: Statechart) {
    self.machine = machine
    let record = StepRecord(machine.core.chart)
    self.record = record
    held = machine.hasStarted ? nil : []
    token = machine.observe { step in
      if let facts = step.facts { record.add(TraceEntries(facts.entries)) }
    }
  }

  /// Starts the machine, if that has not been done.
  private func begin() throws {
    guard let lines = held else { return }
    held = nil
    try machine.start()
    for (step, line) in lines { try perform(step, line: line) }
  }

  func finish() throws {
    try begin()
    try settle()
  }

  /// What the last line did wrong was not excused.
  private func settle() throws(ScriptFailure) {
    if let pending { throw pending.failure }
  }

  func take(_ step: ScriptStep, line: ScriptLine) throws {
    switch step {
    case .nothing, .chart: return
    case .test:
      try finish()
      isInTest = true
      machine.reset()
      held = []
      for (step, line) in setUp { try run(step, line: line) }
    case .event, .end, .advance, .expect, .set, .show, .host:
      if !isInTest { setUp.append((step, line)) }
      try run(step, line: line)
    }
  }

  private func run(_ step: ScriptStep, line: ScriptLine) throws {
    switch step {
    case .nothing, .chart, .test: return
    case .host: break
    case .set, .expect, .show:
      if held != nil {
        held?.append((step, line))
        return
      }
    case .event, .end, .advance: try begin()
    }
    try perform(step, line: line)
  }

  private func perform(_ step: ScriptStep, line: ScriptLine) throws(ScriptFailure) {
    switch step {
    case .nothing, .chart, .test: return
    case .expect(let expectation):
      if let pending, expectation.excuses(pending.code) { self.pending = nil }
      try settle()
      let failure = machine.lookAtEnd { expectation.failure(in: &$0, after: record) }
      if let failure { throw ScriptFailure(line, message: failure) }
    case .event(let event):
      try make(line, header: .event(event.label, data: event.data)) {
        machine.submit(.event(machine.core.chart.text(of: event.label), Payload(event.data)))
      }
    case .end(let end):
      try make(line, header: .line(end.shown)) {
        machine.submit(
          .end((end.path + [end.work]).joined(separator: "."), isDone: end.isDone, Payload(end.data ?? .null)))
      }
    case .advance(let advance, let shown):
      try make(line, header: .line(shown)) { machine.submit(.advance(advance)) }
    case .set(let path, let expression, let shown):
      try make(line, header: .line(shown)) { machine.submit(.set(path, expression)) }
    case .host(let answer): _ = machine.submit(.host(answer))
    case .show(let expression, let shown):
      try make(line, header: .question(shown)) { machine.submit(.show(expression)) }
    }
  }

  private func make(_ line: ScriptLine, header: TraceHeader, body: () -> Step) throws(ScriptFailure) {
    try settle()
    record.begin(header)
    let step = body()
    if let fault = step.errors.first {
      pending = (step.facts?.faults.first?.code ?? .runError, ScriptFailure(line, message: fault))
    } else if case .rejected(let why) = step.outcome {
      pending = (.rejected, ScriptFailure(line, message: "the event was rejected: \(why)"))
    }
  }
}
