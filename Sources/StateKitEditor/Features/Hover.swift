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

  /// `shared`: the names that the document, its first file, shares with other charts. `type` returns the type of an
  /// expression of the chart, if it is known.
  package static func text(
    at offset: Int, in document: ChartDocument, shared: SharedNames? = nil, type: (ExpressionSite) -> String?
  ) -> HoverText? {
    if let (found, names) = document.occurrence(at: offset), found.isNamed(at: offset) {
      let shared = shared.map { (names: $0, home: document.chart(at: offset)) }
      var text = describe(found, in: document.source, names: names, document: document, shared: shared)
      if !isJSON(found), let site = names.expression(at: offset), let type = type(site) {
        text += "\n\nThe expression is of the type `\(type)`."
      }
      return HoverText(text, at: isJSON(found) ? found.token : found.span)
    }
    if let shared, let (found, child) = shared.inputKey(at: offset) {
      let text = describe(
        found, in: document.source, names: shared.units[child].names, document: shared.document(ofUnit: child),
        shared: (names: shared, home: child))
      return HoverText(text, at: found.token)
    }
    let names = document.charts[document.chart(at: offset)]
    if let site = names.expression(at: offset), let type = type(site) {
      return HoverText("expression of the type `\(type)`", at: site.token)
    }
    return key(at: offset, in: document)
  }

  /// Returns the text for a name of a chart in a script, or for a keyword of scripts. `shared`: the names that the chart,
  /// its first file, shares with others.
  package static func text(
    at offset: Int, script: ScriptDocument, in chart: ChartDocument?, shared: SharedNames? = nil,
    type: (ExpressionSite) -> String?
  ) -> HoverText? {
    if let chart {
      if let found = script.occurrence(at: offset, of: chart.names) {
        let shared = shared.map { (names: $0, home: 0) }
        let text = describe(found, in: script.source, names: chart.names, document: chart, shared: shared)
        return HoverText(text, at: found.span)
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

  /// The names of several charts, and the chart of a name as an index of their units; nil without other charts.
  private typealias Shared = (names: SharedNames, home: Int)?

  private static func describe(
    _ found: NameOccurrence, in source: SourceText, names: NameIndex, document: ChartDocument, shared: Shared
  ) -> String {
    guard found.thing >= 0 else {
      // The chart does not have the name.
      let written = String(decoding: source.bytes[found.span.range], as: UTF8.self)
      return "`\(written)`: no \(found.kind.rawValue) has this name"
    }
    let thing = Int(found.thing)
    let name = names.names.text(names.things[thing].name)
    let text: String
    switch found.kind {
    case .state: return state(Int(names.things[thing].state), names: names, in: document)
    case .event: return event(name, thing: thing, names: names, in: document, shared: shared)
    case .context: text = value(name, what: "key of the context", thing: thing, names: names, in: document)
    case .guard: text = value(name, what: "guard", thing: thing, names: names, in: document)
    case .action: text = "`\(name)`: host action"
    }
    return text + "\n\n" + (uses(thing, names: names, in: document, shared: shared) ?? "never used")
  }

  private static func state(_ index: Int, names: NameIndex, in document: ChartDocument) -> String {
    let state = names.states[index]
    let path = names.path(ofState: index).joined(separator: ".")
    var text = "`\(path)`: \(StateFacts.kind(of: state, in: document)) state"
    let uses = names.occurrences(of: Int(state.thing)).filter { $0.role == .use }
    let reached = uses.compactMap { use -> Occasion? in
      guard let from = names.state(at: Int(use.span.start), in: document.tree) else { return nil }
      let occasion = StateFacts.occasion(at: Int(use.span.start), of: names.states[from], in: document)
      return Occasion(name: Array(occasion.utf8), state: from)
    }.distinct(by: \.self)
    text += "\n\nreached by: "
    text +=
      reached.isEmpty
      ? "nothing"
      : shown(reached) {
        "`\(String(decoding: $0.name, as: UTF8.self))` in `\(names.reference(toState: $0.state))`"
      }
    let handled = StateFacts.handled(by: state, in: document).distinct { Array($0.utf8) }
    text += "\n\nhandles: "
    text += handled.isEmpty ? "nothing" : shown(handled) { "`\($0)`" }
    return text
  }

  private static func event(
    _ name: String, thing: Int, names: NameIndex, in document: ChartDocument, shared: Shared
  ) -> String {
    var text = "`\(name)`: event"
    if let definition = names.definitions(of: thing).first(where: { $0.role == .definition }),
      let value = written(behind: definition, in: document)
    {
      text += value == "null" ? " without a payload" : " with the payload `\(value)`"
    }
    let own = names.occurrences(of: thing).filter { $0.role == .handler }
    var handlers = own.isEmpty ? [] : [states(of: own, names: names, in: document)]
    if let shared {
      for (child, unit, found) in shared.names.receivers(of: thing, in: shared.home).prefix(longest) {
        let document = shared.names.document(ofUnit: unit)
        let machine = child.map { $0.isEmpty ? "a child" : "the child `\($0)`" } ?? "the parent"
        handlers.append("\(machine) in \(states(of: found, names: shared.names.units[unit].names, in: document))")
      }
    }
    text += "\n\nhandled by: " + (handlers.isEmpty ? "nothing" : handlers.joined(separator: "; "))
    // An event that no action sends may come from outside.
    let uses = uses(thing, names: names, in: document, shared: shared) ?? (handlers.isEmpty ? "never used" : nil)
    return text + (uses.map { "\n\n" + $0 } ?? "")
  }

  /// The states that contain some names.
  private static func states(of found: [NameOccurrence], names: NameIndex, in document: ChartDocument) -> String {
    let states = found.compactMap { names.state(at: Int($0.span.start), in: document.tree) }
    return shown(states.distinct(by: \.self)) { "`\(names.reference(toState: $0))`" }
  }

  private static func value(
    _ name: String, what: String, thing: Int, names: NameIndex, in document: ChartDocument
  ) -> String {
    var text = "`\(name)`: \(what)"
    if let definition = names.definitions(of: thing).first, let value = written(behind: definition, in: document) {
      text += what == "guard" && value == "null" ? ", which the host answers" : "\n\n```json\n\(value)\n```"
    }
    return text
  }

  /// The source text of the value of a key; nil if it is long.
  private static func written(behind key: NameOccurrence, in document: ChartDocument) -> String? {
    guard let node = document.tree.node(at: Int(key.token.start)), document.tree.nodes[node].keySpan == key.token else {
      return nil
    }
    let range = document.tree.nodes[node].span.range
    return range.count > 400 ? nil : String(decoding: document.source.bytes[range], as: UTF8.self)
  }

  /// The number and the places of the uses of a thing; nil if it is never used.
  private static func uses(_ thing: Int, names: NameIndex, in document: ChartDocument, shared: Shared) -> String? {
    let uses = names.occurrences(of: thing).filter { $0.role == .use }
    let all = shared.map { $0.names.uses(of: thing, in: $0.home).charts.joined().count { $0.role == .use } }
    let others = (all ?? uses.count) - uses.count
    let elsewhere = others == 0 ? "" : "\(times(others)) in other charts"
    if uses.isEmpty { return others == 0 ? nil : "used " + elsewhere }
    let states = states(of: uses, names: names, in: document)
    return "used \(times(uses.count))" + (states.isEmpty ? "" : ", in " + states)
      + (others == 0 ? "" : "; " + elsewhere)
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// The event or the key by which a state reaches another one.
  private struct Occasion: Hashable {
    let name: [UInt8]
    let state: Int
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
