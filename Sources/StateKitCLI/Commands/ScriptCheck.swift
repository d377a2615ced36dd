import StateKitAnalysis
import StateKitCore
import StateKitFormat

/// Checks a script against a chart, without running it.
enum ScriptCheck {
  /// Writes the errors of a script, line by line.
  static func check(
    _ script: ScriptFile, of loaded: LoadedChart, host: HostLines, writer: inout FindingsWriter
  ) throws(InputError) {
    let chart = loaded.chart
    var answers = host.answers(for: chart)
    let parser = ScriptParser(chart)
    var survey = ScriptSurvey()
    var lines = LineReader(script.input)
    var counts = CodeCounts()
    // A rejected event is no error if the next step expects the rejection.
    var rejection: (diagnostic: Diagnostic, source: SourceText)?
    while let next = try lines.next(willWait: {}) {
      let line = script.line(next, lines: lines)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        if case .nothing = step { continue }
        if case .host(let answer) = step { answers = HostAnswers.adding(answer, to: answers) }
        if let found = rejection, !step.expectsRejection {
          add([found.diagnostic], in: found.source, counts: &counts, writer: &writer)
        }
        rejection = nil
        if case .event(let event) = step, let why = chart.rejection(of: event) {
          let diagnostic = Diagnostic(
            .rejected, at: line.body, message: "the event will be rejected: \(why)",
            help: counts.count(of: .rejected) < InputLimits.messagesOfOneCode ? chart.helpForRejected(event) : nil)
          rejection = (diagnostic, script.source(of: line))
        } else if let warning = survey.look(at: step, line: line, in: chart) {
          add([warning], in: script.source(of: line), counts: &counts, writer: &writer)
        }
      } catch {
        if let found = rejection { add([found.diagnostic], in: found.source, counts: &counts, writer: &writer) }
        rejection = nil
        add(error.diagnostics, in: script.source(of: line), counts: &counts, writer: &writer)
      }
    }
    if let rejection { add([rejection.diagnostic], in: rejection.source, counts: &counts, writer: &writer) }
    writer.hold(counts.dropped)
    findUnanswered(loaded.located, in: loaded.source, answers: answers, script: script.name, writer: &writer)
    for member in chart.family?.members ?? [] {
      findUnanswered(member.located, in: member.source, answers: answers, script: script.name, writer: &writer)
    }
  }

  /// Reports host guards and delays without an answer, in the file of the chart that uses them.
  private static func findUnanswered(
    _ located: LocatedChart, in source: SourceText, answers: HostAnswers?, script: String, writer: inout FindingsWriter
  ) {
    let findings = Findings()
    findings.allow(located.spans.allowances)
    UnansweredHost.check(located, answers: answers, script: script, findings: findings)
    writer.add(findings.sortedByPosition, in: source)
    writer.hold(findings.dropped)
  }

  private static func add(
    _ diagnostics: [Diagnostic], in source: SourceText, counts: inout CodeCounts, writer: inout FindingsWriter
  ) {
    writer.add(diagnostics.filter { counts.admit($0.code, severity: $0.severity) }, in: source)
  }
}

extension ScriptStep {
  fileprivate var expectsRejection: Bool {
    if case .expect(let expectation) = self { expectation.excuses(.rejected) } else { false }
  }
}
