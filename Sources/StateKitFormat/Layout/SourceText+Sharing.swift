package import StateKitCore

extension SourceText {
  /// The text as an ordinary chart: a handler that two keys share is written once for each.
  package var spelledOut: SourceText {
    guard let origin, !origin.sharedHandlers.isEmpty, let draft = JSONDraft.asWritten(self) else { return self }
    return JSONLayout.text(of: draft, from: self, onOneLine: true)
  }
}
