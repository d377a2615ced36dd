import StateKitCore

/// `--format sarif`: the static analysis results interchange format, version 2.1.0 (OASIS), which code hosts upload.
struct SARIFReport: FindingsReport {
  private var isFirst = true
  private var unreadable: [(name: String, reason: String)] = []

  func begin(to out: inout ByteBuffer) {
    out.append("{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n")
    out.append("  \"runs\": [{\n    \"columnKind\": \"unicodeCodePoints\",\n")
    out.append("    \"tool\": {\"driver\": {")
    out.append(string: "name", value: "statekit", isFirst: true)
    out.append(string: "version", value: HelpText.version)
    out.append(", \"rules\": [")
    for (index, code) in DiagnosticCode.allCases.enumerated() {
      out.append(index == 0 ? "\n      {" : ",\n      {")
      out.append(string: "id", value: code.rawValue, isFirst: true)
      let explanation = Explanation.of(code)
      out.append(", \"shortDescription\": {")
      out.append(string: "text", value: explanation.title, isFirst: true)
      out.append("}, \"fullDescription\": {")
      out.append(string: "text", value: explanation.meaning, isFirst: true)
      out.append("}, \"defaultConfiguration\": {")
      out.append(string: "level", value: level(code.severity), isFirst: true)
      out.append("}}")
    }
    out.append("\n    ]}},\n    \"results\": [")
  }

  mutating func append(_ diagnostic: Diagnostic, in lines: LineIndex, to out: inout ByteBuffer) {
    out.append(isFirst ? "\n      {" : ",\n      {")
    isFirst = false
    out.append(string: "ruleId", value: diagnostic.code.rawValue, isFirst: true)
    out.append(number: "ruleIndex", value: DiagnosticCode.allCases.firstIndex(of: diagnostic.code) ?? 0)
    out.append(string: "level", value: level(diagnostic.severity))
    out.append(", \"message\": {")
    let text = diagnostic.help.map { "\(diagnostic.message); \($0)" } ?? diagnostic.message
    out.append(string: "text", value: text, isFirst: true)
    out.append("}, \"locations\": [{")
    append(diagnostic.span, in: lines, to: &out)
    out.append("}]")
    if !diagnostic.notes.isEmpty {
      out.append(", \"relatedLocations\": [")
      for (index, note) in diagnostic.notes.enumerated() {
        out.append(index == 0 ? "{" : ", {")
        append(note.span, in: lines, to: &out)
        out.append(", \"message\": {")
        out.append(string: "text", value: note.message, isFirst: true)
        out.append("}}")
      }
      out.append("]")
    }
    out.append("}")
  }

  private func append(_ span: SourceSpan, in lines: LineIndex, to out: inout ByteBuffer) {
    let region = Region(span, lines: lines)
    out.append("\"physicalLocation\": {\"artifactLocation\": {")
    out.append(string: "uri", value: Self.uri(lines.source.path ?? Array(lines.source.name.utf8)), isFirst: true)
    out.append("}, \"region\": {\"startLine\": ")
    out.append(decimal: Int64(region.start.line))
    out.append(number: "startColumn", value: region.start.column)
    out.append(number: "endLine", value: region.end.line)
    out.append(number: "endColumn", value: region.end.column)
    out.append("}}")
  }

  /// A hundred findings of one code are enough; the summary has the number.
  func append(held count: Int, of code: DiagnosticCode, to out: inout ByteBuffer) {}

  mutating func append(unreadable name: String, reason: String, to out: inout ByteBuffer) {
    unreadable.append((name, reason))
  }

  func end(_ counts: FindingCounts, to out: inout ByteBuffer) {
    out.append(isFirst ? "],\n" : "\n    ],\n")
    out.append("    \"invocations\": [{\"executionSuccessful\": \(unreadable.isEmpty)")
    if !unreadable.isEmpty {
      out.append(", \"toolExecutionNotifications\": [")
      for (index, entry) in unreadable.enumerated() {
        out.append(index == 0 ? "{" : ", {")
        out.append(string: "level", value: "error", isFirst: true)
        out.append(", \"message\": {")
        out.append(string: "text", value: "cannot read \(entry.name): \(entry.reason)", isFirst: true)
        out.append("}}")
      }
      out.append("]")
    }
    out.append("}]\n  }]\n}\n")
  }

  private func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// A path as a URI reference (RFC 3986): a relative path as given, an absolute one with its scheme.
  static func uri(_ path: [UInt8]) -> String {
    var text = path.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
