import StateKitCore
import StateKitFormat

/// Facts about a state of a document, which may have errors.
enum StateFacts {
  static func member(_ key: ChartKey, of node: Int, in document: ChartDocument) -> Int? {
    document.tree.children(of: node).first { self.key(of: $0, in: document).utf8.elementsEqual(key.text.utf8) }
  }

  static func key(of node: Int, in document: ChartDocument) -> String {
    StringText(document.source.bytes, at: document.tree.nodes[node].keySpan).text
  }

  static func string(_ node: Int, in document: ChartDocument) -> String {
    StringText(document.source.bytes, at: document.tree.nodes[node].span).text
  }

  /// `atomic`, `compound`, `parallel`, `final` or `history`.
  static func kind(of state: NameIndex.State, in document: ChartDocument) -> String {
    if let type = member(.type, of: state.node, in: document) { return string(type, in: document) }
    return member(.subStates, of: state.node, in: document) == nil ? "atomic" : "compound"
  }

  /// The events that a state has handlers for, and the keys of handlers without an event, in their order.
  static func handled(by state: NameIndex.State, in document: ChartDocument) -> [String] {
    var found: [String] = []
    for child in document.tree.children(of: state.node) {
      let name = key(of: child, in: document)
      guard let key = ChartKey.inState(name) else {
        found.append(name)
        continue
      }
      switch key {
      case .on: found += document.tree.children(of: child).map { self.key(of: $0, in: document) }
      case .after: found += document.tree.children(of: child).map { "after \(self.key(of: $0, in: document))" }
      case .always, .onDone: found.append(name)
      default: break
      }
    }
    return found
  }

  /// The member of a state that contains an offset: the event of a handler, or a key such as `initial`.
  static func occasion(at offset: Int, of state: NameIndex.State, in document: ChartDocument) -> String {
    guard let node = document.tree.node(at: offset) else { return "" }
    // The values around the offset, below the state.
    let line = document.tree.line(to: node).drop { $0 != state.node }.dropFirst()
    guard let member = line.first else { return "" }
    let name = key(of: member, in: document)
    if ["on", "after"].contains(name), let handler = line.dropFirst().first {
      let inner = key(of: handler, in: document)
      return name == "on" ? inner : "after \(inner)"
    }
    return name
  }
}
