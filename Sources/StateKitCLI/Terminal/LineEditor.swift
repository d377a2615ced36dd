import StateKitCore

/// A line that is being typed: a pure function of its former value and a key. The display is derived from it.
package struct LineEditor {
  /// The action after a key.
  package enum Effect: Equatable {
    case none
    case submit(String)
    /// Ctrl-C: discard the line.
    case interrupt
    /// Ctrl-D on an empty line.
    case end
    case suspend
    case clearScreen
    /// Tab: ask the completer.
    case complete
  }

  package private(set) var text: [Character] = []
  /// The index of the character before which the next one is inserted.
  package private(set) var cursor = 0
  private var killed: [Character] = []
  /// The earlier lines, the newest last.
  package private(set) var history: [String]
  /// The index of the displayed line in the history; their count for the line itself.
  private var historyIndex: Int
  /// The text typed before the history was used.
  private var draft: [Character] = []
  private var isPasting = false
  /// The line before the search, with its cursor and its index in the history.
  private var beforeSearch: (text: [Character], cursor: Int, historyIndex: Int) = ([], 0, 0)
  /// The search text for the history; nil without a search.
  package private(set) var search: String?

  /// The limit of characters in a line.
  private static let mostCharacters = 100_000

  package init(history: [String] = []) {
    self.history = history
    historyIndex = history.count
  }

  package var line: String { String(text) }

  package mutating func take(_ key: Key) -> Effect {
    if search != nil, let effect = takeInSearch(key) { return effect }
    switch key {
    case .text(let piece): insert(piece)
    case .enter:
      // A pasted text runs line by line.
      return submit()
    case .tab: return isPasting ? .none : .complete
    case .pasteBegins: isPasting = true
    case .pasteEnds: isPasting = false
    case .backspace: if cursor > 0 { remove(cursor - 1..<cursor, keeps: false) }
    case .delete: if cursor < text.count { remove(cursor..<cursor + 1, keeps: false) }
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = text.count
    case .wordLeft: cursor = wordStart()
    case .wordRight: cursor = wordEnd()
    case .killToEnd: remove(cursor..<text.count, keeps: true)
    case .killToStart: remove(0..<cursor, keeps: true)
    case .killWord: remove(wordStart()..<cursor, keeps: true)
    case .killWordForward: remove(cursor..<wordEnd(), keeps: true)
    case .yank: insert(String(killed))
    case .up: look(at: historyIndex - 1)
    case .down: look(at: historyIndex + 1)
    case .search:
      if historyIndex == history.count { draft = text }
      beforeSearch = (text, cursor, historyIndex)
      search = ""
    case .cancel: look(at: history.count)
    case .interrupt:
      clear()
      return .interrupt
    case .endOfInput:
      if text.isEmpty { return .end }
      if cursor < text.count { remove(cursor..<cursor + 1, keeps: false) }
    case .suspend: return .suspend
    case .clearScreen: return .clearScreen
    case .escape, .unknown: break
    }
    return .none
  }

  /// Replaces the text before the cursor, from a character on.
  package mutating func replace(from start: Int, with replacement: String) {
    text.replaceSubrange(start..<cursor, with: replacement)
    cursor = start + replacement.count
  }

  // MARK: Editing

  private mutating func insert(_ piece: String) {
    guard text.count + piece.count <= Self.mostCharacters else { return }
    // A combining character joins the one before it.
    let before = String(text[..<cursor]) + piece
    let characters = Array(before)
    text = characters + text[cursor...]
    cursor = characters.count
  }

  private mutating func remove(_ range: Range<Int>, keeps: Bool) {
    if keeps, !range.isEmpty { killed = Array(text[range]) }
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  private func isWord(_ index: Int) -> Bool {
    text[index].isLetter || text[index].isNumber || text[index] == "_"
  }

  private func wordStart() -> Int {
    var index = cursor
    while index > 0, !isWord(index - 1) { index -= 1 }
    while index > 0, isWord(index - 1) { index -= 1 }
    return index
  }

  private func wordEnd() -> Int {
    var index = cursor
    while index < text.count, !isWord(index) { index += 1 }
    while index < text.count, isWord(index) { index += 1 }
    return index
  }

  private mutating func clear() {
    text = []
    cursor = 0
    historyIndex = history.count
    search = nil
  }

  private mutating func submit() -> Effect {
    let line = self.line
    if !line.isEmpty, history.last != line { history.append(line) }
    clear()
    return .submit(line)
  }

  // MARK: History

  private mutating func look(at other: Int) {
    guard (0...history.count).contains(other), other != historyIndex else { return }
    if historyIndex == history.count { draft = text }
    historyIndex = other
    text = other == history.count ? draft : Array(history[other])
    cursor = text.count
  }

  /// Handles a key during a search (Ctrl-R). Letters narrow the search, Ctrl-R goes further back, Enter submits the
  /// line. Ctrl-G restores the line from before the search. Any other key edits the line that was found.
  private mutating func takeInSearch(_ key: Key) -> Effect? {
    guard var wanted = search else { return nil }
    switch key {
    case .text(let piece):
      wanted += piece
      search = wanted
      find(wanted, before: history.count)
    case .backspace:
      search = String(wanted.dropLast())
      find(String(wanted.dropLast()), before: history.count)
    case .search: find(wanted, before: historyIndex)
    case .cancel:
      (text, cursor, historyIndex) = beforeSearch
      search = nil
    case .interrupt, .escape: clear()
    case .enter:
      search = nil
      return submit()
    default:
      search = nil
      return nil
    }
    return Effect.none
  }

  private mutating func find(_ wanted: String, before end: Int) {
    guard !wanted.isEmpty, let found = history[..<end].lastIndex(where: { $0.utf8.includes(wanted.utf8) }) else {
      return
    }
    historyIndex = found
    text = Array(history[found])
    cursor = text.count
  }
}
