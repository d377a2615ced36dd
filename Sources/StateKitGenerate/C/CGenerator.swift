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
    var scope = IdentifierScope(avoiding: CModel.types)
    model = CModel(chart, prefix: scope.add(options.name, as: .snake))
    findings.note(renamed: scope.renamed)
  }

  /// The files for a chart; none if C cannot express a part of it. `findings` then names the parts.
  package static func files(of chart: Chart, options: Options, findings: Findings) -> [GeneratedFile] {
    let generator = CGenerator(chart, options: options, findings: findings)
    let files = generator.files()
    return findings.hasErrors ? [] : files
  }

  private func files() -> [GeneratedFile] {
    findings.note(renamed: model.renamed)
    for invocation in chart.invocations {
      let help = "call host actions on entry and exit, and send their answer as an event"
      findings.refuse(NotGenerated("an invocation", help: help), at: invocation.span)
    }
    let parts = CChart(model, findings: findings)
    model.closeNeeds(actions: parts.actions.hostActions)
    var template = CTemplate(model: model, inserts: parts.inserts)
    let name = model.prefix
    var files = [
      GeneratedFile(name: "\(name).h", text: header(&template, actions: parts.actions.hostActions)),
      GeneratedFile(name: "\(name).c", text: source(&template)),
    ]
    if options.hasHarness {
      let harness = CHarness(model: model, actions: parts.actions.hostActions)
      files.append(GeneratedFile(name: "\(name)_main.c", text: harness.text()))
    }
    return files
  }

  // MARK: The header

  private func header(_ template: inout CTemplate, actions: [CHostAction]) -> String {
    let (p, capitals) = (model.prefix, model.capitals)
    func list(_ names: [String]) -> String { names.map { "  \($0)," }.joined(separator: "\n") }
    let own = model.internalCount + model.synthetic.count
    let sizes = self.sizes
    template.inserts["sizes"] = sizes.map { size in
      "#define \(capitals)_\(size.name) \(size.count) /* \(size.meaning) */\n"
    }.joined()
    template.inserts["state names"] = zip(model.states, chart.states.indices).map { name, state in
      let note = chart.notes.states[Int32(state)]?.description.map { " /* \(CommentText.safe($0)) */" } ?? ""
      return "  \(name),\(note)"
    }.joined(separator: "\n")
    template.inserts["events comment"] =
      own == 0
      ? "/* The events. */" : "/* The events. Only the chart raises the last \(own == 1 ? "one" : "\(own)"). */"
    template.inserts["event names"] = list(model.eventOrder.map { model.events[$0] } + model.synthetic)
    template.inserts["text names"] = model.texts.map { "  \($0.identifier), /* \(CommentText.safe($0.text)) */" }
      .joined(separator: "\n")
    template.inserts["payload"] = model.payloadMembers
    template.inserts["context"] =
      model.context.isEmpty
      ? "  char unused;" : model.context.map { "  \($0.type.name(p)) \($0.identifier);" }.joined(separator: "\n")
    var prototypes = actions.isEmpty ? [] : ["", "/* The program defines what the chart calls for. */"]
    prototypes += actions.map { "void \($0.head(p));" }
    if !model.hostGuards.isEmpty { prototypes += ["", "/* The program answers these guards. */"] }
    prototypes += model.hostGuards.map { "bool \($0)(const \(p)_t *d);" }
    template.inserts["prototypes"] = prototypes.joined(separator: "\n")
    let text = template.text(CTexts.header)
    var counts = ["\(capitals)_STATE_COUNT": chart.states.count]
    for size in sizes { counts["\(capitals)_\(size.name)"] = size.count }
    let bytes = CHeader.size(of: "\(p)_t", in: text, counts: counts)
    template.inserts["size"] =
      " * A \(p)_t takes \(bytes) bytes where each type is aligned to its size. There is no heap and no recursion."
    let title = [chart.title ?? "", chart.notes.description ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    template.inserts["title"] = " * \(title.isEmpty ? "The chart has no name." : CommentText.safe(title))"
    template.inserts["hosts"] =
      actions.isEmpty
      ? ""
      : " * The program defines the functions \(p)_do_..., which the chart calls for. They must not call \(p)_send,\n"
        + " * \(p)_advance or \(p)_start."
    return template.text(CTexts.headerComment) + text
  }

  /// The constants of the header.
  private var sizes: [(name: String, count: Int, meaning: String)] {
    let needs = model.needs
    var sizes: [(name: String, count: Int, meaning: String)] = []
    if needs.contains("STEPS") { sizes.append(("MOST_STEPS", 1000, "transitions and raised events of one macrostep")) }
    if needs.contains("SEND") || needs.contains("TIMER") {
      sizes.append(("MOST_MACROSTEPS", 100_000, "macrosteps of one call"))
    }
    if needs.contains("RAISE") || needs.contains("SEND") {
      sizes.append(("QUEUE", options.queue, "events that a queue holds"))
    }
    if needs.contains("TIMER") {
      let count = chart.timers.count + (needs.contains("LATER") ? options.queue : 0)
      sizes.append(("TIMERS", count, "timers that run at the same time"))
    }
    if needs.contains("GOTO") {
      sizes.append(("NESTED", NestedTransitions.depth(of: chart), "transitions inside one another, by goToState"))
    }
    if needs.contains("HISTORY") {
      sizes.append(("HISTORIES", chart.states.count { $0.kind.isHistory }, "history states"))
    }
    if model.hasRegions { sizes.append(("LEAVES", model.leafCount, "innermost active states")) }
    if needs.contains("HOLDS") { sizes.append(("HANDLERS", chart.handlers.count, "handlers of the chart")) }
    return sizes
  }

  // MARK: The source

  private func source(_ template: inout CTemplate) -> String {
    let own = model.eventOrder.suffix(model.internalCount).map { model.events[$0] } + model.synthetic
    template.inserts["first internal"] = own.first.map {
      "  FIRST_INTERNAL = \($0), /* only the chart raises the rest */"
    }
    template.inserts["after count"] = "  AFTER_COUNT = \(chart.timers.count),"
    let values = model.context.map { $0.literal(model) }.joined(separator: ", ")
    template.inserts["first context"] =
      "static const \(model.prefix)_context_t FIRST_CONTEXT = { \(values.isEmpty ? "0" : values) };"
    template.inserts["parts"] = model.functions.joined(separator: "\n")
    let engine =
      model.hasRegions
      ? [
        CTexts.regions, CTexts.queues, CTexts.arithmetic, CTexts.functions, CTexts.choosing, CTexts.regionTransitions,
      ]
      : [CTexts.path, CTexts.queues, CTexts.arithmetic, CTexts.functions, CTexts.pathTransitions]
    return template.text(([CTexts.tables] + engine + [CTexts.macrosteps]).joined(separator: "\n"))
  }
}
