package import CEL

/// A chart as a reader found it: states in document order, targets still as text. `ChartBuilder` makes a `Chart` of it.
package struct ChartDraft: Sendable {
  /// What the candidates of a binding are for.
  package enum Trigger: Sendable {
    case event(EventID)
    /// A key such as `error.*`; the index of the pattern's prefix.
    case pattern(NameID)
    case done
  }

  /// Candidates of a state for one trigger.
  package struct Binding: Sendable {
    package let state: Int32
    /// The trigger as an integer: an event's, -1 for done, below that a pattern's; a chart may have very many.
    private let packed: Int32
    package let candidates: TableRange
    /// Of the key.
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

  /// What could not be read because a value was of the wrong kind: what names it is no further error.
  package struct Lost: Sendable {
    /// Sub-states whose names are not known.
    package var states = false
    /// The names that lost sub-states may have.
    package var stateNames: Set<NameID> = []
    /// The states whose sub-states are lost.
    package var subStates: Set<Int> = []
    /// The states of which it is not known what kind they are.
    package var kinds: Set<Int> = []
    /// The keys of the context.
    package var context = false
  }

  /// An event whose name may be meant as a key of a state, with its handler.
  package struct NearlyReserved: Sendable {
    package let event: NameID
    package let span: SourceSpan
    package let value: SourceSpan
    /// What to write where the key is meant.
    package let fix: String
    /// The reserved key that it nearly is; nil where it is a good name of an event.
    package let nearly: String?
    /// The key itself, where it stands for the event as it is.
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
  package var bubbling = Bubbling.leaf
  package var lost = Lost()
  package var nearlyReserved: [NearlyReserved] = []
  package var names = NameTable()
  package var states: [StateNode] = []
  /// Where the keys of the states stand.
  package var stateSpans: [SourceSpan] = []
  /// Where the values of their `type` stand; few states have one.
  package var typeSpans: [Int32: SourceSpan] = [:]
  package var bindings: [Binding] = []
  package var handlers: [EventHandler] = []
  package var actions: [Action] = []
  package var actionSpans: [SourceSpan] = []
  /// The targets as they are written, and where, until they are resolved and checked.
  package private(set) var references: [NameID] = []
  private(set) var referenceSpans: [SourceSpan] = []
  package var initials: [InitialTransition] = []
  package var timers: [AfterTimer] = []
  package var outputs: [DataTemplate] = []
  /// The delays that the host gives, each use of one, in order.
  package var delayNames: [(name: NameID, span: SourceSpan)] = []
  package var invocations: [Invocation] = []
  package var expressions = ExpressionDrafts()
  package var context: [(name: String, value: Value, span: SourceSpan)] = []
  package var invariants: [(name: String, expression: Int32)] = []
  /// The declared events; nil without `events`.
  package var alphabet: [NameID: EventType]?
  /// The declared events in order, with the spans of their names.
  package var declared: [(event: NameID, span: SourceSpan)] = []
  /// What the declared host actions carry; nil without `actions`.
  package var hostActions: [NameID: EventType]?
  /// Host actions that are called by an object, by their indices in `actions`, with the source positions of their names.
  package var callNames: [(action: Int32, span: SourceSpan)] = []
  /// The named guards in order, those that the host answers and that have no definition with -1 for it.
  package var guards: [(name: NameID, span: SourceSpan, definition: Int32)] = []
  /// Guards of other names than those that are declared, which `host` objects ask.
  package var hostGuardUses: [(name: NameID, span: SourceSpan)] = []
  package var allowances: [Allowance] = []
  /// Events that raises and sends name, with their spans: checked against the alphabet, as those of `bindings` are.
  package var eventUses: [(event: NameID, span: SourceSpan)] = []
  /// The paths that actions assign to, each once.
  package var paths: [ContextPath] = []
  /// Paths that are assigned, with their spans and the loop names around.
  package var assigned: [(path: ContextPath, span: SourceSpan, scope: Int32)] = []
  /// How many names of loops are in scope at most.
  package var loopSlots = 0
  package private(set) var eventNames: [NameID] = []
  private(set) var eventOfName: [Int32] = []

  package init() {}

  /// Makes room for what the rest of a file can be expected to hold.
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
    // What single actions and expressions hold, until the next time.
    _ = progress.admits(ReadingProgress.stride * 64)
  }

  /// Bytes that it takes to make a chart of the draft and to look for errors in it, roughly, and rather too many.
  package var bytesToBuild: Int {
    states.count * 96 + bindings.count * 44 + (references.count + actions.count + names.count) * 8
      + expressions.bytesToCompile
  }

  /// Where the type of a state is written, else its key.
  func span(ofTypeOf state: Int) -> SourceSpan {
    typeSpans[Int32(state)] ?? stateSpans[state]
  }

  /// The event with this name, given an index now if it is new.
  package mutating func event(named name: NameID) -> EventID {
    while eventOfName.count <= name.index { eventOfName.append(-1) }
    if eventOfName[name.index] < 0 {
      eventOfName[name.index] = Int32(eventNames.count)
      eventNames.append(name)
    }
    return EventID(rawValue: eventOfName[name.index])
  }

  mutating func giveUpReferences() {
    references = []
    referenceSpans = []
  }

  /// Adds a target; its index is that of the entry in `Chart.targets`.
  package mutating func add(reference text: NameID, at span: SourceSpan) -> Int {
    references.append(text)
    referenceSpans.append(span)
    return references.count - 1
  }
}
