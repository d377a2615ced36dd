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
    try self.init(code)
  }

  private init(_ code: ChartCode) throws(ChartError) {
    var text = ChartText(code)
    text.write()
    let source = SourceText(name: code.position.file, bytes: text.bytes)
    var origin = ChartOrigin(source, parts: text.parts, code: code)
    origin.files = text.files
    try self.init(source, origin: origin, closures: text.closures, findings: text.findings)
  }
}

/// An event that a machine accepts, with the type of its payload.
public struct EventDeclaration: Sendable, ExpressibleByStringLiteral {
  let name: String
  /// The type of the payload as in a chart file.
  let type: Payload

  /// An event by its name, with any payload or none.
  public init(stringLiteral name: String) {
    self.name = name
    type = "any?"
  }

  /// An event by its name.
  ///
  /// - Parameters:
  ///   - name: the event's name.
  ///   - payload: its type as in a chart file: `"int"`, `["cents": "int"]`, or nil for none.
  public init(_ name: String, payload: Payload) {
    self.name = name
    type = payload
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

/// The reason why a chart cannot start in a state.
public enum StartError: Error, Sendable, CustomStringConvertible {
  /// The chart has no such state, or several.
  case unknown(UnknownName)
  /// The state, by its path, is a history state without a target: nothing is recorded at the start.
  case history(String)
  /// The chart with this first state is not valid.
  case invalid(ChartError)

  /// The reason as a sentence, or the diagnostics of the chart.
  public var description: String {
    switch self {
    case .unknown(let error): error.description
    case .history(let path):
      "\(DisplayText.name(path)) is a history state without a target, name the state to start in"
    case .invalid(let error): error.description
    }
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
  /// - Returns: a chart of its own with the same states: snapshots of the one fit the other.
  /// - Throws: `StartError` if the chart has no such state or several, if it is a history state without a target, or if
  ///   the chart is not valid with this first state.
  public func starting(in state: String) throws(StartError) -> ChartDefinition {
    let id: StateID
    do throws(UnknownName) {
      id = try core.state(state)
    } catch {
      throw .unknown(error)
    }
    let chart = core.chart
    let (kind, target) = (chart.states[id.index].kind, chart.states[id.index].initial)
    if kind.isHistory, target < 0 { throw .history(chart.path(id)) }
    var path = [id]
    while let first = path.first, chart.states[first.index].parent >= 0 {
      path.insert(StateID(rawValue: chart.states[first.index].parent), at: 0)
    }
    // All children of a parallel state are entered.
    guard let owner = path.dropLast().firstIndex(where: { chart.states[$0.index].kind != .parallel }) else {
      return self
    }
    let names = path[...owner].map { chart.names.text(chart.states[$0.index].name) }
    do throws(ChartError) {
      return try starting(in: state, of: names)
    } catch {
      throw .invalid(error)
    }
  }

  /// Returns the chart with another initial state of a compound state.
  private func starting(in target: String, of names: [String]) throws(ChartError) -> ChartDefinition {
    if var code = core.origin.code as? ChartCode {
      code.first = (names.joined(separator: "."), target)
      return try ChartDefinition(code)
    }
    let file = core.origin.lines.source
    let bytes = Self.settingInitial(target, of: names, in: file) ?? file.bytes
    let source = SourceText(name: file.name, bytes: bytes)
    var origin = ChartOrigin(source)
    origin.files = core.origin.files
    return try ChartDefinition(source, origin: origin, closures: core.closures, findings: Findings())
  }

  /// A chart file with another `initial` of a state. Nothing else changes, so that lines keep their numbers. Never nil
  /// for the file of a valid chart.
  private static func settingInitial(_ target: String, of names: [String], in file: SourceText) -> [UInt8]? {
    var bytes = file.bytes
    var reader = JSONReader(bytes, range: file.markLength..<bytes.count, names: NameTable(), findings: Findings())
    var tree = JSONTree()
    guard (try? reader.readValue(into: &tree)) != nil else { return nil }
    let (found, keys) = (tree, reader.names)
    func member(_ key: String, of node: Int) -> Int? {
      found.children(of: node).first { Name(keys.text(found.nodes[$0].keyName)) == Name(key) }
    }
    var node = member("root", of: 0)
    for name in names.dropFirst() {
      node = node.flatMap { member("subStates", of: $0) }.flatMap { member(name, of: $0) }
    }
    guard let node else { return nil }
    if let initial = member("initial", of: node) {
      bytes.replaceSubrange(tree.nodes[initial].span.range, with: DisplayText.string(target).utf8)
    } else {
      let start = Int(tree.nodes[node].span.start) + 1
      bytes.insert(contentsOf: "\"initial\": \(DisplayText.string(target)), ".utf8, at: start)
    }
    return bytes
  }
}
