package import StateKitCore
import StateKitFormat

/// The kind of a file in a folder, judged by its content.
package enum ChartContent: Sendable {
  /// A chart of any notation, or one that is broken.
  case chart
  /// JSON or XML of another kind.
  case noChart
  /// A file that cannot be read and does not look like a chart.
  case unreadable

  package init(_ source: SourceText) {
    // The ASCII characters of a text in UTF-16.
    let isWide = source.bytes.prefix(4).contains(0)
    let bytes = isWide ? source.bytes.filter { $0 != 0 && $0 < 0x80 } : source.bytes
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    let isConflict = bytes.drop { $0 <= 0x20 }.starts(with: "<<<<<<< ".utf8)
    if first == UInt8(ascii: "<"), !isConflict {
      self = Self.rootElement(bytes)?.lowercased() == "scxml" ? .chart : .noChart
    } else if Self.hasKeysOfChart(bytes) {
      self = .chart
    } else if Self.isJSON(bytes) {
      self = .noChart
    } else {
      let isElement = isConflict && bytes[...].firstOccurrence(of: "<scxml".utf8) != nil
      let hasWords = ["root", "subStates", "states"].contains { Self.hasObject($0, bytes: bytes) }
      self = isElement || hasWords ? .chart : .unreadable
    }
  }

  // MARK: JSON

  /// Our charts have `root`, an object, or a misspelling of it with one edit; a flat chart has `subStates`. XState
  /// has `states` or `initial` beside `id`, `context` or `on`, or `states` beside `initial` or another key of a
  /// state. A value may be missing where the text ends.
  private static func hasKeysOfChart(_ bytes: [UInt8]) -> Bool {
    var isOurs = false
    var found: [String] = []
    let words = ["entry", "exit", "always", "after", "invoke"]
    TopLevel.forEachKey(bytes) { key, first in
      let isObject = first == nil || first == UInt8(ascii: "{")
      let isText = first == nil || first == UInt8(ascii: "\"")
      let isNearRoot = key.utf8.count <= 5 && !Suggestion.nearest(to: key, among: ["root"]).isEmpty
      isOurs = isOurs || isObject && (key == "root" || isNearRoot || key.lowercased() == "substates")
      if isObject && ["states", "context", "on"].contains(key) || isText && ["id", "initial"].contains(key)
        || isObject && key == "initial" || words.contains(key)
      {
        found.append(key)
      }
      return !isOurs
    }
    func has(_ keys: [String]) -> Bool { keys.contains { found.contains($0) } }
    return isOurs || has(["states", "initial"]) && has(["id", "context", "on"])
      || has(["states"]) && (has(["initial"] + words) || hasTypeOfState(bytes))
  }

  /// True if `type` is a type of states with children, or nearly: many other files have a `type`, too.
  private static func hasTypeOfState(_ bytes: [UInt8]) -> Bool {
    guard let type = TopLevel.text(of: "type", bytes: bytes) else { return false }
    let types = ["parallel", "compound"]
    return types.contains(type) || !Suggestion.nearest(to: type, among: types).isEmpty
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var reader = JSONReader(bytes, range: start..<bytes.count, names: NameTable(), findings: Findings())
    do throws(JSONReader.SyntaxError) {
      try reader.skipValue()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }

  /// True if the text contains a word, with or without quotes, followed by `: {`; the colon may be missing or misspelt,
  /// and comments may be before and after it.
  private static func hasObject(_ word: String, bytes: [UInt8]) -> Bool {
    let text = bytes.span
    let quotes = Array("\"'".utf8)
    var rest = bytes[...]
    while let found = rest.firstOccurrence(of: word.utf8) {
      let before = rest[..<found.lowerBound].last ?? 0x20
      rest = rest[found.upperBound...]
      guard before <= 0x20 || (quotes + Array("{,".utf8)).contains(before) else { continue }
      var index = found.upperBound
      if index < text.count, quotes.contains(text[index]) { index += 1 }
      index = TopLevel.endOfSpace(text, from: index)
      let isColon = index < text.count && text[index] == UInt8(ascii: ":")
      if index < text.count, text[index] != UInt8(ascii: "{") { index = TopLevel.endOfSpace(text, from: index + 1) }
      if index < text.count ? text[index] == UInt8(ascii: "{") : isColon { return true }
    }
    return false
  }

  // MARK: XML

  /// The local name of the first element.
  private static func rootElement(_ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      let end: String
      if rest.starts(with: "!--".utf8) {
        end = "-->"
      } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
        end = ">"
      } else {
        let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
      }
      guard let found = rest.firstOccurrence(of: end.utf8) else { return nil }
      rest = rest[found.upperBound...]
    }
    return nil
  }
}
