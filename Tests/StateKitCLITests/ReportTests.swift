import Foundation
import StateKitCLI
import TestSupport
import Testing
import ToolSupport

/// The machine formats of `validate`: complete, parsable, and safe whatever a chart is called or holds.
@Suite struct ReportTests {
  private static let hostile = """
    {
      "root": {
        "go": "::error::x %0A\\n::stop-commands::t",
        "##[error]y": "no,where: ##vso[task]",
        "\\u001b[31m\\u202e": "nowhere"
      }
    }
    """

  private func report(_ format: String, _ arguments: [String], input: String = "") -> ToolResult {
    _ = Repository.root
    return runTool(["validate", "--format", format] + arguments, input: input)
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `JSON is one document, also where nothing is found`() throws {
    let clean = try json(report("json", ["charts/door.json"]).output)
    #expect((clean["findings"] as? [Any])?.isEmpty == true)
    let result = report("json", ["charts/invalid/duplicate-key.json", "nowhere.json", "charts/invalid/dead-end.json"])
    #expect(result.status == 2)
    let found = try json(result.output)
    let findings = try #require(found["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["duplicate-key", "dead-end"])
    #expect(findings.map { $0["severity"] as? String } == ["error", "info"])
    #expect(findings[0]["line"] as? Int == 5 && findings[0]["column"] as? Int == 34)
    #expect(findings[0]["endLine"] as? Int == 5 && findings[0]["endColumn"] as? Int == 40)
    let notes = try #require(findings[0]["notes"] as? [[String: Any]])
    #expect(notes.count == 1 && notes[0]["column"] as? Int == 18)
    #expect((found["unreadable"] as? [[String: Any]])?.first?["file"] as? String == "nowhere.json")
    #expect((found["summary"] as? [String: Int]) == ["files": 2, "errors": 1, "warnings": 0, "infos": 1])
  }

  @Test func `SARIF names its rules and says where its results are`() throws {
    let found = try json(report("sarif", ["charts/invalid/duplicate-key.json", "charts/invalid/dead-end.json"]).output)
    #expect(found["version"] as? String == "2.1.0")
    let run = try #require((found["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["level"] as? String } == ["error", "note"])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      let location = try #require(
        (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
      let region = try #require(location["region"] as? [String: Int])
      #expect(region.values.allSatisfy { $0 >= 1 } && region.count == 4)
      let artifact = try #require(location["artifactLocation"] as? [String: String])
      #expect(artifact["uri"]?.hasPrefix("charts/invalid/") == true)
    }
    #expect((results[0]["relatedLocations"] as? [Any])?.count == 1)
  }

  @Test func `GitHub reads one command a finding and nothing else`() {
    let lines = report("github", ["-"], input: Self.hostile).output.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines {
      #expect(line.hasPrefix("::error file=<stdin>,line="), "\(line)")
      #expect(line.components(separatedBy: "::").count >= 3)
      #expect(!line.contains("##") && !line.contains("\u{1B}") && !line.contains("\r"))
      let properties = line.dropFirst(2).prefix { $0 != ":" }
      #expect(properties.components(separatedBy: ",").count == 6, "\(line)")
    }
    #expect(lines[0].contains("%250A"))
    let warning = report("github", ["charts/invalid/dotted-name.json", "charts/invalid/dead-end.json"]).output
    #expect(
      warning.hasPrefix(
        "::warning file=charts/invalid/dotted-name.json,line=5,endLine=5,col=7,endColumn=13,title=dotted-name::"))
    #expect(warning.contains("\n::notice file=charts/invalid/dead-end.json"))
  }

  @Test func `no format lets a chart write a line of its own`() throws {
    // In the second a marked part of the excerpt ends between two number signs.
    let inputs = [Self.hostile, "##[error]y", "{\"root\": ##vso[task]"]
    for (format, input) in ["text", "json", "github", "sarif"].flatMap({ format in inputs.map { (format, $0) } }) {
      let result = report(format, ["-"], input: input)
      #expect(!result.output.contains("##") && !result.output.contains("\u{1B}"))
      #expect(!result.output.unicodeScalars.contains { $0.properties.isBidiControl })
      if format == "json" || format == "sarif" { _ = try json(result.output) }
    }
    #expect(!report("text", ["-"], input: Self.hostile).output.contains("\n::"))
  }

  @Test func `explore writes of a chart that is not valid what validate does`() throws {
    for format in ["github", "sarif"] {
      for file in ["charts/invalid/unknown-target.json", "charts/invalid/duplicate-key.json", "nowhere.json"] {
        let validated = report(format, [file])
        let explored = runTool(["explore", "--format", format, file])
        #expect(explored.output == validated.output && explored.status == validated.status, "\(format) of \(file)")
      }
    }
  }

  @Test func `SARIF names files by addresses`() throws {
    let folder = try Repository.temporaryFolder(["a b,c:d%é.json": "{}"])
    let found = try json(report("sarif", [folder.appendingPathComponent("a b,c:d%é.json").path]).output)
    let result = try #require((((found["runs"] as? [[String: Any]])?.first)?["results"] as? [[String: Any]])?.first)
    let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    let artifact = try #require(location?["artifactLocation"] as? [String: String])
    #expect(artifact == ["uri": "file://\(folder.path)/a%20b%2Cc%3Ad%25%C3%A9.json"])
  }

  /// A terminal of 80 columns would break a longer line, and the caret would point to another word.
  @Test func `an excerpt of a long line and its messages fit into the terminal`() {
    let chart =
      #"{"root": {"initial": "a", "subStates": {"a": {"go": "nowhere"}, "b": {"go": "a", "back": "a"}, "c": {}}}}"#
    for isTerminal in [false, true] {
      let output = MemoryOutput(isTerminal: isTerminal)
      let streams = Streams(
        input: { MemoryInput(Array(chart.utf8)) }, open: { _ in MemoryInput([]) }, output: output,
        errors: MemoryOutput())
      _ = Tool(streams).run(["validate", "--color", "never", "-"])
      let lines = output.text.split(separator: "\n")
      let excerpts = lines.filter { $0.contains(" | {") || $0.contains(" | …") }
      #expect(!excerpts.isEmpty && excerpts.allSatisfy { $0.count <= 80 } == isTerminal)
      #expect(lines.allSatisfy { $0.count <= 80 } == isTerminal)
      for (line, mark) in zip(lines, lines.dropFirst())
      where mark.contains("^~~~~~~~~ ") {
        #expect(line.dropFirst(mark.prefix { $0 != "^" }.count).hasPrefix("\"nowhere\""))
      }
    }
  }
}
