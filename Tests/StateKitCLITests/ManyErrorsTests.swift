import Foundation
import TestSupport
import Testing
import ToolSupport

/// An error of a line is reported, and found by an expectation, however many errors of other kinds the line has.
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
}
