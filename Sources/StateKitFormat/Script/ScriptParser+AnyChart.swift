package import StateKitCore

/// Scripts whose chart is not valid.
extension ScriptParser {
  /// A chart without any names.
  package static let blankChart: Chart? = ChartReader.read(
    SourceText(name: "", bytes: Array(#"{"root": {}}"#.utf8)), findings: Findings())

  /// A parser for `errors(of:)`.
  package static var forAnyChart: ScriptParser? {
    blankChart.map { ScriptParser($0, names: ScriptNames($0, isOpen: true)) }
  }

  /// The errors that a line has with any chart. The parser is `forAnyChart`.
  package func errors(of line: ScriptLine) -> [Diagnostic] {
    if line.bytes.count > InputLimits.lineBytes { return [ScriptLine.tooLong(at: 0)] }
    do throws(LineError) {
      _ = try parse(line)
      return []
    } catch {
      return error.diagnostics.filter { !$0.code.isAboutNames }
    }
  }
}

extension DiagnosticCode {
  /// True if a finding in a script may be due to names that the chart lacks.
  var isAboutNames: Bool {
    let codes: [DiagnosticCode] = [
      .unknownName, .unknownFunction, .unknownState, .ambiguousTarget, .unknownAction, .unknownGuard, .unknownDelay,
    ]
    return codes.contains(self)
  }
}
