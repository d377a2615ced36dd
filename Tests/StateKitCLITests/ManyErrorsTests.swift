import Foundation
import TestSupport
import Testing
import ToolSupport

/// Of many messages of one code a hundred are shown, and none of another code is lost.
@Suite struct ManyErrorsTests {
  /// `many` breaks the invariant 110 times, and then sends `last`.
  private static func chart(_ last: String) -> String {
    """
    {"context": {"n": 0}, "invariants": {"few": "n < 1"}, "root": {
      "initial": "a", "subStates": {"a": {
        "many": {"actions": [{"assign": {"n": "1"}}, {"forEach": "\(Array(1...110))", "as": "i", "do": {"send": "v"}},
          {"send": "last"}]},
        "v": null, \(last)}}}}
    """
  }

  private static let errors = [
    (#""last": {"actions": {"assign": {"n": "1 / 0"}}}"#, "division by zero"),
    (#""last": {"actions": {"raise": "last"}}"#, "1000 steps without rest"),
    (#""invoke": {"chart": "child.json", "forward": true}, "last": null"#, "modulus by zero"),
  ]

  @Test(arguments: errors)
  func `an error after a hundred others is not lost`(_ last: String, _ message: String) throws {
    let folder = try Repository.temporaryFolder([
      "c.json": Self.chart(last), "s": "many\n", "e": "many\n:expect error\n",
      "child.json": #"{"context": {"m": 0}, "root": {"last": {"actions": {"assign": {"m": "1 % 0"}}}}}"#,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    func run(_ script: String) -> ToolResult {
      runTool(["run", "-q", folder.appendingPathComponent("c.json").path, folder.appendingPathComponent(script).path])
    }
    let plain = run("s")
    #expect(plain.status == 1 && plain.errors.contains(message), "\(plain.errors.suffix(400))")
    let expected = run("e")
    #expect(!expected.errors.contains("[run-error]") && !expected.errors.contains("[expectation-failed]"))
    #expect(expected.errors.contains("[broken-invariant]"))
  }

  @Test func `validate --fix applies the fixes behind the first hundred errors of a code`() throws {
    let handlers = (1...130).map { #""u\#($0)": "s", "e\#($0)": "stateNme", "f\#($0)": {"cond": "true"}"# }
      .joined(separator: ", ")
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"initial": "s1", "subStates": {"s1": {\#(handlers)}, "s2": {}, "stateName": {}}}}"#
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let chart = folder.appendingPathComponent("c.json")
    #expect(runTool(["validate", "--fix", chart.path]).errors.contains("130 errors"))
    let text = try String(contentsOf: chart, encoding: .utf8)
    #expect(text.ranges(of: "cond").isEmpty && text.ranges(of: "stateNme").isEmpty)
  }

  /// Scripts with many bad lines: without tests, behind a test, and in each of many tests.
  private static let badScripts: [(script: String, shown: Int, says: String)] = [
    (String(repeating: ":x\n", count: 130), 100, "statekit: 30 more of [unknown-command] not shown"),
    (":test \"a\"\n" + String(repeating: ":x\n", count: 130), 100, "  30 more of [unknown-command] not shown"),
    (String(repeating: ":test \"a\"\n:x\n:x\n", count: 130), 180, "1 more of [unknown-command] not shown"),
    (String(repeating: ":test a\n:x\n", count: 130), 230, "1 more of [unknown-command] not shown"),
    (":x\n" + String(repeating: ":test \"a\"\n:x\n", count: 130), 100, "31 more of [unknown-command] not shown"),
  ]

  @Test(arguments: badScripts)
  func `of the errors of a script a hundred of a code are shown, and one of each test`(
    _ script: String, shown: Int, says: String
  ) throws {
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"go": {"actions": "x"}}}"#, "s.events.txt": ":chart c.json\n" + script,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = runTool(["test", folder.appendingPathComponent("s.events.txt").path])
    #expect(result.status == 1 && result.output.contains(says), "\(result.output.suffix(400))")
    let count = result.output.split(separator: "\n").count { $0.contains(": error: ") }
    #expect(count == shown)
  }

  @Test(arguments: Extent.isLong ? ["text", "github", "sarif"] : ["text", "sarif"])
  func `explore shows a hundred findings of a code, and the number of the others`(_ format: String) throws {
    let ends = 1...104
    let states = ends.map { #""d\#($0)": {}"# }.joined(separator: ", ")
    let handlers = ends.map { #""e\#($0)": "d\#($0)""# }.joined(separator: ", ")
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"initial": "a", "subStates": {"a": {\#(handlers)}, \#(states)}}}"#
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = runTool(["explore", "--format", format, folder.appendingPathComponent("c.json").path])
    #expect(result.output.ranges(of: "nothing is handled in").count == 100)
    if format != "sarif" { #expect(result.output.contains("4 more of")) }
  }
}
