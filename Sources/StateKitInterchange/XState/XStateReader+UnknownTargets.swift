import StateKitCore
import StateKitFormat

/// Targets that name no state, and the state that is meant.
extension XStateReader {
  /// `base` is the start of a path that is not an id.
  func reportUnknown(_ text: String, node: Int, from base: Int) {
    // States that are no object are an error, which covers their names.
    if let states = source.member(.states, of: facts[base].node), ![.object, .null].contains(source.kind(states)) {
      return
    }
    // The search takes long: messages that are not kept need none.
    let fix = findings.countsOnly(.unknownTarget) ? nil : fixForUnknown(text, from: base)
    findings.add(
      .unknownTarget, at: source.span(node), message: "no state is named \(DisplayText.quoted(text))",
      help: fix == nil ? helpForUnknown(text, from: base) : nil, fix: fix)
  }

  private func fixForUnknown(_ text: String, from base: Int) -> Fix? {
    let path = Self.path(text)
    let isID = text.utf8.first == UInt8(ascii: "#")
    let near = isID ? nearID(to: text) : nearPath(to: text, below: base)
    if !isID, path.count > 1, let near { return near }
    let last = path.last ?? text
    if !isID, let state = ids[text] {
      if states.parent(of: state) != base { return fix(text, elsewhere: state, from: base) }
      let key = XStatePath.segment(facts[state].key.text)
      return Fix(text, to: key, isCertain: false, help: "an id begins with #; did you mean \(DisplayText.quoted(key))?")
    }
    if let state = firstByKey[last] { return fix(text, elsewhere: state, from: base) }
    if let near { return near }
    let similar = Suggestion.nearest(to: last, among: facts.dropFirst().prefix(1000).map(\.key.text)).first
    return similar.flatMap { firstByKey[$0] }.map { fix(text, elsewhere: $0, from: base) }
  }

  /// The fix with a state that is not where the target was looked for.
  private func fix(_ text: String, elsewhere state: Int, from base: Int) -> Fix {
    let lead =
      text.utf8.first == UInt8(ascii: "#")
      ? "" : "\(DisplayText.quoted(text)) is looked for in \(DisplayText.quoted(idOfState[base])); "
    let meant = reference(to: state)
    return Fix(text, to: meant, isCertain: false, help: "\(lead)did you mean \(DisplayText.quoted(meant))?")
  }

  private func nearID(to text: String) -> Fix? {
    guard let near = Suggestion.fix(for: text, among: idOfState.prefix(1000).map { "#" + $0 }),
      let state = ids[String(Substring(near.new.utf8.dropFirst()))]
    else { return nil }
    return Fix(text, near: reference(to: state), isCertain: near.isCertain)
  }

  private func nearPath(to text: String, below base: Int) -> Fix? {
    let lead = text.utf8.first == UInt8(ascii: ".") ? "." : ""
    let name = String(Substring(text.utf8.dropFirst(lead.utf8.count)))
    // The dots may be in a key, without their backslashes.
    guard let near = nearState(to: [name], below: base) ?? nearState(to: Self.path(name), below: base) else {
      return nil
    }
    // Version 4 has no escapes.
    let needsID = isFour && near.path.contains { $0.utf8.contains(UInt8(ascii: ".")) }
    let path = lead + near.path.map(XStatePath.segment).joined(separator: ".")
    return Fix(text, near: needsID ? reference(to: near.state) : path, isCertain: near.isCertain)
  }

  /// The state below `base` whose path has the given keys, or a similar one in place of one of them.
  private func nearState(to keys: [String], below base: Int) -> (state: Int, path: [String], isCertain: Bool)? {
    var (state, path) = (base, keys)
    var near: Fix?
    for index in keys.indices {
      if let child = descend(from: state, path: [keys[index]]) {
        state = child
        continue
      }
      let children = facts[state].children.prefix(1000).map { facts[$0].key.text }
      guard near == nil, let found = Suggestion.fix(for: keys[index], among: children),
        let child = descend(from: state, path: [found.new])
      else { return nil }
      near = found
      state = child
      path[index] = found.new
    }
    return (state, path, near?.isCertain ?? false)
  }

  /// A reference to a state from everywhere: its own id, or the machine's id and the keys down to the state. In
  /// version 4, an id is the whole text.
  private func reference(to state: Int) -> String {
    if isFour { return "#" + idOfState[state] }
    var keys: [String] = []
    var next = state
    while next > 0, source.string(.id, of: facts[next].node) == nil {
      keys.append(facts[next].key.text)
      next = states.parent(of: next)
    }
    // The id of a state around it is the start of a path, too.
    return "#" + ([idOfState[next]] + keys.reversed()).map(XStatePath.segment).joined(separator: ".")
  }

  /// The place where a target was looked for, if no name is similar.
  private func helpForUnknown(_ text: String, from base: Int) -> String {
    if text.utf8.first == UInt8(ascii: "#") {
      let ids = idOfState.prefix(8).map { DisplayText.quoted("#" + $0) }
      return "there are \(ids.joined(separator: ", "))\(idOfState.count > ids.count ? ", …" : "")"
    }
    let place = DisplayText.quoted(idOfState[base])
    if facts[base].children.isEmpty { return "it is looked for in \(place), which has no states" }
    let children = facts[base].children.prefix(8)
    let names = children.map { DisplayText.quoted(XStatePath.segment(facts[$0].key.text)) }
    let more = facts[base].children.count > children.count ? ", …" : ""
    return "it is looked for in \(place), which has \(names.joined(separator: ", "))\(more)"
  }
}
