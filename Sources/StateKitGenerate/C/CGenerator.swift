import CEL
package import StateKitCore

/// Writes a chart as C99: a header and a source file without a heap or other dependencies.
package struct CGenerator {
  package struct Options: Sendable {
    /// The prefix of every name, in small letters; the name of the files.
    package var name: String
    /// The number of events that each queue holds, and of sends that wait for their time.
    package var queue: Int
    /// True to add a program that speaks the protocol of `--program`.
    package var hasHarness: Bool

    package init(name: String, queue: Int = 16, hasHarness: Bool = false) {
      self.name = name
      self.queue = queue
      self.hasHarness = hasHarness
    }
  }

  private let chart: Chart
  private let options: Options
  private let model: CModel
  private let findings: Findings

  private init(_ chart: Chart, options: Options, findings: Findings) {
    self.chart = chart
    self.options = options
    self.findings = findings
    model = CModel(chart, prefix: IdentifierCase.snake.identifier(options.name))
  }

  /// The files for a chart; none if C cannot express a part of it. `findings` then names the parts.
  package static func files(of chart: Chart, options: Options, findings: Findings) -> [GeneratedFile] {
    let generator = CGenerator(chart, options: options, findings: findings)
    let files = generator.files()
    return findings.hasErrors ? [] : files
  }

  private func files() -> [GeneratedFile] {
    findings.note(renamed: model.renamed)
    refuseInvocations()
    noteNeeds()
    var tables = CTables(model, findings: findings)
    let functions = tables.functions()
    closeNeeds()
    let layout = CLayout(model, queue: options.queue)
    let header = CHeader(model, options: options, layout: layout, actions: tables.actions.hostActions)
    let source = CSourceText(model, options: options, layout: layout)
    let name = model.prefix
    let states = tables.stateTable()
    let handlers = tables.handlerTable()
    let afters = tables.afterTable()
    var files = [
      GeneratedFile(name: "\(name).h", text: header.text()),
      GeneratedFile(
        name: "\(name).c",
        text: source.text(
          states: states, handlers: handlers, afters: afters, targets: tables.targets, functions: functions)),
    ]
    if options.hasHarness {
      let harness = CHarness(model, actions: tables.actions.hostActions)
      files.append(GeneratedFile(name: "\(name)_main.c", text: harness.text()))
    }
    return files
  }

  private func refuseInvocations() {
    for invocation in chart.invocations {
      let help = "call host actions on entry and exit, and send their answer as an event"
      findings.refuse(NotGenerated("an invocation", help: help), at: invocation.span)
    }
  }

  /// The parts of the engine that the tree and the handlers need.
  private func noteNeeds() {
    if chart.states.contains(where: { $0.kind == .parallel }) { model.needs.insert("PARALLEL") }
    if chart.states.contains(where: { $0.kind.isHistory }) { model.needs.insert("HISTORY") }
    if chart.states.contains(where: { $0.kind == .final }) { model.needs.formUnion(["DONE", "RAISE"]) }
    if chart.actions.contains(where: { if case .goTo = $0 { true } else { false } }) { model.needs.insert("GOTO") }
    if chart.hasAlways { model.needs.insert("ALWAYS") }
    if !chart.timers.isEmpty { model.needs.formUnion(["TIMER", "AFTER"]) }
    if chart.handlers.contains(where: { $0.reentry != .none }) { model.needs.insert("REENTER") }
    if !model.payloads.isEmpty { model.needs.insert("PAYLOAD") }
    model.needs.insert(chart.bubbling == .subtree ? "SUBTREE" : "LEAF")
  }

  private func closeNeeds() {
    for need in ["TIMER", "ALWAYS"] where !model.needs.contains(need) { model.needs.insert("NO" + need) }
  }
}

/// Chooses the lines of a text that a chart needs, and puts its prefix in.
enum CTemplate {
  static func text(_ template: String, model: CModel) -> String {
    var lines: [String] = []
    // For each open section, whether it is written.
    var sections: [Bool] = []
    for line in template.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.drop { $0 == " " }
      if bare.hasPrefix("#? ") {
        let words = bare.dropFirst(3).split(separator: " ")
        sections.append((sections.last ?? true) && words.contains { model.needs.contains(String($0)) })
      } else if bare == "#end" {
        _ = sections.popLast()
      } else if sections.last ?? true {
        lines.append(filled(line, model: model))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func filled(_ line: Substring, model: CModel) -> String {
    var text = ""
    var isSign = false
    for character in line {
      if isSign {
        text += character == "p" ? model.prefix : character == "P" ? model.capitals : "$\(character)"
        isSign = false
      } else if character == "$" {
        isSign = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
