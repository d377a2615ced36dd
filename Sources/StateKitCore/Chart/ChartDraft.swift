package import CEL

/// A chart as read from a file: states in document order, targets still as text. `ChartBuilder` builds a `Chart` from
/// it.
package struct ChartDraft: Sendable {
  /// The key of the candidates of a binding.
  package enum Trigger: Hashable, Sendable {
    case event(EventID)
    /// A key such as `error.*`; the index of the pattern's prefix.
    case pattern(NameID)
    case done
  }

  /// Candidates of a state for one trigger.
  package struct Binding: Sendable {
    package let state: Int32
    /// The trigger as an integer: the index of an event, -1 for done, below -1 a pattern. Compact, because a chart may
    /// have very many.
    private let packed: Int32
    package let candidates: TableRange
    /// The span of the key.
    package let span: SourceSpan

    package var trigger: Trigger {
      switch packed {
      case 0...: .event(EventID(rawValue: packed))
      case -1: .done
      default: .pattern(NameID(rawValue: -2 - packed))
      }
    }

    package init(state: Int32, trigger: Trigger, candidates: TableRange, span: SourceSpan) {
      self.state = state
      switch trigger {
      case .event(let event): packed = event.rawValue
      case .done: packed = -1
      case .pattern(let name): packed = -2 - name.rawValue
      }
      self.candidates = candidates
      self.span = span
    }
  }

  /// The parts that could not be read because a value had a wrong kind. References to them cause no further errors.
  package struct Lost: Sendable {
    /// The states whose sub-states have unknown names.
    package var states = Extents()
    /// The bodies of loops whose variables have unknown names.
    package var loops = Extents()
    /// True if states have ids of another notation, which targets may mean.
    package var hasStateIDs = false
    /// The possible names of lost sub-states.
    package var stateNames: Set<NameID> = []
    /// The states whose sub-states are lost.
    package var subStates: Set<Int> = []
    /// The states of unknown kind.
    package var kinds: Set<Int> = []
    /// The keys of the context.
    package var context = false
    /// The names in keys of the context that are no names, as in `my-count`.
    package var contextNames: Set<[UInt8]> = []

    /// True if an unknown name in an expression may be one of a lost part.
    package func mayHoldName(_ name: @autoclosure () -> ArraySlice<UInt8>, at span: SourceSpan) -> Bool {
      context || loops.mayHold(span) || !contextNames.isEmpty && contextNames.contains(Array(name()))
    }

    /// Parts of the file in which a name may be an unknown one, in order and disjoint.
    package struct Extents: Sendable {
      private var extents: [SourceSpan] = []

      /// Adds an extent, and removes the extents inside it.
      package mutating func add(_ extent: SourceSpan) {
        if let last = extents.last, last.start <= extent.start, extent.end <= last.end { return }
        while let last = extents.last, last.start >= extent.start { extents.removeLast() }
        extents.append(extent)
      }

      /// True if a name at `span` may be an unknown one.
      package func mayHold(_ span: SourceSpan) -> Bool {
        let low = extents.partitionPoint { $0.end < span.end }
        return low < extents.count && extents[low].start <= span.start
      }
    }
  }

  /// An event whose name may be a misspelled key of a state, with its handler.
  package struct NearlyReserved: Sendable {
    package let event: NameID
    package let span: SourceSpan
    package let value: SourceSpan
    /// The replacement if the key is intended.
    package let fix: String
    /// The reserved key that it resembles; nil if it is a valid event name.
    package let nearly: String?
    /// The reserved key, if the event's name is a synonym of it.
    package let synonym: Fix?

    package init(
      event: NameID, span: SourceSpan, value: SourceSpan, fix: String, nearly: String?, synonym: Fix? = nil
    ) {
      self.synonym = synonym
      self.event = event
      self.span = span
      self.value = value
      self.fix = fix
      self.nearly = nearly
    }
  }

  package var title: String?
  package var notes = ChartNotes()
  package var bubbling = Bubbling.leaf
  package var lost = Lost()
  package var nearlyReserved: [NearlyReserved] = []
  package var names = NameTable()
  package var states: [StateNode] = []
  /// The spans of the states' keys.
  package var stateSpans: [SourceSpan] = []
  /// The spans of the states' `type` values; few states have one.
  package var typeSpans: [Int32: SourceSpan] = [:]
  package var bindings: [Binding] = []
  package var handlers: [EventHandler] = []
  package var actions: [Action] = []
  package var actionSpans: [SourceSpan] = []
  /// The targets as written, with their spans, before they are resolved.
  package private(set) var references: [NameID] = []
  private(set) var referenceSpans: [SourceSpan] = []
  package var initials: [InitialTransition] = []
  package var timers: [AfterTimer] = []
  package var outputs: [DataTemplate] = []
  /// The uses of delays that the host defines, in order.
  package var delayNames: [(name: NameID, span: SourceSpan)] = []
  package var invocations: [Invocation] = []
  package var expressions = ExpressionDrafts()
  package var context: [(name: String, value: Value, span: SourceSpan)] = []
  package var invariants: [(name: String, expression: Int32)] = []
  /// The declared events, internal ones included; nil without `events` and `internalEvents`.
  package var alphabet: [NameID: EventType]?
  /// True if `events` is present: then only declared events are allowed.
  package var isClosed = false
  /// The events of `events` in order, with the spans of their names.
  package var declared: [(event: NameID, span: SourceSpan)] = []
  /// The events of `internalEvents` in order, with the spans of their names.
  package var internalDeclared: [(event: NameID, span: SourceSpan)] = []
  /// The payloads of the declared host actions; nil without `actions`.
  package var hostActions: [NameID: EventType]?
  /// Host actions that are called by an object: their indices in `actions`, and the spans of their names.
  package var callNames: [(action: Int32, span: SourceSpan)] = []
  /// The named guards in order. The definition of a host guard is -1.
  package var guards: [(name: NameID, span: SourceSpan, definition: Int32)] = []
  /// Names in `host` objects of guards that are not declared.
  package var hostGuardUses: [(name: NameID, span: SourceSpan)] = []
  package var allowances: [Allowance] = []
  /// The events of raises and sends, with their spans; checked against the declared events, as those of `bindings` are.
  package var eventUses: [(event: NameID, span: SourceSpan)] = []
  /// The paths that actions assign to, each once.
  package var paths: [ContextPath] = []
  /// Assigned paths, with their spans and the loop names in scope.
  package var assigned: [(path: ContextPath, span: SourceSpan, scope: Int32)] = []
  /// The maximum number of nested loop names in scope.
  package var loopSlots = 0
  package private(set) var eventNames: [NameID] = []
  private(set) var eventOfName: [Int32] = []

  package init() {}

  /// Reserves capacity for the expected contents of the rest of a file.
  package mutating func makeRoom(_ progress: inout ReadingProgress) {
    states.makeRoom(&progress, atMost: InputLimits.states)
    stateSpans.makeRoom(&progress, atMost: InputLimits.states)
    handlers.makeRoom(&progress, atMost: InputLimits.handlers)
    bindings.makeRoom(&progress, atMost: InputLimits.handlers)
    actions.makeRoom(&progress)
    actionSpans.makeRoom(&progress)
    references.makeRoom(&progress)
    referenceSpans.makeRoom(&progress)
    initials.makeRoom(&progress)
    timers.makeRoom(&progress)
    outputs.makeRoom(&progress)
    eventNames.makeRoom(&progress)
    eventOfName.makeRoom(&progress)
    eventUses.makeRoom(&progress)
    expressions.makeRoom(&progress)
    // The contents of single actions and expressions, until the next call.
    _ = progress.admits(ReadingProgress.stride * 64)
  }

  /// An upper estimate of the bytes that are needed to build and check a chart from the draft.
  package var bytesToBuild: Int {
    states.count * 96 + bindings.count * 44 + (references.count + actions.count + names.count) * 8
      + expressions.bytesToCompile
  }

  /// The span of a state's type; of its key, if the type is not written.
  func span(ofTypeOf state: Int) -> SourceSpan {
    typeSpans[Int32(state)] ?? stateSpans[state]
  }

  /// The event with this name; a new one is added.
  package mutating func event(named name: NameID) -> EventID {
    while eventOfName.count <= name.index { eventOfName.append(-1) }
    if eventOfName[name.index] < 0 {
      eventOfName[name.index] = Int32(eventNames.count)
      eventNames.append(name)
    }
    return EventID(rawValue: eventOfName[name.index])
  }

  mutating func abandonReferences() {
    references = []
    referenceSpans = []
  }

  /// Adds a target, and returns its index in `Chart.targets`.
  package mutating func add(reference text: NameID, at span: SourceSpan) -> Int {
    references.append(text)
    referenceSpans.append(span)
    return references.count - 1
  }
}
