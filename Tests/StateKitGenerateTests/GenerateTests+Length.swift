import StateKitCore
import StateKitGenerate
import Testing

/// Long guards in C, which is written by recursion.
extension GenerateTests {
  /// A guard, and whether it has a form in C.
  private static let long: [(guard: String, isWritten: Bool)] = [
    ([String](repeating: "flag", count: 2_500).joined(separator: "&&"), true),
    ([String](repeating: "n+1>2", count: 1_000).joined(separator: "||"), true),
    ([String](repeating: "n", count: 100).joined(separator: "+") + " > 0", true),
    ([String](repeating: "n", count: 3_000).joined(separator: "+") + " > 0", false),
    (String(repeating: "!", count: 3_000) + "flag", false),
  ]

  @Test(arguments: long.indices) func `a guard that is nested too deep for C is refused`(index: Int) throws {
    let (guarded, isWritten) = Self.long[index]
    let text = #"{"context": {"n": 0, "flag": false}, "root": {"e": {"guard": "\#(guarded)", "actions": "x"}}}"#
    let findings = Findings()
    let chart = try Self.chart(text)
    let files = CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings)
    #expect(files.isEmpty != isWritten)
    #expect(findings.all.map(\.message) == (isWritten ? [] : ["C has no form for this guard"]))
  }
}
