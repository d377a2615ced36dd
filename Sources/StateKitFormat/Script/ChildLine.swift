package import CEL
package import StateKitCore

/// The ids of children before an event in a line: `pay: done.invoke.gw`, `pay: "a b": done.invoke.mail`.
extension ScriptParser {
  /// The child that a word before another one names.
  package struct Child {
    package let name: String
    /// The bytes of the word. A bare word includes its colon, a JSON string does not.
    package let range: Range<Int>
    /// The offset of the next word.
    package let next: Int
  }

  /// The id of a child at an offset: `x:` or `"any name":`; nil for anything else. The chart is not asked.
  package static func child(_ bytes: [UInt8], at start: Int, end: Int) -> Child? {
    guard let word = try? word(bytes, start: start, end: end, what: "a child") else { return nil }
    var index = word.end
    func skipSpaces() { while index < end, isSpace(bytes[index]) { index += 1 } }
    skipSpaces()
    if let quoted = word.quoted {
      guard index < end, bytes[index] == UInt8(ascii: ":") else { return nil }
      index += 1
      skipSpaces()
      return Child(name: quoted, range: start..<word.end, next: index)
    }
    guard bytes[word.end - 1] == UInt8(ascii: ":"), index < end, bytes[index] != UInt8(ascii: ",") else { return nil }
    return Child(name: bytes.span.extracting(start..<word.end - 1).text, range: start..<word.end, next: index)
  }

  /// The end of host work of a child that a text names, such as `pay: done.invoke.gw`; nil for any other text.
  package func childEnd(named text: String, data: Value? = nil) -> ChildEnd? {
    guard chart.family != nil, text.utf8.contains(UInt8(ascii: ":")),
      case .end(let end)? = try? parse(ScriptLine(file: "", number: 2, bytes: Array(text.utf8)))
    else { return nil }
    return ChildEnd(path: end.path, work: end.work, event: end.event, data: data ?? end.data)
  }

  /// The ids of children from an offset on, and the offset of the word after them. The chart is not asked.
  private static func children(_ bytes: [UInt8], from start: Int, end: Int) -> (found: [Child], next: Int) {
    var found: [Child] = []
    var index = start
    while let child = child(bytes, at: index, end: end) {
      found.append(child)
      index = child.next
    }
    return (found, index)
  }

  /// The ids of children in a line whose last word is not typed yet, and the offset at which that word begins.
  package static func children(typedIn bytes: [UInt8], from start: Int) -> (path: [String], next: Int) {
    // The dot stands for the word.
    let (found, next) = children(bytes + [UInt8(ascii: ".")], from: start, end: bytes.count + 1)
    return (found.map(\.name), min(next, bytes.count))
  }

  /// The start of the last entry of a list with commas that is still being typed.
  package static func startOfLastEntry(in bytes: [UInt8], from start: Int) -> Int {
    var (entry, index) = (start, start)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        index = JSONText.closingQuote(in: bytes.span, from: index, to: bytes.count)
      } else if bytes[index] == UInt8(ascii: ",") {
        entry = index + 1
      }
      index += 1
    }
    while entry < bytes.count, isSpace(bytes[entry]) { entry += 1 }
    return entry
  }

  /// The ids of children before `done.invoke.ID` or `error.invoke.ID`; empty for any other line. The chart is not asked.
  package static func childrenToldAnEnd(_ bytes: [UInt8], start: Int, end: Int) -> [Child] {
    let (children, next) = children(bytes, from: start, end: end)
    guard let (from, to, quoted) = try? word(bytes, start: next, end: end, what: "an event") else { return [] }
    let event = quoted ?? bytes.span.extracting(from..<to).text
    return EventType.invocationEnds.contains { event.utf8.starts(with: $0.utf8) } ? children : []
  }
}

extension Chart {
  /// The words that a line may have after the ids of children: the events that end work of the host, and the ids of more children.
  package func lineWords(behind path: [String]) -> [String] {
    let charts = relatives(behind: path)
    var words: [String] = []
    for chart in charts {
      for invocation in relative(chart).invocations {
        if invocation.source != nil {
          if !path.isEmpty { words += EventType.invocationEnds.map { DisplayText.name($0 + invocation.id) } }
        } else if relatives(of: chart, named: invocation.id).contains(where: { !relative($0).invocations.isEmpty }) {
          words.append(DisplayText.name(invocation.id) + ": ")
        }
      }
    }
    return words
  }

  /// The words that an expectation of states may have after the ids of children: their states, and the ids of more children.
  /// The states of the chart itself are left out.
  package func stateWords(behind path: [String]) -> [String] {
    relatives(behind: path).flatMap { index in
      let chart = relative(index)
      let states = path.isEmpty ? [] : chart.states.indices.filter { !chart.states[$0].kind.isHistory }
      return states.map { chart.shownReference(StateID($0)) } + childWords(in: index)
    }
  }

  /// The ids of the charts that a chart of the family invokes, each with its colon.
  package func childWords(in index: Int) -> [String] {
    relative(index).invocations.filter { $0.source == nil }.map { DisplayText.name($0.id) + ": " }
  }

  /// The charts that the ids of children lead to, as indices.
  package func relatives(behind path: [String]) -> [Int] {
    path.reduce([0]) { charts, id in charts.flatMap { relatives(of: $0, named: id) } }
  }
}
