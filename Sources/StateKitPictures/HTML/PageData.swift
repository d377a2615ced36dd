import CEL
import StateKitCore

/// The JSON that the script of a page reads. No text in it can end the HTML element around it.
struct PageData {
  let picture: Picture
  let content: PageContent
  let drawings: PageDrawings

  /// For each state of the chart, the index of the picture's state that shows it; -1 if none does.
  private let shown: [Int]
  /// The arrows that show a handler, by its entry in `Chart.handlers`.
  private let arrowsByHandler: [Int: [Int]]

  init(picture: Picture, content: PageContent, drawings: PageDrawings) {
    self.picture = picture
    self.content = content
    self.drawings = drawings
    var shown = [Int](repeating: -1, count: picture.chart.states.count)
    for (index, state) in picture.states.enumerated() {
      // A folded state is shown by the state around it.
      let end = Int(picture.chart.states[state.id.index].end)
      for below in state.id.index..<end { shown[below] = index }
    }
    self.shown = shown
    var arrows: [Int: [Int]] = [:]
    for (index, arrow) in picture.arrows.enumerated() {
      for row in arrow.rows { if let handler = row.handler { arrows[handler, default: []].append(index) } }
    }
    arrowsByHandler = arrows
  }

  var text: String {
    let states = picture.states.enumerated().map { index, state in
      "{\"path\":\(quoted(picture.path(index))),\"name\":\(quoted(DisplayText.raw(state.name))),"
        + "\"parent\":\(state.parent.map { String($0) } ?? "null")}"
    }
    let arrows = picture.arrows.map { arrow in
      "[\(arrow.source),\(arrow.target),\(Self.number(of: arrow.style)),"
        + quoted(arrow.rows.map(\.event).joined(separator: "\n")) + "]"
    }
    let others = drawings.parts.map { $0.drawing.text } + [drawings.whole?.text ?? ""]
    let steps = content.steps.map { ",\n\"steps\":" + Self.list($0.map(text(of:)), separator: ",\n") }
    return "{\"states\":\(Self.list(states, separator: ",\n")),\n\"arrows\":\(Self.list(arrows)),\n\"coverage\":"
      + "\(picture.layers.hasCoverage),\n\"parts\":\(Self.list(drawings.parts.map { $0.state })),\"whole\":"
      + "\(drawings.whole != nil),\n\"drawings\":\(quoted(PackedText.pack(others))),\n\"context\":"
      + context(picture.chart.contextValues) + (steps ?? "") + (content.graph.map(text(of:)) ?? "") + "}"
  }

  /// The number of a style in the page's data.
  private static func number(of style: PictureArrow.Style) -> Int {
    switch style {
    case .handler: 0
    case .initial: 1
    case .history: 2
    case .jump: 3
    }
  }

  // MARK: Steps

  private func text(of step: PlayedStep) -> String {
    var out = "{\"v\":\(step.line.map(quoted) ?? "null"),\"k\":\(step.time)"
    if let outcome = step.outcome { out += ",\"o\":\"\(outcome.rawValue)\"" }
    if step.isDone { out += ",\"f\":1" }
    out += ",\"a\":\(list(step.leaves)),\"h\":\(moves(of: step)),\"e\":\(Self.list(arrows(of: step)))"
    if !step.changes.isEmpty {
      out += ",\"c\":"
      out += Self.list(step.changes.map { "[\(escaped($0.path))\($0.json.map { "," + escaped($0) } ?? "")]" })
    }
    if let timers = step.timers { out += ",\"d\":" + Self.list(timers.map { "[\($0.due),\(quoted($0.what))]" }) }
    return out + (step.isError ? ",\"bad\":1}" : "}")
  }

  /// The exits and entries of shown states: a state's index for an entry, -1 less its index for an exit.
  private func moves(of step: PlayedStep) -> String {
    Self.list(
      step.moves.compactMap { move in
        let index = shown[move.state.index]
        // A state inside a folded one is not shown.
        guard index >= 0, picture.states[index].id == move.state else { return nil }
        return move.isExit ? -1 - index : index
      })
  }

  private static func list(_ numbers: [Int]) -> String { list(numbers.map { String($0) }) }

  private static func list(_ texts: [String], separator: String = ",") -> String {
    "[" + texts.joined(separator: separator) + "]"
  }

  /// The indices of the picture's states that show the states, each once, in order.
  private func list(_ states: [StateID]) -> String {
    var found: [Int] = []
    var known: Set<Int> = []
    for state in states {
      let index = shown[state.index]
      if index >= 0, known.insert(index).inserted { found.append(index) }
    }
    return Self.list(found)
  }

  private func arrows(of step: PlayedStep) -> [Int] {
    let entered = Set(step.entered.map { shown[$0.index] })
    return picture.arrows.indices.filter { index in
      let arrow = picture.arrows[index]
      switch arrow.style {
      case .handler: return arrow.rows.contains { row in row.handler.map { step.handlers.contains($0) } ?? false }
      case .jump:
        if arrow.rows.contains(where: { row in row.handler.map { step.handlers.contains($0) } ?? false }) {
          return true
        }
        return step.jumps.contains { jump in
          shown[jump.from.index] == arrow.source && shown[jump.to.index] == arrow.target
        }
      // Such an arrow is lit if both of its ends are entered; the default only without a record.
      case .initial, .history:
        return entered.contains(arrow.source) && entered.contains(arrow.target)
      }
    }
  }

  // MARK: What was explored

  private func text(of graph: PageGraph) -> String {
    let nodes = graph.nodes.map { node in
      "{\"a\":\(list(node.leaves)),\"c\":\(context(node.values)),\"d\":"
        + Self.list(node.timers.map { "[\($0.rest),\(quoted($0.what))]" }) + (node.isFinished ? ",\"f\":1}" : "}")
    }
    let occasions = HandlerOccasions(picture.chart)
    let arcs = graph.arcs.map { arc in
      "[\(arc.from),\(arc.to),\(quoted(written(arc.line, selecting: arc.handlers, occasions: occasions))),"
        + Self.list(arrows(of: arc.handlers)) + "]"
    }
    return ",\n\"graph\":{\"complete\":\(graph.isComplete),\"nodes\":\(Self.list(nodes, separator: ",\n")),\n\"arcs\":"
      + Self.list(arcs) + "},\n\"handlers\":" + Self.list(handlers)
  }

  /// A line that sends an event, with the event in the words of the chart's file.
  private func written(_ line: String, selecting handlers: [Int], occasions: HandlerOccasions) -> String {
    for handler in handlers {
      let event = occasions.trigger(of: handler).text.utf8
      let rest = line.utf8.dropFirst(event.count)
      guard line.utf8.starts(with: event), rest.first.map({ $0 == UInt8(ascii: " ") }) ?? true,
        let words = picture.chart.writtenEvent(of: picture.chart.handlers[handler])
      else { continue }
      return words + String(Substring(rest))
    }
    return line
  }

  private func arrows(of handlers: [Int]) -> [Int] {
    var found = Set<Int>()
    for handler in handlers { found.formUnion(arrowsByHandler[handler] ?? []) }
    return found.sorted()
  }

  /// Each handler: its state, its trigger, its guard or null, 1 if it is `null`, and 1 if an event triggers it.
  private var handlers: [String] {
    picture.states.enumerated().flatMap { index, state in
      state.handlers.map { handler in
        let isEvent = if case .event = handler.trigger { 1 } else { 0 }
        return "[\(index),\(quoted(handler.trigger.text)),\(handler.condition.map(quoted) ?? "null"),"
          + "\(handler.isForbidden ? 1 : 0),\(isEvent)]"
      }
    }
  }

  private func context(_ values: [Value]) -> String {
    let members = zip(picture.chart.contextNames, values).map { "\(quoted($0)):\(escaped($1.json))" }
    return "{" + members.joined(separator: ",") + "}"
  }

  // MARK: Texts

  private func quoted(_ text: String) -> String { escaped(DisplayText.string(text)) }

  /// `<` occurs in strings only; as an escape it cannot end the element.
  private func escaped(_ json: String) -> String {
    let parts = json.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\u003c")
  }
}
