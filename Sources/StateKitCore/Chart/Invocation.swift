/// What a state invokes: a child chart, or work of the host (Children.md).
package struct Invocation: Sendable {
  /// A first value for the child's context.
  package struct Input: Sendable {
    package let name: String
    /// Of the name in the file.
    package let span: SourceSpan
    package let value: DataTemplate

    package init(name: String, span: SourceSpan, value: DataTemplate) {
      self.name = name
      self.span = span
      self.value = value
    }
  }

  /// What works while the state is active.
  package enum Work: Sendable {
    /// A child's file, as it is written, nothing where the chart itself stands there; first values for its context, and whether every external event goes on to it.
    case chart(file: String, input: [Input], forwards: Bool)
    /// What the host is asked for, and with which data.
    case host(source: String, input: DataTemplate?)
  }

  /// The state that invokes.
  package let state: StateID
  /// What it is called; where the chart does not say, its file's name without `.json`, or what the host is asked for.
  package let id: String
  package let work: Work
  /// What is done when an event of it comes, before handlers are chosen.
  package let finalize: TableRange
  /// Of the whole, of the file's name or what the host is asked for, and of the id.
  package let span: SourceSpan
  package let nameSpan: SourceSpan
  package let idSpan: SourceSpan

  package init(
    state: StateID, id: String, work: Work, finalize: TableRange = .empty, span: SourceSpan, nameSpan: SourceSpan,
    idSpan: SourceSpan
  ) {
    self.state = state
    self.id = id
    self.work = work
    self.finalize = finalize
    self.span = span
    self.nameSpan = nameSpan
    self.idSpan = idSpan
  }

  /// Whether every external event goes on to it.
  package var forwards: Bool {
    switch work {
    case .chart(_, _, let forwards): forwards
    case .host: false
    }
  }

  /// What the host is asked for; nil for a child chart.
  package var source: String? {
    switch work {
    case .chart: nil
    case .host(let source, _): source
    }
  }
}

extension Invocation {
  /// What a child is called so that is given no id: by its file's name.
  package static func usualID(ofFile path: String) -> String {
    var name = path.utf8[...]
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[name.index(after: slash)...] }
    if name.count > 5, name.suffix(5).elementsEqual(".json".utf8) { name = name.dropLast(5) }
    return String(Substring(name))
  }
}

extension Chart {
  /// The indices of what a state invokes, in order.
  package func invocations(of state: StateID) -> Range<Int> {
    guard states[state.index].hasInvoke else { return 0..<0 }
    // They stand in the order of their states.
    var low = 0
    var high = invocations.count
    while low < high {
      let middle = (low + high) / 2
      if invocations[middle].state < state { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < invocations.count, invocations[end].state == state { end += 1 }
    return low..<end
  }

  /// The indices of the invocations that name a child so.
  package func invocations(named id: String) -> [Int] {
    invocations.indices.filter { invocations[$0].id.utf8.elementsEqual(id.utf8) }
  }

  /// Whether it invokes child charts.
  package var invokesCharts: Bool {
    invocations.contains { $0.source == nil }
  }
}
