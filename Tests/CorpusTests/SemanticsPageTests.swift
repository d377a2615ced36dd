import Foundation
import TestSupport
import Testing

/// The page of rules names what is there: each rule has a chart with its trace, and a function.
@Suite struct SemanticsPageTests {
  private static let page = "Sources/StateKitCLI/StateKitCLI.docc/Semantics.md"

  @Test func `every rule names its chart and the function that implements it`() throws {
    let sources = Repository.files(below: "Sources", ending: ".swift")
    let rules = try #require(Repository.read(Self.page)).split(separator: "\n### ").dropFirst()
    #expect(rules.count >= 15)
    for (index, rule) in rules.enumerated() {
      #expect(rule.hasPrefix("\(index + 1). "), "the rules are numbered from 1: \(rule.prefix(40))")
      let match = try #require(rule.firstMatch(of: /Chart: `([^`]+)`\. Code: `(\w+)\.(\w+)`\./), "\(rule.prefix(40))")
      let chart = "charts/semantics/\(match.1)"
      #expect(Repository.read(chart + ".json") != nil, "\(chart).json is not there")
      #expect(Repository.read(chart + ".trace.txt") != nil, "\(chart).trace.txt is not there")
      let files = sources.filter { URL(fileURLWithPath: $0).lastPathComponent.hasPrefix(match.2) }
      let isThere = files.contains { Repository.read($0)?.contains("func \(match.3)(") ?? false }
      #expect(isThere, "rule \(index + 1): no file \(match.2)*.swift has a function \(match.3)")
    }
  }
}
