import StateKitCore
import StateKitGenerate
import Testing

extension GenerateTests {
  @Test func `goToState in a default that leads to another history has no form in C`() throws {
    let text = """
      {"root": {"initial": "a", "subStates": {
        "a": {"e": "h"}, "b": {},
        "h": {"type": "history", "target": {"target": "k", "actions": {"goToState": "b"}}},
        "k": {"type": "history", "target": "a"}}}}
      """
    let findings = Findings()
    let chart = try Self.chart(text)
    #expect(CGenerator.files(of: chart, options: CGenerator.Options(name: "x"), findings: findings).isEmpty)
    let message = "C has no form for goToState in a default that leads to another history"
    #expect(findings.all.map(\.message) == [message])
  }
}
