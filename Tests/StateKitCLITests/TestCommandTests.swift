import Foundation
import TestSupport
import Testing

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

  @Test func `a recorded trace that cannot be read is not passed over`() throws {
    let path = try folder(["door.events.txt": "open\n"])
    #expect(runTool(["test", path]).status == 0)
    try FileManager.default.createDirectory(atPath: path + "/door.trace.txt", withIntermediateDirectories: false)
    let result = runTool(["test", path])
    #expect(result.status == 2 && result.errors.contains("door.trace.txt: Is a directory"), "\(result)")
  }

  @Test func `a script that is a link names its chart from where it really lies`() throws {
    let path = try folder([:])
    try FileManager.default.createDirectory(atPath: path + "/tests", withIntermediateDirectories: false)
    try Data(":chart ../door.json\nopen\n".utf8).write(to: URL(fileURLWithPath: path + "/tests/t.events.txt"))
    let other = try Repository.temporaryFolder([:]).path
    try FileManager.default.createSymbolicLink(
      atPath: other + "/link.events.txt", withDestinationPath: path + "/here/t.events.txt")
    try FileManager.default.createSymbolicLink(atPath: path + "/here", withDestinationPath: path + "/tests")
    // Beside the script is where its files may lie, below that or where the tool was started.
    #expect(runTool(["test", other + "/link.events.txt"]).output.contains("it must lie at or below"))
    let beside = try folder(["t.events.txt": ":chart door.json\nopen\n:expect in open\n"])
    try FileManager.default.createSymbolicLink(
      atPath: other + "/beside.events.txt", withDestinationPath: beside + "/t.events.txt")
    let result = runTool(["test", other + "/beside.events.txt"])
    #expect(result.status == 0, "\(result)")
  }

  @Test func `every format can be read, and no name writes a line of its own`() throws {
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
    for output in [junit, runTool(["test", "--format", "tap", path]).output, runTool(["test", "-v", path]).output] {
      #expect(!output.contains("##") && !output.contains("\u{7}") && !output.contains("\u{202E}"))
    }
  }

  @Test func `what stands beside a document goes to the messages`() throws {
    let path = try folder(["door.events.txt": "open\n:expect only open\nclose\n:expect only closed\n"])
    for format in ["junit", "jsonl", "tap"] {
      let plain = runTool(["test", "--format", format, path])
      let extra = runTool(["test", "--format", format, "--coverage", "--mutate", path])
      #expect(extra.output == plain.output)
      #expect(extra.errors.contains("coverage of ") && extra.errors.contains("mutation score: "), "\(extra)")
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
    #expect(one.status == 1 && one.output.hasSuffix("40 tests in 40 scripts: 26 passed, 14 failed\n"))
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
    let full = runTool(["run", "--record", "/nowhere/x.events.txt", "charts/door.json"])
    #expect(full.status == 2 && full.errors.contains("cannot write /nowhere/x.events.txt"))
  }
}
