import Foundation
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
