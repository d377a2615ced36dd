import StateKitCore

/// Expectations about the last event: how it ended, and what it did.
extension ExpectationForm {
  static let outcomes: [ExpectationForm] = [
    outcome(.handled, "the last event had a handler", example: "open\n:expect handled"),
    outcome(.ignored, "no active state had a handler for the last event", example: "close\n:expect ignored", .ignored),
    outcome(
      .declined, "there were handlers for the last event, and all their guards were false",
      example: "lock\nunlock 4\n:expect declined", .declined),
    outcome(
      .rejected, "the last event is not declared in events, or its payload has another type; the exit status stays 0",
      example: "unlock \"four\"\n:expect rejected", .rejected),
    ExpectationForm(
      "error", "there was an error that no state took; the exit status stays 0", example: "weigh 0\n:expect error",
      .nothing(
        Expectation(excuses: .runError) { machine, _ in
          machine.faults.contains { $0.code == .runError } ? nil : "expected an error; there was none"
        } tell: { _, _ in
          ExpectationDetails(expected: ["an error"], found: ["none"])
        })),
  ]

  private static func outcome(
    _ outcome: Outcome, _ help: String, example: String, _ excused: DiagnosticCode? = nil
  ) -> ExpectationForm {
    ExpectationForm(
      outcome.rawValue, help, example: example,
      .nothing(
        Expectation(excuses: excused) { machine, _ in
          guard machine.lastOutcome != outcome else { return nil }
          return "expected \(outcome.rawValue); the last event was \(machine.lastOutcome?.rawValue ?? "not there yet")"
        } tell: { machine, _ in
          ExpectationDetails(
            expected: [outcome.rawValue], found: [machine.lastOutcome?.rawValue ?? "no event yet"],
            help: machine.rejection, UnhandledReason(ofLastEventIn: machine))
        }))
  }

  static let effects: [ExpectationForm] = [
    ExpectationForm(
      "did", "the last line did these host actions", example: "open\n:expect did lightOn",
      .actions { effect($0, "done") { $0.called } }),
    ExpectationForm(
      "raised", "the last line raised these events", example: "lock\n:expect raised secured",
      .events { effect($0, "raised") { $0.raised } }),
    ExpectationForm(
      "sent", "the last line sent these events", example: "ring\n:expect sent answer",
      .events { effect($0, "sent") { $0.sent } }),
    ExpectationForm(
      "logged", "the last line logged this text", example: "lock\n:expect logged \"locked once\"",
      .text { text in
        Expectation(needsRecord: true) { _, step in
          step.logged.contains(Array(text.utf8)) ? nil : "\(DisplayText.quoted(text)) was not logged"
        } tell: { _, step in
          ExpectationDetails(
            expected: [DisplayText.quoted(text)], found: shown(step.logged).map { DisplayText.quoted($0) })
        }
      }),
  ]

  private static func effect(
    _ names: [String], _ verb: String, _ made: @escaping @Sendable (StepRecord) -> Set<[UInt8]>
  ) -> Expectation {
    Expectation(needsRecord: true) { _, step in
      let missing = names.filter { !made(step).contains(Array($0.utf8)) }
      if missing.isEmpty { return nil }
      return missing.map { DisplayText.name($0) }.joined(separator: ", ") + " was not \(verb)"
    } tell: { _, step in
      ExpectationDetails(
        expected: names.map { DisplayText.name($0) }, found: shown(made(step)).map { DisplayText.name($0) })
    }
  }

  /// Names in the order of their bytes.
  private static func shown(_ names: Set<[UInt8]>) -> [String] {
    names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }
}
