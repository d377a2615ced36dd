package import StateKitCore

/// Builds a tree from any text. For strict JSON it is the tree of the values; after an error, the reader recovers in
/// the most likely way (the grammar is RFC 8259).
package struct SyntaxReader {
  let bytes: [UInt8]
  var index: Int
  let end: Int
  private var tree = SyntaxTree()
  private var open: [Open] = []
  /// The number of open objects: a closing brace without an open object needs no search.
  private var openObjects = 0
  /// True if indentation also ends containers.
  private let readsIndentation: Bool
  /// The white space before the first token of the line at `index`.
  var indentation = 0
  var isFirstInLine = true

  /// A container that is not closed yet.
  private struct Open {
    let node: Int
    let isObject: Bool
    /// The indentation of the line in which it begins.
    let indentation: Int
    /// True if a line ends right after its opening bracket.
    let isDivided: Bool
  }

  /// The tree of a whole text.
  package static func read(_ source: SourceText) -> SyntaxTree {
    var reader = SyntaxReader(source.bytes, in: source.markLength..<source.bytes.count, readsIndentation: false)
    reader.read()
    if reader.isBalanced { return reader.tree }
    // A bracket is missing or superfluous: the indentation shows where.
    var second = SyntaxReader(source.bytes, in: source.markLength..<source.bytes.count, readsIndentation: true)
    second.read()
    return second.tree
  }

  /// The tree of a part of a text.
  package static func read(_ bytes: [UInt8], in range: Range<Int>) -> SyntaxTree {
    var reader = SyntaxReader(bytes, in: range, readsIndentation: false)
    reader.read()
    return reader.tree
  }

  private init(_ bytes: [UInt8], in range: Range<Int>, readsIndentation: Bool) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    self.readsIndentation = readsIndentation
    tree.nodes.reserveCapacity(range.count / 16)
  }

  private var isBalanced = true

  private mutating func read() {
    while true {
      skipSpace()
      guard index < end else { break }
      endByIndentation()
      switch bytes[index] {
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close(isObject: bytes[index] == UInt8(ascii: "}"))
      case UInt8(ascii: ","): index += 1
      default: readPart()
      }
      isFirstInLine = false
    }
    if !open.isEmpty { isBalanced = false }
    while !open.isEmpty { closeTop(isClosed: false) }
  }

  // MARK: Brackets

  private mutating func close(isObject: Bool) {
    let hasMatch = isObject ? openObjects > 0 : open.count > openObjects
    guard hasMatch, let matching = open.lastIndex(where: { $0.isObject == isObject }) else {
      isBalanced = false
      index += 1
      return
    }
    if matching < open.count - 1 {
      isBalanced = false
      while open.count > matching + 1 { closeTop(isClosed: false) }
    }
    index += 1
    closeTop(isClosed: true)
  }

  private mutating func closeTop(isClosed: Bool) {
    guard let top = open.popLast() else { return }
    if top.isObject { openObjects -= 1 }
    tree.nodes[top.node].isClosed = isClosed
    tree.nodes[top.node].next = Int32(tree.nodes.count)
    // A container that is not closed ends with its contents.
    if isClosed { lastEnd = index }
    tree.nodes[top.node].span.end = Int32(clamping: lastEnd)
  }

  /// The end of the last token of a value.
  private var lastEnd = 0

  /// Ends containers by indentation: a line that is not indented deeper than the line of a container's bracket is
  /// behind that container, if the container's parts are on lines of their own. A closing bracket on the line belongs
  /// to the container.
  private mutating func endByIndentation() {
    guard readsIndentation, isFirstInLine else { return }
    let isClosing = bytes[index] == UInt8(ascii: "}") || bytes[index] == UInt8(ascii: "]")
    while open.count > 1, let top = open.last, top.isDivided {
      guard indentation < top.indentation || indentation == top.indentation && !isClosing else { return }
      closeTop(isClosed: false)
    }
  }

  // MARK: Parts

  private mutating func readPart() {
    isFirstInLine = false
    guard let top = open.last else {
      // A second top-level value is read without a parent: only the first is the document.
      if !tree.nodes.isEmpty { return skipToken() }
      return readValue(key: SourceSpan(index, end: index), hasColon: false)
    }
    if top.isObject { readMember() } else { readValue(key: SourceSpan(index, end: index), hasColon: false) }
  }

  private mutating func readMember() {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "\""): _ = readString()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return readValue(key: SourceSpan(index, end: index), hasColon: false)
    case UInt8(ascii: ":"):
      index += 1
      lastEnd = index
      return readMemberValue(key: SourceSpan(start, end: start), hasColon: true)
    default: readWord()
    }
    let key = SourceSpan(start, end: index)
    lastEnd = index
    let mark = (index, indentation, isFirstInLine)
    skipSpace()
    guard index < end, bytes[index] == UInt8(ascii: ":") else {
      (index, indentation, isFirstInLine) = mark
      return addMissing(key: key, hasColon: false)
    }
    index += 1
    lastEnd = index
    readMemberValue(key: key, hasColon: true)
  }

  private mutating func readMemberValue(key: SourceSpan, hasColon: Bool) {
    let mark = (index, indentation, isFirstInLine)
    skipSpace()
    let endsHere =
      index >= end || [UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ",")].contains(bytes[index])
      || isFirstInLine && beginsMember()
    if endsHere {
      (index, indentation, isFirstInLine) = mark
      return addMissing(key: key, hasColon: hasColon)
    }
    readValue(key: key, hasColon: hasColon)
  }

  /// True if a string and a colon follow: the key of the next member.
  private func beginsMember() -> Bool {
    var ahead = self
    guard ahead.bytes[ahead.index] == UInt8(ascii: "\"") else { return false }
    _ = ahead.readString()
    ahead.skipSpace()
    return ahead.index < end && bytes[ahead.index] == UInt8(ascii: ":")
  }

  private mutating func addMissing(key: SourceSpan, hasColon: Bool) {
    add(.missing, at: SourceSpan(index, end: index), key: key, hasColon: hasColon, isClosed: false)
  }

  private mutating func readValue(key: SourceSpan, hasColon: Bool) {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = bytes[index] == UInt8(ascii: "{")
      index += 1
      lastEnd = index
      let node = tree.nodes.count
      add(isObject ? .object : .array, at: SourceSpan(start, end: index), key: key, hasColon: hasColon, isClosed: false)
      if isObject { openObjects += 1 }
      open.append(Open(node: node, isObject: isObject, indentation: indentation, isDivided: lineEndsHere()))
    case UInt8(ascii: "\""):
      let isClosed = readString()
      add(.string, at: SourceSpan(start, end: index), key: key, hasColon: hasColon, isClosed: isClosed)
    default:
      readWord()
      add(kind(ofWord: start..<index), at: SourceSpan(start, end: index), key: key, hasColon: hasColon, isClosed: true)
    }
    lastEnd = index
  }

  private mutating func add(
    _ kind: SyntaxTree.Kind, at span: SourceSpan, key: SourceSpan, hasColon: Bool, isClosed: Bool
  ) {
    let next = Int32(tree.nodes.count + 1)
    tree.nodes.append(
      SyntaxTree.Node(
        kind: kind, isClosed: isClosed, span: span, keySpan: key, hasColon: hasColon,
        parent: Int32(open.last?.node ?? -1), next: next))
  }
}
