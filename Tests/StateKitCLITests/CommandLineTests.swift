import Foundation
import StateKitCLI
import TestSupport
import Testing

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

  @Test func `errors of a script are found before anything runs`() throws {
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
    let key = runTool(["validate", "-"], input: #"{"root": {"x": "\#(long)é"}}"#)
    let cut = String(repeating: "k", count: 100) + "…" + String(repeating: "k", count: 98) + "é"
    #expect(key.output.contains("no state is named \"\(cut)\" ["), "\(key.output)")
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
