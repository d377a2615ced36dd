internal import CEL
internal import StateKitCore
internal import StateKitFormat

extension ChartDefinition {
  /// Creates a chart in code. Its parts are written as a chart file, which `json` returns, and compiled from that.
  ///
  /// ```swift
  /// let door = try ChartDefinition("door") {
  ///   ChartState("closed", initial: true) { On("open", to: "open") }
  ///   ChartState("open") { On("close", to: "closed") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the chart's name.
  ///   - events: the events that a machine accepts; without any, it accepts all.
  ///   - file: the Swift source, for diagnostics.
  ///   - line: the line in the source.
  ///   - column: the column in the source.
  ///   - parts: the states of `root`, its handlers, and the top-level parts of a chart.
  /// - Throws: `ChartError` with all errors, at their positions in the Swift source.
  public init(
    _ name: String, events: [EventDeclaration] = [], file: String = #fileID, line: Int = #line, column: Int = #column,
    @StateBuilder _ parts: () -> [ChartNode]
  ) throws(ChartError) {
    let position = CodePosition(file: file, line: line, column: column)
    let declared = events.map { ChartNode(.event($0), position: position) }
    let code = ChartCode(name: name, nodes: declared + parts(), position: position)
    var text = ChartText(code)
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
    var origin = ChartOrigin(source, parts: text.parts, code: code)
    origin.files = text.files
    try self.init(source, origin: origin, closures: text.closures)
  }
}

/// An event that a machine accepts, with the type of its payload.
public struct EventDeclaration: Sendable, ExpressibleByStringLiteral {
  let name: String
  /// The type of the payload as in a chart file, as JSON.
  let type: String

  /// An event by its name, with any payload or none.
  public init(stringLiteral name: String) {
    self.name = name
    type = "\"any?\""
  }

  /// An event by its name.
  ///
  /// - Parameters:
  ///   - name: the event's name.
  ///   - payload: its type as in a chart file: `"int"`, `["cents": "int"]`, or nil for none.
  public init(_ name: String, payload: Payload) {
    self.name = name
    type = payload.description
  }

  /// The event of an input without a payload.
  public init(_ input: Input<Void>) {
    self.init(input.name, payload: .null)
  }

  /// The event of an input, with any payload.
  public init<Argument>(_ input: Input<Argument>) {
    self.init(stringLiteral: input.name)
  }
}

extension ChartDefinition {
  /// Returns the chart with another first state of its root.
  ///
  /// ```swift
  /// let machine = Statechart(try chart.starting(in: "open"))
  /// ```
  ///
  /// - Parameter state: a name, or the end of a path, as in the chart.
  /// - Returns: a chart of its own: snapshots of the other chart do not fit it.
  /// - Throws: `UnknownName` if the chart has no such state, or several.
  public func starting(in state: String) throws(UnknownName) -> ChartDefinition {
    let id = try core.state(state)
    guard case .map(let map)? = JSONText.value(of: json), case .map(let root)? = map["root"] else { return self }
    let initial: [(key: ChartValue, value: ChartValue)] = [(.string("initial"), .string(core.chart.path(id)))]
    let others = root.entries.filter { if case .string("initial") = $0.key { false } else { true } }
    let members = map.entries.map { entry in
      if case .string("root") = entry.key {
        (entry.key, ChartValue.map(MapValue(initial + others)))
      } else {
        (entry.key, entry.value)
      }
    }
    let source = SourceText(
      name: core.origin.lines.source.name, bytes: Array(ChartValue.map(MapValue(members)).json.utf8))
    var origin = ChartOrigin(source)
    origin.files = core.origin.files
    let made = try? ChartDefinition(source, origin: origin, closures: core.closures)
    return made ?? self
  }
}
