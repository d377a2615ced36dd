internal import StateKitCore

extension Chart {
  /// A chart in code. What stands in it is lowered to the tables that a chart file is; `json` is that file.
  ///
  /// - Parameters:
  ///   - name: the chart's name.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line there.
  ///   - column: the column there.
  ///   - parts: the states of `root` and its handlers, and what stands at the top of a chart.
  /// - Throws: `ChartError` with everything that is wrong, at its position in the Swift source.
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
