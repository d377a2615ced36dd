package import StateKitCore

/// The files that a name is looked for in: a chart, those that it invokes, and scripts.
package struct RenameFiles: Sendable {
  package struct ChartFile: Sendable {
    package let document: ChartDocument
    /// The files that its charts invoke, as indices of `charts`, by the spans of their names.
    package var children: [SourceSpan: Int]

    package init(_ document: ChartDocument, children: [SourceSpan: Int] = [:]) {
      self.document = document
      self.children = children
    }
  }

  package struct ScriptFile: Sendable {
    package let document: ScriptDocument
    /// The chart file that it is for, as an index of `charts`.
    package let chart: Int

    package init(_ document: ScriptDocument, chart: Int) {
      self.document = document
      self.chart = chart
    }
  }

  /// The chart that has the name first.
  package var charts: [ChartFile]
  package var scripts: [ScriptFile]

  package init(charts: [ChartFile], scripts: [ScriptFile] = []) {
    self.charts = charts
    self.scripts = scripts
  }
}

/// What a name becomes.
package struct RenameRequest: Sendable {
  package let old: String
  package let new: String
  /// Nil where the name says itself what it names.
  package let kind: NameKind?
  /// The chart of the first file that has the name: its own, or one that stands in it.
  package let chart: Int

  package init(_ old: String, to new: String, kind: NameKind? = nil, inChart chart: Int = 0) {
    self.chart = chart
    self.old = old
    self.new = new
    self.kind = kind
  }

  func moved(toChart chart: Int) -> RenameRequest {
    RenameRequest(old, to: new, kind: kind, inChart: chart)
  }
}

/// Why a name stays as it is.
package struct RenameRefusal: Error {
  package let message: String
  package let help: String?
  /// What is in the way, where that stands in a file.
  package let position: (source: SourceText, span: SourceSpan)?

  init(_ message: String, help: String? = nil, at position: (source: SourceText, span: SourceSpan)? = nil) {
    self.message = message
    self.help = help
    self.position = position
  }
}

/// A text that takes the place of some bytes of a file.
package struct TextEdit: Sendable, Equatable {
  package let span: SourceSpan
  package let bytes: [UInt8]

  package init(_ span: SourceSpan, bytes: [UInt8]) {
    self.span = span
    self.bytes = bytes
  }

  /// A text with edits, which do not overlap and stand in order.
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

/// A name with another one in its place, everywhere.
package struct RenameResult: Sendable {
  package let kind: NameKind
  /// By the indices of `RenameFiles.charts` and `scripts`, in order.
  package let charts: [[TextEdit]]
  package let scripts: [[TextEdit]]
  /// Names of this kind that are put together when a chart runs, and may come to the old name.
  package let computed: [(source: SourceText, span: SourceSpan)]

  package var count: Int { (charts + scripts).reduce(0) { $0 + $1.count } }
}
