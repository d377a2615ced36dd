import StateKitCore
import StateKitFormat

/// The kinds of states.
extension XStateReader {
  func kind(of node: Int) -> StateKind {
    let hasStates = source.member(.states, of: node).map { !source.isEmpty($0) } ?? false
    let types = ["atomic", "compound", "parallel", "final", "history"]
    var type = source.string(.type, of: node)
    if let other = type, !types.contains(other) {
      findings.add(
        .wrongType, at: source.member(.type, of: node).map { source.span($0) } ?? source.span(node),
        message: "no type is named \(DisplayText.quoted(other))",
        help: Suggestion.help(for: other, among: types) ?? "the types are \(types.joined(separator: ", "))")
      // Further errors of the state are reported for the kind that was probably meant.
      type = Suggestion.nearest(to: other, among: types).first
    }
    switch type {
    // As in XState, one without regions is a state without children.
    case "parallel": return hasStates ? .parallel : .atomic
    case "final": return .final
    case "history": return isDeep(node) ? .deepHistory : .shallowHistory
    default: break
    }
    if let history = source.member(.history, of: node), source.kind(history) == .string || source.isTrue(history) {
      return isDeep(node) ? .deepHistory : .shallowHistory
    }
    if hasStates, source.isTrue(source.member(.parallel, of: node)) { return .parallel }
    return hasStates ? .compound : .atomic
  }

  private func isDeep(_ node: Int) -> Bool {
    source.string(.history, of: node).map { $0.utf8.elementsEqual("deep".utf8) } ?? false
  }
}
