import CEL
import StateKitCore
import StateKitFormat

/// Guards: host guards by their names.
extension XStateReader {
  /// `required` is a condition of ours that must hold, too, and how messages name it.
  mutating func writeGuard(
    _ condition: Int?, inState: Int?, of transition: Int, required: (test: String, wording: String)?, in handler: Int
  ) {
    let key = Part("guard", origin: (condition ?? inState).map { source.keySpan($0) } ?? source.span(transition))
    guard let required else { return writeGuard(condition, inState: inState, of: transition, key: key, in: handler) }
    let test = Part(required.test, origin: key.origin)
    draft.wording.add(required.test, as: required.wording, at: key.origin)
    draft.wording.add(only: SourceWording.whole, as: "", at: key.origin)
    if condition == nil, inState == nil { return draft.string(key, value: test, in: handler) }
    let all = draft.array(key, in: handler, origin: key.origin)
    draft.string(nil, value: test, in: all)
    writeGuard(condition, inState: inState, of: transition, key: nil, in: all)
  }

  /// Without a key, writes the conditions as elements of a list.
  private mutating func writeGuard(
    _ condition: Int?, inState: Int?, of transition: Int, key: Part?, in handler: Int
  ) {
    var tests: [String] = []
    var words: [String] = []
    for element in inState.map({ source.elements($0) }) ?? [] {
      guard let text = source.string(element) else { continue }
      let state = text.utf8.first == UInt8(ascii: "#") ? resolve(id: String(text.dropFirst())) : path(text)
      guard let state else {
        reportUnknown(text, node: element, from: 0)
        continue
      }
      let test = "isIn(\(ExpressionText.literal(states.reference(to: state))))"
      draft.wording.add(test, as: "in \(text)", at: source.span(element))
      tests.append(test)
      words.append("in \(text)")
    }
    guard let condition else {
      if let inState, !tests.isEmpty {
        writeAll(tests, words: words, key: key, origin: source.span(inState), in: handler)
      }
      return
    }
    if writeOwnGuard(condition, of: transition, key: key, in: handler) { return }
    guard let (name, origin) = guardName(condition) else { return }
    noteHostGuard(Part(name, origin: origin))
    if tests.isEmpty {
      let object = draft.object(key, in: handler, origin: source.span(condition))
      draft.string("host", value: name, in: object, origin: origin)
      writeParameters(of: condition, in: object)
    } else if NamedGuards.canName(name, tests: ["isIn"]), source.kind(condition) == .string,
      !contextKeys.contains(Array(name.utf8))
    {
      writeAll(tests + [name], words: words + [name], key: key, origin: source.span(condition), in: handler)
    } else {
      // A list: all of them must hold.
      let all = key == nil ? handler : draft.array(key, in: handler, origin: source.span(condition))
      if let inState {
        writeAll(tests, words: words, key: nil, origin: source.span(inState), in: all)
      }
      let object = draft.object(nil, in: all, origin: source.span(condition))
      draft.string("host", value: name, in: object, origin: origin)
      writeParameters(of: condition, in: object)
    }
  }

  /// Writes conditions as one expression, of which all must hold; `words`: the conditions in the file.
  private func writeAll(_ tests: [String], words: [String], key: Part?, origin: SourceSpan, in handler: Int) {
    let whole = tests.joined(separator: " && ")
    if tests.count > 1 { draft.wording.add(whole, as: words.joined(separator: " && "), at: origin) }
    draft.string(key, value: Part(whole, origin: origin), in: handler)
  }

  private func path(_ text: String) -> Int? { descend(from: 0, path: text.split(separator: ".").map(String.init)[...]) }

  /// The name of a guard that is a text or an object with a `type`.
  private func guardName(_ node: Int) -> (name: String, origin: SourceSpan)? {
    if let name = source.string(node) { return (name, source.span(node)) }
    if let type = source.member(.type, of: node), let name = source.string(type) {
      checkKeys(ofGuard: node)
      return (name, source.span(type))
    }
    reportNameless(node, what: "guard")
    return nil
  }

  /// Reports a guard or an action without a name.
  func reportNameless(_ node: Int, what: String) {
    let values = source.elements(node)
    let isNull = source.kind(node) == .array && !values.isEmpty && values.allSatisfy { source.kind($0) == .null }
    if isNull || source.kind(node) == .object && source.isEmpty(node) {
      findings.add(
        .lostCode, at: source.span(node),
        message: "this \(what) was a function, which JSON has lost: it is left out", help: "give it a name")
    } else {
      let article = what == "action" ? "an" : "a"
      findings.add(
        .wrongType, at: source.span(node), message: "\(article) \(what) must be a name or an object with a \"type\"",
        help: source.members(of: node).lazy.compactMap { help(for: source.keyText($0), isKnown: { $0 == .type }) }.first
      )
    }
  }

  /// Writes the parameters of a guard or an action, which are in `params` or, in version 4, beside its type.
  func writeParameters(of node: Int, in object: Int) {
    guard source.kind(node) == .object else { return }
    if let params = source.member(.params, of: node) {
      writeData(source.key("data", node: params), node: params, in: object)
    } else if isFour, source.members(of: node).contains(where: { source.key($0) != .type }) {
      writeData(source.part("data", node: node), node: node, in: object, without: [.type])
    }
  }

  /// Declares the guards of handlers that are left out: a script may answer them.
  mutating func noteGuards(below node: Int?) {
    guard let node else { return }
    for member in node..<Int(source.tree.nodes[node].next) where [.guardKey, .cond].contains(source.key(member)) {
      let name = source.string(member) ?? source.string(.type, of: member)
      if let name, !name.utf8.starts(with: "statekit.".utf8) {
        noteHostGuard(source.part(name, node: member))
      }
    }
  }

  mutating func noteHostGuard(_ name: Part) {
    draft.wording.add(DisplayText.quoted(name.text), as: name.text, at: name.origin)
    guard hostGuards.insert(Array(name.text.utf8)).inserted, let guardsObject else { return }
    draft.scalar(name, json: "null".utf8Bytes.span, in: guardsObject, origin: name.origin)
  }
}
