package import StateKitCore
import StateKitFormat

/// The hover text for a name, as Markdown.
package struct HoverText: Sendable, Equatable {
  package let text: String
  package let span: SourceSpan

  package init(_ text: String, at span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

package enum Hover {
  /// The maximum length of a list; longer lists are cut.
  private static let longest = 20

  /// `type` returns the type of an expression of the chart, if it is known.
  package static func text(
    at offset: Int, in document: ChartDocument, type: (ExpressionSite) -> String?
  ) -> HoverText? {
    if let (found, names) = document.occurrence(at: offset), found.isNamed(at: offset) {
      var text = describe(found, in: document.source, names: names, document: document)
      if !isJSON(found), let site = names.expression(at: offset), let type = type(site) {
        text += "\n\nThe expression is of the type `\(type)`."
      }
      return HoverText(text, at: isJSON(found) ? found.token : found.span)
    }
    let names = document.charts[document.chart(at: offset)]
    if let site = names.expression(at: offset), let type = type(site) {
      return HoverText("expression of the type `\(type)`", at: site.token)
    }
    return key(at: offset, in: document)
  }

  /// Returns the text for a name of a chart in a script, or for a keyword of scripts.
  package static func text(
    at offset: Int, script: ScriptDocument, in chart: ChartDocument?, type: (ExpressionSite) -> String?
  ) -> HoverText? {
    if let chart {
      if let found = script.occurrence(at: offset, of: chart.names) {
        return HoverText(describe(found, in: script.source, names: chart.names, document: chart), at: found.span)
      }
      for site in script.expressions(of: chart.names) where site.span.touches(offset) {
        if let type = type(site) { return HoverText("expression of the type `\(type)`", at: site.span) }
      }
    }
    guard let line = script.line(at: offset).map({ script.lines[$0] }) else { return nil }
    let part = line.parts.first { $0.span.touches(offset) }
    guard let part, part.kind == .command || part.kind == .form else { return nil }
    let command = line.parts.first.map { String(decoding: script.source.bytes[$0.span.range], as: UTF8.self) } ?? ""
    let form = String(decoding: script.source.bytes[part.span.range], as: UTF8.self)
    let name = part.kind == .form ? command + " " + form : command
    let rows = ScriptReference.sections.flatMap(\.rows)
    guard let row = rows.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    let value = row.value.isEmpty ? "" : " " + row.value
    return HoverText("`\(row.name)\(value)`: \(row.help)\n\n```\n\(row.example)\n```", at: part.span)
  }

  private static func isJSON(_ found: NameOccurrence) -> Bool { found.spelling == .json }

  // MARK: Names

  private static func describe(
    _ found: NameOccurrence, in source: SourceText, names: NameIndex, document: ChartDocument
  ) -> String {
    guard found.thing >= 0 else {
      // The chart does not have the name.
      let written = String(decoding: source.bytes[found.span.range], as: UTF8.self)
      return "`\(written)`: no \(found.kind.rawValue) has this name"
    }
    let thing = Int(found.thing)
    let name = names.names.text(names.things[thing].name)
    switch found.kind {
    case .state: return state(Int(names.things[thing].state), names: names, in: document)
    case .event: return event(name, thing: thing, names: names, in: document)
    case .context: return value(name, what: "key of the context", thing: thing, names: names, in: document)
    case .guard: return value(name, what: "guard", thing: thing, names: names, in: document)
    case .action: return "`\(name)`: host action\n\n" + uses(thing, names: names, in: document)
    }
  }

  private static func state(_ index: Int, names: NameIndex, in document: ChartDocument) -> String {
    let state = names.states[index]
    let path = names.path(ofState: index).joined(separator: ".")
    var text = "`\(path)`: \(StateFacts.kind(of: state, in: document)) state"
    let reached = unique(
      names.occurrences(of: Int(state.thing)).filter { $0.role == .use }.compactMap { use -> Occasion? in
        guard let from = names.state(at: Int(use.span.start), in: document.tree) else { return nil }
        let occasion = StateFacts.occasion(at: Int(use.span.start), of: names.states[from], in: document)
        return Occasion(name: Array(occasion.utf8), state: from)
      })
    text += "\n\nreached by: "
    text +=
      reached.isEmpty
      ? "nothing"
      : shown(reached) {
        "`\(String(decoding: $0.name, as: UTF8.self))` in `\(names.reference(toState: $0.state))`"
      }
    let handled = unique(StateFacts.handled(by: state, in: document).map { Array($0.utf8) })
    text += "\n\nhandles: "
    text += handled.isEmpty ? "nothing" : shown(handled) { "`\(String(decoding: $0, as: UTF8.self))`" }
    return text
  }

  private static func event(
    _ name: String, thing: Int, names: NameIndex, in document: ChartDocument
  ) -> String {
    var text = "`\(name)`: event"
    if let definition = names.definitions(of: thing).first(where: { $0.role == .definition }),
      let value = written(behind: definition, in: document)
    {
      text += value == "null" ? " without a payload" : " with the payload `\(value)`"
    }
    let handlers = unique(
      names.occurrences(of: thing).filter { $0.role == .handler }.compactMap { handler in
        names.state(at: Int(handler.span.start), in: document.tree)
      })
    text += "\n\nhandled by: "
    text += handlers.isEmpty ? "nothing" : shown(handlers) { "`\(names.reference(toState: $0))`" }
    return text + "\n\n" + uses(thing, names: names, in: document)
  }

  private static func value(
    _ name: String, what: String, thing: Int, names: NameIndex, in document: ChartDocument
  ) -> String {
    var text = "`\(name)`: \(what)"
    if let definition = names.definitions(of: thing).first, let value = written(behind: definition, in: document) {
      text += what == "guard" && value == "null" ? ", which the host answers" : "\n\n```json\n\(value)\n```"
    }
    return text + "\n\n" + uses(thing, names: names, in: document)
  }

  /// The source text of the value of a key; nil if it is long.
  private static func written(behind key: NameOccurrence, in document: ChartDocument) -> String? {
    guard let node = document.tree.node(at: Int(key.token.start)), document.tree.nodes[node].keySpan == key.token else {
      return nil
    }
    let range = document.tree.nodes[node].span.range
    return range.count > 400 ? nil : String(decoding: document.source.bytes[range], as: UTF8.self)
  }

  private static func uses(_ thing: Int, names: NameIndex, in document: ChartDocument) -> String {
    let uses = names.occurrences(of: thing).filter { $0.role == .use }
    let states = unique(uses.compactMap { names.state(at: Int($0.span.start), in: document.tree) })
    if uses.isEmpty { return "never used" }
    let count = "used \(uses.count == 1 ? "once" : "\(uses.count) times")"
    return states.isEmpty ? count : count + ", in " + shown(states) { "`\(names.reference(toState: $0))`" }
  }

  /// The event or the key by which a state reaches another one.
  private struct Occasion: Hashable {
    let name: [UInt8]
    let state: Int
  }

  private static func unique<Item: Hashable>(_ items: [Item]) -> [Item] {
    var known: Set<Item> = []
    return items.filter { known.insert($0).inserted }
  }

  /// The texts of the first items. Those of the others are not computed: a reference can be long.
  private static func shown<Item>(_ items: [Item], text: (Item) -> String) -> String {
    let shown = items.prefix(longest).map(text).joined(separator: ", ")
    return items.count > longest ? shown + " and \(items.count - longest) more" : shown
  }

  // MARK: Keys

  /// The description of a key of a chart file.
  private static func key(at offset: Int, in document: ChartDocument) -> HoverText? {
    guard let node = document.tree.node(at: offset) else { return nil }
    let found = document.tree.nodes[node]
    guard found.hasKey, offset <= Int(found.keySpan.end), found.parent >= 0 else { return nil }
    let name = StateFacts.key(of: node, in: document)
    let rows = document.shape(of: Int(found.parent)).rows
    guard let row = rows.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    let text = "`\(row.name)`: \(row.help)" + (row.value.isEmpty ? "" : " It takes \(row.value).")
    return HoverText(text + "\n\n```json\n\(row.example)\n```", at: found.keySpan)
  }
}

extension NameOccurrence {
  /// True if an offset belongs to the name: in a string including its quotes, or within a word.
  package func isNamed(at offset: Int) -> Bool { (spelling == .json ? token : span).touches(offset) }
}
