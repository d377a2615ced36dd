import CEL
import StateKitCore
import StateKitFormat

/// `<invoke>`: charts that run as children, and work of the host.
extension SCXMLReader {
  mutating func writeInvocations(of state: Int, in object: Int) {
    let found = children(.invoke, of: facts[state].node)
    guard let first = found.first else { return }
    let list = draft.array("invoke", in: object, origin: origin(first))
    for (number, node) in found.enumerated() { writeInvocation(node, number: number, of: state, in: list) }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  private mutating func writeInvocation(_ node: Int, number: Int, of state: Int, in list: Int) {
    var work: Part?
    let names: [SCXMLAttribute] = [.srcexpr, .typeexpr]
    for name in names {
      guard let part = attribute(name, of: node), constantText(part) == nil else { continue }
      let message = "\"\(name)\" is not known before the run, but the invoked chart must be"
      guard options.isLenient else {
        findings.add(
          .unsupportedAttribute, at: part.origin, message: message,
          help: "use a text, or data with a first value that nothing changes")
        return
      }
      leaveToHost(part.origin, message: message)
      work = part
    }
    let type = attribute(.type, of: node) ?? attribute(.typeexpr, of: node).flatMap { constantText($0) }
    var isChart = work == nil && type.map { Self.processors.contains($0.text) } ?? true
    let source = work ?? attribute(.src, of: node) ?? attribute(.srcexpr, of: node).flatMap { constantText($0) }
    let content = children(.content, of: node).first.flatMap { content in
      tree.elements(of: content).first { isElement($0, word: .scxml) }
    }
    if isChart, source == nil, content == nil {
      let message = "a chart that is known only during the run cannot be invoked"
      guard options.isLenient else {
        findings.add(
          .unsupportedElement, at: origin(node), message: message,
          help: "name a file in \"src\", or put a document into <content>")
        return
      }
      leaveToHost(origin(node), message: message)
      work = part("chart", of: node)
      isChart = false
    }
    if isChart, options.isLenient, let source, case .failure(let error) = options.read(filePath(source.text)) {
      leaveToHost(source.origin, message: "cannot read \(DisplayText.quoted(source.text)): \(error.reason)")
      isChart = false
    }
    if undeclared(in: node) != nil { return }
    let object = draft.object(nil, in: list, origin: origin(node))
    if isChart, let source {
      draft.string("chart", value: filePath(source.text), in: object, origin: source.origin)
    } else if isChart, let content {
      let chart = draft.object("chart", in: object, origin: origin(content))
      inner.append((content, chart))
    } else if let what = work ?? source ?? type {
      draft.string("src", value: what, in: object)
    }
    let id = id(ofInvocation: node, number: number, of: state)
    draft.string("id", value: id, in: object)
    let known =
      isChart ? content.map { document.dataNames(of: $0) } ?? source.flatMap { dataNames(ofFile: $0.text) } : nil
    writePayload(part("input", of: node), of: node, in: object, only: known)
    if let forward = attribute(.autoforward, of: node), forward.text == "true" {
      if isChart {
        draft.scalar("forward", json: "true".utf8Bytes.span, in: object, origin: forward.origin)
      } else {
        findings.add(.unusedKey, at: forward.origin, message: "host work takes no events: \"autoforward\" is left out")
      }
    }
    writeFinalize(of: node, in: object)
  }

  private func leaveToHost(_ span: SourceSpan, message: String) {
    findings.add(.leftToHost, at: span, message: message + "; the host does it")
  }

  /// Writes the actions for events of an invocation. An empty element sets the data that the event returned.
  private mutating func writeFinalize(of node: Int, in object: Int) {
    guard let finalize = children(.finalize, of: node).first else { return }
    let key = part("finalize", of: finalize)
    if !tree.elements(of: finalize).isEmpty { return writeActions(key, nodes: [finalize], in: object) }
    let list = draft.array(key, in: object, origin: key.origin)
    var locations: [(String, Part)] = []
    if let names = attribute(.namelist, of: node) {
      locations += words(names).map { ($0, Part($0, origin: names.origin)) }
    }
    for element in children(.param, of: node) {
      guard let name = attribute(.name, of: element), let location = attribute(.location, of: element) else { continue }
      locations.append((name.text, location))
    }
    for (name, location) in locations where isName(name) {
      guard let path = path(location) else { continue }
      let action = draft.object(nil, in: list, origin: location.origin)
      let test = "type(event.data) == map && has(event.data.\(name))"
      draft.string("if", value: test, in: action, origin: location.origin)
      let then = draft.array("then", in: action, origin: location.origin)
      writeAssign(path, value: "event.data.\(name)", in: then, origin: location.origin)
    }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  /// A computed address may be an id that an invocation without its own id has stored.
  mutating func addMadeInvocationIDs() {
    for state in facts.indices {
      for (number, node) in children(.invoke, of: facts[state].node).enumerated()
      where attribute(.id, of: node) == nil && attribute(.idlocation, of: node) != nil {
        invocationIDs.append(id(ofInvocation: node, number: number, of: state).text)
      }
    }
  }

  private func id(ofInvocation node: Int, number: Int, of state: Int) -> Part {
    let usual = "\(facts[state].id.text).invoke\(number == 0 ? "" : String(number))"
    if let id = attribute(.id, of: node), !id.text.isEmpty || !options.isLenient { return id }
    draft.wording.add(usual, as: "", at: origin(node))
    return part(usual, of: node)
  }

  /// The `namelist` if one of its names is not declared. In this case the entry into the state fails, and nothing is
  /// invoked.
  private mutating func undeclared(in node: Int) -> Part? {
    guard let list = attribute(.namelist, of: node), case .ecmascript = model else { return nil }
    return words(list).contains { path(Part($0, origin: list.origin)) == nil } ? list : nil
  }

  /// Writes actions that store the ids of a state's invocations when it is entered.
  mutating func writeIDs(of state: Int, in hook: Int) {
    for (number, node) in children(.invoke, of: facts[state].node).enumerated() {
      if let list = undeclared(in: node) {
        draft.wording.add(only: SourceWording.whole, as: "", at: list.origin)
        writeBlock(hook, of: node) {
          $0.writeFailure(
            "unknownName", saying: "\(DisplayText.quoted(list.text)) is not a name in the data", of: list, in: $1)
        }
      }
      guard let location = attribute(.idlocation, of: node), let path = path(location) else { continue }
      let id = id(ofInvocation: node, number: number, of: state)
      draft.wording.add(only: SourceWording.whole, as: "", at: location.origin)
      writeBlock(hook, of: node) {
        $0.writeAssign(path, value: ExpressionText.literal(id.text), in: $1, origin: location.origin)
      }
    }
  }

  /// The names of the top-level data of a chart file: other input has no effect there. Nil if the file is not a
  /// readable document.
  private func dataNames(ofFile path: String) -> NameSet? {
    guard case .success(let bytes) = options.read(filePath(path)) else { return nil }
    let file = SourceText(name: path, bytes: bytes)
    guard let text = try? XMLEncoding.decoded(file), let tree = try? XMLReader.read(text, memory: .unbounded) else {
      return nil
    }
    return SCXMLDocument(tree).dataNames(of: 0)
  }
}

extension SCXMLDocument {
  /// The names of the top-level data of a chart.
  func dataNames(of root: Int) -> NameSet {
    let data = children(.datamodel, of: root).flatMap { children(.data, of: $0) }
    return NameSet(data.compactMap { attribute(.id, of: $0)?.text })
  }
}
