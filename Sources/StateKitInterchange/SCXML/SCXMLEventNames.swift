import StateKitCore
import StateKitFormat

/// What the events of a chart are called in an SCXML document, where a space divides names: it becomes `_`, and the name is kept
/// beside it.
struct SCXMLEventNames {
  private var names = NameMap<String>()

  init(_ source: ChartSource, _ losses: Losses) {
    let events = source.facts.indices.flatMap { source.events(of: $0) }
    var used = NameSet(events.map { source.keyText($0) })
    lazy var looksAtNames = Self.looksAtNames(source)
    for event in events {
      let name = source.keyText(event)
      guard Self.hasSpace(name), names[name] == nil else { continue }
      var other = Self.joined(name)
      while !used.insert(other) { other += "_" }
      names[name] = other
      if EventType.comesByItself(name) || looksAtNames {
        losses.add(
          source.keySpan(event),
          "the event \(DisplayText.quoted(name)) has a space in its name, which SCXML cannot say",
          written: "it is \(DisplayText.quoted(other)) in other tools"
        )
      }
    }
  }

  func attributes(ofEvent name: String) -> [(String, String)] {
    guard Self.hasSpace(name) else { return [("event", name)] }
    return [("event", names[name] ?? Self.joined(name)), ("statekit:event", name)]
  }

  private static func hasSpace(_ name: String) -> Bool { name.utf8.contains(where: XMLReader.isSpace) }

  private static func joined(_ name: String) -> String {
    String(decoding: name.utf8.map { XMLReader.isSpace($0) ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
  }

  /// Whether an expression looks at the names of events: another name would change what it gives.
  private static func looksAtNames(_ source: ChartSource) -> Bool {
    let word = Array("event.name".utf8)
    return source.text.bytes.indices.contains { source.text.bytes[$0...].starts(with: word) }
  }
}
