import StateKitCore
import StateKitEditor
import StateKitFormat

/// Completes an event's payload: each insertion keeps it a prefix of valid JSON.
struct PayloadCompleter {
  private let type: EventType?
  private let text: [UInt8]
  private let start: Int

  /// The payload begins at `start`.
  init(_ type: EventType?, text: [UInt8], from start: Int) {
    self.type = type
    self.text = text
    self.start = start
  }

  /// The expected token at an offset of the payload.
  private enum Expected {
    case start
    /// A key of the payload itself, typed from this offset.
    case key(from: Int)
    /// After a key.
    case colon
    case value(of: String, from: Int)
    /// After a value.
    case comma
    /// In a part without a declaration.
    case elsewhere
  }

  var completion: Completion {
    guard let type else { return Completion(nothing: text) }
    switch type {
    case .none: return Completion(nothing: text)
    case .value(let type): return Completion(text, from: start, Self.values(of: type))
    case .record(let fields):
      let (expected, used) = look()
      let unused = fields.filter { field in !used.contains { $0.utf8.elementsEqual(field.name.utf8) } }
      let keys = unused.map { DisplayText.string($0.name) + ": " }
      switch expected {
      case .start: return Completion(text, from: start, keys.map { "{" + $0 })
      case .key(let from):
        // A key without its opening quote gets one.
        let typed = text[from...]
        if !typed.isEmpty, typed.first != UInt8(ascii: "\"") {
          let found = keys.filter { $0.utf8.dropFirst().starts(with: typed) }
          return Completion(replacing: text, from: from, found)
        }
        return Completion(text, from: from, keys)
      case .colon: return Completion(text, from: text.count, [": "])
      case .value(let name, let from):
        guard let field = fields.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { break }
        return Completion(text, from: from, Self.values(of: field.type))
      case .comma:
        let isWhole = unused.allSatisfy(\.type.isOptional)
        return Completion(text, from: text.count, keys.map { ", " + $0 } + (isWhole ? ["}"] : []))
      case .elsewhere: break
      }
      return Completion(nothing: text)
    }
  }

  private static func values(of type: FieldType) -> [String] {
    (type.base == .bool ? ["true", "false"] : []) + (type.isOptional ? ["null"] : [])
  }

  /// The expected token at the end of the text, and the keys typed before.
  private func look() -> (expected: Expected, used: [String]) {
    if start == text.count { return (.start, []) }
    let tree = SyntaxReader.read(text, in: start..<text.count)
    guard let top = tree.nodes.first, top.kind == .object, !top.isClosed else { return (.elsewhere, []) }
    let members = tree.children(of: 0).map { tree.nodes[$0] }
    let used = members.map(\.keySpan).filter(isString).map {
      String(decoding: text[$0.range.dropFirst().dropLast()], as: UTF8.self)
    }
    let isNested = tree.nodes.count { $0.isContainer && !$0.isClosed } > 1
    return (isNested ? .elsewhere : expected(after: members.last, used: used), used)
  }

  /// The expected token after the last member of an object that is open.
  private func expected(after member: SyntaxTree.Node?, used: [String]) -> Expected {
    guard let member else { return .key(from: text.count) }
    let (key, value) = (member.keySpan.range, member.span.range)
    if text[max(key.upperBound, value.upperBound)...].contains(UInt8(ascii: ",")) { return .key(from: text.count) }
    guard isString(member.keySpan) else {
      // A key without its closing quote, or without both.
      let isTyped = text[key.lowerBound] == UInt8(ascii: "\"") || key.upperBound == text.count
      return isTyped && member.kind == .missing && !member.hasColon ? .key(from: key.lowerBound) : .elsewhere
    }
    let name = used.last ?? ""
    switch member.kind {
    case .missing: return member.hasColon ? .value(of: name, from: text.count) : .colon
    case .string: return member.isClosed ? .comma : .elsewhere
    case .object, .array: return .comma
    case .null, .bool, .number, .word:
      let word = String(decoding: text[value], as: UTF8.self)
      let isWhole = ["true", "false", "null"].contains(word) || text[value].last.map { 0x30...0x39 ~= $0 } == true
      return value.upperBound == text.count && !isWhole ? .value(of: name, from: value.lowerBound) : .comma
    }
  }

  /// True for a text between quotes.
  private func isString(_ span: SourceSpan) -> Bool {
    let range = span.range
    return range.count > 1 && text[range.lowerBound] == UInt8(ascii: "\"")
      && JSONText.closingQuote(in: text.span, from: range.lowerBound, to: text.count) == range.upperBound - 1
  }
}
