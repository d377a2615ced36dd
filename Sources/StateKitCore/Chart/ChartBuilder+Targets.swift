// Longer than others: all that is checked of the targets of a handler.
import CEL

/// Resolving targets, and checking whether they are allowed at their positions (Charts.md; Semantics.md, rule 12).
extension ChartBuilder {
  mutating func resolveTargets() {
    // Each spelling is looked up once, however often it occurs in the file.
    var known: [NameID: StateDirectory.Resolution] = [:]
    targets = [StateID](repeating: .root, count: draft.references.count)
    isResolved = [Bool](repeating: true, count: draft.references.count)
    // Keys that are reported as misspelled reserved keys.
    var isReported: Set<Int> = []
    for reference in draft.references.indices {
      let (text, span) = (draft.references[reference], draft.referenceSpans[reference])
      if let state = directory.onlyState(named: text) {
        targets[reference] = state
        continue
      }
      let shown = DisplayText.quoted(draft.names.text(text))
      let resolution: StateDirectory.Resolution
      if let found = known[text] {
        resolution = found
      } else {
        let bytes = Array(draft.names[text])
        let found = directory.resolve(bytes.span, names: draft.names, states: draft.states, visits: &visits)
        guard let found else {
          isResolved[reference] = false
          report(.unknownTarget, at: span, message: Self.message(tooManyFor: shown))
          continue
        }
        resolution = found
        known[text] = resolution
      }
      switch resolution {
      case .state(let state): targets[reference] = state
      case .unknown:
        isResolved[reference] = false
        if isLost(draft.names.text(text)) { continue }
        // The target may be a lost state, unless its name is similar to an existing one.
        if draft.lost.states.mayHold(span), nearName(to: draft.names.text(text)) == nil { continue }
        let key = keyMeant(around: span)
        if let key, isKeyMeant(key, rather: text) {
          if isReported.insert(key).inserted, isInAlphabet(draft.nearlyReserved[key].event) {
            reportKeyMeant(draft.nearlyReserved[key])
          }
          continue
        }
        report(
          .unknownTarget, at: span, message: "no state is named \(shown)", help: helpForText(text) ?? allStates,
          fix: suggestion(for: draft.names.text(text)).map {
            Fix($0.old, near: $0.new, isCertain: $0.isCertain && key == nil)
          })
      case .ambiguous(let states):
        if let state = onlyOne(of: states) {
          targets[reference] = state
          continue
        }
        isResolved[reference] = false
        report(
          .ambiguousTarget, at: span, message: "\(states.count) states are named \(shown)", help: references(to: states)
        )
      }
    }
  }

  static func message(tooManyFor shown: String) -> String {
    "too many states have the last name of \(shown): the search stops"
  }

  /// True if a reference may refer to a lost state, by its name or by the last name of a path.
  mutating func isLost(_ reference: String) -> Bool {
    if draft.lost.stateNames.isEmpty { return false }
    let last = reference.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) } ?? reference
    return [reference, last].contains { draft.lost.stateNames.contains(draft.names.intern($0)) }
  }

  /// The first of several states with equal paths; nil for different paths. A repeated state is an error of its own,
  /// and references to it are not.
  func onlyOne(of states: [StateID]) -> StateID? {
    states.first.flatMap { first in states.allSatisfy { path($0) == path(first) } ? first : nil }
  }

  /// The candidates of an ambiguous reference, each by its shortest reference.
  func references(to states: [StateID]) -> String {
    let shown = states.prefix(5).map { reference(to: $0) }
    return "could be " + shown.joined(separator: ", ") + (states.count > 5 ? " and \(states.count - 5) more" : "")
  }

  private func reference(to state: StateID) -> String {
    path(state, segments: Int(draft.states[state.index].referenceLength))
  }

  private func path(_ state: StateID, segments: Int = .max) -> String {
    DisplayText.quoted(plainPath(state, segments: segments))
  }

  private func plainPath(_ state: StateID, segments: Int) -> String {
    ByteBuffer.text {
      directory.appendPath(state, segments: segments, names: draft.names, states: draft.states, to: &$0)
    }
  }

  /// The help for a target that is an action or a time.
  private func helpForText(_ text: NameID) -> String? {
    let spoken = draft.names.text(text)
    if isStateID(spoken) { return "states have no ids: write the name of the state with that \"id\"" }
    if spoken.hasPrefix("goToState") {
      let rest = spoken.dropFirst("goToState".count).drop { !$0.isLetter && $0 != "_" }
      let name = rest.prefix { $0 != "\"" && $0 != ")" }
      return "write a handler as the name of a state: \(name.isEmpty ? "\"STATE\"" : DisplayText.quoted(String(name)))"
    }
    if spoken == "noEffect" { return "write a handler as the name of a state, or null for a handler that does nothing" }
    guard let first = spoken.utf8.first, 0x30...0x39 ~= first, (try? Delay.parse(spoken.utf8Bytes.span)) != nil else {
      return nil
    }
    return "write a timer: \"after\": {\(DisplayText.quoted(spoken)): \"STATE\"}"
  }

  /// True if a reference begins like an id of XState, and the file has such ids: a state of that name may be another one.
  private func isStateID(_ reference: String) -> Bool {
    draft.lost.hasStateIDs && reference.utf8.first == UInt8(ascii: "#")
  }

  /// The fix for a reference that no state has.
  func suggestion(for reference: String) -> Fix? {
    if isStateID(reference) { return nil }
    // `player/on`, `#player.on`: a path as others write it.
    let names = reference.utf8.split { "./>#".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    let path = Array(names.joined(separator: ".").utf8)
    var visits = visits
    if !path.elementsEqual(reference.utf8),
      case .state(let state)? = directory.resolve(path.span, names: draft.names, states: draft.states, visits: &visits)
    {
      return Fix(
        reference, near: plainPath(state, segments: Int(draft.states[state.index].referenceLength)), isCertain: true)
    }
    // A path does not mean a state on the way.
    if let fix = nearName(to: reference), !names.dropLast().contains(where: { $0.utf8.elementsEqual(fix.new.utf8) }) {
      return fix
    }
    // `map.eror`: the misspelling may be in the last name, or in the path before it.
    guard names.count > 1, let last = names.last else { return nil }
    if let name = draft.names.find(last), let state = directory.states(named: name).first {
      let segments = Int(draft.states[state.index].referenceLength)
      let isOnly = directory.states(named: name).count == 1
      return Fix(reference, near: plainPath(state, segments: segments), isCertain: isOnly)
    }
    return nearName(to: last, in: reference)
  }

  /// The event key around a target that is similar to a reserved key; nil if there is none.
  private func keyMeant(around span: SourceSpan) -> Int? {
    let low = draft.nearlyReserved.partitionPoint { $0.value.end < span.end }
    return low < draft.nearlyReserved.count && draft.nearlyReserved[low].value.start <= span.start ? low : nil
  }

  /// True if an event key is meant as a reserved key. With a synonym and a state that is similar to the target, both
  /// readings are possible; that costs a search, which only findings that are shown are worth.
  private func isKeyMeant(_ key: Int, rather target: NameID) -> Bool {
    draft.nearlyReserved[key].synonym == nil || findings.countsOnly(.unknownKey)
      || findings.countsOnly(.unknownTarget) || suggestion(for: draft.names.text(target)) == nil
  }

  private func reportKeyMeant(_ key: ChartDraft.NearlyReserved) {
    report(
      .unknownKey, at: key.span,
      message:
        "\(DisplayText.quoted(draft.names.text(key.event))) is not a key of a state, and as an event it has no valid target",
      help: key.fix, fix: key.synonym)
  }

  /// True if the event is allowed; reports it otherwise.
  private func isInAlphabet(_ event: NameID) -> Bool {
    !draft.isClosed || draft.alphabet?[event] != nil
  }

  /// Warns once of each event that is similar to a reserved key, if its handler is valid.
  mutating func checkNearlyReserved() {
    if draft.nearlyReserved.isEmpty { return }
    var isReported: Set<NameID> = []
    // Both lists are in the order of the file.
    var unresolved = isResolved.indices.filter { !isResolved[$0] }.map { draft.referenceSpans[$0].start }.sorted()[...]
    for key in draft.nearlyReserved {
      unresolved = unresolved.drop { $0 < key.value.start }
      let leadsNowhere = unresolved.first.map { $0 < key.value.end } ?? false
      guard let nearly = key.nearly, !leadsNowhere, isInAlphabet(key.event), isReported.insert(key.event).inserted
      else { continue }
      report(
        .nearlyReserved, at: key.span,
        message:
          "\(DisplayText.quoted(draft.names.text(key.event))) is nearly \"\(nearly)\", but is read as an event",
        // The event may be intended, so the fix is not certain.
        fix: Fix(draft.names.text(key.event), near: nearly, isCertain: false))
    }
  }

  /// The fix for a name in a reference (by default all of it) that is similar to the name of a state. Of several states
  /// with that name, the state whose shortest reference is most similar is suggested.
  func nearName(to name: String, in reference: String? = nil) -> Fix? {
    guard let fix = Suggestion.fix(for: name, among: draft.states.lazy.map { draft.names.text($0.name) }) else {
      return nil
    }
    let reference = reference ?? name
    let states = draft.names.find(fix.new).map { directory.states(named: $0).prefix(100) } ?? []
    let shortest = states.map { plainPath($0, segments: Int(draft.states[$0.index].referenceLength)) }
    guard shortest.count > 1 else { return Fix(reference, near: fix.new, isCertain: fix.isCertain) }
    let near = Suggestion.nearest(to: reference, among: shortest).first ?? shortest[0]
    return Fix(reference, near: near, isCertain: false)
  }

  /// A list of all states of a small chart, when no similar name exists.
  private var allStates: String? {
    if draft.states.count > 12 { return nil }
    let names = draft.states.enumerated().map { index, state in
      DisplayText.quoted(plainPath(StateID(index), segments: Int(state.referenceLength)))
    }
    return "states: " + names.joined(separator: ", ")
  }

  mutating func checkInitials() {
    for index in draft.states.indices {
      let state = draft.states[index]
      guard state.initial >= 0 else { continue }
      let owner = state.kind.isHistory ? Int(state.parent) : index
      for reference in draft.initials[Int(state.initial)].targets.indices where isResolved[reference] {
        let target = targets[reference].index
        if target > owner, target < Int(draft.states[owner].end), target != index { continue }
        if isBelowTwin(of: owner, state: target) { continue }
        let what =
          state.kind.isHistory ? "the default target of history \(name(index))" : "the initial of \(name(index))"
        report(
          .initialOutside, at: draft.referenceSpans[reference],
          message: target == index
            ? "\(what) is the history itself"
            : "\(what) must be a state below \(name(owner)), but \(name(target)) is not", help: childHelp(owner))
      }
    }
  }

  /// Checks that handlers that reenter their state's children have no other targets than the state and what is below it
  /// (Semantics.md, rule 14).
  mutating func checkReentries() {
    for handler in draft.handlers where handler.reentry == .children {
      let owner = handler.state.index
      for reference in handler.targets.indices where isResolved[reference] {
        let target = targets[reference].index
        if target >= owner, target < Int(draft.states[owner].end) { continue }
        if isBelowTwin(of: owner, state: target) { continue }
        report(
          .reenterOutside, at: draft.referenceSpans[reference],
          message:
            "a handler that reenters the children of \(name(owner)) cannot lead to \(name(target)), which is not below it",
          help: findings.notation.reentryOutside)
      }
    }
  }

  /// True if a state is below another state with an equal path: such a repetition is already reported.
  private func isBelowTwin(of owner: Int, state: Int) -> Bool {
    let ownerPath = path(StateID(owner))
    return draft.states.line(upFrom: StateID(state)).dropFirst().contains { above in
      above.index != owner && draft.states[above.index].name == draft.states[owner].name && path(above) == ownerPath
    }
  }

  private func childHelp(_ state: Int) -> String? {
    var names: [String] = []
    var child = state + 1
    while child < Int(draft.states[state].end) {
      if names.count == 5 { return "states below: " + names.joined(separator: ", ") + " …" }
      names.append(findings.notation == .file ? reference(to: StateID(child)) : name(child))
      child = Int(draft.states[child].end)
    }
    return names.isEmpty ? nil : "states below: " + names.joined(separator: ", ")
  }

  /// Checks that several targets can be active together: none above another, and all common ancestors parallel
  /// (Semantics.md, rule 12).
  mutating func checkSeveralTargets() {
    for handler in draft.handlers where handler.targets.count > 1 { checkTogether(handler.targets) }
    for initial in draft.initials where initial.targets.count > 1 { checkTogether(initial.targets) }
  }

  /// Puts history targets behind the other targets of a list, in document order: what they stand for yields to the
  /// others, in whatever order a list names them (Semantics.md, rule 12).
  mutating func orderTargets() {
    for handler in draft.handlers where handler.targets.count > 1 { order(handler.targets) }
    for initial in draft.initials where initial.targets.count > 1 { order(initial.targets) }
  }

  private mutating func order(_ list: TableRange) {
    let histories = targets[list.indices].filter { draft.states[$0.index].kind.isHistory }
    if histories.isEmpty { return }
    let others = targets[list.indices].filter { !draft.states[$0.index].kind.isHistory }
    targets.replaceSubrange(list.indices, with: others + histories.sorted())
  }

  private mutating func checkTogether(_ range: TableRange) {
    // In document order, checking neighbours is sufficient: every common ancestor is that of two neighbours.
    let resolved = range.indices.filter { isResolved[$0] }.sorted { (targets[$0], $0) < (targets[$1], $1) }
    for (first, second) in zip(resolved, resolved.dropFirst()) where targets[first] != targets[second] {
      let (a, b) = (targets[first].index, targets[second].index)
      let why: String
      if b < Int(draft.states[a].end) {
        why = "\(name(b)) is below \(name(a))"
      } else {
        let common = draft.states.leastCommonAncestor(of: targets[first], and: targets[second]).index
        if draft.states[common].kind == .parallel || draft.lost.kinds.contains(common) { continue }
        why = "their common ancestor \(name(common)) is not parallel"
      }
      let reference = max(first, second)
      report(
        .targetsConflict, at: draft.referenceSpans[reference],
        message: "\(name(a)) and \(name(b)) cannot be active together: \(why)")
      return
    }
  }
}
