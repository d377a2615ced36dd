internal import StateKitCore

/// An error, a warning or a hint about a chart.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable {
    /// The chart cannot be created.
    case error
    /// The chart is legal, but probably not intended.
    case warning
    /// A hint.
    case info
  }

  /// The stable code, for example `unknown-target`; `statekit explain CODE` describes it.
  public let code: String
  /// The severity. A chart with an error cannot be created.
  public let severity: Severity
  /// The fact.
  public let message: String
  /// The name of the chart's file or, for a chart in code, the `#fileID` of the Swift source.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The suggested fix; nil if there is no suggestion.
  public let help: String?

  /// The diagnostic in one line: `door.json:12:26: error: no state is named "opne" [unknown-target], did you mean "open"?`
  public var description: String {
    "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(code)]" + (help.map { ", " + $0 } ?? "")
  }
}

/// The reasons why a chart cannot be created.
public struct ChartError: Error, Sendable, CustomStringConvertible {
  /// All errors and warnings in the order of their positions, at most a hundred of each code.
  public let diagnostics: [Diagnostic]

  /// The diagnostics, a line each.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// The origin of the parts of a chart's text: the text itself or, for a chart in code, the Swift source.
struct ChartOrigin: Sendable {
  let lines: LineIndex
  /// For a chart in code: the offsets at which parts of the text begin, each with its position in the Swift source, in
  /// order.
  let parts: [(offset: Int, position: CodePosition)]
  /// The files of invoked charts, by their paths.
  var files: [String: [UInt8]] = [:]
  /// The code of a chart in code.
  let code: (any CodeOfChart)?

  init(_ source: SourceText, parts: [(offset: Int, position: CodePosition)] = [], code: (any CodeOfChart)? = nil) {
    lines = LineIndex(source)
    self.parts = parts
    self.code = code
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

/// The parts of a chart in code, from which the chart's text was written.
protocol CodeOfChart: Sendable {}

/// The position of a part of a chart.
typealias CodePosition = StepError.Position
