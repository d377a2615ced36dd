import CEL
import StateKitCore
import StateKitFormat

/// The entries of states for which XState 5 leaves out the actions of an `initial`.
struct XStateEntries {
  /// For each parallel state, its regions with a target of a transition that enters the other regions, too.
  private var regions: [Int: Set<Int>] = [:]
  /// The states that are their own targets without `reenter`.
  var own: Set<Int> = []

  mutating func add(region: Int, of parallel: Int) { regions[parallel, default: []].insert(region) }

  func hasTarget(beside region: Int, of parallel: Int) -> Bool {
    regions[parallel].map { $0.count > 1 || !$0.contains(region) } ?? false
  }
}

/// Warnings of parts that mean something else in XState.
extension XStateReader {
  /// Warns of a delay that is a name in XState, and a duration here.
  func warn(delay: String, at span: SourceSpan) {
    if delay.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return }
    guard let milliseconds = try? Delay.parse(delay.utf8Bytes.span) else { return }
    findings.add(
      .badDelay, at: span, message: "\(DisplayText.quoted(delay)) is a duration here, but a name in XState",
      severity: .warning, help: "write \(milliseconds), or a name that is not a duration")
  }

  /// Warns of a transition to the root from a state below it: XState 5 enters the root again without exiting it.
  func warnOfRootExit(at span: SourceSpan) {
    guard !isFour, let key = [XStateKey.exit, .invoke, .after].first(where: { source.present($0, of: 0) != nil }) else {
      return
    }
    findings.add(
      .unsupportedKey, at: span,
      message: "the transition exits the root, which has \"\(key.rawValue)\"; XState only enters it again",
      severity: .warning, help: "name the intended state in the root")
  }

  /// Warns of the default of a history with a dot before it, which XState 5 takes for the parent.
  func warnOfHistoryTarget(_ target: Int) {
    guard !isFour,
      let text = source.elements(target).lazy.compactMap({ source.string($0) }).first(where: {
        $0.utf8.first == UInt8(ascii: ".")
      })
    else { return }
    findings.add(
      .unsupportedKey, at: source.span(target),
      message: "\(DisplayText.quoted(text)) is the parent of the history in XState", severity: .warning,
      help: "write \(DisplayText.quoted(String(text.dropFirst())))")
  }

  /// Notes the regions that a transition, or an `initial`, of a state enters because of its targets.
  mutating func noteEntries(of targets: [Int], from state: Int, reenters: Bool) {
    if isFour { return }
    for target in targets {
      if target == state, !reenters { initialEntries.own.insert(state) }
      var region = target
      while case let parent = states.parent(of: region), parent >= 0 {
        if facts[parent].kind == .parallel {
          if region == state && !reenters || states.isDescendant(state, of: region) { break }
          initialEntries.add(region: region, of: parent)
        }
        region = parent
      }
    }
  }

  /// Warns of the actions of an `initial` that XState does not always run.
  func warnOfInitialActions() {
    for (state, fact) in facts.enumerated() where fact.kind == .compound {
      guard let initial = source.member(.initial, of: fact.node), source.kind(initial) == .object,
        let actions = source.member(.actions, of: initial), !source.elements(actions).isEmpty
      else { continue }
      let name = DisplayText.quoted(fact.key.text)
      let parent = states.parent(of: state)
      let reason: String
      if parent >= 0, facts[parent].kind == .parallel, initialEntries.hasTarget(beside: state, of: parent) {
        reason = "a target in another region enters \(name)"
      } else if initialEntries.own.contains(state) {
        reason = "\(name) is its own target without \"reenter\""
      } else {
        continue
      }
      findings.add(
        .unsupportedKey, at: source.keySpan(actions),
        message: "the actions of an \"initial\" always run here; XState leaves them out if \(reason)",
        severity: .warning, help: "the \"entry\" of its target always runs in both")
    }
  }
}
