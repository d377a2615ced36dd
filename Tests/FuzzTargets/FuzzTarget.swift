import CEL
import Foundation
import StateKitCore
import StateKitCLI
import StateKitEditor
import StateKitFormat
package import Synchronization

/// What is fuzzed, and what is asked of the answers.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Values: what is read, written and read again is the same.
  case json
  /// `validate`: a status that is documented, reports that no terminal and no CI runner could stumble over.
  case chart
  /// `validate` of an SCXML document, and of a machine of XState.
  case scxml
  case xstate
  /// A condition and a script of ECMAScript, translated.
  case ecmascript
  /// Expressions: read and evaluated, and the short way agrees with the long one.
  case expression
  /// Scripts on a chart with payloads, timers and data.
  case script
  /// A chart and a script: the trace is the same with and without memoised steps.
  case run

  /// Messages to the language server: each frame is answered or passed over, and none ends it before its time.
  case server
  /// Files of journals: what is not refused is gone on from, and what is refused is left as it was.
  case journal
  /// State files, with a migration.
  case state
  /// Logs of all kinds, and summaries of replays: what is read does not depend on the threads.
  case log

  /// The one that the environment names.
  package static let chosen = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["STATEKIT_FUZZ"] ?? "")

  package func run(_ bytes: [UInt8]) {
    switch self {
    case .json: Self.json(bytes)
    case .chart: Self.tool(["validate", "chart.json"], ["chart.json": bytes])
    case .scxml: Self.tool(["validate", "--from", "scxml", "chart.json"], ["chart.json": bytes])
    case .xstate: Self.tool(["validate", "--from", "xstate", "chart.json"], ["chart.json": bytes])
    case .ecmascript: Self.tool(["validate", "chart.json"], ["chart.json": Self.document(bytes)])
    case .expression: Self.expression(bytes)
    case .script: Self.tool(["run", "chart.json", "script"], ["chart.json": Self.scriptChart, "script": bytes])
    case .run: Self.whole(bytes)
    case .server: Self.server(bytes)
    case .journal: Self.journal(bytes)
    case .state: Self.state(bytes)
    case .log: Self.log(bytes)
    }
  }

  private static func json(_ bytes: [UInt8]) {
    guard let value = JSONText.value(of: bytes) else { return }
    var first = ByteBuffer()
    value.appendJSON(to: &first)
    guard let again = JSONText.value(of: first.bytes) else { return violated("what was written cannot be read") }
    var second = ByteBuffer()
    again.appendJSON(to: &second)
    if first.bytes != second.bytes { violated("what was written is read as something else") }
  }

  private static let environment: Environment = {
    var environment = Environment(tests: ["isIn"])
    for (slot, (name, type)) in variables.enumerated() {
      environment.add(Environment.Variable(name: name, slot: slot, type: type))
    }
    return environment
  }()

  private static let variables: [(String, StaticType)] = [
    ("n", .int), ("d", .double), ("s", .string), ("b", .bool), ("list", .dyn), ("any", .dyn),
  ]

  private static let slots: [Value] = [
    .int(3), .double(2.5), .string("text"), .bool(true), .list(ListValue([.int(1), .string("a"), .null])), .null,
  ]

  private static func expression(_ bytes: [UInt8]) {
    guard let program = Compiler.compile(bytes, in: environment).program else { return }
    var evaluator = Evaluator()
    guard let value = try? evaluator.evaluate(program, slots: slots, test: { $0.isMultiple(of: 2) }) else { return }
    var text = ByteBuffer()
    value.appendJSON(to: &text)
    guard case .bool(let flag) = value else { return }
    let twice = Array("!(!(".utf8) + bytes + Array("))".utf8)
    // Two levels more may be one too many.
    guard let other = Compiler.compile(twice, in: environment).program,
      case .bool(let again)? = try? evaluator.evaluate(other, slots: slots, test: { $0.isMultiple(of: 2) })
    else { return }
    if flag != again { violated("an expression and its double negation differ") }
  }

  /// Runs the tool on files in memory, with few steps, and looks at what it says.
  private static func tool(_ arguments: [String], _ files: [String: [UInt8]]) {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let streams = Streams(
      input: { MemoryInput([]) },
      open: { path throws(InputError) in
        // Whatever it invokes is the chart again, a few times.
        let other = path.hasSuffix(".json") && path.utf8.count < 40 ? files["chart.json"] : nil
        guard let bytes = files[path] ?? other else { throw InputError(reason: "No such file or directory") }
        return MemoryInput(bytes)
      }, output: output, errors: errors)
    let limited = arguments[0] == "run" ? arguments + ["--max-steps", "20"] : arguments
    let status = Tool(streams).run(limited).rawValue
    if status > 1 { violated("status \(status): \(errors.text.prefix(200))") }
    // Findings are the result of `validate`; a run that is well says nothing bad.
    let saysError = (arguments[0] == "validate" ? output.text : errors.text).contains(": error: ")
    if (status == 1) != saysError { violated("status \(status) with: \(errors.text.prefix(300))") }
    for stream in [output, errors] where !isClean(stream.bytes) { violated("raw control characters: \(stream.text)") }
  }

  /// What the reader of messages makes of bytes does not depend on the pieces they come in, and the server stands it.
  private static func server(_ bytes: [UInt8]) {
    var messages: [[MessageReader.Message]] = []
    for size in [bytes.count + 1, 3] {
      var reader = MessageReader(mostBytes: 1 << 12)
      var found: [MessageReader.Message] = []
      var start = 0
      while start < bytes.count {
        reader.append(Array(bytes[start..<min(bytes.count, start + size)]))
        while let message = reader.next() { found.append(message) }
        start += size
      }
      if found.count > bytes.count { violated("\(found.count) messages in \(bytes.count) bytes") }
      messages.append(found.filter { if case .body = $0 { true } else { false } })
    }
    if messages[0] != messages[1] { violated("other messages in other pieces") }
    let frames = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///c.json","text":"{\"root\":{}}"}}}"#,
      String(decoding: bytes, as: UTF8.self),
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ].map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }
    for input in [bytes, Array(frames.joined().utf8)] {
      let output = MemoryOutput()
      let streams = Streams(
        input: { MemoryInput(input, isStream: true) },
        open: { _ throws(InputError) in throw InputError(reason: "No such file or directory") }, output: output,
        errors: MemoryOutput())
      let status = Tool(streams).run(["lsp"]).rawValue
      if status > 1 { violated("status \(status)") }
    }
  }

  /// No control or format character but line ends, and nothing that a CI runner takes for a command.
  static func isClean(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }) { return false }
    var text = bytes[...]
    while let start = text.firstIndex(where: { $0 >= 0xC2 || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\n") }) {
      text = text[start...]
      // C1 controls; bidirectional and zero-width characters; line separators; the mark of a file's beginning.
      if text.starts(with: [0xC2]), let next = text.dropFirst().first, next < 0xA0 { return false }
      if text.starts(with: [0xE2, 0x80]), let next = text.dropFirst(2).first {
        if (0x8B...0x8F).contains(next) || (0xA8...0xAE).contains(next) { return false }
      }
      if text.starts(with: [0xE2, 0x81]), let next = text.dropFirst(2).first, (0xA6...0xA9).contains(next) {
        return false
      }
      if text.starts(with: [0xEF, 0xBB, 0xBF]) || text.starts(with: Array("##".utf8)) { return false }
      if text.starts(with: Array("\n".utf8)),
        text.dropFirst().drop(while: { $0 == 0x20 }).starts(with: Array("::".utf8))
      {
        return false
      }
      text = text.dropFirst()
    }
    return true
  }

  /// A chart, a line `---`, a script.
  private static func whole(_ bytes: [UInt8]) {
    let border = Array("\n---\n".utf8)
    let middle = bytes.indices.first { bytes[$0...].starts(with: border) } ?? bytes.endIndex
    let chart = Array(bytes[..<middle])
    let script = Array(bytes[middle...].dropFirst(border.count))
    tool(["run", "chart.json", "script"], ["chart.json": chart, "script": script])
    let source = SourceText(name: "chart.json", bytes: chart)
    let folder = ChartFolder(first: "chart.json") { path, _ in
      path.utf8.count < 40 ? .text(source) : .unreadable("it is too far down")
    }
    guard let read = ChartReader.read(source, findings: Findings(), in: folder) else { return }
    let ways = [(false, true), (true, true), (false, false), (true, false)].map { replays, isText in
      trace(of: read, source, script, replays: replays, isText: isText)
    }
    if ways[0] != ways[1] || ways[2] != ways[3] { violated("memoised steps change the trace") }
  }

  private static func trace(
    of chart: Chart, _ source: SourceText, _ script: [UInt8], replays: Bool, isText: Bool
  ) -> [UInt8] {
    let output = MemoryOutput()
    let trace: any TraceWriter =
      isText
      ? TraceText(chart, source: source, output: output) : TraceJSONLines(chart, source: source, output: output)
    var options = ScriptRunner.Options()
    options.machine.replays = replays
    options.machine.patience = 0
    options.machine.limits.steps = 20
    options.machine.limits.macrosteps = 50
    (options.hasTests, options.keepsRecord) = (false, false)
    var runner = ScriptRunner(chart, options: options, trace: trace)
    _ = runner.start()
    let parser = ScriptParser(chart)
    for (number, bytes) in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let line = ScriptLine(file: "script", number: number + 1, bytes: Array(bytes))
      guard let step = try? parser.parse(line) else { continue }
      _ = runner.run(step, at: line)
    }
    trace.flush()
    return output.bytes
  }

  /// An SCXML document with a text for its condition and its script.
  private static func document(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
      .replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;").replacingOccurrences(of: "]]>", with: "]]&gt;")
    return Array(
      """
      <scxml xmlns="http://www.w3.org/2005/07/scxml" datamodel="ecmascript"><datamodel><data id="x" expr="1"/></datamodel>
      <state id="a"><onentry><script>\(text)</script></onentry><transition cond="\(text)" target="a"/></state></scxml>
      """.utf8)
  }

  /// Receives what is wrong. Without it a violation ends the process, as a fuzzer wants it.
  package static let report = Mutex<(@Sendable (String) -> Void)?>(nil)

  static func violated(_ what: String) {
    guard let report = report.withLock({ $0 }) else { fatalError(what) }
    report(what)
  }

  static let scriptChart = Array(
    #"""
    {"context": {"n": 0, "items": [], "map": {"a": 1}, "text": "x"},
     "root": {"initial": "a", "subStates": {
       "a": {"go": "b", "add": {"actions": [{"assign": {"n": "n + 1", "map.b": "event.data"}}]}, "after": {"5s": "b"},
             "count": [{"guard": "event.data > n", "target": "b"}, {"guard": "event.data == n", "target": "c"}]},
       "b": {"enterState": [{"send": "go", "delay": "2s", "id": "s"}, {"log": "n is ${n}, ${map}"}], "go": "c"},
       "c": {"type": "parallel", "subStates": {"x": {"initial": "x1", "subStates": {"x1": {"go": "x2"}, "x2": {"back": "a"}}},
             "y": {"add": {"actions": [{"forEach": "[1, 2, n]", "as": "i", "do": [{"assign": {"n": "n * i"}}]}]}}}}}}}
    """#.utf8)
}
