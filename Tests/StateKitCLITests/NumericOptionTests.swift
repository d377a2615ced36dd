import Foundation
import TestSupport
import Testing
import ToolSupport

/// Options that take a number, a size, a part or a delay, at the ends of what the machine can hold.
@Suite struct NumericOptionTests {
  private static let values = [
    "0", "1", "-1", "9223372036854775807", "9223372036854775808", "9007199254740992K", "8388608M", "8589934591G",
    "18446744073709551615", "1e999", "nan", "100000000000000000ms", "99999y", "876000000h",
  ]
  /// The arguments that each command needs, and those without which some options do nothing.
  private static let commands: [(command: String, arguments: [String])] = [
    ("run", ["c.json", "c.events.txt", "--journal", "JOURNAL"]), ("run", ["c.json", "c.events.txt"]),
    ("repl", ["c.json"]), ("validate", ["c.json"]), ("test", ["c.events.txt", "--mutate"]),
    ("test", ["c.events.txt", "--coverage", "--shrink"]), ("why", ["c.json", "c.events.txt", "go"]),
    ("show", ["c.json", "--script", "c.events.txt"]), ("explore", ["c.json"]), ("diff", ["c.json", "c.json"]),
    ("replay", ["c.json", "log", "--case", "c", "--event", "e"]),
    ("replay", ["c.json", "log", "--case", "c", "--event", "e", "--partial"]),
  ]

  @Test func `every numeric option ends with 0, 1 or 2 at its extremes`() throws {
    let folder = try Repository.temporaryFolder([
      "c.json": #"{"root": {"initial": "a", "subStates": {"a": {"go": "b", "after": {"1s": "b"}}, "b": {"go": "a"}}}}"#,
      "c.events.txt": "go\n+1s\n:expect in b\n", "log": "{\"c\": 1, \"e\": \"go\"}\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    var asked = 0
    for (command, arguments) in Self.commands {
      let paths = arguments.map { argument in
        ["c.json", "c.events.txt", "log"].contains(argument) ? folder.appendingPathComponent(argument).path : argument
      }
      for option in Self.numericOptions(of: command) {
        for value in Self.values {
          let journal = folder.appendingPathComponent("journal-\(asked)").path
          let result = runTool(
            [command] + paths.map { $0 == "JOURNAL" ? journal : $0 } + ["\(option)=\(value)"], input: "go\n")
          #expect((0...2).contains(result.status), "\(command) \(option) \(value)")
          asked += 1
        }
      }
    }
    #expect(asked > 300)
  }

  /// The options whose value help shows as a number, a size, a part or a delay.
  private static func numericOptions(of command: String) -> [String] {
    runTool(["explain", command]).output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(where: { $0.hasPrefix("--") }), index + 1 < words.count else { return nil }
      return ["N", "N[K|M|G]", "MIN", "DELAY"].contains(words[index + 1]) ? String(words[index]) : nil
    }
  }
}
