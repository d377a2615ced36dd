package import CEL
import StateKitCore

/// A host action or an event with its name and data.
package struct Carried: Sendable {
  package let name: String
  /// Nil without data; in an expectation, for any data.
  package let data: Value?

  package init(name: String, data: Value?) {
    self.name = name
    self.data = data
  }

  /// The form in scripts and traces.
  package var shown: String {
    guard let data, !data.isNull else { return DisplayText.name(name) }
    return DisplayText.name(name) + " " + data.json
  }

  /// The form in messages about an expectation, in which null means no data.
  var asked: String { data?.isNull == true ? DisplayText.name(name) + " without data" : shown }

  /// The form in scripts; without the data if they take more than `most` bytes.
  func shown(upTo most: Int) -> String {
    let name = DisplayText.name(name)
    guard let data, !data.isNull, let json = data.json(upTo: most) else { return name }
    return name + " " + json
  }

  /// Equal bytes for equal JSON values: the order of keys does not matter, int and double differ.
  private static func identity(_ value: Value) -> [UInt8] {
    var out = ByteBuffer()
    value.appendIdentity(to: &out, asJSON: true)
    return out.bytes
  }

  /// Counts of actions or events, by their names and by their data.
  final class Counts {
    private let all: [Carried]
    private var byName: [[UInt8]: [Int]] = [:]
    /// Only for the names that were asked for with data.
    private var byData: [[UInt8]: [[UInt8]: Int]] = [:]

    init(_ all: [Carried]) {
      self.all = all
      for (index, one) in all.enumerated() { byName[Array(one.name.utf8), default: []].append(index) }
    }

    /// The sorted texts of the actions or events that were made, as a list to compare with these. A text occurs once, or
    /// as often as these have it. Data are shown for a name that has data here; for other names, if any name here has.
    func lines(for made: [Carried]) -> [String] {
      let hasData = all.contains { $0.data != nil }
      let sorted = made.map { one in
        let like = byName[Array(one.name.utf8)]?.first.map { all[$0].data }
        let data = one.data ?? (like.flatMap(\.self)?.isNull == true ? .null : nil)
        let shown = Carried(name: one.name, data: like.map { $0 != nil } ?? hasData ? data : nil)
        return (text: shown.asked, one: shown)
      }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
      var lines: [String] = []
      var times = 0
      for (text, one) in sorted {
        times = lines.last?.utf8.elementsEqual(text.utf8) == true ? times + 1 : 1
        if times == 1 || times <= count(one) { lines.append(text) }
      }
      return lines
    }

    /// How many have the name, and the data if `one` has any.
    func count(_ one: Carried) -> Int {
      let name = Array(one.name.utf8)
      guard let data = one.data, let named = byName[name] else { return byName[name]?.count ?? 0 }
      if byData[name] == nil {
        byData[name] = named.reduce(into: [:]) { $0[Carried.identity(all[$1].data ?? .null), default: 0] += 1 }
      }
      return byData[name]?[Carried.identity(data)] ?? 0
    }
  }
}

extension ScriptParser {
  /// A list of names, each with optional data: `charge {"cents": 100}, beep`.
  func carried(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> [(made: Carried, range: Range<Int>)] {
    var found: [(made: Carried, range: Range<Int>)] = []
    var index = start
    while true {
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      let (wordStart, wordEnd, quoted) = try Self.word(bytes, start: index, end: end, what: "an action or event")
      let name = quoted ?? bytes.span.extracting(wordStart..<wordEnd).text
      let from = index
      index = wordEnd
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      var data: Value?
      if index < end, bytes[index] != UInt8(ascii: ",") {
        guard Self.beginsJSON(bytes, start: index, end: end) else {
          let (before, rest) = (bytes.span.extracting(start..<index).text, bytes.span.extracting(index..<end).text)
          // A text in single quotes.
          let inside = String(rest.dropFirst().prefix { $0 != "'" })
          throw Self.error(
            .badLine, in: index..<end, message: "expected \",\" between names, or JSON",
            help: rest.hasPrefix("'")
              ? "write \(before)\(DisplayText.string(inside))\(rest.dropFirst(inside.count + 2))"
              : Self.listHelp(before + rest) { names.actions.contains(Array($0.utf8)) || isKnown($0) })
        }
        let stop = Self.endOfJSON(bytes, start: index, end: end)
        data = try Self.json(bytes, start: index, end: stop, what: "the data of \(DisplayText.name(name))")
        index = stop
      }
      found.append((Carried(name: name, data: data), from..<wordEnd))
      if index == end { return found }
      index += 1
    }
  }

  /// True if JSON may follow, and no further name.
  private static func beginsJSON(_ bytes: [UInt8], start: Int, end: Int) -> Bool {
    let rest = bytes.span.extracting(start..<end)
    switch rest[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), 0x30...0x39: return true
    default:
      let length = DisplayText.bareWordLength(rest)
      return ["true", "false", "null"].contains(rest.extracting(0..<length).text)
    }
  }

  /// The end of a JSON value: the first comma outside texts, lists and objects, or the end of the line.
  package static func endOfJSON(_ bytes: [UInt8], start: Int, end: Int) -> Int {
    var depth = 0
    var isText = false
    var index = start
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isText: index += 1
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !isText { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if !isText { depth -= 1 }
      case UInt8(ascii: ",") where !isText && depth <= 0: return index
      default: break
      }
      index += 1
    }
    return end
  }
}
