package import StateKitCore
import StateKitFormat

/// A name of a file with its span, for outlines and for workspace search.
package struct OutlineSymbol: Sendable, Equatable {
  /// A kind with its number in the Language Server Protocol.
  package enum Kind: Int, Sendable {
    case state = 5
    case test = 6
    case context = 8
    case `guard` = 17
    case event = 24
  }

  package let name: String
  package let detail: String
  package let kind: Kind
  package let span: SourceSpan
  /// The span that the editor selects.
  package let selection: SourceSpan
  /// The number of enclosing symbols, all of which come before this one.
  package let depth: Int
}

package enum Outline {
  /// The states of a chart, parents first, then its declarations; in document order.
  package static func symbols(of document: ChartDocument) -> [OutlineSymbol] {
    let names = document.names
    let tree = document.tree
    var found: [OutlineSymbol] = []
    for kind in [NameKind.event, .context, .guard] {
      for occurrence in names.occurrences where occurrence.kind == kind && occurrence.role == .definition {
        let name = names.names.text(occurrence.name)
        let shown: OutlineSymbol.Kind = kind == .event ? .event : kind == .context ? .context : .guard
        found.append(
          OutlineSymbol(
            name: name, detail: "", kind: shown, span: occurrence.token, selection: occurrence.token, depth: 0))
      }
    }
    var depths: [Int] = []
    for state in names.states {
      let depth = state.parent < 0 ? 0 : depths[Int(state.parent)] + 1
      depths.append(depth)
      let value = tree.nodes[state.node].span
      let hasKey = !state.keySpan.range.isEmpty
      let span = hasKey ? SourceSpan(Int(state.keySpan.start), end: Int(value.end)) : value
      found.append(
        OutlineSymbol(
          name: names.names.text(state.name), detail: StateFacts.kind(of: state, in: document), kind: .state,
          span: span,
          selection: hasKey ? state.keySpan : SourceSpan(Int(value.start), end: Int(value.start)), depth: depth))
    }
    return found
  }

  /// The tests of a script; each extends to the next one.
  package static func symbols(of document: ScriptDocument) -> [OutlineSymbol] {
    let tests = document.tests
    return tests.enumerated().map { index, test in
      let end = index + 1 < tests.count ? Int(tests[index + 1].span.start) : document.source.bytes.count
      return OutlineSymbol(
        name: test.name, detail: "", kind: .test, span: SourceSpan(Int(test.span.start), end: end),
        selection: test.span,
        depth: 0)
    }
  }
}

extension ScriptDocument {
  /// The `:test` lines with their names.
  package var tests: [(name: String, span: SourceSpan)] {
    lines.filter { $0.kind == .test }.map { line in
      let name = line.parts.last.flatMap { $0.kind == .json ? StringText(source.bytes, at: $0.span).text : nil }
      return (name ?? "", line.span)
    }
  }
}
