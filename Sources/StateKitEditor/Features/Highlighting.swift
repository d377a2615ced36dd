import CEL
package import StateKitCore
import StateKitFormat

/// The semantic roles of parts of a file that the grammar of JSON knows only as strings.
package enum Highlighting {
  package enum Kind: Int, CaseIterable, Sendable {
    case variable, parameter, function, keyword, number, string, `operator`, property, `class`, event
  }

  package struct Part: Equatable, Sendable {
    package let span: SourceSpan
    package let kind: Kind
  }

  /// The expressions of a chart, and the names of states and events in it.
  package static func parts(of document: ChartDocument) -> [Part] {
    var found: [Part] = []
    for names in document.charts {
      for site in names.expressions { append(site, names: names, to: &found) }
      for name in names.occurrences {
        guard case .json = name.spelling, name.kind == .state || name.kind == .event else { continue }
        found.append(Part(span: name.span, kind: name.kind == .state ? .class : .event))
      }
    }
    return sorted(found)
  }

  package static func parts(of document: ScriptDocument, names: NameIndex) -> [Part] {
    var found: [Part] = []
    for line in document.lines {
      for part in line.parts {
        guard let kind = kind(of: part.kind) else { continue }
        found.append(Part(span: part.span, kind: kind))
      }
    }
    for site in document.expressions(of: names) { append(site, names: names, to: &found) }
    return sorted(found)
  }

  private static func kind(of part: ScriptLineSyntax.Part.Kind) -> Kind? {
    switch part {
    case .command, .form: .keyword
    case .event: .event
    case .state: .class
    case .action, .guardName: .function
    case .delayName, .path: .variable
    case .duration: .number
    case .file: .string
    case .child: .property
    case .equals: .operator
    case .json, .expression, .comma, .comment, .junk: nil
    }
  }

  private static func append(_ site: ExpressionSite, names: NameIndex, to found: inout [Part]) {
    let text = site.text
    for token in ExpressionToken.all(in: text.bytes) {
      let word = token.text
      let shown: Kind =
        switch token.kind {
        case .name, .element:
          if word == "event" || word == "params" || site.loops.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
            .parameter
          } else {
            names.thing(.guard, named: word) == nil ? .variable : .function
          }
        case .field: .property
        case .function, .method: .function
        case .keyword: .keyword
        case .number: .number
        case .string: .string
        case .sign: .operator
        }
      found.append(Part(span: text.span(of: token.range), kind: shown))
    }
  }

  /// Sorts the parts by position; of overlapping parts only the first is kept.
  static func sorted(_ parts: [Part]) -> [Part] {
    var found: [Part] = []
    for part in parts.sorted(by: { ($0.span.start, -$0.span.end) < ($1.span.start, -$1.span.end) }) {
      if let last = found.last, part.span.start < last.span.end { continue }
      if !part.span.range.isEmpty { found.append(part) }
    }
    return found
  }
}
