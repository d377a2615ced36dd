import StateKitCore
import StateKitFormat
import StateKitTest

/// A chart that a script names and that cannot be read, or must not be.
struct UnreadableChart {
  let path: String
  let reason: String
  var help: String?

  var message: String { "cannot read the chart \(DisplayText.quoted(FilePath.shown(path))): \(reason)" }

  /// The error with the fix, at the `:chart` line of a script.
  func broken(namedBy script: String, bytes: [UInt8], report: TextReport) -> BrokenInput {
    guard let line = TestScript.chartLine(in: bytes, of: SourceFile.name(of: script)) else {
      return BrokenInput(message: message)
    }
    let diagnostic = Diagnostic(.unreadableChart, at: line.body, message: message, help: help)
    return BrokenInput([(diagnostic, LineIndex(line.source))], report: report)
  }
}
