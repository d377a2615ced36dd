import StateKitCore
import StateKitGenerate
import Testing

/// Names that have a number in C because another name has their identifier.
extension GenerateTests {
  /// A warning about a name that has a number in C: a part of a chart, the message, and the text at its place.
  private static let renames: [(chart: String, message: String, place: String)] = [
    (
      #""root": {"initial": "a-b", "subStates": {"a-b": {"e": "aB"}, "aB": {}}}"#,
      #"the state "aB" is called X_STATE_A_B_2: "a-b" is X_STATE_A_B"#, #""aB": {}"#
    ),
    (
      #""events": {"x": null, "count": null}, "root": {"*": null}"#,
      #"the event "count" is called X_EVENT_COUNT_2: X_EVENT_COUNT has another use in the program"#, #""count""#
    ),
    (
      #""root": {"x.*": null, "other.x": null}"#,
      #"the event "x.*" is called X_EVENT_OTHER_X_2: "other.x" is X_EVENT_OTHER_X"#, #""x.*""#
    ),
    (
      #""root": {"e": {"actions": ["lightOn", "light-on"]}}"#,
      #"the action "light-on" is called x_do_light_on_2: "lightOn" is x_do_light_on"#, #""light-on""#
    ),
    (
      #""context": {"n": 0, "aB": {"c": 1}, "aB_c": 2}, "root": {"e": {"guard": "aB.c == aB_c + n"}}"#,
      #"the context key "aB_c" is called a_b_c_2: "aB.c" is a_b_c"#, #""aB_c""#
    ),
    (
      #""context": {"int": 0}, "root": {"e": {"guard": "int == 0"}}"#,
      #"the context key "int" is called int_2: int has another use in the program"#, #""int""#
    ),
    (
      #""guards": {"aB": null, "a_b": null}, "root": {"e": {"guard": "aB && a_b"}}"#,
      #"the guard "a_b" is called x_guard_a_b_2: "aB" is x_guard_a_b"#, #""a_b""#
    ),
  ]

  @Test(arguments: renames.indices) func `a name with a number is reported at its place`(index: Int) throws {
    let (chart, message, place) = Self.renames[index]
    let text = "{\(chart)}"
    let findings = Findings()
    _ = CGenerator.files(of: try Self.chart(text), options: CGenerator.Options(name: "x"), findings: findings)
    let finding = try #require(findings.all.first)
    #expect(findings.all.map(\.message) == [message])
    #expect(finding.code == .lookAlike)
    #expect(text.utf8.dropFirst(Int(finding.span.start)).starts(with: place.utf8))
  }
}
