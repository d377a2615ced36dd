import Foundation
import StateKitCLI
import TestSupport
import Testing
import ToolSupport

/// The command line as a function: what the cases in Tests/Cases cannot say.
@Suite struct CommandLineTests {
  private static let door = "charts/door.json"

  @Test func `a name with control characters is shown escaped`() {
    let result = runTool(["run", "charts/no\u{1B}[31m.json"])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors == "statekit: cannot read charts/no\\u001b[31m.json: No such file or directory\n")
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

  private static let plain = """
    <stdin>:1:1: error: a chart needs "root", its root state [missing-root]
        1 | {}
          | ^

    """
  private static let colored = """
    \u{1B}[1m<stdin>:1:1: \u{1B}[31merror\u{1B}[0m: a chart needs "root", its root state [missing-root]
        1 | {}
          | \u{1B}[32m^\u{1B}[0m

    """

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
    let said = colored ? Self.colored : Self.plain
    #expect(result.output == said)
    let run = runTool(
      ["run"] + arguments.dropFirst(), input: "{}", environment: environment, errorsAreTerminal: terminal)
    #expect(run.errors == said && run.output.isEmpty)
  }

  @Test func `a hundred messages of one code, then their number`() {
    let keys = (2..<252).map { "\"k\($0)\": 1,\n" }
    let result = runTool(["validate", "-"], input: "{\n\(keys.joined())\"root\": {}}")
    let known =
      "known: root, $schema, name, description, meta, context, events, internalEvents, actions, guards, bubbling, invariants"
    let messages = (2..<102).map { line in
      let caret = "^" + String(repeating: "~", count: "\(line)".count + 2)
      let margin = String(repeating: " ", count: 5 - "\(line)".count)
      return "<stdin>:\(line):1: error: unknown key \"k\(line)\" at the top level [unknown-key]\n"
        + "\(margin)\(line) | \"k\(line)\": 1,\n      | \(caret) \(known)\n"
    }
    let said = messages.joined() + "statekit: 150 more of [unknown-key] not shown\n"
    #expect(Repository.difference(result.output, said) == nil)
    #expect(result.errors == "statekit: 1 file: 250 errors\n")
  }

  @Test func `no message repeats its input whole`() throws {
    let long = String(repeating: "k", count: 100_000)
    for (arguments, input) in [
      (["validate", "-"], #"{"\#(long)": 1, "root": {}}"#),
      (["validate", "-"], #"{"root": {"x": "\#(long)", "type": "\#(long)", "initial": "\#(long)"}}"#),
      (["validate", "-"], #"{"root": {"x": {"guard": "\#(long.prefix(9_000)) == 1"}}}"#),
      (["run", "-q", Self.door, "-"], "\"\(long)\" x\n:expect in \(long)\n:\(long)\n+\(long)\n:set \(long) = 1\n"),
      (["run", "-q", Self.door, "-"], ":expect '\(long.prefix(9_000))' == 'x'\n:expect logged \"\(long)\"\n"),
      (["run", "--\(long)"], ""), (["run", long.prefix(3_000) + ".json"].map { String($0) }, ""),
      (["run", Self.door, "--set", "\(long)=1"], ""),
    ] {
      let result = runTool(arguments, input: input)
      #expect(result.status != 0)
      for line in (result.output + result.errors).split(separator: "\n") {
        #expect(line.utf8.count < 1_300, "\(arguments.map { $0.prefix(40) }): \(line.prefix(300))")
      }
    }
  }
}
