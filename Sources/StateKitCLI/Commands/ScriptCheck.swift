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
    // A wrong answer is reported in its line.
    var wronglyAnswered: Set<String> = []
    let parser = ScriptParser(chart)
    var survey = ScriptSurvey()
    var lines = LineReader(script.input)
    var counts = CodeCounts()
    // An event without a handler, or one that is rejected, is no finding if an expectation about it says so.
    var doubt: (diagnostic: Diagnostic, event: Event, source: SourceText)?
    func tellDoubt() {
      guard let found = doubt else { return }
      doubt = nil
      add([found.diagnostic], in: found.source, counts: &counts, writer: &writer)
    }
    while let next = try lines.next(willWait: {}) {
      let line = script.line(next, lines: lines)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        if case .nothing = step { continue }
        if case .host(let answer) = step { answers = HostAnswers.adding(answer, to: answers) }
        if let found = doubt {
          if step.excuses(found.diagnostic.code == .unhandledEvent ? .ignored : .rejected) {
            survey.forget(found.event, in: chart)
            doubt = nil
          } else if !step.isAboutLastEvent {
            tellDoubt()
          }
        }
        if case .event(let event) = step, let why = chart.rejection(of: event) {
          let diagnostic = Diagnostic(
            .rejected, at: line.body, message: "the event will be rejected: \(why)",
            help: counts.count(of: .rejected) < InputLimits.messagesOfOneCode ? chart.helpForRejected(event) : nil)
          doubt = (diagnostic, event, script.source(of: line))
        } else if let warning = survey.look(at: step, line: line, in: chart) {
          if case .event(let event) = step {
            doubt = (warning, event, script.source(of: line))
          } else {
            add([warning], in: script.source(of: line), counts: &counts, writer: &writer)
          }
        }
      } catch {
        tellDoubt()
        if let name = ScriptParser.answeredName(line) { wronglyAnswered.insert(name) }
        add(error.diagnostics, in: script.source(of: line), counts: &counts, writer: &writer)
      }
    }
    tellDoubt()
    writer.hold(counts.dropped)
    func findUnanswered(_ located: LocatedChart, in source: SourceText) {
      let findings = Findings()
      findings.allow(located.spans.allowances)
      UnansweredHost.check(located, answers: answers, except: wronglyAnswered, script: script.name, findings: findings)
      writer.add(findings.sortedByPosition, in: source)
      writer.hold(findings.dropped)
    }
    findUnanswered(loaded.located, in: loaded.source)
    for member in chart.family?.members ?? [] { findUnanswered(member.located, in: member.source) }
  }

  /// Writes the errors that the lines have with any chart.
  static func checkLines(of script: ScriptFile, writer: inout FindingsWriter) throws(InputError) {
    var counts = CodeCounts()
    try script.lookForErrors { add($0, in: $1, counts: &counts, writer: &writer) }
    writer.hold(counts.dropped)
  }

  private static func add(
    _ diagnostics: [Diagnostic], in source: SourceText, counts: inout CodeCounts, writer: inout FindingsWriter
  ) {
    writer.add(diagnostics.filter { counts.admit($0.code, severity: $0.severity) }, in: source)
  }
}
