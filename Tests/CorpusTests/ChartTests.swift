import Foundation
import TestSupport
import Testing
import ToolSupport

/// The charts of the project: every script gives its recorded trace, every faulty chart its recorded messages.
@Suite struct ChartTests {
  static let scripts = Repository.files(below: "charts", ending: ".events.txt")
  /// Scripts whose runs end with status 1.
  static let faultyScripts = Repository.files(below: "charts/semantics", ending: ".script.txt")
  static let variants = Repository.files(below: "charts/invalid/variants", ending: ".json")
  static let examples = Repository.files(below: "charts", ending: ".json").filter {
    $0.split(separator: "/").count == 2
  }
  /// What they invoke.
  static let children = Repository.files(below: "charts/children", ending: ".json")

  /// The chart beside a script, of either suffix, both of one length: ours and XState's, or an SCXML document.
  static func chart(of script: String) -> String {
    let base = script.dropLast(".events.txt".count)
    return base + (Repository.read(base + ".json") == nil ? ".scxml" : ".json")
  }

  @Test func `every script gives its recorded trace`() {
    _ = Repository.root
    #expect(Self.scripts.count >= 70)
    for script in Self.scripts + Self.faultyScripts {
      // Both suffixes are of one length.
      let base = String(script.dropLast(".events.txt".count))
      let chart = Self.chart(of: script)
      let result = runTool(["run", "--quiet", chart, script])
      #expect(result.status == (Self.faultyScripts.contains(script) ? 1 : 0), "\(script): \(result.errors)")
      let trace = runTool(["run", chart, script]).output
      #expect(Repository.compare(trace, withRecorded: base + ".trace.txt") == nil)
    }
  }

  @Test func `text and JSON Lines tell the same entries and exits`() throws {
    for script in Self.scripts {
      let chart = Self.chart(of: script)
      let text = runTool(["run", chart, script]).output.split(separator: "\n").map(TraceLine.init)
      let lines = runTool(["run", "--format", "jsonl", chart, script]).output.split(separator: "\n")
      var changes: [String] = []
      var steps = 0
      for line in lines {
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        steps += 1
        try collect(try #require(object["trace"] as? [[String: Any]]), prefix: "", into: &changes)
      }
      let shown = text.filter { $0.body.hasPrefix("  enter ") || $0.body.hasPrefix("  exit ") }
      #expect(changes == shown.map { $0.children + $0.body.dropFirst(2).prefix { $0 != " " } }, "\(script)")
      #expect(steps == text.count { !$0.body.hasPrefix(" ") }, "\(script)")
    }
  }

  private func collect(_ trace: [[String: Any]], prefix: String, into changes: inout [String]) throws {
    for entry in trace {
      for key in ["enter", "exit"] where entry[key] != nil { changes.append(prefix + key) }
      guard let child = entry["child"] as? [String: Any] else { continue }
      let id = try #require(child["id"] as? String)
      try collect(try #require(child["trace"] as? [[String: Any]]), prefix: prefix + id + ": ", into: &changes)
    }
  }

  /// A line of a text trace; where it tells of a child, the ids stand before it.
  private struct TraceLine {
    var children = ""
    var body: Substring

    init(_ line: Substring) {
      body = line
      while !body.hasPrefix(" "), let colon = body.firstRange(of: ": "),
        body[colon.upperBound...].hasPrefix("  ")
          || body[colon.upperBound...].firstRange(of: ":   ") != nil
      {
        children += body[..<colon.upperBound]
        body = body[colon.upperBound...]
      }
    }
  }

  @Test func `every variant of an error gives its recorded messages, all of its code`() {
    #expect(Self.variants.count >= 30)
    for chart in Self.variants {
      let result = runTool(["validate", chart])
      let path = chart.replacingOccurrences(of: ".json", with: ".out.txt")
      #expect(Repository.compare(result.output, withRecorded: path) == nil)
      let code = URL(fileURLWithPath: chart).deletingPathExtension().lastPathComponent
      let found = FindingLines.lines(of: result.output)
      #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix("[\(code)]") }, "\(chart): \(result.output)")
    }
  }

  @Test func `what is right in other notations gets one message with the fix`() throws {
    let charts = Repository.files(below: "charts/invalid/hints", ending: ".json")
    #expect(charts.count >= 40)
    let empty = try Repository.temporaryFolder(["empty.script.txt": ""]).path + "/empty.script.txt"
    for chart in charts {
      let base = String(chart.dropLast(".json".count))
      let script = Repository.read(base + ".script.txt") == nil ? nil : base + ".script.txt"
      let found = runTool(["validate", chart] + (script.map { ["--script", $0] } ?? [])).output
      #expect(Repository.compare(found, withRecorded: base + ".out.txt") == nil)
      if let script, !found.isEmpty {
        let lines = try #require(Repository.read(script)).split(separator: "\n")
        #expect(FindingLines.lines(of: found).count == lines.count, "one finding for each line of \(script)")
      }
      // The same is said by all that judge what a chart does: by `test` beside its results, or as the reason for a failure.
      let said = FindingLines.withoutInfos(found)
      let hasErrors = found.contains(": error: ")
      let why = runTool(["why", chart, script ?? empty, "open"])
      let test = runTool(["test", "--chart", chart, script ?? empty])
      #expect(why.errors == said && test.errors == (hasErrors ? "" : said))
      #expect(why.output.isEmpty == hasErrors && why.status == (hasErrors ? 1 : 0))
      #expect(
        test.output == (hasErrors ? "FAILED \(script ?? empty)\n\(said)\n" : "")
          + "1 test in 1 script: \(hasErrors ? "0 passed, 1 failed" : "1 passed")\n")
      #expect(test.status == (hasErrors ? 1 : 0))
    }
  }

  @Test func `the examples have nothing wrong with them, infos included`() {
    for chart in Self.examples + Self.children {
      let result = runTool(["validate", "--strict", chart])
      #expect(result.status == 0 && result.output.isEmpty, "\(chart): \(result.output)")
      #expect(result.errors == "statekit: 1 file: nothing to report\n")
    }
  }

  @Test func `the charts pass as tests, and the scripts of the examples take every handler`() throws {
    _ = Repository.root
    let all = runTool(["test", "charts"])
    #expect(all.status == 0, "\(all.output)")
    let scripts = Self.examples.map { $0.replacingOccurrences(of: ".json", with: ".events.txt") }
    let coverage = runTool(["test", "--coverage-format", "json", "--coverage-min", "90"] + scripts)
    #expect(coverage.status == 0, "\(coverage.errors)")
    let report = try #require(JSONSerialization.jsonObject(with: Data(coverage.output.utf8)) as? [String: Any])
    let charts = try #require(report["charts"] as? [[String: Any]])
    #expect(Set(charts.map { $0["chart"] as? String }) == Set(Self.examples + Self.children))
    for chart in charts {
      let handlers = try #require(chart["handlers"] as? [String: Int])
      #expect(handlers["touched"] == handlers["all"], "\(chart)")
    }
  }

  @Test func `breaking the examples makes their tests fail`() throws {
    let scripts = Self.examples.map { $0.replacingOccurrences(of: ".json", with: ".events.txt") }
    let output = runTool(["test", "--mutate"] + scripts).output
    // No mutant is left that a script could tell from the original.
    #expect(!output.contains(": survives: ") && !output.contains(" not tried within "))
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix("  ") }
    #expect(lines.count == Self.examples.count + 2 && lines.last?.hasPrefix("mutation score: 100 % ") == true)
    for (line, chart) in zip(lines.dropFirst(), Self.examples) {
      let match = try #require(line.prefixMatch(of: /mutants of (\S+): (\d+) of (\d+) caught/))
      #expect(match.1 == chart && match.2 == match.3, "\(line)")
    }
  }

  /// Scripts beside charts in other notations, in `Tests/Foreign`.
  static let foreign = Repository.files(below: "Tests/Foreign", ending: ".events")

  @Test(arguments: Extent.some(of: foreign, every: 6))
  func `a mutant of a chart in another notation is shown as its file has it`(_ events: String) throws {
    let base = events.dropLast(".events".count)
    let chart = try #require([".json", ".scxml"].map { base + $0 }.first { Repository.read($0) != nil })
    let text = try #require(Repository.read(chart)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let name = try #require(chart.split(separator: "/").last).description
    let script = try #require(Repository.read(events))
    let folder = try Repository.temporaryFolder([
      name: try #require(Repository.read(chart)), "s.events.txt": ":chart \(name)\n" + script,
      "child.scxml": try #require(Repository.read("Tests/Foreign/child.scxml")),
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = runTool(["test", "--mutate", "--count", "6", folder.appendingPathComponent("s.events.txt").path])
    #expect(!result.output.contains("    + "))
    for line in result.output.split(separator: "\n") where line.hasPrefix("    - ") {
      // Long parts are cut.
      #expect(text.contains(line.dropFirst(6).prefix(60)), "\(line)")
    }
  }

  @Test func `the index names every example`() throws {
    let index = try #require(Repository.read("charts/README.md"))
    for chart in Self.examples + Self.children {
      let name = URL(fileURLWithPath: chart).deletingPathExtension().lastPathComponent
      #expect(index.contains("`\(name)`"), "\(name) is not in charts/README.md")
    }
  }
}
