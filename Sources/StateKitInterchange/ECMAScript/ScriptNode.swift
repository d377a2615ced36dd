/// A part of an ECMAScript expression. Expressions are at most `ScriptParser.depth` deep.
indirect enum ScriptNode {
  case number(String)
  case text(String)
  case flag(Bool)
  case null
  case undefined
  case name(String, Range<Int>)
  case member(ScriptNode, String, Range<Int>)
  case index(ScriptNode, ScriptNode, Range<Int>)
  case call(ScriptNode, [ScriptNode], Range<Int>)
  /// `!`, `-`, `+`, `typeof`.
  case unary(String, ScriptNode)
  case binary(String, ScriptNode, ScriptNode, Range<Int>)
  case choice(ScriptNode, ScriptNode, ScriptNode)
  case array([ScriptNode])
  case object([(key: String, value: ScriptNode)])
  /// `=`, `+=`…: only allowed as a statement.
  case assign(String, ScriptNode, ScriptNode, Range<Int>)
  /// `++` or `--`, as a prefix or suffix.
  case update(String, ScriptNode, Range<Int>)
}

extension ScriptNode {
  /// The range in the text; nil if only the parts of the node have one.
  var range: Range<Int>? {
    switch self {
    case .name(_, let range), .member(_, _, let range), .index(_, _, let range), .call(_, _, let range),
      .binary(_, _, _, let range), .assign(_, _, _, let range), .update(_, _, let range):
      range
    case .number, .text, .flag, .null, .undefined, .unary, .choice, .array, .object: nil
    }
  }
}

extension ScriptNode {
  /// True if the value of the node depends on the result of a division.
  var divides: Bool {
    var todo = [self]
    while let node = todo.popLast() {
      switch node {
      case .binary("/", _, _, _): return true
      case .binary(_, let left, let right, _): todo += [left, right]
      case .unary(_, let operand): todo.append(operand)
      case .choice(_, let then, let otherwise): todo += [then, otherwise]
      case .call(_, let arguments, _): todo += arguments
      case .number, .text, .flag, .null, .undefined, .name, .member, .index, .array, .object, .assign, .update: break
      }
    }
    return false
  }
}

indirect enum ScriptStatement {
  case expression(ScriptNode, Range<Int>)
  case declare(String, ScriptNode?, Range<Int>)
  case choice(ScriptNode, [ScriptStatement], [ScriptStatement])
  /// `for (name of list)`.
  case each(String, ScriptNode, [ScriptStatement])
}

/// A part of ECMAScript that is not supported.
struct ScriptError: Error {
  enum Kind {
    /// Not valid ECMAScript: it fails when it is evaluated.
    case syntax
    case script
    case call
    case assignment
    /// Too long in CEL.
    case length
  }

  let kind: Kind
  let message: String
  /// Offsets in the text.
  let range: Range<Int>
  var help: String?
}
