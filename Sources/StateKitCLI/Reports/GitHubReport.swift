import StateKitCore

/// `--format github`: workflow commands that GitHub's runner turns into annotations of a change.
struct GitHubReport: FindingsReport {
  func append(_ diagnostic: Diagnostic, in lines: LineIndex, to out: inout ByteBuffer) {
    let region = Region(diagnostic.span, lines: lines)
    out.append("::\(diagnostic.severity == .info ? "notice" : diagnostic.severity.rawValue) file=")
    WorkflowCommand.append(property: lines.source.name, to: &out)
    out.append(",line=\(region.start.line),endLine=\(region.end.line)")
    // Columns are only supported within one line.
    if region.start.line == region.end.line { out.append(",col=\(region.start.column),endColumn=\(region.end.column)") }
    out.append(",title=")
    WorkflowCommand.append(property: diagnostic.code.rawValue, to: &out)
    out.append("::")
    WorkflowCommand.append(message: diagnostic.message, to: &out)
    if let help = diagnostic.help {
      out.append("%0A")
      WorkflowCommand.append(message: help, to: &out)
    }
    for note in diagnostic.notes {
      let position = lines.position(of: Int(note.span.start))
      out.append("%0A")
      WorkflowCommand.append(message: "\(position.line):\(position.column): \(note.message)", to: &out)
    }
    out.append("\n")
  }

  func append(held count: Int, of code: DiagnosticCode, to out: inout ByteBuffer) {
    out.append("::notice title=\(code.rawValue)::\(count) more of \(code.rawValue) not shown\n")
  }

  func append(unreadable name: String, reason: String, to out: inout ByteBuffer) {
    out.append("::error file=")
    WorkflowCommand.append(property: name, to: &out)
    out.append("::cannot be read: ")
    WorkflowCommand.append(message: reason, to: &out)
    out.append("\n")
  }
}

/// The escaped parts of a workflow command for GitHub's runner.
enum WorkflowCommand {
  /// The runner ends a message at a line end, and reads `%` as the start of an escape.
  static func append(message: String, to out: inout ByteBuffer) {
    append(message, escaping: [UInt8(ascii: "%")], to: &out)
  }

  /// In a property, `:` and `,` would also end it.
  static func append(property: String, to out: inout ByteBuffer) {
    append(property, escaping: [UInt8(ascii: "%"), UInt8(ascii: ":"), UInt8(ascii: ",")], to: &out)
  }

  private static func append(_ text: String, escaping special: [UInt8], to out: inout ByteBuffer) {
    var shown = ByteBuffer()
    DisplayText.appendRaw(text, to: &shown)
    for byte in shown.bytes {
      if special.contains(byte) || byte == 0x0A || byte == 0x0D {
        out.append("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
      } else {
        out.append(byte)
      }
    }
  }
}
