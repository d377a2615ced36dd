import StateKitCore

/// `--format json`: one document, `{"findings": […], "held": […], "unreadable": […], "summary": {…}}`. New versions
/// only add fields.
struct JSONReport: FindingsReport {
  private var isFirst = true
  private var held: [(code: DiagnosticCode, count: Int)] = []
  private var unreadable: [(name: String, reason: String)] = []

  func begin(to out: inout ByteBuffer) { out.append("{\n  \"findings\": [") }

  mutating func append(_ diagnostic: Diagnostic, in lines: LineIndex, to out: inout ByteBuffer) {
    out.append(isFirst ? "\n    {" : ",\n    {")
    isFirst = false
    out.append(string: "file", value: lines.source.name)
    append(diagnostic.span, in: lines, to: &out)
    out.append(string: "severity", value: diagnostic.severity.rawValue)
    out.append(string: "code", value: diagnostic.code.rawValue)
    out.append(string: "message", value: diagnostic.message)
    if let help = diagnostic.help { out.append(string: "help", value: help) }
    out.append(objects: "notes", of: diagnostic.notes) { note, out in
      out.append(string: "message", value: note.message)
      append(note.span, in: lines, to: &out)
    }
    out.append("}")
  }

  private func append(_ span: SourceSpan, in lines: LineIndex, to out: inout ByteBuffer) {
    let region = Region(span, lines: lines)
    out.append(number: "line", value: region.start.line)
    out.append(number: "column", value: region.start.column)
    out.append(number: "endLine", value: region.end.line)
    out.append(number: "endColumn", value: region.end.column)
  }

  mutating func append(held count: Int, of code: DiagnosticCode, to out: inout ByteBuffer) {
    held.append((code, count))
  }

  mutating func append(unreadable name: String, reason: String, to out: inout ByteBuffer) {
    unreadable.append((name, reason))
  }

  func end(_ counts: FindingCounts, to out: inout ByteBuffer) {
    out.append(isFirst ? "],\n  " : "\n  ],\n  ")
    out.append(objects: "held", of: held) { entry, out in
      out.append(string: "code", value: entry.code.rawValue)
      out.append(number: "count", value: entry.count)
    }
    out.append(",\n  ")
    out.append(objects: "unreadable", of: unreadable) { entry, out in
      out.append(string: "file", value: entry.name)
      out.append(string: "reason", value: entry.reason)
    }
    out.append(",\n  ")
    out.append(object: "summary") { out in
      out.append(number: "files", value: counts.files)
      out.append(number: "errors", value: counts.errors)
      out.append(number: "warnings", value: counts.warnings)
      out.append(number: "infos", value: counts.infos)
      let skipped = counts.skipped.entries.count
      if skipped > 0 { out.append(number: "skipped", value: skipped) }
    }
    out.append("\n}\n")
  }
}
