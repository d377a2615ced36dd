import Foundation
import StateKitCLI
import TestSupport
import Testing
import ToolSupport

/// A run that stops after any line and resumes from its journal writes the trace, and judges the expectations, of a run
/// that does not stop: with a state file beside the journal, and without.
@Suite struct JournalResumeTests {
  private static let chart = """
    {"context": {"n": 0}, "events": {"x": "int?", "y": null, "w": null}, "guards": {"g": null}, "root": {
      "initial": "a", "subStates": {
        "a": {"x": {"target": "b", "guard": "g", "actions": [
          {"call": "act", "data": {"n": "n"}}, {"log": "n is ${n}"}, {"assign": {"n": "n + 1"}}, {"raise": "w"}]}},
        "b": {"y": {"target": "a", "actions": {"send": "y", "delay": "1s"}}, "after": {"d": "a"}}}}}
    """

  /// Scripts with lines that replace the host, with tests, and with expectations about the last step.
  private static let scripts = [
    [
      ":guard g = n < 2", ":delay d = 3s", "x 1", ":expect did act {\"n\": 0}", ":expect entered b", ":expect raised w",
      ":expect logged \"n is 0\"", "+1s", ":test \"set-up with steps\"", "y", ":expect sent y", ":expect exited b",
      ":set n = 1", ":expect not did act", ":guard g = true", "x", ":expect handled",
      ":test \"the guard of the set-up\"", "? n", "+2s", ":expect entered a", ":set n = 7", "x", ":expect declined",
      "y", ":expect ignored",
    ],
    [
      ":guard g = true", ":delay d = 3s", ":test \"set-up without steps\"", ":set n = 4", ":expect in a", "x",
      ":expect did act {\"n\": 4}", ":test \"again\"", "? n", "x \"no int\"", ":expect rejected", "+next", "x",
      "+next", ":expect exited b",
    ],
    ["", "# nothing that starts the machine", ":guard g = true", ":delay d = 3s"],
  ]

  private let folder: URL
  private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  init() throws {
    _ = Repository.root
    folder = try Repository.temporaryFolder(["c.json": Self.chart])
  }

  private func run(_ lines: [String], _ options: [String] = []) throws -> ToolResult {
    let text = lines.map { $0 + "\n" }.joined()
    try text.write(toFile: file("s"), atomically: true, encoding: .utf8)
    return runTool(["run", file("c.json"), file("s")] + options)
  }

  @Test(arguments: scripts.indices, Extent.isLong ? [1, 2, 5, 1_000] : [1, 1_000])
  func `a run that stops after any line goes on as if it had not`(_ index: Int, interval: Int) throws {
    let lines = Self.scripts[index]
    let whole = try run(lines)
    #expect(whole.status == 0, "\(whole.errors)")
    // Each of the two intervals is tried at every other line.
    for count in 0...lines.count where Extent.isLong || (count + interval).isMultiple(of: 2) {
      for name in ["j", "j.state"] { try? FileManager.default.removeItem(atPath: file(name)) }
      let options = ["--journal", file("j"), "--state-every", "\(interval)"]
      let first = try run(Array(lines.prefix(count)), options)
      let second = try run(lines, options)
      #expect(first.output + second.output == whole.output, "\(count) lines: \(second.errors)")
      #expect(second.status == 0, "\(count) lines: \(second.errors)")
      let third = try run(lines, options)
      #expect(third.output == "" && third.status == 0, "\(count) lines: \(third.errors)")
    }
  }
}
