import StateKitCore
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
    guard text[start] == UInt8(ascii: "{") else { return (.elsewhere, []) }
    var expected = Expected.key(from: start + 1)
    var used: [String] = []
    var depth = 1
    var index = start + 1
    while index < text.count {
      let from = index
      switch text[index] {
      case 0x20, 0x09:
        index += 1
        if depth == 1 {
          switch expected {
          case .key: expected = .key(from: index)
          case .value(let name, _): expected = .value(of: name, from: index)
          default: break
          }
        }
        continue
      case UInt8(ascii: "\""):
        index = endOfString(from)
        if index > text.count { return (depth == 1 ? openString(expected, from: from) : .elsewhere, used) }
        if depth > 1 { continue }
        if case .key = expected {
          let name = String(decoding: text[from + 1..<index - 1], as: UTF8.self)
          used.append(name)
          expected = .colon
        } else {
          expected = .comma
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
        if depth == 0 { return (.elsewhere, used) }
        if depth == 1 { expected = .comma }
      case UInt8(ascii: ":"):
        index += 1
        if depth == 1 { expected = .value(of: used.last ?? "", from: index) }
      case UInt8(ascii: ","):
        index += 1
        if depth == 1 { expected = .key(from: index) }
      default:
        // A number, a word, or a key without its quote.
        while index < text.count, ![0x20, 0x09, 0x2C, 0x3A, 0x7D, 0x5D].contains(text[index]) { index += 1 }
        if depth > 1 { continue }
        switch expected {
        case .key: return (index == text.count ? .key(from: from) : .elsewhere, used)
        case .value(let name, _):
          let word = String(decoding: text[from..<index], as: UTF8.self)
          let isWhole = ["true", "false", "null"].contains(word) || word.utf8.last.map(Self.isDigit) == true
          expected = index == text.count && !isWhole ? .value(of: name, from: from) : .comma
        default: return (.elsewhere, used)
        }
      }
    }
    return (depth == 1 ? expected : .elsewhere, used)
  }

  /// A string that is not closed yet.
  private func openString(_ expected: Expected, from: Int) -> Expected {
    if case .key = expected { .key(from: from) } else { .elsewhere }
  }

  /// The offset after the closing quote; after the text if there is none.
  private func endOfString(_ start: Int) -> Int {
    JSONText.closingQuote(in: text.span, from: start, to: text.count) + 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
