import StateKitCore
import StateKitFormat

/// Collects the names of the data before the translation.
extension SCXMLReader {
  mutating func readNames() {
    var assigned = AssignedNames()
    var sends: [Int] = []
    for node in elements {
      switch elementWords[node] {
      case .data:
        if foreign(.part, of: node) != nil { continue }
        guard let id = attribute(.id, of: node) ?? attribute(.name, of: node) else { continue }
        // Data without a value may get one of any type from the document's invoker. Late data have none at first.
        let isLater = isLate && stateOf(node) != root
        let type = isLater ? .unknown : constant(of: node)?.type ?? .unknown
        if let first = dataElements.claim(id.text, value: node), isElement(first, word: .data) {
          // With late binding, each state may set its own first value.
          if !isLate { reportSecond(id, after: first) }
        } else {
          names[id.text] = type == .null ? .unknown : type
        }
        if hasValue(node), !isLater { definedNames.insert(id.text) }
      case .foreach where foreign(.action, of: node) == nil:
        for name in [attribute(.item, of: node), attribute(.index, of: node)] {
          guard let name, isName(name.text) else { continue }
          declare(.name(name.text, 0..<0), by: node, assigned: &assigned)
          assigned.names.insert(name.text)
          findings.readNames.append(contextName(name.text))
          // In the loop, null is an element of the list.
          definedNames.insert(name.text)
        }
      case .assign:
        // The data of a member keep their type.
        guard let location = attribute(.location, of: node) ?? attribute(.name, of: node),
          case .name(let name, _)? = try? ScriptParser.expression(location.text)
        else { continue }
        if let value = assignedValue(node) {
          assigned.values.append((name, value))
        } else {
          assigned.names.insert(name)
        }
      case .send, .invoke:
        if isElement(node, word: .send) {
          sends.append(node)
        } else if let id = attribute(.id, of: node) {
          invocationIDs.append(id.text)
        }
        if let location = attribute(.idlocation, of: node) { assigned.values.append((location.text, .text(""))) }
        if !children(.finalize, of: node).isEmpty {
          // An empty `finalize` sets the returned data.
          assigned.names.formUnion(words(attribute(.namelist, of: node)))
          assigned.names.formUnion(children(.param, of: node).compactMap { attribute(.location, of: $0)?.text })
        }
      case .script: readScript(node, assigned: &assigned)
      default: break
      }
    }
    let scope = makeScope()
    assigned.widen(scope)
    names = scope.names
    remarks.removeAll()
    assignedNames = assigned.names
    assignedNames.formUnion(assigned.values.map { $0.name })
    if sends.contains(where: { attribute(.targetexpr, of: $0) != nil }) { addMadeInvocationIDs() }
    checkRecipients(of: sends)
  }

  /// True if data have a value from the start.
  private func hasValue(_ node: Int) -> Bool {
    if let expression = attribute(.expr, of: node) { return expression.text != "undefined" }
    return attribute(.src, of: node) != nil || !tree.content(of: node).isEmpty
  }

  /// The value of an `<assign>`, in which any text stands for one in its content; nil if it is no ECMAScript.
  private func assignedValue(_ node: Int) -> ScriptNode? {
    if let expression = attribute(.expr, of: node) { return try? ScriptParser.expression(expression.text) }
    guard markup(in: node) == nil, let literal = try? ScriptParser.expression(tree.content(of: node)),
      ScriptConstant.json(literal) != nil
    else { return .text("") }
    return literal
  }

  /// Declares the data of a location. `value`: what the location gets; nil for a value that keeps the type of the data.
  private mutating func declare(
    _ location: ScriptNode, value: ScriptNode? = nil, by node: Int, assigned: inout AssignedNames
  ) {
    guard let name = rootName(location) else { return }
    if let value, isName(location) { assigned.values.append((name, value)) }
    names.claim(name, value: .unknown)
    dataElements.claim(name, value: node)
  }

  private func reportSecond(_ id: Part, after first: Int) {
    findings.add(
      .duplicateID, at: id.origin,
      message: "two <data> have the id \(DisplayText.quoted(id.text)): only the first is read",
      severity: .warning, notes: [Diagnostic.Note(message: "the first one is here", span: origin(first))])
  }

  func isName(_ text: String) -> Bool {
    guard case .name? = try? ScriptParser.expression(text) else { return false }
    return true
  }

  private func isName(_ node: ScriptNode) -> Bool { if case .name = node { true } else { false } }

  private mutating func readScript(_ node: Int, assigned: inout AssignedNames) {
    guard case .ecmascript = model, let part = scriptText(node) else { return }
    do throws(ScriptError) {
      let statements = try ScriptParser.script(part.text)
      scripts[node] = statements
      var todo = statements
      while let statement = todo.popLast() {
        switch statement {
        case .declare(let name, let value, let range):
          declare(.name(name, range), value: value, by: node, assigned: &assigned)
        case .expression(.assign("=", let target, let value, _), _):
          declare(target, value: value, by: node, assigned: &assigned)
        case .expression(.assign(let sign, let target, let value, let range), _):
          let sum = ScriptNode.binary(String(sign.dropLast()), target, value, range)
          declare(target, value: sum, by: node, assigned: &assigned)
        case .expression(.update(_, let target, let range), _):
          // The result is a number, as that of a difference.
          declare(target, value: .binary("-", target, .number("1"), range), by: node, assigned: &assigned)
        case .expression(.call(.member(let target, "push", _), _, _), _):
          // A list stays a list.
          declare(target, by: node, assigned: &assigned)
        case .expression: break
        case .choice(_, let then, let otherwise): todo += then + otherwise
        case .each(let name, _, let body):
          declare(.name(name, 0..<0), by: node, assigned: &assigned)
          assigned.names.insert(name)
          definedNames.insert(name)
          todo += body
        }
      }
    } catch {
      report(error, in: part, lenient: "the script becomes a host action")
      if error.kind == .syntax { broken.insert(node) }
    }
  }

  /// A script from the document or from the file that it names.
  func scriptText(_ node: Int) -> Part? {
    guard let source = attribute(.src, of: node) else {
      let texts = tree.children(of: node).filter { tree.nodes[$0].isText }
      guard let first = texts.first else { return part("", of: node) }
      return Part(tree.content(of: node), origin: texts.count == 1 ? tree.nodes[first].span : origin(node))
    }
    switch options.read(filePath(source.text)) {
    case .success(let bytes): return Part(String(decoding: bytes, as: UTF8.self), origin: source.origin)
    case .failure(let error):
      refuse(
        .unreadableChart, at: source.origin, message: "cannot read \(DisplayText.quoted(source.text)): \(error.reason)")
      return nil
    }
  }

  /// The path of a file that the document names, as a URI or as a path.
  func filePath(_ text: String) -> String {
    for prefix in ["file://", "file:"] where text.utf8.starts(with: prefix.utf8) {
      return String(text.dropFirst(prefix.count))
    }
    return text
  }

  /// The constant value of `<data>`; nil if it must be calculated.
  mutating func constant(of node: Int) -> (text: String, type: ScriptType)? {
    if let expression = attribute(.expr, of: node) {
      if case .other = model { return nil }
      guard let parsed = try? ScriptParser.expression(expression.text) else { return nil }
      if case .cel = model { return ScriptConstant.json(parsed, hasInts: true) }
      return ScriptConstant.json(parsed)
    }
    if let source = attribute(.src, of: node) {
      switch options.read(filePath(source.text)) {
      case .success(let bytes): return content(String(decoding: bytes, as: UTF8.self))
      case .failure(let error):
        if reported.insert(source.origin).inserted {
          refuse(
            .unreadableChart, at: source.origin,
            message: "cannot read \(DisplayText.quoted(source.text)): \(error.reason)")
        }
        return ("null", .null)
      }
    }
    if let markup = markup(in: node) { return (DisplayText.string(markup), .text) }
    let text = tree.content(of: node)
    return text.isEmpty ? ("null", .null) : content(text)
  }

  /// The content of an element as data: JSON, a literal of the script, else the text with normalised space.
  func content(_ text: String) -> (text: String, type: ScriptType) {
    if let parsed = try? ScriptParser.expression(text), let known = ScriptConstant.json(parsed) { return known }
    return (DisplayText.string(normalised(text)), .text)
  }

  /// Data in XML become the text of their markup, from the first element to the last; nil without elements.
  func markup(in node: Int) -> String? {
    if tree.elements(of: node).isEmpty { return nil }
    let elements = Array(tree.elements(of: node))
    guard let first = elements.first, let last = elements.last else { return nil }
    return String(decoding: tree.bytes[Int(tree.nodes[first].span.start)..<Int(tree.nodes[last].close)], as: UTF8.self)
  }

  func normalised(_ text: String) -> String {
    text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" })
      .joined(separator: " ")
  }
}
