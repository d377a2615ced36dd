internal import StateKitAnalysis
internal import StateKitCore
internal import StateKitFormat

/// A statechart, checked and immutable: any number of machines run on it, on any threads.
public struct ChartDefinition: Sendable {
  let core: ChartCore

  init(_ core: ChartCore) {
    self.core = core
  }

  /// Reads a chart file.
  ///
  /// ```swift
  /// let chart = try ChartDefinition(json: Data(contentsOf: file), name: "door.json")
  /// ```
  ///
  /// - Parameters:
  ///   - json: the bytes of the file, UTF-8.
  ///   - name: the file's name in messages.
  ///   - files: the charts that it invokes directly or indirectly, by their paths relative to this file's folder.
  /// - Throws: `ChartError` with all diagnostics if the chart has an error.
  public init(
    json: some Sequence<UInt8>, name: String, files: [String: [UInt8]] = [:]
  ) throws(ChartError) {
    let bytes = Array(json)
    let source = SourceText(name: name, bytes: bytes)
    var origin = ChartOrigin(source)
    origin.files = files
    try self.init(source, origin: origin, closures: ChartClosures(), findings: Findings())
  }

  init(
    _ source: SourceText, origin: ChartOrigin, closures: ChartClosures, findings: Findings
  ) throws(ChartError) {
    if source.bytes.count > InputLimits.chartBytes {
      let message = "the chart is larger than \(InputLimits.chartBytes >> 20) MiB, the limit"
      findings.add(.tooLarge, at: SourceSpan(0, end: 0), message: message)
    }
    let texts = Dictionary(origin.files.map { (Name($0.key), $0.value) }) { $1 }
    let last = source.name.utf8.split(separator: UInt8(ascii: "/")).last
    let folder = ChartFolder(first: last.map { String(decoding: $0, as: UTF8.self) } ?? "") { path, limit in
      guard let bytes = texts[Name(path)] else { return .unreadable("it is not one of the given files") }
      if bytes.count > limit { return .unreadable("the invoked charts together are too large") }
      return .text(SourceText(name: path, bytes: bytes))
    }
    let isReadable = !findings.has(.tooLarge) && !findings.has(.tooDeep)
    let located = isReadable ? ChartReader.locate(source, findings: findings, in: folder) : nil
    // As in the tool, findings of the rules do not keep a chart from running.
    let isSound = !findings.hasErrors
    if let located { Analyzer.analyze(located, findings: findings) }
    let diagnostics = findings.sortedByPosition.map { origin.diagnostic($0) }
    guard let located, isSound else { throw ChartError(diagnostics: diagnostics) }
    core = ChartCore(located.chart, origin: origin, closures: closures, warnings: diagnostics)
  }

  /// The chart's name; nil if it has no name.
  public var name: String? { core.chart.title }

  /// The chart as a file. A chart that was read from a file returns its exact bytes. In a chart that was built in code,
  /// closures appear as host actions and host guards with generated names.
  public var json: [UInt8] { core.origin.lines.source.bytes }

  /// Findings that do not keep the chart from running but are probably not intended, as in `statekit validate`.
  public var warnings: [Diagnostic] { core.warnings }

  /// The full paths of its states, in document order.
  public var states: [String] { core.chart.states.indices.map { core.chart.path(StateID($0)) } }

  /// The names of the events that its states handle.
  public var events: [String] { core.chart.handledEventNames }

  /// The host actions, host guards and sources that the chart and the charts that it invokes use. `Statechart.start`
  /// requires them all, except those that the chart's own closures implement.
  public var host: (actions: [String], guards: [String], sources: [String]) {
    (core.needs.actions.names, core.needs.guards.names, core.needs.sources.names)
  }
}
