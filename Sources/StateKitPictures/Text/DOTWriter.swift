import StateKitCore

/// Writes a picture as a Graphviz graph: compound states are clusters (Pictures.md).
package struct DOTWriter: StateLines {
  let picture: Picture
  var out = ""

  package static func text(_ picture: Picture) -> String {
    var writer = DOTWriter(picture: picture)
    return writer.write()
  }

  private mutating func write() -> String {
    out = "digraph \(Self.quoted(picture.title)) {\n"
    line(0, text: "compound=true; newrank=true;")
    line(0, text: "fontname=\"sans-serif\"; fontsize=12; nodesep=0.4;")
    line(0, text: "node [fontname=\"sans-serif\", fontsize=12, shape=box, style=rounded];")
    line(0, text: "edge [fontname=\"sans-serif\", fontsize=11];")
    for index in picture.states.indices {
      closeStates(before: index)
      open(index)
    }
    closeStates(before: picture.states.count)
    for arrow in picture.arrows { write(arrow) }
    out += "}\n"
    return out
  }

  // MARK: States

  private mutating func open(_ index: Int) {
    let state = picture.states[index]
    if picture.isOpen(index) {
      line(state.depth, text: "subgraph cluster_\(index) {")
      let style = picture.isRegion(index) ? "\"rounded,dashed\"" : "rounded"
      let attributes = ["label=\(label(of: index))", "labeljust=l", "style=\(style)"] + Self.attributes(of: state.mark)
      line(state.depth + 1, text: attributes.map { $0 + ";" }.joined(separator: " "))
      // An arrow to a cluster needs a node inside it as its end.
      let hasStub = picture.arrows(from: index).contains { $0.style != .initial && isInside($0.target, other: index) }
      let look = hasStub ? "shape=square, style=filled, width=0.1" : "shape=point, style=invis, width=0"
      line(state.depth + 1, text: "s\(index) [\(look), label=\"\"];")
      if picture.arrows(from: index).contains(where: { $0.style == .initial }) {
        line(state.depth + 1, text: "i\(index) [shape=circle, style=filled, fillcolor=black, width=0.15, label=\"\"];")
      }
      return
    }
    var attributes = ["label=\(label(of: index))"] + Self.attributes(of: state.mark)
    switch state.kind {
    case .final: attributes.append("peripheries=2")
    case .shallowHistory, .deepHistory: attributes.append("shape=oval")
    case .atomic, .compound, .parallel: break
    }
    line(state.depth, text: "s\(index) [\(attributes.joined(separator: ", "))];")
  }

  private func label(of index: Int) -> String {
    let state = picture.states[index]
    var lines = [picture.heading(index) + (state.kind == .parallel ? " (parallel)" : "")]
    lines += state.lines.map(\.text)
    if let note = state.mark.note("entered") { lines.append(note) }
    return lines.count == 1 ? Self.quoted(lines[0]) : Self.block(lines)
  }

  private static func attributes(of mark: PictureMark) -> [String] {
    if mark.isActive { return ["penwidth=3", "color=\"#1a7f37\""] }
    if mark.isUntouched { return ["color=\"#b35900\"", "fontcolor=\"#b35900\""] }
    return mark.isOnPath ? ["penwidth=2", "color=\"#0550ae\""] : []
  }

  // MARK: Arrows

  private mutating func write(_ arrow: PictureArrow) {
    let (source, target) = (arrow.source, arrow.target)
    let isInitial = arrow.style == .initial
    if isInitial, !picture.isOpen(source) { return }
    var attributes: [String] = []
    let labels = arrow.rows.map { row in
      row.label + (row.mark.count.map { $0 == 0 ? " (never)" : " (\($0)×)" } ?? "")
    }.filter { !$0.isEmpty }
    if !labels.isEmpty { attributes.append("label=" + Self.block(labels)) }
    // A cluster around the other end has no border at which the arrow could end.
    if picture.isOpen(target), !isInside(source, other: target) { attributes.append("lhead=cluster_\(target)") }
    if picture.isOpen(source), !isInitial, !isInside(target, other: source) {
      attributes.append("ltail=cluster_\(source)")
    }
    if arrow.style == .jump { attributes.append("style=dashed") }
    attributes += Self.attributes(of: arrow.mark)
    let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
    line(0, text: "\(isInitial ? "i" : "s")\(source) -> s\(target)\(list);")
  }

  /// True if a state is another one or inside it.
  private func isInside(_ state: Int, other: Int) -> Bool {
    other <= state && state < picture.states[other].end
  }

  /// A label of several texts: each has lines of its own.
  private static func block(_ texts: [String]) -> String {
    "\"" + texts.flatMap { TextLines.of($0, indent: "  ", escaped: escaped) }.map { $0 + "\\l" }.joined() + "\""
  }

  private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Escapes quotes and backslashes with a backslash, because a label's own escapes begin with one. Graphviz
  /// interprets character references as HTML does.
  static func escaped(_ text: String) -> String {
    var out = ByteBuffer()
    for byte in DisplayText.raw(text).utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out.append(UInt8(ascii: "\\"))
        out.append(byte)
      case UInt8(ascii: "&"): out.append("&amp;")
      default: out.append(byte)
      }
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
