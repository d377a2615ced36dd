import Foundation
import TestSupport
import Testing
import ToolSupport

/// What is shown of a macrostep that the limit of steps ends.
@Suite struct EndlessTraceTests {
  private static let files = [
    "loop.json": """
    {"root": {"initial": "a", "go": {"actions": {"log": "off"}, "target": "b"}, "subStates": {"a": {},
      "b": {"always": "c"}, "c": {"enterState": "x", "always": "d"}, "d": {"always": "c"}}}}
    """,
    "count.json": """
    {"context": {"n": 0}, "root": {"*": {"actions": [{"assign": {"n": "n + 1"}}, {"raise": "e${n}"}]}}}
    """,
    "parent.json": #"{"root": {"invoke": {"chart": "loop.json", "id": "x", "forward": true}}}"#,
  ]

  /// The folder of the files; one for all runs of a test, as errors have their paths.
  private let folder: String

  init() throws { folder = try Repository.temporaryFolder(Self.files).path + "/" }

  private func run(_ arguments: [String], _ script: String) throws -> ToolResult {
    runTool(arguments.map { $0.hasSuffix(".json") ? folder + $0 : $0 }, input: script)
  }

  private static let round = "  always c\n  exit c\n  enter d\n  always d\n  exit d\n  enter c\n    do x\n"

  @Test(
    arguments: [
      (9, round + "  … 2 rounds\n" + round), (7, round + "  … 1 round\n" + round), (5, round + round),
      (10, round + "  … 2 rounds\n" + round + "  always c\n  exit c\n  enter d\n"),
      (1_001, round + "  … 498 rounds\n" + round),
    ])
  func `the cycle is shown once at its beginning and once at its end`(steps: Int, rounds: String) throws {
    let expected = "go\n  exit a\n  log off\n  enter b\n  always b\n  exit b\n  enter c\n    do x\n" + rounds
    let result = try run(["run", "loop.json", "-", "--max-steps", "\(steps)"], "go\n")
    let shown = result.output.components(separatedBy: "  error: ")[0].components(separatedBy: "  => a\n")[1]
    #expect(result.status == 1 && shown == expected, "\(result.output)")
    let inChild = try run(["run", "parent.json", "-", "--max-steps", "\(steps)"], "go\n").output
    let named = expected.split(separator: "\n").dropFirst().map { "x: \($0)\n" }.joined()
    #expect(inChild.contains("x: enter root") || inChild.contains("x:   enter a"))
    #expect(inChild.contains(named), "\(inChild)")
  }

  @Test func `without a cycle the first and the last lines are shown`() throws {
    let all = try run(["run", "count.json", "-", "--max-steps", "100", "--full-trace"], "go\n").output
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: "go")) + 1
    let end = try #require(lines.firstIndex { $0.hasPrefix("  error: ") })
    #expect(end - start == 302)
    let shown = lines[..<(start + 40)] + ["  … \(end - start - 80) lines"] + lines[(end - 40)...]
    #expect(try run(["run", "count.json", "-", "--max-steps", "100"], "go\n").output == shown.joined(separator: "\n"))
    // What fits is not cut.
    for steps in ["25", "3"] {
      let whole = try run(["run", "count.json", "-", "--full-trace", "--max-steps", steps], "go\ngo\n").output
      #expect(try run(["run", "count.json", "-", "--max-steps", steps], "go\ngo\n").output == whole)
    }
  }

  @Test func `all rounds are shown where that is asked for, and in JSON Lines`() throws {
    func count(_ arguments: [String], _ text: String) throws -> Int {
      try run(arguments, "go\n").output.components(separatedBy: text).count - 1
    }
    #expect(try count(["run", "loop.json", "-"], "enter c\n") == 3)
    #expect(try count(["run", "loop.json", "-", "--full-trace"], "enter c\n") == 500)
    #expect(try count(["run", "loop.json", "-", "--format", "jsonl"], #"{"enter":"root.c"}"#) == 500)
    #expect(try count(["repl", "loop.json"], "enter c\n") == 3)
    #expect(try count(["repl", "loop.json", "--full-trace"], "enter c\n") == 500)
    // Step by step everything is seen.
    let steps = try run(["repl", "loop.json"], ":step\ngo\n:step\n:step\n").output
      .components(separatedBy: "-- one step; :step, :continue, or look around\n")
    #expect(
      steps.dropFirst().dropLast() == [
        "  always b\n  exit b\n  enter c\n    do x\n", "  always c\n  exit c\n  enter d\n",
      ])
    #expect(steps.joined().components(separatedBy: "enter c\n").count - 1 == 500)
  }
}
