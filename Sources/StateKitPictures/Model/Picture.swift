package import StateKitCore

/// The drawing of a chart, independent of the format (Pictures.md): the shown states in document order, the texts in
/// their boxes, and the arrows.
///
/// All texts are as written in the chart: each format escapes them in its own way.
package struct Picture: Sendable {
  package let chart: Chart
  /// The shown states in document order; the first one is the outermost. Arrows and parents are indices into this
  /// list.
  package let states: [PictureState]
  /// The arrows by source in document order: those of `initial` first, then in the order of the handlers.
  package let arrows: [PictureArrow]
  package let options: PictureOptions

  /// True for marks that show what a run or tests touched.
  package var layers: PictureLayers { options.marks.layers }

  /// The name of the chart, or that of the outermost state if the chart has none.
  package var title: String { chart.title ?? states.first?.name ?? "" }

  /// The text that names a state: the title of the chart for its outermost state, letters before a history state.
  package func heading(_ state: Int) -> String {
    let shown = states[state]
    if shown.id == .root, let title = chart.title, !title.isEmpty { return title }
    return shown.kind.historyLetters.map { $0 + " " + shown.name } ?? shown.name
  }

  package func path(_ state: Int) -> String { chart.path(states[state].id) }

  /// The shortest reference to a state, without quotes.
  package func reference(_ state: Int) -> String { chart.reference(states[state].id) }

  /// True if a state contains shown states.
  func isOpen(_ state: Int) -> Bool { states[state].end > state + 1 }

  /// The open states that end before another one, the innermost first; `states.count` means the end of the picture.
  func openStates(endingBefore index: Int) -> [Int] {
    var found: [Int] = []
    var around = index > 0 ? states[index - 1].parent : nil
    while let state = around, states[state].end <= index {
      found.append(state)
      around = states[state].parent
    }
    return found
  }

  /// The arrows out of a state.
  package func arrows(from source: Int) -> ArraySlice<PictureArrow> {
    let low = arrows.partitionPoint { $0.source < source }
    var end = low
    while end < arrows.count, arrows[end].source == source { end += 1 }
    return arrows[low..<end]
  }

  /// True if a state is a region of a parallel state.
  package func isRegion(_ state: Int) -> Bool {
    guard let parent = states[state].parent else { return false }
    return states[parent].kind == .parallel && !states[state].kind.isHistory
  }
}

/// The kinds of marks of a picture.
package struct PictureLayers: Sendable {
  /// Active states, and the path that led to them.
  package var hasRun = false
  /// How often tests touched each part.
  package var hasCoverage = false
}

package struct PictureState: Sendable {
  package let id: StateID
  package let name: String
  /// True if the file gives it no name, and `name` says so.
  package var isUnnamed = false
  package let kind: StateKind
  package var notes = ChartNotes.State()
  /// True to show the notes in its box.
  package var showsNotes = false
  /// The index of the parent state; nil for the outermost state.
  package let parent: Int?
  /// The depth below the outermost state, which has depth 0.
  package let depth: Int
  /// One past the last state below it.
  package var end: Int
  /// True if `initial` of the parent state leads directly to it.
  package var isInitial = false
  /// The number of states below it that are not shown.
  package var hiddenStates = 0
  package let entry: [String]
  package let exit: [String]
  /// Its invocations: `id: source`, or the source alone if it says as much as the id.
  package let invokes: [String]
  /// The output of its done event; nil without output.
  package let output: String?
  /// Its own handlers in document order.
  package var handlers: [PictureHandler]
  package let mark: PictureMark

  /// The lines of its box below its name, in order.
  package var lines: [PictureLine] {
    var lines = showsNotes ? noteLines.map { PictureLine(label: PictureLabel().adding(.plain, text: $0)) } : []
    func add(_ sign: PictureLabel.Sign?, word: String, rest: String) {
      lines.append(PictureLine(label: PictureLabel(sign).adding(.event, text: word).adding(.actions, text: rest)))
    }
    if !entry.isEmpty { add(.entry, word: "entry", rest: "/ " + entry.joined(separator: ", ")) }
    if !exit.isEmpty { add(.exit, word: "exit", rest: "/ " + exit.joined(separator: ", ")) }
    for invoke in invokes { add(.invocation, word: "invoke", rest: "/ " + invoke) }
    if let output, !output.isEmpty { add(nil, word: "output", rest: "=" + output) }
    for handler in handlers where handler.standsInBox {
      lines.append(PictureLine(label: handler.fullLabel, handler: handler.index))
    }
    if hiddenStates > 0 {
      let text = "… \(hiddenStates) state\(hiddenStates == 1 ? "" : "s") inside"
      lines.append(PictureLine(label: PictureLabel().adding(.plain, text: text)))
    }
    return lines
  }

  /// Its description and its tags.
  package var noteLines: [String] {
    let tags = notes.tags.map { DisplayText.name($0) }.joined(separator: ", ")
    return [notes.description, tags.isEmpty ? nil : "tags: " + tags].compactMap { $0 }
  }
}

extension StateKind {
  /// The text in the circle of a history state; nil for others.
  var historyLetters: String? {
    switch self {
    case .shallowHistory: "H"
    case .deepHistory: "H*"
    case .atomic, .compound, .parallel, .final: nil
    }
  }
}

/// A line in the box of a state.
package struct PictureLine: Sendable {
  package let label: PictureLabel
  /// The entry of `Chart.handlers` if the line is a handler.
  package var handler: Int?

  package var text: String { label.text }
}

/// The marks that a run or tests leave on a part of a picture.
package struct PictureMark: Sendable {
  /// The state is active at the end of the run.
  package var isActive = false
  /// True if the run entered the state, or used the arrow.
  package var isOnPath = false
  /// How often tests touched it; nil without coverage.
  package var count: UInt32?

  package static let none = PictureMark()

  /// True if coverage was counted and no test touched it.
  package var isUntouched: Bool { count == 0 }

  /// A note of how often tests did it; nil without coverage.
  func note(_ verb: String, times: String = "×") -> String? {
    count.map { $0 == 0 ? "never \(verb)" : "\(verb) \($0)\(times)" }
  }

  /// The mark of several parts that are drawn as one.
  package func joined(_ other: PictureMark) -> PictureMark {
    var mark = self
    mark.isActive = isActive || other.isActive
    mark.isOnPath = isOnPath || other.isOnPath
    if let count, let more = other.count { mark.count = count &+ more } else { mark.count = count ?? other.count }
    return mark
  }
}
