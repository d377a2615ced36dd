internal import StateKitCore

/// Something that is wrong, or looks wrong, in a chart.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable {
    /// The chart cannot be made.
    case error
    /// It is legal and probably not intended.
    case warning
    /// It is worth knowing.
    case info
  }

  /// The stable code, such as `unknown-target`; `statekit explain CODE` says more.
  public let code: String
  /// Errors keep a chart from being made.
  public let severity: Severity
  /// What is wrong.
  public let message: String
  /// The chart's file by its name or, for a chart in code, the `#fileID` of the Swift source.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// What could be meant.
  public let help: String?

  /// The diagnostic in one line: `door.json:12:26: error: no state is named "opne" [unknown-target], did you mean "open"?`
  public var description: String {
    "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(code)]" + (help.map { ", " + $0 } ?? "")
  }
}

/// Why a chart cannot be made.
public struct ChartError: Error, Sendable, CustomStringConvertible {
  /// All errors and warnings, in the order of their positions; at most a hundred of each code.
  public let diagnostics: [Diagnostic]

  /// The diagnostics, a line each.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// Where the parts of a chart's text come from: the text itself or, for a chart in code, the Swift source.
struct ChartOrigin: Sendable {
  let lines: LineIndex
  /// For a chart in code: where parts of the text begin, and the Swift source of each, in order.
  let parts: [(offset: Int, position: CodePosition)]

  init(_ source: SourceText, parts: [(offset: Int, position: CodePosition)] = []) {
    lines = LineIndex(source)
    self.parts = parts
  }

  func position(of offset: Int) -> CodePosition {
    if parts.isEmpty {
      let position = lines.position(of: offset)
      return CodePosition(file: lines.source.name, line: position.line, column: position.column)
    }
    return parts.last { $0.offset <= offset }?.position ?? parts[0].position
  }

  func diagnostic(_ found: StateKitCore.Diagnostic) -> Diagnostic {
    let position = position(of: Int(found.span.start))
    let severity: Diagnostic.Severity =
      switch found.severity {
      case .error: .error
      case .warning: .warning
      case .info: .info
      }
    return Diagnostic(
      code: found.code.rawValue, severity: severity, message: found.message, file: position.file, line: position.line,
      column: position.column, help: found.help)
  }
}

/// A position in a file.
struct CodePosition: Sendable, Hashable {
  let file: String
  let line: Int
  let column: Int
}
