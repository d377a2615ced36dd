import StateKitCore
import StateKitFormat

/// Scripts: sequences of assignments.
extension SCXMLReader {
  mutating func writeScript(_ node: Int, in list: Int) {
    let span = attribute(.src, of: node)?.origin ?? origin(node)
    switch model {
    case .ecmascript: break
    case .cel, .none, .other:
      if tree.content(of: node).isEmpty, attribute(.src, of: node) == nil { return }
      refusedExpressions.append(span)
      return
    }
    let file = attribute(.src, of: node)
    let inside = file == nil ? scriptText(node) : nil
    let words = file.map { "script " + $0.text } ?? inside.map { normalised($0.text) }
    draft.wording.add(only: SourceWording.whole, as: words ?? "script", at: inside?.origin ?? span)
    guard let statements = scripts[node] else {
      // Its error was already reported.
      if broken.contains(node) {
        writeFailure("invalid", saying: "this is not ECMAScript", of: Part("script", origin: span), in: list)
      } else if options.isLenient {
        draft.string(nil, value: Part("script", origin: span), in: list)
      }
      return
    }
    let part = scriptText(node) ?? Part("", origin: span)
    var todo = statements.reversed().map { (statement: $0, list: list) }
    while let (statement, list) = todo.popLast() {
      do throws(ScriptError) {
        try write(statement, of: part, in: list, todo: &todo)
      } catch {
        report(error, in: part, lenient: "the statement becomes a host action")
        if options.isLenient { draft.string(nil, value: Part("script", origin: span), in: list) }
      }
    }
    reportRemarks(in: part, at: origin(node))
  }

  private mutating func write(
    _ statement: ScriptStatement, of script: Part, in list: Int,
    todo: inout [(statement: ScriptStatement, list: Int)]
  ) throws(ScriptError) {
    let translator = ScriptTranslator(scope: scope)
    let span = script.origin
    switch statement {
    case .declare(let name, let value, _):
      guard let value else { return }
      let output = try translator.value(value)
      note(output.text, at: value.range, in: script)
      writeAssign(contextName(name), value: part(output, origin: span), in: list, origin: span)
    case .expression(let node, let range):
      guard let (target, value) = try assignment(node, translator: translator) else {
        throw ScriptError(
          kind: .script, message: "only assignments are supported here", range: range,
          help: "--lenient makes it a host action")
      }
      guard let (path, whole) = try self.assignment(to: target, value: value) else {
        throw ScriptError(kind: .script, message: "the left side is not a path of the data", range: range)
      }
      if case .assign("=", _, let source, _) = node { note(value.text, at: source.range, in: script) }
      writeAssign(path, value: part(whole, origin: span), in: list, origin: span)
    case .choice(let condition, let then, let otherwise):
      let test = try translator.condition(condition)
      note(test.text, at: condition.range, in: script)
      let action = draft.object(nil, in: list, origin: span)
      draft.string("if", value: part(test, origin: span), in: action)
      let first = draft.array("then", in: action, origin: span)
      if !otherwise.isEmpty {
        let second = draft.array("else", in: action, origin: span)
        todo += otherwise.reversed().map { ($0, second) }
      }
      todo += then.reversed().map { ($0, first) }
    case .each(let name, let elements, let body):
      madeIDs += 1
      let action = draft.object(nil, in: list, origin: span)
      draft.string("forEach", value: part(try translator.value(elements), origin: span), in: action)
      draft.string("as", value: "_item\(madeIDs)", in: action, origin: span)
      let actions = draft.array("do", in: action, origin: span)
      writeAssign(contextName(name), value: "_item\(madeIDs)", in: actions, origin: span)
      todo += body.reversed().map { ($0, actions) }
    }
  }

  /// The assignment of an expression statement; nil for other statements.
  private func assignment(
    _ node: ScriptNode, translator: ScriptTranslator
  ) throws(ScriptError) -> (target: ScriptNode, value: ScriptTranslator.Output)? {
    switch node {
    case .assign("=", let target, let value, _): return (target, try translator.value(value))
    case .assign(let sign, let target, let value, let range):
      return (target, try translator.value(.binary(String(sign.dropLast()), target, value, range)))
    case .update(let sign, let target, let range):
      return (target, try translator.value(.binary(String(sign.dropLast()), target, .number("1"), range)))
    case .call(.member(let target, "push", _), let arguments, _):
      let list = try translator.value(target)
      let elements = try translator.value(.array(arguments))
      return (target, translator.sum(list, elements, type: .list))
    default: return nil
    }
  }
}
