import StateKitCore
import StateKitFormat

/// Scripts: statements that assign, one after the other.
extension SCXMLReader {
  private enum Task {
    case statement(ScriptStatement, list: Int)
    /// What an action does else.
    case otherwise([ScriptStatement], in: Int)
  }

  mutating func writeScript(_ node: Int, in list: Int) {
    let span = attribute(.src, of: node)?.origin ?? origin(node)
    switch model {
    case .ecmascript: break
    case .cel, .none, .other:
      if tree.content(of: node).isEmpty, attribute(.src, of: node) == nil { return }
      refusedExpressions.append(span)
      return
    }
    guard let statements = scripts[node] else {
      // What is wrong with it was said when it was read.
      if broken.contains(node) {
        writeFailure("invalid", in: list, span)
      } else if options.isLenient {
        draft.string(nil, JSONDraft.Part("script", span), in: list)
      }
      return
    }
    let part = scriptText(node) ?? JSONDraft.Part("", span)
    var todo = statements.reversed().map { Task.statement($0, list: list) }
    while let task = todo.popLast() {
      switch task {
      case .statement(let statement, let list):
        do throws(ScriptError) {
          try write(statement, part.origin, in: list, &todo)
        } catch {
          report(error, in: part, lenient: "the statement is an action of the host")
          if options.isLenient { draft.string(nil, JSONDraft.Part("script", span), in: list) }
        }
      case .otherwise(let statements, let action):
        let list = draft.array(JSONDraft.Part("else", part.origin), in: action, part.origin)
        todo += statements.reversed().map { Task.statement($0, list: list) }
      }
    }
  }

  private mutating func write(
    _ statement: ScriptStatement, _ span: SourceSpan, in list: Int, _ todo: inout [Task]
  ) throws(ScriptError) {
    let translator = ScriptTranslator(scope: scope)
    switch statement {
    case .declare(let name, let value, _):
      guard let value else { return }
      writeAssign(contextName(name), part(try translator.value(value), span), in: list, span)
    case .expression(let node, let range):
      guard let (target, value) = try assignment(node, translator) else {
        throw ScriptError(
          kind: .script, message: "only assignments can be said here", range: range,
          help: "--lenient makes it a host action")
      }
      guard let path = path(target) else {
        throw ScriptError(kind: .script, message: "no path of the data stands on the left", range: range)
      }
      writeAssign(path, part(value, span), in: list, span)
    case .choice(let condition, let then, let otherwise):
      let test = try translator.condition(condition)
      let action = draft.object(nil, in: list, span)
      draft.string(JSONDraft.Part("if", span), part(test, span), in: action)
      let first = draft.array(JSONDraft.Part("then", span), in: action, span)
      if !otherwise.isEmpty { todo.append(.otherwise(otherwise, in: action)) }
      todo += then.reversed().map { Task.statement($0, list: first) }
    case .each(let name, let elements, let body):
      madeIDs += 1
      let action = draft.object(nil, in: list, span)
      draft.string(JSONDraft.Part("forEach", span), part(try translator.value(elements), span), in: action)
      draft.string(JSONDraft.Part("as", span), JSONDraft.Part("_item\(madeIDs)", span), in: action)
      let actions = draft.array(JSONDraft.Part("do", span), in: action, span)
      writeAssign(contextName(name), JSONDraft.Part("_item\(madeIDs)", span), in: actions, span)
      todo += body.reversed().map { Task.statement($0, list: actions) }
    }
  }

  /// What an expression statement assigns; nil where it does something else.
  private func assignment(
    _ node: ScriptNode, _ translator: ScriptTranslator
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
      return (
        target,
        ScriptTranslator.Output(
          text: "\(translator.wrapped(list, .sum)) + \(elements.text)", type: .list, binding: .sum)
      )
    default: return nil
    }
  }
}
