import Foundation
import TestSupport
import Testing

/// The charts of the project: every script gives its recorded trace, every faulty chart its recorded messages.
@Suite struct ChartTests {
  static let scripts = Repository.files(below: "charts", ending: ".events.txt")
  static let faulty = Repository.files(below: "charts/invalid", ending: ".json")

  @Test func `every script gives its recorded trace`() {
    _ = Repository.root
    #expect(Self.scripts.count >= 70)
    for script in Self.scripts {
      let base = String(script.dropLast(".events.txt".count))
      let result = runTool(["run", "--quiet", base + ".json", script])
      let expected: Int32 = Repository.read(script)?.hasPrefix("# ends with status 1\n") == true ? 1 : 0
      #expect(result.status == expected, "\(script): \(result.errors)")
      let trace = runTool(["run", base + ".json", script]).output
      #expect(Repository.compare(trace, withRecorded: base + ".trace.txt") == nil)
    }
  }

  @Test func `text and JSON Lines tell the same entries and exits`() throws {
    for script in Self.scripts {
      let chart = script.replacingOccurrences(of: ".events.txt", with: ".json")
      let text = runTool(["run", chart, script]).output.split(separator: "\n")
      let lines = runTool(["run", "--format", "jsonl", chart, script]).output.split(separator: "\n")
      var moves: [String] = []
      var items = 0
      for line in lines {
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        items += 1
        for entry in try #require(object["trace"] as? [[String: Any]]) {
          for key in ["enter", "exit"] where entry[key] != nil { moves.append(key) }
        }
      }
      let shown = text.filter { $0.hasPrefix("  enter ") || $0.hasPrefix("  exit ") }
      #expect(moves == shown.map { String($0.dropFirst(2).prefix { $0 != " " }) }, "\(script)")
      #expect(items == text.filter { !$0.hasPrefix(" ") }.count, "\(script)")
    }
  }

  @Test func `every faulty chart gives its recorded messages`() {
    for chart in Self.faulty {
      let result = runTool(["validate", chart])
      #expect(result.output.isEmpty)
      let path = chart.replacingOccurrences(of: ".json", with: ".out.txt")
      #expect(Repository.compare(result.errors, withRecorded: path) == nil)
      // One rule, one file: nothing else is found in it.
      let code = URL(fileURLWithPath: chart).deletingPathExtension().lastPathComponent
      let found = result.errors.split(separator: "\n").filter { $0.contains(": error: ") || $0.contains(": warning: ") }
      #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix("[\(code)]") }, "\(chart)")
    }
  }

  @Test func `the examples have nothing wrong with them`() {
    for chart in Repository.files(below: "charts", ending: ".json") where chart.split(separator: "/").count == 2 {
      let result = runTool(["validate", "--strict", chart])
      #expect(result.status == 0 && result.errors.isEmpty, "\(chart): \(result.errors)")
    }
  }

  @Test func `the index names every example`() throws {
    let index = try #require(Repository.read("charts/README.md"))
    for chart in Repository.files(below: "charts", ending: ".json") where chart.split(separator: "/").count == 2 {
      let name = URL(fileURLWithPath: chart).deletingPathExtension().lastPathComponent
      #expect(index.contains("`\(name)`"), "\(name) is not in charts/README.md")
    }
  }
}
