import StateKitCore

/// Expectations about the last event: its outcome, and its effects.
extension ExpectationForm {
  static let outcomes: [ExpectationForm] = [
    outcome(.handled, help: "the last event had a handler", example: "open\n:expect handled"),
    outcome(
      .ignored, help: "no active state had a handler for the last event", example: "close\n:expect ignored",
      excused: .ignored),
    outcome(
      .declined, help: "there were handlers for the last event, and all their guards were false",
      example: "lock\nunlock 4\n:expect declined", excused: .declined),
    outcome(
      .rejected,
      help:
        "the last event, or one that it made a chart send to another chart, is not declared in events, or its payload has "
        + "the wrong type; the exit status stays 0",
      example: "unlock \"four\"\n:expect rejected", excused: .rejected),
    ExpectationForm(
      "error",
      help: "the last event had an error that no state handled, or a :set line failed; the exit status stays 0",
      example: "weigh 0\n:expect error",
      reading: .nothing(
        Expectation(needsRecord: true, excuses: .runError) { _, step in
          step.hasError ? nil : "expected an error; there was none"
        } tell: { _, _ in
          ExpectationDetails(expected: ["an error"], found: ["none"])
        })),
    ExpectationForm(
      "breaks", help: "the last line broke exactly these invariants; the exit status stays 0",
      example: ":set locked = 3\nlock\n:expect breaks seldom",
      reading: .invariants { names in
        Expectation(needsRecord: true, excuses: .brokenInvariant) { _, step in
          let (wanted, found) = (Set(names.map { Array($0.utf8) }), Set(step.broken.map { Array($0.utf8) }))
          if wanted == found { return nil }
          let list = names.map { DisplayText.name($0) }.joined(separator: ", ")
          return "expected \(list) to be broken; "
            + (found.isEmpty
              ? "none is" : "\(found.sortedTexts.map { DisplayText.name($0) }.joined(separator: ", ")) is")
        } tell: { _, step in
          ExpectationDetails(
            expected: names.map { DisplayText.name($0) },
            found: Set(step.broken.map { Array($0.utf8) }).sortedTexts.map { DisplayText.name($0) })
        }
      }),
  ]

  private static func outcome(
    _ outcome: Outcome, help: String, example: String, excused: DiagnosticCode? = nil
  ) -> ExpectationForm {
    ExpectationForm(
      outcome.rawValue, help: help, example: example,
      reading: .nothing(
        Expectation(excuses: excused) { machine, _ in
          if machine.lastOutcome == outcome { return nil }
          // A machine may have rejected what another one sent.
          if outcome == .rejected, machine.faults.contains(where: { $0.code == .rejected }) { return nil }
          let found = machine.lastOutcome.map { "the last event was \($0.rawValue)" }
          return "expected \(outcome.rawValue); \(found ?? nothing)"
        } tell: { machine, _ in
          ExpectationDetails(
            expected: [outcome.rawValue], found: [machine.lastOutcome?.rawValue ?? "no event"],
            help: machine.rejection, reason: UnhandledReason(ofLastEventIn: machine))
        }))
  }

  /// A kind of effect that a step records, with its data.
  private struct Effect: Sendable {
    let participle: String
    let reading: @Sendable (@escaping @Sendable ([Carried]) -> Expectation) -> Reading
    let kind: StepRecord.Kind

    static let called = Effect(participle: "done", reading: { .actions($0) }, kind: .called)
    static let raised = Effect(participle: "raised", reading: { .events($0) }, kind: .raised)
    static let sent = Effect(participle: "sent", reading: { .events($0) }, kind: .sent)
  }

  static let effects: [ExpectationForm] =
    [
      effect(
        "did", .called,
        help: "the last line did these host actions, with the given data; a name that is given twice needs two",
        example: "open\n:expect did lightOn"),
      effect(
        "raised", .raised,
        help: "the last line raised these events, with the given data; a name that is given twice needs two",
        example: "lock\n:expect raised secured"),
      effect(
        "sent", .sent,
        help: "the last line sent these events, with the given data; a name that is given twice needs two",
        example: "ring\n:expect sent answer"),
      ExpectationForm(
        "logged", help: "the last line logged this text", example: "lock\n:expect logged \"locked once\"",
        reading: .text { text in logged(text, isWanted: true) }),
      effect(
        "not did", .called, help: "the last line did none of these host actions, or did them with other data",
        example: "lock\n:expect not did lightOn"),
      effect(
        "not raised", .raised, help: "the last line raised none of these events, or raised them with other data",
        example: "open\n:expect not raised secured"),
      effect(
        "not sent", .sent, help: "the last line sent none of these events, or sent them with other data",
        example: "open\n:expect not sent answer"),
      ExpectationForm(
        "not logged", help: "the last line did not log this text", example: "open\n:expect not logged \"locked once\"",
        reading: .text { text in logged(text, isWanted: false) }),
    ]

  private static func logged(_ text: String, isWanted: Bool) -> Expectation {
    Expectation(needsRecord: true) { _, step in
      if step.isEmpty { return nothing }
      if step.logged.contains(Array(text.utf8)) == isWanted { return nil }
      return DisplayText.quoted(text) + (isWanted ? " was not logged" : " was logged")
    } tell: { _, step in
      ExpectationDetails(
        expected: [(isWanted ? "" : "not ") + DisplayText.quoted(text)],
        found: step.logged.sortedTexts.map { DisplayText.quoted($0) })
    }
  }

  /// `not` before the word negates the expectation.
  private static func effect(_ word: String, _ effect: Effect, help: String, example: String) -> ExpectationForm {
    let isWanted = !word.hasPrefix("not ")
    return ExpectationForm(
      word, help: help, example: example,
      reading: effect.reading { asked in
        Expectation(needsRecord: true) { _, step in
          if step.isEmpty { return nothing }
          let (made, wanted) = (step.counts(effect.kind), Carried.Counts(asked))
          let wrong = asked.filter { (made.count($0) > 0) != isWanted }
          if let few = isWanted && wrong.isEmpty ? asked.first(where: { made.count($0) < wanted.count($0) }) : nil {
            return "\(few.asked) was \(effect.participle) \(made.count(few)) of \(wanted.count(few)) times"
          }
          if wrong.isEmpty { return nil }
          return wrong.map(\.asked).joined(separator: ", ")
            + (isWanted ? " was not \(effect.participle)" : " was \(effect.participle)")
        } tell: { _, step in
          ExpectationDetails(
            expected: asked.map { (isWanted ? "" : "not ") + $0.asked },
            found: Carried.Counts(asked).lines(for: step.all(effect.kind)))
        }
      })
  }
}
