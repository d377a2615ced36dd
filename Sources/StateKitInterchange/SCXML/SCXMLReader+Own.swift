import CEL
import StateKitCore
import StateKitFormat

/// Reads the elements that our own writer added to a document.
extension SCXMLReader {
  /// True if a node is the element of this name in our namespace.
  func isMine(_ node: Int, name: StaticString) -> Bool {
    isElement(node, word: .foreign) && document.isInVocabulary(node) && tree.isNamed(node, name: name)
  }

  /// The element of the root: `<scxml>`, or its only state if that represents the root.
  var outermost: Int {
    let states = tree.elements(of: root).filter { node in
      isElement(node, word: .state) || isElement(node, word: .parallel) || isElement(node, word: .final)
    }
    return states.first.flatMap { foreign(.root, of: $0) == nil ? nil : $0 } ?? root
  }

  /// The top-level keys of a chart of ours besides its states, as JSON, with the elements that contain them.
  func ownTopLevel() -> [(json: [UInt8], chart: MapValue, node: Int)] {
    tree.elements(of: root).compactMap { node in
      guard isMine(node, name: "chart") else { return nil }
      let json = Array(tree.content(of: node).utf8)
      guard case .map(let chart)? = JSONText.value(of: json) else { return nil }
      return (json, chart, node)
    }
  }

  /// Writes the guards among the top-level keys, and records whether event types are declared.
  mutating func writeOwnGuards(_ charts: [(json: [UInt8], chart: MapValue, node: Int)]) {
    for (_, chart, node) in charts {
      for (key, content) in chart.entries {
        guard case .string(let word) = key else { continue }
        if word.utf8.elementsEqual("events".utf8) { declaresEvents = true }
        guard word.utf8.elementsEqual("guards".utf8), case .map(let guards) = content else { continue }
        for (key, definition) in guards.entries {
          guard case .string(let name) = key, hostGuards.insert(Array(name.utf8)).inserted else { continue }
          let key = part(name, of: node)
          if case .string(let text) = definition {
            draft.string(key, value: part(text, of: node), in: guardsObject)
          } else {
            draft.scalar(key, json: "null".utf8Bytes.span, in: guardsObject, origin: origin(node))
          }
        }
      }
    }
  }

  /// Tags, a description, `meta`.
  func writeForeignTexts(of node: Int, in object: Int) {
    for child in tree.elements(of: node) where isMine(child, name: "info") {
      guard let key = attribute(.key, of: child) else { continue }
      _ = draft.insert(key, json: Array(tree.content(of: child).utf8), in: object, origin: origin(child))
    }
  }
}
