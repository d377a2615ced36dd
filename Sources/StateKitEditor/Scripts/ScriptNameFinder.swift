import StateKitCore
import StateKitFormat

/// Finds the names of a chart in the lines of a script.
struct ScriptNameFinder {
  private var collector: NameCollector
  /// True if the chart is at the end of these ids of children; the chart of the script is at the end of none.
  private let isHere: ([String]) -> Bool

  var occurrences: [NameOccurrence] { collector.index.occurrences }
  var expressions: [ExpressionSite] { collector.index.expressions }

  init(_ file: [UInt8], in chart: NameIndex, at isHere: @escaping ([String]) -> Bool = { $0.isEmpty }) {
    self.isHere = isHere
    collector = NameCollector(script: file, of: chart)
  }

  mutating func add(_ line: ScriptLineSyntax) {
    // The ids of children before a state or an event.
    var children: [String] = []
    for part in line.parts {
      if part.kind == .child {
        let child = ScriptParser.child(collector.file, at: Int(part.span.start), end: Int(line.span.end))
        children.append(child?.name ?? "")
        continue
      }
      let belongs = isHere(children)
      children = []
      guard belongs else { continue }
      switch part.kind {
      case .event: word(.event, part: part)
      case .action: word(.action, part: part)
      case .guardName: word(.guard, part: part)
      case .state: collector.references.append(written(part))
      case .path: path(part)
      case .expression:
        let text = StringText(verbatim: collector.file, in: part.span.range)
        collector.expression(
          text, range: 0..<text.bytes.count, in: part.span, around: NameCollector.Surroundings(), isInJSON: false)
      case .json where line.kind == .object: object(part)
      case .json, .child, .command, .form, .delayName, .duration, .file, .comma, .equals, .comment, .junk: break
      }
    }
    collector.resolveReferences()
  }

  private func written(_ part: ScriptLineSyntax.Part) -> NameCollector.WrittenName {
    let isQuoted = collector.file[part.span.range].first == UInt8(ascii: "\"")
    return NameCollector.WrittenName(collector.file, at: part.span, spelling: isQuoted ? .json : .bare)
  }

  private mutating func word(_ kind: NameKind, part: ScriptLineSyntax.Part) {
    let written = written(part)
    let name = collector.index.names.intern(written.text.bytes.span)
    if kind == .event {
      collector.event(written, name: name)
    } else {
      collector.add(kind, thing: collector.known(kind, name: name), name: name, at: written)
    }
  }

  private mutating func path(_ part: ScriptLineSyntax.Part) {
    let text = StringText(verbatim: collector.file, in: part.span.range)
    let first = 0..<(text.bytes.firstIndex(of: UInt8(ascii: ".")) ?? text.bytes.count)
    let written = NameCollector.WrittenName(text, range: first, in: part.span, spelling: .word(inJSON: false))
    let name = collector.index.names.intern(Array(written.bytes).span)
    collector.add(.context, thing: collector.known(.context, name: name), name: name, at: written)
  }

  /// `{"event": "name", "data": …}`
  private mutating func object(_ part: ScriptLineSyntax.Part) {
    let tree = SyntaxReader.read(collector.file, in: part.span.range)
    for child in tree.children(of: 0) where tree.nodes[child].kind == .string {
      let key = StringText(collector.file, at: tree.nodes[child].keySpan)
      guard key.bytes.elementsEqual("event".utf8) else { continue }
      let written = NameCollector.WrittenName(collector.file, at: tree.nodes[child].span)
      collector.event(written, name: collector.index.names.intern(written.text.bytes.span))
    }
  }
}
