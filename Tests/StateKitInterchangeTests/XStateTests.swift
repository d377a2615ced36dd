import StateKitCore
import Testing

@testable import StateKitInterchange

/// Machines of XState as charts of ours.
struct XStateTests {
  private func chart(_ text: String) -> (text: String, codes: [String]) {
    let findings = Findings()
    let source = ForeignChart.translate(SourceText(name: "a.json", bytes: Array(text.utf8)), ForeignOptions(), findings)
    return (String(decoding: source.bytes, as: UTF8.self), findings.all.map { "\($0.severity) \($0.code.rawValue)" })
  }

  /// What `JSON.stringify` writes of a machine that runs has null for what is not there.
  @Test func `a guard that is null is none`() {
    let machine = """
      {"initial": "a", "states": {"a": {"on": {"E": [{"target": ["a"], "cond": null}]}}}}
      """
    #expect(chart(machine).codes.isEmpty)
    #expect(!chart(machine).text.contains("guard"))
  }

  @Test func `what is cancelled and never sent is left out`() {
    let machine = { (id: String) in
      """
      {"entry": [{"type": "xstate.send", "event": "E", "delay": 10, "id": "x"}, {"type": "xstate.cancel", "sendId": "\(id)"}]}
      """
    }
    #expect(chart(machine("x")).codes.isEmpty && chart(machine("x")).text.contains("{\"cancel\": \"x\"}"))
    #expect(chart(machine("y")).codes == ["warning unknown-send"] && !chart(machine("y")).text.contains("cancel"))
  }
}
