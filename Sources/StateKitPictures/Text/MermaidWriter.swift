import StateKitCore

/// Writes a picture as a Mermaid state diagram, which code hosts render in their pages (Pictures.md).
package struct MermaidWriter: StateLines {
  let picture: Picture
  private let names: SafeNames
  /// The parallel states whose regions have no lines between them.
  private let undivided: [Bool]
  var out = ""

  /// The length that Mermaid draws without another configuration, in UTF-16 code units.
  package static let longestText = 50_000

  package static func text(_ picture: Picture) -> String {
    var writer = MermaidWriter(picture)
    return writer.write()
  }

  private init(_ picture: Picture) {
    self.picture = picture
    names = SafeNames(picture)
    undivided = Self.undivided(picture)
  }

  private mutating func write() -> String {
    out = "stateDiagram-v2\n"
    for index in picture.states.indices {
      closeStates(before: index)
      if index == 0 { line(0, text: "[*] --> \(names[0])") }
      open(index)
    }
    closeStates(before: picture.states.count)
    for arrow in picture.arrows where arrow.style != .initial { write(arrow) }
    writeNotes()
    writeMarks()
    return out
  }

  // MARK: States

  private mutating func open(_ index: Int) {
    let state = picture.states[index]
    let isLaterRegion = picture.isRegion(index) && state.parent.map { $0 + 1 < index && !undivided[$0] } ?? false
    if isLaterRegion { line(state.depth, text: "--") }
    let title = Self.escaped(picture.heading(index) + (undivided[index] ? " (parallel)" : ""))
    if picture.isOpen(index) {
      line(state.depth, text: "state \"\(title)\" as \(names[index]) {")
    } else {
      line(state.depth, text: "state \"\(title)\" as \(names[index])")
      // Mermaid breaks labels of arrows and notes itself. The indent is a wide space.
      for text in state.lines.flatMap({ TextLines.of($0.text, indent: "#8195;", escaped: Self.escaped) }) {
        line(state.depth, text: "\(names[index]) : \(text)")
      }
      if state.kind == .final { line(state.depth, text: "\(names[index]) --> [*]") }
    }
    for arrow in picture.arrows(from: index) where arrow.style == .initial && picture.isOpen(index) {
      for row in arrow.rows { self.row(row, in: "[*]", target: names[arrow.target], depth: state.depth + 1) }
    }
  }

  /// Finds the parallel states that Mermaid cannot draw with lines between their regions: those with a region in which
  /// an arrow begins or ends at a composite state, without leading into it or out of it.
  private static func undivided(_ picture: Picture) -> [Bool] {
    var undivided = Array(repeating: false, count: picture.states.count)
    /// The states whose ancestors are known.
    var isKnown = undivided
    func contains(_ outer: Int, _ inner: Int) -> Bool { outer <= inner && inner < picture.states[outer].end }
    for arrow in picture.arrows {
      let (source, target) = (arrow.source, arrow.target)
      // An initial arrow begins inside its state.
      let isInside = arrow.style == .initial
      if isInside ? !picture.isOpen(target) : !picture.isOpen(source) && !picture.isOpen(target) { continue }
      if !isInside, source != target, contains(source, target) || contains(target, source) { continue }
      var around = isInside ? source : picture.states[source].parent
      while let state = around, !isKnown[state] {
        around = picture.states[state].parent
        if !contains(state, target) { continue }
        isKnown[state] = true
        if picture.isRegion(state), let around { undivided[around] = true }
      }
    }
    return undivided
  }

  // MARK: Arrows

  private mutating func write(_ arrow: PictureArrow) {
    for row in arrow.rows {
      self.row(row, in: names[arrow.source], target: names[arrow.target], depth: 0, style: arrow.style)
    }
  }

  private mutating func row(
    _ row: PictureArrow.Row, in source: String, target: String, depth: Int, style: PictureArrow.Style = .handler
  ) {
    // Mermaid has only one kind of arrow.
    let note = style == .jump ? " {goToState}" : ""
    let label = row.label + note
    line(depth, text: "\(source) --> \(target)" + (label.isEmpty ? "" : " : " + Self.escaped(label)))
  }

  // MARK: Notes and marks

  /// Writes notes with the lines of composite states, whose boxes have no room for them here.
  private mutating func writeNotes() {
    for index in picture.states.indices {
      let state = picture.states[index]
      var lines = picture.isOpen(index) ? state.lines.map(\.text) : []
      if state.kind.isHistory { lines.append(state.kind == .deepHistory ? "deep history" : "history") }
      if lines.isEmpty { continue }
      line(0, text: "note right of \(names[index])")
      for text in lines { line(1, text: Self.escapedInNote(text)) }
      line(0, text: "end note")
    }
  }

  private mutating func writeMarks() {
    var classes: [(name: String, style: String, states: [Int])] = []
    if picture.layers.hasRun {
      classes.append(("active", "stroke-width:4px", picture.states.indices.filter { picture.states[$0].mark.isActive }))
      classes.append(
        (
          "onPath", "stroke-width:2px",
          picture.states.indices.filter { picture.states[$0].mark.isOnPath && !picture.states[$0].mark.isActive }
        ))
    }
    if picture.layers.hasCoverage {
      classes.append(
        ("untouched", "stroke-dasharray:4 3", picture.states.indices.filter { picture.states[$0].mark.isUntouched }))
    }
    for one in classes where !one.states.isEmpty {
      line(0, text: "classDef \(one.name) \(one.style)")
      line(0, text: "class \(one.states.map { names[$0] }.joined(separator: ",")) \(one.name)")
    }
  }

  /// Escapes a text in a note, in which `end note` anywhere would end the note.
  private static func escapedInNote(_ text: String) -> String {
    var out = ByteBuffer()
    let bytes = Array(escaped(text).utf8)
    for (index, byte) in bytes.enumerated() {
      let lower = bytes[max(0, index - 3)...].prefix(8).map { $0 | 0x20 }
      if index >= 3, lower.elementsEqual("end note".utf8) { out.append("#32;") } else { out.append(byte) }
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// Escapes characters that could end a text or begin something else, as `_` does at the edge of a word, with
  /// Mermaid's codes.
  static func escaped(_ text: String) -> String {
    SafeText.escaped(text, plain: " -.,()[]/=+!?'>{}|", inner: "_") { "#\($0);" }
  }
}
