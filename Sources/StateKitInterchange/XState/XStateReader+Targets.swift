import StateKitCore
import StateKitFormat

/// Targets: ids, paths, and the exit set of a transition.
extension XStateReader {
  /// The existing states that a target names; relative paths begin at `base`.
  func targets(_ node: Int?, from base: Int, of state: Int) -> [(state: Int, part: Part)] {
    source.elements(node).compactMap { element in
      guard let text = source.string(element) else {
        if source.kind(element) != .null {
          findings.add(.wrongType, at: source.span(element), message: "a target must be a text")
        }
        return nil
      }
      guard let target = resolve(text, from: base, of: state) else {
        reportUnknown(text, node: element, from: text.utf8.first == UInt8(ascii: ".") ? state : base)
        return nil
      }
      return (target, Part(states.reference(to: target), origin: source.span(element)))
    }
  }

  private func resolve(_ text: String, from base: Int, of state: Int) -> Int? {
    if text.utf8.first == UInt8(ascii: "#") { return resolve(id: String(text.dropFirst())) }
    if text.utf8.first == UInt8(ascii: ".") {
      return descend(from: state, path: Self.path(String(text.dropFirst()))[...])
    }
    return descend(from: base, path: Self.path(text)[...])
  }

  /// A state by an id, or by an id followed by a path below its state.
  func resolve(id text: String) -> Int? {
    let path = Self.path(text)
    // In version 5 the id ends at the first dot, in version 4 it is the whole text.
    if !isFour, let state = ids[path[0]], let found = descend(from: state, path: path[1...]) { return found }
    if let state = ids[text] { return state }
    var length = path.count - 1
    while length > 0 {
      if let state = ids[path[..<length].joined(separator: ".")] { return descend(from: state, path: path[length...]) }
      length -= 1
    }
    return nil
  }

  /// Indexes the states by key, and the children of large states.
  mutating func indexChildren() {
    for (state, fact) in facts.enumerated().dropFirst() where firstByKey[fact.key.text] == nil {
      firstByKey[fact.key.text] = state
    }
    for (state, fact) in facts.enumerated() where fact.children.count > 8 {
      childrenByName[state] = Dictionary(fact.children.map { (Array(facts[$0].key.text.utf8), $0) }) { first, _ in
        first
      }
    }
  }

  func descend(from state: Int, path: ArraySlice<String>) -> Int? {
    var state = state
    for key in path {
      let child =
        if let known = childrenByName[state] {
          known[Array(key.utf8)]
        } else {
          facts[state].children.first { facts[$0].key.text.utf8.elementsEqual(key.utf8) }
        }
      guard let child else { return nil }
      state = child
    }
    return state
  }

  /// The keys of a path; `\.` is a dot in a key.
  static func path(_ text: String) -> [String] {
    var keys = [""]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        if scalar != "." { keys[keys.count - 1].unicodeScalars.append("\\") }
        keys[keys.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "." {
        keys.append("")
      } else {
        keys[keys.count - 1].unicodeScalars.append(scalar)
      }
    }
    if isEscaped { keys[keys.count - 1].unicodeScalars.append("\\") }
    return keys
  }

  /// The `reenter` value with which our transition exits exactly the states that this one does; nil if it needs none.
  func reentry(of state: Int, targets: [Int], transition: Int) -> String? {
    if targets.isEmpty { return nil }
    if isFour { return reentryOfVersion4(transition, of: state, targets: targets) }
    let reenters = source.isTrue(source.member(.reenter, of: transition))
    if !reenters,
      targets.allSatisfy({ $0 == state || states.isDescendant($0, of: state) })
    {
      return facts[state].children.isEmpty ? nil : "\"children\""
    }
    if !isPlain(state, targets: targets) { return "\"lca\"" }
    let returns = reenters && states.mayReturn(to: state, targets: targets) { facts[$0].kind.isHistory }
    return returns ? "\"lca\"" : nil
  }

  func isPlain(_ state: Int, targets: [Int]) -> Bool {
    states.isPlain(state, targets: targets) { facts[$0].kind == .compound }
  }

  func isInternal(_ transition: Int) -> Bool {
    if let said = source.member(.internalKey, of: transition) { return source.isTrue(said) }
    let target = source.kind(transition) == .object ? source.member(.target, of: transition) : transition
    return source.elements(target).contains { source.string($0)?.utf8.first == UInt8(ascii: ".") }
  }

  // MARK: Initial states

  mutating func writeInitial(of state: Int, in object: Int) {
    let node = facts[state].node
    if facts[state].kind.isHistory {
      guard let target = source.member(.target, of: node) else { return }
      let parent = states.parent(of: state)
      if parent >= 0 {
        warnOfHistoryTarget(target)
        write("target", targets: targets(target, from: parent, of: parent), node: target, actions: nil, in: object)
      }
      return
    }
    guard facts[state].kind == .compound, !facts[state].rests else { return }
    guard let initial = source.member(.initial, of: node) else {
      // The name of the machine as in the file.
      let who = state > 0 ? "the state \(DisplayText.quoted(facts[state].key.text))" : machineInWords
      findings.add(
        .missingInitial, at: facts[state].key.origin, message: "\(who) has states and no \"initial\"",
        help: "name its initial state: \"initial\": \(firstChild(of: state))")
      return
    }
    if source.kind(initial) == .object {
      guard let target = source.member(.target, of: initial) else {
        findings.add(.missingKey, at: source.span(initial), message: "\"initial\" needs a \"target\"")
        return
      }
      let found = targets(target, from: state, of: state)
      noteEntries(of: found.map(\.state), from: state, reenters: false)
      write("initial", targets: found, node: initial, actions: source.member(.actions, of: initial), in: object)
    } else {
      // First a key as written, with any dots; else a path.
      let whole = source.string(initial).flatMap { descend(from: state, path: [$0]) }
      let found =
        whole.map { [($0, Part(states.reference(to: $0), origin: source.span(initial)))] }
        ?? targets(initial, from: state, of: state)
      noteEntries(of: found.map(\.state), from: state, reenters: false)
      write("initial", targets: found, node: initial, actions: nil, in: object)
    }
  }

  private var machineInWords: String {
    guard let id = source.string(.id, of: 0) ?? source.string(.key, of: 0) else { return "the machine" }
    return "the machine \(DisplayText.quoted(id))"
  }

  private func firstChild(of state: Int) -> String {
    DisplayText.quoted(facts[state].children.first.map { facts[$0].key.text } ?? "NAME")
  }

  private mutating func write(
    _ word: String, targets: [(state: Int, part: Part)], node: Int, actions: Int?, in object: Int
  ) {
    let key = source.key(word, node: node)
    if targets.isEmpty { return }
    guard let actions, !source.elements(actions).isEmpty else {
      draft.strings(key, parts: targets.map(\.part), in: object, origin: source.span(node))
      return
    }
    let whole = draft.object(key, in: object, origin: source.span(node))
    let origin = source.span(node)
    draft.strings(Part("target", origin: origin), parts: targets.map(\.part), in: whole, origin: origin)
    writeActions(source.key("actions", node: actions), nodes: [actions], in: whole)
  }
}
