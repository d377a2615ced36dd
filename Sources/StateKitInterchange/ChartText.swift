package import StateKitCore
import StateKitFormat

/// A chart of ours as a text.
package enum ChartText {
  /// The chart in the layout that `convert` writes. A text that was translated from another file has it already.
  package static func laidOut(_ source: SourceText) -> [UInt8] {
    if source.origin != nil { return source.bytes }
    guard let draft = JSONDraft.of(source) else { return source.bytes }
    return JSONLayout.text(of: draft, from: source).bytes
  }
}
