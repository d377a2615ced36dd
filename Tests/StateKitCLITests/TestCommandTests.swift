import Foundation
import StateKitCLI
import TestSupport
import Testing
import ToolSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `statekit test`: what the cases in `Tests/Cases/test.txt` cannot say.
@Suite struct TestCommandTests {
  private static let door = """
    {"root": {"initial": "closed", "subStates": {"closed": {"open": "open"}, "open": {"close": "closed", "slam": "closed"}}}}
    """

  private func folder(_ files: [String: String]) throws -> String {
    try Repository.temporaryFolder(["door.json": Self.door].merging(files) { _, new in new }).path
  }

  @Test func `every format can be read, whatever the names are`() throws {
    let path = try folder([
      "door.events.txt":
        ":test \"a # b \\\\ <&> ::error:: ##[x]\"\nopen\n:test \"c\\u0007\\u202e\"\n:expect in open\n:test \"d\"\n:expect in closed\n"
    ])
    let jsonl = runTool(["test", "--format", "jsonl", path]).output
    for line in jsonl.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    let junit = runTool(["test", "--format", "junit", path]).output
    #expect(XMLParser(data: Data(junit.utf8)).parse(), "\(junit)")
  }

  @Test func `what stands beside a document goes to the messages`() throws {
    let path = try folder(["door.events.txt": "open\n:expect only open\nclose\n:expect only closed\n"])
    let both = runTool(["test", "--coverage", "--mutate", path]).output
    for format in ["junit", "jsonl", "tap"] {
      let plain = runTool(["test", "--format", format, path])
      let extra = runTool(["test", "--format", format, "--coverage", "--mutate", path])
      #expect(extra.output == plain.output)
      #expect("1 test in 1 script: 1 passed\n" + extra.errors == both)
    }
    let coverage = runTool(["test", "--coverage-format", "json", "--mutate", path])
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(coverage.output.utf8)) }
  }

  @Test func `the order does not depend on jobs`() throws {
    var files: [String: String] = [:]
    for number in 0..<40 {
      files["t\(number).events.txt"] = ":chart door.json\nopen\n:expect in \(number % 3 == 0 ? "closed" : "open")\n"
    }
    let path = try folder(files)
    let one = runTool(["test", "-v", "--jobs", "1", path])
    let outcomes = files.keys.sorted().map { name in
      guard files[name]?.hasSuffix("closed\n") == true else { return "ok \(path)/\(name)\n" }
      return """
        FAILED \(path)/\(name)
        \(path)/\(name):3:1: error: not in closed; active: open [expectation-failed]
            3 | :expect in closed
              | ^~~~~~~~~~~~~~~~~
          expected and found:
          - closed
          + open
          events so far: open


        """
    }
    #expect(one.status == 1 && one.output == outcomes.joined() + "40 tests in 40 scripts: 26 passed, 14 failed\n")
    for jobs in ["2", "7"] { #expect(runTool(["test", "-v", "-j", jobs, path]).output == one.output) }
    let green = try folder(["door.events.txt": "open\n:expect only open\nclose\n:expect only closed\n"])
    let mutants = ["test", "--mutate", "--count", "3", "--seed", "5", green, "-j"]
    #expect(runTool(mutants + ["1"]).output == runTool(mutants + ["2"]).output)
  }

  private static let long = """
    {"context": {"s": "xxxxxxxx"}, "root": {"double": {"actions": [{"assign": {"s": "s + s"}}]},
      "say": {"actions": [{"log": "${s}"}]}, "call": {"actions": [{"call": "x", "data": {"s": "s"}}]}}}
    """

  @Test func `an expectation that is too long for a line is left out of a recorded script`() throws {
    let lines = String(repeating: "double\n", count: 17) + "say\ncall\n"
    let path = try folder(["long.json": Self.long, "s.txt": lines])
    let run = runTool(["run", "--record", "\(path)/r.events.txt", "\(path)/long.json", "\(path)/s.txt"])
    let warning = "an expectation is longer than 1 MiB, the limit of a line, and left out\n"
    #expect(run.errors == "statekit: warning: \(path)/r.events.txt: \(warning)")
    #expect(run.status == 0 && runTool(["test", "\(path)/r.events.txt"]).status == 0)
  }

  @Test(arguments: ["-", "r.txt"]) func `a script with a bad line is not recorded`(record: String) throws {
    let path = try folder(["s.txt": "open\n:expct in open\n"])
    let target = record == "-" ? "-" : "\(path)/\(record)"
    let run = runTool(["run", "--quiet", "--record", target, "\(path)/door.json", "\(path)/s.txt"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(path)/r.txt"))
  }

  @Test func `a long difference of traces is cut, and the trace is blessed as a whole`() throws {
    let head = ":chart long.json\n" + String(repeating: "double\n", count: 13)
    let lines = head + String(repeating: "say\n", count: 20)
    let path = try folder(["long.json": Self.long, "s.events.txt": lines, "s.trace.txt": "init\n  enter root\n"])
    let script = "\(path)/s.events.txt"
    let differs = runTool(["test", script])
    #expect(differs.status == 1 && differs.output.contains("\n      enter root\n  +   => root\n  + double\n"))
    #expect(differs.output.contains("… the rest is not shown\n") && differs.output.utf8.count < 400 << 10)
    #expect(runTool(["test", "--bless", script, "--max-output", "1M"]).status == 1)
    #expect(try String(contentsOfFile: "\(path)/s.trace.txt", encoding: .utf8) == "init\n  enter root\n")
    #expect(runTool(["test", "--bless", script]).status == 0)
    let trace = try String(contentsOfFile: "\(path)/s.trace.txt", encoding: .utf8)
    #expect(trace == runTool(["run", "\(path)/long.json", script]).output)
    #expect(runTool(["test", script]).status == 0)
    // A difference behind many equal lines, and a trace that is shorter than the recorded one.
    for (recorded, shown) in [
      (trace + "more\n", "    … \(trace.utf8.count { $0 == 0x0A } - 3) equal lines\n"),
      (trace + "more\n", "\n  - more\n"),
      (trace.replacingOccurrences(of: "double\n  assign s = \"xxxxxxxxxxxxxxxx\"\n", with: ""), "  + double\n"),
    ] {
      try recorded.write(toFile: "\(path)/s.trace.txt", atomically: true, encoding: .utf8)
      let result = runTool(["test", script])
      #expect(result.status == 1 && result.output.contains(shown), "\(result.output.prefix(500))")
    }
  }

  @Test func `a file that has changed since it was read is not replaced`() throws {
    let path = try folder([:])
    let state = "\(path)/state"
    let words = ["run", "--quiet", "\(path)/door.json", "-", "--save-state", state]
    #expect(runTool(words, input: "open\n").status == 0)
    let result = runTool(words, lines: ["open", "close"]) { line in
      if line == 1 { try? "mine".write(toFile: state, atomically: true, encoding: .utf8) }
    }
    #expect(result.status == 2)
    #expect(result.errors == "statekit: cannot write \(state): it has changed since it was read\n")
    #expect(try String(contentsOfFile: state, encoding: .utf8) == "mine")
    let version = try #require(FileVersion(state))
    #expect(FileSave.save(state, bytes: Array("same".utf8), rule: .unchanged(version)) == nil)
    #expect(FileSave.save(state, bytes: [], rule: .unchanged(version))?.reason == "it has changed since it was read")
    #expect(try String(contentsOfFile: state, encoding: .utf8) == "same")
    try FileManager.default.removeItem(atPath: state)
    #expect(FileSave.save(state, bytes: [], rule: .unchanged(version)) != nil)
  }

  @Test func `a run is recorded as a script that passes`() throws {
    _ = Repository.root
    for chart in ["door", "retry", "checkout", "vending-machine", "media-player", "order", "endless-loop"] {
      let path = try Repository.temporaryFolder(["\(chart).json": Repository.read("charts/\(chart).json") ?? ""]).path
      let script = "\(path)/\(chart).events.txt"
      let run = runTool(["run", "--record", script, "\(path)/\(chart).json", "charts/\(chart).events.txt"])
      #expect(run.output == runTool(["run", "\(path)/\(chart).json", "charts/\(chart).events.txt"]).output)
      let result = runTool(["test", path])
      #expect(result.status == 0, "\(result.output)")
      #expect(try String(contentsOfFile: script, encoding: .utf8).components(separatedBy: ":expect").count > 5)
    }
  }
}
