import StateKitCore

/// Writes a picture as a PlantUML state diagram (Pictures.md).
package struct PlantUMLWriter: StateLines {
  static let margin = 0
  let picture: Picture
  private let names: SafeNames
  var out = ""

  package static func text(_ picture: Picture) -> String {
    var writer = PlantUMLWriter(picture)
    return writer.write()
  }

  private init(_ picture: Picture) {
    self.picture = picture
    names = SafeNames(picture)
  }

  private mutating func write() -> String {
    out = "@startuml\n"
    line(0, text: "hide empty description")
    line(0, text: "title \(Self.escaped(picture.title))")
    for index in picture.states.indices {
      closeStates(before: index)
      open(index)
    }
    closeStates(before: picture.states.count)
    line(0, text: "[*] --> \(names[0])")
    for arrow in picture.arrows where arrow.style != .initial { write(arrow) }
    out += "@enduml\n"
    return out
  }

  private mutating func open(_ index: Int) {
    let state = picture.states[index]
    let isOpen = picture.isOpen(index)
    let head =
      "state \"\(Self.escaped(picture.heading(index)))\" as \(names[index])\(stereotype(of: index))\(look(of: index))"
    line(state.depth, text: head + (isOpen ? " {" : ""))
    for text in state.lines.flatMap({ TextLines.of($0.text, indent: "<U+2003>", escaped: Self.escaped) }) {
      line(state.depth + (isOpen ? 1 : 0), text: "\(names[index]) : \(text)")
    }
    if state.kind == .final { line(state.depth, text: "\(names[index]) --> [*]") }
    for arrow in picture.arrows(from: index) where arrow.style == .initial && isOpen {
      for row in arrow.rows { write(row, ends: "[*] --> \(names[arrow.target])", depth: state.depth + 1) }
    }
  }

  /// A stereotype marks regions, because no arrow could leave regions that `--` divides.
  private func stereotype(of index: Int) -> String {
    switch picture.states[index].kind {
    case .parallel: " <<parallel>>"
    case .shallowHistory: " <<history of its parent>>"
    case .deepHistory: " <<deep history of its parent>>"
    case .atomic, .compound, .final: picture.isRegion(index) ? " <<region>>" : ""
    }
  }

  private func look(of index: Int) -> String {
    let mark = picture.states[index].mark
    let border = picture.isRegion(index) ? " ##[dashed]" : ""
    if mark.isActive { return " #b7f0c1" + border }
    if mark.isUntouched { return " #ffd8a8" + border }
    return (mark.isOnPath ? " #cfe3ff" : "") + border
  }

  private mutating func write(_ arrow: PictureArrow) {
    let style = arrow.style == .jump ? "-[dashed]->" : "-->"
    for row in arrow.rows { write(row, ends: "\(names[arrow.source]) \(style) \(names[arrow.target])", depth: 0) }
  }

  private mutating func write(_ row: PictureArrow.Row, ends: String, depth: Int) {
    let label = TextLines.of(row.label, indent: "", escaped: Self.escaped).joined(separator: "\\n")
    line(depth, text: ends + (label.isEmpty ? "" : " : " + label))
  }

  /// Escapes characters that could begin markup, a macro or a comment, with PlantUML's codes.
  static func escaped(_ text: String) -> String {
    SafeText.escaped(text, plain: " .,()+?", single: "/*-_:=>[]") { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "<U+" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + ">"
    }
  }
}
