import CEL
import StateKitCore
import StateKitFormat

/// `statekit serve CHART`: a program that follows requests as the chart does (Programs.md).
final class ServeCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private var runner: ScriptRunner?

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let loaded = try load(&messenger, warnings: .none)
    let chart = loaded.chart
    var status = ExitStatus.ok
    var options = ScriptRunner.Options()
    options.machine.limits = arguments.limits
    options.host = try arguments.host(for: [chart])
    do throws(InputError) {
      var reader = LineReader(try streams.input())
      while let next = try reader.next(willWait: {}) {
        guard case .line(let range) = next else {
          messenger.write("statekit: serve: \(ScriptLine.tooLong)")
          return .inputAtFault
        }
        let request = ScriptLine(file: "<stdin>", number: reader.number, bytes: Array(reader.buffer[range]))
        guard let answer = answer(request, chart: chart, options: options) else {
          messenger.write("statekit: serve: line \(reader.number) is not a request: \(Self.misfit(request.bytes))")
          return .inputAtFault
        }
        streams.output.write(answer.span)
        if streams.output.failure != nil { return .unable }
        let errors = lastErrors()
        if errors.isEmpty { continue }
        messenger.show(errors, of: chart, in: loaded.source)
        status = .inputAtFault
      }
    } catch {
      throw .cannotRead("-", reason: error.reason)
    }
    return status
  }

  /// The errors that the answer to the last request does not tell. A rejected event is its outcome.
  private func lastErrors() -> [ScriptRunner.Report] {
    (runner?.finish() ?? []).filter { error in
      if case .script = error.origin, error.diagnostic.code == .rejected { false } else { true }
    }
  }

  private static let shape =
    "expected {\"start\": {}}, then {\"event\": NAME, \"data\": JSON}, {\"advance\": MS}, {\"done\": ID} or {\"failed\": ID}"

  /// The answer to a request, with its line end; nil if it is none.
  private func answer(_ request: ScriptLine, chart: Chart, options: ScriptRunner.Options) -> [UInt8]? {
    guard case .map(let map)? = JSONText.value(of: request.bytes), Self.isOne(map) else { return nil }
    if case .map(let start)? = map["start"] {
      guard Self.hasOnly(Self.startKeys, in: start) else { return nil }
      guard case .map(let given) = start["context"] ?? .map(MapValue([])) else { return nil }
      self.start(chart, with: given, options: options)
    } else {
      guard runner != nil, let step = step(map, chart: chart) else { return nil }
      _ = runner?.run(step, at: request)
    }
    return runner?.observe { machine, record in Self.line(machine, record: record) }
  }

  /// The keys of each kind of request; the first one is never missing.
  private static let keys = [
    ["start"], ["event", "data"], ["advance"], ["done", "data", "to"], ["failed", "data", "to"],
  ]
  private static let startKeys = ["chart", "context"]

  /// True if all keys belong to one kind of request.
  private static func isOne(_ map: MapValue) -> Bool {
    keys.contains { keys in map[keys[0]] != nil && hasOnly(keys, in: map) }
  }

  private static func hasOnly(_ keys: [String], in map: MapValue) -> Bool {
    map.entries.count == keys.count { map[$0] != nil }
  }

  /// The reason why a line is not a request.
  private static func misfit(_ line: [UInt8]) -> String {
    guard case .map(let map)? = JSONText.value(of: line) else { return shape }
    var known: [String] = []
    for key in keys.joined() where !known.contains(key) { known.append(key) }
    if case .map(let start)? = map["start"], let found = unknownKey(of: start, in: " in \"start\"", known: startKeys) {
      return found
    }
    return unknownKey(of: map, in: "", known: known) ?? shape
  }

  /// The first key that is not known, in words; nil without one.
  private static func unknownKey(of map: MapValue, in place: String, known: [String]) -> String? {
    for entry in map.entries {
      guard case .string(let key) = entry.key, !known.contains(where: { $0.utf8.elementsEqual(key.utf8) }) else {
        continue
      }
      let list = known.map { DisplayText.quoted($0) }.joined(separator: ", ")
      let help = Suggestion.help(for: key, among: known).map { ", " + $0 } ?? "; the keys are \(list)"
      return "unknown key \(DisplayText.quoted(key))\(place)\(help)"
    }
    return nil
  }

  private func start(_ chart: Chart, with given: MapValue, options: ScriptRunner.Options) {
    var options = options
    options.machine.context = zip(chart.contextNames, chart.contextValues).map { given[$0] ?? $1 }
    options.hasTests = false
    var runner = ScriptRunner(chart, options: options, trace: NoTrace())
    _ = runner.start()
    _ = runner.begin()
    self.runner = runner
  }

  private func step(_ map: MapValue, chart: Chart) -> ScriptStep? {
    if case .string(let name)? = map["event"] { return .event(chart.event(name.utf8Bytes.span, data: map["data"])) }
    if case .int(let milliseconds)? = map["advance"], milliseconds >= 0 {
      return .advance(.by(milliseconds), shown: "+" + Delay.text(milliseconds))
    }
    for (key, isFailure) in [("done", false), ("failed", true)] {
      guard case .string(let work)? = map[key] else { continue }
      let event = ProgramRequest.event(endOf: work, isFailure: isFailure)
      guard let receiver = map["to"] else { return .event(chart.event(event.utf8Bytes.span, data: map["data"])) }
      // The script line for the end of a child's work.
      let data = map["data"]?.json ?? "null"
      let line = "{\"event\":\(DisplayText.string(event)),\"to\":\(receiver.json),\"data\":\(data)}"
      return try? ScriptParser(chart).parse(ScriptLine(file: "", number: 2, bytes: Array(line.utf8)))
    }
    return nil
  }

  /// All that a machine tells of itself.
  private static func line(_ machine: Machine, record: StepRecord) -> [UInt8] {
    var out = ByteBuffer()
    out.append("{\"configuration\":")
    DisplayText.appendList(machine.configuration.leaves.map { machine.chart.reference($0) }, to: &out)
    out.append(",\"did\":[")
    for (index, call) in record.called.enumerated() {
      if index > 0 { out.append(",") }
      guard let data = call.data, !data.isNull else {
        DisplayText.appendQuoted(call.name, to: &out)
        continue
      }
      out.append("{\"name\":")
      DisplayText.appendQuoted(call.name, to: &out)
      out.append(",\"data\":")
      data.appendJSON(to: &out, upTo: InputLimits.heldBytes)
      out.append("}")
    }
    out.append("]")
    if let outcome = machine.lastOutcome { out.append(",\"outcome\":\"\(outcome.rawValue)\"") }
    out.append(",\"context\":{")
    for (slot, name) in machine.chart.contextNames.enumerated() {
      if slot > 0 { out.append(",") }
      DisplayText.appendQuoted(name, to: &out)
      out.append(":")
      machine.data.slots[slot].appendJSON(to: &out, upTo: InputLimits.heldBytes)
    }
    out.append("},\"done\":\(machine.isFinished)}\n")
    return out.bytes
  }
}
