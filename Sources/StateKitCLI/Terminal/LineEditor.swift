import StateKitCore

/// A line that is being typed: a pure function of its former value and a key. The display is derived from it.
package struct LineEditor {
  /// The action after a key.
  package enum Effect: Equatable {
    case none
    case submit(String)
    /// The line is longer than allowed: discard it.
    case tooLong
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
  /// The bytes of the text in UTF-8.
  private var byteCount = 0
  /// True if a part of the line was not taken.
  private var isTooLong = false
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

  /// The limit of bytes in the text of a search.
  private static let longestSearch = 1_000
  /// The limit of bytes in a character: later marks are characters of their own.
  private static let longestCharacter = 256

  package init(history: [String] = []) {
    self.history = history
    historyIndex = history.count
  }

  package var line: String { String(text) }

  package mutating func handle(_ key: Key) -> Effect {
    if search != nil, let effect = handleInSearch(key) { return effect }
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
    remove(start..<cursor, keeps: false)
    insert(replacement)
  }

  // MARK: Editing

  private mutating func insert(_ piece: String) {
    guard byteCount + piece.utf8.count <= InputLimits.lineBytes else {
      isTooLong = true
      return
    }
    byteCount += piece.utf8.count
    // A combining character joins the one before it.
    if cursor > 0, text[cursor - 1].utf8.count < Self.longestCharacter {
      let characters = Array(String(text[cursor - 1]) + piece)
      text.replaceSubrange(cursor - 1..<cursor, with: characters)
      cursor += characters.count - 1
    } else {
      text.insert(contentsOf: piece, at: cursor)
      cursor += piece.count
    }
  }

  private mutating func remove(_ range: Range<Int>, keeps: Bool) {
    if keeps, !range.isEmpty { killed = Array(text[range]) }
    byteCount -= Self.bytes(of: text[range])
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  private static func bytes(of text: ArraySlice<Character>) -> Int {
    text.reduce(0) { $0 + $1.utf8.count }
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
    byteCount = 0
    isTooLong = false
    cursor = 0
    historyIndex = history.count
    search = nil
  }

  private mutating func submit() -> Effect {
    if isTooLong {
      clear()
      return .tooLong
    }
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
    show(other == history.count ? draft : Array(history[other]))
  }

  /// Replaces the whole text.
  private mutating func show(_ other: [Character]) {
    text = other
    byteCount = Self.bytes(of: text[...])
    cursor = text.count
  }

  /// Handles a key during a search (Ctrl-R). Letters narrow the search, Ctrl-R goes further back, Enter submits the
  /// line. Ctrl-G restores the line from before the search. Any other key edits the line that was found.
  private mutating func handleInSearch(_ key: Key) -> Effect? {
    guard var wanted = search else { return nil }
    switch key {
    case .text(let piece):
      if wanted.utf8.count + piece.utf8.count > Self.longestSearch { return Effect.none }
      for letter in piece {
        wanted.append(letter)
        search = wanted
        find(wanted, before: history.count)
      }
    case .backspace:
      search = String(wanted.dropLast())
      find(String(wanted.dropLast()), before: history.count)
    case .search: find(wanted, before: historyIndex)
    case .cancel:
      show(beforeSearch.text)
      (cursor, historyIndex) = (beforeSearch.cursor, beforeSearch.historyIndex)
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
    show(Array(history[found]))
  }
}
