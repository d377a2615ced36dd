import CEL
package import StateKitCore

/// Every name of one chart: what it names, and all its occurrences in the text of the chart.
package struct NameIndex: Sendable {
  /// A state of the tree, in document order: the indices are those of `Chart.states` where the chart has no errors.
  package struct State: Sendable {
    package let name: NameID
    /// -1 for the root.
    package let parent: Int32
    /// Its key with the quotes.
    package let keySpan: SourceSpan
    /// Its value in the tree.
    package let node: Int
    /// Its index in `NameIndex.things`.
    package let thing: Int32
    /// One past the last state below it.
    package internal(set) var end: Int32
  }

  /// A child chart that is named where it is invoked.
  package struct Child: Sendable {
    package let id: String
    /// The file as it is written; nil for a chart that stands in this one.
    package let file: String?
    /// Of the file's name, or the chart.
    package let span: SourceSpan
    /// The value of a chart that stands in this one; nil for a file.
    package let node: Int?
    /// Whether every external event goes on to it.
    package let forwards: Bool
  }

  /// An event that a send takes to a child, or to the machine that invokes this one.
  package struct Message: Sendable {
    package let event: NameID
    /// The id of the child, or `parent`; nil where an expression says it.
    package let receiver: String?
  }

  /// The value of the chart in the tree.
  package let node: Int
  package internal(set) var names: NameTable
  package internal(set) var states: [State] = []
  package internal(set) var things: [NamedThing] = []
  /// In the order of the text.
  package internal(set) var occurrences: [NameOccurrence] = []
  /// In the order of the text.
  package internal(set) var expressions: [ExpressionSite] = []
  package internal(set) var children: [Child] = []
  package internal(set) var messages: [Message] = []
  /// Keys of handlers such as `error.*`, with the `*`.
  package internal(set) var patterns: [NameID] = []
  /// Spans of names that are put together when the chart runs: `"raise": "${kind}.done"`.
  package internal(set) var computed: [(kind: NameKind, span: SourceSpan)] = []
  /// The names that `events`, `actions` and `guards` declare, by kind; nil where the key is not there.
  package internal(set) var declared: [NameKind: Set<NameID>] = [:]
  var directory: StateDirectory
  var nodesOfStates: [StateNode] = []
  var indices: [NameKind: [NameID: Int32]] = [:]

  // MARK: Things

  /// The thing of a kind other than states that has this name.
  package func thing(_ kind: NameKind, named name: NameID) -> Int? {
    indices[kind]?[name].map(Int.init)
  }

  package func thing(_ kind: NameKind, named name: String) -> Int? {
    names.find(name).flatMap { thing(kind, named: $0) }
  }

  /// The state that a reference means, as targets are resolved.
  package func resolve(_ reference: String) -> StateDirectory.Resolution {
    directory.resolve(reference.utf8Bytes.span, names: names, states: nodesOfStates)
  }

  /// The names from the root to a state.
  package func path(ofState state: Int) -> [String] {
    var line: [String] = []
    var next = Int32(state)
    while next >= 0 {
      line.append(names.text(states[Int(next)].name))
      next = states[Int(next)].parent
    }
    return line.reversed()
  }

  /// The shortest reference that means a state alone.
  package func reference(toState state: Int) -> String {
    var out = ByteBuffer()
    let segments = Int(nodesOfStates[state].referenceLength)
    directory.appendPath(StateID(state), segments: segments, names: names, states: nodesOfStates, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// The deepest state whose key or value holds an offset.
  package func state(at offset: Int, in tree: SyntaxTree) -> Int? {
    var found: Int?
    var index = 0
    while index < states.count {
      let state = states[index]
      let start = min(state.keySpan.start, tree.nodes[state.node].span.start)
      if Int(start) <= offset, offset <= Int(tree.nodes[state.node].span.end) {
        found = index
        index += 1
      } else {
        index = max(index + 1, Int(state.end))
      }
    }
    return found
  }

  // MARK: Occurrences

  /// The name at an offset of the text, also right behind it.
  package func occurrence(at offset: Int) -> NameOccurrence? {
    var low = 0
    var high = occurrences.count
    while low < high {
      let middle = (low + high) / 2
      if Int(occurrences[middle].span.start) <= offset { low = middle + 1 } else { high = middle }
    }
    // Names do not lie in one another, but for those of a state and of the event of its being done.
    var index = low - 1
    var best: NameOccurrence?
    while index >= 0, low - index <= 4 {
      let found = occurrences[index]
      if Int(found.span.end) >= offset || Int(found.token.start) <= offset && offset <= Int(found.token.end) {
        guard let last = best else {
          best = found
          index -= 1
          continue
        }
        let isCloser = found.span.range.count < last.span.range.count && Int(found.span.end) >= offset
        if isCloser || Int(last.span.end) < offset && Int(found.span.end) >= offset { best = found }
      }
      index -= 1
    }
    if let best { return best }
    // On the first quote of a string.
    return low < occurrences.count && Int(occurrences[low].token.start) <= offset ? occurrences[low] : nil
  }

  /// The occurrences of a thing in the order of the text.
  package func occurrences(of thing: Int) -> [NameOccurrence] {
    occurrences.filter { $0.thing == Int32(thing) }
  }

  /// Where a thing is defined: a state by its key, others where they are declared; an event that is declared nowhere by the
  /// keys of its handlers, an action by nothing.
  package func definitions(of thing: Int) -> [NameOccurrence] {
    let all = occurrences(of: thing)
    let definitions = all.filter { $0.role == .definition }
    return definitions.isEmpty ? all.filter { $0.role == .handler } : definitions
  }

  /// The expression whose text holds an offset, also right behind it.
  package func expression(at offset: Int) -> ExpressionSite? {
    var low = 0
    var high = expressions.count
    while low < high {
      let middle = (low + high) / 2
      if expressions[middle].text.start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, Int(expressions[low - 1].span.end) >= offset else { return nil }
    return expressions[low - 1]
  }
}
