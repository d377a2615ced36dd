package import StateKitCore

/// A chart as it is drawn, whatever the format: the states that are shown in document order, what stands in their boxes, and
/// the arrows between them (Pictures.md).
///
/// All texts are as they stand in the chart: each format escapes them in its own way.
package struct Picture: Sendable {
  package let chart: Chart
  /// In document order; the first one is the outermost. An index into this list is what arrows and parents are given as.
  package let states: [PictureState]
  /// By source in document order, those of `initial` first, then in the order of the handlers.
  package let arrows: [PictureArrow]
  /// What a run or tests touched can be seen in the marks.
  package let layers: PictureLayers

  /// The name of the chart, else that of the outermost state.
  package var title: String { chart.title ?? states.first?.name ?? "" }

  /// The full path of a state.
  package func path(_ state: Int) -> String { chart.path(states[state].id) }

  /// The shortest reference to a state, without quotes.
  package func reference(_ state: Int) -> String { chart.reference(states[state].id) }

  /// Whether others are shown inside a state.
  func isOpen(_ state: Int) -> Bool { states[state].end > state + 1 }

  /// The open states that end before another one, the innermost first; `states.count` stands for the end of the picture.
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
    var low = 0
    var high = arrows.count
    while low < high {
      let middle = (low + high) / 2
      if arrows[middle].source < source { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < arrows.count, arrows[end].source == source { end += 1 }
    return arrows[low..<end]
  }

  /// Whether a state is a region of a parallel one.
  package func isRegion(_ state: Int) -> Bool {
    guard let parent = states[state].parent else { return false }
    return states[parent].kind == .parallel && !states[state].kind.isHistory
  }
}

/// Which marks a picture has.
package struct PictureLayers: Sendable {
  /// States that are active, and the path that led there.
  package var hasRun = false
  /// How often tests touched each part.
  package var hasCoverage = false
}

/// A state of a picture.
package struct PictureState: Sendable {
  package let id: StateID
  package let name: String
  package let kind: StateKind
  /// The index of the state around it; nil for the outermost.
  package let parent: Int?
  /// How deep it stands below the outermost, 0 for that.
  package let depth: Int
  /// One past the last state below it.
  package var end: Int
  /// The `initial` of the state around it leads right to it.
  package var isInitial = false
  /// How many states below it are not shown.
  package var hiddenStates = 0
  package let entry: [String]
  package let exit: [String]
  /// What it invokes: `id: what`, or what alone where its id says the same.
  package let invokes: [String]
  /// What its done event carries; nil for nothing.
  package let output: String?
  /// Its own handlers in document order.
  package var handlers: [PictureHandler]
  package let mark: PictureMark

  /// The lines of its box below its name, in order.
  package var lines: [PictureLine] {
    var lines: [PictureLine] = []
    if !entry.isEmpty { lines.append(PictureLine(text: "entry / " + entry.joined(separator: ", "))) }
    if !exit.isEmpty { lines.append(PictureLine(text: "exit / " + exit.joined(separator: ", "))) }
    for invoke in invokes { lines.append(PictureLine(text: "invoke / " + invoke)) }
    if let output { lines.append(PictureLine(text: "output = " + output)) }
    for handler in handlers where handler.standsInBox {
      lines.append(PictureLine(text: handler.boxText, handler: handler.index))
    }
    if hiddenStates > 0 {
      lines.append(PictureLine(text: "… \(hiddenStates) state\(hiddenStates == 1 ? "" : "s") inside"))
    }
    return lines
  }

  /// Its name, with the letters of a history state before it.
  var title: String { kind.historyLetters.map { $0 + " " + name } ?? name }
}

extension StateKind {
  /// What stands in the circle of a history state; nil for others.
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
  package let text: String
  /// The entry of `Chart.handlers` where it is one.
  package var handler: Int?
}

/// What a run or tests made of a part of a picture.
package struct PictureMark: Sendable {
  /// The state is active at the end of the run.
  package var isActive = false
  /// The run entered the state, or took the arrow.
  package var isOnPath = false
  /// How often tests touched it; nil where nobody counted.
  package var count: UInt32?

  package static let none = PictureMark()

  /// Tests were counted, and none of them touched it.
  package var isUntouched: Bool { count == 0 }

  /// How often tests did it, in words; nil where nobody counted.
  func note(_ verb: String, times: String = "×") -> String? {
    count.map { $0 == 0 ? "never \(verb)" : "\(verb) \($0)\(times)" }
  }

  /// Of several parts that are drawn as one.
  package func joined(_ other: PictureMark) -> PictureMark {
    var mark = self
    mark.isActive = isActive || other.isActive
    mark.isOnPath = isOnPath || other.isOnPath
    if let count, let more = other.count { mark.count = count &+ more } else { mark.count = count ?? other.count }
    return mark
  }
}
