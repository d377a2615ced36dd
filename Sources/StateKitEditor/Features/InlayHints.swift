import StateKitCore

/// The full path of a state after a reference that is shorter.
package struct InlayHint {
  package let offset: Int
  let state: Int
  let names: NameIndex

  /// Made when it is written: all paths together can be far longer than the document.
  package var text: String { "→ " + names.path(ofState: state).joined(separator: ".") }
}

package enum InlayHints {
  package static func hints(in range: Range<Int>, document: ChartDocument) -> [InlayHint] {
    document.charts.flatMap { names in
      hints(for: names.occurrences.filter { $0.role == .use }, in: range, names: names)
    }
  }

  package static func hints(in range: Range<Int>, document: ScriptDocument, names: NameIndex) -> [InlayHint] {
    hints(for: document.occurrences(of: names), in: range, names: names)
  }

  private static func hints(
    for occurrences: [NameOccurrence], in range: Range<Int>, names: NameIndex
  ) -> [InlayHint] {
    var found: [InlayHint] = []
    var index = 0
    while index < occurrences.count {
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
      let state = Int(names.things[Int(last.thing)].state)
      if names.level(ofState: state) > written {
        let offset = last.spelling == .json || last.spelling == .bare ? last.token.end : last.span.end
        found.append(InlayHint(offset: Int(offset), state: state, names: names))
      }
    }
    return found
  }
}
