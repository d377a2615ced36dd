import StateKitAnalysis
import StateKitCore
import StateKitFormat

/// A script looked through against a chart, without running it.
enum ScriptCheck {
  /// Writes what is wrong with the script, line by line.
  static func check(
    _ script: ScriptFile, _ located: LocatedChart, _ source: SourceText, _ host: HostLines,
    _ writer: inout FindingsWriter
  ) throws(InputError) {
    let chart = located.chart
    var answers = host.answers(for: chart)
    let parser = ScriptParser(chart)
    var survey = ScriptSurvey()
    var lines = LineReader(script.input)
    var counts = CodeCounts()
    // An event that will be rejected is no error where the next step expects it.
    var rejection: (diagnostic: Diagnostic, source: SourceText)?
    while let next = try lines.next(willWait: {}) {
      let line = script.line(next, lines)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line, parser)
        if case .nothing = step { continue }
        if case .host(let answer) = step { answers = HostAnswers.adding(answer, to: answers) }
        if let found = rejection, !step.expectsRejection {
          add([found.diagnostic], found.source, &counts, &writer)
        }
        rejection = nil
        if case .event(let event) = step, let why = chart.rejection(of: event) {
          let diagnostic = Diagnostic(
            .rejected, at: line.body, "the event will be rejected: \(why)", help: chart.helpForRejected(event))
          rejection = (diagnostic, script.source(of: line))
        } else if let warning = survey.look(at: step, line, chart) {
          add([warning], script.source(of: line), &counts, &writer)
        }
      } catch {
        add(error.diagnostics, script.source(of: line), &counts, &writer)
      }
    }
    if let rejection { add([rejection.diagnostic], rejection.source, &counts, &writer) }
    writer.hold(counts.dropped)
    findUnanswered(located, source, answers, script.name, &writer)
    for member in chart.family?.members ?? [] {
      findUnanswered(member.located, member.source, answers, script.name, &writer)
    }
  }

  /// What nothing stands in for, in the file of the chart that asks it.
  private static func findUnanswered(
    _ located: LocatedChart, _ source: SourceText, _ answers: HostAnswers?, _ script: String,
    _ writer: inout FindingsWriter
  ) {
    let findings = Findings()
    findings.allow(located.spans.allowances)
    UnansweredHost.check(located, answers, script: script, findings)
    writer.add(findings.sortedByPosition, in: source)
    writer.hold(findings.dropped)
  }

  private static func add(
    _ diagnostics: [Diagnostic], _ source: SourceText, _ counts: inout CodeCounts, _ writer: inout FindingsWriter
  ) {
    writer.add(diagnostics.filter { counts.admit($0.code, $0.severity) }, in: source)
  }
}

extension ScriptStep {
  fileprivate var expectsRejection: Bool {
    if case .expect(let expectation) = self { expectation.excuses(.rejected) } else { false }
  }
}
