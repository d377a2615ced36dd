package import StateKitCore

extension SourceText {
  /// The text as a chart that anybody can read: each handler that two keys share stands there once for each.
  package var spelledOut: SourceText {
    guard let origin, !origin.sharedHandlers.isEmpty, let draft = JSONDraft.asWritten(self) else { return self }
    return JSONLayout.text(of: draft, from: self, onOneLine: true)
  }
}
