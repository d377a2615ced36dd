import StateKitCore
import StateKitFormat

/// Checks for parts of a document that have no effect.
extension SCXMLReader {
  /// Reports a part without a counterpart, or an invalid one, as an error. In lenient mode, the part is left out with
  /// a warning.
  func refuse(
    _ code: DiagnosticCode, at span: SourceSpan, message: @autoclosure () -> String,
    help: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil
  ) {
    if options.isLenient {
      findings.add(.leftToHost, at: span, message: message() + "; it is left out")
    } else {
      findings.add(code, at: span, message: message(), help: help(), fix: fix())
    }
  }

  func required(_ name: SCXMLAttribute, of node: Int) -> Part? {
    if let part = attribute(name, of: node) { return part }
    refuse(.missingKey, at: origin(node), message: "<\(tree.name(of: node))> needs the attribute \"\(name)\"")
    return nil
  }

  /// True if parts of the document may be written again `count` times; otherwise reports an error.
  mutating func mayRepeat(_ count: Int, at span: SourceSpan, message: @autoclosure () -> String) -> Bool {
    if repetitions > InputLimits.repetitions { return false }
    repetitions += min(count, InputLimits.repetitions + 1)
    if repetitions <= InputLimits.repetitions { return true }
    findings.add(.tooMany, at: span, message: message() + ": more than \(InputLimits.repetitions) times, the limit")
    return false
  }

  private static let drafts: [SCXMLAttribute] = [.src, .final, .task]

  /// Reports attributes of drafts of the recommendation that would change the meaning of the document.
  func checkAttributes(of node: Int) {
    for name in Self.drafts {
      guard let part = attribute(name, of: node) else { continue }
      refuse(
        .unsupportedAttribute, at: part.origin, message: "the attribute \"\(name)\" of a state is not in SCXML 1.0",
        help: name == .final ? "write <final>" : nil)
    }
  }
}
