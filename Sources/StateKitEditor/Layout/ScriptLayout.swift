import CEL
package import StateKitCore
import StateKitFormat

/// The layout of a script: no indentation, one space between words, compact JSON, and one blank line in place of
/// several (Editing.md). The text that a trace shows is not changed.
package enum ScriptLayout {
  package enum Result: Sendable {
    case text([UInt8])
    /// The errors of a line, at offsets of the file.
    case invalid([Diagnostic])
  }

  /// Formats a script. A script with a line that cannot be parsed has no layout.
  package static func laidOut(_ script: ScriptDocument) -> Result {
    var out = ByteBuffer()
    var diagnostics: [Diagnostic] = []
    var hasBlank = false
    let bytes = script.source.bytes
    for line in script.lines {
      if !line.isWhole || !isText(bytes, in: line.span.range) || !syntaxErrors(of: line, bytes: bytes).isEmpty {
        diagnostics += errors(of: line, in: script.source)
        continue
      }
      if line.kind == .blank {
        hasBlank = true
        continue
      }
      if hasBlank, out.count > 0 { out.append("\n") }
      hasBlank = false
      append(line, bytes: bytes, to: &out)
      out.append("\n")
    }
    return diagnostics.isEmpty ? .text(out.bytes) : .invalid(diagnostics)
  }

  /// Appends a line without its line end.
  private static func append(_ line: ScriptLineSyntax, bytes: [UInt8], to out: inout ByteBuffer) {
    if line.kind == .set, let first = line.parts.first, let last = line.parts.last {
      return out.append(Array(bytes[first.span.range.lowerBound..<last.span.range.upperBound]))
    }
    for (index, part) in line.parts.enumerated() {
      if index > 0, part.kind != .comma { out.append(" ") }
      let range = part.span.range
      switch part.kind {
      case .json: out.append(compact(bytes, in: range))
      case .expression: out.append(line.kind == .question ? Array(bytes[range]) : spaced(Array(bytes[range])))
      case .form:
        let words = bytes[range].split { ScriptParser.isSpace($0) }
        out.append(Array(words.joined(separator: [0x20])))
      case .child:
        out.append(word(bytes, in: range))
        if bytes[range.upperBound - 1] == UInt8(ascii: "\"") { out.append(":") }
      case .event, .state, .action, .guardName, .delayName: out.append(word(bytes, in: range))
      case .command, .path, .duration, .file, .comma, .equals, .comment, .junk: out.append(Array(bytes[range]))
      }
    }
  }

  private static func word(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    bytes[range.lowerBound] == UInt8(ascii: "\"") ? JSONText.plainest(bytes, in: range) : Array(bytes[range])
  }

  /// JSON without white space.
  private static func compact(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    var out: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D, 0x0A: index += 1
      case UInt8(ascii: "\""):
        let start = index
        let close = JSONText.closingQuote(in: bytes.span, from: index, to: range.upperBound)
        index = min(range.upperBound, close + 1)
        out += JSONText.plainest(bytes, in: start..<index)
      default:
        out.append(bytes[index])
        index += 1
      }
    }
    return out
  }

  /// Replaces runs of spaces in an expression by one space. An expression with a comment or an invalid token is not
  /// changed.
  private static func spaced(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var end = 0
    for token in ExpressionToken.all(in: text) {
      let between = text[end..<token.range.lowerBound]
      guard between.allSatisfy(ScriptParser.isSpace) else { return text }
      if !between.isEmpty, end > 0 { out.append(0x20) }
      out += text[token.range]
      end = token.range.upperBound
    }
    return end == text.count ? out : text
  }

  // MARK: Faults

  private static func isText(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    if range.count > InputLimits.lineBytes { return false }
    let line = bytes.span.extracting(range)
    for index in line.indices where line[index] == 0 { return false }
    return UTF8Text.firstInvalid(in: line) == nil
  }

  private static func syntaxErrors(of line: ScriptLineSyntax, bytes: [UInt8]) -> [Diagnostic] {
    line.parts.filter { $0.kind == .expression }.flatMap { part in
      let text = Array(bytes[part.span.range])
      let (_, errors) = Compiler.compile(text, in: Environment(tests: ["isIn"]))
      let source = ExpressionSource(span: part.span, start: Int(part.span.start))
      return errors.filter { $0.kind == .syntax || $0.kind == .limit }.map { $0.diagnostic(of: text, in: source) }
    }
  }

  /// The errors of a run about a line that cannot be parsed, with offsets in the whole file.
  private static func errors(of line: ScriptLineSyntax, in source: SourceText) -> [Diagnostic] {
    let range = line.span.range
    if range.count > InputLimits.lineBytes { return [ScriptLine.tooLong(at: range.lowerBound)] }
    let bytes = Array(source.bytes[range])
    do throws(ScriptParser.LineError) {
      _ = try ScriptParser.blankChart.map { chart throws(ScriptParser.LineError) in
        try ScriptParser(chart).parse(ScriptLine(file: source.name, number: max(2, line.number), bytes: bytes))
      }
    } catch {
      let names: [DiagnosticCode] = [.unknownName, .unknownGuard]
      // A name that the empty chart lacks is no error of the line.
      let isNamed = error.diagnostics.contains { names.contains($0.code) }
      let found = isNamed ? syntaxErrors(of: line, bytes: source.bytes) : []
      return found.isEmpty ? error.diagnostics.map { $0.moved(by: range.lowerBound) } : found
    }
    return [Diagnostic(.badLine, at: line.span, message: "this is not a line of a script")]
  }
}
