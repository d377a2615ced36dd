package import StateKitCore
import StateKitInterchange

/// The names of a translated chart, with their positions in the original file.
package struct ForeignNames: Sendable {
  /// A use of a name in the file.
  package struct Use: Sendable {
    package let occurrence: NameOccurrence
    /// The bytes of the name alone.
    package let span: SourceSpan
    /// The string or the attribute that contains the name.
    package let token: SourceSpan
  }

  /// The names of the translation.
  package let names: NameIndex
  let document: ChartDocument
  package let file: SourceText
  package let isMarkup: Bool

  /// `document`: the translation, with its names.
  package init(_ document: ChartDocument) {
    self.document = document
    names = document.names
    file = document.source.shown
    isMarkup = ChartKind.of(file) == .scxml
  }

  private struct Search: Hashable {
    let name: NameID
    let kind: NameKind
  }

  /// The words of a token, by which a name is found without a look at the whole token. A token can be nearly the whole
  /// file, so that a word takes a few bytes.
  private struct Words {
    let token: SourceSpan
    let range: Range<Int>
    let isExpression: Bool
    private var names = NameTable()
    /// The offsets of all words, and for each word, the index of the next equal one; -1 for the last one.
    private var offsets: [Int32] = []
    private var next: [Int32] = []
    /// The indices of the first and of the last word, by the name.
    private var ends: [(first: Int32, last: Int32)] = []

    init(_ file: SourceText, in token: SourceSpan, isMarkup: Bool) {
      self.token = token
      range = token.range.clamped(to: file.bytes.indices)
      let bytes = file.bytes[range]
      isExpression = isMarkup && bytes.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "=") }
      var index = range.lowerBound
      while index < range.upperBound {
        let word = bytes[index...].prefix(while: ForeignNames.isNameByte)
        if !word.isEmpty { add(names.intern(file.bytes.span.extracting(word.indices)), at: index) }
        index = max(index + 1, word.endIndex)
      }
    }

    private mutating func add(_ name: NameID, at offset: Int) {
      let number = Int32(clamping: offsets.count)
      offsets.append(Int32(clamping: offset))
      next.append(-1)
      if name.index == ends.count {
        ends.append((number, number))
      } else {
        next[Int(ends[name.index].last)] = number
        ends[name.index].last = number
      }
    }

    /// The offsets at which a name can be.
    func starts(of name: [UInt8]) -> [Int] {
      let word = name.prefix(while: ForeignNames.isNameByte)
      if word.isEmpty { return Array(range) }
      guard let id = names.find(name.span.extracting(word.indices)) else { return [] }
      var found: [Int] = []
      var number = ends[id.index].first
      while number >= 0 {
        found.append(Int(offsets[Int(number)]))
        number = next[Int(number)]
      }
      return found
    }
  }

  /// The names of the whole file in order, each once.
  package var uses: [Use] {
    let written = names.occurrences.map { Written(occurrence: $0, token: document.source.shown($0.token)) }
    let order = written.indices.sorted {
      (written[$0].token.start, written[$0].token.end, $0) < (written[$1].token.start, written[$1].token.end, $1)
    }
    return uses(of: order.map { written[$0] }).sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  /// The name at an offset of the file, with its span. A token that is no expression has one name for all its offsets.
  package func name(at offset: Int) -> (occurrence: NameOccurrence, span: SourceSpan)? {
    var around: [Written] = []
    for occurrence in names.occurrences {
      let token = document.source.shown(occurrence.token)
      if token.touches(offset) { around.append(Written(occurrence: occurrence, token: token)) }
    }
    guard let token = around.map(\.token).min(by: { $0.range.count < $1.range.count }) else { return nil }
    around.removeAll { $0.token != token }
    if let use = uses(of: around).first(where: { $0.span.touches(offset) }) { return (use.occurrence, use.span) }
    let isOne = around.allSatisfy { $0.occurrence.thing == around[0].occurrence.thing }
    return isOne && !words(in: token).isExpression ? (around[0].occurrence, token) : nil
  }

  /// An occurrence in the translation with its token in the file.
  private struct Written {
    let occurrence: NameOccurrence
    let token: SourceSpan
  }

  private func uses(of all: [Written]) -> [Use] {
    var known: Set<SourceSpan> = []
    var found: [Use] = []
    // A token can have many names: its words are read once.
    var words = self.words(in: SourceSpan(0, end: 0))
    var searched: Set<Search> = []
    for written in all {
      let occurrence = written.occurrence
      if written.token != words.token {
        words = self.words(in: written.token)
        searched = []
      }
      let search = Search(name: occurrence.name, kind: occurrence.kind)
      guard searched.insert(search).inserted else { continue }
      for span in spans(of: names.names.text(occurrence.name), kind: occurrence.kind, in: words)
      where known.insert(span).inserted {
        found.append(Use(occurrence: occurrence, span: span, token: written.token))
      }
    }
    return found
  }

  private func words(in token: SourceSpan) -> Words { Words(file, in: token, isMarkup: isMarkup) }

  /// The spans of a name in a part of the file, which may contain other names, too.
  func spans(of name: String, kind: NameKind, in token: SourceSpan) -> [SourceSpan] {
    spans(of: name, kind: kind, in: words(in: token))
  }

  private func spans(of name: String, kind: NameKind, in words: Words) -> [SourceSpan] {
    let wanted = Array(name.utf8)
    if wanted.isEmpty { return [] }
    var found: [SourceSpan] = []
    for start in words.starts(of: wanted) {
      let end = start + wanted.count
      guard end <= words.range.upperBound, start >= found.last?.range.upperBound ?? 0,
        file.bytes[start..<end].elementsEqual(wanted),
        isBounded(start..<end, kind: kind, isExpression: words.isExpression)
      else { continue }
      found.append(SourceSpan(start, end: end))
    }
    return found
  }

  private func isBounded(_ range: Range<Int>, kind: NameKind, isExpression: Bool) -> Bool {
    let bytes = file.bytes
    let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
    let after = range.upperBound < bytes.count ? bytes[range.upperBound] : 0
    if Self.isNameByte(before) || Self.isNameByte(after) { return false }
    let dot = UInt8(ascii: ".")
    switch kind {
    case .state:
      return !isExpression || before == UInt8(ascii: "'") || before == UInt8(ascii: "\"")
    case .context:
      return before != dot && !(isExpression && before == UInt8(ascii: "'"))
    case .event, .action, .guard:
      return before != dot && (after != dot || bytes[range.upperBound...].starts(with: ".*".utf8))
    }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || 0x30...0x39 ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  // MARK: What editors show of them

  /// Names as parts of the text that are coloured.
  package var parts: [Highlighting.Part] {
    Highlighting.sorted(
      uses.map { use in
        let kind: Highlighting.Kind =
          switch use.occurrence.kind {
          case .state: .class
          case .event: .event
          case .action, .guard: .function
          case .context: .variable
          }
        return Highlighting.Part(span: use.span, kind: kind)
      })
  }

  /// The full path of a state after a target that is shorter.
  package func hints(in range: Range<Int>) -> [InlayHint] {
    uses.compactMap { use in
      guard use.occurrence.kind == .state, use.occurrence.role == .use, use.occurrence.thing >= 0,
        range.contains(Int(use.span.start))
      else { return nil }
      let state = Int(names.things[Int(use.occurrence.thing)].state)
      let written = file.bytes[use.token.range].split(separator: UInt8(ascii: ".")).count
      guard names.level(ofState: state) > written else { return nil }
      return InlayHint(offset: Int(isMarkup ? use.span.end : use.token.end), state: state, names: names)
    }
  }

  /// Returns the fix of a finding at a span of the file.
  package func edit(for finding: Diagnostic, at span: SourceSpan) -> OfferedEdit? {
    guard let fix = finding.fix else { return nil }
    let found = spans(of: fix.old, kind: .state, in: span)
    guard found.count == 1, fix.new.utf8.allSatisfy({ Self.isNameByte($0) || ".#".utf8.contains($0) }) else {
      return nil
    }
    return OfferedEdit(
      title: "change to \(DisplayText.quoted(fix.new))", span: found[0], text: fix.new, isPreferred: fix.isCertain)
  }

  /// True if the name needs no escapes in strings and attributes.
  package static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ".") }
  }
}
