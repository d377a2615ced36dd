import StateKitCore

package struct TreeStyle: Sendable {
  /// True for box-drawing characters and arrows, false for ASCII.
  package var isUnicode = true
  package var hasColor = false
  /// The columns of the terminal; nil for lines of any length.
  package var width: Int?
  /// True to show handlers, hooks, timers and invocations; false for states alone.
  package var showsHandlers = true

  package init() {}
}

/// Writes a picture as an outline: a line for each state, with its handlers below it (Pictures.md).
package struct TreeWriter {
  private let picture: Picture
  private let style: TreeStyle
  private let displayWidth: (Unicode.Scalar) -> Int
  private let marks: TreeMarks
  private var out = ""
  /// For each open level, true if more states of it follow.
  private var more: [Bool] = []

  /// Deeper levels are not indented further: their states are shown by reference.
  private static let deepestIndent = 40
  /// The widest column of events or targets.
  private static let widestColumn = 32

  /// `displayWidth` returns the columns of a text on a terminal.
  package static func text(
    _ picture: Picture, style: TreeStyle, displayWidth: @escaping (Unicode.Scalar) -> Int = { _ in 1 }
  ) -> String {
    var writer = TreeWriter(picture, style: style, displayWidth: displayWidth)
    return writer.write()
  }

  private init(_ picture: Picture, style: TreeStyle, displayWidth: @escaping (Unicode.Scalar) -> Int) {
    self.picture = picture
    self.style = style
    self.displayWidth = displayWidth
    marks = style.isUnicode ? .unicode : .ascii
  }

  private mutating func write() -> String {
    for index in picture.states.indices {
      let state = picture.states[index]
      let isLast = state.parent.map { picture.states[$0].end == state.end } ?? true
      more.removeLast(max(0, more.count - max(0, state.depth - 1)))
      let branch = index == 0 ? "" : indent + (isLast ? marks.last : marks.branch)
      add(branch, text: stateText(index), color: color(of: state.mark), mark: state.mark)
      if index > 0 { more.append(!isLast) }
      if style.showsHandlers { writeLines(of: index) }
    }
    return out
  }

  private var indent: String {
    more.prefix(Self.deepestIndent).map { $0 ? marks.line : marks.gap }.joined()
  }

  // MARK: States

  private func stateText(_ index: Int) -> String {
    let state = picture.states[index]
    var text = ""
    if state.isInitial { text += marks.initial + " " }
    switch state.kind {
    case .parallel: text += marks.parallel + " "
    case .final: text += marks.final + " "
    case .shallowHistory, .deepHistory, .atomic, .compound: break
    }
    if let letters = state.kind.historyLetters { text += letters + " " }
    if state.depth > Self.deepestIndent {
      text += "(level \(state.depth)) " + picture.chart.shownReference(state.id)
    } else {
      text += state.isUnnamed ? state.name : DisplayText.name(state.name)
    }
    switch state.kind {
    case .parallel: text += " (parallel)"
    case .final: text += " (final)"
    case .shallowHistory: text += " (history)"
    case .deepHistory: text += " (deep history)"
    case .atomic, .compound: break
    }
    if state.id == .root, let title = picture.chart.title { text += " " + DisplayText.string(title) }
    return text + count(state.mark, word: "entered")
  }

  /// A note of how often tests touched a part.
  private func count(_ mark: PictureMark, word: String) -> String {
    mark.note(word, times: marks.times).map { "  " + $0 } ?? ""
  }

  // MARK: Lines below a state

  private mutating func writeLines(of index: Int) {
    let state = picture.states[index]
    let bar = picture.isOpen(index) ? marks.line : marks.gap
    let lead = indent + bar
    for line in state.lines where line.handler == nil {
      add(lead, text: line.text, color: nil, mark: .none)
    }
    for arrow in picture.arrows(from: index) where arrow.handlerless {
      guard let row = arrow.rows.first, arrow.style != .jump else { continue }
      // A child that it leads to directly is marked as initial.
      if row.label.isEmpty, picture.states[arrow.target].isInitial, arrow.style == .initial { continue }
      let word = arrow.style == .history ? "default" : "initial"
      let actions = row.label.isEmpty ? "" : " " + row.label
      add(lead, text: "\(word) \(marks.arrow) \(reference(arrow.target))\(actions)", color: nil, mark: .none)
    }
    let events = state.handlers.map { DisplayText.raw($0.trigger.text) }
    let targets = state.handlers.map { $0.targetNames.joined(separator: ", ") }
    let eventWidth = min(events.map { width(of: $0) }.max() ?? 0, Self.widestColumn)
    let targetWidth = min(targets.map { width(of: $0) }.max() ?? 0, Self.widestColumn)
    for (number, handler) in state.handlers.enumerated() {
      var text = padded(events[number], to: eventWidth)
      if targetWidth > 0 {
        text += targets[number].isEmpty ? "    " : " \(marks.arrow) "
        text += padded(targets[number], to: targetWidth)
      }
      if let condition = handler.condition { text += "  [\(condition)]" }
      if handler.isSaidToReenter { text += "  {reenter}" }
      if handler.isForbidden { text += "  / nothing" }
      if !handler.actions.isEmpty { text += "  / " + handler.actions.joined(separator: ", ") }
      text += count(handler.mark, word: "taken")
      add(lead, text: Self.trimmed(text), color: handlerColor(of: handler.mark), mark: handler.mark)
    }
  }

  private func reference(_ state: Int) -> String { picture.chart.shownReference(picture.states[state].id) }

  // MARK: Lines

  private func color(of mark: PictureMark) -> String? {
    if mark.isActive { return "1;32" }
    if mark.isUntouched { return "33" }
    return mark.isOnPath ? "36" : "1"
  }

  private func handlerColor(of mark: PictureMark) -> String? {
    mark.isUntouched ? "33" : mark.isOnPath ? "36" : nil
  }

  /// Adds a line, cut to the width.
  private mutating func add(_ lead: String, text: String, color: String?, mark: PictureMark) {
    if picture.layers.hasRun { out += (mark.isActive ? marks.active : mark.isOnPath ? marks.onPath : "  ") }
    out += lead
    var shown = DisplayText.raw(text)
    if !style.isUnicode { shown = Self.ascii(shown) }
    if let width = style.width {
      let before = (picture.layers.hasRun ? 2 : 0) + lead.unicodeScalars.count
      shown = cut(shown, to: max(8, width - before))
    }
    if style.hasColor, let color {
      out += "\u{1B}[\(color)m\(shown)\u{1B}[0m"
    } else {
      out += shown
    }
    out += "\n"
  }

  private func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - self.width(of: text)))
  }

  private static func trimmed(_ text: String) -> String {
    var end = text.utf8.endIndex
    while end > text.startIndex, text.utf8[text.utf8.index(before: end)] == UInt8(ascii: " ") {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }

  private func cut(_ text: String, to width: Int) -> String {
    if self.width(of: text) <= width { return text }
    var kept = String.UnicodeScalarView()
    var used = marks.ellipsis.unicodeScalars.count
    for scalar in text.unicodeScalars {
      used += displayWidth(scalar)
      if used > width { break }
      kept.append(scalar)
    }
    return String(kept) + marks.ellipsis
  }

  /// Writes non-ASCII characters as escapes, except the marks that this writer added itself.
  private static func ascii(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var out = ByteBuffer()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "→": out.append("->")
      case "…": out.append("...")
      case _ where scalar.isASCII: out.append(UInt8(ascii: scalar))
      default: DisplayText.appendEscape(scalar, to: &out)
      }
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }
}

/// The characters that a tree is drawn with.
private struct TreeMarks {
  let branch: String
  let last: String
  let line: String
  let gap: String
  let initial: String
  let final: String
  let parallel: String
  let arrow: String
  let ellipsis: String
  let times: String
  let active: String
  let onPath: String

  static let unicode = TreeMarks(
    branch: "├─ ", last: "└─ ", line: "│  ", gap: "   ", initial: "●", final: "◎", parallel: "║", arrow: "→",
    ellipsis: "…", times: "×", active: "▶ ", onPath: "· ")
  static let ascii = TreeMarks(
    branch: "|- ", last: "`- ", line: "|  ", gap: "   ", initial: "*", final: "(o)", parallel: "||", arrow: "->",
    ellipsis: "...", times: "x", active: "> ", onPath: ". ")
}

extension PictureArrow {
  /// True if its first row is not a handler.
  fileprivate var handlerless: Bool { rows.first?.handler == nil }
}
