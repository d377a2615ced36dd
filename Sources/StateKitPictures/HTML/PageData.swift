import CEL
import StateKitCore

/// The JSON that the script of a page reads. No text in it can end the HTML element around it.
struct PageData {
  let picture: Picture
  let content: PageContent

  /// For each state of the chart, the index of the picture's state that shows it; -1 if none does.
  private let shown: [Int]

  init(picture: Picture, content: PageContent) {
    self.picture = picture
    self.content = content
    var shown = [Int](repeating: -1, count: picture.chart.states.count)
    for (index, state) in picture.states.enumerated() {
      // A folded state is shown by the state around it.
      let end = Int(picture.chart.states[state.id.index].end)
      for below in state.id.index..<end { shown[below] = index }
    }
    self.shown = shown
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
    out.append("],\n\"arrows\":\(picture.arrows.count),\n\"coverage\":\(picture.layers.hasCoverage),\n\"context\":")
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

  // MARK: Steps

  private func append(_ step: PlayedStep, to out: inout ByteBuffer) {
    out.append("{\"t\":")
    append(json: step.json, to: &out)
    out.append(",\"a\":\(list(step.leaves)),\"n\":\(list(step.entered)),\"x\":\(list(step.exited))")
    out.append(",\"e\":[\(arrows(of: step).map { String($0) }.joined(separator: ","))]")
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

  /// The indices of the picture's states that show the states, each once, in order.
  private func list(_ states: [StateID]) -> String {
    var found: [Int] = []
    var known: Set<Int> = []
    for state in states {
      let index = shown[state.index]
      if index >= 0, known.insert(index).inserted { found.append(index) }
    }
    return "[" + found.map { String($0) }.joined(separator: ",") + "]"
  }

  private func arrows(of step: PlayedStep) -> [Int] {
    picture.arrows.indices.filter { index in
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
        return step.entered.contains { shown[$0.index] == arrow.source }
          && step.entered.contains { shown[$0.index] == arrow.target }
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
    for (number, arc) in graph.arcs.enumerated() {
      out.append(number == 0 ? "[\(arc.from),\(arc.to)," : ",[\(arc.from),\(arc.to),")
      append(arc.line, to: &out)
      out.append("]")
    }
    out.append("]}")
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
