import Foundation
import StateKitCLI
import TestSupport
import Testing

/// The command line as a function: arguments and input to status, output and messages.
@Suite struct CommandLineTests {
  struct Case: Sendable {
    let arguments: [String]
    var input = ""
    var status: Int32 = 0
    /// What the output and the messages must contain; empty: there must be none.
    var output = ""
    var errors = ""
  }

  static let door = "charts/door.json"
  static let cases: [Case] = [
    Case(arguments: [], status: 2, errors: "usage: statekit"),
    Case(arguments: ["--help"], output: "statekit run door.json door.events.txt"),
    Case(arguments: ["help"], output: "exit status"),
    Case(arguments: ["--help"], output: "\n  states of a chart             1,000,000\n"),
    Case(arguments: ["--help"], output: "\n  steps of a macrostep          1,000, or --max-steps\n"),
    Case(arguments: ["help", "run"], output: "--max-steps N"),
    Case(arguments: ["run", "--help"], output: "usage: statekit run"),
    Case(arguments: ["run", "-h", "--nonsense"], output: "usage: statekit run"),
    Case(arguments: ["--version"], output: "statekit 0."),
    Case(arguments: ["run", "--version"], output: "statekit 0."),
    Case(arguments: ["rnu"], status: 2, errors: "did you mean \"run\"?"),
    Case(arguments: ["--hlep"], status: 2, errors: "did you mean \"--help\"?"),
    Case(arguments: ["run"], status: 2, errors: "CHART [SCRIPT|-] is missing"),
    Case(arguments: ["run", door, "-", "x"], status: 2, errors: "too many arguments"),
    Case(arguments: ["run", "-", "-"], status: 2, errors: "only once"),
    Case(arguments: ["run", ""], status: 2, errors: "argument 1 is empty"),
    Case(arguments: ["run", "--qiet", door], status: 2, errors: "did you mean \"--quiet\"?"),
    Case(arguments: ["run", "-x", door], status: 2, errors: "unknown option \"-x\""),
    Case(arguments: ["run", "--quiet=yes", door], status: 2, errors: "takes no value"),
    Case(arguments: ["run", "--format"], status: 2, errors: "needs a value"),
    Case(arguments: ["run", "--format", "xml", door], status: 2, errors: "text, jsonl"),
    Case(arguments: ["run", "--max-steps", "0", door], status: 2, errors: "above 0"),
    Case(arguments: ["run", "--max-steps=99999999999999999999", door], status: 2, errors: "above 0"),
    Case(arguments: ["run", "no-such-file.json"], status: 2, errors: "cannot read no-such-file.json: No such file"),
    Case(arguments: ["run", "charts"], status: 2, errors: "Is a directory"),
    Case(arguments: ["run", door, "no-such-file.txt"], status: 2, errors: "no-such-file.txt"),
    Case(arguments: ["run", door], output: "init\n  enter root\n  enter closed\n  => closed\n"),
    Case(arguments: ["run", "--", door], output: "=> closed"),
    Case(arguments: ["run", door, "-"], input: "open\nclose", output: "close\n  exit open\n    do lightOff\n"),
    Case(arguments: ["run", door, "-", "--format=jsonl"], input: "open", output: "\"event\":\"open\""),
    Case(arguments: ["run", "-", "--quiet"], input: "{\"root\": {}}"),
    Case(
      arguments: ["run", "-"], input: "{\"root\": 5}", status: 1, errors: "<stdin>:1:10: error: root must be an object"),
    Case(arguments: ["run", "-q", door, "-"], input: "bogus"),
    Case(arguments: ["run", door, "-"], input: "opne", output: "ignored", errors: "did you mean \"open\"?"),
    Case(arguments: ["run", "--strict", door, "-"], input: "open\nclose", output: "=> closed"),
    Case(
      arguments: ["run", "--strict", door, "-"], input: "close\n", status: 1, output: "ignored",
      errors: "<stdin>:1:1: error: close was ignored"),
    Case(arguments: ["run", "--strict", door, "-"], input: "close\n:expect ignored\n", output: "ignored"),
    Case(
      arguments: ["run", door, "-"], input: "open\n:expect only closed", status: 1, output: "=> open",
      errors: "<stdin>:2:1"),
    Case(arguments: ["run", door, "-"], input: "open\n!!\nclose", status: 1, output: "close\n", errors: "<stdin>:2:1"),
    Case(
      arguments: ["run", "charts/endless-loop.json", "-"], input: "start\n", status: 1,
      output: "error: goToState nested 100 deep",
      errors: "it repeats goToState ping, goToState pong"),
    Case(arguments: ["run", "charts/endless-loop.json", "-"], input: "start\n:expect error\n", output: "error: "),
    Case(
      arguments: ["run", "--max-steps", "5", "charts/endless-loop.json", "-"], input: "start", status: 1,
      output: "enter", errors: "5 steps without rest, the limit of --max-steps"),
    Case(arguments: ["run", "--set", "x", door], status: 2, errors: "--set is PATH=JSON"),
    Case(arguments: ["run", "--set", "x=y", door], status: 2, errors: "not JSON"),
    Case(arguments: ["run", "--set", "x=1", door], status: 2, errors: "the context has no \"x\""),
    Case(
      arguments: ["run", "--set", "a.b=1", "-"], input: "{\"context\": {\"a\": {\"b\": 0}}, \"root\": {}}",
      output: "=> root"),
    Case(arguments: ["validate", door, "charts/inbox.json"], errors: "statekit: 2 files: nothing to report\n"),
    Case(arguments: ["validate", "--quiet", door, "charts/inbox.json"]),
    Case(
      arguments: ["validate", "charts/invalid/missing-root.json", door, "nowhere.json"], status: 2,
      output: "[missing-root]", errors: "cannot read nowhere.json: No such file"),
    Case(
      arguments: ["validate", "charts/invalid/missing-root.json", door, "nowhere.json"], status: 2,
      output: "[missing-root]", errors: "2 files: 1 error; 1 file could not be read"),
    Case(
      arguments: ["validate", "charts/invalid/dotted-name.json"], output: "[dotted-name]",
      errors: "statekit: 1 file: 1 warning\n"),
    Case(
      arguments: ["validate", "--strict", "charts/invalid/dotted-name.json"], status: 1, output: "[dotted-name]",
      errors: "1 warning"),
    Case(arguments: ["validate", "--quiet", "charts/invalid/dotted-name.json"]),
    Case(arguments: ["validate", "--quiet", "--strict", "charts/invalid/dotted-name.json"], status: 1),
    Case(
      arguments: ["validate", "--strict", "charts/invalid/dead-end.json"], output: "info: the state",
      errors: "1 info\n"),
    Case(
      arguments: ["validate", "-"], input: "{\"root\": 5}", status: 1,
      output: "<stdin>:1:10: error: root must be an object", errors: "1 error"),
    Case(arguments: ["validate", "--format", "xml", door], status: 2, errors: "text, json, github, sarif"),
    Case(
      arguments: ["validate", door, "--script", "charts/door.events.txt"], errors: "2 files: nothing to report"),
    Case(
      arguments: ["validate", door, "--script", "-"], input: "opne\n:expect in opne", status: 1,
      output: "<stdin>:2:12: error: no state is named \"opne\"", errors: "2 files: 1 error, 1 warning"),
    Case(
      arguments: ["validate", "charts/vending-machine.json", "--script", "-"],
      input: "bogus\n# comment\n:expect rejected",
      errors: "2 files: nothing to report"),
    Case(
      arguments: ["validate", "charts/vending-machine.json", "--script", "-"], input: "bogus\n:expect ignored",
      status: 1,
      output: "<stdin>:1:1: error: the event will be rejected: the event is not declared", errors: "1 error"),
    Case(arguments: ["validate", door, "--script", "nowhere.txt"], status: 2, errors: "cannot read nowhere.txt"),
    Case(arguments: ["explain", "dead-end"], output: "dead-end: a state cannot be left and is not final (info)\n"),
    Case(arguments: ["schema"], output: "json-schema.org/draft/2020-12"),
    Case(arguments: ["schema", "x"], status: 2, errors: "too many arguments"),
    Case(arguments: ["run", "charts/no\u{1B}[31m.json"], status: 2, errors: "charts/no\\u001b[31m.json"),
  ]

  @Test func `arguments and input give status, output and messages`() {
    _ = Repository.root
    for test in Self.cases {
      let result = runTool(test.arguments, input: test.input)
      let what = Comment(rawValue: "\(test.arguments): \(result)")
      #expect(result.status == test.status, what)
      #expect(test.output.isEmpty ? result.output.isEmpty : result.output.contains(test.output), what)
      #expect(test.errors.isEmpty ? result.errors.isEmpty : result.errors.contains(test.errors), what)
    }
  }

  /// A pipe that never waits takes what it has room for, and says so.
  @Test(arguments: [true, false]) func `runs of bytes arrive whole, however little is taken at a time`(neverWaits: Bool)
  {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting.fileDescriptor
    if neverWaits { _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK) }
    let pieces = (0..<2_500).map { number in [UInt8](repeating: UInt8(number & 0xFF), count: number * 7 % 1_900) }
    let all = pieces.flatMap { $0 }
    let writing = Thread {
      let output = FileOutput(descriptor: writer)
      let runs = pieces.map { piece in
        let run = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: piece.count)
        _ = run.update(fromContentsOf: piece)
        return UnsafeBufferPointer(run)
      }
      runs.withUnsafeBufferPointer { output.write(gathered: $0) }
      for run in runs { run.deallocate() }
      try? pipe.fileHandleForWriting.close()
    }
    writing.start()
    let found = pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(Array(found) == all)
  }

  @Test func `help fits a terminal and names every option once`() {
    for command in ["run", "validate", "test", "repl", "why", "explain", "schema", "help"] {
      let help = runTool(command == "help" ? ["help"] : [command, "--help"]).output
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(help)")
      if command != "run", command != "validate" { continue }
      for option in ["--color", "--help", "--version", "--strict", "--quiet"] {
        #expect(help.components(separatedBy: option).count == 2, "\(option) in \(command)")
      }
    }
  }

  @Test(
    arguments: [
      (nil, [:], true, true), (nil, [:], false, false), ("always", [:], false, true), ("never", [:], true, false),
      (nil, ["NO_COLOR": "1"], true, false), (nil, ["NO_COLOR": ""], true, true), (nil, ["TERM": "dumb"], true, false),
      (nil, ["FORCE_COLOR": "1"], false, true), ("always", ["NO_COLOR": "1"], false, true),
      (nil, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false), ("auto", [:], true, true),
    ] as [(String?, [String: String], Bool, Bool)])
  func `colour is only where it is wanted`(
    option: String?, environment: [String: String], terminal: Bool, colored: Bool
  ) {
    let arguments = ["validate", "-"] + (option.map { ["--color", $0] } ?? [])
    let result = runTool(arguments, input: "{}", environment: environment, outputIsTerminal: terminal)
    #expect(result.output.contains("\u{1B}[") == colored)
    #expect(result.output.contains("missing-root"))
    let run = runTool(
      ["run"] + arguments.dropFirst(), input: "{}", environment: environment, errorsAreTerminal: terminal)
    #expect(run.errors.contains("\u{1B}[") == colored)
    #expect(run.errors.contains("missing-root"))
  }

  @Test func `mistakes of a script are found before anything runs`() throws {
    let folder = try Repository.temporaryFolder(["s.txt": "open\n:expect in nowhere\nclose {\n+1x\r\n\"a"])
    let result = runTool(["run", Self.door, folder.appendingPathComponent("s.txt").path])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.components(separatedBy: ": error: ").count == 5)
    for line in [":2:12:", ":3:8:", ":4:2:", ":5:3:"] { #expect(result.errors.contains(line), "\(result.errors)") }
  }

  @Test func `a hundred messages of one code, then their number`() {
    let keys = (0..<250).map { "\"k\($0)\": 1" }.joined(separator: ",")
    let result = runTool(["validate", "-"], input: "{\"root\": {}, \(keys)}")
    #expect(result.output.components(separatedBy: "[unknown-key]\n").count - 1 == 100)
    #expect(result.output.contains("150 more of [unknown-key] not shown"))
  }

  @Test func `the caret stands under what is wrong, also behind wide and escaped characters`() {
    for (text, column) in [("日本", 18), ("\u{1}", 0), ("e\u{301}", 15), ("\\u0041", 20), ("\u{202E}", 20)]
    where column > 0 {
      let result = runTool(["validate", "-"], input: "{\"\(text)\": 1, \"root\": {\"x\": \"nowhere\"}}")
      let lines = result.output.split(separator: "\n")
      let caret = lines.last { $0.contains("^~~~~~~~~ ") }
      #expect(caret != nil, "\(result.output)")
      #expect(!result.output.unicodeScalars.contains { $0.properties.isBidiControl })
    }
  }

  @Test func `a long line is cut around the caret, and its length is limited`() {
    let long = String(repeating: "x", count: 5_000)
    let result = runTool(
      ["validate", "-"], input: "{\"description\": \"\(long)\", \"rot\": 1, \"root\": {}, \"meta\": \"\(long)\"}")
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count < 250 }, "\(result.output)")
    let script = runTool(
      ["run", Self.door, "-"], input: "open {\"x\": \"\(String(repeating: "y", count: 1 << 20))\"}\nclose\n")
    #expect(script.status == 1)
    #expect(script.errors.contains("longer than 1 MiB"))
    #expect(script.output.contains("close\n  ignored"))
  }
}
