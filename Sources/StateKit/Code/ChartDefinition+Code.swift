internal import StateKitCore

extension ChartDefinition {
  /// Creates a chart in code. Its parts are written as a chart file, which `json` returns, and compiled from that.
  ///
  /// - Parameters:
  /// - name: the chart's name.
  /// - file: the Swift source, for diagnostics.
  /// - line: the line in the source.
  /// - column: the column in the source.
  /// - parts: the states of `root`, its handlers, and the top-level parts of a chart.
  /// - Throws: `ChartError` with all errors, at their positions in the Swift source.
  public init(
    _ name: String, file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode]
  ) throws(ChartError) {
    var text = ChartText(name, nodes: parts(), position: CodePosition(file: file, line: line, column: column))
    text.write()
    if let position = text.tooDeep.first {
      throw ChartError(
        diagnostics: [
          Diagnostic(
            code: DiagnosticCode.tooDeep.rawValue, severity: .error,
            message: "states are nested deeper than \(ChartNode.deepest), the limit of charts in code",
            file: position.file, line: position.line, column: position.column, help: nil)
        ])
    }
    let source = SourceText(name: file, bytes: text.bytes)
    try self.init(source, origin: ChartOrigin(source, parts: text.parts), closures: text.closures, files: [:])
  }
}
