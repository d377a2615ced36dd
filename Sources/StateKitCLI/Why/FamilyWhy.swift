import CEL
import StateKitCore
import StateKitFormat

/// Explains an event, in a machine and in the children that receive it.
struct FamilyWhy {
  private let report: WhyReport
  /// The children on the path to the queried machine.
  private var path: [String] = []
  private let children: [(id: String, why: FamilyWhy)]

  /// The first machine's chart and its file, and what the event does to the whole family.
  private struct Family {
    let first: Chart
    let source: SourceText
    /// nil if the event is for a child alone.
    let trial: EventTrial?

    /// True if a child gets an event that it accepts, or rejects an event.
    func passes(_ event: Event, to child: Child.Facts, machine: Machine) -> Bool {
      if machine.rejection(of: event) == nil { return trial?.isReceived(by: child) ?? true }
      // An event that a chart does not declare is not passed to it.
      return machine.chart.rejection(ofForwarded: event) != nil && trial?.verdict.outcome != .ignored
    }
  }

  private init(_ event: Event, of machine: Machine, in source: SourceText, family: Family) {
    var children: [(id: String, why: FamilyWhy)] = []
    for (child, looked) in machine.passedOn(event) {
      let event = looked.received(event, from: machine)
      if !family.passes(event, to: child, machine: looked) { continue }
      let file = family.first.source(of: Int(child.chart), first: family.source)
      children.append((child.id, FamilyWhy(event, of: looked, in: file, family: family)))
    }
    self.children = children
    report = WhyReport(event, of: machine, in: source, children: children.map(\.why.report.outcome))
  }

  /// The end of work of a child that does not run.
  private init(_ end: ChildEnd, of machine: Machine, in source: SourceText) {
    children = []
    path = end.path
    report = WhyReport(
      machine.chart.event(end.event.utf8Bytes.span, data: end.data), of: machine, in: source,
      rejection: "\(DisplayText.name(end.work)) is not running")
  }

  /// The question of a line like `open` or `x: open`.
  static func asking(
    _ line: [UInt8], machine: Machine, source: SourceText
  ) throws(ScriptParser.LineError) -> FamilyWhy {
    let (path, rest) = try ScriptParser(machine.chart).forChild(line)
    var asked = machine
    var member = 0
    for id in path {
      guard let child = asked.children.child(named: id) else {
        if let end = ScriptParser(machine.chart).childEnd(named: String(decoding: line, as: UTF8.self)) {
          return FamilyWhy(end, of: machine, in: source)
        }
        let message = "the child \(DisplayText.quoted(id)) is not running now"
        throw ScriptParser.LineError(diagnostics: [
          Diagnostic(.badLine, at: SourceSpan(0, end: line.count), message: message)
        ])
      }
      member = Int(child.facts.chart)
      asked = asked.looking(at: child)
    }
    let step = try ScriptParser(asked.chart).parse(ScriptLine(file: "", number: 2, bytes: rest))
    guard case .event(let event) = step else {
      let message = "this needs an event, with or without a payload"
      throw ScriptParser.LineError(diagnostics: [
        Diagnostic(.badLine, at: SourceSpan(0, end: line.count), message: message)
      ])
    }
    let trial = path.isEmpty && !machine.children.all.isEmpty ? EventTrial(event, on: machine) : nil
    let file = machine.chart.source(of: member, first: source)
    var why = FamilyWhy(event, of: asked, in: file, family: Family(first: machine.chart, source: source, trial: trial))
    why.path = path
    return why
  }

  /// True if the event would be handled.
  var isHandled: Bool { report.outcome == .handled }

  func text() -> String {
    let text = report.text() + children.map { ChildLines.named($0.id, text: $0.why.text()) }.joined()
    return path.reversed().reduce(text) { ChildLines.named($1, text: $0) }
  }

  func json() -> String {
    var out = ByteBuffer()
    out.append("{")
    appendMembers(to: &out)
    out.append("}\n")
    return out.text
  }

  private func appendMembers(to out: inout ByteBuffer) {
    report.appendMembers(to: &out)
    if children.isEmpty { return }
    out.append(objects: "children", of: children) { child, out in
      out.append(string: "id", value: child.id)
      out.append(object: "why") { child.why.appendMembers(to: &$0) }
    }
  }
}
