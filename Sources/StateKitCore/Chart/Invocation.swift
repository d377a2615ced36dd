/// A child chart that a state invokes (Children.md).
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

  /// The state that invokes.
  package let state: StateID
  /// What the child is called; where the chart does not say, its file's name without `.json`.
  package let id: String
  /// The child's file, as it is written.
  package let file: String
  package let input: [Input]
  /// Whether every external event goes on to the child.
  package let forwards: Bool
  /// Of the whole, of the file's name, and of the id.
  package let span: SourceSpan
  package let fileSpan: SourceSpan
  package let idSpan: SourceSpan

  package init(
    state: StateID, id: String, file: String, input: [Input], forwards: Bool, span: SourceSpan, fileSpan: SourceSpan,
    idSpan: SourceSpan
  ) {
    self.state = state
    self.id = id
    self.file = file
    self.input = input
    self.forwards = forwards
    self.span = span
    self.fileSpan = fileSpan
    self.idSpan = idSpan
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
}
