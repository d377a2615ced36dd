import StateKitCore
import StateKitFormat

/// What stands in a document and means nothing there.
extension SCXMLReader {
  private static let known: Set<String> = [
    "state", "parallel", "final", "history", "initial", "transition", "onentry", "onexit", "datamodel", "invoke",
    "donedata",
    "script",
  ]

  /// An element of SCXML that stands where it means nothing, or that is none.
  func checkElement(_ child: Int, in node: Int) {
    guard isOwn(child), !Self.known.contains(tree.nodes[child].name) else { return }
    findings.add(
      .unsupportedElement, at: origin(child), "<\(tree.nodes[child].name)> means nothing in <\(tree.nodes[node].name)>",
      help: Suggestion.help(for: tree.nodes[child].name, among: Self.known.sorted()))
  }

  /// Attributes of drafts of the recommendation that would change what the document means.
  func checkAttributes(of node: Int) {
    for name in ["src", "final", "task"] {
      guard let part = attribute(name, of: node) else { continue }
      findings.add(
        .unsupportedAttribute, at: part.origin, "the attribute \"\(name)\" of a state is not in SCXML 1.0",
        help: name == "final" ? "write <final>" : nil)
    }
  }
}
