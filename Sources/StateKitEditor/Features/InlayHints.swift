import StateKitCore

/// The full path of a state after a reference that is shorter.
package enum InlayHints {
  package static func hints(in range: Range<Int>, document: ChartDocument) -> [(offset: Int, text: String)] {
    var found: [(offset: Int, text: String)] = []
    var room = InputLimits.answerBytes
    for names in document.charts where room >= 0 {
      found += hints(for: names.occurrences.filter { $0.role == .use }, in: range, names: names, room: &room)
    }
    return found
  }

  package static func hints(
    in range: Range<Int>, document: ScriptDocument, names: NameIndex
  ) -> [(offset: Int, text: String)] {
    var room = InputLimits.answerBytes
    return hints(for: document.occurrences(of: names), in: range, names: names, room: &room)
  }

  /// Ends when the texts have no more room: no answer can have so many.
  private static func hints(
    for occurrences: [NameOccurrence], in range: Range<Int>, names: NameIndex, room: inout Int
  ) -> [(offset: Int, text: String)] {
    var found: [(offset: Int, text: String)] = []
    var index = 0
    while index < occurrences.count, room >= 0 {
      var last = occurrences[index]
      index += 1
      guard last.kind == .state, last.thing >= 0 else { continue }
      // `a.x` has one occurrence for each of its names.
      var written = 1
      while index < occurrences.count, occurrences[index].token == last.token,
        occurrences[index].span.start == last.span.end + 1, occurrences[index].thing >= 0
      {
        last = occurrences[index]
        index += 1
        written += 1
      }
      guard last.role == .use, range.contains(Int(last.span.start)) else { continue }
      let path = names.path(ofState: Int(names.things[Int(last.thing)].state))
      if path.count > written + 1 {
        let offset = last.spelling == .json || last.spelling == .bare ? last.token.end : last.span.end
        let text = "→ " + path.joined(separator: ".")
        room -= text.utf8.count
        found.append((Int(offset), text))
      }
    }
    return found
  }
}
