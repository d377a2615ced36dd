/// An invocation of a state: a child chart, or work of the host (Children.md).
package struct Invocation: Sendable {
  /// An initial value for the child's context.
  package struct Input: Sendable {
    package let name: String
    /// The span of the name in the file.
    package let span: SourceSpan
    package let value: DataTemplate

    package init(name: String, span: SourceSpan, value: DataTemplate) {
      self.name = name
      self.span = span
      self.value = value
    }
  }

  /// The work during the time the state is active.
  package enum Work: Sendable {
    /// A child chart: its file as written, empty for an inline chart; initial values for its context; and true if every
    /// external event is forwarded to it.
    case chart(file: String, input: [Input], forwards: Bool)
    /// Work of the host: the requested source, and its input.
    case host(source: String, input: DataTemplate?)
  }

  package let state: StateID
  /// The id; by default the file's name without `.json`, or the source of the host.
  package let id: String
  package let work: Work
  /// The actions when an event of it arrives, before handlers are chosen.
  package let finalize: TableRange
  package let spans: Spans

  /// The spans of an invocation, of its file's name or its source, and of its id.
  package struct Spans: Sendable {
    package let whole: SourceSpan
    package let name: SourceSpan
    package let id: SourceSpan

    package init(_ whole: SourceSpan, name: SourceSpan, id: SourceSpan) {
      self.whole = whole
      self.name = name
      self.id = id
    }
  }

  package init(state: StateID, id: String, work: Work, finalize: TableRange = .empty, spans: Spans) {
    self.state = state
    self.id = id
    self.work = work
    self.finalize = finalize
    self.spans = spans
  }

  /// The id that it has without `id`: the source of the host, or the name of the file; empty for an inline chart.
  package var usualID: String {
    switch work {
    case .chart(let file, _, _): Self.usualID(ofFile: file)
    case .host(let source, _): source
    }
  }

  /// True if every external event is forwarded to it.
  package var forwards: Bool {
    switch work {
    case .chart(_, _, let forwards): forwards
    case .host: false
    }
  }

  /// The source of the host; nil for a child chart.
  package var source: String? {
    switch work {
    case .chart: nil
    case .host(let source, _): source
    }
  }
}

extension Invocation {
  /// The default id of a child: the name of its file.
  package static func usualID(ofFile path: String) -> String {
    var name = path.utf8[...]
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[name.index(after: slash)...] }
    if name.count > 5, name.suffix(5).elementsEqual(".json".utf8) { name = name.dropLast(5) }
    return String(Substring(name))
  }
}

extension Chart {
  /// The indices of a state's invocations, in order.
  package func invocations(of state: StateID) -> Range<Int> {
    guard states[state.index].hasInvoke else { return 0..<0 }
    // Invocations are in the order of their states.
    let low = invocations.partitionPoint { $0.state < state }
    var end = low
    while end < invocations.count, invocations[end].state == state { end += 1 }
    return low..<end
  }

  /// True if it invokes child charts.
  package var invokesCharts: Bool {
    invocations.contains { $0.source == nil }
  }
}
