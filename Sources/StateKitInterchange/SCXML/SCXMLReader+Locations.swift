import StateKitCore
import StateKitFormat

/// Locations: the places in the data that assignments change.
extension SCXMLReader {
  /// A location of the data as one of our paths; nil if it is not an existing one.
  mutating func path(_ location: Part) -> String? {
    if names[location.text] != nil { return path(.name(location.text, 0..<0)) }
    guard let node = try? ScriptParser.expression(location.text) else { return nil }
    return path(node)
  }

  func path(_ node: ScriptNode) -> String? {
    switch node {
    case .name(let name, _):
      if case .cel = model { return isDeclared(name) ? name : nil }
      return isDeclared(name) ? ScriptScope.contextName(name) : nil
    case .member(let object, let name, _): return path(object).map { "\($0).\(name)" }
    case .index(let object, .text(let key), _):
      return key.utf8.contains(UInt8(ascii: ".")) || key.isEmpty ? nil : path(object).map { "\($0).\(key)" }
    default: return nil
    }
  }

  /// The path that an assignment to a location changes, and the new value there. For a computed key, `a[k] = v`, the
  /// value is `put(a, k, v)`. Nil if it is not an existing location.
  func assignment(
    to location: ScriptNode, value: ScriptTranslator.Output
  ) throws(ScriptError) -> (path: String, value: ScriptTranslator.Output)? {
    guard let root = rootName(location), isDeclared(root) else { return nil }
    let translator = ScriptTranslator(scope: scope)
    var (location, value) = (location, value)
    while true {
      if let path = path(location) { return (path, value) }
      let (owner, key): (ScriptNode, String)
      switch location {
      case .index(let object, let index, _): (owner, key) = (object, try translator.value(index).text)
      case .member(let object, let name, _): (owner, key) = (object, ExpressionText.literal(name))
      default: return nil
      }
      let base = try translator.value(owner)
      let type: ScriptType = base.type.isReference ? base.type : .unknown
      value = ScriptTranslator.Output(text: "put(\(base.text), \(key), \(value.text))", type: type)
      location = owner
    }
  }

  /// The name at the beginning of a location; nil for other expressions.
  func rootName(_ location: ScriptNode) -> String? {
    var location = location
    while true {
      switch location {
      case .name(let name, _): return name
      case .member(let object, _, _), .index(let object, _, _): location = object
      default: return nil
      }
    }
  }

  /// The location in an attribute; nil also if the document does not use ECMAScript.
  mutating func assignment(
    to location: Part, value: Part
  ) -> (path: String, value: ScriptTranslator.Output)? {
    switch model {
    case .ecmascript, .none: break
    case .cel, .other: return nil
    }
    guard let node = try? ScriptParser.expression(location.text) else { return nil }
    return try? assignment(to: node, value: self.value(value))
  }
}
