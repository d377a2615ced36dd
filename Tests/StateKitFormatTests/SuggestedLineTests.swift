import StateKitCore
import StateKitFormat
import Testing

/// What is suggested for a line that is wrong: lines that can be typed.
@Suite struct SuggestedLineTests {
  private static let chart = #"""
    {
      "context": {"n": 0, "s": ""}, "invariants": {"small": "n < 5"}, "guards": {"ready": null},
      "root": {
        "initial": "A", "exitState": ["ring bell", {"raise": "e v"}],
        "enterState": ["act", {"log": "hi"}, {"raise": "e"}, {"send": "e", "delay": "5s"}],
        "subStates": {"A": {"e": "B"}, "B": {"e": "A", "go on": "a b"}, "a b": {"e v": "A"}}
      }
    }
    """#

  private func parser() throws -> ScriptParser {
    let source = SourceText(name: "c", bytes: Array(Self.chart.utf8))
    return ScriptParser(try #require(ChartReader.read(source, findings: Findings())))
  }

  /// The help for a line; nil for a line that is right.
  private func help(for line: String, by parser: ScriptParser) -> String? {
    do throws(ScriptParser.LineError) {
      _ = try parser.parse(ScriptLine(file: "s", number: 1, bytes: Array(line.utf8)))
      return nil
    } catch {
      return error.diagnostics[0].help ?? "no help"
    }
  }

  private static func operand(of form: ExpectationForm) -> String {
    switch form.operand {
    case .nothing: ""
    case .states: " A"
    case .actions: " act"
    case .events, .event: " e"
    case .invariants: " small"
    case .text: " \"hi\""
    case .delay: " 5s"
    }
  }

  /// The lines in a help text. Words before the next one and reasons behind it belong to no line.
  private static func lines(in help: String) -> [String] {
    help.split(separator: ":").filter { $0.hasPrefix("expect ") }.map { part in
      var words = part.split(separator: " ").map(String.init)
      let end = words.firstIndex { ["or", "for", "if", "and"].contains($0) }
      words = Array(words[..<(end ?? words.count)])
      let line = ":" + words.joined(separator: " ")
      return String(line.reversed().drop { [",", ";", "?"].contains($0) }.reversed())
    }
  }

  @Test(arguments: ExpectationForm.all.map(\.word), ["not ", "no ", "!", "! ", "not ("])
  func `the opposite of each form is a form, or leads to lines that can be typed`(word: String, sign: String) throws {
    let form = try #require(ExpectationForm.all.first { $0.word == word })
    let parser = try parser()
    let line = ":expect \(sign)\(word)\(Self.operand(of: form))\(sign.hasSuffix("(") ? ")" : "")"
    guard let found = help(for: line, by: parser) else {
      #expect(ExpectationForm.all.contains { $0.word == "not " + word }, "\(line) is right")
      return
    }
    let lines = Self.lines(in: found)
    #expect(!lines.isEmpty || found.hasPrefix("leave it out: "), "\(line): \(found)")
    for suggested in lines { #expect(help(for: suggested, by: parser) == nil, "\(line): \(found)") }
  }

  @Test(arguments: [
    ("not handled", "write :expect ignored, :expect declined or :expect rejected"),
    ("no handled", "write :expect ignored, :expect declined or :expect rejected"),
    ("not declined", "write :expect handled"), ("!rejected", "write :expect handled"),
    ("not done", "write :expect in A, for a state A that is active then"),
    ("not error", "leave it out: such an error fails the script"),
    ("not breaks small", "leave it out: an invariant that does not hold fails the script"),
    (
      "not timer 5s",
      "write :expect timers none; if other timers wait, write +5s and what must not happen then"
    ),
    ("no timer", "write :expect timers none"), ("no timers", "write :expect timers none"),
    ("not timers", "write :expect timers none"),
    ("not timers none", "write :expect timer 5s for each timer that waits"),
    ("not can e", "write :expect cannot e"), ("not cannot e", "write :expect can e"),
    ("not only A", "write :expect not in A, or :expect in A for another state A that is active"),
    ("no did act", "write :expect not did act"), ("no entered A", "write :expect not entered A"),
    ("!in A, B", "write :expect not in A, B"), ("not (in A)", "write :expect not in A"),
    ("not not in A", "write :expect in A"), ("no in A", "write :expect not in A"),
    ("not A", "write :expect not in A"), ("!A", "write :expect not in A"), ("not A, B", "write :expect not in A, B"),
    ("not act", "write :expect not did act"), ("not e", "write :expect cannot e"),
    ("not n == 1", "write !(condition)"), ("not can", "write :expect cannot EVENT [JSON]"),
  ])
  func `the opposite of an expectation`(line: String, wanted: String) throws {
    #expect(help(for: ":expect " + line, by: try parser()) == wanted)
  }

  @Test(arguments: [
    (":expect notimers", "did you mean :expect timers none?"), (":expect timers = none", "write :expect timers none"),
    (":expect timers A", "did you mean :expect timer 5s?"), (":expect nott in A", "did you mean :expect not in A?"),
    (":expect did act 'x', e", "write act \"x\", e"), (":expect logged 'hi'", "write :expect logged \"hi\""),
    (":expect in A and B", "write A, B"),
    (":expect in A and x", "write names with commas between them; the chart has no \"x\""),
    (":expect only A x", "write names with commas between them; the chart has no \"x\""),
    ("e 'hi'", "write a text payload as \"hi\", or a name with spaces as \"e 'hi'\""),
    (":expect failed", "did you mean :expect error?"), (":expect a_b", "did you mean :expect in \"a b\"?"),
    (":expect in \"ring bell\"", "it is an action: write :expect did \"ring bell\""),
    (":expect log x y", "did you mean :expect logged \"x y\"?"),
    (":expect n 5", "write :expect n == 5"), (":expect s x", "write :expect s == 'x'"),
    (":expect n is int", "write type(n) == int"), (":expect n is 5", "write =="),
    (":expect in A or \"a b\"", "write :expect isIn('A') || isIn('a b')"),
    (":expect in A or in B", "write :expect isIn('A') || isIn('B')"),
    (":expect raised nowhere", "raised events: e, \"e v\""),
    (":check A", "write :expect in A"), (":check a b", "write :expect in \"a b\""),
    (":check n == 1", "write :expect n == 1"),
    ("e -> a b", "write e, and below it :expect in \"a b\""), ("- go on", "write \"go on\""), ("- e", "write e"),
    ("send go on", "write \"go on\""), ("send e", "write e"),
    (":raise go on", "to send an event, write its name alone: \"go on\""),
    (":set s x y", "write :set s = 'x y'"), (":set n 3", "write :set n = 3"), (":set n s", "write :set n = s"),
    (":guard ready == true", ":guard name = expression"),
  ])
  func `a suggestion can be typed`(line: String, wanted: String) throws {
    let parser = try parser()
    #expect(help(for: line, by: parser) == wanted)
    for suggested in Self.lines(in: wanted) { #expect(help(for: suggested, by: parser) == nil, "\(suggested)") }
  }
}
