import StateKitCore
import StateKitFormat

/// Reads XML 1.0 with namespaces and positions, without recursion. Document types are refused, so the only entities
/// are those of XML.
struct XMLReader {
  /// The error that ends the reading of a document.
  struct SyntaxError: Error {
    let diagnostic: Diagnostic
  }

  struct Open {
    let node: Int32
    let name: Range<Int>
    /// The number of namespaces that were bound before it.
    let bindings: Int
  }

  let bytes: [UInt8]
  var index: Int
  var tree: XMLTree
  private(set) var open: [Open] = []
  /// The bound prefixes in order, each with its namespace, the innermost last.
  var bindings: [ArraySlice<UInt8>] = []
  var bound: [ArraySlice<UInt8>: [Int32]] = [:]
  var namespaceIndices = NameMap<Int32>()
  /// The namespace of elements without a prefix.
  var defaultNamespace: Int32 = 0
  private let memory: MemoryGauge
  /// The position at which memory is reserved again for the rest of the document.
  private var nextRoom = ReadingProgress.stride

  /// Reads a document. The first node of its tree is the root element.
  static func read(_ source: SourceText, memory: MemoryGauge) throws(SyntaxError) -> XMLTree {
    var reader = XMLReader(source, memory: memory)
    try reader.readDocument()
    return reader.tree
  }

  private init(_ source: SourceText, memory: MemoryGauge) {
    bytes = source.bytes
    index = source.markLength
    tree = XMLTree(bytes: source.bytes)
    namespaceIndices[""] = 0
    self.memory = memory
  }

  // MARK: Document

  private mutating func readDocument() throws(SyntaxError) {
    try readDeclaration()
    var hasRoot = false
    while index < bytes.count {
      if nextRoom <= index { try makeRoom() }
      guard bytes[index] == UInt8(ascii: "<") else {
        if open.isEmpty {
          try skipSpaceOutside(hasRoot)
        } else {
          try readText()
        }
        continue
      }
      switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
      case UInt8(ascii: "/"): try readEndTag()
      case UInt8(ascii: "?"): try skipInstruction()
      case UInt8(ascii: "!"): try readDeclaredPart()
      default:
        if open.isEmpty, hasRoot {
          throw error(index, end: index + 1, message: "a document can have only one root element")
        }
        hasRoot = true
        try readStartTag()
      }
    }
    if let last = open.last {
      let name = String(decoding: bytes[last.name], as: UTF8.self)
      throw error(
        last.name.lowerBound, end: last.name.upperBound,
        message: "the element \(DisplayText.quoted(name)) is not closed")
    }
    if !hasRoot { throw error(bytes.count, end: bytes.count, message: "a document needs a root element") }
  }

  private mutating func makeRoom() throws(SyntaxError) {
    var progress = ReadingProgress(read: index, of: bytes.count, in: memory)
    tree.makeRoom(&progress)
    if progress.isStuck { throw SyntaxError(diagnostic: MemoryGauge.refusal(at: index)) }
    nextRoom = index + ReadingProgress.stride
  }

  private mutating func skipSpaceOutside(_ hasRoot: Bool) throws(SyntaxError) {
    guard Self.isSpace(bytes[index]) else {
      throw error(index, end: index + 1, message: "text \(hasRoot ? "after" : "before") the root element")
    }
    skipSpace()
  }

  // MARK: Elements

  private mutating func readStartTag() throws(SyntaxError) {
    let start = index
    index += 1
    let name = try readName("the name of an element")
    if open.count == InputLimits.jsonDepth {
      throw SyntaxError(
        diagnostic: Diagnostic(
          .tooDeep, at: SourceSpan(start, end: index),
          message: "elements nested deeper than \(InputLimits.jsonDepth), the limit"))
    }
    let firstBinding = bindings.count
    let firstAttribute = tree.attributes.count
    var hasNamespaces = false
    var isEmpty = false
    while true {
      let before = index
      skipSpace()
      guard index < bytes.count else { throw error(start, end: start + 1, message: "the start tag is not closed") }
      if bytes[index] == UInt8(ascii: ">") {
        index += 1
        break
      }
      if bytes[index] == UInt8(ascii: "/") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ">") else {
          throw error(index, end: index + 1, message: "\"/\" must be followed by \">\" in a start tag")
        }
        index += 2
        isEmpty = true
        break
      }
      if before == index {
        throw error(index, end: index + 1, message: "expected a space, \">\" or \"/>\", found \(shown(index))")
      }
      if try readAttribute() { hasNamespaces = true }
    }
    if tree.nodes.count >= InputLimits.xmlNodes {
      throw SyntaxError(
        diagnostic: Diagnostic(
          .tooMany, at: SourceSpan(start, end: index),
          message: "more than \(InputLimits.xmlNodes) elements and texts, the limit"))
    }
    if hasNamespaces { try bindNamespaces(from: firstAttribute) }
    if tree.attributes.count - firstAttribute > 1 { try checkDuplicates(from: firstAttribute) }
    let namespace = name.hasPrefix ? try namespace(of: name) : defaultNamespace
    let node = Int32(tree.nodes.count)
    tree.addElement(
      SourceSpan(start, end: index), name: name, namespace: namespace, firstAttribute: firstAttribute,
      in: open.last?.node ?? -1)
    if isEmpty {
      unbind(to: firstBinding)
    } else {
      open.append(Open(node: node, name: name.range, bindings: firstBinding))
    }
  }

  private mutating func readEndTag() throws(SyntaxError) {
    let start = index
    index += 2
    let name = try readName("the name of an element")
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else {
      throw error(start, end: index, message: "the end tag is not closed")
    }
    index += 1
    guard let last = open.popLast() else { throw error(start, end: index, message: "this end tag closes no element") }
    guard bytes.span.extracting(last.name).equals(bytes.span.extracting(name.range)) else {
      let expected = String(decoding: bytes[last.name], as: UTF8.self)
      throw error(
        start, end: index,
        message: "expected </\(expected)>, found </\(String(decoding: bytes[name.range], as: UTF8.self))>")
    }
    close(last)
  }

  private mutating func close(_ element: Open) {
    tree.close(Int(element.node), at: index)
    unbind(to: element.bindings)
  }

  // MARK: Texts

  mutating func addText(_ range: Range<Int>, decoded: Int32) {
    tree.addText(SourceSpan(range), decoded: decoded, in: open.last?.node ?? -1)
  }
}
