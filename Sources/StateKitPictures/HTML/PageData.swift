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
    var out = ByteBuffer()
    out.append("{\"states\":[")
    for (index, state) in picture.states.enumerated() {
      out.append(index == 0 ? "{\"path\":" : ",\n{\"path\":")
      append(picture.path(index), to: &out)
      out.append(",\"name\":")
      append(DisplayText.raw(state.name), to: &out)
      out.append(",\"parent\":\(state.parent.map { String($0) } ?? "null")}")
    }
    out.append("],\n\"arrows\":[")
    for (index, arrow) in picture.arrows.enumerated() {
      if index > 0 { out.append(",") }
      out.append("[\(arrow.source),\(arrow.target),\(Self.number(of: arrow.style)),")
      append(arrow.rows.map(\.event).joined(separator: "\n"), to: &out)
      out.append("]")
    }
    out.append("],\n\"coverage\":\(picture.layers.hasCoverage),\n\"parts\":")
    out.append(Self.list(drawings.parts.map { $0.state }))
    out.append(",\"whole\":\(drawings.whole != nil),\n\"drawings\":")
    let others = drawings.parts.map { $0.drawing.text } + [drawings.whole?.text ?? ""]
    append(PackedText.pack(others), to: &out)
    out.append(",\n\"context\":")
    appendContext(picture.chart.contextValues, to: &out)
    if let steps = content.steps {
      out.append(",\n\"steps\":[")
      for (number, step) in steps.enumerated() {
        if number > 0 { out.append(",\n") }
        append(step, to: &out)
      }
      out.append("]")
    }
    if let graph = content.graph { append(graph, to: &out) }
    out.append("}")
    return String(decoding: out.bytes, as: UTF8.self)
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

  private func append(_ step: PlayedStep, to out: inout ByteBuffer) {
    out.append("{\"v\":")
    if let line = step.line { append(line, to: &out) } else { out.append("null") }
    out.append(",\"k\":\(step.time)")
    if let outcome = step.outcome { out.append(",\"o\":\"\(outcome.rawValue)\"") }
    if step.isDone { out.append(",\"f\":1") }
    out.append(",\"a\":\(list(step.leaves)),\"h\":\(moves(of: step))")
    out.append(",\"e\":\(Self.list(arrows(of: step)))")
    if !step.changes.isEmpty {
      out.append(",\"c\":[")
      for (number, change) in step.changes.enumerated() {
        out.append(number == 0 ? "[" : ",[")
        append(json: change.path, to: &out)
        if let json = change.json {
          out.append(",")
          append(json: json, to: &out)
        }
        out.append("]")
      }
      out.append("]")
    }
    if let timers = step.timers {
      out.append(",\"d\":[")
      for (number, timer) in timers.enumerated() {
        out.append(number == 0 ? "[\(timer.due)," : ",[\(timer.due),")
        append(timer.what, to: &out)
        out.append("]")
      }
      out.append("]")
    }
    out.append(step.isError ? ",\"bad\":1}" : "}")
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

  private static func list(_ numbers: [Int]) -> String {
    "[" + numbers.map { String($0) }.joined(separator: ",") + "]"
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

  private func append(_ graph: PageGraph, to out: inout ByteBuffer) {
    out.append(",\n\"graph\":{\"complete\":\(graph.isComplete),\"nodes\":[")
    for (number, node) in graph.nodes.enumerated() {
      out.append(number == 0 ? "{\"a\":" : ",\n{\"a\":")
      out.append(list(node.leaves))
      out.append(",\"c\":")
      appendContext(node.values, to: &out)
      out.append(",\"d\":[")
      for (number, timer) in node.timers.enumerated() {
        out.append(number == 0 ? "[\(timer.rest)," : ",[\(timer.rest),")
        append(timer.what, to: &out)
        out.append("]")
      }
      out.append(node.isFinished ? "],\"f\":1}" : "]}")
    }
    out.append("],\n\"arcs\":[")
    let occasions = HandlerOccasions(picture.chart)
    for (number, arc) in graph.arcs.enumerated() {
      out.append(number == 0 ? "[\(arc.from),\(arc.to)," : ",[\(arc.from),\(arc.to),")
      append(written(arc.line, selecting: arc.handlers, occasions: occasions), to: &out)
      out.append(",\(Self.list(arrows(of: arc.handlers)))]")
    }
    out.append("]},\n\"handlers\":[")
    appendHandlers(to: &out)
    out.append("]")
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
  private func appendHandlers(to out: inout ByteBuffer) {
    var isFirst = true
    for (index, state) in picture.states.enumerated() {
      for handler in state.handlers {
        out.append(isFirst ? "[\(index)," : ",[\(index),")
        isFirst = false
        append(handler.trigger.text, to: &out)
        out.append(",")
        if let condition = handler.condition { append(condition, to: &out) } else { out.append("null") }
        let isEvent: Bool = if case .event = handler.trigger { true } else { false }
        out.append(",\(handler.isForbidden ? 1 : 0),\(isEvent ? 1 : 0)]")
      }
    }
  }

  private func appendContext(_ values: [Value], to out: inout ByteBuffer) {
    out.append("{")
    for (index, name) in picture.chart.contextNames.enumerated() where index < values.count {
      if index > 0 { out.append(",") }
      append(name, to: &out)
      out.append(":")
      append(json: values[index].json, to: &out)
    }
    out.append("}")
  }

  // MARK: Texts

  private func append(_ text: String, to out: inout ByteBuffer) {
    append(json: DisplayText.string(text), to: &out)
  }

  /// `<` occurs in strings only; as an escape it cannot end the element.
  private func append(json: String, to out: inout ByteBuffer) {
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { out.append("\\u003c") } else { out.append(byte) }
    }
  }
}
