package import StateKitCore

/// The files that a rename searches: a chart, the charts that it invokes, and scripts.
package struct RenameFiles: Sendable {
  package struct ChartFile: Sendable {
    package let document: ChartDocument
    /// The files that its charts invoke, as indices of `charts`, by the spans of the file names.
    package var children: [SourceSpan: Int]

    package init(_ document: ChartDocument, children: [SourceSpan: Int] = [:]) {
      self.document = document
      self.children = children
    }
  }

  package struct ScriptFile: Sendable {
    package let document: ScriptDocument
    /// The chart file of the script, as an index of `charts`.
    package let chart: Int

    package init(_ document: ScriptDocument, chart: Int) {
      self.document = document
      self.chart = chart
    }
  }

  /// The charts; the first one has the name.
  package var charts: [ChartFile]
  package var scripts: [ScriptFile]

  package init(charts: [ChartFile], scripts: [ScriptFile] = []) {
    self.charts = charts
    self.scripts = scripts
  }
}

package struct RenameRequest: Sendable {
  package let old: String
  package let new: String
  /// The kind of the name; nil if the name alone determines it.
  package let kind: NameKind?
  /// The index of the chart that has the name: the outermost chart of the first file, its inline charts, then those of the
  /// other files.
  package let chart: Int

  package init(_ old: String, to new: String, kind: NameKind? = nil, inChart chart: Int = 0) {
    self.chart = chart
    self.old = old
    self.new = new
    self.kind = kind
  }

  func moved(toChart chart: Int) -> RenameRequest { RenameRequest(old, to: new, kind: kind, inChart: chart) }
}

/// The reason why a rename is refused.
package struct RenameRefusal: Error {
  package let message: String
  package let help: String?
  /// The position of the obstacle, if it is in a file.
  package let position: (source: SourceText, span: SourceSpan)?

  init(_ message: String, help: String? = nil, at position: (source: SourceText, span: SourceSpan)? = nil) {
    self.message = message
    self.help = help
    self.position = position
  }
}

/// A replacement of some bytes of a file.
package struct TextEdit: Sendable, Equatable {
  package let span: SourceSpan
  package let bytes: [UInt8]

  package init(_ span: SourceSpan, bytes: [UInt8]) {
    self.span = span
    self.bytes = bytes
  }

  /// Applies edits to a text. The edits are sorted and do not overlap.
  package static func apply(_ edits: [TextEdit], to text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var end = 0
    for edit in edits where Int(edit.span.start) >= end {
      out += text[end..<Int(edit.span.start)]
      out += edit.bytes
      end = Int(edit.span.end)
    }
    return out + text[end...]
  }
}

/// The edits that replace a name everywhere.
package struct RenameResult: Sendable {
  package let kind: NameKind
  /// The edits by the indices of `RenameFiles.charts` and `scripts`, in order.
  package let charts: [[TextEdit]]
  package let scripts: [[TextEdit]]
  /// Names of this kind that are computed at run time, and may produce the old name.
  package let computed: [(source: SourceText, span: SourceSpan)]
  /// Expressions that use the name of an event otherwise than by comparing it with texts.
  package let used: [(source: SourceText, span: SourceSpan)]

  package var count: Int { (charts + scripts).reduce(0) { $0 + $1.count } }
}
