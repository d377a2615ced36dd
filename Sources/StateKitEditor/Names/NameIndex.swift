import CEL
package import StateKitCore
import StateKitFormat

/// Every name of one chart: its meaning, and all its occurrences in the text.
package struct NameIndex: Sendable {
  /// A state in document order. The indices are those of `Chart.states` if the chart has no errors.
  package struct State: Sendable {
    package let name: NameID
    /// The index of the parent; -1 for the root.
    package let parent: Int32
    /// The span of its key, including the quotes.
    package let keySpan: SourceSpan
    /// Its node in the tree.
    package let node: Int
    /// Its index in `NameIndex.things`.
    package let thing: Int32
    /// The index after its last descendant.
    package internal(set) var end: Int32
  }

  /// A child chart at the place that invokes it.
  package struct Child: Sendable {
    package let id: String
    /// The file name as written; nil for an inline chart.
    package let file: String?
    /// The span of the file's name, or of the inline chart.
    package let span: SourceSpan
    /// The node of an inline chart; nil for a file.
    package let node: Int?
    /// True if every external event is forwarded to it.
    package let forwards: Bool
  }

  /// An event that a send delivers to a child, or to the parent machine.
  package struct Message: Sendable {
    package let event: NameID
    /// The id of the child, or `parent`; nil if an expression computes it.
    package let receiver: String?
  }

  /// The node of the chart in the tree.
  package let node: Int
  package internal(set) var names: NameTable
  package internal(set) var states: [State] = []
  package internal(set) var things: [NamedThing] = []
  /// The occurrences in the order of the text.
  package internal(set) var occurrences: [NameOccurrence] = []
  /// The expressions in the order of the text.
  package internal(set) var expressions: [ExpressionSite] = []
  package internal(set) var children: [Child] = []
  package internal(set) var messages: [Message] = []
  /// Keys of handlers such as `error.*`, including the `*`.
  package internal(set) var patterns: [NameID] = []
  /// Spans of names that are computed at run time: `"raise": "${kind}.done"`.
  package internal(set) var computed: [(kind: NameKind, span: SourceSpan)] = []
  /// The names that `events`, `actions` and `guards` declare, by kind; nil for a missing key.
  package internal(set) var declared: [NameKind: Set<NameID>] = [:]
  package internal(set) var internalEvents: Set<NameID> = []
  /// The paths of the context's first values, such as `card` and `card.pin`, for completion.
  package internal(set) var contextPaths: [String] = []
  /// The fields that `events` and `internalEvents` declare, by event.
  var payloadFields: [NameID: [String]] = [:]
  var directory: StateDirectory
  var nodesOfStates: [StateNode] = []
  var indices: [NameKind: [NameID: Int32]] = [:]

  /// The declared fields of an event's payload; for nil, of all events, sorted.
  func payloadFields(of event: NameID?) -> [String] {
    if let event { return payloadFields[event] ?? [] }
    return Set(payloadFields.values.joined().map { Array($0.utf8) }).sortedTexts
  }

  // MARK: Things

  /// The thing with this name, of a kind other than state.
  package func thing(_ kind: NameKind, named name: NameID) -> Int? { indices[kind]?[name].map(Int.init) }

  package func thing(_ kind: NameKind, named name: String) -> Int? {
    names.find(name).flatMap { thing(kind, named: $0) }
  }

  /// Resolves a reference to a state by the rules for targets.
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

  /// The number of states around a state.
  func level(ofState state: Int) -> Int {
    var level = 0
    var next = states[state].parent
    while next >= 0 {
      level += 1
      next = states[Int(next)].parent
    }
    return level
  }

  /// The shortest reference that matches only this state.
  package func reference(toState state: Int) -> String {
    var out = ByteBuffer()
    let segments = Int(nodesOfStates[state].referenceLength)
    directory.appendPath(StateID(state), segments: segments, names: names, states: nodesOfStates, to: &out)
    return out.text
  }

  /// The deepest state whose key or value contains an offset.
  package func state(at offset: Int, in tree: SyntaxTree) -> Int? {
    // The states begin in document order.
    let low = states.partitionPoint { state in
      Int(min(state.keySpan.start, tree.nodes[state.node].span.start)) <= offset
    }
    var found = low - 1
    while found >= 0, offset > Int(tree.nodes[states[found].node].span.end) { found = Int(states[found].parent) }
    return found < 0 ? nil : found
  }

  // MARK: Occurrences

  /// The name at an offset of the text, including the offset right behind it.
  package func occurrence(at offset: Int) -> NameOccurrence? {
    let low = occurrences.partitionPoint { Int($0.span.start) <= offset }
    // Names do not overlap, except the name of a state within the name of its done event.
    var index = low - 1
    var best: NameOccurrence?
    while index >= 0, low - index <= 4 {
      let found = occurrences[index]
      if Int(found.span.end) >= offset || found.token.touches(offset) {
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
    // The offset is on the first quote of a string.
    return low < occurrences.count && Int(occurrences[low].token.start) <= offset ? occurrences[low] : nil
  }

  /// The occurrences of a thing in the order of the text.
  package func occurrences(of thing: Int) -> [NameOccurrence] { occurrences.filter { $0.thing == Int32(thing) } }

  /// The definitions of a thing: the key of a state, or the declaration of another thing. An undeclared event is
  /// defined by the keys of its handlers; an undeclared action has no definition.
  package func definitions(of thing: Int) -> [NameOccurrence] {
    let all = occurrences(of: thing)
    let definitions = all.filter { $0.role == .definition }
    return definitions.isEmpty ? all.filter { $0.role == .handler } : definitions
  }

  /// The expression at an offset, including the offset right behind it.
  package func expression(at offset: Int) -> ExpressionSite? {
    let low = expressions.partitionPoint { $0.text.start <= offset }
    guard low > 0, Int(expressions[low - 1].span.end) >= offset else { return nil }
    return expressions[low - 1]
  }
}
