import Foundation
import StateKitCore
import StateKitCLI
import TestSupport
import Testing
import ToolSupport

/// The lines of a text report that name a finding.
enum FindingLines {
  static func lines(of report: String) -> [Substring] {
    report.split(separator: "\n").filter { line in
      [": error: ", ": warning: ", ": info: "].contains { line.contains($0) } && line.hasSuffix("]")
    }
  }

  /// A text report without its infos, and the lines that belong to them.
  static func withoutInfos(_ report: String) -> String {
    var isInfo = false
    return report.split(separator: "\n").filter { line in
      if !line.hasPrefix(" ") { isInfo = line.contains(": info: ") }
      return !isInfo
    }
    .map { $0 + "\n" }.joined()
  }
}

/// Every code has a page with a wrong and a fixed chart, and the wrong chart is its fixture.
@Suite struct ExplanationTests {
  /// Larger examples are made when they are needed.
  private static let largestFixture = 64 << 10

  @Test func `every code has a page of its own`() {
    for code in DiagnosticCode.allCases {
      let pages = Explanation.all.filter { $0.code == code }
      #expect(pages.count == 1, "\(code.rawValue) has \(pages.count) pages")
    }
  }

  @Test(arguments: Explanation.all.map(\.code))
  func `a wrong example gives its finding and no other, a fixed one none`(code: DiagnosticCode) {
    let explanation = Explanation.of(code)
    let wrong = ExplanationPage.run(explanation.wrong) { Tool($1).run($0) }
    let isRun = ["run", "convert", "generate"].contains(explanation.wrong.arguments[0])
    let found = FindingLines.lines(of: isRun ? wrong.errors : wrong.output)
    #expect(found.count == 1 && found[0].hasSuffix("[\(code.rawValue)]"), "\(wrong)")
    // A journal is no input of the user's.
    let isError = code.severity == .error
    #expect(wrong.status == (code == .journalCorrupt ? .unable : isError ? .inputAtFault : .ok))
    let fixed = ExplanationPage.run(explanation.fixed) { Tool($1).run($0) }
    let isExplored = explanation.fixed.arguments[0] == "explore"
    #expect(fixed.status == .ok, "\(fixed)")
    // Exploring says how far it has come, and answers each property in a line.
    let properties = ["--never", "--reach", "--inevitable", "--leads-to", "--home", "--settles"]
    let asked = explanation.fixed.arguments.filter { properties.contains($0) }.count
    // The answer to --reach has a finding with a script.
    let reached = code == .notReached ? 4 : 0
    #expect(fixed.output.split(separator: "\n").count == (isExplored ? 1 + asked + reached : 0), "\(fixed)")
    #expect(fixed.errors.isEmpty || fixed.errors.hasSuffix("nothing to report\n"), "\(fixed)")
  }

  @Test func `the wrong examples are the fixtures`() throws {
    _ = Repository.root
    for explanation in Explanation.all {
      let base = "charts/invalid/" + explanation.code.rawValue
      var output: String
      if explanation.wrong.size == nil, explanation.wrong.files.allSatisfy({ $0.bytes.count <= Self.largestFixture }) {
        var arguments = explanation.wrong.arguments
        for file in explanation.wrong.files {
          let ending =
            file.name == explanation.wrong.name ? String(file.name.dropFirst("chart".count)) : ".script.txt"
          let path = file.name.contains("/") ? "charts/invalid/" + file.name : base + ending
          let url = Repository.root.appendingPathComponent(path)
          if Repository.writesGolden {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(file.bytes).write(to: url)
          }
          #expect(try Data(contentsOf: url) == Data(file.bytes), "\(path) is not current; `make golden` writes it")
          arguments = arguments.map { $0 == file.name ? path : $0 }
        }
        let result = runTool(arguments)
        output = result.output + result.errors
      } else {
        let result = ExplanationPage.run(explanation.wrong) { Tool($1).run($0) }
        output = result.output + result.errors
      }
      #expect(Repository.compare(output, withRecorded: base + ".out.txt") == nil)
    }
  }

  @Test func `the documentation has the pages`() {
    let folder = "Sources/StateKitCLI/StateKitCLI.docc/Diagnostics/"
    var expected = ["Diagnostics.md"]
    #expect(
      Repository.compare(runTool(["explain", "--format", "markdown"]).output, withRecorded: folder + "Diagnostics.md")
        == nil)
    for code in DiagnosticCode.allCases {
      let page = runTool(["explain", "--format", "markdown", code.rawValue]).output
      #expect(Repository.compare(page, withRecorded: folder + code.rawValue + ".md") == nil)
      expected.append(code.rawValue + ".md")
    }
    let there = Repository.files(below: folder, ending: ".md").map { URL(fileURLWithPath: $0).lastPathComponent }
    #expect(Set(there) == Set(expected))
  }

  @Test func `explain lists all codes, topics and commands`() {
    let list = runTool(["explain"]).output.split(separator: "\n")
    #expect(
      list.map { $0.split(separator: " ")[0] }
        == ReferenceTopic.words.map { Substring($0) })
    for command in ReferenceTopic.words.dropFirst(DiagnosticCode.allCases.count + ReferenceTopic.allCases.count) {
      #expect(runTool(["explain", command]).output.hasPrefix("statekit \(command): "))
    }
  }

  @Test func `the schema is current`() {
    #expect(Repository.compare(runTool(["schema"]).output, withRecorded: "charts/schema/chart.schema.json") == nil)
  }
}
