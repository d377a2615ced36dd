import CEL
package import StateKitCore

/// Writes a chart as C99: a header and a source file without a heap or other dependencies.
package struct CGenerator {
  package struct Options: Sendable {
    /// The prefix of every name, in small letters.
    package var name: String
    /// The name of the files, without their endings; nil for the prefix.
    package var file: String?
    /// The number of events that each queue holds, and of sends that wait for their time.
    package var queue: Int
    /// True to add a program that speaks the protocol of `--program`.
    package var hasHarness: Bool

    /// `file` is ignored if a C program could not include a file of this name.
    package init(name: String, file: String? = nil, queue: Int = 16, hasHarness: Bool = false) {
      self.name = name
      self.file = file.flatMap { !$0.isEmpty && $0.utf8.allSatisfy(CGenerator.isPartOfFileName) ? $0 : nil }
      self.queue = queue
      self.hasHarness = hasHarness
    }
  }

  private let chart: Chart
  private let options: Options
  private let model: CModel
  private let findings: Findings

  private init(_ located: LocatedChart, options: Options, findings: Findings) {
    chart = located.chart
    self.options = options
    self.findings = findings
    let renames = Renames(located, findings: findings)
    var scope = IdentifierScope(avoiding: CModel.types, renames: renames)
    model = CModel(chart, prefix: scope.add(options.name, as: .snake), renames: renames)
  }

  /// The files for a chart; none if C cannot express a part of it. `findings` then names the parts.
  package static func files(of located: LocatedChart, options: Options, findings: Findings) -> [GeneratedFile] {
    let files = CGenerator(located, options: options, findings: findings).files()
    return findings.hasErrors ? [] : files
  }

  /// True for letters, digits and some signs of ASCII.
  private static func isPartOfFileName(_ byte: UInt8) -> Bool {
    ExpressionWords.isNameByte(byte) || "-.+".utf8.contains(byte)
  }

  private var fileName: String { options.file ?? model.prefix }

  private func files() -> [GeneratedFile] {
    for invocation in chart.invocations {
      let help = "call host actions on entry and exit, and send their answer as an event"
      findings.refuse(NotGenerated("an invocation", help: help), at: invocation.spans.whole)
    }
    let parts = CChart(model, findings: findings)
    let (name, actions) = (fileName, parts.actions.hostActions)
    model.closeNeeds(actions: actions)
    var template = Template(needs: model.needs, values: values, inserts: parts.inserts)
    template.inserts.merge(declarations(actions: actions)) { $1 }
    var files = [
      GeneratedFile(name: "\(name).h", text: header(&template)),
      GeneratedFile(name: "\(name).c", text: template.text(Array(source.joined(separator: [UInt8(ascii: "\n")])))),
    ]
    if options.hasHarness {
      let harness = CHarness(model: model, actions: actions, file: name)
      files.append(GeneratedFile(name: "\(name)_main.c", text: harness.text()))
    }
    return files
  }

  private var values: [String: String] {
    let title = [chart.title ?? "", chart.notes.description ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    let raised = model.raisedEvents
    let context = model.context.map(\.first).joined(separator: ", ")
    return [
      "p": model.prefix, "P": model.capitals, "file": fileName,
      "title": title.isEmpty ? "The chart has no name." : CommentText.safe(title),
      "queue": "\(options.queue)",
      "timers": "\(chart.timers.count + (model.needs.contains("LATER") ? options.queue : 0))",
      "nested": "\(NestedTransitions.depth(of: chart))", "leaves": "\(model.leafCount)",
      "histories": "\(chart.states.count { $0.kind.isHistory })", "handlers": "\(chart.handlers.count)",
      "afters": "\(chart.timers.count)", "internal": raised.count == 1 ? "one" : "\(raised.count)",
      "firstInternal": raised.first ?? "", "context": context.isEmpty ? "0" : context,
    ]
  }

  // MARK: The header

  /// The lines of the header that are the chart's own.
  private func declarations(actions: [CHostAction]) -> [String: [String]] {
    let p = model.prefix
    let states = zip(model.states, chart.states.indices).map { name, state in
      let note = chart.notes.states[Int32(state)]?.description.map { " /* \(CommentText.safe($0)) */" } ?? ""
      return "\(name),\(note)"
    }
    let context = model.context.map { "\($0.type.name(p)) \($0.identifier);" }
    let unused = ["char unused;"]
    return [
      "state names": states, "event names": (model.sentEvents + model.raisedEvents).map { "\($0)," },
      "text names": model.texts.map { "\($0.identifier), /* \(CommentText.safe($0.text)) */" },
      "payload": model.payloads.isEmpty ? unused : model.payloadMembers, "context": context.isEmpty ? unused : context,
      "host actions": actions.map { "void \($0.head(p));" },
      "host guards": model.hostGuards.map { "bool \($0)(const \(p)_t *d);" },
    ]
  }

  /// The header: its comment says how large a machine is.
  private func header(_ template: inout Template) -> String {
    let text = template.text(PackageResources.header_h)
    let counts = ["\(model.capitals)_STATE_COUNT": chart.states.count]
    template.values["bytes"] = "\(CHeader.size(of: "\(model.prefix)_t", in: text, counts: counts))"
    return template.text(PackageResources.header_comment_h) + text
  }

  // MARK: The source

  /// The parts of the source: one engine for charts with parallel states, one for the others.
  private var source: [[UInt8]] {
    let data = [PackageResources.tables_c, PackageResources.active_c, PackageResources.queues_c]
    let helpers = [PackageResources.arithmetic_c, PackageResources.functions_c]
    let transitions =
      model.hasRegions
      ? [PackageResources.choosing_c, PackageResources.region_transitions_c] : [PackageResources.path_transitions_c]
    return data + helpers + transitions + [PackageResources.macrosteps_c]
  }
}
