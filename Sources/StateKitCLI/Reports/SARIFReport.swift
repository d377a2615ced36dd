import StateKitCore

/// `--format sarif`: the static analysis results interchange format, version 2.1.0 (OASIS), which code hosts upload.
struct SARIFReport: FindingsReport {
  private var isFirst = true
  private var unreadable: [(name: String, reason: String)] = []

  func begin(to out: inout ByteBuffer) {
    out.append("{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n")
    out.append("  \"runs\": [{\n    \"columnKind\": \"unicodeCodePoints\",\n")
    out.append("    ")
    out.append(object: "tool") { out in
      out.append(object: "driver") { out in
        out.append(string: "name", value: "statekit")
        out.append(string: "version", value: HelpText.version)
        out.append(objects: "rules", of: DiagnosticCode.allCases, line: "\n      ", end: "\n    ") { code, out in
          let explanation = Explanation.of(code)
          out.append(string: "id", value: code.rawValue)
          out.append(object: "shortDescription") { $0.append(string: "text", value: explanation.title) }
          out.append(object: "fullDescription") { $0.append(string: "text", value: explanation.meaning) }
          out.append(object: "defaultConfiguration") { $0.append(string: "level", value: level(code.severity)) }
        }
      }
    }
    out.append(",\n    \"results\": [")
  }

  mutating func append(_ diagnostic: Diagnostic, in lines: LineIndex, to out: inout ByteBuffer) {
    out.append(isFirst ? "\n      {" : ",\n      {")
    isFirst = false
    out.append(string: "ruleId", value: diagnostic.code.rawValue)
    out.append(number: "ruleIndex", value: DiagnosticCode.allCases.firstIndex(of: diagnostic.code) ?? 0)
    out.append(string: "level", value: level(diagnostic.severity))
    let text = diagnostic.help.map { "\(diagnostic.message); \($0)" } ?? diagnostic.message
    out.append(object: "message") { $0.append(string: "text", value: text) }
    out.append(objects: "locations", of: [diagnostic.span]) { span, out in append(span, in: lines, to: &out) }
    if !diagnostic.notes.isEmpty {
      out.append(objects: "relatedLocations", of: diagnostic.notes) { note, out in
        append(note.span, in: lines, to: &out)
        out.append(object: "message") { $0.append(string: "text", value: note.message) }
      }
    }
    out.append("}")
  }

  private func append(_ span: SourceSpan, in lines: LineIndex, to out: inout ByteBuffer) {
    let region = Region(span, lines: lines)
    out.append(object: "physicalLocation") { out in
      let uri = FileURI.reference(lines.source.path ?? Array(lines.source.name.utf8))
      out.append(object: "artifactLocation") { $0.append(string: "uri", value: uri) }
      out.append(object: "region") { out in
        out.append(number: "startLine", value: region.start.line)
        out.append(number: "startColumn", value: region.start.column)
        out.append(number: "endLine", value: region.end.line)
        out.append(number: "endColumn", value: region.end.column)
      }
    }
  }

  mutating func append(unreadable name: String, reason: String, to out: inout ByteBuffer) {
    unreadable.append((name, reason))
  }

  func end(_ counts: FindingCounts, to out: inout ByteBuffer) {
    out.append(isFirst ? "],\n" : "\n    ],\n")
    out.append("    ")
    out.append(objects: "invocations", of: [unreadable]) { unreadable, out in
      out.append(flag: "executionSuccessful", value: unreadable.isEmpty)
      if unreadable.isEmpty { return }
      out.append(objects: "toolExecutionNotifications", of: unreadable) { entry, out in
        out.append(string: "level", value: "error")
        out.append(object: "message") {
          $0.append(string: "text", value: "cannot read \(entry.name): \(entry.reason)")
        }
      }
    }
    out.append("\n  }]\n}\n")
  }

  private func level(_ severity: Diagnostic.Severity) -> String {
    severity == .info ? "note" : severity.rawValue
  }
}
